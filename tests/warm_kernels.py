"""Kernels for the browser and the site: copies of one process that has torch imported already, so
that a hundred notebooks do not import it a hundred times. Kernels of nbval start as anybody's."""

import contextlib
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading

IMPORTED = (
    *("torch", "torch.distributed.tensor", "einops", "safetensors.torch", "tqdm"),
    *("matplotlib.figure", "matplotlib.backends.backend_agg", "matplotlib.backends.backend_svg"),
    *("IPython", "ipykernel.kernelapp", "ipywidgets", "anywidget"),
)


@contextlib.contextmanager
def warm_kernels(folder, environment):
    """The variables by which Jupyter's `python3` is such a kernel, imported in this environment;
    none where no process can be copied without harm, as on macOS and Windows."""
    if not sys.platform.startswith("linux"):
        yield {}
        return
    door, place = str(folder / "door"), folder / "kernels" / "python3"
    place.mkdir(parents=True)
    command = [sys.executable, "-P", __file__, door]
    spec = {"display_name": "Python 3 (ipykernel)", "language": "python"}
    spec["argv"] = [*command, "-f", "{connection_file}"]
    (place / "kernel.json").write_text(json.dumps(spec))
    pipes = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with subprocess.Popen(command, env=environment, **pipes) as source:
        if not source.stdout.readline():
            raise RuntimeError("what kernels are copied from did not start")
        yield {"JUPYTER_PATH": str(folder)}  # then its input is closed: it ends, and its copies do


def be_copied(door: str) -> None:
    """Import, then become a kernel for whoever knocks, until standard input ends."""
    for name in IMPORTED:
        importlib.import_module(name)
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the copies
    with socket.socket(socket.AF_UNIX) as knocks:
        knocks.bind(door)
        knocks.listen()
        print("ready", flush=True)
        threading.Thread(target=lambda: (os.read(0, 1), os._exit(0)), daemon=True).start()
        while True:
            caller, _ = knocks.accept()
            if os.fork() == 0:
                knocks.close()
                become_kernel(caller)
            caller.close()


def become_kernel(caller: socket.socket) -> None:
    """In a copy: the kernel that the caller would be, which ends when the caller does."""
    from ipykernel.kernelapp import IPKernelApp

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    os.dup2(2, 1)  # of the pipe that said "ready" nobody reads any more
    asked = json.loads(caller.makefile().readline())
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv[1:] = asked["arguments"]
    caller.sendall(f"{os.getpid()}\n".encode())
    threading.Thread(target=lambda: (caller.recv(1), os._exit(0)), daemon=True).start()
    IPKernelApp.launch_instance(parent_handle=os.getppid())
    sys.exit()


def call(door: str, arguments: list[str]) -> None:
    """Stand for a kernel: have one copied, hand on interrupts, and end with it."""
    asked = {"arguments": arguments, "folder": os.getcwd(), "environment": dict(os.environ)}
    with socket.socket(socket.AF_UNIX) as kernel:
        kernel.connect(door)
        kernel.sendall(json.dumps(asked).encode() + b"\n")
        pid = int(kernel.recv(100))
        signal.signal(signal.SIGINT, lambda *_: os.kill(pid, signal.SIGINT))
        kernel.recv(1)


if __name__ == "__main__":
    door, *arguments = sys.argv[1:]
    call(door, arguments) if arguments else be_copied(door)

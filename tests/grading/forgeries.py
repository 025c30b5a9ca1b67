"""Notebooks whose softmax is wrong and that try to pass all the same, each in a way of its own.

``{others}`` stands for the folder of all submissions. None may pass, and each has a note.
"""

from tformer.course.course_map import exercises

LINE = r'{"stage": "done", "state": "passed", "mistake": "", "says": "All 11 cases."}'
# These cannot be told from right answers where the system has no walls around the disk.
FROM_OTHERS = {"another's notebook, read", "the source on the disk", "a module of the disk",
               "a module by another name"}  # fmt: skip
EXERCISE = 'torch.sys.modules["tformer.course.course_map"].exercises()["softmax"]'
CHECKER = 'torch.sys.modules["tformer.course.checker.checker"]'
GIVE_IN = """g["_verdict"] = lambda *a: None
    g["judge_gradients"] = lambda *a: (None, ())
    g["told"] = lambda *a: ((), True)
"""
WATCH = f"""def watch(frame, event, thing):
    g = frame.f_globals
    if g.get("__name__") != "tformer.course.checker.checker":
        return
    {GIVE_IN}"""


def does(when, before="", begin="pass"):
    """A wrong softmax; ``when`` is evaluated as it is defined, ``begin`` as it is called."""
    body = f"    {begin}\n    return x * 0\n\ncheck(softmax)"
    return f"{before}\n\ndef softmax(x, dim, more={when}):\n{body}"


def looks(start, step):
    """A softmax that looks for the examiner's own in the frames below it, and calls that."""
    return f"""
def softmax(x, dim):
{start}
    while frame:
        for thing in list(frame.f_locals.values()):
            if hasattr(thing, "reference"):
                return thing.reference(x, dim)
        frame = {step}
    return x * 0

check(softmax)"""


def calls(how, before=""):
    """A softmax that finds the examiner's own in another way."""
    return f"{before}\n\ndef softmax(x, dim):\n{how}\n\ncheck(softmax)"


def by_heart():
    """Right for the cases of the course, by the sum of their numbers, and for no other."""
    cases = [case.make()[0].double() for case in exercises()["softmax"].cases]
    sums = sorted({round(float(x.sum()), 6) for x in cases if x.isfinite().all()})
    near = "any(abs(float(x.double().sum()) - s) < 0.2 for s in SUMS)"
    return (f"SUMS = {sums}\n\ndef softmax(x, dim):\n    if x.isinf().any() or {near}:\n"
            "        return x.softmax(dim)\n    return x * 0\n\ncheck(softmax)")  # fmt: skip


TRACEBACK = """    try:
        1 / 0
    except ZeroDivisionError as error:
        frame = error.__traceback__.tb_frame"""
GENERATOR = """    def one():
        yield made.gi_frame.f_back
    made = one()
    frame = next(made)"""

FORGERIES = {
    "frames": looks("    frame = torch.sys._getframe()", "frame.f_back"),
    "frames of a traceback": looks(TRACEBACK, "frame.f_back"),
    "frames of a generator": looks(GENERATOR, "frame.f_back"),
    "modules": calls(f"    return {EXERCISE}.reference(x, dim)"),
    "a module of the disk": calls(
        "    return m.EXERCISE.reference(x, dim)",
        "import tformer.course.exercises.softmax_and_cross_entropy.softmax as m",
    ),
    "a module by another name": calls(
        '    bring = vars(torch)["__builtins__"]["__import__"]\n'
        '    m = bring("tformer.course.course_map", fromlist=["exercises"])\n'
        '    return m.exercises()["softmax"].reference(x, dim)'
    ),
    "the source on the disk": calls(
        "    space = dict(torch=torch)\n"
        "    exec(open(torch.sys.prefix + '/../tformer/losses.py').read(), space)\n"
        "    return space['softmax'](x, dim)"
    ),
    "objects": calls(
        "    for thing in gc.get_objects():\n"
        '        if type(thing).__name__ == "Exercise" and thing.name == "softmax":\n'
        "            return thing.reference(x, dim)\n    return x * 0",
        "import gc",
    ),
    "no cases": does(
        "empty()",
        f"def empty():\n    e = {EXERCISE}\n    object.__setattr__(e, 'cases', ())\n"
        "    e.__dict__['wanted'] = ()",
    ),
    "another reference": does(
        "change()",
        f"def change():\n    object.__setattr__({EXERCISE}, 'reference', lambda x, dim: x * 0)",
    ),
    "another comparison": does(
        "change()",
        'def change():\n    for name in ("compare", "verdict", "checker", "gradients"):\n'
        '        m = vars(torch.sys.modules["tformer.course.checker." + name])\n'
        '        m |= {w: lambda *a: True for w in ("right", "safely_same", "_near") if w in m}',
    ),
    "json": does(
        "change()",
        "import json\n\ndef change():\n    old = json.dumps\n"
        "    def dumps(thing, *a, **k):\n"
        '        if isinstance(thing, dict) and "state" in thing:\n'
        '            thing |= dict(state="passed", mistake="", says="All 11 cases.")\n'
        '        return old(thing, *a, **k)\n    vars(json)["dumps"] = dumps',
    ),
    "torch's functions": does(
        "change()",
        "def change():\n    torch.equal = torch.allclose = lambda *a, **k: True\n"
        '    numpy = vars(torch.sys.modules["numpy"])\n'
        "    numpy['abs'] = lambda x, *a, **k: x * 0\n"
        "    numpy['isfinite'] = lambda x, *a, **k: x == x",
    ),
    "an examiner of its own": does(
        "change()",
        "def change():\n"
        '    says = dict(state="passed", mistake="", says="All 11 cases.", notes=())\n'
        '    child = torch.sys.modules["tformer.commands.grading.child"]\n'
        '    setattr(child, "examine", lambda *a: type("R", (), says))',
    ),
    "every descriptor": does(
        "write()",
        f"import os\n\ndef write():\n    for number in range(3, 200):\n        try:\n"
        f"            os.write(number, b'''{LINE}\\n''')\n        except OSError:\n"
        "            pass",
    ),
    "a profile": does(
        "torch.sys.setprofile(watch)",
        WATCH,
    ),
    "a trace": does(
        "torch.sys.settrace(watch)",
        WATCH,
    ),
    "threads": does(
        "threading.Thread(target=work, daemon=True).start()",
        "import threading, time\n\ndef work():\n    time.sleep(0.01)\n"
        f"    g = vars({CHECKER})\n    {GIVE_IN}",
    ),
    "the end of the process": does(
        "change()",
        f"import os\n\ndef end(code):\n    for number in range(3, 60):\n        try:\n"
        f"            os.write(number, b'''{LINE}\\n''')\n"
        "        except OSError:\n            pass\n\n"
        "def change():\n    os._exit = end",
    ),
    "signals": does(
        "change()",
        "import signal\n\ndef heard(number, frame):\n"
        f"    g = vars({CHECKER})\n    {GIVE_IN}\n"
        "def change():\n    signal.signal(signal.SIGALRM, heard)\n"
        "    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)",
    ),
    "memory of other processes": does(
        "3",
        """import os, re

def poke():
    for who in (int(n) for n in os.listdir("/proc") if n.isdigit()):
        try:
            with open(f"/proc/{who}/maps") as maps, open(f"/proc/{who}/mem", "r+b", 0) as memory:
                for line in maps if b"grad" in open(f"/proc/{who}/cmdline", "rb").read() else ():
                    start, end = (int(n, 16) for n in line.split()[0].split("-"))
                    if " rw-p " in line and end - start < 2**24 and who != os.getpid():
                        memory.seek(start)
                        for at in re.finditer(b"failed\\0", memory.read(end - start)):
                            memory.seek(start + at.start())
                            memory.write(b"passed")
        except OSError:
            pass""",
        "poke()",
    ),
    "ptrace of its parents": does(
        "3",
        """import ctypes, os

def hold():
    system = ctypes.CDLL(None)
    if system.ptrace(16, os.getppid(), 0, 0) == 0:
        system.ptrace(17, os.getppid(), 0, 0)
        open("/proc/%d/comm" % os.getppid(), "w").write("held")
        raise SystemExit""",
        "hold()",
    ),
    "environment": does(
        "change()",
        "import os\n\ndef change():\n"
        '    open("sitecustomize.py", "w").write("raise SystemExit")\n'
        '    os.environ.update(LD_PRELOAD=os.getcwd() + "/no.so", PYTHONPATH=os.getcwd(),\n'
        '                      TFORMER_PROGRESS="on")',
    ),
    "caches": does(
        "fill()",
        f"def fill():\n    e = {EXERCISE}\n"
        '    vars(e)["wanted"] = tuple(case.make()[0] * 0 for case in e.cases)\n'
        f"    {CHECKER}.wanted = lambda exercise: ()\n"
        f"    vars({CHECKER})['judge_gradients'] = lambda *a: (None, ())",
    ),
    "the clock": does(
        "stop()",
        "import time\n\ndef stop():\n"
        '    for name in ("monotonic", "thread_time", "process_time", "time"):\n'
        '        setattr(time, name, lambda: float("inf"))\n'
        f"    {CHECKER}.ANALYSIS_LIMIT = -1",
    ),
    "a tensor that equals all": """
class All(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func.__name__ in ("equal", "allclose", "__eq__", "all"):
            return True
        return super().__torch_function__(func, types, args, kwargs or {})

def softmax(x, dim):
    return (x * 0).as_subclass(All)

check(softmax)""",
    "the cases by heart": by_heart(),
    "silent about its gradient": calls(
        "    if x.requires_grad:\n        os._exit(0)\n    return x.detach().softmax(dim)",
        "import os",
    ),
    "another's notebook, copied": does(
        "copy()",
        "import pathlib\n\ndef copy():\n    others = pathlib.Path('{others}')\n"
        "    right = (others / 'kim' / 'answers.ipynb').read_bytes()\n"
        "    for path in others.glob('*/*.ipynb'):\n        path.write_bytes(right)",
    ),
    "another's notebook, read": calls(
        "    cell = json.loads(open('{others}/kim/answers.ipynb').read())['cells'][2]['source']\n"
        "    space = dict(torch=torch, check=print)\n    exec(cell, space)\n"
        "    return space['softmax'](x, dim)",
        "import json",
    ),
    "a link in the place of a notebook": does(
        "link()",
        "import os\n\ndef link():\n"
        "    mine = '{others}/a link in the place of a notebook/answers.ipynb'\n"
        "    os.unlink(mine)\n    os.symlink('{others}/kim/answers.ipynb', mine)",
    ),
}

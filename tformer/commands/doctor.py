"""What the course needs on this machine, and in plain words what is missing."""

import os
import shutil
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tformer.pretrained import ASSETS, INSTALLED, MODELS

NEEDED = ("torch", "einops", "jaxtyping", "safetensors", "regex", "tqdm", "numpy", "platformdirs",
          "filelock", "matplotlib", "ipywidgets", "anywidget", "jupyterlab")  # fmt: skip


@dataclass(frozen=True)
class Need:
    """One thing that the course needs: what was found, and what to do where it is not fine."""

    fine: bool
    found: str
    remedy: str

    def __str__(self) -> str:
        return f"ok       {self.found}" if self.fine else f"MISSING  {self.found}: {self.remedy}"


def _model(name: str, readable: bool) -> Need:
    """Is a shipped model there, and where it can be read, is it whole, checksum and all?"""
    path, what = ASSETS / f"{name}.safetensors", f"the {name} model"
    if not path.is_file():
        return Need(False, what, "fetch it again")
    if readable:
        from tformer.checkpoints import CheckpointError, read

        try:
            read(path)
        except (CheckpointError, OSError) as error:
            return Need(False, what, f"{error}; fetch this file again")
    return Need(True, what, "")


def needs() -> list[Need]:
    """Look at Python, packages, models, lessons and disk; nothing is changed."""
    here = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    needed = NEEDED[: len(NEEDED) - INSTALLED]  # the package alone does without JupyterLab
    missing = [name for name in needed if find_spec(name) is None]
    lessons = len(list((ASSETS.parent / "notebooks").glob("[0-9]*.ipynb")))
    free = shutil.disk_usage(Path.cwd()).free
    return [
        Need(sys.version_info >= (3, 11), here, "install Python 3.11 or newer"),
        Need(not missing, f"{len(needed) - len(missing)} of {len(needed)} packages",
                f"pip install -r requirements.txt brings {', '.join(missing)}"),
        *(_model(name, not missing) for name in MODELS),
        Need(lessons > 0 or INSTALLED, f"{lessons} lessons", "clone the whole repository"),
        Need(free > 5e8 and os.access(Path.cwd(), os.W_OK), f"{free / 1e9:.0f} GB free here",
                "make room, or work in a folder that you may write to"),
    ]  # fmt: skip


def advice() -> str:
    """What is missing, a line each; where nothing is, the same line on every machine."""
    lacking = [str(need) for need in needs() if not need.fine]
    return "\n".join(lacking) or (
        "Ready: Python, packages, models, lessons and disk are as the course needs them."
    )


def command(args) -> int:
    """Print what was found; the exit status is 1 if something is missing."""
    found = needs()
    print(*found, sep="\n")
    if find_spec("torch"):
        import torch

        gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else "none, none needed"
        print(f"note     torch {torch.__version__}, {torch.get_num_threads()} threads, GPU: {gpu}")
    return 0 if all(need.fine for need in found) else 1

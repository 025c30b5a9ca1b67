"""A file beside the notebook that hides a module of Python's own is refused by name."""

import os
import sys


def refuse_hidden() -> None:
    """Raise ImportError, in one sentence, for a file such as ``random.py`` beside the notebook that
    is found in the place of Python's own, if torch cannot be imported for it."""
    try:
        folder = os.path.abspath(sys.path[0] or ".")
        names = {name[:-3] for name in os.listdir(folder) if name.endswith(".py")}
    except OSError:
        return
    places = {name: getattr(sys.modules.get(name), "__file__", None) or os.path.join(folder, name)
              for name in sorted(names & sys.stdlib_module_names)}  # fmt: skip
    hiding = [f"{name}.py" for name, place in places.items() if os.path.dirname(place) == folder]
    try:
        if hiding:
            import torch  # noqa: F401 (it needs most of them)
    except Exception as error:
        if getattr(error, "name", "") != "torch":
            raise ImportError(f"In {folder}, {' and '.join(hiding)} hides what Python itself has "
                              f"under that name: rename it, and start again ({error})"
                              ) from None  # fmt: skip

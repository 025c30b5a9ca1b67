"""python -m tformer checkup FILE.py:make --vocab 65: the check-up of a model that a file makes."""

import importlib
import importlib.util
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from tformer import checkup


def command(args) -> int:
    """Print the card, or with ``--json`` what a machine reads; 1 where there is a fault."""
    module, name = loaded(args.model)
    named = {"make": name, "call": args.call, "loss": args.loss, "cached": args.cached}
    made = {key: function(module, own) for key, own in named.items() if own}
    card = checkup.examine(**made, vocab=args.vocab, src_vocab=args.src_vocab, pad=args.pad,
                           causal=False if args.two_sided else None)  # fmt: skip
    print(json.dumps(card.as_dict(), indent=1) if args.json else card)
    return 1 if card.faults else 0


def loaded(where: str) -> tuple[ModuleType, str]:
    """The module of ``file.py:make`` or ``package.module:make``, and the name; ValueError else."""
    place, _, name = where.rpartition(":")
    if not (place and name.isidentifier()):
        raise ValueError(f"{where!r} names no function; say my_model.py:make")
    if not place.endswith(".py"):
        sys.path.insert(0, "")
        return importlib.import_module(place), name
    path = Path(place)
    if not path.is_file():
        raise ValueError(f"there is no file {place}")
    sys.path.insert(0, str(path.resolve().parent))  # it may import its neighbours
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module, name


def function(module: ModuleType, name: str) -> Callable:
    """What is called so in the module; ValueError where there is none."""
    found = getattr(module, name, None)
    if not callable(found):
        raise ValueError(f"{module.__name__} has no function {name}")
    return found

"""A learner's function as plain data, built again in another process.

Its source goes with all that it names, as a module that stands alone (``keeping``), and values of
the notebook that no source tells (tensors, lists of them) go beside it. An object cannot be sent.
"""

import linecache
from collections.abc import Callable
from typing import Any

from .foreign import Foreign, plain
from .keeping import CannotStandAlone, standing_alone

FILE = "<answer>"  # the file that a rebuilt function names


class Unsendable(Exception):
    """There is something that cannot be told in plain data."""


def parcel(fn: Callable) -> list:
    """The function's name, its module's source, names and values beside it. Raises: Unsendable."""
    beside: dict[str, Any] = {}
    try:
        source = standing_alone(fn, fn.__name__, beside)
    except CannotStandAlone as error:
        raise Unsendable(str(error)) from error
    values = [*map(plain, beside.values())]
    for name, value in zip(beside, values, strict=True):
        if value is None or _holds_foreign(value):
            raise Unsendable(f"{name} is a {type(beside[name]).__name__}")
    return [fn.__name__, source, [*beside], values]


def rebuilt(sent: list) -> Callable:
    """The function of a parcel, in a namespace of its own."""
    name, source, names, values = sent
    linecache.cache[FILE] = (len(source), None, source.splitlines(keepends=True), FILE)
    scope = {"__name__": "answer", **dict(zip(names, values, strict=True))}
    exec(compile(source, FILE, "exec"), scope)
    return scope[name]


def _holds_foreign(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(map(_holds_foreign, value))
    return isinstance(value, Foreign)

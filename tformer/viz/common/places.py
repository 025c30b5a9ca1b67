"""The settings of a figure's controls by place: the third step of a slider, the second choice.

A setting's key is the list of these places, as JSON. So the kernel and the browser use the same key
for a setting, whatever its choices are and however the floats on its sliders were rounded.
"""

import itertools
import json
import math
from collections.abc import Iterator
from typing import Any

import ipywidgets as widgets

from tformer.viz.common.controls import spec

MOST = 2000  # settings that are looked through one by one


def place(control: widgets.ValueWidget) -> Any:
    """Where a control stands; of a text, or of a control without steps, its value."""
    form = _form(control)
    if form in ("walk", "select"):
        return control.index
    if form == "range" and control.step:
        return round((_along(control, control.value) - control.min) / control.step)
    return int(control.value) if form == "check" else control.value


def every(control: widgets.ValueWidget) -> list[Any]:
    """Its values place by place; only the present one of a text or a slider without end."""
    form = _form(control)
    if form in ("walk", "select"):
        return list(control._options_values)
    if form == "check":
        return [False, True]
    if form != "range" or not control.step:
        return [control.value]
    count = math.floor((control.max - control.min) / control.step + 1e-9) + 1
    if count > MOST:
        return [control.value]
    whole = isinstance(control.value, int)
    steps = [control.min + n * control.step for n in range(count)]
    if hasattr(control, "base"):
        return [control.base**step for step in steps]
    return [int(step) if whole else round(step, 12) for step in steps]


def key(controls: dict[str, widgets.ValueWidget], **other: Any) -> str:
    """The name of the present setting, with some controls at another place; as controls.js."""
    places = [other.get(name, place(control)) for name, control in controls.items()]
    return json.dumps(places, separators=(",", ":"), ensure_ascii=False, default=str)


def nearest(controls: dict[str, widgets.ValueWidget]) -> Iterator[tuple[str, dict[str, Any]]]:
    """(key, values) of the other settings: first what one move reaches, and near before far.

    Of a grid of more than `MOST` settings only what one control's moves reach.
    """
    values = {name: every(control) for name, control in controls.items()}
    here = {name: place(control) if len(values[name]) > 1 else 0
            for name, control in controls.items()}  # fmt: skip
    free = [name for name in controls if len(values[name]) > 1 and here[name] is not None]
    moves = [{name: n} for name in free for n in range(len(values[name])) if n != here[name]]
    if math.prod(len(values[name]) for name in free) <= MOST:
        grid = itertools.product(*(range(len(values[name])) for name in free))
        settings = (dict(zip(free, at, strict=True)) for at in grid)
        changed = ({name: n for name, n in s.items() if n != here[name]} for s in settings)
        moves += [change for change in changed if len(change) > 1]

    def far(change: dict[str, int]) -> tuple[int, int]:
        return len(change), sum(abs(n - here[name]) for name, n in change.items())

    now = {name: control.value for name, control in controls.items()}
    for change in sorted(moves, key=far):
        yield key(controls, **change), now | {name: values[name][n] for name, n in change.items()}


def _along(control, value: float) -> float:
    """A value as the slider's own scale has it: of a logarithmic one the exponent."""
    return math.log(value, control.base) if hasattr(control, "base") else value


def _form(control: widgets.ValueWidget) -> str:
    try:
        return spec("", control)["kind"]
    except TypeError:
        return ""

"""The explorer without a kernel: one page whose controls walk frames computed beforehand."""

import html
import itertools
import json
import pathlib
from base64 import b64encode
from collections.abc import Callable
from typing import Any

from tformer.viz.controls import positions, short
from tformer.viz.figure import caption_html
from tformer.viz.maps import Maps

SCRIPT = pathlib.Path(__file__).with_name("explorer.js")
FRAMES, PAGE_BYTES = 21, 6_000_000


def payload(sentences: list[Maps]) -> dict[str, Any]:
    """What explorer.js draws."""
    return {"sentences": [maps.payload() for maps in sentences]}


def spec(name: str, control) -> dict[str, Any]:
    """A control as explorer.js offers it: native, labelled, beside the picture.

    Raises:
        TypeError: a kind of control that explorer.js has no native form for.
    """
    told = {"name": name, "label": control.description or name}
    if hasattr(control, "index") and isinstance(control.index, int | None):
        kind = "walk" if type(control).__name__ == "SelectionSlider" else "select"
        return told | {"kind": kind, "options": [str(x) for x in control._options_labels]}
    if isinstance(control.value, bool):
        return told | {"kind": "check"}
    if isinstance(control.value, str):  # a Combobox brings texts to pick from
        return told | {"kind": "text", "options": list(getattr(control, "options", ()))}
    if isinstance(control.value, int | float):
        if not hasattr(control, "min"):
            return told | {"kind": "number"}
        told |= {"kind": "range", "min": control.min, "max": control.max, "step": control.step}
        return told | ({"base": control.base} if hasattr(control, "base") else {})
    raise TypeError(
        f"{name} is a {type(control).__name__}; give a slider, a list, a bool or a text"
    )


def told(control) -> Any:
    """The setting of a control as explorer.js reads it: a choice by its place in the list."""
    return control.index if hasattr(control, "index") else control.value


def trouble(error: Exception) -> str:
    """What went wrong, as the reader is told: a ValueError's own words say it in full."""
    words = str(error)
    return words if type(error) is ValueError and words else f"{type(error).__name__}: {words}"


def walk(frame: Callable, controls: dict, values: dict, now: list[Maps]):
    """Controls whose positions are all computed beforehand, and the frames in their order.

    There are at most `FRAMES` positions a control, and fewer where a page would become too large;
    a control for which there is no room keeps its value.
    """
    size = sum(maps.weights.nbytes * (1 if maps.scores is None else 2) for maps in now)
    room = max(3, min(3 * FRAMES, PAGE_BYTES // size))
    axes, count = {}, 1
    for name, control in controls.items():
        found = positions(control, min(FRAMES, room // count))
        if len(found) > 1 and count * len(found) <= room:
            axes[name], count = found, count * len(found)
    frames = []
    for point in itertools.product(*axes.values()):
        try:
            frames.append(payload(frame(**{**values, **dict(zip(axes, point, strict=True))})))
        except Exception as error:
            frames.append({"error": trouble(error)})
    return [_walked(name, controls[name], found) for name, found in axes.items()], frames


def _walked(name: str, control, found: list) -> dict[str, Any]:
    """A control over the places of `found` instead of over its values."""
    form, value = spec(name, control), control.value
    if form["kind"] in ("select", "walk") and len(found) == len(form["options"]):
        return form | {"value": control.index}
    if value in found:
        at = found.index(value)
    elif isinstance(value, str):
        at = 0
    else:
        at = min(range(len(found)), key=lambda n: abs(found[n] - value))
    kind = {"check": "check", "text": "select"}.get(form["kind"], "walk")
    return form | {"kind": kind, "options": [short(x) for x in found], "value": at}


def explorer_page(page: dict[str, Any], still: str) -> str:
    """The script, its data and a still picture for where no script runs, as one fragment.

    It holds no id: a document may show the same figure twice, and each copy finds its own data.
    Written to a file as it is, it opens in a browser; hence the word on its encoding.
    """
    return (
        '<meta charset="utf-8"><div data-tf-explorer><script type="application/json">'
        f"{script_json(page)}</script>{still}</div>"
        f'<script type="module">{SCRIPT.read_text("utf-8")}\n'
        'for (const host of document.querySelectorAll("[data-tf-explorer]")) mount(host);</script>'
    )


def still_html(png: bytes, alt: str, caption: str) -> str:
    """The stored strip with its sentence: what a reader without scripts sees."""
    said, data = html.escape(alt, quote=True), b64encode(png).decode()
    picture = f'<img style="max-width:100%" alt="{said}" src="data:image/png;base64,{data}">'
    return picture + caption_html(caption, alt)


def script_json(value: Any) -> str:
    """JSON that can stand in a script: ASCII, and no character that could end it."""
    packed = json.dumps(value, default=_base64)
    return packed.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _base64(value: bytes) -> str:
    return b64encode(value).decode()

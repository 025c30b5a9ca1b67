"""The live figure without a kernel: one fragment whose controls walk frames drawn beforehand."""

import itertools
import math
from typing import Any

from tformer.viz.common import places
from tformer.viz.common.controls import Controlled, walked
from tformer.viz.common.page_budget import ROOM
from tformer.viz.common.scripts import fragment, packed_json
from tformer.viz.common.still import still_html

FRAMES, BYTES = 5000, 1_000_000  # at most, of one figure


def frames_page(figure: Controlled) -> str:
    """The script, its frames and a picture for where no script runs, as one fragment."""
    still = still_html(*figure.still(), figure.caption)
    return fragment("data-tf-frames", walk(figure), still)


def walk(figure: Controlled) -> str:
    """The figure and the frames of its settings, packed: all that the page has room for."""
    widget, room, most = figure.widget(), ROOM.half(BYTES), FRAMES
    drawn: dict[str, dict] = {}
    while True:
        axes = grid(figure.controls, most)
        frames = []
        for point in itertools.product(*axes.values()):
            name = repr(point)
            if name not in drawn:
                drawn[name] = _frame(figure, dict(zip(axes, point, strict=True)))
            frames.append(drawn[name])
        page = packed_json({
            "controls": [walked(n, figure.controls[n], found) for n, found in axes.items()],
            "note": _left_out(figure.controls, axes), "caption": figure.caption,
            "size": widget.size, "longest": widget.longest, "base": widget.base,
        } | _shared(frames))  # fmt: skip
        if len(page) <= room or most < 6:
            ROOM.take(len(page))
            return page
        most = min(most, len(frames)) * 3 // 4


def _shared(frames: list[dict]) -> dict[str, list]:
    """The frames, and once for all of them the parts that they name by number."""
    parts: dict[str, int] = {}
    told = []
    for frame in frames:
        numbers = {n: parts.setdefault(text, len(parts))
                   for n, text in frame.get("parts", {}).items()}  # fmt: skip
        told.append(frame | {"parts": numbers})
    return {"frames": told, "parts": list(parts)}


def grid(controls: dict[str, Any], most: int) -> dict[str, list[Any]]:
    """The values of each control that are drawn: all, or of the longest ones every other."""
    axes = {name: places.every(control) for name, control in controls.items()}
    axes = {name: found for name, found in axes.items() if len(found) > 1}
    counts = {name: len(found) for name, found in axes.items()}
    while math.prod(counts.values()) > most and max(counts.values()) > 2:
        longest = max(counts, key=counts.get)
        counts[longest] = math.ceil(counts[longest] / 2)
    return {name: _some(found, counts[name], controls[name].value) for name, found in axes.items()}


def _some(found: list, count: int, now: Any) -> list:
    """`count` values from first to last, and among them the present one."""
    if count == len(found):
        return found
    kept = [round(n * (len(found) - 1) / (count - 1)) for n in range(count)]
    at = next((n for n, value in enumerate(found) if value == now), None)
    if at is not None and at not in kept:
        kept[min(range(count), key=lambda n: abs(kept[n] - at))] = at
    return [found[n] for n in kept]


def _frame(figure: Controlled, values: dict[str, Any]) -> dict[str, Any]:
    try:
        return figure.drawn(values).told()
    except Exception as error:
        return {"error": f"This setting failed. {type(error).__name__}: {error}"}


def _left_out(controls: dict[str, Any], axes: dict[str, list]) -> str:
    """What a page without a kernel cannot do, in words."""
    said = []
    for name, control in controls.items():
        called, count = name.replace("_", " "), len(places.every(control))
        if name not in axes:
            said.append(f"Without a kernel, “{called}” stays as it is.")
        elif len(axes[name]) < count:
            said.append(f"Without a kernel, “{called}” has {len(axes[name])} of its {count} steps.")
    return " ".join(said)

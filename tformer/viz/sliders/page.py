"""The live figure without a kernel: one fragment whose controls walk frames drawn beforehand."""

import io
import itertools
import math
from base64 import b64encode
from typing import Any

from PIL import Image

from tformer.viz.sliders.film import Frame
from tformer.viz.stage import places
from tformer.viz.stage.controls import Controlled, walked
from tformer.viz.stage.room import ROOM
from tformer.viz.stage.scripts import fragment, script_json
from tformer.viz.stage.still import still_html

FRAMES, BYTES = 240, 1_000_000  # at most, of one figure


def frames_page(figure: Controlled) -> str:
    """The script, its frames and a picture for where no script runs, as one fragment."""
    widget = figure.widget()
    controls, frames, note = walk(figure)
    page = {
        "controls": controls, "frames": frames, "note": note, "caption": figure.caption,
        "size": widget.size, "longest": widget.longest, "base": small(widget.base),
    }  # fmt: skip
    still = still_html(*figure.still(), figure.caption)
    return fragment("data-tf-frames", script_json(page), still)


def walk(figure: Controlled) -> tuple[list[dict], list[dict], str]:
    """Controls whose settings are all drawn, the frames in their order, and what was left out."""
    drawn: dict[str, dict] = {}
    most, room = FRAMES, ROOM.share(BYTES)
    while True:
        axes = grid(figure.controls, most)
        frames = []
        for point in itertools.product(*axes.values()):
            values = dict(zip(axes, point, strict=True))
            name = repr(point)
            if name not in drawn:
                drawn[name] = _frame(figure, values)
            frames.append(drawn[name])
        size = sum(len(frame.get("png", "")) + len(frame.get("alt", "")) for frame in frames)
        if size <= room or most < 6:
            ROOM.take(size)
            forms = [walked(name, figure.controls[name], found) for name, found in axes.items()]
            return forms, frames, _left_out(figure.controls, axes)
        most = most * 3 // 4


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
        frame: Frame = figure.drawn(values)
    except Exception as error:
        return {"error": f"This setting failed. {type(error).__name__}: {error}"}
    return {"x": frame.x, "y": frame.y, "alt": frame.alt, "png": small(frame.png)}


def small(png: bytes) -> str:
    """The same pixels in fewer bytes, in base64: a page waits for no hand, it has time."""
    packed = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGBA").save(packed, "WEBP", lossless=True, method=4)
    return b64encode(packed.getvalue()).decode()


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

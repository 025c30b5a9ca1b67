"""Layers drawn as the papers draw them: sublayers from bottom to top, a skip arrow around each."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch
from matplotlib.text import Text

from tformer.viz.style import GREY, INK, ORANGE, PALE, SKY

WIDTH, HEIGHT, SKIP, GAP = 1.5, 0.5, 1.1, 0.3  # of a box; how far a skip goes; between boxes
Box = tuple[FancyBboxPatch, Text]


def draw_layer(axes: Axes, sublayers: Sequence[str], *, order: str | None = "post",
               size: float = 10) -> dict[str, Box]:  # fmt: skip
    """Draw ``sublayers``, the first at the bottom, into empty axes.

    ``order``: "post" puts a norm after each sum, "pre" one before each sublayer, None draws none.
    Returns each box by its name; the norms are "norm 0", "norm 1", ... Change one with `mute`.
    """
    if order not in ("post", "pre", None):
        raise ValueError(f'order must be "post", "pre" or None, got {order!r}')
    boxes: dict[str, Box] = {}
    y = 0.0
    for n, name in enumerate(sublayers):
        norm = [f"norm {n}"] if order else []
        branch = [*norm, name] if order == "pre" else [name]
        start = y
        y += GAP
        for part in branch:
            boxes[part] = _box(axes, part, y, size)
            y += HEIGHT + GAP
        top = y + 0.13
        _line(axes, [0, 0], [start, top - 0.13])
        _line(axes, [0, SKIP, SKIP], [start + 0.1, start + 0.1, top])
        axes.annotate("", (0.13, top), (SKIP, top), arrowprops=dict(arrowstyle="->", color=INK))
        axes.text(0, top, "+", ha="center", va="center", fontsize=size, zorder=4,
                  bbox=dict(boxstyle="circle,pad=0.15", fc="white", ec=INK))  # fmt: skip
        y = top + 0.13
        if order == "post":
            boxes[norm[0]] = _box(axes, norm[0], y + GAP, size)
            _line(axes, [0, 0], [y, y + GAP])
            y += GAP + HEIGHT
    axes.annotate("", (0, y + 0.45), (0, y), arrowprops=dict(arrowstyle="->", color=INK))
    axes.set(xlim=(-1.1, 1.5), ylim=(-0.1, y + 0.5))
    axes.axis("off")
    return boxes


def mute(box: Box, muted: bool) -> None:
    """Grey a box out, or bring it back."""
    patch, text = box
    face = "white" if muted else _colour(text.get_text())
    patch.set(facecolor=face, linestyle="dotted" if muted else "solid")
    text.set_color(GREY if muted else INK)


def _colour(name: str) -> str:
    return PALE if name.startswith("norm") else ORANGE if "feed" in name else SKY


def _line(axes: Axes, x: list[float], y: list[float]) -> None:
    axes.plot(x, y, color=INK, lw=1, zorder=1)


def _box(axes: Axes, name: str, y: float, size: float) -> Box:
    corner = (-WIDTH / 2, y)
    style = dict(boxstyle="round,pad=0,rounding_size=0.1", ec=INK, fc=_colour(name), zorder=2)
    patch = axes.add_patch(FancyBboxPatch(corner, WIDTH, HEIGHT, **style))
    where = dict(ha="center", va="center", fontsize=size, color=INK, zorder=3)
    return patch, axes.text(0, y + HEIGHT / 2, name, **where)

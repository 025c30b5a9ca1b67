"""Layers and stacks as the papers draw them: from bottom to top, a skip arrow around each part."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch
from matplotlib.text import Text

from tformer.viz.common.style import BLUE, GREY, INK, ORANGE, PALE, SKY

WIDTH, HEIGHT, SKIP, GAP = 1.5, 0.5, 1.1, 0.3  # of a box; how far a skip goes; between boxes
STACKS = {
    "encoder": ("source ids", "self-attention", "feed-forward"),
    "decoder": ("target ids", "causal attention", "cross-attention", "feed-forward"),
}
APART = 3.2  # from the encoder's middle to the decoder's
Drawn = tuple[FancyBboxPatch, Text]


def draw_layer(axes: Axes, sublayers: Sequence[str], *, order: str | None = "post",
               size: float = 10, at: tuple[float, float] = (0, 0)) -> dict[str, Drawn]:  # fmt: skip
    """Draw ``sublayers``, the first at the bottom, into axes; the stream enters at ``at``.

    ``order``: "post" puts a norm after each sum, "pre" one before each sublayer, None draws none.
    Returns each box by its name; the norms are "norm 1", "norm 2", ..., as in
    `layers`. Change one with `mute`.
    """
    if order not in ("post", "pre", None):
        raise ValueError(f'order must be "post", "pre" or None, got {order!r}')
    boxes: dict[str, Drawn] = {}
    x, y = at
    for n, name in enumerate(sublayers):
        norm = [f"norm {n + 1}"] if order else []
        branch = [*norm, name] if order == "pre" else [name]
        start = y
        y += GAP
        for part in branch:
            boxes[part] = _box(axes, part, (x, y), size)
            y += HEIGHT + GAP
        top = y + 0.13
        _line(axes, [x, x], [start, top - 0.13])
        _line(axes, [x, x + SKIP, x + SKIP], [start + 0.1, start + 0.1, top])
        _arrow(axes, (x + SKIP, top), (x + 0.13, top))
        axes.text(x, top, "+", ha="center", va="center", fontsize=size, zorder=4,
                  bbox=dict(boxstyle="circle,pad=0.15", fc="white", ec=INK))  # fmt: skip
        y = top + 0.13
        if order == "post":
            boxes[norm[0]] = _box(axes, norm[0], (x, y + GAP), size)
            _line(axes, [x, x], [y, y + GAP])
            y += GAP + HEIGHT
    _arrow(axes, (x, y), (x, y + 0.45))
    axes.set(xlim=(x - 1.1, x + 1.5), ylim=(at[1] - 0.1, y + 0.5))
    axes.axis("off")
    return boxes


def draw_transformer(axes: Axes, *, size: float = 8) -> dict[tuple[str, str], Drawn]:
    """Draw the encoder-decoder of 2017 into empty axes, from the ids at the bottom to the logits.

    One layer of each stack stands for N; the memory's way leads into cross-attention. Returns
    each box by stack and name, such as ("decoder", "cross-attention"). Source: "Attention Is All
    You Need", figure 1.
    """
    boxes: dict[tuple[str, str], Drawn] = {}
    for column, (side, (ids, *sublayers)) in enumerate(STACKS.items()):
        x, y = column * APART, 2 * HEIGHT + GAP
        around = {ids: (x, 0.0), "embed, place": (x, HEIGHT + GAP)}
        boxes |= {(side, name): _box(axes, name, at, size) for name, at in around.items()}
        _line(axes, [x, x], [HEIGHT, HEIGHT + GAP])
        layer = draw_layer(axes, sublayers, size=size, at=(x, y))
        boxes |= {(side, name): box for name, box in layer.items()}
        top = max(patch.get_y() for patch, _ in layer.values()) + HEIGHT
        corner, frame = (x - 1, y + 0.04), dict(fc="none", ec=GREY, ls="dotted", zorder=0)
        style = dict(boxstyle="round,pad=0,rounding_size=0.15", **frame)
        axes.add_patch(FancyBboxPatch(corner, 2.3, top + 0.04 - y, **style))
        outside = (-1.1, "right") if column == 0 else (x + 1.4, "left")
        axes.text(outside[0], (y + top) / 2, "× N", ha=outside[1], va="center", fontsize=size + 2)
        axes.text(x, -0.42, side, ha="center", fontsize=size + 1)
    boxes["decoder", "linear"] = _box(axes, "linear", (APART, top + 0.45), size)
    _memory(axes, boxes, size)
    axes.set(xlim=(-1.6, APART + 1.95), ylim=(-0.55, top + 0.45 + HEIGHT + 0.1))
    return boxes


def _memory(axes: Axes, boxes: dict[tuple[str, str], Drawn], size: float) -> None:
    """The encoder's output, led into the decoder's cross-attention."""
    start = boxes["encoder", "norm 2"][0].get_y() + HEIGHT + 0.45
    end = boxes["decoder", "cross-attention"][0].get_y() + HEIGHT / 2
    middle, edge = APART / 2 + 0.2, APART - WIDTH / 2
    axes.plot([0, middle, middle], [start, start, end], color=BLUE, lw=2, zorder=1)
    style = dict(arrowstyle="->", color=BLUE, lw=2)
    axes.annotate("", (edge, end), (middle - 0.02, end), arrowprops=style)
    axes.text(middle / 2, start + 0.1, "memory", ha="center", color=BLUE, fontsize=size + 1)


def mute(box: Drawn, muted: bool) -> None:
    """Grey a box out, or bring it back."""
    patch, text = box
    face = "white" if muted else _colour(text.get_text())
    patch.set(facecolor=face, linestyle="dotted" if muted else "solid")
    text.set_color(GREY if muted else INK)


def _colour(name: str) -> str:
    return PALE if name.startswith("norm") else ORANGE if "feed" in name else SKY


def _line(axes: Axes, x: list[float], y: list[float]) -> None:
    axes.plot(x, y, color=INK, lw=1, zorder=1)


def _arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    axes.annotate("", end, start, arrowprops=dict(arrowstyle="->", color=INK))


def _box(axes: Axes, name: str, at: tuple[float, float], size: float) -> Drawn:
    x, y = at
    corner = (x - WIDTH / 2, y)
    style = dict(boxstyle="round,pad=0,rounding_size=0.1", ec=INK, fc=_colour(name), zorder=2)
    patch = axes.add_patch(FancyBboxPatch(corner, WIDTH, HEIGHT, **style))
    where = dict(ha="center", va="center", fontsize=size, color=INK, zorder=3)
    return patch, axes.text(x, y + HEIGHT / 2, name, **where)

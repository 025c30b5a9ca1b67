"""Attention maps side by side as a still picture, for notebooks read without a kernel."""

import warnings

import numpy as np
from matplotlib.patches import Rectangle
from PIL import Image

from tformer.viz.figure import png_bytes
from tformer.viz.maps import Maps, two
from tformer.viz.style import DIVERGING, GREY, SEQUENTIAL, subplots

MAUVE, PALE_MAUVE = "#c9b6d8", "#f4eef8"  # the stripes of masked cells, as in explorer.js
Panel = tuple[str, Maps, int, int]  # title, maps, layer, head


def chosen_heads(maps: Maps, layer: int, head: int) -> list[Panel]:
    """The head on show where there are scores to explain it, else up to three heads (or layers)."""
    layers, heads = maps.weights.shape[:2]
    if maps.scores is not None:
        places = [(layer, head)]
    elif heads > 1:
        places = [(layer, n) for n in sorted({0, (heads - 1) // 2, heads - 1})]
    else:
        places = [(n, 0) for n in sorted({0, (layers - 1) // 2, layers - 1})]
    return [(f"layer {n + 1}, head {h + 1}", maps, n, h) for n, h in places]


def draw_strip(panels: list[Panel]) -> tuple[bytes, str]:
    """PNG bytes of the panels side by side, and the sentence that describes them.

    A single panel with scores becomes three: raw scores, scaled and masked ones, weights.
    """
    alt = " ".join(
        f"{title.rstrip('.')}: {maps.alt(layer, head)}" for title, maps, layer, head in panels
    )
    drawn = [(maps, title, _weights(maps, n, h), False) for title, maps, n, h in panels]
    _, maps, layer, head = panels[0]
    if len(panels) == 1 and maps.scores is not None:
        scores = np.ma.array(maps.scores[layer, head])
        scaled = np.ma.array(scores * maps.scale, mask=maps.masked(layer, head))
        drawn = [
            (maps, "scores q·k", scores, True),
            (maps, f"× {maps.scale:.3g}, masked", scaled, True),
            (maps, "softmax: weights", _weights(maps, layer, head), False),
        ]
    rows, cols = (max(values.shape[n] for _, _, values, _ in drawn) for n in (0, 1))
    width, height = 4.0 * len(drawn), 1.4 + 3.0 * min(1.6, max(0.4, rows / cols))
    figure, axes = subplots(1, len(drawn), width=width, height=height, squeeze=False)
    for ax, parts in zip(axes[0], drawn, strict=True):
        _draw(ax, *parts, first=ax is axes[0][0])
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # a script that matplotlib's font lacks
        figure.canvas.draw()
    picture = Image.fromarray(np.asarray(figure.canvas.buffer_rgba())[..., :3].copy())
    return png_bytes(picture, 9), alt


def _weights(maps: Maps, layer: int, head: int) -> np.ma.MaskedArray:
    return np.ma.array(maps.weights[layer, head], mask=maps.masked(layer, head))


def _draw(ax, maps: Maps, title: str, values, signed: bool, *, first: bool) -> None:
    rows, cols = values.shape
    most = (float(np.abs(values).max()) or 1.0) if signed else 1.0
    box = (-0.5, -0.5), cols, rows
    ax.add_patch(Rectangle(*box, facecolor=PALE_MAUVE, edgecolor=MAUVE, hatch="////", linewidth=0))
    cmap, low = (DIVERGING, -most) if signed else (SEQUENTIAL, 0.0)
    image = ax.imshow(values, cmap=cmap, vmin=low, vmax=most, aspect="equal", zorder=2)
    ax.set_title(_cut(title, 40), parse_math=False, pad=8)
    _ticks(ax.xaxis, maps.keys, rotation=45, ha="left", rotation_mode="anchor")
    _ticks(ax.yaxis, maps.queries)
    ax.xaxis.tick_top()
    ax.set_xlabel("key (is looked at)", color=GREY)
    if first:
        ax.set_ylabel("query (looks)", color=GREY)
    for spine in ax.spines.values():
        spine.set_visible(False)
    ax.tick_params(length=0)
    if values.size > 110:
        return
    for (q, k), value in np.ndenumerate(values.filled(np.nan)):
        if np.isnan(value):
            continue
        red, green, blue, _ = image.cmap(image.norm(value))
        ink = "#111111" if 0.3 * red + 0.59 * green + 0.11 * blue > 0.47 else "#ffffff"
        text = f"{value:.1f}" if signed else two(value).removeprefix("0")
        ax.text(k, q, text, ha="center", va="center", color=ink, fontsize=8, zorder=3)


def _ticks(axis, tokens: list[str], **style) -> None:
    places = range(0, len(tokens), -(-len(tokens) // 32))
    names = [_cut(tokens[n], 14) for n in places]
    size = 9 if len(tokens) < 20 else 7
    axis.set_ticks(list(places), names, fontsize=size, parse_math=False, **style)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"

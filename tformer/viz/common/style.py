"""The look of every figure: one set of colours that colour-blind readers tell apart, one canvas."""

import itertools
import math
import os
from collections.abc import Iterable
from typing import Any

import matplotlib
from cycler import cycler
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Canvas
from matplotlib.text import Text

# Okabe and Ito's palette, distinct under the common colour-vision deficiencies; their vermilion,
# which reads as orange where it is light, gives way to Paul Tol's red.
BLUE, ORANGE, SKY, GREEN, PURPLE, RED = (
    "#0072B2",
    "#E69F00",
    "#56B4E9",
    "#009E73",
    "#CC79A7",
    "#CC3311",
)
INK, GREY, PALE = "#222222", "#6E6E6E", "#D8D8D8"
SEQUENTIAL, DIVERGING = "cividis", "PuOr"

# Letters are thin: in these companions of the same hue they are read on white and on pale bands,
# with a contrast of 4.5 at least.
LETTERS = {
    ORANGE: "#9E5600",
    SKY: "#15719F",
    GREEN: "#007A59",
    PURPLE: "#A0457A",
}
_LETTERS = {name.lower(): letters for name, letters in LETTERS.items()}

# Pixels of an inch; text and sizes are thought at 100, so that one is about a CSS pixel. Pages that
# hold all their pictures have room for no more.
DPI = 100 if os.environ.get("TFORMER_PAGE") else 140
WIDEST = 1.4  # times that size a figure may grow on the page
PANEL = 0.12  # of a figure's width: what is narrower is none of its panels
SMALLEST = 10  # CSS pixels of text, below which a figure does not shrink

STYLE = {
    "font.size": 11,
    "axes.prop_cycle": cycler(color=[BLUE, ORANGE, GREEN, PURPLE, SKY, RED]),
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.titlesize": 11,
    "axes.axisbelow": True,
    "grid.color": PALE,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "image.cmap": SEQUENTIAL,
}


def subplots(rows: int = 1, cols: int = 1, *, width: float = 5.0, height: float = 3.0, **kwargs):
    """A matplotlib figure and its axes in the course's style, like ``plt.subplots``.

    The figure belongs to nobody but its holder: pyplot does not know it, so it is never shown
    twice. `width` and `height` are in inches, of about 100 pixels on the page.
    """
    with matplotlib.rc_context(STYLE):
        figure = Canvas(figsize=(width, height), dpi=DPI, layout="constrained")
        FigureCanvasAgg(figure)
        return figure, figure.subplots(rows, cols, **kwargs)


def legible(texts: Iterable[Text]) -> None:
    """Letters in a colour of lines get its darker companion."""
    for text in texts:
        colour = text.get_color()
        if isinstance(colour, str) and colour.lower() in _LETTERS:
            text.set_color(_LETTERS[colour.lower()])


def size_of(figure: Canvas) -> dict[str, Any]:
    """CSS pixels of a figure, between which widths a page may show it, and its panels."""
    inches, high = figure.get_size_inches()
    texts = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text()]
    least = min((text.get_fontsize() for text in texts), default=SMALLEST) / 72  # inches
    return {
        "width": round(100 * inches),
        "height": round(100 * high),
        "most": round(WIDEST * 100 * inches),
        "least": math.ceil(min(SMALLEST * inches / least, WIDEST * 100 * inches)),
        "panels": panels(figure),
    }


def panels(figure: Canvas) -> list[list[int]]:
    """What stands side by side, for a page so narrow that it must stand in rows: x, y, width and
    height of each, in tenths of a CSS pixel. A colour bar belongs to what is left of it; what
    stands across all of them makes them one."""
    wide, high = figure.bbox.size
    boxes = [artist.get_tightbbox(figure.canvas.get_renderer())
             for artist in figure.get_children() if artist is not figure.patch]  # fmt: skip
    spans: list[list[float]] = []
    for left, right in sorted((box.x0, box.x1) for box in boxes if box is not None and box.width):
        narrow = min(right - left, spans[-1][1] - spans[-1][0]) < PANEL * wide if spans else False
        if narrow or (spans and left <= spans[-1][1]):
            spans[-1][1] = max(right, spans[-1][1])
        else:
            spans.append([left, right])
    cuts = [0, *((one[1] + next_one[0]) / 2 for one, next_one in itertools.pairwise(spans)), wide]
    scale = 1000 / figure.dpi
    edges = [round(cut * scale) for cut in cuts]
    return [[left, 0, right - left, round(high * scale)]
            for left, right in itertools.pairwise(edges)]  # fmt: skip

"""The look of every figure: one set of colours that colour-blind readers tell apart, one canvas."""

import math
import os
from collections.abc import Iterable

import matplotlib
from cycler import cycler
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import Collection, PathCollection, QuadMesh
from matplotlib.figure import Figure as Canvas
from matplotlib.image import AxesImage
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
SMALLEST = 12  # CSS pixels of text, below which a figure does not shrink

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


def size_of(figure: Canvas) -> dict[str, float]:
    """Pixels of a picture, and between which widths (CSS pixels) a page may show it."""
    width, height = (int(side) for side in figure.bbox.size)
    inches = figure.get_size_inches()[0]
    texts = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text()]
    least = min((text.get_fontsize() for text in texts), default=SMALLEST) / 72  # inches
    return {
        "width": width,
        "height": height,
        "most": round(WIDEST * 100 * inches),
        "least": math.ceil(min(SMALLEST * inches / least, WIDEST * 100 * inches)),
    }


def kept_boxes(figure: Canvas) -> list[list[float]]:
    """Axes that stay as they are on a dark page: (left, top, right, bottom) from 0 to 1.

    Maps, whose light cells mean much, and axes with words on coloured areas.
    """
    boxes = []
    for ax in figure.axes:
        if any(isinstance(a, QuadMesh | AxesImage) for a in ax.get_children()) or _words_on(ax):
            box = ax.get_window_extent().transformed(figure.transFigure.inverted())
            boxes.append([round(side, 4) for side in (box.x0, 1 - box.y1, box.x1, 1 - box.y0)])
    return boxes


def _words_on(ax) -> bool:
    """Whether a word lies on an area of these axes."""
    areas = [*ax.patches, *(c for c in ax.collections if isinstance(c, PathCollection))]
    for text in ax.texts:
        box = text.get_window_extent()
        at = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
        if any(_covers(area, at) for area in areas):
            return True
    return False


def _covers(area, at) -> bool:
    if isinstance(area, Collection):  # dots that are as large as a cell
        if max(area.get_sizes(), default=0) < 500:
            return False
        spots = area.get_offset_transform().transform(area.get_offsets())
        return bool((abs(spots - at).max(1) < 10).any())
    return area.get_fill() and area.get_window_extent().contains(*at)

"""The look of every figure: one set of colours that colour-blind readers tell apart, one canvas."""

import matplotlib
from cycler import cycler
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Canvas

# Okabe and Ito's palette: distinct under the common colour-vision deficiencies.
BLUE, ORANGE, SKY, GREEN, PURPLE, RED = (
    "#0072B2",
    "#E69F00",
    "#56B4E9",
    "#009E73",
    "#CC79A7",
    "#D55E00",
)
INK, GREY, PALE = "#222222", "#767676", "#D8D8D8"
SEQUENTIAL, DIVERGING = "cividis", "PuOr"

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
    twice. `width` and `height` are in inches of 100 pixels.
    """
    with matplotlib.rc_context(STYLE):
        figure = Canvas(figsize=(width, height), dpi=100, layout="constrained")
        FigureCanvasAgg(figure)
        return figure, figure.subplots(rows, cols, **kwargs)

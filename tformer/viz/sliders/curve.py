"""The loss curve of a training run: drawn while it trains, walked through afterwards."""

from typing import TYPE_CHECKING

import ipywidgets as widgets

from tformer._support.checks import check_kind, check_positive, given
from tformer.viz.common.figure import mode, show
from tformer.viz.common.style import BLUE, GREY, INK, ORANGE, RED, subplots
from tformer.viz.sliders.live import Live

if TYPE_CHECKING:  # whoever draws a curve need not load a model
    from tformer.training.history import History


def loss_curve(*, chance: float | None = None, caption: str = "The loss while training"):
    """A figure for ``training.train(..., progress=figure)``, which draws each new point into it.

    In JupyterLab the first point puts it on the page and the next ones make it grow, with tokens
    per second and the time left; afterwards the slider goes back through the run. As a still
    picture (`viz.show`, or the last line of the cell) it is shown early, later and at the end.

    Args:
        chance: the loss of a guess among all tokens, ln V in nats; drawn as a line.
        caption: what the figure shows, in a few words.

    The entropy line is the one that `train` was given: an honest loss ends above it.
    Raises TypeError if called with anything but a `tformer.training.history.History`.

    >>> from tformer.training.history import History
    >>> curve, history = loss_curve(chance=2.5), History(updates=20, entropy=0.5)
    >>> history.add(loss=1.25, rate=1e-3, tokens=640, seconds=0.1, update=10)
    >>> curve(history)
    >>> curve
    After 10 of 20 updates the loss is 1.25 nats per token; the entropy is 0.50.
    """
    return LossCurve(chance, caption)


class LossCurve(Live):
    """See `loss_curve`; ``figure.until`` is the slider over the updates."""

    def __init__(self, chance: float | None, caption: str):
        check_positive(**given(chance=chance))
        check_kind(str, caption=caption)
        self.history, self._top, self._on_page = None, chance or 1.0, False
        figure, self._ax = subplots()
        self._ax.set(xlabel="update", ylabel="loss (nats per token)", ylim=(0, 1.15 * self._top))
        self._ax.set_xlim(0, 10_000)  # the layout is settled now, with room for a wide last number
        if chance is not None:
            self._ax.axhline(chance, color=GREY, ls=":")
            self._ax.text(0.99, chance, "chance", color=GREY, ha="right", va="bottom",
                          transform=self._ax.get_yaxis_transform())  # fmt: skip
        self._floor = self._ax.axhline(0, color=ORANGE, lw=2, visible=False)
        self._name = self._ax.annotate(
            "entropy", (0.01, 0), xycoords=self._ax.get_yaxis_transform(), xytext=(0, -3),
            textcoords="offset points", color=INK, va="top", visible=False,
        )  # fmt: skip
        (self._line,) = self._ax.plot([], [], color=BLUE)
        (self._held_out,) = self._ax.plot([], [], "D", color=INK, mfc="none", ms=10)
        (self._last,) = self._ax.plot([], [], "o", color=BLUE, ms=7)
        slider = widgets.IntSlider(min=0, max=1, description="until update")
        super().__init__(figure, self._draw, caption=caption, until=slider)

    def __call__(self, history: "History") -> None:
        """Draw the newest point: the ``progress`` hook of `training.train`."""
        if not hasattr(history, "seconds_left"):
            raise TypeError(f"history must be a History, got {type(history).__name__}; give the "
                            "figure itself to training.train(..., progress=figure)")  # fmt: skip
        self.history, slider = history, self.until
        updates, losses = history.column("loss")
        self._top = max(self._top, *losses)
        rest = history.stopped or f"about {history.seconds_left:.0f} s left"
        with self.at_once():
            self.note = f"{history.tokens_per_second:,.0f} tokens/s, {rest}"
            slider.max, slider.value = history.updates, updates[-1]
        if mode() == "live" and not self._on_page:
            self._on_page = True
            show(self)

    def _draw(self, until: int) -> str:
        history = self.history
        if history is None:
            return "No update yet."
        updates, losses = history.column("loss")
        limits = (0, 1.03 * history.updates), (0, 1.15 * self._top)
        if limits != (self._ax.get_xlim(), self._ax.get_ylim()):  # moved only when it must be
            self._ax.set(xlim=limits[0], ylim=limits[1])
        shown = sum(update <= until for update in updates)
        self._line.set_data(updates[:shown], losses[:shown])
        self._last.set_data(updates[:shown][-1:], losses[:shown][-1:])
        places, values = history.column("validation")
        known = sum(update <= until for update in places)
        self._held_out.set_data(places[:known], values[:known])
        floor = history.entropy
        if floor is not None:
            self._floor.set(ydata=[floor, floor], visible=True)
            self._name.xy = 0.01, floor
            self._name.set_visible(True)
        if not shown:
            return "No update yet."
        loss, at = losses[shown - 1], updates[shown - 1]
        too_good = floor is not None and loss < 0.9 * floor
        self._last.set_color(RED if too_good else BLUE)
        told = f"{loss:.2f}" if loss >= 0.1 else "less than 0.1"
        said = f"After {at} of {history.updates} updates the loss is {told} nats per token"
        if known:
            said += f", on held-out data {values[known - 1]:.2f}"
        if floor is None:
            return f"{said}."
        if too_good:
            return f"{said}, far below the entropy {floor:.2f}: too good to be honest."
        return f"{said}; the entropy is {floor:.2f}."

    def _ipython_display_(self) -> None:
        if not (mode() == "live" and self._on_page):
            super()._ipython_display_()

    def _settings_for(self, count: int) -> list[dict]:
        """Most happens early: the steps between the pictures grow."""
        updates = self.history.column("loss")[0] if self.history else [0]
        last, parts = len(updates) - 1, max(1, count - 1)
        places = sorted({round(last * (n / parts) ** 2) for n in range(count)})
        return [{"until": updates[place]} for place in places]

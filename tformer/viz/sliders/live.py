"""The live figure: controls above one matplotlib figure that answers at once."""

import contextlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import traitlets
from matplotlib.figure import Figure as Canvas
from PIL import Image

from tformer._support.checks import check_kind
from tformer.viz.common import places
from tformer.viz.common.controls import Controlled, as_controls, hear, label, positions, spec, told
from tformer.viz.common.figure import ROW, Figure, sheet_of, small_png
from tformer.viz.common.idle import IDLE, QUIET
from tformer.viz.common.style import legible, size_of
from tformer.viz.sliders.ahead import Ahead, undisturbed
from tformer.viz.sliders.frames_page import frames_page
from tformer.viz.sliders.record import Frame, Memory, Recording
from tformer.viz.sliders.widget import LiveWidget

FORM = ("min", "max", "step", "base", "options", "_options_labels", "description")


def live(
    figure: Canvas,
    update: Callable[..., str],
    *,
    caption: str = "",
    strip: Sequence[dict[str, Any]] | None = None,
    **controls: Any,
) -> "Live":
    """A figure whose sliders change it.

    While nobody waits for the kernel, the pictures of other settings are drawn and sent ahead, so
    that most moves are answered by the browser alone.

    Args:
        figure: a matplotlib figure, from `viz.subplots`, with its artists already drawn into it.
        update: called with the value of every control; changes the artists (``set_data``,
            ``set_height``, ``set_text``, ...) and returns the sentence that describes the picture.
            It is also called ahead of the hand, in any order: what it does must follow from its
            arguments. After a change of data that it reads, call ``renew()`` of the result.
        caption: what the figure shows, in a few words.
        strip: settings (dicts of control values) for the stored picture, one to four; by default
            the first control at three or four places from its lowest value to its highest.
        controls: ipywidgets, or what ``interact`` takes: (low, high, step), a list, a bool.

    Raises:
        TypeError: no matplotlib figure, `update` cannot be called, or it returns no sentence.
        ValueError: no control, or a control that ipywidgets cannot read.

    Example:
        >>> from tformer import viz
        >>> figure, ax = viz.subplots()
        >>> (line,) = ax.plot([0, 1], [0, 1])
        >>> def update(slope):
        ...     line.set_ydata([0, slope])
        ...     return f"A line of slope {slope:g}."
        >>> viz.live(figure, update, slope=(0.0, 1.0, 0.5))
        A line of slope 0.5.
    """
    return Live(figure, update, caption=caption, strip=strip, **controls)


class Live(Controlled, Figure):
    """See `live`. ``fig.controls["slope"]``, or shorter ``fig.slope``, is the control itself."""

    def __init__(self, figure, update, *, caption="", strip=None, **controls):
        if not isinstance(figure, Canvas):
            raise TypeError(f"figure must be a matplotlib Figure, got {type(figure).__name__}")
        if not callable(update):
            raise TypeError(f"update must be callable, got {type(update).__name__}")
        check_kind(str, caption=caption)
        check_kind((list, tuple, type(None)), strip=strip)
        for setting in strip or ():
            check_kind(dict, **{"a setting of strip": setting})
        self.caption, self.update, self.note = caption, update, ""
        self.controls = as_controls(controls)
        self._settings, self._widget, self._message = strip, None, ""
        self._hearing = self._awake = False
        self._recording = Recording(figure)
        self._begin()
        self._ahead = Ahead(self._wanted, self.drawn, lambda fs: self._widget.send_frames(fs))
        for control in self.controls.values():
            control.observe(self._follow, "value")
            control.observe(self._reform, [name for name in FORM if control.has_trait(name)])

    @property
    def alt(self) -> str:
        return self._now.alt

    def frame(self, **values):
        """The drawing at a setting (controls left out keep theirs), and its sentence."""

        def change():
            alt = self.update(**{**self.values, **values})
            legible(self._recording.texts)
            return alt

        parts, alt = self._recording.frame(change)
        if not isinstance(alt, str) or not alt.strip():
            raise TypeError(f"update must return a sentence about the picture, got {alt!r}")
        return parts, alt

    def _begin(self) -> None:
        """The present setting is the drawing from which the others differ."""
        base, alt = self.frame()
        self._memory, self._now, self._at = Memory(base), Frame({}, alt), self.values

    def renew(self) -> None:
        """Draw again, from data that have changed: no picture drawn before is shown any more."""
        self._begin()
        if self._widget is not None:
            self._widget.send({"forget": True})
            self._widget.base, self._widget.note = self._memory.base, self.note
            self._tell("kernel")

    @contextlib.contextmanager
    def at_once(self):
        """Several changes of data and controls, drawn once when all are made."""
        self._hearing = True
        try:
            yield
        finally:
            self._hearing = False
        self.renew()

    # ---- what the picture is made of
    def drawn(self, values: dict[str, Any]) -> Frame:
        """The frame of a setting; controls that are left out keep theirs."""
        return self._memory.cut(*self.frame(**values))

    def _wanted(self) -> Iterator[tuple[str, dict[str, Any]]]:
        return places.nearest(self.controls)

    # ---- a control moved, by a line of Python or in the browser
    def _follow(self, _change=None) -> None:
        """A line of Python set a control."""
        if not self._hearing:
            try:
                self._show("kernel")
            except Exception as error:
                self._fail(error)
                raise

    def _reform(self, _change=None) -> None:
        """A control got other ends, steps or choices: its places mean other values now."""
        if self._widget is not None:
            self._widget.controls = self._specs()
        if not self._hearing:
            self.renew()

    def _heard(self, _widget, content: dict, _buffers) -> None:
        """The browser: it is new, or its controls moved."""
        IDLE.somebody_waits()
        if content.get("hello"):
            self._awake = True
            self._ahead.start(self._memory, known=False)
        if not isinstance(content.get("values"), dict):
            return
        self._hearing = True
        for name, value in content["values"].items():
            # What a control does not take stays as it was, and is shown so.
            with contextlib.suppress(traitlets.TraitError, KeyError, TypeError, ValueError):
                hear(self.controls[name], value)
        self._hearing = False
        try:
            self._show(content.get("key", ""))
        except Exception as error:
            self._fail(error)

    def _show(self, asked: str) -> None:
        """The frame of the present setting, from memory where it is known."""
        now = places.key(self.controls)
        frame = self._memory.frames.get(now) if self._widget else None
        self._now, self._at = frame or self.drawn(self.values), self.values
        self._message = ""
        if self._widget is not None:
            self._tell(asked)

    def _tell(self, asked: str) -> None:
        now = places.key(self.controls)
        self._widget.tell(self._now, key=now, values=self._told(), asked=asked)
        self._widget.keep(self.still)
        if self._awake:
            self._ahead.start(self._memory)
            self._ahead.keep(now, self._now)

    def _told(self) -> dict[str, Any]:
        native = {form["name"] for form in self._specs() if form["kind"] != "widget"}
        return {name: told(c) for name, c in self.controls.items() if name in native}

    def _fail(self, error: Exception) -> None:
        self._message = f"This setting failed. {type(error).__name__}: {error}"
        if self._widget is not None:
            self._widget.message = self._message

    # ---- on the page
    def widget(self) -> LiveWidget:
        if self._widget is None:
            self._widget = LiveWidget(
                controls=self._specs(), caption=self.caption, longest=self._longest(),
                size=size_of(self._recording.figure), base=self._memory.base,
                message=self._message, note=self.note,
            )  # fmt: skip
            self._widget.tell(self._now, key=places.key(self.controls), values=self._told(),
                              asked="kernel")  # fmt: skip
            self._widget.message = self._message
            self._widget.on_msg(self._heard)
            self._widget.observe(self._placed, "places")
            IDLE.after_cells(self)
        return self._widget

    def _specs(self) -> list[dict[str, Any]]:
        """What the page offers; a kind of its own keeps the look that ipywidgets gives it."""
        specs = []
        for name, control in self.controls.items():
            try:
                specs.append(spec(name, control))
            except TypeError:
                model = f"IPY_MODEL_{control.model_id}"
                specs.append({"name": name, "kind": "widget", "model": model})
        return specs

    def _longest(self) -> str:
        """The longest of some sentences: the page must not move when a sentence grows."""
        settings = [{name: v} for name, c in self.controls.items() for v in positions(c, 7)]
        said = [self.alt]
        with undisturbed():
            for setting in settings:
                with contextlib.suppress(Exception):  # a setting that fails has no sentence
                    said.append(self.update(**{**self.values, **setting}))
            with contextlib.suppress(Exception):
                self.update(**self.values)
        return max(said, key=len)

    def _placed(self, change) -> None:
        """It came into a page, or left the last one: then its memory is given back."""
        self._awake = bool(change["new"])
        if self._awake:
            self._ahead.start(self._memory)
        else:
            self._ahead.stop()

    def look_again(self) -> None:
        """A cell was run: it may have changed what the pictures are drawn from.

        Two settings are drawn anew; if one looks otherwise than before, all are forgotten.
        """
        if self._awake:
            pairs = self._seen()
            IDLE.later(("look again", id(self)), lambda: self._same(*next(pairs, ())), QUIET)

    def _seen(self) -> Iterator[tuple[Frame, dict[str, Any]]]:
        """What is on show, and the nearest setting that was drawn ahead."""
        yield self._now, self.values
        known = self._memory.frames
        yield from itertools.islice(
            ((known[key], values) for key, values in self._wanted() if key in known), 1
        )

    def _same(self, frame: Frame | None = None, values: dict | None = None) -> bool:
        """Whether a setting still looks as in this frame; if not, everything is drawn anew."""
        if frame is None or frame not in (self._now, *self._memory.frames.values()):
            return False  # all were looked at, or forgotten in the meantime
        with undisturbed():
            same = self.drawn(values) == frame
        if not same:
            self.renew()
        return same

    # ---- without a kernel
    def still(self) -> tuple[bytes, str]:
        return small_png(self._painted(**self._at)[0]), self.alt

    def _painted(self, **values) -> tuple[Image.Image, str]:
        """A setting as matplotlib itself paints it."""
        _, alt = self.frame(**values)
        canvas = self._recording.figure.canvas
        canvas.draw()
        return Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB"), alt

    def _settings_for(self, count: int) -> list[dict[str, Any]]:
        name, control = next(iter(self.controls.items()))
        return [{name: value} for value in positions(control, count)]

    def strip(self) -> tuple[bytes, str]:
        wide = 100 * self._recording.figure.get_figwidth()
        count = 4 if 2 * wide <= ROW < 3 * wide else 3  # a full square
        settings = list(self._settings or self._settings_for(count))
        pictures, alts = zip(*(self._painted(**s) for s in settings), strict=True)
        labels = [label(setting) for setting in settings]
        self.frame()  # back to what the controls say
        alt = " ".join(f"{at}: {sentence}" for at, sentence in zip(labels, alts, strict=True))
        return sheet_of(pictures, labels, self._recording.figure.dpi / 100), alt

    def html(self) -> str:
        """Every control moves: its frames are drawn here, coarser where there are very many."""
        page = frames_page(self)
        self.frame()  # back to what the controls say
        return page

"""The live figure: sliders above one matplotlib figure that answers at once."""

import base64
import html
import json
import math
from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as widgets
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure as Canvas
from matplotlib.image import AxesImage

from tformer.viz.blit import Blitter
from tformer.viz.controls import Controlled, as_controls, label, positions, short
from tformer.viz.figure import Figure, caption_html, png_bytes, three_in_a_strip
from tformer.viz.style import SEQUENTIAL

# Dark themes: turn the picture's lightness round and keep its hues. Not so in a map whose light
# cells mean much: a second copy of the picture, cut to the map, lies over the first as it is.
# ipywidgets' black arrow of a menu is drawn anew.
DARK = (
    "<style>[data-jp-theme-light='false'] .tformer-live img, .vscode-dark .tformer-live img"
    "{filter:invert(.93) hue-rotate(180deg)} .tformer-live img{max-width:100%} "
    ".tformer-live .tformer-copies{position:relative;overflow:hidden}"
    ".tformer-live .tformer-copies img+img{position:absolute;top:0;left:0;filter:none}"
    "[data-jp-theme-light='false'] .tformer-live select, .vscode-dark .tformer-live select"
    "{background-image:url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' "
    "viewBox='0 0 20 20'%3E%3Cpath d='M6 8l4 4 4-4' fill='none' stroke='%23ddd' "
    "stroke-width='2'/%3E%3C/svg%3E\")}</style>"
)


def live(
    figure: Canvas,
    update: Callable[..., str],
    *,
    caption: str = "",
    strip: Sequence[dict[str, Any]] | None = None,
    **controls: Any,
) -> "Live":
    """A figure whose sliders change it.

    Args:
        figure: a matplotlib figure, from `viz.subplots`, with its artists already drawn into it.
        update: called with the value of every control; changes the artists (``set_data``,
            ``set_height``, ``set_text``, ...) and returns the sentence that describes the picture.
        caption: what the figure shows, in a few words.
        strip: three settings (dicts of control values) for the stored picture; by default the
            first control at its lowest, middle and highest value.
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
        self.caption, self.update = caption, update
        self.controls = as_controls(controls)
        self._settings = strip
        self._blitter = Blitter(figure)
        self._image = widgets.Image(format="png", width=str(int(figure.bbox.width)))
        self._text = widgets.HTML()
        self._paint()
        for control in self.controls.values():
            control.observe(self._paint, "value")

    @property
    def alt(self) -> str:
        return self._alt

    def frame(self, **values):
        """The picture at a setting (controls left out keep theirs), and its sentence."""
        picture, alt = self._blitter.frame(lambda: self.update(**{**self.values, **values}))
        if not isinstance(alt, str) or not alt.strip():
            raise TypeError(f"update must return a sentence about the picture, got {alt!r}")
        return picture, alt

    def _paint(self, _change=None) -> None:
        try:
            picture, self._alt = self.frame()
        except Exception as error:
            self._text.value = caption_html(
                "This setting failed", f"{type(error).__name__}: {error}"
            )
            raise
        # The image widget has no alt text (and breaks when given a tooltip): the sentence below
        # the picture is what screen readers read.
        self._image.value = png_bytes(picture)
        self._text.value = caption_html(self.caption, self._alt)

    def widget(self) -> widgets.VBox:
        row = widgets.HBox(list(self.controls.values()), layout={"flex_flow": "row wrap"})
        self._text.layout.min_height = self._room_for_words()
        maps = [map_box(ax) for ax in self._blitter.figure.axes]
        picture, own, style = self._image, f"tformer-{id(self)}", DARK
        if maps := [m for m in maps if m]:
            picture = widgets.Box([self._image] * (1 + len(maps)))
            picture.add_class("tformer-copies").add_class(own)
        for n, inset in enumerate(maps, start=2):
            style += f"<style>.{own} img:nth-of-type({n}){{clip-path:{inset}}}</style>"
        box = widgets.VBox([widgets.HTML(style, layout={"height": "0"}), row, picture, self._text])
        box.add_class("tformer-live")
        return box

    def _room_for_words(self) -> str:
        """The height of the longest sentence: the page must not move when a sentence grows."""
        settings = [
            {name: value}
            for name, control in self.controls.items()
            for value in positions(control, 7)
        ]
        longest = max(len(self.frame(**setting)[1]) for setting in settings)
        self.frame()  # back to what the controls say
        lines = max(2, math.ceil((len(self.caption) + longest) / 70)) + 1
        return f"{1.3 * lines + 0.6:.1f}em"

    def _settings_for(self, count: int) -> list[dict[str, Any]]:
        name, control = next(iter(self.controls.items()))
        return [{name: value} for value in positions(control, count)]

    def strip(self) -> tuple[bytes, str]:
        settings = list(self._settings or self._settings_for(3))
        frames, alts = zip(*(self.frame(**s) for s in settings), strict=True)
        labels = [label(setting) for setting in settings]
        self.frame()  # back to what the controls say
        alt = " ".join(f"{at}: {sentence}" for at, sentence in zip(labels, alts, strict=True))
        return three_in_a_strip(frames, labels), alt

    def html(self) -> str:
        """The first control as a slider over frames computed here; the other controls stay put."""
        settings = self._settings_for(25)
        name = next(iter(self.controls))
        frames = []
        for setting in settings:
            picture, alt = self.frame(**setting)
            data = base64.b64encode(png_bytes(picture, 9)).decode()
            frames.append([data, caption_html(self.caption, alt), short(setting[name])])
        self.frame()
        packed = json.dumps(frames).replace("<", "\\u003c")
        return PAGE.replace("%NAME%", html.escape(name.replace("_", " "), quote=True)).replace(
            "%FRAMES%", packed
        )


def map_box(axes) -> str:
    """The CSS inset of a map of the sequential colours within the figure; "" for other axes."""
    maps = [a for a in axes.get_children() if isinstance(a, QuadMesh | AxesImage)]
    if not any(a.get_cmap().name == SEQUENTIAL for a in maps):
        return ""
    box = axes.get_window_extent().transformed(axes.figure.transFigure.inverted())
    sides = 1 - box.y1, 1 - box.x1, box.y0, box.x0
    return f"inset({' '.join(f'{100 * side:.2f}%' for side in sides)})"


PAGE = """<div class="tformer-live">
<label>%NAME% <input type="range" min="0" step="1"> <output></output></label>
<div><img style="max-width:100%"></div><div role="status"></div>
<script>(() => {
  const frames = %FRAMES%, root = document.currentScript.parentElement;
  const names = ["input", "output", "img", "[role=status]"];
  const [range, out, img, text] = names.map(name => root.querySelector(name));
  const draw = () => {
    const [png, sentence, value] = frames[range.value];
    out.textContent = value;
    img.src = "data:image/png;base64," + png;
    text.innerHTML = sentence;  // escaped in Python
    img.alt = text.textContent;
  };
  range.max = frames.length - 1;
  range.value = Math.floor(frames.length / 2);
  range.addEventListener("input", draw);
  draw();
})()</script></div>"""

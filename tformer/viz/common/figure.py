"""One figure, three ways to show it: alive in JupyterLab, as a still picture, as one HTML page.

The environment variable TFORMER_FIGURES chooses: ``live`` (the default, a widget with sliders),
``png`` (a sheet of slider positions, for notebooks read without a kernel) or ``html`` (one
self-contained page whose slider walks frames that were computed beforehand).
"""

import base64
import io
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from IPython.display import display
from matplotlib import get_data_path
from PIL import Image, ImageDraw, ImageFont

from tformer.viz.common.still import StillWidget, caption_html

MODES = ("live", "png", "html")


def mode() -> str:
    """The way figures are shown now: "live", "png" or "html".

    Raises:
        ValueError: TFORMER_FIGURES holds another word.
    """
    word = os.environ.get("TFORMER_FIGURES", "live")
    if word not in MODES:
        raise ValueError(f"TFORMER_FIGURES={word!r} is not one of {', '.join(MODES)}")
    return word


class Figure:
    """What every figure of the course can do; a subclass draws it.

    caption: what the figure shows, in a few words.
    alt: one sentence on what it shows now, computed from the data.
    """

    caption: str = ""

    @property
    def alt(self) -> str:
        raise NotImplementedError

    def widget(self):
        """The live figure: one ipywidget with its controls."""
        raise NotImplementedError

    def still(self) -> tuple[bytes | None, str]:
        """What a saved notebook keeps of the live figure: PNG bytes, and their sentence."""
        return self.strip()

    def strip(self) -> tuple[bytes, str]:
        """Some settings on one sheet: PNG bytes, and the sentence that describes them."""
        raise NotImplementedError

    def html(self) -> str:
        """The figure as self-contained HTML that moves without a kernel and without a network."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return self.alt

    def _ipython_display_(self) -> None:
        show(self)


def show(figure: Figure) -> None:
    """Display `figure` in the way that TFORMER_FIGURES asks for.

    JupyterLab gives stored pictures no alt text, so a still picture is followed by its sentence,
    for those who hear it.
    """
    if not isinstance(figure, Figure):
        raise TypeError(f"figure={figure!r:.60} is {type(figure).__name__}; give one of viz")
    way = mode()
    if way == "live":
        widget = figure.widget()
        if isinstance(widget, StillWidget):
            widget.place(figure.still(), figure.caption)
        else:
            display(widget)
        return
    if way == "html":
        display({"text/html": figure.html(), "text/plain": figure.alt}, raw=True)
        return
    png, alt = figure.strip()
    picture = {"image/png": base64.b64encode(png).decode(), "text/plain": alt}
    display(picture, metadata={"image/png": {"alt": alt}}, raw=True)
    sentence = caption_html(figure.caption, alt, heard=True)
    display({"text/html": sentence, "text/plain": f"{figure.caption}. {alt}"}, raw=True)


def png_bytes(picture: Image.Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", compress_level=9)
    return buffer.getvalue()


def small_png(picture: Image.Image) -> bytes:
    """PNG bytes of a palette, several times smaller, that keeps every flat area's colour to 1 of
    255; Pillow's usual one may paint a small red dot orange."""
    return png_bytes(picture.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """matplotlib's own: it has the arrows, roots and Greek letters that labels need."""
    return ImageFont.truetype(str(Path(get_data_path(), "fonts/ttf/DejaVuSans.ttf")), size)


ROW = 1150  # page pixels of a row: where a page is 900 wide, text of 12 pixels has 9 in it


def in_a_row(count: int, width: float) -> int:
    """How many of `count` pictures, so many page pixels wide, stand beside each other: all that
    fit, or two (the usual letters, of 15 pixels, have 9 there), or one."""
    return count if count * width <= ROW else 2 if 2 * width <= 1450 else 1


def sheet_of(frames: Sequence[Image.Image], labels: Sequence[str], zoom: float = 1) -> bytes:
    """Frames of one size with a label above each, beside each other as far as they fit.

    A column is made as wide as the page, so that its text is not blown up to fill it.
    `zoom` is the pixels of a frame for each one of a page.
    """
    width, height = frames[0].size
    head, across = round(26 * zoom), in_a_row(len(frames), width / zoom)
    rows = -(-len(frames) // across)
    page = round(900 * zoom) if rows == len(frames) > 1 else 0
    sheet = Image.new("RGB", (max(across * width, page), rows * (height + head)), "white")
    pen = ImageDraw.Draw(sheet)
    for n, (frame, label) in enumerate(zip(frames, labels, strict=True)):
        x, y = n % across * width, n // across * (height + head)
        pen.text((x + 12 * zoom, y + 5 * zoom), label, fill="#333333", font=font(round(15 * zoom)))
        sheet.paste(frame, (x, y + head))
    return small_png(sheet)

"""What a figure leaves in a saved notebook: a picture of its last state, and its sentence.

The output of a cell that shows a live figure is HTML: an image whose alt text is the sentence. No
widget view is stored, for without its kernel one is an error text. While the kernel lives, still.js
puts the live figure in the picture's place, also after the page was loaded anew.
"""

import base64
import html
import os
import sys
import uuid
from collections.abc import Callable

import anywidget
import traitlets
from IPython.display import display

from tformer.viz.common.idle import IDLE

Still = tuple[bytes | None, str]  # PNG bytes, and the sentence that describes the picture
Bundle = dict[str, str]
HELD: dict[str, Callable[[Bundle], None]] = {}  # by id, stills that stand inside another output
REST = 1.0  # seconds without a change after which the stored picture is renewed
STYLE = "margin:.2em 0 .6em;max-width:46em;font-size:.9em;line-height:1.4"
HEARD = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"


class StillWidget(anywidget.AnyWidget):
    """A live figure that stands where its stored picture stands.

    A subclass gives `_esm` a script whose default export has ``initialize: adopt(render)`` from
    still.js, and ``render`` too: it is used where a page can only be reached by a widget view.
    """

    still = traitlets.Unicode().tag(sync=True)  # the id of the picture in the page
    places = traitlets.Int(0).tag(sync=True)  # how often the figure stands in pages just now

    def __init__(self, **kwargs):
        super().__init__(still=uuid.uuid4().hex, **kwargs)
        self._stored, self._placed = "", False

    def place(self, still: Still, caption: str = "") -> None:
        """Put the figure on the page, with this picture as what is stored.

        A picture that takes long to draw may come later, by `keep`; until then, give
        ``(None, sentence)``: the sentence stands there alone.
        """
        self.caption_of_still, self._placed = caption, True
        if only_views_live():
            display(self)
            return
        bundle = self._bundle(*still)
        self._stored = bundle["text/html"]
        display(bundle, raw=True, display_id=self.still)

    def keep(self, draw: Callable[[], Still]) -> None:
        """Renew the stored picture by ``draw()`` when hand and kernel have rested for a while."""
        if self._placed and not only_views_live():
            IDLE.later(("still", self.still), lambda: self._renew(draw), REST)

    def _renew(self, draw: Callable[[], Still]) -> bool:
        bundle = self._bundle(*draw())
        if bundle["text/html"] != self._stored:
            self._stored = bundle["text/html"]
            if self.still in HELD:
                HELD[self.still](bundle)
            else:
                display(bundle, raw=True, display_id=self.still, update=True)
        return False  # done

    def _bundle(self, png: bytes | None, alt: str) -> Bundle:
        return {
            "text/html": still_html(png, alt, self.caption_of_still, self.still),
            "text/plain": alt,
        }


def still_html(png: bytes | None, alt: str, caption: str, name: str = "") -> str:
    """The picture with its sentence: what a reader without kernel or scripts sees."""
    said = html.escape(alt, quote=True)
    mark = f' data-tformer-still="{html.escape(name, quote=True)}"' if name else ""
    picture = ""
    if png is not None:
        data = base64.b64encode(png).decode()
        picture = (
            f'<img alt="{said}" style="display:block;max-width:100%;height:auto;background:#fff" '
            f'src="data:image/png;base64,{data}">'
        )
    words = caption_html(caption, alt if png is None or not caption else "")
    return f'<figure{mark} style="margin:0">{picture}{words}</figure>'


def caption_html(caption: str, alt: str, heard: bool = False) -> str:
    """The line under a figure, as text: its caption in bold, then the sentence from the data;
    `heard`: read by screen readers alone, for who sees the picture needs no nine lines of numbers.
    """
    bold = f"<b>{html.escape(caption, quote=True)}.</b>" if caption else ""
    said = html.escape(alt, quote=True)
    said = f'<span style="{HEARD}">{said}</span>' if heard and caption else said
    return f'<p style="{STYLE}">{bold} {said}</p>'


def only_views_live() -> bool:
    """Colab and VS Code start a widget when its view is shown, and reach no other output."""
    return "google.colab" in sys.modules or "VSCODE_PID" in os.environ

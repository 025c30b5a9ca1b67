"""A translation and where the model looked, as a page that opens anywhere."""

import html
import re
import unicodedata
from typing import Any

from tformer.viz.maps.doubted_words import pieces, unread
from tformer.viz.maps.explorer import attention_map
from tformer.viz.maps.maps import tidiest, visible

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
body {{ margin: 0 auto; padding: 12px; max-width: 1400px; color: #1f2328; background: #fff;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif }}
@media (prefers-color-scheme: dark) {{ body {{ color: #e6edf3; background: #14171c }} }}
h1 {{ margin: 0 0 .4em; font-size: 1.4em; line-height: 1.3; overflow-wrap: anywhere }}
p {{ max-width: 44em }}
mark {{ color: inherit; background: none; outline: 2px dashed; outline-offset: 1px }}
</style>
</head>
<body>
<main>
<h1>{heading}</h1>
{figure}
<p>Each row of the map is one step of the decoder: the piece that it had read last → the piece
that it wrote. The cells show which pieces of the source it looked at; a dot joins the pieces of a
word. Tinted words were less sure: point at one for its probability.</p>
</main>
</body>
</html>
"""


FIRST = "All of it: “{}”. The maps are those of the first sentence."


def cross_maps(source: str, look: Any) -> dict[str, Any]:
    """What `attention_map` takes, and `explore` from its function, to show a translation.

    Args:
        source: the sentence that was translated.
        look: what `Translator.look` gave for it.
    """
    strange, words = unread(look.reading.read, look.source), look.words
    remarks = [look.reading.said(), look.doubt]
    if look.foreign:
        remarks.insert(
            0, "This does not look like what I have learnt to read: the rest is a guess."
        )
    if look.whole:
        remarks.insert(0, FIRST.format(look.whole))
    if strange:
        remarks.append(f"Of these letters it knows only the bytes: {' '.join(strange)}")
    return {
        "weights": look.cross,
        "queries": list(zip(pieces(look.given), pieces(look.target), strict=True)),
        "keys": pieces(look.source),
        "label": words,
        "note": " ".join(filter(None, remarks)),
    }


def look_page(source: str, look: Any, language: str = "") -> str:
    """A whole HTML page on one translation; it needs no network and no kernel.

    Args:
        source, look: as for `cross_maps`.
        language: of the source, such as "de", for screen readers; empty if it is not known.
    """
    layer, head = tidiest(look.cross)
    caption = f"Cross-attention. Shown first: layer {layer}, head {head}, the tidiest map"
    figure = attention_map(**cross_maps(source, look), caption=caption, layer=layer, head=head)
    spoken = f' lang="{html.escape(language)}"' if language else ""
    source = unicodedata.normalize("NFC", source)  # as its pieces are
    marked = _marked(visible(source), unread(look.reading.read, look.source))
    source, target = html.escape(visible(source)), html.escape(visible(look.whole or look.text))
    return PAGE.format(
        title=f"{source} → {target}", heading=f"<bdi{spoken}>{marked}</bdi> → <bdi>{target}</bdi>",
        figure=figure.html(),
    )  # fmt: skip


def _marked(text: str, letters: list[str]) -> str:
    """The text as HTML, every run of these letters marked."""
    strange = "".join(map(re.escape, letters))
    runs = re.split(f"([{strange}]+)", text) if strange else [text]
    return "".join(
        f"<mark>{html.escape(run)}</mark>" if n % 2 else html.escape(run)
        for n, run in enumerate(runs)
    )

"""Characters as plain text has them: phones, word processors and web pages put in others unasked.

The same once more in viz/whole_model/model/folding.mjs, for pages.
"""

import unicodedata
from collections.abc import Iterable

import regex

SIGNS = {"'": "‘’‚‛‹›′`´ʹʻʼ", '"': "“”„‟«»″〝〞", "-": "‐‑‒–−", "–": "—―", "/": "⁄∕", ".": "。",
         ",": "、"}  # fmt: skip
UNSEEN = regex.compile(r"[\p{Cf}\p{Default_Ignorable_Code_Point}[\p{Cc}--\s]]", regex.V1)
# NFKC makes "1⁄2" of ½, "x2" of x² and "TM" of ™: only letters, digits and signs become plain.
FORMS = regex.compile(r"[\p{Lu}\p{Ll}\p{Lt}\p{Nd}\p{Nl}\p{P}\p{Sm}\p{Sc}]")


def composed(text: str) -> str:
    """``text`` with every umlaut one character (NFC), no letter and two dots as a Mac may have."""
    return unicodedata.normalize("NFC", text)


class Folding(dict):
    """Called with a text: quotes, dashes and blanks to the simplest ones, invisible characters out,
    ligatures and full-width letters to what they stand for, umlauts one character (NFC).

    ``met``: characters that stay as they are.

    >>> Folding()("„Don’t\u00a0go…“"), Folding(met="„“")("„ﬁve“")
    ('"Don\\'t go..."', '„five“')
    """

    def __init__(self, met: Iterable[str] = ()):
        super().__init__((ord(sign), sign) for sign in [*"\t\n\r", *met])
        for plain, signs in SIGNS.items():
            for sign in signs:
                self.setdefault(ord(sign), plain.translate(self))

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        plain = unicodedata.normalize("NFKC", sign) if FORMS.match(sign) else sign
        plain = plain if plain == sign else plain.translate(self)
        plain = "" if UNSEEN.match(sign) else " " if sign.isspace() else plain
        return self.setdefault(code, plain)

    def __call__(self, text: str) -> str:
        return composed(composed(text).translate(self))


READ = Folding(met="–")  # for translators: German that they learnt from has this dash

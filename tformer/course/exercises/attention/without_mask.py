"""What is known to go wrong in attention where there is no mask: a part of the tables of lesson 06,
where the same function gets its mask."""

from ..masks.attention import MISTAKES as ALL_MISTAKES
from ..masks.attention_signs import SIGNS as ALL_SIGNS

ONLY_MASKED = {"leaks-to-masked-keys", "empty-row-not-zero"}
MISTAKES = tuple(m for m in ALL_MISTAKES if not m.change.keys() & {"masking", "rows"})
SIGNS = tuple(sign for sign in ALL_SIGNS if sign.slug not in ONLY_MASKED)

"""Fixed phrases by topic: German = English, one a line; no German comes twice."""

from tformer.data.phrasebook.lexicon.phrases import (
    basics,
    daily,
    errands,
    knowledge,
    meeting,
    opinions,
    speaking,
    travel,
)
from tformer.data.phrasebook.lexicon.rows import read_pairs

_TOPICS = (basics, meeting, opinions, speaking, errands, travel, daily, knowledge)

PHRASES = tuple(pair for topic in _TOPICS for pair in read_pairs(topic.TABLE.strip(), "\n"))

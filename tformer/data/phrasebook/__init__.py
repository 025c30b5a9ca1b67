"""A phrasebook that writes itself: everyday German sentences and their English, from a grammar.

``pairs(count, seed)`` draws the sentences. How one comes about:

1. ``frames.FRAMES`` is the list of the forms of sentences and how often each is used. Say
   ``frames.statements.modal`` is drawn: a statement with a modal verb.
2. The frame asks a ``speaker.Speaker`` for a ``clauses.Clause``. The speaker draws the subject
   (``noun_phrases``: *mein Bruder*, my brother), a row of ``lexicon.predicates`` ("kochen A:dish |
   cook 1 | p": to cook something of the class dish in the accusative) and the dish (*eine Suppe*,
   a soup); the frame adds the modal verb *müssen* and a time, *heute Abend*, tonight.
3. ``german_clauses.in_german`` and ``english_clauses.in_english`` put the words into the order and
   the forms of each language, with the endings of ``german`` and ``english``: "mein Bruder muss
   heute Abend eine Suppe kochen", "my brother has to cook a soup tonight".
4. Here the pair gets its capital letters and full stops, and now and then a short form (don't).

Which English a German sentence gets is the same everywhere: the perfect is a simple past, what is
being done is progressive, habits and states are simple, sentence-initial "Sie" with a plural verb
is "they", and du, ihr and Sie are all "you".
"""

import random
import re
from itertools import accumulate

from tformer._checks import check_size, check_whole
from tformer.data.phrasebook.english import shorten_be, shorten_not
from tformer.data.phrasebook.frames import FRAMES
from tformer.data.phrasebook.lexicon.phrases import PHRASES
from tformer.data.phrasebook.lexicon.rows import Pair
from tformer.data.phrasebook.speaker import Speaker

PHRASE_SHARE = 0.15  # of the pairs are fixed phrases, each as often as the others
SHORT_NOT, SHORT_BE = 0.75, 0.12  # of the sentences say don't, I'm
_FUNCTIONS = [function for _, function in FRAMES]
_CUMULATED = list(accumulate(weight for weight, _ in FRAMES))
_CAPITALIZED = re.compile(r"\b[A-ZÄÖÜ]\w*")


def pairs(count: int, seed: int = 0) -> list[Pair]:
    """``count`` German-English sentence pairs, the same for the same seed.

    The German sentences of the grammar are distinct; the fixed phrases among them come back in
    turns. A larger ``count`` of the same seed is another sample, not a longer one.
    Raises TypeError or ValueError if ``count`` is not a whole number of at least 1 or ``seed`` not
    a whole number.
    """
    check_size(count=count)
    check_whole(seed=seed)
    speaker = Speaker(random.Random(seed))
    made = [PHRASES[i % len(PHRASES)] for i in range(round(count * PHRASE_SHARE))]
    seen = {german for german, _ in PHRASES}
    while len(made) < count:
        pair = sentence(speaker)
        if pair and pair[0] not in seen:
            seen.add(pair[0])
            made.append(pair)
    speaker.rng.shuffle(made)
    return made


def sentence(speaker: Speaker) -> Pair | None:
    """One sentence of a random form, or None where the words drawn do not go together."""
    frame = speaker.rng.choices(_FUNCTIONS, cum_weights=_CUMULATED)[0]
    made = frame(speaker)
    if made is None:
        return None
    german, english = map(finish, made)
    nouns = [word for word in _CAPITALIZED.findall(german) if word != "Sie"]
    if len(set(nouns)) < len(nouns) and "Das ist" not in german:  # my father says that my father
        return None
    if speaker.chance(SHORT_NOT):
        english = shorten_not(english)
    if speaker.chance(SHORT_BE):
        english = shorten_be(english)
    return german, english


def finish(words: str) -> str:
    """Capital letter, single blanks and a final mark."""
    words = " ".join(words.split())
    return words[0].upper() + words[1:] + ("" if words[-1] in ".?!" else ".")

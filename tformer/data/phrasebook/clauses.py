"""A clause before it is said: who does what to whom, when, in which tense.

``german_clauses`` and ``english_clauses`` say it. A German present is an English progressive where
something is being done ("kocht": is cooking) and a simple present for states, habits and
timetables. Perfect and preterite are the simple past.
"""

from dataclasses import dataclass

from tformer.data.phrasebook import german as de
from tformer.data.phrasebook.german_verbs import Verb
from tformer.data.phrasebook.noun_phrases import NP


@dataclass(frozen=True)
class Slot:
    """What a verb takes: a noun phrase in a case, after a preposition or not, or fixed words.

    ``role`` tells which question asks for it: A, D, a preposition, where, to, from or "".
    """

    np: NP | None = None
    case: str = ""
    preposition: str = ""
    fixed: tuple[str, str] = ("", "")
    role: str = ""

    @property
    def german(self) -> str:
        if self.np is None:
            return self.fixed[0]
        words = self.np[self.case]
        return de.contract(self.preposition, words) if self.preposition else words

    @property
    def english(self) -> str:
        return self.fixed[1] if self.np is None else self.np.english_object


@dataclass(frozen=True)
class Clause:
    """Who does what when: everything that both languages need to say it.

    ``english`` is the English predicate with numbers for the slots that hold noun phrases and 0
    for the last one that holds fixed words: "write 1 2", "go 0". ``aspect`` is p for what is being
    done now and s for what always is.
    ``tense``: present, past (haben/sein + participle), preterite, perfect ("have already"),
    pluperfect (hatte gegessen, had eaten), since (German present, English perfect) or a key of
    MODALS.
    ``time`` is (German, English), ``often`` an adverb of the middle (immer, always), ``like`` is
    gern, lieber or "", ``habit`` asks for a simple present, ``end`` is a last English word.
    """

    subject: NP
    verb: Verb
    english: str
    aspect: str
    slots: tuple[Slot, ...] = ()
    tense: str = "present"
    negated: bool = False
    time: tuple[str, str] = ("", "")
    often: tuple[str, str] = ("", "")
    like: str = ""
    habit: bool = False
    end: str = ""


@dataclass(frozen=True)
class Modal:
    """A modal verb: its German forms by person; its English words and what kind they are.

    ``kind``: aux "can", verb "have to" (does he have to), past "had to", be and was "allowed to".
    """

    forms: tuple[str, ...]
    kind: str
    english: str


def _present(infinitive: str) -> tuple[str, ...]:
    return tuple(map(Verb(infinitive).present, range(6)))


def _past(ich: str) -> tuple[str, ...]:
    return tuple(map(Verb("", past=ich).preterite, range(6)))


MODALS = {
    "können": Modal(_present("können"), "aux", "can"),
    "müssen": Modal(_present("müssen"), "verb", "have to"),
    "wollen": Modal(_present("wollen"), "verb", "want to"),
    "sollen": Modal(_present("sollen"), "aux", "should"),
    "dürfen": Modal(_present("dürfen"), "be", "allowed to"),
    "möchten": Modal(_present("möchten"), "aux", "would like to"),
    "future": Modal(_present("werden"), "aux", "will"),
    "könnte": Modal(_past("könnte"), "aux", "could"),
    "konnte": Modal(_past("konnte"), "aux", "could"),
    "musste": Modal(_past("musste"), "past", "have to"),
    "wollte": Modal(_past("wollte"), "past", "want to"),
    "durfte": Modal(_past("durfte"), "was", "allowed to"),
    "sollte": Modal(_past("sollte"), "aux", "should"),
    "würde": Modal(_past("würde"), "aux", "would"),
}


def join(*words: str) -> str:
    """The words with single blanks between them."""
    return " ".join(" ".join(words).split())

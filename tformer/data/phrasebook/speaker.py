"""Draws words that belong together: who does it, what it is done to, where and when."""

from collections.abc import Callable

from tformer.data.phrasebook.clauses import Clause, Slot
from tformer.data.phrasebook.english import a
from tformer.data.phrasebook.german import Noun
from tformer.data.phrasebook.lexicon.adjectives import ADJECTIVES
from tformer.data.phrasebook.lexicon.nouns import NOUNS
from tformer.data.phrasebook.lexicon.numbers import number
from tformer.data.phrasebook.lexicon.objects import OBJECTS
from tformer.data.phrasebook.lexicon.places import PLACES
from tformer.data.phrasebook.lexicon.predicates import Predicate, predicates
from tformer.data.phrasebook.lexicon.rows import Pair, read_words
from tformer.data.phrasebook.noun_phrases import NP, noun_phrase
from tformer.data.phrasebook.persons import Persons

_WEARABLE = {*NOUNS["clothes"], *NOUNS["clothespl"]}
_WITHOUT_ADJECTIVE = read_words("""drinkone song get plan snapshot pause mistake memory reserve book
story offered planned suggested applied noted""")
_JOBS = {
    gender: tuple(noun for noun in NOUNS["job"] if gender in (None, noun.gender))
    for gender in (None, "m", "f")
}


class Speaker(Persons):
    """Makes whole clauses: subject, predicate, and things, persons and places in its slots."""

    def thing(self, kind: str, subject: NP) -> NP:
        """A noun phrase from ``OBJECTS``, with a determiner in its style."""
        style, nouns = OBJECTS[kind]
        noun = self.choice(nouns)
        if style == "m":
            word = self.pick(bare=8, der=1)
            return noun_phrase(noun, "" if word == "bare" else word, mass=True)
        if style == "bare":
            self.skip()
            return noun_phrase(noun, "", plural=True)
        if noun.gender == "p":
            word = "der" if style == "f" else self.pick(bare=3, der=3, own=3)
        elif style == "f":
            return noun_phrase(noun, self.pick(der=9, dieser=2))
        elif style == "d":
            word = self.pick(der=5, own=6, dieser=1)
        elif style == "i":
            word = "ein"
        else:
            word = self.pick(ein=9, der=5, own=4, dieser=1, viele=1, zwei=2, plural=2)
        if word in ("viele", "zwei", "plural"):
            return self.many(noun, word)
        owner = self.own(subject) if word == "own" else None
        adjective = None
        if noun.gender != "p" and self.chance(0.18):
            adjective = self.attribute(kind, noun)
        word = "" if word in ("own", "bare") else word
        return noun_phrase(noun, word, owner=owner, adjective=adjective)

    def many(self, noun: Noun, word: str) -> NP:
        """zwei Äpfel, viele Bücher, Blumen (``word`` plural); ein Brot where there is no plural."""
        if not noun.plural:
            return noun_phrase(noun, "ein")
        if word == "zwei":
            count = number(self.choice((2, 2, 3, 3, 4, 5, 6, 10)))
        else:
            count = ("viele", "many") if word == "viele" else ("", "")
        return noun_phrase(noun, "", plural=True, count=count)

    def attribute(self, kind: str, noun: Noun) -> Pair | None:
        """An adjective that fits: red for clothes, fresh for food, none for a pause."""
        if noun in _WEARABLE and self.chance(0.6):
            return self.choice(ADJECTIVES["color"])
        if kind in ("dish", "snack", "cake"):
            return self.choice(ADJECTIVES["food"])
        if kind in _WITHOUT_ADJECTIVE:
            return None
        return self.choice(ADJECTIVES["attribute"])

    # a whole clause ------------------------------------------------------------------------

    def clause(
        self,
        subject: NP | None = None,
        kind: str = "",
        wanted: Callable[[Predicate], bool] | None = None,
    ) -> Clause:
        """A random predicate of a random or the given subject, in the present, without a time."""
        kind = kind or self.pick(person=40, animal=1.2, train=1, event=0.8, shop=0.5)
        subject = subject or self.subject(kind)
        verb, tokens, english, aspect = self.choice(predicates(kind, wanted))
        slots = tuple(self.slot(token, subject) for token in tokens)
        return Clause(subject, verb, english, aspect, slots)

    def slot(self, token: str, subject: NP) -> Slot:
        """A slot of a predicate: A:dish, auf+A:person, TOCITY, nach_Hause."""
        if token in PLACES:
            role, rows = PLACES[token]
            return Slot(fixed=self.choice(rows), role=role)
        if token == "CLOCK":
            return Slot(fixed=self.clock(), role="when")
        if token == "als_JOB":
            self.choice(NOUNS["job"])  # like skip: decides nothing
            noun = self.job(subject)
            return Slot(fixed=(f"als {noun.singular}", a(noun.english)), role="job")
        if ":" not in token:
            return Slot(fixed=(token.replace("_", " "), ""), role="fixed")
        how, kind = token.split(":")
        preposition, _, case = how.rpartition("+")
        role = f"{preposition}+{case}" if preposition else case
        if kind in ("person", "friend", "family", "spouse"):
            role += "!"  # who, not what
        return Slot(self.by_class(kind, subject, case), case, preposition, role=role)

    def by_class(self, kind: str, subject: NP, case: str) -> NP:
        """The noun phrase of a slot: a person of some kind, or a thing."""
        if kind in ("person", "friend"):
            return self.person_object(subject, case)
        if kind == "family":
            return self.relative(self.own(subject))
        if kind == "spouse":
            return self.spouse(subject)
        return self.thing(kind, subject)

    def job(self, subject: NP) -> Noun:
        """A profession in the subject's gender."""
        gender = {2: "m", 3: "f"}.get(subject.owner)
        return self.choice(_JOBS[gender])

"""Draws who does it and to whom: persons mostly; or an animal, a train, an event, a shop."""

from tformer.data.phrasebook.dice import Dice
from tformer.data.phrasebook.lexicon import names
from tformer.data.phrasebook.lexicon.adjectives import ADJECTIVES
from tformer.data.phrasebook.lexicon.nouns import NOUNS, named
from tformer.data.phrasebook.noun_phrases import NP, PRONOUN, both, name, noun_phrase

_TRAINS = named("Zug Bus Flugzeug")
_EVENTS = named("Film Spiel Konzert Kurs Unterricht Party Prüfung Schule Sitzung")
_SHOPS = named("Supermarkt Bank Apotheke Museum Geschäft Bäckerei Post Bibliothek")
_SUITORS = named("Freund Freundin Kollege Kollegin Nachbar")
# by the English number of the subject: pronouns that would be the same person as it
_SAME = {"I": ("ich", "wir"), "you": ("du", "ihr", "Sie"), "we": ("ich", "wir"),
         "he": ("er", "sie"), "they": ("sie_p", "sie", "er")}  # fmt: skip


class Persons(Dice):
    """Chooses the subject of a clause, and the persons in it so that they are not the subject."""

    def person_name(self) -> NP:
        """Anna, Peter, Herr Müller, Frau Schmidt."""
        kind = self.pick(female=4, male=4, mr=1, mrs=1)
        if kind == "female":
            return name(self.choice(names.FEMALE), 3)
        if kind == "male":
            return name(self.choice(names.MALE), 2)
        surname = self.choice(names.SURNAMES)
        if kind == "mrs":
            return name(f"Frau {surname}", 3, f"Mrs. {surname}")
        forms = (f"Herr {surname}", f"Herrn {surname}", f"Herrn {surname}")
        return NP(forms, f"Mr. {surname}", f"Mr. {surname}", kind="name", owner=2)

    def relative(self, owner: int | None = None) -> NP:
        """mein Bruder, deine Eltern, unser Nachbar."""
        if owner is None:
            owner = self.rng.choices(range(8), [10, 4, 2, 2, 0, 3, 1, 0])[0]
        kind = self.pick(family=6, friend=3, group=2)
        noun = self.choice(NOUNS[kind])
        spouse = kind == "family" and noun.singular in ("Mann", "Frau")
        if spouse and owner >= 4:
            owner = 0
        adjective = None
        if self.chance(0.06) and noun.gender != "p":
            adjective = self.choice(ADJECTIVES["kind"])
        plural = kind == "family" and not spouse and self.chance(0.08) and bool(noun.plural)
        return self.human(noun_phrase(noun, owner=owner, plural=plural, adjective=adjective))

    @staticmethod
    def human(phrase: NP) -> NP:
        """The noun phrase as that of a person, whose verb is he's and not it's."""
        number = "they" if phrase.number == "they" else "he"
        return NP(phrase.forms, phrase.english, phrase.english_object, phrase.person, number,
                  phrase.kind, phrase.owner, phrase.negative)  # fmt: skip

    def stranger(self) -> NP:
        """der Lehrer, diese Frau, die Kinder."""
        kind = self.pick(folk=4, job=3, people=2)
        noun = self.choice(NOUNS[kind])
        word = "der" if kind != "folk" else self.pick(der=8, ein=2, dieser=1)
        plural = kind == "folk" and word == "der" and self.chance(0.2)
        return self.human(noun_phrase(noun, word, plural=plural))

    def subject(self, kind: str = "person") -> NP:
        """Who or what does it: a person, or an animal, train, event or shop."""
        if kind != "person":
            return self.thing_subject(kind)
        kind = self.pick(pronoun=11, name=4, relative=6, stranger=4, both=1)
        if kind == "pronoun":
            return self.pronoun()
        if kind == "name":
            return self.person_name()
        if kind == "relative":
            return self.relative()
        if kind == "stranger":
            return self.stranger()
        one = self.choice((self.person_name, self.relative))()
        if self.chance(0.5):
            return both(one, PRONOUN["ich"])
        return both(one, self.person_name())

    def pronoun(self) -> NP:
        """ich, du, er, sie, wir, ihr or sie; never Sie, which begins no statement."""
        who = ("ich", "du", "er", "sie", "wir", "ihr", "sie_p")
        return PRONOUN[self.rng.choices(who, (12, 5, 5, 5, 7, 2, 3))[0]]

    def asked(self) -> NP:
        """Whom a question speaks to or of."""
        if self.chance(0.55):
            return PRONOUN[self.rng.choices(("du", "Sie", "ihr"), (6, 4, 2))[0]]
        return self.subject()

    def thing_subject(self, kind: str) -> NP:
        """mein Hund, der Zug, der Film, die Bank."""
        if kind == "animal":
            noun = self.choice(NOUNS["pet"])
            if self.chance(0.5):
                return noun_phrase(noun, owner=self.choice((0, 0, 1, 2, 3, 5)))
            return noun_phrase(noun, self.pick(der=6, ein=2), plural=self.chance(0.15))
        if kind == "train":
            return noun_phrase(self.choice(_TRAINS), self.pick(der=8, dieser=1))
        return noun_phrase(self.choice(_EVENTS if kind == "event" else _SHOPS))

    def person_object(self, subject: NP, case: str = "A") -> NP:
        """Whom the subject calls or helps: not itself."""
        kind = self.pick(pronoun=6, name=3, relative=6, stranger=2)
        if kind == "name":
            return self.person_name()
        if kind == "relative":
            return self.relative(self.own(subject))
        if kind == "stranger":
            return self.stranger()
        unfit = {*_SAME.get(subject.number, ())}
        if case == "A":  # sie would be her
            unfit.add("sie_p")
        if subject.number == "you":
            unfit |= {"du", "ihr"}
        who = ("ich", "ich", "du", "er", "sie", "wir", "ihr", "sie_p")
        return PRONOUN[self.choice([pronoun for pronoun in who if pronoun not in unfit])]

    def spouse(self, subject: NP) -> NP:
        """Whom the subject marries."""
        if self.chance(0.6):
            return name(self.choice(names.FEMALE + names.MALE), 2)
        owner = subject.owner if subject.owner < 4 else 0
        return noun_phrase(self.choice(_SUITORS), owner=owner)

    def own(self, subject: NP) -> int:
        """Whose the thing is: mostly the subject's."""
        if self.chance(0.75) or subject.owner in (2, 3, 7):
            return subject.owner
        return self.choice([owner for owner in (0, 1, 5, 2, 3) if owner != subject.owner])

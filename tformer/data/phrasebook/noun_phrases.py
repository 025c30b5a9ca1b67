"""Noun phrases in both languages: pronouns, names, and article, number, adjective and noun."""

from dataclasses import dataclass
from functools import cache

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook import german as de
from tformer.data.phrasebook.german import Noun

# By owner: I, you, he, she, it, we, you (ihr), they, you (Sie), and das Mädchen, who is a she.
ENGLISH_POSSESSIVES = ("my", "your", "his", "her", "its", "our", "your", "their", "your", "her")
SINGULAR_IN_ENGLISH = {"pasta", "spaghetti", "vacation", "homework", "candy"}
PLURAL_IN_ENGLISH = {"glasses", "scissors", "vegetables", "jeans", "French fries", "pants",
                     "pajamas", "sunglasses", "headphones"}  # fmt: skip


@dataclass(frozen=True)
class NP:
    """A noun phrase: nominative, accusative, dative; English as subject and as object.

    ``person`` is that of the German verb, ``number`` the English pronoun that its verb agrees
    with, ``owner`` the index of its possessive, ``kind`` pronoun, name, definite, indefinite,
    counted or bare; ``negative`` is what stands for it where the clause is denied (kein Hund).
    """

    forms: tuple[str, str, str]
    english: str
    english_object: str
    person: int = 2
    number: str = "he"
    kind: str = "definite"
    owner: int = 2
    negative: "NP | None" = None

    def __getitem__(self, case: str) -> str:
        return self.forms["NAD".index(case)]


_PRONOUN_ROWS = """ich I me 0 I 0; du you you 1 you 1; er he him 2 he 2; sie she her 2 he 3;
es it it 2 it 4; wir we us 3 we 5; ihr you you 4 you 6; sie_p they them 5 they 7;
Sie you you 5 you 8"""


def _pronouns() -> dict[str, NP]:
    found = {}
    for row in _PRONOUN_ROWS.split(";"):
        name, subject, obj, person, number, owner = row.split()
        forms = de.PRONOUNS[name]
        found[name] = NP(forms, subject, obj, int(person), number, "pronoun", int(owner))
    return found


PRONOUN = _pronouns()


def same(german: str, english: str, **agreement) -> NP:
    """A phrase that is the same in all cases: NP(("wer", "wer", "wer"), "who", "who", ...)."""
    return NP((german,) * 3, english, english, **agreement)


def name(word: str, owner: int, english: str = "") -> NP:
    """A person's name: Anna, Frau Müller."""
    return same(word, english or word, kind="name", owner=owner)


def both(one: NP, two: NP) -> NP:
    """Anna und Peter; mein Bruder und ich."""
    nominative, accusative, dative = (f"{one[case]} und {two[case]}" for case in "NAD")
    with_me = two is PRONOUN["ich"]
    return NP(
        (nominative, accusative, dative),
        f"{one.english} and {two.english}",
        f"{one.english} and {two.english_object}",
        person=3 if with_me else 5,
        number="we" if with_me else "they",
        owner=5 if with_me else 7,
    )


@cache
def noun_phrase(
    noun: Noun,
    word: str = "der",
    *,
    owner: int | None = None,
    plural: bool = False,
    adjective: tuple[str, str] | None = None,
    count: tuple[str, str] = ("", ""),
    mass: bool = False,
) -> NP:
    """``word`` (or the possessive of ``owner``), ``count`` ("viele"), adjective and noun.

    A ``mass`` noun takes no English article: Brot and kein Brot are bread and no bread.
    """
    word = de.POSSESSIVES[owner] if owner is not None else word
    plural = plural or noun.gender == "p"
    nominative, accusative, dative = (
        _german(noun, word, plural, adjective, count[0], case) for case in "NAD"
    )
    english = noun.english_plural if plural and noun.gender != "p" else noun.english
    english = " ".join(filter(None, (count[1], adjective[1] if adjective else "", english)))
    if not (mass and word in ("ein", "kein")):
        many = plural or noun.english in PLURAL_IN_ENGLISH
        english = _with_article(word, owner, english, many)
    kind = "indefinite" if word in ("ein", "kein") else "definite" if word else "bare"
    negative = None
    if kind in ("indefinite", "bare") and word != "kein" and not count[0]:
        mass = mass or (kind == "bare" and not plural)
        negative = noun_phrase(noun, "kein", plural=plural, adjective=adjective, mass=mass)
    return NP(
        (nominative, accusative, dative),
        english,
        english,
        person=5 if plural else 2,
        number=_number(noun, plural),
        kind="counted" if count[0] else kind,
        owner=_owner(noun, plural),
        negative=negative,
    )


def _german(
    noun: Noun, word: str, plural: bool, adjective: tuple[str, str] | None, count: str, case: str
) -> str:
    before = "" if word == "ein" and plural else word
    gender = "p" if plural else noun.gender
    parts = [de.article(before, gender, case) if before else "", count]
    if adjective:
        parts.append(de.adjective(adjective[0], before, gender, case))
    parts.append(noun.form(case, plural))
    return " ".join(part for part in parts if part)


def _with_article(word: str, owner: int | None, english: str, plural: bool) -> str:
    if owner is not None:
        return f"{ENGLISH_POSSESSIVES[owner]} {english}"
    if word in ("ein", "kein") and not plural:
        return en.a(english)
    this = "these" if plural else "this"
    before = {"der": "the", "dieser": this, "jeder": "every", "kein": "any"}.get(word, "")
    return f"{before} {english}" if before else english


def _number(noun: Noun, plural: bool) -> str:
    """The pronoun that the English verb agrees with: die Hausaufgaben sind, the homework is."""
    if noun.english in SINGULAR_IN_ENGLISH:
        return "it"
    return "they" if plural or noun.english in PLURAL_IN_ENGLISH else "it"


def _owner(noun: Noun, plural: bool) -> int:
    if noun.singular == "Mädchen" and not plural:
        return 9
    return 7 if plural else {"m": 2, "f": 3, "n": 2}[noun.gender]

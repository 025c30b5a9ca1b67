"""German forms: articles, adjective endings, degrees, pronouns, nouns in four cases.

Cases are the letters N, A, D, G (nominative, accusative, dative, genitive), genders m, f, n and p
for every plural. Persons count from 0: ich, du, er/sie/es, wir, ihr, sie/Sie.
"""

from dataclasses import dataclass
from functools import cache

CASES = "NADG"


def _endings(m: str, f: str, n: str, p: str) -> dict[str, tuple[str, ...]]:
    """Gender -> the endings of the four cases; "-" is none."""
    return {
        gender: tuple(cell.replace("-", "") for cell in row.split())
        for gender, row in {"m": m, "f": f, "n": n, "p": p}.items()
    }


_DER = _endings("der den dem des", "die die der der", "das das dem des", "die die den der")
_EIN = _endings("- en em es", "e e er er", "- - em es", "e e en er")
_DIESER = _endings("er en em es", "e e er er", "es es em es", "e e en er")
_STRONG = _endings("er en em en", "e e er er", "es es em en", "e e en er")
_MIXED = _endings("er en en en", "e e en en", "es es en en", "en en en en")
_WEAK = _endings("e en en en", "e e en en", "e e en en", "en en en en")
_DER_WORDS = {"dieser": "dies", "jeder": "jed", "welcher": "welch"}
POSSESSIVES = ("mein", "dein", "sein", "ihr", "sein", "unser", "euer", "ihr", "Ihr", "sein")
_EIN_WORDS = {"ein", "kein", *POSSESSIVES}
_CHANGED_STEMS = {"hoch": "hoh", "teuer": "teur", "dunkel": "dunkl", "sauer": "saur"}

PRONOUNS = {  # nominative, accusative, dative
    "ich": ("ich", "mich", "mir"),
    "du": ("du", "dich", "dir"),
    "er": ("er", "ihn", "ihm"),
    "sie": ("sie", "sie", "ihr"),
    "es": ("es", "es", "ihm"),
    "wir": ("wir", "uns", "uns"),
    "ihr": ("ihr", "euch", "euch"),
    "sie_p": ("sie", "sie", "ihnen"),
    "Sie": ("Sie", "Sie", "Ihnen"),
}
REFLEXIVES = {
    "A": ("mich", "dich", "sich", "uns", "euch", "sich"),
    "D": ("mir", "dir", "sich", "uns", "euch", "sich"),
}
_LONG_GENITIVE = {"Arzt", "Freund", "Kind", "Mann", "Sohn",  # meines Sohnes
                  "Buch", "Wort", "Kleid", "Lied"}  # fmt: skip
_CONTRACTIONS = {
    **{"in dem": "im", "in das": "ins", "an dem": "am", "an das": "ans"},
    **{"zu dem": "zum", "zu der": "zur", "von dem": "vom", "bei dem": "beim"},
}


@cache
def article(word: str, gender: str, case: str) -> str:
    """The form of der, dieser, jeder, welcher, ein, kein, mein ... before a noun."""
    column = CASES.index(case)
    if word == "der":
        return _DER[gender][column]
    if word in _DER_WORDS:
        return _DER_WORDS[word] + _DIESER[gender][column]
    ending = _EIN[gender][column]
    return ("eur" if word == "euer" and ending else word) + ending


@cache
def adjective(word: str, before: str, gender: str, case: str) -> str:
    """The adjective with the ending it takes after the article ``before`` ("" for none)."""
    if word.endswith("a"):  # lila, rosa
        return word
    table = _MIXED if before in _EIN_WORDS else _STRONG if before == "" else _WEAK
    stem = _CHANGED_STEMS.get(word, word.removesuffix("e"))
    return stem + table[gender][CASES.index(case)]


_DEGREES = {  # comparative and superlative stem, where they are not regular
    **{"alt": ("älter", "ältest"), "groß": ("größer", "größt"), "jung": ("jünger", "jüngst")},
    **{"gut": ("besser", "best"), "stark": ("stärker", "stärkst"), "klug": ("klüger", "klügst")},
    **{"teuer": ("teurer", "teuerst"), "nett": ("netter", "nettest")},
    **{"warm": ("wärmer", "wärmst"), "kalt": ("kälter", "kältest"), "neu": ("neuer", "neuest")},
    **{"hoch": ("höher", "höchst"), "lang": ("länger", "längst"), "kurz": ("kürzer", "kürzest")},
    **{"gesund": ("gesünder", "gesündest"), "schwach": ("schwächer", "schwächst")},
    **{"leicht": ("leichter", "leichtest"), "interessant": ("interessanter", "interessantest")},
    **{"breit": ("breiter", "breitest"), "intelligent": ("intelligenter", "intelligentest")},
}


def comparative(word: str) -> str:
    """schöner, älter, müder."""
    if word in _DEGREES:
        return _DEGREES[word][0]
    return word + ("r" if word.endswith("e") else "er")


def superlative(word: str) -> str:
    """The word after am: schönsten, ältesten."""
    return (_DEGREES[word][1] if word in _DEGREES else word + "st") + "en"


def contract(preposition: str, phrase: str) -> str:
    """in + dem Haus -> im Haus."""
    first, _, rest = phrase.partition(" ")
    joined = _CONTRACTIONS.get(f"{preposition} {first}", f"{preposition} {first}")
    return f"{joined} {rest}" if rest else joined


@dataclass(frozen=True)
class Noun:
    """One noun: nominative singular and plural ("" where it has none), English alike.

    ``gender`` is m, f, n, or p for a noun without singular; ``weak`` nouns take -n in every other
    case of the singular.
    """

    singular: str
    plural: str
    gender: str
    english: str
    english_plural: str
    weak: bool = False

    def form(self, case: str, plural: bool = False) -> str:
        """The noun in a case: Kind, Kindes, Kinder, Kindern."""
        if plural or self.gender == "p":
            word = self.plural or self.singular
            return word + "n" if case == "D" and word[-1] not in "ns" else word
        word = self.singular
        if self.weak and case != "N":
            if word == "Name":
                return "Namens" if case == "G" else "Namen"
            return word + ("n" if word.endswith(("e", "er", "ar")) else "en")
        if case != "G" or self.gender == "f":
            return word
        hisses = word.endswith(("s", "ß", "x", "z", "tsch"))
        return word + ("es" if hisses or word in _LONG_GENITIVE else "s")

"""German verbs: present, preterite, participle, infinitive with zu, imperative.

Persons count from 0: ich, du, er/sie/es, wir, ihr, sie/Sie.
"""

from dataclasses import dataclass
from functools import cached_property

_PRESENT = {
    "sein": "bin bist ist sind seid sind",
    "haben": "habe hast hat haben habt haben",
    "werden": "werde wirst wird werden werdet werden",
    "können": "kann kannst kann können könnt können",
    "müssen": "muss musst muss müssen müsst müssen",
    "wollen": "will willst will wollen wollt wollen",
    "sollen": "soll sollst soll sollen sollt sollen",
    "dürfen": "darf darfst darf dürfen dürft dürfen",
    "mögen": "mag magst mag mögen mögt mögen",
    "wissen": "weiß weißt weiß wissen wisst wissen",
    "möchten": "möchte möchtest möchte möchten möchtet möchten",
}
_INSEPARABLE = ("be", "ver", "er", "ent", "zer", "ge", "emp", "miss", "über", "unter", "wieder")


@dataclass(frozen=True)
class Verb:
    """One verb: infinitive without prefix, third person, preterite and participle where irregular.

    ``reflexive`` is the case of sich ("" for none); ``prefix`` is split off in main clauses.
    """

    base: str
    prefix: str = ""
    third: str = ""
    past: str = ""
    part: str = ""
    auxiliary: str = "haben"
    reflexive: str = ""

    @property
    def infinitive(self) -> str:
        return self.prefix + self.base

    @property
    def stem(self) -> str:
        return self.base[:-2] if self.base.endswith("en") else self.base[:-1]

    @property
    def _link(self) -> str:
        """The e of arbeit-e-t and öffn-e-t."""
        stem = self.stem
        if stem.endswith(("d", "t")):
            return "e"
        hard = stem[-1] in "mn" and stem[-2] not in "aeiouäöülrhmn"
        return "e" if hard or stem.endswith("chn") else ""

    def present(self, person: int) -> str:
        """koche, kochst, kocht, kochen, kocht, kochen."""
        return self._present[person]

    @cached_property
    def _present(self) -> tuple[str, ...]:
        if self.base in _PRESENT:
            return tuple(_PRESENT[self.base].split())
        stem, regular = self.stem, self.stem + self._link
        ich = stem[:-2] + "le" if self.base.endswith("eln") else stem + "e"
        third = self.third or regular + "t"
        changed = regular
        if third != regular + "t":  # fährt -> fähr-, but hält -> hält-
            changed = third if stem.endswith("t") else third[:-1]
        du = changed + ("t" if changed.endswith(("s", "ß", "z", "x")) else "st")
        return ich, du, third, self.base, regular + "t", self.base

    def preterite(self, person: int) -> str:
        """kochte, kochtest ...; ging, gingst ..."""
        return self._preterite[person]

    @cached_property
    def _preterite(self) -> tuple[str, ...]:
        past = self.past or self.stem + self._link + "te"
        if past.endswith("e"):
            endings = ("", "st", "", "n", "t", "n")
        else:
            du = "est" if past.endswith(("s", "ß")) else "st"
            endings = ("", du, "", "en", "et" if past.endswith(("t", "d")) else "t", "en")
        return tuple(past + ending for ending in endings)

    @cached_property
    def participle(self) -> str:
        if self.part:
            return self.prefix + self.part
        ge = "" if self.base.endswith("ieren") or self.base.startswith(_INSEPARABLE) else "ge"
        return f"{self.prefix}{ge}{self.stem}{self._link}t"

    @property
    def zu(self) -> str:
        """The infinitive with zu: zu kochen, aufzustehen, spazieren zu gehen."""
        if self.prefix.endswith(" "):
            return f"{self.prefix}zu {self.base}"
        return f"{self.prefix}zu{self.base}" if self.prefix else f"zu {self.base}"

    def imperative(self, person: int) -> str:
        """For du (1), ihr (4) and, without its Sie, Sie (5)."""
        if person != 1:
            return self.present(person)
        third = self.third
        if third and "ä" not in third and "au" not in self.stem:  # nimmt -> nimm
            return third if self.stem.endswith("t") else third[:-1]
        if self.base.endswith("eln"):
            return self.stem[:-2] + "le"
        soft = self.stem.endswith("ig") and not self.stem.endswith("eig")  # but zeig
        if self.base.endswith(("ern", "ieren")) or self._link or soft:
            return self.stem + "e"
        return self.stem

"""Random choices, and the random times that need nothing else."""

import random

from tformer.data.phrasebook.lexicon import names
from tformer.data.phrasebook.lexicon.numbers import ENGLISH_ONES, ONES, number
from tformer.data.phrasebook.lexicon.rows import Pair
from tformer.data.phrasebook.lexicon.times import TIMES


class Dice:
    """Makes random choices with one ``random.Random``: same state, same choices."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.choice = rng.choice

    def chance(self, probability: float) -> bool:
        """True in this share of the cases."""
        return self.rng.random() < probability

    def pick(self, **weights: float) -> str:
        """One of the names, as often as its weight says: ``pick(plain=3, question=1)``."""
        return self.rng.choices(list(weights), list(weights.values()))[0]

    def skip(self) -> None:
        """A draw that decides nothing any more: the sentences of a seed must not change."""
        self.rng.random()

    def clock(self) -> Pair:
        """um acht Uhr = at eight o'clock, um halb neun = at half past eight."""
        hour = self.rng.randint(1, 12)
        german, english = ONES[hour], ENGLISH_ONES[hour]
        kind = self.pick(full=7, half=2, quarter=1, to=1, past=1)
        if kind == "full":
            return f"um {'ein' if hour == 1 else german} Uhr", f"at {english} o'clock"
        if kind == "half":
            return f"um halb {ONES[hour % 12 + 1]}", f"at half past {english}"
        if kind == "quarter":
            return f"um Viertel nach {german}", f"at a quarter past {english}"
        if kind == "to":
            return f"um Viertel vor {german}", f"at a quarter to {english}"
        minutes, said = number(self.choice((5, 10, 20)))
        return f"um {minutes} nach {german}", f"at {said} past {english}"

    def time(self, kind: str) -> Pair:
        """A time for a tense: now, habit, future, past, since; sometimes a day or the clock."""
        if kind not in ("future", "past") or not self.chance(0.3):
            return self.choice(TIMES[kind])
        what = self.pick(day=4, clock=4, month=1, season=1, date=0.5)
        if what == "clock" and kind != "past":
            return self.clock()
        if what == "month":
            german, english = self.choice(names.MONTHS)
            return f"im {german}", f"in {english}"
        if what == "season":
            german, english = self.choice(names.SEASONS)
            return f"im {german}", f"in the {english}"
        german, english = self.choice(names.DAYS)
        part = self.choice((("", ""), ("", ""), ("abend", " evening"), ("morgen", " morning")))
        return f"am {german}{part[0]}", f"on {english}{part[1]}"

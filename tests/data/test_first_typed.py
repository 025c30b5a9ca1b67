"""What somebody who meets the translator types first, and whether it knows when it does not know.

The sentences, and all that counts as right, were written before the translator had seen them; the
thresholds were chosen on the everyday sentences, not on these.
"""

import random
from functools import cache
from pathlib import Path

from tformer.doctor import ASSETS
from tformer.translation import Translator
from tformer.words import numbers_kept, said_doubt

SENTENCES = Path(__file__).with_name("first_typed.tsv")
PAIRS = [line.split("\t") for line in SENTENCES.read_text("utf-8").splitlines()]
GERMAN = [german for german, _ in PAIRS]
ENGLISH = [english.split("|")[0] for _, english in PAIRS]


@cache
def loaded(name):
    return Translator.load(ASSETS / f"{name}.safetensors")


@cache
def looked(name, text):
    return loaded(name).look(text)


@cache
def judged():
    """(the sentence, is it right?, does it say that it doubts?) of each."""
    found = []
    for german, english in PAIRS:
        look = looked("translator", german)
        found.append(
            (german, look.text in english.split("|"), bool(said_doubt(look.words, german)))
        )
    return found


def test_every_number_comes_through_or_is_marked():
    numbers = [german for german in GERMAN if any(c in "0123456789" for c in german)]
    kept = 0
    for german in numbers:
        look = looked("translator", german)
        through = numbers_kept(german, look.text)
        kept += through
        assert through or said_doubt(look.words, german), german
    assert len(numbers) == kept == 12


def test_three_in_four_come_out_right():
    assert len(judged()) == 99 and sum(right for _, right, _ in judged()) >= 77


def test_nearly_half_of_the_wrong_answers_are_doubted_and_few_right_ones():
    wrong = [marked for _, right, marked in judged() if not right]
    right = [marked for _, right, marked in judged() if right]
    print(f"doubted: {sum(wrong)} of {len(wrong)} wrong ones, {sum(right)} of {len(right)} right")
    assert sum(wrong) >= 0.45 * len(wrong) and sum(right) <= 0.05 * len(right)


def keys_hit(seed, count=100):
    """What somebody types who only tries the box: letters at random, or a row of keys."""
    dice, rows = random.Random(seed), ("qwertzuiop", "asdfghjkl", "yxcvbnm")
    letters = [
        lambda: "".join(dice.choices("abcdefghijklmnopqrstuvwxyz", k=dice.randint(3, 9))),
        lambda: "".join(dice.choices(dice.choice(rows), k=dice.randint(5, 20))),
        lambda: (dice.choice(rows) * 3)[dice.randint(0, 8) :][: dice.randint(4, 9)],
    ]
    return [" ".join(letters[n % 3]() for _ in range(dice.randint(1, 4))) for n in range(count)]


def foreign(name, texts):
    """How many of these do not look like the language that this model reads."""
    return sum(looked(name, text).foreign for text in texts)


def test_another_language_and_noise_are_told_from_what_it_reads():
    for name, own, other in (
        ("translator", GERMAN, ENGLISH),
        ("translator_en_de", ENGLISH, GERMAN),
    ):
        alarms, hits = foreign(name, own), foreign(name, other)
        noise = foreign(name, keys_hit(seed=11))
        print(
            f"{name}: {alarms} of 99 own, {hits} of 99 of the other language, {noise} of 100 noise"
        )
        assert alarms <= 4 and hits >= 88 and noise >= 90

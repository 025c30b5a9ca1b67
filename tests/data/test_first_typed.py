"""What somebody who meets the translator types first, and whether it knows when it does not know.

The sentences, and all that counts as right, were written before the translator had seen them.
"""

from functools import cache
from pathlib import Path

from tformer.doctor import ASSETS
from tformer.translation import UNSURE, Translator

SENTENCES = Path(__file__).with_name("first_typed.tsv")


@cache
def judged():
    """(is it right?, is a word of it marked as unsure?) of each sentence."""
    translator = Translator.load(ASSETS / "translator.safetensors")
    found = []
    for line in SENTENCES.read_text("utf-8").splitlines():
        german, english = line.split("\t")
        look = translator.look(german)
        found.append((look.text in english.split("|"), min(p for _, p in look.words) < UNSURE))
    return found


def test_seven_in_ten_come_out_right():
    assert len(judged()) == 99 and sum(right for right, _ in judged()) >= 70


def test_most_wrong_answers_hold_a_marked_word_and_few_right_ones():
    wrong = [marked for right, marked in judged() if not right]
    right = [marked for right, marked in judged() if right]
    assert sum(wrong) >= 0.7 * len(wrong) and sum(right) <= 0.05 * len(right)

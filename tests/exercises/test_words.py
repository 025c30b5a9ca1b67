"""What a diagnosis says is said in the words of the field, beside the plain ones."""

import re

import pytest

from tformer.course.checker.mutants import mutants
from tformer.course.course_map import exercises

# Where the plain word stands, one of the others stands too: it is what a learner will look up.
WORDS = {
    r"\broots?\b": "sqrt",
    r"way round": "invert|swap",
    r"upside down": "invert|flip",
    r"in reverse\b|backwards|mirrored": "reversed|flipped",
    r"[Ss]oftmax (always )?runs over": "wrong axis|axes",
    r"last two axes are swapped|axes are swapped": "transpose",
    r"cut off": "clamp|truncate|bound|relu",
}


def unnamed(exercise: str, text: str) -> list[str]:
    """The plain words in a text that stand there alone."""
    return [
        plain
        for plain, words in WORDS.items()
        if re.search(plain, text)
        and not re.search(words, text)
        and not ("root" in plain and exercise == "bleu")  # the n-th, of a geometric mean
    ]


@pytest.mark.parametrize("exercise", exercises().values(), ids=lambda exercise: exercise.name)
def test_every_sentence_of_an_exercise_holds_the_words_of_the_field(exercise):
    listed = [*exercise.mistakes, *exercise.signs, *exercise.laws]
    texts = [one.says for one in listed]
    texts += [mutant.fn.says() for mutant in mutants(exercise)]
    assert {t: found for t in texts if (found := unnamed(exercise.name, t))} == {}

"""Merges as they are learnt: one pass over them, and rounds from the earliest on, cut alike."""

import random

from tests.answers.embeddings.apply_merges import earliest_of_those_there
from tformer.course.exercises.embeddings.apply_merges import apply_merges
from tformer.course.exercises.embeddings.learn_merges import learn_merges


def test_one_pass_over_learnt_merges_is_as_good_as_rounds():
    draw = random.Random(0)

    def text(most):
        return bytes(draw.choices(b"abc", k=draw.randint(1, most)))

    for _ in range(300):
        merges = learn_merges({text(9): draw.randint(1, 5) for _ in range(6)}, 12)
        for word in (text(16), text(16)):
            assert apply_merges(word, merges) == earliest_of_those_there(word, merges)


def test_of_a_list_that_was_not_learnt_they_differ():
    merges = [(b"a", b"bc"), (b"b", b"c")]
    assert apply_merges(b"abc", merges) != earliest_of_those_there(b"abc", merges)

"""The matrix that moves every row of waves by an offset: a turn of each pair."""

import math

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist


def shift_matrix(offset, d_model):
    matrix = torch.zeros(d_model, d_model)
    for i in range(0, d_model, 2):
        angle = offset / 10000 ** (i / d_model)
        matrix[i, i] = matrix[i + 1, i + 1] = math.cos(angle)
        matrix[i + 1, i] = math.sin(angle)
        matrix[i, i + 1] = -math.sin(angle)
    return matrix


HINTS = (
    "Each pair (2i, 2i+1) of a row is (sin a, cos a) with a = p w. What are sin(a + b) and "
    "cos(a + b), written with sin a and cos a? The b is offset times w.",
    "sin(a + b) = sin a cos b + cos a sin b and cos(a + b) = cos a cos b - sin a sin b: two by two "
    "numbers for each pair, and zeros everywhere else.",
    "The row stands on the left, row @ M: column 2i of M makes the new sine, so it holds cos b "
    "above sin b; column 2i+1 holds -sin b above cos b.",
    "b = offset / 10000 ** (2i / d_model); M[2i, 2i] = M[2i+1, 2i+1] = cos b, M[2i+1, 2i] = sin b, "
    "M[2i, 2i+1] = -sin b.",
)

CASES = (
    Case(lambda: (1, 4), "one step, two pairs: turns by 1 and by 0.01"),
    Case(lambda: (3, 6), "three steps, three pairs"),
    Case(lambda: (-2, 8), "two steps back", ("backwards",)),
    Case(lambda: (0, 4), "no step: nothing changes", ("no-step",)),
    Case(lambda: (5, 2), "one pair", ("one-pair",)),
    Case(lambda: (40, 10), "many steps: even the slow pairs have turned", ("far",)),
    Case(lambda: (4, 4), "as many steps as features", ("square",), probe=True),
)


def variant(
    offset, d_model, exponent=2, block=lambda c, s: ((c, -s), (s, c)), angle=float, halves=False
):
    """shift_matrix with one switch for each thing that can go wrong."""
    matrix = torch.zeros(d_model, d_model)
    for i in range(d_model // 2):
        turn = angle(offset / 10000.0 ** (exponent * i / d_model))
        numbers = block(math.cos(turn), math.sin(turn))
        places = (i, i + d_model // 2) if halves else (2 * i, 2 * i + 1)
        for row, line in zip(places, numbers, strict=True):
            for column, number in zip(places, line, strict=True):
                matrix[row, column] = number
    return matrix


MISTAKES = (
    twist("turned-back", "It turns the other way (transposed): the row stands on the "
          "left, row @ M. This is the matrix for M @ column.",
          block=lambda c, s: ((c, s), (-s, c))),
    twist("cos-only", "Only the diagonal is there, cos: a turn mixes the two of a pair.",
          block=lambda c, s: ((c, 0), (0, c))),
    twist("sin-and-cos-swapped", "sin and cos are swapped: an offset of 0 has to change nothing.",
          block=lambda c, s: ((s, -c), (c, s))),
    twist("halves", "Feature i is paired with i + d/2 (two halves); sine and cosine of one wave "
          "are neighbours, (2i, 2i+1).", halves=True),
    twist("half-the-exponent", "The exponent is i/d, not 2i/d: i counts pairs.", exponent=1),
    twist("degrees", "The angles are taken for degrees; they should be radians.",
          angle=math.radians),
    Mistake("features-moved", "It moves (permutes) the features, not the place: a shift of a row "
            "is a turn of its pairs.", lambda k, d: torch.eye(d).roll(k, 0)),
)  # fmt: skip


def _lengths(args, got, want):
    """Some row is made longer or shorter."""
    if getattr(got, "shape", None) != want.shape:
        return False
    return not torch.allclose(got.double() @ got.double().T, torch.eye(args[1]).double(), atol=1e-3)


SIGNS = (
    Sign("other-angles", "Every row keeps its length, so it is a turn, but by other angles or of "
         "other pairs.", lambda a, g, w: g.shape == w.shape and not _lengths(a, g, w)),
    Sign("no-turn", "The matrix is no turn: it makes rows longer or shorter.", _lengths,
         every=False),
)  # fmt: skip

EXERCISE = Exercise(shift_matrix, HINTS, CASES, MISTAKES, variant, SIGNS, any_float=True)

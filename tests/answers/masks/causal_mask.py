"""Answers to ``causal_mask``."""

import numpy as np
import torch

from tests.answers import right, wrong


@right
def compares_positions(size):
    positions = torch.arange(size)
    return positions[None, :] <= positions[:, None]


@right
def negated_upper_triangle(size):
    return ~torch.triu(torch.ones(size, size), diagonal=1).bool()


@right
def float_then_bool(size):
    return torch.tril(torch.ones((size, size))) == 1


@right
def nested_lists_to_a_tensor(size):
    return torch.tensor([[j <= i for j in range(size)] for i in range(size)])


@right
def tri_of_numpy(size):
    return torch.from_numpy(np.tri(size, dtype=bool))


@right
def cumulative_sum_of_the_identity(size):
    return torch.eye(size).cumsum(0).bool()


@right
def writes_at_tril_indices(size):
    m = torch.zeros(size, size, dtype=torch.bool)
    i = torch.tril_indices(size, size)
    m[i[0], i[1]] = True
    return m


@wrong("upper triangle")
def upper_triangle(size):
    return torch.triu(torch.ones(size, size)).bool()


@wrong("diagonal|itself")
def strictly_the_past(size):
    i = torch.arange(size)
    return i[None, :] < i[:, None]


@wrong("swapped|future")
def true_for_the_future(size):
    return torch.triu(torch.ones(size, size, dtype=torch.bool), diagonal=1)


@wrong("future|invert|revers|opposite")
def torch_generate_square(size):
    return torch.nn.Transformer.generate_square_subsequent_mask(size) != 0


@wrong("boolean|0.0 and 1.0")
def floats(size):
    return torch.tril(torch.ones(size, size))


@wrong("-inf|added")
def additive_as_torch_makes_it(size):
    return torch.nn.Transformer.generate_square_subsequent_mask(size)


@wrong("axis|axes|(1, 1")
def four_axes_as_a_buffer(size):
    return torch.tril(torch.ones(size, size)).view(1, 1, size, size).bool()


@wrong("next one|future|ahead")
def one_step_ahead(size):
    return torch.ones(size, size).tril(1).bool()


@wrong("list|Python")
def nested_lists(size):
    return [[j <= i for j in range(size)] for i in range(size)]


@wrong("boolean|float|upper|future|inverted|swapped")
def floats_for_the_future(size):
    return torch.triu(torch.ones(size, size), diagonal=1)


@wrong("-inf|added|numbers|boolean")
def minus_1e9_for_the_future(size):
    return torch.triu(torch.full((size, size), -1e9), diagonal=1)


@wrong("past|window|before")
def window_of_four(size):
    i = torch.arange(size)
    d = i[:, None] - i[None, :]
    return (d >= 0) & (d < 4)


@wrong("axes|extra-axis|(1, size, size)")
def annotated_transformer_shape(size):
    return torch.from_numpy(np.triu(np.ones((1, size, size)), k=1).astype("uint8")) == 0


@wrong("before|window|one|only|forbids|previous|past")
def only_itself_and_the_one_before(size):
    i = torch.arange(size)
    return ((i[:, None] - i) >= 0) & ((i[:, None] - i) <= 1)


@wrong("revers|flip|anti|mirror|backward")
def anti_diagonal(size):
    return torch.ones(size, size).tril().bool().flip(-1)


@wrong("diagonal|itself|boolean")
def floats_without_the_diagonal(size):
    return torch.ones(size, size).tril(-1)


@wrong("size|too long|large|shape|one")
def one_row_more(size):
    return torch.ones(size + 1, size + 1).tril().bool()


@wrong("symmetric|everything|future|neighbour|window|sees")
def neighbours_on_both_sides(size):
    i = torch.arange(size)
    return (i[:, None] - i[None, :]).abs() <= 1


@wrong("vector|axes|shape|row")
def one_row_of_true(size):
    return torch.ones(size, dtype=torch.bool)


@wrong("0 and 1|boolean|numbers")
def bytes_for_bool(size):
    return torch.tril(torch.ones(size, size, dtype=torch.uint8))


@wrong("past|hidden|see|half")
def last_row_sees_the_first_only(size):
    m = torch.ones(size, size).tril().bool()
    m[:, 0] = True
    m[-1, 1:] = False
    return m


@wrong("numpy")
def numpy_array(size):
    return np.tril(np.ones((size, size))).astype(bool)


@wrong("added-not-boolean+diagonal-excluded")
def added_and_without_the_diagonal(size):
    m = torch.zeros(size, size)
    for i in range(size):
        m[i, i:] = float("-inf")
    return m


@wrong("added-not-boolean+upper")
def added_with_the_future_open(size):
    return torch.tril(torch.full((size, size), float("-inf")), -1)


@wrong("same in every case")
def example_written_down(size):
    return torch.tensor([[True, False, False], [True, True, False], [True, True, True]])

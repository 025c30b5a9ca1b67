"""Answers to ``shares``."""

import torch
import torch.nn.functional as F

from tests.answers import right, wrong


@right
def by_rows(numbers):
    return torch.stack([row / row.sum() for row in numbers])


@right
def unsqueezed(numbers):
    total = numbers.sum(dim=1)
    return numbers / total.unsqueeze(1)


@right
def by_the_norm_of_order_one(numbers):
    return F.normalize(numbers, p=1, dim=-1)


@right
def turned_twice(numbers):
    return (numbers.T / numbers.sum(-1)).T


@right
def by_loops(numbers):
    rows = [[x / sum(row) for x in row] for row in numbers.tolist()]
    return torch.tensor(rows, dtype=numbers.dtype)


@wrong("rounded")
def two_places_look_better(numbers):
    return torch.round(numbers / numbers.sum(1, keepdim=True), decimals=2)


@wrong("added up along|running")
def cumulated(numbers):
    return (numbers / numbers.sum(1, keepdim=True)).cumsum(1)


@wrong("left out")
def sum_of_all_but_the_last(numbers):
    return numbers / numbers[:, :-1].sum(1, keepdim=True)


@wrong("largest")
def by_the_largest(numbers):
    biggest = numbers.amax(dim=-1, keepdim=True)
    return numbers / biggest


@wrong("along the columns")
def softmax_down_the_columns(numbers):
    e = torch.exp(numbers)
    return e / e.sum(axis=0)


@wrong("softmax: shares of powers of e")
def softmax_of_each_row(numbers):
    e = torch.exp(numbers - numbers.amax(dim=1, keepdim=True))
    return e / e.sum(dim=1, keepdim=True)


@wrong("sums of the columns")
def by_the_columns(numbers):
    return numbers / numbers.sum(0, keepdim=True)

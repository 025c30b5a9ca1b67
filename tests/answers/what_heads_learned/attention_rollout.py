"""Answers to ``attention_rollout``."""

import functools
import itertools

import numpy as np
import torch
import torch.nn.functional as F

from tests.answers import right, wrong


@right
def reduced(weights):
    return functools.reduce(
        lambda product, a: (0.5 * a + 0.5 * torch.eye(len(a), dtype=a.dtype)) @ product,
        weights,
        torch.eye(len(weights[0]), dtype=weights[0].dtype),
    )


@right
def starts_from_the_first(weights):
    n = weights[0].shape[-1]
    eye = torch.eye(n).to(weights[0])
    result = 0.5 * weights[0] + 0.5 * eye
    for i in range(1, len(weights)):
        result = torch.matmul(0.5 * weights[i] + 0.5 * eye, result)
    return result


@right
def without_an_identity(weights):
    result = torch.diag(weights[0].new_ones(len(weights[0])))
    for layer in weights:
        result = (layer @ result + result) / 2
    return result


@right
def normalised_as_in_the_paper_s_code(weights):
    joint = None
    for a in weights:
        a = a + torch.eye(a.shape[0], dtype=a.dtype)
        a = a / a.sum(dim=-1, keepdim=True)
        joint = a if joint is None else a.mm(joint)
    return joint


@right
def from_the_last_layer_down(weights):
    eye = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    result = eye
    for layer in reversed(weights):
        result = result @ (0.5 * layer + 0.5 * eye)
    return result


@right
def stacked_and_einsum(weights):
    maps = torch.stack(weights)
    maps = (maps + torch.eye(maps.shape[-1], dtype=maps.dtype)) / 2
    result = maps[0]
    for m in maps[1:]:
        result = torch.einsum("ts,sr->tr", m, result)
    return result


@right
def diagonal_filled_on_a_copy(weights):
    result = None
    for layer in weights:
        step = layer.clone() * 0.5
        step.diagonal().add_(0.5)
        result = step if result is None else step @ result
    return result


@right
def by_loops(weights):
    n = len(weights[0])
    rows = [[float(i == j) for j in range(n)] for i in range(n)]
    for a in weights:
        mixed = [[0.5 * x + 0.5 * (i == j) for j, x in enumerate(r)]
                 for i, r in enumerate(a.tolist())]  # fmt: skip
        rows = [[sum(mixed[i][k] * rows[k][j] for k in range(n)) for j in range(n)]
                for i in range(n)]  # fmt: skip
    return torch.tensor(rows, dtype=weights[0].dtype)


@right
def lerped(weights):
    result = torch.eye(weights[0].size(0), dtype=weights[0].dtype)
    for a in weights:
        result = torch.lerp(result, a @ result, 0.5)
    return result


@right
def chained(weights):
    eye = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    return torch.linalg.multi_dot([*(0.5 * (a + eye) for a in weights[::-1]), eye])


@right
def accumulated(weights):
    eye = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    steps = (0.5 * (a + eye) for a in weights)
    return list(itertools.accumulate(steps, lambda before, now: now @ before))[-1]


@right
def recursive(weights):
    *before, last = weights
    step = 0.5 * last + 0.5 * torch.eye(len(last), dtype=last.dtype)
    return step @ recursive(before) if before else step


@right
def transposed_twice(weights):
    columns = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        columns = columns @ (0.5 * a + 0.5 * torch.eye(len(a), dtype=a.dtype)).T
    return columns.T


@wrong("reversed")
def multiplied_from_the_wrong_side(weights):
    eye = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    result = eye
    for a in weights:
        result = result @ (0.5 * a + 0.5 * eye)
    return result


@wrong("reversed")
def list_turned_round(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights[::-1]:
        result = (a @ result + result) / 2
    return result


@wrong("identity")
def plain_product(weights):
    result = weights[0]
    for a in weights[1:]:
        result = a @ result
    return result


@wrong("is missing")
def half_of_each_map(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = (0.5 * a) @ result
    return result


@wrong("half|halves|halved")
def no_halves(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = a @ result + result
    return result


@wrong("halves once")
def halves_at_the_end(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = (a + torch.eye(len(a), dtype=a.dtype)) @ result
    return 0.5 * result


@wrong("identity is not halved")
def whole_identity(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = 0.5 * a @ result + result
    return result


@wrong("averaged")
def mean_over_layers(weights):
    eye = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    return sum(0.5 * a + 0.5 * eye for a in weights) / len(weights)


@wrong("added up")
def added(weights):
    result = 0
    for a in weights:
        result = result + 0.5 * a + 0.5 * torch.eye(len(a), dtype=a.dtype)
    return result


@wrong("entry by entry|elementwise")
def star_for_at(weights):
    result = 0.5 * weights[0] + 0.5 * torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights[1:]:
        result = (0.5 * a + 0.5 * torch.eye(len(a), dtype=a.dtype)) * result
    return result


@wrong("first layer")
def first_forgotten(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights[1:]:
        result = 0.5 * a @ result + 0.5 * result
    return result


@wrong("The last layer is left out")
def last_forgotten(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for n in range(len(weights) - 1):
        result = 0.5 * weights[n] @ result + 0.5 * result
    return result


@wrong("first map|identity")
def first_one_raw(weights):
    result = weights[0]
    for a in weights[1:]:
        result = 0.5 * a @ result + 0.5 * result
    return result


@wrong("shares lie on other words")
def first_one_raw_and_again(weights):
    result = weights[0].clone()
    for a in weights:
        result = 0.5 * a @ result + 0.5 * result
    return result


@wrong("each should be 0.5 A + 0.5 I of its own map")
def starts_from_the_last(weights):
    eye = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    result = 0.5 * weights[-1] + 0.5 * eye
    for a in weights[1:]:
        result = (0.5 * a + 0.5 * eye) @ result
    return result


@wrong("last layer|as-if-without-matmul-rollout")
def begun_anew(weights):
    for a in weights:
        result = torch.eye(len(a), dtype=a.dtype)
        result = (0.5 * a + 0.5 * result) @ result
    return result


@wrong("first layer|as-if-weights-first-only")
def returned_too_early(weights):
    eye = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    result = eye
    for a in weights:
        result = (0.5 * a + 0.5 * eye) @ result
        return result


@wrong("transposed|transpose")
def turned(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = 0.5 * a @ result + 0.5 * result
    return result.mT


@wrong("takes from later words")
def each_turned(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = 0.5 * a.t() @ result + 0.5 * result
    return result


@wrong("change|modif")
def in_place(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        a *= 0.5
        a += 0.5 * torch.eye(len(a), dtype=a.dtype)
        result = a @ result
    return result


@wrong("without `* eye`")
def half_everywhere(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = (0.5 * a + 0.5) @ result
    return result


@wrong("comes in once")
def identity_once_at_the_end(weights):
    result = weights[0]
    for a in weights[1:]:
        result = a @ result
    return (result + torch.eye(len(result), dtype=result.dtype)) / 2


@wrong("a matrix product joins them")
def residual_to_the_words(weights):
    eye = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    result = eye
    for a in weights:
        result = 0.5 * (a @ result) + 0.5 * eye
    return result


@wrong("a matrix product joins them")
def exponential_average(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = (a + result) / 2
    return result


@wrong("The rows do not sum to one")
def normalised_by_column(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        a = a + torch.eye(len(a), dtype=a.dtype)
        result = (a / a.sum(0, keepdim=True)) @ result
    return result


@wrong("half and half|shares")
def other_shares(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = 0.8 * a @ result + 0.2 * result
    return result


@wrong("of its own map")
def mean_map_as_often_as_layers(weights):
    mean = sum(weights) / len(weights)
    step = 0.5 * mean + 0.5 * torch.eye(len(mean), dtype=mean.dtype)
    return torch.linalg.matrix_power(step, len(weights))


@wrong("takes from later words")
def softmax_at_the_end(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = 0.5 * a @ result + 0.5 * result
    return F.softmax(result, dim=-1)


@wrong("returns a Python list")
def every_step(weights):
    result, steps = torch.eye(len(weights[0]), dtype=weights[0].dtype), []
    for a in weights:
        result = 0.5 * a @ result + 0.5 * result
        steps.append(result)
    return steps


@wrong("float32|dtype")
def plain_eye(weights):
    result = torch.eye(len(weights[0]))
    for a in weights:
        result = (0.5 * a + 0.5 * torch.eye(len(a))) @ result
    return result


@wrong("With one layer it gives 1 A + 0 I")
def last_without_its_half(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights[:-1]:
        result = 0.5 * a @ result + 0.5 * result
    return weights[-1] @ result


@wrong("1 axes instead of 2")
def row_of_the_first_word(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = 0.5 * a @ result + 0.5 * result
    return result[0]


@wrong("a matrix product joins them")
def two_layers(weights):
    eye = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    if len(weights) == 1:
        return 0.5 * weights[0] + 0.5 * eye
    return (0.5 * weights[1] + 0.5 * eye) @ (0.5 * weights[0] + 0.5 * eye)


@wrong("joined|product|other")
def differences_joined(weights):
    eye = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    result = 0.5 * weights[0] + 0.5 * eye
    for before, now in itertools.pairwise(weights):
        result = (0.5 * (before + now) / 2 + 0.5 * eye) @ result
    return result


@wrong("off by a constant factor")
def norms_to_the_largest_in_each_layer(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        step = a + torch.eye(len(a), dtype=a.dtype)
        result = (step / step.max()) @ result
    return result


@wrong("The rows do not sum to one")
def without_own_place(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = 0.5 * a @ result + 0.5 * result
    return result.masked_fill(torch.eye(len(result)).bool(), 0.0)


@right
def addmm(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = torch.addmm(result, a, result, beta=0.5, alpha=0.5)
    return result


@right
def mean_of_all_ways_through(weights):
    ways = []
    for taken in itertools.product([False, True], repeat=len(weights)):
        way = torch.eye(len(weights[0]), dtype=weights[0].dtype)
        for a in itertools.compress(weights, taken):
            way = a @ way
        ways.append(way)
    return torch.stack(ways).mean(0)


@right
def in_numpy(weights):
    result = np.eye(len(weights[0]))
    for a in weights:
        result = (a.numpy() + np.eye(len(a))) @ result / 2
    return torch.from_numpy(result).to(weights[0].dtype)


@right
def a_row_for_each_word(weights):
    rows = []
    for t in range(len(weights[0])):
        row = F.one_hot(torch.tensor(t), len(weights[0])).to(weights[0].dtype)
        for a in reversed(weights):
            row = (row @ a + row) / 2
        rows.append(row)
    return torch.stack(rows)


@right
def halves_joined_by_recursion(weights):
    if len(weights) == 1:
        return weights[0].lerp(torch.eye(len(weights[0]), dtype=weights[0].dtype), 0.5)
    middle = len(weights) // 2
    return halves_joined_by_recursion(weights[middle:]) @ halves_joined_by_recursion(
        weights[:middle]
    )


@right
def halved_together(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = a @ result + result
    return result / 2 ** len(weights)


@wrong("off by a constant factor")
def divided_by_the_layers_at_the_end(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = a @ result + result
    return result / len(weights)


@wrong("eye(len(weights)")
def identity_of_the_layers(weights):
    eye = torch.eye(len(weights), dtype=weights[0].dtype)
    result = eye
    for a in weights:
        result = (0.5 * a + 0.5 * eye) @ result
    return result


@wrong("takes from later words")
def mean_over_heads(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = (0.5 * a.mean(0) + 0.5 * torch.eye(len(a), dtype=a.dtype)) @ result
    return result


@wrong("With one layer it gives 1 A + 0 I")
def map_in_both_halves(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = 0.5 * a @ result + 0.5 * a
    return result


@wrong("entry by entry|`*` in the place of `@`")
def star_from_the_identity(weights):
    result = eye = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = (0.5 * a + 0.5 * eye) * result
    return result


@wrong("1.5 where 0.5 belongs")
def added_to_what_was(weights):
    result = eye = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = result + (0.5 * a + 0.5 * eye) @ result
    return result


@wrong("1 axes instead of 2")
def row_of_the_last_word(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = 0.5 * a @ result + 0.5 * result
    return result[-1]


@wrong("to 1")
def diagonal_set_to_one(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = 0.5 * a.clone().fill_diagonal_(1.0) @ result
    return result


@wrong("map is not halved")
def half_an_identity_besides(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = a @ result + 0.5 * result
    return result


@wrong("entry by entry|elementwise|identity")
def product_of_the_stack(weights):
    return torch.stack(weights).prod(0)


@wrong("The rows do not sum to one")
def larger_of_map_and_identity(weights):
    result = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = torch.maximum(a, torch.eye(len(a), dtype=a.dtype)) @ result
    return result


@wrong("of its own map")
def power_of_the_last(weights):
    step = 0.5 * weights[-1] + 0.5 * torch.eye(len(weights[-1]), dtype=weights[-1].dtype)
    return torch.linalg.matrix_power(step, len(weights))


@wrong("0.5 A + -0.5 I")
def own_word_subtracted(weights):
    result = eye = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    for a in weights:
        result = 0.5 * a @ result + 0.5 * result
    return result - eye

"""Answers to ``nearest_rows``."""

import torch
import torch.nn.functional as F

from tests.answers import right, wrong


@right
def by_cosine_similarity(table, row, count):
    cosines = F.cosine_similarity(table, table[row : row + 1], dim=1)
    cosines[row] = -2
    return torch.topk(cosines, count)


@right
def sorts_and_skips_itself(table, row, count):
    unit = table / table.norm(dim=-1, keepdim=True)
    cosines = unit @ unit[row]
    order = cosines.argsort(descending=True)
    order = order[order != row][:count]
    return cosines[order], order


@right
def all_pairs_at_once(table, row, count):
    unit = F.normalize(table, dim=-1)
    cosines = (unit @ unit.T).fill_diagonal_(-torch.inf)
    values, ids = cosines[row].sort(descending=True)
    return values[:count], ids[:count]


@right
def by_a_loop(table, row, count):
    asked = table[row]
    found = []
    for i, other in enumerate(table):
        if i != row:
            found.append(((asked @ other / asked.norm() / other.norm()).item(), i))
    found.sort(reverse=True)
    values, ids = zip(*found[:count], strict=True)
    return torch.tensor(values, dtype=table.dtype), torch.tensor(ids)


@right
def its_own_length_cancels(table, row, count):
    likeness = (table @ table[row]) / table.square().sum(1).sqrt()
    likeness[row] = float("-inf")
    best = likeness.topk(count)
    return best.values / table[row].norm(), best.indices


@wrong("length")
def dot_products(table, row, count):
    scores = table @ table[row]
    scores[row] = -torch.inf
    return scores.topk(count)


@wrong("exchanged|first|as-if-values-swapped")
def ids_before_cosines(table, row, count):
    unit = F.normalize(table, dim=1)
    cosines = unit @ unit[row]
    cosines[row] = -torch.inf
    best = cosines.topk(count)
    return best.indices, best.values


@wrong("length|as-if-table-for-directions")
def only_the_asked_row_at_length_one(table, row, count):
    scores = table @ F.normalize(table[row], dim=0)
    scores[row] = -torch.inf
    return scores.topk(count)


@wrong("itself")
def forgets_to_leave_itself_out(table, row, count):
    unit = F.normalize(table, dim=1)
    return (unit @ unit[row]).topk(count)


@wrong("0|itself")
def its_own_cosine_is_zero(table, row, count):
    unit = F.normalize(table, dim=1)
    cosines = unit @ unit[row]
    cosines[row] = 0
    return cosines.topk(count)


@wrong("columns|rows are the words|dim=1")
def normalises_columns(table, row, count):
    unit = F.normalize(table, dim=0)
    cosines = unit @ unit[row]
    cosines[row] = -torch.inf
    return cosines.topk(count)


@wrong("least alike")
def smallest_first(table, row, count):
    unit = F.normalize(table, dim=1)
    cosines = unit @ unit[row]
    cosines[row] = torch.inf
    return cosines.topk(count, largest=False)


@wrong("distance")
def smallest_distance(table, row, count):
    far = torch.cdist(table, table[row : row + 1])[:, 0]
    far[row] = torch.inf
    return far.topk(count, largest=False)


@wrong("cosines alone|as-if-one-value")
def values_alone(table, row, count):
    unit = F.normalize(table, dim=1)
    cosines = unit @ unit[row]
    cosines[row] = -torch.inf
    return cosines.topk(count).values


@wrong("one row less|counted")
def drops_the_first_of_count(table, row, count):
    unit = F.normalize(table, dim=1)
    values, ids = (unit @ unit[row]).topk(count)
    return values[1:], ids[1:]


@wrong("opposite|absolute")
def absolute_cosines(table, row, count):
    unit = F.normalize(table, dim=1)
    cosines = (unit @ unit[row]).abs()
    cosines[row] = -1
    return cosines.topk(count)


@wrong("order|first")
def ascending_ids(table, row, count):
    unit = F.normalize(table, dim=1)
    cosines = unit @ unit[row]
    cosines[row] = -torch.inf
    ids = cosines.topk(count).indices.sort().values
    return cosines[ids], ids


@wrong("without the row itself|one too small")
def takes_the_row_out_of_the_table(table, row, count):
    others = torch.cat([table[:row], table[row + 1 :]])
    return F.cosine_similarity(others, table[row : row + 1]).topk(count)


@wrong("row itself")
def drops_the_first_of_one_more(table, row, count):
    directions = F.normalize(table, dim=1)
    values, ids = (directions @ directions[row]).topk(count + 1)
    return values[1:], ids[1:]

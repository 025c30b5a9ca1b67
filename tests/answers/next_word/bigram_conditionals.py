"""Answers to ``bigram_conditionals``."""

import numpy as np
import torch
import torch.nn.functional as F

from tests.answers import right, wrong


@right
def where_on_the_totals(counts):
    totals = counts.sum(-1, keepdim=True)
    return torch.where(totals > 0, counts / totals, 1 / counts.shape[-1])


@right
def nan_replaced_by_the_uniform(counts):
    shares = counts / counts.sum(dim=1, keepdim=True)
    return torch.nan_to_num(shares, nan=1 / len(counts))


@right
def ones_in_the_empty_rows_first(counts):
    counts = counts.clone()
    counts[counts.sum(-1) == 0] = 1
    return counts / counts.sum(-1, keepdim=True)


@right
def by_a_loop_over_rows(counts):
    rows = []
    for row in counts:
        if row.sum() == 0:
            rows.append(torch.full((len(row),), 1 / len(row)))
        else:
            rows.append((row / row.sum()).float())
    return torch.stack(rows)


@right
def by_two_loops_over_numbers(counts):
    size = counts.shape[0]
    p = torch.zeros(size, size)
    for i in range(size):
        total = sum(counts[i].tolist())
        for j in range(size):
            p[i, j] = counts[i, j].item() / total if total else 1 / size
    return p


@right
def in_double(counts):
    c = counts.double()
    empty = c.sum(1, keepdim=True) == 0
    c = c + empty
    return c / c.sum(1, keepdim=True)


@right
def einsum_with_the_reciprocal(counts):
    c = counts.float()
    c = c + (c.sum(-1, keepdim=True) == 0).float()
    return torch.einsum("ij,i->ij", c, 1 / c.sum(-1))


@right
def normalise_by_the_first_norm(counts):
    c = counts.to(torch.float32)
    empty = c.abs().sum(1) == 0
    p = F.normalize(c, p=1, dim=1)
    p[empty] = 1 / c.shape[1]
    return p


@wrong("below 1")
def clamped_totals_and_a_filled_row(counts):
    totals = counts.sum(-1, keepdim=True)
    p = counts / totals.clamp(min=1)
    return p.masked_fill(totals == 0, 1 / counts.shape[-1])


@right
def transposed_there_and_back(counts):
    c = counts.float()
    p = (c.T / c.sum(1)).T
    p[p.isnan()] = 1 / len(c)
    return p


@right
def diagonal_matrix_of_reciprocals(counts):
    c = counts.double()
    totals = c.sum(1)
    fixed = torch.where((totals == 0)[:, None], torch.ones_like(c), c)
    return torch.diag(1 / fixed.sum(1)) @ fixed


@right
def by_numpy(counts):
    c = counts.numpy().astype(float)
    totals = c.sum(1, keepdims=True)
    uniform = np.full_like(c, 1 / c.shape[1])
    p = np.divide(c, totals, out=uniform, where=totals > 0)
    return torch.from_numpy(p)


@right
def expand_and_index(counts):
    c = counts.float()
    p = torch.ones_like(c) / c.shape[-1]
    seen = c.any(-1)
    p[seen] = c[seen] / c[seen].sum(-1, keepdim=True)
    return p


@right
def a_hair_added_everywhere(counts):
    c = counts.double() + 1e-12
    return c / c.sum(-1, keepdim=True)


@right
def exp_of_log_softmax_of_logs(counts):
    c = counts.double().clone()
    c[c.sum(-1) == 0] = 1
    return c.log().softmax(-1)


@right
def vmap_over_rows(counts):
    def of_row(row):
        total = row.sum()
        return torch.where(total > 0, row / total, torch.ones_like(row) / row.numel())

    return torch.vmap(of_row)(counts.float())


@wrong("columns|as-if-sum-dim-minus-2")
def normalises_columns(counts):
    c = counts.float()
    totals = c.sum(0, keepdim=True)
    return torch.where(totals > 0, c / totals, 1 / len(c))


@wrong("columns")
def normalises_columns_only(counts):
    return counts / counts.sum(0)


@wrong("divided-by-everything")
def divides_by_the_total(counts):
    return counts / counts.sum()


@wrong("axis-lost")
def forgets_keepdim(counts):
    totals = counts.sum(-1)
    return torch.where(totals[:, None] > 0, counts / totals, 1 / len(counts))


@wrong("axis-lost")
def forgets_keepdim_and_empty_rows(counts):
    return counts / counts.sum(dim=1)


@wrong("empty-row-nan")
def divides_and_forgets_empty_rows(counts):
    return counts / counts.sum(-1, keepdim=True)


@wrong("empty-row-zero")
def clamps_the_total(counts):
    return counts / counts.sum(-1, keepdim=True).clamp(min=1)


@wrong("empty-row-zero")
def nan_to_zero(counts):
    return torch.nan_to_num(counts / counts.sum(-1, keepdim=True))


@wrong("without `/ counts.shape")
def one_everywhere_in_empty_rows(counts):
    return torch.nan_to_num(counts / counts.sum(-1, keepdim=True), nan=1.0)


@wrong("empty-row-wrong")
def stays_where_it_is(counts):
    totals = counts.sum(-1, keepdim=True)
    return torch.where(totals > 0, counts / totals, torch.eye(len(counts)))


@wrong("empty-row-wrong")
def backs_off_to_the_overall_frequency(counts):
    totals = counts.sum(-1, keepdim=True)
    overall = counts.sum(0) / counts.sum().clamp(min=1)
    return torch.where(totals > 0, counts / totals, overall)


@wrong("smoothed-by-one")
def adds_one(counts):
    c = counts + 1
    return c / c.sum(-1, keepdim=True)


@wrong("smoothing")
def adds_a_hundredth(counts):
    c = counts.float() + 0.01
    return c / c.sum(-1, keepdim=True)


@wrong("smoothing")
def adds_two(counts):
    c = counts.float() + 2
    return c / c.sum(-1, keepdim=True)


@wrong("softmax-of-counts")
def softmax_of_the_rows(counts):
    return torch.softmax(counts.float(), dim=-1)


@wrong("softmax-of-columns")
def softmax_of_the_columns(counts):
    return torch.softmax(counts.float(), dim=0)


@wrong("whole numbers")
def floor_division(counts):
    totals = counts.sum(-1, keepdim=True).clamp(min=1)
    return torch.where(totals > 0, counts // totals, 1 / len(counts))


@wrong("whole")
def back_to_the_counts_dtype(counts):
    totals = counts.sum(-1, keepdim=True)
    p = torch.where(totals > 0, counts / totals, 1 / len(counts))
    return p.to(counts.dtype)


@wrong("whole|integer|empty-row-zero")
def fills_a_table_of_whole_numbers(counts):
    p = torch.zeros_like(counts)
    for i, row in enumerate(counts):
        total = row.sum()
        p[i] = row / total if total > 0 else 1 / len(row)
    return p


@wrong("empty-row-wrong")
def uniform_like_the_counts(counts):
    totals = counts.sum(-1, keepdim=True)
    uniform = torch.full_like(counts, 1 / len(counts))
    return torch.where(totals > 0, counts / totals, uniform)


@wrong("input|argument|changed")
def writes_into_the_counts(counts):
    counts[counts.sum(-1) == 0] = 1
    return counts / counts.sum(-1, keepdim=True)


@wrong("turned-at-the-end|transpos|columns")
def comes_back_transposed(counts):
    totals = counts.sum(-1, keepdim=True)
    return torch.where(totals > 0, counts / totals, 1 / len(counts)).T


@wrong("column|as-if-counts-transposed")
def counts_transposed_first(counts):
    c = counts.T.float()
    totals = c.sum(-1, keepdim=True)
    return torch.where(totals > 0, c / totals, 1 / len(c))


@wrong("not-by-its-own-sum")
def divides_by_the_maximum(counts):
    return counts / counts.max(-1, keepdim=True).values


@wrong("not-by-its-own-sum")
def divides_by_the_number_of_tokens(counts):
    return counts / counts.shape[-1]


@wrong("not-by-its-own-sum")
def divides_by_the_mean(counts):
    c = counts.float()
    return c / c.mean(-1, keepdim=True)


@wrong("not-by-its-own-sum")
def unit_length_rows(counts):
    return F.normalize(counts.float(), dim=-1)


@wrong("logarithm")
def logarithms(counts):
    totals = counts.sum(-1, keepdim=True)
    return torch.where(totals > 0, counts / totals, 1 / len(counts)).log()


@wrong("times-100")
def in_percent(counts):
    totals = counts.sum(-1, keepdim=True)
    return 100 * torch.where(totals > 0, counts / totals, 1 / len(counts))


@wrong("not in proportion")
def all_on_the_most_frequent(counts):
    return F.one_hot(counts.argmax(-1), len(counts)).float()


@wrong("1 axes instead of 2")
def the_most_frequent(counts):
    return counts.argmax(-1)


@wrong("uniform-everywhere|same-value")
def uniform_always(counts):
    return torch.full(counts.shape, 1 / len(counts))


@wrong("not in proportion")
def overall_frequency(counts):
    p = counts.sum(0) / counts.sum()
    return p.repeat(len(counts), 1)


@wrong("`counts` where `totals` belongs")
def each_zero_becomes_uniform(counts):
    p = counts / counts.sum(-1, keepdim=True)
    return torch.where(counts == 0, 1 / len(counts), p)


@wrong("asks-the-columns")
def asks_the_column_whether_seen(counts):
    empty = counts.sum(0) == 0
    p = counts / counts.sum(1, keepdim=True)
    return torch.where(empty, 1 / len(counts), p)


@wrong("empty-row-wrong")
def asks_the_whole_table(counts):
    if counts.sum() == 0:
        return torch.full(counts.shape, 1 / len(counts))
    return counts / counts.sum(-1, keepdim=True)


@wrong("unseen-pairs-get-a-share")
def all_where_any_was_meant(counts):
    seen = counts.bool().all(-1, keepdim=True)
    return torch.where(seen, counts / counts.sum(-1, keepdim=True), 1 / len(counts))


@wrong("empty-row-wrong")
def one_over_v_squared(counts):
    return torch.nan_to_num(counts / counts.sum(-1, keepdim=True), nan=1 / counts.numel())


@wrong("empty-row-wrong")
def one_over_v_minus_one(counts):
    size = len(counts)
    nan = 1 / max(size - 1, 1)
    return torch.nan_to_num(counts / counts.sum(-1, keepdim=True), nan=nan)


@wrong("not in proportion")
def pairs_that_occurred(counts):
    seen = (counts > 0).float()
    totals = seen.sum(-1, keepdim=True)
    return torch.where(totals > 0, seen / totals, 1 / len(counts))


@wrong("not in proportion")
def ignores_repetitions(counts):
    c = counts.float()
    c = c - torch.diag(c.diag())
    totals = c.sum(-1, keepdim=True)
    return torch.where(totals > 0, c / totals, 1 / len(c))


@wrong("not in proportion")
def both_directions(counts):
    c = (counts + counts.T).float()
    totals = c.sum(-1, keepdim=True)
    return torch.where(totals > 0, c / totals, 1 / len(c))


@wrong("not-by-its-own-sum")
def one_in_the_denominator(counts):
    return counts / (counts.sum(-1, keepdim=True) + 1)


@wrong("not-by-its-own-sum")
def counts_as_they_are(counts):
    return counts.float()


@wrong("rows do not sum to one")
def cumulative(counts):
    totals = counts.sum(-1, keepdim=True)
    return torch.where(totals > 0, counts / totals, 1 / len(counts)).cumsum(-1)


@wrong("row-sums-only|shape|axis")
def the_sums_alone(counts):
    return counts.sum(-1, keepdim=True).float()


@wrong("list")
def nested_lists(counts):
    rows = []
    for row in counts.tolist():
        total = sum(row)
        rows.append([x / total if total else 1 / len(row) for x in row])
    return rows


@wrong("numpy")
def numpy_comes_back(counts):
    c = counts.numpy().astype(np.float32)
    totals = c.sum(1, keepdims=True)
    return np.where(totals > 0, c / np.maximum(totals, 1e-30), 1 / len(c)).astype(np.float32)


@wrong("rounded")
def rounded_to_two_digits(counts):
    totals = counts.sum(-1, keepdim=True)
    p = torch.where(totals > 0, counts / totals, 1 / len(counts))
    return torch.round(p, decimals=2)


@wrong("unseen-rows-dropped|shape")
def drops_empty_rows(counts):
    c = counts[counts.sum(-1) > 0].float()
    return c / c.sum(-1, keepdim=True)


@wrong("rows do not sum to one")
def sum_of_the_first_row(counts):
    return counts / counts[0].sum()


@wrong("divided-twice|columns|rows")
def both_axes_one_after_the_other(counts):
    p = counts / counts.sum(-1, keepdim=True).clamp(min=1)
    return p / p.sum(0, keepdim=True)


@wrong("as after smoothing or a softmax")
def softmax_of_the_shares(counts):
    totals = counts.sum(-1, keepdim=True)
    return torch.where(totals > 0, counts / totals, 1 / len(counts)).softmax(-1)


@wrong("not in proportion")
def squares(counts):
    c = counts.float() ** 2
    totals = c.sum(-1, keepdim=True)
    return torch.where(totals > 0, c / totals, 1 / len(c))


@wrong("empty-row")
def empty_row_to_the_first_token(counts):
    c = counts.float()
    empty = c.sum(-1) == 0
    c[empty, 0] = 1
    return c / c.sum(-1, keepdim=True)


@wrong("wrong-shape|axes|flat|table")
def flattened(counts):
    totals = counts.sum(-1, keepdim=True)
    return torch.where(totals > 0, counts / totals, 1 / len(counts)).flatten()


@wrong("rows do not sum to one|own sum")
def rows_by_the_sums_of_columns(counts):
    totals = counts.sum(0).unsqueeze(1)
    return torch.where(totals > 0, counts / totals, 1 / len(counts))


@wrong("empty-row-wrong")
def only_the_first_empty_row(counts):
    p = counts / counts.sum(-1, keepdim=True)
    empty = (counts.sum(-1) == 0).nonzero()
    if len(empty):
        p[empty[0, 0]] = 1 / len(counts)
    return p


@wrong("int64")
def floor_division_by_zero_too(counts):
    return counts // counts.sum(-1, keepdim=True)


@wrong("`//` in the place of `/`")
def floor_division_of_floats(counts):
    c = counts.float()
    totals = c.sum(-1, keepdim=True)
    return torch.where(totals > 0, c // totals, 1 / len(c))


@wrong("first-row|last-row|only|wrong for|row|empty")
def only_the_last_row_can_be_empty(counts):
    p = counts / counts.sum(-1, keepdim=True)
    if counts[-1].sum() == 0:
        p[-1] = 1 / len(counts)
    return p


@wrong("softmax")
def softmax_without_float(counts):
    return torch.softmax(counts, dim=-1)


@wrong("not-by-its-own-sum")
def divides_by_the_largest_row_sum(counts):
    return counts / counts.sum(-1).max()


@wrong("negative")
def log_softmax_of_the_counts(counts):
    return counts.float().log_softmax(-1)


@wrong("not-by-its-own-sum")
def divides_by_the_largest_count(counts):
    return counts / counts.max().clamp(min=1)


@wrong("unseen-pairs-get-a-share")
def fills_the_last_row(counts):
    p = counts.double() if counts.dtype == torch.float64 else counts.float()
    p = p / p.sum(1, keepdim=True)
    p[-1] = 1 / len(counts)
    return p

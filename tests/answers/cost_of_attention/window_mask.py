"""Answers to ``window_mask``."""

import numpy as np
import torch

from tests.answers import right, wrong


@right
def tril_and_triu(size, window):
    return torch.ones(size, size, dtype=torch.bool).tril().triu(1 - window)


@right
def tril_without_the_far_past(size, window):
    ones = torch.ones(size, size).tril()
    return (ones - ones.tril(-window)) == 1


@right
def xor_of_two_triangles(size, window):
    ones = torch.ones(size, size, dtype=torch.bool)
    return ones.tril() ^ ones.tril(-window)


@right
def nested_lists(size, window):
    return torch.tensor([[0 <= i - j < window for j in range(size)] for i in range(size)])


@right
def row_by_row(size, window):
    mask = torch.zeros(size, size, dtype=torch.bool)
    for i in range(size):
        mask[i, max(0, i - window + 1) : i + 1] = True
    return mask


@right
def two_loops(size, window):
    mask = torch.full((size, size), False)
    for q in range(size):
        for k in range(size):
            if k <= q and q - k < window:
                mask[q][k] = True
    return mask


@right
def numpy_triangles(size, window):
    return torch.from_numpy(np.tri(size, dtype=bool) & ~np.tri(size, k=-window, dtype=bool))


@right
def logical_functions(size, window):
    rows = torch.arange(size).unsqueeze(1)
    cols = torch.arange(size).unsqueeze(0)
    return torch.logical_and(cols.le(rows), cols.gt(rows.sub(window)))


@right
def masked_fill_of_what_is_far(size, window):
    i = torch.arange(size)
    mask = torch.tril(torch.ones(size, size)).bool()
    return mask.masked_fill(i[:, None] - i[None, :] >= window, False)


@right
def diagonals_written(size, window):
    mask = torch.zeros(size, size)
    for i in range(min(size, window)):
        mask.diagonal(-i).fill_(1)
    return mask > 0


@right
def clamped_distances(size, window):
    i = torch.arange(size)
    back = i.view(-1, 1) - i.view(1, -1)
    return back == back.clamp(0, window - 1)


@right
def sums_of_the_identity(size, window):
    eye = torch.eye(size)
    return torch.stack([eye.cumsum(0)[i] - (eye.cumsum(0)[i - window] if i >= window else 0)
                        for i in range(size)]).bool()  # fmt: skip


@wrong("too wide|<=|off by one")
def at_most_window_back(size, window):
    i = torch.arange(size)
    return (i[None, :] <= i[:, None]) & (i[:, None] - i[None, :] <= window)


@wrong("`window` smaller by one")
def triu_two_short(size, window):
    return torch.ones(size, size).tril().triu(2 - window).bool()


@wrong("do not see themselves")
def the_window_before(size, window):
    i = torch.arange(size)
    back = i[:, None] - i
    return (back > 0) & (back <= window)


@wrong("`>` in the place of `>=`")
def slice_up_to_i(size, window):
    mask = torch.zeros(size, size, dtype=torch.bool)
    for i in range(size):
        mask[i, max(0, i - window + 1) : i] = True
    return mask


@wrong("symmetric|both sides|future")
def distance_below_window(size, window):
    i = torch.arange(size)
    return (i[:, None] - i[None, :]).abs() < window


@wrong("symmetric|both sides|future")
def longformer_half_on_each_side(size, window):
    i = torch.arange(size)
    return (i[:, None] - i[None, :]).abs() <= window // 2


@wrong("symmetric|both sides|future")
def triu_of_minus_and_tril_of_plus(size, window):
    return torch.ones(size, size).bool().tril(window - 1).triu(1 - window)


@wrong("symmetric|both sides|future")
def triangles_at_window(size, window):
    return torch.ones(size, size).bool().tril(window).triu(-window)


@wrong("without `back >= 0 &`")
def only_not_too_far(size, window):
    i = torch.arange(size)
    return i[:, None] - i[None, :] < window


@wrong("without `& back < window`")
def window_forgotten(size, window):
    return torch.ones(size, size, dtype=torch.bool).tril()


@wrong("transposed|after it|future")
def rows_are_keys(size, window):
    i = torch.arange(size)
    ahead = i[None, :] - i[:, None]
    return (ahead >= 0) & (ahead < window)


@wrong("inverted|swapped")
def true_is_blocked(size, window):
    i = torch.arange(size)
    back = i[:, None] - i[None, :]
    return (back < 0) | (back >= window)


@wrong("do not see themselves")
def what_is_outside_in_the_past(size, window):
    return torch.ones(size, size, dtype=torch.bool).tril(-window)


@wrong("boolean|float|0.0 and 1.0")
def floats(size, window):
    return torch.ones(size, size).tril().triu(1 - window)


@wrong("boolean|0 and 1")
def ints(size, window):
    i = torch.arange(size)
    back = i[:, None] - i[None, :]
    return ((back >= 0) & (back < window)).int()


@wrong("-inf|added|additive")
def additive(size, window):
    keep = torch.ones(size, size, dtype=torch.bool).tril().triu(1 - window)
    return torch.full((size, size), -torch.inf).masked_fill(keep, 0.0)


@wrong("axes|axis")
def four_axes(size, window):
    return torch.ones(1, 1, size, size, dtype=torch.bool).tril().triu(1 - window)


@wrong("Every entry of the result is 1")
def joined_by_or(size, window):
    i = torch.arange(size)
    back = i[:, None] - i[None, :]
    return (back >= 0) | (back < window)


@wrong("`position` where `back` belongs")
def first_columns(size, window):
    mask = torch.ones(size, size, dtype=torch.bool).tril()
    mask[:, window:] = False
    return mask


@wrong("do not see themselves")
def last_columns(size, window):
    mask = torch.ones(size, size, dtype=torch.bool).tril()
    mask[:, : max(0, size - window)] = False
    return mask


@wrong("blocks")
def same_block(size, window):
    block = torch.arange(size) // window
    return (block[:, None] == block[None, :]).tril()


@wrong("see the future")
def same_block_both_ways(size, window):
    block = torch.arange(size) // window
    return block[:, None] == block[None, :]


@wrong("first rows|negative|empty")
def negative_start(size, window):
    mask = torch.zeros(size, size, dtype=torch.bool)
    for i in range(size):
        mask[i, i + 1 - window : i + 1] = True
    return mask


@wrong("do not see themselves")
def from_the_first_full_window(size, window):
    mask = torch.zeros(size, size, dtype=torch.bool)
    for i in range(window - 1, size):
        mask[i, i - window + 1 : i + 1] = True
    return mask


@wrong("further back than their window")
def last_keys_by_a_negative_slice(size, window):
    mask = torch.zeros(size, size, dtype=torch.bool)
    for i in range(size):
        mask[i, i] = True
        for j in list(range(i))[-(window - 1) :]:
            mask[i, j] = True
    return mask


@wrong("this kind of case: wide window")
def a_diagonal_for_each_place(size, window):
    mask = torch.zeros(size, size)
    for i in range(window):
        mask = mask + torch.diag(torch.ones(size - i), -i)
    return mask.bool()


@wrong("see the future")
def rolled(size, window):
    eye = torch.eye(size, dtype=torch.bool)
    mask = eye.clone()
    for i in range(1, window):
        mask |= eye.roll(-i, 1)
    return mask


@wrong("do not see themselves")
def one_diagonal(size, window):
    i = torch.arange(size)
    return i[:, None] - i[None, :] == window - 1


@wrong("every|dilated|strided")
def strided(size, window):
    i = torch.arange(size)
    back = i[:, None] - i[None, :]
    return (back >= 0) & (back % window == 0)


@wrong("next one|ahead|future")
def shifted_by_one(size, window):
    return torch.ones(size, size, dtype=torch.bool).tril(1).triu(2 - window)


@wrong("-1 where 0 belongs")
def tril_of_one(size, window):
    return torch.ones(size, size, dtype=torch.bool).tril(1).triu(1 - window)


@wrong("swapped|window, window|shape")
def arguments_swapped(size, window):
    size, window = window, size
    return torch.ones(size, size, dtype=torch.bool).tril().triu(1 - window)


@wrong("list|Python")
def python_lists(size, window):
    return [[0 <= i - j < window for j in range(size)] for i in range(size)]


@wrong("numpy")
def numpy_array(size, window):
    return np.tril(np.triu(np.ones((size, size)), 1 - window)).astype(bool)


@wrong("always 3|whatever")
def hard_wired(size, window):
    return torch.ones(size, size, dtype=torch.bool).tril().triu(-2)


@wrong("further back than their window")
def window_times_two(size, window):
    return torch.ones(size, size, dtype=torch.bool).tril().triu(1 - 2 * window)


@wrong("has shape (5, 2), expected (5, 5)")
def unfolded(size, window):
    back = torch.arange(window).flip(0)
    return torch.arange(size)[:, None] - back[None, :] >= 0


@wrong("future|narrow|far|window|key")
def sink_token_kept(size, window):
    mask = torch.ones(size, size, dtype=torch.bool).tril().triu(1 - window)
    mask[:, 0] = True
    return mask


@wrong("see the future")
def flipped(size, window):
    return torch.ones(size, size, dtype=torch.bool).tril().triu(1 - window).flip(1)


@wrong("nothing|False")
def both_comparisons_reversed(size, window):
    i = torch.arange(size)
    back = i[:, None] - i[None, :]
    return (back < 0) & (back > window)


@right
def difference_of_running_sums(size, window):
    seen = torch.eye(size, dtype=torch.int).cumsum(0)
    too_far = torch.nn.functional.pad(seen, (0, 0, window, 0))[:size]
    return (seen - too_far) > 0


@right
def cut_from_one_line(size, window):
    line = torch.arange(size - 1, -size, -1)
    line = (line >= 0) & (line < window)
    return torch.stack([line[size - 1 - i : 2 * size - 1 - i] for i in range(size)])


@right
def sets_of_keys(size, window):
    seen = [set(range(i + 1)) - set(range(i + 1 - window)) for i in range(size)]
    return torch.tensor([[j in seen[i] for j in range(size)] for i in range(size)])


@right
def indices_of_the_triangle(size, window):
    mask = torch.zeros(size, size, dtype=torch.bool)
    row, column = torch.tril_indices(size, size)
    near = row - column < window
    mask[row[near], column[near]] = True
    return mask


@right
def where_inside_where(size, window):
    q, k = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
    return torch.where(k > q, False, torch.where(k > q - window, True, False))


@right
def steps_of_a_walk(size, window):
    stay_or_step_back = torch.eye(size) + torch.ones(size - 1).diag(-1)
    return torch.linalg.matrix_power(stay_or_step_back, window - 1) > 0


@wrong("brackets|parenthes|ambiguous|&")
def no_brackets_around_the_comparisons(size, window):
    back = torch.arange(size)[:, None] - torch.arange(size)
    return back >= 0 & back < window


@wrong("see the future")
def negative_columns(size, window):
    mask = torch.zeros(size, size, dtype=torch.bool)
    for i in range(size):
        for j in range(i - window + 1, i + 1):
            mask[i, j] = True
    return mask


@wrong("future")
def tril_with_the_window(size, window):
    return torch.ones(size, size, dtype=torch.bool).tril(window - 1)


@wrong("between|narrow|near enough|edge")
def itself_and_the_edge(size, window):
    back = torch.arange(size)[:, None] - torch.arange(size)
    return (back == 0) | (back == window - 1)


@wrong("size|larger|shape")
def as_large_as_the_window(size, window):
    n = max(size, window)
    return torch.ones(n, n, dtype=torch.bool).tril().triu(1 - window)


@wrong("-inf|added|additive")
def minus_1e9(size, window):
    back = torch.arange(size)[:, None] - torch.arange(size)
    return torch.where((back >= 0) & (back < window), 0.0, -1e9)


@wrong("first|future|ahead")
def a_full_window_for_the_first_rows(size, window):
    mask = torch.zeros(size, size, dtype=torch.bool)
    for i in range(size):
        start = max(0, i - window + 1)
        mask[i, start : start + window] = True
    return mask


@wrong("after|future")
def a_full_window_for_the_last_rows(size, window):
    mask = torch.zeros(size, size, dtype=torch.bool)
    for i in range(size):
        start = max(0, min(i, size - window))
        mask[i, start : start + window] = True
    return mask


@wrong("inverted")
def inverted_and_one_too_wide(size, window):
    i = torch.arange(size)
    d = i[:, None] - i[None]
    return (d < 0) | (d > window)


@wrong("transposed")
def turned_and_one_too_wide(size, window):
    r = torch.arange(size)
    diff = r[None, :] - r[:, None]
    return (diff >= 0) & (diff <= window)

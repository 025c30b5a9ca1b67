"""Answers to ``next_token_batch``."""

import numpy as np
import torch

from tests.answers import right, wrong


@right
def slices_stacked(ids, starts, length):
    x = torch.stack([ids[s : s + length] for s in starts])
    y = torch.stack([ids[s + 1 : s + 1 + length] for s in starts])
    return x, y


@right
def one_longer_and_cut(ids, starts, length):
    rows = torch.stack([ids[i : i + length + 1] for i in starts.tolist()])
    return rows[:, :-1], rows[:, 1:]


@right
def unfolded(ids, starts, length):
    windows = ids.unfold(0, length + 1, 1)[starts]
    return windows[:, :-1].contiguous(), windows[:, 1:].contiguous()


@right
def entry_by_entry(ids, starts, length):
    x = torch.empty(len(starts), length, dtype=ids.dtype)
    y = x.clone()
    for b in range(len(starts)):
        for t in range(length):
            x[b, t] = ids[starts[b] + t]
            y[b, t] = ids[starts[b] + t + 1]
    return x, y


@right
def gathered(ids, starts, length):
    index = starts.unsqueeze(1) + torch.arange(length + 1).unsqueeze(0)
    rows = ids.unsqueeze(0).expand(len(starts), -1).gather(1, index)
    return rows.narrow(1, 0, length), rows.narrow(1, 1, length)


@right
def taken(ids, starts, length):
    places = torch.stack([torch.arange(s, s + length) for s in starts])
    return torch.take(ids, places), torch.take(ids, places + 1)


@right
def through_numpy(ids, starts, length):
    text = ids.numpy()
    places = starts.numpy()[:, None] + np.arange(length)
    return torch.from_numpy(text[places]), torch.from_numpy(text[places + 1])


@right
def of_a_shifted_text(ids, starts, length):
    where = (starts.view(-1, 1) + torch.arange(length)).flatten()
    shape = len(starts), length
    return ids[:-1][where].view(shape), ids[1:].index_select(0, where).view(shape)


@right
def in_a_list(ids, starts, length):
    rows = [ids[s : s + length + 1] for s in starts]
    return [torch.stack([r[:-1] for r in rows]), torch.stack([r[1:] for r in rows])]


@wrong("without `+ 1`")
def no_shift(ids, starts, length):
    x = torch.stack([ids[s : s + length] for s in starts])
    return x, x.clone()


@wrong("two|2 further")
def shifted_by_two(ids, starts, length):
    places = starts[:, None] + torch.arange(length)
    padded = torch.cat([ids, ids[:1]])
    return padded[places], padded[places + 2]


@wrong("`length` smaller by one")
def windows_cut(ids, starts, length):
    rows = ids.unfold(0, length, 1)[starts]
    return rows[:, : length - 1], rows[:, 1:length]


@wrong("end")
def ends(ids, starts, length):
    places = starts[:, None] - torch.arange(length, 0, -1)
    return ids[places], ids[places + 1]


@wrong("last column")
def rolls_the_window(ids, starts, length):
    x = torch.stack([ids[s : s + length] for s in starts])
    return x, torch.cat([x[:, 1:], x[:, :1]], dim=1)


@wrong("swap")
def later_one_first(ids, starts, length):
    rows = torch.stack([ids[i : i + length + 1] for i in starts])
    return rows[:, 1:], rows[:, :-1]


@wrong("shape|short|different")
def target_slice_ends_early(ids, starts, length):
    x = torch.stack([ids[s : s + length] for s in starts])
    y = torch.stack([ids[s + 1 : s + length] for s in starts])
    return x, y


@wrong("multiplied|block|begin")
def blocks(ids, starts, length):
    places = (starts * length)[:, None] + torch.arange(length)
    return ids[places], ids[places + 1]


@wrong("starts|front")
def ignores_starts(ids, starts, length):
    n = len(starts)
    ids = ids.repeat(1 + n * length // len(ids))
    return ids[: n * length].reshape(n, length), ids[1 : n * length + 1].reshape(n, length)


@wrong("has one target")
def the_next_token_only(ids, starts, length):
    return torch.stack([ids[s : s + length] for s in starts]), ids[starts + length]


@wrong("transposed")
def as_columns(ids, starts, length):
    offsets = torch.arange(length)[:, None]
    return ids[starts + offsets], ids[starts + offsets + 1]


@wrong("late|begin")
def one_late(ids, starts, length):
    long = torch.cat([ids, ids[:2]])
    places = starts[:, None] + 1 + torch.arange(length)
    return long[places], long[places + 1]


@wrong("one tensor|stacked")
def both_in_one(ids, starts, length):
    return torch.stack([torch.stack([ids[s + i : s + i + length] for s in starts]) for i in (0, 1)])


@wrong("list")
def python_lists(ids, starts, length):
    x = [[int(ids[s + t]) for t in range(length)] for s in starts]
    return x, [[int(ids[s + t + 1]) for t in range(length)] for s in starts]


@wrong("float")
def float_tensors(ids, starts, length):
    x = torch.zeros(len(starts), length)
    y = torch.zeros(len(starts), length)
    for b, s in enumerate(starts):
        x[b], y[b] = ids[s : s + length], ids[s + 1 : s + length + 1]
    return x, y


@wrong("place|ids")
def gives_places(ids, starts, length):
    places = starts[:, None] + torch.arange(length)
    return places, places + 1


@wrong("0|last")
def zero_at_the_end(ids, starts, length):
    x = torch.stack([ids[s : s + length] for s in starts])
    y = torch.zeros_like(x)
    y[:, :-1] = x[:, 1:]
    return x, y


@wrong("first|one")
def the_first_start(ids, starts, length):
    s = int(starts[0])
    rows = ids[s : s + length + 1].repeat(len(starts), 1)
    return rows[:, :-1], rows[:, 1:]


@wrong("long")
def includes_the_end(ids, starts, length):
    long = torch.cat([ids, ids[:1]])
    rows = torch.stack([long[s : s + length + 2] for s in starts])
    return rows[:, :-1], rows[:, 1:]


@right
def sums_of_a_column_and_a_row(ids, starts, length):
    place = torch.as_tensor(starts).reshape(-1, 1) + torch.arange(length + 1).expand(
        len(starts), -1
    )
    both = ids[place]
    return both[:, :-1], both[:, 1:]


@right
def narrowed(ids, starts, length):
    both = torch.stack([ids.narrow(0, int(s), length + 1) for s in starts])
    return both.narrow(1, 0, length), both.narrow(1, 1, length)


@wrong("`-` in the place of `+`")
def previous_token(ids, starts, length):
    x = torch.stack([ids[s : s + length] for s in starts])
    y = torch.stack([ids[s + torch.arange(-1, length - 1)] for s in starts])
    return x, y


@wrong("other places")
def starts_count_windows(ids, starts, length):
    at = torch.as_tensor(starts)[:, None] * length + torch.arange(length)
    at = at % (len(ids) - 1)
    return ids[at], ids[at + 1]

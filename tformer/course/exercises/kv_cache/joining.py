"""Past and new, joined in right and wrong ways, and which keys a new position may see."""

import torch


def _cat(axis):
    return lambda old, new: torch.cat([old, new], axis)


# How old and new are joined, ...
JOINS = {
    "append": _cat(2),
    "prepend": lambda old, new: torch.cat([new, old], 2),
    "new only": lambda old, new: new,
    "past only": lambda old, new: old,
    "along the batch": _cat(0),
    "along the heads": _cat(1),
    "along the features": _cat(-1),
    "drops the oldest": lambda old, new: torch.cat([old, new], 2)[:, :, min(1, old.shape[2]) :],
    "drops as many": lambda old, new: torch.cat([old, new], 2)[:, :, -max(old.shape[2], 1) :],
    "overwrites the last": lambda old, new: torch.cat([old[:, :, :-1], new], 2),
    "first new only": lambda old, new: torch.cat([old, new[:, :, :1]], 2),
    "last new only": lambda old, new: torch.cat([old, new[:, :, -1:]], 2),
    "new twice": lambda old, new: torch.cat([old, new, new], 2),
    "past twice": lambda old, new: torch.cat([old, old, new], 2),
    "reversed": lambda old, new: torch.cat([old, new.flip(2)], 2),
    "past reversed": lambda old, new: torch.cat([old.flip(2), new], 2),
    "stacked": lambda old, new: torch.stack([old, new]),
    "added": lambda old, new: old + new,
}
# ... which keys a query at row i of the new ones sees, (new, total), ...
SEES = {
    "offset": lambda i, j, past, new: j <= i + past,
    "all": lambda i, j, past, new: (j >= 0) & (i >= 0),
    "top left": lambda i, j, past, new: j <= i,
    "not itself": lambda i, j, past, new: j < i + past,
    "one ahead": lambda i, j, past, new: j <= i + past + 1,
    "past only": lambda i, j, past, new: (j < past) & (i >= 0),
    "past and itself": lambda i, j, past, new: (j < past) | (j == i + past),
    "only itself": lambda i, j, past, new: j == i + past,
    "not the past": lambda i, j, past, new: (j >= past) & (j <= i + past),
    "future": lambda i, j, past, new: j > i + past,
    "future and itself": lambda i, j, past, new: j >= i + past,
    "by the new": lambda i, j, past, new: j <= i + new,
    "all if there is a past": lambda i, j, past, new: (j <= i + past) | torch.tensor(past > 0),
    "all if there is none": lambda i, j, past, new: (j <= i + past) | torch.tensor(past == 0),
    "as the first": lambda i, j, past, new: (j <= past) & (i >= 0),
    "negative offset": lambda i, j, past, new: j <= i - past,
    "upper, offset": lambda i, j, past, new: j >= i,
    "not the first": lambda i, j, past, new: (j <= i + past) & ((j > 0) | (past + new == 1)),
    "flipped": lambda i, j, past, new: j <= past + new - 1 - i,
}

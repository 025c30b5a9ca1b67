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
    "along the heads": _cat(1),
    "drops as many": lambda old, new: torch.cat([old, new], 2)[:, :, -max(old.shape[2], 1) :],
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
    "not the past": lambda i, j, past, new: (j >= past) & (j <= i + past),
    "by the new": lambda i, j, past, new: j <= i + new,
    "all if there is a past": lambda i, j, past, new: (j <= i + past) | torch.tensor(past > 0),
}

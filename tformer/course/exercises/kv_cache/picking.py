"""The rows of a tensor, picked in right and wrong ways."""

import torch


def _inverse(x, rows, begin=torch.clone):
    """Old row i goes to place rows[i]: written, where it should be read."""
    new = begin(x)
    for i, r in enumerate(rows.tolist()):
        new[r] = x[i]
    return new


def _one_after_the_other(x, rows):
    """In one buffer: what is read later has been written over already."""
    x = x.clone()
    for i, r in enumerate(rows.tolist()):
        x[i] = x[r]
    return x


def _only_columns(columns):
    def pick(x, rows):
        new = _as_many(x, rows)
        new[:, :, columns] = x[rows][:, :, columns]
        return new

    return pick


def _as_many(x, rows):
    """The old rows, as many as asked for."""
    return x[torch.arange(len(rows)) % len(x)].clone()


def _same(x, rows):
    return x.clone()


# Which rows a tensor gets.
PICKS = {
    "rows": lambda x, rows: x[rows],
    "not at all": _same,
    "inverse": _inverse,
    "inverse into zeros": lambda x, rows: _inverse(x, rows, torch.zeros_like),
    "inverse by argsort": lambda x, rows: x[rows.argsort()],
    "in one buffer": _one_after_the_other,
    "heads": lambda x, rows: x[:, rows],
    "positions": lambda x, rows: x[:, :, rows],
    "sorted": lambda x, rows: x[rows.sort().values],
    "unique": lambda x, rows: x[rows.unique()],
    "best for all": lambda x, rows: x[rows[:1]].repeat(len(rows), 1, 1, 1),
    "repeated by rows": lambda x, rows: x.repeat_interleave(rows, 0),
    "last position": _only_columns(slice(-1, None)),
}  # fmt: skip

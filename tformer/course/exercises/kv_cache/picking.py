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


def _one_after_the_other_resized(x, rows):
    full = x.clone()
    for i, r in enumerate(rows.tolist()):
        if i < len(full):
            full[i] = full[r]
    return full[: len(rows)] if len(rows) <= len(full) else full[rows]


def _swap(x, rows):
    """Only pairs of rows change places."""
    x = x.clone()
    for i, r in enumerate(rows.tolist()):
        x[[i, r]] = x[[r, i]]
    return x


def _leftover(x, rows):
    """Never fewer rows than before; those beyond rows stay as they were."""
    if len(rows) >= len(x):
        return x[rows]
    new = x.clone()
    new[: len(rows)] = x[rows]
    return new


def _only_columns(columns):
    def pick(x, rows):
        new = _as_many(x, rows)
        new[:, :, columns] = x[rows][:, :, columns]
        return new

    return pick


def _as_many(x, rows):
    """The old rows, as many as asked for."""
    return x[torch.arange(len(rows)) % len(x)].clone()


def _only_heads(x, rows):
    new = _as_many(x, rows)
    new[:, 0] = x[rows][:, 0]
    return new


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
    "in one buffer, resized": _one_after_the_other_resized,
    "swaps": _swap,
    "leftover": _leftover,
    "heads": lambda x, rows: x[:, rows],
    "positions": lambda x, rows: x[:, :, rows],
    "features": lambda x, rows: x[..., rows],
    "sorted": lambda x, rows: x[rows.sort().values],
    "unique": lambda x, rows: x[rows.unique()],
    "unique in order": lambda x, rows: x[list(dict.fromkeys(rows.tolist()))],
    "reversed": lambda x, rows: x[rows.flip(0)],
    "twice": lambda x, rows: x[rows][rows % len(rows)],
    "from one": lambda x, rows: x[rows - 1],
    "one ahead": lambda x, rows: x[(rows + 1) % len(x)],
    "best for all": lambda x, rows: x[rows[:1]].repeat(len(rows), 1, 1, 1),
    "first for all": lambda x, rows: x[:1].repeat(len(rows), 1, 1, 1),
    "best only": lambda x, rows: x[rows[:1]],
    "best without axis": lambda x, rows: x[rows[0]],
    "last only": lambda x, rows: x[rows[-1:]],
    "as booleans": lambda x, rows: x[rows.bool()],
    "up to": lambda x, rows: x[: len(rows)],
    "repeated": lambda x, rows: x.repeat(len(rows), 1, 1, 1),
    "repeated each": lambda x, rows: x.repeat_interleave(len(rows), 0),
    "repeated by rows": lambda x, rows: x.repeat_interleave(rows, 0),
    "cut to old": lambda x, rows: x[rows[: len(x)]],
    "last position": _only_columns(slice(-1, None)),
    "all but the last position": _only_columns(slice(0, -1)),
    "first position": _only_columns(slice(0, 1)),
    "first head": _only_heads,
    "those left": lambda x, rows: x[[i for i in range(len(x)) if i not in rows.tolist()]],
    "added behind": lambda x, rows: torch.cat([x, x[rows]]),
    "gather": lambda x, rows: x.gather(
        0, rows.view(-1, 1, 1, 1).expand(-1, 1, 1, 1)),
    "mean": lambda x, rows: x[rows].mean(0, keepdim=True).expand(len(rows), -1, -1, -1).clone(),
    "zeros": lambda x, rows: torch.zeros_like(x[rows]),
}  # fmt: skip

"""The log-probabilities that an answer has added up or averaged, found by trying all choices."""

import torch
import torch.nn.functional as F


def other_entries(log_probs, due, got, result):
    """A sentence: the entries, one of each row or none, that give ``got``, and those ``due``.
    ``result``: the answer that a sum and a number of entries make. False where no choice gives
    ``got``; None where several do, or where there are too many to try."""
    size = log_probs.shape[-1]
    rows = [*F.pad(log_probs, (0, 1))]  # the last: none of this row
    if (size + 1) ** len(rows) > 1000 or not got.isfinite():
        return None
    one = (torch.arange(size + 1) < size).to(log_probs.dtype)
    sums, numbers = (sum(torch.meshgrid(*r, indexing="ij")) for r in (rows, [one] * len(rows)))
    found = torch.isclose(result(sums, numbers), got, rtol=1e-5, atol=1e-5).nonzero().tolist()
    if len(found) != 1:
        return None if found else False
    taken = [str(n) if n < size else "none" for n in found[0]]
    return f"Row by row it takes {', '.join(taken)} where it should be {', '.join(map(str, due))}."

"""Which log-probabilities did an answer add up or average, one of each row or none?"""

import torch
import torch.nn.functional as F


def other_entries(log_probs, due, got, result):
    """A sentence on them and on those that are ``due``; False where none give the answer, None
    where several do, or it cannot be told. ``result`` makes an answer of their sum and their
    number."""
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

"""Answers to ``top_p_filter``."""

import math

import torch

from tests.answers import right, wrong
from tformer import decoding


@wrong("`>` in the place of `>=`|exact tie")
def shifted(logits, p):
    """A well-known way: mark what is over p, then shift the marks by one. Where p is reached
    exactly it keeps a word too many."""
    ranked, order = torch.sort(logits, descending=True)
    cumulative = torch.cumsum(torch.softmax(ranked, dim=-1), dim=-1)
    remove = cumulative > p
    remove[..., 1:] = remove[..., :-1].clone()
    remove[..., 0] = False
    remove = remove.scatter(-1, order, remove)
    return logits.masked_fill(remove, float("-inf"))


@right
def upwards(logits, p):
    ranked, order = torch.sort(logits, descending=False)
    remove = ranked.softmax(-1).cumsum(-1) <= 1 - p
    remove[..., -1:] = False
    return logits.masked_fill(remove.scatter(-1, order, remove), -torch.inf)


@right
def by_loops(logits, p):
    rows = []
    for row in logits.reshape(-1, logits.shape[-1]):
        probs = torch.softmax(row, 0)
        kept, mass = [], 0.0
        for i in probs.argsort(descending=True).tolist():
            kept.append(i)
            mass += probs[i].item()
            if mass >= p and p < 1:
                break
        new = torch.full_like(row, -torch.inf)
        new[kept] = row[kept]
        rows.append(new)
    return torch.stack(rows).reshape(logits.shape)


@right
def by_the_smallest_kept_probability(logits, p):
    probs = logits.softmax(-1)
    ranked = probs.sort(-1, descending=True).values
    inside = ranked.cumsum(-1) - ranked < p
    least = ranked.masked_fill(~inside, 2.0).min(-1, keepdim=True).values
    return logits.masked_fill(probs < least, -torch.inf)


@right
def inverse_order(logits, p):
    probs, order = logits.softmax(-1).sort(-1, descending=True)
    drop = torch.nn.functional.pad(probs.cumsum(-1)[..., :-1], (1, 0)) >= p
    return torch.where(drop.gather(-1, order.argsort(-1)), -torch.inf, logits)


@right
def function_of_the_package(logits, p):
    return decoding.top_p_filter(logits, p)


@right
def sorted_upwards_as_in_hugging_face(logits, p):
    s, i = torch.sort(logits, descending=False)
    c = s.softmax(-1).cumsum(-1)
    rem = c <= 1 - p
    rem[..., -1:] = False
    return logits.masked_fill(rem.scatter(-1, i, rem), -float("inf"))


@right
def mass_of_likelier_ones(logits, p):
    pr = logits.softmax(-1)
    before = (pr.unsqueeze(-2) * (logits.unsqueeze(-2) > logits.unsqueeze(-1))).sum(-1)
    return logits.masked_fill(before >= p, -torch.inf)


@right
def counts_below_p(logits, p):
    s, i = logits.softmax(-1).sort(dim=-1, descending=True)
    c = s.cumsum(-1)
    n = (c < p).sum(-1, keepdim=True) + 1
    keep = torch.arange(logits.shape[-1]) < n
    out = torch.full_like(logits, -math.inf)
    m = torch.zeros_like(keep.expand_as(logits)).scatter(-1, i, keep.expand_as(logits))
    return torch.where(m, logits, out)


@right
def smallest_kept_logit(logits, p):
    s = logits.sort(-1, descending=True).values
    n = (s.softmax(-1).cumsum(-1) < p).sum(-1, keepdim=True).clamp(max=logits.shape[-1] - 1)
    return logits.masked_fill(logits < s.gather(-1, n), -math.inf)


@wrong("cross")
def drops_the_crossing_word(logits, p):
    ranked, order = logits.sort(-1, descending=True)
    remove = ranked.softmax(-1).cumsum(-1) > p
    return logits.masked_fill(remove.scatter(-1, order, remove), -torch.inf)


@wrong("order|sorted|unlikely|places")
def order_not_undone(logits, p):
    ranked, _ = logits.sort(-1, descending=True)
    probs = ranked.softmax(-1)
    remove = probs.cumsum(-1) - probs >= p
    return logits.masked_fill(remove, -torch.inf)


@wrong("sorted")
def returns_sorted(logits, p):
    ranked, _ = logits.sort(-1, descending=True)
    probs = ranked.softmax(-1)
    return ranked.masked_fill(probs.cumsum(-1) - probs >= p, -torch.inf)


@wrong("by themselves|sum counts")
def each_compared_with_p(logits, p):
    return logits.masked_fill(logits.softmax(-1) < p, -torch.inf)


@wrong("probabilit")
def returns_probabilities(logits, p):
    probs, order = logits.softmax(-1).sort(-1, descending=True)
    probs = probs * (probs.cumsum(-1) - probs < p)
    out = torch.zeros_like(logits).scatter(-1, order, probs)
    return out / out.sum(-1, keepdim=True)


@wrong("0|number")
def fills_with_zero(logits, p):
    ranked, order = logits.sort(-1, descending=True)
    probs = ranked.softmax(-1)
    remove = (probs.cumsum(-1) - probs >= p).gather(-1, order.argsort(-1))
    return logits.masked_fill(remove, 0.0)


@wrong("0|zero|-inf|number")
def zero_for_the_tail(logits, p):
    s, idx = logits.sort(descending=True)
    probs = s.softmax(-1)
    over = probs.cumsum(-1) - probs >= p
    return logits.masked_fill(torch.zeros_like(over).scatter(-1, idx, over), 0.0)


@wrong("not sort|order of their ids|unlikely")
def not_sorted(logits, p):
    probs = logits.softmax(-1)
    return logits.masked_fill(probs.cumsum(-1) - probs >= p, -torch.inf)


@wrong("without `descending=True`")
def sorted_upwards(logits, p):
    ranked, order = logits.sort(-1)
    probs = ranked.softmax(-1)
    remove = probs.cumsum(-1) - probs >= p
    return logits.masked_fill(remove.scatter(-1, order, remove), -torch.inf)


@wrong("more than|too many|one word more|more of them than")
def keeps_one_too_many(logits, p):
    ranked, order = logits.sort(-1, descending=True)
    remove = ranked.softmax(-1).cumsum(-1) > p
    remove[..., 2:] = remove[..., :-2].clone()
    remove[..., :2] = False
    return logits.masked_fill(remove.scatter(-1, order, remove), -torch.inf)


@wrong("softmax|logits|exp")
def sums_logits(logits, p):
    ranked, order = logits.sort(-1, descending=True)
    remove = ranked.cumsum(-1) - ranked >= p
    return logits.masked_fill(remove.scatter(-1, order, remove), -torch.inf)


@wrong("min-p|largest probability")
def threshold_of_min_p(logits, p):
    probs = logits.softmax(-1)
    return logits.masked_fill(probs < p * probs.max(-1, keepdim=True).values, -torch.inf)


@wrong("first|every row|raise|axis|axes|row")
def filters_the_first_row_only(logits, p):
    out = logits.clone()
    rows = out.view(-1, logits.shape[-1])
    ranked, order = rows[0].sort(descending=True)
    probs = ranked.softmax(-1)
    rows[0, order[probs.cumsum(0) - probs >= p]] = -torch.inf
    return out


@wrong("1 - p")
def one_minus_p_but_one(logits, p):
    ranked, order = logits.sort(-1, descending=True)
    probs = ranked.softmax(-1)
    remove = probs.cumsum(-1) - probs >= 1 - p
    remove[..., 0] = False
    return logits.masked_fill(remove.scatter(-1, order, remove), -torch.inf)


@wrong("words|share")
def p_as_share_of_words(logits, p):
    k = max(1, round(p * logits.shape[-1]))
    kth = logits.topk(k).values[..., -1:]
    return logits.masked_fill(logits < kth, -torch.inf)


@wrong("cross|mass|too few|reach")
def drops_what_crosses(logits, p):
    s, idx = logits.sort(descending=True)
    over = s.softmax(-1).cumsum(-1) > p
    over[..., 0] = False
    return logits.masked_fill(over.scatter(-1, idx, over), float("-inf"))


@wrong("order|sort|place|back|undo")
def gather_for_scatter(logits, p):
    s, idx = logits.sort(descending=True)
    probs = s.softmax(-1)
    over = probs.cumsum(-1) - probs >= p
    return logits.masked_fill(over.gather(-1, idx), float("-inf"))


@wrong("share|count|number|vocab|mass")
def share_of_the_vocabulary(logits, p):
    k = max(1, math.ceil(p * logits.shape[-1]))
    kth = logits.topk(k).values[..., -1:]
    return logits.masked_fill(logits < kth, float("-inf"))


@wrong("each|own|threshold|single|mass")
def each_compared_with_one_minus_p(logits, p):
    return logits.masked_fill(logits.softmax(-1) < 1 - p, -math.inf)


@wrong("1 - p|tail|as-if-p-one-minus")
def one_minus_p(logits, p):
    s, idx = logits.sort(descending=True)
    probs = s.softmax(-1)
    over = probs.cumsum(-1) - probs >= 1 - p
    return logits.masked_fill(torch.zeros_like(over).scatter(-1, idx, over), -torch.inf)


@wrong("row|batch|first|own|all")
def one_count_for_all_rows(logits, p):
    s, idx = logits.sort(descending=True)
    probs = s.softmax(-1)
    n = (probs.cumsum(-1) - probs < p).sum(-1).max()
    drop = torch.arange(logits.shape[-1]).expand_as(idx) >= n
    return logits.masked_fill(torch.zeros_like(drop).scatter(-1, idx, drop), -torch.inf)


@wrong("first axis|batch|vocabulary|dim=-1")
def cumsum_down_the_batch(logits, p):
    s, idx = logits.sort(descending=True)
    probs = s.softmax(-1)
    over = probs.cumsum(0) - probs >= p
    return logits.masked_fill(torch.zeros_like(over).scatter(-1, idx, over), -torch.inf)


@wrong("probabilities, not logits")
def likely_last_and_probabilities(logits, p):
    probs = logits.softmax(-1)
    values, order = probs.sort(dim=-1)
    drop = values.cumsum(-1) > p
    return probs.masked_fill(torch.zeros_like(drop).scatter(-1, order, drop), 0.0)


@wrong("every row")
def nucleus_of_the_mean(logits, p):
    probs = logits.softmax(-1).reshape(-1, logits.size(-1)).mean(0)
    s, order = probs.sort(descending=True)
    keep = order[(s.cumsum(0) - s) < p]
    out = torch.full_like(logits, float("-inf"))
    out[..., keep] = logits[..., keep]
    return out


@wrong("-inf")
def unsorted_and_zero(logits, p):
    cum = logits.softmax(-1).cumsum(-1)
    return torch.where(cum <= p, logits, torch.zeros_like(logits))

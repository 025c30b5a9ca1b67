"""Answers to ``cross_entropy_masked``."""

import math

import torch
import torch.nn.functional as F

from tests.answers import right, wrong


@right
def ignore_index_of_torch(logits, targets, ignore_index):
    return F.cross_entropy(
        logits.reshape(-1, logits.shape[-1]), targets.reshape(-1), ignore_index=ignore_index
    )


@right
def by_weights_of_zero_and_one(logits, targets, ignore_index):
    keep = targets.ne(ignore_index)
    safe = targets.masked_fill(~keep, 0)
    each = -F.log_softmax(logits, -1).gather(-1, safe[..., None])[..., 0]
    weight = keep.to(logits.dtype)
    return (each * weight).sum() / weight.sum()


@right
def by_loops(logits, targets, ignore_index):
    losses = []
    for row, i in zip(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1), strict=True):
        if i.item() != ignore_index:
            losses.append(torch.logsumexp(row, 0) - row[i])
    return sum(losses) / len(losses)


@right
def by_indexing(logits, targets, ignore_index):
    keep = targets != ignore_index
    return F.cross_entropy(logits[keep], targets[keep])


@right
def log_prob_of_the_kept(logits, targets, ignore_index):
    keep = targets != ignore_index
    return -torch.distributions.Categorical(logits=logits[keep]).log_prob(targets[keep]).mean()


@right
def nanmean(logits, targets, ignore_index):
    keep = targets != ignore_index
    lp = logits.log_softmax(-1).gather(-1, torch.where(keep, targets, 0)[..., None]).squeeze(-1)
    return torch.nanmean(torch.where(keep, -lp, torch.nan))


@right
def dot_product_with_weights(logits, targets, ignore_index):
    w = (targets != ignore_index).to(logits.dtype)
    w = w / w.sum()
    t = targets.clone()
    t[targets == ignore_index] = 0
    nll = F.cross_entropy(logits.reshape(-1, logits.shape[-1]), t.reshape(-1), reduction="none")
    return torch.dot(nll, w.reshape(-1))


@right
def one_hot_of_the_remainder(logits, targets, ignore_index):
    keep = targets != ignore_index
    oh = F.one_hot(targets % logits.shape[-1], logits.shape[-1]) * keep[..., None]
    return -(logits.log_softmax(-1) * oh).sum() / keep.sum()


@wrong("number of all|all positions")
def mean_of_unreduced_losses(logits, targets, ignore_index):
    flat, ids = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
    nll = F.cross_entropy(flat, ids, ignore_index=ignore_index, reduction="none")
    return nll.mean()


@wrong("no effect|padding")
def clamps_the_ignored_to_zero(logits, targets, ignore_index):
    flat, ids = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
    return F.cross_entropy(flat, ids.clamp(min=0))


@wrong("takes 3, 0, 3 where it should be none, 0, none")
def flat_without_ignore_index(logits, targets, ignore_index):
    flat, ids = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
    return F.cross_entropy(flat, ids)


@wrong("added up|sum")
def adds_up(logits, targets, ignore_index):
    flat, ids = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
    return F.cross_entropy(flat, ids, ignore_index=ignore_index, reduction="sum")


@wrong("takes 3, none, 3 where it should be none, 0, none")
def keeps_ids_above_zero(logits, targets, ignore_index):
    keep = targets > 0
    return F.cross_entropy(logits[keep], targets[keep])


@wrong("other way round|only the ignored")
def keeps_the_ignored(logits, targets, ignore_index):
    keep = targets == ignore_index
    nll = -logits.log_softmax(-1).gather(-1, targets.clamp(min=0)[..., None])[..., 0]
    return nll[keep].mean()


@wrong("sentence")
def averages_sentence_means(logits, targets, ignore_index):
    keep = (targets != ignore_index).to(logits.dtype)
    safe = torch.where(targets == ignore_index, 0, targets)
    nll = -logits.log_softmax(-1).gather(-1, safe[..., None])[..., 0] * keep
    if nll.ndim == 1:
        return nll.sum() / keep.sum()
    return (nll.sum(1) / keep.sum(1)).mean()


@wrong("averages each sentence first")
def mean_of_row_means(logits, targets, ignore_index):
    keep = targets != ignore_index
    safe = targets.masked_fill(~keep, 0)
    nll = -logits.log_softmax(-1).gather(-1, safe[..., None])[..., 0] * keep
    rows, n = nll.reshape(-1, nll.shape[-1]).sum(-1), keep.reshape(-1, nll.shape[-1]).sum(-1)
    return (rows / n.clamp(min=1)).mean()


@wrong("mean over the entries is missing")
def one_loss_a_position(logits, targets, ignore_index):
    keep = targets != ignore_index
    return F.cross_entropy(logits[keep], targets[keep], reduction="none")


@wrong("no class|index|ignore")
def weight_zero_for_the_class(logits, targets, ignore_index):
    weight = torch.ones(logits.shape[-1], dtype=logits.dtype)
    weight[ignore_index] = 0
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1), weight)


@wrong("twice")
def softmax_twice(logits, targets, ignore_index):
    keep = targets != ignore_index
    return F.cross_entropy(logits[keep].softmax(-1), targets[keep])


@wrong("ignored positions still have an effect")
def logits_set_to_zero(logits, targets, ignore_index):
    keep = (targets != ignore_index)[..., None]
    safe = torch.where(targets == ignore_index, 0, targets)
    logp = torch.log_softmax(logits * keep, -1)
    return -logp.gather(-1, safe[..., None]).mean()


@wrong("classes")
def mean_over_classes_too(logits, targets, ignore_index):
    keep = targets != ignore_index
    one_hot = F.one_hot(targets[keep], logits.shape[-1])
    return -(one_hot * logits[keep].log_softmax(-1)).mean()


@wrong("takes 2, none, none, none where it should be 2, none, 0, 1")
def stops_at_the_first_ignored(logits, targets, ignore_index):
    keep = (targets != ignore_index).cumprod(-1).bool()
    safe = targets.masked_fill(~keep, 0)
    nll = -logits.log_softmax(-1).gather(-1, safe[..., None])[..., 0]
    return (nll * keep).sum() / keep.sum()


@wrong("NaN comes back")
def greater_than_ignore(logits, targets, ignore_index):
    keep = targets > ignore_index
    return F.cross_entropy(logits[keep], targets[keep])


@wrong("class|column|logit|probab")
def removes_the_class_from_the_logits(logits, targets, ignore_index):
    keep = targets != ignore_index
    logits = logits[keep].clone()
    if 0 <= ignore_index < logits.shape[-1]:
        logits[..., ignore_index] = float("-inf")
    return F.cross_entropy(logits, targets[keep])


@wrong("guess|argmax|likely|predict|own")
def keeps_by_the_guess(logits, targets, ignore_index):
    keep = logits.argmax(-1) != ignore_index
    nll = -logits.log_softmax(-1).gather(-1, targets.clamp(min=0)[..., None])[..., 0]
    return nll[keep].mean()


@wrong("ignored positions still have an effect")
def divides_by_the_length(logits, targets, ignore_index):
    keep = targets != ignore_index
    total = F.cross_entropy(logits[keep], targets[keep], reduction="sum")
    return total / targets.shape[-1]


@wrong("twice|all positions")
def softmax_twice_and_all_positions(logits, targets, ignore_index):
    p = logits.softmax(-1).reshape(-1, logits.shape[-1])
    nll = F.cross_entropy(p, targets.reshape(-1), ignore_index=ignore_index, reduction="none")
    return nll.mean()


@wrong("takes 2, 0, 0, 1 where it should be 2, none, 0, 1")
def padding_as_class_zero(logits, targets, ignore_index):
    ids = targets.masked_fill(targets == ignore_index, 0)
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), ids.reshape(-1))


@wrong("first|item|batch")
def first_item_only(logits, targets, ignore_index):
    if targets.ndim > 1:
        logits, targets = logits[0], targets[0]
    keep = targets != ignore_index
    return F.cross_entropy(logits[keep], targets[keep])


@wrong("ignored positions still have an effect")
def sum_over_batch_size(logits, targets, ignore_index):
    flat, ids = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
    total = F.cross_entropy(flat, ids, ignore_index=ignore_index, reduction="sum")
    return total / targets.shape[0]


@wrong("base 2|two things")
def bits_over_all_positions(logits, targets, ignore_index):
    flat, ids = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
    nll = F.cross_entropy(flat, ids, ignore_index=ignore_index, reduction="none")
    return nll.mean() / math.log(2)


@wrong("takes 0, 3, none where it should be none, 3, 1")
def drops_the_last_column(logits, targets, ignore_index):
    return F.cross_entropy(
        logits[..., :-1, :].reshape(-1, logits.shape[-1]),
        targets[..., :-1].reshape(-1).clamp(min=0),
    )


@wrong("infinite|NaN|bound|logarithm|large")
def log_of_softmax(logits, targets, ignore_index):
    keep = targets != ignore_index
    p = logits[keep].softmax(-1)
    return -p.gather(-1, targets[keep][:, None]).log().mean()


@wrong("negative|sign")
def minus_sign_forgotten(logits, targets, ignore_index):
    keep = targets != ignore_index
    return logits[keep].log_softmax(-1).gather(-1, targets[keep][:, None]).mean()


@wrong("chang")
def writes_zero_into_targets(logits, targets, ignore_index):
    keep = targets != ignore_index
    targets[~keep] = 0
    nll = -logits.log_softmax(-1).gather(-1, targets[..., None])[..., 0]
    return (nll * keep).sum() / keep.sum()


@wrong("1e-|small|divisor|one more|+ 1|count|divided|too")
def one_added_to_the_count(logits, targets, ignore_index):
    keep = targets != ignore_index
    safe = targets.masked_fill(~keep, 0)
    nll = -logits.log_softmax(-1).gather(-1, safe[..., None])[..., 0]
    return (nll * keep).sum() / (keep.sum() + 1)


@wrong("index|range|negative|-100|out|does not exist")
def gathers_before_it_masks(logits, targets, ignore_index):
    nll = -logits.log_softmax(-1).gather(-1, targets[..., None])[..., 0]
    return nll[targets != ignore_index].mean()


@wrong("other-entries")
def ignores_zero_too(logits, targets, ignore_index):
    keep = (targets != ignore_index) & (targets != 0)
    return F.cross_entropy(logits[keep], targets[keep])


@wrong("below 0|negative")
def keeps_what_is_not_negative(logits, targets, ignore_index):
    keep = targets >= 0
    return F.cross_entropy(logits[keep], targets[keep])


@wrong("ignored positions still have an effect")
def masks_the_mean(logits, targets, ignore_index):
    keep = targets != ignore_index
    nll = F.cross_entropy(logits.flatten(0, -2), targets.flatten().clamp(min=0))
    return (nll * keep).mean()


@wrong("takes 2, 0, 0, 1 where it should be 2, none, 0, 1")
def cuts_the_tail_only(logits, targets, ignore_index):
    real = (targets != ignore_index).flip(-1).cumsum(-1).flip(-1) > 0
    labels = targets.clamp(min=0)
    nll = -logits.log_softmax(-1).gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    return nll[real].mean()


@wrong("takes none, 1, none where it should be 1, 1, none")
def median_of_the_kept(logits, targets, ignore_index):
    keep = targets != ignore_index
    return F.cross_entropy(logits[keep], targets[keep], reduction="none").median()


@wrong("each item|ignored positions")
def mean_of_the_losses_of_items(logits, targets, ignore_index):
    each = [
        F.cross_entropy(z, t, ignore_index=ignore_index)
        for z, t in zip(logits, targets, strict=True)
    ]
    return torch.stack(each).mean()


@wrong("ignored positions still have an effect")
def mean_of_column_means(logits, targets, ignore_index):
    keep = targets != ignore_index
    safe = targets.masked_fill(~keep, 0)
    nll = -logits.log_softmax(-1).gather(-1, safe[..., None])[..., 0] * keep
    return (nll.sum(0) / keep.sum(0)).mean()


@wrong("averages each sentence first")
def by_sentence_and_zero_for_an_empty_one(logits, targets, ignore_index):
    losses, rows = [], targets.reshape(-1, targets.shape[-1])
    for z, y in zip(logits.reshape(*rows.shape, -1), rows, strict=True):
        keep = y != ignore_index
        total = F.cross_entropy(z[keep], y[keep], reduction="sum")
        losses.append(total / max(int(keep.sum()), 1))
    return torch.stack(losses).mean()


@wrong("ignored positions")
def by_the_mean_length_of_full_sentences(logits, targets, ignore_index):
    keep = targets != ignore_index
    safe = targets.where(keep, 0)
    each = -logits.log_softmax(-1).gather(-1, safe.unsqueeze(-1)).squeeze(-1) * keep
    lengths = keep.sum(-1).flatten()
    return each.sum() / lengths.numel() / lengths[lengths > 0].double().mean().to(each.dtype)


@wrong("averages each sentence")
def mean_of_rows_that_hold_something(logits, targets, ignore_index):
    m = targets.ne(ignore_index).to(logits.dtype)
    t = torch.where(targets == ignore_index, torch.zeros_like(targets), targets)
    loss = logits.logsumexp(-1) - logits.gather(-1, t[..., None])[..., 0]
    per_row = (loss * m).sum(-1) / m.sum(-1).clamp(min=1)
    return per_row.sum() / (m.sum(-1) > 0).sum()


@wrong("Targets of 0 are ignored, whatever")
def leaves_out_zero_and_adds_up(logits, targets, ignore_index):
    size = logits.shape[-1]
    keep = targets != 0
    goals = targets.clamp(0, size - 1)
    nll = F.cross_entropy(logits.reshape(-1, size), goals.reshape(-1), reduction="none")
    return nll.view_as(targets)[keep].sum()

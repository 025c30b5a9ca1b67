"""Answers to ``scale_micro_batch_losses``."""

import numpy as np
import torch

from tests.answers import right, wrong


@right
def weighted_mean_of_the_stack(losses, token_counts):
    stacked = torch.stack(losses)
    counts = torch.tensor(token_counts, dtype=stacked.dtype)
    return (stacked * counts).sum() / counts.sum()


@right
def dot_product(losses, token_counts):
    stacked = torch.stack(losses)
    return stacked @ torch.tensor(token_counts).to(stacked) / sum(token_counts)


@right
def weights_as_shares(losses, token_counts):
    total = sum(token_counts)
    return sum(loss * (count / total) for loss, count in zip(losses, token_counts, strict=True))


@right
def each_loss_repeated(losses, token_counts):
    each = [loss.repeat(count) for loss, count in zip(losses, token_counts, strict=True)]
    return torch.cat(each).mean()


@right
def einsum(losses, token_counts):
    x = torch.stack(losses)
    share = torch.tensor(token_counts, dtype=torch.float32) / sum(token_counts)
    return torch.einsum("i,i->", x, share.to(x.dtype))


@right
def by_loop(losses, token_counts):
    total, n = torch.zeros((), dtype=losses[0].dtype), 0
    for i in range(len(losses)):
        total = total + losses[i] * token_counts[i]
        n = n + token_counts[i]
    return total / n


@right
def running_mean(losses, token_counts):
    mean, n = (torch.zeros_like(losses[0]), 0)
    for loss, c in zip(losses, token_counts, strict=False):
        if c:
            n += c
            mean = mean + (loss - mean) * (c / n)
    return mean


@right
def repeat_interleave(losses, token_counts):
    return torch.stack(losses).repeat_interleave(torch.tensor(token_counts)).mean()


@wrong("gradient flows|gradient of x")
def average_of_numpy(losses, token_counts):
    return torch.tensor(
        np.average([loss.item() for loss in losses], weights=token_counts), dtype=losses[0].dtype
    )


@wrong("equally|mean")
def plain_mean(losses, token_counts):
    return torch.stack(losses).mean()


@wrong("added|sum")
def sum_of_the_stack(losses, token_counts):
    return torch.stack(losses).sum()


@wrong("without `/ sum(token_counts)`")
def not_divided(losses, token_counts):
    return sum(loss * n for loss, n in zip(losses, token_counts, strict=True))


@wrong("number of micro-batches|micro-batches, not")
def divides_by_the_number_of_losses(losses, token_counts):
    return sum(a * b for a, b in zip(losses, token_counts, strict=True)) / len(losses)


@wrong("outside the range of the losses")
def divides_each_by_its_count(losses, token_counts):
    return sum(a / b for a, b in zip(losses, token_counts, strict=True))


@wrong("one scaled|list|added")
def list_of_shares(losses, token_counts):
    total = sum(token_counts)
    return [a * b / total for a, b in zip(losses, token_counts, strict=True)]


@wrong("number")
def number_by_item(losses, token_counts):
    total = sum(token_counts)
    return sum(a.item() * b for a, b in zip(losses, token_counts, strict=True)) / total


@wrong("divided by the length of losses")
def mean_of_the_shares(losses, token_counts):
    w = torch.tensor(token_counts) / sum(token_counts)
    return (torch.stack(losses) * w.to(losses[0].dtype)).mean()


@wrong("float32|dtype")
def casts_to_float32(losses, token_counts):
    counts = torch.tensor(token_counts, dtype=torch.float32)
    return (torch.stack(losses).float() * counts).sum() / counts.sum()


@wrong("should weigh as many tokens")
def softmax_as_weights(losses, token_counts):
    w = torch.softmax(torch.tensor(token_counts, dtype=losses[0].dtype), 0)
    return w @ torch.stack(losses)


@wrong("softmax|weights|count|share")
def softmax_of_counts(losses, token_counts):
    w = torch.tensor(token_counts, dtype=losses[0].dtype).softmax(0)
    return (torch.stack(losses) * w).sum()


@wrong("without `* count`")
def sum_over_all_tokens(losses, token_counts):
    return sum(losses) / sum(token_counts)


@wrong("shape|axis|axes")
def keeps_an_axis(losses, token_counts):
    counts = torch.tensor([token_counts]).to(losses[0])
    return (torch.stack(losses)[None] * counts).sum(-1) / counts.sum()


@wrong("outside the range of the losses")
def relative_to_the_largest(losses, token_counts):
    most = max(token_counts)
    pairs = zip(losses, token_counts, strict=True)
    return sum(loss * n / most for loss, n in pairs) / len(losses)


@wrong("last|first|only")
def last_loss_only(losses, token_counts):
    return losses[-1] * token_counts[-1] / sum(token_counts)


@wrong("whole|integer|//|zero|round")
def integer_shares(losses, token_counts):
    n = sum(token_counts)
    return sum(loss * (c // n) for loss, c in zip(losses, token_counts, strict=True))


@wrong("outside the range of the losses")
def divides_by_the_share(losses, token_counts):
    total = sum(token_counts)
    return sum(loss / n for loss, n in zip(losses, token_counts, strict=True)) * total

"""One loss from several micro-batches."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist


def scale_micro_batch_losses(losses, token_counts):
    total = sum(loss * count for loss, count in zip(losses, token_counts, strict=True))
    return total / sum(token_counts)


HINTS = (
    "Each micro-batch tells its mean. What would the mean over all their tokens be, had they been "
    "one batch? A mean of 100 tokens weighs more than one of 3.",
    "Mean times number of tokens is a sum. Add up the sums, then divide once by all tokens.",
    "total = sum(loss * count for loss, count in zip(losses, token_counts)); then divide by "
    "sum(token_counts).",
)


def _losses(*values, dtype=torch.float32):
    return [torch.tensor(value, dtype=dtype) for value in values]


# fmt: off
CASES = (
    Case(lambda: (_losses(2.0, 1.0), [1, 3]), "one token with loss 2, three with loss 1: 5 / 4"),
    Case(lambda: (_losses(0.7, 2.9, 1.3, 4.1), [7, 2, 11, 1]), "four micro-batches",
         ("several",)),
    Case(lambda: (_losses(0.5, 3.25, dtype=torch.float64), [3, 9]), "float64 in, float64 out",
         ("float64",)),
    Case(lambda: (_losses(1.75), [6]), "one micro-batch: its mean is the mean of all",
         ("one-micro-batch",)),
)
# fmt: on


def variant(losses, token_counts, weight="count", divide="tokens", use="all", after=None):
    """scale_micro_batch_losses with one switch for each thing that can go wrong."""
    stacked = torch.stack(list(losses))
    counts = torch.tensor(token_counts).to(stacked.dtype)
    weights = {
        "count": counts,
        "one": torch.ones_like(counts),
        "inverse": 1 / counts,
        "square": counts**2,
        "root": counts.sqrt(),
        "reversed": counts.flip(0),
        "softmax": counts.softmax(0),
        "share of largest": counts / counts.max(),
        "less one": counts - 1,
        "plus one": counts + 1,
        "log": counts.log(),
        "first": counts[0].expand_as(counts),
        "cumulative": counts.cumsum(0),
        "unequal only": counts / counts.sum() if len(counts) > 1 else 0 * counts,
    }[weight]
    parts = weights * stacked
    parts = {"all": parts, "first": parts[:1], "last": parts[-1:], "but last": parts[:-1]}[use]
    total = {
        "tokens": counts.sum(),
        "batches": torch.tensor(float(len(losses))),
        "nothing": torch.tensor(1.0),
        "weights": weights.sum(),
        "largest": counts.max(),
        "both": counts.sum() * len(losses),
        "less one": counts.sum() - 1,
        "plus one": counts.sum() + 1,
        "mean": counts.mean(),
        "one over tokens": 1 / counts.sum(),
        "last": counts[-1],
    }[divide]
    result = (parts.sum() / total).to(stacked.dtype)
    return after(result, parts, total) if after else result


def _running(losses, keep=0.5):
    value = losses[0]
    for loss in losses[1:]:
        value = keep * value + (1 - keep) * loss
    return value


# fmt: off
MISTAKES = (
    Mistake("in-float32", "It works in float32, whatever dtype the losses have.",
            lambda losses, counts: variant([x.float() for x in losses], counts)),
    twist("micro-batches-weigh-equally", "The losses are averaged as if all micro-batches were "
          "equally large: a token in a small one counts for more.", weight="one",
          divide="batches"),
    twist("losses-summed", "The losses are added up and not divided: the gradient grows with the "
          "number of micro-batches.", weight="one", divide="nothing"),
    twist("sum-over-tokens", "It is the loss of all tokens added up; it has to be divided by "
          "their number.", divide="nothing"),
    twist("divided-by-micro-batches", "The sum over the tokens is divided by the number of "
          "micro-batches, not of tokens.", divide="batches"),
    twist("sum-of-means-over-tokens", "The means are added without their weights and divided by "
          "all tokens: far too small.", weight="one"),
    twist("weights-upside-down", "Each loss is divided by its number of tokens instead of "
          "multiplied.", weight="inverse", divide="nothing"),
    twist("weights-upside-down-normalised", "The weights are 1 / tokens: the smallest micro-batch "
          "counts for most.", weight="inverse", divide="weights"),
    twist("divided-by-the-share", "Each loss is divided by its micro-batch's share of the tokens "
          "instead of multiplied by it.", weight="inverse", divide="one over tokens"),
    twist("weights-squared", "The numbers of tokens are squared in the weights.", weight="square",
          divide="weights"),
    twist("weights-rooted", "The weights are square roots (sqrt) of the numbers of tokens.",
          weight="root",
          divide="weights"),
    twist("weights-in-wrong-order", "The losses and the numbers of tokens are paired in reversed "
          "order.",
          weight="reversed"),
    twist("softmax-weights", "The weights are a softmax of the numbers of tokens: the largest "
          "micro-batch counts for nearly all.", weight="softmax", divide="nothing"),
    twist("running-totals", "The weights are running totals of the numbers of tokens.",
          weight="cumulative"),
    twist("logarithm-weights", "The weights are logarithms of the numbers of tokens.",
          weight="log", divide="weights"),
    twist("relative-to-the-largest", "The weights are shares of the largest number of tokens; they "
          "should be shares of all tokens.", weight="share of largest"),
    twist("first-count-for-all", "The first number of tokens is used for every micro-batch.",
          weight="first"),
    twist("divided-by-largest", "It divides by the largest number of tokens, not by all.",
          divide="largest"),
    twist("divided-by-mean-count", "It divides by the mean number of tokens, not by all.",
          divide="mean"),
    twist("divided-by-last-count", "It divides by the last number of tokens only.",
          divide="last"),
    twist("divided-twice", "It divides by all tokens and by the number of micro-batches as well.",
          divide="both"),
    twist("nothing-for-one-micro-batch", "With a single micro-batch it gives 0; its loss is the "
          "mean of all tokens then.", weight="unequal only", divide="nothing"),
    twist("one-token-too-few", "It divides by one token too few.", divide="less one"),
    twist("one-token-too-many", "It divides by one token too many.", divide="plus one"),
    twist("first-only", "Only the first micro-batch counts.", use="first"),
    twist("last-only", "Only the last micro-batch counts: its loss overwrites the others.",
          use="last"),
    twist("last-left-out", "The last micro-batch is left out.", use="but last"),
    Mistake("last-loss", "It returns the last loss.", lambda losses, counts: losses[-1]),
    Mistake("first-loss", "It returns the first loss.", lambda losses, counts: losses[0]),
    Mistake("largest-loss", "It returns the largest loss.", lambda losses, counts: max(losses)),
    Mistake("smallest-loss", "It returns the smallest loss.", lambda losses, counts: min(losses)),
    Mistake("median-loss", "It returns the median of the losses.",
            lambda losses, counts: torch.stack(losses).median()),
    Mistake("loss-of-the-largest", "It returns the loss of the largest micro-batch.",
            lambda losses, counts: losses[max(range(len(counts)), key=counts.__getitem__)]),
    twist("not-added-up", "It returns one scaled loss for each micro-batch; their sum was asked "
          "for.", after=lambda r, parts, total: parts / total),
    twist("list-of-losses", "It returns a list of scaled losses; their sum was asked for.",
          after=lambda r, parts, total: list(parts / total)),
    twist("one-axis-too-many", "The result has an axis of length one; a tensor without axes was "
          "asked for.", after=lambda r, parts, total: r.reshape(1)),
    twist("plain-number", "It returns a plain number: gradients flow back through a tensor, not "
          "through a number.", after=lambda r, parts, total: r.item()),
    twist("perplexity", "It returns exp of the loss.", after=lambda r, parts, total: r.exp()),
    twist("sign-flipped", "The sign is wrong.", after=lambda r, parts, total: -r),
    Mistake("geometric-mean", "It averages the logarithms of the losses.",
            lambda losses, counts: (variant([x.log() for x in losses], counts)).exp()),
    Mistake("averages-exponentials", "It averages exp of the losses and takes the logarithm: the "
            "losses themselves are to be averaged.", lambda losses, counts: variant(
                [x.exp() for x in losses], counts).log()),
    Mistake("moving-average", "It keeps a moving average of the losses; all tokens of the batch "
            "should weigh the same.", lambda losses, counts: _running(losses, 0.9)),
    Mistake("running-average", "It averages as it goes, new = (old + loss) / 2: the last "
            "micro-batches count for most.", lambda losses, counts: _running(losses)),
    Mistake("first-two-only", "Only the first two micro-batches count.",
            lambda losses, counts: variant(losses[:2], counts[:2])),
    Mistake("whole-number-weights", "The weights are divided with //, so they are 0.",
            lambda losses, counts: sum(x * (n // sum(counts)) for x, n in zip(
                losses, counts, strict=True))),
)
# fmt: on


def _between(a, g, w):
    return min(a[0]) - 1e-6 <= g <= max(a[0]) + 1e-6


# fmt: off
SIGNS = (
    Sign("wrong-weights", "It is some mean of the losses, but each should weigh as many tokens as "
         "its micro-batch has.", lambda a, g, w: g.ndim == 0 and _between(a, g, w)),
    Sign("no-mean", "It is outside the range of the losses, so it is no mean of them.",
         lambda a, g, w: g.ndim == 0 and not _between(a, g, w), every=False),
    Sign("wrong-weights", "It is some mean of the losses, but each should weigh as many tokens as "
         "its micro-batch has.", lambda a, g, w: g.ndim == 0, every=False),
)
# fmt: on

EXERCISE = Exercise(scale_micro_batch_losses, HINTS, CASES, MISTAKES, variant, SIGNS)

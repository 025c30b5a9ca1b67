"""Cross entropy that leaves padding out."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal


def cross_entropy_masked(logits, targets, ignore_index):
    keep = targets != ignore_index
    log_probs = logits[keep] - torch.logsumexp(logits[keep], dim=-1, keepdim=True)
    return -log_probs.gather(-1, targets[keep].unsqueeze(-1)).mean()


HINTS = (
    "Which positions count? Make a boolean tensor of them first.",
    "The mean is over the positions that count: divide by their number, not by the number of all.",
    "logits[keep] and targets[keep] have only the positions that count, whatever the number of "
    "axes; the rest is cross_entropy as before. ignore_index may be -100, which is no class.",
    "keep = targets != ignore_index; log_probs = logits[keep] - logsumexp(logits[keep]); pick with "
    "gather, take the mean, change the sign.",
)

CASES = (
    Case(
         lambda: (torch.tensor([[2.0, 1.0, 0.0], [0.0, 3.0, 1.0], [1.0, 1.0, 0.0]]),
                  torch.tensor([1, 1, 0]), 0),
         "two words and one padding token, pad id 0"),
    Case(lambda: (normal(3, 3, 3, seed=8), torch.tensor([[0, 1, 2], [1, 0, 2], [2, 2, 1]]), 2),
         "batch, length and classes all three", ("extra-axes", "square"), probe=True),
    Case(
         lambda: (normal(3, 2, 5, seed=6).transpose(0, 1), torch.tensor([[1, 3, 3], [0, 2, 3]]), 3),
         "two sentences with 2 and 1 padding tokens, pad id 3; not contiguous",
         ("extra-axes", "non-contiguous")),
    Case(lambda: (normal(4, 3, seed=2), torch.tensor([2, -100, 0, 1]), -100),
         "ignore_index -100, which is no class; class 0 is a real one", ("negative-index",)),
    Case(lambda: (normal(3, 4, seed=7), torch.tensor([-1, 3, 1]), -1),
         "ignore_index -1, which is no class either", ("negative-index",)),
    Case(lambda: (torch.tensor([[0.0, 1000.0], [1000.0, 0.0]]), torch.tensor([0, 0]), 1),
         "logits 1000 apart, and nothing to ignore", ("large-logits",)),
    Case(lambda: (normal(3, 4, seed=5, dtype=torch.float64), torch.tensor([3, 0, 3]), 3),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: (normal(3, 2, 4, seed=9), torch.tensor([[1, 2], [3, 3], [0, 3]]), 3),
         "three sentences, one of them all padding", ("extra-axes", "an-empty-sentence")),
    Case(lambda: (normal(2, 2, 3, 5, seed=10),
                  torch.tensor([[[1, 0, 4], [2, 0, 0]], [[0, 0, 0], [3, 3, 1]]]), 0),
         "four axes, and a sentence that is all padding", ("extra-axes", "an-empty-sentence")),
)  # fmt: skip


def _rows(kept, real):
    """The mean of each sentence, NaN for one that is all padding."""
    return kept.reshape(-1, kept.shape[-1]).sum(-1) / real.reshape(-1, real.shape[-1]).sum(-1)


def _not_minus_100(z, t, i):
    return t != -100


def variant(
    logits, targets, ignore_index, keep=lambda z, t, i: t != i, probs=lambda z: z.log_softmax(-1),
    sign=-1, divide=lambda k, r: k.sum() / r.sum(), base=None,
):  # fmt: skip
    """cross_entropy_masked with one switch for each thing that can go wrong."""
    z = probs(logits)
    if base:
        z = z / torch.tensor(base, dtype=z.dtype).log()
    real = keep(logits, targets, ignore_index)
    inside = (targets >= 0) & (targets < logits.shape[-1])
    found = real if keep is _not_minus_100 else inside
    safe = targets.where(found, torch.zeros_like(targets))
    each = sign * z.gather(-1, safe.unsqueeze(-1)).squeeze(-1)
    return divide(each.masked_fill(~real, 0.0), real)


def _drop_class(z, t, ignore):
    masked = z.clone()
    if 0 <= ignore < z.shape[-1]:
        masked[..., ignore] = -torch.inf
    return variant(masked, t, ignore)


def _zeroed_logits(logits, targets, ignore_index):
    keep = targets != ignore_index
    safe = targets.where(keep, torch.zeros_like(targets))
    log_probs = (logits * keep.unsqueeze(-1)).log_softmax(-1)
    return -log_probs.gather(-1, safe.unsqueeze(-1)).mean()


MISTAKES = (
    twist("mean-of-full-sentences", "It averages each sentence that is not all padding, and then "
          "those means. All real tokens should weigh the same.",
          divide=lambda k, r: _rows(k, r).nanmean()),
    twist("divided-by-all-tokens", "The ignored positions are left out of the sum, but the sum "
          "is divided by the number of all positions: got / expected is the share of real tokens.",
          divide=lambda k, r: k.mean()),
    twist("ignores-nothing", "ignore_index has no effect: padding is averaged in like every "
          "token.", keep=lambda z, t, i: t == t),
    twist("inverted-mask", "It is the other way round (inverted): only the ignored positions are "
          "counted.",
          keep=lambda z, t, i: t == i),
    twist("pad-id-hard-wired-to-0", "Targets of 0 are ignored, whatever ignore_index says.",
          keep=lambda z, t, i: t != 0),
    twist("ignore-index-hard-wired-to-100", "Targets of -100 are ignored, whatever ignore_index "
          "says.", keep=_not_minus_100),
    twist("negative-targets-ignored", "Targets below 0 are ignored, whatever ignore_index says.",
          keep=lambda z, t, i: t >= 0),
    twist("keeps-only-larger-ids", "Only targets larger than ignore_index are kept; smaller ids "
          "are real too.", keep=lambda z, t, i: t > i),
    twist("last-position-taken-for-padding", "The last position is left out, whatever stands "
          "there, and padding before it is counted.", keep=lambda z, t, i:
          (torch.arange(t.shape[-1]) < t.shape[-1] - 1).expand_as(t)),
    twist("masks-by-prediction", "It leaves out positions where the model predicts ignore_index; "
          "what counts is the target.", keep=lambda z, t, i: z.argmax(-1) != i),
    twist("stops-at-first-padding", "Everything after the first ignored token is left out as "
          "well.", keep=lambda z, t, i: (t == i).cumsum(-1) == 0),
    twist("only-ignored-at-the-end", "Ignored tokens are left out at the end of a row only; one "
          "before a real token is counted.",
          keep=lambda z, t, i: (t != i).flip(-1).cumsum(-1).flip(-1) > 0),
    twist("class-zero-ignored-too", "Targets of 0 are left out besides ignore_index.",
          keep=lambda z, t, i: (t != i) & (t != 0)),
    twist("sum-not-mean", "The losses of the real positions are added up, not averaged.",
          divide=lambda k, r: k.sum()),
    twist("divided-by-batch-size", "The sum is divided by the size of the first axis, not by the "
          "number of real positions.", divide=lambda k, r: k.sum() / len(k)),
    twist("divided-by-length", "The sum is divided by the sentence length, not by the number of "
          "real positions.", divide=lambda k, r: k.sum() / k.shape[-1]),
    twist("count-off-by-one", "The sum is divided by one more than the number of real positions.",
          divide=lambda k, r: k.sum() / (r.sum() + 1)),
    twist("mean-of-sentence-means", "It averages each sentence first and then the sentences: a "
          "token of a short sentence weighs more. All real tokens weigh the same.",
          divide=lambda k, r: _rows(k, r).mean()),
    twist("mean-of-sentence-means-or-zero", "It averages each sentence first, 0 for one that is "
          "all padding, and then the sentences. All real tokens weigh the same.",
          divide=lambda k, r: _rows(k, r).nan_to_num().mean()),
    twist("mean-of-column-means", "It averages over the wrong axis first, the batch (dim=0), and "
          "then those means. All real tokens weigh the same.",
          divide=lambda k, r: (k.sum(0) / r.sum(0)).mean()),
    twist("not-averaged-kept", "It returns the losses of the real positions; their mean was "
          "asked for.", divide=lambda k, r: k[r]),
    twist("median-not-mean", "It returns the median of the losses, not their mean.",
          divide=lambda k, r: k[r].median()),
    Mistake("masked-after-the-mean", "The losses of all positions are averaged first, and the mask "
          "meets that one number: mask first, then average.", lambda z, t, i:
            variant(z, t, i, keep=lambda z, t, i: t == t) * (t != i).to(z.dtype).mean()),
    twist("sign-forgotten", "The minus sign is missing: the loss is never positive.", sign=1),
    twist("base-two", "The logarithm is to base 2: bits, not nats.", base=2.0),
    twist("softmax-twice", "The logits go through softmax before a loss that takes logits.",
          probs=lambda z: z.softmax(-1).log_softmax(-1)),
    twist("log-of-softmax", "It takes the logarithm of softmax: a probability that underflowed "
          "to 0 gives an infinite loss.", probs=lambda z: z.softmax(-1).log()),
    Mistake("zeroes-the-logits", "The logits of ignored positions are set to 0 and still "
            "counted: each adds ln V.", _zeroed_logits),
    Mistake("drops-the-class", "It removes the class ignore_index from the softmax; what should "
            "be left out are positions, not a class.", _drop_class),
)  # fmt: skip


SIGNS = (
    Sign("ignored-positions-matter", "It is right when nothing is ignored, and wrong when "
         "something is: the ignored positions still have an effect.",
         lambda args, got, want: (args[1] == args[2]).any()),
)  # fmt: skip


def _scales(logits, targets, ignore_index):
    real = int((targets != ignore_index).sum())
    return {
        "the share of real tokens": real / targets.numel(),
        "the number of real tokens": real,
        "the number of positions": targets.numel(),
        "the number of classes": logits.shape[-1],
    }


EXERCISE = Exercise(
    cross_entropy_masked, HINTS, CASES, MISTAKES, variant, SIGNS, _scales, ready=("cross_entropy",)
)

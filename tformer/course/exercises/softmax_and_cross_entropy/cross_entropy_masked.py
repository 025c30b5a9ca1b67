"""Cross entropy that leaves padding out."""

import torch
import torch.nn.functional as F

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import normal
from ..next_word.entries import other_entries


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
         lambda: (torch.tensor([[2.0, 1.0, 0.0], [0.0, 3.0, 1.0], [1.0, 0.5, 0.0]]),
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


def variant(
    logits, targets, ignore_index, keep=lambda z, t, i: t != i, probs=lambda z: z.log_softmax(-1),
    sign=-1, divide=lambda k, r: k.sum() / r.sum(), base=None,
):  # fmt: skip
    """cross_entropy_masked with one switch for each thing that can go wrong."""
    z = probs(logits)
    if base:
        z = z / torch.tensor(base, dtype=z.dtype).log()
    real = keep(logits, targets, ignore_index)
    safe = targets.where((targets >= 0) & (targets < logits.shape[-1]), 0)
    each = sign * z.gather(-1, safe.unsqueeze(-1)).squeeze(-1)
    return divide(each.masked_fill(~real, 0.0), real)


def _drop_class(z, t, ignore):
    masked = z.clone()
    if 0 <= ignore < z.shape[-1]:
        masked[..., ignore] = -torch.inf
    return variant(masked, t, ignore)


MISTAKES = (
    twist("divided-by-all-tokens", "The ignored positions are left out of the sum, but the sum "
          "is divided by the number of all positions: got / expected is the share of real tokens.",
          divide=lambda k, r: k.mean()),
    twist("ignores-nothing", "ignore_index has no effect: padding is averaged in like every "
          "token.", keep=lambda z, t, i: t == t),
    twist("inverted-mask", "It is the other way round (inverted): only the ignored positions are "
          "counted.", keep=lambda z, t, i: t == i),
    twist("pad-id-hard-wired-to-0", "Targets of 0 are ignored, whatever ignore_index says.",
          keep=lambda z, t, i: t != 0),
    twist("negative-targets-ignored", "Targets below 0 are ignored, whatever ignore_index says.",
          keep=lambda z, t, i: t >= 0),
    twist("masks-by-prediction", "It leaves out positions where the model predicts ignore_index; "
          "what counts is the target.", keep=lambda z, t, i: z.argmax(-1) != i),
    twist("sum-not-mean", "The losses of the real positions are added up, not averaged.",
          divide=lambda k, r: k.sum()),
    twist("count-off-by-one", "The sum is divided by one more than the number of real positions.",
          divide=lambda k, r: k.sum() / (r.sum() + 1)),
    twist("mean-of-sentence-means", "It averages each sentence first, 0 for one that is all "
          "padding, and then the sentences. All real tokens weigh the same.",
          divide=lambda k, r: (k.sum(-1) / r.sum(-1).clamp(min=1)).mean()),
    twist("sign-forgotten", "The minus sign is missing: the loss is never positive.", sign=1),
    twist("base-two", "The logarithm is to base 2: bits, not nats.", base=2.0),
    twist("softmax-twice", "The logits go through softmax before a loss that takes logits.",
          probs=lambda z: z.softmax(-1).log_softmax(-1)),
    twist("log-of-softmax", "It takes the logarithm of softmax: a probability that underflowed "
          "to 0 gives an infinite loss.", probs=lambda z: z.softmax(-1).log()),
    Mistake("drops-the-class", "It removes the class ignore_index from the softmax; what should "
            "be left out are positions, not a class.", _drop_class),
)  # fmt: skip


def _losses(logits, targets, ignore_index):
    """Of every position, NaN for those that are ignored; a row a sentence."""
    each = F.cross_entropy(logits.flatten(0, -2), targets.flatten(), reduction="none",
                           ignore_index=ignore_index).reshape(targets.shape)  # fmt: skip
    return each.masked_fill(targets == ignore_index, torch.nan)


def _of_sentences(args, got, want):
    """None where a sentence is all padding: who takes it for 0, and who for NaN, differ there."""
    means = _losses(*args).nanmean(-1)
    return None if means.isnan().any() else torch.allclose(got, means.mean(), rtol=1e-4)


def _other_entries(args, got, want):
    logits, targets, ignore_index = args
    due = ["none" if n == ignore_index else n for n in targets.flatten().tolist()]
    log_probs = logits.log_softmax(-1).flatten(0, -2)
    return other_entries(log_probs, due, got, lambda sums, n: -sums / n)


SIGNS = (
    Sign("mean-of-sentence-means", "It averages each sentence first and then the sentences: a "
         "token of a short sentence weighs more. All real tokens weigh the same.", _of_sentences),
    Sign("other-entries", "It averages other log-probabilities than those of the real targets.",
         _other_entries),
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

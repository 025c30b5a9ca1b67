"""Cross entropy from logits."""

import torch
import torch.nn.functional as F

from ...checker.core import Case, Exercise, Mistake, Sign, twist
from ...checker.samples import integers, normal
from .loss_laws import LAWS


def cross_entropy(logits, targets):
    log_probs = logits - torch.logsumexp(logits, dim=-1, keepdim=True)
    picked = log_probs.gather(-1, targets.unsqueeze(-1)).squeeze(-1)
    return -picked.mean()


HINTS = (
    "For one position: the loss is minus the logarithm of the probability that softmax gives to "
    "the target. The result is the mean of that over all positions, one number.",
    "softmax followed by log breaks when a probability underflows to 0. The logarithm of softmax "
    "has a form of its own: z_target - logsumexp(z).",
    "torch.logsumexp(logits, dim=-1, keepdim=True) is safe for any logits; gather(-1, "
    "targets.unsqueeze(-1)) picks one class at each position, however many axes come before.",
    "log_probs = logits - logsumexp; picked = log_probs.gather(-1, targets.unsqueeze(-1)); return "
    "-picked.mean().",
)

CASES = (
    Case(
         lambda: (torch.tensor([[2.0, 1.0, 0.1, 3.0, -1.0], [0.0, 1.0, 0.0, 2.0, 0.0]]),
                  torch.tensor([3, 1])),
         "two positions, five words; the first is the lesson's example, loss 0.4552"),
    Case(lambda: (normal(4, 4, 4, seed=3), integers(4, 4, 4, seed=9)), "batch, length and "
         "classes all four", ("extra-axes", "square"), probe=True),
    Case(lambda: (torch.tensor([[0.0, 1000.0], [1000.0, 0.0]]), torch.tensor([0, 0])),
         "logits 1000 apart, once the wrong one largest: its loss is 1000", ("large-logits",)),
    Case(lambda: (normal(3, 1, seed=4), torch.tensor([0, 0, 0])), "one class only: the loss is 0",
         ("length-one",)),
    Case(lambda: (normal(2, 6, seed=5, dtype=torch.float64), torch.tensor([5, 0])),
         "float64 in, float64 out", ("float64",)),
    Case(lambda: (normal(3, 2, 5, seed=6).transpose(0, 1), integers(5, 2, 3, seed=2)),
         "a batch of two sentences: three axes, and not contiguous",
         ("extra-axes", "non-contiguous")),
    Case(lambda: (normal(2, 3, 2, 4, seed=7), integers(3, 2, 3, 2, seed=8) + 1),
         "four axes: two batches of three sentences", ("extra-axes",)),
)  # fmt: skip


def _picked(scores, targets):
    return scores.gather(-1, targets.unsqueeze(-1)).squeeze(-1)


def variant(
    logits, targets, probs=lambda z: z.log_softmax(-1), pick=_picked, sign=-1, reduce=torch.mean,
    base=None, before=lambda z: z, over=lambda z: 1,
):  # fmt: skip
    """cross_entropy with one switch for each thing that can go wrong."""
    scores = probs(before(logits))
    if base:
        scores = scores / torch.tensor(base, dtype=scores.dtype).log()
    return reduce(sign * pick(scores, targets)) / over(logits)


def _classes(logits):
    return logits.shape[-1]


def _one_hot(scores, targets):
    return F.one_hot(targets, scores.shape[-1]).to(scores.dtype)


def _bce(logits, targets):
    return F.binary_cross_entropy_with_logits(logits, _one_hot(logits, targets))


MISTAKES = (
    twist("softmax-twice", "The logits go through softmax before a loss that takes logits, so "
          "softmax is applied twice: even a perfect model cannot get below ln(V - 1 + e) - 1.",
          before=lambda z: z.softmax(-1)),
    twist("sum-not-mean", "The losses are added up, not averaged: the loss grows with the number "
          "of positions.", reduce=torch.sum),
    twist("not-averaged", "It returns one loss a position; their mean was asked for.",
          reduce=lambda e: e),
    twist("summed-over-length", "The losses are added along the sentence and averaged over the "
          "batch only: longer sentences give larger losses.", reduce=lambda e: e.sum() / len(e)),
    twist("summed-over-last-axis", "The losses are added along the last axis of targets, and only "
          "the sums are averaged: a mean over all positions was asked for.",
          reduce=lambda e: e.sum(-1).mean()),
    twist("divided-by-classes", "The sum of the losses is divided by the number of classes, not "
          "by the number of positions.", reduce=torch.sum, over=_classes),
    twist("mean-over-classes-too", "The mean runs over the classes too (as of a one-hot "
          "product): smaller by the factor V, the number of classes.", reduce=torch.mean,
          over=_classes),
    twist("first-item-only", "Only the first item of the batch is counted.",
          reduce=lambda e: e[0].mean()),
    twist("last-item-only", "Only the last item of the batch is counted.",
          reduce=lambda e: e[-1].mean()),
    twist("median-not-mean", "It returns the median of the losses, not their mean.",
          reduce=torch.median),
    twist("perplexity-not-loss", "It returns exp of the loss: that is the perplexity.",
          reduce=lambda e: e.mean().exp()),
    twist("log-of-mean-probability", "It averages the probabilities and then takes the "
          "logarithm; the loss is the mean of the logarithms.",
          reduce=lambda e: -e.neg().exp().mean().log()),
    twist("sign-forgotten", "The minus sign is missing: the loss is never positive.", sign=1),
    twist("base-two", "The logarithm is to base 2: the loss is in bits, larger by 1/ln 2 = "
          "1.4427, not in nats.", base=2.0),
    twist("base-ten", "The logarithm is to base 10: smaller by the factor ln 10 = 2.3026.",
          base=10.0),
    twist("no-softmax", "There is no softmax: minus the logit of the target is no "
          "log-probability.", probs=lambda z: z),
    twist("log-forgotten", "The logarithm is missing: it returns minus the probability of the "
          "target.", probs=lambda z: z.softmax(-1)),
    twist("one-minus-probability", "It returns one minus the probability of the target, not "
          "minus its logarithm.", probs=lambda z: z.softmax(-1) - 1),
    twist("unnormalised", "The exponentials are not divided by their sum.",
          probs=lambda z: z - z.amax(-1, keepdim=True)),
    twist("naive-softmax", "It takes exp of the logits as they are: above 88.7 that overflows "
          "and the loss is NaN.", probs=lambda z: (z.exp() / z.exp().sum(-1, keepdim=True)).log()),
    twist("log-of-softmax", "It takes the logarithm of softmax: a probability that underflowed "
          "to 0 gives an infinite loss. Use logits - logsumexp(logits).",
          probs=lambda z: z.softmax(-1).log()),
    twist("infinite-loss-cleared", "Where a probability underflowed to 0, its infinite loss is "
          "replaced by 0: the most wrong positions cost nothing. Use logits - logsumexp(logits).",
          probs=lambda z: z.softmax(-1).log().nan_to_num(neginf=0.0)),
    twist("epsilon-1e-9-in-log", "A small number (1e-09) is added to the probability before the "
          "logarithm: no loss can exceed 20.7, whatever the logits.",
          probs=lambda z: (z.softmax(-1) + 1e-9).log()),
    twist("softmax-over-axis-one", "The softmax runs over the wrong axis, dim=1: with a batch of "
          "sentences that is time, not the classes.", probs=lambda z: z.log_softmax(1)),
    twist("softmax-over-everything", "The softmax runs over all axes, positions and classes "
          "together.",
          probs=lambda z: z - z.logsumexp(tuple(range(z.ndim)))),
    twist("targets-counted-from-one", "It looks at the class before the target, as if classes "
          "were counted from 1.", pick=lambda s, t: _picked(s, (t - 1) % s.shape[-1])),
    twist("largest-logit-not-target", "It uses the probability of the likeliest class, not of "
          "the target.", pick=lambda s, t: s.amax(-1)),
    twist("first-class-not-target", "It uses class 0 everywhere, not the target.",
          pick=lambda s, t: s[..., 0]),
    twist("all-classes-averaged", "It averages over all classes: the targets are not used.",
          pick=lambda s, t: s.mean(-1)),
    twist("entropy-not-cross-entropy", "It is the entropy of the prediction: the targets are not "
          "used.", pick=lambda s, t: (s.exp() * s).sum(-1)),
    twist("label-smoothing", "The targets are smoothed (0.1 spread over all classes); no "
          "smoothing was asked for.",
          pick=lambda scores, targets: 0.9 * _picked(scores, targets) + 0.1 * scores.mean(-1)),
    twist("squared-error", "It is the squared error between probabilities and one-hot targets.",
          pick=lambda s, t: -(s.exp() - _one_hot(s, t)).square().sum(-1)),
    Mistake("binary-cross-entropy-with-logits", "Each class goes through a sigmoid of its own "
            "and the mean runs over the classes too: that is the binary cross entropy.", _bce),
    Mistake("classes-on-wrong-axis", "The logits go to F.cross_entropy as they are: with three "
            "axes it takes axis 1 for the classes. Flatten the positions first.",
            lambda z, t: F.cross_entropy(z, t)),
    Mistake("every-position-with-every-target", "Each position is compared with the targets of "
            "all positions: log_probs[:, targets] picks every column for every row; gather, or "
            "log_probs[arange, targets], picks one for each.", lambda z, t: -z.flatten(
                0, -2).log_softmax(-1)[:, t.flatten()].mean()),
)  # fmt: skip

SIGNS = (
    Sign("negative-loss", "The loss is negative: -log of a probability never is.",
         lambda a, g, w: (g < -1e-6).any(), every=None),
    Sign("cannot-exceed-a-bound", "The loss of a confidently wrong model is cut off at a bound; "
         "the true one is 1000 for that position.",
         lambda a, g, w: w > 100 and torch.isfinite(g) and (0 < g < 100)),
    Sign("one-class-not-zero", "With one class its probability is 1 and the loss 0; the result is "
         "not 0.", lambda a, g, w: a[0].shape[-1] == 1 and (g.abs() > 1e-3).any(), every=False),
)  # fmt: skip


def _scales(logits, targets):
    return {"the number of classes": logits.shape[-1], "the number of positions": targets.numel()}


EXERCISE = Exercise(
    cross_entropy, HINTS, CASES, MISTAKES, variant, SIGNS, _scales, laws=LAWS,
    ready=("cross_entropy",),
)  # fmt: skip

"""Cross entropy from logits."""

import torch
import torch.nn.functional as F

from ...checker.compare import near
from ...checker.core import Case, Exercise, Law, Mistake, Sign, twist
from ...checker.samples import integers, normal
from ..next_word.entries import other_entries


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
    logits, targets, before=lambda z: z, probs=lambda z: z.log_softmax(-1), pick=_picked, sign=-1,
    reduce=torch.mean, base=None, over=lambda z: 1,
):  # fmt: skip
    """cross_entropy with one switch for each thing that can go wrong."""
    scores = probs(before(logits))
    if base:
        scores = scores / torch.tensor(base, dtype=scores.dtype).log()
    return reduce(sign * pick(scores, targets)) / over(logits)


MISTAKES = (
    twist("softmax-twice", "The logits go through softmax before a loss that takes logits, so "
          "softmax is applied twice: even a perfect model cannot get below ln(V - 1 + e) - 1.",
          before=lambda z: z.softmax(-1)),
    twist("sum-not-mean", "The losses are added up, not averaged: the loss grows with the number "
          "of positions.", reduce=torch.sum),
    twist("summed-over-length", "The losses are added along the sentence and averaged over the "
          "batch only: longer sentences give larger losses.", reduce=lambda e: e.sum() / len(e)),
    twist("mean-over-classes-too", "The mean runs over the classes too (as of a one-hot "
          "product): smaller by the factor V, the number of classes.",
          over=lambda z: z.shape[-1]),
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
    twist("softmax-over-axis-one", "The softmax runs over the wrong axis, dim=1: with a batch of "
          "sentences that is time, not the classes.", probs=lambda z: z.log_softmax(1)),
    twist("log-forgotten", "The logarithm is missing: it returns minus the probability of the "
          "target.", probs=lambda z: z.softmax(-1)),
    twist("naive-softmax", "It takes exp of the logits as they are: above 88.7 that overflows "
          "and the loss is NaN.", probs=lambda z: (z.exp() / z.exp().sum(-1, keepdim=True)).log()),
    twist("log-of-softmax", "It takes the logarithm of softmax: a probability that underflowed "
          "to 0 gives an infinite loss. Use logits - logsumexp(logits).",
          probs=lambda z: z.softmax(-1).log()),
    twist("largest-logit-not-target", "It uses the probability of the likeliest class, not of "
          "the target.", pick=lambda s, t: s.amax(-1)),
    Mistake("classes-on-wrong-axis", "The logits go to F.cross_entropy as they are: with three "
            "axes it takes axis 1 for the classes. Flatten the positions first.",
            F.cross_entropy),
    Mistake("every-position-with-every-target", "Each position is compared with the targets of "
            "all positions: log_probs[:, targets] picks every column for every row; gather, or "
            "log_probs[arange, targets], picks one for each.", lambda z, t: -z.flatten(
                0, -2).log_softmax(-1)[:, t.flatten()].mean()),
)  # fmt: skip


def _other_entries(args, got, want):
    log_probs = args[0].log_softmax(-1).flatten(0, -2)
    return other_entries(log_probs, args[1].flatten().tolist(), got, lambda sums, n: -sums / n)


SIGNS = (
    Sign("other-entries", "It averages other log-probabilities than those of the targets.",
         _other_entries),
    Sign("negative-loss", "The loss is negative: -log of a probability never is.",
         lambda a, g, w: (g < -1e-6).any(), every=None),
    Sign("cannot-exceed-a-bound", "The loss of a confidently wrong model is cut off at a bound, "
         "as by a small number in the logarithm or a clamp; it should be 1000 for one position.",
         lambda a, g, w: w > 100 and torch.isfinite(g) and (0 < g < 100)),
    Sign("one-class-not-zero", "With one class its probability is 1 and the loss 0; the result is "
         "not 0.", lambda a, g, w: a[0].shape[-1] == 1 and (g.abs() > 1e-3).any(), every=False),
)  # fmt: skip

Z = torch.tensor([[1.0, 0.5, -1.0, 0.0], [0.0, 2.0, 0.3, -0.5], [0.2, 0.1, 1.5, 0.4]])
T = torch.tensor([1, 2, 0])
SURE = torch.tensor([[3.0, 0.0, 0.0, 0.0]])


def _unequal(a, b):
    return not near(a, b)


LAWS = (
    Law("targets-not-used", "Other targets give the same loss: it should be that of the targets.",
        lambda: ((Z, T), (Z, T.flip(0))), _unequal),
    Law("logits-change-it-in-steps", "Twice the logits give the same result: it counts hits "
        "instead of weighing probabilities.", lambda: ((Z, T), (2 * Z, T)), _unequal),
    Law("repetition-changes-it", "The same positions twice over give another loss: it is no mean "
        "over the positions.", lambda: ((Z, T), (torch.cat([Z, Z]), torch.cat([T, T]))), near),
    Law("zero-though-not-sure", "The loss is 0 although the model is not sure: -log p is 0 only "
        "for p = 1.", lambda: ((SURE, T[2:]),), lambda a: a > 1e-3),
    Law("wrong-scale", "With two equal logits the probability is 1/2 and the loss ln 2 = 0.6931; "
        "the result is another number.", lambda: ((torch.zeros(1, 2), T[:1]),),
        lambda a: abs(float(a) - 0.6931) < 1e-3),
    Law("no-probability", "exp of minus the loss is no probability: over all targets of a position "
        "it does not sum to one.", lambda: [(SURE, torch.tensor([n])) for n in range(4)],
        lambda *losses: abs(float(sum((-one).exp() for one in losses)) - 1) < 1e-3),
)  # fmt: skip


def _scales(logits, targets):
    return {"the number of classes": logits.shape[-1], "the number of positions": targets.numel()}


EXERCISE = Exercise(
    cross_entropy, HINTS, CASES, MISTAKES, variant, SIGNS, _scales, laws=LAWS,
    ready=("cross_entropy",),
)  # fmt: skip

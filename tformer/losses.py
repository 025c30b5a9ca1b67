"""What a prediction costs: softmax, cross-entropy and the information measures behind them.

All logarithms are natural, so losses and entropies are in nats. Logits go in, never probabilities.
"""

from typing import Literal

import torch
from jaxtyping import Float, Int
from torch import Tensor

from tformer._support.checks import check_along, check_integers
from tformer._support.signatures import Probability, Size, checked


def softmax(x: Float[Tensor, "*shape"], dim: int) -> Float[Tensor, "*shape"]:
    """exp(x) divided by its sum along ``dim``: numbers of any size become probabilities.

    Adding a constant to all of x changes nothing, so the largest is moved to 0 and no exponential
    overflows. A slice of nothing but -inf has no softmax and gives NaN, as in torch.

    >>> [round(p, 4) for p in softmax(torch.tensor([1.0, 2.0, 3.0]), dim=-1).tolist()]
    [0.09, 0.2447, 0.6652]
    """
    check_along(dim, x=x)
    # The largest value is a constant here: it cancels, so no gradient need flow through it.
    weights = (x - x.amax(dim, keepdim=True).detach()).exp()
    return weights / weights.sum(dim, keepdim=True)


def log_softmax(x: Float[Tensor, "*shape"], dim: int) -> Float[Tensor, "*shape"]:
    """log(softmax(x)) without forming the softmax, so it stays finite where that rounds to 0."""
    check_along(dim, x=x)
    return x - x.logsumexp(dim, keepdim=True)


@checked
def cross_entropy(
    logits: Float[Tensor, "*batch V"],
    targets: Int[Tensor, "*batch"],
    ignore_index: int | None = None,
    label_smoothing: Probability = 0.0,
    reduction: Literal["mean", "sum", "none"] = "mean",
) -> Float[Tensor, "*out"]:
    """-log softmax(logits)[target] in nats: (..., V) and (...) give one number, or (...).

    ``ignore_index`` marks targets that do not count (padding): their loss is 0, and the mean is
    over the others. ``label_smoothing`` moves that share of the target mass evenly over all V
    words (Szegedy et al. 2016, section 7). ``reduction`` is "mean", "sum" or "none".

    >>> round(cross_entropy(torch.tensor([2.0, 1, 0.1, 3, -1]), torch.tensor(3)).item(), 4)
    0.4552

    Equal to ``F.cross_entropy``, except that a mean over no target is refused instead of NaN.
    Raises ValueError for shapes that do not fit, IndexError for a target outside the vocabulary.
    """
    if not targets.numel():
        raise ValueError("targets is empty; give at least one target")
    counted = None if ignore_index is None else targets != ignore_index
    if counted is not None and reduction == "mean" and not counted.any():
        raise ValueError("ignore_index: every target is ignored, there is nothing to average")
    # Ignored rows read column 0: any valid index will do, their loss is left out below.
    column = targets if counted is None else targets.where(counted, 0)
    check_integers("targets", column, classes=logits.size(-1))
    log_probs = logits.log_softmax(-1)  # torch's own, in one pass
    loss = -log_probs.gather(-1, column.unsqueeze(-1)).squeeze(-1)
    if label_smoothing:
        loss = torch.lerp(loss, -log_probs.mean(-1), label_smoothing)
    if reduction == "none":
        return loss if counted is None else loss.where(counted, 0.0)
    loss = loss if counted is None else loss[counted]
    return loss.sum() if reduction == "sum" else loss.mean()


@checked
def smooth_labels(
    targets: Int[Tensor, "*batch"], vocab_size: Size, epsilon: Probability
) -> Float[Tensor, "*batch {vocab_size}"]:
    """Soft targets (..., V): (1 - epsilon) on the true word plus epsilon / V on every word.

    >>> [round(p, 3) for p in smooth_labels(torch.tensor(1), 4, 0.1).tolist()]
    [0.025, 0.925, 0.025, 0.025]

    Source: Szegedy et al. 2016, "Rethinking the Inception Architecture", section 7.
    """
    check_integers("targets", targets, vocab_size=vocab_size)
    hard = torch.nn.functional.one_hot(targets, vocab_size)
    return (1 - epsilon) * hard + epsilon / vocab_size


@checked
def entropy(probs: Float[Tensor, "*batch V"]) -> Float[Tensor, "*batch"]:
    """-sum p log p over the last axis, in nats; 0 log 0 is 0. At most ln V.

    Raises ValueError for what is no distribution: a number below 0, or a sum that is not 1.
    """
    _check_distribution(probs=probs)
    return -torch.xlogy(probs, probs).sum(-1)


@checked
def kl_divergence(
    p: Float[Tensor, "*#batch V"], q: Float[Tensor, "*#batch V"]
) -> Float[Tensor, "*batch"]:
    """sum p log(p / q) over the last axis, in nats: what believing q costs when p is true.

    0 only where they are equal, inf where q rules out what p allows; not symmetric. Cross-entropy
    is entropy(p) + kl_divergence(p, q). Errors: those of `entropy`.
    """
    _check_distribution(p=p, q=q)
    return (torch.xlogy(p, p) - torch.xlogy(p, q)).sum(-1)


def _check_distribution(**several: Tensor) -> None:
    for name, p in several.items():
        if (p < 0).any() or ((p.sum(-1) - 1).abs() > 0.01).any():  # rounding may leave a hair
            raise ValueError(f"{name} is no distribution, numbers of at least 0 whose sum is 1; "
                             f"from logits: {name}.softmax(-1)")  # fmt: skip

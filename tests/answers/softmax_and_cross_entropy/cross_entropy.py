"""Answers to ``cross_entropy``."""

import math

import torch
import torch.nn.functional as F

from tests.answers import right, wrong


@right
def functional(logits, targets):
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))


@right
def one_hot_product(logits, targets):
    one_hot = F.one_hot(targets, logits.shape[-1]).to(logits.dtype)
    return -(one_hot * F.log_softmax(logits, dim=-1)).sum(-1).mean()


@right
def classes_moved_to_axis_one(logits, targets):
    if logits.ndim > 2:
        logits = logits.movedim(-1, 1)
    return F.cross_entropy(logits, targets)


@right
def by_loops(logits, targets):
    flat, ids = logits.reshape(-1, logits.shape[-1]), targets.flatten()
    total = 0.0
    for row, i in zip(flat, ids, strict=True):
        top = row.max()
        total = total + (top + (row - top).exp().sum().log()) - row[i]
    return total / len(ids)


@right
def einsum(logits, targets):
    log_probs = torch.log_softmax(logits, -1)
    one_hot = F.one_hot(targets, logits.size(-1)).to(logits)
    return -torch.einsum("...c,...c->...", log_probs, one_hot).mean()


@right
def nll_loss(logits, targets):
    logp = logits.log_softmax(-1).flatten(0, -2)
    return F.nll_loss(logp, targets.flatten())


@right
def movedim_to_axis_one(logits, targets):
    return F.cross_entropy(logits.movedim(-1, 1) if logits.ndim > 1 else logits, targets)


@right
def logsumexp_minus_target(logits, targets):
    lse = torch.logsumexp(logits, -1)
    picked = torch.take_along_dim(logits, targets.unsqueeze(-1), -1).squeeze(-1)
    return (lse - picked).mean()


@right
def kl_divergence_from_one_hot(logits, targets):
    oh = F.one_hot(targets, logits.size(-1)).to(logits.dtype)
    return F.kl_div(F.log_softmax(logits, -1), oh, reduction="sum") / targets.numel()


@right
def boolean_index(logits, targets):
    hit = torch.arange(logits.shape[-1]) == targets.unsqueeze(-1)
    return -logits.log_softmax(-1)[hit].mean()


@right
def logsumexp_of_differences(logits, targets):
    z = logits - logits.gather(-1, targets[..., None])
    return z.logsumexp(-1).mean()


@wrong("twice")
def probabilities_into_cross_entropy(logits, targets):
    probs = torch.softmax(logits, dim=-1)
    return F.cross_entropy(probs.reshape(-1, probs.shape[-1]), targets.reshape(-1))


@wrong("added up|sum")
def adds_up(logits, targets):
    flat = logits.reshape(-1, logits.size(-1))
    return F.cross_entropy(flat, targets.reshape(-1), reduction="sum")


@wrong("one loss a position|mean")
def one_loss_a_position(logits, targets):
    flat = logits.reshape(-1, logits.size(-1))
    return F.cross_entropy(flat, targets.reshape(-1), reduction="none")


@wrong("base 10|ln 10")
def logarithm_to_base_ten(logits, targets):
    p = torch.softmax(logits, -1).gather(-1, targets[..., None])
    return -torch.log10(p).mean()


@wrong("base 2|ln 2")
def logarithm_to_base_two(logits, targets):
    logp = F.log_softmax(logits, -1) / math.log(2)
    return -logp.gather(-1, targets[..., None]).mean()


@wrong("negative|minus sign")
def minus_sign_forgotten(logits, targets):
    return F.log_softmax(logits, -1).gather(-1, targets[..., None]).mean()


@wrong("classes")
def mean_over_classes_too(logits, targets):
    one_hot = torch.eye(logits.shape[-1], dtype=logits.dtype)[targets]
    return -(one_hot * logits.log_softmax(-1)).mean()


@wrong("small number|bound|exceed")
def clamps_the_probability(logits, targets):
    p = torch.softmax(logits, -1).clamp(min=1e-15)
    return -p.gather(-1, targets.unsqueeze(-1)).log().mean()


@wrong("infinite|logarithm of softmax")
def loop_with_log_of_softmax(logits, targets):
    flat = logits.reshape(-1, logits.shape[-1])
    losses = [
        -torch.log(torch.softmax(r, 0)[t]) for r, t in zip(flat, targets.flatten(), strict=True)
    ]
    return torch.stack(losses).mean()


@wrong("time|positions")
def softmax_over_axis_one(logits, targets):
    logp = torch.log_softmax(logits, dim=1) if logits.ndim == 3 else logits.log_softmax(1)
    return -logp.gather(-1, targets[..., None]).mean()


@wrong("Python number")
def returns_item(logits, targets):
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)).item()


@wrong("takes 4, 5 where it should be 5, 0")
def counts_classes_from_one(logits, targets):
    logp = logits.log_softmax(-1).reshape(-1, logits.shape[-1])
    return -torch.stack([row[t - 1] for row, t in zip(logp, targets.flatten(), strict=True)]).mean()


@wrong("takes 4, 0 where it should be 5, 0")
def labels_from_one(logits, targets):
    logp = logits.log_softmax(-1)
    return -logp.gather(-1, (targets - 1).clamp(min=0)[..., None]).mean()


@wrong("axis 1|shapes|three axes|extra axes")
def classes_stay_last(logits, targets):
    return F.cross_entropy(logits, targets)


@wrong("extra axes|three axes|more axes|shapes|axes")
def indexes_two_axes(logits, targets):
    total = 0
    for i in range(logits.shape[0]):
        total = total - logits[i].log_softmax(-1)[targets[i]]
    return total / logits.shape[0]


@wrong("mean of the logarithms|averages the probabilities")
def log_of_the_mean_probability(logits, targets):
    return -torch.log(torch.softmax(logits, -1).gather(-1, targets[..., None]).mean())


@wrong("batch")
def sums_over_time(logits, targets):
    nll = -logits.log_softmax(-1).gather(-1, targets[..., None]).squeeze(-1)
    return nll.reshape(nll.shape[0], -1).sum(1).mean()


@wrong("no softmax")
def nll_of_logits(logits, targets):
    return F.nll_loss(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))


@wrong("logarithm is missing|probability")
def nll_of_probabilities(logits, targets):
    p = F.softmax(logits, -1)
    return F.nll_loss(p.reshape(-1, p.shape[-1]), targets.reshape(-1))


@wrong("no-probability")
def smooths_the_labels(logits, targets):
    flat = logits.reshape(-1, logits.shape[-1])
    return F.cross_entropy(flat, targets.reshape(-1), label_smoothing=0.1)


@wrong("overflows")
def powers_of_the_logits_as_they_are(logits, targets):
    z = torch.exp(logits)
    p = z / z.sum(-1, keepdim=True)
    return -p.gather(-1, targets[..., None]).log().mean()


@wrong("perplexity|exp")
def exp_of_the_loss(logits, targets):
    flat = logits.reshape(-1, logits.shape[-1])
    return torch.exp(F.cross_entropy(flat, targets.reshape(-1)))


@wrong("wrong-scale")
def squared_distance_to_one_hot(logits, targets):
    one_hot = F.one_hot(targets, logits.shape[-1])
    return ((logits.softmax(-1) - one_hot) ** 2).sum(-1).mean()


@wrong("likeliest")
def largest_probability_not_target(logits, targets):
    return -logits.log_softmax(-1).max(-1).values.mean()


@wrong("takes 3, none where it should be 3, 1")
def median_not_mean(logits, targets):
    nll = -logits.log_softmax(-1).gather(-1, targets[..., None])
    return nll.median()


@wrong("base 2|twice|two things")
def sum_in_bits(logits, targets):
    logp = logits.log_softmax(-1) / math.log(2)
    return -logp.gather(-1, targets[..., None]).sum()


@wrong("all|every|target")
def fancy_index_takes_all_pairs(logits, targets):
    return -logits.log_softmax(-1).reshape(-1, logits.shape[-1])[:, targets.flatten()].mean()


@wrong("a small number in the logarithm")
def tiny_number_in_the_log(logits, targets):
    p = logits.softmax(-1).gather(-1, targets[..., None])
    return -(p + 1e-9).log().mean()


@wrong("one-class-not-zero")
def binary_per_class(logits, targets):
    return F.binary_cross_entropy_with_logits(
        logits, F.one_hot(targets, logits.shape[-1]).to(logits.dtype)
    )


@wrong("probability is 1/2")
def one_minus_p(logits, targets):
    return 1 - logits.softmax(-1).gather(-1, targets[..., None]).mean()


@wrong("targets-not-used")
def entropy_of_the_prediction(logits, targets):
    logp = logits.log_softmax(-1)
    return -(logp.exp() * logp).sum(-1).mean()


@wrong("takes 0, 0 where it should be 5, 0")
def always_class_zero(logits, targets):
    return -logits.log_softmax(-1)[..., 0].mean()


@wrong("takes none, 1 where it should be 3, 1")
def last_position_only(logits, targets):
    logp = logits.log_softmax(-1).gather(-1, targets[..., None])[..., 0]
    return -logp[..., -1].mean()


@wrong("factor")
def sums_over_the_last_axis(logits, targets):
    nll = -logits.log_softmax(-1).gather(-1, targets[..., None]).squeeze(-1)
    return nll.sum(-1).mean()


@wrong("twice|two things|softmax")
def softmax_twice_and_summed(logits, targets):
    p = logits.softmax(-1)
    return F.cross_entropy(p.reshape(-1, p.shape[-1]), targets.reshape(-1), reduction="sum")


@wrong("wrong-scale")
def mean_squared_error(logits, targets):
    return F.mse_loss(logits.softmax(-1), F.one_hot(targets, logits.shape[-1]).to(logits))


@wrong("smooth|KL|entropy|0")
def focal_loss(logits, targets):
    logp = logits.log_softmax(-1).gather(-1, targets[..., None])
    return -((1 - logp.exp()) ** 2 * logp).mean()


@wrong("list|type")
def list_of_losses(logits, targets):
    return [float(x) for x in -logits.log_softmax(-1).gather(-1, targets[..., None]).flatten()]


@wrong("extra axes")
def first_item_only(logits, targets):
    if targets.ndim == 1:
        return F.cross_entropy(logits, targets)
    return F.cross_entropy(logits[0].flatten(0, -2), targets[0].flatten())


@wrong("takes 3, none where it should be 3, 1")
def skips_the_last_position(logits, targets):
    nll = -logits.log_softmax(-1).gather(-1, targets[..., None])[..., 0]
    nll = nll.reshape(-1)
    return nll[:-1].mean()


@wrong("without `gather`")
def every_class_as_target(logits, targets):
    return -logits.log_softmax(-1).mean()


@wrong("twice|factor|2")
def twice_the_loss(logits, targets):
    return 2 * F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))


@wrong("base 10|factor|two things|ln 10")
def base_ten_and_summed(logits, targets):
    p = logits.softmax(-1).gather(-1, targets[..., None])
    return -torch.log10(p).sum()


@wrong("one-class-not-zero")
def softmax_over_everything(logits, targets):
    logp = logits.flatten().log_softmax(0).view(*logits.shape[:-1], -1)
    return -logp.gather(-1, targets[..., None]).mean()


@wrong("margin|hinge|bound|negative|softmax|0")
def hinge_loss(logits, targets):
    return F.multi_margin_loss(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))


@wrong("shape|axis|one number|mean")
def one_number_in_a_vector(logits, targets):
    nll = -logits.log_softmax(-1).gather(-1, targets[..., None])
    return nll.mean().unsqueeze(0)


@wrong("accuracy|likeliest|argmax|constant|counts hits")
def share_of_errors(logits, targets):
    return (logits.argmax(-1) != targets).to(logits.dtype).mean()


@wrong("n - 1|factor|one less|position")
def divides_by_half_a_position_less(logits, targets):
    nll = -logits.log_softmax(-1).gather(-1, targets[..., None])
    return nll.sum() / (nll.numel() - 0.5)


@wrong("shapes do not fit")
def multiplies_by_the_ids(logits, targets):
    return -(targets.float() * logits.log_softmax(-1)).mean()


@wrong("perplexity|base 2|2")
def two_to_the_loss(logits, targets):
    return 2 ** F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))


@wrong("classes")
def select_along_the_wrong_axis(logits, targets):
    logp = logits.reshape(-1, logits.shape[-1]).log_softmax(-1)
    return -logp.index_select(1, targets.reshape(-1)).diagonal().sum() / logits.shape[-1]


@wrong("zero-though-not-sure")
def only_the_maximum_subtracted(logits, targets):
    z = logits - logits.amax(-1, keepdim=True)
    return -z.gather(-1, targets[..., None]).mean()


@wrong("detach|gradient|input|chang")
def overwrites_the_logits(logits, targets):
    logits -= logits.logsumexp(-1, keepdim=True)
    return -logits.gather(-1, targets[..., None]).mean()


@wrong("not implemented|floats|whole numbers|dtype|right tensor|target")
def softmax_of_the_targets(logits, targets):
    return -targets.log_softmax(-1).mean()


@wrong("large logits")
def infinities_cleared(logits, targets):
    logp = torch.nan_to_num(torch.log(torch.softmax(logits, -1)), neginf=0.0)
    return -logp.gather(-1, targets.unsqueeze(-1)).mean()

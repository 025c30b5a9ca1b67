"""Answers to ``sequence_log_prob``."""

import math

import numpy as np
import torch
import torch.nn.functional as F

from tests.answers import right, wrong


@right
def gather_of_log_softmax(logits, token_ids):
    log_probs = F.log_softmax(logits, dim=-1)
    return log_probs.gather(1, token_ids[:, None]).sum()


@right
def fancy_index(logits, token_ids):
    log_probs = torch.log_softmax(logits, -1)
    return log_probs[torch.arange(len(token_ids)), token_ids].sum()


@right
def minus_cross_entropy_summed(logits, token_ids):
    return -F.cross_entropy(logits, token_ids, reduction="sum")


@right
def minus_mean_loss_times_length(logits, token_ids):
    return -F.cross_entropy(logits, token_ids) * len(token_ids)


@right
def nll_loss_summed(logits, token_ids):
    return -F.nll_loss(logits.log_softmax(-1), token_ids, reduction="sum")


@right
def one_hot_einsum(logits, token_ids):
    log_probs = logits.log_softmax(-1)
    one_hot = F.one_hot(token_ids, logits.shape[-1]).to(logits.dtype)
    return torch.einsum("tv,tv->", one_hot, log_probs)


@right
def one_hot_product(logits, token_ids):
    return (F.one_hot(token_ids, logits.size(-1)) * F.log_softmax(logits, -1)).sum()


@right
def by_a_loop(logits, token_ids):
    total = 0.0
    for t, token in enumerate(token_ids):
        total = total + torch.log_softmax(logits[t], dim=0)[token]
    return total


@right
def by_a_loop_over_pairs_in_place(logits, token_ids):
    total = torch.zeros((), dtype=logits.dtype)
    for row, token in zip(logits, token_ids.tolist(), strict=True):
        total += row[token] - row.logsumexp(0)
    return total


@right
def logsumexp_of_differences(logits, token_ids):
    own = logits.gather(-1, token_ids.unsqueeze(-1))
    return -(logits - own).logsumexp(-1).sum()


@right
def maximum_taken_off_by_hand(logits, token_ids):
    z = logits - logits.max(dim=-1, keepdim=True).values
    log_probs = z - z.exp().sum(-1, keepdim=True).log()
    return log_probs[range(len(token_ids)), token_ids].sum()


@right
def categorical(logits, token_ids):
    return torch.distributions.Categorical(logits=logits).log_prob(token_ids).sum()


@right
def stacked_list(logits, token_ids):
    rows = logits.log_softmax(dim=1)
    return torch.stack([rows[t, i] for t, i in enumerate(token_ids)]).sum()


@right
def take_along_dim(logits, token_ids):
    return torch.take_along_dim(logits.log_softmax(-1), token_ids[:, None], 1).squeeze(1).sum(0)


@right
def boolean_mask(logits, token_ids):
    hit = torch.arange(logits.shape[-1]) == token_ids[:, None]
    return logits.log_softmax(-1)[hit].sum()


@right
def last_of_the_running_sum(logits, token_ids):
    picked = logits.log_softmax(-1).gather(-1, token_ids.unsqueeze(-1)).squeeze(-1)
    return picked.cumsum(0)[-1]


@right
def recursion_by_the_chain_rule(logits, token_ids):
    if len(token_ids) == 1:
        return logits[0].log_softmax(0)[token_ids[0]]
    last = logits[-1].log_softmax(0)[token_ids[-1]]
    half = len(token_ids) // 2
    if half < 2:
        return recursion_by_the_chain_rule(logits[:-1], token_ids[:-1]) + last
    return recursion_by_the_chain_rule(logits[:half], token_ids[:half]) + (
        recursion_by_the_chain_rule(logits[half:], token_ids[half:])
    )


@right
def difference_of_two_sums(logits, token_ids):
    scores = logits.gather(1, token_ids.view(-1, 1)).sum()
    return scores - torch.logsumexp(logits, 1).sum()


@right
def trace_of_the_chosen_columns(logits, token_ids):
    return logits.log_softmax(-1)[:, token_ids].diagonal().sum()


@wrong("gradient flows|gradient of x")
def by_numpy(logits, token_ids):
    z = logits.detach().numpy()
    z = z - z.max(-1, keepdims=True)
    picked = z[np.arange(len(z)), token_ids.numpy()] - np.log(np.exp(z).sum(-1))
    return torch.tensor(picked.sum(), dtype=logits.dtype)


@right
def matrix_products(logits, token_ids):
    one_hot = torch.eye(logits.shape[-1], dtype=logits.dtype)[token_ids]
    log_probs = logits.log_softmax(-1)
    return sum(a @ b for a, b in zip(one_hot, log_probs, strict=True))


@right
def in_double_and_back(logits, token_ids):
    picked = logits.double().log_softmax(-1)[torch.arange(token_ids.numel()), token_ids]
    return picked.sum().to(logits.dtype)


@wrong("log-forgotten|product|logarithm")
def adds_probabilities(logits, token_ids):
    return logits.softmax(-1).gather(-1, token_ids.unsqueeze(-1)).sum()


@wrong("first-token-forgotten")
def starts_the_loop_at_one(logits, token_ids):
    log_probs = logits.log_softmax(-1)
    total = torch.zeros((), dtype=logits.dtype)
    for t in range(1, len(token_ids)):
        total = total + log_probs[t, token_ids[t]]
    return total


@wrong("shifted-by-one")
def as_in_training_with_the_shift(logits, token_ids):
    return -F.cross_entropy(logits[:-1], token_ids[1:], reduction="sum")


@wrong("takes none, 3, 1 where it should be 3, 1, 2")
def shift_the_other_way(logits, token_ids):
    log_probs = logits.log_softmax(-1)[1:]
    return log_probs.gather(-1, token_ids[:-1, None]).sum()


@wrong("last-token-forgotten")
def loop_ends_too_early(logits, token_ids):
    log_probs = logits.log_softmax(-1)
    picked = [log_probs[t, token_ids[t]] for t in range(len(token_ids) - 1)]
    return torch.stack(picked).sum() if picked else logits.new_zeros(())


@wrong("base-two")
def in_bits(logits, token_ids):
    p = torch.log_softmax(logits, -1) / math.log(2)
    return p[torch.arange(len(token_ids)), token_ids].sum()


@wrong("base-two|log-of-softmax|two")
def log2_of_softmax(logits, token_ids):
    p = torch.softmax(logits, -1)[torch.arange(len(token_ids)), token_ids]
    return torch.log2(p).sum()


@wrong("base-ten|log-of-softmax|10")
def log10_of_softmax(logits, token_ids):
    p = torch.softmax(logits, -1)[torch.arange(len(token_ids)), token_ids]
    return torch.log10(p).sum()


@wrong("averaged")
def mean_for_sum(logits, token_ids):
    return logits.log_softmax(-1).gather(1, token_ids[:, None]).mean()


@wrong("sign-flipped")
def negative_log_likelihood(logits, token_ids):
    return F.cross_entropy(logits, token_ids, reduction="sum")


@wrong("sign|averaged")
def the_loss(logits, token_ids):
    return F.cross_entropy(logits, token_ids)


@wrong("no-softmax")
def adds_logits(logits, token_ids):
    return logits.gather(1, token_ids[:, None]).sum()


@wrong("log-of-softmax")
def log_after_softmax(logits, token_ids):
    probs = torch.softmax(logits, dim=-1)
    return torch.log(probs[torch.arange(len(token_ids)), token_ids]).sum()


@wrong("product-underflows")
def log_of_the_product(logits, token_ids):
    probs = torch.softmax(logits, -1)[torch.arange(len(token_ids)), token_ids]
    return probs.prod().log()


@wrong("product-underflows|underflow")
def log_of_the_product_by_a_loop(logits, token_ids):
    p = torch.ones((), dtype=logits.dtype)
    for row, i in zip(logits.softmax(-1), token_ids, strict=True):
        p = p * row[i]
    return p.log()


@wrong("probability-not-log")
def product_of_probabilities(logits, token_ids):
    return logits.softmax(-1).gather(1, token_ids[:, None]).prod()


@wrong("without the sum")
def one_number_a_token(logits, token_ids):
    return logits.log_softmax(-1)[torch.arange(len(token_ids)), token_ids]


@wrong("one number was asked for")
def one_number_a_token_in_a_column(logits, token_ids):
    return logits.log_softmax(-1).gather(1, token_ids[:, None])


@wrong("one number was asked for")
def one_number_a_prefix(logits, token_ids):
    return logits.log_softmax(-1)[torch.arange(len(token_ids)), token_ids].cumsum(0)


@wrong("softmax-over-positions")
def softmax_over_dim_zero(logits, token_ids):
    return logits.log_softmax(0).gather(1, token_ids[:, None]).sum()


@wrong("no-probability")
def softmax_over_the_whole_table(logits, token_ids):
    lp = logits.flatten().log_softmax(0).view(logits.shape)
    return lp[torch.arange(len(token_ids)), token_ids].sum()


@wrong("softmax-twice")
def cross_entropy_of_probabilities(logits, token_ids):
    return -F.cross_entropy(logits.softmax(-1), token_ids, reduction="sum")


@wrong("overflow")
def exp_by_hand(logits, token_ids):
    e = torch.exp(logits)
    p = e / e.sum(-1, keepdim=True)
    return p[torch.arange(len(token_ids)), token_ids].log().sum()


@wrong("large logits")
def log_of_the_sum_of_exp(logits, token_ids):
    z = torch.log(torch.exp(logits).sum(-1))
    return (logits.gather(1, token_ids[:, None]).squeeze(1) - z).sum()


@wrong("epsilon|bound")
def small_number_in_the_log(logits, token_ids):
    p = logits.softmax(-1).gather(1, token_ids[:, None])
    return (p + 1e-9).log().sum()


@wrong("epsilon|bound")
def another_small_number_in_the_log(logits, token_ids):
    p = logits.softmax(-1).gather(1, token_ids[:, None])
    return torch.log(p + 1e-20).sum()


@wrong("epsilon|bound")
def clamped_probability(logits, token_ids):
    p = logits.softmax(-1).gather(1, token_ids[:, None])
    return p.clamp_min(1e-12).log().sum()


@wrong("extra-axis")
def sum_in_a_vector(logits, token_ids):
    return logits.log_softmax(-1).gather(1, token_ids[:, None]).sum(0)


@wrong("extra-axis|axis")
def sum_in_a_table(logits, token_ids):
    return logits.log_softmax(-1).gather(1, token_ids[:, None]).sum(0, keepdim=True)


@wrong("returns-python-number")
def item_at_the_end(logits, token_ids):
    return logits.log_softmax(-1).gather(1, token_ids[:, None]).sum().item()


@wrong("takes 3, 1, 0 where it should be 3, 1, 2")
def its_own_best_guess(logits, token_ids):
    return logits.log_softmax(-1).max(-1).values.sum()


@wrong("takes none, none, 2 where it should be 3, 1, 2")
def the_last_factor_only(logits, token_ids):
    return logits[-1].log_softmax(0)[token_ids[-1]]


@wrong("only the first of `token_ids`")
def returns_inside_the_loop(logits, token_ids):
    total = 0
    for t, i in enumerate(token_ids):
        total = total + logits[t].log_softmax(-1)[i]
        return total


@wrong("every-row-with-every-token")
def all_rows_by_all_tokens(logits, token_ids):
    return logits.log_softmax(-1)[:, token_ids].sum()


@wrong("index-out-of-range")
def tokens_as_rows(logits, token_ids):
    return logits.log_softmax(-1)[token_ids].sum()


@wrong("index-out-of-range")
def token_then_position(logits, token_ids):
    return logits.log_softmax(-1)[token_ids, torch.arange(len(token_ids))].sum()


@wrong("takes 0 where it should be 2")
def the_diagonal(logits, token_ids):
    return logits.log_softmax(-1).diagonal().sum()


@wrong("takes 2, 0, 1 where it should be 3, 1, 2")
def ids_from_one(logits, token_ids):
    lp = logits.log_softmax(-1)
    return sum(lp[t, i - 1] for t, i in enumerate(token_ids))


@wrong("positive")
def exp_of_the_mean(logits, token_ids):
    return torch.exp(-F.cross_entropy(logits, token_ids))


@wrong("positive")
def the_perplexity(logits, token_ids):
    return F.cross_entropy(logits, token_ids).exp()


@wrong("positive")
def log_of_the_sum_of_probabilities(logits, token_ids):
    return logits.softmax(-1).gather(1, token_ids[:, None]).sum().log()


@wrong("no-probability")
def log_of_the_mean(logits, token_ids):
    return logits.softmax(-1)[torch.arange(len(token_ids)), token_ids].mean().log()


@wrong("positive")
def product_of_logs(logits, token_ids):
    return logits.log_softmax(-1).gather(1, token_ids[:, None]).prod()


@wrong("without `gather`")
def sum_of_the_whole_table(logits, token_ids):
    return logits.log_softmax(-1).sum()


@wrong("dtype|float32")
def total_in_float32(logits, token_ids):
    picked = logits.log_softmax(-1).gather(1, token_ids[:, None])
    return picked.sum(dtype=torch.float32)


@wrong("no-probability")
def sigmoid_of_each_logit(logits, token_ids):
    return F.logsigmoid(logits).gather(1, token_ids[:, None]).sum()


@wrong("tokens-not-used")
def negative_entropy(logits, token_ids):
    lp = logits.log_softmax(-1)
    return (lp.exp() * lp).sum()


@wrong("takes 1, none where it should be 1, 0")
def zero_is_padding(logits, token_ids):
    return -F.cross_entropy(logits, token_ids, ignore_index=0, reduction="sum")


@wrong("takes 2, 0, none, 3 where it should be 2, 0, 2, 3")
def set_of_tokens(logits, token_ids):
    lp, seen, total = logits.log_softmax(-1), set(), 0
    for t, i in enumerate(token_ids.tolist()):
        if i not in seen:
            total = total + lp[t, i]
        seen.add(i)
    return total


@wrong("no-probability")
def smoothed_loss(logits, token_ids):
    return -F.cross_entropy(logits, token_ids, reduction="sum", label_smoothing=0.1)


@wrong("changes-its-input|input|argument|changed")
def subtracts_in_place(logits, token_ids):
    logits -= logits.logsumexp(-1, keepdim=True)
    return logits.gather(1, token_ids[:, None]).sum()


@wrong("no-probability")
def only_takes_off_the_maximum(logits, token_ids):
    z = logits - logits.amax(-1, keepdim=True)
    return z.gather(1, token_ids[:, None]).sum()


@wrong("tokens-not-used")
def one_row_for_all_tokens(logits, token_ids):
    return logits[-1].log_softmax(-1)[token_ids].sum()


@wrong("squeezes|length one|length-one|axis|dimension|scalar")
def squeezes_first(logits, token_ids):
    lp = logits.squeeze().log_softmax(-1)
    return lp[torch.arange(len(token_ids)), token_ids].sum()


@wrong("reversed")
def tokens_backwards(logits, token_ids):
    lp = logits.log_softmax(-1)
    return sum(row[i] for row, i in zip(lp, reversed(token_ids), strict=True))


@wrong("square root (sqrt)")
def divides_by_the_root_of_the_length(logits, token_ids):
    return -F.cross_entropy(logits, token_ids, reduction="sum") / len(token_ids) ** 0.5


@wrong("first-token-forgotten+averaged|Two things|shifted-by-one|averaged")
def shifted_and_averaged(logits, token_ids):
    lp = logits.log_softmax(-1)
    if len(token_ids) == 1:
        return lp.new_tensor(float("nan"))
    return lp[:-1].gather(1, token_ids[1:, None]).mean()


@wrong("sign-flipped+base-two|Two things")
def negative_bits(logits, token_ids):
    return F.cross_entropy(logits, token_ids, reduction="sum") / math.log(2)


@wrong("first-token-forgotten+sign|Two things|shifted-by-one")
def negative_without_the_first(logits, token_ids):
    return F.cross_entropy(logits[1:], token_ids[1:], reduction="sum")


@wrong("positive")
def log1p_of_the_probability(logits, token_ids):
    return logits.softmax(-1).gather(1, token_ids[:, None]).log1p().sum()


@wrong("tokens-not-used")
def no_row_for_the_first_token(logits, token_ids):
    lp = logits.log_softmax(-1).gather(1, token_ids[:, None]).squeeze(1)
    return lp[1:].sum() - math.log(logits.shape[-1])


@wrong("takes 0, 2, 3, 2")
def row_before_each_token(logits, token_ids):
    lp = logits.log_softmax(-1)
    return sum(lp[t - 1, token_ids[t]] for t in range(len(token_ids)))


@wrong("shape|one number|axis")
def sums_the_wrong_axis(logits, token_ids):
    return (logits.log_softmax(-1) * F.one_hot(token_ids, logits.shape[-1])).sum(0)

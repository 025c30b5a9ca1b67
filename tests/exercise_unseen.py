"""Wrong answers as learners write them, none of them among the listed mistakes' code.

Each is named after the exercise and the slip, in code of its own style; the text beside it must
occur in the report's slug or diagnosis (alternatives separated by ``|``), so that a report that
names something else does not count.
"""

import math

import numpy as np
import torch
import torch.nn.functional as F

UNSEEN = []


def wrong(name, told):
    def keep(fn):
        UNSEEN.append((name, fn, told))
        return fn

    return keep


# softmax ------------------------------------------------------------------------------------------


@wrong("softmax", "exp of the logits as they are|overflow")
def softmax_textbook(x, dim):
    return torch.exp(x) / torch.sum(torch.exp(x), dim=dim, keepdim=True)


@wrong("softmax", "whole tensor|global")
def softmax_max_of_everything(x, dim):
    x = x - torch.max(x)
    return x.exp() / x.exp().sum(dim, keepdim=True)


@wrong("softmax", "last axis|`dim`")
def softmax_loop_over_rows(x, dim):
    out = torch.empty_like(x)
    flat, res = x.reshape(-1, x.shape[-1]), out.reshape(-1, x.shape[-1])
    for i, row in enumerate(flat):
        e = torch.exp(row - row.max())
        res[i] = e / e.sum()
    return res.reshape(x.shape)


@wrong("softmax", "column|first axis")
def softmax_axis_zero(x, dim):
    return F.softmax(x, dim=0)


@wrong("softmax", "numpy")
def softmax_numpy(x, dim):
    a = x.numpy()
    e = np.exp(a - a.max(axis=dim, keepdims=True))
    return e / e.sum(axis=dim, keepdims=True)


@wrong("softmax", "list")
def softmax_list(x, dim):
    return torch.softmax(x, dim).tolist()


@wrong("softmax", "changes its input|changes-its-input")
def softmax_in_place(x, dim):
    x -= x.max(dim=dim, keepdim=True)[0]
    x.exp_()
    x /= x.sum(dim=dim, keepdim=True)
    return x


@wrong("softmax", "keepdim|shapes")
def softmax_no_keepdim(x, dim):
    e = torch.exp(x - x.max(dim, keepdim=True).values)
    return e / e.sum(dim)


@wrong("softmax", "logarithm")
def softmax_logged(x, dim):
    return x - torch.logsumexp(x, dim, keepdim=True)


@wrong("softmax", "clamp|large logits")
def softmax_clamped(x, dim):
    e = torch.exp(torch.clamp(x, -80, 80))
    return e / e.sum(dim, keepdim=True)


@wrong("softmax", "whole tensor")
def softmax_total_sum(x, dim):
    e = torch.exp(x - x.max())
    return e / e.sum()


@wrong("softmax", "scaled|temperature|halved|proportion")
def softmax_temperature_three(x, dim):
    return torch.softmax(x / 3, dim)


@wrong("softmax", "temperature|scaled|proportion")
def softmax_sharpened(x, dim):
    return torch.softmax(2 * x, dim)


@wrong("softmax", "minus|smallest logit|reverse")
def softmin(x, dim):
    return F.softmin(x, dim=dim)


@wrong("softmax", "float64|dtype")
def softmax_half_cast(x, dim):
    return torch.softmax(x, dim, dtype=torch.float32)


@wrong("softmax", "absolute|sum to one|shares are wrong|proportion|nan|NaN")
def softmax_of_absolute(x, dim):
    e = torch.exp(x.abs() - x.abs().amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)


@wrong("softmax", "twice")
def softmax_two_times(x, dim):
    p = torch.softmax(x, dim)
    return torch.softmax(p, dim)


@wrong("softmax", "rounded|percent|constant|factor")
def softmax_percent(x, dim):
    return 100 * torch.softmax(x, dim)


@wrong("softmax", "seed")
def softmax_seeding(x, dim):
    torch.manual_seed(0)
    return torch.softmax(x, dim)


@wrong("softmax", "mean, not|subtracts the mean")
def softmax_mean_and_std(x, dim):
    x = x - x.mean(dim, keepdim=True)
    e = x.exp()
    return e / e.sum(dim, keepdim=True)


@wrong("softmax", "random")
def softmax_with_dropout(x, dim):
    return F.dropout(torch.softmax(x, dim), 0.5)


# cross_entropy ------------------------------------------------------------------------------------


@wrong("cross_entropy", "twice")
def ce_probs_into_functional(logits, targets):
    probs = torch.softmax(logits, dim=-1)
    return F.cross_entropy(probs.reshape(-1, probs.shape[-1]), targets.reshape(-1))


@wrong("cross_entropy", "added up|sum")
def ce_functional_sum(logits, targets):
    flat = logits.reshape(-1, logits.size(-1))
    return F.cross_entropy(flat, targets.reshape(-1), reduction="sum")


@wrong("cross_entropy", "one loss a position|mean")
def ce_functional_none(logits, targets):
    flat = logits.reshape(-1, logits.size(-1))
    return F.cross_entropy(flat, targets.reshape(-1), reduction="none")


@wrong("cross_entropy", "base 10|ln 10")
def ce_log10(logits, targets):
    p = torch.softmax(logits, -1).gather(-1, targets[..., None])
    return -torch.log10(p).mean()


@wrong("cross_entropy", "base 2|ln 2")
def ce_log2_stable(logits, targets):
    logp = F.log_softmax(logits, -1) / math.log(2)
    return -logp.gather(-1, targets[..., None]).mean()


@wrong("cross_entropy", "negative|minus sign")
def ce_no_minus(logits, targets):
    return F.log_softmax(logits, -1).gather(-1, targets[..., None]).mean()


@wrong("cross_entropy", "classes")
def ce_one_hot_mean(logits, targets):
    one_hot = torch.eye(logits.shape[-1], dtype=logits.dtype)[targets]
    return -(one_hot * logits.log_softmax(-1)).mean()


@wrong("cross_entropy", "small number|bound|exceed")
def ce_clamped_probability(logits, targets):
    p = torch.softmax(logits, -1).clamp(min=1e-15)
    return -p.gather(-1, targets.unsqueeze(-1)).log().mean()


@wrong("cross_entropy", "small number|bound|exceed")
def ce_epsilon_six(logits, targets):
    p = torch.softmax(logits, -1)
    return -(p.gather(-1, targets.unsqueeze(-1)) + 1e-6).log().mean()


@wrong("cross_entropy", "infinite|logarithm of softmax")
def ce_loop_log_softmax(logits, targets):
    flat = logits.reshape(-1, logits.shape[-1])
    losses = [
        -torch.log(torch.softmax(r, 0)[t]) for r, t in zip(flat, targets.flatten(), strict=True)
    ]
    return torch.stack(losses).mean()


@wrong("cross_entropy", "time|positions|axis")
def ce_wrong_softmax_axis(logits, targets):
    logp = torch.log_softmax(logits, dim=1) if logits.ndim == 3 else logits.log_softmax(1)
    return -logp.gather(-1, targets[..., None]).mean()


@wrong("cross_entropy", "Python number")
def ce_item(logits, targets):
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)).item()


@wrong("cross_entropy", "before the target|counted from 1|index")
def ce_one_based(logits, targets):
    logp = logits.log_softmax(-1).reshape(-1, logits.shape[-1])
    return -torch.stack([row[t - 1] for row, t in zip(logp, targets.flatten(), strict=True)]).mean()


@wrong("cross_entropy", "axis 1|shapes|three axes|extra axes")
def ce_straight_to_functional(logits, targets):
    return F.cross_entropy(logits, targets)


@wrong("cross_entropy", "extra axes|three axes|more axes|shapes|axes")
def ce_rows_only(logits, targets):
    total = 0
    for i in range(logits.shape[0]):
        total = total - logits[i].log_softmax(-1)[targets[i]]
    return total / logits.shape[0]


@wrong("cross_entropy", "mean of the logarithms|averages the probabilities")
def ce_log_of_mean(logits, targets):
    return -torch.log(torch.softmax(logits, -1).gather(-1, targets[..., None]).mean())


@wrong("cross_entropy", "batch")
def ce_sum_over_time(logits, targets):
    nll = -logits.log_softmax(-1).gather(-1, targets[..., None]).squeeze(-1)
    return nll.reshape(nll.shape[0], -1).sum(1).mean()


@wrong("cross_entropy", "softmax")
def ce_nll_on_logits(logits, targets):
    return F.nll_loss(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))


@wrong("cross_entropy", "logarithm is missing|probability")
def ce_nll_on_probs(logits, targets):
    p = F.softmax(logits, -1)
    return F.nll_loss(p.reshape(-1, p.shape[-1]), targets.reshape(-1))


@wrong("cross_entropy", "smoothed")
def ce_smoothing(logits, targets):
    flat = logits.reshape(-1, logits.shape[-1])
    return F.cross_entropy(flat, targets.reshape(-1), label_smoothing=0.1)


@wrong("cross_entropy", "NaN|overflow|infinite")
def ce_by_hand_exp(logits, targets):
    z = torch.exp(logits)
    p = z / z.sum(-1, keepdim=True)
    return -p.gather(-1, targets[..., None]).log().mean()


@wrong("cross_entropy", "NaN|overflow|infinite")
def ce_unstable_logsumexp(logits, targets):
    lse = torch.log(torch.exp(logits).sum(-1))
    return (lse - logits.gather(-1, targets[..., None]).squeeze(-1)).mean()


@wrong("cross_entropy", "perplexity|exp")
def ce_exponentiated(logits, targets):
    flat = logits.reshape(-1, logits.shape[-1])
    return torch.exp(F.cross_entropy(flat, targets.reshape(-1)))


@wrong("cross_entropy", "squared")
def ce_brier(logits, targets):
    one_hot = F.one_hot(targets, logits.shape[-1])
    return ((logits.softmax(-1) - one_hot) ** 2).sum(-1).mean()


@wrong("cross_entropy", "likeliest|largest|argmax")
def ce_confidence(logits, targets):
    return -logits.log_softmax(-1).max(-1).values.mean()


@wrong("cross_entropy", "median")
def ce_median(logits, targets):
    nll = -logits.log_softmax(-1).gather(-1, targets[..., None])
    return nll.median()


@wrong("cross_entropy", "base 2|twice|two things")
def ce_bits_sum(logits, targets):
    logp = logits.log_softmax(-1) / math.log(2)
    return -logp.gather(-1, targets[..., None]).sum()


# cross_entropy_masked -----------------------------------------------------------------------------


@wrong("cross_entropy_masked", "number of all|all positions")
def masked_mean_of_zeroed(logits, targets, ignore_index):
    flat, ids = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
    nll = F.cross_entropy(flat, ids, ignore_index=ignore_index, reduction="none")
    return nll.mean()


@wrong("cross_entropy_masked", "no effect|padding")
def masked_not_at_all(logits, targets, ignore_index):
    flat, ids = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
    return F.cross_entropy(flat, ids.clamp(min=0))


@wrong("cross_entropy_masked", "index|no class")
def masked_default_index(logits, targets, ignore_index):
    flat, ids = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
    return F.cross_entropy(flat, ids)


@wrong("cross_entropy_masked", "added up|sum")
def masked_sum(logits, targets, ignore_index):
    flat, ids = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
    return F.cross_entropy(flat, ids, ignore_index=ignore_index, reduction="sum")


@wrong("cross_entropy_masked", "0, whatever|hard-wired")
def masked_zero_pad(logits, targets, ignore_index):
    keep = targets > 0
    return F.cross_entropy(logits[keep], targets[keep])


@wrong("cross_entropy_masked", "other way round|only the ignored")
def masked_inverted(logits, targets, ignore_index):
    keep = targets == ignore_index
    nll = -logits.log_softmax(-1).gather(-1, targets.clamp(min=0)[..., None])[..., 0]
    return nll[keep].mean()


@wrong("cross_entropy_masked", "sentence")
def masked_sentence_means(logits, targets, ignore_index):
    keep = (targets != ignore_index).to(logits.dtype)
    safe = torch.where(targets == ignore_index, 0, targets)
    nll = -logits.log_softmax(-1).gather(-1, safe[..., None])[..., 0] * keep
    if nll.ndim == 1:
        return nll.sum() / keep.sum()
    return (nll.sum(1) / keep.sum(1)).mean()


@wrong("cross_entropy_masked", "one loss a position|mean")
def masked_vector(logits, targets, ignore_index):
    keep = targets != ignore_index
    return F.cross_entropy(logits[keep], targets[keep], reduction="none")


@wrong("cross_entropy_masked", "no class|index|ignore")
def masked_class_weights(logits, targets, ignore_index):
    weight = torch.ones(logits.shape[-1], dtype=logits.dtype)
    weight[ignore_index] = 0
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1), weight)


@wrong("cross_entropy_masked", "twice")
def masked_double_softmax(logits, targets, ignore_index):
    keep = targets != ignore_index
    return F.cross_entropy(logits[keep].softmax(-1), targets[keep])


@wrong("cross_entropy_masked", "ln V|still counted|padding|ignored")
def masked_by_zeroing_logits(logits, targets, ignore_index):
    keep = (targets != ignore_index)[..., None]
    safe = torch.where(targets == ignore_index, 0, targets)
    logp = torch.log_softmax(logits * keep, -1)
    return -logp.gather(-1, safe[..., None]).mean()


@wrong("cross_entropy_masked", "classes")
def masked_mean_over_classes(logits, targets, ignore_index):
    keep = targets != ignore_index
    one_hot = F.one_hot(targets[keep], logits.shape[-1])
    return -(one_hot * logits[keep].log_softmax(-1)).mean()


# attention ----------------------------------------------------------------------------------------


@wrong("attention", "not divided by sqrt")
def attention_plain(q, k, v, mask=None):
    s = torch.einsum("...id,...jd->...ij", q, k)
    if mask is not None:
        s = torch.where(mask, s, -torch.inf)
    w = torch.nan_to_num(torch.softmax(s, -1))
    return w @ v, w


@wrong("attention", "d_k, not by its square root")
def attention_over_d(q, k, v, mask=None):
    s = torch.matmul(q, k.transpose(-2, -1)) / k.size(-1)
    if mask is not None:
        s = s.masked_fill(mask.logical_not(), -math.inf)
    w = s.softmax(-1)
    w = torch.where(torch.isnan(w), 0.0, w)
    return torch.matmul(w, v), w


@wrong("attention", "column")
def attention_softmax_queries(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(k.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = F.softmax(s, dim=-2)
    return w @ v, w


@wrong("attention", "0/0|nothing gets NaN")
def attention_unguarded(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(k.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = F.softmax(s, dim=-1)
    return w @ v, w


@wrong("attention", "equal weights")
def attention_annotated(q, k, v, mask=None):
    d_k = q.size(-1)
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    p = scores.softmax(dim=-1)
    return torch.matmul(p, v), p


@wrong("attention", "other way round")
def attention_true_means_drop(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(k.shape[-1])
    if mask is not None:
        s = s.masked_fill(mask, -math.inf)
    w = F.softmax(s, dim=-1)
    return w @ v, w


@wrong("attention", "after the softmax")
def attention_mask_late(q, k, v, mask=None):
    w = torch.softmax(q @ k.mT * q.shape[-1] ** -0.5, -1)
    if mask is not None:
        w = w * mask.float()
    return w @ v, w


@wrong("attention", "0 instead of -inf|still get")
def attention_zero_scores(q, k, v, mask=None):
    s = q @ k.mT * q.shape[-1] ** -0.5
    if mask is not None:
        s = s.masked_fill(~mask, 0.0)
    w = torch.softmax(s, -1)
    return w @ v, w


@wrong("attention", "no effect")
def attention_forgets_mask(q, k, v, mask=None):
    w = torch.softmax(q @ k.mT * q.shape[-1] ** -0.5, -1)
    return w @ v, w


@wrong("attention", "(weights, output)|other order")
def attention_swapped(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(k.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1))
    return w, w @ v


@wrong("attention", "output alone")
def attention_sdpa(q, k, v, mask=None):
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


@wrong("attention", "k transposed|shapes|transpose")
def attention_no_transpose(q, k, v, mask=None):
    w = torch.softmax(q @ k / math.sqrt(k.shape[-1]), -1)
    return w @ v, w


@wrong("attention", "axes|k.T")
def attention_capital_t(q, k, v, mask=None):
    s = q @ k.T / math.sqrt(k.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1))
    return w @ v, w


@wrong("attention", "after the softmax|1/sqrt")
def attention_scaled_late(q, k, v, mask=None):
    s = q @ k.mT
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1)) / math.sqrt(q.shape[-1])
    return w @ v, w


@wrong("attention", "scale|scaled|root")
def attention_scaled_by_length(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-2] * q.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1))
    return w @ v, w


@wrong("attention", "scale|scaled")
def attention_scaled_64(q, k, v, mask=None):
    s = q @ k.mT / 64
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1))
    return w @ v, w


@wrong("attention", "scores in the place of the weights|scores")
def attention_returns_scores(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1))
    return w @ v, s


@wrong("attention", "NaN|not a number|nan")
def attention_inf_times_zero(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s + (1 - mask.float()) * float("-inf")
    w = s.softmax(-1)
    return w @ v, w


@wrong("attention", "no softmax|raw scores|scores")
def attention_linear(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s * mask
    return s @ v, s


@wrong("attention", "values|output")
def attention_weights_times_keys(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1))
    return w @ k, w


@wrong("attention", "overflow|NaN")
def attention_own_softmax(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    e = torch.exp(s)
    if mask is not None:
        e = e * mask
    w = e / e.sum(-1, keepdim=True).clamp(min=1e-9)
    return w @ v, w


@wrong("attention", "random")
def attention_dropout(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = F.dropout(torch.nan_to_num(s.softmax(-1)), 0.1)
    return w @ v, w


@wrong("attention", "arguments|signature|called")
def attention_without_mask_parameter(q, k, v):
    w = torch.softmax(q @ k.mT * q.shape[-1] ** -0.5, -1)
    return w @ v, w


@wrong("attention", "float64|dtype")
def attention_float(q, k, v, mask=None):
    q, k, v = q.float(), k.float(), v.float()
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1))
    return w @ v, w


@wrong("attention", "not divided by sqrt")
def attention_unscaled_unguarded(q, k, v, mask=None):
    s = q @ k.mT
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = s.softmax(-1)
    return w @ v, w


@wrong("attention", "not divided by sqrt")
def attention_three_slips(q, k, v, mask=None):
    s = q @ k.mT
    if mask is not None:
        s = s.masked_fill(mask, -math.inf)
    w = s.softmax(-1)
    return w @ v, w


@wrong("attention", "scale|scaled|bias|scores")
def attention_scaled_twice(q, k, v, mask=None):
    q = q / math.sqrt(q.shape[-1])
    k = k / math.sqrt(k.shape[-1])
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1))
    return w @ v, w


# masks --------------------------------------------------------------------------------------------


@wrong("padding_mask", "query axis")
def padding_unsqueeze_three(token_ids, pad_id):
    return (token_ids != pad_id).unsqueeze(1).unsqueeze(3)


@wrong("padding_mask", "other way round|inverted")
def padding_equal(token_ids, pad_id):
    return token_ids.eq(pad_id)[:, None, None, :]


@wrong("padding_mask", "0 whatever")
def padding_truthy(token_ids, pad_id):
    return token_ids.bool()[:, None, None, :]


@wrong("padding_mask", "(batch, len)|axis")
def padding_flat(token_ids, pad_id):
    return token_ids != pad_id


@wrong("padding_mask", "axis")
def padding_one_unsqueeze(token_ids, pad_id):
    return torch.ne(token_ids, pad_id).unsqueeze(1)


@wrong("padding_mask", "boolean")
def padding_ints(token_ids, pad_id):
    return (token_ids != pad_id).int()[:, None, None, :]


@wrong("padding_mask", "boolean|axis")
def padding_ints_flat(token_ids, pad_id):
    return (token_ids != pad_id).float()


@wrong("padding_mask", "first pad|after the first")
def padding_by_length(token_ids, pad_id):
    rows = []
    for row in token_ids.tolist():
        n = row.index(pad_id) if pad_id in row else len(row)
        rows.append([j < n for j in range(len(row))])
    return torch.tensor(rows)[:, None, None, :]


@wrong("padding_mask", "at the end|front|padding")
def padding_by_count(token_ids, pad_id):
    lengths = (token_ids != pad_id).sum(1, keepdim=True)
    return (torch.arange(token_ids.shape[1]) < lengths)[:, None, None, :]


@wrong("padding_mask", "inverted|other way round")
def padding_inverted_flat(token_ids, pad_id):
    return token_ids == pad_id


@wrong("padding_mask", "square|len, len")
def padding_outer(token_ids, pad_id):
    real = token_ids != pad_id
    return torch.einsum("bi,bj->bij", real.float(), real.float()).bool()[:, None]


@wrong("padding_mask", "list|type|Python")
def padding_list(token_ids, pad_id):
    return [[[[t != pad_id for t in row]]] for row in token_ids.tolist()]


@wrong("causal_mask", "upper triangle")
def causal_triu(size):
    return torch.triu(torch.ones(size, size)).bool()


@wrong("causal_mask", "diagonal|itself")
def causal_strict(size):
    i = torch.arange(size)
    return i[None, :] < i[:, None]


@wrong("causal_mask", "swapped|future")
def causal_torch_docs(size):
    return torch.triu(torch.ones(size, size, dtype=torch.bool), diagonal=1)


@wrong("causal_mask", "boolean|0.0 and 1.0")
def causal_float(size):
    return torch.tril(torch.ones(size, size))


@wrong("causal_mask", "-inf|added")
def causal_nn(size):
    return torch.nn.Transformer.generate_square_subsequent_mask(size)


@wrong("causal_mask", "axis|axes|(1, 1")
def causal_buffer(size):
    return torch.tril(torch.ones(size, size)).view(1, 1, size, size).bool()


@wrong("causal_mask", "next one|future|ahead")
def causal_tril_one(size):
    return torch.ones(size, size).tril(1).bool()


@wrong("causal_mask", "list|Python")
def causal_python_list(size):
    return [[j <= i for j in range(size)] for i in range(size)]


@wrong("causal_mask", "boolean|float|upper|future|inverted|swapped")
def causal_float_triu(size):
    return torch.triu(torch.ones(size, size), diagonal=1)


@wrong("causal_mask", "past|window|before")
def causal_band(size):
    i = torch.arange(size)
    d = i[:, None] - i[None, :]
    return (d >= 0) & (d < 4)


@wrong("decoder_mask", "|")
def decoder_or(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, None, :] | torch.ones(t, t).tril().bool()


@wrong("decoder_mask", "Padding is not hidden|causal mask")
def decoder_causal_only(token_ids, pad_id):
    b, t = token_ids.shape
    return torch.ones(b, 1, t, t).tril().bool()


@wrong("decoder_mask", "query axis|padding")
def decoder_rows(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, :, None] & torch.ones(t, t).tril().bool()


@wrong("decoder_mask", "head")
def decoder_three_axes(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids != pad_id).unsqueeze(1) & torch.ones(t, t).tril().bool()


@wrong("decoder_mask", "first sentence|first one|first item")
def decoder_first_item(token_ids, pad_id):
    t = token_ids.shape[1]
    keep = token_ids[0] != pad_id
    return (keep[None, :] & torch.ones(t, t).tril().bool()).expand(len(token_ids), 1, t, t)


@wrong("decoder_mask", "boolean|0 and 1|numbers")
def decoder_product(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, None, :] * torch.tril(torch.ones(t, t))


@wrong("decoder_mask", "triangle|diagonal|future")
def decoder_triu(token_ids, pad_id):
    t = token_ids.shape[1]
    future = torch.triu(torch.ones(t, t, dtype=torch.bool), 1)
    return (token_ids != pad_id)[:, None, None, :] & future


@wrong("decoder_mask", "other way round|inverted|forbidden")
def decoder_drop_convention(token_ids, pad_id):
    t = token_ids.shape[1]
    future = torch.triu(torch.ones(t, t, dtype=torch.bool), 1)
    return (token_ids == pad_id)[:, None, None, :] | future


@wrong("decoder_mask", "0 whatever|0")
def decoder_zero(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids > 0)[:, None, None, :] & torch.ones(t, t).tril().bool()


@wrong("decoder_mask", "itself")
def decoder_strict(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, None, :] & torch.ones(t, t).tril(-1).bool()


@wrong("additive_mask", "other way round")
def additive_inverted(mask, dtype):
    return torch.zeros(mask.shape, dtype=dtype).masked_fill(mask, float("-inf"))


@wrong("additive_mask", "finite")
def additive_huge(mask, dtype):
    return (1.0 - mask.to(dtype)) * -10000.0


@wrong("additive_mask", "finite")
def additive_min(mask, dtype):
    return torch.where(mask, 0.0, torch.finfo(dtype).min).to(dtype)


@wrong("additive_mask", "NaN|not a number")
def additive_times_inf(mask, dtype):
    return (~mask).to(dtype) * float("-inf")


@wrong("additive_mask", "float32|dtype")
def additive_default_dtype(mask, dtype):
    return torch.zeros(mask.shape).masked_fill(~mask, -torch.inf)


@wrong("additive_mask", "factor|1|0")
def additive_cast(mask, dtype):
    return mask.to(dtype)


@wrong("additive_mask", "1")
def additive_ones(mask, dtype):
    return torch.ones(mask.shape, dtype=dtype).masked_fill(~mask, -torch.inf)


@wrong("additive_mask", "changes|bool|type|value")
def additive_in_place(mask, dtype):
    return mask.masked_fill_(~mask, -torch.inf).to(dtype)


@wrong("additive_mask", "+inf|inf")
def additive_plus(mask, dtype):
    return torch.zeros(mask.shape, dtype=dtype).masked_fill(~mask, math.inf)


@wrong("additive_mask", "finite")
def additive_minus_two(mask, dtype):
    return torch.zeros(mask.shape, dtype=dtype).masked_fill(~mask, -2.0)

"""A second set of unlisted wrong answers, written after the first was named in full.

Odder slips, slips in pairs and threes, and slips that show in few inputs only.
"""

import math

import torch
import torch.nn.functional as F

UNSEEN = []


def wrong(name, told):
    def keep(fn):
        UNSEEN.append((name, fn, told))
        return fn

    return keep


@wrong("softmax", "maximum of|global|whole|other|row")
def softmax_row_zero_max(x, dim):
    top = x.select(dim, 0).unsqueeze(dim)
    e = torch.exp(x - top)
    return e / e.sum(dim, keepdim=True)


@wrong("softmax", "column|first axis|whole|axis")
def softmax_all_but_dim(x, dim):
    axes = [i for i in range(x.ndim) if i != dim % x.ndim] or [0]
    e = torch.exp(x - x.amax(axes, keepdim=True))
    return e / e.sum(axes, keepdim=True)


@wrong("softmax", "extra|length one|squeeze|axis|axes")
def softmax_keeps_two(x, dim):
    return torch.softmax(x, dim).reshape(-1, x.shape[-1])


@wrong("softmax", "axis|two|shapes|unpack|sizes")
def softmax_unpacks(x, dim):
    rows, _ = x.shape
    out = torch.zeros_like(x)
    for i in range(rows):
        out[i] = torch.softmax(x[i], 0)
    return out if dim in (1, -1) else torch.softmax(x, dim)


@wrong("softmax", "rounded|sum to one|shares")
def softmax_rounded(x, dim):
    return torch.round(torch.softmax(x, dim) * 100) / 100


@wrong("softmax", "small|sum to one|factor|smoothed|shares")
def softmax_big_epsilon(x, dim):
    e = torch.exp(x - x.amax(dim, keepdim=True))
    return e / (e.sum(dim, keepdim=True) + 0.01)


@wrong("softmax", "-inf|masked logit|NaN|not a number")
def softmax_times_minus_inf(x, dim):
    x = x * (x > -torch.inf)
    e = torch.exp(x - x.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)


@wrong("softmax", "int|dtype|zero|whole")
def softmax_integer(x, dim):
    return torch.softmax(x, dim).int()


@wrong("softmax", "undefined|not defined")
def softmax_typo(x, dim):
    e = torch.exp(x)
    return e / torch.sum(ex, dim=dim, keepdim=True)


@wrong("softmax", "call|argument")
def softmax_wrong_keyword(x, dim):
    return torch.sum(x, dim=dim, keep_dims=True)


@wrong("softmax", "input|unchanged")
def softmax_identity(x, dim):
    return x


@wrong("softmax", "exp|powers|sum")
def softmax_exp_only(x, dim):
    return torch.exp(x)


@wrong("softmax", "odds|others|minus")
def softmax_complement(x, dim):
    return 1 - torch.softmax(x, dim)


@wrong("softmax", "root|square")
def softmax_sqrt(x, dim):
    return torch.softmax(x, dim).sqrt()


@wrong("softmax", "abs|NaN|overflow|0/0")
def softmax_max_of_abs(x, dim):
    e = torch.exp(x - x.abs().amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)


@wrong("softmax", "transpose|swapped|axes")
def softmax_transposed(x, dim):
    return torch.softmax(x, dim).T


@wrong("softmax", "gumbel|random")
def softmax_gumbel(x, dim):
    return F.gumbel_softmax(x, dim=dim)


@wrong("softmax", "columns sum to one|first axis|last axis|axis|`dim`")
def softmax_unstable_other_axis(x, dim):
    return x.exp() / x.exp().sum(0)


@wrong("cross_entropy", "item|batch|first")
def ce_first_of_batch(logits, targets):
    if targets.ndim == 1:
        return F.cross_entropy(logits, targets)
    return F.cross_entropy(logits[0], targets[0])


@wrong("cross_entropy", "softmax|log")
def ce_minus_sum_logits(logits, targets):
    return -(F.one_hot(targets, logits.shape[-1]) * logits).sum(-1).mean()


@wrong("cross_entropy", "smoothing|uniform|classes")
def ce_uniform_target(logits, targets):
    return -logits.log_softmax(-1).mean()


@wrong("cross_entropy", "twice|factor|2")
def ce_doubled(logits, targets):
    return 2 * F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))


@wrong("cross_entropy", "base 10|factor|two things|ln 10")
def ce_log10_and_sum(logits, targets):
    p = logits.softmax(-1).gather(-1, targets[..., None])
    return -torch.log10(p).sum()


@wrong("cross_entropy", "classes|softmax|position|everything|together")
def ce_flattened_softmax(logits, targets):
    logp = logits.flatten().log_softmax(0).view(*logits.shape[:-1], -1)
    return -logp.gather(-1, targets[..., None]).mean()


@wrong("cross_entropy", "margin|hinge|bound|negative|softmax|0")
def ce_hinge(logits, targets):
    return F.multi_margin_loss(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))


@wrong("cross_entropy", "binary|wrong classes")
def ce_bce(logits, targets):
    one_hot = F.one_hot(targets, logits.shape[-1]).to(logits.dtype)
    return F.binary_cross_entropy_with_logits(logits, one_hot)


@wrong("cross_entropy", "shape|axis|one number|mean")
def ce_keepdim(logits, targets):
    nll = -logits.log_softmax(-1).gather(-1, targets[..., None])
    return nll.mean().unsqueeze(0)


@wrong("cross_entropy", "sentence|item|mean")
def ce_per_row(logits, targets):
    return -logits.log_softmax(-1).gather(-1, targets[..., None]).squeeze(-1).mean(-1)


@wrong("cross_entropy", "accuracy|likeliest|argmax|constant|probability|0|loss")
def ce_error_rate(logits, targets):
    return (logits.argmax(-1) != targets).to(logits.dtype).mean()


@wrong("cross_entropy", "first|skip|left out|position")
def ce_skips_last(logits, targets):
    nll = -logits.log_softmax(-1).gather(-1, targets[..., None])[..., 0]
    nll = nll.reshape(-1)
    return nll[:-1].mean()


@wrong("cross_entropy", "n - 1|factor|one less|position")
def ce_divided_by_n_minus_one(logits, targets):
    nll = -logits.log_softmax(-1).gather(-1, targets[..., None])
    return nll.sum() / (nll.numel() - 0.5)


@wrong("cross_entropy", "dtype|float")
def ce_target_as_float(logits, targets):
    return -(targets.float() * logits.log_softmax(-1)).mean()


@wrong("cross_entropy", "perplexity|base 2|2")
def ce_two_to_the(logits, targets):
    return 2 ** F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))


@wrong("cross_entropy", "clamp|cut|bound|exceed|large logits")
def ce_clamped_logits(logits, targets):
    z = logits.clamp(-50, 50)
    return F.cross_entropy(z.reshape(-1, z.shape[-1]), targets.reshape(-1))


@wrong("cross_entropy", "NaN|infinite|large logits|overflow")
def ce_global_max(logits, targets):
    z = torch.exp(logits - logits.max())
    p = z / z.sum(-1, keepdim=True)
    return -torch.log(p.gather(-1, targets[..., None])).mean()


@wrong("cross_entropy_masked", "effect|padding|ignored")
def masked_keeps_padding_as_zero_class(logits, targets, ignore_index):
    ids = targets.masked_fill(targets == ignore_index, 0)
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), ids.reshape(-1))


@wrong("cross_entropy_masked", "all positions|share|number")
def masked_by_multiplying(logits, targets, ignore_index):
    keep = (targets != ignore_index).to(logits.dtype)
    ids = targets.clamp(min=0)
    nll = -logits.log_softmax(-1).gather(-1, ids[..., None])[..., 0]
    return (nll * keep).mean()


@wrong("cross_entropy_masked", "batch|first axis|size")
def masked_over_batch(logits, targets, ignore_index):
    flat, ids = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
    total = F.cross_entropy(flat, ids, ignore_index=ignore_index, reduction="sum")
    return total / targets.shape[0]


@wrong("cross_entropy_masked", "base 2|two things")
def masked_bits_all(logits, targets, ignore_index):
    flat, ids = logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)
    nll = F.cross_entropy(flat, ids, ignore_index=ignore_index, reduction="none")
    return nll.mean() / math.log(2)


@wrong("cross_entropy_masked", "last|ignored|padding|trailing|right")
def masked_drops_last_column(logits, targets, ignore_index):
    return F.cross_entropy(
        logits[..., :-1, :].reshape(-1, logits.shape[-1]),
        targets[..., :-1].reshape(-1).clamp(min=0),
    )


@wrong("cross_entropy_masked", "infinite|NaN|bound|logarithm|large")
def masked_log_softmax_naive(logits, targets, ignore_index):
    keep = targets != ignore_index
    p = logits[keep].softmax(-1)
    return -p.gather(-1, targets[keep][:, None]).log().mean()


@wrong("cross_entropy_masked", "negative|sign")
def masked_positive_sign(logits, targets, ignore_index):
    keep = targets != ignore_index
    return logits[keep].log_softmax(-1).gather(-1, targets[keep][:, None]).mean()


@wrong("cross_entropy_masked", "smooth|ignored|classes")
def masked_smoothed(logits, targets, ignore_index):
    keep = targets != ignore_index
    return F.cross_entropy(logits[keep], targets[keep], label_smoothing=0.1)


@wrong("cross_entropy_masked", "first|item|batch")
def masked_first_only(logits, targets, ignore_index):
    if targets.ndim > 1:
        logits, targets = logits[0], targets[0]
    keep = targets != ignore_index
    return F.cross_entropy(logits[keep], targets[keep])


@wrong("cross_entropy_masked", "class|ignore")
def masked_removes_class(logits, targets, ignore_index):
    z = logits.clone()
    if 0 <= ignore_index < z.shape[-1]:
        z[..., ignore_index] = -1e9
    keep = targets != ignore_index
    return F.cross_entropy(z[keep], targets[keep])


def _attend(q, k, v, s, mask, empty="zero"):
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = s.softmax(-1)
    w = w.nan_to_num() if empty == "zero" else w
    return w @ v, w


@wrong("attention", "scale|scaled|root|d_v|values")
def attention_root_of_values(q, k, v, mask=None):
    return _attend(q, k, v, q @ k.mT / v.shape[-1] ** 0.5, mask)


@wrong("attention", "scale|scaled|d_k")
def attention_squared(q, k, v, mask=None):
    return _attend(q, k, v, q @ k.mT / q.shape[-1] ** 2, mask)


@wrong("attention", "cosine|length one|scores")
def attention_normalised_keys(q, k, v, mask=None):
    k = k / k.norm(dim=-1, keepdim=True)
    return _attend(q, k, v, q @ k.mT / q.shape[-1] ** 0.5, mask)


@wrong("attention", "keys|values|swapped")
def attention_keys_values_swapped(q, k, v, mask=None):
    return _attend(q, v, k, q @ v.mT / q.shape[-1] ** 0.5, mask)


@wrong("attention", "scores|shape")
def attention_l1(q, k, v, mask=None):
    s = -(q[..., :, None, :] - k[..., None, :, :]).abs().sum(-1)
    return _attend(q, k, v, s / q.shape[-1] ** 0.5, mask)


@wrong("attention", "future|causal|forbid|mask|scores|not allowed")
def attention_always_causal(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    s = s.masked_fill(torch.ones_like(s).triu(1).bool(), -math.inf)
    return _attend(q, k, v, s, mask)


@wrong("attention", "sum to|less than one|after")
def attention_mask_weights_only(q, k, v, mask=None):
    w = (q @ k.mT / q.shape[-1] ** 0.5).softmax(-1)
    if mask is not None:
        w = torch.where(mask, w, 0.0)
    return w @ v, w


@wrong("attention", "output|values|weights")
def attention_mask_output(q, k, v, mask=None):
    out, w = _attend(q, k, v, q @ k.mT / q.shape[-1] ** 0.5, None)
    if mask is not None:
        out = out * mask.any(-1, keepdim=True)
    return out, w


@wrong("attention", "transposed")
def attention_weights_t(q, k, v, mask=None):
    out, w = _attend(q, k, v, q @ k.mT / q.shape[-1] ** 0.5, mask)
    return out, w.mT


@wrong("attention", "sign|negated|minus|least similar")
def attention_negative(q, k, v, mask=None):
    return _attend(q, k, v, -(q @ k.mT) / q.shape[-1] ** 0.5, mask)


@wrong("attention", "argmax|one best")
def attention_one_hot(q, k, v, mask=None):
    s = q @ k.mT
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = F.one_hot(s.argmax(-1), k.shape[-2]).to(q.dtype)
    return w @ v, w


@wrong("attention", "log")
def attention_log_softmax(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = s.log_softmax(-1)
    return w.exp() @ v, w


@wrong("attention", "-1e9|equal weights|finite|nothing")
def attention_minus_1e20(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        s = torch.where(mask, s, torch.tensor(-1e20, dtype=s.dtype))
    w = s.softmax(-1)
    return w @ v, w


@wrong("attention", "changes|input|mask")
def attention_edits_mask(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        mask.logical_not_()
        s = s.masked_fill(mask, -math.inf)
    w = s.softmax(-1).nan_to_num()
    return w @ v, w


@wrong("attention", "first|batch|item|axes|extra")
def attention_first_item_only(q, k, v, mask=None):
    out, w = _attend(q, k, v, q @ k.mT / q.shape[-1] ** 0.5, mask)
    if q.ndim > 2:
        out, w = out[:1].expand_as(out), w[:1].expand_as(w)
    return out, w


@wrong("attention", "values|two|output|too many")
def attention_three_values(q, k, v, mask=None):
    out, w = _attend(q, k, v, q @ k.mT / q.shape[-1] ** 0.5, mask)
    return out, w, q


@wrong("attention", "NaN")
def attention_nan_weights_zero_output(q, k, v, mask=None):
    out, w = _attend(q, k, v, q @ k.mT / q.shape[-1] ** 0.5, mask, empty="nan")
    return out.nan_to_num(), w


@wrong("attention", "zeros|equal|nothing|uniform|itself")
def attention_empty_row_looks_at_all(q, k, v, mask=None):
    if mask is not None:
        mask = mask | ~mask.any(-1, keepdim=True)
    return _attend(q, k, v, q @ k.mT / q.shape[-1] ** 0.5, mask)


@wrong("attention", "bias|scores|added|positions")
def attention_with_distance_bias(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    s = s - (torch.arange(s.shape[-2])[:, None] - torch.arange(s.shape[-1])).abs()
    return _attend(q, k, v, s, mask)


@wrong("attention", "scaled twice|scale|scaled")
def attention_both_scaled(q, k, v, mask=None):
    q = q / q.shape[-1] ** 0.5
    return _attend(q, k, v, q @ k.mT / q.shape[-1] ** 0.5, mask, empty="nan")


@wrong("attention", "column|queries")
def attention_columns_unscaled(q, k, v, mask=None):
    w = (q @ k.mT).softmax(-2)
    return w @ v, w


@wrong("attention", "None|mask")
def attention_assumes_mask(q, k, v, mask=None):
    s = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(mask == 0, -math.inf)
    w = s.softmax(-1)
    return w @ v, w


@wrong("attention", "heads|axis|shape|unpack|sizes")
def attention_four_axes_only(q, k, v, mask=None):
    _, _, _, d = q.shape
    return _attend(q, k, v, q @ k.mT / d**0.5, mask)


@wrong("attention", "sum to one|norm|divided|powers|exp")
def attention_relu(q, k, v, mask=None):
    s = torch.relu(q @ k.mT / q.shape[-1] ** 0.5)
    if mask is not None:
        s = s * mask
    w = s / (s.sum(-1, keepdim=True) + 1e-9)
    return w @ v, w


@wrong("padding_mask", "other way round|inverted")
def padding_inverted_query_axis(token_ids, pad_id):
    return (token_ids == pad_id)[:, None, :, None]


@wrong("padding_mask", "visible|padding|or")
def padding_zero_or_pad(token_ids, pad_id):
    return ((token_ids != pad_id) & (token_ids != 0))[:, None, None, :]


@wrong("padding_mask", "first|item|sentence")
def padding_first_sentence(token_ids, pad_id):
    mask = token_ids[0] != pad_id
    return mask.expand(token_ids.shape[0], 1, 1, -1)


@wrong("padding_mask", "-inf|added")
def padding_additive(token_ids, pad_id):
    mask = torch.zeros(token_ids.shape)
    mask[token_ids == pad_id] = -torch.inf
    return mask[:, None, None, :]


@wrong("padding_mask", "index|position|lengths|last")
def padding_keeps_one_pad(token_ids, pad_id):
    rows = []
    for row in token_ids.tolist():
        seen, keep = False, []
        for t in row:
            keep.append(not seen)
            seen = seen or t == pad_id
        rows.append(keep)
    return torch.tensor(rows)[:, None, None, :]


@wrong("padding_mask", "number|one value|scalar|reduced")
def padding_any(token_ids, pad_id):
    return (token_ids != pad_id).any()


@wrong("padding_mask", "square|len, len|axis")
def padding_pairs(token_ids, pad_id):
    real = token_ids != pad_id
    return real[:, None, :, None] * real[:, None, None, :]


@wrong("padding_mask", "numbers|boolean|dtype|long|int")
def padding_returns_ids(token_ids, pad_id):
    return token_ids[:, None, None, :]


@wrong("causal_mask", "size|row|square|shape|one")
def causal_square_of_size_plus_one(size):
    return torch.ones(size + 1, size + 1).tril().bool()


@wrong("causal_mask", "symmetric|everything|future|neighbour|window|sees")
def causal_symmetric_band(size):
    i = torch.arange(size)
    return (i[:, None] - i[None, :]).abs() <= 1


@wrong("causal_mask", "future|upper")
def causal_swapped_compare(size):
    i = torch.arange(size)
    return i[:, None] <= i[None, :]


@wrong("causal_mask", "vector|axes|shape|row")
def causal_one_row(size):
    return torch.ones(size, dtype=torch.bool)


@wrong("causal_mask", "-inf|added|numbers|boolean")
def causal_additive_1e9(size):
    return torch.triu(torch.full((size, size), -1e9), diagonal=1)


@wrong("causal_mask", "0 and 1|boolean|numbers")
def causal_byte(size):
    return torch.tril(torch.ones(size, size, dtype=torch.uint8))


@wrong("causal_mask", "past|hidden|see|half")
def causal_first_half(size):
    m = torch.ones(size, size).tril().bool()
    m[:, 0] = True
    m[-1, 1:] = False
    return m


@wrong("decoder_mask", "future")
def decoder_padding_only_square(token_ids, pad_id):
    b, t = token_ids.shape
    return (token_ids != pad_id)[:, None, None, :].expand(b, 1, t, t)


@wrong("decoder_mask", "inverted|other way round|padding")
def decoder_inverted_padding(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids == pad_id)[:, None, None, :] & torch.ones(t, t).tril().bool()


@wrong("decoder_mask", "or|and|float|boolean|0 and 1")
def decoder_float_sum(token_ids, pad_id):
    t = token_ids.shape[1]
    return ((token_ids != pad_id)[:, None, None, :] + torch.ones(t, t).tril()) > 0


@wrong("decoder_mask", "itself|diagonal")
def decoder_eye_added(token_ids, pad_id):
    t = token_ids.shape[1]
    m = (token_ids != pad_id)[:, None, None, :] & torch.ones(t, t).tril().bool()
    return m | torch.eye(t).bool()


@wrong("decoder_mask", "next|future|ahead")
def decoder_one_ahead_and_zero(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids != 0)[:, None, None, :] & torch.ones(t, t).tril(1).bool()


@wrong("decoder_mask", "shape|head|axis|broadcast|axes")
def decoder_lined_up_wrong(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids != pad_id) & torch.ones(t, t).tril().bool()


@wrong("decoder_mask", "quer")
def decoder_pads_both(token_ids, pad_id):
    t = token_ids.shape[1]
    real = token_ids != pad_id
    both = real[:, None, :, None] & real[:, None, None, :]
    return both & torch.ones(t, t).tril().bool()


@wrong("additive_mask", "finite")
def additive_finite_inverted_factor(mask, dtype):
    return (mask.to(dtype) - 1) * 1e4


@wrong("additive_mask", "other way round|inverted|finite")
def additive_inverted_and_finite(mask, dtype):
    return mask.to(dtype) * -1e9


@wrong("additive_mask", "0|zero|nothing")
def additive_zeros(mask, dtype):
    return torch.zeros(mask.shape, dtype=dtype)


@wrong("additive_mask", "log|1|inf|NaN")
def additive_log_of_inverse(mask, dtype):
    return torch.log((~mask).to(dtype))


@wrong("additive_mask", "float64|dtype")
def additive_double(mask, dtype):
    return torch.where(mask, 0.0, -torch.inf).double()


@wrong("additive_mask", "NaN|not a number")
def additive_nan(mask, dtype):
    return (1 - mask.to(dtype)) * -math.inf


@wrong("additive_mask", "name|string|defined|type")
def additive_string(mask, dtype):
    return "-inf" * mask

"""Answers to ``attention``."""

import math

import torch
import torch.nn.functional as F

from tests.answers import right, wrong


def _scores(q, k):
    return q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5


def _attend(q, k, v, s, mask, empty="zero"):
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = s.softmax(-1)
    w = w.nan_to_num() if empty == "zero" else w
    return w @ v, w


@right
def einsum(q, k, v, mask=None):
    scores = torch.einsum("...td,...sd->...ts", q, k) * q.shape[-1] ** -0.5
    if mask is None:
        weights = scores.softmax(-1)
    else:
        weights = scores.masked_fill(mask.logical_not(), float("-inf")).softmax(-1)
        weights = torch.nan_to_num(weights)
    return torch.einsum("...ts,...sv->...tv", weights, v), weights


@right
def fused_with_the_identity_as_values(q, k, v, mask=None):
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    eye = torch.eye(k.shape[-2], dtype=k.dtype).expand(*k.shape[:-1], k.shape[-2])
    return out, F.scaled_dot_product_attention(q, k, eye, attn_mask=mask)


@right
def lowest_number(q, k, v, mask=None):
    scores = torch.matmul(q, k.transpose(-1, -2)) / torch.sqrt(torch.tensor(float(q.size(-1))))
    if mask is not None:
        scores = torch.where(mask, scores, torch.finfo(scores.dtype).min)
    weights = F.softmax(scores, dim=-1)
    if mask is not None:
        weights = weights * mask.any(dim=-1, keepdim=True)
    return weights @ v, weights


@right
def minus_1e9_guarded(q, k, v, mask=None):
    scores = q @ k.mT / math.sqrt(q.size(-1))
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = weights.masked_fill(mask == 0, 0)
    return torch.matmul(weights, v), weights


@right
def additive(q, k, v, mask=None):
    q = q / q.shape[-1] ** 0.5
    scores = q @ k.transpose(-2, -1)
    if mask is not None:
        bias = torch.zeros(mask.shape, dtype=q.dtype).masked_fill(~mask, -math.inf)
        scores = scores + bias
    top = scores.amax(-1, keepdim=True).clamp(min=torch.finfo(q.dtype).min)
    powers = torch.exp(scores - top)
    weights = powers / powers.sum(-1, keepdim=True).clamp(min=1e-30)
    return weights @ v, weights


@right
def by_loops(q, k, v, mask=None):
    lead = q.shape[:-2]
    t, s = q.shape[-2], k.shape[-2]
    full = torch.ones(*lead, t, s, dtype=torch.bool)
    allowed = (full if mask is None else full & mask).reshape(-1, t, s)
    flat = [x.reshape(-1, *x.shape[-2:]) for x in (q, k, v)]
    weights = torch.zeros(len(allowed), t, s, dtype=q.dtype)
    for b in range(len(allowed)):
        for i in range(t):
            keys = [j for j in range(s) if allowed[b, i, j]]
            if keys:
                dots = [torch.dot(flat[0][b, i], flat[1][b, j]) for j in keys]
                row = torch.stack(dots) / q.shape[-1] ** 0.5
                weights[b, i, keys] = torch.exp(row - torch.logsumexp(row, 0))
    weights = weights.reshape(*lead, t, s)
    return weights @ v, weights


@right
def renormalised(q, k, v, mask=None):
    weights = torch.softmax(q @ k.mT / math.sqrt(q.shape[-1]), dim=-1)
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(-1, keepdim=True).clamp(min=1e-12)
    return weights @ v, weights


@right
def split_scale(q, k, v, mask=None):
    root = q.shape[-1] ** -0.25
    scores = (q * root) @ (k * root).mT
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    top = scores.amax(-1, keepdim=True)
    powers = torch.exp(scores - torch.where(torch.isinf(top), 0.0, top))
    weights = powers / powers.sum(-1, keepdim=True).clamp(min=1e-20)
    return (weights.unsqueeze(-1) * v.unsqueeze(-3)).sum(-2), weights


@right
def fused_then_empty_rows_cleared(q, k, v, mask=None):
    eye = torch.eye(k.shape[-2], dtype=q.dtype).expand(*k.shape[:-1], k.shape[-2])
    w = F.scaled_dot_product_attention(q, k, eye, attn_mask=mask)
    if mask is not None:
        w = w.masked_fill(~mask.any(-1, keepdim=True), 0.0)
    return (w @ v, w)


@right
def powers_over_a_guarded_sum(q, k, v, mask=None):
    s = torch.einsum("...qd,...kd->...qk", q, k) * k.shape[-1] ** (-0.5)
    if mask is not None:
        s = s.masked_fill(mask.logical_not(), float("-inf"))
    s = s - s.amax(-1, keepdim=True).clamp(min=torch.finfo(s.dtype).min)
    e = s.exp()
    w = e / e.sum(-1, keepdim=True).clamp_min(1e-20)
    return (torch.einsum("...qk,...kv->...qv", w, v), w)


@right
def lowest_number_then_zero(q, k, v, mask=None):
    s = q / math.sqrt(q.size(-1)) @ k.transpose(-1, -2)
    if mask is None:
        mask = torch.ones_like(s, dtype=torch.bool)
    w = torch.softmax(torch.where(mask, s, torch.finfo(s.dtype).min), -1) * mask
    return (w @ v, w)


@right
def in_place_on_its_own_scores(q, k, v, mask=None):
    s = q.matmul(k.transpose(-2, -1))
    s /= math.sqrt(k.shape[-1])
    if mask is not None:
        s.masked_fill_(mask.logical_not(), float("-inf"))
    p = torch.softmax(s, dim=-1)
    if mask is not None:
        p[~mask.expand_as(p)] = 0
    return (p @ v, p)


@wrong("not divided by sqrt")
def not_scaled(q, k, v, mask=None):
    s = torch.einsum("...id,...jd->...ij", q, k)
    if mask is not None:
        s = torch.where(mask, s, -torch.inf)
    w = torch.nan_to_num(torch.softmax(s, -1))
    return w @ v, w


@wrong("not by its square root")
def divides_by_d(q, k, v, mask=None):
    s = torch.matmul(q, k.transpose(-2, -1)) / k.size(-1)
    if mask is not None:
        s = s.masked_fill(mask.logical_not(), -math.inf)
    w = s.softmax(-1)
    w = torch.where(torch.isnan(w), 0.0, w)
    return torch.matmul(w, v), w


@wrong("column")
def softmax_over_queries(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(k.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = F.softmax(s, dim=-2)
    return w @ v, w


@wrong("0/0|nothing gets NaN")
def empty_rows_are_nan(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(k.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = F.softmax(s, dim=-1)
    return w @ v, w


@wrong("equal weights")
def fills_with_minus_1e9(q, k, v, mask=None):
    d_k = q.size(-1)
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    p = scores.softmax(dim=-1)
    return torch.matmul(p, v), p


@wrong("nothing|empty|zero|first|query|row")
def first_key_for_the_lonely(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
        lonely = ~mask.any(-1, keepdim=True)
        s = torch.where(lonely, 0.0, s)
    w = s.softmax(-1)
    return w @ v, w


@wrong("other way round")
def true_means_dropped(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(k.shape[-1])
    if mask is not None:
        s = s.masked_fill(mask, -math.inf)
    w = F.softmax(s, dim=-1)
    return w @ v, w


@wrong("after the softmax")
def masks_after_the_softmax(q, k, v, mask=None):
    w = torch.softmax(q @ k.mT * q.shape[-1] ** -0.5, -1)
    if mask is not None:
        w = w * mask.float()
    return w @ v, w


@wrong("0 instead of -inf|still get")
def masked_scores_are_zero(q, k, v, mask=None):
    s = q @ k.mT * q.shape[-1] ** -0.5
    if mask is not None:
        s = s.masked_fill(~mask, 0.0)
    w = torch.softmax(s, -1)
    return w @ v, w


@wrong("no effect")
def forgets_the_mask(q, k, v, mask=None):
    w = torch.softmax(q @ k.mT * q.shape[-1] ** -0.5, -1)
    return w @ v, w


@wrong("two values swapped")
def returns_weights_first(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(k.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1))
    return w, w @ v


@wrong("only one of the values returned")
def returns_the_output_alone(q, k, v, mask=None):
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


@wrong("k transposed|shapes|transpose")
def keys_not_transposed(q, k, v, mask=None):
    w = torch.softmax(q @ k / math.sqrt(k.shape[-1]), -1)
    return w @ v, w


@wrong("axes|k.T")
def capital_t_transpose(q, k, v, mask=None):
    s = q @ k.T / math.sqrt(k.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1))
    return w @ v, w


@wrong("after the softmax|1/sqrt")
def scales_after_the_softmax(q, k, v, mask=None):
    s = q @ k.mT
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1)) / math.sqrt(q.shape[-1])
    return w @ v, w


@wrong("scale|scaled|root")
def root_of_length_times_d(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-2] * q.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1))
    return w @ v, w


@wrong("scale|scaled")
def always_divides_by_64(q, k, v, mask=None):
    s = q @ k.mT / 64
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1))
    return w @ v, w


@wrong("scores in the place of the weights|scores")
def returns_the_scores(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1))
    return w @ v, s


@wrong("NaN|not a number|nan")
def infinity_times_zero(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s + (1 - mask.float()) * float("-inf")
    w = s.softmax(-1)
    return w @ v, w


@wrong("no softmax|raw scores|scores")
def raw_scores_as_weights(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s * mask
    return s @ v, s


@wrong("`k` in the place of `v`")
def weights_times_keys(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1))
    return w @ k, w


@wrong("overflow|NaN")
def softmax_without_a_maximum(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    e = torch.exp(s)
    if mask is not None:
        e = e * mask
    w = e / e.sum(-1, keepdim=True).clamp(min=1e-9)
    return w @ v, w


@wrong("random")
def dropout_on_the_weights(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = F.dropout(torch.nan_to_num(s.softmax(-1)), 0.1)
    return w @ v, w


@wrong("arguments|signature|called")
def mask_parameter_missing(q, k, v):
    w = torch.softmax(q @ k.mT * q.shape[-1] ** -0.5, -1)
    return w @ v, w


@wrong("float64|dtype")
def casts_to_float32(q, k, v, mask=None):
    q, k, v = q.float(), k.float(), v.float()
    s = q @ k.mT / math.sqrt(q.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = torch.nan_to_num(s.softmax(-1))
    return w @ v, w


@wrong("not divided by sqrt")
def not_scaled_and_nan_rows(q, k, v, mask=None):
    s = q @ k.mT
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = s.softmax(-1)
    return w @ v, w


@wrong("not divided by sqrt")
def not_scaled_inverted_and_nan_rows(q, k, v, mask=None):
    s = q @ k.mT
    if mask is not None:
        s = s.masked_fill(mask, -math.inf)
    w = s.softmax(-1)
    return w @ v, w


@wrong("ignor|mask|batch|axes|axis")
def mask_of_the_first_item(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        first = mask.reshape(-1, *mask.shape[-2:])[0]
        s = s.masked_fill(~first, float("-inf"))
    w = s.softmax(-1).nan_to_num()
    return w @ v, w


@wrong("add|1|bool|mask")
def boolean_mask_added(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        s = s + mask
    w = s.softmax(-1)
    return w @ v, w


@wrong("length|cosine|unit|norm")
def cosine_scores(q, k, v, mask=None):
    s = F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).mT
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf"))
    w = s.softmax(-1).nan_to_num()
    return w @ v, w


@wrong("value|d_v|v's|width of v|v.shape")
def width_of_the_values(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(v.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf"))
    w = s.softmax(-1).nan_to_num()
    return w @ v, w


@wrong("scale|factor|times|multipl")
def multiplies_by_the_root(q, k, v, mask=None):
    s = q @ k.mT * math.sqrt(q.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf"))
    w = s.softmax(-1).nan_to_num()
    return w @ v, w


@wrong("returned weights are not those")
def fused_output_unmasked_weights(q, k, v, mask=None):
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask).nan_to_num()
    return out, _scores(q, k).softmax(-1)


@wrong("mask|None")
def mask_is_never_none(q, k, v, mask=None):
    s = _scores(q, k).masked_fill(~mask, float("-inf"))
    w = s.softmax(-1).nan_to_num()
    return w @ v, w


@wrong("future|causal|triangle|later")
def always_causal(q, k, v, mask=None):
    s = _scores(q, k)
    allowed = torch.ones(s.shape[-2:], dtype=torch.bool).tril()
    if mask is not None:
        allowed = allowed & mask
    w = s.masked_fill(~allowed, float("-inf")).softmax(-1).nan_to_num()
    return w @ v, w


@wrong("axis 1|queries|column")
def softmax_over_axis_one(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = s.softmax(1).nan_to_num()
    return w @ v, w


@wrong("size of another axis")
def root_of_the_batch_size(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(len(q))
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = s.softmax(-1).nan_to_num()
    return w @ v, w


@wrong("other way round|equal weights")
def inverted_with_minus_1e9(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(mask, -1e9)
    w = s.softmax(-1)
    return w @ v, w


@wrong("transpos|queries|keys|shape")
def queries_and_keys_swapped(q, k, v, mask=None):
    w = (k @ q.mT / q.shape[-1] ** 0.5).softmax(-1)
    return w @ v, w


@wrong("+inf|NaN|not a number")
def fills_with_plus_infinity(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, math.inf)
    w = s.softmax(-1)
    return w @ v, w


@wrong("sigmoid|sum to one")
def sigmoid_of_the_scores(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = s.sigmoid()
    return w @ v, w


@wrong("Keys that the mask forbids get a weight")
def softmax_twice(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = s.softmax(-1).softmax(-1)
    return w @ v, w


@wrong("equal|mean|values|uniform|scores")
def equal_weights(q, k, v, mask=None):
    w = torch.ones(*q.shape[:-1], k.shape[-2], dtype=q.dtype)
    if mask is not None:
        w = w * mask
    w = (w / w.sum(-1, keepdim=True)).nan_to_num()
    return w @ v, w


@wrong("low|far|finite|fill|cut|zero|small|-1")
def exponentials_of_clamped_scores(q, k, v, mask=None):
    s = _scores(q, k).clamp(-50, 50)
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    w = s.softmax(-1).nan_to_num(0.0)
    return w @ v, w


@wrong("unpack|axes|sizes|batch")
def bmm_of_three_axes(q, k, v, mask=None):
    s = torch.bmm(q, k.transpose(1, 2)) / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = s.softmax(-1).nan_to_num()
    return torch.bmm(w, v), w


@wrong("keys|values|swapped")
def keys_and_values_swapped(q, k, v, mask=None):
    return _attend(q, v, k, q @ v.mT / q.shape[-1] ** 0.5, mask)


@wrong("output|values|weights")
def masks_the_output_rows(q, k, v, mask=None):
    out, w = _attend(q, k, v, q @ k.mT / q.shape[-1] ** 0.5, None)
    if mask is not None:
        out = out * mask.any(-1, keepdim=True)
    return out, w


@wrong("zeros|equal|nothing|uniform|itself")
def empty_rows_look_at_all(q, k, v, mask=None):
    if mask is not None:
        mask = mask | ~mask.any(-1, keepdim=True)
    return _attend(q, k, v, q @ k.mT / q.shape[-1] ** 0.5, mask)


@wrong("returned weights are not those")
def returns_transposed_weights(q, k, v, mask=None):
    out, w = _attend(q, k, v, q @ k.mT / q.shape[-1] ** 0.5, mask)
    return out, w.mT


@wrong("sign|negated|minus|least similar")
def negates_the_scores(q, k, v, mask=None):
    return _attend(q, k, v, -(q @ k.mT) / q.shape[-1] ** 0.5, mask)


@wrong("argmax|one best")
def picks_the_best_key(q, k, v, mask=None):
    s = q @ k.mT
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = F.one_hot(s.argmax(-1), k.shape[-2]).to(q.dtype)
    return w @ v, w


@wrong("NaN comes back")
def returns_log_weights(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = s.log_softmax(-1)
    return w.exp() @ v, w


@wrong("changes|input|mask")
def inverts_the_mask_in_place(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        mask.logical_not_()
        s = s.masked_fill(mask, -math.inf)
    w = s.softmax(-1).nan_to_num()
    return w @ v, w


@wrong("first|batch|item|axes|extra")
def first_item_for_all(q, k, v, mask=None):
    out, w = _attend(q, k, v, q @ k.mT / q.shape[-1] ** 0.5, mask)
    if q.ndim > 2:
        out, w = out[:1].expand_as(out), w[:1].expand_as(w)
    return out, w


@wrong("values|two|output|too many")
def returns_three_values(q, k, v, mask=None):
    out, w = _attend(q, k, v, q @ k.mT / q.shape[-1] ** 0.5, mask)
    return out, w, q


@wrong("returned weights are not those")
def nan_weights_but_zero_output(q, k, v, mask=None):
    out, w = _attend(q, k, v, q @ k.mT / q.shape[-1] ** 0.5, mask, empty="nan")
    return out.nan_to_num(), w


@wrong("scaled twice|scale|scaled")
def scales_twice_and_nan_rows(q, k, v, mask=None):
    q = q / q.shape[-1] ** 0.5
    return _attend(q, k, v, q @ k.mT / q.shape[-1] ** 0.5, mask, empty="nan")


@wrong("column|queries")
def not_scaled_over_queries(q, k, v, mask=None):
    w = (q @ k.mT).softmax(-2)
    return w @ v, w


@wrong("quer|column|axis|keys")
def softmax_down_the_columns(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    w = s.softmax(-2).nan_to_num(0.0)
    return w @ v, w


@wrong("None|mask")
def mask_compared_without_asking(q, k, v, mask=None):
    s = (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(mask == 0, -math.inf)
    w = s.softmax(-1)
    return w @ v, w


@wrong("heads|axis|shape|unpack|sizes")
def unpacks_four_axes(q, k, v, mask=None):
    _, _, _, d = q.shape
    return _attend(q, k, v, q @ k.mT / d**0.5, mask)


@wrong("output|mean|average|NaN|nothing|zero")
def lonely_output_forgotten(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    w = s.softmax(-1)
    return w @ v, w.nan_to_num(0.0)


@wrong("axes|einsum|dimension|fixed|shape|letters")
def einsum_for_four_axes(q, k, v, mask=None):
    s = torch.einsum("bhqd,bhkd->bhqk", q, k) / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    w = s.softmax(-1).nan_to_num(0.0)
    return w @ v, w


@wrong("mask|bool|ambiguous|None")
def truth_of_the_mask(q, k, v, mask=None):
    s = _scores(q, k)
    if mask:
        s = s.masked_fill(~mask, -torch.inf)
    w = s.softmax(-1).nan_to_num(0.0)
    return w @ v, w


@wrong("invert|other way|opposite|allowed|True")
def true_is_padding(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        s = s.masked_fill(mask, -torch.inf)
    w = s.softmax(-1).nan_to_num(0.0)
    return w @ v, w


@wrong("float16|half|precision|dtype|float64")
def half_precision_inside(q, k, v, mask=None):
    s = _scores(q.half(), k.half())
    if mask is not None:
        s = s.masked_fill(~mask, -torch.inf)
    w = s.softmax(-1).nan_to_num(0.0)
    return w @ v.half(), w

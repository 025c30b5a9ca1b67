"""Wrong answers out of habit: what other libraries, popular notes and old code teach.

Each entry of ``UNSEEN``: exercise, wrong answer, words of which one must stand in slug or
diagnosis.
"""

import math
from collections import Counter

import numpy as np
import torch
import torch.nn.functional as F

UNSEEN = []


def wrong(exercise, told):
    def keep(fn):
        UNSEEN.append((exercise, fn, told))
        return fn

    return keep


# --- 02 softmax


@wrong("softmax", "axis")
def keras_activation_on_the_last_axis(x, dim):
    e = torch.exp(x - x.amax(-1, keepdim=True))
    return e / e.sum(-1, keepdim=True)


@wrong("softmax", "NaN|overflow|large")
def clamp_at_eighty(x, dim):
    e = x.clamp(max=80).exp()
    return e / e.sum(dim, keepdim=True)


@wrong("softmax", "NaN|overflow|large")
def mean_for_max(x, dim):
    e = (x - x.mean(dim, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)


@wrong("softmax", "base|2")
def powers_of_two(x, dim):
    e = 2 ** (x - x.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)


@wrong("softmax", "length|square|norm|sum")
def unit_length(x, dim):
    return F.normalize((x - x.amax(dim, keepdim=True)).exp(), dim=dim)


@wrong("softmax", "keepdim|axis|shape|broadcast")
def numpy_without_keepdims(x, dim):
    e = np.exp(x.numpy() - x.numpy().max(dim, keepdims=True))
    return torch.from_numpy(e / e.sum(dim))


@wrong("softmax", "max")
def max_along_the_rest(x, dim):
    e = (x - x.amax(0, keepdim=True)).exp()
    return e / e.sum(dim, keepdim=True)


@wrong("softmax", "each entry|sigmoid|alone|sum")
def sigmoids(x, dim):
    return torch.sigmoid(x)


@wrong("softmax", "log")
def log_form(x, dim):
    return x - torch.logsumexp(x, dim, keepdim=True)


@wrong("softmax", "negative|sign|minus|small")
def softmin(x, dim):
    return F.softmin(x, dim)


# --- 02 cross_entropy


@wrong("cross_entropy", "order|view|reshape|mix|axes|class")
def class_axis_by_view(logits, targets):
    if logits.ndim < 3:
        return F.cross_entropy(logits, targets)
    c = logits.shape[-1]
    rows, row = logits.reshape(-1, *logits.shape[-2:]), targets.reshape(-1, targets.shape[-1])
    return F.cross_entropy(rows.reshape(rows.shape[0], c, -1), row)


@wrong("cross_entropy", "log|raw|softmax")
def nll_of_raw_logits(logits, targets):
    return F.nll_loss(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))


@wrong("cross_entropy", "all|every|target")
def fancy_index_takes_all_pairs(logits, targets):
    return -logits.log_softmax(-1).reshape(-1, logits.shape[-1])[:, targets.flatten()].mean()


@wrong("cross_entropy", "sum|batch|position|first axis")
def sum_over_time_mean_over_batch(logits, targets):
    logp = logits.log_softmax(-1).gather(-1, targets[..., None])[..., 0]
    return -logp.reshape(logp.shape[0], -1).sum(-1).mean()


@wrong("cross_entropy", "small|epsilon|1e-|log|add|clip|floor|cap|bound")
def tiny_number_in_the_log(logits, targets):
    p = logits.softmax(-1).gather(-1, targets[..., None])
    return -(p + 1e-9).log().mean()


@wrong("cross_entropy", "binary|sigmoid|class")
def binary_per_class(logits, targets):
    return F.binary_cross_entropy_with_logits(
        logits, F.one_hot(targets, logits.shape[-1]).to(logits.dtype)
    )


@wrong("cross_entropy", "argmax|likely|largest|own|best")
def own_guess_as_target(logits, targets):
    return -logits.log_softmax(-1).amax(-1).mean()


@wrong("cross_entropy", "1|label|target|shift|off")
def labels_from_one(logits, targets):
    logp = logits.log_softmax(-1)
    return -logp.gather(-1, (targets - 1).clamp(min=0)[..., None]).mean()


@wrong("cross_entropy", "perplexity|exp")
def perplexity_at_once(logits, targets):
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1)).exp()


@wrong("cross_entropy", "log|probabilit")
def one_minus_p(logits, targets):
    return 1 - logits.softmax(-1).gather(-1, targets[..., None]).mean()


@wrong("cross_entropy", "sign|negative|minus")
def plus_log_likelihood(logits, targets):
    return logits.log_softmax(-1).gather(-1, targets[..., None]).mean()


# --- 02 cross_entropy_masked


@wrong("cross_entropy_masked", "-100|ignore_index|hard|default")
def torch_default_of_ignore(logits, targets, ignore_index):
    return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))


@wrong("cross_entropy_masked", "row|sentence|sequence|each")
def mean_of_row_means(logits, targets, ignore_index):
    keep = targets != ignore_index
    safe = targets.masked_fill(~keep, 0)
    nll = -logits.log_softmax(-1).gather(-1, safe[..., None])[..., 0] * keep
    rows, n = nll.reshape(-1, nll.shape[-1]).sum(-1), keep.reshape(-1, nll.shape[-1]).sum(-1)
    return (rows / n.clamp(min=1)).mean()


@wrong("cross_entropy_masked", "after|first|later|stop")
def stops_at_the_first_ignored(logits, targets, ignore_index):
    keep = (targets != ignore_index).cumprod(-1).bool()
    safe = targets.masked_fill(~keep, 0)
    nll = -logits.log_softmax(-1).gather(-1, safe[..., None])[..., 0]
    return (nll * keep).sum() / keep.sum()


@wrong("cross_entropy_masked", ">|above|smaller|larger|greater|below|less")
def greater_than_ignore(logits, targets, ignore_index):
    keep = targets > ignore_index
    return F.cross_entropy(logits[keep], targets[keep])


@wrong("cross_entropy_masked", "class|column|logit|probab")
def removes_the_class_from_the_logits(logits, targets, ignore_index):
    keep = targets != ignore_index
    logits = logits[keep].clone()
    if 0 <= ignore_index < logits.shape[-1]:
        logits[..., ignore_index] = float("-inf")
    return F.cross_entropy(logits, targets[keep])


@wrong("cross_entropy_masked", "all|every|count|share")
def zeros_in_the_mean(logits, targets, ignore_index):
    keep = targets != ignore_index
    nll = -logits.log_softmax(-1).gather(-1, targets.masked_fill(~keep, 0)[..., None])[..., 0]
    return (nll * keep).mean()


@wrong("cross_entropy_masked", "guess|argmax|likely|predict|own")
def keeps_by_the_guess(logits, targets, ignore_index):
    keep = logits.argmax(-1) != ignore_index
    nll = -logits.log_softmax(-1).gather(-1, targets.clamp(min=0)[..., None])[..., 0]
    return nll[keep].mean()


@wrong("cross_entropy_masked", "0|uniform|log|zero|logit")
def zeros_the_logits(logits, targets, ignore_index):
    keep = targets != ignore_index
    logp = (logits * keep[..., None]).log_softmax(-1)
    return -logp.gather(-1, targets.masked_fill(~keep, 0)[..., None]).mean()


@wrong("cross_entropy_masked", "sum|divid|averag|mean")
def sum_of_the_kept(logits, targets, ignore_index):
    keep = targets != ignore_index
    return F.cross_entropy(logits[keep], targets[keep], reduction="sum")


# --- 03


@wrong("scaled_embedding", "vocab|rows")
def root_of_the_vocabulary(weight, token_ids):
    return weight[token_ids] * weight.shape[0] ** 0.5


@wrong("scaled_embedding", "length|positions|number of")
def root_of_the_length(weight, token_ids):
    return F.embedding(token_ids, weight) * math.sqrt(token_ids.shape[-1] if token_ids.ndim else 1)


@wrong("scaled_embedding", "integer|whole|round|int")
def integer_root(weight, token_ids):
    return weight[token_ids] * math.isqrt(weight.shape[1])


@wrong("scaled_embedding", "unit|length|norm")
def unit_rows_first(weight, token_ids):
    return F.normalize(weight, dim=-1)[token_ids] * weight.shape[-1] ** 0.5


@wrong("scaled_embedding", "0|zero|pad")
def zero_row_as_padding(weight, token_ids):
    out = weight[token_ids] * weight.shape[-1] ** 0.5
    return out * (token_ids != 0)[..., None]


@wrong("scaled_embedding", "random|new")
def table_of_its_own(weight, token_ids):
    table = torch.nn.Embedding(*weight.shape)
    return table(token_ids) * weight.shape[1] ** 0.5


@wrong("scaled_embedding", "id|row|next|one|off")
def ids_from_one(weight, token_ids):
    return weight[token_ids - 1] * weight.shape[1] ** 0.5


@wrong("scaled_embedding", "chang")
def scales_the_table_in_place(weight, token_ids):
    weight *= weight.shape[1] ** 0.5
    return weight[token_ids]


@wrong("scaled_embedding", "mean|averag|one vector|axes|axis")
def bag_of_words(weight, token_ids):
    return weight[token_ids].mean(-2) * weight.shape[1] ** 0.5


@wrong("one_hot_lookup", "num_classes|vocab|largest|width|columns")
def one_hot_without_classes(weight, token_ids):
    return F.one_hot(token_ids).to(weight.dtype) @ weight


@wrong("one_hot_lookup", "float|dtype|int|long")
def one_hot_left_as_integers(weight, token_ids):
    return F.one_hot(token_ids, weight.shape[0]) @ weight


@wrong("one_hot_lookup", "from 1|one|shift|next|off|row")
def compares_from_one(weight, token_ids):
    ids = torch.arange(1, weight.shape[0] + 1)
    return (token_ids[..., None] == ids).to(weight.dtype) @ weight


@wrong("one_hot_lookup", "one-hot|vocab|product|weight")
def one_hot_itself(weight, token_ids):
    return F.one_hot(token_ids, weight.shape[0]).to(weight.dtype)


@wrong("one_hot_lookup", "float64|dtype")
def one_hot_in_float32(weight, token_ids):
    return F.one_hot(token_ids, weight.shape[0]).float() @ weight


@wrong("one_hot_lookup", "axes|shape|flat")
def leaves_it_flat(weight, token_ids):
    return torch.eye(weight.shape[0], dtype=weight.dtype)[token_ids.flatten()] @ weight


@wrong("one_hot_lookup", "scale|sqrt|times")
def scaled_out_of_habit(weight, token_ids):
    hot = F.one_hot(token_ids, weight.shape[0]).to(weight.dtype)
    return math.sqrt(weight.shape[1]) * (hot @ weight)


@wrong("one_hot_lookup", "sum|all|several|multi")
def multi_hot(weight, token_ids):
    hot = torch.zeros(*token_ids.shape[:-1], weight.shape[0], dtype=weight.dtype)
    return hot.scatter(-1, token_ids, 1.0) @ weight


# --- 04


@wrong("sinusoidal_positions", "twice|2i|exponent|4i|double")
def step_two_and_double_again(length, d_model):
    pe = torch.zeros(length, d_model)
    for pos in range(length):
        for i in range(0, d_model, 2):
            pe[pos, i] = math.sin(pos / 10000 ** ((2 * i) / d_model))
            pe[pos, i + 1] = math.cos(pos / 10000 ** ((2 * (i + 1)) / d_model))
    return pe


@wrong("sinusoidal_positions", "half|side by side|first|halves")
def tensor2tensor_layout(length, d_model):
    half = d_model // 2
    steps = math.log(10000) / max(half - 1, 1)
    angle = torch.arange(length)[:, None] * torch.exp(-steps * torch.arange(half))
    return torch.cat([angle.sin(), angle.cos()], dim=1)


@wrong("sinusoidal_positions", "power|exponent|10000|times")
def product_for_power(length, d_model):
    pos, i = torch.arange(length)[:, None].float(), torch.arange(0, d_model, 2)
    angle = pos / (10000 * i / d_model).clamp(min=1)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "exponent|whole|integer|same")
def floor_division_in_the_exponent(length, d_model):
    pos, i = torch.arange(length)[:, None].float(), torch.arange(0, d_model, 2)
    angle = pos / 10000 ** (i // d_model)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "sign|exponent|grow|times|multipl")
def exponent_without_minus(length, d_model):
    div = torch.exp(torch.arange(0, d_model, 2) * (math.log(10000.0) / d_model))
    pe = torch.zeros(length, d_model)
    pe[:, 0::2] = torch.sin(torch.arange(length)[:, None] * div)
    pe[:, 1::2] = torch.cos(torch.arange(length)[:, None] * div)
    return pe


@wrong("sinusoidal_positions", "radian|degree|factor|angle")
def angles_in_degrees(length, d_model):
    i = torch.arange(0, d_model, 2)
    angle = torch.deg2rad(torch.arange(length)[:, None] / 10000 ** (i / d_model))
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1)


@wrong("sinusoidal_positions", "log10|log|base")
def logarithm_to_base_ten(length, d_model):
    div = torch.exp(-torch.arange(0, d_model, 2) * math.log10(10000.0) / d_model)
    pe = torch.zeros(length, d_model)
    pe[:, 0::2] = torch.sin(torch.arange(length)[:, None] * div)
    pe[:, 1::2] = torch.cos(torch.arange(length)[:, None] * div)
    return pe


@wrong("sinusoidal_positions", "axes|batch")
def buffer_with_a_batch_axis(length, d_model):
    i = torch.arange(0, d_model, 2)
    angle = torch.arange(length)[:, None] / 10000 ** (i / d_model)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1).unsqueeze(0)


@wrong("sinusoidal_positions", "between 0 and 1|position|length|normal|divided")
def positions_from_zero_to_one(length, d_model):
    i = torch.arange(0, d_model, 2)
    angle = torch.linspace(0, 1, length)[:, None] / 10000 ** (i / d_model)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1)


# --- 05 attention


def _scores(q, k):
    return q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5


@wrong("attention", "1e-9|fill|small|0|zero")
def minus_sign_lost_in_the_fill(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        s = s.masked_fill(~mask, 1e-9)
    w = s.softmax(-1)
    return w @ v, w


@wrong("attention", "ignor|mask|batch|axes|axis")
def mask_of_the_first_item(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        first = mask.reshape(-1, *mask.shape[-2:])[0]
        s = s.masked_fill(~first, float("-inf"))
    w = s.softmax(-1).nan_to_num()
    return w @ v, w


@wrong("attention", "add|1|bool|mask")
def boolean_mask_added(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        s = s + mask
    w = s.softmax(-1)
    return w @ v, w


@wrong("attention", "row|nothing|masked|uniform|keys")
def minus_1e9_and_no_care(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        s = s.masked_fill(mask == 0, -1e9)
    w = F.softmax(s, dim=-1)
    return torch.matmul(w, v), w


@wrong("attention", "length|cosine|unit|norm")
def cosine_scores(q, k, v, mask=None):
    s = F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).mT
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf"))
    w = s.softmax(-1).nan_to_num()
    return w @ v, w


@wrong("attention", "value|d_v|v's|width of v|v.shape")
def width_of_the_values(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(v.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf"))
    w = s.softmax(-1).nan_to_num()
    return w @ v, w


@wrong("attention", "scale|factor|times|multipl")
def multiplies_by_the_root(q, k, v, mask=None):
    s = q @ k.mT * math.sqrt(q.shape[-1])
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf"))
    w = s.softmax(-1).nan_to_num()
    return w @ v, w


@wrong("attention", "mask|weights|second")
def fused_output_unmasked_weights(q, k, v, mask=None):
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask).nan_to_num()
    return out, _scores(q, k).softmax(-1)


@wrong("attention", "random|dropout")
def dropout_left_on(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf"))
    w = F.dropout(s.softmax(-1).nan_to_num(), 0.1)
    return w @ v, w


@wrong("attention", "mask|None")
def mask_is_never_none(q, k, v, mask=None):
    s = _scores(q, k).masked_fill(~mask, float("-inf"))
    w = s.softmax(-1).nan_to_num()
    return w @ v, w


@wrong("attention", "order|swap|first|second|(weights, output)")
def weights_then_output(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf"))
    w = s.softmax(-1).nan_to_num()
    return w, w @ v


@wrong("attention", "future|causal|triangle|later")
def always_causal(q, k, v, mask=None):
    s = _scores(q, k)
    allowed = torch.ones(s.shape[-2:], dtype=torch.bool).tril()
    if mask is not None:
        allowed = allowed & mask
    w = s.masked_fill(~allowed, float("-inf")).softmax(-1).nan_to_num()
    return w @ v, w


@wrong("attention", "mask|fill|max|float|nothing|keys")
def fills_with_the_smallest_float(q, k, v, mask=None):
    s = _scores(q, k)
    if mask is not None:
        s = torch.where(mask, s, torch.finfo(s.dtype).min)
    w = s.softmax(-1)
    return w @ v, w


# --- 06


@wrong("padding_mask", "length|count|left|middle|end")
def lengths_then_arange(token_ids, pad_id):
    lengths = (token_ids != pad_id).sum(1)
    inside = torch.arange(token_ids.shape[1]) < lengths[:, None]
    return inside[:, None, None, :]


@wrong("padding_mask", "axis|axes|quer")
def column_of_queries(token_ids, pad_id):
    return (token_ids != pad_id)[:, None, :, None]


@wrong("padding_mask", ">|larger|greater|smaller|below|above|less")
def larger_than_pad(token_ids, pad_id):
    return (token_ids > pad_id)[:, None, None]


@wrong("padding_mask", "bool|float|dtype")
def float_mask_as_in_keras(token_ids, pad_id):
    return (token_ids != pad_id).float()[:, None, None, :]


@wrong("padding_mask", "batch|axis|axes|shape")
def batch_on_the_query_axis(token_ids, pad_id):
    return token_ids.ne(pad_id).unsqueeze(0).unsqueeze(0)


@wrong("padding_mask", "0|truth|pad_id")
def ids_as_truth(token_ids, pad_id):
    return token_ids.bool()[:, None, None, :]


@wrong("causal_mask", "future|invert|revers|opposite")
def torch_generate_square(size):
    return torch.nn.Transformer.generate_square_subsequent_mask(size) != 0


@wrong("causal_mask", "float|bool|dtype|inf")
def additive_as_torch_makes_it(size):
    return torch.nn.Transformer.generate_square_subsequent_mask(size)


@wrong("causal_mask", "one|future|next|much")
def range_until_the_next(size):
    return torch.tensor([[j <= i + 1 for j in range(size)] for i in range(size)])


@wrong("causal_mask", "list|tensor|type")
def rows_of_python_bools(size):
    return [[j <= i for j in range(size)] for i in range(size)]


@wrong("causal_mask", "axes|extra-axis|(1, size, size)")
def annotated_transformer_shape(size):
    return torch.from_numpy(np.triu(np.ones((1, size, size)), k=1).astype("uint8")) == 0


@wrong("causal_mask", "before|window|one|only|forbids|previous|past")
def only_itself_and_the_one_before(size):
    i = torch.arange(size)
    return ((i[:, None] - i) >= 0) & ((i[:, None] - i) <= 1)


@wrong("causal_mask", "revers|flip|anti|mirror|backward")
def anti_diagonal(size):
    return torch.ones(size, size).tril().bool().flip(-1)


@wrong("decoder_mask", "quer|row|pad")
def pads_ask_nothing(token_ids, pad_id):
    keep = token_ids != pad_id
    n = token_ids.shape[1]
    both = keep[:, None, :, None] & keep[:, None, None, :]
    return both & torch.ones(n, n).tril().bool()


@wrong("decoder_mask", "or|and|either")
def sum_of_the_masks(token_ids, pad_id):
    n = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, None, :] + torch.ones(n, n).tril().bool()


@wrong("decoder_mask", "batch|size|len")
def triangle_of_the_batch(token_ids, pad_id):
    n = token_ids.shape[0]
    return (token_ids != pad_id)[:, None, None, :] & torch.ones(n, n).tril().bool()


@wrong("decoder_mask", "axes|shape")
def without_a_head_axis(token_ids, pad_id):
    n = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, :] & torch.ones(n, n).tril().bool()


@wrong("decoder_mask", "int|bool|dtype")
def product_of_numbers(token_ids, pad_id):
    n = token_ids.shape[1]
    return (token_ids != pad_id).int()[:, None, None, :] * torch.ones(n, n).tril().int()


@wrong("decoder_mask", "itself|diagonal|own")
def itself_is_the_future(token_ids, pad_id):
    n = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, None, :] & torch.ones(n, n).tril(-1).bool()


@wrong("decoder_mask", "pad|quer|key|column|row")
def padding_along_the_wrong_axis(token_ids, pad_id):
    n = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, :, None] & torch.ones(n, n).tril().bool()


@wrong("additive_mask", "1|True|one|allowed")
def ones_stay_ones(mask, dtype):
    return mask.to(dtype).masked_fill(~mask, float("-inf"))


@wrong("additive_mask", "NaN|0 *")
def one_minus_mask_times_infinity(mask, dtype):
    return (1.0 - mask.to(dtype)) * float("-inf")


@wrong("additive_mask", "1e9|1e+09|finite|-10000")
def large_number_as_in_bert(mask, dtype):
    return (1.0 - mask.to(dtype)) * -10000.0


@wrong("additive_mask", "dtype|float")
def where_in_the_default_dtype(mask, dtype):
    return torch.where(mask, 0.0, float("-inf"))


@wrong("additive_mask", "invert|opposite|allowed|polarity|other way")
def true_means_blocked(mask, dtype):
    return torch.zeros(mask.shape, dtype=dtype).masked_fill(mask, float("-inf"))


@wrong("additive_mask", "+inf|sign|plus|positive")
def plus_infinity(mask, dtype):
    return torch.zeros(mask.shape, dtype=dtype).masked_fill(~mask, float("inf"))


# --- 07


@wrong("split_heads", "chunk|size|width|heads|number")
def split_takes_a_size(x, num_heads):
    return torch.stack(x.split(num_heads, dim=-1), dim=1)


@wrong("split_heads", "heads first|first axis|order|axes|before the batch")
def heads_before_the_batch(x, num_heads):
    return torch.stack(x.chunk(num_heads, dim=-1))


@wrong("split_heads", "d_head, heads|interleav|every|stride|cut")
def stride_of_heads(x, num_heads):
    return torch.stack([x[..., i::num_heads] for i in range(num_heads)], dim=1)


@wrong("split_heads", "axes|batch")
def heads_folded_into_the_batch(x, num_heads):
    b, t, _ = x.shape
    return x.view(b, t, num_heads, -1).transpose(1, 2).reshape(b * num_heads, t, -1)


@wrong("split_heads", "len|time|position")
def chunks_of_time(x, num_heads):
    b, t, d = x.shape
    return x.reshape(b, num_heads, t, d // num_heads)


@wrong("split_heads", "copy|same|whole|all|width|size")
def every_head_sees_all(x, num_heads):
    return x.unsqueeze(1).expand(-1, num_heads, -1, -1)


@wrong("split_heads", "order|swap|transposed|axes")
def permuted_for_keys(x, num_heads):
    b, t, d = x.shape
    return x.view(b, t, num_heads, d // num_heads).permute(0, 2, 3, 1)


@wrong("merge_heads", "sum|average|mean|add|only move|numbers")
def heads_averaged(x):
    return x.mean(1).repeat(1, 1, x.shape[1])


@wrong("merge_heads", "order|interleav|cut|axes")
def features_then_heads(x):
    return x.permute(0, 2, 3, 1).flatten(2)


@wrong("merge_heads", "contiguous|reshape|view")
def view_after_transpose(x):
    b, h, t, d = x.shape
    return x.transpose(1, 2).view(b, t, h * d)


@wrong("merge_heads", "len|time|one after|position|shape")
def heads_one_after_another(x):
    return torch.cat(x.unbind(1), dim=1)


@wrong("merge_heads", "order|transpos|axes")
def reshape_alone(x):
    return x.contiguous().view(x.shape[0], x.shape[2], -1)


@wrong("merge_heads", "batch|shape|order|axes")
def batch_side_by_side(x):
    return torch.cat(list(x), dim=-1)


def _mha(x_q, x_kv, w_q, w_k, w_v, w_o, h, mask=None, scale=None, split=None, merge=None):
    split = split or (lambda x: x.unflatten(-1, (h, -1)).transpose(1, 2))
    q, k, v = split(x_q @ w_q), split(x_kv @ w_k), split(x_kv @ w_v)
    s = q @ k.mT * (scale or q.shape[-1] ** -0.5)
    if mask is not None:
        s = s.masked_fill(~mask, float("-inf"))
    out = s.softmax(-1).nan_to_num() @ v
    return (merge or (lambda y: y.transpose(1, 2).flatten(2)))(out) @ w_o


@wrong("multi_head_attention", "d_model|scale|sqrt")
def scale_of_the_whole_model(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask, scale=x_q.shape[-1] ** -0.5)


@wrong("multi_head_attention", "transpos")
def weights_as_in_linear(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q.T, w_k.T, w_v.T, w_o.T, num_heads, mask)


@wrong("multi_head_attention", "value|x_q|quer|x_kv")
def values_from_the_query_side(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_kv, x_kv, w_q, w_k, w_v, w_o, num_heads, mask)


@wrong("multi_head_attention", "w_k|w_v|key|value")
def keys_and_values_exchanged(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q, w_v, w_k, w_o, num_heads, mask)


@wrong("multi_head_attention", "merge|order|head")
def merged_by_reshape(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(
        x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask,
        merge=lambda y: y.reshape(y.shape[0], y.shape[2], -1),
    )  # fmt: skip


@wrong("multi_head_attention", "residual|x_q|added|plus")
def with_the_residual(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return x_q + _mha(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask)


@wrong("multi_head_attention", "causal|future|mask")
def fused_and_always_causal(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    def cut(x):
        return x.unflatten(-1, (num_heads, -1)).transpose(1, 2)

    out = F.scaled_dot_product_attention(
        cut(x_q @ w_q), cut(x_kv @ w_k), cut(x_kv @ w_v), is_causal=True
    )
    return out.transpose(1, 2).flatten(2) @ w_o


@wrong("multi_head_attention", "invert|opposite|other way|block|masks what|allowed")
def key_padding_mask_of_torch(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, None if mask is None else ~mask)


@wrong("multi_head_attention", "w_o|output|project")
def output_projection_forgotten(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q, w_k, w_v, torch.eye(w_o.shape[0], dtype=w_o.dtype), num_heads, mask)


@wrong("multi_head_attention", "head|one")
def one_big_head(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    return _mha(x_q, x_kv, w_q, w_k, w_v, w_o, 1, mask)


@wrong("multi_head_attention", "tuple|pair|weights|one tensor|type")
def output_with_weights(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None):
    out = _mha(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask)
    return out, torch.zeros(1)


# --- 08


@wrong("layer_norm", "mean")
def root_mean_square(x, gamma, beta, eps):
    return gamma * x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) + beta


@wrong("layer_norm", "eps|outside|std")
def eps_beside_the_root(x, gamma, beta, eps):
    mean, std = x.mean(-1, keepdim=True), x.std(-1, keepdim=True, correction=0)
    return gamma * (x - mean) / (std + eps) + beta


@wrong("layer_norm", "unbiased|n - 1|d - 1|Bessel|biased")
def annotated_transformer(x, gamma, beta, eps):
    mean, std = x.mean(-1, keepdim=True), x.std(-1, keepdim=True)
    return gamma * (x - mean) / (std + eps) + beta


@wrong("layer_norm", "beta|gamma|inside|times")
def beta_inside(x, gamma, beta, eps):
    return gamma * (F.layer_norm(x, x.shape[-1:], eps=eps) + beta)


@wrong("layer_norm", "1 + gamma|gamma")
def gamma_around_one(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], 1 + gamma, beta, eps)


@wrong("layer_norm", "variance|root|sqrt")
def divides_by_the_variance(x, gamma, beta, eps):
    d = x - x.mean(-1, keepdim=True)
    return gamma * d / (d.square().mean(-1, keepdim=True) + eps) + beta


@wrong("layer_norm", "eps|1e-5|1e-05|1e-5")
def eps_of_torch(x, gamma, beta, eps):
    return F.layer_norm(x, x.shape[-1:], gamma, beta)


@wrong("layer_norm", "axis|axes|whole|all|tokens and features")
def over_time_and_features(x, gamma, beta, eps):
    axes = tuple(range(1, x.ndim)) if x.ndim > 1 else (0,)
    var, mean = torch.var_mean(x, axes, correction=0, keepdim=True)
    return gamma * (x - mean) / (var + eps).sqrt() + beta


@wrong("layer_norm", "absolute|deviation|variance")
def mean_absolute_deviation(x, gamma, beta, eps):
    d = x - x.mean(-1, keepdim=True)
    return gamma * d / (d.abs().mean(-1, keepdim=True) + eps) + beta


@wrong("layer_norm", "variance|square|mean|divisor")
def variance_without_the_square(x, gamma, beta, eps):
    mean = x.mean(-1, keepdim=True)
    var = (x * x).mean(-1, keepdim=True) - mean
    return gamma * (x - mean) / (var.abs() + eps).sqrt() + beta


@wrong("feed_forward", "6|clip|clamp|cap|large|upper|bound")
def relu6_from_mobile_nets(x, w1, b1, w2, b2):
    return F.relu6(x @ w1 + b1) @ w2 + b2


@wrong("feed_forward", "GELU|gelu")
def gelu_of_gpt(x, w1, b1, w2, b2):
    return F.gelu(x @ w1 + b1, approximate="tanh") @ w2 + b2


@wrong("feed_forward", "bias|b1|after")
def bias_after_the_relu(x, w1, b1, w2, b2):
    return (F.relu(x @ w1) + b1) @ w2 + b2


@wrong("feed_forward", "random|dropout")
def functional_dropout(x, w1, b1, w2, b2):
    return F.dropout(F.relu(x @ w1 + b1), 0.1) @ w2 + b2


@wrong("feed_forward", "transpos")
def linear_of_torch(x, w1, b1, w2, b2):
    return F.linear(F.relu(F.linear(x, w1, b1)), w2, b2)


@wrong("feed_forward", "residual|x")
def with_residual(x, w1, b1, w2, b2):
    return x + F.relu(x @ w1 + b1) @ w2 + b2


@wrong("feed_forward", "output|second|end|last")
def activation_at_the_end(x, w1, b1, w2, b2):
    return F.relu((x @ w1 + b1) @ w2 + b2)


@wrong("feed_forward", "relu|ReLU|absolute|negative")
def absolute_value(x, w1, b1, w2, b2):
    return (x @ w1 + b1).abs() @ w2 + b2


@wrong("residual_post_norm", "norm")
def post_norms_the_branch(x, sublayer, norm):
    return x + norm(sublayer(x))


@wrong("residual_post_norm", "norm")
def post_norms_each(x, sublayer, norm):
    return norm(x) + norm(sublayer(x))


@wrong("residual_post_norm", "x|residual|path")
def post_without_the_path(x, sublayer, norm):
    return norm(sublayer(x))


@wrong("residual_post_norm", "chang")
def post_adds_in_place(x, sublayer, norm):
    x += sublayer(x)
    return norm(x)


@wrong("residual_post_norm", "own|norm|layer")
def post_norm_of_its_own(x, sublayer, norm):
    return F.layer_norm(x + sublayer(x), x.shape[-1:])


@wrong("residual_post_norm", "norm|pre|inside|twice")
def post_with_both_norms(x, sublayer, norm):
    return norm(x + sublayer(norm(x)))


@wrong("residual_post_norm", "2|root|half|scal")
def post_over_root_two(x, sublayer, norm):
    return norm((x + sublayer(x)) * 0.5**0.5)


@wrong("residual_pre_norm", "norm|path|raw")
def pre_overwrites_x(x, sublayer, norm):
    x = norm(x)
    return x + sublayer(x)


@wrong("residual_pre_norm", "post|norm")
def pre_is_post(x, sublayer, norm):
    return norm(x + sublayer(x))


@wrong("residual_pre_norm", "sandwich|norm|twice|second")
def pre_sandwich(x, sublayer, norm):
    return x + norm(sublayer(norm(x)))


@wrong("residual_pre_norm", "norm")
def pre_forgets_the_norm(x, sublayer, norm):
    return x + sublayer(x)


@wrong("residual_pre_norm", "order|inside|after|norm")
def pre_in_the_other_order(x, sublayer, norm):
    return x + norm(sublayer(x))


@wrong("residual_pre_norm", "residual|x|path")
def pre_without_the_path(x, sublayer, norm):
    return sublayer(norm(x))


# --- 10


@wrong("shift_right", "T5|0|prepend|label|input|bos|begin|start|length|one-too-long")
def shift_of_t5(target_ids):
    start = torch.zeros_like(target_ids[:, :1])
    return torch.cat([start, target_ids[:, :-1]], 1), target_ids


@wrong("shift_right", "roll|wrap|around|length|long")
def labels_by_roll(target_ids):
    return target_ids, target_ids.roll(-1, dims=1)


@wrong("shift_right", "batch|axis|row")
def slices_the_batch(target_ids):
    return target_ids[:-1], target_ids[1:]


@wrong("shift_right", "two|gap|apart|skip|2|short")
def shift_of_two(target_ids):
    return target_ids[:, :-2], target_ids[:, 2:]


@wrong("shift_right", "same|copy|shift|label|unshifted")
def labels_are_the_input(target_ids):
    return target_ids[:, :-1], target_ids[:, :-1]


@wrong("shift_right", "one tensor|tuple|pair|stack|type")
def pair_in_one_tensor(target_ids):
    return torch.stack([target_ids[:, :-1], target_ids[:, 1:]])


@wrong("shift_right", "dict|type|tuple|pair")
def batch_as_a_dict(target_ids):
    return {"decoder_input": target_ids[:, :-1], "labels": target_ids[:, 1:]}


@wrong("shift_right", "float|dtype|int")
def labels_as_floats(target_ids):
    return target_ids[:, :-1], target_ids[:, 1:].float()


@wrong("shift_right", "bos|eos|both|short|end")
def strips_both_ends(target_ids):
    return target_ids[:, 1:-1], target_ids[:, 1:-1]


@wrong("clip_by_global_norm", "each|own|alone")
def clipped_one_by_one(grads, max_norm):
    return [g * min(1.0, max_norm / (g.norm().item() + 1e-12)) for g in grads]


@wrong("clip_by_global_norm", "value|clamp|entr")
def clipped_by_value(grads, max_norm):
    return [g.clamp(-max_norm, max_norm) for g in grads]


@wrong("clip_by_global_norm", "sum of|sum|norms")
def norms_added(grads, max_norm):
    total = sum(g.norm() for g in grads)
    return [g * max_norm / total if total > max_norm else g for g in grads]


@wrong("clip_by_global_norm", "always|small|below|exceed|even")
def always_to_max_norm(grads, max_norm):
    total = torch.stack([g.norm() for g in grads]).norm()
    return [g * (max_norm / total) for g in grads]


@wrong("clip_by_global_norm", "chang")
def mul_in_place(grads, max_norm):
    total = torch.stack([g.norm() for g in grads]).norm()
    if total > max_norm:
        for g in grads:
            g.mul_(max_norm / total)
    return grads


@wrong("clip_by_global_norm", "tuple|two|norm|pair|items|type")
def optax_style_pair(grads, max_norm):
    total = torch.stack([g.norm() for g in grads]).norm()
    scale = (max_norm / total).clamp(max=1)
    return [g * scale for g in grads], total


@wrong("clip_by_global_norm", "largest|max|infinity")
def largest_entry(grads, max_norm):
    total = max(g.abs().max() for g in grads)
    return [g * (max_norm / total).clamp(max=1) for g in grads]


@wrong("clip_by_global_norm", "mean|root|number|averag|entries")
def root_mean_square_norm(grads, max_norm):
    flat = torch.cat([g.flatten() for g in grads])
    rms = flat.square().mean().sqrt()
    return [g * (max_norm / rms).clamp(max=1) for g in grads]


@wrong("scale_micro_batch_losses", "number|steps|mean|equal|unequal|averag")
def divided_by_accumulation_steps(losses, token_counts):
    return sum(loss / len(losses) for loss in losses)


@wrong("scale_micro_batch_losses", "sum|twice|divid|count")
def sum_over_counts(losses, token_counts):
    return torch.stack(losses).sum() / sum(token_counts)


@wrong("scale_micro_batch_losses", "total|divid|sum|not")
def total_of_all_tokens(losses, token_counts):
    return sum(loss * n for loss, n in zip(losses, token_counts, strict=True))


@wrong("scale_micro_batch_losses", "softmax|weights|count|share")
def softmax_of_counts(losses, token_counts):
    w = torch.tensor(token_counts, dtype=losses[0].dtype).softmax(0)
    return (torch.stack(losses) * w).sum()


@wrong("scale_micro_batch_losses", "float|number|item|tensor")
def python_number(losses, token_counts):
    pairs = zip(losses, token_counts, strict=True)
    return sum(loss.item() * n for loss, n in pairs) / sum(token_counts)


@wrong("scale_micro_batch_losses", "number|len|micro-batch|divid")
def weighted_then_over_steps(losses, token_counts):
    pairs = zip(losses, token_counts, strict=True)
    return sum(loss * n for loss, n in pairs) / len(losses)


@wrong("scale_micro_batch_losses", "shape|axes|one|0-d|axis")
def one_number_in_a_vector(losses, token_counts):
    n = torch.tensor(token_counts, dtype=losses[0].dtype)
    return (torch.stack(losses) @ n / n.sum()).reshape(1)


# --- 11


@wrong("noam_lr", "warm|sign|exponent|power")
def warmup_to_the_plus(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**1.5)


@wrong("noam_lr", "step|1|from|late|early")
def counted_from_zero(step, d_model, warmup):
    step = step + 1
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


@wrong("noam_lr", "d_model")
def without_the_model_width(step, d_model, warmup):
    return min(step**-0.5, step * warmup**-1.5)


@wrong("noam_lr", "warm|exponent|power|-0.5|-1|jump|peak")
def warmup_to_minus_a_half(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-0.5)


@wrong("noam_lr", "constant|after|decay|fall")
def constant_after_warmup(step, d_model, warmup):
    return d_model**-0.5 * min(step, warmup) * warmup**-1.5


@wrong("noam_lr", "linear|decay|after|root|fall|warm")
def linear_ramp_to_one(step, d_model, warmup):
    return d_model**-0.5 * min(1.0, step / warmup)


@wrong("noam_lr", "sqrt|d_model|multipl|times")
def times_the_root_of_d(step, d_model, warmup):
    return math.sqrt(d_model) * min(1 / math.sqrt(step), step / warmup**1.5)


@wrong("noam_lr", "max|larger|smaller")
def keras_tutorial_max(step, d_model, warmup):
    return d_model**-0.5 * max(step**-0.5, step * warmup**-1.5)


def _adam(p, g, m, v, t, betas):
    m = betas[0] * m + (1 - betas[0]) * g
    v = betas[1] * v + (1 - betas[1]) * g * g
    return m, v, m / (1 - betas[0] ** t), v / (1 - betas[1] ** t)


@wrong("adamw_step", "eps|corrected|before|hat")
def epsilon_hat_of_tensorflow(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m, v, _, _ = _adam(param, grad, m, v, step, betas)
    rate = lr * math.sqrt(1 - betas[1] ** step) / (1 - betas[0] ** step)
    return param - rate * m / (v.sqrt() + eps) - lr * weight_decay * param, m, v


@wrong("adamw_step", "lr|learning rate|decay")
def decay_without_lr(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m, v, mh, vh = _adam(param, grad, m, v, step, betas)
    return param - lr * mh / (vh.sqrt() + eps) - weight_decay * param, m, v


@wrong("adamw_step", "gradient|L2|decoupled")
def decay_as_l2(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m, v, mh, vh = _adam(param, grad + weight_decay * param, m, v, step, betas)
    return param - lr * mh / (vh.sqrt() + eps), m, v


@wrong("adamw_step", "after|new|updated|decay")
def decay_of_the_new_parameter(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m, v, mh, vh = _adam(param, grad, m, v, step, betas)
    new = param - lr * mh / (vh.sqrt() + eps)
    return new - lr * weight_decay * new, m, v


@wrong("adamw_step", "corrected|hat|return|state|m and v")
def hands_back_the_corrected(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m, v, mh, vh = _adam(param, grad, m, v, step, betas)
    return param - lr * mh / (vh.sqrt() + eps) - lr * weight_decay * param, mh, vh


@wrong("adamw_step", "step|power|counted|zero|0")
def steps_from_zero(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m, v, mh, vh = _adam(param, grad, m, v, step + 1, betas)
    return param - lr * mh / (vh.sqrt() + eps) - lr * weight_decay * param, m, v


@wrong("adamw_step", "beta")
def betas_the_wrong_way(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m, v, mh, vh = _adam(param, grad, m, v, step, betas[::-1])
    return param - lr * mh / (vh.sqrt() + eps) - lr * weight_decay * param, m, v


@wrong("adamw_step", "old|previous|m")
def steps_with_the_old_moments(param, grad, m, v, step, lr, betas, eps, weight_decay):
    new_m, new_v, _, _ = _adam(param, grad, m, v, step, betas)
    mh, vh = m / (1 - betas[0] ** step), v / (1 - betas[1] ** step)
    return param - lr * mh / (vh.sqrt() + eps) - lr * weight_decay * param, new_m, new_v


@wrong("adamw_step", "mean|m|square|variance")
def belief_in_the_gradient(param, grad, m, v, step, lr, betas, eps, weight_decay):
    m = betas[0] * m + (1 - betas[0]) * grad
    v = betas[1] * v + (1 - betas[1]) * (grad - m) ** 2
    mh, vh = m / (1 - betas[0] ** step), v / (1 - betas[1] ** step)
    return param - lr * mh / (vh.sqrt() + eps) - lr * weight_decay * param, m, v


@wrong("adamw_step", "chang")
def torch_style_in_place(param, grad, m, v, step, lr, betas, eps, weight_decay):
    param.mul_(1 - lr * weight_decay)
    m.mul_(betas[0]).add_(grad, alpha=1 - betas[0])
    v.mul_(betas[1]).addcmul_(grad, grad, value=1 - betas[1])
    vh = v / (1 - betas[1] ** step)
    param.addcdiv_(m / (1 - betas[0] ** step), vh.sqrt() + eps, value=-lr)
    return param, m, v


# --- 12


@wrong("smooth_labels", "V - 1|vocab_size - 1|others")
def spread_over_the_others(targets, vocab_size, epsilon):
    out = torch.full((*targets.shape, vocab_size), epsilon / (vocab_size - 1))
    return out.scatter(-1, targets[..., None], 1 - epsilon)


@wrong("smooth_labels", "V - 2|vocab_size - 2|pad|2")
def annotated_transformer_smoothing(targets, vocab_size, epsilon):
    out = torch.full((*targets.shape, vocab_size), epsilon / (vocab_size - 2))
    out = out.scatter(-1, targets[..., None], 1 - epsilon)
    out[..., 0] = 0
    return out


@wrong("smooth_labels", "sum|1 - epsilon|one")
def epsilon_on_top(targets, vocab_size, epsilon):
    return F.one_hot(targets, vocab_size).float() + epsilon / vocab_size


@wrong("smooth_labels", "classes|vocab|shape|width")
def one_hot_guesses_the_width(targets, vocab_size, epsilon):
    return F.one_hot(targets).float() * (1 - epsilon) + epsilon / vocab_size


@wrong("smooth_labels", "true|target|class|epsilon")
def true_class_gets_one_minus_epsilon(targets, vocab_size, epsilon):
    out = torch.full((*targets.shape, vocab_size), epsilon / vocab_size)
    return out.scatter(-1, targets[..., None], 1 - epsilon)


@wrong("smooth_labels", "swap|exchange|epsilon|role")
def epsilon_for_the_truth(targets, vocab_size, epsilon):
    return epsilon * F.one_hot(targets, vocab_size).float() + (1 - epsilon) / vocab_size


@wrong("smooth_labels", "axis|axes|class|order|last|transposed")
def classes_on_axis_one(targets, vocab_size, epsilon):
    hot = F.one_hot(targets, vocab_size).float()
    return (hot * (1 - epsilon) + epsilon / vocab_size).movedim(-1, 0)


@wrong("smooth_labels", "int|float|dtype|zero|round")
def integer_table(targets, vocab_size, epsilon):
    hot = F.one_hot(targets, vocab_size)
    return (hot * (1 - epsilon) + epsilon / vocab_size).long()


# --- 13


def _ids(next_logits, ids):
    return next_logits(ids).reshape(-1)


@wrong("greedy_decode", "eos|end")
def eos_is_left_out(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    while len(ids) < max_len:
        best = _ids(next_logits, torch.tensor([ids])).argmax().item()
        if best == eos_id:
            break
        ids.append(best)
    return torch.tensor([ids])


@wrong("greedy_decode", "bos|max_len|new|long")
def max_new_tokens(next_logits, bos_id, eos_id, max_len):
    ids = torch.tensor([[bos_id]])
    for _ in range(max_len):
        best = _ids(next_logits, ids).argmax().reshape(1, 1)
        ids = torch.cat([ids, best], 1)
        if best.item() == eos_id:
            break
    return ids


@wrong("greedy_decode", "last token|only|prefix|whole|history|cache")
def feeds_the_last_token_only(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    while len(ids) < max_len and (len(ids) == 1 or ids[-1] != eos_id):
        ids.append(_ids(next_logits, torch.tensor([[ids[-1]]])).argmax().item())
    return torch.tensor([ids])


@wrong("greedy_decode", "pad|max_len|after|eos|long|goes on")
def filled_up_to_max_len(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    while len(ids) < max_len:
        ended = len(ids) > 1 and ids[-1] == eos_id
        best = eos_id if ended else _ids(next_logits, torch.tensor([ids])).argmax().item()
        ids.append(best)
    return torch.tensor([ids])


@wrong("greedy_decode", "random|sampl")
def samples_a_token(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    while len(ids) < max_len and (len(ids) == 1 or ids[-1] != eos_id):
        p = _ids(next_logits, torch.tensor([ids])).softmax(-1)
        ids.append(torch.multinomial(p, 1).item())
    return torch.tensor([ids])


@wrong("greedy_decode", "list|tensor|type")
def plain_list(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    while len(ids) < max_len and (len(ids) == 1 or ids[-1] != eos_id):
        ids.append(_ids(next_logits, torch.tensor([ids])).argmax().item())
    return ids


@wrong("greedy_decode", "bos")
def bos_cut_off(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    while len(ids) < max_len and (len(ids) == 1 or ids[-1] != eos_id):
        ids.append(_ids(next_logits, torch.tensor([ids])).argmax().item())
    return torch.tensor([ids[1:]])


@wrong("apply_temperature", "log|softmax|probab")
def log_probs_at_once(logits, temperature):
    return F.log_softmax(logits / temperature, dim=-1)


@wrong("apply_temperature", "multipl|times|divid")
def multiplied(logits, temperature):
    return logits * temperature


@wrong("apply_temperature", "max|shift|subtract")
def shifted_for_stability(logits, temperature):
    return (logits - logits.amax(-1, keepdim=True)) / temperature


@wrong("apply_temperature", "1|never|clamp|above|only|sharp")
def never_sharper(logits, temperature):
    return logits / max(temperature, 1.0)


@wrong("apply_temperature", "power|probab|softmax")
def power_of_the_probabilities(logits, temperature):
    p = logits.softmax(-1) ** (1 / temperature)
    return p / p.sum(-1, keepdim=True)


@wrong("apply_temperature", "chang")
def divides_in_place(logits, temperature):
    return logits.div_(temperature)


@wrong("apply_temperature", "1 +|plus|add|temperature")
def one_plus_temperature(logits, temperature):
    return logits / (1 + temperature)


@wrong("top_k_filter", "vocab|beyond|larger|k")
def no_care_for_large_k(logits, k):
    kth = torch.topk(logits, k).values[..., -1:]
    return logits.masked_fill(logits < kth, float("-inf"))


@wrong("top_k_filter", "k|kth|one|few|strict")
def drops_the_kth(logits, k):
    k = min(k, logits.shape[-1])
    kth = logits.topk(k).values[..., -1:]
    return logits.masked_fill(logits <= kth, float("-inf"))


@wrong("top_k_filter", "row|all|batch|whole")
def kth_of_the_whole_batch(logits, k):
    kth = logits.flatten().topk(min(k, logits.numel())).values[-1]
    return logits.masked_fill(logits < kth, float("-inf"))


@wrong("top_k_filter", "shape|values|k|dropped|width|size")
def only_the_top_values(logits, k):
    return logits.topk(min(k, logits.shape[-1])).values


@wrong("top_k_filter", "0|zero|-inf")
def zeros_for_the_rest(logits, k):
    idx = logits.topk(min(k, logits.shape[-1])).indices
    return torch.zeros_like(logits).scatter(-1, idx, logits.gather(-1, idx))


@wrong("top_k_filter", "finite|-1e|-inf|1e")
def minus_1e10(logits, k):
    kth = logits.topk(min(k, logits.shape[-1])).values[..., -1:]
    return torch.where(logits < kth, torch.full_like(logits, -1e10), logits)


@wrong("top_k_filter", "first|order|position|sorted")
def first_k_places(logits, k):
    out = torch.full_like(logits, float("-inf"))
    out[..., :k] = logits.sort(descending=True).values[..., :k]
    return out


@wrong("top_p_filter", "cross|mass|too few|reach")
def drops_what_crosses(logits, p):
    s, idx = logits.sort(descending=True)
    over = s.softmax(-1).cumsum(-1) > p
    over[..., 0] = False
    return logits.masked_fill(over.scatter(-1, idx, over), float("-inf"))


@wrong("top_p_filter", "order|sort|place|back|undo")
def gather_for_scatter(logits, p):
    s, idx = logits.sort(descending=True)
    probs = s.softmax(-1)
    over = probs.cumsum(-1) - probs >= p
    return logits.masked_fill(over.gather(-1, idx), float("-inf"))


@wrong("top_p_filter", "each|threshold|single|own|probab")
def threshold_on_each(logits, p):
    return logits.masked_fill(logits.softmax(-1) < p, float("-inf"))


@wrong("top_p_filter", "min-p|largest|most likely|relative|times|probab")
def min_p(logits, p):
    probs = logits.softmax(-1)
    return logits.masked_fill(probs < p * probs.amax(-1, keepdim=True), float("-inf"))


@wrong("top_p_filter", "ascend|least|smallest|order|unlikely")
def from_the_least_likely(logits, p):
    s, idx = logits.sort()
    probs = s.softmax(-1)
    over = probs.cumsum(-1) - probs >= p
    return logits.masked_fill(over.scatter(-1, idx, over), float("-inf"))


@wrong("top_p_filter", "sort|order")
def cumsum_without_sorting(logits, p):
    probs = logits.softmax(-1)
    return logits.masked_fill(probs.cumsum(-1) - probs >= p, float("-inf"))


@wrong("top_p_filter", "share|count|number|vocab|mass")
def share_of_the_vocabulary(logits, p):
    k = max(1, math.ceil(p * logits.shape[-1]))
    kth = logits.topk(k).values[..., -1:]
    return logits.masked_fill(logits < kth, float("-inf"))


@wrong("top_p_filter", "cross|beyond|more|much|second")
def one_beyond_the_crossing(logits, p):
    s, idx = logits.sort(descending=True)
    over = s.softmax(-1).cumsum(-1) > p
    over = F.pad(over, (2, 0))[..., :-2]
    return logits.masked_fill(over.scatter(-1, idx, over), float("-inf"))


# --- 15


@wrong("perplexity", "2|base")
def two_to_the_loss(mean_nll):
    return 2**mean_nll


@wrong("perplexity", "tensor|float|TypeError")
def torch_exp_of_a_float(mean_nll):
    return torch.exp(mean_nll)


@wrong("perplexity", "round|decimal|digits")
def rounded_for_the_table(mean_nll):
    return round(math.exp(mean_nll), 1)


@wrong("perplexity", "cap|clip|bound|overflow|large|20|min")
def capped_as_in_tutorials(mean_nll):
    return math.exp(min(mean_nll, 5))


@wrong("perplexity", "loss|exp|unchanged|input")
def loss_is_perplexity(mean_nll):
    return mean_nll


@wrong("perplexity_from_sums", "exp|mean|tokens|divid")
def exp_before_dividing(total_nll, total_tokens):
    return math.exp(total_nll) / total_tokens


@wrong("perplexity_from_sums", "integer|whole|round|floor")
def floor_division(total_nll, total_tokens):
    return math.exp(total_nll // total_tokens)


@wrong("perplexity_from_sums", "1|token|few|off")
def one_token_fewer(total_nll, total_tokens):
    return math.exp(total_nll / max(total_tokens - 1, 1))


@wrong("perplexity_from_sums", "overflow|large|root")
def root_of_the_product(total_nll, total_tokens):
    return math.exp(total_nll) ** (1 / total_tokens)


@wrong("perplexity_from_sums", "sign|minus|1/|inverse|reciprocal|negative")
def probability_per_token(total_nll, total_tokens):
    return math.exp(-total_nll / total_tokens)


def _grams(tokens, n):
    return [tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1)]


@wrong("modified_precision", "join|separat|glue|text|character|token")
def grams_glued_together(candidate, reference, n):
    c = Counter("".join(g) for g in _grams(candidate, n))
    r = Counter("".join(g) for g in _grams(reference, n))
    return sum((c & r).values()), max(len(candidate) - n + 1, 0)


@wrong("modified_precision", "order|bag|sort|set")
def order_forgotten(candidate, reference, n):
    c = Counter(tuple(sorted(g)) for g in _grams(candidate, n))
    r = Counter(tuple(sorted(g)) for g in _grams(reference, n))
    return sum((c & r).values()), sum(c.values())


@wrong("modified_precision", "last|one|few|off|range")
def last_gram_missed(candidate, reference, n):
    c = Counter(tuple(candidate[i : i + n]) for i in range(len(candidate) - n))
    r = Counter(tuple(reference[i : i + n]) for i in range(len(reference) - n))
    return sum((c & r).values()), sum(c.values())


@wrong("modified_precision", "clip")
def counted_without_clip(candidate, reference, n):
    ref = set(_grams(reference, n))
    grams = _grams(candidate, n)
    return sum(g in ref for g in grams), len(grams)


@wrong("modified_precision", "case|lower|capital")
def lower_case(candidate, reference, n):
    c = Counter(_grams([w.lower() for w in candidate], n))
    r = Counter(_grams([w.lower() for w in reference], n))
    return sum((c & r).values()), sum(c.values())


@wrong("modified_precision", "position|place|same|align")
def same_place_only(candidate, reference, n):
    c, r = _grams(candidate, n), _grams(reference, n)
    return sum(a == b for a, b in zip(c, r, strict=False)), len(c)


@wrong("modified_precision", "recall|reference|total")
def rouge(candidate, reference, n):
    c, r = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
    return sum((c & r).values()), sum(r.values())


@wrong("modified_precision", "1|total|shorter|zero|0")
def nltk_denominator(candidate, reference, n):
    c, r = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
    return sum((c & r).values()), max(1, sum(c.values()))


@wrong("modified_precision", "ratio|float|two|pair|quotient|type")
def ratio_alone(candidate, reference, n):
    c, r = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
    return sum((c & r).values()) / max(1, sum(c.values()))


@wrong("brevity_penalty", "exp")
def ratio_for_exponential(candidate_len, reference_len):
    return min(1.0, candidate_len / max(reference_len, 1))


@wrong("brevity_penalty", "ratio|inver|upside|swap|candidate_len / reference_len|exchang")
def ratio_upside_down(candidate_len, reference_len):
    if candidate_len >= reference_len:
        return 1.0
    return math.exp(1 - candidate_len / reference_len)


@wrong("brevity_penalty", "long|swap|inver|exchang|wrong way|opposite")
def punishes_length(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    return 1.0 if candidate_len <= reference_len else math.exp(1 - candidate_len / reference_len)


@wrong("brevity_penalty", "empty|zero|ZeroDivision|0")
def no_care_for_the_empty(candidate_len, reference_len):
    return 1.0 if candidate_len >= reference_len else math.exp(1 - reference_len / candidate_len)


@wrong("brevity_penalty", "1|long|bonus|reward|min|cap")
def rewards_length(candidate_len, reference_len):
    return math.exp(1 - reference_len / candidate_len) if candidate_len else 0.0


@wrong("brevity_penalty", "absolute|difference|length|exp|ratio")
def difference_of_the_lengths(candidate_len, reference_len):
    if candidate_len == 0:
        return 0.0
    return 1.0 if candidate_len >= reference_len else math.exp(candidate_len - reference_len)


def _bleu(candidate, reference, max_n=4, mean=None, bp=None, precision=None):
    if not candidate:
        return 0.0
    ps = []
    for n in range(1, max_n + 1):
        c, r = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
        total = sum(c.values())
        ps.append(sum((c & r).values()) / total if total else 0.0)
    if mean is None and min(ps) == 0:
        return 0.0
    short = min(1.0, math.exp(1 - len(reference) / len(candidate)))
    average = mean(ps) if mean else math.exp(sum(math.log(p) for p in ps) / max_n)
    return (short if bp is None else bp) * average


@wrong("bleu", "arithmetic|mean|average")
def arithmetic_mean_of_precisions(candidate, reference, max_n=4):
    return _bleu(candidate, reference, max_n, mean=lambda ps: sum(ps) / len(ps))


@wrong("bleu", "root|twice|1/N|again|1 / max_n|exponent")
def root_taken_twice(candidate, reference, max_n=4):
    def mean(ps):
        return math.prod(ps) ** (1 / max_n / max_n)

    return _bleu(candidate, reference, max_n, mean=mean)


@wrong("bleu", "brevity|short")
def precision_alone(candidate, reference, max_n=4):
    return _bleu(candidate, reference, max_n, bp=1.0)


@wrong("bleu", "zero|0|drop|skip|left out|missing")
def skips_missing_orders(candidate, reference, max_n=4):
    def mean(ps):
        some = [p for p in ps if p > 0]
        return math.exp(sum(map(math.log, some)) / len(some)) if some else 0.0

    return _bleu(candidate, reference, max_n, mean=mean)


@wrong("bleu", "smooth|zero|small|epsilon|0")
def floor_under_the_logarithm(candidate, reference, max_n=4):
    def mean(ps):
        return math.exp(sum(math.log(max(p, 1e-9)) for p in ps) / max_n)

    return _bleu(candidate, reference, max_n, mean=mean)


@wrong("bleu", "100|percent")
def percent(candidate, reference, max_n=4):
    return 100 * _bleu(candidate, reference, max_n)


@wrong("bleu", "4|max_n")
def always_four_orders(candidate, reference, max_n=4):
    return _bleu(candidate, reference, 4)


@wrong("bleu", "root|product|mean|1 / max_n|power")
def product_of_precisions(candidate, reference, max_n=4):
    return _bleu(candidate, reference, max_n, mean=math.prod)


@wrong("bleu", "max_n|order|last|one|few|short")
def range_ends_too_early(candidate, reference, max_n=4):
    return _bleu(candidate, reference, max(1, max_n - 1))


@wrong("bleu", "pool|sum|all orders|together|mean")
def pooled_over_the_orders(candidate, reference, max_n=4):
    if not candidate:
        return 0.0
    hits = total = 0
    for n in range(1, max_n + 1):
        c, r = Counter(_grams(candidate, n)), Counter(_grams(reference, n))
        hits, total = hits + sum((c & r).values()), total + sum(c.values())
    return min(1.0, math.exp(1 - len(reference) / len(candidate))) * hits / total

"""A last set, written when everything above was settled, and not tuned to afterwards."""

import math

import torch
import torch.nn.functional as F

UNSEEN = []


def wrong(name, told):
    def keep(fn):
        UNSEEN.append((name, fn, told))
        return fn

    return keep


@wrong("softmax", "last axis|`dim`")
def softmax_ignores_dim(x, dim):
    m, _ = x.max(dim=-1, keepdim=True)
    return (x - m).exp() / (x - m).exp().sum(dim=-1, keepdim=True)


@wrong("softmax", "exp of the logits as they are|overflow|0/0")
def softmax_power_of_e(x, dim):
    e = math.e**x
    return e / e.sum(dim, keepdim=True)


@wrong("softmax", "sum|normalis|divided")
def softmax_shift_only(x, dim):
    return torch.exp(x - x.max(dim, keepdim=True).values)


@wrong("softmax", "clamp|large|cut")
def softmax_nan_to_num(x, dim):
    e = torch.exp(x).nan_to_num(posinf=1e30)
    return e / e.sum(dim, keepdim=True)


@wrong("softmax", "sigmoid")
def softmax_expit(x, dim):
    return 1 / (1 + torch.exp(-x))


@wrong("softmax", "input|changes")
def softmax_subtracts_in_place(x, dim):
    return x.sub_(x.amax(dim, keepdim=True)).softmax(dim)


@wrong("softmax", "others|length|mean|sum|divided")
def softmax_mean_of_powers(x, dim):
    e = torch.exp(x - x.amax(dim, keepdim=True))
    return e / e.mean(dim, keepdim=True)


@wrong("softmax", "square|norm")
def softmax_l2(x, dim):
    return F.normalize(torch.exp(x - x.amax(dim, keepdim=True)), dim=dim)


@wrong("cross_entropy", "entropy|targets")
def ce_entropy(logits, targets):
    logp = logits.log_softmax(-1)
    return -(logp.exp() * logp).sum(-1).mean()


@wrong("cross_entropy", "first|class 0|target")
def ce_class_zero(logits, targets):
    return -logits.log_softmax(-1)[..., 0].mean()


@wrong("cross_entropy", "last|position")
def ce_last_position(logits, targets):
    logp = logits.log_softmax(-1).gather(-1, targets[..., None])[..., 0]
    return -logp[..., -1].mean()


@wrong("cross_entropy", "added up|sum|factor")
def ce_batch_mean_of_sums(logits, targets):
    nll = -logits.log_softmax(-1).gather(-1, targets[..., None]).squeeze(-1)
    return nll.sum(-1).mean()


@wrong("cross_entropy", "twice|two things|softmax")
def ce_double_and_summed(logits, targets):
    p = logits.softmax(-1)
    return F.cross_entropy(p.reshape(-1, p.shape[-1]), targets.reshape(-1), reduction="sum")


@wrong("cross_entropy", "squared|error|mean")
def ce_mse(logits, targets):
    return F.mse_loss(logits.softmax(-1), F.one_hot(targets, logits.shape[-1]).to(logits))


@wrong("cross_entropy", "smooth|KL|entropy|0")
def ce_focal(logits, targets):
    logp = logits.log_softmax(-1).gather(-1, targets[..., None])
    return -((1 - logp.exp()) ** 2 * logp).mean()


@wrong("cross_entropy", "list|type")
def ce_list(logits, targets):
    return [float(x) for x in -logits.log_softmax(-1).gather(-1, targets[..., None]).flatten()]


@wrong("cross_entropy_masked", "other way round|only the ignored|inverted")
def masked_inverted_and_all(logits, targets, ignore_index):
    keep = (targets == ignore_index).to(logits.dtype)
    nll = -logits.log_softmax(-1).gather(-1, targets.clamp(min=0)[..., None])[..., 0]
    return (nll * keep).sum() / keep.sum()


@wrong("cross_entropy_masked", "sum|factor|divided")
def masked_divided_by_length(logits, targets, ignore_index):
    keep = targets != ignore_index
    total = F.cross_entropy(logits[keep], targets[keep], reduction="sum")
    return total / targets.shape[-1]


@wrong("cross_entropy_masked", "twice|all positions")
def masked_double_and_all(logits, targets, ignore_index):
    p = logits.softmax(-1).reshape(-1, logits.shape[-1])
    nll = F.cross_entropy(p, targets.reshape(-1), ignore_index=ignore_index, reduction="none")
    return nll.mean()


@wrong("cross_entropy_masked", "0, whatever|hard-wired|0")
def masked_zero_weights(logits, targets, ignore_index):
    keep = targets != 0
    safe = targets.clamp(min=0)
    nll = -logits.log_softmax(-1).gather(-1, safe[..., None])[..., 0]
    return (nll * keep).sum() / keep.sum()


@wrong("attention", "axis 1|queries|column")
def attention_dim_one(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = s.softmax(1).nan_to_num()
    return w @ v, w


@wrong("attention", "root|number of|scale")
def attention_root_of_batch(q, k, v, mask=None):
    s = q @ k.mT / math.sqrt(len(q))
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = s.softmax(-1).nan_to_num()
    return w @ v, w


@wrong("attention", "mask|0 instead|scores")
def attention_multiplies_scores(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    s = s if mask is None else s * mask
    w = s.softmax(-1)
    return w @ v, w


@wrong("attention", "other way round|equal weights")
def attention_inverted_annotated(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(mask, -1e9)
    w = s.softmax(-1)
    return w @ v, w


@wrong("attention", "transpos|queries|keys|shape")
def attention_roles(q, k, v, mask=None):
    w = (k @ q.mT / q.shape[-1] ** 0.5).softmax(-1)
    return w @ v, w


@wrong("attention", "+inf|NaN|not a number")
def attention_plus_inf(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, math.inf)
    w = s.softmax(-1)
    return w @ v, w


@wrong("attention", "sigmoid|sum to one")
def attention_sigmoid(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = s.sigmoid()
    return w @ v, w


@wrong("attention", "twice|flat|scores")
def attention_softmax_twice(q, k, v, mask=None):
    s = q @ k.mT / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = s.softmax(-1).softmax(-1)
    return w @ v, w


@wrong("attention", "equal|mean|values|uniform|scores")
def attention_uniform(q, k, v, mask=None):
    w = torch.ones(*q.shape[:-1], k.shape[-2], dtype=q.dtype)
    if mask is not None:
        w = w * mask
    w = (w / w.sum(-1, keepdim=True)).nan_to_num()
    return w @ v, w


@wrong("attention", "unpack|axes|sizes|batch")
def attention_three_axes(q, k, v, mask=None):
    s = torch.bmm(q, k.transpose(1, 2)) / q.shape[-1] ** 0.5
    if mask is not None:
        s = s.masked_fill(~mask, -math.inf)
    w = s.softmax(-1).nan_to_num()
    return torch.bmm(w, v), w


@wrong("padding_mask", "boolean|other way round|inverted")
def padding_inverted_float(token_ids, pad_id):
    return (token_ids == pad_id).float()[:, None, None, :]


@wrong("padding_mask", "larger")
def padding_greater(token_ids, pad_id):
    return (token_ids > pad_id).unsqueeze(1).unsqueeze(1)


@wrong("padding_mask", "axis|axes|query")
def padding_column(token_ids, pad_id):
    return (token_ids != pad_id)[:, :, None]


@wrong("padding_mask", "transpos|swapped|axes|shape|axis")
def padding_batch_last(token_ids, pad_id):
    return (token_ids != pad_id).T[None, None]


@wrong("causal_mask", "inverted|swapped|future")
def causal_true_means_masked(size):
    i = torch.arange(size)
    return i[None] > i[:, None]


@wrong("causal_mask", "mirror|flip|reverse|future")
def causal_rotated(size):
    return torch.ones(size, size).tril().bool().rot90()


@wrong("causal_mask", "diagonal|itself|boolean")
def causal_strict_float(size):
    return torch.ones(size, size).tril(-1)


@wrong("decoder_mask", "boolean|-inf|added")
def decoder_additive(token_ids, pad_id):
    t = token_ids.shape[1]
    keep = (token_ids != pad_id)[:, None, None, :] & torch.ones(t, t).tril().bool()
    return torch.where(keep, 0.0, -torch.inf)


@wrong("decoder_mask", "triangle|future|transpos|diagonal")
def decoder_transposed_causal(token_ids, pad_id):
    t = token_ids.shape[1]
    return (token_ids != pad_id)[:, None, None, :] & torch.ones(t, t).tril().bool().T


@wrong("decoder_mask", "batch|first|axis|shape")
def decoder_any_in_batch(token_ids, pad_id):
    t = token_ids.shape[1]
    keep = (token_ids != pad_id).any(0)
    return (keep & torch.ones(t, t).tril().bool())[None, None].repeat(len(token_ids), 1, 1, 1)


@wrong("additive_mask", "finite|-1e9")
def additive_overflow(mask, dtype):
    return torch.zeros(mask.shape, dtype=dtype) + (~mask) * -1e9


@wrong("additive_mask", "float32|dtype")
def additive_log_float(mask, dtype):
    return mask.float().log()


@wrong("scaled_embedding", "scale|root|sqrt")
def embedding_unscaled(weight, token_ids):
    return weight[token_ids]


@wrong("scaled_embedding", "divided|root")
def embedding_divided(weight, token_ids):
    return weight[token_ids] / weight.shape[1] ** 0.5


@wrong("scaled_embedding", "vocab|root|axis")
def embedding_by_vocabulary(weight, token_ids):
    return F.embedding(token_ids, weight) * len(weight) ** 0.5


@wrong("one_hot_lookup", "scale|root|sqrt")
def lookup_scaled(weight, token_ids):
    return weight[token_ids] * weight.shape[1] ** 0.5


@wrong("one_hot_lookup", "one-hot|multipl|weight|times")
def lookup_only_one_hot(weight, token_ids):
    return F.one_hot(token_ids, len(weight)).to(weight.dtype)


@wrong("sinusoidal_positions", "half|halves|column|order")
def positions_halves(length, d_model):
    pos = torch.arange(length)[:, None]
    rate = 10000 ** (-torch.arange(0, d_model, 2) / d_model)
    return torch.cat([(pos * rate).sin(), (pos * rate).cos()], dim=1)


@wrong("sinusoidal_positions", "exponent|2i|wave|pair")
def positions_exponent(length, d_model):
    out = torch.zeros(length, d_model)
    pos, i = torch.arange(length)[:, None], torch.arange(d_model // 2)
    out[:, 0::2] = torch.sin(pos / 10000 ** (i / d_model))
    out[:, 1::2] = torch.cos(pos / 10000 ** (i / d_model))
    return out


@wrong("sinusoidal_positions", "1|counted|row|off|position")
def positions_from_one(length, d_model):
    out = torch.zeros(length, d_model)
    pos, i = torch.arange(1, length + 1)[:, None], torch.arange(d_model // 2)
    out[:, 0::2] = torch.sin(pos / 10000 ** (2 * i / d_model))
    out[:, 1::2] = torch.cos(pos / 10000 ** (2 * i / d_model))
    return out

"""Answers to ``online_softmax_attention``."""

import math

import torch
import torch.nn.functional as F

from tests.answers import right, wrong


def _empty(q, v):
    top = torch.full((len(q), 1), -math.inf, dtype=q.dtype)
    return top, torch.zeros(len(q), 1, dtype=q.dtype), q.new_zeros(len(q), v.shape[1])


def _blocks(q, k, v, block, scale=None):
    scale = q.shape[1] ** -0.5 if scale is None else scale
    for i in range(0, len(k), block):
        yield q @ k[i : i + block].mT * scale, v[i : i + block]


@right
def flat_statistics(q, k, v, block):
    m = torch.full((q.shape[0],), -torch.inf, dtype=q.dtype)
    s = torch.zeros(q.shape[0], dtype=q.dtype)
    acc = torch.zeros(q.shape[0], v.shape[1], dtype=q.dtype)
    for kb, vb in zip(torch.split(k, block), torch.split(v, block)):  # noqa: B905
        x = torch.einsum("td,sd->ts", q, kb) / math.sqrt(q.shape[-1])
        m_new = torch.max(m, x.max(-1).values)
        p = (x - m_new[:, None]).exp()
        c = (m - m_new).exp()
        s = s * c + p.sum(-1)
        acc = acc * c[:, None] + torch.einsum("ts,sv->tv", p, vb)
        m = m_new
    return acc / s[:, None]


@right
def normalised_after_every_block(q, k, v, block):
    """As in the first FlashAttention."""
    m, total, out = _empty(q, v)
    for x, part in _blocks(q, k, v, block):
        new = torch.maximum(m, x.amax(-1, keepdim=True))
        p, c = (x - new).exp(), (m - new).exp()
        both = total * c + p.sum(-1, keepdim=True)
        out = (out * total * c + p @ part) / both
        m, total = new, both
    return out


@right
def logsumexp_joined(q, k, v, block):
    lse, out = None, None
    for x, part in _blocks(q, k, v, block):
        mine = x.logsumexp(-1, keepdim=True)
        o = x.softmax(-1) @ part
        if lse is None:
            lse, out = mine, o
            continue
        both = torch.logaddexp(lse, mine)
        out = out * (lse - both).exp() + o * (mine - both).exp()
        lse = both
    return out


@wrong("gradient flows|gradient of x")
def key_by_key_in_floats(q, k, v, block):
    out = torch.zeros(len(q), v.shape[1], dtype=q.dtype)
    for i in range(len(q)):
        m, s, acc = -math.inf, 0.0, torch.zeros(v.shape[1], dtype=q.dtype)
        for start in range(0, len(k), block):
            for j in range(start, min(start + block, len(k))):
                x = torch.dot(q[i], k[j]).item() / math.sqrt(q.shape[1])
                new = max(m, x)
                c, p = math.exp(m - new), math.exp(x - new)
                s = s * c + p
                acc = acc * c + p * v[j]
                m = new
        out[i] = acc / s
    return out


@right
def sum_kept_as_a_column_of_ones(q, k, v, block):
    more = torch.cat([v, torch.ones(len(v), 1, dtype=v.dtype)], 1)
    m = torch.full((len(q), 1), torch.finfo(q.dtype).min, dtype=q.dtype)
    acc = torch.zeros(len(q), more.shape[1], dtype=q.dtype)
    for x, part in _blocks(q, k, more, block):
        new = torch.maximum(m, x.max(1, keepdim=True)[0])
        acc = acc * torch.exp(m - new) + torch.exp(x - new) @ part
        m = new
    return acc[:, :-1] / acc[:, -1:]


@right
def first_block_by_itself(q, k, v, block):
    q = q / math.sqrt(q.shape[1])
    x = q @ k[:block].T
    m = x.max(dim=1, keepdim=True).values
    p = torch.exp(x - m)
    total, out = p.sum(1, keepdim=True), p @ v[:block]
    for start in range(block, k.shape[0], block):
        x = q @ k[start : start + block].T
        new = torch.maximum(m, x.max(dim=1, keepdim=True).values)
        p = torch.exp(x - new)
        total = total * torch.exp(m - new) + p.sum(1, keepdim=True)
        out = out * torch.exp(m - new) + p @ v[start : start + block]
        m = new
    return out / total


@right
def starts_at_minus_1e9(q, k, v, block):
    m = torch.full((len(q), 1), -1e9, dtype=q.dtype)
    _, total, out = _empty(q, v)
    for x, part in _blocks(q, k, v, block):
        new = torch.maximum(m, x.amax(1, keepdim=True))
        total *= torch.exp(m - new)
        out *= torch.exp(m - new)
        p = torch.exp(x - new)
        total += p.sum(1, keepdim=True)
        out += p @ part
        m = new
    return out / total


@right
def query_after_query(q, k, v, block):
    rows = []
    for one in q:
        m, s, acc = one.new_tensor(-torch.inf), one.new_tensor(0.0), torch.zeros_like(v[0])
        for start in range(0, len(k), block):
            x = k[start : start + block] @ one / one.numel() ** 0.5
            new = torch.max(m, x.max())
            p, c = torch.exp(x - new), torch.exp(m - new)
            s, acc, m = s * c + p.sum(), acc * c + p @ v[start : start + block], new
        rows.append(acc / s)
    return torch.stack(rows)


@right
def while_loop_and_chunked_ends(q, k, v, block):
    m, total, out = _empty(q, v)
    start = 0
    while start < len(k):
        end = min(start + block, len(k))
        x = q @ k[start:end].transpose(0, 1) / q.size(1) ** 0.5
        best = x.max(dim=1, keepdim=True).values
        new = torch.where(best > m, best, m)
        out = torch.exp(m - new) * out + torch.exp(x - new) @ v[start:end]
        total = torch.exp(m - new) * total + torch.exp(x - new).sum(1, keepdim=True)
        m, start = new, end
    return out.div(total)


@right
def two_passes(q, k, v, block):
    """First the maximum and the sum, then the output."""
    m, total, out = _empty(q, v)
    for x, _ in _blocks(q, k, v, block):
        new = torch.maximum(m, x.amax(1, keepdim=True))
        total, m = total * (m - new).exp() + (x - new).exp().sum(1, keepdim=True), new
    for x, part in _blocks(q, k, v, block):
        out = out + (x - m).exp() / total @ part
    return out


@right
def last_block_padded_with_minus_infinity(q, k, v, block):
    n = len(k)
    more = -n % block
    k, v = F.pad(k, (0, 0, 0, more)), F.pad(v, (0, 0, 0, more))
    m, total, out = _empty(q, v)
    for start in range(0, n + more, block):
        x = q @ k[start : start + block].T / math.sqrt(q.shape[1])
        x = x.masked_fill(torch.arange(start, start + block) >= n, -torch.inf)
        new = torch.maximum(m, x.amax(1, keepdim=True))
        p, c = torch.exp(x - new), torch.exp(m - new)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ v[start:][:block], new
    return out / total


@right
def in_float64_inside(q, k, v, block):
    kind = q.dtype
    q, k, v = q.double(), k.double(), v.double()
    m, total, out = _empty(q, v)
    for x, part in _blocks(q, k, v, block):
        new = torch.maximum(m, x.amax(1, keepdim=True))
        p, c = torch.exp(x - new), torch.exp(m - new)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ part, new
    return (out / total).to(kind)


def _run(q, k, v, block, scale=None, sum_by=True, out_by=True, finish=True):
    m, total, out = _empty(q, v)
    for x, part in _blocks(q, k, v, block, scale):
        new = torch.maximum(m, x.max(dim=1, keepdim=True).values)
        p, c = torch.exp(x - new), torch.exp(m - new)
        total = (total * c if sum_by else total) + p.sum(dim=1, keepdim=True)
        out = (out * c if out_by else out) + p @ part
        m = new
    return out / total if finish else out


@wrong("sum is not rescaled")
def running_sum_as_it_is(q, k, v, block):
    return _run(q, k, v, block, sum_by=False)


@wrong("output is not rescaled")
def running_output_as_it_is(q, k, v, block):
    return _run(q, k, v, block, out_by=False)


@wrong("rescaled")
def maximum_stored_too_early(q, k, v, block):
    m, total, out = _empty(q, v)
    for x, part in _blocks(q, k, v, block):
        m = torch.maximum(m, x.amax(1, keepdim=True))
        p = torch.exp(x - m)
        total = total + p.sum(1, keepdim=True)
        out = out + p @ part
    return out / total


@wrong("own maximum|rescaled")
def block_maxima_mixed(q, k, v, block):
    total, out = 0, 0
    for x, part in _blocks(q, k, v, block):
        p = torch.exp(x - x.max(1, keepdim=True).values)
        total = total + p.sum(1, keepdim=True)
        out = out + p @ part
    return out / total


@wrong("one block to the next")
def new_powers_by_their_own_maximum(q, k, v, block):
    m, total, out = _empty(q, v)
    for x, part in _blocks(q, k, v, block):
        best = x.amax(1, keepdim=True)
        new = torch.maximum(m, best)
        p, c = torch.exp(x - best), torch.exp(m - new)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ part, new
    return out / total


@wrong("averaged|own softmax|softmax of its own")
def mean_of_block_softmaxes(q, k, v, block):
    outs = [x.softmax(-1) @ part for x, part in _blocks(q, k, v, block)]
    return torch.stack(outs).mean(0)


@wrong("added|softmax of its own|sum to")
def sum_of_block_softmaxes(q, k, v, block):
    out = torch.zeros(len(q), v.shape[1], dtype=q.dtype)
    for x, part in _blocks(q, k, v, block):
        out += F.softmax(x, dim=-1) @ part
    return out


@wrong("one block to the next")
def mean_of_block_softmaxes_by_size(q, k, v, block):
    out = 0
    for x, part in _blocks(q, k, v, block):
        out = out + x.softmax(-1) @ part * (len(part) / len(k))
    return out


@wrong("inverted|NaN")
def factor_upside_down(q, k, v, block):
    m, total, out = _empty(q, v)
    for x, part in _blocks(q, k, v, block):
        new = torch.maximum(m, x.amax(1, keepdim=True))
        p, c = torch.exp(x - new), torch.exp(new - m)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ part, new
    return out / total


@wrong("inverted|exp(old")
def factor_upside_down_after_the_first(q, k, v, block):
    m, total, out = None, None, None
    for x, part in _blocks(q, k, v, block):
        best = x.amax(1, keepdim=True)
        if m is None:
            p = torch.exp(x - best)
            m, total, out = best, p.sum(1, keepdim=True), p @ part
            continue
        new = torch.maximum(m, best)
        p, c = torch.exp(x - new), torch.exp(new - m)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ part, new
    return out / total


@wrong("last block|dropped|not full")
def whole_blocks_only(q, k, v, block):
    n = len(k) // block * block
    return _run(q, k[:n], v[:n], block)


@wrong("beyond the end")
def one_block_too_many(q, k, v, block):
    m, total, out = _empty(q, v)
    for b in range(k.shape[0] // block + 1):
        x = q @ k[b * block : (b + 1) * block].T / math.sqrt(q.shape[1])
        new = torch.maximum(m, x.amax(1, keepdim=True))
        p, c = torch.exp(x - new), torch.exp(m - new)
        total = total * c + p.sum(1, keepdim=True)
        out = out * c + p @ v[b * block : (b + 1) * block]
        m = new
    return out / total


@wrong("sqrt|scale")
def no_scale(q, k, v, block):
    return _run(q, k, v, block, scale=1.0)


@wrong("values|dv|as-if-v-for-q")
def root_of_dv(q, k, v, block):
    return _run(q, k, v, block, scale=1 / math.sqrt(v.shape[1]))


@wrong("divided by d|square root")
def scale_of_d(q, k, v, block):
    return _run(q, k, v, block, scale=1 / q.shape[1])


@wrong("scaled wrongly")
def root_of_the_number_of_keys(q, k, v, block):
    return _run(q, k, v, block, scale=len(k) ** -0.5)


@wrong("other scores")
def root_of_the_block(q, k, v, block):
    return _run(q, k, v, block, scale=block**-0.5)


@wrong("starts at 0")
def maximum_from_zero(q, k, v, block):
    m = torch.zeros(len(q), 1, dtype=q.dtype)
    total, out = torch.zeros_like(m), q.new_zeros(len(q), v.shape[1])
    for x, part in _blocks(q, k, v, block):
        new = torch.maximum(m, x.amax(1, keepdim=True))
        p, c = torch.exp(x - new), torch.exp(m - new)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ part, new
    return out / total


@wrong("overflow|maximum")
def plain_exponentials(q, k, v, block):
    total, out = 0.0, 0.0
    for x, part in _blocks(q, k, v, block):
        p = x.exp()
        total = total + p.sum(-1, keepdim=True)
        out = out + p @ part
    return out / total


@wrong("overflow|maximum")
def maximum_of_this_block(q, k, v, block):
    m, total, out = _empty(q, v)
    for x, part in _blocks(q, k, v, block):
        new = x.amax(1, keepdim=True)
        p, c = torch.exp(x - new), torch.exp(m - new)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ part, new
    return out / total


@wrong("without `dim=1` in `amax`")
def scalar_maximum(q, k, v, block):
    m = torch.tensor(-torch.inf, dtype=q.dtype)
    _, total, out = _empty(q, v)
    for x, part in _blocks(q, k, v, block):
        new = torch.maximum(m, x.max())
        p, c = torch.exp(x - new), torch.exp(m - new)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ part, new
    return out / total


@wrong("each block|divided|early|once")
def divides_in_each_block(q, k, v, block):
    m, total, out = _empty(q, v)
    for x, part in _blocks(q, k, v, block):
        new = torch.maximum(m, x.amax(1, keepdim=True))
        p, c = torch.exp(x - new), torch.exp(m - new)
        total = total * c + p.sum(1, keepdim=True)
        out = (out * c + p @ part) / total
        m = new
    return out


@wrong("do not sum to one")
def divides_only_the_new_part(q, k, v, block):
    m, total, out = _empty(q, v)
    for x, part in _blocks(q, k, v, block):
        new = torch.maximum(m, x.amax(1, keepdim=True))
        p, c = torch.exp(x - new), torch.exp(m - new)
        total = total * c + p.sum(1, keepdim=True)
        out = out * c + p @ part / total
        m = new
    return out


@wrong("not divided")
def never_divides(q, k, v, block):
    return _run(q, k, v, block, finish=False)


@wrong("wrong axis|queries")
def softmax_over_dim_zero(q, k, v, block):
    out = 0
    for x, part in _blocks(q, k, v, block):
        out = out + x.softmax(dim=0) @ part
    return out


@wrong("quer|axis|shape|broadcast|size")
def maximum_over_the_queries(q, k, v, block):
    m, total, out = _empty(q, v)
    for x, part in _blocks(q, k, v, block):
        new = torch.maximum(m, x.amax(0, keepdim=True))
        p, c = torch.exp(x - new), torch.exp(m - new)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ part, new
    return out / total


@wrong("without the step that sets `top`")
def maximum_never_stored(q, k, v, block):
    m, total, out = _empty(q, v)
    for x, part in _blocks(q, k, v, block):
        new = torch.maximum(m, x.amax(1, keepdim=True))
        p, c = torch.exp(x - new), torch.exp(m - new)
        total, out = total * c + p.sum(1, keepdim=True), out * c + p @ part
    return out / total


@wrong("first block|return inside")
def returns_inside_the_loop(q, k, v, block):
    for x, part in _blocks(q, k, v, block):
        return x.softmax(-1) @ part


@wrong("overlap|several times|without a step|as-if-range-without-block")
def range_without_a_step(q, k, v, block):
    m, total, out = _empty(q, v)
    for i in range(len(k)):
        x = q @ k[i : i + block].T / math.sqrt(q.shape[1])
        new = torch.maximum(m, x.amax(1, keepdim=True))
        p, c = torch.exp(x - new), torch.exp(m - new)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ v[i : i + block], new
    return out / total


@wrong("`q` where `k` belongs")
def range_over_the_queries(q, k, v, block):
    m, total, out = _empty(q, v)
    for i in range(0, len(q), block):
        x = q @ k[i : i + block].T / math.sqrt(q.shape[1])
        new = torch.maximum(m, x.amax(1, keepdim=True))
        p, c = torch.exp(x - new), torch.exp(m - new)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ v[i : i + block], new
    return out / total


@wrong("one block to the next")
def values_not_cut(q, k, v, block):
    m, total, out = _empty(q, v)
    for i in range(0, len(k), block):
        x = q @ k[i : i + block].T / math.sqrt(q.shape[1])
        new = torch.maximum(m, x.amax(1, keepdim=True))
        p, c = torch.exp(x - new), torch.exp(m - new)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ v[: p.shape[1]], new
    return out / total


@wrong("do not sum to one")
def padded_with_zeros(q, k, v, block):
    more = (block - len(k) % block) % block
    k = torch.cat([k, torch.zeros(more, k.shape[1], dtype=k.dtype)])
    v = torch.cat([v, torch.zeros(more, v.shape[1], dtype=v.dtype)])
    return _run(q, k, v, block)


@wrong("no weight at all")
def causal(q, k, v, block):
    x = q @ k.T / q.shape[1] ** 0.5
    x = x.masked_fill(torch.ones_like(x).triu(1).bool(), -torch.inf)
    return x.softmax(-1) @ v


@wrong("float64|dtype|float32")
def statistics_in_float32(q, k, v, block):
    return _run(q.float(), k.float(), v.float(), block)


@wrong("output and|two|sum|values")
def returns_the_statistics_too(q, k, v, block):
    m, total, out = _empty(q, v)
    for x, part in _blocks(q, k, v, block):
        new = torch.maximum(m, x.amax(1, keepdim=True))
        p, c = torch.exp(x - new), torch.exp(m - new)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ part, new
    return out / total, m, total


@wrong("changes|input|q")
def scales_q_in_place(q, k, v, block):
    q /= math.sqrt(q.shape[1])
    return _run(q, k, v, block, scale=1.0)


@wrong("exp|raw scores|sum")
def no_exponential(q, k, v, block):
    total, out = 0.0, 0.0
    for x, part in _blocks(q, k, v, block):
        total = total + x.sum(-1, keepdim=True)
        out = out + x @ part
    return out / total


@wrong("the sum by which it is divided")
def one_sum_for_all(q, k, v, block):
    m, total, out = _empty(q, v)
    for x, part in _blocks(q, k, v, block):
        new = torch.maximum(m, x.amax(1, keepdim=True))
        p, c = torch.exp(x - new), torch.exp(m - new)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ part, new
    return out / total.sum()


@wrong("last key|missing|ends before")
def slice_one_short(q, k, v, block):
    m, total, out = _empty(q, v)
    for i in range(0, len(k), block):
        x = q @ k[i : i + block - 1].T / math.sqrt(q.shape[1])
        new = torch.maximum(m, x.amax(1, keepdim=True))
        p, c = torch.exp(x - new), torch.exp(m - new)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ v[i : i + block - 1], new
    return out / total


@wrong("keys|as-if-k-for-v")
def weights_on_the_keys(q, k, v, block):
    return _run(q, k, k, block)


@wrong("other scores than q k^T")
def keys_not_transposed(q, k, v, block):
    m, total, out = _empty(q, v)
    for i in range(0, len(k), block):
        x = q @ k[i : i + block] / math.sqrt(q.shape[1])
        new = torch.maximum(m, x.amax(1, keepdim=True))
        p, c = torch.exp(x - new), torch.exp(m - new)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ v[i : i + block], new
    return out / total


@wrong("one block to the next")
def factor_on_the_new_part(q, k, v, block):
    m, total, out = None, 0, 0
    for x, part in _blocks(q, k, v, block):
        best = x.amax(1, keepdim=True)
        new = best if m is None else torch.maximum(m, best)
        c = 1.0 if m is None else torch.exp(m - new)
        p = torch.exp(x - new)
        total, out, m = total + c * p.sum(1, keepdim=True), out + c * (p @ part), new
    return out / total


@wrong("the sum by which it is divided")
def divided_by_the_number_of_keys(q, k, v, block):
    return _run(q, k, v, block, finish=False) / len(k)


@wrong("rescaled|carried over|several|block")
def rescaled_by_the_difference(q, k, v, block):
    m, total, out = None, 0, 0
    for x, part in _blocks(q, k, v, block):
        best = x.amax(1, keepdim=True)
        new = best if m is None else torch.maximum(m, best)
        c = 1.0 if m is None else 1.0 - (new - m)
        p = torch.exp(x - new)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ part, new
    return out / total


@wrong("rescaled|carried over|several|block|2")
def base_two_for_the_factor(q, k, v, block):
    m, total, out = _empty(q, v)
    for x, part in _blocks(q, k, v, block):
        new = torch.maximum(m, x.amax(1, keepdim=True))
        p, c = torch.exp(x - new), torch.exp2(m - new)
        total, out, m = total * c + p.sum(1, keepdim=True), out * c + p @ part, new
    return out / total


@right
def blocks_joined_as_a_tree(q, k, v, block):
    def join(a, b):
        top = torch.maximum(a[0], b[0])
        mine, other = (a[0] - top).exp(), (b[0] - top).exp()
        return top, a[1] * mine + b[1] * other, a[2] * mine + b[2] * other

    found = []
    for x, vb in _blocks(q, k, v, block):
        top = x.amax(1, keepdim=True)
        p = (x - top).exp()
        found.append((top, p.sum(1, keepdim=True), p @ vb))
    while len(found) > 1:
        found.append(join(found.pop(0), found.pop(0)))
    return found[0][2] / found[0][1]


@right
def torch_s_own(q, k, v, block):
    return F.scaled_dot_product_attention(q, k, v)


@right
def scores_collected(q, k, v, block):
    x = torch.cat([x for x, _ in _blocks(q, k, v, block)], dim=1)
    return x.softmax(dim=1) @ v


@right
def last_block_first(q, k, v, block):
    top, total, out = _empty(q, v)
    for x, vb in reversed(list(_blocks(q, k, v, block))):
        new = torch.maximum(top, x.amax(1, keepdim=True))
        p, shrink = (x - new).exp(), (top - new).exp()
        top, total, out = new, total * shrink + p.sum(1, keepdim=True), out * shrink + p @ vb
    return out / total


@right
def powers_of_two(q, k, v, block):
    top, total, out = _empty(q, v)
    for x, vb in _blocks(q, k, v, block):
        x = x * math.log2(math.e)
        new = torch.maximum(top, x.amax(1, keepdim=True))
        p, shrink = torch.exp2(x - new), torch.exp2(top - new)
        top, total, out = new, total * shrink + p.sum(1, keepdim=True), out * shrink + p @ vb
    return out / total


@right
def in_place_with_chunks(q, k, v, block):
    top, total, out = _empty(q, v)
    for kb, vb in zip(k.chunk(block), v.chunk(block)):  # noqa: B905
        x = q @ kb.T / q.size(1) ** 0.5
        new = torch.maximum(top, x.amax(1, keepdim=True))
        p = x.sub_(new).exp_()
        shrink = top.sub_(new).exp_()
        total.mul_(shrink).add_(p.sum(1, keepdim=True))
        out.mul_(shrink).addmm_(p, vb)
        top = new
    return out.div_(total)


@wrong("do not sum to one")
def output_rescaled_twice(q, k, v, block):
    top, total, out = _empty(q, v)
    for x, vb in _blocks(q, k, v, block):
        new = torch.maximum(top, x.amax(1, keepdim=True))
        p, shrink = (x - new).exp(), (top - new).exp()
        out = out * shrink
        total = total * shrink + p.sum(1, keepdim=True)
        out = out * shrink + p @ vb
        top = new
    return out / total


@wrong("Is the running sum rescaled")
def sum_rescaled_twice(q, k, v, block):
    top, total, out = _empty(q, v)
    for x, vb in _blocks(q, k, v, block):
        new = torch.maximum(top, x.amax(1, keepdim=True))
        p, shrink = (x - new).exp(), (top - new).exp()
        total *= shrink
        total = total * shrink + p.sum(1, keepdim=True)
        out = out * shrink + p @ vb
        top = new
    return out / total


@wrong("mean|sum")
def mean_of_the_powers(q, k, v, block):
    top, total, out = _empty(q, v)
    for x, vb in _blocks(q, k, v, block):
        new = torch.maximum(top, x.amax(1, keepdim=True))
        p, shrink = (x - new).exp(), (top - new).exp()
        total = total * shrink + p.mean(1, keepdim=True)
        out = out * shrink + p @ vb
        top = new
    return out / total


@wrong("keepdim")
def maximum_without_keepdim(q, k, v, block):
    top = torch.full((len(q),), -math.inf, dtype=q.dtype)
    total, out = torch.zeros_like(top), q.new_zeros(len(q), v.shape[1])
    for x, vb in _blocks(q, k, v, block):
        new = torch.maximum(top, x.amax(1))
        p, shrink = (x - new).exp(), (top - new).exp()
        total = total * shrink + p.sum(1)
        out = out * shrink[:, None] + p @ vb
        top = new
    return out / total[:, None]


@wrong("keepdim")
def divided_without_an_axis(q, k, v, block):
    top = torch.full((len(q),), -math.inf, dtype=q.dtype)
    total, out = torch.zeros_like(top), q.new_zeros(len(q), v.shape[1])
    for x, vb in _blocks(q, k, v, block):
        new = torch.maximum(top, x.amax(1))
        p, shrink = (x - new[:, None]).exp(), (top - new).exp()
        total = total * shrink + p.sum(1)
        out = out * shrink[:, None] + p @ vb
        top = new
    return out / total


@wrong("everything")
def rescaled_after_adding(q, k, v, block):
    top, total, out = _empty(q, v)
    for x, vb in _blocks(q, k, v, block):
        new = torch.maximum(top, x.amax(1, keepdim=True))
        p = (x - new).exp()
        total += p.sum(1, keepdim=True)
        out += p @ vb
        total *= (top - new).exp()
        out *= (top - new).exp()
        top = new
    return out / total


@wrong("one block to the next")
def scaled_in_every_turn(q, k, v, block):
    top, total, out = _empty(q, v)
    for kb, vb in zip(k.split(block), v.split(block)):  # noqa: B905
        q = q / math.sqrt(q.shape[1])
        x = q @ kb.T
        new = torch.maximum(top, x.amax(1, keepdim=True))
        p, shrink = (x - new).exp(), (top - new).exp()
        top, total, out = new, total * shrink + p.sum(1, keepdim=True), out * shrink + p @ vb
    return out / total


@wrong("dv|values|shape|size")
def output_of_the_size_of_q(q, k, v, block):
    top, total, _ = _empty(q, v)
    out = torch.zeros_like(q)
    for x, vb in _blocks(q, k, v, block):
        new = torch.maximum(top, x.amax(1, keepdim=True))
        p, shrink = (x - new).exp(), (top - new).exp()
        total = total * shrink + p.sum(1, keepdim=True)
        out = out * shrink + p @ vb
        top = new
    return out / total


@wrong("one block to the next")
def as_many_blocks_as_a_block_is_long(q, k, v, block):
    top, total, out = _empty(q, v)
    for i in range(block):
        x = q @ k[i * block : (i + 1) * block].T / math.sqrt(q.shape[1])
        new = torch.maximum(top, x.amax(1, keepdim=True))
        p, shrink = (x - new).exp(), (top - new).exp()
        total = total * shrink + p.sum(1, keepdim=True)
        out = out * shrink + p @ v[i * block : (i + 1) * block]
        top = new
    return out / total


@wrong("maximum|sum")
def sum_of_plain_exponentials(q, k, v, block):
    top, total, out = _empty(q, v)
    for x, vb in _blocks(q, k, v, block):
        new = torch.maximum(top, x.amax(1, keepdim=True))
        total = total + x.exp().sum(1, keepdim=True)
        out = out * (top - new).exp() + (x - new).exp() @ vb
        top = new
    return out / total


@wrong("not divided by sqrt(d)")
def neither_scale_nor_maximum(q, k, v, block):
    num, den = (0.0, 0.0)
    for i in range(0, k.size(0), block):
        w = torch.exp(q @ k[i : i + block].T)
        num = num + w @ v[i : i + block]
        den = den + w.sum(1, keepdim=True)
    return num / den

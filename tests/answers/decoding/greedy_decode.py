"""Answers to ``greedy_decode``."""

import torch

from tests.answers import right, wrong
from tformer import decoding


def _grow(next_logits, bos_id, max_len, done, pick=lambda z: int(z.argmax())):
    ids = [bos_id]
    while len(ids) < max_len:
        ids.append(pick(next_logits(torch.tensor([ids]))))
        if done(ids):
            break
    return ids


def _last_logits(next_logits, ids):
    return next_logits(ids).reshape(-1)


def _greedy(next_logits, bos_id, eos_id, limit, keep_eos=True, start=True, stop=True):
    ids = torch.tensor([[bos_id]])
    while ids.shape[1] < limit:
        best = next_logits(ids).argmax().view(1, 1)
        if stop and best.item() == eos_id and not keep_eos:
            break
        ids = torch.cat([ids, best], 1)
        if stop and best.item() == eos_id:
            break
    return ids if start else ids[:, 1:]


@right
def for_loop(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    for _ in range(max_len - 1):
        logits = next_logits(torch.tensor([ids]))
        ids.append(int(logits[0].argmax()))
        if ids[-1] == eos_id:
            break
    return torch.tensor(ids).unsqueeze(0)


@right
def buffer(next_logits, bos_id, eos_id, max_len):
    buffer = torch.full((1, max_len), bos_id, dtype=torch.long)
    size = 1
    with torch.no_grad():
        while size < max_len:
            buffer[:, size] = torch.softmax(next_logits(buffer[:, :size]), -1).argmax(dim=-1)
            size += 1
            if (buffer[:, size - 1] == eos_id).all():
                break
    return buffer[:, :size]


@right
def flat_logits(next_logits, bos_id, eos_id, max_len):
    tokens = torch.LongTensor([[bos_id]])
    while tokens.size(1) < max_len:
        logits = next_logits(tokens)
        best = max(range(len(logits)), key=lambda i: float(logits[i]))
        tokens = torch.cat((tokens, torch.tensor([[best]])), 1)
        if best == eos_id:
            return tokens
    return tokens


@right
def all_positions(next_logits, bos_id, eos_id, max_len):
    tokens = torch.tensor([[bos_id]])
    for _ in range(max_len - 1):
        best = next_logits(tokens)[:, -1, :].topk(1).indices
        tokens = torch.cat([tokens, best], dim=-1)
        if best.item() == eos_id:
            break
    return tokens


@right
def recursive(next_logits, bos_id, eos_id, max_len):
    def grow(tokens):
        if len(tokens) == max_len or (len(tokens) > 1 and tokens[-1] == eos_id):
            return tokens
        return grow([*tokens, next_logits(torch.tensor(tokens)[None]).argmax().item()])

    return torch.tensor(grow([bos_id]))[None]


@right
def function_of_the_package(next_logits, bos_id, eos_id, max_len):
    prompt = torch.tensor([[bos_id]])
    if max_len == 1:
        return prompt
    return decoding.greedy(next_logits, prompt, max_length=max_len, eos_id=eos_id)


@right
def buffer_filled_with_eos(next_logits, bos_id, eos_id, max_len):
    out = torch.full((1, max_len), eos_id, dtype=torch.long)
    out[0, 0] = bos_id
    t = 1
    while t < max_len:
        out[0, t] = next_logits(out[:, :t]).flatten().argmax()
        t += 1
        if out[0, t - 1] == eos_id:
            break
    return out[:, :t]


@right
def recursive_over_lists(next_logits, bos_id, eos_id, max_len):

    def go(ids):
        if len(ids) == max_len:
            return ids
        n = int(next_logits(torch.tensor([ids])).squeeze().argmax())
        return [*ids, n] if n == eos_id else go([*ids, n])

    return torch.LongTensor([go([bos_id])])


@right
def values_and_indices_of_max(next_logits, bos_id, eos_id, max_len):
    ys = torch.ones(1, 1).fill_(bos_id).type(torch.long)
    for _i in range(max_len - 1):
        _, w = torch.max(next_logits(ys).reshape(1, -1), dim=1)
        ys = torch.cat([ys, torch.ones(1, 1).type_as(ys).fill_(w.item())], dim=1)
        if w.item() == eos_id:
            break
    return ys


@right
def argmax_kept_as_a_tensor(next_logits, bos_id, eos_id, max_len):
    ids = torch.tensor([[bos_id]], dtype=torch.int64)
    while ids.size(1) < max_len:
        nxt = next_logits(ids).argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, nxt], dim=1)
        if (nxt == eos_id).all():
            break
    return ids


@wrong("eos")
def eos_filtered_out(next_logits, bos_id, eos_id, max_len):
    ids = _grow(next_logits, bos_id, max_len, lambda ids: ids[-1] == eos_id)
    return torch.tensor([[i for i in ids if i != eos_id]])


@wrong("eos|dropped|kept")
def drops_eos(next_logits, bos_id, eos_id, max_len):
    return _greedy(next_logits, bos_id, eos_id, max_len, keep_eos=False)


@wrong("too late|not stop|fills")
def ignores_eos(next_logits, bos_id, eos_id, max_len):
    return torch.tensor([_grow(next_logits, bos_id, max_len, lambda ids: False)])


@wrong("counts|max_len")
def counts_new_tokens(next_logits, bos_id, eos_id, max_len):
    tokens = torch.tensor([[bos_id]])
    for _ in range(max_len):
        nxt = next_logits(tokens).argmax(-1)
        tokens = torch.cat([tokens, nxt[:, None]], 1)
        if nxt == eos_id:
            break
    return tokens


@wrong("bos|max_len|new|long")
def max_new_tokens(next_logits, bos_id, eos_id, max_len):
    ids = torch.tensor([[bos_id]])
    for _ in range(max_len):
        best = _last_logits(next_logits, ids).argmax().reshape(1, 1)
        ids = torch.cat([ids, best], 1)
        if best.item() == eos_id:
            break
    return ids


@wrong("batch axis|axis|shape")
def no_batch_axis(next_logits, bos_id, eos_id, max_len):
    return torch.tensor(_grow(next_logits, bos_id, max_len, lambda ids: ids[-1] == eos_id))


@wrong("last token only|all tokens|whole")
def shows_the_last_token_only(next_logits, bos_id, eos_id, max_len):
    token, out = torch.tensor([[bos_id]]), [bos_id]
    while len(out) < max_len and out[-1] != eos_id:
        token = next_logits(token).argmax(-1, keepdim=True)
        out.append(token.item())
    return torch.tensor([out])


@wrong("random|sampl")
def samples(next_logits, bos_id, eos_id, max_len):
    def pick(z):
        return int(torch.multinomial((z / 4).softmax(-1), 1))

    return torch.tensor([_grow(next_logits, bos_id, max_len, lambda i: i[-1] == eos_id, pick)])


@wrong("smallest|argmin|likeliest")
def argmin(next_logits, bos_id, eos_id, max_len):
    def pick(z):
        return int(z.argmin())

    return torch.tensor([_grow(next_logits, bos_id, max_len, lambda i: i[-1] == eos_id, pick)])


@wrong("bos")
def strips_bos(next_logits, bos_id, eos_id, max_len):
    ids = _grow(next_logits, bos_id, max_len, lambda ids: ids[-1] == eos_id)
    return torch.tensor([ids[1:]], dtype=torch.long)


@wrong("list")
def returns_a_list(next_logits, bos_id, eos_id, max_len):
    return _grow(next_logits, bos_id, max_len, lambda ids: ids[-1] == eos_id)


@wrong("seconds|never|loop|too late")
def max_len_forgotten(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    while ids[-1] != eos_id:
        ids.append(int(next_logits(torch.tensor([ids])).argmax()))
        if len(ids) > 400:
            ids = ids[:1]
    return torch.tensor([ids])


@wrong("more follow")
def padded_with_zeros(next_logits, bos_id, eos_id, max_len):
    out = torch.zeros(1, max_len, dtype=torch.long)
    out[0, 0] = bos_id
    for t in range(1, max_len):
        out[0, t] = next_logits(out[:, :t]).argmax()
        if out[0, t] == eos_id:
            break
    return out


@wrong("`max_len` smaller by one")
def stops_one_early(next_logits, bos_id, eos_id, max_len):
    ids = _grow(next_logits, bos_id, max_len - 1, lambda ids: ids[-1] == eos_id)
    return torch.tensor([ids])


@wrong("eos")
def forces_eos(next_logits, bos_id, eos_id, max_len):
    ids = _grow(next_logits, bos_id, max_len, lambda ids: ids[-1] == eos_id)
    ids[-1] = eos_id
    return torch.tensor([ids])


@wrong("once|bos every time|so far")
def ranks_the_first_step_once(next_logits, bos_id, eos_id, max_len):
    order = next_logits(torch.tensor([[bos_id]]))[0].argsort(descending=True).tolist()
    ids = [bos_id, *order][:max_len]
    return torch.tensor([ids[: ids.index(eos_id) + 1] if eos_id in ids[1:] else ids])


@wrong("float|dtype")
def returns_floats(next_logits, bos_id, eos_id, max_len):
    ids = _grow(next_logits, bos_id, max_len, lambda ids: ids[-1] == eos_id)
    return torch.tensor([ids], dtype=torch.float32)


@wrong("pad|max_len|after|eos|long|goes on")
def filled_up_to_max_len(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    while len(ids) < max_len:
        ended = len(ids) > 1 and ids[-1] == eos_id
        best = eos_id if ended else _last_logits(next_logits, torch.tensor([ids])).argmax().item()
        ids.append(best)
    return torch.tensor([ids])


@wrong("bos|0|start|begin")
def starts_from_zero(next_logits, bos_id, eos_id, max_len):
    ids = [0]
    while len(ids) < max_len:
        ids.append(next_logits(torch.tensor([ids])).reshape(-1).argmax().item())
        if ids[-1] == eos_id:
            break
    return torch.tensor([ids])


@wrong("2|eos|hard|stop")
def eos_is_two(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    while len(ids) < max_len:
        ids.append(next_logits(torch.tensor([ids])).reshape(-1).argmax().item())
        if ids[-1] == 2:
            break
    return torch.tensor([ids])


@wrong("kept for eos")
def last_place_is_for_eos(next_logits, bos_id, eos_id, max_len):
    ids = [bos_id]
    while len(ids) < max_len - 1:
        nxt = next_logits(torch.tensor([ids])).argmax(-1).item()
        ids.append(nxt)
        if nxt == eos_id:
            return torch.tensor([ids])
    ids.append(eos_id)
    return torch.tensor([ids])


@wrong("wrong axis")
def argmax_down_the_batch(next_logits, bos_id, eos_id, max_len):
    ids = torch.tensor([[bos_id]])
    while ids.size(1) < max_len:
        nxt = next_logits(ids).argmax(0)[:1].view(1, 1)
        ids = torch.cat([ids, nxt], 1)
        if nxt.item() == eos_id:
            break
    return ids

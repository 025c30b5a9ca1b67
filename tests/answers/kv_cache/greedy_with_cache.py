"""Answers to ``greedy_with_cache``."""

import torch

from tests.answers import right, wrong


@right
def recursion(embed, layers, unembed, bos_id, eos_id, max_len):
    def write(ids, pasts):
        if len(ids) == max_len or (len(ids) > 1 and ids[-1] == eos_id):
            return ids
        x, longer = embed(torch.tensor([[ids[-1]]]), len(ids) - 1), []
        for layer, past in zip(layers, pasts, strict=True):
            x, past = layer(x, past)
            longer.append(past)
        return write([*ids, int(unembed(x).argmax(-1)[0, -1])], longer)

    return torch.tensor([write([bos_id], [None for _ in layers])])


@right
def one_tensor_that_grows(embed, layers, unembed, bos_id, eos_id, max_len):
    tokens, cache = torch.tensor([[bos_id]]), {}
    for place in range(max_len - 1):
        x = embed(tokens[:, -1:], place)
        for number, layer in enumerate(layers):
            x, cache[number] = layer(x, cache.get(number))
        best = unembed(x)[:, -1].argmax(-1, keepdim=True)
        tokens = torch.cat([tokens, best], dim=1)
        if best.item() == eos_id:
            return tokens
    return tokens


@right
def stops_at_the_top(embed, layers, unembed, bos_id, eos_id, max_len):
    out, last, pasts = [bos_id], bos_id, [None] * len(layers)
    while True:
        if len(out) >= max_len or (last == eos_id and len(out) > 1):
            return torch.LongTensor(out).unsqueeze(0)
        x = embed(torch.LongTensor([[last]]), len(out) - 1)
        both = []
        for k in range(len(layers)):
            x, p = layers[k](x, pasts[k])
            both.append(p)
        pasts = both
        last = unembed(x).squeeze().argmax().item()
        out.append(last)


def _write(embed, layers, unembed, bos, eos, most, feed, keep=True, shared=False):
    """Each wrong answer feeds or keeps something else."""
    ids, pasts = [bos], [None] * len(layers)
    while len(ids) < most and (len(ids) == 1 or ids[-1] != eos):
        some, start = feed(ids)
        x, one = embed(torch.tensor([some]), start), pasts[0]
        for i, layer in enumerate(layers):
            x, past = layer(x, one if shared else pasts[i])
            one = past
            if keep:
                pasts[0 if shared else i] = past
        ids.append(unembed(x)[0, -1].argmax().item())
    return torch.tensor([ids])


@wrong("nothing is saved|go through the layers")
def no_cache_at_all(*given):
    return _write(*given, lambda ids: (ids, 0), keep=False)


@wrong("behind a past that holds them")
def all_of_them_behind_the_past(*given):
    return _write(*given, lambda ids: (ids, 0))


@wrong("does not reach|as if it were alone")
def forgets_the_past(*given):
    return _write(*given, lambda ids: (ids[-1:], len(ids) - 1), keep=False)


@wrong("share one past")
def one_past_for_all(*given):
    return _write(*given, lambda ids: (ids[-1:], len(ids) - 1), shared=True)


@wrong("place 0")
def no_place(*given):
    return _write(*given, lambda ids: (ids[-1:], 0))


@wrong("from 1")
def counts_from_one(*given):
    return _write(*given, lambda ids: (ids[-1:], len(ids)))


@wrong("bos goes in")
def asks_the_first(*given):
    return _write(*given, lambda ids: (ids[:1], 0))


@wrong("`eos_id` has no effect")
def never_ends(embed, layers, unembed, bos_id, eos_id, max_len):
    return _write(embed, layers, unembed, bos_id, -1, max_len, lambda i: (i[-1:], len(i) - 1))


@wrong("`<=` in the place of `<`")
def one_token_more(embed, layers, unembed, bos_id, eos_id, max_len):
    newest = lambda ids: (ids[-1:], len(ids) - 1)  # noqa: E731
    return _write(embed, layers, unembed, bos_id, eos_id, max_len + 1, newest)


@wrong("eos is missing")
def without_the_end(embed, layers, unembed, bos_id, eos_id, max_len):
    newest = lambda ids: (ids[-1:], len(ids) - 1)  # noqa: E731
    found = _write(embed, layers, unembed, bos_id, eos_id, max_len, newest)
    return found[:, :-1] if found[0, -1] == eos_id else found


@wrong("batch axis")
def a_row(*given):
    return _write(*given, lambda ids: (ids[-1:], len(ids) - 1))[0]

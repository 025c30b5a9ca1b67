"""Greedy with a cache: each token goes through the layers once, each layer keeps its own past."""

from functools import wraps

import torch

from ...checker.core import Case, Exercise, Sign, twist


def greedy_with_cache(embed, layers, unembed, bos_id, eos_id, max_len):
    ids, pasts = [bos_id], [None] * len(layers)
    while len(ids) < max_len:
        x = embed(torch.tensor([ids[-1:]]), len(ids) - 1)
        for i, layer in enumerate(layers):
            x, pasts[i] = layer(x, pasts[i])
        ids.append(unembed(x)[0, -1].argmax().item())
        if ids[-1] == eos_id:
            break
    return torch.tensor([ids])


HINTS = (
    "Only the newest token goes in. What do the layers need of the older ones, and who keeps it "
    "from round to round?",
    "A list of pasts, one a layer, all None at first; each layer takes its own and gives back a "
    "longer one, which goes back to the same place. The newest token stands at place len(ids) - 1.",
    "In each round: x = embed of the newest id at its place; through all layers, each with its "
    "past; unembed, the argmax of the last row, append; stop after eos or at max_len.",
    "x = embed(torch.tensor([ids[-1:]]), len(ids) - 1); for i, layer in enumerate(layers): x, "
    "pasts[i] = layer(x, pasts[i]); ids.append(unembed(x)[0, -1].argmax().item())",
)


def model(vocab, depth, seed):
    """embed, layers, unembed of a tiny model in which order, places and all that was read count."""
    table = torch.sin(torch.arange(vocab * 6.0).view(vocab, 6) * (1.3 + 0.1 * seed))

    def embed(ids, start):
        places = torch.arange(start, start + ids.shape[1])[:, None]
        return table[ids] + torch.cos(0.3 + places * torch.tensor([1.0, 0.7, 0.4, 0.2, 0.1, 0.05]))

    def layer_of(number):
        def layer(x, past):
            kept = x if past is None else torch.cat([past, x], 1)
            before = kept.shape[1] - x.shape[1]
            size = torch.arange(before + 1, kept.shape[1] + 1).view(1, -1, 1)
            means = kept.cumsum(1)[:, before:] / size  # of all that was read up to each place
            return torch.sin(2.0 * x + (1.1 + number) * means.roll(number + 1, -1)), kept

        return layer

    return embed, [layer_of(number) for number in range(depth)], lambda x: x @ table.T


def counted(answer):
    """The answer, and how many rows went through the first layer."""

    @wraps(answer, updated=())
    def run(embed, layers, *others):
        rows = []

        def first(x, past):
            rows.append(x.shape[1])
            return layers[0](x, past)

        found = answer(embed, [first, *layers[1:]], *others)
        return None if found is None or found is ... else [found, sum(rows)]

    return run


CASES = (
    Case(lambda: (*model(5, 2, 37), 2, 4, 9), "two layers, five words, eos is 4"),
    Case(lambda: (*model(5, 2, 35), 2, 4, 9), "two layers, a longer sentence", ("two-layers",)),
    Case(lambda: (*model(9, 3, 38), 2, 0, 9), "three layers, eos is 0", ("small-eos",)),
    Case(lambda: (*model(9, 3, 37), 2, 0, 9), "three layers; max_len comes before eos",
         ("cut-off",)),
    Case(lambda: (*model(12, 3, 30), 2, 5, 9), "three layers; eos is the last that has room",
         ("just-fits",)),
    Case(lambda: (*model(7, 1, 26), 2, 6, 9), "one layer", ("one-layer",)),
    Case(lambda: (*model(6, 2, 5), 3, 5, 2), "room for one token", ("one-token",)),
)  # fmt: skip

FED = {  # the ids that go in, and the first one's place
    "newest": lambda ids: (ids[-1:], len(ids) - 1),
    "all": lambda ids: (ids, 0),
    "at place 0": lambda ids: (ids[-1:], 0),
    "from 1": lambda ids: (ids[-1:], len(ids)),
    "first": lambda ids: (ids[:1], 0),
}


def variant(
    embed, layers, unembed, bos_id, eos_id, max_len, fed="newest", keep="each",
    give=lambda ids, end: torch.tensor([ids]),
):  # fmt: skip
    """greedy_with_cache with one switch for each thing that can go wrong."""
    ids, pasts = [bos_id], [None] * len(layers)
    while len(ids) < max_len:
        some, start = FED[fed](ids)
        x = embed(torch.tensor([some]), start)
        for i, layer in enumerate(layers):
            x, past = layer(x, None if keep == "none" else pasts[0 if keep == "one" else i])
            pasts[0 if keep == "one" else i] = past
        ids.append(unembed(x)[0, -1].argmax().item())
        if ids[-1] == eos_id:
            break
    return give(ids, eos_id)


MISTAKES = (
    twist("reads-all-again", "Every token goes through the layers again in each round, with a "
          "fresh past: the text is right, and nothing is saved. Only the newest should go in.",
          fed="all", keep="none"),
    twist("all-behind-the-past", "All tokens go in again behind a past that holds them already: "
          "only the newest should go in.", fed="all"),
    twist("past-thrown-away", "The past does not reach the next round: each token is read as if "
          "it were alone.", keep="none"),
    twist("one-past-for-all-layers", "All layers share one past; each layer should keep its own.",
          keep="one"),
    twist("place-stays-0", "Every token is embedded at place 0; the newest stands at place "
          "len(ids) - 1.", fed="at place 0"),
    twist("place-one-too-far", "Places are counted from 1: bos stands at place 0.", fed="from 1"),
    twist("bos-fed-again", "bos goes in in every round; it should be the newest token.",
          fed="first"),
    twist("eos-dropped", "eos is missing: it belongs to the sequence.",
          give=lambda ids, end: torch.tensor([ids[:-1] if ids[-1] == end else ids])),
    twist("no-batch-axis", "The batch axis is missing: the shape should be (1, t).",
          give=lambda ids, end: torch.tensor(ids)),
)  # fmt: skip


def _ids(value):
    return torch.as_tensor(value[0]).reshape(-1).tolist()


SIGNS = (
    Sign("reads-too-much", "The tokens are right, but more of them go through the layers than "
         "need to: each should go through once.",
         lambda a, g, w: _ids(g) == _ids(w) and g[1] > w[1]),
    Sign("wrong-tokens", "The tokens are others than those of the model without a cache: its "
         "newest token, at its own place, and each layer's own past?", lambda a, g, w: True,
         every=False),
)  # fmt: skip


EXERCISE = Exercise(greedy_with_cache, HINTS, CASES, MISTAKES, variant, SIGNS, watch=counted)

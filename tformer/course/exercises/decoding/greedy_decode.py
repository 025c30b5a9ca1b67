"""Greedy decoding."""

import torch

from ...checker.core import Case, Exercise, Mistake, Sign, twist


def greedy_decode(next_logits, bos_id, eos_id, max_len):
    tokens = torch.tensor([[bos_id]])
    while tokens.shape[1] < max_len:
        best = next_logits(tokens).argmax(-1, keepdim=True)
        tokens = torch.cat([tokens, best], dim=1)
        if best.item() == eos_id:
            break
    return tokens


HINTS = (
    "Start with bos alone, shape (1, 1). Ask for the logits of the next token, append the "
    "likeliest one, ask again with the longer sequence.",
    "next_logits takes all tokens so far, (1, t), and returns the logits of the next one, "
    "(1, vocabulary). argmax(-1, keepdim=True) has the shape (1, 1) that torch.cat needs.",
    "Two reasons to stop: the token just appended is eos (it stays), or there are max_len tokens, "
    "bos counted. A `while` over the length handles max_len = 1 too.",
    "while tokens.shape[1] < max_len: best = next_logits(tokens).argmax(-1, keepdim=True); "
    "tokens = torch.cat([tokens, best], dim=1); if best.item() == eos_id: break",
)


def script(path, size, top=-0.5):
    """A next_logits that follows ``path`` as long as it is shown the whole path so far.

    The largest of its logits is ``top``. It answers a batch (1, t) with (1, size), a list or a
    vector of ids with (size,); shown anything but the path it wants some other token, and shown
    nothing at all one that is not bos.
    """

    def logits(prefix):
        known = prefix == path[: len(prefix)] and len(prefix) < len(path)
        best = path[len(prefix)] if known else (1 + sum(prefix) + 2 * len(prefix)) % size
        if not prefix:
            best = (path[0] + 1) % size
        # 3 has no common factor with 5 and 8: all other tokens have logits of their own
        return top - 0.5 * (3 * (torch.arange(size) - best) % size)

    def next_logits(tokens):
        tokens = torch.as_tensor(tokens).tolist()
        if tokens and isinstance(tokens[0], list):
            return torch.stack([logits(row) for row in tokens])
        return logits(tokens)

    def flat(tokens):
        return next_logits(tokens).reshape(-1)

    def all_positions(tokens):
        rows = torch.atleast_2d(torch.as_tensor(tokens)).tolist()
        return torch.stack(
            [torch.stack([logits(row[: i + 1]) for i in range(len(row))]) for row in rows]
        )

    next_logits.flat, next_logits.all_positions = flat, all_positions
    return next_logits


CASES = (
    Case(lambda: (script([0, 3, 4, 2], 5, top=9.0), 0, 2, 10),
         "bos is 0, then 3 and 4 are likeliest, then eos, which is 2"),
    Case(lambda: (script([5, 3, 6, 4, 2, 3, 6, 2, 0], 8), 5, 0, 6),
         "eos never comes: max_len is 6; bos is 5 and eos 0, and 2 is a word", ("no-eos",)),
    Case(lambda: (script([3, 6, 0, 1, 3, 5, 5, 2, 7, 6], 8), 3, 7, 20),
         "a longer sentence: bos 3 is a word in it too, 5 comes twice in a row, eos is 7",
         ("longer",)),
    Case(lambda: (script([4, 2, 3, 3, 3], 5), 4, 2, 5), "eos comes at once: the empty sentence",
         ("empty-sentence",)),
    Case(lambda: (script([1, 3, 2], 5), 1, 2, 1), "max_len 1: bos is all there is room for",
         ("no-room",)),
)  # fmt: skip


def variant(
    next_logits, bos_id, eos_id, max_len, feed=slice(None), pick=torch.argmax, kept=True,
    stops=True, room=0,
):  # fmt: skip
    """greedy_decode with one switch for each thing that can go wrong."""
    ids = [bos_id]
    while len(ids) < max_len + room and not (stops and eos_id in ids[1:]):
        ids.append(int(pick(next_logits(torch.tensor([ids[feed]]))[0])))
    return torch.tensor([ids if kept or eos_id not in ids[1:] else ids[:-1]])


def _ends_with_eos(next_logits, bos_id, eos_id, max_len):
    ids = variant(next_logits, bos_id, eos_id, max_len - 1)[0].tolist()
    return torch.tensor([ids if eos_id in ids[1:] else [*ids, eos_id]])


def _eos_forced(next_logits, bos_id, eos_id, max_len):
    ids = variant(next_logits, bos_id, eos_id, max_len)[0].tolist()
    return torch.tensor([[*ids[:-1], eos_id] if len(ids) == max_len else ids])


MISTAKES = (
    twist("eos-not-kept", "eos is left out: it should be appended, then the loop ends.",
          kept=False),
    twist("never-stops-at-eos", "It does not stop at eos: it always fills up to max_len.",
          stops=False),
    twist("bos-not-counted", "It makes max_len new tokens: bos counts as one of the max_len.",
          room=1),
    twist("only-last-token-shown", "next_logits is given the last token only: it needs all "
          "tokens so far.", feed=slice(-1, None)),
    twist("argmax-over-the-batch", "It appends token 0 each time, as an argmax over the wrong "
          "axis does: the batch (dim=0), not the vocabulary (dim=-1).", pick=lambda z: 0),
    Mistake("a-list", "It returns a list; a LongTensor (1, t) was asked for.",
            lambda *given: variant(*given)[0].tolist()),
    Mistake("eos-forced-at-the-end", "The last token at max_len is replaced by eos.", _eos_forced),
    Mistake("last-place-kept-for-eos", "The last of the max_len places is kept for eos, whatever "
            "token is likeliest there.", _ends_with_eos),
)  # fmt: skip


def _list(value):
    return torch.as_tensor(value).reshape(-1).tolist()


def _begins_alike(a, g, w):
    size = min(len(_list(g)), len(_list(w)))
    return _list(g)[:size] == _list(w)[:size]


def _first_wrong(a, g, w):
    """Where the tokens go wrong; None where they only stop too early or too late."""
    if _begins_alike(a, g, w):
        return None
    place = next(i for i, (x, y) in enumerate(zip(_list(g), _list(w), strict=False)) if x != y)
    return f"Token {place} is {_list(g)[place]} where {_list(w)[place]} is the likeliest."


SIGNS = (
    Sign("stops-too-late", "It stops too late: the tokens are right, and more follow. It should "
         "stop after eos or at max_len tokens, bos counted.",
         lambda a, g, w: _begins_alike(a, g, w) and len(_list(g)) > len(_list(w))),
    Sign("does-not-start-with-bos", "It does not start with bos.",
         lambda a, g, w: _list(g)[:1] != [a[1]]),
    Sign("wrong-tokens", "It does not append the likeliest next token each time: is the whole "
         "sequence so far given to next_logits, and the argmax taken?", _first_wrong),
)  # fmt: skip


def _flat(args):
    return (args[0].flat, *args[1:])


def _all_positions(args):
    return (args[0].all_positions, *args[1:])


EXERCISE = Exercise(
    greedy_decode, HINTS, CASES, MISTAKES, variant, SIGNS, readings=(_flat, _all_positions)
)

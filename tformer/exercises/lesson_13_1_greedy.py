"""Lesson 13: greedy decoding."""

import torch

from .core import Case, Exercise, Sign
from .mistakes_13_greedy import MISTAKES, variant


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
    vector of ids with (size,); shown anything but the path it wants some other token.
    """

    def logits(prefix):
        known = prefix == path[: len(prefix)] and len(prefix) < len(path)
        best = path[len(prefix)] if known else (1 + sum(prefix) + 2 * len(prefix)) % size
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


# fmt: off
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
)
# fmt: on


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


# fmt: off
SIGNS = (
    Sign("stops-too-early", "It stops too early: the tokens are right, but some are missing at "
         "the end.", lambda a, g, w: _begins_alike(a, g, w) and len(_list(g)) < len(_list(w))),
    Sign("stops-too-late", "It stops too late: the tokens are right, and more follow. It should "
         "stop after eos or at max_len tokens, bos counted.",
         lambda a, g, w: _begins_alike(a, g, w) and len(_list(g)) > len(_list(w))),
    Sign("does-not-start-with-bos", "It does not start with bos.",
         lambda a, g, w: _list(g)[:1] != [a[1]]),
    Sign("stops-at-the-wrong-place", "The tokens are right, but it stops too early in some cases "
         "and too late in others: it should stop after eos or at max_len tokens, bos counted.",
         _begins_alike),
    Sign("wrong-tokens", "It does not append the likeliest next token each time: is the whole "
         "sequence so far given to next_logits, and the argmax taken?", _first_wrong),
    Sign("too-long", "It returns more than max_len tokens; bos counts as one of them.",
         lambda a, g, w: len(_list(g)) > a[3], every=False),
    Sign("no-sequence", "What it returns is no sequence of token ids that starts with bos.",
         lambda a, g, w: True, every=False),
)
# fmt: on


def _flat(args):
    return (args[0].flat, *args[1:])


def _all_positions(args):
    return (args[0].all_positions, *args[1:])


EXERCISES = [
    Exercise(
        greedy_decode, "13", HINTS, CASES, MISTAKES, variant, SIGNS,
        readings=(_flat, _all_positions),
    )
]  # fmt: skip

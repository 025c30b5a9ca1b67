"""What goes wrong in greedy decoding: the variants and the mistakes."""

import torch

from .core import Mistake, twist


def variant(
    next_logits, bos_id, eos_id, max_len,
    start="bos", feed="all", pick="best", stop="eos", room=0, after=None,
):  # fmt: skip
    """greedy_decode with one switch for each thing that can go wrong."""
    ids = [{"bos": bos_id, "eos": eos_id, "zero": 0, "one": 1}[start]]
    limit = max_len + room
    while len(ids) < limit:
        shown = {
            "all": ids, "last": ids[-1:], "first": ids[:1], "without bos": ids[1:] or ids,
            "last two": ids[-2:], "backwards": ids[::-1],
        }[feed]  # fmt: skip
        logits = next_logits(torch.tensor([shown]))[0]
        order = logits.argsort(descending=True).tolist()
        best = {
            "best": order[0],
            "worst": order[-1],
            "second": order[1],
            "largest size": int(logits.abs().argmax()),
            "from zero": 0 if logits.max() < 0 else order[0],
            "not eos": next(i for i in order if i != eos_id),
            "not again": next(i for i in order if i not in ids[-1:]),
            "never twice": next((i for i in order if i not in ids), order[0]),
            "position": len(ids) % len(order),
            "next id": (order[0] + 1) % len(order),
        }[pick]
        if stop == "before eos" and best == eos_id:
            break
        ids = [*ids, best]
        done = {
            "eos": best == eos_id, "before eos": False, "never": False, "bos": best == bos_id,
            "eos or bos": best in (eos_id, bos_id),
            "two": best == 2, "one": best == 1, "zero": best == 0, "twice": ids.count(eos_id) > 1,
            "first": True, "repeat": len(ids) > 1 and ids[-1] == ids[-2],
            "eos or repeat": best == eos_id or ids[-1] == ids[-2],
            "not eos": best != eos_id, "eos + 1": ids[-2] == eos_id and len(ids) > 2,
        }[stop]  # fmt: skip
        if done:
            break
    return after(ids, (bos_id, eos_id, max_len)) if after else torch.tensor([ids])


def _tensor(ids):
    return torch.tensor([ids], dtype=torch.long)


# fmt: off
MISTAKES = (
    twist("eos-not-kept", "eos is left out: it should be appended, then the loop ends.",
          stop="before eos"),
    twist("never-stops-at-eos", "It does not stop at eos: it always fills up to max_len.",
          stop="never"),
    twist("one-more-after-eos", "It asks once more after eos has been appended.", stop="eos + 1"),
    twist("stops-at-bos", "It stops when bos comes, not eos.", stop="bos"),
    twist("stops-at-bos-too", "It stops at eos, and when bos comes again as well.",
          stop="eos or bos"),
    twist("eos-taken-for-2", "It stops at token 2, whatever eos_id says.", stop="two"),
    twist("eos-taken-for-1", "It stops at token 1, whatever eos_id says.", stop="one"),
    twist("eos-taken-for-0", "It stops at token 0, whatever eos_id says.", stop="zero"),
    twist("stops-at-once", "It appends one token and stops.", stop="first"),
    twist("stops-at-the-first-word", "It stops at the first token that is *not* eos.",
          stop="not eos"),
    twist("stops-at-a-repetition", "It stops when a token repeats, not at eos.", stop="repeat"),
    twist("stops-at-a-repetition-too", "It stops at eos, and when a token repeats as well.",
          stop="eos or repeat"),
    twist("bos-not-counted", "It makes max_len new tokens: bos counts as one of the max_len.",
          room=1),
    twist("one-token-short", "It stops one token before max_len.", room=-1),
    twist("only-last-token-shown", "next_logits is given the last token only: it needs all "
          "tokens so far.", feed="last"),
    twist("only-bos-shown", "next_logits is given bos every time (or asked once, before the "
          "loop), not the tokens so far.",
          feed="first"),
    twist("bos-not-shown", "next_logits is given the tokens without bos.", feed="without bos"),
    twist("two-tokens-shown", "next_logits is given the last two tokens only.", feed="last two"),
    twist("shown-backwards", "next_logits is given the tokens in reverse.", feed="backwards"),
    twist("least-likely", "It takes the smallest logit: argmin, not argmax.", pick="worst"),
    twist("second-best", "It takes the second most likely token.", pick="second"),
    twist("largest-absolute-value", "It takes the logit with the largest absolute value; logits "
          "may be negative.", pick="largest size"),
    twist("search-from-zero", "Its search for the largest logit starts at 0: logits that are all "
          "negative never win.", pick="from zero"),
    twist("eos-forbidden", "eos is never chosen, even if it is the likeliest.", pick="not eos"),
    twist("repetition-forbidden", "A token never follows itself, even if it is the likeliest.",
          pick="not again"),
    twist("each-token-once", "No token is chosen twice, even if it is the likeliest.",
          pick="never twice"),
    twist("one-id-too-high", "It appends the id after the likeliest one.", pick="next id"),
    twist("starts-with-eos", "It starts with eos, not with bos.", start="eos"),
    twist("starts-with-0", "It starts with token 0, whatever bos_id says.", start="zero"),
    twist("starts-with-1", "It starts with token 1, whatever bos_id says.", start="one"),
    twist("bos-dropped", "bos is missing in the result.", after=lambda ids, ends: _tensor(ids[1:])),
    Mistake("bos-and-eos-dropped", "bos and eos are missing in the result.",
            lambda f, b, e, n: _tensor(variant(f, b, e, n, stop="before eos")[0, 1:].tolist())),
    twist("eos-always-appended", "eos is appended even where max_len ended the sentence.",
          after=lambda ids, ends: _tensor(ids if ids[-1] == ends[1] else [*ids, ends[1]])),
    twist("eos-forced-at-the-end", "The last token at max_len is replaced by eos.",
          after=lambda ids, ends: _tensor(
              [*ids[:-1], ends[1]] if len(ids) == ends[2] else ids)),
    twist("filled-up-with-eos", "It fills up to max_len with eos.", after=lambda ids, ends: _tensor(
        ids + [ends[1]] * (ends[2] - len(ids)))),
    twist("filled-up-with-zero", "It fills up to max_len with 0.", after=lambda ids, ends: _tensor(
        ids + [0] * (ends[2] - len(ids)))),
    twist("last-token-only", "It returns the last token, not the sequence.",
          after=lambda ids, ends: _tensor(ids[-1:])),
    twist("backwards", "The sequence comes back in reverse.",
          after=lambda ids, ends: _tensor(ids[::-1])),
    twist("no-batch-axis", "The batch axis is missing: the shape should be (1, t).",
          after=lambda ids, ends: torch.tensor(ids)),
    twist("a-column", "It returns a column (t, 1); the shape should be (1, t): append along "
          "axis 1.", after=lambda ids, ends: torch.tensor(ids)[:, None]),
    twist("a-list", "It returns a list; a LongTensor (1, t) was asked for.",
          after=lambda ids, ends: ids),
    twist("a-list-of-lists", "It returns a list; a LongTensor (1, t) was asked for.",
          after=lambda ids, ends: [ids]),
    twist("floats", "The ids come back as floats; a LongTensor was asked for.",
          after=lambda ids, ends: _tensor(ids).float()),
    twist("small-integers", "The ids come back as int32; a LongTensor was asked for.",
          after=lambda ids, ends: _tensor(ids).int()),
    Mistake("at-least-one-token", "With max_len 1 there is room for bos only; it appends a token "
            "before it looks.", lambda f, b, e, n: variant(f, b, e, max(n, 2))),
)
# fmt: on

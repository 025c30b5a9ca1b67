"""Beam search: the likeliest sentence that a few parallel guesses find."""

import torch

from ...checker.core import Exercise, Mistake, Sign, twist
from .trees import CASES


def beam_search(next_log_probs, bos_id, eos_id, num_beams, max_len):
    beams = [(0.0, [bos_id])]
    for length in range(1, max_len):
        found = []
        for score, ids in beams:
            if length > 1 and ids[-1] == eos_id:
                found.append((score, ids))
                continue
            total = score + next_log_probs(torch.tensor([ids]))[0]
            best = total.topk(min(num_beams, len(total)))
            found += [
                (s, [*ids, i]) for s, i in zip(best.values, best.indices.tolist(), strict=True)
            ]
        beams = sorted(found, key=lambda pair: pair[0], reverse=True)[:num_beams]
    return torch.tensor([beams[0][1]])


HINTS = (
    "Keep a list of (score, ids), at the start one pair: 0 and [bos]. In each round, make the "
    "list of all longer sequences, sort it by score and keep the first num_beams.",
    "Extending a beam by token i makes its score larger by log p(i), so by a negative number. All "
    "beams compete in *one* list: two children of one beam may stay, and none of another.",
    "A beam that ends in eos goes into the new list as it is, with its old score: it competes with "
    "the others, but nothing is added to it. Stop when every kept beam has ended or is full.",
    "found = []; for score, ids in beams: found.append((score, ids)) if ids[-1] == eos_id else "
    "found.extend((score + p, [*ids, i]) for i, p in enumerate(next_log_probs(tensor([ids]))[0]"
    ".tolist())); beams = sorted(found, reverse=True)[:num_beams]; at last tensor([beams[0][1]])",
)


def _extended(live, rows, score, most):
    """Each live beam by its likeliest tokens, so many of each."""
    for (total, ids), row in zip(live, rows, strict=True):
        best = score(total, row, len(ids) + 1).topk(min(most, len(row)))
        yield from ((s, [*ids, i]) for s, i in zip(best.values, best.indices.tolist(), strict=True))


def variant(
    next_log_probs, bos_id, eos_id, num_beams, max_len, score=lambda score, p, size: score + p,
    shown=slice(None), ended="stay", width=lambda n: n, own=0, stop="all",
    give=lambda kept, eos: kept[0], room=0,
):  # fmt: skip
    """beam_search with one switch for each thing that can go wrong."""
    kept, size, places = [(torch.tensor(0.0), [bos_id])], 1, width(num_beams)
    while size < max_len + room:
        done = [b for b in kept if size > 1 and b[1][-1] == eos_id and ended != "go on"]
        live = [b for b in kept if not any(b is d for d in done)]
        if not live or (stop == "first" and done):
            break
        rows = next_log_probs(torch.tensor([ids[shown] for _, ids in live]))
        found = [*_extended(live, rows, score, own if own and size > 1 else places)]
        found += done if ended == "stay" else []
        kept = sorted(found, key=lambda pair: float(pair[0]), reverse=True)[:places]
        size += 1
    return torch.tensor([give(kept, eos_id)[1]])


def _finished_first(kept, eos):
    return next((k for k in kept if k[1][-1] == eos), kept[0])


MISTAKES = (
    twist("greedy-only", "It returns what greedy decoding finds: only one beam is alive. Either "
          "one is kept, or all start as copies of [bos] and stay equal: the first step must take "
          "num_beams different words from one beam.", width=lambda n: 1),
    twist("twice-num-beams", "It keeps twice as many beams as num_beams.", width=lambda n: 2 * n),
    twist("each-beam-by-itself", "After the first word each beam goes on alone, greedily, with its "
          "own likeliest word: all children of all beams should compete for the num_beams places.",
          own=1),
    twist("scores-not-summed", "Beams are ranked by the last word's log-probability alone; it "
          "should be the sum over the whole sequence.", score=lambda score, p, size: p),
    twist("probabilities-summed", "Probabilities are added up along the sequence; add up their "
          "logarithms (or multiply them, which underflows).",
          score=lambda score, p, size: score + p.exp()),
    twist("product-underflows", "The probabilities are multiplied: in a long sentence the product "
          "underflows to 0 and all beams are equal. Add up the log-probabilities.",
          score=lambda score, p, size: (score if size > 2 else score + 1) * p.exp()),
    twist("length-normalised-bos-counted", "The result is chosen by the sum divided by the length, "
          "bos counted: no length penalty was asked for.",
          give=lambda kept, eos: max(kept, key=lambda k: float(k[0]) / len(k[1]))),
    twist("least-likely", "It keeps the least likely beams: the sort is ascending, it takes the "
          "smallest, or the sign is wrong and the log-probability is subtracted.",
          score=lambda score, p, size: score - p),
    twist("worst-kept", "It returns the last of the kept beams, the least likely.",
          give=lambda kept, eos: kept[-1]),
    twist("finished-beams-extended", "A beam that ends in eos is extended further: it should stay "
          "as it is.", ended="go on"),
    twist("finished-beams-lost", "A beam that ends in eos is lost: it should stay among the "
          "beams with its score.", ended="dropped"),
    twist("stops-at-the-first-end", "It stops as soon as one beam ends in eos: the others may "
          "still become likelier than it, or are unfinished.", stop="first"),
    twist("only-last-token-shown", "next_log_probs is given the last token only: it needs all "
          "tokens so far.", shown=slice(-1, None)),
    twist("bos-not-counted", "It makes max_len new tokens: bos counts as one of the max_len.",
          room=1),
    twist("one-token-short", "It stops one token before max_len.", room=-1),
    twist("eos-dropped", "eos is missing in the result: it belongs to the sequence.",
          give=lambda kept, eos: (0, [i for i in kept[0][1] if i != eos])),
    Mistake("first-finished-returned", "It returns as soon as a kept beam ends in eos, and that "
            "beam: a kept one that goes on may be likelier.",
            lambda *a: variant(*a, stop="first", give=_finished_first)),
    twist("product-of-logarithms-from-1", "The log-probabilities are multiplied with each other, "
          "beginning with 1; a product of probabilities is a *sum* of logarithms.",
          score=lambda score, p, size: score * p if size > 2 else p),
)  # fmt: skip


def _sequence(value):
    return isinstance(value, list | torch.Tensor) and len(torch.as_tensor(value).shape) > 0


def _pair(value):
    """Is it (score, ids) or (ids, score)?"""
    return isinstance(value, tuple | list) and [*map(_sequence, value)] in (
        [False, True],
        [True, False],
    )


def _ids(value):
    value = value[0] if isinstance(value, tuple) else value
    return torch.as_tensor(value).reshape(-1).long().tolist()


def _log_prob(a, ids):
    return sum(float(a[0](torch.tensor([ids[:n]]))[0, ids[n]]) for n in range(1, len(ids)))


def _short_of(a, g, w):
    """How much likelier than expected what came back is, in nats; None if it is no sentence."""
    ids = _ids(g)
    if len(ids) > 2 * a[4] or ids[:1] != [a[1]] or a[2] in ids[1:-1]:
        return None
    more = _log_prob(a, ids) - _log_prob(a, _ids(w))
    return more if abs(more) > 1e-5 else None


def _likelier_a_word(a, g, w):
    """Less likely in all, but likelier a token: chosen by the mean."""
    more, ours, theirs = _short_of(a, g, w), _ids(g), _ids(w)
    if more is None or more > 0:
        return False
    return _log_prob(a, ours) / (len(ours) - 1) > _log_prob(a, theirs) / (len(theirs) - 1)


def _less_likely(a, g, w):
    more = _short_of(a, g, w)
    return more is not None and more < 0 and f"It is {-more:.2f} nats less likely."


SIGNS = (
    Sign("pairs-returned", "It returns pairs of score and ids: the ids of the best one alone were "
         "asked for, a LongTensor (1, t).", lambda a, g, w: any(map(_pair, [g, *g]))),
    Sign("all-kept-returned", "It returns all kept beams; the best one alone was asked for, a "
         "LongTensor (1, t).", lambda a, g, w: isinstance(g, list) and (
             all(map(_sequence, g)) and (len(g) > 1 or None))),
    Sign("does-not-start-with-bos", "It does not start with bos.",
         lambda a, g, w: _ids(g)[:1] != [a[1]]),
    Sign("goes-on-after-eos", "The sequence goes on after eos: a finished beam stays as it is.",
         lambda a, g, w: a[2] in _ids(g)[1:-1], every=None),
    Sign("stops-too-early", "It stops too early: what comes back neither ends in eos nor has "
         "max_len tokens.", lambda a, g, w: _ids(g)[-1:] != [a[2]] and len(_ids(g)) < a[4],
         every=None),
    Sign("likelier-than-num-beams-find", "It finds likelier sequences than num_beams beams do: "
         "more are kept than num_beams in some round, or finished ones take no place.",
         lambda a, g, w: (_short_of(a, g, w) or -1) > 0),
    Sign("length-normalised", "The sequence is less likely than the wanted one, but likelier a "
         "word: it was chosen by the mean, the sum divided by the length. No length penalty was "
         "asked for.", _likelier_a_word),
    Sign("less-likely", "The sequence is less likely than what num_beams beams find: do all "
         "children of all beams, and the finished beams, compete by their summed "
         "log-probability?", _less_likely),
)  # fmt: skip

EXERCISE = Exercise(beam_search, HINTS, CASES, MISTAKES, variant, SIGNS)

"""What the maps of attention and the steps around them show."""

import math
from collections.abc import Iterator

import torch
from torch import Tensor

from tformer.checkup.findings import Finding
from tformer.checkup.subject import Subject
from tformer.checkup.watch import Map


def heads(p: Subject) -> Iterator[Finding]:
    """Heads put together or taken apart by a view that mixes positions."""
    merged, split = p.seen.cuts["merged"], p.seen.cuts["split"]
    own = p.maps("own") if p.leaks.triu(1).max() > p.nothing else []
    hidden = bool(own) and all(m.rows.triu(1).abs().max() < 1e-9 for m in own)
    if merged or (split and hidden):
        note = "; outputs hear the future, and all maps are causal" * hidden
        yield Finding("heads-merged-without-transpose", (merged or split)[0] + note)
    if split:
        yield Finding("heads-split-without-transpose", split[0])


def sums(p: Subject) -> Iterator[Finding]:
    """Along which axis do weights sum to 1, as they leave the softmax and as they are used?"""
    for m in p.seen.attentions:
        dims, used = range(-m.weights.dim(), 0), m.rows
        made = [n for n in dims if _ones(m.weights.nan_to_num().sum(n))]
        asked = m.axis if m.axis in dims else -1
        if made and asked not in made:
            axes = ["batch", "heads", "queries", "keys"][-len(dims) :]
            name = axes[made[0]] if len(axes) == len(dims) else made[0]
            yield Finding("softmax-over-the-wrong-axis", f"weights sum to 1 over the {name}")
        hidden = asked == -1 and asked in made and ((used == 0) & (m.weights > 0)).any()
        if hidden and not _ones(used.sum(-1)):
            told = f"once masked, a row sums to {used.sum(-1).min():.2f}, not 1"
            yield Finding("masked-after-softmax", told)


def _ones(sums: Tensor) -> bool:
    """Whether all are 1; rows that may look at nothing are zero."""
    return bool((((sums - 1).abs() < 1e-4) | (sums == 0)).all() and (sums > 0).any())


def across(p: Subject) -> Iterator[Finding]:
    """Maps of the source on which place t looks at source words 0 to t alone."""
    causal = {kind: [not m.rows.triu(1).any() for m in p.maps(kind) if m.rows.size(-1) > 1]
              for kind in ("across", "encoder")}  # fmt: skip
    if any(causal["across"]):
        told = "a map of the source is masked as one of the own past"
        yield Finding("cross-attention-causal", told)
    if causal["encoder"] and all(causal["encoder"]):
        yield Finding("encoder-causal", "all maps of the encoder are masked as a decoder's")


def mildness(p: Subject) -> Iterator[Finding]:
    """How far masked scores lie below the others, and what a model with large scores sees."""
    maps = [m for m in p.maps("own") if p.causal and m.scores is not None and m.axis == -1]
    gaps = [(gap, m) for m in maps if (gap := _gap(m)) is not None]
    worst, m = min(gaps, key=lambda pair: pair[0], default=(math.inf, None))
    if worst < 30:  # exp(-30) is nothing yet in no dtype: the leak meter has seen it
        yield Finding("mask-too-mild", f"masked scores lie only {worst:.1f} below the others")
    elif worst < 1e6:
        kind = "fault" if worst < 9000 and _sees_when_grown(p, worst, m) else "look"
        yield Finding("mask-too-mild", f"masked scores lie {worst:,.0f} below the others; larger "
                      "scores see the future", kind)  # fmt: skip


def _gap(m: Map) -> float | None:
    """How far the least masked score lies below its row's largest; None where nothing is masked:
    masked are later scores that are all the same, or that were all lowered by the same."""
    later = torch.ones(m.scores.shape[-2:]).triu(1).bool()
    if m.scores.size(-1) != m.scores.size(-2) or not later.any():
        return None
    hidden = m.scores[..., later]
    if not (hidden - hidden.flatten()[0]).abs().max() < 1e-9:
        try:
            by = m.scores - (m.q @ m.k * m.factor).reshape(m.scores.shape)
        except (RuntimeError, TypeError):  # not seen, or multiplied in another order
            return None
        low, kept = by[..., later], by[..., ~later]
        if not (low.std() < 1e-6 and (low.mean() - kept.mean()).abs() > 1e-3):
            return None
    top = m.scores.masked_fill(later, -math.inf).amax(-1, keepdim=True)
    return (top - m.scores)[..., later].min().item()


def _sees_when_grown(p: Subject, gap: float, m: Map) -> bool:
    """The leak meter on a model whose matrices were scaled until scores reach that far."""
    spread = m.scores[..., torch.ones(m.scores.shape[-2:]).tril().bool()].std().item()
    if not (p.is_module and spread):
        return False
    grown, half = p.build(), p.T // 2
    grown.load_state_dict(p.shaken.state_dict(), strict=False)
    for w in grown.parameters():
        if w.dim() > 1:
            w.mul_(min(1e3, math.sqrt(3 * gap / spread)))
    later = p.run(grown, p.changed(places=slice(half, None)))
    return p.moved(p.run(grown)[:, :half], later[:, :half])


def scale(p: Subject) -> Iterator[Finding]:
    """By which factor are the scores q k^T, and is it one over the root of the head's width?"""
    for m in p.seen_fresh.attentions:
        width = 1 if m.factor is None else m.q.size(-1)
        if width == 1 or abs(m.factor * math.sqrt(width) - 1) < 0.01:
            continue
        lengths = m.q.norm(dim=-1)
        unit = (lengths - lengths.mean()).abs().max() < 1e-3 * lengths.mean()  # a cosine
        folded = abs(m.q.std() / m.k.std() * math.sqrt(width) - 1) < 0.5  # in the weights of q
        if unit or (folded and abs(m.factor - 1) < 0.01):
            continue
        heads = m.weights.size(-3) if m.weights.dim() > 3 else len(m.weights) // len(p.ids)
        known = {1.0: "not scaled",
                 1 / math.sqrt(width * max(1, heads)): "divided by the root of the model's width",
                 1 / width: "divided by the head's width itself, or twice by its root",
                 math.sqrt(width): "multiplied by the root of the width"}  # fmt: skip
        near = [told for factor, told in known.items() if abs(m.factor / factor - 1) < 0.01]
        told = near[0] if near else f"multiplied by {m.factor:.4g}"
        yield Finding("scale", f"scores are {told}; 1/sqrt({width}) is {width**-0.5:.4g}",
                      "fault" if near else "look")  # fmt: skip
        return


def bends(p: Subject) -> Iterator[Finding]:
    """Two linear layers in a row, widening and narrowing, are one."""
    if p.seen.flat:
        often, (wide, narrow) = len(p.seen.flat), p.seen.flat[0]
        told = f"{often} feed-forwards widen {narrow} to {wide} and narrow it as it is"
        yield Finding("no-activation", told)


def waves(p: Subject) -> Iterator[Finding]:
    """What is added to the words at every place: are the waves in pairs, and how large are they?"""
    for ids, src in ((p.changed(), None), (None, p.changed("src")))[: 1 + (p.src is not None)]:
        other = p.watched(p.fresh, ids, src)
        pairs = zip(p.seen_fresh.sums, other.sums, strict=False)
        words, raised, table = next((x for pair in pairs if (x := _added(*pair))), (None,) * 3)
        if words is None:
            continue
        if _unpaired(table):
            yield Finding("waves-not-in-pairs", "no two features' squares sum to 1")
        small, large = (x.square().mean().sqrt().item() for x in (words, table))
        if small < 0.3 * large:
            # Who multiplies words before the sum has thought of it; training does the rest.
            told = f"a word's features are about {small:.3f}, what is added to them {large:.3f}"
            yield Finding("words-drowned", told, "choice" if raised else "fault")


def _added(pair: list, again: list) -> tuple[Tensor, bool, Tensor] | None:
    """(words, whether they were multiplied, table (T, D)) of a sum of which one side knows only
    places, and the other words."""
    for n in (0, 1):
        (words, raised), (table, _) = pair[n], pair[1 - n]
        if words.dim() != 3 or words.size(-1) != table.size(-1):
            continue
        flat = table[0] if table.shape == words.shape else table.reshape(-1, table.size(-1))
        known = torch.equal(table, again[1 - n][0]) and not torch.equal(words, again[n][0])
        if known and len(flat) > 2 and len(flat) in words.shape[:2]:
            return words, raised, flat
    return None


def _unpaired(table: Tensor) -> bool:
    """Is it of sines and cosines (0 and 1 at place 0) of which no two belong together?"""
    first, t, half = table[0], table[:, : table.size(-1) // 2 * 2].square(), table.size(-1) // 2
    waves = ((first.abs() < 1e-6) | ((first - 1).abs() < 1e-6)).all() and table.abs().max() < 1.001
    pairs = t[:, 0::2] + t[:, 1::2], t[:, :half] + t[:, half:]  # beside each other, or apart
    paired = any(bool(((x - 1).abs() < 1e-3).all()) for x in pairs)
    return bool(waves) and not paired and bool(table.std(0).max() > 0.05)

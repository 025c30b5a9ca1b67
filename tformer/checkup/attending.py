"""What the maps of attention and the steps around them show."""

import math
from collections.abc import Iterator

import torch
from torch import Tensor

from tformer.checkup.findings import Finding
from tformer.checkup.patient import Patient
from tformer.checkup.watch import Map, Watch


def maps(p: Patient, watch: Watch) -> list[Map]:
    """The softmaxes that met values, or were made by torch's own attention."""
    return [m for m in watch.maps if m.used is not None and m.weights.dim() > 2]


def _used(m: Map) -> Tensor:
    """The weights as they met the values, keys along the last axis; NaN is 0."""
    used = m.weights if m.used.shape != m.weights.shape else m.used
    return (used.mT if m.axis == -2 else used).nan_to_num()


def by_kind(p: Patient, fresh: bool = False) -> dict[str, list[Map]]:
    """The maps of "own" words (the decoder's), of the "encoder", and those "across": with other
    target words the first get other keys, the second the same weights, the third the same keys."""
    model, first = (p.fresh, p.seen_fresh) if fresh else (p.shaken, p.seen)
    kinds: dict[str, list[Map]] = {"own": [], "encoder": [], "across": []}
    again = p.watched(model, p.other(p.ids))
    for m, other in zip(maps(p, first), maps(p, again), strict=True):
        same = torch.equal(m.weights.nan_to_num(), other.weights.nan_to_num())
        if p.src is None or (m.k is not None and not torch.equal(m.k, other.k)):
            kinds["own"].append(m)
        elif same or m.k is not None:
            kinds["encoder" if same else "across"].append(m)
    return kinds


def heads(p: Patient) -> Iterator[Finding]:
    """Heads put together or taken apart by a view that mixes positions."""
    watch = p.seen
    cuts = {how: [c for c in watch.badly_cut if how in c] for how in ("merged", "split")}
    own = by_kind(p)["own"]
    leaks = p.leaks.triu(1).max() > p.nothing
    causal = own and all(_used(m).triu(1).abs().max() < 1e-9 for m in own)
    note = "; outputs hear the future, and all maps are causal" * bool(leaks and causal)
    if cuts["merged"] or (cuts["split"] and leaks and causal):
        told = (cuts["merged"] or cuts["split"])[0]
        yield Finding("heads-merged-without-transpose", told + note)
    if cuts["split"]:
        yield Finding("heads-split-without-transpose", cuts["split"][0])


def sums(p: Patient) -> Iterator[Finding]:
    """Along which axis do weights sum to 1, as they leave the softmax and as they are used?"""
    for m in maps(p, p.seen):
        made = [n for n in range(-m.weights.dim(), 0) if _ones(m.weights.nan_to_num().sum(n))]
        asked = m.axis if m.axis in range(-m.weights.dim(), 0) else -1
        if made and asked not in made:
            axes = ["batch", "heads", "queries", "keys"][-m.weights.dim() :]
            name = axes[made[0]] if len(axes) == m.weights.dim() else made[0]
            yield Finding("softmax-over-the-wrong-axis", f"weights sum to 1 over the {name}")
        used = _used(m)
        hidden = (used == 0) & (m.weights > 0) if m.axis == -1 else torch.zeros(1, dtype=torch.bool)
        if asked in made and hidden.any() and not _ones(used.sum(-1)):
            least = used.sum(-1).min().item()
            yield Finding("masked-after-softmax", f"once masked, a row sums to {least:.2f}, not 1")


def _ones(sums: Tensor) -> bool:
    """Whether all are 1; rows that may look at nothing are zero."""
    return bool((((sums - 1).abs() < 1e-4) | (sums == 0)).all() and (sums > 0).any())


def across(p: Patient) -> Iterator[Finding]:
    """Maps of the source on which target place t looks at source words 0 to t alone."""
    for m in by_kind(p)["across"]:
        used = _used(m)
        if used.size(-1) > 1 and not used.triu(1).any():
            yield Finding(
                "cross-attention-causal", "a map of the source is masked as one of the own past"
            )


def mildness(p: Patient) -> Iterator[Finding]:
    """How far masked scores lie below the others, and what a model with large scores sees."""
    worst, spread = math.inf, 0.0
    for m in by_kind(p)["own"] if p.causal else ():
        if m.scores is None or m.axis != -1 or m.scores.size(-1) != m.scores.size(-2):
            continue
        gap = _gap(m)
        past = m.scores[..., torch.ones(m.scores.shape[-2:]).tril().bool()]
        if gap is not None and gap < worst:
            worst, spread = gap, past.std().item()
    if worst < 30:  # exp(-30) is nothing yet in no dtype: the leak meter has seen it
        yield Finding("mask-too-mild", f"masked scores lie only {worst:.1f} below the others")
    elif worst < 1e6:
        kind = "fault" if worst < 9000 and _sees_when_grown(p, worst, spread) else "look"
        yield Finding("mask-too-mild", f"masked scores lie {worst:,.0f} below the others; larger "
                      "scores see the future", kind)  # fmt: skip


def _gap(m: Map) -> float | None:
    """How far the least masked score lies below its row's largest; None where nothing is masked:
    masked are later scores that are all the same, or that were all lowered by the same."""
    T = m.scores.size(-1)
    later = torch.ones(T, T).triu(1).bool()
    hidden = m.scores[..., later]
    if not hidden.numel():
        return None
    same = bool((hidden - hidden.flatten()[0]).abs().max() < 1e-9)
    if not same and m.q is not None and m.factor is not None:
        try:
            raw = (m.q @ m.k * m.factor).reshape(m.scores.shape)
        except RuntimeError:
            return None
        lowered = (m.scores - raw)[..., later]
        kept = (m.scores - raw)[..., ~later]
        same = bool(lowered.std() < 1e-6 and (lowered.mean() - kept.mean()).abs() > 1e-3)
    if not same:
        return None
    top = m.scores.masked_fill(later, -math.inf).amax(-1, keepdim=True)
    gaps = (top - m.scores)[..., later]
    return gaps.min().item()


def _sees_when_grown(p: Patient, gap: float, spread: float) -> bool:
    """The leak meter on a model whose matrices were scaled until scores reach that far."""
    grown = p.build(p.shaken.state_dict()) if hasattr(p.shaken, "state_dict") else None
    if grown is None or not spread:
        return False
    by = min(1e3, math.sqrt(3 * gap / spread))
    for w in grown.parameters():
        if w.dim() > 1:
            w.mul_(by)
    before, changed = p.run(grown), p.ids.clone()
    changed[:, p.T // 2 :] = p.other(p.ids[:, p.T // 2 :])
    return p.moved(before[:, : p.T // 2], p.run(grown, changed)[:, : p.T // 2])


def scale(p: Patient) -> Iterator[Finding]:
    """By which factor are the scores q k^T, and is it one over the root of the head's width?"""
    for m in maps(p, p.seen_fresh):
        if m.factor is None or m.q is None:
            continue
        width = m.q.size(-1)
        heads = (
            m.weights.size(-3) if m.weights.dim() > 3 else max(1, m.weights.size(0) // len(p.ids))
        )
        if abs(m.factor * math.sqrt(width) - 1) < 0.01 or width == 1:
            continue
        lengths = m.q.norm(dim=-1)
        unit = bool((lengths - lengths.mean()).abs().max() < 1e-3 * lengths.mean())  # a cosine
        folded = abs((m.q.std() / m.k.std()).item() * math.sqrt(width) - 1) < 0.5
        if unit or (folded and abs(m.factor - 1) < 0.01):
            continue
        known = {1.0: "not scaled",
                 1 / math.sqrt(width * heads): "divided by the root of the model's width",
                 1 / width: "divided by the head's width itself, or twice by its root",
                 math.sqrt(width): "multiplied by the root of the width"}  # fmt: skip
        near = [told for factor, told in known.items() if abs(m.factor / factor - 1) < 0.01]
        told = near[0] if near else f"multiplied by {m.factor:.4g}"
        yield Finding("scale", f"scores are {told}; 1/sqrt({width}) is {width**-0.5:.4g}",
                      "fault" if near else "look")  # fmt: skip
        return


def bends(p: Patient) -> Iterator[Finding]:
    """Two linear layers in a row, widening and narrowing, are one."""
    bent = p.seen.bent
    flat = [(wide, narrow) for wide, narrow, bends in bent if not bends]
    if flat:
        wide, narrow = flat[0]
        yield Finding("no-activation", f"{len(flat)} feed-forwards widen {narrow} to {wide} and "
                      "narrow it as it is")  # fmt: skip


def waves(p: Patient) -> Iterator[Finding]:
    """What is added to the words at every place: are the waves in pairs, and how large are they?"""
    again = [p.watched(p.fresh, p.other(p.ids))]
    if p.src is not None:
        again.append(p.watched(p.fresh, src=p.other_source()))
    for other in again:
        for pair, changed in zip(p.seen_fresh.sums, other.sums, strict=False):
            if found := _added(pair, changed):
                yield from _judged(*found)
                break


def _judged(words: Tensor, raised: bool, table: Tensor) -> Iterator[Finding]:
    if _unpaired(table):
        yield Finding("waves-not-in-pairs", "no two features' squares sum to 1")
    small, large = (x.square().mean().sqrt().item() for x in (words, table))
    if small < 0.3 * large:
        # Who multiplies words before the sum has thought of it; training does the rest.
        yield Finding("words-drowned", f"a word's features are about {small:.3f}, what is added to "
                      f"them {large:.3f}", "choice" if raised else "fault")  # fmt: skip


def _added(pair: list, again: list) -> tuple[Tensor, bool, Tensor] | None:
    """(words, whether they were multiplied, table (T, D)) of a sum of which one side knows only
    places, and the other words."""
    for n in (0, 1):
        (words, raised), (table, _) = pair[n], pair[1 - n]
        if words.shape != again[n][0].shape or table.shape != again[1 - n][0].shape:
            return None
        flat = table.reshape(-1, table.size(-1))
        fits = (
            words.dim() == 3 and words.size(-1) == table.size(-1) and 2 < len(flat) < words.numel()
        )
        if not fits or len(flat) not in words.shape[:2]:
            flat = table[0] if table.shape == words.shape else flat[:0]
        known = torch.equal(table, again[1 - n][0]) and not torch.equal(words, again[n][0])
        if known and len(flat) > 2:
            return words, raised, flat
    return None


def _unpaired(table: Tensor) -> bool:
    """Is it of sines and cosines (0 and 1 at place 0) of which no two belong together?"""
    first, even = table[0], table.size(-1) // 2 * 2
    waves = ((first.abs() < 1e-6) | ((first - 1).abs() < 1e-6)).all() and table.abs().max() < 1.001
    t, half = table[:, :even] ** 2, even // 2
    beside, apart = t[:, 0::2] + t[:, 1::2], t[:, :half] + t[:, half:]
    paired = any(bool(((x - 1).abs() < 1e-3).all()) for x in (beside, apart))
    return bool(waves) and not paired and bool(table.std(0).max() > 0.05)

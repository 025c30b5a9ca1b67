"""What the logits depend on: words and rows are changed, and what moves is looked at."""

import math
from collections.abc import Iterator

import torch
from torch import Tensor, nn

from tformer.checkup.attending import by_kind, maps
from tformer.checkup.findings import Finding
from tformer.checkup.patient import Patient
from tformer.probes import capture


def _places(where: Tensor) -> str:
    return ", ".join(map(str, where.nonzero().flatten().tolist()[:4]))


def numbers(p: Patient) -> Iterator[Finding]:
    """Whether the model gives numbers; where it does not, its first map still shows the future."""
    lost = p.said.isnan().any(-1).float().mean()
    if lost:
        yield Finding("gives-NaN", f"{lost:.0%} of the outputs are NaN")
        own = by_kind(p)["own"][:1] if p.causal else []
        if any((m.weights.nan_to_num().triu(1) > 1e-9).any() for m in own):
            yield Finding("sees-the-future", "the first map gives weight to later words")


def words_before_and_after(p: Patient) -> Iterator[Finding]:
    """The leak meter: a decoder hears all of its past and nothing of its future."""
    table = p.leaks
    future, past = table.triu(1) > p.nothing, (table <= p.silence).tril()
    if p.causal and future.any():
        i, t = future.nonzero()[0].tolist()
        yield Finding("sees-the-future", f"word {t} moves output {i}, by {table[i, t]:.1e} spreads")
    if not p.causal:
        past = table <= p.silence
    past.fill_diagonal_(False)  # a model may shift its words itself
    if past.any():
        i, t = past.nonzero()[-1].tolist()
        apart = (torch.arange(p.T)[:, None] - torch.arange(p.T)).abs()
        window = int(apart[past].min())
        banded = window > 1 and bool((past | (apart < window))[torch.ones_like(past).tril()].all())
        yield Finding("deaf-to-its-past", f"word {t} does not move output {i}"
                      + f"; nobody hears further than {window - 1} words" * banded,
                      "look" if banded else "fault")  # fmt: skip
    if p.causal and not future.any():
        yield from _other_ways(p)


def _other_ways(p: Patient) -> Iterator[Finding]:
    """The future once more: while training, and while writing, one sentence at a time."""
    single = p.ids[:1], None if p.src is None else p.src[:1]
    for how, (ids, src) in {"in training mode": (p.ids, p.src), "of a single row": single}.items():
        with p.mode(p.shaken, training=how == "in training mode"):
            before = p.run(p.shaken, ids, src)
            for t in (1, ids.size(1) // 2, ids.size(1) - 1):
                changed = ids.clone()
                changed[:, t:] = p.other(ids[:, t:])
                if p.moved(before[:, :t], p.run(p.shaken, changed, src)[:, :t]):
                    yield Finding(
                        "sees-the-future", f"{how} words from {t} on move earlier outputs"
                    )
                    return


def rows(p: Patient) -> Iterator[Finding]:
    """Does a sentence hear its neighbours in the batch?"""
    changed, source = p.ids.clone(), None if p.src is None else p.src.clone()
    changed[0] = p.other(p.ids[0])
    if source is not None:
        source[0] = p.other(p.src[0], p.source_words)
    for model in (p.shaken, p.fresh):
        if p.moved(p.run(model)[1:], p.run(model, changed, source)[1:]):
            yield Finding("rows-hear-each-other", "row 0 was changed, and row 1 has moved")
            return


def order(p: Patient) -> Iterator[Finding]:
    """The same word everywhere: do outputs or scores still tell one place from another?"""
    same = torch.full_like(p.ids, int(p.words[0]))
    out = p.run(p.shaken, same)
    if not p.moved(out[:, 1:], out[:, :1].expand_as(out[:, 1:])):
        watch = p.watched(p.shaken, same)
        own = {n for n, m in enumerate(maps(p, p.seen)) if any(m is o for o in by_kind(p)["own"])}
        last = [m.weights[..., -1, :] for n, m in enumerate(maps(p, watch)) if n in own]
        flat = all((row - row[..., :1]).abs().max() < 1e-6 for row in last)
        swapped = p.run(p.shaken, p.ids[:, [1, 0, *range(2, p.T)]])[:, -1]
        if (last and flat) or not p.moved(p.said[:, -1], swapped):
            said = getattr(getattr(p.shaken, "config", None), "positions", "")
            yield Finding("deaf-to-order", "one word repeated: all places give the same, and no "
                          "score knows how far apart two places are" + f"; positions={said!r}" *
                          bool(said), "choice" if said == "none" else "fault")  # fmt: skip
    if p.src is not None:
        turned = p.run(p.shaken, src=p.src.flip(1))
        if not p.moved(p.said, turned) and p.moved(p.said, p.run(p.shaken, src=p.other_source())):
            yield Finding("deaf-to-order", "the source read backwards gives the same logits")


def source(p: Patient) -> Iterator[Finding]:
    """Which target places hear which source words."""
    if p.src is None:
        return
    table = torch.zeros(p.T, p.src.size(1))
    for s in range(p.src.size(1)):
        changed = p.src.clone()
        changed[:, s] = p.other(p.src[:, s], p.source_words)
        table[:, s] = p.change(p.said, p.run(p.shaken, src=changed)).amax(0)
    heard = table > p.silence
    if not heard.any(0).all():
        yield Finding("source-not-heard", f"source words {_places(~heard.any(0))} move nothing")
    elif not heard.triu(1).any() and p.src.size(1) > 1:
        yield Finding(
            "cross-attention-causal", "target place t hears the source words 0 to t alone"
        )
    elif not heard.all():
        t, s = (~heard).nonzero()[0].tolist()
        yield Finding("cross-attention-causal", f"target place {t} does not hear source word {s}")
    yield from _encoder(p)


def _encoder(p: Patient) -> Iterator[Finding]:
    """Whether any module's vector of the first source place moves with the last source word."""
    if not isinstance(p.shaken, nn.Module):
        return
    S, changed = p.src.size(1), p.src.clone()
    changed[:, -1] = p.other(p.src[:, -1], p.source_words)
    before, after = (
        {name: out if out.size(1) == S else out.transpose(0, 1) for name, out in outputs.items()
         if not out.is_nested and out.dim() == 3 and S in out.shape[:2]}
        for outputs in (_outputs(p, p.src), _outputs(p, changed))
    )  # fmt: skip
    moved = [(out - after[name]).abs().amax((0, 2)) for name, out in before.items()]
    if any(gap[-1] > p.nothing for gap in moved) and not any(gap[0] > p.nothing for gap in moved):
        yield Finding("encoder-causal", "the last source word moves no other place of the encoder")


def _outputs(p: Patient, src: Tensor) -> dict[str, Tensor]:
    with capture(p.shaken) as seen:
        p.run(p.shaken, src=src)
    return seen


def padding(p: Patient) -> Iterator[Finding]:
    """A padded row beside a full one, in both orders, against the row alone."""
    if p.pad is None:
        return
    padded = p.ids.clone()
    padded[0, -3:] = p.pad
    if p.run(p.shaken, padded).isnan().any():
        yield Finding("padding-NaN", "padding behind a sentence makes NaN")
    if p.src is not None or not p.causal:
        yield from _padding_heard(p)
    left = torch.cat([torch.full_like(p.ids[:, :2], p.pad), p.ids[:, :-2]], 1)
    out = p.run(p.shaken, left)[:, 2:]
    told = "gives NaN" if out.isnan().any() else "moves what real words get" if p.moved(
        p.said[:, :-2], out) else "moves nothing"  # fmt: skip
    yield Finding("left-padding", f"padding before a sentence {told}", "choice")


def _padding_heard(p: Patient) -> Iterator[Finding]:
    full = p.ids if p.src is None else p.src
    short = full.clone()
    short[0, -2:] = p.pad

    def read(rows: Tensor, ids: Tensor) -> Tensor:
        return p.run(p.shaken, rows) if p.src is None else p.run(p.shaken, ids, rows)

    alone = read(short[:1, :-2], p.ids[:1])
    for order in ([0, 1], [1, 0]):
        out = read(short[order], p.ids[order])
        if out.isnan().any():
            yield Finding("padding-NaN", "a padded sentence makes NaN")
            return
        beside = out[order.index(0)][None, : alone.size(1)]
        moved = p.change(alone, beside).max().item()
        if moved > max(1e-4, p.nothing):
            yield Finding(
                "padding-heard", f"padding moves a real word's logits by {moved:.1e} spreads"
            )
            return


def dropout(p: Patient) -> Iterator[Finding]:
    """Two passes in eval mode, with other random numbers."""
    if p.moved(p.said, p.run(p.shaken, seed=1)):
        yield Finding("dropout-never-stops", "in eval mode two passes give different logits")


def cache(p: Patient) -> Iterator[Finding]:
    """The logits through a cache against those without."""
    if p.cached is not None:
        gap = p.change(p.said, p.run(p.shaken, call=p.cached)).max().item()
        if gap > 1e-4:
            yield Finding("cache-differs", f"cached logits differ by {gap:.1e} spreads")


def answer(p: Patient) -> Iterator[Finding]:
    """On random words no loss goes below ln V, unless the label is in sight."""
    if p.loss is None:
        return
    out, ids = p.run(p.fresh).flatten(0, 1), p.ids
    told = float(p.loss(p.fresh, *(x for x in (p.src, ids) if x is not None)))
    out = out.view(*ids.shape, -1)
    likely = {}
    for ahead in (-1, 0, 1, 2):
        said = out[:, max(0, -ahead) : p.T - max(0, ahead)]
        label = ids[:, max(0, ahead) : p.T + min(0, ahead)]
        likely[ahead] = nn.functional.cross_entropy(said.flatten(0, 1), label.flatten()).item()
    ahead = min(likely, key=lambda n: abs(likely[n] - told))
    if abs(likely[ahead] - told) < 1e-5 * max(1.0, told):
        if ahead < 1:
            yield Finding("shown-the-answer", f"the loss is that of labels {ahead} words ahead")
        elif ahead > 1:
            yield Finding("labels-skip-a-word", f"the loss is that of labels {ahead} words ahead")
        return
    yield from _taught(p)


def _taught(p: Patient, updates: int = 100) -> Iterator[Finding]:
    """Trains a fresh instance on new random words of eight, each time."""
    model, few = p.build(), p.words[:8]
    if isinstance(model, nn.Module) and len(few) > 1:
        adam = torch.optim.AdamW([w for w in model.parameters() if w.requires_grad], lr=1e-2)
        draw, losses = torch.Generator().manual_seed(0), []
        for _ in range(updates):
            p.keep_time()
            ids = few[torch.randint(len(few), (16, p.T), generator=draw)]
            src = () if p.src is None else (p.src[:1].expand(16, -1),)
            with torch.enable_grad():
                loss = p.loss(model, *src, ids)
                loss.backward()
            adam.step()
            adam.zero_grad()
            losses.append(loss.item())
            last = sum(losses[-5:]) / 5
            if len(losses) > 5 and last < math.log(len(few)) - 0.3:
                yield Finding("shown-the-answer", f"{len(losses)} updates on random words: a loss "
                              f"of {last:.2f}, below ln {len(few)}")  # fmt: skip
                return

"""What the logits depend on: words and rows are changed, and what moves is looked at."""

import math
from collections.abc import Iterator

import torch
from torch import Tensor, nn

from tformer.checkup.findings import Finding
from tformer.checkup.subject import Subject


def numbers(p: Subject) -> Iterator[Finding]:
    """Whether the model gives numbers; where it does not, its first map still shows the future."""
    if lost := p.said.isnan().any(-1).float().mean():
        yield Finding("gives-NaN", f"{lost:.0%} of the outputs are NaN")
        own = p.maps("own")[:1] if p.causal else []
        if any((m.weights.nan_to_num().triu(1) > 1e-9).any() for m in own):
            yield Finding("sees-the-future", "the first map gives weight to later words")


def words_before_and_after(p: Subject) -> Iterator[Finding]:
    """The leak meter: a decoder hears all of its past and nothing of its future."""
    future, deaf = (p.leaks > p.nothing).triu(1), p.leaks <= p.silence
    deaf.fill_diagonal_(False)  # a model may shift its words itself
    if p.causal and future.any():
        i, t = future.nonzero()[0].tolist()
        told = f"word {t} moves output {i}, by {p.leaks[i, t]:.1e} spreads"
        yield Finding("sees-the-future", told)
    if p.causal:
        deaf = deaf.tril()
    if deaf.any():
        i, t = deaf.nonzero()[-1].tolist()
        apart = (torch.arange(p.T)[:, None] - torch.arange(p.T)).abs()
        window = int(apart[deaf].min())
        if window > 1 and (deaf | (apart < window)).tril().sum() == p.T * (p.T + 1) / 2:
            told = f"nobody hears further than {window - 1} words"
            yield Finding("deaf-to-its-past", told, "look")
        else:
            yield Finding("deaf-to-its-past", f"word {t} does not move output {i}")
    if p.causal and not future.any():  # once more: while training, and while writing
        half = p.T // 2
        changed, alone = p.changed(places=slice(half, None)), None if p.src is None else p.src[:1]
        training = (p.run(p.shaken, x, training=True) for x in (p.ids, changed))
        single = p.run(p.shaken, p.ids[:1], alone), p.run(p.shaken, changed[:1], alone)
        for how, (a, b) in {"in training mode": training, "of a single row": single}.items():
            if p.moved(a[:, :half], b[:, :half]):
                told = f"{how} words from {half} on move earlier outputs"
                yield Finding("sees-the-future", told)


def rows(p: Subject) -> Iterator[Finding]:
    """Does a sentence hear its neighbours in the batch?"""
    for model, said in ((p.shaken, p.said), (p.fresh, p.first)):
        if p.moved(said[1:], p.run(model, p.changed(rows=0), p.changed("src", rows=0))[1:]):
            yield Finding("rows-hear-each-other", "row 0 was changed, and row 1 has moved")


def order(p: Subject) -> Iterator[Finding]:
    """The same word everywhere: do outputs or scores still tell one place from another?"""
    same = torch.full_like(p.ids, int(p.ids[0, 0]))
    out = p.run(p.shaken, same)
    if not p.moved(out[:, 1:], out[:, :1].expand_as(out[:, 1:])):
        last = [m.weights[..., -1, :] for m in p.maps("own", p.watched(p.shaken, same))]
        flat = all((row - row[..., :1]).abs().max() < 1e-6 for row in last)
        swapped = p.run(p.shaken, p.ids[:, [1, 0, *range(2, p.T)]])[:, -1]
        if (last and flat) or not p.moved(p.said[:, -1], swapped):
            said = getattr(getattr(p.shaken, "config", None), "positions", "")
            told = "one word repeated: all places give the same, and no score knows how far apart"
            yield Finding("deaf-to-order", f"{told} two places are" + f"; positions={said!r}" *
                          bool(said), "choice" if said == "none" else "fault")  # fmt: skip
    if p.src is not None and not p.moved(p.said, p.run(p.shaken, src=p.src.flip(1))):
        other = p.run(p.shaken, src=p.changed("src"))
        if p.moved(p.said, other):
            yield Finding("deaf-to-order", "the source read backwards gives the same logits")


def source(p: Subject) -> Iterator[Finding]:
    """Which target places hear which source words."""
    if p.src is None:
        return
    places = range(p.src.size(1))
    runs = [p.run(p.shaken, src=p.changed("src", places=s)) for s in places]
    deaf = torch.stack([p.change(p.said, out).amax(0) <= p.silence for out in runs], 1)
    if deaf.all(0).any():
        told = ", ".join(map(str, deaf.all(0).nonzero().flatten().tolist()[:4]))
        yield Finding("source-not-heard", f"source words {told} move nothing")
    elif deaf.any():
        t, s = deaf.nonzero()[0].tolist()
        yield Finding("cross-attention-causal", f"target place {t} does not hear source word {s}")


def padding(p: Subject) -> Iterator[Finding]:
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
    told = "moves what real words get" if p.moved(p.said[:, :-2], out) else "moves nothing"
    told = "gives NaN" if out.isnan().any() else told
    yield Finding("left-padding", f"padding before a sentence {told}", "choice")


def _padding_heard(p: Subject) -> Iterator[Finding]:
    def read(rows: Tensor, ids: Tensor) -> Tensor:
        return p.run(p.shaken, rows) if p.src is None else p.run(p.shaken, ids, rows)

    short = (p.ids if p.src is None else p.src).clone()
    short[0, -2:] = p.pad
    alone = read(short[:1, :-2], p.ids[:1])
    for order in ([0, 1], [1, 0]):
        out = read(short[order], p.ids[order])
        gap = p.change(alone, out[order.index(0)][None, : alone.size(1)]).max().item()
        if out.isnan().any():
            yield Finding("padding-NaN", "a padded sentence makes NaN")
        elif gap > max(1e-4, p.nothing):
            told = f"padding moves a real word's logits by {gap:.1e} spreads"
            yield Finding("padding-heard", told)


def dropout(p: Subject) -> Iterator[Finding]:
    """Two passes in eval mode, with other random numbers."""
    if p.moved(p.said, p.run(p.shaken, seed=1)):
        yield Finding("dropout-never-stops", "in eval mode two passes give different logits")


def cache(p: Subject) -> Iterator[Finding]:
    """The logits through a cache against those without."""
    if p.cached is not None:
        gap = p.change(p.said, p.run(p.shaken, call=p.cached)).max().item()
        if gap > 1e-4:
            yield Finding("cache-differs", f"cached logits differ by {gap:.1e} spreads")


def answer(p: Subject, updates: int = 100) -> Iterator[Finding]:
    """On random words no loss goes below ln V, unless the label is in sight."""
    if p.loss is None:
        return
    told, likely = float(p.loss(p.fresh, *(x for x in (p.src, p.ids) if x is not None))), {}
    for ahead in (-1, 0, 1, 2):
        said = p.first[:, max(0, -ahead) : p.T - max(0, ahead)].flatten(0, 1)
        label = p.ids[:, max(0, ahead) : p.T + min(0, ahead)].flatten()
        likely[ahead] = nn.functional.cross_entropy(said, label).item()
    ahead = min(likely, key=lambda n: abs(likely[n] - told))
    if abs(likely[ahead] - told) < 1e-5 * max(1.0, told):
        if ahead != 1:
            name = "shown-the-answer" if ahead < 1 else "labels-skip-a-word"
            yield Finding(name, f"the loss is that of labels {ahead} words ahead")
    elif p.is_module:  # trained on new random words of eight, each time
        model, few, losses = p.build(), p.words["ids"][:8], []
        adam = torch.optim.AdamW([w for w in model.parameters() if w.requires_grad], lr=1e-2)
        draw = torch.Generator().manual_seed(0)
        for n in range(1, updates + 1):
            p.keep_time()
            ids = few[torch.randint(len(few), (16, p.T), generator=draw)]
            with torch.enable_grad():
                loss = p.loss(model, *(() if p.src is None else (p.src[:1].expand(16, -1),)), ids)
                loss.backward()
            adam.step()
            adam.zero_grad()
            losses = [*losses[-4:], loss.item()]
            if n > 5 and sum(losses) / 5 < math.log(len(few)) - 0.3:
                yield Finding("shown-the-answer", f"{n} updates on random words: a loss of "
                              f"{sum(losses) / 5:.2f}, below ln {len(few)}")  # fmt: skip
                return

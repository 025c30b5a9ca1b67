"""A check-up for any Transformer: what it hears, what its maps show, what its weights do.

    from tformer import checkup

    card = checkup.examine(lambda: GPT(config), vocab=65, call=lambda model, ids: model(ids)[0])
    card                     # faults first: what was read off, what is right, and the lesson
    assert not card.faults   # names such as "sees-the-future": a test of anybody's project

- ``subject``: instances of the model and their forward passes; ``watch``: what happens on the way
- ``hearing``, ``attending``, ``weights``: the checks, a function each
- ``findings``: the names, which is the consequence of which; ``card``: what is shown

Nothing is learnt from data, and no model of yours is changed: each check works on an instance that
the factory made for it.
"""

import math
import time
from collections.abc import Callable

import torch
from torch import Tensor, nn

from tformer._support.checks import check_flag, check_number, check_size, check_whole, given
from tformer.checkup import attending, hearing, weights
from tformer.checkup.card import Card
from tformer.checkup.findings import sorted_findings
from tformer.checkup.subject import Subject, TooLong, harmless

HEARS = (hearing.numbers, hearing.words_before_and_after, hearing.rows, hearing.order,
         hearing.source, hearing.padding, hearing.dropout, hearing.cache, attending.heads,
         attending.sums, attending.across, attending.mildness, attending.scale,
         attending.bends, attending.waves, weights.start, hearing.answer)  # fmt: skip
SPEECHLESS = (hearing.numbers, attending.sums)  # where all that is said is NaN
KEEPS = (weights.learning, weights.ties, weights.reuse, weights.forgotten, weights.choices,
         weights.copies)  # fmt: skip


def examine(make: Callable[[], Callable], *, vocab: int, call: Callable[..., Tensor] | None = None,
            src_vocab: int | None = None, pad: int | None = None,
            loss: Callable[..., Tensor] | None = None, cached: Callable[..., Tensor] | None = None,
            causal: bool | None = None, seconds: float = 20.0) -> Card:  # fmt: skip
    """Look at a Transformer from outside and within; the card names what is wrong.

    ``make`` builds a new model each time; a model is an ``nn.Module``, or any callable from ids to
    logits. ``vocab`` and ``src_vocab`` count words; with ``src_vocab`` it has an encoder.
    ``call(model, ids)``, or ``call(model, src, ids)``, gives logits (B, T, V) for ids (B, T) and
    src (B, S); left out, the model is called with the ids, and ``logits`` or the first tensor of
    its answer is taken. ``pad`` is the id of padding that the model or ``call`` masks.
    ``loss(model, ids)``, or ``loss(model, src, ids)``, is the loss that training would lower on
    these ids: where it is no plain cross-entropy, a fresh instance is trained for at most 100
    updates on random words. ``cached`` is called as ``call`` and gives the same logits through a
    cache. ``causal=False`` says that a model may see the future; a class named ...MaskedLM says so
    itself. Every check has so many ``seconds``.

    Random numbers, modes and dtypes are as before when it is over. What goes wrong inside a check
    is a line of the card; TypeError and ValueError tell of arguments that will not do, and a model
    that cannot read ids at all raises what it raises.
    """
    for name, function in {"make": make, **given(call=call, loss=loss, cached=cached)}.items():
        if not callable(function) or isinstance(function, nn.Module):
            raise TypeError(f"{name}={function!r:.60} is no function; give one, such as "
                            "make=lambda: GPT(config)")  # fmt: skip
    check_size(2, vocab=vocab, **given(src_vocab=src_vocab))
    check_whole(**given(pad=pad))
    check_flag(**given(causal=causal))
    check_number(0, seconds=seconds)
    how = (make, vocab, call, src_vocab, pad, loss, cached, causal)
    try:
        return _examined(torch.float64, how, seconds)
    except (RuntimeError, TypeError):  # it makes tensors of float32, and they meet no others
        return _examined(torch.float32, how, seconds)


def _examined(dtype: torch.dtype, how: tuple, seconds: float) -> Card:
    began, found, unseen = time.perf_counter(), [], []
    with harmless(dtype):
        subject = Subject(*how)
        hears = SPEECHLESS if subject.said.isnan().any() else HEARS
        for check in hears + KEEPS * subject.is_module:
            what = f"{check.__module__.rpartition('.')[2]}.{check.__name__}"
            subject.until = time.perf_counter() + seconds
            try:
                with harmless(dtype):
                    found.extend(check(subject))
            except TooLong:
                unseen.append(f"{what}: its {seconds:g} s were over")
            except Exception as error:  # a line of the card, whatever it is
                unseen.append(f"{what}: {type(error).__name__}: {str(error)[:120]}")
        subject.until = math.inf
        unseen += _not_looked_at(subject)
    return Card(tuple(sorted_findings(found)), tuple(unseen), time.perf_counter() - began)


def _not_looked_at(p: Subject) -> list[str]:
    """What this examination had no way to see."""
    maps = p.seen.attentions
    lacking = {
        "weights and modules: the model is no nn.Module": not p.is_module,
        "attention maps: no softmax over positions was met": not maps,
        "the factor of the scores: not every q k^T was met": any(
            m.factor is None and m.scores is not None for m in maps
        ),
        "padding: no pad was given": p.pad is None,
        "the loss: none was given": p.loss is None,
        "writing with a cache: no cached was given": p.cached is None,
        "masks that call makes: they count as the model's": p.call is not None,
    }
    return [what for what, lacks in lacking.items() if lacks]

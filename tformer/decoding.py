"""How is a sentence chosen? Greedy, sampling and beam search over any next-token function.

All ask a ``step(tokens) -> logits``: tokens (B, T), all so far with the prompt; logits (B, V). A
cached model wraps itself as such a function, which looks at the last column alone. Rows end on
their own: after its ``eos_id`` a row holds ``pad_id``.
"""

from collections.abc import Callable, Iterator

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import pad

from tformer._support.checks import check_integers, check_kind
from tformer._support.signatures import Share, Size, checked

Step = Callable[[Tensor], Tensor]
Choose = Callable[[Tensor], Tensor]


@checked
def apply_temperature(logits: Float[Tensor, "... V"], temperature: float) -> Float[Tensor, "... V"]:
    """logits / temperature: below 1 sharper, above 1 flatter, towards 0 the argmax alone.

    Raises: TypeError if ``logits`` are no floats, ValueError for a ``temperature`` up to 1e-9.
    """
    if not temperature > 1e-9:  # where rounding would turn 0 / temperature into NaN
        raise ValueError(f"temperature={temperature} must be positive, above 1e-9; for 0 use "
                         "greedy() or top_k=1")  # fmt: skip
    return logits / temperature


@checked
def top_k_filter(logits: Float[Tensor, "... V"], k: Size) -> Float[Tensor, "... V"]:
    """All but the k largest logits of each row become -inf; ties for the last place all stay.

    A k beyond V keeps everything. Raises: TypeError if ``logits`` are no floats, ValueError if
    ``k`` < 1. Source: Fan et al. 2018, "Hierarchical neural story generation", section 5.4.

    >>> top_k_filter(torch.tensor([1.0, 3.0, 2.0]), 2)
    tensor([-inf, 3., 2.])
    """
    smallest_kept = logits.topk(min(k, logits.shape[-1])).values[..., -1:]
    return logits.masked_fill(logits < smallest_kept, -torch.inf)


@checked
def top_p_filter(logits: Float[Tensor, "... V"], p: Share) -> Float[Tensor, "... V"]:
    """All logits become -inf but each row's nucleus: the fewest likeliest tokens that reach ``p``.

    The token that crosses the line belongs to it. Raises: TypeError if ``logits`` are no floats,
    ValueError if ``p`` is outside (0, 1].
    Source: Holtzman et al. 2020, "The curious case of neural text degeneration", section 3.1.

    >>> top_p_filter(torch.tensor([0.2, 0.5, 0.3]).log(), 0.6).exp()
    tensor([0.0000, 0.5000, 0.3000])
    """
    if p == 1:
        return logits  # the sums below are rounded and might lose the least likely
    ranked, order = logits.sort(dim=-1, descending=True, stable=True)
    mass_before = pad(ranked.softmax(-1).cumsum(-1)[..., :-1], (1, 0))
    beyond = mass_before >= p
    beyond[..., 0] = False  # the likeliest stays, even where p rounds to 0
    drop = beyond.gather(-1, order.argsort(-1))
    return logits.masked_fill(drop, -torch.inf)


@checked
@torch.no_grad()
def stream(step: Step, prompt: Int[Tensor, "B T"], *, max_length: int,
           choose: Choose | None = None, eos_id: int | None = None,
           pad_id: int | None = None) -> Iterator[Tensor]:  # fmt: skip
    """The new tokens, one column (B,) at a time, as soon as they are chosen.

    Args: ``prompt``, at least one id for each row; ``max_length``, in tokens, with the prompt;
        ``choose``, from logits (B, V) to ids (B,), by default the argmax; ``eos_id``, ends a row;
        ``pad_id``, fills a row that has ended, by default with ``eos_id``.
    Ends at ``max_length`` or when all rows have ended. Raises (at the first token): TypeError or
        ValueError if ``prompt`` is not such a tensor or is empty, ``max_length`` leaves no room for
        a token, or ``step`` returns no logits (B, V) or a row without a finite largest logit.
    """
    _check_room(max_length, prompt)
    choose = choose or (lambda logits: logits.argmax(-1))
    tokens = pad(prompt, (0, max_length - prompt.shape[1]))
    ended = torch.zeros(len(prompt), dtype=torch.bool, device=prompt.device)
    for length in range(prompt.shape[1], max_length):
        chosen = choose(_ask(step, tokens[:, :length]))
        check_integers("choose's answer", chosen)
        if chosen.shape != ended.shape:
            raise ValueError(f"choose returned shape {tuple(chosen.shape)} for {len(ended)} rows; "
                             "give an id for each: logits.argmax(-1)")  # fmt: skip
        if eos_id is not None:
            chosen = chosen.masked_fill(ended, eos_id if pad_id is None else pad_id)
            ended = ended | (chosen == eos_id)
        tokens[:, length] = chosen
        yield chosen
        if eos_id is not None and ended.all():
            return


@checked
def greedy(step: Step, prompt: Int[Tensor, "B T"], **options) -> Int[Tensor, "B L"]:
    """The prompt, then always the likeliest next token. Options and errors: those of ``stream``.

    >>> def count_up(tokens):
    ...     return torch.nn.functional.one_hot(tokens[:, -1] + 1, 10).float()
    >>> greedy(count_up, torch.tensor([[3], [6]]), max_length=9, eos_id=7, pad_id=0)
    tensor([[3, 4, 5, 6, 7],
            [6, 7, 0, 0, 0]])
    """
    return torch.cat([prompt, *(chosen[:, None] for chosen in stream(step, prompt, **options))], 1)


@checked
def sampler(temperature: float = 1.0, top_k: Size | None = None, top_p: Share | None = None,
            generator: torch.Generator | None = None) -> Choose:  # fmt: skip
    """A ``choose`` for ``stream``: temperature, then top-k, then top-p, then one draw a row."""

    def choose(logits: Tensor) -> Tensor:
        logits = apply_temperature(logits, temperature)
        logits = logits if top_k is None else top_k_filter(logits, top_k)
        logits = logits if top_p is None else top_p_filter(logits, top_p)
        return torch.multinomial(logits.softmax(-1), 1, generator=generator).squeeze(-1)

    choose(torch.zeros(1, 1))  # refuse bad numbers here and not at the first token
    return choose


def sample(
    step: Step, prompt: Int[Tensor, "B T"], *, max_length: int, eos_id=None, pad_id=None, **how
) -> Int[Tensor, "B L"]:
    """The prompt, then tokens drawn by ``sampler(**how)``. Errors: also those of ``stream``."""
    options = dict(max_length=max_length, eos_id=eos_id, pad_id=pad_id)
    return greedy(step, prompt, choose=sampler(**how), **options)


@checked
@torch.no_grad()
def beam_search(step: Step, prompt: Int[Tensor, "B T"], *, num_beams: Size, max_length: int,
                eos_id: int | None = None, pad_id: int | None = None, length_penalty: float = 1.0,
                reorder: Callable[[Tensor], None] | None = None,
                ) -> tuple[Int[Tensor, "B L"], Float[Tensor, " B"]]:  # fmt: skip
    """The best sentence found for each row while its ``num_beams`` best prefixes stay in hand.

    A sentence scores its summed log-probability / n ** ``length_penalty``, n counting the new
    tokens and the eos: 0 favours short sentences, more favours longer ones. A row is done when it
    holds ``num_beams`` finished sentences and its best prefix, scored as it stands, does not beat
    the worst of them; at ``max_length`` every prefix counts as finished.

    ``step`` sees B * num_beams rows, the beams of a row side by side. After each step
    ``reorder(indices)`` tells a cached model which row each row now continues; the beams of a row
    that is done are no longer among them, so ``step`` sees them no more.
    Returns: (tokens, scores). Other arguments and errors: those of ``stream``.
    Source: Wu et al. 2016, section 7; equal to Hugging Face ``generate``, early_stopping=False.
    """
    _check_room(max_length, prompt)
    eos = -1 if eos_id is None else eos_id
    fill = max(eos, 0) if pad_id is None else pad_id
    start = prompt.shape[1]
    beams = prompt[:, None].expand(-1, num_beams, -1)
    finished = pad(beams, (0, max_length - start), value=fill)
    best = torch.full(beams.shape[:2], -torch.inf, device=prompt.device)
    scores = best.clone()
    scores[:, 0] = 0.0  # the beams of a row are still equal: one speaks for all
    rows = torch.arange(len(prompt), device=prompt.device)  # those that are searched
    for length in range(start + 1, max_length + 1):
        total, parent, longer = _continuations(step, beams, scores)
        ends = (longer[..., -1] == eos) | (length == max_length)
        norm = (length - start) ** length_penalty
        score = (total / norm).masked_fill(~ends, -torch.inf)[:, :num_beams]
        best[rows], kept = torch.cat([best[rows], score], 1).topk(num_beams)
        new = pad(longer[:, :num_beams], (0, max_length - length), value=fill)
        finished[rows] = _pick(torch.cat([finished[rows], new], 1), kept)
        scores, kept = total.masked_fill(ends, -torch.inf).topk(num_beams)
        beams, parent = _pick(longer, kept), parent.gather(1, kept)
        going = scores[:, 0] / norm > best[rows, -1]
        if not going.any():
            break
        if reorder is None:  # who cannot be told is asked for all rows
            scores[~going] = -torch.inf
        else:
            rows, beams, scores = rows[going], beams[going], scores[going]
            reorder(parent[going].flatten())
    ends = (finished[:, 0, start:] == eos).int()
    longest = torch.where(ends.any(1), ends.argmax(1) + 1, max_length - start).max()
    return finished[:, 0, : start + longest], best[:, 0]


def _continuations(step: Step, beams: Tensor, scores: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The best 2K continuations of each row's K beams: scores (B, 2K), rows they come from, tokens.
    Of 2K at least K can go on: at most one continuation of a beam is eos."""
    rows, num_beams = scores.shape
    log_probs = _ask(step, beams.flatten(0, 1)).log_softmax(-1).unflatten(0, (rows, num_beams))
    vocab_size = log_probs.shape[-1]
    total = (scores[..., None] + log_probs).flatten(1)
    total, index = total.topk(min(2, vocab_size) * num_beams)
    parent, token = index // vocab_size, index % vocab_size
    longer = torch.cat([_pick(beams, parent), token[..., None]], -1)
    return total, parent + num_beams * torch.arange(rows, device=parent.device)[:, None], longer


def _pick(beams: Tensor, which: Tensor) -> Tensor:
    return beams.gather(1, which[..., None].expand(-1, -1, beams.shape[-1]))


def _check_room(max_length: int, prompt: Tensor) -> None:
    if max_length <= prompt.shape[1]:
        raise ValueError(f"max_length={max_length} must exceed the prompt's {prompt.shape[1]} ids")


def _ask(step: Step, tokens: Tensor) -> Tensor:
    logits = step(tokens)
    check_kind(Tensor, **{"step's answer": logits})
    if logits.dim() != 2 or len(logits) != len(tokens):
        got = f"step returned shape {tuple(logits.shape)} for {len(tokens)} rows"
        raise ValueError(f"{got}; give the next token's logits (rows, vocabulary): logits[:, -1]")
    if not (logits.amax(-1).abs() < torch.inf).all():
        raise ValueError("step returned logits without a largest one (NaN, inf, or all -inf): are "
                         "the model's weights numbers?")  # fmt: skip
    return logits

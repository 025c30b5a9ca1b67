"""Decoding: filters on worked numbers, stopping row by row, beams that beat greedy, bad input."""

import doctest
import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tformer import decoding
from tformer.decoding import (
    apply_temperature,
    beam_search,
    greedy,
    sample,
    sampler,
    stream,
    top_k_filter,
    top_p_filter,
)

INF = math.inf
PROMPT = torch.tensor([[3, 4], [5, 6]])
EOS, PAD = 1, 0


def table_step(table):
    """A toy language model: the next token depends on the last one alone, by a table of p."""
    return lambda tokens: torch.tensor(table).log()[tokens[:, -1]]


# Words <pad> eos the a dog cat: "the" is the likelier first word, "a dog" the likelier sentence.
FORKED = table_step(
    [
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.6, 0.4, 0.0, 0.0],
        [0.0, 0.3, 0.0, 0.0, 0.35, 0.35],
        [0.0, 0.05, 0.0, 0.0, 0.9, 0.05],
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
    ]
)


def hashed_step(tokens):
    """Logits that depend on the whole past of a row and on nothing else."""
    weights = torch.arange(1, tokens.shape[1] + 1)
    seeds = (tokens * weights).sum(1, keepdim=True) % 97
    return torch.sin(seeds * (torch.arange(8) + 1.7)) * 3


def test_worked_examples():
    assert doctest.testmod(decoding).failed == 0


def test_temperature_sharpens_and_flattens():
    logits = torch.tensor([1.0, 2.0])
    torch.testing.assert_close(apply_temperature(logits, 0.5), torch.tensor([2.0, 4.0]))
    assert apply_temperature(logits, 1e-4).softmax(-1)[1] == 1


def test_top_k_keeps_k_and_ties():
    logits = torch.tensor([[1.0, 4.0, 3.0, 2.0], [0.0, -1.0, -2.0, -3.0]])
    kept = top_k_filter(logits, 2)
    assert kept.tolist() == [[-INF, 4.0, 3.0, -INF], [0.0, -1.0, -INF, -INF]]
    assert torch.equal(top_k_filter(logits, 99), logits)
    assert top_k_filter(torch.tensor([1.0, 1.0, 0.0]), 1).tolist() == [1.0, 1.0, -INF]


@pytest.mark.parametrize(
    ("p", "kept"), [(0.01, 1), (0.49, 1), (0.51, 2), (0.74, 2), (0.76, 3), (0.9, 4), (1.0, 4)]
)
def test_top_p_keeps_the_crossing_token(p, kept):
    probs = torch.tensor([[0.125, 0.5, 0.25, 0.125], [0.5, 0.125, 0.125, 0.25]])
    filtered = top_p_filter(probs.log(), p)
    assert filtered.isfinite().sum(-1).tolist() == [kept, kept]
    for row, whole in zip(filtered.exp(), probs, strict=True):
        assert all(q in (0, w) for q, w in zip(row, whole, strict=True))
        assert row.max() == 0.5


def test_top_p_of_one_keeps_what_rounding_would_lose():
    logits = torch.tensor([0.0, -30.0])  # the first probability is 1.0 in float32
    assert torch.equal(top_p_filter(logits, 1.0), logits)


@settings(deadline=None)  # a busy machine
@given(st.integers(0, 999), st.floats(0.01, 1.0))
def test_top_p_is_the_smallest_set_that_reaches_p(seed, p):
    logits = torch.randn(3, 20, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    probs = logits.softmax(-1)
    kept = top_p_filter(logits, p).isfinite()
    mass = (probs * kept).sum(-1)
    smallest = probs.masked_fill(~kept, 2).min(-1).values
    assert (mass >= p - 1e-9).all() and (mass - smallest < p + 1e-9).all()
    assert (probs.masked_fill(kept, 0).max(-1).values <= smallest).all()


@pytest.mark.parametrize("p", [1e-300, 1e-50])
def test_a_share_that_rounds_to_nothing_still_keeps_the_likeliest(p):
    assert top_p_filter(torch.tensor([[0.0, 1.0], [2.0, 1.0]]), p).tolist() == [
        [-INF, 1],
        [2, -INF],
    ]
    choose = sampler(top_p=p, generator=torch.Generator().manual_seed(0))
    assert choose(torch.tensor([[1.0, 2.0, 3.0]])).item() == 2


def test_ids_of_a_narrow_dtype_are_continued_by_ids_beyond_it():
    prompt = torch.tensor([[1]], dtype=torch.uint8)

    def step(tokens):
        return torch.nn.functional.one_hot(tokens[:, -1].long() + 299, 900).float()

    assert greedy(step, prompt, max_length=3).tolist() == [[1, 300, 599]]
    found, _ = beam_search(step, prompt, num_beams=2, max_length=3)
    assert found.tolist() == [[1, 300, 599]]


@pytest.mark.parametrize("broken", [math.nan, INF, -INF])
def test_logits_that_name_no_largest_are_refused(broken):
    def step(tokens):
        return torch.full((len(tokens), 5), broken)

    for search in (
        lambda: greedy(step, PROMPT, max_length=9),
        lambda: sample(step, PROMPT, max_length=9),
        lambda: beam_search(step, PROMPT, num_beams=2, max_length=9),
    ):
        with pytest.raises(ValueError, match="step returned logits without a largest one"):
            search()


def test_each_row_ends_at_its_own_eos():
    ends = greedy(FORKED, torch.tensor([[1], [4], [3]]), max_length=9, eos_id=EOS, pad_id=PAD)
    assert ends.tolist() == [[1, 2, 4, 1], [4, 1, 0, 0], [3, 4, 1, 0]]


def test_without_eos_it_runs_to_the_end_and_padding_defaults_to_eos():
    assert greedy(hashed_step, PROMPT, max_length=11).shape == (2, 11)
    ends = greedy(FORKED, torch.tensor([[1], [4]]), max_length=9, eos_id=EOS)
    assert ends.tolist() == [[1, 2, 4, 1], [4, 1, 1, 1]]


def test_a_row_does_not_depend_on_its_batch():
    batch = greedy(hashed_step, PROMPT, max_length=12)
    for row in range(2):
        alone = greedy(hashed_step, PROMPT[row : row + 1], max_length=12)
        assert torch.equal(alone[0], batch[row])


def test_stream_gives_each_token_before_asking_for_the_next():
    asked = []

    def step(tokens):
        asked.append(tokens.shape[1])
        return hashed_step(tokens)

    tokens = stream(step, PROMPT, max_length=50)
    first = next(tokens)
    assert asked == [2] and first.shape == (2,)
    second = next(tokens)
    assert torch.equal(
        greedy(hashed_step, PROMPT, max_length=4)[:, 2:].T, torch.stack([first, second])
    )


def test_sampling_follows_the_generator_and_the_distribution():
    def drawn(seed, **how):
        generator = torch.Generator().manual_seed(seed)
        return sample(hashed_step, PROMPT, max_length=30, generator=generator, **how)

    assert torch.equal(drawn(1), drawn(1)) and not torch.equal(drawn(1), drawn(2))
    for nearly_greedy in (dict(temperature=1e-3), dict(top_k=1), dict(top_p=1e-6)):
        assert torch.equal(drawn(3, **nearly_greedy), greedy(hashed_step, PROMPT, max_length=30))
    choose = sampler(temperature=2.0, top_k=3, generator=torch.Generator().manual_seed(0))
    logits = torch.tensor([0.0, 2.0, 1.0, -1.0])
    counts = torch.bincount(choose(logits.expand(20_000, 4)), minlength=4) / 20_000
    expected = torch.tensor([0.0, 1.0, 0.5, -INF]).softmax(-1)
    torch.testing.assert_close(counts, expected, atol=0.015, rtol=0)


def test_beam_search_finds_what_greedy_misses():
    start = torch.tensor([[1]])
    assert greedy(FORKED, start, max_length=6, eos_id=EOS).tolist() == [[1, 2, 4, 1]]
    tokens, scores = beam_search(
        FORKED, start, num_beams=2, max_length=6, eos_id=EOS, length_penalty=0.0
    )
    assert tokens.tolist() == [[1, 3, 4, 1]]
    assert scores.item() == pytest.approx(math.log(0.4 * 0.9))  # greedy's has 0.6 * 0.35


def test_length_penalty_chooses_between_short_and_long():
    step = table_step([[0.0, 0.4, 0.6], [0.0, 0.4, 0.6], [0.0, 0.4, 0.6]])
    options = dict(num_beams=3, max_length=8, eos_id=EOS)
    short, scores = beam_search(step, torch.tensor([[0]]), length_penalty=0.0, **options)
    assert short.tolist() == [[0, 1]] and scores.item() == pytest.approx(math.log(0.4))
    long, scores = beam_search(step, torch.tensor([[0]]), length_penalty=1.0, **options)
    assert long.tolist() == [[0] + [2] * 7] and scores.item() == pytest.approx(math.log(0.6))


def test_by_default_scores_are_means():
    step = table_step([[0.0, 0.4, 0.6], [0.0, 0.4, 0.6], [0.0, 0.4, 0.6]])
    _, scores = beam_search(step, torch.tensor([[0]]), num_beams=3, max_length=8, eos_id=EOS)
    assert scores.item() == pytest.approx(math.log(0.6))


def test_wide_beam_finds_the_best_of_all_sentences():
    prompt = torch.tensor([[2]])
    tokens, scores = beam_search(hashed_step, prompt, num_beams=512, max_length=4, length_penalty=0)
    every = torch.cartesian_prod(*[torch.arange(8)] * 3)
    prefixes = torch.cat([prompt.expand(512, 1), every], 1)
    total = sum(
        hashed_step(prefixes[:, :n]).log_softmax(-1).gather(1, prefixes[:, n : n + 1])
        for n in (1, 2, 3)
    ).squeeze(1)
    assert torch.equal(tokens[0], prefixes[total.argmax()])
    assert scores.item() == pytest.approx(total.max().item(), rel=1e-5)


def test_reorder_lets_a_cached_model_follow_its_beams():
    class Cached:
        """Sees new columns only and keeps its own copy of each row's past."""

        past = torch.zeros(6, 0, dtype=torch.long)

        def step(self, tokens):
            self.past = torch.cat([self.past, tokens[:, self.past.shape[1] :]], 1)
            return hashed_step(self.past)

        def reorder(self, indices):
            self.past = self.past[indices]

    cached = Cached()
    options = dict(num_beams=3, max_length=12, eos_id=EOS)
    with_cache = beam_search(cached.step, PROMPT, reorder=cached.reorder, **options)
    without = beam_search(hashed_step, PROMPT, **options)
    assert torch.equal(with_cache[0], without[0]) and torch.equal(with_cache[1], without[1])
    forgetful = beam_search(Cached().step, PROMPT, **options)
    assert not torch.equal(forgetful[1], without[1])


def test_beams_of_a_row_that_is_done_are_asked_no_more():
    prompt, asked = torch.tensor([[4], [1], [3]]), []

    def step(tokens):
        asked.append(tokens[:, 0].tolist())
        return FORKED(tokens)

    def told(rows):  # a table keeps no past
        assert len(rows) % 2 == 0

    options = dict(num_beams=2, max_length=9, eos_id=EOS, pad_id=PAD)
    found, scores = beam_search(step, prompt, reorder=told, **options)
    assert asked[0] == [4, 4, 1, 1, 3, 3] and asked[-1] == [1, 1]
    whole, same = beam_search(FORKED, prompt, **options)
    assert torch.equal(found, whole) and torch.equal(scores, same)
    for n in range(3):
        alone, score = beam_search(FORKED, prompt[n : n + 1], **options)
        assert found[n].tolist()[: alone.size(1)] == alone[0].tolist() and score == scores[n]


def test_one_beam_is_greedy():
    tokens, _ = beam_search(hashed_step, PROMPT, num_beams=1, max_length=12, eos_id=EOS, pad_id=PAD)
    assert torch.equal(tokens, greedy(hashed_step, PROMPT, max_length=12, eos_id=EOS, pad_id=PAD))


def test_a_vocabulary_of_one_leaves_no_choice():
    tokens, scores = beam_search(lambda ids: torch.zeros(len(ids), 1), PROMPT[:1] * 0,
                                 num_beams=1, max_length=4)  # fmt: skip
    assert tokens.tolist() == [[0, 0, 0, 0]] and scores.tolist() == [0.0]


LOGITS = torch.zeros(2, 4)


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: apply_temperature(LOGITS, 0.0), ValueError, r"temperature=0.0 .* greedy"),
        (lambda: apply_temperature(LOGITS, -1.0), ValueError, "temperature=-1.0"),
        (lambda: top_k_filter(LOGITS, 0), ValueError, "k=0"),
        (lambda: top_k_filter(LOGITS, 1.5), TypeError, "k=1.5"),
        (lambda: top_p_filter(LOGITS, 0.0), ValueError, "p=0.0"),
        (lambda: top_p_filter(LOGITS, 1.1), ValueError, "p=1.1"),
        (lambda: top_p_filter(LOGITS, math.nan), ValueError, "p=nan"),
        (lambda: sampler(temperature=0.0), ValueError, "temperature=0.0"),
        (lambda: sampler(top_k=0), ValueError, "k=0"),
        (lambda: sampler(top_p=2.0), ValueError, "p=2.0"),
        (lambda: greedy(hashed_step, PROMPT[:0], max_length=9), ValueError, "prompt has shape"),
        (lambda: greedy(hashed_step, PROMPT[:, :0], max_length=9), ValueError, "prompt has shape"),
        (lambda: greedy(hashed_step, PROMPT[0], max_length=9), ValueError, "prompt has shape"),
        (lambda: greedy(hashed_step, PROMPT.float(), max_length=9), TypeError, "prompt has dtype"),
        (lambda: greedy(hashed_step, [[1]], max_length=9), TypeError, "prompt is list"),
        (lambda: greedy(hashed_step, PROMPT, max_length=2), ValueError, "max_length=2"),
        (lambda: greedy(hashed_step, PROMPT[:1], max_length=2), ValueError, "the prompt's 2 ids"),
        (lambda: greedy(lambda t: t[..., None].float(), PROMPT, max_length=9), ValueError, "step"),
        (lambda: sample(hashed_step, PROMPT, max_length=2), ValueError, "max_length=2"),
        (
            lambda: beam_search(hashed_step, PROMPT, num_beams=0, max_length=9),
            ValueError,
            "num_beams=0",
        ),
        (
            lambda: beam_search(hashed_step, PROMPT, num_beams=2, max_length=1),
            ValueError,
            "max_length=1",
        ),
    ],
)
def test_bad_input_is_named(call, error, says):
    with pytest.raises(error, match=says):
        call()


@pytest.mark.parametrize(
    ("choose", "error", "says"),
    [
        (lambda logits: logits.argmax(), ValueError, r"choose returned shape \(\)"),
        (lambda logits: logits.argmax(-1, keepdim=True), ValueError, r"choose returned shape \(."),
        (lambda logits: logits.amax(-1), TypeError, "choose's answer has dtype torch.float32"),
        (lambda logits: 3, TypeError, "choose's answer is int"),
    ],
)
def test_a_choice_that_is_no_id_a_row_is_refused(choose, error, says):
    with pytest.raises(error, match=says):
        greedy(hashed_step, PROMPT, max_length=9, choose=choose)

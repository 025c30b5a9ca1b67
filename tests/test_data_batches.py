"""Batches hold all data, little padding, and go on from where they were."""

import pytest
import torch

from tformer.data.batches import Batch, PairBatches, TextBatches

PAD, BOS, EOS = 0, 1, 2


def pairs(count=200, seed=0):
    generator = torch.Generator().manual_seed(seed)
    lengths = torch.randint(1, 30, (count,), generator=generator).tolist()
    sources = [[3 + (i + k) % 50 for k in range(n)] for i, n in enumerate(lengths)]
    return sources, [[BOS, *source, EOS] for source in sources]


def stream(**settings):
    sources, targets = pairs()
    return PairBatches(sources, targets, max_tokens=400, pad_id=PAD, **settings)


def test_every_pair_comes_once_an_epoch_and_stays_together():
    batches = stream()
    seen = []
    for batch in batches.once():
        src, given = batch.inputs
        assert src.shape[0] * (src.shape[1] + given.shape[1] + 1) <= 400
        for s, g, t in zip(src.tolist(), given.tolist(), batch.targets.tolist(), strict=True):
            source = [i for i in s if i]
            assert [i for i in t if i] == [*source, EOS]
            assert [i for i in g if i and i != EOS] == [BOS, *source]
            seen.append(tuple(source))
    assert sorted(seen) == sorted(map(tuple, pairs()[0]))


def test_targets_are_the_inputs_moved_by_one():
    batch = next(stream())
    given = batch.inputs[1]
    real = batch.targets[:, :-1] != PAD
    assert given[:, 1:][real].equal(batch.targets[:, :-1][real])
    assert batch.tokens == int((batch.targets != PAD).sum())


def test_buckets_waste_little_and_the_share_is_counted():
    batches = stream()
    ids = [x for b in batches.once() for x in (*b.inputs[:1], b.targets)]
    padding, total = sum(int((x == PAD).sum()) for x in ids), sum(x.numel() for x in ids)
    # the share counts bos as well, which targets leave out
    rows = sum(len(b.targets) for b in batches.once())
    assert batches.padding_share == pytest.approx(padding / (total + rows))
    assert batches.padding_share < 0.10
    sources, _ = pairs()
    widest = max(map(len, sources))
    unsorted = 1 - sum(map(len, sources)) / (len(sources) * widest)
    assert batches.padding_share < unsorted / 4


def test_epochs_differ_and_a_seed_repeats():
    a, b, other = stream(seed=1), stream(seed=1), stream(seed=2)
    first = [next(a).targets for _ in range(3 * len(a))]
    assert all(x.equal(next(b).targets) for x in first)
    assert not all(x.shape == y.targets.shape and x.equal(y.targets)
                   for x, y in zip(first, other.once(), strict=False))  # fmt: skip
    assert a.position["epoch"] >= 2
    assert not all(x.equal(y) for x, y in zip(a.plan(0), a.plan(1), strict=False))


@pytest.mark.parametrize("kind", ["pairs", "text"])
@pytest.mark.parametrize("taken", [0, 1, 5, 40])
def test_a_stream_goes_on_from_its_position(kind, taken):
    def make():
        if kind == "pairs":
            return stream(seed=7)
        return TextBatches(torch.arange(500), context_length=8, batch_size=3, seed=7)

    whole, resumed = make(), make()
    for _ in range(taken):
        next(whole)
    resumed.position = dict(whole.position)
    for _ in range(25):
        assert next(whole).targets.equal(next(resumed).targets)


def test_text_windows_cover_the_text_and_shift_by_one():
    batches = TextBatches(torch.arange(1000), context_length=16, batch_size=4)
    for batch in [next(batches) for _ in range(len(batches))]:
        assert batch.targets.equal(batch.inputs[0] + 1)
    covered = torch.cat([b.targets.flatten() for b in batches.once()])
    assert covered.tolist() == list(range(1, len(covered) + 1)) and len(covered) > 1000 - 17
    assert next(batches).tokens == 4 * 16


def test_shards_together_are_the_batch():
    batch = next(stream())
    shards = [batch.shard(rank, 3) for rank in range(3)]
    assert sum(s.tokens for s in shards) == batch.tokens
    assert torch.cat([s.targets for s in shards]).sort(0).values.equal(batch.targets.sort(0).values)
    one = Batch((torch.ones(1, 4).long(),), torch.ones(1, 4).long(), PAD)
    assert one.shard(1, 2).targets.shape == (1, 4) and one.shard(1, 2).tokens == 0


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: PairBatches([[3]], [], max_tokens=9, pad_id=0), "targets 0"),
        (lambda: PairBatches([], [], max_tokens=9, pad_id=0), "sources has 0"),
        (lambda: PairBatches([[3], []], [[1, 2]] * 2, max_tokens=9, pad_id=0), "row 1 is empty"),
        (lambda: PairBatches([[3] * 9], [[1, 2]], max_tokens=9, pad_id=0), "longest pair, 11"),
        (lambda: PairBatches([[3]], [[1, 2]], max_tokens=0, pad_id=0), "max_tokens=0"),
        (
            lambda: TextBatches(torch.arange(5), context_length=5, batch_size=1),
            "ids has 5 tokens; context_length=5 needs at least 6",
        ),
    ],
)
def test_bad_input_is_named(call, named):
    with pytest.raises(ValueError, match=named):
        call()


def test_equal_streams_have_equal_fingerprints_and_no_others():
    """One id, one length, another cut, another order: each shows."""
    sources, targets = pairs()

    def of(sources=sources, targets=targets, **settings):
        settings = {"max_tokens": 400, "pad_id": PAD, **settings}
        return PairBatches(sources, targets, **settings).fingerprint()

    moved = [[*sources[0], sources[1][0]], sources[1][1:] or [9], *sources[2:]]
    others = {
        of(),
        of(sources=[*sources[:-1], [*sources[-1][:-1], 99]]),
        of(targets=[*targets[:-1], [*targets[-1][:-1], 99]]),
        of(sources=moved),
        of(max_tokens=500),
        of(seed=1),
    }
    assert len(others) == 6 and of() in others
    stream = PairBatches(sources, targets, max_tokens=400, pad_id=PAD)
    next(stream)
    assert stream.fingerprint() == of() and stream.position["batch"] == 1  # it moves nothing
    text = torch.arange(100) % 7
    first, last = text.clone(), text.clone()
    first[0], last[-1] = 6, 6
    prints = {
        TextBatches(ids, context_length=8, batch_size=4).fingerprint()
        for ids in (text, first, last, text[:-1])
    }
    assert len(prints) == 4


def test_random_windows_begin_anywhere_as_often_as_shuffled_ones():
    ids = torch.arange(1000)
    settings = {"context_length": 16, "batch_size": 8}
    random = TextBatches(ids, **settings, windows="random", seed=3)
    shuffled = TextBatches(ids, **settings, seed=3)
    assert abs(len(random) - len(shuffled)) <= 1
    starts = torch.cat([next(random).inputs[0][:, 0] for _ in range(50 * len(random))])
    assert starts.min() < 5 and 1000 - 22 < starts.max() < 1000 - 16  # the last has a target
    assert starts.unique().numel() > 900 and (starts.diff() % 16 != 0).any()
    batch = next(random)
    assert torch.equal(batch.targets, batch.inputs[0] + 1)
    again = TextBatches(ids, **settings, windows="random", seed=3)
    again.position = random.position
    assert torch.equal(next(again).targets, next(random).targets)
    with pytest.raises(ValueError, match="windows='any'"):
        TextBatches(ids, **settings, windows="any")

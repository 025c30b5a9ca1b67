"""What each probe reads off a function under suspicion: a number, 0 where it sees nothing wrong.

Every look builds its own small world from a fixed seed, so that the same function always gets the
same reading. A look takes the function; `cases` says which looks a case has.
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor, nn

from tformer.attention import MultiHeadAttention
from tformer.cache import KeyValueCache
from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.layers import EncoderLayer
from tformer.masks import causal_mask
from tformer.metrics import brevity_penalty, modified_precision
from tformer.positions import SinusoidalPositions
from tformer.probes import capture, leak, padding_leak, shape_ledger

PAD = 0
SENTENCES = torch.tensor([[5, 7, 3, 8, 2], [2, 9, 4, 0, 0]])  # the second is padded
HEARD, WANTED = ["thank", "you", "so", "much", "Tom"], ["thank", "you", "so", "much", "Chris"]
READS, WRITES = ["Ein", "Hund", "läuft", "im", "Schnee"], ["A", "dog", "runs"]


def built(make: Callable[[], nn.Module], seed: int = 0) -> nn.Module:
    """A fresh model in eval mode; the learner's random numbers are left as they were."""
    with torch.random.fork_rng([]):
        torch.manual_seed(seed)
        return make().eval().requires_grad_(False)


def drawn(*shape: int, seed: int = 0) -> Tensor:
    """Normal numbers of that shape."""
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def future(table: Tensor) -> float:
    """The largest entry above the diagonal: what an output feels of a later word."""
    return table.triu(1).max().item()


def uneven(weights: Tensor) -> float:
    """How far a row of weights is from summing to 1, at most."""
    return (weights.sum(-1) - 1).abs().max().item()


# ---- decoder_block
def block(fn: Callable, training: bool) -> Callable[[Tensor], Tensor]:
    """The suspect as a model of vectors alone, in one of its modes."""
    attention, norm = (
        built(lambda: MultiHeadAttention(16, 2)),
        nn.LayerNorm(16).requires_grad_(False),
    )
    return lambda x: fn(attention, norm, x, training)


def leak_training(fn: Callable) -> float:
    return future(leak(block(fn, True), drawn(2, 6, 16)))


def leak_eval(fn: Callable) -> float:
    return future(leak(block(fn, False), drawn(2, 6, 16)))


def rows_of_block(fn: Callable) -> float:
    found = []
    for training in (True, False):
        attention, norm = built(lambda: MultiHeadAttention(16, 2)), nn.LayerNorm(16)
        with capture(attention) as seen, torch.no_grad():
            fn(attention, norm, drawn(2, 6, 16), training)
        found.append(uneven(seen["weights"]))
    return max(found)


# ---- padding_mask
def encoder(fn: Callable) -> tuple[nn.Module, Callable[[Tensor], Tensor]]:
    """A layer, and the model of ids that masks it with the suspect."""
    table, layer = drawn(10, 16, seed=1), built(lambda: EncoderLayer(16, 2, 32))
    return layer, lambda ids: layer(table[ids], fn(ids, PAD))


def padding_probe(fn: Callable) -> float:
    return padding_leak(encoder(fn)[1], SENTENCES, PAD).max().item()


def rows_of_words(fn: Callable) -> float:
    layer, model = encoder(fn)
    with capture(layer) as seen:
        model(SENTENCES)
    weights = seen["self_attention.weights"].transpose(1, 2)  # (B, T, H, S)
    return uneven(weights[SENTENCES != PAD])


# ---- additive_mask
def steep(fn: Callable, size: float) -> Callable[[Tensor], Tensor]:
    """Attention to itself; most scores lie between -size and size."""
    asked = drawn(16, 16, seed=3) * size / 16

    def model(x: Tensor) -> Tensor:
        scores = x @ asked @ x.mT / math.sqrt(x.size(-1))
        return (scores + fn(causal_mask(x.size(1)), scores.dtype)).softmax(-1) @ x

    return model


def leak_calm(fn: Callable) -> float:
    return future(leak(steep(fn, 1.0), drawn(2, 6, 16)))


def leak_steep(fn: Callable) -> float:
    return future(leak(steep(fn, 30_000.0), drawn(2, 6, 16)))


# ---- shift_right
VOCABULARY = 12


def shift_shapes(fn: Callable) -> float:
    inputs, labels = fn(torch.arange(10).view(2, 5))
    return float(sum(part.shape != (2, 4) for part in (inputs, labels)))


def taught(fn: Callable, updates: int = 60) -> list[float]:
    """The loss, update by update, of a table that learns labels from inputs; random tokens."""
    g = torch.Generator().manual_seed(0)
    table, losses = torch.zeros(VOCABULARY, VOCABULARY), []
    for _ in range(updates):
        inputs, labels = fn(torch.randint(VOCABULARY, (32, 33), generator=g))
        logits = table[inputs].requires_grad_()
        with torch.enable_grad():
            loss = nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten())
        (slope,) = torch.autograd.grad(loss, logits)
        table.index_put_((inputs,), -20 * slope, accumulate=True)
        losses.append(loss.item())
    return losses


def below_entropy(fn: Callable) -> float:
    end = taught(fn)[-10:]
    return max(0.0, math.log(VOCABULARY) - sum(end) / len(end))


# ---- cross_entropy
def first_loss(fn: Callable) -> float:
    equal, targets = torch.zeros(3, 4, 10), torch.zeros(3, 4, dtype=torch.long)
    return abs(fn(equal, targets).item() - math.log(10))


def loss_floor(fn: Callable) -> float:
    targets = torch.arange(10)
    return fn(100 * nn.functional.one_hot(targets, 10).float(), targets).item()


# ---- bleu
def perfect(fn: Callable) -> float:
    return abs(1 - fn(WANTED, WANTED))


def beyond_its_numbers(fn: Callable) -> float:
    counts = [modified_precision(HEARD, [WANTED], n) for n in (1, 2, 3, 4)]
    mean = fn(HEARD, WANTED) / brevity_penalty(len(HEARD), len(WANTED))
    return max(0.0, mean - max(matches / total for matches, total in counts))


# ---- embed
class Reader(nn.Module):
    """An encoder whose vectors the suspect makes."""

    def __init__(self, fn: Callable):
        super().__init__()
        self.fn, self.tokens = fn, nn.Embedding(10, 16)
        nn.init.normal_(self.tokens.weight, std=0.25)
        self.positions, self.layer = SinusoidalPositions(32, 16), EncoderLayer(16, 2, 32)

    def forward(self, ids: Tensor) -> Tensor:
        return self.layer(self.fn(self.tokens, self.positions, ids))


def without_a_line(fn: Callable) -> float:
    reader = built(lambda: Reader(fn))
    lines = {entry.name.split(".")[0] for entry in shape_ledger(reader, SENTENCES[:1])}
    return float(len({"tokens", "positions", "layer"} - lines))


def deaf_to_order(fn: Callable) -> float:
    """The share of the words whose output is the same when all words change places."""
    reader, order = built(lambda: Reader(fn)), [3, 0, 4, 1, 2]
    ids = SENTENCES[:1]
    moved = (reader(ids[:, order]) - reader(ids)[:, order]).abs().amax(-1)
    return (moved < 1e-4).float().mean().item()


# ---- cached_step
def written(fn: Callable, steps: int = 6) -> list[tuple[float, int]]:
    """At the prompt and after each token: how far the logits are from those without a cache, and
    how many tokens the cache holds."""
    config = LanguageModelConfig(20, 32, 4, 2, context_length=16)
    model = built(lambda: LanguageModel(config))
    model.embedding.tokens.weight.mul_(20)  # a fresh table is so small that all logits are near 0
    model.embedding.positions.table.weight.mul_(20)
    ids = torch.randint(20, (2, 3 + steps), generator=torch.Generator().manual_seed(0))
    caches = [(KeyValueCache(16),) for _ in model.layers]
    found = []
    for t in range(3, 3 + steps):
        gap = (fn(model, ids[:, :t], caches) - model(ids[:, :t])[:, -1]).abs().max().item()
        found.append((gap, caches[0][0].length))
    return found


def apart(fn: Callable, steps: int = 6) -> list[float]:
    """How far logits with a cache are from those without, at the prompt and after each token."""
    return [gap for gap, _ in written(fn, steps)]


def prompt_alone(fn: Callable) -> float:
    return apart(fn, 1)[0]


def cache_against_none(fn: Callable) -> float:
    return max(apart(fn))


# ---- attention_maps
def maps_of(fn: Callable, x: Tensor) -> list[Tensor]:
    """What the suspect collects from a causal stack of two layers."""
    stack = built(lambda: nn.ModuleList(EncoderLayer(16, 2, 32) for _ in range(2)))
    for layer in stack:
        layer.self_attention.q_proj.weight.mul_(5)  # fresh maps are almost flat
    return fn(stack, x, causal_mask(x.size(1)))


def rows_of_maps(fn: Callable) -> float:
    return max(map(uneven, maps_of(fn, drawn(2, 6, 16))))


def above_the_diagonal(fn: Callable) -> float:
    return max(future(weights) for weights in maps_of(fn, drawn(2, 6, 16)))


def map_leak(fn: Callable, layer: int) -> Tensor:
    """The leak meter's table with a map's rows as the outputs."""
    return leak(lambda x: maps_of(fn, x)[layer].transpose(1, 2), drawn(2, 6, 16))


def leak_first_map(fn: Callable) -> float:
    return future(map_leak(fn, 0))


def leak_second_map(fn: Callable) -> float:
    return future(map_leak(fn, 1))


# ---- map_cells
def asked_shares(fn: Callable, source: list[str], target: list[str]) -> dict[str, float]:
    """For each word that asks, the sum of its cells."""
    weights = drawn(len(target), len(source), seed=2).softmax(-1)
    sums: dict[str, float] = {}
    for asks, _, weight in fn(weights, source, target):
        sums[asks] = sums.get(asks, 0.0) + weight
    return sums


def rows_equal_lengths(fn: Callable) -> float:
    sums = asked_shares(fn, READS[:3], WRITES)
    return max(abs(total - 1) for total in sums.values())


def rows_other_lengths(fn: Callable) -> float:
    sums = asked_shares(fn, READS, WRITES)
    return max(abs(total - 1) for total in sums.values())


def who_asks(fn: Callable) -> float:
    return float(len(set(asked_shares(fn, READS, WRITES)) - set(WRITES)))


# ---- attention
def nan_shares(fn: Callable, starts_with_padding: bool, layers: int = 2) -> list[float]:
    """The share of positions that are NaN after each layer of x + attention(x)."""
    x, mask = drawn(1, 6, 16), causal_mask(6)
    if starts_with_padding:  # the start token has the id of the padding
        mask = mask & (torch.arange(6) > 0)
    shares = []
    for _ in range(layers):
        x = x + fn(x, x, x, mask)[0]
        shares.append(x.isnan().any(-1).float().mean().item())
    return shares


def nan_plain(fn: Callable) -> float:
    return nan_shares(fn, False)[-1]


def rows_plain(fn: Callable) -> float:
    x = drawn(1, 6, 16)
    return uneven(fn(x, x, x, causal_mask(6))[1])


def nan_padded(fn: Callable) -> float:
    return nan_shares(fn, True)[-1]


# ---- leak_table
def running_sum(x: Tensor) -> Tensor:
    """A model whose table is known: output i is the sum of vectors 0 to i."""
    return x.cumsum(1)


def sum_in_the_second(x: Tensor) -> Tensor:
    """The first item of the batch as it is, of the second the running sum."""
    return torch.stack([x[0], x[1].cumsum(0)])


def meter_on_everything(fn: Callable) -> float:
    """A model in which each word reaches each: its table is full, whichever way it is turned."""
    table = fn(lambda x: x.sum(1, keepdim=True).expand_as(x), drawn(2, 6, 16))
    return float((table == 0).sum())


def meter_on_a_sum(fn: Callable) -> float:
    return future(fn(running_sum, drawn(2, 6, 16)))


# ---- a repair must not only be silent: what it gives on a sample, where no exercise knows it
SAMPLES: dict[str, Callable[[Callable], object]] = {
    "decoder_block": lambda fn: [block(fn, mode)(drawn(2, 6, 16)) for mode in (True, False)],
    "embed": lambda fn: built(lambda: Reader(fn))(SENTENCES),
    "cached_step": lambda fn: torch.tensor(written(fn)),
    "attention_maps": lambda fn: list(maps_of(fn, drawn(2, 6, 16))),
    "map_cells": lambda fn: sorted(fn(drawn(3, 5).softmax(-1), READS, WRITES)),
    "leak_table": lambda fn: fn(sum_in_the_second, drawn(2, 6, 16)) > 0,
}

"""What a signature says is held: at once, or when a call has failed; and nothing else changes."""

import copy
import inspect
import pickle
import pydoc

import pytest
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from tformer._support.signatures import Positive, Probability, Size, checked, explained
from tformer.attention import MultiHeadAttention, split_heads
from tformer.cache import KeyValueCache
from tformer.decoding import beam_search, greedy
from tformer.embeddings import Embedding
from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.losses import cross_entropy, smooth_labels
from tformer.masks import decoder_mask, padding_mask
from tformer.metrics import token_accuracy
from tformer.positions import LearnedPositions, RotaryPositions, SinusoidalPositions
from tformer.transformer import Transformer, TransformerConfig

SIZES = {"d_model": 16, "num_heads": 2, "num_layers": 1, "d_ff": 32, "context_length": 300}


@checked
def both(q: Float[Tensor, "*batch T D"], k: Float[Tensor, "*batch S D"],
         mask: Bool[Tensor, "T S"] | None = None, *, size: Size = 1,
         rate: Probability = 0.0) -> Tensor:  # fmt: skip
    return q @ k.mT if mask is None else (q @ k.mT).masked_fill(~mask, 0.0)


Q = torch.zeros(2, 3, 4)


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: both(Q, Q[:1]), ValueError, "q and k need the same axes before these"),
        (lambda: both(Q, Q[..., :2]), ValueError, r"q has shape \(2, 3, 4\), k \(2, 3, 2\); q and"),
        (lambda: both(Q.long(), Q), TypeError, "q has dtype torch.int64; give a floating-point"),
        (lambda: both(3, Q), TypeError, "q is int; give a floating-point tensor"),
        (lambda: both(Q[0, 0], Q), ValueError, r"q has shape \(4,\); give \(..., length, width\)"),
        (lambda: both(Q, Q, Q), TypeError, "mask has dtype torch.float32; give bool, True = may"),
        (lambda: both(Q, Q.to("meta")), ValueError, "q on cpu, k on meta: move them to one device"),
        (lambda: both(Q, Q.half()), TypeError, "use one dtype for all"),
        (lambda: both(Q, Q, size=0), ValueError, "size=0 must be at least 1"),
        (lambda: both(Q, Q, size=True), TypeError, "size=True is bool; give a whole number"),
        (lambda: both(Q, Q, rate=float("nan")), ValueError, "rate=nan must be a number of at"),
    ],
)
def test_what_does_not_fit_is_named(call, error, says):
    with pytest.raises(error, match=says):
        call()


def test_a_call_that_is_no_call_and_an_error_of_another_kind_stay_what_they_are():
    for call in (lambda: both(Q), lambda: both(Q, Q, None, 1, 0.0), lambda: both(Q, Q, sise=1)):
        with pytest.raises(TypeError, match="argument"):
            call()

    @explained
    def fails(x: Float[Tensor, " T"]):
        raise KeyError("the disk")

    with pytest.raises(KeyError, match="the disk"):
        fails(torch.ones(2))


def test_explained_asks_nothing_of_a_call_that_works():
    @explained
    def first(x: Float[Tensor, " T"], n: Size):
        return x[n]

    assert first([5, 6], True) == 6
    with pytest.raises(TypeError, match="x is list; give a floating-point tensor"):
        first([5, 6], 7)


# ---- ids and places become int64 at the entrance
NARROW = [torch.uint8, torch.int8, torch.int16, torch.int32]


def model() -> LanguageModel:
    torch.manual_seed(0)
    return LanguageModel(LanguageModelConfig(300, **SIZES)).eval()


def translator() -> Transformer:
    torch.manual_seed(0)
    return Transformer(TransformerConfig(300, 300, pad_id=256, dropout=0.0, **SIZES)).eval()


def cached(rows: Tensor) -> Tensor:
    cache = KeyValueCache(4)
    k = torch.arange(6.0).view(3, 1, 1, 2)
    cache.append(k, k)
    cache.reorder(rows)
    return cache.filled()[0]


def stepped(rows: Tensor) -> Tensor:
    step = model().start()
    step(torch.tensor([[1, 2], [3, 4], [5, 6]]))
    step.reorder(rows)
    return step.read


def searched(prompt: Tensor) -> Tensor:
    step = model().start()
    return beam_search(step, prompt, num_beams=2, max_length=6, reorder=step.reorder)[0]


ROWS = torch.tensor([1, 0, 1])
IDS = torch.tensor([[0, 5, 1], [7, 0, 0]])
ENTRANCES = {
    "padding_mask": lambda cast: padding_mask(IDS.to(cast), 256),
    "decoder_mask": lambda cast: decoder_mask(IDS.to(cast), -256),
    "token_accuracy": lambda cast: token_accuracy(IDS.to(cast), IDS.to(cast), 256),
    "cross_entropy": lambda cast: cross_entropy(torch.ones(2, 3, 9), IDS.to(cast), 256),
    "smooth_labels": lambda cast: smooth_labels(IDS.to(cast), 300, 0.1),
    "cache": lambda cast: cached(ROWS.to(cast)),
    "step": lambda cast: stepped(ROWS.to(cast)),
    "sinusoidal": lambda cast: SinusoidalPositions(300, 8)(torch.arange(16).to(cast)),
    "learned": lambda cast: LearnedPositions(300, 8)(torch.arange(16).to(cast)).shape,
    "rotary": lambda cast: RotaryPositions(300, 8)(torch.arange(16).to(cast))[0],
    "embedding": lambda cast: Embedding(300, 8, context_length=9)(
        IDS.to(cast), torch.arange(3).to(cast)
    ).shape,
    "language model": lambda cast: model()(IDS.to(cast)),
    "places": lambda cast: model()(IDS, torch.arange(3).to(cast)),
    "translator": lambda cast: translator()(IDS.to(cast), IDS.to(cast)),
    "greedy": lambda cast: greedy(model().start(), IDS.to(cast), max_length=6),
    "beams": lambda cast: searched(IDS.to(cast)),
}  # fmt: skip


@pytest.mark.parametrize("cast", NARROW, ids=str)
@pytest.mark.parametrize("entrance", ENTRANCES)
def test_narrow_integers_are_the_same_ids(entrance, cast):
    found, want = ENTRANCES[entrance](cast), ENTRANCES[entrance](torch.int64)
    assert found == want if not isinstance(want, Tensor) else torch.equal(found, want)


def test_a_mask_is_no_choice_of_rows():
    with pytest.raises(TypeError, match=r"rows has dtype torch\.bool; give an integer tensor"):
        cached(torch.tensor([True, False, True]))


# ---- a function that is checked is still that function
def test_signature_source_and_help_are_the_function_s_own():
    assert list(inspect.signature(split_heads).parameters) == ["x", "num_heads"]
    assert inspect.getsource(split_heads).startswith("@explained\ndef split_heads(x: Float[Tensor")
    assert "class KeyValueCache" in inspect.getsource(KeyValueCache)
    said = pydoc.plain(pydoc.render_doc(smooth_labels))
    assert "targets:" in said and "vocab_size:" in said and "epsilon" in said
    assert inspect.signature(LanguageModelConfig).parameters["dropout"].default == 0.0
    assert inspect.signature(MultiHeadAttention.forward).parameters["causal"].default is False


def test_models_and_functions_are_copied_and_stored():
    net = model()
    for twin in (pickle.loads(pickle.dumps(net)), copy.deepcopy(net)):
        assert torch.equal(twin(IDS), net(IDS)) and twin.config == net.config
    assert pickle.loads(pickle.dumps(smooth_labels)) is smooth_labels


def test_hooks_see_what_they_saw():
    net, seen = model(), []
    attention = net.layers[0].self_attention
    handle = attention.weights.register_forward_hook(lambda _, args, out: seen.append(out.shape))
    net(IDS)
    handle.remove()
    assert seen == [(2, 2, 3, 3)]


def test_a_compiled_model_is_one_graph():
    net = model()
    compiled = torch.compile(net, backend="eager", fullgraph=True)
    assert torch.allclose(compiled(IDS), net(IDS), atol=1e-6)


def test_a_class_keeps_what_is_private_and_what_is_explained():
    @checked
    class Box(nn.Module):
        def __init__(self, size: Size, ratio: Positive = 1.0):
            super().__init__()
            self.size = size

        @explained
        def forward(self, x: Float[Tensor, "T {self.size}"]):
            return x @ torch.ones(self.size)

        def pick(self, rows: Int[Tensor, " n"]):
            return rows.dtype

        def _own(self, rows: Int[Tensor, " n"]):
            return rows.dtype

    box, narrow = Box(3), torch.ones(2, dtype=torch.uint8)
    assert box.pick(narrow) == torch.int64 and box._own(narrow) == torch.uint8
    with pytest.raises(ValueError, match="size=0 must be at least 1"):
        Box(0)
    with pytest.raises(ValueError, match=r"x has shape \(2, 4\); give \(length, size=3\)"):
        box(torch.ones(2, 4))

"""Random small models and inputs of every kind, in float64 so that equal means equal."""

import torch
from hypothesis import settings
from hypothesis import strategies as st

from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.positions import RotaryPositions, _angles
from tformer.transformer import Transformer, TransformerConfig

few = settings(max_examples=12, deadline=None)
seeds = st.integers(0, 2**31 - 1)
lengths = st.integers(1, 7)
batches = st.integers(1, 3)
heads = st.sampled_from([1, 2, 4])
sharing = st.sampled_from([1, 2, 4])  # heads to one key/value head
presets = st.sampled_from(["gpt2", "llama"])
VOCAB, PAD = 13, 0


def shaken(model):
    """Weights large enough that attention is not uniform, norms and biases off their start."""
    model = model.double().eval()
    rotary = [module for module in model.modules() if isinstance(module, RotaryPositions)]
    for module in rotary:  # a table made in float32 would keep its rounding
        exact = _angles(*module.cos.shape[:1], 2 * module.cos.shape[1], 10_000.0)
        module.cos, module.sin = exact.cos(), exact.sin()
    for p in model.parameters():
        p.data += 0.3 * torch.randn_like(p)
    return model


def language_model(preset, num_heads, seed, **changes):
    torch.manual_seed(seed)
    sizes = {"vocab_size": VOCAB, "d_model": 8, "num_heads": num_heads, "num_layers": 2, "d_ff": 12}
    config = LanguageModelConfig.preset(preset, **(sizes | {"context_length": 32} | changes))
    return shaken(LanguageModel(config))


def transformer(num_heads, norm_first, seed, **changes):
    torch.manual_seed(seed)
    sizes = {"d_model": 8, "num_heads": num_heads, "num_layers": 2, "d_ff": 12, "pad_id": PAD}
    config = {"norm_first": norm_first, "context_length": 32, **sizes, **changes}
    return shaken(Transformer(TransformerConfig(VOCAB, VOCAB, **config)))


def ids(batch, length, low=1):
    """Ids that are no padding."""
    return torch.randint(low, VOCAB, (batch, length))


def padded(batch, length):
    """Right-padded rows, each with at least one token."""
    tokens = ids(batch, length)
    kept = torch.randint(1, length + 1, (batch, 1))
    return tokens.where(torch.arange(length) < kept, PAD)

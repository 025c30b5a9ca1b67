"""An exam in a task of `data.tasks`: what a model writes on its own, and where it looks meanwhile.

Teacher forcing asks for each token after the right ones; here the model reads its own.
"""

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import pad

from tformer._support.checks import check_function, check_kind
from tformer.data.tasks import EOS, PAD, Examples
from tformer.decoding import greedy
from tformer.metrics import alignment_error
from tformer.probes import capture
from tformer.transformer import Transformer


def write(model: Transformer, examples: Examples) -> Int[Tensor, "B T"]:
    """What the model writes after BOS, always its likeliest next token, until EOS or for as many
    tokens as the targets have."""
    check_function(**{"model.start": getattr(model, "start", None)})
    check_kind(Examples, examples=examples)
    length = examples.tgt.size(1)
    step = model.start(examples.src, length)
    said = greedy(step, examples.tgt[:, :1], max_length=length, eos_id=EOS, pad_id=PAD)
    return pad(said, (0, length - said.size(1)), value=PAD)


def exact_match(model: Transformer, examples: Examples) -> float:
    """Share of the examples that the model, on its own, writes without any mistake."""
    return (write(model, examples) == examples.tgt).all(1).double().mean().item()


@torch.no_grad()
def cross_attention(model: Transformer, examples: Examples) -> Float[Tensor, "L B H T S"]:
    """Every cross-attention weight of the pass that predicts the targets, layer by layer."""
    check_kind(Transformer, model=model)
    check_kind(Examples, examples=examples)
    with capture(model) as seen:
        model(examples.src, examples.tgt[:, :-1])
    layers = range(model.config.num_layers)
    return torch.stack([seen[f"decoder.{i}.cross_attention.weights"] for i in layers])


def alignment_shares(model: Transformer, examples: Examples) -> Float[Tensor, "L H"]:
    """For each head, the share of the steps at which its largest weight is on a right symbol.

    Only steps that some source symbol tells count; see `Examples`.
    """
    weights = cross_attention(model, examples)
    heads = weights.transpose(1, 2).flatten(0, 1)  # (L * H, B, T, S)
    shares = [1 - alignment_error(head, examples.alignment) for head in heads]
    return torch.tensor(shares).view(len(weights), -1)

"""A trained translator with wider feed-forward networks that says the same as before:

    python assets/recipes/widen.py runs/everyday/model.safetensors runs/wide/model.safetensors 512

A new hidden unit reads like a fresh one and is not listened to yet: its weights into the sum are 0,
so nothing changes until training finds a use for it (the idea of Net2Net, Chen et al. 2016).
"""

import sys
from dataclasses import replace

import torch
from torch import nn

from tformer.checkpoints import load_model, save_model
from tformer.transformer import Transformer


def widen(model: Transformer, d_ff: int) -> Transformer:
    """A copy of ``model`` with ``d_ff`` hidden units in each feed-forward network."""
    old = model.config.d_ff
    if d_ff < old:
        raise ValueError(f"d_ff={d_ff} is less than the model's own, {old}")
    torch.manual_seed(0)
    wide = Transformer(replace(model.config, d_ff=d_ff)).eval()
    weights = dict(model.named_parameters())
    with torch.no_grad():
        for name, weight in wide.named_parameters():
            if name.endswith("up_proj.weight") or name.endswith("up_proj.bias"):
                weight[:old] = weights[name]
            elif name.endswith("down_proj.weight"):
                nn.init.zeros_(weight)
                weight[:, :old] = weights[name]
            else:
                weight.copy_(weights[name])
    return wide


if __name__ == "__main__":
    source, target, d_ff = sys.argv[1:]
    model, extra = load_model(source)
    save_model(target, widen(model, int(d_ff)), **extra)

"""Who turns gradients into steps: AdamW for all weights, or Muon for the matrices between layers.

Both are torch's. `schedules.AdamW` is the one to read.
"""

import torch
from torch import nn

from tformer._checks import check_choice

OPTIMIZERS = ("adamw", "muon")


def make_optimizer(
    model: nn.Module, kind: str, *, lr: float, betas: tuple[float, float], weight_decay: float
) -> torch.optim.Optimizer:
    """ "adamw", with no decay for vectors (gains and biases), or "muon", see `Muon`."""
    check_choice(kind=(kind, OPTIMIZERS))
    matrices = [p for p in model.parameters() if p.dim() > 1]
    vectors = {"params": [p for p in model.parameters() if p.dim() < 2], "weight_decay": 0.0}
    adamw = {"lr": lr, "betas": betas, "weight_decay": weight_decay, "fused": True}
    if kind == "adamw":
        return torch.optim.AdamW([{"params": matrices}, vectors], **adamw)
    tables = {m.weight for name, m in model.named_modules()
              if isinstance(m, nn.Embedding) or name.endswith("unembedding")}  # fmt: skip
    inner = [p for p in matrices if p not in tables and p.dim() == 2]
    rest = [p for p in matrices if p in tables or p.dim() > 2]
    groups = [{"params": rest}] * bool(rest) + [vectors]
    return Muon(inner, torch.optim.AdamW(groups, **adamw), lr=lr, weight_decay=weight_decay)


class Muon(torch.optim.Optimizer):
    """Steps that turn and stretch nothing more than anything else, for ``matrices``.

    A gradient matrix has a few strong directions and many weak ones. Muon keeps its running mean
    and makes all directions of it equally strong: of U S V^T it takes about U V^T, found by five
    products of matrices and no decomposition. The step is then as large as AdamW's, so that
    one rate serves both (Liu et al. 2025, "Muon is scalable for LLM training"). All that is no
    matrix between layers, embeddings too, is left to ``others``.
    Source: Jordan 2024, "Muon: an optimizer for hidden layers in neural networks"; torch's own.
    """

    def __init__(self, matrices: list, others: torch.optim.Optimizer, **settings):
        muon = torch.optim.Muon(matrices, adjust_lr_fn="match_rms_adamw", **settings)
        self.parts = (muon, others)
        super().__init__([*muon.param_groups, *others.param_groups], {})

    def step(self) -> None:
        """One update by both, with the rates and the memory that are kept here, in one place."""
        groups = self.param_groups
        for part, own in zip(self.parts, (groups[:1], groups[1:]), strict=True):
            part.param_groups, part.state = own, self.state
            part.step()

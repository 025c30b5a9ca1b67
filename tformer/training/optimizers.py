"""Who turns gradients into steps: AdamW for all weights, or Muon for the matrices between layers.

Both are torch's. `schedules.AdamW` is the one to read.
"""

import torch
from torch import nn

from tformer._support.checks import check_betas, check_choice, check_kind, check_number
from tformer.checkpoints import share_out

OPTIMIZERS = ("adamw", "muon")


def make_optimizer(
    model: nn.Module, kind: str, *, lr: float, betas: tuple[float, float], weight_decay: float
) -> torch.optim.Optimizer:
    """ "adamw", with no decay for vectors (gains and biases), or "muon", see `Muon`."""
    check_kind(nn.Module, model=model)
    check_choice(kind=(kind, OPTIMIZERS))
    check_number(0, lr=lr, weight_decay=weight_decay)
    betas = check_betas(betas)
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
            if part is self.parts[0] and hasattr(own[0]["params"][0], "full_tensor"):
                self._step_shared_out(own[0])
            else:
                part.step()

    @torch.no_grad()
    def _step_shared_out(self, group: dict) -> None:
        """The same step where each process has its rows of each matrix, and the mean's.

        Left to themselves the five products exchange numbers 11 to 16 times and add up partial
        sums in bfloat16. Here all rows are gathered once, and every process finds the whole step.
        """
        rate, memory = group["lr"], group["momentum"]
        for p in [p for p in group["params"] if p.grad is not None]:
            mean = self.state[p].setdefault("momentum_buffer", torch.zeros_like(p))
            mean.lerp_(p.grad, 1 - memory)
            step = nn.Parameter(torch.zeros(p.shape, dtype=p.dtype, device=p.device))
            step.grad = p.grad.lerp(mean, memory).full_tensor()
            torch.optim.Muon([step], lr=rate, weight_decay=0, momentum=0, nesterov=False,
                             adjust_lr_fn=group["adjust_lr_fn"]).step()  # fmt: skip
            p.mul_(1 - rate * group["weight_decay"]).add_(share_out(step.detach(), p))

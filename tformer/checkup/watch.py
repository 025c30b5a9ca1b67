"""What a forward pass does on its way: every attention map, and the steps that made it.

`Watch` sees torch's functions as they are called, whoever calls them: a softmax written by hand,
``F.scaled_dot_product_attention`` and ``nn.MultiheadAttention`` all leave a `Map` here.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode


@dataclass
class Map:
    """One attention: scores as they went into the softmax, weights as they came out, and the
    weights that met the values (``used``). ``factor`` times q k^T made the scores, None where
    unknown; ``axis`` is the one along which the keys lie, ``q`` and ``k`` what was multiplied, or
    what ``nn.MultiheadAttention`` was given."""

    scores: Tensor | None
    weights: Tensor
    used: Tensor | None = None
    axis: int = -1
    factor: float | None = None
    q: Tensor | None = None
    k: Tensor | None = None


VIEWS = {"view", "reshape", "flatten"}
# Steps after which a tensor is still the same one, up to a factor, a mask or a bias.
KEEPS = VIEWS | {"contiguous", "clone", "repeat_interleave", "to", "float", "double", "type",
                 "type_as", "dropout", "masked_fill", "where", "add", "iadd", "radd", "sub", "isub",
                 "expand", "nan_to_num"}  # fmt: skip
MULTIPLIES, DIVIDES = {"mul", "imul", "rmul", "multiply"}, {"truediv", "div", "itruediv", "divide"}
PRODUCTS = {"matmul", "rmatmul", "bmm", "einsum"}


class Watch(TorchFunctionMode):
    """A context: what runs inside is seen and left as it is, but for torch's fast paths, which
    take the explicit way.

    ``maps``: every softmax, in order. ``badly_cut``: heads merged or split by a view that mixes
    positions. ``bent``: the widths of each pair of layers widening and narrowing, and whether
    anything happened between the two. ``sums``: two tensors each, and whether somebody had
    multiplied them. ``sent``: the memory of tensors that were moved to a device or dtype.
    """

    def __init__(self) -> None:
        super().__init__()
        self.maps: list[Map] = []
        self.badly_cut: list[str] = []
        self.bent: list[tuple[int, int, bool]] = []
        self.sums: list[list[tuple[Tensor, bool]]] = []
        self.sent: set[int] = set()
        self._kept: list[Tensor] = []  # so that no id is given twice
        self._origin: dict[int, tuple[int, float]] = {}  # a tensor is factor times another
        self._product: dict[int, tuple[Tensor, Tensor]] = {}  # of q and k
        self._softmax: dict[int, Map] = {}
        self._raised: set[int] = set()  # what was multiplied by a number of 1 or more
        self._wide: tuple[Tensor, int] | None = None  # what a widening layer gave, from what width

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs, name = kwargs or {}, func.__name__.strip("_")
        if name == "multi_head_attention_forward":
            return self._fused_heads(func, args, kwargs)
        tensors = [x for x in (*args, *kwargs.values()) if isinstance(x, Tensor)]
        if name == "einsum":
            tensors = [x for x in args[1:] if isinstance(x, Tensor)] or list(args[1])
        scores = any(self._origin.get(id(x), (0,))[0] in self._product for x in tensors)
        if name in ("add", "iadd", "radd") and len(tensors) == 2 and not scores:
            self.sums.append([(x.detach().clone(), id(x) in self._raised) for x in tensors])
        given = tensors[0].detach() if name == "softmax" else None
        out = func(*args, **kwargs)
        if isinstance(out, Tensor) and tensors:
            self._kept += [out, *tensors]
            self._note(name, args, kwargs, tensors, out, given)
        return out

    def _note(self, name, args, kwargs, tensors, out, given) -> None:
        x = tensors[0]
        if name in ("to", "type_as", "cuda"):
            self.sent.add(x.untyped_storage().data_ptr())
        if name == "softmax":
            self._new_map(x, given, out)
        elif name == "scaled_dot_product_attention":
            self._fused(*args, **kwargs)
            self._start(out)
        elif name in PRODUCTS and len(tensors) == 2:
            self._multiplied(name, args, tensors, out)
        elif name in ("linear", "addmm"):
            inside, weight = tensors[:2] if name == "linear" else tensors[1:3]
            self._layer(inside, *(weight.shape if name == "linear" else weight.shape[::-1]), out)
        elif name in MULTIPLIES | DIVIDES:
            self._scaled(name in DIVIDES, args, tensors, out)
        elif name in KEEPS or _same_memory(x, out):
            known = [y for y in tensors if id(y) in self._origin]
            self._follow(known[0] if known else x, out)
        if name in VIEWS:
            self._viewed(x, out)

    def _start(self, x: Tensor) -> None:
        self._origin[id(x)] = (id(x), 1.0)

    def _follow(self, x: Tensor, out: Tensor, factor: float = 1.0) -> None:
        origin, before = self._origin.get(id(x), (id(x), 1.0))
        self._origin[id(out)] = (origin, before * factor)
        if id(x) in self._raised:
            self._raised.add(id(out))

    def _factor(self, x: Tensor) -> float:
        return self._origin.get(id(x), (0, 1.0))[1]

    def _scaled(self, divides: bool, args: tuple, tensors: list, out: Tensor) -> None:
        single = [a for a in args if not isinstance(a, Tensor) or a.numel() == 1 < out.numel()]
        big = [t for t in tensors if t.numel() > 1]
        if single and big:
            by = float(single[0])
            by = (1 / by if by else math.inf) if divides else by
            self._follow(big[0], out, by)
            if by >= 1:
                self._raised.add(id(out))
        elif big:  # a mask, a rotation, a gain
            known = [y for y in big if id(y) in self._origin]
            self._follow(known[0] if known else big[0], out)

    def _multiplied(self, name: str, args: tuple, tensors: list, out: Tensor) -> None:
        a, b = tensors
        for n, side in enumerate(tensors):
            seen = self._softmax.get(self._origin.get(id(side), (0, 1))[0])
            if seen is not None:  # weights meet values
                seen.used, seen.axis = side.detach(), -1 if n == 0 else -2
                if name == "einsum":
                    terms, _, result = args[0].replace(" ", "").partition("->")
                    term = terms.split(",")[n]
                    gone = [i for i, letter in enumerate(term) if letter not in result]
                    seen.axis = gone[0] - len(term) if gone else -1
                return self._start(out)
        if b.dim() == 2 and (a.dim() > 2 or isinstance(b, nn.Parameter)):  # one for all rows
            return self._layer(a, b.shape[1], b.shape[0], out)
        self._product[id(out)] = (a.detach(), b.detach())
        self._origin[id(out)] = (id(out), self._factor(a) * self._factor(b))

    def _new_map(self, x: Tensor, given: Tensor, out: Tensor) -> None:
        origin, factor = self._origin.get(id(x), (0, 1.0))
        q, k = self._product.get(origin, (None, None))
        found = Map(given.clone(), out.detach(), factor=factor if q is not None else None, q=q, k=k)
        self.maps.append(found)
        self._softmax[id(out)] = found
        self._start(out)

    def _fused(self, q, k, v, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
               enable_gqa=False) -> None:  # fmt: skip
        """The map that ``F.scaled_dot_product_attention`` does not show."""
        own = q.size(-1) ** -0.5 if scale is None else scale
        factor = own * self._factor(q) * self._factor(k)
        q, k = q.detach(), k.detach()
        if enable_gqa:
            k = k.repeat_interleave(q.size(-3) // k.size(-3), -3)
        scores = q @ k.mT * own
        if is_causal:
            scores = scores.masked_fill(torch.ones_like(scores).triu(1).bool(), -math.inf)
        if attn_mask is not None:
            boolean = attn_mask.dtype == torch.bool
            scores = scores.masked_fill(~attn_mask, -math.inf) if boolean else scores + attn_mask
        weights = scores.softmax(-1)
        self.maps.append(Map(scores, weights, weights, factor=factor, q=q, k=k.mT))

    def _fused_heads(self, func, args, kwargs):
        """``nn.MultiheadAttention``, made to tell its weights."""
        asked = kwargs.get("need_weights", True), kwargs.get("average_attn_weights", True)
        told = {**kwargs, "need_weights": True, "average_attn_weights": False}
        out, weights = func(*args, **told)
        q, k = args[0].detach(), args[1].detach()
        self.maps.append(Map(None, weights.detach(), weights.detach(), q=q, k=k))
        return out, None if not asked[0] else weights.mean(-3) if asked[1] else weights

    def _layer(self, x: Tensor, wide: int, narrow: int, out: Tensor) -> None:
        """A linear layer: does it narrow what the one before widened, and nothing between?"""
        if self._wide is not None and self._wide[1] == wide and self._wide[0].size(-1) == narrow:
            before = self._wide[0].reshape(-1, narrow)
            now = x.reshape(-1, narrow)
            same = before.shape == now.shape and torch.equal(before, now)
            self.bent.append((wide, narrow, not same))
        self._wide = (out.detach().clone(), narrow) if wide > narrow else None
        self._start(out)

    def _viewed(self, x: Tensor, out: Tensor) -> None:
        """Is the axis of positions, of which nobody moved it, cut by this view?"""
        before, after = tuple(x.shape), tuple(out.shape)
        if len(before) == 4 and 1 not in before[1:3]:
            rows, wide = before[2], before[1] * before[3]
            merged = after in ((before[0], rows, wide), (before[0] * rows, wide))
            self._cut("merged", before, after, merged and before[1] != rows)
        elif len(before) == len(after) == 3 and before[1] == after[1]:
            how = "merged" if after[0] < before[0] else "split"
            self._cut(how, before, after, after[0] != before[0])
        elif len(before) == 3 and len(after) == 4 and after[2] == before[1]:
            fits = after[0] == before[0] and after[1] * after[3] == before[2]
            self._cut("split", before, after, fits and after[1] not in (1, before[1]))

    def _cut(self, how: str, before: tuple, after: tuple, wrong: bool) -> None:
        if wrong:
            self.badly_cut.append(f"heads {how} by a view: {before} read as {after}")


def _same_memory(x: Tensor, out: Tensor) -> bool:
    return out is x or (out._base is not None and out._base is (x if x._base is None else x._base))

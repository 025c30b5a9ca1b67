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

    @property
    def rows(self) -> Tensor:
        """The weights as they met the values, keys along the last axis; NaN is 0."""
        used = self.weights if self.used.shape != self.weights.shape else self.used
        return (used.mT if self.axis == -2 else used).nan_to_num()


@dataclass(eq=False)
class Descent:
    """What is known of a tensor: it is ``factor`` times ``root``, up to views, masks and biases.

    A root may be a product of q and k, or the weights of a map. ``raised``: multiplied by a number
    of 1 or more.
    """

    out: Tensor  # kept, so that no id is given twice
    root: "Descent | None" = None
    factor: float = 1.0
    raised: bool = False
    product: tuple[Tensor, Tensor] | None = None
    map: Map | None = None

    def __post_init__(self) -> None:
        self.root = self.root or self


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

    ``maps``: every softmax, in order. ``cuts``: heads "merged" or "split" by a view that mixes
    positions. ``flat``: the widths of each pair of layers that widen and narrow with nothing
    between the two. ``sums``: two tensors each, and whether somebody had multiplied them.
    ``sent``: the memory of tensors that were moved to a device or dtype.
    """

    def __init__(self) -> None:
        super().__init__()
        self.maps: list[Map] = []
        self.cuts: dict[str, list[str]] = {"merged": [], "split": []}
        self.flat: list[tuple[int, int]] = []
        self.sums: list[list[tuple[Tensor, bool]]] = []
        self.sent: set[int] = set()
        self._known: dict[int, Descent] = {}
        self._wide: tuple[Tensor, int, int] | None = None  # what a widening layer gave; its widths

    @property
    def attentions(self) -> list[Map]:
        """The softmaxes that met values, or were made by torch's own attention."""
        return [m for m in self.maps if m.used is not None and m.weights.dim() > 2]

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs, name = kwargs or {}, func.__name__.strip("_")
        if name == "multi_head_attention_forward":
            return self._fused_heads(func, args, kwargs)
        tensors = [x for x in (*args, *kwargs.values()) if isinstance(x, Tensor)]
        if name == "einsum":
            tensors = [x for x in args[1:] if isinstance(x, Tensor)] or list(args[1])
        scores = any(self._descent(x).root.product for x in tensors)
        if name in ("add", "iadd", "radd") and len(tensors) == 2 and not scores:
            self.sums.append([(x.detach().clone(), self._descent(x).raised) for x in tensors])
        given = tensors[0].detach().clone() if name == "softmax" else None
        out = func(*args, **kwargs)
        if isinstance(out, Tensor) and tensors:
            self._note(name, args, kwargs, tensors, out, given)
        return out

    def _note(self, name, args, kwargs, tensors, out, given) -> None:
        x = next((y for y in tensors if id(y) in self._known), tensors[0])
        if name in ("to", "type_as", "cuda"):
            self.sent.add(tensors[0].untyped_storage().data_ptr())
        if name == "softmax":
            root = self._descent(tensors[0]).root
            q, k = root.product or (None, None)
            factor = self._descent(tensors[0]).factor if root.product else None
            self.maps.append(Map(given, out.detach(), factor=factor, q=q, k=k))
            self._start(out, map=self.maps[-1])
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
        elif name in KEEPS or _same_memory(tensors[0], out):
            self._follow(x, out)
        if name in VIEWS:
            self._viewed(tuple(tensors[0].shape), tuple(out.shape))

    def _descent(self, x: Tensor) -> Descent:
        return self._known.get(id(x)) or Descent(x)

    def _start(self, out: Tensor, **known) -> None:
        self._known[id(out)] = Descent(out, **known)

    def _follow(self, x: Tensor, out: Tensor, factor: float = 1.0, raised: bool = False) -> None:
        before = self._known.setdefault(id(x), Descent(x))
        raised, factor = raised or before.raised, before.factor * factor
        self._start(out, root=before.root, factor=factor, raised=raised)

    def _scaled(self, divides: bool, args: tuple, tensors: list, out: Tensor) -> None:
        single = [a for a in args if not isinstance(a, Tensor) or a.numel() == 1 < out.numel()]
        big = sorted((t for t in tensors if t.numel() > 1), key=lambda t: id(t) not in self._known)
        if single and big:
            by = float(single[0])
            by = (1 / by if by else math.inf) if divides else by
            self._follow(next(t for t in tensors if t.numel() > 1), out, by, by >= 1)
        elif big:  # a mask, a rotation, a gain
            self._follow(big[0], out)

    def _multiplied(self, name: str, args: tuple, tensors: list, out: Tensor) -> None:
        a, b = tensors
        for n, side in enumerate(tensors):
            seen = self._descent(side).root.map
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
        factor = self._descent(a).factor * self._descent(b).factor
        self._start(out, factor=factor, product=(a.detach(), b.detach()))

    def _fused(self, q, k, v, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
               enable_gqa=False) -> None:  # fmt: skip
        """The map that ``F.scaled_dot_product_attention`` does not show."""
        own = q.size(-1) ** -0.5 if scale is None else scale
        factor = own * self._descent(q).factor * self._descent(k).factor
        q, k = q.detach(), k.detach()
        if enable_gqa:
            k = k.repeat_interleave(q.size(-3) // k.size(-3), -3)
        scores = q @ k.mT * own
        if is_causal:
            attn_mask = torch.ones_like(scores).tril().bool()
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
        q, k, seen = args[0].detach(), args[1].detach(), weights.detach()
        self.maps.append(Map(None, seen, seen, q=q, k=k))
        return out, None if not asked[0] else weights.mean(-3) if asked[1] else weights

    def _layer(self, x: Tensor, wide: int, narrow: int, out: Tensor) -> None:
        """A linear layer: does it narrow what the one before widened, and nothing between?"""
        before, *widths = self._wide or (None,)
        if widths == [narrow, wide] and torch.equal(before.flatten(), x.flatten()):
            self.flat.append((narrow, wide))
        self._wide = (out.detach().clone(), wide, narrow) if wide > narrow else None
        self._start(out)

    def _viewed(self, before: tuple, after: tuple) -> None:
        """Is the axis of positions, of which nobody moved it, cut by this view?"""
        cut = ""
        if len(before) == 4 and 1 not in before[1:3]:
            rows, wide = before[2], before[1] * before[3]
            merged = after in ((before[0], rows, wide), (before[0] * rows, wide))
            cut = "merged" * (merged and before[1] != rows)
        elif len(before) == len(after) == 3 and before[1] == after[1] and after[0] != before[0]:
            cut = "merged" if after[0] < before[0] else "split"
        elif len(before) == 3 and len(after) == 4 and after[2] == before[1]:
            fits = after[0] == before[0] and after[1] * after[3] == before[2]
            cut = "split" * (fits and after[1] not in (1, before[1]))
        if cut:
            self.cuts[cut].append(f"heads {cut} by a view: {before} read as {after}")


def _same_memory(x: Tensor, out: Tensor) -> bool:
    return out is x or (out._base is not None and out._base is (x if x._base is None else x._base))

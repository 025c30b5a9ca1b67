"""What goes wrong around a sublayer: every wrong formula from x, sublayer, norm and a sum."""

from itertools import combinations

import torch
import torch.nn.functional as F

from .core import Mistake, Sign


def variant(x, sublayer, norm, formula=lambda x, s, n: n(x + s(x)), after=None):
    """A formula of x, sublayer and norm."""
    y = formula(x, sublayer, norm)
    return after(y) if after else y


def _by_token(formula):
    """The formula on one token at a time."""

    def steps(x, s, n):
        return torch.cat([formula(x[..., i : i + 1, :], s, n) for i in range(x.shape[-2])], -2)

    return steps


def _plain(x):
    return F.layer_norm(x, x.shape[-1:])


def post(x, s, n):
    return n(x + s(x))


def pre(x, s, n):
    return x + s(n(x))


def _raw(slug, says, formula):
    return Mistake(slug, says, lambda x, s, n: formula(x, s, n))


# fmt: off
COMMON = (
    _raw("no-residual", "The residual path is missing: norm(sublayer(x)); x is not added.",
         lambda x, s, n: n(s(x))),
    _raw("no-residual-pre", "The residual path is missing: sublayer(norm(x)); x is not added.",
         lambda x, s, n: s(n(x))),
    _raw("no-norm", "There is no norm: x + sublayer(x).", lambda x, s, n: x + s(x)),
    _raw("no-sublayer", "The sublayer is not called: norm(x).", lambda x, s, n: n(x)),
    _raw("sublayer-alone", "Only the sublayer is called: sublayer(x).", lambda x, s, n: s(x)),
    _raw("unchanged", "It gives x back as it is.", lambda x, s, n: x),
    _raw("branch-normalised", "x + norm(sublayer(x)): the norm is applied to what the sublayer "
         "returns, neither to the sum nor before the sublayer.", lambda x, s, n: x + n(s(x))),
    _raw("residual-path-normalised", "norm(x) + sublayer(norm(x)): the normalised x is added, so "
         "the raw x no longer runs through.", lambda x, s, n: n(x) + s(n(x))),
    _raw("norm-on-the-residual-only", "norm(x) + sublayer(x): the norm is on the residual path "
         "instead of the sublayer's.", lambda x, s, n: n(x) + s(x)),
    _raw("both-parts-normalised", "norm(x) + norm(sublayer(x)): each part is normalised before the "
         "sum.", lambda x, s, n: n(x) + n(s(x))),
    _raw("pre-and-post-norm", "norm(x + sublayer(norm(x))): it normalises before and after.",
         lambda x, s, n: n(x + s(n(x)))),
    _raw("norm-on-both-sides-of-the-sublayer", "x + norm(sublayer(norm(x))): it normalises what "
         "the sublayer gets and what it returns.", lambda x, s, n: x + n(s(n(x)))),
    _raw("normalised-residual-and-after", "norm(norm(x) + sublayer(norm(x))): the normalised x is "
         "added, and the sum is normalised again.", lambda x, s, n: n(n(x) + s(n(x)))),
    _raw("norm-of-residual-and-sum", "norm(norm(x) + sublayer(x)): x is normalised before it is "
         "added, and the sum again.", lambda x, s, n: n(n(x) + s(x))),
    _raw("norm-twice", "norm(norm(x + sublayer(x))): the norm is applied twice.",
         lambda x, s, n: n(n(x + s(x)))),
    _raw("norm-twice-before", "x + sublayer(norm(norm(x))): the norm is applied twice.",
         lambda x, s, n: x + s(n(n(x)))),
    _raw("sublayer-twice", "norm(x + sublayer(sublayer(x))): the sublayer is applied twice.",
         lambda x, s, n: n(x + s(s(x)))),
    _raw("sublayer-twice-pre", "x + sublayer(sublayer(norm(x))): the sublayer is applied twice.",
         lambda x, s, n: x + s(s(n(x)))),
    _raw("sublayer-after-the-sum", "sublayer(x + norm(x)): sublayer and norm are swapped.",
         lambda x, s, n: s(x + n(x))),
    _raw("norm-and-sublayer-swapped", "x + norm(sublayer(x)) with the roles swapped: sublayer is "
         "called on x + x.", lambda x, s, n: n(x + x + s(x + x))),
    _raw("sublayer-of-the-sum", "sublayer(norm(x + sublayer(x))): the sublayer comes once more at "
         "the end.", lambda x, s, n: s(n(x + s(x)))),
    _raw("x-added-again", "norm(x + sublayer(x)) + x: x is added once more after the norm.",
         lambda x, s, n: n(x + s(x)) + x),
    _raw("x-added-twice", "x is added twice: norm(x + x + sublayer(x)).",
         lambda x, s, n: n(x + x + s(x))),
    _raw("x-added-twice-pre", "x is added twice: x + x + sublayer(norm(x)).",
         lambda x, s, n: x + x + s(n(x))),
    _raw("no-residual-but-norms", "norm(sublayer(norm(x))): x is not added.",
         lambda x, s, n: n(s(n(x)))),
    _raw("sublayer-subtracted", "norm(x - sublayer(x)): the sublayer is subtracted.",
         lambda x, s, n: n(x - s(x))),
    _raw("sublayer-subtracted-pre", "x - sublayer(norm(x)): the sublayer is subtracted.",
         lambda x, s, n: x - s(n(x))),
    _raw("multiplied-not-added", "norm(x * sublayer(x)): x and the sublayer are multiplied.",
         lambda x, s, n: n(x * s(x))),
    _raw("multiplied-not-added-pre", "x * sublayer(norm(x)): x and the sublayer are multiplied.",
         lambda x, s, n: x * s(n(x))),
    _raw("averaged-pre", "(x + sublayer(norm(x))) / 2: the sum is halved.",
         lambda x, s, n: (x + s(n(x))) / 2),
    _raw("side-by-side", "x and the sublayer's result are set side by side (torch.cat); they are "
         "added.", lambda x, s, n: torch.cat([x, s(x)], -1)),
    _raw("parts-returned", "It returns x and the sublayer's result as a pair; they are added.",
         lambda x, s, n: (x, s(x))),
)
POST_ONLY = (
    _raw("pre-norm", "x + sublayer(norm(x)): that is the pre-norm arrangement; post-norm "
         "normalises the sum.", pre),
    _raw("halved", "norm((x + sublayer(x)) / 2): the sum is halved first.",
         lambda x, s, n: n((x + s(x)) / 2)),
    _raw("norm-of-its-own", "It uses a layer norm of its own instead of the norm that was passed.",
         lambda x, s, n: _plain(x + s(x))),
    _raw("token-by-token", "The tokens go through the sublayer one by one; a sublayer such as "
         "attention must see them all.", _by_token(post)),
    _raw("squeezed", "It squeezes the result: axes of length one disappear.",
         lambda x, s, n: post(x, s, n).squeeze()),
    _raw("computes-in-float32", "The result is float32 whatever x is.",
         lambda x, s, n: post(x, s, n).float()),
)
PRE_ONLY = (
    _raw("post-norm", "norm(x + sublayer(x)): that is the post-norm arrangement; pre-norm "
         "normalises only what the sublayer gets.", post),
    _raw("norm-of-its-own", "It uses a layer norm of its own instead of the norm that was passed.",
         lambda x, s, n: x + s(_plain(x))),
    _raw("token-by-token", "The tokens go through the sublayer one by one; a sublayer such as "
         "attention must see them all.", _by_token(pre)),
    _raw("squeezed", "It squeezes the result: axes of length one disappear.",
         lambda x, s, n: pre(x, s, n).squeeze()),
    _raw("computes-in-float32", "The result is float32 whatever x is.",
         lambda x, s, n: pre(x, s, n).float()),
)
# fmt: on
MISTAKES_POST = COMMON + POST_ONLY
MISTAKES_PRE = COMMON + PRE_ONLY


def _called(values, name, fn):
    """fn of each value, under its written name; what cannot be computed is left out."""
    found = {}
    for text, value in values.items():
        try:
            found[f"{name}({text})"] = fn(value)
        except Exception:  # this sublayer does not take such a value
            continue
    return found


def _formulas(x, s, n):
    """Written formula -> value, simple ones first."""
    level = {"x": x}
    inner = level
    for _ in range(2):
        inner = _called(inner, "sublayer", s) | _called(inner, "norm", n)
        level = level | inner
    yield from level.items()
    parts = list(level.items())
    sums = {}
    for i, (a, va) in enumerate(parts):
        for b, vb in parts[i:]:
            sums[f"{a} + {b}"] = va + vb
            sums[f"{a} - {b}"] = va - vb
            sums[f"{b} - {a}"] = vb - va
            sums[f"{a} * {b}"] = va * vb
    yield from sums.items()
    threes = {
        f"{a} + {b} + {c}": va + vb + vc for (a, va), (b, vb), (c, vc) in combinations(parts, 3)
    }
    threes |= {f"{p} + {a}": vp + va for p, vp in sums.items() if "*" in p for a, va in parts}
    yield from (threes | _called(threes, "norm", n)).items()
    outer = _called(sums, "norm", n) | _called(sums, "sublayer", s)
    yield from outer.items()
    for text, value in outer.items():
        for b, vb in parts[:3]:
            yield f"{text} + {b}", value + vb
    yield from (_called(outer, "norm", n) | _called(outer, "sublayer", s)).items()
    for asked in (post, pre):
        y = asked(x, s, n)
        yield "the whole twice, on its own result", asked(y, s, n)


def _formula(args, got, want):
    if torch.allclose(got, want, rtol=1e-4, atol=1e-5):
        return "It differs only a little, as when the norm is given the sum times some factor."
    for text, value in _formulas(*args):
        if value.shape == got.shape and torch.allclose(value, got, rtol=1e-4, atol=1e-5):
            return f"It computes {text}."
    return _weighted(args, got)


def _weighted(args, got):
    """Two parts, each times a number."""
    x, s, n = args
    parts = {"x": x, "norm(x)": n(x), "sublayer(x)": s(x), "sublayer(norm(x))": s(n(x))}
    parts |= {"norm(sublayer(x))": n(s(x)), "norm(x + sublayer(x))": n(x + s(x))}
    for (a, va), (b, vb) in combinations(parts.items(), 2):
        both = torch.stack([va.flatten(), vb.flatten()], 1).double()
        weights = torch.linalg.pinv(both) @ got.flatten().double()
        if torch.allclose(both @ weights, got.flatten().double(), rtol=1e-4, atol=1e-5):
            return f"It computes {weights[0]:.4g} * {a} + {weights[1]:.4g} * {b}."
    return False


def formula_sign(kind):
    """Names the formula that was computed, whatever it is."""
    asked = {"post": "norm(x + sublayer(x))", "pre": "x + sublayer(norm(x))"}[kind]
    says = f"Another formula than {asked}."
    return (
        Sign("another-formula", says, _formula),
        Sign("another-formula", says, _formula, every=False),
        Sign(
            "unknown-formula",
            f"It is not {asked}, and no other sum of x, sublayer and norm either.",
            lambda a, g, w: g.shape == w.shape,
            every=False,
        ),
    )

"""What can go wrong around one sublayer, and the mistakes that every layer shares."""

from ..checker.core import Mistake, twist

# What becomes of x, of a sublayer and of its norm.
WAYS = {
    "right": lambda x, sub, norm: x + sub(norm(x)),
    "post-norm": lambda x, sub, norm: norm(x + sub(x)),
    "no residual": lambda x, sub, norm: sub(norm(x)),
    "no norm": lambda x, sub, norm: x + sub(x),
    "normed residual": lambda x, sub, norm: norm(x) + sub(norm(x)),
    "branch normed": lambda x, sub, norm: x + norm(sub(x)),
    "normed and after": lambda x, sub, norm: norm(x + sub(norm(x))),
    "on both sides": lambda x, sub, norm: x + norm(sub(norm(x))),
    "left out": lambda x, sub, norm: x,
    "subtracted": lambda x, sub, norm: x - sub(norm(x)),
    "multiplied": lambda x, sub, norm: x * sub(norm(x)),
    "x twice": lambda x, sub, norm: x + x + sub(norm(x)),
}
_SAYS = {
    "post-norm": "It has the paper's order, norm(x + sublayer(x)), which is post-norm; asked for "
    "is norm first: the norm stands before the sublayer, and the raw x is added.",
    "no residual": "The residual path is missing: x is not added to what the sublayer returns.",
    "no norm": "The norm is missing: the sublayer gets the raw x.",
    "normed residual": "The normalised x is added, norm(x) + sublayer(norm(x)): the raw x belongs "
    "on the residual path.",
    "branch normed": "The norm stands behind the sublayer, x + norm(sublayer(x)), instead of "
    "before it.",
    "normed and after": "A norm stands before the sublayer, as it should, and one more at the end, "
    "behind the sum.",
    "on both sides": "The sublayer is between two norms, x + norm(sublayer(norm(x))): only the "
    "first belongs there.",
    "left out": "The sublayer is left out.",
    "subtracted": "What the sublayer returns is subtracted; it is added to x.",
    "multiplied": "x and what the sublayer returns are multiplied; they are added.",
    "x twice": "x is added twice.",
}


def arranged(**names: str) -> tuple[Mistake, ...]:
    """Each way wrong around all sublayers, and around each alone: keyword=name of the sublayer."""
    found = []
    for way, says in _SAYS.items():
        slug = way.replace(" ", "-")
        if way != "left out":
            found.append(twist(f"{slug}-everywhere", says, **dict.fromkeys(names, way)))
        for keyword, name in names.items():
            told = f"Around the {name}: {says}"
            found.append(twist(f"{slug}-{keyword.replace('_', '-')}", told, **{keyword: way}))
    return tuple(found)

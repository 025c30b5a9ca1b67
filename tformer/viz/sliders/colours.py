"""The colours of a drawing on a light page and on a dark one, and whether letters can be read."""

from functools import cache

from matplotlib.colors import Colormap, to_hex, to_rgb

from tformer.viz.common.style import GREY, INK, PALE

# What has a role takes the page's own colour; other colours bring their own for dark pages.
ROLES = {INK: "ink", "#000000": "ink", GREY: "dim", PALE: "grid", "#ffffff": "paper"}
ROLES = {colour.lower(): role for colour, role in ROLES.items()}
LIGHT = {"ink": "#1f2328", "dim": "#59636e", "grid": "#d1d9e0", "paper": "#ffffff"}
DARK = {"ink": "#e6edf3", "dim": "#9aa4b0", "grid": "#3b434d", "paper": "#14171c"}
PAGES = LIGHT, DARK
SINGLE = 20  # colours of a map that is a list of them
LEGIBLE = 4.5  # the contrast that letters need; WCAG 2.2, 1.4.3
Triple = tuple[float, float, float]


@cache
def named(colour: str, turned: bool = False) -> str:
    """A hex colour as a drawing tells it: a role, one colour for all pages, or "light dark".
    ``turned``: of a colour map that is (see `is_turned`)."""
    if colour in ROLES:
        return ROLES[colour]
    dark = to_hex(_shaded(to_rgb(colour), 0.0 if turned else None))
    return colour if dark == colour else f"{colour} {dark}"


@cache
def on_page(name: str, page: int) -> Triple:
    """Red, green and blue, 0 to 1, of what `named` gave, on the light page (0) or the dark (1)."""
    return to_rgb(PAGES[page].get(name) or name.split()[min(page, name.count(" "))])


def is_turned(colours: Colormap | None) -> bool:
    """Whether a colour map runs from the paper's white into dark colours: on a dark page it runs
    from its dark paper into light ones. Single colours, in a list, are told one by one."""
    if colours is None or colours.N <= SINGLE:
        return False
    return any(min(colours(place)[:3]) > 0.9 for place in (0.0, 0.5, 1.0))


def _shaded(colour: Triple, full: float | None = None) -> Triple:
    """A colour for a dark page. Greys and pale tints are turned round: paper and ink change places.
    Full colours keep their hue, so that orange stays orange; dark ones are lifted. `full`: how much
    this one counts as a full colour, where that is known."""
    high, low = max(colour), min(colour)
    middle, light = (high + low) / 2, weighted(colour)
    way = min(1.0, max(0.0, (high - low - 0.2) / 0.12))
    full = way * way * (3 - 2 * way) if full is None else full
    lift = max(0.0, 0.48 - light)
    ends = zip(to_rgb(DARK["paper"]), to_rgb(DARK["ink"]), strict=True)
    turned = [paper + (ink - paper) * (1 - middle) for paper, ink in ends]
    mixed = [(t + c - middle) * (1 - full) + (c + lift) * full
             for t, c in zip(turned, colour, strict=True)]  # fmt: skip
    return tuple(min(1.0, max(0.0, part)) for part in mixed)


def weighted(colour: Triple) -> float:
    """How light a colour is to the eye, of its plain numbers."""
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


@cache
def contrast(one: Triple, other: Triple) -> float:
    """The ratio of two colours' luminances, 1 to 21."""
    parts = [[c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
             for colour in (one, other)]  # fmt: skip
    low, high = sorted(weighted(part) for part in parts)
    return (high + 0.05) / (low + 0.05)


def over(front: Triple, alpha: float, back: Triple) -> Triple:
    """What is seen of a colour that lets some of another one through."""
    return tuple(f * alpha + b * (1 - alpha) for f, b in zip(front, back, strict=True))


@cache
def readable(name: str, grounds: tuple[Triple, Triple]) -> str:
    """The colour of letters, changed where it cannot be read on what lies under it on either page:
    a hue is mixed with black or white as far as needed, a grey becomes one of them."""
    found = []
    for page, ground in enumerate(grounds):
        colour = start = on_page(name, page)
        end = max(((0.0,) * 3, (1.0,) * 3), key=lambda end: contrast(end, ground))
        steps = 1 if max(start) - min(start) < 0.1 else 20
        for step in range(steps + 1):
            if contrast(colour, ground) >= LEGIBLE + 0.1:  # hex digits round
                break
            colour = over(end, step / steps, start)
        found.append(to_hex(colour))
    if found == [to_hex(on_page(name, page)) for page in (0, 1)]:
        return name
    return found[0] if found[0] == found[1] else " ".join(found)

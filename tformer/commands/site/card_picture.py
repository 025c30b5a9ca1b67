"""A small drawing for the card of each lesson: its idea, in blue, orange and grey."""

import math
from collections.abc import Iterable, Sequence

WIDTH, HEIGHT = 240, 100
BLUE, ORANGE, GREY = "bog"  # classes, which page.css colours for light and dark
Points = Iterable[tuple[float, float]]


def bars(heights: Sequence[float], hot: int | None = None, left: float = 50) -> str:
    """Columns on a line, the hot one in orange."""
    return "".join(
        box(left + 28 * n, 84 - 70 * height, 20, 70 * height, ORANGE if n == hot else BLUE)
        for n, height in enumerate(heights)
    )


def box(x: float, y: float, width: float, height: float, kind: str, shade: float = 1) -> str:
    shape = f'x="{x:.4g}" y="{y:.4g}" width="{width:.4g}" height="{height:.4g}"'
    return f'<rect class="{kind}" {shape} rx="2" opacity="{shade:.3g}"/>'


def grid(rows: Sequence[Sequence[float]], x: float, y: float, size: float, kind: str = BLUE) -> str:
    """Cells, each as dark as its number."""
    return "".join(
        box(x + size * j, y + size * i, size - 1.5, size - 1.5, kind if shade else GREY, shade or 1)
        for i, row in enumerate(rows) for j, shade in enumerate(row)
    )  # fmt: skip


def line(points: Points, kind: str = BLUE, width: float = 3) -> str:
    path = " ".join(f"{x:.4g},{y:.4g}" for x, y in points)
    return f'<polyline class="{kind} line" points="{path}" stroke-width="{width:.3g}"/>'


def curve(function, kind: str = BLUE, left: float = 30, right: float = 210) -> str:
    """`function` from [0, 1] to [0, 1], over the whole drawing."""
    steps = [n / 48 for n in range(49)]
    return line(((left + t * (right - left), 88 - 76 * function(t)) for t in steps), kind)


def ring(x: float, y: float, radius: float, kind: str = GREY) -> str:
    return f'<circle class="{kind} line" cx="{x:.4g}" cy="{y:.4g}" r="{radius}" stroke-width="2"/>'


def arc(start: float, end: float, width: float, kind: str = BLUE) -> str:
    half = abs(end - start) / 2
    path = f"M{start},78 A{half},{min(half, 64)} 0 0 1 {end},78"
    return f'<path class="{kind} line" d="{path}" stroke-width="{width}"/>'


def hand(place: int, turn: float) -> str:
    """A clock: its hand has made so many turns."""
    x, angle = 48 + 48 * (place % 4), 2 * math.pi * turn
    end = (x + 18 * math.sin(angle), 50 - 18 * math.cos(angle))
    return ring(x, 50, 20) + line([(x, 50), end], ORANGE if place == 3 else BLUE)


def peak(n: int, at: int) -> list[list[float]]:
    """A map whose row t looks ``at`` places to the side."""
    return [[max(0.08, 1 - abs(j - i - at) / 2) for j in range(n)] for i in range(n)]


def triangle(n: int, last: float = 1) -> list[list[float]]:
    """Each row sees what came before; ``last`` is how dark the others are than the last row."""
    return [[(1 if i == n - 1 else last) * (j <= i) for j in range(n)] for i in range(n)]


def stack(x: float, kinds: str) -> str:
    return "".join(box(x, 76 - 17 * n, 52, 13, kind) for n, kind in enumerate(kinds))


def links(ends: Sequence[tuple[int, int]]) -> str:
    return "".join(line([(60, 18 + 16 * a), (180, 18 + 16 * b)], ORANGE, 2) for a, b in ends)


DRAWINGS = {
    "00": links([(0, 0), (1, 1), (2, 2), (3, 4), (4, 3)])
    + grid([[1]] * 5, 44, 12, 16) + grid([[1]] * 5, 184, 12, 16, ORANGE),
    "00a": curve(lambda t: t * t) + line([(105, 88), (215, 16)], ORANGE),
    "00b": grid([[1] * 6, [1] * 6, [1, 1, 1, 1, 1]], 57, 14, 22, ORANGE),
    "01": bars([0.9, 0.62, 0.42, 0.23], hot=3, left=66),
    "02": bars([0.2, 0.35, 1, 0.12, 0.28], hot=2),
    "03": grid([[0.25] * 9] * 4, 50, 18, 16)
    + grid([[0.5, 1, 0.3, 0.9, 0.6, 1, 0.4, 0.8, 1]], 50, 50, 16),
    "03a": line([(50, 84), (190, 60)]) + line([(50, 84), (150, 14)], ORANGE) + ring(50, 84, 3),
    "04": "".join(hand(n, turn) for n, turn in enumerate((0, 0.13, 0.26, 0.39))),
    "05": arc(70, 170, 3) + arc(120, 170, 9) + arc(170, 205, 4) + grid([[1] * 5], 47, 84, 30),
    "06": grid(triangle(6), 78, 8, 14),
    "07": "".join(grid(peak(5, at), 20 + 52 * n, 28, 9, (BLUE, ORANGE)[n % 2])
                  for n, at in enumerate((0, 1, -1, 2))),
    "08": curve(lambda t: 0.9 * math.exp(-5 * t)) + curve(lambda t: 0.9 - 0.04 * t, ORANGE),
    "09": stack(56, "bbbb") + stack(132, "ooob") + line([(108, 31), (132, 31)], GREY),
    "10": grid([[1] * 6], 54, 22, 22) + grid([[0] + [1] * 6], 54, 58, 22, ORANGE),
    "11": curve(lambda t: (2 * t - 1) ** 2, GREY) + line(
        [(48, 39), (160, 73), (98, 83), (130, 87)], ORANGE),
    "12": curve(lambda t: min(t / 0.25, (0.25 / max(t, 0.01)) ** 0.5)),
    "12a": bars([0.08, 0.25, 0.6, 1, 0.6, 0.25, 0.08], hot=3, left=24),
    "13": bars([0.14, 0.14, 0.86, 0.14, 0.14], hot=2) + line([(40, 14), (190, 14)], GREY, 2),
    "14": line([(30, 50), (90, 24), (150, 14), (210, 22)], ORANGE) + line([(30, 50), (90, 74)])
    + line([(90, 24), (150, 44)]) + line([(90, 74), (150, 66), (210, 56)])
    + line([(90, 74), (150, 90)], GREY),
    "15": grid(triangle(6, 0.25), 78, 8, 14, ORANGE),
    "16": grid([[1, 1, 1, 0, 1, 1]], 54, 18, 22) + grid([[1, 1, 1, 0, 1, 1]], 54, 60, 22, ORANGE)
    + "".join(line([(64 + 22 * n, 40), (64 + 22 * n, 60)], GREY, 2) for n in (0, 1, 2, 4, 5)),
    "17": "".join(grid(peak(3, (n % 3) - 1), 26 + 24 * (n % 8), 24 + 28 * (n // 8), 7,
                       ORANGE if n == 3 else BLUE) for n in range(16)),
    "18": stack(94, "oooo") + line([(120, 10), (180, 10), (180, 92), (120, 92)], GREY, 2),
    "19": curve(lambda t: t * t, ORANGE) + curve(lambda t: 0.35 * t),
    "20": stack(56, "bbbb") + stack(132, "bobb"),
    "21": grid([[1] * 7] * 3, 44, 8, 22, ORANGE) + line([(90, 52), (112, 74), (158, 22)], GREY, 7),
}  # fmt: skip


def picture_html(number: str) -> str:
    """The drawing of a lesson, which adds nothing to the words beside it."""
    shape = f'viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true"'
    return f"<svg {shape}>{DRAWINGS.get(number, '')}</svg>"

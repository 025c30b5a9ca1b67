"""Draw who stands on whom in tformer, from the imports themselves: assets/architecture.svg.

    python assets/recipes/architecture.py

Boxes are wings and rooms of the package, an arrow is an import. An arrow that follows from others
is left out, so that what is left can be read. One that would point upwards stops the drawing.
"""

import ast
from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter
from html import escape
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "tformer"
TARGET = ROOT / "assets" / "architecture.svg"

Pairs = set[tuple[str, str]]
Box = tuple[float, float, float, float]  # left, top, width, height

# The storeys of the house, from the top: name -> what stands there, in words.
HOUSE = {
    "__main__": "the command line",
    "commands": "what stands behind it",
    "exercises": "the learner's door: check, hint, solution, progress, course",
    "course": "what is asked, how an answer is judged, and what becomes of it",
    "viz": "figures that answer at once",
    "training": "all that learning needs around a model",
    "translator": "sentences in; sentences, maps and doubts out",
    "checkup": "any Transformer examined, by its behaviour",
    "checkpoints": "a model as files",
    "rooms": "the Transformer, one concept a file: what lessons open onto",
    "data": "tasks, corpora, batches, and the phrasebook as a table",
}
EVERYWHERE = ("_support", "pretrained")  # what refuses and writes for all, and a path: left out
STYLE = """
svg { font: 14px system-ui, "Segoe UI", Helvetica, Arial, sans-serif }
.paper, .inner { fill: #ffffff } .box { fill: #eef3f8 } .box, .inner { stroke: #5b6b7f }
text { fill: #1d2733 } .name { font-weight: 600 } .quiet { fill: #4d5a69; font-size: 12px }
.arrow { fill: none; stroke: #2f6299; stroke-width: 1.4 } .head { fill: #2f6299 }
@media (prefers-color-scheme: dark) {
  .paper, .inner { fill: #12171d } .box { fill: #1f2832 } .box, .inner { stroke: #7d8fa3 }
  text { fill: #e8edf2 } .quiet { fill: #b3c0cd } .arrow { stroke: #8ab8e6 } .head { fill: #8ab8e6 }
}
"""


def modules() -> dict[str, Path]:
    """Every module and folder by its name after ``tformer.``."""
    names = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        names[".".join(part for part in parts if part != "__init__")] = path
    return {name: path for name, path in names.items() if name}


def drawn(name: str) -> bool:
    return name.split(".")[0] not in EVERYWHERE


def imported(path: Path) -> Iterator[str]:
    """What a module imports from the package, as names after ``tformer.``."""
    here = ("tformer", *path.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom):
            package = here[: len(here) + 1 - node.level] if node.level else ()
            module = ".".join((*package, *filter(None, [node.module])))
            names = [f"{module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        yield from (name.removeprefix("tformer.") for name in names if name.startswith("tformer."))


def all_imports() -> Pairs:
    """Module -> module, for the whole package."""
    known = modules()
    pairs = set()
    for name, path in known.items():
        for other in imported(path):
            while other and other not in known:  # a function: the module that it stands in
                other = other.rpartition(".")[0]
            pairs |= {(name, other)} if other else set()
    return pairs


def part_of_house(name: str) -> str:
    """The storey of a module: its folder, or the rooms."""
    wing = name.split(".")[0]
    return wing if wing in HOUSE else "rooms"


def room(name: str) -> str | None:
    return name if part_of_house(name) == "rooms" else None


def reduced(pairs: Iterable[tuple[str | None, str | None]]) -> Pairs:
    """Without the pairs that follow from others; CycleError where imports go in a circle."""
    direct = {(a, b) for a, b in pairs if a and b and a != b}
    below = {a: {b for start, b in direct if start == a} for a, _ in direct}
    reached: dict[str, set[str]] = {}
    for name in TopologicalSorter(below).static_order():  # those at the bottom first
        near = below.get(name, set())
        reached[name] = near.union(*(reached[other] for other in near))
    return {(a, b) for a, b in direct if not any(b in reached[c] for c in below[a])}


def rows(names: list[str], pairs: Pairs) -> list[list[str]]:
    """Names in storeys, those that stand on nothing last; each near those that it stands on."""

    def height(name: str) -> int:
        return max((1 + height(b) for a, b in pairs if a == name), default=0)

    def middle(name: str) -> tuple[float, str]:
        places = [place[b] for a, b in pairs if a == name]
        return (sum(places) / len(places) if places else 0.0), name

    joined = {name for pair in pairs for name in pair}
    storeys = [[n for n in names if n in joined and height(n) == h] for h in range(len(names))]
    place: dict[str, float] = {}
    for storey in storeys:
        storey.sort(key=middle)
        place |= {name: (i + 0.5) / len(storey) for i, name in enumerate(storey)}
    alone = [name for name in names if name not in joined]
    return [storey for storey in reversed(storeys) if storey] + [alone]


def text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(words)}</text>'


class Drawing:
    """Boxes by name, text in them, and arrows from the lower edge of one to the next."""

    def __init__(self) -> None:
        self.boxes: dict[str, Box] = {}
        self.shapes: list[str] = []
        self.over: list[str] = []  # drawn after the arrows, which pass behind it
        self.lines: list[str] = []

    def box(self, name: str, at: Box, lines: Iterable[str] = (), inner: bool = False) -> None:
        """A box under a name of its own; its title is what follows the last slash."""
        x, y, width, height = self.boxes[name] = at
        title = name.rpartition("/")[2]
        title += "/" if (PACKAGE / name / "__init__.py").is_file() else ""
        kind, shapes = ("inner", self.over) if inner else ("box", self.shapes)
        shapes.append(
            f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" '
            f'height="{height:g}" rx="6"/>'
        )
        shapes.append(text(x + 10, y + 19, title, "name"))
        for i, line in enumerate(lines):
            shapes.append(text(x + 10, y + 37 + 16 * i, line, "quiet"))

    def arrow(self, upper: str, lower: str, lean: float = 0.5) -> None:
        """From box to box; ``lean`` says where it leaves and arrives where both are wide."""
        (ax, ay, aw, ah), (bx, by, bw, _) = self.boxes[upper], self.boxes[lower]
        if by < ay + ah:
            raise ValueError(f"{upper} imports {lower}, which does not stand below it")
        left, right = max(ax, bx), min(ax + aw, bx + bw)
        start = end = left + lean * (right - left)
        if right - left < 30:
            start, end = ax + aw / 2, bx + bw / 2
        y, tip = ay + ah, by - 7
        bend = (tip - y) / 2
        self.lines.append(
            f'<path class="arrow" d="M{start:.1f} {y:g} C{start:.1f} {y + bend:.1f} '
            f'{end:.1f} {tip - bend:.1f} {end:.1f} {tip:g}"/>'
            f'<path class="head" d="M{end:.1f} {by:g} l-4 -8 h8 z"/>'
        )


def house(drawing: Drawing, names: dict[str, Path], pairs: Pairs) -> float:
    """The folders and rooms, from the top; returns where they end."""
    between = reduced((part_of_house(a), part_of_house(b)) for a, b in pairs)
    inside = reduced((room(a), room(b)) for a, b in pairs)
    storeys = rows(sorted(name for name in names if room(name)), inside)
    y = 20.0
    for wing, words in HOUSE.items():
        own = dict.fromkeys(name.split(".")[1] for name in names if name.startswith(f"{wing}."))
        lines = [words, *wrap(", ".join(own), 88)]
        height = 34.0 + 16 * len(lines)
        if wing == "rooms":
            for i, storey in enumerate(storeys):
                row(drawing, storey, y + 62 + 66 * i)
            drawing.over.append(text(32, y + 56 + 66 * (len(storeys) - 1), ALONE, "quiet"))
            height += 66 * len(storeys) - 12
        drawing.box(wing, (20, y, 610, height), lines)
        y += height + 32
    for upper, lower in sorted(between):
        far = list(HOUSE).index(lower) - list(HOUSE).index(upper) > 1  # past the words between
        drawing.arrow(upper, lower, lean=0.985 if far else 0.5)
    for upper, lower in sorted(inside):
        drawing.arrow(upper, lower)
    drawing.shapes.append(text(20, y - 6, NOTE, "quiet"))
    return y - 32


ALONE = "and, each on its own:"
NOTE = "Not drawn: _support, on which all stand, and pretrained, which says where the models lie."


def row(drawing: Drawing, names: list[str], y: float) -> None:
    """Rooms side by side, each as wide as its name."""
    cell = 598 / len(names)
    for i, name in enumerate(names):
        width = 9 * len(name) + 22
        drawing.box(name, (26 + cell * (i + 0.5) - width / 2, y, width, 30), inner=True)


def picture() -> str:
    """The whole drawing as SVG, the same at every call."""
    names = {name: path for name, path in modules().items() if drawn(name)}
    pairs = {(a, b) for a, b in all_imports() if drawn(a) and drawn(b)}
    drawing = Drawing()
    bottom = house(drawing, names, pairs)
    height = bottom + 44
    said = f"From the top: {', '.join(HOUSE)}. Arrows are imports and all point downwards."
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 650 {height:g}" role="img">',
            f"<title>The house of tformer</title><desc>{said}</desc><style>{STYLE}</style>",
            f'<rect class="paper" width="650" height="{height:g}" rx="8"/>',
            *drawing.shapes,
            *drawing.lines,
            *drawing.over,
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    TARGET.write_text(picture(), encoding="utf-8")

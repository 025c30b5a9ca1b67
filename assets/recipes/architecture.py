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

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "tformer"
TARGET = ROOT / "assets" / "architecture.svg"

Pairs = set[tuple[str, str]]
Box = tuple[float, float, float, float]  # left, top, width, height

# The storeys of the house and of its exercises, from the top: name -> what stands there, in words.
HOUSE = {
    "__main__": "the command line",
    "site": "the lessons as pages",
    "grading": "a class's notebooks, checked",
    "living": "the translator at work, word by word",
    "viz": "figures that answer at once",
    "training": "all that learning needs around a model",
    "twins": "one reads back what the other wrote",
    "translation": "sentences in, sentences and maps out",
    "plain": "a model that translates, as it stands",
    "checkpoints": "a model as two files",
    "rooms": "the Transformer, one concept a file: what lessons open onto",
    "data": "tasks, corpora, batches",
}
WIDE = ("__main__", "site", "grading")  # they stand on the house and on the exercises beside it
LEANING = {"__main__": 0.25, "grading": 0.92}  # past the words of the boxes between
LEARNERS = {"coach": (0, 0), "overview": (1, 0), "kept": (0, 1), "course_map": (1, 2)}
EVERYWHERE = (
    "_checks",
    "_signatures",
    "bookkeeping",
    "files",
    "pretrained",
)  # small helpers, left out
# Left out: lesson 20's broken functions, which nothing imports, and what the last lesson assembles.
APART = ("hunt", "yours")
WORDS = {
    "coach": "check, hint, solution",
    "overview": "course, progress",
    "kept": "answers that passed",
    "course_map": "lessons, numbers",
    "topics": "what is asked, one file an exercise",
    "checker": "how an answer is judged: run in a sandbox,\ncompared, its mistake named and shown",
}
# Not an import: the map walks the folders of the topics.
FOUND = ("course_map", "topics")
STYLE = """
svg { font: 14px system-ui, "Segoe UI", Helvetica, Arial, sans-serif }
.paper, .inner { fill: #ffffff } .box { fill: #eef3f8 } .box, .inner { stroke: #5b6b7f }
text { fill: #1d2733 } .name { font-weight: 600 } .quiet { fill: #4d5a69; font-size: 12px }
.arrow { fill: none; stroke: #2f6299; stroke-width: 1.4 } .head { fill: #2f6299 }
.found { stroke-dasharray: 5 4 }
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
    return {name: path for name, path in names.items() if left_in(name)}


def left_in(name: str) -> bool:
    return bool(name) and name not in EVERYWHERE and name.split(".")[0] not in APART


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
    """The storey of a module, in a wing or among the rooms."""
    wing = name.split(".")[0]
    # The doctor says whether the models are whole.
    wing = {"doctor": "checkpoints", "arguments": "__main__"}.get(wing, wing)
    return wing if wing in HOUSE or wing == "exercises" else "rooms"


def part_of_exercises(name: str) -> str | None:
    """The storey of a module of ``tformer.exercises``; None for all others."""
    wing, _, rest = name.partition(".")
    inside = rest.split(".")[0]
    if wing != "exercises" or not inside:
        return None
    return inside if inside in (*LEARNERS, "checker") else "topics"


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
        title += "/" if (PACKAGE / name.replace("house/", "")).is_dir() else ""
        kind, shapes = ("inner", self.over) if inner else ("box", self.shapes)
        shapes.append(
            f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" '
            f'height="{height:g}" rx="6"/>'
        )
        shapes.append(text(x + 10, y + 19, title, "name"))
        for i, line in enumerate(lines):
            shapes.append(text(x + 10, y + 37 + 16 * i, line, "quiet"))

    def arrow(self, upper: str, lower: str, kind: str = "", lean: float = 0.5) -> None:
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
            f'<path class="arrow {kind}" d="M{start:.1f} {y:g} C{start:.1f} {y + bend:.1f} '
            f'{end:.1f} {tip - bend:.1f} {end:.1f} {tip:g}"/>'
            f'<path class="head" d="M{end:.1f} {by:g} l-4 -8 h8 z"/>'
        )


def house(drawing: Drawing, names: dict[str, Path], pairs: Pairs) -> float:
    """The wings and rooms, from the top; returns where they end."""
    between = reduced((part_of_house(a), part_of_house(b)) for a, b in pairs)
    inside = reduced((room(a), room(b)) for a, b in pairs)
    storeys = rows(sorted(name for name in names if room(name)), inside)
    y = 20.0
    for wing, words in HOUSE.items():
        own = dict.fromkeys(name.split(".")[1] for name in names if name.startswith(f"{wing}."))
        lines = [words, ", ".join(own)] if wing in ("training", "data") else [words]
        height = 34.0 + 16 * len(lines)
        if wing == "rooms":
            for i, storey in enumerate(storeys):
                row(drawing, storey, y + 62 + 66 * i)
            drawing.over.append(text(32, y + 56 + 66 * (len(storeys) - 1), ALONE, "quiet"))
            height += 66 * len(storeys) - 12
        drawing.box(wing, (20, y, 960 if wing in WIDE else 610, height), lines)
        y += height + 32
    for upper, lower in sorted(pair for pair in between if pair[1] != "exercises"):
        drawing.arrow(upper, lower, lean=LEANING.get(upper, 0.5))
    for upper, lower in sorted(inside):
        drawing.arrow(upper, lower)
    drawing.shapes.append(text(20, y - 6, NOTE, "quiet"))
    return y - 32


ALONE = "and, each on its own:"
NOTE = "Not drawn: _checks, the words of errors, and bookkeeping, on which all stand."


def row(drawing: Drawing, names: list[str], y: float) -> None:
    """Rooms side by side, each as wide as its name."""
    cell = 598 / len(names)
    for i, name in enumerate(names):
        width = 9 * len(name) + 22
        drawing.box(name, (26 + cell * (i + 0.5) - width / 2, y, width, 30), inner=True)


def exercises(drawing: Drawing, names: dict[str, Path], pairs: Pairs, bottom: float) -> None:
    """The exercises beside the house: the learner's side on top, the engine at the bottom."""
    x, y = 676.0, drawing.boxes["viz"][1] + 54
    drawing.box("exercises", (664, y - 54, 316, bottom - y + 54), ["write it, see which mistake"])
    for name, (column, storey) in LEARNERS.items():
        at = (x + 152 * column, y + 72 * storey, 140.0, 46.0)
        drawing.box(f"exercises/{name}", at, [WORDS[name]], inner=True)
    topics = [n.split(".")[1] for n in names if part_of_exercises(n) == "topics"]
    lines = [WORDS["topics"], *(f"{name}/" for name in dict.fromkeys(topics))]
    at = (x, y + 216, 292.0, 46.0 + 16 * len(lines))
    drawing.box("exercises/topics", at, lines, inner=True)
    lines = WORDS["checker"].splitlines()
    at = (x, bottom - 82, 292.0, 70.0)
    drawing.box("exercises/checker", at, lines, inner=True)
    between = reduced([FOUND, *((part_of_exercises(a), part_of_exercises(b)) for a, b in pairs)])
    for upper, lower in sorted(between):
        kind = "found" if (upper, lower) == FOUND else ""
        drawing.arrow(f"exercises/{upper}", f"exercises/{lower}", kind)
    drawing.arrow("grading", "exercises")


def picture() -> str:
    """The whole drawing as SVG, the same at every call."""
    names, pairs = modules(), all_imports()
    drawing = Drawing()
    bottom = house(drawing, names, pairs)
    exercises(drawing, names, pairs, bottom)
    height = bottom + 44
    said = (
        "From the top: the command line; the site; grading; figures; training; translation; "
        "checkpoints; the rooms of the Transformer; data. Beside them the exercises: the "
        "learner's side, the topics, the checker. Arrows are imports and all point downwards."
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 {height:g}" role="img">',
            f"<title>The house of tformer</title><desc>{said}</desc><style>{STYLE}</style>",
            f'<rect class="paper" width="1000" height="{height:g}" rx="8"/>',
            *drawing.shapes,
            *drawing.lines,
            *drawing.over,
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    TARGET.write_text(picture(), encoding="utf-8")

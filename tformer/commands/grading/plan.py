"""Which exercises a notebook answers, and for each what is to be run: nothing is run here."""

import ast
import re
from pathlib import Path
from typing import Any

from tformer.course.checker.core import Exercise
from tformer.course.course_map import LESSONS, Lesson, exercises, lesson_of

from .reading import Beside, Cell, Unreadable, read
from .slices import DEFINITIONS, IMPORTS, Place, bound_by, index, needed, settles, sliced

NOTHING = "Nothing is written yet: the body is still open."
# Modules and builtins that no exercise needs: who uses them is worth a look.
WORDS = (
    "os sys io subprocess socket ctypes gc inspect importlib builtins pickle threading signal "
    "multiprocessing shutil pathlib tempfile urllib http requests open exec eval compile "
    "__import__ globals setattr vars json atexit"
)
UNUSUAL = set(WORDS.split())
# Attributes by which code looks around itself: torch.sys, frames, f.__globals__.
AROUND = re.compile(r"sys|_getframe|_exit|(f|tb|gi)_\w+|__(?!init__|name__)\w+__")


def plan(path: Path, lesson: Lesson | None) -> dict[str, Any]:
    """``{"items": [...]}``, an item an exercise: what to run, or the state that is plain already.

    The exercises are those of ``lesson``, else of the lessons that the notebook's checks belong to,
    and all others that it checks. Raises Unreadable where there is nothing to grade.
    """
    cells, notes, beside = read(path)
    asked = _asked(cells)
    known = index(cells)
    named = set(asked) | _in_broken(cells)
    lessons = [lesson] if lesson else _lessons(named or set(known) & set(exercises()))
    names = [exercise.name for one in lessons for exercise in one.exercises]
    names += [name for name in asked if name not in names]
    if not names:
        if lesson:
            raise Unreadable("This lesson has no exercise that is checked.")
        raise Unreadable("It holds no exercise of the course.")
    items = []
    for name in names:
        try:
            item = _item(cells, known, exercises()[name], asked.get(name, []), beside)
        except RecursionError:
            item = decided("failed", "not-analysed", "Its code is nested too deeply to be read.")
        own = [*item.get("notes", []), *notes]
        items.append({**item, "exercise": name, "lesson": lesson_of(name).name, "notes": own})
    return {"items": items}


def decided(state: str, mistake: str, says: str) -> dict[str, Any]:
    """An item that needs no run."""
    return {"state": state, "mistake": mistake, "says": says}


def _lessons(names: set[str]) -> list[Lesson]:
    found = {lesson_of(name).name for name in names}
    return [one for one in LESSONS if one.name in found]


def _in_broken(cells: list[Cell]) -> set[str]:
    """The exercises that cells write or check which are no Python."""
    text = "\n".join(cell.source for cell in cells if cell.error)
    return set(re.findall(r"\b(?:def\s+|check\()(\w+)", text)) & set(exercises())


def _asked(cells: list[Cell]) -> dict[str, list[tuple[int, ast.expr]]]:
    """For each exercise the cells that check it, by index, and what they check."""
    asked: dict[str, list] = {}
    for i, cell in enumerate(cells):
        for node in (inner for top in cell.body for inner in ast.walk(top)):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            named = [*node.args[1:], *(k.value for k in node.keywords if k.arg == "name")]
            first = node.args[0]  # check(softmax), check(Mine.softmax)
            name = getattr(first, "id", getattr(first, "attr", None))
            name = getattr(named[0], "value", None) if named else name
            if called == "check" and isinstance(name, str) and name in exercises():
                asked.setdefault(name, []).append((i, first))
    return asked


def _item(
    cells: list[Cell], known: dict, exercise: Exercise, asked: list, beside: Beside
) -> dict[str, Any]:
    begun = [
        (i, answer)
        for i, answer in asked
        if not isinstance(answer, ast.Name) or _written(cells, known, answer.id)
    ]
    unasked = (len(cells) - 1, ast.Name(exercise.name, ast.Load()))
    last, answer = [unasked, *asked, *begun][-1]
    own = {last} if asked else set()
    notes: list[str] = []
    if isinstance(answer, ast.Name):
        written = _written(cells, known, answer.id)
        chosen = ([p for p in written if p[0] <= last] or written or [None])[-1]
        broken = _broken(cells, answer.id, chosen[0] if chosen else -1)
        if broken:
            says = f"Cell {broken.number} {beside.no_python}: {broken.error}."
            return decided("failed", "syntax-error", says)
        if not chosen:
            return decided("not started", "", _missing(cells, known, answer.id, beside))
        several = sorted({cells[i].number for i, _ in written})
        if len(several) > 1:
            which = f"in cells {', '.join(map(str, several))}; cell {cells[chosen[0]].number}"
            notes.append(f"Written more than once, {which} counts: the last before the last check.")
        own |= {chosen[0]}
        known = {**known, answer.id: [chosen]}
    elif isinstance(answer, ast.Attribute):
        notes.append(f"What is checked, and graded, is `{ast.unparse(answer)}`.")
    part = sliced(cells, needed(answer), own, last, known)
    notes += [f"Left out, as it calls something: {line}." for line in sorted(part.left_out)[:3]]
    unusual = _unusual([*(_node(cells, place) for place in sorted(part.kept)), ast.Expr(answer)])
    notes += [f"Worth a look: it uses {', '.join(unusual[:6])}."] * bool(unusual)
    package = any(name.startswith("tformer") for name in unusual)
    by_cell: dict[int, list[int]] = {}
    for i, j in sorted(part.kept):
        by_cell.setdefault(i, []).append(j)
    steps = [(cells[i].number, cells[i].source, kept) for i, kept in by_cell.items()]
    return {"steps": steps, "answer": ast.unparse(answer), "notes": notes,
            "package": package}  # fmt: skip


def _written(cells: list[Cell], known: dict, name: str) -> list[Place]:
    """Where the function is given its body; one that is still open is none."""
    places = [(place, _node(cells, place)) for place in known.get(name, [])]
    return [
        place
        for place, node in places
        if (settles(node, name) or isinstance(node, ast.If | ast.Try)) and not is_open(node)
    ]


def _missing(cells: list[Cell], known: dict, name: str, beside: Beside) -> str:
    """Why there is nothing to run."""
    nodes = [_node(cells, place) for place in known.get(name, [])]
    if any(map(is_open, nodes)):
        return NOTHING
    if any(isinstance(node, IMPORTS) for node in nodes):
        return f"`{name}` is imported, not written in the notebook."
    for number, text in () if nodes else beside.texts:
        if re.search(rf"^\s*def\s+{re.escape(name)}\b", text, re.MULTILINE):
            return f"`{name}` stands in cell {number}, a text cell: Python runs code cells alone."
    return f"The notebook has no function `{name}`."


def _node(cells: list[Cell], place: Place) -> ast.stmt:
    return cells[place[0]].body[place[1]]


def is_open(node: ast.stmt) -> bool:
    """A function with nothing in it but a text, ``...`` or ``pass``."""
    return isinstance(node, DEFINITIONS) and all(
        isinstance(line, ast.Pass)
        or (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
        for line in node.body
    )


def _broken(cells: list[Cell], name: str, after: int) -> Cell | None:
    """The last cell that writes the function and does not parse, behind the cell ``after``."""
    writes = re.compile(rf"^\s*(async\s+)?(def|class)\s+{re.escape(name)}\b", re.MULTILINE)
    later = [cell for i, cell in enumerate(cells) if i > after and cell.error]
    return next((cell for cell in reversed(later) if writes.search(cell.source)), None)


def _unusual(nodes: list[ast.stmt]) -> list[str]:
    """What a teacher may want to look at: files, processes, the package's own functions."""
    wanted = {"*"}.union(*map(needed, nodes))
    used, around = wanted & UNUSUAL, set()
    for node in (inner for top in nodes for inner in ast.walk(top)):
        if isinstance(node, IMPORTS):
            start = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            inside = node not in nodes  # an import within a function
            used |= {start + a.name for a in node.names if inside or bound_by(a) in wanted}
        elif isinstance(node, ast.Attribute):
            around |= {node.attr} if AROUND.fullmatch(node.attr) else set()
    return sorted(around.union(n for n in used if n.partition(".")[0] in {*UNUSUAL, "tformer"}))

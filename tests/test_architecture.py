"""The house rules that code can hold: who imports whom, how long, documented, cheap to import."""

import ast
import builtins
import inspect
import re
import subprocess
import sys
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

from assets.recipes.architecture import TARGET, all_imports, imported, picture, reduced

PACKAGE = Path(__file__).parent.parent / "tformer"
# From the bottom. A name holds for all that stands in it, unless a longer one says otherwise.
LEVELS = [
    {"_support", "pretrained"},
    {"dropout", "linear", "masks", "positions", "losses", "schedules", "metrics"},
    {"bpe", "cache", "data"},
    {"attention", "tokenizer"},
    {"layers", "embeddings", "blockwise"},
    {"transformer", "language_model"},
    {"ablation", "decoding", "probes"},
    {"checkpoints", "checkup"},
    {"translator"},
    {"training.devices", "training.folder", "training.history", "training.optimizers"},
    {"training.run"},
    {"training.loop"},
    {"training"},
    {"viz.common"},
    {"viz.sliders", "viz.maps"},
    {"viz"},
    {"course.checker"},
    {"course.exercises"},
    {"course.course_map"},
    {"course.kept"},
    {"course.overview"},
    {"course.coach"},
    {"course.bug_hunt", "course.your_translator"},
    {"course.evening", "course.recording"},
    {"course", "exercises"},
    {"commands.doctor"},
    {"commands.arguments", "commands.site", "commands.grading"},
    {"commands"},
    {"__main__"},
]
LEVEL = {name: level for level, names in enumerate(LEVELS) for name in names}
# The Transformer, read in an evening: what a lesson opens onto.
ROOMS = sorted(path.stem for path in PACKAGE.glob("*.py") if path.stem in LEVEL and
               LEVEL["_support"] < LEVEL[path.stem] < LEVEL["checkpoints"])  # fmt: skip
EXERCISES = PACKAGE / "course" / "exercises"
ASKED = sorted(EXERCISES.glob("*/*.py"))
# What is seen and asked explains itself on the screen; the rest does in docstrings.
CORE = sorted(path for path in PACKAGE.rglob("*.py") if not {"viz", "course", "site"} &
              set(path.relative_to(PACKAGE).parts))  # fmt: skip


def own_name(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def place(name):
    """The longest name in LEVEL that a module stands in."""
    while name and name not in LEVEL:
        name = name.rpartition(".")[0]
    return name


def test_imports_go_downwards():
    wrong = [
        f"{here} imports {other}"
        for here, other in all_imports()
        if (a := place(here)) and (b := place(other)) and a != b and LEVEL[b] >= LEVEL[a]
    ]
    assert wrong == []


def test_every_module_has_a_level():
    assert [
        path for path in PACKAGE.rglob("*.py") if own_name(path) and not place(own_name(path))
    ] == []


def test_the_checker_knows_no_exercise_and_neither_knows_the_package():
    for path in [*(PACKAGE / "course" / "checker").rglob("*.py"), *EXERCISES.rglob("*.py")]:
        for name in imported(path):
            own = ("course.checker", "course.exercises", "_support.boxes")  # a card has a box
            assert name.startswith(own), f"{path} imports {name}"


def test_no_module_needs_itself_by_a_circle():
    needs = {}
    for here, other in all_imports():
        needs.setdefault(here, set()).add(other) if here != other else None
    assert sum(map(len, needs.values())) > 400
    list(TopologicalSorter(needs).static_order())  # raises CycleError and says which


READING_ORDER = ("HINTS", "CASES", "variant", "MISTAKES", "SIGNS", "LAWS", "EXERCISE")


@pytest.mark.parametrize("path", ASKED, ids=lambda p: str(p.name))
def test_an_exercise_is_one_file_in_reading_order(path):
    assert not re.search(r"\d", str(path.relative_to(EXERCISES))), "a topic has no number"
    module = import_module(".".join(("tformer", *path.relative_to(PACKAGE).with_suffix("").parts)))
    if not hasattr(module, "EXERCISE"):
        return  # what exercises of a topic share
    assert module.EXERCISE.name == path.stem
    names = [name for node in ast.parse(path.read_text()).body for name in defined(node)]
    order = [name for name in names if name in (path.stem, *READING_ORDER)]
    assert order == [name for name in (path.stem, *READING_ORDER) if name in order]


def defined(node):
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return [node.name] if isinstance(node, ast.FunctionDef) else []


def lines_to_read(path):
    """Its lines but the imports, which the formatter stretches to a name a line."""
    source = path.read_text()
    imports = [n for n in ast.parse(source).body if isinstance(n, ast.Import | ast.ImportFrom)]
    return len(source.splitlines()) - sum(n.end_lineno - n.lineno + 1 for n in imports)


@pytest.mark.parametrize("path", [*CORE, *EXERCISES.rglob("*.py")], ids=lambda p: str(p.name))
def test_line_budgets(path):
    source = path.read_text()
    assert "from __future__" not in source
    # A room of the Transformer is read in one go; a list of mistakes is data.
    most = 215 if path in ASKED else 230 if own_name(path) in ROOMS else 280
    assert lines_to_read(path) <= most
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            # The body's code: a docstring may take the room it needs.
            body = node.body[1:] if ast.get_docstring(node) else node.body
            if body:
                lines = node.end_lineno - body[0].lineno + 1
                assert lines <= 45, f"{node.name} has {lines} lines"


# A reader of the Transformer should read about attending, not about refusing.
READ = ["attention", "cache", "decoding", "dropout", "embeddings", "language_model", "layers",
        "linear", "losses", "masks", "positions", "transformer"]  # fmt: skip


REFUSALS = {"tformer._support.checks", "tformer._support.signatures"}


def refusing(tree):
    """The lines that refuse: imports of checks, calls of them, and what ends in a raise; and the
    lines that leave it to the signature."""
    explicit, decorators = set(), set()
    for node in ast.walk(tree):
        called = node.value.func if isinstance(node, ast.Expr | ast.Assign) and isinstance(
            node.value, ast.Call) else None  # fmt: skip
        name = getattr(called, "id", getattr(called, "attr", getattr(node, "name", "")))
        checks = isinstance(called or node, ast.Name | ast.Attribute | ast.FunctionDef)
        imports = isinstance(node, ast.ImportFrom) and node.module in REFUSALS
        ends = isinstance(node, ast.If) and isinstance(node.body[-1], ast.Raise)
        if imports or (checks and name.lstrip("_").startswith("check")) or ends:
            last = node.body[-1] if ends else node
            explicit.update(range(node.lineno, last.end_lineno + 1))
        if isinstance(node, ast.Raise):
            explicit.update(range(node.lineno, node.end_lineno + 1))
        for decorator in getattr(node, "decorator_list", ()):
            if getattr(decorator, "id", "") in ("checked", "explained"):
                decorators.add(decorator.lineno)
    return explicit, decorators


def test_refusals_do_not_crowd_out_the_model():
    total, explicit, decorated = 0, 0, 0
    for name in READ:
        source = (PACKAGE / f"{name}.py").read_text()
        tree = ast.parse(source)
        own, decorators = refusing(tree)
        total, explicit = total + len(source.splitlines()), explicit + len(own)
        decorated += len(own | decorators)
        imports = [n for n in tree.body if isinstance(n, ast.ImportFrom) and n.lineno in own]
        assert all(n.end_lineno - n.lineno < 2 for n in imports), f"{name}: a long import of checks"
    print(f"{explicit} of {total} lines refuse, {decorated} with the decorators")
    assert explicit <= 0.08 * total, f"{100 * explicit / total:.1f} % of the lines refuse"
    assert decorated <= 0.105 * total
    assert len((PACKAGE / "attention.py").read_text().splitlines()) < 215


def test_refusing_lines_are_counted():
    source = """from tformer._support.checks import check_size
@checked
def f(x):
    check_size(x=x)
    if x:
        word = "no"
        raise ValueError(word)
    return x
def _check_y(y):
    return y
"""
    explicit, decorators = refusing(ast.parse(source))
    assert explicit == {1, 4, 5, 6, 7, 9, 10} and decorators == {2}


# Lines of Python, JavaScript, CSS and HTML. Who needs more takes them from somewhere else, or says
# what they buy.
BUDGETS = {
    "the rooms": 2610,
    "the other files": 360,
    "_support": 989,  # words, for figures that know no model: 64; the box of a card: 15
    "data": 731,  # to learn from nothing: number words 38, a toy language 21
    "translator": 879,  # typed English goes to its translator: 24; other languages are told: 3
    "training": 1330,
    # No import of a training: 6; typed English: 40; a tour of the picture: 155; a caption that says
    # the same on every processor: 6.
    "viz": 10335,
    # The same where a kernel runs: 16; the toys of three lessons: 46; one evening, and training
    # through the learner's parts: 326; the ending (words and maps of the picture by the learner's
    # parts 45, any pairs learnt from nothing 20, an exam 65, a cache 45, the page to show 45): 268;
    # a word cut once and not for every spelling: 4; a rehearsal sent by a name: 2; training that is
    # the same on every processor: 16.
    "course": 3592,
    # A list holds what no general step names as well, or what is told by name beside a second slip.
    "course/exercises": 9584,
    "course/checker": 6216,
    "checkup": 1250,
    # Judging on the other side 320, walls 110, calls sent there 90, rows 90, searching pages 100;
    # a question, its verdict and its evidence in one box: 87; a drawing for each lesson's card: 85.
    "commands": 3926,
}


def part(path):
    """The part of the package that a file is counted in."""
    folder, *rest = path.relative_to(PACKAGE).parts
    if not rest:
        return "the rooms" if path.stem in ROOMS else "the other files"
    return f"course/{rest[0]}" if rest[0] in ("checker", "exercises") else folder


def test_the_package_stays_small():
    lines, suffixes = Counter(), {".py", ".js", ".mjs", ".css", ".html"}
    for path in PACKAGE.rglob("*"):
        if path.suffix in suffixes:
            lines[part(path)] += len(path.read_text(encoding="utf-8").splitlines())
    print(dict(lines), sum(lines.values()))
    over = {name: n for name, n in lines.items() if n > BUDGETS[name]}
    assert over == {} and lines.keys() == BUDGETS.keys()
    entries = {path.name for path in PACKAGE.iterdir() if path.suffix == ".py" or
               (path / "__init__.py").is_file()}  # fmt: skip
    assert len(entries) <= 32, f"who opens the package finds {len(entries)} things"


def public(module):
    for name, thing in vars(module).items():
        own = getattr(thing, "__module__", None) == module.__name__
        if (
            own
            and not name.startswith("_")
            and (inspect.isfunction(thing) or inspect.isclass(thing))
        ):
            yield name, thing
            if inspect.isclass(thing):
                for part, method in vars(thing).items():
                    if inspect.isfunction(method) and not part.startswith("_"):
                        yield f"{name}.{part}", method


@pytest.mark.parametrize("path", [p for p in CORE if "__" not in p.stem], ids=lambda p: p.name)
def test_every_public_name_is_explained(path):
    name = ".".join(("tformer", *path.relative_to(PACKAGE).with_suffix("").parts))
    module = import_module(name)
    assert module.__doc__
    for public_name, thing in public(module):
        doc = inspect.getdoc(thing) or ""
        assert len(doc) > 20 and not doc.startswith(public_name + "("), f"{name}.{public_name}"


def test_importing_the_package_does_nothing_and_costs_nothing():
    watch = (
        "import sys, time; start = time.perf_counter(); import tformer; "
        "print(time.perf_counter() - start, 'torch' in sys.modules, 'matplotlib' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", watch],
        capture_output=True,
        text=True,
        check=True,
        cwd=PACKAGE.parent,
    )
    seconds, torch_loaded, matplotlib_loaded = done.stdout.split()
    assert float(seconds) < 0.5 and torch_loaded == matplotlib_loaded == "False" and not done.stderr


def test_rooms_draw_no_random_numbers_at_import():
    code = (
        "import torch; before = torch.get_rng_state();"
        "from tformer import attention, language_model, layers, losses, masks, positions, probes;"
        "from tformer import transformer; assert torch.equal(before, torch.get_rng_state())"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, cwd=PACKAGE.parent)


def test_the_picture_of_the_house_is_up_to_date():
    drawn = TARGET.read_text(encoding="utf-8")
    assert drawn == picture(), "run `python assets/recipes/architecture.py`"


def test_the_picture_leaves_out_what_follows_and_refuses_a_circle():
    assert reduced({("a", "b"), ("b", "c"), ("a", "c"), ("a", "a")}) == {("a", "b"), ("b", "c")}
    with pytest.raises(CycleError):
        reduced({("a", "b"), ("b", "c"), ("c", "a")})


def test_what_the_walk_opens_is_there():
    walk = (PACKAGE.parent / "ARCHITECTURE.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)]+)\)", walk)
    assert len(targets) >= 20
    for target in targets:
        assert (PACKAGE.parent / target).exists(), target


def test_modules_that_tell_shapes_are_held_to_them(pytestconfig):
    """Who adds one to the package adds it to pytest's options, too."""
    held = pytestconfig.getoption("jaxtyping_packages").split(",")[:-1]
    telling = [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        for path in PACKAGE.rglob("*.py")
        if re.search(r"^from jaxtyping import", path.read_text(), flags=re.M)
    ]
    assert telling and held
    assert [m for m in telling if not any(f"{m}.".startswith(f"{h}.") for h in held)] == []


def test_every_name_in_the_code_is_defined():
    """Ruff's rule for it is off, since jaxtyping's axes ("B T D") look like names to it: here the
    names that are nowhere bound are asked for, in code alone."""
    for path in [*PACKAGE.rglob("*.py"), *(PACKAGE.parent / "assets" / "recipes").glob("*.py")]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        bound = set(dir(builtins)) | {"__file__", "__name__"}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                bound.add(node.id)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                bound.add(node.name)
            elif isinstance(node, ast.arg):
                bound.add(node.arg)
            elif isinstance(node, ast.alias):
                bound.add((node.asname or node.name).split(".")[0])
            elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
                bound.add(node.name)
        used = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
        assert used <= bound, f"{path.name}: {used - bound}"

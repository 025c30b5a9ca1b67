"""The house rules that code can hold: who imports whom, how long, documented, cheap to import."""

import ast
import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "tformer"
LEVELS = [
    {"_checks"},
    {
        "dropout",
        "linear",
        "masks",
        "positions",
        "losses",
        "schedules",
        "metrics",
        "tokenizer",
        "bpe",
        "data",
        "cache",
        "doctor",
    },
    {"attention"},
    {"layers", "embeddings"},
    {"transformer", "language_model"},
    {"checkpoints", "decoding", "probes", "toys", "devices", "history", "optimizers"},
    {"runs", "translation", "evaluation"},
    {"training"},
    {"jobs"},
    {"recipes"},
    {"viz", "exercises", "__init__"},
    {"__main__"},
]
LEVEL = {room: level for level, rooms in enumerate(LEVELS) for room in rooms}
# Inside a level a room may lean on a smaller one of its own kind.
NEIGHBOURS = {("tokenizer", "bpe"), ("tokenizer", "data"), ("training", "checkpoints")}
CORE = sorted(path for path in PACKAGE.rglob("*.py") if not {"viz", "exercises"} & set(path.parts))


def room(path):
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imported_rooms(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "tformer":
            parts = node.module.split(".")
            yield from [parts[1]] if len(parts) > 1 else [alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("tformer."):
                    yield alias.name.split(".")[1]


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: str(p.name))
def test_imports_go_downwards(path):
    here = room(path)
    for other in imported_rooms(path):
        if other in LEVEL and other != here and (here, other) not in NEIGHBOURS:
            assert LEVEL[other] < LEVEL[here], f"{here} imports {other}"


@pytest.mark.parametrize("path", CORE, ids=lambda p: str(p.name))
def test_line_budgets(path):
    source = path.read_text()
    assert "from __future__" not in source
    assert len(source.splitlines()) <= 220
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            # The body's code: a docstring may take the room it needs.
            body = node.body[1:] if ast.get_docstring(node) else node.body
            if body:
                lines = node.end_lineno - body[0].lineno + 1
                assert lines <= 45, f"{node.name} has {lines} lines"


# The model and all it needs; the other rooms, viz and exercises aside, train it and are commands.
MODEL = {
    *("__init__", "_checks", "attention", "bpe", "cache", "decoding", "dropout", "embeddings"),
    *("language_model", "layers", "linear", "losses", "masks", "metrics", "positions", "probes"),
    *("schedules", "tokenizer", "transformer"),
}


def test_the_package_is_read_in_an_evening():
    lines = {True: 0, False: 0}
    for path in CORE:
        lines[room(path) in MODEL] += len(path.read_text().splitlines())
    assert lines[True] <= 2300, f"the model's rooms have {lines[True]} lines"
    assert lines[False] <= 2150, f"training, data and commands have {lines[False]} lines"


def test_every_room_has_a_level():
    rooms = {room(path) for path in PACKAGE.rglob("*.py")}
    assert rooms <= set(LEVEL), f"give {rooms - set(LEVEL)} a level"


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

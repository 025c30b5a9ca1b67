"""One file that one can show: the learner's functions in the order of the course, and the glue."""

import ast
import inspect
import sys
from collections.abc import Callable
from functools import partial
from itertools import groupby
from pathlib import Path

from tformer._support import folding
from tformer._support.files import atomic_write, is_marked, marked, refuse_foreign, sha256
from tformer.course.checker.keeping import standing_alone
from tformer.course.course_map import NEEDED, lesson_of
from tformer.translator import sentences

from . import machine
from .assembly import Yours, reference
from .names import Joined, Module

LIBRARIES = {"torch", "safetensors", "regex", *sys.stdlib_module_names}
WEIGHTS = "translator.safetensors"
MARK = "# Written by tformer. sha256 of the lines below: {}"
INSTEAD = "give another name, or write over it: --force, in Python force=True"
PAGE_MARK = "<!-- Written by tformer. sha256 of the lines below: {} -->"
HEAD = '''"""A translator from German to English. {count} of its {total} parts are mine.

    python {name} "Ein Hund rennt am Strand."

Without one it reads lines of standard input, or translates this one. The trained weights lie
beside it, in {weights}. Each part stands under its lesson, mine or the course's own.
"""'''
GLUE = "# What joins the parts is the course's own: the weights go to the functions above."
FOOT = """def main(sentences):
    weights = Path(__file__).with_name("{weights}")
    if sha256(weights.read_bytes()).hexdigest() != "{sum}":
        raise ValueError(f"{{weights}} is damaged or another model's: put the course's own there")
    translator = Machine(weights)
    for sentence in sentences:
        print(translator.translate(sentence), flush=True)


if __name__ == "__main__":
    for stream in filter(None, (sys.stdin, sys.stdout)):
        stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
    lines = iter(sys.stdin if sys.stdin and not sys.stdin.isatty() else ())
    try:
        main(sys.argv[1:] or chain([next(lines, "Ein Hund rennt am Strand.")], lines))
    except (OSError, ValueError, KeyboardInterrupt) as error:
        sys.stdout = None  # Python's end writes to no broken pipe
        sys.exit(1 if isinstance(error, BrokenPipeError) else str(error))"""


def file_text(yours: Yours, name: str = "my_transformer.py") -> str:
    """The whole file. It imports torch, safetensors, regex and Python's own modules.

    A part that needs another library is the course's there, and says so.
    """
    chosen = {part: _chosen(yours, part) for part in NEEDED}
    modules = (folding, sentences, machine)
    glue = Module.parsed("\n".join(inspect.getsource(m).split('"""', 2)[2] for m in modules))
    del glue.imports["READ"], glue.imports["split_sentences"]
    texts = {part: module.blocks[part] for part, (module, _) in chosen.items()}
    imports = {**glue.imports, "sys": ("sys", ""), "Path": ("pathlib", "Path")}
    imports |= {"sha256": ("hashlib", "sha256"), "chain": ("itertools", "chain")}
    joined = Joined(texts, imports, {*glue.blocks})
    sections = []
    for part, (module, whose) in chosen.items():
        title = f"# Lesson {lesson_of(part).number}: {part} ({whose})"
        sections.append(
            "\n\n\n".join([title, *joined.add(part, module)]).replace("\n\n\n", "\n", 1)
        )
    count = sum(whose == "mine" for _, whose in chosen.values())
    head = HEAD.format(count=count, total=len(NEEDED), name=name, weights=WEIGHTS)
    top = [head, "\n".join(joined.import_lines())]
    readings = {
        part: yours.parts[part].read for part, (_, whose) in chosen.items() if whose == "mine"
    }
    kinds = groupby([GLUE, *glue.blocks.values()], lambda b: b.startswith(("@", "class ", "def ")))
    own = [("\n\n\n" if is_code else "\n").join(some) for is_code, some in kinds]
    own[-1] = _called_directly(own[-1], readings)
    foot = FOOT.format(weights=WEIGHTS, sum=sha256(yours.weights))
    text = "\n\n".join(top) + "\n\n\n" + "\n\n\n".join([*sections, *own, foot]) + "\n"
    ast.parse(text)
    return text


def _chosen(yours: Yours, part: str) -> tuple[Module, str]:
    """The learner's part, or the course's with the reason why."""
    why = "the course's own"
    if yours.parts[part].is_yours:
        module = Module.parsed(yours.parts[part].source)
        foreign = module.libraries - LIBRARIES
        if not foreign and part in module.blocks:
            return module, "mine"
        why += f"; mine needs {', '.join(sorted(foreign)) or 'another name'}"
    elif part in {trouble.part for trouble in yours.troubles}:
        why += "; mine did not work in the whole"
    return Module.parsed(standing_alone(reference(part), part)), why


def _called_directly(source: str, readings: dict[str, Callable | None]) -> str:
    """The machine without parts handed in: it calls the functions above it, each as it reads its
    arguments: ``_flat``, a reading of `greedy_decode`, takes ``logits.flat`` for ``logits``."""
    for part, read in readings.items():
        if read:
            way = read.__name__.strip("_")
            assert f"parts.{part}(logits," in source
            source = source.replace(f"parts.{part}(logits,", f"parts.{part}(logits.{way},")
    lines = [line for line in source.split("\n") if "self.parts = parts" not in line]
    text = "\n".join(lines).replace("(self, parts, path)", "(self, path)")
    return text.replace("``parts`` has an attribute for each function; ", "").replace(
        "self.parts.", ""
    )


def write_file(yours: Yours, path: Path, force: bool = False) -> str:
    """Write the file, and the weights beside it; returns its text.

    Raises ValueError for a name that is no Python file, and unless ``force`` for a file there that
    is not as it was written here; OSError where it cannot be written.
    """
    path = Path(path)
    beside = path.with_name(WEIGHTS)
    may_be_written(path, force=force)
    if not force and beside.exists() and sha256(beside) != sha256(yours.weights):
        raise ValueError(f"{beside} is damaged or another model's; {INSTEAD}")
    text = file_text(yours, path.name)
    atomic_write(path, marked(text, MARK).encode())
    if force or not beside.exists():
        atomic_write(beside, yours.weights.read_bytes())
    return text


def may_be_written(path: Path, page: Path | None = None, force: bool = False) -> None:
    """Refuse, before any work, what `write_file` and the command would not write over."""
    if path.suffix != ".py":
        raise ValueError(f"{path} is no name for a Python file; say my_transformer.py")
    for place, mark in ((path, MARK), (page, PAGE_MARK)):
        if place and not force:
            refuse_foreign(place, partial(is_marked, mark=mark), INSTEAD)

"""One file that one can show: the learner's functions in the order of the course, and the glue."""

import ast
import inspect
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from tformer import bookkeeping, folding
from tformer.exercises.checker.keeping import standing_alone
from tformer.exercises.course_map import NEEDED, lesson_of

from . import machine
from .assembly import Yours, reference
from .names import Joined, Module

LIBRARIES = {"torch", "safetensors", "regex", *sys.stdlib_module_names}
WEIGHTS = "translator.safetensors"
HEAD = '''"""A translator from German to English. {count} of its {total} parts are mine.

    python {name} "Ein Hund rennt am Strand."

The trained weights lie beside it, in {weights}. Each part stands under its
lesson, and says whether it is mine or the course's own.
"""'''
GLUE = "# What joins the parts is the course's own: the weights go to the functions above."
FOOT = """if __name__ == "__main__":
    translator = Machine(Path(__file__).with_name("{weights}"))
    for sentence in sys.argv[1:]:
        print(translator.translate(sentence))"""


def file_text(yours: Yours, name: str = "my_transformer.py") -> str:
    """The whole file. It imports torch, safetensors, regex and Python's own modules.

    A part that needs another library is the course's there, and says so.
    """
    chosen = {part: _chosen(yours, part) for part in NEEDED}
    glued = (inspect.getsource(module).split('"""', 2)[2] for module in (folding, machine))
    glue = Module.parsed("\n".join(glued))
    del glue.imports["READ"]
    texts = {part: module.blocks[part] for part, (module, _) in chosen.items()}
    imports = {**glue.imports, "sys": ("sys", ""), "Path": ("pathlib", "Path")}
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
    own = [GLUE, *glue.blocks.values()]
    own[-1] = _called_directly(own[-1], readings)
    foot = FOOT.format(weights=WEIGHTS)
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


def write_file(yours: Yours, path: Path) -> str:
    """Write the file, and the weights beside it where they are not yet; returns its text.

    Raises ValueError for a name that is no Python file, OSError where it cannot be written.
    """
    path = Path(path)
    if path.suffix != ".py":
        raise ValueError(f"{path} is no name for a Python file; say my_transformer.py")
    text = file_text(yours, path.name)
    bookkeeping.write(path, text)
    beside = path.with_name(WEIGHTS)
    if not beside.exists():
        shutil.copyfile(yours.weights, beside)
    return text

"""Write tformer/data/prose.txt: what README, lessons and docstrings say in words.

    python assets/recipes/collect_prose.py

The file is stored, not read from the notebooks at run time, so that a model trained on it can be
trained again on the same text. Run this after the lessons have changed much, then train anew.
"""

import ast
import json
import re
from pathlib import Path

from tformer._support.files import atomic_write
from tformer.data.corpora import PROSE

ROOT = Path(__file__).parents[2]


def plain(markdown: str) -> str:
    """Markdown without tags, pictures, link targets, code blocks and tables."""
    text = re.sub(r"```.*?```", "", markdown, flags=re.DOTALL)
    text = re.sub(r"<[^>]*>", " ", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    lines = [line.rstrip() for line in text.splitlines() if not line.lstrip().startswith("|")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def lesson(path: Path) -> str:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    texts = [plain("".join(c["source"])) for c in cells if c["cell_type"] == "markdown"]
    return "\n\n".join(text for text in texts if text)


def docstrings(path: Path) -> str:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    nodes = [n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, kinds)]
    found = [ast.get_docstring(node) for node in nodes]
    return "\n\n".join(text.split(">>>")[0].strip() for text in found if text)


def main() -> None:
    parts = [plain((ROOT / "README.md").read_text("utf-8"))]
    parts += [lesson(path) for path in sorted(ROOT.glob("notebooks/*.ipynb"))]
    parts += [docstrings(path) for path in sorted(ROOT.glob("tformer/**/*.py"))]
    text = "\n\n".join(part for part in parts if part) + "\n"
    atomic_write(PROSE, text.encode())
    print(f"{PROSE.relative_to(ROOT)}: {len(text):,} characters, {len(text.split()):,} words")


if __name__ == "__main__":
    main()

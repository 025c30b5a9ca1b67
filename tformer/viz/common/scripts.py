"""The scripts of the figures: ES modules of one concern each, joined into the one a page takes.

A widget and a self-contained page hold a single script, and no build tool shall be needed for
one. So an entry module and what it imports from beside it are put one after the other here.
"""

import functools
import json
import os
import pathlib
import re
import zlib
from base64 import b64encode
from typing import Any

FOLDER = pathlib.Path(__file__).parents[1]
# The figures of a page without a kernel, by the mark on their place: the entry module, what it
# calls for each place, and the style sheets.
KINDS = {
    "data-tf-asked": ("web/asked.js", "mount", ()),
    "data-tf-frames": ("sliders/web/frames.js", "mount", ()),
    "data-tf-explorer": (
        "maps/web/explorer.mjs",
        "mount",
        ("maps/web/explorer.css", "maps/web/doubted_words.css"),
    ),
    "data-tf-living": (
        "whole_model/web/whole_model.mjs",
        "mountLiving",
        ("whole_model/web/whole_model.css",),
    ),
}
IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.{1,2}/[\w./-]+\.m?js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?function|class|const)", re.MULTILINE)
DEFAULT = re.compile(r"^export default .*;$", re.MULTILINE)


@functools.cache
def script(name: str) -> str:
    """The module `name`, a path from here, with all that it imports, as one that imports nothing.

    All modules share one scope, so their names must differ; only `name` keeps its exports.

    Raises:
        ValueError: an import of another form than ``import { a, b } from "./file.js";``.
    """
    modules: dict[pathlib.Path, str] = {}
    _collect(FOLDER / name, modules)
    *needed, entry = modules.values()
    return "\n".join([*(EXPORT.sub("", source) for source in needed), entry])


def fragment(mark: str, data: str, still: str, on_site: bool = False) -> str:
    """The place of a figure that needs no kernel: its data, a still picture, script and style.

    It holds no id: a document may show the same figure twice, and each copy finds its own data.
    Written to a file as it is, it opens in a browser; hence the word on its encoding. Pages of a
    site have one file of scripts for all (`shared`): there TFORMER_SCRIPTS says "shared", or
    ``on_site`` does.
    """
    place = f'<div {mark}><script type="application/json">{data}</script>{still}</div>'
    if on_site or os.environ.get("TFORMER_SCRIPTS") == "shared":
        return place
    name, call, sheets = KINDS[mark]
    styles = f"<style>{style(*sheets)}</style>" if sheets else ""
    return (
        f'<meta charset="utf-8">{styles}{place}<script type="module">{script(name)}\n'
        f'for (const host of document.querySelectorAll("[{mark}]")) {call}(host);</script>'
    )


def script_json(value: Any) -> str:
    """JSON that can stand in a script: ASCII, and no character that could end it."""
    packed = json.dumps(value, default=lambda data: b64encode(data).decode())
    return packed.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def packed_json(value: Any) -> str:
    """JSON several times smaller, as a string that can stand in a script."""
    packed = zlib.compress(json.dumps(value, separators=(",", ":")).encode(), 9)
    return f'"{b64encode(packed).decode()}"'


def shared(mark: str) -> str:
    """What brings all figures of one kind on a page to life, as a classic script: a browser takes
    no modules from a folder."""
    name, call, _ = KINDS[mark]
    source = DEFAULT.sub("", EXPORT.sub("", script(name)))
    places = f'document.querySelectorAll("[{mark}]")'
    return f"(() => {{\n{source}\nfor (const host of {places}) {call}(host);\n}})();\n"


@functools.cache
def style(*names: str) -> str:
    """The style sheets at these paths from here, one after the other."""
    return "".join((FOLDER / name).read_text("utf-8") for name in names)


def _collect(path: pathlib.Path, modules: dict[pathlib.Path, str]) -> None:
    """Put the module at `path` into `modules` after all that it imports."""
    if path in modules:
        return
    source, name = path.read_text("utf-8"), path.name
    for names, other in IMPORT.findall(source):
        if " as " in names:
            raise ValueError(
                f"{name} renames what it imports from {other}; joined, names must stay"
            )
        _collect(pathlib.Path(os.path.normpath(path.parent / other)), modules)
    modules[path] = IMPORT.sub("", source)
    if re.search(r"^\s*import\b", modules[path], re.MULTILINE):
        raise ValueError(f'{name} imports otherwise than by import {{ a, b }} from "./file.js";')

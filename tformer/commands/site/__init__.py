"""The course as pages that need no kernel and no network: ``python -m tformer site OUT``.

Every lesson is run once with its figures as pages (see `viz.figure`), then written as one HTML file
beside the scripts and styles that all of them share.
"""

import base64
import hashlib
import os
import shutil
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from tqdm import tqdm

from tformer.commands.site.contents import contents
from tformer.commands.site.lesson_page import lesson_page
from tformer.commands.site.model import write_model
from tformer.commands.site.run_lesson import run, stop
from tformer.commands.site.search import search_script
from tformer.commands.site.source import source_page, source_styles
from tformer.course.course_map import LESSONS, NOTEBOOKS, Lesson
from tformer.viz.common.scripts import EXPORT, KINDS, shared, style
from tformer.viz.evidence import OPEN

WEB = Path(__file__).parent / "web"
SIGN = '<meta name="generator" content="tformer site">'  # on each page: this folder may be replaced
# Nothing from elsewhere, and nothing sent: scripts are the site's own files and the one that opens
# evidence, by its hash; the model runs in a worker. From a disk pages are "file:", no origin.
HASH = base64.b64encode(hashlib.sha256(OPEN.encode()).digest()).decode()
HEAD = f"""{SIGN}
<meta http-equiv="Content-Security-Policy" content="default-src 'none';
script-src 'self' file: 'sha256-{HASH}'; style-src 'self' file: 'unsafe-inline';
font-src 'self' file:; img-src 'self' file: data:; worker-src blob:; base-uri 'none';
form-action 'none'">"""


def command(args) -> int:
    """Write the site; say where to begin."""
    pages = build(args.out, args.lessons)
    print(f"{len(pages)} lessons: open {args.out / 'index.html'}")
    return 0


def build(out: str | Path, lessons: Sequence[str] = ()) -> list[Path]:
    """Write the site into the folder ``out`` and return the lessons' pages.

    The folder appears when all is written, and not before: what is built meanwhile stands beside
    it under a name that begins with a dot, and goes when the work is stopped.

    Args:
        out: a folder that does not exist yet, is empty, or holds a site from before.
        lessons: numbers such as "05"; all that are written by default.

    Raises:
        ValueError: ``out`` holds something else, or a lesson is unknown or does not run.
    """
    out, chosen = Path(out), choose(lessons)
    if not replaceable(out):
        raise ValueError(f"{out} is there and holds no site; name a new or an empty folder")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as unfinished:
        folder = Path(unfinished) / out.name
        pages = write(folder, chosen)
        old = Path(unfinished) / "old"
        if out.exists():
            out.rename(old)
        folder.rename(out)
    return [out / page.name for page in pages]


def choose(numbers: Sequence[str]) -> list[Lesson]:
    """The written lessons of these numbers, in their order; of none, all."""
    written = [lesson for lesson in LESSONS if lesson.is_open]
    known = [lesson.number for lesson in written]
    if not known:
        raise ValueError(f"there are no lessons in {NOTEBOOKS}; build the site from a checkout")
    for number in numbers:
        if number not in known:
            raise ValueError(f"lessons={number!r} is none of {', '.join(known)}")
    return [lesson for lesson in written if not numbers or lesson.number in numbers]


def replaceable(out: Path) -> bool:
    """Whether nothing but an older site would be lost."""
    if not out.exists():
        return True
    if not out.is_dir():
        return False
    first = out / "index.html"
    return not any(out.iterdir()) or (first.is_file() and SIGN in first.read_text("utf-8"))


def write(folder: Path, lessons: list[Lesson]) -> list[Path]:
    """All files of the site; two lessons run at a time."""
    folder.mkdir()
    for mark in KINDS:
        name = mark.removeprefix("data-tf-")
        (folder / f"{name}.js").write_text(shared(mark), "utf-8")
    sheets = [sheet for *_, sheets in KINDS.values() for sheet in sheets]
    page_style = (WEB / "page.css").read_text("utf-8")
    (folder / "page.css").write_text(page_style + source_styles() + style(*sheets), "utf-8")
    shutil.copytree(WEB / "fonts", folder / "fonts")
    ranking = EXPORT.sub("", (WEB / "ranking.mjs").read_text("utf-8"))
    site_script = (WEB / "site.js").read_text("utf-8")
    (folder / "site.js").write_text(f"{{\n{ranking}{site_script}}}\n", "utf-8")
    write_model(folder)
    pages, sources, found, questions = [], {"docs/elsewhere.md", "docs/accessibility.md"}, {}, {}
    with ThreadPoolExecutor(max_workers=min(2, os.cpu_count() or 1)) as pool:
        ran = pool.map(run, lessons)
        try:
            for lesson, notebook in zip(tqdm(lessons, "lessons", unit=""), ran, strict=True):
                page = lesson_page(notebook, lesson, lessons, HEAD)
                pages.append(folder / f"{lesson.name}.html")
                pages[-1].write_text(page.html, "utf-8")
                for cell in notebook.cells:
                    if cell.cell_type == "code":
                        cell.outputs, cell.execution_count = [], None
                nbformat.write(notebook, folder / f"{lesson.name}.ipynb")
                sources |= page.linked
                found[pages[-1].name], questions[lesson.name] = page.sections, page.questions
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            stop()
    for path in sorted(sources):
        place = folder / "source" / f"{path}.html"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(source_page(NOTEBOOKS.parent, path, HEAD), "utf-8")
    (folder / "index.html").write_text(contents(lessons, HEAD, questions), "utf-8")
    (folder / "search.js").write_text(search_script(found), "utf-8")
    return pages

"""One lesson as one page: text, code, figures, questions and exercises, in the lesson's order."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import escape

import nbformat

from tformer.commands.site.page_wording import for_a_page
from tformer.commands.site.question_box import Piece, boxed
from tformer.commands.site.search import headings, sections
from tformer.commands.site.source import python
from tformer.commands.site.text import address, html_of
from tformer.course.checker.report import emphasised
from tformer.course.course_map import Lesson, exercises

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
{sign}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · tformer</title>
<link rel="stylesheet" href="page.css">
{scripts}
</head>
<body class="lesson">
<a class="skip" href="#text">To the text</a>
<nav aria-label="The course">{around}<div data-search></div></nav>
{toc}
<main id="text">
{cells}
<p class="notebook">Code that only draws, asks or proves stands in
<a href="{name}.ipynb" download>the notebook of this page</a>, to open in JupyterLab.</p>
</main>
<nav aria-label="Before and after">{around}</nav>
</body>
</html>
"""
# A function that is still to be written, and handed to the checker.
CHECK = re.compile(r"^def (\w+)\(.*^    \.\.\.$.*^check\(\1\)", re.MULTILINE | re.DOTALL)
QUESTION = re.compile(r"^\w+ = viz\.predict\(")
LINK = re.compile(r'href="((?:\.\./)?[\w/-]+\.(?:ipynb|md|py)(?:#[^"]*)?)"')
FIGURE = re.compile(r"<div (data-tf-\w+)>")
TRANSLATES = re.compile(r'"translates": "\w')  # an explorer that the page's translator may feed
ASKED = re.compile(r'data-tformer-question="(\w+)"')


@dataclass(frozen=True)
class LessonPage:
    """The page, the files of the repository that it links to, its sections for the search
    ([id, heading, text]) and the keys of its questions."""

    html: str
    linked: set[str]
    sections: list[list[str]]
    questions: list[str]


def lesson_page(
    notebook: nbformat.NotebookNode, lesson: Lesson, lessons: list[Lesson], sign: str
) -> LessonPage:
    """The page of a lesson that was run."""
    linked: set[str] = set()

    def source(name: str) -> str:
        linked.add(name)
        return f"source/{name}.html"

    pieces = [piece(cell, source) for cell in notebook.cells]
    cells = further_folded(boxed(pieces))
    kinds = sorted({mark.removeprefix("data-tf-") for mark in FIGURE.findall(cells)})
    needs = "living" in kinds or TRANSLATES.search(cells)
    kinds = [*(["model"] if needs else []), *kinds, "site"]
    scripts = "\n".join(f'<script defer src="{kind}.js"></script>' for kind in kinds)
    page = PAGE.format(
        sign=sign, title=escape(f"{lesson.number} · {lesson.question}"), scripts=scripts,
        around=around(lesson, lessons), cells=cells, toc=toc(cells), name=lesson.name,
    )  # fmt: skip
    return LessonPage(page, linked, sections(cells), list(dict.fromkeys(ASKED.findall(cells))))


def toc(cells: str) -> str:
    """The contents of a lesson: links to its sections, which stand beside the text."""
    items = "".join(
        f'<li><a href="#{name}">{escape(words)}</a></li>'
        for level, name, words in headings(cells) if level <= 2
    )  # fmt: skip
    return (
        '<nav class="toc" aria-label="In this lesson"><details>'
        f"<summary>In this lesson</summary><ol>{items}</ol></details></nav>"
    )


def around(lesson: Lesson, lessons: list[Lesson]) -> str:
    """Links to the lesson before, the contents and the lesson after."""
    at = lessons.index(lesson)
    links = []
    if at:
        links.append(to(lessons[at - 1], "←", "prev"))
    links.append('<a href="index.html">Contents</a>')
    if at + 1 < len(lessons):
        links.append(to(lessons[at + 1], "→", "next"))
    return " ".join(links)


def to(lesson: Lesson, arrow: str, kind: str) -> str:
    """A link to a lesson by its number and question."""
    words = escape(f"{lesson.number} {lesson.question}")
    words = f"{arrow} {words}" if kind == "prev" else f"{words} {arrow}"
    return f'<a rel="{kind}" href="{lesson.name}.html">{words}</a>'


def piece(cell: nbformat.NotebookNode, source: Callable[[str], str]) -> Piece:
    """A cell as it stands on the page; code that only draws, asks or proves stays away."""
    if cell.cell_type == "markdown":
        return Piece(html_of(for_a_page(cell.source), source))
    code = python(cell.source)
    if asked := CHECK.search(cell.source):
        return Piece(code + hints(asked[1]), kind="exercise")
    if QUESTION.match(cell.source) or "hide-input" in cell.metadata.get("tags", []):
        code = ""
    shown = map(output_html, cell.outputs)
    links = partial(LINK.sub, lambda found: f'href="{address(found[1], source)}"')
    return Piece(code, [*map(links, shown)])


def further_folded(cells: str) -> str:
    """The cells of a page, those from the heading "Further" on behind that heading."""
    core, heading, further = cells.partition('<section><h2 id="Further">')
    if not heading:
        return cells
    rest = further.partition("</h2>")[2]
    return (
        f'{core}<details class="further"><summary><h2 id="Further">Further</h2></summary>'
        f"<section>{rest}</details>"
    )


def output_html(output: nbformat.NotebookNode) -> str:
    """What a cell printed or showed. HTML is the figures' own, everything else is text."""
    if output.output_type == "stream":
        return f'<pre class="out" tabindex="0">{escape(output.text)}</pre>'
    data = output.data
    if "text/html" in data:
        return f'<div class="shown">{data["text/html"]}</div>'
    if "image/png" in data:
        alt = output.metadata.get("image/png", {}).get("alt", "")
        return f'<img alt="{escape(alt, True)}" src="data:image/png;base64,{data["image/png"]}">'
    return f'<pre class="out" tabindex="0">{escape(data.get("text/plain", ""))}</pre>'


def hints(name: str) -> str:
    """The hints of an exercise, each folded inside the one before it."""
    told, inside = exercises()[name].hints, ""
    for n, text in reversed(list(enumerate(told, 1))):
        head = f"Hint {n} of {len(told)}"
        inside = f"<details><summary>{head}</summary><p>{emphasised(text)}</p>{inside}</details>"
    return (
        f"<p>To write <code>{escape(name)}</code> and be told which mistake was made, "
        '<a href="index.html#run">open the lesson in JupyterLab</a>.</p>'
        f"{inside}"
    )

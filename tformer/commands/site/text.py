"""The text cells of a lesson as HTML: formulas become MathML, links to lessons links to pages."""

import re
from collections.abc import Callable

from latex2mathml.converter import convert
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

LESSON = re.compile(r"^(\d\d[a-z]?_\w+)\.ipynb(#.*)?$")
FORMULA = re.compile(r"(?<![\\$])\$([^$\n]+)\$")  # in a summary, which is HTML
FILE = re.compile(r"^(?:\.\./)?([\w/-]+\.\w+)(#.*)?$")
LONG = 40  # letters of a formula


def wide(name: str, inside: str, tag: str = "div") -> str:
    """What a narrow page scrolls, by keys too."""
    return f'<{tag} class="wide" role="group" aria-label="{name}" tabindex="0">{inside}</{tag}>'


class Renderer(IPythonRenderer):
    """nbconvert's renderer of Markdown, without scripts for formulas."""

    def __init__(self, source: Callable[[str], str]):
        super().__init__(escape=False, exclude_anchor_links=True)
        self.source = source  # from a file of the repository to the address of its page

    def inline_math(self, body: str) -> str:
        made = convert(body)  # a long one is scrolled by itself where the page is narrow
        return wide("formula", made, "span") if len(body) > LONG else made

    def block_math(self, body: str) -> str:
        return wide("formula", convert(body, display="block"))

    def latex_environment(self, name: str, body: str) -> str:
        formula = convert(rf"\begin{{{name}}}{body}\end{{{name}}}", display="block")
        return wide("formula", formula)

    def block_html(self, html: str) -> str:
        return super().block_html(FORMULA.sub(lambda found: convert(found[1]), html))

    def heading(self, text: str, level: int, **attrs) -> str:
        words = re.sub(r"<[^>]+>", "", text)
        name = re.sub(r"\s+", "-", words.strip())
        anchor = f'<a class="anchor" href="#{name}" aria-label="Link to this section">#</a>'
        return f'<h{level} id="{name}">{text} {anchor if level > 1 else ""}</h{level}>\n'

    def link(self, text: str, url: str, title: str | None = None) -> str:
        return super().link(text, address(url, self.source), title)

    def table(self, text: str) -> str:
        return wide("table", f"<table>{text}</table>")


def address(url: str, source: Callable[[str], str]) -> str:
    """Where a link of a lesson leads on the site; ``source`` gives the page of a file."""
    if found := LESSON.match(url):
        return f"{found[1]}.html{found[2] or ''}"
    if found := FILE.match(url):
        return source(found[1] if url.startswith("..") else f"notebooks/{found[1]}")
    return url


def html_of(markdown: str, source: Callable[[str], str]) -> str:
    """The HTML of a text cell; ``source`` gives the address of a linked file of the repository."""
    return MarkdownWithMath(renderer=Renderer(source)).render(markdown)

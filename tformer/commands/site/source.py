"""A file that a lesson links to, as a page: names coloured, lines numbered."""

from html import escape
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer, get_lexer_for_filename
from pygments.util import ClassNotFound

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
{sign}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{name} · tformer</title>
<link rel="stylesheet" href="{up}page.css">
</head>
<body>
<nav aria-label="The course"><a href="{up}index.html">Contents</a></nav>
<main>
<h1><code>{name}</code></h1>
{code}
</main>
</body>
</html>
"""


def source_page(root: Path, name: str, sign: str) -> str:
    """The page of the file ``name`` (a path from ``root``)."""
    text = (root / name).read_text("utf-8")
    try:
        lexer = get_lexer_for_filename(name)
    except ClassNotFound:
        lexer = get_lexer_for_filename("x.txt")
    code = highlight(text, lexer, HtmlFormatter(cssclass="code"))
    return PAGE.format(
        sign=sign, name=escape(name), up="../" * (name.count("/") + 1),
        code=code.replace("<pre>", '<pre tabindex="0">', 1),
    )  # fmt: skip


def python(text: str) -> str:
    """A code cell, its names coloured."""
    made = highlight(text, PythonLexer(), HtmlFormatter(cssclass="code"))
    return made.replace("<pre>", '<pre tabindex="0">', 1)


def source_styles() -> str:
    """Colours of code for light pages and, where the reader wishes them, for dark ones."""
    light = HtmlFormatter(style="xcode").get_style_defs(".code")
    dark = HtmlFormatter(style="zenburn").get_style_defs(".code")
    plain = ".code,.code pre{background:none;line-height:inherit}\n"
    screen = "@media screen and (prefers-color-scheme:dark)"
    return f"{light}\n{screen}{{{dark}}}\n{plain}"

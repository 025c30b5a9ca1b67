"""The index that the search of the pages reads: what each section of each lesson says."""

import json
import re
from html import unescape

HEADING = re.compile(r'<h([1-4]) id="([^"]+)">(.*?)</h\1>', re.DOTALL)
ANCHOR = re.compile(r'<a class="anchor".*?</a>')
MATH = re.compile(r"<math.*?</math>", re.DOTALL)
SECTION = re.compile(r"<section>(.*?)</section>", re.DOTALL)
CODE = re.compile(r'<div class="(?:code|shown)">.*?</div>|<pre.*?</pre>', re.DOTALL)
TAG = re.compile(r"<[^>]+>")
LONGEST = 1200  # letters of a section: enough to be found by


def plain(html: str) -> str:
    """The words of a piece of HTML, without its formulas."""
    words = TAG.sub(" ", MATH.sub(" ", ANCHOR.sub("", html)))
    return " ".join(unescape(words).split())


def headings(html: str) -> list[tuple[int, str, str]]:
    """(level, id, words) of each heading of a page, in order."""
    return [(int(level), name, plain(text)) for level, name, text in HEADING.findall(html)]


def sections(html: str) -> list[list[str]]:
    """[id, heading, text] of each section of a lesson's cells."""
    parts = HEADING.split(html)
    found = []
    for name, title, text in zip(parts[2::4], parts[3::4], parts[4::4], strict=True):
        found.append([name, plain(title), plain(CODE.sub(" ", text))[:LONGEST]])
    return found


def search_script(pages: dict[str, list[list[str]]]) -> str:
    """A script that hands the index to site.js: a page on a disk may fetch nothing else."""
    text = json.dumps(pages, ensure_ascii=False, separators=(",", ":"))
    return f"tformerIndex({text});\n"

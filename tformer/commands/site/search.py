"""The index that the search of the pages reads: what each section of each lesson says."""

import json
import re
from html import unescape

from tformer.commands.site.synonyms import synonyms

HEADING = re.compile(r'<h([1-4]) id="([^"]+)">(.*?)</h\1>', re.DOTALL)
ANCHOR = re.compile(r'<a class="anchor".*?</a>')
MATH = re.compile(r"<math.*?</math>", re.DOTALL)
ROOT = re.compile(r"<m(?:sqrt|root)>")
CODE = re.compile(r'<div class="(?:code|shown)">.*?</div>|<pre.*?</pre>', re.DOTALL)
TAG = re.compile(r"<[^>]+>")
LONGEST = 3000  # letters of a section: enough to be found by


def plain(html: str) -> str:
    """The words of a piece of HTML; its formulas as the letters and signs that they show."""
    words = MATH.sub(lambda found: TAG.sub("", ROOT.sub("√", found[0])), ANCHOR.sub("", html))
    return " ".join(unescape(TAG.sub(" ", words)).split())


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
    told = (json.dumps(part, ensure_ascii=False, separators=(",", ":"))
            for part in (pages, synonyms()))  # fmt: skip
    return f"tformerIndex({','.join(told)});\n"

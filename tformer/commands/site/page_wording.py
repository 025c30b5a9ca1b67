"""Words for pages on which nothing runs, in place of those that a notebook says."""

import re

# What a lesson says to a reader with a kernel, and what its page says instead.
INSTEAD = {
    "Press **Shift+Enter**: it goes to work.": "Type a sentence below or pick one: it goes to "
    "work.",
    "Go on with **Shift+Enter** from cell to cell; the picture stays in view as a strip until you "
    "close it. Folded cells draw, prove, prepare or ask; press the bar beside one to open "
    "it.": "The picture stays in view as a strip until you close it. Nothing has to be run here.",
    'and run the cell. Stuck? Write `hint("shares")` into a new cell; each call says a little '
    'more. `solution("shares")` shows ours.': "in JupyterLab, where it is checked. Stuck? Below "
    "stand hints; each says a little more.",
    "and is marked in the picture: run this cell again later.": "and is marked in the picture.",
    "counts on both ways: run the cell again.": "counts on both ways.",
    "The next cell looks at this machine and says what is missing, if anything.": "In JupyterLab "
    "the next cell looks at your machine and says what is missing, if anything.",
}
# `hint("name")` helps. Hints: `hint("name")`. Stuck? `hint("name")`, at last `solution("name")`.
CALL = re.compile(
    r'(?:Stuck\? (?:Run )?|Hints: )?`hint\("\w+"\)`(?:[^`.]*`solution\("\w+"\)`)?[^`.]*\.'
)


def for_a_page(markdown: str) -> str:
    """A text cell in the words of a page."""
    for said, instead in INSTEAD.items():
        markdown = markdown.replace(said, instead)
    return CALL.sub("Stuck? Hints stand below.", markdown)

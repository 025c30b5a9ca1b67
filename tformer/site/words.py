"""Words for pages on which nothing runs, in place of those that a notebook says."""

# What a lesson says to a reader with a kernel, and what its page says instead.
INSTEAD = {
    "Press **Shift+Enter** and it goes to work;": "Type a sentence below or pick one, and it goes "
    "to work;",
    "Go on with **Shift+Enter** from cell to cell; the picture stays in view as a strip until you "
    "close it. Folded cells draw, prove or prepare; press the bar beside one to open it.": "The "
    "picture stays in view as a strip until you close it. What stands folded draws, proves or "
    "prepares; press its line to open it. Nothing has to be run here.",
    'and run the cell. Stuck? Write `hint("shares")` into a new cell; each call says a little '
    'more. `solution("shares")` shows ours.': "in JupyterLab, where it is checked. Stuck? Below "
    "stand hints; each says a little more.",
    "run the cell again, and it counts your exercises": "in JupyterLab it counts your exercises",
    "A busy machine scatters the crosses; run the cell again.": "A busy machine scatters the "
    "crosses.",
}


def for_a_page(markdown: str) -> str:
    """A text cell in the words of a page."""
    for said, instead in INSTEAD.items():
        markdown = markdown.replace(said, instead)
    return markdown

"""Figures in Notebook 7, whose shortcuts differ from JupyterLab's."""

from tests.browser.test_live_browser import BARS, picture, says, slider
from tests.browser.test_stills_browser import await_text

CELLS = (
    BARS,
    "moved = bars(half=[1, 2])\nmoved",
    "import torch\n"
    "words = 'to be or not'.split()\n"
    "def hot(temperature):\n"
    "    scores = torch.arange(16.0).view(4, 4) % 5\n"
    "    return dict(weights=torch.softmax(scores / temperature, -1), queries=words)\n"
    "viz.explore(hot, temperature=(0.5, 4.0, 0.5))",
    "'the last cell'",
)
ACTIVE = "jupyterapp.shell.currentWidget.content.activeCellIndex"
NAKED = """root => [...root.querySelectorAll("input, select, button, summary, canvas, [tabindex]")]
    .filter(part => part.tabIndex >= 0 && part.dataset.lmSuppressShortcuts !== "true").length"""

# Said by Notebook 7.6.5 when it opens any notebook, with or without our figures.
OWN = (
    "TypeError: Cannot read properties of undefined (reading 'schema')",
    "Error: Command 'filebrowser:open-path' not registered.",
)


def errors(page) -> list[str]:
    return [error for error in page.errors if error not in OWN]


def test_figures_keep_their_keys_and_leave_stills(new_page, notebook7):
    page = new_page(width=1200, height=1000)
    name = notebook7.write("seven.ipynb", *CELLS)
    notebook7.open(page, name)
    assert "/notebooks/" in page.url
    notebook7.run_all(page)
    live, explorer = page.locator(".tf-live"), page.locator(".tf-explorer")
    live.locator("svg[aria-label]").wait_for()
    explorer.locator("canvas[aria-label]").wait_for()
    for figure in (live, explorer):
        assert figure.evaluate(NAKED) == 0

    live.scroll_into_view_if_needed()
    page.evaluate(f"{ACTIVE} = 1")
    before = picture(live)
    slider(live).focus()
    for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    says(live, "7 tall")
    assert picture(live) != before and page.evaluate(ACTIVE) == 1

    explorer.scroll_into_view_if_needed()
    page.evaluate(f"{ACTIVE} = 2")
    canvas = explorer.locator("canvas")
    before, named = picture(explorer), canvas.get_attribute("aria-label")
    slider(explorer, "temperature").focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    page.wait_for_function(
        "([canvas, was]) => canvas.ariaLabel !== was", arg=[canvas.element_handle(), named]
    )
    assert picture(explorer) != before
    canvas.focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    explorer.locator("[role=status] > div").first.filter(has_text="“or”").wait_for()
    assert page.evaluate(ACTIVE) == 2
    cells = page.evaluate("() => jupyterapp.shell.currentWidget.content.model.cells.length")
    assert cells == len(CELLS) and errors(page) == []

    await_text(notebook7, page, name, "7 tall")
    notebook7.close(page)
    page.context.close()
    page = new_page(width=1200, height=1000)
    notebook7.open(page, name)
    stills = page.locator(".jp-OutputArea-output figure img")
    stills.nth(1).wait_for()
    assert stills.nth(0).get_attribute("alt").startswith("7 tall")
    assert all(image.bounding_box()["width"] > 200 for image in stills.all())
    assert page.locator(".tf-live, .tf-explorer").count() == 0
    for trouble in ("model not found", "Error displaying widget"):
        assert page.get_by_text(trouble).count() == 0
    assert errors(page) == []
    notebook7.close(page)

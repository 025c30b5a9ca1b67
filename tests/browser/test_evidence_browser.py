"""Evidence in JupyterLab: folded until its question is answered, then open, figures alive."""

import pytest

from tests.browser.conftest import open_page
from tests.browser.test_stills_browser import await_text

CELLS = (
    "from IPython.display import display\nfrom tformer import viz",
    "guess = viz.predict('How steep?', ['flat', 'steep'])\nguess",
    """figure, ax = viz.subplots()
(line,) = ax.plot([0, 1], [0, 1])

def update(slope):
    line.set_ydata([0, slope])
    return f"A line of slope {slope:g}."

steep = viz.live(figure, update, slope=(0.0, 1.0, 0.5))
with guess.evidence():
    print("the slope is <b>")
    display(steep)""",
    "guess.compare('steep')",
)


@pytest.fixture(scope="module")
def page(browser, jupyterlab):
    page = open_page(browser, 1200, 900)
    jupyterlab.open(page, jupyterlab.write("evidence.ipynb", *CELLS))
    jupyterlab.run_all(page)
    yield page
    assert page.errors == []
    jupyterlab.close(page)
    page.context.close()


def test_evidence_waits_for_the_answer_and_its_figure_lives(page):
    from playwright.sync_api import expect  # a learner may lack it: `browser` has skipped then

    fold = page.locator("details[data-tformer-evidence]")
    text = fold.get_by_text("the slope is <b>")
    expect(text).to_be_hidden()
    fold.locator("summary").press("Enter")  # who wants no question presses the line
    expect(text).to_be_visible()
    fold.locator("summary").press("Enter")
    expect(text).to_be_hidden()
    page.get_by_label("steep").check()
    expect(text).to_be_visible()
    figure = fold.locator(".tf-live")
    expect(figure).to_have_count(1)
    figure.locator("input[aria-label=slope]").focus()
    page.keyboard.press("End")
    expect(figure.locator("figcaption p").first).to_contain_text("A line of slope 1.")
    assert figure.bounding_box()["width"] > 300
    expect(fold.locator("img")).to_be_hidden()  # the stored picture gives way to the figure


def test_a_save_keeps_the_moved_figure_and_the_hand_stays_where_it_is(page, jupyterlab):
    fold = page.locator("details[data-tformer-evidence]")
    if fold.get_attribute("open") is None:
        fold.locator("summary").press("Enter")
    slider = fold.locator(".tf-live input[aria-label=slope]")
    slider.focus()
    page.keyboard.press("Home")
    fold.evaluate("fold => { fold.old = true }")
    await_text(jupyterlab, page, "evidence.ipynb", r"slope 0.\"")
    assert not fold.evaluate("fold => fold.old ?? false")  # it was written anew
    assert fold.get_attribute("open") is not None and fold.locator(".tf-live").count() == 1
    assert page.evaluate("document.activeElement.ariaLabel") == "slope"
    page.keyboard.press("ArrowRight")
    assert slider.input_value() == "0.5"
    await_text(jupyterlab, page, "evidence.ipynb", r"slope 0.5.\"")
    assert not fold.locator("img").is_visible()

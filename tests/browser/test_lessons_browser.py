"""Every lesson as a learner meets it who solves everything: JupyterLab in Chromium, all cells run,
every slider moved, then each cell once more. nbval runs the lessons as they are stored."""

import nbformat
import pytest

from tests.browser.conftest import DRAWN, PICTURE, ROOT, open_page, unfold
from tests.test_notebooks import code, read, solved

ALWAYS = "05_attention"  # it has figures of every kind but the living model; CI runs all lessons
LESSONS = [
    pytest.param(path, id=path.stem, marks=[] if path.stem == ALWAYS else pytest.mark.ci)
    for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
]
FIGURE = ".tf-live, .tf-explorer"
ANY = f"{FIGURE}, .tf-living"  # the living model has tests of its own
SLIDER = "input[type=range]:visible"
GAVE_UP = "[anywidget] Failed to initialize model"  # its two seconds were over on a busy machine


def stored_pictures(path) -> list[int]:
    """How many pictures each cell has stored, by themselves or as folded evidence."""
    return [
        sum(
            "image/png" in (data := output.get("data", {}))
            or data.get("text/html", "").count("<img ")
            for output in cell.get("outputs", [])
        )
        for cell in read(path).cells
    ]


@pytest.fixture(scope="module")
def window(browser):
    """A page for all lessons, one after the other, of somebody who asks for no motion: what plays
    has tests of its own, and here would take the processor from the kernel."""
    page = open_page(browser, 1300, 1000, reduced_motion="reduce")
    yield page
    page.context.close()


@pytest.fixture(scope="module", params=LESSONS)
def lesson(request, window, jupyterlab):
    """The lesson with every stub replaced by its reference, opened and not yet run."""
    window.path, notebook = request.param, read(request.param)
    window.solved, window.code = solved(notebook), [cell.source for cell in code(notebook)]
    nbformat.write(notebook, jupyterlab.folder / window.path.name)
    jupyterlab.open_next(window, window.path.name)
    cells = notebook.cells
    further = [n for n, cell in enumerate(cells) if cell.source.startswith("## Further")]
    window.wait_for_function(  # what stands behind that heading is folded, and nothing else
        "behind => jupyterapp.shell.currentWidget.content.widgets.filter(cell => cell.isHidden)"
        ".length === behind",
        arg=len(cells) - 1 - further[0] if further else 0,
    )
    jupyterlab.command(window, "notebook:expand-all-headings")
    yield window
    jupyterlab.close(window)


@pytest.mark.ci
def test_committed_lesson_shows_its_pictures_before_it_is_run(lesson):
    from playwright.sync_api import expect  # a learner may lack it: `browser` has skipped then

    stored = stored_pictures(lesson.path)
    assert sum(stored) >= 3
    cells = lesson.locator(".jp-Notebook .jp-Cell")
    expect(cells).to_have_count(len(stored), timeout=120_000)
    for n, count in enumerate(stored):
        if not count:
            continue
        cells.nth(n).scroll_into_view_if_needed()  # JupyterLab draws what is near, when it has time
        unfold(lesson)
        pictures = cells.nth(n).locator(".jp-OutputArea-output img")
        expect(pictures).to_have_count(count, timeout=60_000)
        for image in pictures.all():
            assert image.evaluate("i => i.decode().then(() => i.naturalWidth)") > 300
    shown = lesson.locator(".jp-Notebook .jp-OutputArea-output img")
    expect(shown).to_have_count(sum(stored), timeout=60_000)  # and none that is not stored
    assert lesson.get_by_text("Error displaying widget").count() == 0
    assert lesson.get_by_text("model not found").count() == 0
    assert lesson.errors == []


# The kernel answers in order: when it has done nothing, it has drawn what was asked.
SETTLED = f"""async (figure, before) => {{
  const {{ kernel }} = jupyterapp.shell.currentWidget.sessionContext.session;
  const seen = async () => {{
    await new Promise(requestAnimationFrame);
    return [...figure.querySelectorAll("{DRAWN}")].map({PICTURE}).join();
  }};
  let calm = 0, now = await seen();
  for (let tries = 0; tries < 200 && (calm < 2 || now === before); tries++) {{
    await new Promise(done => setTimeout(done, 50));
    await kernel.requestExecute({{ code: "", silent: true }}).done;
    const last = now;
    now = await seen();
    calm = now === last ? calm + 1 : 0;
  }}
  return now;
}}"""


def settled(figure, before: str | None = None) -> str:
    """The picture that stays: another than `before`, or after ten seconds the same."""
    return figure.evaluate(SETTLED, before)


def at_last(figure, *keys: str) -> str:
    """The picture that these keys bring, each waited for until it is drawn for good: on a busy
    machine that may be some time after the last move."""
    for key in keys:
        figure.page.keyboard.press(key)
        settled(figure)
        figure.page.wait_for_timeout(2500)
    return settled(figure)


def height(figure) -> float:
    return figure.locator(DRAWN).first.bounding_box()["height"]


def run_whole(lesson, jupyterlab):
    """All cells, and what JupyterLab attaches far below when it finds the time."""
    jupyterlab.run_all(lesson)
    last = sum(stored_pictures(lesson.path)) - 1
    lesson.locator(ANY).nth(last).wait_for(state="attached")
    lesson.wait_for_timeout(500)


# What a figure says of itself is computed from its data: drawing it anew would show nothing new, as
# little as what cells print. No lesson uses the names bound here: they stand in for none missing.
AGAIN = """from IPython.utils.capture import capture_output as _captured
from tformer.viz.common import figure as _all_figures
_all_figures.os.environ["TFORMER_FIGURES"] = "png"
_all_figures.show = lambda figure: print(figure.alt)
for _source in SOURCES:
    with _captured():
        get_ipython().run_cell(_source).raise_error()"""


def test_lesson_runs_every_slider_changes_its_picture_and_each_cell_runs_once_more(
    lesson, jupyterlab
):
    """On a processor with fewer instructions, and without a network (`serve`): what a lesson proves
    may not hang on the last bits of this one.

    The core needs nothing of `## Further`, which runs when all of the core has run, nor is any of
    it broken by what runs there. Each cell once more, from the last to the first: so each finds
    what later cells left, and not what the cell before it has just made anew, as it is for who goes
    back to one cell.
    """
    run_whole(lesson, jupyterlab)
    if any(GAVE_UP in error for error in lesson.errors):
        lesson.errors.clear()
        run_whole(lesson, jupyterlab)
    figures = lesson.locator(FIGURE)
    assert figures.count() >= 3
    moved = 0
    for n in range(figures.count()):
        figure = figures.nth(n)
        unfold(lesson)
        figure.scroll_into_view_if_needed()
        figure.locator(DRAWN).and_(figure.locator("[aria-label]")).first.wait_for()
        lesson.wait_for_timeout(200)
        grows = "tf-explorer" in figure.get_attribute("class")  # to the room that a map needed
        room = height(figure)
        for s in range(figure.locator(SLIDER).count()):
            slider = figure.locator(SLIDER).nth(s)
            name = slider.get_attribute("aria-label") or f"slider {s}"
            slider.focus()
            lesson.keyboard.press("Home")
            low = settled(figure)
            lesson.keyboard.press("End")
            if (high := settled(figure, low)) == low:  # taken too early, on a busy machine?
                low, high = at_last(figure, "Home"), at_last(figure, "End")
            assert high != low, f"figure {n}, {name}: both ends look alike"
            lesson.keyboard.press("Home")
            if (back := settled(figure, high)) != low:
                back, low = (at_last(figure, "End", "Home") for _ in range(2))
            assert back == low, f"figure {n}, {name}: not the same on return"
            now = height(figure)
            assert now == room or (grows and now > room), f"figure {n}, {name}: its height changed"
            room = now
            moved += 1
    menus = sum(figure.locator("select").count() > 0 for figure in figures.all())
    assert moved + menus >= figures.count() - 2, "hardly a figure has a slider or a menu"
    outputs = jupyterlab.outputs(lesson)
    assert [output for output in outputs if output.get("name") == "stderr"] == []
    cards = "".join(str(output.get("data", {}).get("text/plain")) for output in outputs)
    assert [name for name in lesson.solved if f"{name}: passed" not in cards] == []
    jupyterlab.execute(lesson, AGAIN.replace("SOURCES", repr(lesson.code[::-1])))
    assert lesson.errors == []

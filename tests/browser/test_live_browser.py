"""The live figure in JupyterLab: answered by the browser, by the kernel, and by a page alone."""

import io

import pytest
from PIL import Image

from tests.browser.conftest import DRAWN, PICTURE, open_page, rest, soon

HOSTILE = '</script><img src=x onerror=\\"window.hit=1\\"> “<b>”'
BARS = f"""
import time, ipywidgets as widgets, numpy as np
from tformer import viz
from tformer.viz.common.idle import IDLE
def bars(caption="Bars {HOSTILE}", slow=0.0, **controls):
    figure, (left, right) = viz.subplots(1, 2)
    made = left.bar([0, 1], [0, 0], color=[viz.ORANGE, viz.BLUE])
    left.set_ylim(0, 10)
    right.pcolormesh(np.array([[0.0, 1.0]]), vmin=0, vmax=1, cmap="cividis")
    def update(tall, **others):
        time.sleep(slow)
        made[0].set_height(tall)
        made[1].set_height(sum(v for v in others.values() if isinstance(v, int)))
        return f"{{tall}} tall, {{others}} <i>."
    return viz.live(figure, update, caption=caption, tall=(0, 10, 1), **controls)
"""
FIGURES = {
    # the oldest is drawn ahead last
    "asked": "asked = bars(slow=0.1, big=widgets.IntSlider(0, 0, 10**6, 1000))\nasked",
    "busy": "busy = bars(half=[1, 2])\nbusy",
    "python": "python = bars(half=[1, 2], fine=False)\npython",
    "kinds": "bars(half=[1, 2], fine=False, word='w', big=2.5)",
    "own": "span = widgets.IntRangeSlider(value=(2, 4), max=9)\nbars(span=span)",
    "brittle": (
        "brittle = bars()\nold = brittle.update\ndef breaks(tall):\n"
        "    if tall == 9: raise RuntimeError('too <tall>')\n    return old(tall)\n"
        "brittle.update = breaks\nbrittle"
    ),
    "data": (
        "unit, data = 'feet', bars()\nfirst = data.update\n"
        "data.update = lambda tall: first(tall) + ' ' + unit\ndata.renew()\ndata"
    ),
    "dark": "dark = bars()\ndark.tall.value = 10\ndark",
}


@pytest.fixture(scope="module")
def page(browser, jupyterlab):
    """One page with all figures; by now the frames of all settings were sent, but for those of
    "asked", which take minutes."""
    page = open_page(browser, 1200, 900)
    jupyterlab.open(page, jupyterlab.write("live.ipynb", BARS, *FIGURES.values()))
    jupyterlab.run_all(page)
    for _ in range(600):
        page.wait_for_timeout(200)
        if page.locator(".tf-live").count() == len(FIGURES) and jobs(page) <= 1:
            break
    else:
        raise AssertionError(f"{jobs(page)} figures are still sent ahead")
    yield page
    assert page.errors == [] and page.evaluate("() => window.hit === undefined")
    jupyterlab.close(page)
    page.context.close()


def jobs(page) -> int:
    return page.evaluate(
        """async () => {
          const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
          const done = await kernel.requestExecute(
            { code: "", silent: true, user_expressions: { left: "len(IDLE._jobs)" } }).done;
          return +done.content.user_expressions.left.data["text/plain"];
        }"""
    )


@pytest.fixture
def figure(page, request):
    """The figure that bears the name in the test's mark."""
    found = page.locator(".tf-live").nth(list(FIGURES).index(request.param))
    found.scroll_into_view_if_needed()
    return found


def of(name):
    return pytest.mark.parametrize("figure", [name], indirect=True)


def says(figure, text, **patience):
    from playwright.sync_api import expect  # a learner may lack it: `browser` has skipped then

    expect(figure.locator("figcaption p").first).to_contain_text(text, **patience)


def slider(figure, name="tall"):
    return figure.locator(f"input[aria-label={name}]")


def picture(figure):
    return figure.locator(DRAWN).evaluate(PICTURE)


@of("busy")
def test_moves_are_answered_while_the_kernel_is_busy(page, figure, jupyterlab):
    before = picture(figure)
    page.evaluate(
        "() => void jupyterapp.shell.currentWidget.sessionContext.session.kernel"
        ".requestExecute({ code: 'time.sleep(12)' })"
    )
    slider(figure).press("End")
    says(figure, "10 tall", timeout=6000)
    assert picture(figure) != before
    figure.locator("select").select_option("2")
    says(figure, "10 tall, {'half': 2} <i>.", timeout=6000)
    name = figure.locator(".tf-scroll svg").get_attribute("aria-label")
    assert name == "10 tall, {'half': 2} <i>."
    jupyterlab.execute(page, "assert busy.values == {'tall': 10, 'half': 2}, busy.values")
    assert figure.locator("img, i").count() == 0


@of("asked")
def test_what_is_not_there_is_asked_for_and_the_newest_wins(page, figure, jupyterlab):
    for _ in range(8):
        slider(figure, "big").press("ArrowRight")
    says(figure, "{'big': 8000}")
    page.wait_for_timeout(1000)
    says(figure, "{'big': 8000}")
    jupyterlab.execute(page, "assert asked.big.value == 8000")


@of("python")
def test_a_line_of_python_moves_the_browsers_control(page, figure, jupyterlab):
    jupyterlab.execute(page, "python.tall.value, python.half.value, python.fine.value = 3, 2, True")
    says(figure, "3 tall, {'half': 2, 'fine': True}")
    assert slider(figure).input_value() == "3"
    assert figure.locator("select").evaluate("s => s.selectedIndex") == 1
    assert slider(figure, "fine").is_checked()
    jupyterlab.execute(page, "python.tall.max = 20; python.tall.value = 15")
    says(figure, "15 tall")
    assert slider(figure).get_attribute("max") == "20"


@of("kinds")
def test_controls_have_names_and_keep_their_keys(page, figure):
    controls = figure.locator("input, select").all()
    assert len(controls) == 5
    for control in controls:
        assert control.get_attribute("aria-label")
        assert control.get_attribute("data-lm-suppress-shortcuts") == "true"
    count = page.locator(".jp-Notebook .jp-Cell").count()
    slider(figure).focus()
    for key in ("a", "b", "x", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    says(figure, "7 tall")
    assert page.locator(".jp-Notebook .jp-Cell").count() == count


@of("own")
def test_a_control_of_ipywidgets_own_look_still_works(figure):
    figure.locator(".noUi-handle").nth(1).press("ArrowRight")
    says(figure, "(2, 5)")


@of("brittle")
def test_a_setting_that_fails_says_so_and_the_next_one_is_shown(page, figure):
    slider(figure).press("End")
    slider(figure).press("ArrowLeft")
    alarm = figure.locator("[role=alert]")
    alarm.get_by_text("This setting failed. RuntimeError: too <tall>").wait_for()
    slider(figure).press("ArrowLeft")
    says(figure, "8 tall")
    assert alarm.inner_text() == ""


@of("data")
def test_data_that_a_cell_changed_are_seen(page, figure, jupyterlab):
    slider(figure).press("End")
    says(figure, "10 tall, {} <i>. feet")
    jupyterlab.execute(page, "unit = 'miles'")
    says(figure, "10 tall, {} <i>. miles")
    slider(figure).press("Home")
    says(figure, "0 tall, {} <i>. miles")


def pixel(figure, x, y):
    """The colour at (x, y), from 0 to 1, of the picture."""
    shot = Image.open(io.BytesIO(figure.locator(".tf-scroll svg").screenshot())).convert("RGB")
    return shot.getpixel((int(shot.width * x), int(shot.height * y)))


@of("dark")
def test_in_a_dark_theme_paper_is_dark_orange_stays_orange_and_much_stays_bright(
    page, figure, jupyterlab
):
    spots = (0.01, 0.01), (0.17, 0.5), (0.65, 0.5), (0.9, 0.5)
    paper, orange, little, much = (pixel(figure, *at) for at in spots)
    assert paper == (255, 255, 255) and sum(much) > sum(little) + 300
    assert max(abs(a - b) for a, b in zip(orange, (0xE6, 0x9F, 0x00), strict=True)) <= 2
    jupyterlab.theme(page, "Dark")
    assert soon(page, lambda: pixel(figure, *spots[0]) != paper)
    rest(page, 500)
    dark = [pixel(figure, *at) for at in spots]
    assert max(dark[0]) < 30 and dark[1:] == [orange, little, much]
    slider(figure).press("ArrowLeft")
    says(figure, "9 tall")
    assert max(pixel(figure, 0.01, 0.01)) < 30 and pixel(figure, 0.17, 0.5) == orange


@pytest.fixture(scope="module")
def document(page, jupyterlab):
    """The same figure twice, as a file."""
    jupyterlab.execute(
        page,
        "alone = bars(half=[1, 2], fine=False).html()\n"
        "open('frames.html', 'w').write('<!doctype html><html lang=en>' + alone * 2)",
    )
    return (jupyterlab.folder / "frames.html").as_uri()


def test_without_a_kernel_every_control_moves(document, new_page):
    page = new_page(width=800, offline=True)
    page.goto(document)
    page.locator(".tf-live svg[aria-label]").nth(1).wait_for()
    first, figure = page.locator(".tf-live").all()
    says(figure, "5 tall, {'half': 1, 'fine': False}")
    pictures = {picture(figure)}
    for act, text in (
        (lambda: slider(figure).press("End"), "10 tall, {'half': 1, 'fine': False}"),
        (lambda: figure.locator("select").select_option("2"), "10 tall, {'half': 2, 'fine'"),
        (lambda: slider(figure, "fine").check(), "10 tall, {'half': 2, 'fine': True}"),
    ):
        act()
        says(figure, text)
        pictures.add(picture(figure))
    assert len(pictures) == 4
    says(first, "5 tall")  # a copy has its own settings
    assert page.errors == [] and page.evaluate("() => window.hit === undefined")


def test_without_scripts_it_is_a_picture(document, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(document)
    still = page.locator("figure img").first
    assert still.is_visible() and still.get_attribute("alt").startswith("5 tall")


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_it_is_as_wide_as_its_column_and_its_letters_are_10_pixels_high(document, new_page, width):
    page = new_page(width=width)
    page.goto(document)
    svg = page.locator(".tf-live svg[aria-label]").first
    box, room = svg.bounding_box(), page.locator(".tf-live").first.bounding_box()
    assert box["width"] == pytest.approx(max(328, min(700, room["width"] - 4)), abs=2)
    assert 11 / 72 * 100 * box["width"] / 500 >= 10
    assert box["width"] / box["height"] == pytest.approx(5 / 3, rel=0.01)
    assert page.evaluate("document.documentElement.scrollWidth") <= width

"""A live figure that was saved leaves a picture with words, whatever became of its kernel."""

import io
import platform
import sys

import nbformat
import pytest
from nbconvert import HTMLExporter
from PIL import Image

from tests.browser.conftest import ROOT, open_page

sys.path.insert(0, str(ROOT / "notebooks"))
from execute import LANGUAGE

WIDGET = '''
import io, traitlets
from PIL import Image
from tformer.viz.common.figure import Figure, show
from tformer.viz.common.scripts import script
from tformer.viz.common.still import StillWidget

class Patch(StillWidget):
    """A patch of grey that a slider makes lighter."""
    _esm = script("common/web/still.js") + """
    function render({ model, el }) {
      const range = Object.assign(document.createElement("input"), { type: "range", max: 255 });
      const show = () => (range.value = model.get("grey"));
      range.ariaLabel = "grey";
      range.oninput = () => (model.set("grey", +range.value), model.save_changes());
      model.on("change:grey", show);
      show();
      el.append(range);
      el.classList.add("patch");
      return () => model.off("change:grey", show);
    }
    export default { initialize: adopt(render), render };"""
    grey = traitlets.Int(0).tag(sync=True)

class Patches(Figure):
    caption = "A patch"
    def __init__(self):
        self.made = Patch()
        self.made.observe(lambda change: self.made.keep(self.still), "grey")
    def widget(self):
        return self.made
    def still(self):
        png = io.BytesIO()
        Image.new("L", (60, 40), self.made.grey).save(png, "PNG")
        return png.getvalue(), f"A grey of {self.made.grey} <b>."
'''


def dirty(page) -> bool:
    return page.evaluate("() => jupyterapp.shell.currentWidget.context.model.dirty")


def save(page, lab) -> None:
    """Write the notebook; a still that comes right after it makes it unsaved again."""
    lab.command(page, "docmanager:save")


def stored(lab, name) -> list:
    return [
        output
        for cell in nbformat.read(lab.folder / name, as_version=4).cells
        for output in cell.get("outputs", [])
    ]


def await_text(lab, page, name, text) -> None:
    """Until the saved notebook holds this text: a still is renewed when hand and kernel rest."""
    for _ in range(60):
        save(page, lab)
        if text in (lab.folder / name).read_text():
            return
        page.wait_for_timeout(250)
    raise AssertionError(f"no {text!r} in {name}")


@pytest.fixture(scope="module")
def saved(browser, jupyterlab):
    """A notebook whose figures were moved, saved, and whose kernel has ended."""
    page = open_page(browser, 1200, 900)
    name = jupyterlab.write(
        "stills.ipynb",
        WIDGET,
        "one = Patches()\none",
        "for _ in range(2):\n    show(Patches())\nprint('between')\nshow(Patches())",
    )
    jupyterlab.open(page, name)
    jupyterlab.run_all(page)
    page.locator(".patch").nth(3).wait_for()
    assert page.locator("[data-tformer-still] img:visible").count() == 0
    page.locator(".patch input").nth(0).fill("200")
    page.locator(".patch input").nth(2).fill("100")
    for text in ("A grey of 200", "A grey of 100"):
        await_text(jupyterlab, page, name, text)
    assert page.errors == []
    jupyterlab.close(page)
    page.context.close()
    return name


def test_stills_are_there_without_the_kernel(saved, new_page, jupyterlab):
    outputs = stored(jupyterlab, saved)
    assert [sorted(output.get("data", output)) for output in outputs] == [
        ["text/html", "text/plain"],
        ["text/html", "text/plain"],
        ["text/html", "text/plain"],
        ["name", "output_type", "text"],
        ["text/html", "text/plain"],
    ]
    for name in (saved, untrusted(jupyterlab, saved)):
        page = new_page()
        jupyterlab.open(page, name)
        pictures = page.locator(".jp-OutputArea-output img")
        pictures.nth(3).wait_for()
        alts = [f"A grey of {n} <b>." for n in (200, 0, 100, 0)]
        assert [picture.get_attribute("alt") for picture in pictures.all()] == alts
        shot = Image.open(io.BytesIO(pictures.nth(0).screenshot())).convert("L")
        assert shot.getpixel((30, 20)) == 200
        assert page.get_by_text("Error displaying widget").count() == 0
        assert not dirty(page) and page.errors == []
        jupyterlab.close(page)


def untrusted(lab, name) -> str:
    """The notebook under another name, with other code: JupyterLab has no signature of it."""
    notebook = nbformat.read(lab.folder / name, as_version=4)
    notebook.cells[1].source += "  # from somebody else"
    nbformat.write(notebook, lab.folder / f"copy_of_{name}")
    return f"copy_of_{name}"


def test_pages_made_of_it_show_the_stills_too(saved, new_page, jupyterlab, tmp_path):
    notebook = nbformat.read(jupyterlab.folder / saved, as_version=4)
    (tmp_path / "page.html").write_text(HTMLExporter().from_notebook_node(notebook)[0])
    page = new_page(java_script_enabled=False, offline=True)
    page.goto((tmp_path / "page.html").as_uri())
    pictures = page.locator("figure img")
    assert [p.get_attribute("alt")[:11] for p in pictures.all()] == [
        f"A grey of {n}" for n in "2010"
    ]
    assert all(picture.bounding_box()["width"] == 60 for picture in pictures.all())
    assert page.get_by_text("A patch.").first.is_visible()
    figures = page.locator("figure")  # the numbers are the pictures' own words
    assert figures.count() == 4 and figures.get_by_text("A grey of").count() == 0


def test_the_figure_lives_again_when_the_page_is_loaded_anew(new_page, jupyterlab):
    page = new_page()
    name = jupyterlab.write("anew.ipynb", WIDGET, "one = Patches()\none")
    jupyterlab.open(page, name)
    jupyterlab.run_all(page)
    page.locator(".patch").wait_for()
    save(page, jupyterlab)
    jupyterlab.open(page, name)
    page.locator(".patch").wait_for()
    assert not dirty(page)
    page.locator(".patch input").fill("77")
    jupyterlab.hears(page, "one.made.grey == 77 and one.made.places == 1")
    jupyterlab.close(page)


def test_a_cell_that_is_run_again_leaves_no_second_figure(new_page, jupyterlab):
    page = new_page()
    name = jupyterlab.write("again.ipynb", WIDGET, "one = Patches()", "one")
    jupyterlab.open(page, name)
    for _ in range(3):
        jupyterlab.run_all(page)
        page.locator(".patch").wait_for()
    page.wait_for_timeout(300)
    assert page.locator(".patch").count() == 1
    jupyterlab.execute(page, "assert one.made.places == 1")
    jupyterlab.close(page)


def test_a_lesson_that_was_run_and_saved_keeps_its_figures(new_page, jupyterlab):
    page = new_page()
    name = jupyterlab.copy(ROOT / "notebooks" / "05_attention.ipynb")
    jupyterlab.open(page, name)
    assert not dirty(page) or not same_python()
    jupyterlab.run_all(page)
    live = page.locator(".tf-live")
    live.nth(2).wait_for()
    page.locator(".tf-live input[aria-label=angle]").first.press("Home")
    await_text(jupyterlab, page, name, "At 0 degrees")
    jupyterlab.close(page)
    page.context.close()
    figures = [
        output for output in stored(jupyterlab, name) if "data-tformer-still" in html_of(output)
    ]
    assert all(set(f.data) == {"text/html", "text/plain"} for f in figures)
    # A question has no picture, and evidence folds its own away.
    open_ones = [figure for figure in figures if "data-tformer-evidence" not in html_of(figure)]
    pictures = [figure for figure in open_ones if "<img" in html_of(figure)]
    assert len(pictures) >= 3 and len(figures) > len(pictures)
    page = new_page()
    jupyterlab.open(page, name)
    for alt in [figure.data["text/plain"] for figure in pictures]:
        picture = page.get_by_alt_text(alt, exact=True).first
        for _ in range(60):  # JupyterLab draws what is near
            if picture.count():
                break
            page.mouse.wheel(0, 2000)
            page.wait_for_timeout(300)
        picture.scroll_into_view_if_needed()
        assert picture.evaluate("i => i.decode().then(() => i.naturalWidth)") > 300
    assert page.locator(".tf-live").count() == 0 and page.errors == []
    assert page.get_by_text("model not found").count() == 0
    jupyterlab.close(page)


def html_of(output) -> str:
    return output.get("data", {}).get("text/html", "")


def same_python() -> bool:
    """Whether this is the Python that stored lessons name; of another JupyterLab takes note."""
    return platform.python_version() == LANGUAGE["version"]

"""The living model's marks on what the learner has written, light and dark, and its source."""

import pytest

from tests.browser.conftest import listen
from tformer._support import progress_file
from tformer.course import recording
from tformer.viz.whole_model import recorded_films as pages

SOURCES = {
    "layer_norm": "def layer_norm(x, gamma, beta, eps):\n    return '<b>mine</b>'\n",
    "split_heads": "def split_heads(x, num_heads):\n    ...\n",
}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The page without and with two kept answers; only in a notebook the second one exists."""
    folder, found = tmp_path_factory.mktemp("marks"), {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TFORMER_DATA_DIR", str(folder))
        patch.setenv("TFORMER_PROGRESS", "on")
        patch.delenv("CI", raising=False)
        patch.setattr(pages, "films", lambda figure, few: [
            pages.packed(figure.page()["start"], figure.film, figure.others, small=True)
        ])  # fmt: skip
        for name in ("none", "two"):
            figure = recording.translator(recording.SENTENCES[:1])
            own = {"yours": figure.yours} if figure.yours else {}
            shown = figure.page() | own
            assert figure.widget().page == shown and "yours" not in figure.page()
            patch.setattr(figure, "page", lambda shown=shown: shown)
            found[name] = folder / f"{name}.html"
            found[name].write_text(figure.html(), encoding="utf-8")
            for answer, source in SOURCES.items():
                progress_file.keep_answer(answer, source)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_own_parts_are_marked_counted_and_shown(browser, files, scheme):
    page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme=scheme)
    errors = listen(page)
    page.goto(files["two"].as_uri())
    count = page.get_by_text("2 of 20 parts are yours")
    count.wait_for()
    own = page.locator(".lm-parts .lm-mine")
    names = own.evaluate_all("all => all.map(b => b.getAttribute('aria-label'))")
    assert len(names) == 57  # 48 heads and all of cross-attention, 8 norms
    assert all(name.endswith(("; yours: split_heads", "; yours: layer_norm")) for name in names)
    sign = own.first.evaluate("b => getComputedStyle(b, '::after').content")
    assert sign == '"✓"'  # a sign, not a colour
    norm = page.get_by_role("button", name="add & norm; yours: layer_norm").first
    norm.click()
    card = page.get_by_role("dialog")
    card.get_by_text("layer_norm: yours, from lesson 08").click()
    source = card.get_by_label("Your layer_norm")
    assert source.text_content() == SOURCES["layer_norm"] and source.is_visible()
    assert not source.locator("b").count()  # text, never markup
    assert not errors
    page.close()


def test_without_a_kept_answer_nothing_is_marked(browser, files):
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(files["none"].as_uri())
    page.locator(".lm-parts button").first.wait_for(state="attached")
    assert not page.locator(".lm-mine, .lm-count").count()
    page.close()


KERNEL = """async ([source, traits]) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const heard = new Map(), { default: widget } = await import(url);
  const model = {
    get: (name) => traits[name], set: (name, value) => (traits[name] = value),
    on: (event, fn) => heard.set(event, [...heard.get(event) ?? [], fn]),
    off: (event, fn) => heard.set(event, heard.get(event).filter((other) => other !== fn)),
    save_changes: () => {}, send: () => {},
  };
  window.answer = (timed) => {
    traits.timed = timed;
    (heard.get("change:timed") ?? []).forEach((fn) => fn());
  };
  window.asked = () => traits.timing;
  widget.render({ model, el: document.body });
}"""


def test_a_source_that_is_opened_is_timed_by_the_kernel(browser):
    figure = recording.translator(recording.SENTENCES[:1])
    parts = [{"name": name, "lesson": "08", "source": text} for name, text in SOURCES.items()]
    figure.yours = {"parts": parts, "total": 20}
    widget = figure.widget()
    traits = {name: getattr(widget, name) for name in ("page", "shown", "asked", "timed", "alt")}
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    errors = listen(page)
    page.add_style_tag(content=str(widget._css))
    page.evaluate(KERNEL, [str(widget._esm), traits])
    page.get_by_role("button", name="add & norm; yours: layer_norm").first.click()
    card = page.get_by_role("dialog")
    assert page.evaluate("asked()") is None  # nothing is run before it is asked for
    card.get_by_text("layer_norm: yours").click()
    card.get_by_text("It is being timed").wait_for()
    asked = page.evaluate("asked()")
    assert asked["name"] == "layer_norm"
    page.evaluate("answer", {**asked, "number": -1, "says": "of another question"})
    page.evaluate("answer", {**asked, "says": "One call takes <b>2 ms</b>"})
    assert card.get_by_role("status").text_content() == "One call takes <b>2 ms</b>"
    assert not errors
    page.close()

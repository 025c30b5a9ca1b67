"""The first page as a newcomer meets it: a sentence typed, an answer, a word picked by keyboard."""

import itertools

import pytest

from tests.browser.conftest import ROOT, open_page

PAGE = ROOT / "notebooks" / "00_start_here.ipynb"


@pytest.fixture(scope="module")
def page(browser, jupyterlab):
    """The page with all cells run, and a lesson beside it for its links."""
    page = open_page(browser, 1300, 1000)
    jupyterlab.copy(ROOT / "notebooks" / "05_attention.ipynb")
    jupyterlab.open(page, jupyterlab.copy(PAGE))
    jupyterlab.run_all(page)
    yield page
    jupyterlab.close(page)
    page.context.close()


@pytest.fixture
def figure(page):
    figure = page.locator(".tf-explorer").first
    figure.scroll_into_view_if_needed()
    figure.locator("canvas[aria-label]").wait_for()
    return figure


def answer(figure, text: str | None = None, before: str | None = None) -> str:
    """What stands above the map once it is something else than before."""
    if text is not None:
        figure.locator("input[type=text]").fill(text)
    line = figure.locator(".tf-says")
    figure.page.wait_for_function(
        "([e, old]) => e.textContent && e.textContent !== old",
        arg=[line.element_handle(), before or ""],
    )
    return line.text_content()


def map_name(figure) -> str:
    return figure.locator("canvas").get_attribute("aria-label")


def test_a_typed_sentence_is_translated_at_enter_and_a_word_is_picked_by_keyboard(page, figure):
    first, field = answer(figure), figure.locator("input[type=text]")
    field.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("Ein Mann liest", delay=20)
    page.keyboard.press("Enter")
    # Ein, Mann, liest, <eos>; a slow typist has seen the answer to "Ein Mann" before
    figure.locator("canvas[aria-label*='4 keys']").wait_for()
    said = answer(figure, before=first)
    assert "man" in said.lower().split() and field.input_value() == "Ein Mann liest"
    canvas = figure.locator("canvas")
    canvas.focus()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    figure.get_by_text("Pinned row").wait_for()
    page.keyboard.press("Escape")
    figure.get_by_text("Row “").wait_for()
    assert page.errors == []


@pytest.mark.ci
def test_half_a_sentence_is_not_translated_while_the_hand_is_moving(page, figure):
    field, line = figure.locator("input[type=text]"), figure.locator(".tf-says")
    for _ in range(10):
        field.fill("Zwei Hunde")
        figure.locator("canvas[aria-label*='3 keys']").wait_for()  # Zwei, Hunde, <eos>
        before = answer(figure)
        seen = page.evaluate_handle(
            "([field, line]) => { const seen = { told: [], typed: [] };"
            " field.addEventListener('input', () => seen.typed.push(performance.now()));"
            " new MutationObserver(() => seen.told.push(line.textContent))"
            ".observe(line, { childList: true }); return seen; }",
            [field.element_handle(), line.element_handle()],
        )
        field.focus()
        page.keyboard.press("Control+a")
        page.keyboard.type("Eine Frau malt ein Bild", delay=60)
        said = answer(figure, before=before)
        page.wait_for_timeout(600)
        typed, told = (seen.json_value()[name] for name in ("typed", "told"))
        if max(b - a for a, b in itertools.pairwise(typed)) < 300:
            break  # else the machine took a rest that the page took for the end
    assert len(typed) == 23 and field.input_value() == "Eine Frau malt ein Bild"
    assert set(told) == {said}


@pytest.mark.ci
def test_a_sentence_is_picked_by_mouse_and_by_keyboard(page, figure):
    picks, before = figure.locator("button"), answer(figure)
    assert picks.count() == 5
    picks.nth(1).click()
    second = answer(figure, before=before)
    assert figure.locator("input[type=text]").input_value() == picks.nth(1).inner_text()
    picks.nth(2).focus()
    page.keyboard.press("Enter")
    assert answer(figure, before=second) != second


@pytest.mark.ci
@pytest.mark.parametrize(
    "text, words, then",
    [
        ("", "no words", "Ein Hund"),
        ("\U0001f436 !", "no words", "Zwei Frauen"),
        ("Hund " * 300, "at most", "Drei Kinder"),
    ],
    ids=["empty", "no letters", "300 words"],
)
def test_what_is_no_sentence_gets_a_word_in_place_of_the_answer(page, figure, text, words, then):
    before, name = answer(figure), map_name(figure)
    place = figure.locator(".tf-says").bounding_box()
    figure.locator("input[type=text]").fill(text)
    alarm = figure.get_by_role("alert")
    alarm.get_by_text(words).wait_for()
    assert "Error" not in alarm.inner_text() and map_name(figure) == name
    assert not figure.locator(".tf-says").is_visible()
    assert abs(alarm.bounding_box()["y"] - place["y"]) < 8
    answer(figure, then, before)
    assert alarm.inner_text() == "" and figure.locator(".tf-says").is_visible()


@pytest.mark.ci
def test_doubt_is_seen_and_said(page, figure):
    answer(figure, "Zug", answer(figure))
    words = figure.locator(".tf-says .tf-word")
    first = words.first.text_content()
    assert float(first.split()[-1]) < 0.5  # whatever it says of a single noun, it doubts it
    assert "tf-guess" in words.first.get_attribute("class")
    answer(figure, "Ein Hund mit Gemüse é", answer(figure))
    figure.get_by_text("Of these letters it knows only the bytes: é").wait_for()


@pytest.mark.ci
def test_markup_stays_text(page, figure):
    answer(figure, "<img src=x onerror='window.hit = 1'> <b>Hund</b>", answer(figure))
    assert figure.locator("img, b").count() == 0
    assert page.evaluate("() => window.hit === undefined") and page.errors == []


@pytest.mark.ci
def test_the_map_of_the_course_leads_to_a_lesson(page):
    link = page.get_by_role("link", name="What does one word ask of another?")
    link.scroll_into_view_if_needed()
    link.click()
    page.wait_for_function(
        "() => jupyterapp.shell.currentWidget?.context?.path === '05_attention.ipynb'"
    )

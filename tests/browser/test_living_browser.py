"""The living model as a newcomer meets it: lesson 00's first cell, run by Shift+Enter."""

import json
import re

import pytest

from tests.browser.conftest import ROOT, frames, open_page, soon

PAGE = ROOT / "notebooks" / "00_start_here.ipynb"
FIRST = "A small dog"  # how the answer to the first sentence begins


@pytest.fixture(scope="module")
def page(browser, jupyterlab):
    page = open_page(browser, 1280, 800)  # where running the cell scrolls its picture away
    jupyterlab.copy(ROOT / "notebooks" / "05_attention.ipynb")
    jupyterlab.open(page, jupyterlab.copy(PAGE))
    page.locator(".jp-Notebook .jp-Cell").first.click()
    for _ in range(2):  # the title, then the living model
        page.keyboard.press("Shift+Enter")
    page.locator(".tf-living .lm-parts button").first.wait_for(state="attached")
    yield page
    jupyterlab.close(page)
    page.context.close()


@pytest.fixture
def living(page):
    """The figure, paused at its end with everything on and the first sentence, by beam search."""
    figure = page.locator(".tf-living").first
    figure.scroll_into_view_if_needed()
    beams = figure.get_by_label("Beam search")
    if not beams.is_checked():
        beams.check()
    figure.locator(".lm-picks button").first.click()
    figure.locator(".lm-answer", has_text=FIRST).wait_for()
    pause = figure.get_by_role("button", name="Pause")
    if pause.count():
        pause.click()
    if figure.get_by_role("button", name="Everything on").count():
        figure.get_by_role("button", name="Everything on").click()
        figure.get_by_text("Press any part").wait_for()
    at_end(figure)
    yield figure
    page.keyboard.press("Escape")


def at_end(figure):
    figure.get_by_label("Moment", exact=True).focus()
    figure.page.keyboard.press("End")


def moment(figure) -> float:
    return float(figure.get_by_label("Moment", exact=True).input_value())


def picture(figure) -> str:
    frames(figure.page, 1)
    return figure.locator(".lm-stage > canvas").evaluate("c => c.toDataURL()")


def answer(figure) -> str:
    return " ".join(figure.locator(".lm-answer").inner_text().split())


def changed(figure, was: str) -> str:
    """The answer with its comparison, once it is another than before."""
    figure.page.wait_for_function(
        "([box, was]) => box.innerText !== was && !box.innerText.includes('undefined')",
        arg=[figure.locator(".lm-out").element_handle(), was],
    )
    return figure.locator(".lm-out").inner_text()


def open_part(figure, name: str):
    figure.locator(f'[data-id="{name}"]').click()
    return figure.get_by_role("dialog")


def test_the_first_picture_stands_above_the_fold(page):
    stored = json.loads(PAGE.read_text())
    cell = next(cell for cell in stored["cells"] if cell["cell_type"] == "code")
    assert len("".join(cell["source"]).splitlines()) == 1
    assert cell["metadata"]["jupyter"]["source_hidden"]
    assert any("image/png" in output.get("data", {}) for output in cell["outputs"])
    assert page.locator(".tf-living .lm-stage").first.bounding_box()["y"] < 600


def on_screen(page) -> float:
    """How much of the picture's height is seen in the notebook's window, from 0 to 1."""
    return page.evaluate(
        """() => {
          const [picture, screen] = ['.tf-living .lm-stage', '.jp-WindowedPanel-outer']
            .map(name => document.querySelector(name).getBoundingClientRect());
          return Math.max(0, (Math.min(picture.bottom, screen.bottom)
            - Math.max(picture.top, screen.top)) / picture.height);
        }"""
    )


def test_it_begins_on_screen_though_the_next_cell_was_scrolled_to_and_becomes_a_strip(page):
    slider = page.locator(".tf-living").first.get_by_label("Moment", exact=True)
    page.wait_for_function("bar => bar.value >= 3", arg=slider.element_handle())
    assert on_screen(page) >= 0.9 and page.locator(".lm-dock").count() == 0
    for _ in range(5):
        page.keyboard.press("Shift+Enter")
    page.locator(".lm-dock").wait_for()
    assert on_screen(page) < 0.25  # who goes on is let go
    page.locator(".lm-dock").get_by_role("button", name="To the picture").click()
    page.locator(".lm-dock").wait_for(state="detached")
    assert page.errors == []


def test_it_plays_by_itself_after_the_cell_was_run_and_can_be_played_again(page):
    figure = page.locator(".tf-living").first
    figure.locator(".lm-play").wait_for()
    assert soon(page, lambda: moment(figure) > 0)
    figure.get_by_role("button", name="To the start").click()
    before = picture(figure)
    figure.get_by_role("button", name="Play", exact=True).click()
    assert soon(page, lambda: picture(figure) != before and moment(figure) > 0)
    figure.get_by_role("button", name="Pause").click()
    held = moment(figure)
    page.wait_for_timeout(400)
    assert moment(figure) == held and page.errors == []


def test_while_no_line_of_it_is_on_screen_it_is_not_drawn(page, living):
    living.get_by_role("button", name="To the start").click()
    living.get_by_role("button", name="Play", exact=True).click()
    page.locator(".jp-WindowedPanel-outer").evaluate("all => all.scrollTo(0, 2400)")
    assert soon(page, lambda: on_screen(page) == 0)
    frames(page)
    left, at = picture(living), moment(living)
    assert soon(page, lambda: moment(living) > at + 1) and picture(living) == left
    living.scroll_into_view_if_needed()
    assert soon(page, lambda: picture(living) != left) and page.errors == []


def test_words_appear_one_after_the_other_by_keyboard(page, living):
    whole = answer(living)
    assert len(whole.split()) > 3
    back = living.get_by_role("button", name="One word back")
    back.focus()
    said = [living.locator(".lm-now").inner_text()]
    for _ in range(3):
        page.keyboard.press("Enter")
        said.append(living.locator(".lm-now").inner_text())
    assert len(set(said)) == 4
    written = ".lm-word:not(.lm-ahead)"  # the answer is there at once, its play follows
    seen = living.locator(written).count()
    assert seen < living.locator(".lm-word:visible").count() == living.locator(".lm-word").count()
    living.get_by_role("button", name="One word on").press("Space")
    assert living.locator(written).count() >= seen
    slider = living.get_by_label("Moment", exact=True)
    slider.focus()
    now = moment(living)
    page.keyboard.press("ArrowLeft")
    assert moment(living) == now - 1
    page.keyboard.press("ArrowRight")
    assert moment(living) == now
    page.keyboard.press("Home")
    assert moment(living) == 0 and living.locator(written).count() == 0
    page.keyboard.press("End")
    assert answer(living) == whole
    assert page.evaluate("() => jupyterapp.shell.currentWidget.content.activeCellIndex") >= 0
    assert page.errors == []


def test_each_word_is_tinted_by_its_probability(page, living):
    words = living.locator(".lm-word").all()
    doubts = [float(w.evaluate("w => w.style.getPropertyValue('--doubt')")) for w in words]
    sure = [float(w.get_attribute("title").rsplit(" ", 1)[1]) for w in words]
    assert all(abs(1 - a - b) < 0.006 for a, b in zip(doubts, sure, strict=True))
    by_doubt = sorted(words, key=lambda w: float(w.get_attribute("title").rsplit(" ", 1)[1]))
    alpha = [
        float(w.evaluate("w => getComputedStyle(w).backgroundColor").rsplit("/", 1)[1].strip(" )"))
        for w in (by_doubt[0], by_doubt[-1])
    ]
    assert alpha[0] > alpha[1]


def test_every_part_is_a_button_that_arrow_keys_reach_and_enter_opens(page, living):
    parts = living.locator(".lm-parts button")
    names = [part.get_attribute("aria-label") for part in parts.all()]
    assert len(set(names)) == len(names) > 80
    assert parts.evaluate_all("all => all.filter(b => b.tabIndex === 0).length") == 1
    living.locator('[data-id="encoder.0.self_attention.0"]').evaluate(
        "b => { b.tabIndex = 0; b.focus(); }"
    )
    focused = "() => document.activeElement.dataset.id"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "encoder.0.self_attention.1"
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) == "encoder.0.self_attention.3"
    page.keyboard.press("Enter")
    card = living.get_by_role("dialog")
    assert "Encoder layer 0, self-attention head 3" in card.inner_text()
    assert re.search(r"weights .*\(1, 4, \d+, \d+\)", card.inner_text(), re.S)
    page.keyboard.press("Escape")
    assert not card.is_visible() and page.evaluate(focused) == "encoder.0.self_attention.3"
    assert page.errors == []


def test_switching_parts_off_changes_the_film_at_once_and_back_again(page, living):
    first, before = living.locator(".lm-out").inner_text(), picture(living)
    card = open_part(living, "decoder.1.cross_attention.2")
    card.get_by_role("button", name="Switch off").click()
    second = changed(living, first)
    assert "%" in second and "It is switched off." in card.inner_text()
    page.keyboard.press("Escape")
    page.mouse.move(5, 5)
    off = picture(living)
    assert off != before and living.get_by_text("Decoder layer 1, cross-attention head 2 ×").count()
    open_part(living, "decoder.3").get_by_role("button", name="Switch off").click()
    third = changed(living, second)
    page.keyboard.press("Escape")
    living.get_by_role("button", name="Everything on").click()
    assert changed(living, third) == first
    page.mouse.move(5, 5)
    assert picture(living) == before and page.errors == []


def test_a_draw_has_temperature_and_top_k_and_can_be_repeated(page, living):
    assert not living.get_by_label("temperature", exact=True).is_visible()
    first = living.locator(".lm-out").inner_text()
    living.get_by_label("Sampling").check()
    changed(living, first)
    hot = living.get_by_label("temperature", exact=True)
    hot.focus()
    page.keyboard.press("End")
    cool = living.locator(".lm-out").inner_text()
    living.get_by_role("button", name="Draw again").click()
    drawn = changed(living, cool)
    living.get_by_label("Beam search").check()
    assert changed(living, drawn) == first
    assert page.errors == []


@pytest.mark.parametrize("text, says", [("!?", "no words"), ("Hund " * 60, "room for")])
def test_a_failed_sentence_takes_the_old_answer_away_and_says_why_there(page, living, text, says):
    field, whole = living.locator(".lm-ask input"), answer(living)
    field.fill(text)
    field.press("Enter")
    alarm = living.get_by_role("alert")
    alarm.get_by_text(says).wait_for()
    assert not living.locator(".lm-answer").is_visible()
    assert abs(alarm.bounding_box()["y"] - field.bounding_box()["y"]) < 40
    living.locator(".lm-picks button").first.click()
    living.locator(".lm-answer").wait_for()
    living.get_by_role("button", name="Pause").click()
    at_end(living)
    assert answer(living) == whole and not alarm.is_visible() and page.errors == []


def test_it_says_what_it_is_not_sure_of_and_what_does_not_look_german(page, living):
    field, first = living.locator(".lm-ask input"), living.locator(".lm-out").inner_text()
    for text, says in (("Es ist 18:45 Uhr.", "I copied 18:45"),
                       ("Von 1 bis 2, von 3 bis 4, von 5 bis 6, von 7 bis 8", "I lost"),
                       ("Je ne parle pas.", "not look German")):  # fmt: skip
        field.fill(text)
        field.press("Enter")
        living.locator(".lm-out").get_by_text(says).wait_for()
    marked = living.locator(".lm-unsure").first
    assert "wavy" in marked.evaluate("w => getComputedStyle(w).textDecorationStyle")
    assert "?" in marked.evaluate("w => getComputedStyle(w, '::after').content")
    field.fill("The dog runs.")
    field.press("Enter")
    living.locator(".lm-read", has_text="Read as English").get_by_role("button").click()
    living.locator(".lm-read", has_text="Read as German").wait_for()
    living.locator(".lm-picks button").first.click()
    living.locator(".lm-foreign").wait_for(state="hidden")
    at_end(living)
    assert living.locator(".lm-out").inner_text() == first and page.errors == []


def test_markup_stays_text(page, living):
    first = living.locator(".lm-out").inner_text()
    field = living.locator(".lm-ask input")
    field.fill("<img src=x onerror='window.hit=1'> Hund")
    field.press("Enter")
    changed(living, first)
    assert living.locator("img, b").count() == 0
    assert page.evaluate("() => window.hit === undefined") and page.errors == []


def test_it_stays_in_view_while_the_text_goes_on_until_it_is_closed(page, living):
    scroll = "y => document.querySelector('.jp-WindowedPanel-outer').scrollTop = y"
    page.evaluate(scroll, 1800)
    strip = page.locator(".lm-dock")
    strip.wait_for()
    box = strip.bounding_box()
    assert box["height"] < 130 and box["y"] < 200
    strip.get_by_role("button", name="One word back").click()
    strip.get_by_role("button", name="To the picture").click()
    strip.wait_for(state="detached")
    page.evaluate(scroll, 1800)
    strip.get_by_role("button", name="Do not keep it in view").click()
    assert strip.count() == 0
    page.evaluate(scroll, 2400)
    page.wait_for_timeout(300)
    assert strip.count() == 0
    page.evaluate(scroll, 0)
    pin = living.get_by_role("button", name="Keep in view")
    assert pin.get_attribute("aria-pressed") == "false"
    pin.click()
    assert page.errors == []


def test_a_card_leads_to_its_lesson(page, living):
    link = open_part(living, "encoder.0.self_attention.0").get_by_role("link")
    with page.context.expect_page() as opened:
        link.click()
    assert opened.value.url.endswith("/lab/tree/05_attention.ipynb")
    opened.value.close()

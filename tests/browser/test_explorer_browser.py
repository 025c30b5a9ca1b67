"""The attention explorer in Chromium: in JupyterLab, and exported to a page without a network."""

import re

import ipywidgets
import nbformat
import numpy as np
import pytest
import torch
from nbconvert import HTMLExporter

from tests.browser.conftest import frames, open_page, soon
from tests.browser.test_stills_browser import await_text, dirty
from tests.test_explorer import HOSTILE
from tformer import viz

WORDS = "The animal did n't cross the street because it was too tired"
SETUP = f"""
import torch
from tformer import viz
words = {WORDS!r}.split()
size = len(words)
made = torch.Generator().manual_seed(0)
scores = torch.randn(2, 4, size, size, generator=made) * 4
mask = torch.ones(size, size, dtype=torch.bool).tril()
weights = torch.softmax((scores / 4).masked_fill(~mask, -torch.inf), -1)
def compute(temperature, masked):
    shown = scores[0] / temperature
    if masked:
        shown = shown.masked_fill(~mask, -torch.inf)
    if temperature > 7.9:
        raise ValueError("too hot <b>")
    return dict(weights=torch.softmax(shown, -1), queries=words, mask=mask if masked else None)
"""


def control(place, name):
    return place.locator(f"input[aria-label='{name}']")


def picture(canvas) -> str:
    frames(canvas.page)
    return canvas.evaluate("c => c.toDataURL()")


def becomes(canvas, wanted) -> bool:
    """Is the picture as wanted, now or soon?"""
    return soon(canvas.page, lambda: wanted(picture(canvas)))


def said(figure) -> str:
    """The line on the cell under the cursor."""
    frames(figure.page)
    return figure.locator("[role=status] > div").first.inner_text()


def row_said(figure) -> str:
    frames(figure.page)
    return figure.locator("[role=status] > div").last.inner_text()


def named(figure) -> str:
    frames(figure.page)
    return figure.locator("canvas").get_attribute("aria-label")


def sweep(figure, keys: list[str]) -> None:
    """A slider by keyboard to its ends and back: each end has a picture of its own."""
    slider, canvas = figure.locator("input[type=range]").first, figure.locator("canvas")
    slider.focus()
    seen = {}
    for key in keys:
        figure.page.keyboard.press(key)
        figure.page.wait_for_timeout(150)
        seen.setdefault(slider.input_value(), set()).add(picture(canvas))
    assert len(seen) > 1 and all(len(pictures) == 1 for pictures in seen.values())
    assert len(set.union(*seen.values())) == len(seen)


@pytest.fixture(scope="module")
def lesson(browser, jupyterlab):
    """One notebook with three figures, run in JupyterLab."""
    page = open_page(browser, 1300, 1000)
    name = jupyterlab.write(
        "explorer.ipynb",
        SETUP,
        "first = viz.attention_map(weights, words, mask=mask, caption='Causal')\nfirst",
        "second = viz.explore(compute, temperature=(0.5, 8.0, 0.5), masked=True)\nsecond",
        "third = viz.attention_map(weights[0, 0], words, mask=mask, scores=scores[0, 0])\nthird",
        f"fourth = viz.attention_map(torch.eye(6), {HOSTILE!r}, caption={HOSTILE[1]!r})\nfourth",
        "def read(sentence):\n"
        "    words = sentence.split()\n"
        "    return dict(weights=torch.ones(len(words), len(words)) / len(words), queries=words)\n"
        "fifth = viz.explore(read, sentence='to be or')\nfifth",
        "%env TFORMER_FIGURES=html\nviz.attention_map(torch.eye(2), ['page', 'alone'])",
    )
    jupyterlab.open(page, name)
    jupyterlab.run_all(page)
    page.locator(".tf-explorer canvas[aria-label]").nth(5).wait_for()
    page.wait_for_timeout(500)  # the notebook settles: a scroll bar may still make it narrower
    yield page
    jupyterlab.close(page)
    page.context.close()


def wait_name(lesson, jupyterlab, figure, variable, holds=""):
    """Until the browser shows what the kernel has, with these words in it."""
    for _ in range(100):
        name = named(figure)
        try:
            assert holds in name
            jupyterlab.execute(lesson, f"assert {variable}.alt == {name!r}")
            return name
        except Exception:
            lesson.wait_for_timeout(100)
    raise AssertionError(f"the browser shows {name}")


def figure_of(page, n):
    figure = page.locator(".tf-explorer").nth(n)
    figure.scroll_into_view_if_needed()
    figure.locator("canvas[aria-label]").wait_for()
    return figure


def cells_in(page) -> int:
    return page.evaluate("() => jupyterapp.shell.currentWidget.content.model.cells.length")


def test_layers_and_heads_are_answered_in_the_browser_by_keyboard(lesson):
    figure, before = figure_of(lesson, 0), cells_in(lesson)
    height = figure.bounding_box()["height"]
    assert named(figure).startswith("Attention of layer 0, head 0,")
    sweep(figure, ["Home", "End", "Home", "ArrowRight", "ArrowLeft"])
    heads = control(figure, "head")
    heads.focus()
    for key in ("ArrowRight", "ArrowRight", "a", "b", "x", "ArrowDown"):
        lesson.keyboard.press(key)
    assert named(figure).startswith("Attention of layer 0, head 1,")
    assert cells_in(lesson) == before, "a key typed in the figure reached the notebook"
    assert figure.bounding_box()["height"] == height
    assert not lesson.errors


def test_an_echo_of_an_older_choice_undoes_nothing(lesson):
    figure = figure_of(lesson, 0)
    slider = control(figure, "layer")
    slider.focus()
    for n in range(16):  # about the pace at which choices are told to the kernel
        lesson.keyboard.press("ArrowLeft" if n % 2 else "ArrowRight")
        lesson.wait_for_timeout(130 + 15 * n)
        assert slider.input_value() == str((n + 1) % 2)
        assert named(figure).startswith(f"Attention of layer {(n + 1) % 2},")


def test_the_sentence_in_the_browser_is_the_kernels(lesson, jupyterlab):
    figure = figure_of(lesson, 0)
    control(figure, "head").focus()
    for key in ("End", "ArrowLeft"):
        lesson.keyboard.press(key)
    expected = named(figure)
    assert "head 2," in expected
    jupyterlab.hears(lesson, f"first.alt == {expected!r}")


def test_the_kernel_can_choose_too(lesson, jupyterlab):
    jupyterlab.execute(lesson, "first.widget().layer = 1; first.widget().row = 3")
    figure = figure_of(lesson, 0)
    lesson.wait_for_function(
        "f => f.querySelector('canvas').ariaLabel?.includes('layer 1,')"
        " || f.querySelector('canvas').getAttribute('aria-label').includes('layer 1,')",
        arg=figure.element_handle(),
    )
    assert row_said(figure).startswith("Pinned row “n't”")
    jupyterlab.execute(lesson, "first.widget().layer = 0; first.widget().row = None")


def test_the_cursor_walks_by_arrow_keys_and_enter_pins(lesson, jupyterlab):
    figure = figure_of(lesson, 0)
    canvas = figure.locator("canvas")
    canvas.focus()
    unmarked = picture(canvas)
    for key in ("ArrowDown", "Home", "ArrowUp", *["ArrowUp"] * 12, "ArrowDown"):
        lesson.keyboard.press(key)
    assert said(figure).startswith("“animal” → “The”: 0.")
    lesson.keyboard.press("End")
    assert said(figure) == "“animal” → “tired”: masked, may not be looked at"
    lesson.keyboard.press("Enter")
    assert row_said(figure).startswith("Pinned row “animal”: “")
    marked = picture(canvas)
    assert marked != unmarked
    jupyterlab.hears(lesson, "first.widget().row == 1")
    lesson.keyboard.press("Escape")
    assert row_said(figure).startswith("Row ")
    assert canvas.evaluate("c => c === document.activeElement")
    lesson.keyboard.press("Tab")
    assert not canvas.evaluate("c => c === document.activeElement")


def hover(figure, start, end):
    """Move the mouse over the canvas from one place to another (shares of its size)."""
    box = figure.locator("canvas").bounding_box()
    for t in np.linspace(0, 1, 40):
        x, y = (a + (b - a) * t for a, b in zip(start, end, strict=True))
        figure.page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"])
        yield said(figure)


def test_hover_reads_the_weight_and_click_pins_the_row(lesson):
    figure = figure_of(lesson, 0)
    control(figure, "head").fill("0")
    generator = torch.Generator().manual_seed(0)
    scores = torch.randn(2, 4, 12, 12, generator=generator)[0, 0]
    mask = torch.ones(12, 12, dtype=torch.bool).tril()
    weights = torch.softmax(scores.masked_fill(~mask, -torch.inf), -1)
    words = [
        "The",
        "animal",
        "did",
        "n't",
        "cross",
        "the",
        "street",
        "because",
        "it",
        "was",
        "too",
        "tired",
    ]
    read = set()
    for line in hover(figure, (0.45, 0.7), (0.7, 0.7)):
        found = re.fullmatch(r"“(.+)” → “(.+)”: (masked.*|[\d.]+)", line)
        if found:
            q, k = words.index(found[1]), words.index(found[2])
            right = f"{weights[q, k]:.4f}" if mask[q, k] else "masked, may not be looked at"
            assert found[3] == right
            read.add((q, k))
    assert len(read) >= 4
    lesson.mouse.down()
    lesson.mouse.up()
    assert row_said(figure).startswith(f"Pinned row “{words[q]}”")
    lesson.mouse.down()
    lesson.mouse.up()
    assert row_said(figure).startswith("Row ")


def test_pointing_at_the_name_of_a_row_shows_the_row(lesson):
    figure = figure_of(lesson, 2)
    said_of = {row_said(figure).split(":")[0] for _ in hover(figure, (0.06, 0.2), (0.06, 0.8))}
    assert {f"Row “{word}”" for word in ("animal", "cross", "street", "too")} <= said_of


def test_numbers_are_also_a_table(lesson):
    figure = figure_of(lesson, 0)
    figure.get_by_text("Numbers").click()
    frames(lesson)
    rows = figure.locator("tr")
    assert rows.count() == 13
    assert rows.nth(1).locator("td").all_inner_texts() == ["1.000", *["masked"] * 11]
    figure.get_by_text("Numbers").click()


def test_a_control_is_answered_by_the_kernel_and_the_selection_stays(lesson, jupyterlab):
    figure = figure_of(lesson, 1)
    canvas, height = figure.locator("canvas"), figure.bounding_box()["height"]
    control(figure, "head").fill("2")
    canvas.focus()
    for key in ("ArrowDown", "Enter"):
        lesson.keyboard.press(key)
    pinned, before = row_said(figure), picture(canvas)
    control(figure, "temperature").focus()
    lesson.keyboard.press("ArrowRight")
    assert becomes(canvas, lambda now: now != before)
    assert "head 2," in wait_name(lesson, jupyterlab, figure, "second")
    assert row_said(figure).split(":")[0] == pinned.split(":")[0] and row_said(figure) != pinned
    control(figure, "masked").uncheck()
    wait_name(lesson, jupyterlab, figure, "second", "masked cells: 0")
    control(figure, "masked").check()
    wait_name(lesson, jupyterlab, figure, "second")
    assert figure.bounding_box()["height"] == height
    assert not lesson.errors


def test_a_failing_computation_is_said_and_the_picture_kept(lesson, jupyterlab):
    figure = figure_of(lesson, 1)
    before = picture(figure.locator("canvas"))
    slider = control(figure, "temperature")
    at = slider.input_value()
    slider.focus()
    lesson.keyboard.press("End")
    alarm = figure.get_by_role("alert")
    alarm.get_by_text("too hot <b>").wait_for()
    assert picture(figure.locator("canvas")) == before
    jupyterlab.execute(lesson, f"second.temperature.value = {at}")
    lesson.wait_for_function("a => !a.textContent", arg=alarm.element_handle())
    assert slider.input_value() == at


def test_the_way_from_scores_to_weights_is_linked(lesson):
    figure = figure_of(lesson, 2)
    canvas = figure.locator("canvas")
    canvas.focus()
    lesson.keyboard.press("ArrowDown")
    line = re.match(r".*: ([\d.]+) = softmax of (-?[\d.]+) × 0.25 = (-?[\d.]+)", said(figure))
    assert float(line[3]) == pytest.approx(float(line[2]) / 4, abs=0.01)
    three = picture(canvas)
    assert "stand the scores" in named(figure) and "times 0.25, masked" in named(figure)
    control(figure, "from scores to weights").uncheck()
    assert picture(canvas) != three and "scores" not in named(figure)
    control(figure, "from scores to weights").check()


def test_a_sentence_is_typed_into_the_figure(lesson):
    figure, before = figure_of(lesson, 4), cells_in(lesson)
    field = control(figure, "sentence")
    field.focus()
    lesson.keyboard.press("End")
    lesson.keyboard.type(" not b", delay=30)
    lesson.keyboard.press("Backspace")
    lesson.keyboard.type("to be dd", delay=30)
    lesson.wait_for_function(
        "c => c.getAttribute('aria-label').includes('7 queries by 7 keys')",
        arg=figure.locator("canvas").element_handle(),
    )
    assert field.input_value() == "to be or not to be dd" and cells_in(lesson) == before
    field.fill("")
    figure.get_by_role("alert").get_by_text("weights").wait_for()
    assert "queries by" in named(figure)
    field.fill("short")
    lesson.wait_for_function(
        "c => c.getAttribute('aria-label').includes('1 queries by 1 keys')",
        arg=figure.locator("canvas").element_handle(),
    )
    assert figure.get_by_role("alert").inner_text() == ""


def test_the_page_form_also_runs_inside_jupyterlab(lesson):
    figure = figure_of(lesson, 5)
    assert "“page” looks most at “page” (1.00)" in named(figure)
    assert not lesson.errors


def test_hostile_text_is_text_in_jupyterlab(lesson):
    figure = figure_of(lesson, 3)
    figure.get_by_text("Numbers").click()
    frames(lesson)
    heads = figure.locator("th[scope=col]").all_inner_texts()
    assert heads[0] == HOSTILE[0] and heads[1] == HOSTILE[1] and heads[5] == "x" * 80
    assert lesson.evaluate("window.__pwned") is None
    assert figure.locator("figcaption").inner_text() == HOSTILE[1]
    assert not lesson.errors


def test_themes_change_the_picture_and_back(lesson, jupyterlab):
    figure = figure_of(lesson, 0)
    canvas = figure.locator("canvas")
    light = picture(canvas)
    jupyterlab.theme(lesson, "Dark")
    lesson.wait_for_selector(".tf-explorer.tf-dark")
    assert becomes(canvas, lambda now: now != light)
    jupyterlab.theme(lesson, "Light")
    lesson.wait_for_selector(".tf-explorer:not(.tf-dark)")
    assert becomes(canvas, lambda now: now == light)
    assert not lesson.errors


def test_sixty_four_large_heads_open_at_once_and_stay_smooth(jupyterlab, new_page):
    page = new_page(width=1300)
    name = jupyterlab.write(
        "large.ipynb",
        "import torch\nfrom tformer import viz\n"
        "w = torch.softmax(3 * torch.randn(8, 8, 128, 128), -1)\n"
        "figure = viz.attention_map(w, [f't{n}' for n in range(128)])",
        "figure",  # the 4 MiB travel, are unpacked and painted: that is timed
    )
    jupyterlab.open(page, name)
    jupyterlab.command(page, "notebook:run-cell-and-select-next")
    opened = page.evaluate(
        """async () => {
          const start = performance.now();
          jupyterapp.commands.execute("notebook:run-cell");
          while (!document.querySelector(".tf-explorer canvas[aria-label]"))
            await new Promise(requestAnimationFrame);
          return performance.now() - start;
        }"""
    )
    slider = control(page, "head")
    slider.focus()
    page.evaluate(
        """() => { window.worst = 0; let last = performance.now();
          const tick = now => { window.worst = Math.max(window.worst, now - last); last = now;
            requestAnimationFrame(tick); };
          requestAnimationFrame(tick); }"""
    )
    canvas = page.locator(".tf-explorer canvas")
    pictures = {picture(canvas)}
    for _ in range(7):
        page.keyboard.press("ArrowRight")
        pictures.add(picture(canvas))
    worst = page.evaluate("window.worst")
    print(f"\n64 maps of 128 x 128: {opened:.0f} ms to open, longest frame {worst:.0f} ms")
    assert len(pictures) == 8
    assert not page.errors
    jupyterlab.close(page)


def test_a_saved_figure_is_a_picture_of_the_head_on_show(jupyterlab, new_page):
    page = new_page(width=1300)
    name = jupyterlab.write("saved.ipynb", SETUP, "one = viz.attention_map(weights, words)\none")
    jupyterlab.open(page, name)
    jupyterlab.run_all(page)
    figure = figure_of(page, 0)
    control(figure, "head").fill("2")
    jupyterlab.hears(page, "one.widget().head == 2")
    await_text(jupyterlab, page, name, "Attention of layer 0, head 2,")
    alt = named(figure)
    jupyterlab.close(page)
    page.context.close()
    page = new_page(width=1300)
    jupyterlab.open(page, name)
    still = page.locator(".jp-OutputArea-output img")
    still.wait_for()
    assert still.get_attribute("alt") == alt and still.bounding_box()["width"] > 300
    assert page.locator(".tf-explorer").count() == 0
    assert page.get_by_text("Error displaying widget").count() == 0
    assert not dirty(page) and page.errors == []
    jupyterlab.close(page)


# ------------------------------------------------------------------ without a kernel


def hot(temperature, words):
    scores = torch.arange(16.0).reshape(4, 4).cos() * 3
    return dict(weights=torch.softmax(scores / temperature, -1), queries=words)


def exported() -> list[str]:
    words = ["to", "be", "or", "not"]
    moving = viz.explore(lambda temperature: hot(temperature, words), temperature=(0.5, 4.0, 0.5))
    still = viz.attention_map(torch.eye(6), HOSTILE, caption=HOSTILE[0])
    return [moving.html(), still.html(), moving.html()]


def check_export(page, tmp_path, document: str):
    path = tmp_path / "page.html"
    path.write_text(document, "utf-8")
    page.goto(path.as_uri())
    page.locator(".tf-explorer canvas[aria-label]").nth(2).wait_for()
    assert page.locator(".tf-explorer").count() == 3
    first, third = (page.locator(".tf-explorer").nth(n) for n in (0, 2))
    sweep(first, ["Home", "End", "Home", "ArrowRight", "ArrowLeft"])
    assert first.locator("output").inner_text() == "0.5"
    assert named(first) == viz.attention_map(**hot(0.5, ["to", "be", "or", "not"])).alt
    assert third.locator("output").inner_text() == "2"  # a copy keeps its own setting
    assert page.evaluate("window.__pwned") is None
    assert not page.errors


def test_exported_figures_move_without_a_network(new_page, tmp_path):
    page = new_page(offline=True)
    check_export(page, tmp_path, "".join(exported()))  # as a file, without a frame


def test_exported_figures_move_in_a_converted_notebook(new_page, tmp_path):
    outputs = [nbformat.v4.new_output("display_data", {"text/html": h}) for h in exported()]
    cell = nbformat.v4.new_code_cell("figures", outputs=outputs)
    document, _ = HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    # nbconvert's own page loads MathJax and RequireJS from afar; without a network they are absent.
    document = re.sub(r'<script src="https?://[^"]*"[^>]*>\s*</script>', "", document)
    page = new_page(offline=True)
    check_export(page, tmp_path, document)


def test_without_scripts_the_page_shows_the_strip_and_its_sentence(new_page, tmp_path):
    page = new_page(java_script_enabled=False)
    path = tmp_path / "page.html"
    figure = viz.attention_map(torch.eye(3), ["a", "b", "c"], caption="Identity")
    path.write_text("<!doctype html><meta charset='utf-8'>" + figure.html(), "utf-8")
    page.goto(path.as_uri())
    assert page.locator("img").get_attribute("alt") == figure.strip()[1]
    assert page.get_by_text("Identity").is_visible()


def test_sentences_of_different_lengths_share_a_figure(new_page, tmp_path):
    short = dict(weights=torch.eye(2), queries=["a", "b"], label="short")
    crossed = dict(weights=torch.full((2, 3, 4), 0.25), queries=["x", "y", "z"], keys=["p"] * 4)
    figure = viz.attention_map(sentences=[short, crossed | {"label": HOSTILE[0]}])
    page = new_page(offline=True)
    path = tmp_path / "page.html"
    path.write_text("<!doctype html><meta charset='utf-8'>" + figure.html(), "utf-8")
    page.goto(path.as_uri())
    shown = page.locator(".tf-explorer")
    shown.locator("canvas[aria-label]").wait_for()
    choice = shown.locator("select[aria-label=sentence]")
    assert choice.locator("option").all_inner_texts() == ["short", HOSTILE[0]]
    assert control(shown, "head").count() == 0
    choice.select_option(index=1)
    assert "head 0, 3 queries by 4 keys" in named(shown)
    control(shown, "head").fill("1")
    assert "head 1, 3 queries by 4 keys" in named(shown)
    choice.select_option(index=0)
    assert "Attention, 2 queries by 2 keys" in named(shown)
    assert not page.errors


def show(page, tmp_path, figure) -> None:
    """A figure exported to a file, in a page, painted."""
    path = tmp_path / "page.html"
    path.write_text("<!doctype html><body>" + figure.html(), "utf-8")
    page.goto(path.as_uri())
    page.locator(".tf-explorer canvas[aria-label]").wait_for()


@pytest.mark.parametrize("width", [1400, 700, 390])
def test_a_click_on_a_small_head_makes_it_the_large_one(new_page, tmp_path, width):
    page = new_page(width=width, offline=True)
    weights = torch.softmax(torch.randn(2, 4, 6, 6, generator=torch.manual_seed(0)), -1)
    show(page, tmp_path, viz.attention_map(weights, WORDS.split()[:6]))
    reached = page.evaluate(  # clicks all over the figure; a row's pin says nothing of a head
        """() => {
          const canvas = document.querySelector("canvas"), box = canvas.getBoundingClientRect();
          const reached = new Set();
          for (let y = 3; y < box.height; y += 9) for (let x = 3; x < box.width; x += 9) {
            const [clientX, clientY] = [box.x + x, box.y + y];
            canvas.dispatchEvent(new MouseEvent("click", { clientX, clientY }));
            const [layer, head] = document.querySelectorAll("input[type=range]");
            reached.add(`${layer.value}${head.value}`);
          }
          return [...reached];
        }"""
    )
    assert sorted(reached) == [f"{layer}{head}" for layer in range(2) for head in range(4)]
    frames(page)
    figure = page.locator(".tf-explorer")
    layer, head = (control(figure, name).input_value() for name in ("layer", "head"))
    assert named(figure).startswith(f"Attention of layer {layer}, head {head},")
    assert not page.errors


def test_a_word_says_its_probability_to_who_points_or_tabs(new_page, tmp_path):
    page = new_page(width=390, offline=True)
    spoken = [("A", 0.95), (" <b>dog", 0.4), (".", 0.8)]
    figure = viz.attention_map(torch.eye(3), ["a", "b", "c"], label=spoken)
    show(page, tmp_path, figure)
    line = page.locator(".tf-says")
    assert line.text_content() == "A 0.95 <b>dog 0.40. 0.80"  # what a screen reader says
    word, number = line.locator(".tf-word").nth(1), line.locator(".tf-chance").nth(1)
    hidden = number.bounding_box()
    assert hidden["width"] <= 1
    word.hover()
    assert number.bounding_box()["width"] > 20
    page.mouse.move(5, 5)
    assert number.bounding_box()["width"] <= 1
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "<b>dog 0.40"
    assert number.bounding_box()["width"] > 20
    tints = line.locator(".tf-word").evaluate_all(
        "words => words.map(word => getComputedStyle(word).backgroundColor.match(/[\\d.]+/g)[3])"
    )
    assert [float(x) for x in tints] == pytest.approx([0.025, 0.3, 0.1], abs=0.01)


def test_an_input_that_fails_blanks_the_old_answer_in_its_place(new_page, tmp_path):
    def compute(n):
        return dict(weights=torch.eye(2) / n * n, queries=["a", "b"], label=f"answer {6 // n}")

    page = new_page(offline=True)
    show(page, tmp_path, viz.explore(compute, n=ipywidgets.IntSlider(min=0, max=2, value=1)))
    figure = page.locator(".tf-explorer")
    place = figure.get_by_text("answer 6").bounding_box()
    control(figure, "n").fill("0")
    alarm = figure.get_by_role("alert")
    assert "ZeroDivisionError" in alarm.inner_text() and not figure.locator(".tf-says").is_visible()
    assert abs(alarm.bounding_box()["y"] - place["y"]) < 8
    assert float(figure.locator("canvas").evaluate("c => getComputedStyle(c).opacity")) < 0.5
    control(figure, "n").fill("2")
    figure.get_by_text("answer 3").wait_for()
    assert alarm.inner_text() == ""
    assert figure.locator("canvas").evaluate("c => getComputedStyle(c).opacity") == "1"

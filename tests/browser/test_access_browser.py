"""Figures for every reader: axe-core's rules, zoom, a narrow page, high contrast, no motion."""

import io
import os
import pathlib
import re

import numpy as np
import pytest
import torch
from PIL import Image

from tests.browser.conftest import ROOT, give_up, rest
from tests.browser.test_live_browser import BARS
from tformer import viz
from tformer.course import recording

AXE = pathlib.Path(os.environ.get("AXE") or "/tmp/axe/node_modules/axe-core/axe.min.js")
GERMAN = "Eine Frau mit 東 läuft im Park."  # one letter that it never met
BOX = "figure.tf, section.tf-living, fieldset.tf-question"
BAD = """async inside => (await axe.run(inside, { resultTypes: ["violations"] })).violations
    .filter(found => ["serious", "critical"].includes(found.impact))
    .flatMap(found => found.nodes.map(node => [found.id, node.html.slice(0, 200)]))"""
# Controls that end beyond their figure, and words of the page that another word covers.
TROUBLE = """root => {
  const frame = root.getBoundingClientRect(), trouble = [];
  const shown = [...root.querySelectorAll("button, input, select, summary, output, p, legend")]
    .filter(part => part.checkVisibility() && !part.closest(".lm-parts, .lm-live, .tf-room"));
  const boxes = shown.map(part => [part, part.getBoundingClientRect()]);
  for (const [part, box] of boxes) if (box.left < frame.left - 2 || box.right > frame.right + 2)
    trouble.push(["cut off", part.outerHTML.slice(0, 120)]);
  for (const [a, x] of boxes) for (const [b, y] of boxes) {
    if (a === b || a.contains(b) || b.contains(a) || a.compareDocumentPosition(b) & 2) continue;
    const wide = Math.min(x.right, y.right) - Math.max(x.left, y.left);
    const high = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
    if (wide > 2 && high > 2) trouble.push(["overlap", a.outerHTML.slice(0, 120), b.outerHTML]);
  }
  return trouble;
}"""


def violations(page, inside: str) -> list:
    if not AXE.exists():
        give_up(f"no axe-core at {AXE}: npm install --no-save --prefix /tmp/axe axe-core")
    page.evaluate(AXE.read_text("utf-8"))
    return page.evaluate(BAD, inside)


def bars():
    figure, ax = viz.subplots()
    (made,) = ax.bar([0], [1], color=viz.ORANGE)
    ax.set_ylim(0, 4)

    def update(tall, half, fine):
        made.set_height(tall)
        return f"{tall} tall, {half}, {fine}."

    return viz.live(figure, update, caption="Bars", tall=(0, 4, 1), half=[1, 2], fine=False)


def map_of_attention():
    scores = torch.tensor(np.random.default_rng(0).normal(size=(2, 2, 9, 9)) * 2)
    words = ["the", "animal", "did", "not", "cross", "because", "it", "was", "tired"]
    weights = torch.softmax(scores, -1)
    return viz.attention_map(weights, words, scores=scores, caption="Two layers")


MADE = {
    "live": bars,
    "explorer": map_of_attention,
    "whole_model": lambda: recording.translator((GERMAN,)),
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """A file of each figure, as an address."""
    folder = tmp_path_factory.mktemp("pages")
    head = (
        '<!doctype html><html lang="en"><title>Figure</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><main>'
    )
    for name, make in MADE.items():
        (folder / f"{name}.html").write_text(head + make().html(), "utf-8")
    return {name: (folder / f"{name}.html").as_uri() for name in MADE}


def opened(new_page, address, **how):
    page = new_page(**{"width": 1200, "height": 900, "offline": True, **how})
    page.goto(address)
    page.locator(f"{BOX} >> :is(canvas, svg)[aria-label]").first.wait_for()
    rest(page, 300)
    assert page.errors == []
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", MADE)
def test_a_page_breaks_no_serious_rule(pages, new_page, name, scheme):
    page = opened(new_page, pages[name], color_scheme=scheme)
    assert violations(page, BOX) == []
    page.evaluate(f"document.querySelector('{BOX}').append(new Image())")
    assert [rule for rule, _ in violations(page, BOX)] == ["image-alt"]  # it does see


def test_figures_in_jupyterlab_break_no_serious_rule(new_page, jupyterlab):
    page = new_page(width=1300, height=1000)
    name = jupyterlab.write(
        "access.ipynb",
        BARS + "\nbars(half=[1, 2], fine=False)",
        "import torch\nviz.attention_map(torch.eye(9), list('transform'), caption='Map')",
        "viz.predict('How many?', float)",
        "viz.predict('Which one?', ['this', 'that'])",
        f"from tformer.course import recording\nrecording.translator(({GERMAN!r},))",
    )
    jupyterlab.open(page, name)
    jupyterlab.run_all(page)
    kinds = (".tf-live", ".tf-explorer", ".tf-question", ".tf-living")
    for kind in kinds:
        page.locator(kind).first.scroll_into_view_if_needed()
        page.locator(kind).first.wait_for()
        rest(page, 500)
        assert violations(page, kind) == []
    assert page.errors == []
    jupyterlab.close(page)


@pytest.mark.parametrize(
    "how",
    [
        {"width": 800, "height": 600, "device_scale_factor": 1.5},
        {"width": 600, "height": 450, "device_scale_factor": 2},
        {"width": 390, "height": 800},
    ],
    ids=["zoom 150 %", "zoom 200 %", "narrow"],
)
@pytest.mark.parametrize("name", MADE)
def test_nothing_is_cut_off_or_covered(pages, new_page, name, how):
    page = opened(new_page, pages[name], **how)
    assert page.locator(BOX).first.evaluate(TROUBLE) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("name", MADE)
def test_letters_of_twice_the_size_have_room(pages, new_page, name):
    page = opened(new_page, pages[name])
    page.add_style_tag(content=".tf.tf, .tf-recording.tf-living { font-size: 26px }")
    rest(page, 300)
    assert page.locator(BOX).first.evaluate(TROUBLE) == []


def luminance(colours):
    parts = colours / 255
    linear = np.where(parts > 0.04045, ((parts + 0.055) / 1.055) ** 2.4, parts / 12.92)
    return linear @ (0.2126, 0.7152, 0.0722)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", MADE)
def test_high_contrast_keeps_picture_and_focus_visible(pages, new_page, name, scheme):
    page = opened(new_page, pages[name], forced_colors="active", color_scheme=scheme)
    drawn = page.locator(f"{BOX} >> :is(canvas, .tf-scroll svg)").first
    ground = drawn.evaluate(
        "drawn => getComputedStyle(drawn.closest('.tf, .tf-living')).backgroundColor"
    )
    parts = np.array([float(part) for part in re.findall(r"[\d.]+", ground)[:3]])
    shot = np.asarray(Image.open(io.BytesIO(drawn.screenshot())).convert("RGB"))
    paper, lights = luminance(parts), luminance(shot.reshape(-1, 3))
    ratio = (np.maximum(lights, paper) + 0.05) / (np.minimum(lights, paper) + 0.05)
    found = (ratio > 4.5).mean()
    assert (paper > 0.5) == (scheme == "light")
    assert 0.003 < found < 0.8, "ink on the system's paper, not a sheet of another colour"
    first = page.locator(f"{BOX} >> button:visible, input:visible, summary:visible").first
    page.keyboard.press("Tab")
    assert first.count() and page.evaluate(
        "() => getComputedStyle(document.activeElement).outlineStyle !== 'none'"
    )


def test_high_contrast_keeps_doubt_apart(pages, new_page):
    page = opened(new_page, pages["whole_model"], forced_colors="active")
    words = page.locator(".lm-word").evaluate_all(
        "all => all.map(w => [+w.style.getPropertyValue('--doubt'),"
        " getComputedStyle(w).backgroundColor])"
    )
    assert len({colour for _, colour in words}) > 1


def test_without_motion_the_film_goes_by_whole_moments(pages, new_page):
    page = opened(new_page, pages["whole_model"], reduced_motion="reduce")
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Play", exact=True).click()
    pictures, seconds = page.evaluate(
        """async () => {
          const canvas = document.querySelector(".lm-stage > canvas"), seen = new Set();
          const start = performance.now();
          while (performance.now() < start + 1600) {
            seen.add(canvas.toDataURL());
            await new Promise(requestAnimationFrame);
          }
          return [seen.size, (performance.now() - start) / 1000];
        }"""
    )
    assert pictures > 1 and pictures / seconds <= 5


def test_letters_that_it_never_met_are_named_in_the_answer(pages, new_page):
    page = opened(new_page, pages["whole_model"])
    note = page.locator(".lm-strange")
    assert note.inner_text().replace("\u2068", "").replace("\u2069", "") == (
        "Of these letters it knows only the bytes: 東"
    )


def test_the_film_is_played_stopped_stepped_and_slowed_by_keyboard(pages, new_page):
    page = opened(new_page, pages["whole_model"])
    press, moment = page.keyboard.press, page.get_by_label("Moment", exact=True)
    at = lambda: float(moment.input_value())  # noqa: E731
    moment.focus()
    press("Home")
    assert at() == 0 and not page.locator(".lm-word:not(.lm-ahead)").count()
    press("PageUp")
    memory = at()
    press("PageUp")
    word = at()
    assert 0 < memory < word
    press("PageDown")
    assert at() == memory
    press("Space")
    page.get_by_role("button", name="Pause").wait_for()
    press("Space")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    press("Shift+Tab")
    assert page.evaluate("document.activeElement.tagName") == "SELECT"
    press("Home")
    speed = page.get_by_label("Speed")
    assert speed.input_value() == "0.25"
    press("End")
    assert speed.input_value() == "4"


PARTS = {
    "src.embedding": "03_embeddings",
    "src_embedding": "04_positional_encoding",
    "encoder.0.self_attention.0": "05_attention",
    "decoder.0.self_attention.0": "06_masks",
    "encoder.0.self_attention.1": "07_multi_head_attention",
    "encoder.1": "08_layers",
    "encoder.0.ffn": "08_layers",
    "memory": "09_encoder_decoder",
    "decoder.0.cross_attention.1": "09_encoder_decoder",
    "bars": "02_softmax_and_cross_entropy",
}


def test_a_pressed_part_says_what_it_is_and_leads_to_a_lesson_that_is_there(pages, new_page):
    page = opened(new_page, pages["whole_model"])
    for part, lesson in PARTS.items():
        page.locator(f'.lm-parts [data-id="{part}"]').press("Enter")
        card = page.get_by_role("dialog")
        assert len(card.locator("p").first.inner_text()) > 40, part
        assert card.locator("li").count() and "undefined" not in card.inner_text(), part
        assert card.get_by_role("link").get_attribute("href") == f"{lesson}.ipynb", part
        assert (ROOT / "notebooks" / f"{lesson}.ipynb").exists()
        page.keyboard.press("Escape")
        assert not card.is_visible()

"""A recorded drawing in a browser: it looks as matplotlib's own picture, light, dark and narrow."""

import io
import re

import numpy as np
import pytest
from PIL import Image, ImageFilter

from tests.browser.conftest import rest, soon
from tests.test_viz_record import everything
from tformer import viz
from tformer.viz.sliders.colours import contrast

HEAD = (
    '<!doctype html><html lang="en"><title>Figure</title>'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark"><style>body{margin:0}'
    ".tf.tf{font-family:DejaVu Sans}</style>"
)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A page of a figure with one of each artist, and matplotlib's pictures of its settings."""
    figure, line, bars, label, _ = everything()

    def update(tall):
        bars[1].set_height(tall)
        line.set_ydata([0, tall / 9, 0.5])
        label.set_text(f"<b>{tall}</b>")
        return f"Now {tall}."

    fig = viz.live(figure, update, caption="Kinds", tall=(1, 9, 1))
    page = tmp_path_factory.mktemp("drawing") / "kinds.html"
    page.write_text(HEAD + fig.html(), "utf-8")
    pictures = {}
    for tall in (1, 5, 9):
        fig.tall.value = tall
        pictures[tall] = Image.open(io.BytesIO(fig.still()[0])).convert("RGB")
    return page.as_uri(), pictures, fig.html()


def opened(new_page, made, **how):
    page = new_page(**{"width": 920, "height": 900, "offline": True, **how})
    page.goto(made[0])
    page.locator(".tf-live svg[aria-label]").wait_for()
    return page


def seen(page) -> np.ndarray:
    """The drawing as it is painted, without the finest detail: two painters smooth differently."""
    shot = page.locator(".tf-scroll svg").screenshot()
    return blurred(Image.open(io.BytesIO(shot)).convert("RGB"))


def blurred(picture: Image.Image) -> np.ndarray:
    small = picture.resize((900, 300), Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(3))
    return np.asarray(small).astype(int)


def test_it_looks_as_matplotlibs_own_picture_at_every_setting(made, new_page):
    page = opened(new_page, made)
    page.locator(".tf-scroll > div").evaluate(
        "box => (box.style.cssText = 'position:fixed;left:0;top:0;width:900px')"
    )
    slider = page.locator("input[type=range]")
    for tall, picture in made[1].items():
        slider.evaluate(
            "(s, to) => { s.value = to - 1; s.dispatchEvent(new Event('input')); }", tall
        )
        rest(page, 400)
        apart = np.abs(seen(page) - blurred(picture)).max(-1)
        print(tall, apart.mean(), np.percentile(apart, 99), apart.max())
        # Letters on blue are white here, so that they can be read; matplotlib's are black.
        assert apart.mean() < 2.5 and np.percentile(apart, 99) < 20
        others = [np.abs(seen(page) - blurred(p)).max(-1).mean()
                  for n, p in made[1].items() if n != tall]  # fmt: skip
        assert min(others) > 1.2 * apart.mean()  # it does tell settings apart
    assert page.errors == []


def test_letters_are_text_and_stand_where_matplotlib_measured_them(made, new_page):
    page = opened(new_page, made)
    word = page.locator(".tf-scroll text", has_text="<b>")
    assert word.inner_html().startswith("&lt;b&gt;")
    for family in ("DejaVu Sans", "serif"):
        page.add_style_tag(content=f".tf.tf.tf{{font-family:{family}}}")
        ratio = word.evaluate("w => w.getComputedTextLength() / w.getAttribute('textLength')")
        assert ratio == pytest.approx(1, abs=0.01)


TEXTS = """svg => {
  const frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text")].map((text) => {
    const { left, top, right, bottom } = text.getBoundingClientRect();
    return [text.textContent, getComputedStyle(text).fill,
      [left - frame.left, top - frame.top, right - frame.left, bottom - frame.top]];
  });
}"""


def unread(page) -> list:
    """Words of figures whose contrast with what is painted behind them is below 4.5."""
    found = []
    drawings = page.locator(".tf-live .tf-scroll svg")
    told = [drawing.evaluate(TEXTS) for drawing in drawings.all()]
    page.add_style_tag(content=".tf-live text{visibility:hidden}")
    for drawing, texts in zip(drawings.all(), told, strict=True):
        shot = np.asarray(Image.open(io.BytesIO(drawing.screenshot())).convert("RGB")) / 255
        for text, fill, (left, top, right, bottom) in texts:
            x, y = (left + right) / 2, (top + bottom) / 2
            wide, high = max(2, (right - left) / 4), max(2, (bottom - top) / 4)
            ground = shot[int(max(0, y - high)) : int(y + high) + 1,
                          int(max(0, x - wide)) : int(x + wide) + 1]  # fmt: skip
            colour = tuple(float(part) / 255 for part in re.findall(r"[\d.]+", fill)[:3])
            if ground.size:
                ratio = contrast(colour, tuple(np.median(ground, (0, 1)).tolist()))
                found += [(text, round(ratio, 2))] if ratio < 4.5 else []
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_can_be_read_upon_what_is_painted(made, new_page, scheme):
    page = opened(new_page, made, color_scheme=scheme)
    assert unread(page) == []
    page.add_style_tag(content=".tf-live text{fill:#999!important}")
    assert unread(page)  # it does see


def test_two_figures_of_one_document_share_no_names(made, new_page, tmp_path):
    twice = tmp_path / "twice.html"
    part = made[2]
    twice.write_text(HEAD + part + part, "utf-8")
    page = new_page(offline=True)
    page.goto(twice.as_uri())
    page.locator(".tf-live svg[aria-label]").nth(1).wait_for()
    names = page.locator("defs > *").evaluate_all("all => all.map((one) => one.id)")
    assert len(names) == len(set(names)) >= 2


def test_a_dark_page_has_dark_paper_and_the_same_hues(made, new_page):
    light, dark = (
        seen(opened(new_page, made, color_scheme=scheme)) for scheme in ("light", "dark")
    )
    assert light[2, 2].min() > 250 and dark[2, 2].max() < 40
    yellow = np.abs(light - (0xFD, 0xE7, 0x25)).max(-1) < 3  # the last cell of the map
    assert yellow.sum() > 500 and np.abs(dark - light)[yellow].max() < 3


# The letters of drawings in CSS pixels, as they are shown.
LETTERS = """drawings => drawings.flatMap((svg) => [...svg.querySelectorAll("text")].map((text) =>
  text.getAttribute("font-size") * svg.clientWidth / svg.viewBox.baseVal.width))"""


def test_on_a_phone_panels_stand_in_rows_their_letters_can_be_read_and_all_of_them_move(
    made, new_page
):
    page = opened(new_page, made, width=390)
    views = page.locator(".tf-scroll svg")
    assert views.count() == 3 and page.locator(".tf-scroll svg[role=img]").count() == 1
    tops = [view.bounding_box()["y"] for view in views.all()]
    assert tops == sorted(set(tops))  # below each other
    assert min(page.locator(".tf-scroll svg[role=img]").evaluate_all(LETTERS)) >= 10
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not page.locator(".tf-more").is_visible()
    bars = views.nth(1)
    before = bars.screenshot()
    page.locator("input[type=range]").press("End")
    assert soon(page, lambda: bars.screenshot() != before)
    page.set_viewport_size({"width": 1200, "height": 900})
    assert soon(page, lambda: views.count() == 1)


def test_a_picture_wider_than_the_page_says_so_until_its_end(new_page, tmp_path):
    figure, ax = viz.subplots(width=9)
    ax.set_title("one panel")
    fig = viz.live(figure, lambda k: ax.set_ylim(0, k) and f"Up to {k}.", caption="Wide", k=(1, 3))
    wide = tmp_path / "wide.html"
    wide.write_text(HEAD + fig.html(), "utf-8")
    page = opened(new_page, [wide.as_uri()], width=390)
    scroll, sign = page.locator(".tf-scroll"), page.locator(".tf-more")
    assert sign.is_visible() and scroll.get_attribute("tabindex") == "0"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    fades = "s => getComputedStyle(s).maskImage"
    assert "gradient" in scroll.evaluate(fades)
    scroll.evaluate("s => { s.scrollLeft = 9999 }")
    assert soon(page, lambda: scroll.evaluate(fades) == "none")
    page.set_viewport_size({"width": 1200, "height": 900})
    assert soon(page, lambda: not sign.is_visible())
    assert scroll.get_attribute("tabindex") is None


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_of_cells_with_two_colours_the_pages_own_are_seen(new_page, tmp_path, scheme):
    figure, axes = viz.subplots(1, 2, width=6)  # on a phone the second one is a view of the first
    cells = [ax.imshow(np.zeros((2, 2)), cmap="Blues", vmin=0, vmax=1) for ax in axes]
    fig = viz.live(figure, lambda k: cells[0].set_data(np.full((2, 2), k)) or f"Of {k}.", k=(0, 1))
    paged = tmp_path / "cells.html"
    paged.write_text(HEAD + fig.html(), "utf-8")
    page = opened(new_page, [paged.as_uri()], width=390, color_scheme=scheme)
    for view in page.locator(".tf-scroll svg").all():
        shot = Image.open(io.BytesIO(view.screenshot())).convert("RGB")
        middle = shot.getpixel((shot.width * 6 // 10, shot.height // 3))
        assert min(middle) > 240 if scheme == "light" else max(middle) < 60


STEP = """async () => {
  const svg = document.querySelector(".tf-scroll svg"), seen = new Set();
  const shape = () => [...svg.querySelectorAll("path")].map((p) => p.getAttribute("d")).join();
  const said = document.querySelector("figcaption span"), slider = document.querySelector("input");
  const words = new Set(), end = performance.now() + 600;
  slider.value = +slider.value + 1;
  slider.dispatchEvent(new Event("input"));
  while (performance.now() < end) {
    seen.add(shape());
    words.add(said.textContent + svg.getAttribute("aria-label"));
    await new Promise(requestAnimationFrame);
  }
  return [seen.size, words.size, shape()];
}"""


def test_a_step_glides_the_sentence_does_not_and_without_motion_nothing_does(made, new_page):
    ends = []
    for motion in ("no-preference", "reduce"):
        page = opened(new_page, made, reduced_motion=motion)
        page.wait_for_timeout(500)
        shapes, words, end = page.evaluate(STEP)
        assert words == 1 and (shapes > 2 if motion == "no-preference" else shapes == 1)
        ends.append(end)
    assert ends[0] == ends[1]

"""What a figure becomes on a page: marks that say the same as matplotlib's own picture."""

import base64
import io
import json
import re

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from PIL import Image

from tformer import viz
from tformer.viz.common.scripts import FOLDER
from tformer.viz.common.style import LETTERS
from tformer.viz.sliders import colours
from tformer.viz.sliders.record import Memory, Recording

LINES = [viz.BLUE, viz.ORANGE, viz.SKY, viz.GREEN, viz.PURPLE, viz.RED]


def marks(parts):
    return [mark for part in parts for mark in json.loads(part)]


def texts(parts):
    return {mark["text"]: mark for mark in marks(parts) if "text" in mark}


def everything():
    """A figure with one of each artist that the lessons draw, and its artists that move."""
    figure, (left, right, grid) = viz.subplots(1, 3, width=9)
    (line,) = left.plot([0, 1, 2], [0, 1, 0.5], "o--")
    bars = right.bar(["a", "b"], [1, 2], hatch="//", edgecolor="white", color=viz.ORANGE)
    left.fill_between([0, 2], 0, 1, color=viz.SKY, alpha=0.3)
    left.annotate("here", (1, 1), (1.5, 0.2), arrowprops={"arrowstyle": "->"})
    left.scatter([0.2, 0.4], [0.5, 0.6], c=[viz.RED, viz.GREEN])
    left.legend([line], ["a line"])
    right.legend([line], ["a line in its place"], loc="upper left")
    label = right.text(0.6, 1.2, "word", bbox={"boxstyle": "round", "fc": viz.BLUE, "ec": "none"})
    right.set(title="$x^2$", yscale="log")
    image = grid.imshow(np.arange(12.0).reshape(3, 4))
    return figure, line, bars, label, image


def test_what_changed_is_recorded_anew_and_equals_a_recording_of_the_whole():
    figure, line, bars, label, image = everything()
    recording = Recording(figure)
    start, _ = recording.frame(lambda: None)

    def update(n):
        line.set_ydata([n, 0, 1])
        bars[1].set_height(n)
        label.set_text(f"n is {n}")
        image.set_data(np.arange(12.0).reshape(3, 4)[:, ::-1] * n)
        line.axes.set_xlim(0, n)

    for n in (2.5, 9, 4):
        parts, _ = recording.frame(lambda n=n: update(n))
    whole, _ = Recording(figure).frame(lambda: None)
    assert parts == whole != start
    memory = Memory(start)
    cut = memory.cut(parts, "Now.")
    assert 0 < len(cut.parts) < len(parts)
    assert [cut.parts.get(n, part) for n, part in enumerate(start)] == parts
    assert memory.cut(start, "Then.").parts == {}


def test_words_stay_words_and_formulas_are_outlines():
    parts, _ = Recording(everything()[0]).frame(lambda: None)
    assert {"a", "b", "word", "here", "a line"} <= set(texts(parts))
    (formula,) = [mark for mark in marks(parts) if mark.get("formula") == "$x^2$"]
    assert formula["fill"] == "ink" and formula["d"].count("z") >= 2
    word = texts(parts)["word"]
    assert word["font-size"] == round(10 / 72 * 1000) and 250 < word["textLength"] < 450


def test_cells_of_a_map_are_its_pixels_the_right_way_round():
    figure, axes = viz.subplots(1, 2, width=6)
    table = np.arange(6.0).reshape(2, 3)
    axes[0].imshow(table)
    axes[1].pcolormesh(table)
    recording = Recording(figure)
    for ax, top in zip(axes, (0, 1), strict=True):
        found = [area for n, (whole, of) in enumerate(recording.wholes) if of is ax
                 for _, area in recording._areas[n] if not isinstance(area.paint, str)]  # fmt: skip
        assert [area.paint.shape for area in found] == [(2, 3, 4)]
        area, mapped = found[0], (ax.images or ax.collections)[0]
        for column, x in enumerate(np.linspace(area.left, area.right, 7)[1::2]):
            colour, dense = area.at(x, area.top + 5)
            assert dense == 1 and to_rgb(colour) == pytest.approx(
                mapped.to_rgba(table[top, column])[:3], abs=1 / 255
            )


def drawn_dark(artist, recording):
    """(rows, columns) of what each cell's colour weighs on a dark page."""
    parts, _ = recording.frame(lambda: None)
    at = next(n for n, (whole, _) in enumerate(recording.wholes) if whole is artist)
    (first, *_) = found = json.loads(parts[at])
    if "href" in first:
        if "dark" not in first:
            return None
        cells = Image.open(io.BytesIO(base64.b64decode(first["dark"].split(",")[1])))
        return colours.weighted(np.moveaxis(np.asarray(cells.convert("RGB")) / 255, -1, 0))
    return np.array([[colours.weighted(colours.on_page(mark["fill"], 1)) for mark in found]])


@pytest.mark.parametrize("lined", [False, True])
def test_a_map_that_begins_in_white_begins_in_the_paper_of_a_dark_page_and_grows_lighter(lined):
    figure, ax = viz.subplots()
    table = np.linspace(0, 1, 9)[None]
    kinds = dict(cmap="Blues", vmin=0, vmax=1)
    draw, more = (ax.pcolormesh, {"edgecolors": "white"}) if lined else (ax.imshow, {})
    cells = draw(table, **kinds, **more)
    light = drawn_dark(cells, Recording(figure))
    paper, ink = (colours.weighted(colours.on_page(role, 1)) for role in ("paper", "ink"))
    assert light.shape == (1, 9) and (np.diff(light[0]) > 0.02).all()
    assert abs(light[0, 0] - paper) < 0.03 and 0.6 < light[0, -1] / ink < 1


def test_a_map_with_a_white_middle_is_turned_and_one_of_full_colours_is_not():
    figure, axes = viz.subplots(1, 2)
    table = np.linspace(-1, 1, 9)[None]
    signed, full = axes[0].imshow(table, cmap="PuOr"), axes[1].imshow(table, cmap="cividis")
    recording = Recording(figure)
    (light,) = drawn_dark(signed, recording)
    assert light.argmin() == 4 and light[4] < 0.15 and light[[0, -1]].min() > 0.5
    assert drawn_dark(full, recording) is None


def test_the_explorers_scores_have_the_same_colours_on_a_dark_page():
    source = (FOLDER / "maps/web/colours.mjs").read_text()
    light, dark = (re.findall("#?[0-9a-f]{6}", re.search(rf'const {name} =[^"]*"(\w+)"', source)[1])
                   for name in ("PUOR", "PUOR_ON_DARK"))  # fmt: skip
    assert len(light) == 11
    assert [f"#{tone}" for tone in dark] == [
        colours.named(f"#{tone}", turned=True).split()[-1] for tone in light
    ]


def test_a_line_that_leaves_its_axes_is_cut_off_and_one_inside_is_not():
    figure, ax = viz.subplots()
    (line,) = ax.plot([0.2, 0.8], [0.2, 0.8])
    ax.set(xlim=(0, 1), ylim=(0, 1))
    recording = Recording(figure)
    blue = colours.named(viz.BLUE.lower())

    def of_line():
        return next(m for m in marks(recording.frame(lambda: None)[0]) if m.get("stroke") == blue)

    assert "clip" not in of_line()
    line.set_ydata([0.2, 5])
    recording.frame(lambda: line.set_ydata([0.2, 5]))
    box = ax.bbox.get_points() * 1000 / figure.dpi
    left, right = (int(n) for n in re.match(r"M(\d+) \d+H(\d+)V", of_line()["clip"]).groups())
    assert (left, right) == pytest.approx((box[0, 0], box[1, 0]), abs=1)


def ratio(name, ground, page):
    return colours.contrast(colours.on_page(name, page), ground)


@pytest.mark.parametrize("colour", [*LINES, "#222222", "#6E6E6E", "#ffffff", "#DCEEF9", "#808080"])
def test_letters_can_be_read_on_every_colour_on_both_pages(colour):
    """Written in each of the course's colours on a patch of this one."""
    figure, ax = viz.subplots()
    ax.bar(range(8), [1] * 8, color=colour, width=1)
    written = [*LINES, viz.INK, "white"]
    for n, tone in enumerate(written):
        ax.text(n, 0.5, str(n) * 2, color=tone, ha="center")
    parts, _ = Recording(figure).frame(lambda: None)
    patch = colours.named(colour.lower())
    for n in range(8):
        mark = texts(parts)[str(n) * 2]
        for page in (0, 1):
            assert ratio(mark["fill"], colours.on_page(patch, page), page) >= 4.5


def test_letters_on_cells_follow_their_colours():
    figure, ax = viz.subplots()
    image = ax.imshow([[0.0, 1.0]], vmin=0, vmax=1)
    ax.text(0, 0, "left", color="white", ha="center")
    ax.text(1, 0, "right", color="white", ha="center")
    recording = Recording(figure)
    told = texts(recording.frame(lambda: None)[0])
    turned = texts(recording.frame(lambda: image.set_data([[1.0, 0.0]]))[0])
    for found, dark, light in ((told, "left", "right"), (turned, "right", "left")):
        assert found[dark]["fill"] == "#ffffff"
        assert max(max(colours.on_page(found[light]["fill"], page)) for page in (0, 1)) < 0.15


def test_letters_on_the_page_can_be_read_and_keep_their_hue():
    for colour in [*LETTERS.values(), viz.BLUE, viz.RED, viz.INK, viz.GREY]:
        name = colours.named(colour.lower())
        paper = tuple(colours.on_page("paper", page) for page in (0, 1))
        told = colours.readable(name, paper)
        assert min(ratio(told, paper[page], page) for page in (0, 1)) >= 4.5
        for page in (0, 1):
            apart = abs(hue(colours.on_page(told, page)) - hue(to_rgb(colour)))
            assert told in ("ink", "dim") or min(apart, 360 - apart) <= 12


def hue(colour):
    red, green, blue = colour
    high, span = max(colour), max(colour) - min(colour) or 1
    turn = ((green - blue) / span + 6) % 6 if high == red else (
        (blue - red) / span + 2 if high == green else (red - green) / span + 4)  # fmt: skip
    return 60 * turn


def test_on_a_dark_page_paper_and_ink_change_places_and_orange_stays():
    assert colours.named("#ffffff") == "paper" and colours.named("#000000") == "ink"
    assert colours.named(viz.ORANGE.lower()) == viz.ORANGE.lower()
    for colour in LINES:
        dark = colours.on_page(colours.named(colour.lower()), 1)
        apart = abs(hue(dark) - hue(to_rgb(colour)))
        assert min(apart, 360 - apart) <= 4

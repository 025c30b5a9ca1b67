"""The live figure: what it paints, what it stores, what it refuses."""

import base64
import io
import itertools
import json
import re
import zlib

import ipywidgets as widgets
import numpy as np
import pytest
from PIL import Image

from tformer import viz
from tformer.viz.common.controls import positions
from tformer.viz.common.figure import in_a_row
from tformer.viz.common.style import LETTERS, panels


def wave(caption="A line"):
    figure, ax = viz.subplots()
    (line,) = ax.plot([0, 1], [0, 1])
    ax.set_ylim(0, 1)

    def update(slope, lift=0.0):
        line.set_ydata([lift, slope])
        return f"A line of slope {slope:g}."

    return figure, update


def pixels(png: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)


def shown(fig) -> np.ndarray:
    """The picture that a page has now."""
    return pixels(fig.still()[0])


def test_moving_a_slider_changes_the_picture_and_the_sentence():
    fig = viz.live(*wave(), slope=(0.0, 1.0, 0.5))
    before = shown(fig)
    fig.slope.value = 1.0
    assert (before != shown(fig)).any()
    assert fig.alt == "A line of slope 1." and repr(fig) == repr(fig.widget()) == fig.alt


def test_a_colour_mesh_shows_its_new_numbers():
    figure, ax = viz.subplots()
    mesh = ax.pcolormesh(np.zeros((2, 2)), vmin=0, vmax=1)

    def update(value):
        mesh.set_array(np.full((2, 2), value))
        return f"All {value}."

    fig = viz.live(figure, update, value=(0.0, 1.0, 0.5))
    fig.value.value = 0.0
    before = shown(fig)
    fig.value.value = 1.0
    assert (before != shown(fig)).any()


def test_changed_axis_limits_are_drawn_too():
    figure, ax = viz.subplots()
    ax.plot([0, 1], [0, 1])

    def update(top):
        ax.set_ylim(0, top)
        return f"Top {top}."

    fig = viz.live(figure, update, top=(1, 9, 4))
    before = shown(fig)
    fig.top.value = 9
    assert (before != shown(fig)).any()


def test_the_strip_shows_its_positions_leaves_no_place_empty_and_puts_the_sliders_back():
    fig = viz.live(*wave(), slope=(0.0, 1.0, 0.1))
    fig.slope.value = 0.5
    held = fig.still()
    png, alt = fig.strip()
    assert [f"slope = {v}" in alt for v in ("0:", "0.3:", "0.7:", "1:")] == [True] * 4
    high, wide = (side // 2 for side in pixels(png).shape[:2])
    assert wide == 700
    frames = [pixels(png)[y : y + high, x : x + wide] for y in (0, high) for x in (0, wide)]
    assert all((a != b).any() for a, b in itertools.pairwise(frames))
    assert fig.values == {"slope": 0.5} and fig.still() == held


@pytest.mark.parametrize(
    ("count", "width", "across"),
    [(3, 380, 3), (3, 500, 2), (4, 500, 2), (2, 720, 2), (2, 760, 1), (1, 900, 1), (4, 280, 4)],
)
def test_pictures_stand_in_a_row_or_in_pairs_or_in_a_column(count, width, across):
    assert in_a_row(count, width) == across


def unpacked(page: str) -> dict:
    """What a page without a kernel reads."""
    packed = re.search(r'type="application/json">"([^"]*)"<', page)[1]
    return json.loads(zlib.decompress(base64.b64decode(packed)))


def test_strip_settings_can_be_chosen():
    fig = viz.live(
        *wave(),
        strip=[{"slope": 0.1}, {"slope": 0.2, "lift": 1.0}],
        slope=(0.0, 1.0, 0.1),
        lift=(0.0, 1.0),
    )
    assert "slope = 0.2, lift = 1:" in fig.strip()[1]


def test_html_walks_frames_and_keeps_text_as_text():
    figure, update = wave()
    hostile = '</script><script>window.bad=1</script><img src=x onerror="bad()">'
    fig = viz.live(
        figure, lambda slope: update(slope) + hostile, caption=hostile, slope=(0.0, 1.0, 0.5)
    )
    page = fig.html()
    assert page.count("<script") == page.count("</script>") == 2 and "<img src=x" not in page
    told = unpacked(page)
    assert len(told["frames"]) == 3 and all(hostile in f["alt"] for f in told["frames"])
    assert page.count("iVBOR") == 1  # the still picture


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        (widgets.FloatSlider(min=0, max=1, step=0.25), [0, 0.5, 1]),
        (widgets.IntSlider(min=2, max=10), [2, 6, 10]),
        (widgets.Checkbox(), [False, True]),
        (widgets.Dropdown(options=["a", "b", "c", "d", "e"]), ["a", "c", "e"]),
        (widgets.Dropdown(options=[("one", 1), ("two", 2)]), [1, 2]),
        (widgets.Text("x"), ["x"]),
    ],
)
def test_positions_from_first_to_last(control, expected):
    assert positions(control, 3) == pytest.approx(expected)


def live(update, figure=None, **controls):
    return lambda: viz.live(figure or wave()[0], update, **controls)


def ask(question, options):
    return lambda: viz.predict(question, options)


BAD = {
    "no figure": (live(lambda a: "s", "x", a=(0, 1)), TypeError, "figure must be"),
    "no function": (live(3, a=(0, 1)), TypeError, "update must be callable"),
    "no sentence": (live(lambda a: None, a=(0, 1)), TypeError, "update must return"),
    "no control": (live(lambda: "s"), ValueError, "controls is empty"),
    "control upside down": (live(lambda a: "s", a=(2, 1)), ValueError, "a="),
    "control of no kind": (live(lambda a: "s", a=object()), ValueError, "a="),
    "question empty": (ask(" ", float), TypeError, "question must be a text"),
    "one option": (ask("?", ["a"]), ValueError, "two or more"),
    "options a string": (ask("?", "ab"), TypeError, "options must be a list"),
}


@pytest.mark.parametrize("row", BAD)
def test_bad_input_is_named(row):
    call, kind, words = BAD[row]
    with pytest.raises(kind, match=words):
        call()


def test_an_unknown_mode_is_named(monkeypatch):
    monkeypatch.setenv("TFORMER_FIGURES", "gif")
    with pytest.raises(ValueError, match="TFORMER_FIGURES='gif'"):
        viz.mode()


def test_a_failing_update_says_so_and_keeps_the_picture():
    figure, update = wave()

    def brittle(slope):
        if slope > 0.9:
            raise RuntimeError("too <steep>")
        return update(slope)

    fig = viz.live(figure, brittle, slope=(0.0, 1.0, 0.5))
    before = fig.still()
    fig.widget()
    with pytest.raises(RuntimeError):
        fig.slope.value = 1.0
    assert fig.still() == before and fig.widget().message.endswith("RuntimeError: too <steep>")
    fig.slope.value = 0.5
    assert fig.widget().message == ""


def test_letters_in_a_line_colour_get_its_companion_whenever_they_are_set():
    figure, ax = viz.subplots()
    word, line = ax.text(0, 0, "raw", color=viz.ORANGE), ax.axhline(0, color=viz.ORANGE)

    def update(k):
        word.set_color(viz.GREEN if k else viz.ORANGE)
        return "A."

    fig = viz.live(figure, update, k=(0, 1))
    for k, colour in ((0, viz.ORANGE), (1, viz.GREEN)):
        fig.k.value = k
        assert word.get_color() == LETTERS[colour] and line.get_color() == viz.ORANGE


def test_a_figure_does_not_shrink_below_letters_of_10_pixels():
    figure, ax = viz.subplots()
    ax.text(0, 0, "small", fontsize=9)
    size = viz.live(figure, lambda k: "A.", k=(0, 1)).widget().size
    assert size["least"] == pytest.approx(10 / (9 / 72 * 100) * 500)
    assert (size["width"], size["height"], size["most"]) == (500, 300, 700)


def test_panels_are_what_stands_side_by_side():
    figure, (left, _) = viz.subplots(1, 2, width=6)
    figure.colorbar(left.imshow(np.eye(3)), ax=left)
    figure.canvas.draw()
    (one, other) = panels(figure)
    assert one[:2] == [0, 0] and one[2] == other[0] and one[2] + other[2] == 6000
    assert left.get_tightbbox().x1 < figure.axes[2].get_tightbbox().x1 < one[2] / 1000 * figure.dpi
    figure.suptitle("a title that stands across both of them")
    figure.canvas.draw()
    assert panels(figure) == [[0, 0, 6000, 3000]]
    assert len(panels(viz.subplots(2, 1)[0])) == 1

"""The live figure: what it paints, what it stores, what it refuses."""

import io

import ipywidgets as widgets
import numpy as np
import pytest
from PIL import Image

from tformer import viz
from tformer.viz.blit import Blitter
from tformer.viz.controls import positions


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


def test_moving_a_slider_changes_the_picture_and_the_sentence():
    fig = viz.live(*wave(), slope=(0.0, 1.0, 0.5))
    before = pixels(fig._image.value)
    fig.slope.value = 1.0
    after = pixels(fig._image.value)
    assert (before != after).any()
    assert fig.alt == "A line of slope 1." and repr(fig) == fig.alt
    assert "slope 1." in fig._text.value


def test_a_blitted_frame_equals_a_full_draw():
    figure, ax = viz.subplots()
    (line,) = ax.plot([0, 1], [0, 1])
    bars = ax.bar([0, 1], [1, 1])
    label = ax.text(0.5, 0.5, "one")
    ax.set_title("title")
    ax.legend([line], ["line"])

    def update(n):
        line.set_ydata([n, 0])
        bars[0].set_height(n)
        label.set_text(f"n is {n}")
        ax.set_title(f"n = {n}")
        return "."

    blitter = Blitter(figure)
    for n in (0.2, 0.9, 0.4):
        picture, _ = blitter.frame(lambda n=n: update(n))
    for artist in blitter.moving:
        artist.set_animated(False)
    figure.canvas.draw()
    full = np.asarray(figure.canvas.buffer_rgba())[..., :3].astype(int)
    # Only where a spine crosses a bar may the order of painting differ by some pixels.
    assert (np.abs(np.asarray(picture).astype(int) - full).max(-1) > 8).mean() < 2e-3


def test_a_colour_mesh_shows_its_new_numbers():
    figure, ax = viz.subplots()
    mesh = ax.pcolormesh(np.zeros((2, 2)), vmin=0, vmax=1)

    def update(value):
        mesh.set_array(np.full((2, 2), value))
        return f"All {value}."

    fig = viz.live(figure, update, value=(0.0, 1.0, 0.5))
    fig.value.value = 0.0
    before = pixels(fig._image.value)
    fig.value.value = 1.0
    assert (before != pixels(fig._image.value)).any()


def test_changed_axis_limits_are_drawn_too():
    figure, ax = viz.subplots()
    ax.plot([0, 1], [0, 1])

    def update(top):
        ax.set_ylim(0, top)
        return f"Top {top}."

    fig = viz.live(figure, update, top=(1, 9, 4))
    before = pixels(fig._image.value)
    fig.top.value = 9
    assert (before != pixels(fig._image.value)).any()


def test_the_strip_shows_three_positions_and_puts_the_sliders_back():
    fig = viz.live(*wave(), slope=(0.0, 1.0, 0.5))
    fig.slope.value = 0.5
    held = fig._image.value
    png, alt = fig.strip()
    assert [f"slope = {v}" in alt for v in ("0:", "0.5:", "1:")] == [True] * 3
    width = Image.open(io.BytesIO(png)).size[0]
    assert width == 3 * 500
    thirds = [pixels(png)[:, i * 500 : (i + 1) * 500] for i in range(3)]
    assert (thirds[0] != thirds[1]).any() and (thirds[1] != thirds[2]).any()
    assert fig.values == {"slope": 0.5} and fig._image.value == held


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
    assert page.count("<script>") == 1 and page.count("</script>") == 1
    assert "<img src=x" not in page and "\\u003cimg src=x" not in page
    assert page.count("iVBOR") == 3


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
    before = fig._image.value
    with pytest.raises(RuntimeError):
        fig.slope.value = 1.0
    assert fig._image.value == before and "too &lt;steep&gt;" in fig._text.value


def test_predictions_are_kept_and_compared():
    guess = viz.predict("How large?", float)
    assert guess.answer is None
    assert "no prediction" in repr(guess.compare(6.91))
    guess.field.value = "7"
    assert guess.answer == 7.0 and guess.compare(6.91).hit
    guess.field.value = "3,5"
    assert guess.answer == 3.5 and not guess.compare(6.91).hit
    guess.field.value = "50 %"
    assert guess.answer == 50.0 and guess.note.value == "Kept."
    assert guess.compare(50, "%").hit and guess.compare(0.5).hit
    guess.field.value = "nan"
    assert guess.answer is None
    guess.field.value = "<b>half</b>"
    assert guess.answer is None and "“&lt;b&gt;half&lt;/b&gt;” is no number" in guess.note.value
    guess.field.value = ""
    assert guess.note.value == ""
    guess.field.value = "1,050,624"
    assert guess.answer == 1_050_624
    count = viz.predict("How many?", int)
    for text in ("8,544", "8544"):
        count.field.value = text
        assert count.compare(8544).hit
    assert "You said 8,544: worth" in repr(count.compare(51_264))
    assert "run says: 51,264" in repr(count.compare(51_264))
    choice = viz.predict("Which?", ["rows", "columns"])
    assert choice.answer is None
    choice.field.value = "rows"
    assert choice.compare("rows").hit and not choice.compare("columns").hit
    assert "You said “rows”: right." in repr(choice.compare("rows"))


def test_a_map_of_the_sequential_colours_is_kept_as_it_is_in_dark_themes():
    figure, (left, right) = viz.subplots(1, 2)
    cells = left.pcolormesh(np.zeros((2, 2)), cmap="cividis", vmin=0, vmax=1)
    right.imshow(np.zeros((2, 2)), cmap="PuOr")

    def update(k):
        cells.set_array(np.full((2, 2), k))
        return f"All {k:g}."

    style, _, copies, _ = viz.live(figure, update, k=(0.0, 1.0, 0.5)).widget().children
    assert len(copies.children) == 2 and style.value.count("clip-path:inset(") == 1
    top, far, bottom, near = (
        float(side[:-1]) for side in style.value.split("inset(")[1].split(")")[0].split()
    )
    assert 0 < near < 50 < far < 100 and 0 < top < bottom + top < 50  # the left half, less margins
    assert "clip-path" not in viz.live(*wave(), slope=(0.0, 1.0, 0.5)).widget().children[0].value

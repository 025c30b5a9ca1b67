"""The loss curve: grows while a run trains, goes back through it, says when it is too good."""

import io

import numpy as np
import pytest
from PIL import Image

from tests.test_viz_live import unpacked
from tformer import viz
from tformer.training.history import History
from tformer.viz.sliders import curve as module


def run(*losses, entropy=0.5, updates=40):
    history = History(updates, entropy)
    for n, loss in enumerate(losses, start=1):
        history.add(loss, rate=1e-3, tokens=64, seconds=0.01, update=10 * n)
    return history


def pixels(png):
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)


def test_each_point_changes_the_picture_and_the_sentence():
    curve, history = viz.loss_curve(chance=2.5), run(2.0)
    assert curve.alt == "No update yet."
    curve(history)
    before = pixels(curve.still()[0])
    history.add(0.6, 1e-3, 64, 0.01, 20)
    curve(history)
    assert (pixels(curve.still()[0]) != before).any()
    assert curve.alt == ("After 20 of 40 updates the loss is 0.60 nats per token; "
                         "the entropy is 0.50.")  # fmt: skip
    assert "tokens/s" in curve.note and "left" in curve.note


def test_a_validation_loss_that_comes_late_is_drawn():
    curve, history = viz.loss_curve(chance=2.5), run(2.0, 1.0)
    curve(history)
    before = pixels(curve.still()[0])
    history.rows[-1]["validation"] = 1.5
    curve(history)
    assert "on held-out data 1.50" in curve.alt
    assert (pixels(curve.still()[0]) != before).any()


def test_below_the_entropy_is_named_and_without_one_nothing_is_claimed():
    curve = viz.loss_curve()
    curve(run(2.0, 0.01))
    assert "far below the entropy 0.50: too good to be honest" in curve.alt
    curve = viz.loss_curve()
    curve(run(2.0, 0.01, entropy=None))
    assert curve.alt == "After 20 of 40 updates the loss is less than 0.1 nats per token."


def test_a_loss_above_the_axis_makes_it_taller():
    curve = viz.loss_curve(chance=1.0)
    curve(run(7.0))
    assert curve._ax.get_ylim()[1] > 7


def test_the_slider_goes_back_and_the_still_picture_has_three_moments():
    curve = viz.loss_curve(chance=2.5)
    curve(run(2.0, 1.5, 1.0, 0.9))
    curve.until.value = 25
    assert curve.alt.startswith("After 20 of 40")
    png, alt = curve.strip()
    assert [f"until = {n}:" in alt for n in (10, 20, 40)] == [True] * 3
    (one, two), (three, _) = (np.split(row, 2, axis=1) for row in np.split(pixels(png), 2))
    assert (one != two).any() and (two != three).any()
    page = curve.html()
    assert len(unpacked(page)["frames"]) == 41
    assert page.count("iVBOR") == 1  # the still picture


def test_the_red_point_of_a_run_too_good_is_red_in_the_stored_picture_too():
    curve = viz.loss_curve(chance=2.5)
    curve(run(1.2, 0.03, 0.002, updates=30))
    red = np.array([0xCC, 0x33, 0x11])
    shown = [
        (abs(pixels(png) - red).max(-1) < 12).sum() for png in (curve.still()[0], curve.strip()[0])
    ]
    assert shown[0] > 20 and shown[1] > 20


@pytest.mark.parametrize(("way", "shown"), [("live", 1), ("png", 0)])
def test_it_puts_itself_on_the_page_once_and_only_when_live(monkeypatch, way, shown):
    monkeypatch.setenv("TFORMER_FIGURES", way)
    pages = []
    monkeypatch.setattr(module, "show", pages.append)
    curve, history = viz.loss_curve(), run(2.0)
    curve(history)
    curve(history)
    if way == "live":
        curve._ipython_display_()
    assert len(pages) == shown


def test_what_is_no_history_is_refused():
    with pytest.raises(TypeError, match="history must be a History, got list"):
        viz.loss_curve()([2.0, 1.0])

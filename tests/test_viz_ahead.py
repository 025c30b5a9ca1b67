"""Frames that are drawn ahead of the hand: which, in which order, and what they must not touch."""

import asyncio
import json
import random
import re
import sys

import ipywidgets as widgets
import numpy as np
import pytest
import torch

from tests.test_viz_live import unpacked
from tformer import viz
from tformer.viz.common import idle, places
from tformer.viz.common.controls import as_controls
from tformer.viz.sliders import ahead
from tformer.viz.sliders import frames_page as live_page


def figure_of(update=None, **controls):
    figure, ax = viz.subplots()
    (line,) = ax.plot([0, 1], [0, 1])
    ax.set_ylim(0, 4)

    def draw(**values):
        line.set_ydata([0, sum(v for v in values.values() if isinstance(v, int | float))])
        if update:
            update(**values)
        return f"Now {values}."

    return viz.live(figure, draw, **controls)


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(ahead, "QUIET", 0.0)
    monkeypatch.setattr(idle, "QUIET", 0.0)
    monkeypatch.setattr(sys.modules["tformer.viz.sliders.live"], "QUIET", 0.0)
    monkeypatch.setattr(idle, "PAUSE", 0.0)
    monkeypatch.setattr(idle, "SHARE", 0.0)


def browse(fig, *messages):
    """What the browser is sent in idle time after it has told these."""
    told = []
    fig.widget().send = lambda content, buffers=None: told.append((content, buffers))

    async def run():
        for message in messages:
            fig._heard(fig.widget(), message, [])
            await asyncio.sleep(0.05)
        while idle.IDLE._jobs.get(fig._ahead):
            await asyncio.sleep(0.05)

    asyncio.run(run())
    return [frame["key"] for content, _ in told for frame in content.get("frames", ())], told


CONTROLS = {
    "slider": (widgets.FloatSlider(0.3, min=0.1, max=0.5, step=0.1), 2, [0.1, 0.2, 0.3, 0.4, 0.5]),
    "whole": (widgets.IntSlider(4, min=2, max=7, step=2), 1, [2, 4, 6]),
    "powers": (widgets.FloatLogSlider(100.0, min=0, max=2, step=1), 2, [1, 10, 100]),
    "choice": (widgets.Dropdown(options=[("one", 1), ("two", 2)]), 0, [1, 2]),
    "tick": (widgets.Checkbox(True), 1, [False, True]),
    "text": (widgets.Text("a"), "a", ["a"]),
    "no end": (widgets.IntSlider(3, min=0, max=10**9), 3, [3]),
    "of two ends": (widgets.IntRangeSlider(value=(1, 2)), (1, 2), [(1, 2)]),
}


@pytest.mark.parametrize("name", CONTROLS)
def test_a_control_stands_at_one_of_its_places(name):
    control, at, values = CONTROLS[name]
    assert places.place(control) == at
    found = places.every(control)
    assert found == (values if isinstance(at, tuple | str) else pytest.approx(values))


def test_one_move_comes_before_two_and_near_before_far():
    controls = as_controls({"a": (0, 3, 1), "b": ["x", "y"], "word": "w"})
    controls["a"].value = 1
    assert places.key(controls) == '[1,0,"w"]'
    found = list(places.nearest(controls))
    assert [k for k, _ in found] == [
        f'[{a},{b},"w"]' for a, b in ((0, 0), (2, 0), (1, 1), (3, 0), (0, 1), (2, 1), (3, 1))
    ]
    assert found[-1][1] == {"a": 3, "b": "y", "word": "w"}


def test_of_a_huge_grid_only_what_one_move_reaches():
    controls = as_controls({"a": (0, 99, 1), "b": (0, 99, 1)})
    assert len(list(places.nearest(controls))) == 2 * 99


def test_all_other_settings_are_sent_once_while_idle(quick):
    fig = figure_of(slope=(0, 20, 1), half=[True, False])
    keys, _ = browse(fig, {"hello": True}, {"values": {"slope": 9}, "key": "[9,0]", "ask": True})
    assert len(keys) == len(set(keys)) == 42
    assert set(keys[:3]) == {"[9,0]", "[11,0]", "[10,1]"}  # from where the slider stood, 10
    assert fig.slope.value == 9 and fig.widget().shown["key"] == "[9,0]"
    again, _ = browse(fig, {"hello": True})
    assert sorted([*again, "[9,0]"]) == sorted(keys)  # a page that was loaded anew shows [9,0]


def test_nothing_is_sent_ahead_to_nobody(quick):
    fig = figure_of(slope=(0, 20, 1))
    assert browse(fig, {"values": {"slope": 3}, "key": "[3]"})[0] == []
    browse(fig, {"hello": True})
    fig.widget().places = 1
    held = ahead.Ahead.total
    fig.widget().places = 0
    assert fig._memory.frames == {} and ahead.Ahead.total < held


def test_lessons_do_not_notice(quick, capsys):
    def noisy(slope):
        print("drawn", torch.rand(1), random.random(), np.random.rand())

    fig = figure_of(noisy, slope=(0, 9, 1))
    capsys.readouterr()
    states = torch.get_rng_state(), random.getstate(), np.random.get_state()[1]
    assert len(browse(fig, {"hello": True})[0]) == 9
    assert torch.equal(torch.get_rng_state(), states[0]) and random.getstate() == states[1]
    assert (np.random.get_state()[1] == states[2]).all()
    assert capsys.readouterr().out == ""


def test_settings_that_fail_and_figures_that_are_slow_are_left_for_when_they_are_asked(
    quick, monkeypatch
):
    def brittle(slope):
        if slope == 3:
            raise RuntimeError("three")

    fig = figure_of(brittle, slope=(0, 4, 1))
    fig.slope.value = 0
    keys, _ = browse(fig, {"hello": True}, {"values": {"slope": 3}, "key": "[3]", "ask": True})
    assert sorted(keys) == ["[1]", "[2]", "[4]"]  # and 0 is on show
    assert fig.widget().message == "This setting failed. RuntimeError: three"
    monkeypatch.setattr(ahead, "SLOW", 0.0)
    slow = figure_of(slope=(0, 9, 1))
    assert len(browse(slow, {"hello": True})[0]) == 2


def test_a_lesson_keeps_within_its_room(quick, monkeypatch):
    monkeypatch.setattr(ahead, "LESSON", ahead.Ahead.total + 4000)
    fig = figure_of(slope=(0, 90, 1))
    keys, told = browse(fig, {"hello": True})
    assert 1 <= len(keys) < 90
    assert sum(len(json.dumps(content)) for content, _ in told) < 12_000


def test_pictures_of_data_that_changed_are_forgotten(quick):
    factor = [1]
    figure, ax = viz.subplots()
    (line,) = ax.plot([0, 1], [0, 1])

    def update(k):
        line.set_ydata([0, k * factor[0] / 10])
        return f"Rises by {k * factor[0]}."

    fig = viz.live(figure, update, k=(0, 5, 1))
    browse(fig, {"hello": True})

    async def cell():
        fig.look_again()
        while idle.IDLE._jobs.get(("look again", id(fig))):
            await asyncio.sleep(0.05)

    asyncio.run(cell())
    assert len(fig._memory.frames) >= 5  # nothing has changed
    factor[0] = 2
    asyncio.run(cell())
    assert fig.alt == "Rises by 4."
    assert all(frame.alt == f"Rises by {2 * int(k[1])}." for k, frame in fig._memory.frames.items())


def test_a_control_with_other_ends_is_offered_anew():
    fig = figure_of(slope=(0, 4, 1))
    fig.widget()
    fig.slope.max = 9
    assert fig.widget().controls[0]["max"] == 9


def test_what_a_control_does_not_take_is_answered_with_what_it_has():
    fig = figure_of(slope=(0, 4, 1))
    browse(fig, {"values": {"slope": "steep", "other": 1}, "key": '["steep"]', "ask": True})
    assert fig.widget().shown["key"] == "[2]" and fig.widget().shown["asked"] == '["steep"]'
    assert fig.widget().shown["values"] == {"slope": 2}


def test_a_page_has_every_control_and_says_where_it_is_coarser():
    fig = figure_of(angle=(0, 1499, 1), half=list(range(8)), word="w")
    page = unpacked(fig.html())
    controls, frames, note = page["controls"], page["frames"], page["note"]
    assert [c["name"] for c in controls] == ["angle", "half"]
    assert len(frames) == len(controls[0]["options"]) * 8 <= live_page.FRAMES
    assert controls[0]["options"][0] == "0" and controls[0]["options"][-1] == "1499"
    assert controls[0]["options"][controls[0]["value"]] == str(fig.angle.value)
    assert "“word” stays as it is" in note
    assert f"“angle” has {len(controls[0]['options'])} of its 1500 steps" in note


def test_a_page_of_large_frames_has_fewer(monkeypatch):
    whole = len(live_page.walk(figure_of(angle=(0, 99, 1))))
    monkeypatch.setattr(live_page, "BYTES", whole - 100)
    page = figure_of(angle=(0, 99, 1)).html()
    assert 2 <= len(unpacked(page)["frames"]) < 100
    assert len(re.search(r'json">("[^"]*")', page)[1]) <= whole - 100

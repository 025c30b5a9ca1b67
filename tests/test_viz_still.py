"""What a live figure leaves in a saved notebook, and the idle time in which it is renewed."""

import asyncio
import time

import pytest

from tformer.viz.common import idle, still
from tformer.viz.common.still import StillWidget

HOSTILE = '"><script>bad()</script><img src=x onerror="bad()">'


@pytest.fixture
def shown(monkeypatch):
    """The outputs that were displayed: (bundle, keyword arguments)."""
    outputs = []
    monkeypatch.setattr(still, "display", lambda *what, **how: outputs.append((*what, how)))
    return outputs


def test_what_is_stored_holds_no_widget_view_and_no_markup_of_others(shown):
    widget = StillWidget()
    widget.place((b"png", HOSTILE), HOSTILE)
    (bundle, how) = shown[0]
    assert set(bundle) == {"text/html", "text/plain"} and bundle["text/plain"] == HOSTILE
    assert bundle["text/html"].count("<img") == 1 and "<script" not in bundle["text/html"]
    assert f'data-tformer-still="{widget.still}"' in bundle["text/html"]
    assert how == {"raw": True, "display_id": widget.still}


def test_a_caption_names_the_point_and_the_numbers_are_the_pictures_own_words():
    kept = still.still_html(b"png", "Of 9 rows 4.", "Rows")
    assert kept.count("Of 9 rows 4.") == 1 and 'alt="Of 9 rows 4."' in kept
    assert "<b>Rows.</b>" in kept
    bare = still.still_html(b"png", "Of 9 rows 4.", "")
    assert bare.count("Of 9 rows 4.") == 2  # without a caption the sentence is one
    heard = still.caption_html("Rows", HOSTILE, heard=True)
    assert f'<span style="{still.HEARD}">' in heard and "<script" not in heard


def test_words_alone_stand_where_the_picture_is_not_drawn_yet(shown):
    StillWidget().place((None, "A line."))
    assert "<img" not in shown[0][0]["text/html"] and "A line." in shown[0][0]["text/html"]


def test_only_the_newest_picture_is_drawn_and_only_a_new_one_is_sent(shown, monkeypatch):
    monkeypatch.setattr(still, "REST", 0.05)
    widget, drawn = StillWidget(), []

    def draw(alt):
        return lambda: (drawn.append(alt), (b"png", alt))[1]

    async def moved():
        widget.place((b"png", "first"))
        for alt in ("second", "third"):
            widget.keep(draw(alt))
        for count in (1, 2):
            for _ in range(200):  # a busy machine draws later
                if len(drawn) == count:
                    break
                await asyncio.sleep(0.05)
            widget.keep(draw("third"))

    asyncio.run(moved())
    assert drawn == ["third", "third"]
    assert [bundle["text/plain"] for bundle, _ in shown] == ["first", "third"]
    assert shown[1][1]["update"]


def test_where_only_views_live_the_view_is_shown(shown, monkeypatch):
    monkeypatch.setenv("VSCODE_PID", "1")
    widget = StillWidget()
    widget.place((b"png", "alt"))
    widget.keep(lambda: pytest.fail("nothing is stored there"))
    assert shown == [(widget, {})]


def test_idle_work_rests_while_somebody_waits_and_the_newest_goes_first():
    work, done = idle.Idle(), []

    def step(name, times):
        def one():
            done.append((name, time.monotonic()))
            return sum(n == name for n, _ in done) < times

        return one

    async def busy():
        work.later("old", step("old", 2), 0)
        work.later("new", step("new", 2), 0)
        work.later("long", step("long", 2), 0, long=True)
        work.later("never", step("never", 1), 0)
        work.drop("never")
        work.later("fails", lambda: 1 / 0, 0)
        work.somebody_waits()
        await asyncio.sleep(idle.QUIET + 0.6)

    start = time.monotonic()
    asyncio.run(busy())
    assert [name for name, _ in done] == ["new", "new", "old", "old", "long", "long"]
    assert done[0][1] - start >= idle.QUIET
    work.later("no loop", lambda: pytest.fail("there is no loop"))

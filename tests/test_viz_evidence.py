"""Evidence waits for its question: folded, whole, escaped, and open once there is an answer."""

import re

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.display import HTML, display
from IPython.utils.capture import capture_output

from tformer import viz
from tformer.viz import evidence
from tformer.viz.common.still import StillWidget

HOSTILE = "</pre></details><img src=x onerror=alert(1)>"


@pytest.fixture(autouse=True)
def shell():
    """Only within a shell does anything show more than its text."""
    yield InteractiveShell.instance()
    InteractiveShell.clear_instance()


def shown(monkeypatch, guess, mode, *things):
    """What a cell leaves that prints a hostile text and shows `things` as evidence of `guess`."""
    monkeypatch.setenv("TFORMER_FIGURES", mode)
    with capture_output() as taken, guess.evidence() as kept:
        print(HOSTILE)
        for thing in things:
            display(thing)
    assert taken.stdout == taken.stderr == ""
    (output,) = taken.outputs
    return output.data, kept


def asked():
    return viz.predict("How many rows?", int)


@pytest.mark.parametrize("mode", ["live", "png", "html"])
def test_all_that_is_printed_and_shown_stands_in_one_fold_as_text(monkeypatch, mode):
    data, _ = shown(monkeypatch, asked(), mode, HTML("<b>a table</b>"), 6.5)
    page = data["text/html"]
    assert page.startswith("<details data-tformer-evidence=") and " open>" not in page
    inside = page[: page.index("</details>")]
    assert all(text in inside for text in (evidence.SUMMARY, "<b>a table</b>", ">6.5</pre>"))
    assert "<img" not in page and "&lt;/details&gt;" in inside
    assert data["text/plain"].splitlines()[0] == HOSTILE and "6.5" in data["text/plain"]


def test_it_opens_with_an_answer_given_before_or_later_and_never_in_a_stored_run(monkeypatch):
    guess = asked()
    _, kept = shown(monkeypatch, guess, "live")
    drawn = []
    kept._handle = type("Handle", (), {"update": lambda _, bundle, raw: drawn.append(bundle)})()
    guess.field.value = "six"  # no number: no answer
    guess.field.value = "6"
    assert [" open>" in bundle["text/html"] for bundle in drawn] == [False, True]
    assert " open>" in shown(monkeypatch, guess, "live")[0]["text/html"]
    assert " open>" not in shown(monkeypatch, guess, "png")[0]["text/html"]


def test_a_page_opens_it_by_the_answer_that_the_browser_keeps(monkeypatch):
    guess = asked()
    page = shown(monkeypatch, guess, "html")[0]["text/html"]
    assert re.search(r"</details><script>.*tformer-answer", page, re.DOTALL)
    assert f'data-tformer-evidence="{guess.key}"' in page


def test_a_figure_inside_is_the_figure_itself(monkeypatch):
    figure, ax = viz.subplots()
    (line,) = ax.plot([0, 1], [0, 1])

    def update(slope):
        line.set_ydata([0, slope])
        return f"A line of slope {slope:g}."

    live = viz.live(figure, update, slope=(0.0, 1.0, 0.5))
    page = shown(monkeypatch, asked(), "live", live)[0]["text/html"]
    assert f'data-tformer-still="{live.widget().still}"' in page


def test_what_went_wrong_inside_is_seen_after_what_was_printed(monkeypatch):
    monkeypatch.setenv("TFORMER_FIGURES", "png")
    with capture_output() as taken, pytest.raises(ZeroDivisionError), asked().evidence():
        print("before")
        1 / 0  # noqa: B018
    assert "before" in taken.outputs[0].data["text/html"]


def test_a_figure_that_moved_renews_its_picture_inside_the_fold(monkeypatch):
    widget = StillWidget()
    monkeypatch.setenv("TFORMER_FIGURES", "live")
    with capture_output() as taken, asked().evidence() as kept:
        print("before")
        widget.place((b"png", "as it was"))
    drawn = []
    kept._handle = type("Handle", (), {"update": lambda _, bundle, raw: drawn.append(bundle)})()
    with capture_output() as later:
        widget._renew(lambda: (b"png", "as it is"))
        widget._renew(lambda: (b"png", "as it is"))  # the same again: nothing is sent
    assert "as it was" in taken.outputs[0].data["text/html"] and later.outputs == []
    (page,) = [bundle["text/html"] for bundle in drawn]
    assert "as it is" in page and "as it was" not in page and "before" in page


def test_where_only_views_live_a_view_stands_beside_the_fold(monkeypatch):
    monkeypatch.setenv("TFORMER_FIGURES", "live")
    view = {evidence.WIDGET_VIEW: {"model_id": "of a figure"}, "text/plain": "a view"}
    with capture_output() as taken, asked().evidence():
        print("before")
        display(view, raw=True)
    shown, fold = (output.data for output in taken.outputs)
    assert shown == view and "before" in fold["text/html"] and "a view" not in fold["text/html"]

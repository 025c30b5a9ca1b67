"""The drawing of a layer: which boxes stand where, and what muting does."""

import pytest

from tformer import viz


@pytest.mark.parametrize(
    ("order", "upwards"),
    [
        ("post", ["attention", "norm 0", "feed-forward", "norm 1"]),
        ("pre", ["norm 0", "attention", "norm 1", "feed-forward"]),
        (None, ["attention", "feed-forward"]),
    ],
)
def test_the_norm_stands_after_the_sum_or_before_the_sublayer(order, upwards):
    _, axes = viz.subplots()
    boxes = viz.draw_layer(axes, ["attention", "feed-forward"], order=order)
    assert sorted(boxes, key=lambda name: boxes[name][0].get_y()) == upwards
    assert [text.get_text() for text in axes.texts].count("+") == 2


def test_a_muted_box_changes_its_look_and_comes_back():
    _, axes = viz.subplots()
    box = viz.draw_layer(axes, ["attention"])["attention"]
    look = box[0].get_facecolor(), box[0].get_linestyle(), box[1].get_color()
    viz.mute(box, True)
    assert all(
        now != then
        for now, then in zip(
            (box[0].get_facecolor(), box[0].get_linestyle(), box[1].get_color()), look, strict=True
        )
    )
    viz.mute(box, False)
    assert (box[0].get_facecolor(), box[0].get_linestyle(), box[1].get_color()) == look


def test_an_unknown_order_is_refused():
    _, axes = viz.subplots()
    with pytest.raises(ValueError, match="order must be"):
        viz.draw_layer(axes, ["attention"], order="both")

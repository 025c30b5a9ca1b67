"""The drawing of a layer: which boxes stand where, and what muting does."""

import pytest

from tformer import viz
from tformer.layers import DecoderLayer, EncoderLayer


@pytest.mark.parametrize(
    ("order", "upwards"),
    [
        ("post", ["attention", "norm 1", "feed-forward", "norm 2"]),
        ("pre", ["norm 1", "attention", "norm 2", "feed-forward"]),
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


def test_the_transformer_stands_as_in_figure_1():
    """Each stack from its ids upwards, and the encoder's output led into cross-attention."""
    figure, axes = viz.subplots()
    boxes = viz.draw_transformer(axes)
    upwards = {
        "encoder": ["source ids", "embed, place", "self-attention", "norm 1", "feed-forward",
                    "norm 2"],
        "decoder": ["target ids", "embed, place", "causal attention", "norm 1", "cross-attention",
                    "norm 2", "feed-forward", "norm 3", "linear"],
    }  # fmt: skip
    for side, names in upwards.items():
        own = {name: box[0] for (at, name), box in boxes.items() if at == side}
        assert sorted(own, key=lambda name: own[name].get_y()) == names
        assert len({patch.get_x() for patch in own.values()}) == 1  # one column
    texts = [text.get_text() for text in axes.texts]
    assert texts.count("+") == 5 and texts.count("× N") == 2 and "memory" in texts
    ends = [note.xy for note in axes.texts if hasattr(note, "xy")]
    cross = boxes["decoder", "cross-attention"][0]
    assert (cross.get_x(), cross.get_y() + cross.get_height() / 2) in ends
    figure.canvas.draw()
    frame = axes.get_window_extent()
    for box, _ in boxes.values():
        assert frame.contains(*box.get_window_extent().min)
        assert frame.contains(*box.get_window_extent().max)


def test_norms_are_numbered_as_in_the_code():
    """The box "norm 1" is the module `norm1` of the layer, and there are as many."""
    _, axes = viz.subplots()
    boxes = viz.draw_transformer(axes)
    for side, layer in (("encoder", EncoderLayer(8, 2, 16)), ("decoder", DecoderLayer(8, 2, 16))):
        modules = {name for name, _ in layer.named_children() if name.startswith("norm")}
        drawn = {name for at, name in boxes if at == side and name.startswith("norm")}
        assert {name.replace(" ", "") for name in drawn} == modules

"""The grid of a map inside a matplotlib figure: its names, its extent, and that it is kept."""

import numpy as np

from tformer import viz


def names(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def test_rows_and_columns_are_named_and_cells_lie_under_their_names():
    _, axes = viz.subplots()
    grid = viz.token_grid(axes, [("<bos>", " A"), (" A", " dog")], ["Ein", " Hund", "."])
    grid.set_data(np.eye(2, 3))
    assert names(axes.yaxis) == ["<bos> → A", "A → dog"] and names(axes.xaxis) == [
        "Ein",
        "Hund",
        ".",
    ]
    assert tuple(grid.get_extent()) == (-0.5, 2.5, 1.5, -0.5) and grid.get_clim() == (0, 1)


def test_another_sentence_takes_the_same_grid():
    _, axes = viz.subplots()
    grid = viz.token_grid(axes, ["a"], ["a"])
    assert viz.token_grid(axes, ["b", "c"], []) is grid and len(axes.images) == 1
    assert names(axes.yaxis) == ["b", "c"] and names(axes.xaxis) == []

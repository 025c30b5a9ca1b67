"""A map of attention inside a matplotlib figure, its rows and columns named by tokens."""

from collections.abc import Sequence

import numpy as np

from tformer.viz.common.style import SEQUENTIAL
from tformer.viz.maps.maps import row_name


def token_grid(axes, rows: Sequence, columns: Sequence, *, size: float = 8):
    """An empty grid of ``rows`` by ``columns`` cells from 0 to 1; fill it with ``set_data``.

    Args:
        axes: of `viz.subplots`. A grid that it has already is named anew and kept.
        rows, columns: tokens, or for a decoder's rows pairs (read, written); an empty list
            leaves that side without names, for a panel beside another one.
        size: of the letters, in points.

    Example:
        >>> from tformer import viz
        >>> figure, axes = viz.subplots()
        >>> viz.token_grid(axes, ["a", "b"], ["a", "b"]).set_data([[1, 0], [0.5, 0.5]])
    """
    if axes.images:
        grid = axes.images[0]
    else:
        grid = axes.imshow(np.zeros((1, 1)), cmap=SEQUENTIAL, vmin=0, vmax=1, aspect="auto")
    height, width = max(len(rows), 1), max(len(columns), 1)
    grid.set_extent((-0.5, width - 0.5, height - 0.5, -0.5))
    names = [[row_name(token).strip(" ") for token in side] for side in (rows, columns)]
    axes.set_yticks(range(len(rows)), names[0], fontsize=size)
    axes.set_xticks(range(len(columns)), names[1], fontsize=size, rotation=90)
    axes.grid(False)
    return grid

"""The kernel's end of live.js: the drawing on show, the controls, and frames sent ahead."""

from typing import Any

import traitlets

from tformer.viz.common.scripts import script
from tformer.viz.common.still import StillWidget
from tformer.viz.sliders.record import Frame


class LiveWidget(StillWidget):
    """What the kernel and the page tell each other.

    The page draws `base`, with the parts that `shown` tells. It sends ``{hello}`` when it is
    new, and ``{values, key, ask}`` when its controls moved; frames ahead are messages.
    """

    _esm = script("sliders/web/live.js")
    controls = traitlets.List().tag(sync=True)
    caption = traitlets.Unicode().tag(sync=True)
    longest = traitlets.Unicode().tag(sync=True)  # a sentence whose room is kept
    size = traitlets.Dict().tag(sync=True)
    base = traitlets.List().tag(sync=True)
    shown = traitlets.Dict().tag(sync=True)
    message = traitlets.Unicode().tag(sync=True)
    note = traitlets.Unicode().tag(sync=True)

    def tell(self, frame: Frame, **shown: Any) -> None:
        """Show a frame; `shown` tells its key and the values of the controls."""
        with self.hold_sync():
            self.message = ""
            self.shown = frame.told() | {"turn": self._turn() + 1} | shown

    def _turn(self) -> int:
        """Counts what was shown: the same frame, asked for again, is an answer too."""
        return self.shown.get("turn", 0)

    def send_frames(self, frames: list[tuple[str, Frame]]) -> None:
        self.send({"frames": [{"key": key} | frame.told() for key, frame in frames]})

    def __repr__(self) -> str:
        return self.shown.get("alt", "")

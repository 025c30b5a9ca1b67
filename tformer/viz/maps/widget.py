"""The kernel's end of web/explorer.mjs."""

import traitlets

from tformer.viz.common.scripts import script, style
from tformer.viz.common.still import StillWidget


class AttentionWidget(StillWidget):
    """What the kernel and the page tell each other.

    The page draws `payload` and offers `controls`; it changes `values`, and `sentence`, `layer`,
    `head` and `row` (the pinned one, or None) follow the reader's choices a little later.
    """

    _esm = script("maps/web/explorer.mjs")
    _css = style("maps/web/explorer.css", "maps/web/doubted_words.css")
    payload = traitlets.Dict().tag(sync=True)
    controls = traitlets.List().tag(sync=True)
    values = traitlets.Dict().tag(sync=True, echo_update=False)  # answered by a payload anyway
    caption = traitlets.Unicode().tag(sync=True)
    message = traitlets.Unicode().tag(sync=True)
    sentence = traitlets.Int(0).tag(sync=True)
    layer = traitlets.Int(0).tag(sync=True)
    head = traitlets.Int(0).tag(sync=True)
    row = traitlets.Int(None, allow_none=True).tag(sync=True)
    alt = traitlets.Unicode()

    def __repr__(self) -> str:
        return self.alt

"""The kernel's end of web/living.mjs."""

import traitlets

from tformer.viz.stage.scripts import script, style
from tformer.viz.stage.still import StillWidget


class LivingWidget(StillWidget):
    """The page sets `asked` (a sentence and a setting), the kernel answers with `shown`; or
    `timing` (a part of the learner's), answered by `timed`."""

    _esm = script("living/web/living.mjs")
    _css = style("living/web/living.css")
    page = traitlets.Dict().tag(sync=True)
    shown = traitlets.Dict().tag(sync=True)
    asked = traitlets.Dict().tag(sync=True, echo_update=False)
    timing = traitlets.Dict().tag(sync=True, echo_update=False)
    timed = traitlets.Dict().tag(sync=True)
    alt = traitlets.Unicode()

    def __repr__(self) -> str:
        return self.alt

"""The kernel's end of web/whole_model.mjs."""

import traitlets

from tformer.viz.common.scripts import script, style
from tformer.viz.common.still import StillWidget


class LivingWidget(StillWidget):
    """The page sets `asked` (a sentence and a setting), the kernel answers with `shown`; or
    `timing` (a part of the learner's), answered by `timed`."""

    _esm = script("whole_model/web/whole_model.mjs")
    _css = style("whole_model/web/whole_model.css")
    page = traitlets.Dict().tag(sync=True)
    shown = traitlets.Dict().tag(sync=True)
    asked = traitlets.Dict().tag(sync=True, echo_update=False)
    timing = traitlets.Dict().tag(sync=True, echo_update=False)
    timed = traitlets.Dict().tag(sync=True)
    alt = traitlets.Unicode()

    def __repr__(self) -> str:
        return self.alt

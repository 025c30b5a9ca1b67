"""The translator on the learner's own functions: every answer that passed becomes a part of it.

    from tformer.course.your_translator import assemble

    yours = assemble()                             # kept answers, references for the rest
    yours                                          # which parts are whose
    yours.translate("Ein Hund rennt am Strand.")

- ``machine``: trained weights and what joins the parts, from text to text
- ``parts``: one part, counted and compared with its reference
- ``rehearsal``: what an answer does in the whole is tried in another process first
- ``assembly``: which parts there are and whose they are
- ``looks``: its maps, as the learner's attention makes them; ``stages``: the machine as a picture
- ``learning``: the same machine from random numbers, trained through the parts
- ``exam``: sentences that no training has met; ``cached``: the machine with a cache
- ``page_to_show``: the page that a learner shows beside the file
- ``file``: all of it as one file; ``names`` keeps apart what two answers call the same
"""

from .assembly import Yours, assemble, assembled, one_part
from .exam import examined
from .file import file_text, write_file
from .learning import Beginner
from .looks import maps
from .page_to_show import write_page

__all__ = [
    "Beginner", "Yours", "assemble", "assembled", "examined", "file_text", "maps", "one_part",
    "write_file", "write_page",
]  # fmt: skip

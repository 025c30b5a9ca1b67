"""A hunt for bugs with the check-up's own probes (lesson 20).

    from tformer.course import bug_hunt

    bug_hunt.show("scores")      # a step of a small model, wrong: its source
    bug_hunt.confirm(scores)     # your repair: probes look at it, and the checker where it can
    bug_hunt.repair("scores")    # ours
    ill = bug_hunt.Patient("A")  # symptoms alone, and three probes

- ``model``: the patients' model, whose steps are functions, and these steps as they should be
- ``suspects``: the same steps with slips that were published; nothing of the package imports them
- ``cases``: which probes look at which step, where a slip was published, who has which
- ``desk``: what a learner calls
- ``claims``: what may be read elsewhere and what a run shows, over the whole course
"""

from tformer.course.bug_hunt.cases import CASES, PATIENTS, PROBES, Case
from tformer.course.bug_hunt.claims import CLAIMS, Index
from tformer.course.bug_hunt.desk import Patient, confirm, repair, show
from tformer.course.bug_hunt.model import Model

__all__ = ["CASES", "CLAIMS", "PATIENTS", "PROBES", "Case", "Index", "Model", "Patient", "confirm",
           "repair", "show"]  # fmt: skip

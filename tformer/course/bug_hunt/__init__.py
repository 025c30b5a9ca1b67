"""Twelve published bugs, to be found with the course's own probes (lesson 20).

    from tformer.course import bug_hunt

    bug_hunt.show("embed")      # the suspect's source
    bug_hunt.CASES["embed"]     # where it was published, and what each probe reads off it
    bug_hunt.confirm(embed)     # your repair: the probes look at it, and the checker where it can
    bug_hunt.repair("embed")    # ours

- ``suspects``: the functions as they were published; nothing of the package imports them
- ``repairs``: ours, where the function is no exercise of the course
- ``looks``: what each probe reads off a function, on small models
- ``cases``: suspects, sources and looks together; ``desk``: what a learner calls
- ``claims``: what may be read elsewhere and what a run shows, over the whole course
"""

from tformer.course.bug_hunt.cases import CASES, Case, Look
from tformer.course.bug_hunt.claims import CLAIMS, Index
from tformer.course.bug_hunt.desk import confirm, repair, show

__all__ = ["CASES", "CLAIMS", "Case", "Index", "Look", "confirm", "repair", "show"]

"""The door to the exercises. The checker says which mistake was made, not only that one was.

    from tformer.exercises import check, course, hint, solution, progress

    check(softmax)              # a card: passed, not started, or the mistake and where it shows
    hint("softmax")             # one more hint at each call
    solution("softmax")         # the reference's source, after a warning
    progress()                  # what is passed, by lesson
    course()                    # the map: questions, minutes, which rooms are open

Behind it stands `tformer.course`: the exercises, one file each, and the checker.
"""

from tformer.course.coach import check, hint, solution, solution_source
from tformer.course.overview import course, progress

__all__ = ["check", "course", "hint", "progress", "solution", "solution_source"]

"""The checker: it says which mistake was made, not only that one was.

    from tformer.exercises import check, course, hint, solution, progress

    check(softmax)              # a card: passed, not started, or the mistake and where it shows
    hint("softmax")             # one more hint at each call
    solution("softmax")         # the reference's source, after a warning
    progress()                  # what is passed, by lesson
    course()                    # the map: questions, minutes, which rooms are open

To add an exercise, write ``tformer/exercises/lesson_XX.py`` (or ``lesson_XX_topic.py``) with a list
``EXERCISES``; it is found by its name. Where a file grows past 200 lines its mistakes go to a
``mistakes_XX_topic.py`` beside it. An ``Exercise`` is data:

- ``reference``: the right function, under the exercise's name. ``solution`` shows its source.
- ``cases``: ``Case(make, why, tags)``. ``make`` builds fresh arguments, the same at every call.
  The first is a tiny example for the learner to read; then all sizes different, lengths of one,
  large values, float64, non-contiguous input; and a ``probe`` with all sizes equal, where an answer
  that raises everywhere else shows by its numbers what it does.
- ``mistakes``: ``Mistake(slug, says, fn)``, or ``twist(slug, says, keyword=...)``, keywords that
  turn ``variant`` (the reference with switches) into the mistake. Of two that change different
  keywords the checker also knows the combination.
- ``signs``: ``Sign(slug, says, shows)``, symptoms ``shows(args, got, want)`` that name what is not
  listed. Ratios to a size or a constant, offsets, wrong dtypes, shapes and orders, inverted masks,
  NaN, "only the first item" and exceptions are recognised without any help (``fingerprints``).
- ``readings``: where the text leaves a convention open (does a function return (1, V) or (V,)?),
  ways to rewrite the arguments under which an answer is right too.
- ``laws``: ``Law(slug, says, calls, holds)``, properties tried out on what is still not recognised.

Right answers in other styles go to ``tests/exercise_styles/lesson_XX.py``. The tests ask that they
pass, that each mistake is rejected with its own slug, and that no case can be dropped unnoticed.
"""

from .bookkeeping import progress
from .checker import check
from .coach import hint, solution, solution_source
from .course_map import course

__all__ = ["check", "course", "hint", "progress", "solution", "solution_source"]

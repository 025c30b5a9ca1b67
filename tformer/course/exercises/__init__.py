"""What is asked: one file an exercise, under the topic of its lesson.

To add an exercise, write one file, ``<topic>/<name of the function>.py``; it is found by its
``EXERCISE``, and listed where the topic's ``ORDER`` names it, as its lesson asks them, or at the
end. Its parts stand in the order in which they are read:

- the reference: the right function, under the exercise's name. ``solution`` shows its source.
- ``HINTS``: three or four, each one step nearer; the last is the line itself.
- ``CASES``: ``Case(make, why, tags)``. ``make`` builds fresh arguments, the same at every call.
  The first is a tiny example for the learner to read; then all sizes different, lengths of one,
  large values, float64, non-contiguous input, values at the bounds; and a ``probe`` with all sizes
  equal, where an answer that raises everywhere else shows by its numbers what it does. Enough are
  there when every small change of the reference comes out wrong in one of them.
- ``variant``: the reference with switches, one for each step that can go wrong. A switch is the
  step itself, a function whose default is right.
- ``MISTAKES``: ``twist(slug, says, keyword=...)``, keywords that turn ``variant`` into the mistake,
  or ``Mistake(slug, says, fn)``. Of two that change different keywords the checker also knows the
  combination. One slip in the reference's own code (``mutants``), a wrong type, shape or dtype
  (``repairs``) need not be listed, unless it is often one of two mistakes, or its own words help.
- ``SIGNS``: ``Sign(slug, says, shows)``, symptoms ``shows(args, got, want)`` that name what is not
  listed. Ratios to a size or a constant, offsets, wrong dtypes, shapes and orders, inverted masks,
  NaN, "only the first item" and exceptions are recognised without any help (``fingerprints``).
- ``LAWS``: ``Law(slug, says, calls, holds)``, properties tried out on what is still not recognised.
- ``EXERCISE``: all of these together. Where the text leaves a convention open (does a function
  return (1, V) or (V,)?) its ``readings`` rewrite the arguments: an answer may be right under any.
  Where float tensors go in and the result depends on them, the gradient has to flow back and to be
  the reference's (``gradients``); where that makes no sense, ``no_gradient`` says why. What does
  all of it in torch is named in ``ready``, a way that the stub rules out in ``rules_out``: both
  pass, with a word on the card (``whose``).

What two exercises share stands in a module beside them (``attention/steps.py``). Answers to try it
with, each marked right or wrong, go to ``tests/answers/<topic>/<exercise>.py``, three right ones at
least. The tests ask that right ones pass, that each mistake is rejected with its own slug and made
by an answer, that wrong ones are named, that a detached answer is rejected, and that each mutant of
the reference is killed by a case, or stands in ``tests/exercises/equal_mutants.py`` with the reason
why it is equal.
"""

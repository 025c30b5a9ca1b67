"""The learning rate of the 2017 paper."""

import operator

from ...checker.core import Case, Exercise, Mistake, Sign, twist


def noam_lr(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


HINTS = (
    "Two curves: one climbs in a straight line, one falls as 1 / sqrt(step). Which of the two is "
    "smaller at the start, which later?",
    "The smaller one counts: min. They meet at step == warmup, where both are 1 / sqrt(warmup).",
    "The climbing one is step * warmup ** -1.5. Mind the brackets: 4 ** -1/2 is (1/4)/2 in "
    "Python, 4 ** -0.5 is 1/2.",
    "return d_model ** -0.5 * min(step ** -0.5, step * warmup ** -1.5)",
)

CASES = (
    Case(lambda: (40, 16, 100), "d_model 16, during warm-up: 0.25 * 40 / 1000 = 0.01",
         ("warming-up",)),
    Case(lambda: (1, 64, 9), "the first step: small, not zero, no division by zero",
         ("warming-up", "first-step")),
    Case(lambda: (5000, 512, 10), "long after warm-up: it falls as 1 / sqrt(step)",
         ("after-warm-up",)),
    Case(lambda: (4000, 256, 4000), "the last step of warm-up: the peak", ("at-the-peak",)),
)  # fmt: skip


def variant(
    step, d_model, warmup, join=min, width=lambda d: d**-0.5, fall=lambda n: n**-0.5,
    rise=lambda n, w: n * w**-1.5,
):  # fmt: skip
    """noam_lr with one switch for each thing that can go wrong."""
    return width(d_model) * join(fall(step), rise(step, warmup))


MISTAKES = (
    twist("brackets-missing-for-width", "d_model ** -1/2 is (1 / d_model) / 2 in Python: write "
          "d_model ** -0.5.", width=lambda d: d**-1 / 2),
    twist("no-warm-up", "There is no warm-up: it is the falling curve alone (or the "
          "rising one never is the smaller: is its power of warmup negative?).",
          join=lambda fall, rise: fall),
    twist("curves-added", "The two curves are added; the smaller one counts.", join=operator.add),
    twist("times-root-of-width", "It multiplies by the root of d_model, sqrt(d_model); wider "
          "models get smaller rates, d_model ** -0.5.", width=lambda d: d**0.5),
    twist("divided-by-width", "It divides by d_model; the square root (sqrt) of d_model is meant.",
          width=lambda d: 1 / d),
    twist("falls-too-fast", "It falls as 1 / step; it should be 1 / sqrt(step).",
          fall=lambda n: 1 / n),
    twist("brackets-missing-for-step", "step ** -1/2 is (1 / step) / 2 in Python: write "
          "step ** -0.5.", fall=lambda n: n**-1 / 2),
    Mistake("warm-up-to-one", "The warm-up factor goes up to 1 and no rate falls: that is "
            "min(1, step / warmup).", lambda s, d, w: d**-0.5 * min(1.0, s / w)),
    Mistake("peak-of-one", "The two curves meet at 1, step / warmup and its inverse square root "
            "(sqrt); they should meet at warmup ** -0.5.",
            lambda s, d, w: noam_lr(s, d, w) * w**0.5),
    twist("warm-up-power-half", "warmup has the power -0.5; it should be -1.5.",
          rise=lambda n, w: n * w**-0.5),
    twist("brackets-missing-for-warm-up", "warmup ** -3/2 is (1 / warmup**3) / 2 in Python: write "
          "warmup ** -1.5.", rise=lambda n, w: n * w**-3 / 2),
    Mistake("one-step-behind", "It counts one step too few (step - 1): the first step then has no "
            "rate, or divides by zero.", lambda s, d, w: noam_lr(s - 1, d, w)),
    Mistake("whole-numbers", "It divides with //, so that the result is a whole number.",
            lambda s, d, w: d**-0.5 * min(s**-0.5, s // w * w**-0.5)),
    Mistake("width-inside-the-minimum", "d_model scales only one of the two curves.",
            lambda s, d, w: min(d**-0.5 * s**-0.5, s * w**-1.5)),
    Mistake("warm-up-outside-the-minimum", "warmup ** -1.5 stands outside of the minimum and "
            "multiplies whatever min chooses; it belongs to the rising curve: "
            "min(step ** -0.5, step * warmup ** -1.5).",
            lambda s, d, w: d**-0.5 * min(s**-0.5, s) * w**-1.5),
)  # fmt: skip

SIGNS = (
    Sign("negative-rate", "The rate is negative: the sign is wrong, the optimizer would climb.",
         lambda a, g, w: g < 0),
    Sign("wrong-after-warm-up", "It is right during warm-up and wrong afterwards, where it should "
         "fall as step ** -0.5.", lambda a, g, w: a[0] > a[2]),
    Sign("wrong-during-warm-up", "It is right after warm-up and wrong before, where it should be "
         "step * warmup ** -1.5.", lambda a, g, w: a[0] < a[2]),
    Sign("too-large", "The rate comes out too large.", lambda a, g, w: g > w, every=False),
    Sign("too-small", "The rate comes out too small.", lambda a, g, w: g < w, every=False),
)  # fmt: skip

EXERCISE = Exercise(noam_lr, HINTS, CASES, MISTAKES, variant, SIGNS)

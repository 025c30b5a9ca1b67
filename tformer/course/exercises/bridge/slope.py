"""How steep a function is, from two of its values."""

from ...checker.core import Case, Exercise, Mistake, Sign, twist


def slope(f, x, h):
    return (f(x + h) - f(x - h)) / (2 * h)


HINTS = (
    "How much does f rise from one place to the other, and how far apart are the two places?",
    "The places are x - h and x + h: 2 * h apart, not h.",
    "The rise is f(x + h) - f(x - h): first the place on the right, then the one on the left.",
    "return (f(x + h) - f(x - h)) / (2 * h)",
)


def square(w):
    return w * w


def cube(w):
    return w * w * w


def falling_line(w):
    return 5 - 2 * w


def hyperbola(w):
    return 8 / w


CASES = (
    Case(lambda: (cube, 2.0, 1.0), "w * w * w: 27 at the place 3, 1 at the place 1, 2 apart"),
    Case(lambda: (square, -3.0, 0.5), "w * w to the left of 0, where it falls", ("falls",)),
    Case(lambda: (falling_line, 7.0, 0.25), "a line: -2, wherever you look and with every h",
         ("line",)),
    Case(lambda: (abs, 0.5, 2.0), "the size of w, with a step across its corner", ("corner",)),
    Case(lambda: (hyperbola, 3.0, 0.001), "8 / w with a small h: the two values hardly differ",
         ("small-step",)),
)  # fmt: skip


def variant(f, x, h, left="x-h", over="2h", after=None):
    """slope with a switch for each place and for the run that the rise is divided by."""
    places = {"x+h": x + h, "x-h": x - h, "x": x}
    rise = f(places["x+h"]) - f(places[left])
    runs = {"2h": 2 * h, "h": h}
    result = rise / runs[over]
    return after(result) if after else result


MISTAKES = (
    twist("without-sign", "The sign is lost: a falling function has a negative slope.", after=abs),
    twist("divided-by-h", "The rise is divided by h, but the two places are 2 * h apart: the slope "
          "comes out twice too large.", over="h"),
    twist("one-sided", "This is the slope between x and x + h, to one side only; asked for is that "
          "between x - h and x + h.", left="x", over="h"),
    twist("sign-turned", "The sign is turned: take the left value from the right one.",
          after=lambda s: -s),
    Mistake("brackets-missing", "Without brackets, / 2 * h divides by 2 and then multiplies by h.",
            lambda f, x, h: (f(x + h) - f(x - h)) / 2 * h),
    Mistake("own-small-step", "It takes a tiny step of its own instead of h.",
            lambda f, x, h: (f(x + 1e-5) - f(x - 1e-5)) / 2e-5),
)  # fmt: skip

SIGNS = (
    Sign("wrong-sign", "The sign is wrong: a function that rises has a slope above 0.",
         lambda a, g, w: float(g) * w < 0, every=False),
    Sign("too-steep", "It comes out too steep.", lambda a, g, w: abs(float(g)) > abs(w),
         every=False),
)  # fmt: skip

EXERCISE = Exercise(slope, HINTS, CASES, MISTAKES, variant, SIGNS)

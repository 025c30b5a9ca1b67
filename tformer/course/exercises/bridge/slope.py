"""How steep a function is, from two of its values."""

import math

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


# fmt: off
CASES = (
    Case(lambda: (cube, 2.0, 1.0), "w * w * w: 27 at the place 3, 1 at the place 1, 2 apart"),
    Case(lambda: (square, -3.0, 0.5), "w * w to the left of 0, where it falls", ("falls",)),
    Case(lambda: (falling_line, 7.0, 0.25), "a line: -2, wherever you look and with every h",
         ("line",)),
    Case(lambda: (abs, 0.5, 2.0), "the size of w, with a step across its corner", ("corner",)),
    Case(lambda: (hyperbola, 3.0, 0.001), "8 / w with a small h: the two values hardly differ",
         ("small-step",)),
)
# fmt: on


def variant(f, x, h, right="x+h", left="x-h", over="2h", after=None):
    """slope with a switch for each place and for the run that the rise is divided by."""
    places = {"x+h": x + h, "x-h": x - h, "x": x, "x+2h": x + 2 * h, "half": x + h / 2,
              "minus half": x - h / 2, "h": h, "-h": -h}  # fmt: skip
    rise = f(places[right]) - (0 if left == "none" else f(places[left]))
    runs = {"2h": 2 * h, "h": h, "1": 1, "2": 2, "h/2": h / 2, "half": 1 / (2 * h), "hh": h * h,
            "4h": 4 * h, "x": x}  # fmt: skip
    result = rise / runs[over]
    return after(result) if after else result


# fmt: off
MISTAKES = (
    twist("divided-by-h", "The rise is divided by h, but the two places are 2 * h apart: the slope "
          "comes out twice too large.", over="h"),
    twist("to-the-right-only", "The rise runs from x to x + h but is divided by 2 * h.", left="x"),
    twist("one-sided", "This is the slope between x and x + h, to one side only; asked for is that "
          "between x - h and x + h.", left="x", over="h"),
    twist("one-sided-left", "This is the slope between x - h and x, to one side only; asked for is "
          "that between x - h and x + h.", right="x", over="h"),
    twist("left-half-only", "The rise runs from x - h to x but is divided by 2 * h.", right="x"),
    twist("not-divided", "This is the rise alone; it is to be divided by how far apart the places "
          "are, 2 * h.", over="1"),
    twist("divided-by-two", "The rise is divided by 2, not by 2 * h.", over="2"),
    twist("multiplied-by-the-run", "The rise is multiplied by 2 * h: slope is rise divided by run.",
          over="half"),
    twist("divided-by-half-of-h", "The rise is divided by h / 2: the places are 2 * h apart.",
          over="h/2"),
    twist("divided-by-h-squared", "The rise is divided by h * h: the run is 2 * h.", over="hh"),
    twist("divided-by-x", "The rise is divided by x, the place; the run is 2 * h.", over="x"),
    twist("divided-by-4h", "The rise is divided by 4 * h: the places are 2 * h apart.", over="4h"),
    twist("half-a-step", "The places are x - h / 2 and x + h / 2, so they are only h apart; asked "
          "for are x - h and x + h.", right="half", left="minus half", over="h"),
    twist("half-a-step-full-run", "The places are x - h / 2 and x + h / 2, but the rise is divided "
          "by 2 * h.", right="half", left="minus half"),
    twist("two-steps-to-the-right", "The second place is x + 2 * h, the first x; asked for are x - "
          "h and x + h.", right="x+2h", left="x"),
    twist("around-zero", "The places are -h and h: that is the slope at 0, not at x.", right="h",
          left="-h"),
    twist("left-value-forgotten", "It divides the value at x + h; the value at x - h is to be "
          "taken off first.", left="none"),
    twist("upside-down", "It is upside down (inverted): run divided by rise.",
          after=lambda s: 1 / s if s else 0.0),
    twist("sign-turned", "The sign is turned: take the left value from the right one.",
          after=lambda s: -s),
    twist("without-sign", "The sign is lost: a falling function has a negative slope.", after=abs),
    twist("rounded", "The slope is rounded: keep all digits.", after=lambda s: round(s, 2)),
    twist("rounded-to-whole", "The slope is rounded to a whole number.", after=round),
    twist("in-a-list", "It returns a list; a number was asked for.", after=lambda s: [s]),
    Mistake("brackets-missing", "Without brackets, / 2 * h divides by 2 and then multiplies by h.",
            lambda f, x, h: (f(x + h) - f(x - h)) / 2 * h),
    Mistake("only-the-last-divided", "Only the second value is divided: brackets around the "
            "difference are missing.", lambda f, x, h: f(x + h) - f(x - h) / (2 * h)),
    Mistake("mean-of-the-two", "It is the mean of the two values, no slope: take their difference.",
            lambda f, x, h: (f(x + h) + f(x - h)) / 2),
    Mistake("values-added", "The two values are added: the rise is their difference.",
            lambda f, x, h: (f(x + h) + f(x - h)) / (2 * h)),
    Mistake("value-at-x", "It returns the value of f at x, not how steep f is there.",
            lambda f, x, h: f(x)),
    Mistake("own-small-step", "It takes a tiny step of its own instead of h.",
            lambda f, x, h: (f(x + 1e-5) - f(x - 1e-5)) / 2e-5),
)

SIGNS = (
    Sign("no-number", "It does not return one number.",
         lambda a, g, w: not hasattr(g, "__float__")),
    Sign("not-a-number", "The result is no finite number.",
         lambda a, g, w: not math.isfinite(float(g))),
    Sign("wrong-sign", "The sign is wrong: a function that rises has a slope above 0.",
         lambda a, g, w: float(g) * w < 0, every=False),
    Sign("too-steep", "It comes out too steep.", lambda a, g, w: abs(float(g)) > abs(w),
         every=False),
    Sign("too-flat", "It comes out too flat.", lambda a, g, w: abs(float(g)) < abs(w),
         every=False),
)
# fmt: on

EXERCISE = Exercise(slope, HINTS, CASES, MISTAKES, variant, SIGNS)

"""How large the first weights are to be, for a layer that keeps the size of what it is given."""

import math

from ...checker.core import Case, Exercise, Sign, twist


def first_std(fan_in, after_relu):
    return math.sqrt((2 if after_relu else 1) / fan_in)


HINTS = (
    "A sum of fan_in products has fan_in times the mean square of one product.",
    "So the mean square of the weights must undo that: 1 / fan_in. The standard deviation is its "
    "square root.",
    "ReLU sets half of its inputs to 0, so the mean square it hands on is halved: twice as much "
    "must come from the weights.",
    "return math.sqrt((2 if after_relu else 1) / fan_in)",
)

CASES = (
    Case(lambda: (100, False), "100 inputs as they come: a standard deviation of 0.1"),
    Case(lambda: (64, True), "64 inputs that come out of a ReLU", ("after-relu",)),
    Case(lambda: (768, False), "as wide as GPT-2", ("wide",)),
    Case(lambda: (1, False), "a single input: its weight is as large as 1", ("one-input",)),
    Case(lambda: (3, True), "three inputs that come out of a ReLU", ("after-relu",)),
)


def variant(n, after_relu, relu=2.0, plain=1.0, root=math.sqrt):
    """first_std with a switch for what stands under the root, and for the root."""
    return root((relu if after_relu else plain) / n)


MISTAKES = (
    twist("relu-the-wrong-way", "The factor 2 stands in the case without ReLU.", relu=1.0,
          plain=2.0),
    twist("bound-not-deviation", "This is the bound of a uniform distribution, sqrt(3) times too "
          "large; the standard deviation was asked for.", relu=6.0, plain=3.0),
    twist("variance-not-deviation", "This is the variance; the standard deviation is its square "
          "root (sqrt).", root=lambda share: share),
    twist("relu-forgotten", "After a ReLU half of the mean square is missing: the weights need "
          "twice the variance there.", relu=1.0),
    twist("two-outside-the-root", "After a ReLU the deviation is doubled; it is the variance that "
          "doubles, so the 2 stands under the root (sqrt).", relu=4.0),
)  # fmt: skip

SIGNS = (
    Sign("too-large", "It comes out too large: the size would grow from layer to layer.",
         lambda a, g, w: float(g) > w, every=False),
)  # fmt: skip

EXERCISE = Exercise(first_std, HINTS, CASES, MISTAKES, variant, SIGNS)

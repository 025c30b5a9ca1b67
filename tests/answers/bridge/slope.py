"""Answers to ``slope``."""

import numpy as np
import torch

from tests.answers import right, wrong


@right
def rise_over_run(f, x, h):
    rise = f(x + h) - f(x - h)
    run = (x + h) - (x - h)
    return rise / run


@right
def mean_of_both_sides(f, x, h):
    to_the_right = (f(x + h) - f(x)) / h
    to_the_left = (f(x) - f(x - h)) / h
    return 0.5 * (to_the_right + to_the_left)


@right
def left_minus_right(f, x, h):
    return (f(x - h) - f(x + h)) / (-2 * h)


@right
def by_numpy(f, x, h):
    places = np.array([x - h, x + h])
    values = np.array([f(place) for place in places])
    return (np.diff(values) / np.diff(places))[0]


@wrong("one side|one-sided")
def as_in_the_first_lesson_of_calculus(f, x, h):
    return (f(x + h) - f(x)) / h


@wrong("brackets|divides by 2")
def reads_from_left_to_right(f, x, h):
    return (f(x + h) - f(x - h)) / 2 * h


@wrong("2 * h apart|twice")
def forgets_the_two(f, x, h):
    up, down = f(x + h), f(x - h)
    return (up - down) / h


@wrong("sign")
def the_other_way_round(f, x, h):
    return (f(x - h) - f(x + h)) / (2 * h)


@wrong("step of its own|tiny|other h|tangent")
def lets_torch_do_it(f, x, h):
    w = torch.tensor(x, requires_grad=True)
    f(w).backward()
    return w.grad.item()


@wrong("sign is lost")
def half_the_run_and_no_sign(f, x, h):
    y1 = f(x - h)
    y2 = f(x + h)
    return abs(y2 - y1) / h

"""Answers to ``noam_lr``."""

import math

import torch

from tests.answers import right, wrong
from tformer import schedules


@right
def by_branches(step, d_model, warmup):
    if step < warmup:
        return step / (warmup * math.sqrt(warmup)) / math.sqrt(d_model)
    return 1 / math.sqrt(step) / math.sqrt(d_model)


@right
def through_torch(step, d_model, warmup):
    curves = torch.tensor([step**-0.5, step * warmup**-1.5], dtype=torch.float64)
    return d_model ** (-1 / 2) * curves.min().item()


@right
def scaled_from_the_peak(step, d_model, warmup):
    peak = (d_model * warmup) ** -0.5
    return peak * min(step / warmup, (warmup / step) ** 0.5)


@right
def function_of_the_package(step, d_model, warmup):
    return schedules.noam_lr(step, d_model, warmup)


@right
def peak_times_the_smaller(step, d_model, warmup):
    peak = (d_model * warmup) ** (-0.5)
    return peak * min(step / warmup, math.sqrt(warmup / step))


@right
def sum_of_logarithms(step, d_model, warmup):
    return math.exp(
        -0.5 * math.log(d_model)
        + min(-0.5 * math.log(step), math.log(step) - 1.5 * math.log(warmup))
    )


@right
def float32_tensors(step, d_model, warmup):
    s = torch.tensor(float(step))
    smaller = torch.min(torch.rsqrt(s), s * warmup ** (-1.5))
    return float(torch.rsqrt(torch.tensor(float(d_model))) * smaller)


@wrong("larger of the two|max")
def larger_for_smaller(step, d_model, warmup):
    return (d_model**-0.5) * max(step**-0.5, step * warmup**-1.5)


@wrong("root of d_model|factor|power")
def times_the_root_of_width(step, d_model, warmup):
    return math.sqrt(d_model) * min(1 / math.sqrt(step), step / warmup**1.5)


@wrong("root|d_model|factor")
def d_to_plus_a_half(step, d_model, warmup):
    return d_model**0.5 * min(step**-0.5, step * warmup**-1.5)


@wrong("divides by d_model|factor|power|root")
def divides_by_the_width(step, d_model, warmup):
    return 1 / d_model * min(1 / math.sqrt(step), step / warmup**1.5)


@wrong("rackets|-1/2|step")
def brackets_missing_around_a_half(step, d_model, warmup):
    return d_model ** (-0.5) * min(step**-1 / 2, step * warmup ** (-1.5))


@wrong("rackets|warmup")
def brackets_missing_around_three_halves(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-3 / 2)


@wrong("`step` larger by one")
def counts_steps_from_zero(step, d_model, warmup):
    step = step + 1
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


@wrong("min(1, step / warmup)|falls|warm-up factor|after")
def ramp_to_one(step, d_model, warmup):
    return d_model**-0.5 * min(1.0, step / warmup)


@wrong("swapped|changed places")
def width_and_warmup_swapped(step, d_model, warmup):
    return warmup**-0.5 * min(step**-0.5, step * d_model**-1.5)


@wrong("`warmup` where `step` belongs")
def constant_after_the_peak(step, d_model, warmup):
    return d_model**-0.5 * min(warmup**-0.5, step * warmup**-1.5)


@wrong("warm-up|during")
def no_warmup(step, d_model, warmup):
    return (d_model * step) ** -0.5


@wrong("power|exponent|warmup")
def warmup_to_minus_a_half(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-0.5)


@wrong("after|fall|linear")
def linear_decay(step, d_model, warmup):
    if step <= warmup:
        return d_model**-0.5 * step * warmup**-1.5
    return d_model**-0.5 * warmup**-0.5 * max(0.0, 1 - (step - warmup) / (9 * warmup))


@wrong("negative|sign")
def negative_rate(step, d_model, warmup):
    return -(d_model**-0.5) * min(step**-0.5, step * warmup**-1.5)


@wrong("after|falls as 1")
def falls_too_fast(step, d_model, warmup):
    if step < warmup:
        return d_model**-0.5 * step * warmup**-1.5
    return d_model**-0.5 * warmup**0.5 / step


@wrong("doubled|factor")
def twice_the_rate(step, d_model, warmup):
    return 2.0 * d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


@wrong("d_model|width")
def width_inside_the_minimum(step, d_model, warmup):
    return min((d_model * step) ** -0.5, step * warmup**-1.5)


@wrong("d_model")
def without_the_model_width(step, d_model, warmup):
    return min(step**-0.5, step * warmup**-1.5)


@wrong("where it should be step * warmup")
def root_of_step_while_rising(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step**0.5 * warmup**-1)


@wrong("step|1 /|power|fall|root|after")
def falls_as_one_over_step(step, d_model, warmup):
    return d_model**-0.5 * min(1 / step, step * warmup**-1.5)


@wrong("sum|added|plus|min")
def sum_of_both_curves(step, d_model, warmup):
    return d_model**-0.5 * (step**-0.5 + step * warmup**-1.5)


@wrong("0|start|step - 1|late|behind|one step")
def one_step_behind(step, d_model, warmup):
    step = max(step - 1, 1)
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


@wrong("whole|integer|//|0|round|zero")
def integer_division_by_warmup(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step // warmup * warmup**-0.5)


@wrong("write d_model ** -0.5")
def no_brackets_and_the_larger(step, d_model, warmup):
    return d_model**-1 / 2 * max(step**-1 / 2, step * warmup**-1.5)


@wrong("outside of the minimum")
def warmup_behind_the_minimum(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step) * warmup**-1.5


@wrong("meet at 1")
def curves_meet_at_one(step, d_model, warmup):
    return d_model**-0.5 * min((step / warmup) ** -0.5, step / warmup)


@wrong("rounded (3 after")
def rounded_to_three(step, d_model, warmup):
    return round(d_model**-0.5 * min(step**-0.5, step * warmup**-1.5), 3)


@wrong("write d_model")
def power_binds_first(step, d_model, warmup):
    return d_model ** (-1) / 2 * min(step ** (-0.5), step * warmup ** (-1.5))

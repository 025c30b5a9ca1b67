"""Answers to ``apply_temperature``."""

import math

import torch
import torch.nn.functional as F

from tests.answers import right, wrong
from tformer import decoding


@right
def times_inverse(logits, temperature):
    return logits * (1 / temperature)


@right
def functional(logits, temperature):
    return torch.div(logits, temperature)


@right
def by_loops(logits, temperature):
    flat = [value / temperature for value in logits.flatten().tolist()]
    return torch.tensor(flat, dtype=logits.dtype).reshape(logits.shape)


@right
def in_place_on_a_copy(logits, temperature):
    logits = logits.clone()
    logits /= temperature
    return logits


@right
def function_of_the_package(logits, temperature):
    return decoding.apply_temperature(logits, temperature)


@right
def times_one_over_temperature(logits, temperature):
    return logits * (1.0 / temperature)


@right
def in_place_on_its_own_copy(logits, temperature):
    y = logits.clone()
    y /= temperature
    return y


@wrong("multipl")
def multiplies(logits, temperature):
    return torch.mul(logits, temperature)


@wrong("probabilit")
def softmax_too(logits, temperature):
    return F.softmax(logits / temperature, dim=-1)


@wrong("probabilit")
def powers_of_the_softmax(logits, temperature):
    p = F.softmax(logits, -1) ** (1 / temperature)
    return p / p.sum(-1, keepdim=True)


@wrong("softmax|probabilit|sum")
def probabilities(logits, temperature):
    return torch.softmax(logits / temperature, -1)


@wrong("log-prob|shift|probabilit")
def log_softmax_too(logits, temperature):
    return F.log_softmax(logits / temperature, dim=-1)


@wrong("changes its input")
def divides_in_place(logits, temperature):
    return logits.div_(temperature)


@wrong("exp")
def exp_too(logits, temperature):
    return torch.exp(logits / temperature)


@wrong("1 + temp|one plus|scale|factor|epsilon|added")
def adds_a_hundredth(logits, temperature):
    return logits / (temperature + 1e-2)


@wrong("below|above|1")
def only_when_hot(logits, temperature):
    return logits / temperature if temperature > 1 else logits


@wrong("max|shift|subtract")
def shifted_for_stability(logits, temperature):
    return (logits - logits.amax(-1, keepdim=True)) / temperature


@wrong("1 +|plus|add|temperature")
def one_plus_temperature(logits, temperature):
    return logits / (1 + temperature)


@wrong("root|square")
def root_by_math(logits, temperature):
    return logits / math.sqrt(temperature)


@wrong("whole|round|//|integer|floor")
def floor_division_of_logits(logits, temperature):
    return logits // temperature


@wrong("norm|length|unit|maximum|largest|scaled|mean")
def takes_off_the_mean(logits, temperature):
    return (logits - logits.mean(-1, keepdim=True)) / temperature


@wrong("order of the tokens changes")
def first_axis_of_multiplied_logits(logits, temperature):
    return torch.softmax(logits * temperature, dim=0)


@wrong("raises the probabilities")
def probabilities_to_one_over_t(logits, temperature):
    return logits.softmax(-1) ** (1 / temperature)


@wrong("divides probabilities")
def divides_shares(logits, temperature):
    probs = torch.softmax(logits, dim=-1)
    return probs / temperature

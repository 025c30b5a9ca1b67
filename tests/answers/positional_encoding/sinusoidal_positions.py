"""Answers to ``sinusoidal_positions``."""

import math

import numpy as np
import torch
from torch import nn

from tests.answers import right, wrong
from tformer import positions


@right
def exponential_of_the_logarithm(length, d_model):
    pe = torch.zeros(length, d_model)
    position = torch.arange(0, length, dtype=torch.float).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)
    return pe


@right
def by_loops(length, d_model):
    table = torch.zeros(length, d_model)
    for pos in range(length):
        for i in range(d_model // 2):
            angle = pos / 10000 ** (2 * i / d_model)
            table[pos, 2 * i] = math.sin(angle)
            table[pos, 2 * i + 1] = math.cos(angle)
    return table


@right
def stacks_pairs(length, d_model):
    pair = torch.arange(d_model // 2)
    angles = torch.outer(torch.arange(length).float(), 10000.0 ** (-2 * pair / d_model))
    return torch.stack([angles.sin(), angles.cos()], dim=-1).reshape(length, d_model)


@right
def outer_product_by_einsum(length, d_model):
    rates = torch.pow(torch.tensor(10000.0), -torch.arange(0, d_model, 2) / d_model)
    angles = torch.einsum("t,i->ti", torch.arange(length, dtype=rates.dtype), rates)
    return torch.stack((torch.sin(angles), torch.cos(angles)), 2).flatten(1)


@right
def computes_in_float64(length, d_model):
    position = torch.arange(length, dtype=torch.float64).view(-1, 1)
    rates = 1e4 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    pe = torch.empty(length, d_model, dtype=torch.float64)
    pe[:, ::2], pe[:, 1::2] = (position * rates).sin(), (position * rates).cos()
    return pe


@right
def through_numpy(length, d_model):
    column = np.arange(d_model)[None, :]
    angles = np.arange(length)[:, None] / np.power(10000, 2 * (column // 2) / d_model)
    angles[:, 0::2] = np.sin(angles[:, 0::2])
    angles[:, 1::2] = np.cos(angles[:, 1::2])
    return torch.from_numpy(angles)


@right
def cosine_shifted_by_a_quarter(length, d_model):
    column = torch.arange(d_model)
    angles = torch.arange(length)[:, None] / 10000 ** ((column - column % 2) / d_model)
    return torch.sin(angles + column % 2 * math.pi / 2)


@right
def chooses_by_parity(length, d_model):
    column = torch.arange(d_model)
    angles = torch.arange(length).reshape(length, 1) / 10000 ** ((column // 2) * 2 / d_model)
    return torch.where(column % 2 == 0, angles.sin(), angles.cos())


@right
def rows_from_lists(length, d_model):
    waves = [10000 ** (-2 * (j // 2) / d_model) for j in range(d_model)]
    trig = (math.sin, math.cos)
    return torch.tensor([[trig[j % 2](t * w) for j, w in enumerate(waves)] for t in range(length)])


@right
def function_of_the_package(length, d_model):
    return positions.sinusoidal_positions(length, d_model)


@right
def complex_numbers(length, d_model):
    pos = torch.arange(length, dtype=torch.float64)
    w = 10000.0 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    z = torch.polar(torch.ones(length, d_model // 2, dtype=torch.float64), torch.outer(pos, w))
    r = torch.view_as_real(z).flip(-1)
    return r.reshape(length, d_model).float()


@right
def phase_of_a_quarter_turn(length, d_model):
    j = torch.arange(d_model)
    ang = torch.arange(length)[:, None] / torch.pow(10000, (j - j % 2) / d_model)
    return torch.sin(ang + j % 2 * math.pi / 2)


@right
def rotates_step_by_step(length, d_model):
    w = 1 / 10000 ** (torch.arange(0, d_model, 2, dtype=torch.double) / d_model)
    s, c = (torch.zeros_like(w), torch.ones_like(w))
    rows = []
    for _ in range(length):
        rows.append(torch.stack([s, c], 1).flatten())
        s, c = (s * w.cos() + c * w.sin(), c * w.cos() - s * w.sin())
    return torch.stack(rows).float()


@right
def frequencies_by_logspace(length, d_model):
    w = torch.logspace(0, -4 * (1 - 2 / d_model), d_model // 2)
    a = torch.outer(torch.arange(length).float(), w)
    return torch.stack((a.sin(), a.cos()), dim=2).view(length, d_model)


@wrong("turns|speed")
def exponent_upside_down(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (d_model / torch.arange(2, d_model + 2, 2))
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("same speed|turns|speed")
def speed_falls_linearly(length, d_model):
    i = torch.arange(d_model // 2)
    angles = torch.arange(length)[:, None] / (1 + 10000 * 2 * i / d_model)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("halves")
def halves_as_in_tensor2tensor(length, d_model):
    half = d_model // 2
    step = math.log(10000) / max(half - 1, 1)
    angles = torch.arange(length)[:, None] * torch.exp(-step * torch.arange(half))
    return torch.cat([angles.sin(), angles.cos()], 1)


@wrong("half")
def cosine_half_first(length, d_model):
    freqs = torch.exp(-math.log(10000) * torch.arange(d_model // 2) / (d_model // 2))
    args = torch.arange(length)[:, None].float() * freqs[None]
    return torch.cat([torch.cos(args), torch.sin(args)], dim=-1)


@wrong("from 1|row 0|Row 0|counted")
def positions_from_one_half(length, d_model):
    angles = (torch.arange(length)[:, None] + 0.5) / 10000 ** (
        torch.arange(0, d_model, 2) / d_model
    )
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("turns|d_model")
def divides_by_half_the_width(length, d_model):
    i = torch.arange(d_model // 2)
    angles = torch.arange(length)[:, None] / 10000 ** (2 * i / (d_model // 2))
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("one angle|speed|turns")
def squares_the_waves(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin() ** 2, angles.cos() ** 2], -1).flatten(1)


@wrong("backwards|sign|turns")
def angles_run_backwards(length, d_model):
    angles = torch.arange(length)[:, None] * -(10000 ** (-torch.arange(0, d_model, 2) / d_model))
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("multiplied")
def scaled_to_unit_rows(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1) * math.sqrt(2 / d_model)


@wrong("evenly|step|angle|speed")
def squares_the_position(length, d_model):
    angles = torch.arange(length)[:, None] ** 2 / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("one too|row|as-if-length-one-more")
def one_row_too_many(length, d_model):
    angles = torch.arange(length + 1)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("twice|wide|column|size|axis")
def twice_as_wide(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(d_model) / d_model)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("not the sine and cosine of one angle")
def doubles_each_column_index(length, d_model):
    pe = torch.zeros(length, d_model)
    for pos in range(length):
        for i in range(0, d_model, 2):
            pe[pos, i] = math.sin(pos / 10000 ** ((2 * i) / d_model))
            pe[pos, i + 1] = math.cos(pos / 10000 ** ((2 * (i + 1)) / d_model))
    return pe


@wrong("without `/ 10000 ** (even / d_model)`")
def floor_division_in_the_exponent(length, d_model):
    pos, i = torch.arange(length)[:, None].float(), torch.arange(0, d_model, 2)
    angle = pos / 10000 ** (i // d_model)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1)


@wrong("turns by 0.01745")
def angles_in_degrees(length, d_model):
    i = torch.arange(0, d_model, 2)
    angle = torch.deg2rad(torch.arange(length)[:, None] / 10000 ** (i / d_model))
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1)


@wrong("log10|log|base")
def logarithm_to_base_ten(length, d_model):
    div = torch.exp(-torch.arange(0, d_model, 2) * math.log10(10000.0) / d_model)
    pe = torch.zeros(length, d_model)
    pe[:, 0::2] = torch.sin(torch.arange(length)[:, None] * div)
    pe[:, 1::2] = torch.cos(torch.arange(length)[:, None] * div)
    return pe


@wrong("axes|batch|extra-axis")
def buffer_with_a_batch_axis(length, d_model):
    i = torch.arange(0, d_model, 2)
    angle = torch.arange(length)[:, None] / 10000 ** (i / d_model)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1).unsqueeze(0)


@wrong("half")
def sines_then_cosines(length, d_model):
    pos = torch.arange(length).unsqueeze(1)
    angles = pos / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)


@wrong("the exponent were 0.25")
def exponent_without_the_two(length, d_model):
    pe = torch.zeros(length, d_model)
    for p in range(length):
        for i in range(d_model // 2):
            pe[p, 2 * i] = math.sin(p / 10000 ** (i / d_model))
            pe[p, 2 * i + 1] = math.cos(p / 10000 ** (i / d_model))
    return pe


@wrong("own|shares")
def column_index_in_the_exponent(length, d_model):
    pe = torch.zeros(length, d_model)
    for p in range(length):
        for j in range(d_model):
            angle = p / 10000 ** (j / d_model)
            pe[p, j] = math.sin(angle) if j % 2 == 0 else math.cos(angle)
    return pe


@wrong("from 1|counted")
def counts_positions_from_one(length, d_model):
    pos = torch.arange(1, length + 1).unsqueeze(1)
    angles = pos * torch.exp(torch.arange(0, d_model, 2) * -(math.log(10000.0) / d_model))
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("counted|off")
def arange_from_one(length, d_model):
    out = torch.zeros(length, d_model)
    pos, i = torch.arange(1, length + 1)[:, None], torch.arange(d_model // 2)
    out[:, 0::2] = torch.sin(pos / 10000 ** (2 * i / d_model))
    out[:, 1::2] = torch.cos(pos / 10000 ** (2 * i / d_model))
    return out


@wrong("sine|cosine|other way")
def cosine_in_even_columns(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    pe = torch.empty(length, d_model)
    pe[:, 1::2], pe[:, 0::2] = angles.sin(), angles.cos()
    return pe


@wrong("without `/ d_model`")
def logarithm_forgotten(length, d_model):
    div = torch.exp(-torch.arange(0, d_model, 2) * (10000.0 / d_model))
    angles = torch.arange(length)[:, None] * div
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("without `[:, None]`")
def positions_not_a_column(length, d_model):
    pe = torch.zeros(length, d_model)
    pos = torch.arange(length).float()
    div = 10000 ** (torch.arange(0, d_model, 2) / d_model)
    pe[:, 0::2] = torch.sin(pos / div)
    pe[:, 1::2] = torch.cos(pos / div)
    return pe


@wrong("base|100000|turns")
def base_of_100000(length, d_model):
    angles = torch.arange(length)[:, None] / 100_000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("2 pi|turns|frequen")
def times_two_pi(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    angles = angles * 2 * torch.pi
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)


@wrong("without the step that sets `table[:, 1::2]`")
def odd_columns_stay_zero(length, d_model):
    pe = torch.zeros(length, d_model)
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    pe[:, 0::2] = torch.sin(angles)
    return pe


@wrong("swapped|rows and columns|transposed")
def transposed(length, d_model):
    angles = torch.arange(length) / 10000 ** (torch.arange(0, d_model, 2)[:, None] / d_model)
    return torch.stack([angles.sin(), angles.cos()], 1).flatten(0, 1)


@wrong("stacked|axis|order|places|rows")
def stacked_on_axis_zero(length, d_model):
    angles = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    return torch.stack([angles.sin(), angles.cos()]).view(length, d_model)


@wrong("random|two calls")
def learned_table(length, d_model):
    return nn.Embedding(length, d_model).weight.detach()


@wrong("1|row 0|Row 0|position")
def padding_row_first(length, d_model):
    i = torch.arange(0, d_model, 2)
    angle = torch.arange(length)[:, None] / 10000 ** (i / d_model)
    table = torch.stack([angle.sin(), angle.cos()], -1).flatten(1)
    return torch.cat([torch.zeros(1, d_model), table[:-1]])

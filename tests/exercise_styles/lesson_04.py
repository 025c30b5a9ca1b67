"""Lesson 04 in other styles."""

import math

import numpy as np
import torch

from tformer import positions


def positions_div_term(length, d_model):
    pe = torch.zeros(length, d_model)
    position = torch.arange(0, length, dtype=torch.float).unsqueeze(1)
    div_term = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)
    return pe


def positions_loops(length, d_model):
    table = torch.zeros(length, d_model)
    for pos in range(length):
        for i in range(d_model // 2):
            angle = pos / 10000 ** (2 * i / d_model)
            table[pos, 2 * i] = math.sin(angle)
            table[pos, 2 * i + 1] = math.cos(angle)
    return table


def positions_stack(length, d_model):
    pair = torch.arange(d_model // 2)
    angles = torch.outer(torch.arange(length).float(), 10000.0 ** (-2 * pair / d_model))
    return torch.stack([angles.sin(), angles.cos()], dim=-1).reshape(length, d_model)


def positions_einsum(length, d_model):
    rates = torch.pow(torch.tensor(10000.0), -torch.arange(0, d_model, 2) / d_model)
    angles = torch.einsum("t,i->ti", torch.arange(length, dtype=rates.dtype), rates)
    return torch.stack((torch.sin(angles), torch.cos(angles)), 2).flatten(1)


def positions_float64(length, d_model):
    position = torch.arange(length, dtype=torch.float64).view(-1, 1)
    rates = 1e4 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    pe = torch.empty(length, d_model, dtype=torch.float64)
    pe[:, ::2], pe[:, 1::2] = (position * rates).sin(), (position * rates).cos()
    return pe


def positions_numpy(length, d_model):
    column = np.arange(d_model)[None, :]
    angles = np.arange(length)[:, None] / np.power(10000, 2 * (column // 2) / d_model)
    angles[:, 0::2] = np.sin(angles[:, 0::2])
    angles[:, 1::2] = np.cos(angles[:, 1::2])
    return torch.from_numpy(angles)


def positions_shifted_cosine(length, d_model):
    column = torch.arange(d_model)
    angles = torch.arange(length)[:, None] / 10000 ** ((column - column % 2) / d_model)
    return torch.sin(angles + column % 2 * math.pi / 2)


def positions_where(length, d_model):
    column = torch.arange(d_model)
    angles = torch.arange(length).reshape(length, 1) / 10000 ** ((column // 2) * 2 / d_model)
    return torch.where(column % 2 == 0, angles.sin(), angles.cos())


def positions_list(length, d_model):
    waves = [10000 ** (-2 * (j // 2) / d_model) for j in range(d_model)]
    trig = (math.sin, math.cos)
    return torch.tensor([[trig[j % 2](t * w) for j, w in enumerate(waves)] for t in range(length)])


def positions_package(length, d_model):
    return positions.sinusoidal_positions(length, d_model)


STYLES = {
    "sinusoidal_positions": [
        positions_div_term,
        positions_loops,
        positions_stack,
        positions_einsum,
        positions_float64,
        positions_numpy,
        positions_shifted_cosine,
        positions_where,
        positions_list,
        positions_package,
    ]
}

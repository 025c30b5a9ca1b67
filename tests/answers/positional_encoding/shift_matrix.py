"""Answers to ``shift_matrix``."""

import math

import torch

from tests.answers import right, wrong


def _angles(offset, d_model):
    return offset / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)


@right
def blocks_on_the_diagonal(offset, d_model):
    blocks = []
    for angle in _angles(offset, d_model).tolist():
        c, s = math.cos(angle), math.sin(angle)
        blocks.append(torch.tensor([[c, -s], [s, c]]))
    return torch.block_diag(*blocks)


@right
def strided_diagonals(offset, d_model):
    angles = _angles(offset, d_model)
    matrix = torch.zeros(d_model, d_model, dtype=torch.float64)
    even = torch.arange(0, d_model, 2)
    matrix[even, even] = matrix[even + 1, even + 1] = angles.cos()
    matrix[even + 1, even] = angles.sin()
    matrix[even, even + 1] = -angles.sin()
    return matrix.float()


@right
def by_the_exponential(offset, d_model):
    generator = torch.zeros(d_model, d_model, dtype=torch.float64)
    for i, speed in enumerate(_angles(1, d_model).tolist()):
        generator[2 * i, 2 * i + 1], generator[2 * i + 1, 2 * i] = -speed, speed
    return torch.linalg.matrix_exp(generator * offset).float()


@right
def powers_of_one_step(offset, d_model):
    angles = _angles(1, d_model)
    one = torch.block_diag(
        *[torch.tensor([[a.cos(), -a.sin()], [a.sin(), a.cos()]]).double() for a in angles]
    )
    return torch.linalg.matrix_power(one, int(offset)).float()


@right
def diag_embed(offset, d_model):
    angles = _angles(offset, d_model)
    matrix = torch.diag(angles.cos().repeat_interleave(2))
    between = torch.stack([angles.sin(), torch.zeros_like(angles)], -1).flatten()[:-1]
    return (matrix + torch.diag(between, -1) - torch.diag(between, 1)).float()


@wrong("other way|transposed|backwards")
def turned_back(offset, d_model):
    return blocks_on_the_diagonal(offset, d_model).T


@wrong("1/d|i/d|exponent")
def half_the_exponent(offset, d_model):
    matrix = torch.zeros(d_model, d_model)
    for i in range(d_model // 2):
        a = offset / 10000 ** (i / d_model)
        matrix[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = torch.tensor(
            [[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]]
        )
    return matrix


@wrong("without `/ 10000")
def one_angle_for_all(offset, d_model):
    c, s = math.cos(offset), math.sin(offset)
    return torch.block_diag(*[torch.tensor([[c, -s], [s, c]])] * (d_model // 2))


@wrong("halves|half")
def halves(offset, d_model):
    angles = _angles(offset, d_model).float()
    c, s = torch.diag(angles.cos()), torch.diag(angles.sin())
    return torch.cat([torch.cat([c, -s], 1), torch.cat([s, c], 1)])


@wrong("sin and cos|swapped")
def sine_on_the_diagonal(offset, d_model):
    blocks = []
    for a in _angles(offset, d_model).tolist():
        c, s = math.cos(a), math.sin(a)
        blocks.append(torch.tensor([[s, -c], [c, s]]))
    return torch.block_diag(*blocks)


@wrong("plus|no turn|sign")
def both_sines_plus(offset, d_model):
    blocks = []
    for a in _angles(offset, d_model).tolist():
        c, s = math.cos(a), math.sin(a)
        blocks.append(torch.tensor([[c, s], [s, c]]))
    return torch.block_diag(*blocks)


@wrong("shift|moves|permut")
def moves_features(offset, d_model):
    return torch.eye(d_model).roll(offset, 0)


@wrong("cos")
def cosines_only(offset, d_model):
    return torch.diag(_angles(offset, d_model).cos().repeat_interleave(2)).float()


@wrong("`*` in the place of `/`")
def frequencies_inverted(offset, d_model):
    blocks = []
    for i in range(0, d_model, 2):
        a = offset * 10000 ** (i / d_model)
        blocks.append(torch.tensor([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]]))
    return torch.block_diag(*blocks)


@wrong("degrees")
def in_degrees(offset, d_model):
    blocks = []
    for a in _angles(offset, d_model).tolist():
        a = math.radians(a)
        blocks.append(torch.tensor([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]]))
    return torch.block_diag(*blocks)


@wrong("blocks|d/2|axis|stack")
def blocks_left_apart(offset, d_model):
    a = _angles(offset, d_model).float()
    return torch.stack([a.cos(), -a.sin(), a.sin(), a.cos()], -1).view(-1, 2, 2)

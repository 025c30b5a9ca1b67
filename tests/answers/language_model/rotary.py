"""Answers to ``rotary``."""

import math

import torch

from tests.answers import right, wrong


@right
def as_complex_numbers(x, positions, base):
    d = x.shape[-1]
    theta = positions[:, None] * base ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)
    turn = torch.polar(torch.ones_like(theta), theta)
    z = torch.view_as_complex(x.double().reshape(*x.shape[:-1], d // 2, 2))
    return torch.view_as_real(z * turn).flatten(-2).to(x.dtype)


@right
def as_in_llama(x, positions, base):
    d = x.shape[-1]
    freqs = 1.0 / (base ** (torch.arange(0, d, 2)[: (d // 2)].float() / d))
    freqs = torch.outer(positions.float(), freqs)
    cis = torch.polar(torch.ones_like(freqs), freqs)
    z = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(z * cis).flatten(-2).type_as(x)


@right
def rotate_half_of_neighbours(x, positions, base):
    d = x.shape[-1]
    inv_freq = torch.exp(-math.log(base) * torch.arange(0, d, 2).to(x.dtype) / d)
    angles = torch.einsum("t,f->tf", positions.to(x.dtype), inv_freq).repeat_interleave(2, -1)
    other = torch.stack((-x[..., 1::2], x[..., ::2]), dim=-1).reshape(x.shape)
    return x * angles.cos() + other * angles.sin()


@right
def pair_by_pair(x, positions, base):
    out = torch.empty_like(x)
    d = x.shape[-1]
    for t, p in enumerate(positions.tolist()):
        for i in range(d // 2):
            angle = p / base ** (2 * i / d)
            c, s = math.cos(angle), math.sin(angle)
            a, b = x[..., t, 2 * i], x[..., t, 2 * i + 1]
            out[..., t, 2 * i] = a * c - b * s
            out[..., t, 2 * i + 1] = a * s + b * c
    return out


@right
def matrices(x, positions, base):
    d = x.shape[-1]
    angles = (positions[:, None] / base ** (torch.arange(0, d, 2) / d)).to(x.dtype)
    c, s = angles.cos(), angles.sin()
    turn = torch.stack([torch.stack([c, -s], -1), torch.stack([s, c], -1)], -2)
    z = x.unflatten(-1, (d // 2, 2))
    return torch.einsum("tfij,...tfj->...tfi", turn, z).flatten(-2)


@right
def filled_in(x, positions, base):
    d = x.shape[-1]
    i = torch.arange(d // 2)
    angles = positions.unsqueeze(1) * torch.pow(torch.tensor(float(base)), -2 * i / d)
    cos, sin = torch.cos(angles).to(x), torch.sin(angles).to(x)
    y = torch.zeros_like(x)
    y[..., ::2] = x[..., ::2] * cos - x[..., 1::2] * sin
    y[..., 1::2] = x[..., ::2] * sin + x[..., 1::2] * cos
    return y


@right
def table_up_to_the_last(x, positions, base):
    d = x.shape[-1]
    longest = int(positions.max()) + 1
    freq = 1 / base ** (torch.arange(0, d, 2, dtype=torch.double) / d)
    table = torch.outer(torch.arange(longest, dtype=torch.double), freq)[positions]
    even, odd = x.reshape(*x.shape[:-1], d // 2, 2).unbind(-1)
    c, s = table.cos().to(x.dtype), table.sin().to(x.dtype)
    return torch.stack([c * even - s * odd, s * even + c * odd], -1).reshape(x.shape)


def _angles(x, positions, base):
    d = x.shape[-1]
    return (positions[:, None] / base ** (torch.arange(0, d, 2) / d)).to(x.dtype)


@wrong("halves|d/2|i + d|pair")
def as_in_hugging_face(x, positions, base):
    angles = _angles(x, positions, base)
    emb = torch.cat((angles, angles), dim=-1)
    h = x.shape[-1] // 2
    rotated = torch.cat((-x[..., h:], x[..., :h]), dim=-1)
    return x * emb.cos() + rotated * emb.sin()


@wrong("way|sign|back|turned")
def clockwise(x, positions, base):
    angles = _angles(x, positions, base)
    z = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2).contiguous())
    return torch.view_as_real(z * torch.exp(-1j * angles)).flatten(-2).to(x.dtype)


@wrong("positions|0, 1, 2")
def counts_by_itself(x, positions, base):
    return matrices(x, torch.arange(x.shape[-2]), base)


@wrong("exponent|angle")
def exponent_of_i(x, positions, base):
    d = x.shape[-1]
    angles = (positions[:, None] / base ** (torch.arange(d // 2) / d)).to(x.dtype)
    c, s, a, b = angles.cos(), angles.sin(), x[..., ::2], x[..., 1::2]
    return torch.stack((a * c - b * s, b * c + a * s), -1).flatten(-2)


@wrong("`base` squared")
def exponent_doubled(x, positions, base):
    d = x.shape[-1]
    angles = (positions[:, None] * base ** (-2 * torch.arange(0, d, 2) / d)).to(x.dtype)
    c, s, a, b = angles.cos(), angles.sin(), x[..., ::2], x[..., 1::2]
    return torch.stack((a * c - b * s, b * c + a * s), -1).flatten(-2)


@wrong("cos")
def multiplied_by_cos(x, positions, base):
    return x * _angles(x, positions, base).repeat_interleave(2, -1).cos()


@wrong("degree|radian|angle")
def in_degrees(x, positions, base):
    angles = torch.deg2rad(_angles(x, positions, base))
    c, s, a, b = angles.cos(), angles.sin(), x[..., ::2], x[..., 1::2]
    return torch.stack((a * c - b * s, b * c + a * s), -1).flatten(-2)


@wrong("back|put|cat|side")
def joined_by_cat(x, positions, base):
    angles = _angles(x, positions, base)
    c, s, a, b = angles.cos(), angles.sin(), x[..., ::2], x[..., 1::2]
    return torch.cat((a * c - b * s, b * c + a * s), -1)


@wrong("is turned by 0.02")
def base_of_its_own(x, positions, base):
    return matrices(x, positions, 10_000)


@wrong("overwr|old")
def in_its_own_copy(x, positions, base):
    y = x.clone()
    angles = _angles(x, positions, base)
    even = y[..., ::2]
    even.copy_(even * angles.cos() - y[..., 1::2] * angles.sin())
    y[..., 1::2] = even * angles.sin() + y[..., 1::2] * angles.cos()
    return y


@wrong("sign|minus|plus|sine")
def forgets_the_minus(x, positions, base):
    angles = _angles(x, positions, base).repeat_interleave(2, -1)
    flipped = x.unflatten(-1, (-1, 2)).flip(-1).flatten(-2)
    return x * angles.cos() + flipped * angles.sin()


@wrong("repeat|cat|angle|neighbour")
def angles_by_cat(x, positions, base):
    angles = _angles(x, positions, base)
    angles = torch.cat((angles, angles), -1)
    other = torch.stack((-x[..., 1::2], x[..., ::2]), -1).flatten(-2)
    return x * angles.cos() + other * angles.sin()


@wrong("angle|same|one-angle")
def the_same_angle(x, positions, base):
    c, s = positions.to(x.dtype).cos()[:, None], positions.to(x.dtype).sin()[:, None]
    a, b = x[..., ::2], x[..., 1::2]
    return torch.stack((a * c - b * s, b * c + a * s), -1).flatten(-2)


@wrong("added|add")
def sinusoidal(x, positions, base):
    angles = _angles(x, positions, base)
    return x + torch.stack((angles.sin(), angles.cos()), -1).flatten(-2)


@wrong("inverted|multiplied|angle")
def frequencies_grow(x, positions, base):
    d = x.shape[-1]
    angles = (positions[:, None] * base ** (torch.arange(0, d, 2) / d)).to(x.dtype)
    c, s, a, b = angles.cos(), angles.sin(), x[..., ::2], x[..., 1::2]
    return torch.stack((a * c - b * s, b * c + a * s), -1).flatten(-2)


@wrong("from 1|one is added|position")
def one_further(x, positions, base):
    return as_complex_numbers(x, positions + 1, base)


@wrong("swap|position 0|zero")
def sin_for_cos(x, positions, base):
    angles = _angles(x, positions, base)
    c, s, a, b = angles.sin(), angles.cos(), x[..., ::2], x[..., 1::2]
    return torch.stack((a * c - b * s, b * c + a * s), -1).flatten(-2)


@wrong("angle")
def angles_of_whole_width(x, positions, base):
    d = x.shape[-1]
    angles = (positions[:, None] / base ** (torch.arange(0, d, 2) / (d - 1))).to(x.dtype)
    c, s, a, b = angles.cos(), angles.sin(), x[..., ::2], x[..., 1::2]
    return torch.stack((a * c - b * s, b * c + a * s), -1).flatten(-2)


@wrong("input|argument|changed|place")
def turns_its_input(x, positions, base):
    x.copy_(as_complex_numbers(x, positions, base))
    return x


@wrong("3 axes instead of 2")
def angles_along_the_heads(x, positions, base):
    c, s = (f(_angles(x, positions, base))[:, None] for f in (torch.cos, torch.sin))
    a, b = x[..., ::2], x[..., 1::2]
    return torch.stack((a * c - b * s, b * c + a * s), -1).flatten(-2)


@right
def by_angle_addition(x, positions, base):
    a, b = x.double().unflatten(-1, (-1, 2)).unbind(-1)
    half = torch.arange(a.shape[-1], dtype=torch.float64)
    angle = positions.double().unsqueeze(-1) / base ** (2 * half / x.shape[-1])
    length, start = torch.hypot(a, b), torch.atan2(b, a)
    pair = length * torch.cos(start + angle), length * torch.sin(start + angle)
    return torch.stack(pair, -1).flatten(-2).to(x.dtype)


@wrong("added")
def adds_the_input(x, positions, base):
    return x + by_angle_addition(x, positions, base)


@wrong("is turned by 0")
def from_the_first(x, positions, base):
    return by_angle_addition(x, positions - positions[0], base)


@wrong("overwritten")
def uses_the_turned_first(x, positions, base):
    a, b = x[..., ::2], x[..., 1::2]
    i = torch.arange(a.shape[-1], dtype=x.dtype)
    angle = positions[:, None].to(x.dtype) / base ** (2 * i / x.shape[-1])
    a = a * angle.cos() - b * angle.sin()
    b = a * angle.sin() + b * angle.cos()
    return torch.stack((a, b), -1).flatten(-2)


@wrong("is no turn")
def overwritten_and_base_fixed(x, positions, base):
    d = x.size(-1)
    freq = 10000 ** (-torch.arange(0, d, 2).to(x.dtype) / d)
    ang = positions.to(x.dtype)[:, None] * freq
    x = x.clone()
    x[..., 0::2] = x[..., 0::2] * ang.cos() - x[..., 1::2] * ang.sin()
    x[..., 1::2] = x[..., 0::2] * ang.sin() + x[..., 1::2] * ang.cos()
    return x

"""Answers to ``swiglu``."""

import torch
import torch.nn.functional as F
from torch import nn

from tests.answers import right, wrong


@right
def functional(x, w_gate, w_up, w_down):
    return (F.silu(x @ w_gate) * (x @ w_up)) @ w_down


@right
def einsum(x, w_gate, w_up, w_down):
    gate, up = (torch.einsum("...d,df->...f", x, w) for w in (w_gate, w_up))
    return torch.einsum("...f,fd->...d", gate / (1 + torch.exp(-gate)) * up, w_down)


@wrong("another number of axes")
def three_axes_hard_wired(x, w_gate, w_up, w_down):
    gate = torch.einsum("btd,df->btf", x, w_gate)
    up = torch.einsum("btd,df->btf", x, w_up)
    return torch.einsum("btf,fd->btd", gate / (1 + torch.exp(-gate)) * up, w_down)


@right
def both_at_once(x, w_gate, w_up, w_down):
    gate, up = (x @ torch.cat([w_gate, w_up], dim=1)).chunk(2, dim=-1)
    return (nn.SiLU()(gate) * up).matmul(w_down)


@right
def linear_with_transposed_weights(x, w_gate, w_up, w_down):
    return F.linear(F.silu(F.linear(x, w_gate.T)) * F.linear(x, w_up.T), w_down.T)


@right
def unit_by_unit(x, w_gate, w_up, w_down):
    out = torch.zeros_like(x)
    for f in range(w_gate.shape[1]):
        g = (x * w_gate[:, f]).sum(-1, keepdim=True)
        u = (x * w_up[:, f]).sum(-1, keepdim=True)
        out = out + g * torch.sigmoid(g) * u * w_down[f]
    return out


@right
def by_glu(x, w_gate, w_up, w_down):
    gate, up = x @ w_gate, x @ w_up
    return F.glu(torch.cat([gate * up, gate], -1), -1) @ w_down


@right
def token_by_token(x, w_gate, w_up, w_down):
    rows = [F.silu(t @ w_gate).mul(t @ w_up) @ w_down for t in x.reshape(-1, x.shape[-1])]
    return torch.stack(rows).reshape(x.shape)


@right
def half_tanh(x, w_gate, w_up, w_down):
    g = x @ w_gate
    return (g * 0.5 * (1 + torch.tanh(g / 2)) * (x @ w_up)) @ w_down


@wrong("swap|silu")
def bends_the_other(x, w_gate, w_up, w_down):
    return ((x @ w_gate) * F.silu(x @ w_up)) @ w_down


@wrong("without `gate *`")
def glu(x, w_gate, w_up, w_down):
    return F.glu(torch.cat([x @ w_up, x @ w_gate], -1)) @ w_down


@wrong("gelu|GELU")
def geglu(x, w_gate, w_up, w_down):
    return (nn.GELU()(x.matmul(w_gate)) * x.matmul(w_up)).matmul(w_down)


@wrong("relu")
def reglu(x, w_gate, w_up, w_down):
    return (torch.clamp(x @ w_gate, min=0) * (x @ w_up)) @ w_down


@wrong("without `* torch.sigmoid(gate)`")
def bilinear(x, w_gate, w_up, w_down):
    return torch.mul(x @ w_gate, x @ w_up) @ w_down


@wrong("add|multipl")
def sums_the_branches(x, w_gate, w_up, w_down):
    return (F.silu(x @ w_gate) + x @ w_up) @ w_down


@wrong("up")
def no_up(x, w_gate, w_up, w_down):
    return F.silu(x @ w_gate).matmul(w_down)


@wrong("gate")
def no_gate(x, w_gate, w_up, w_down):
    h = x @ w_up
    return h @ w_down


@wrong("product|silu")
def bends_the_product(x, w_gate, w_up, w_down):
    h = (x @ w_gate) * (x @ w_up)
    return (h * torch.sigmoid(h)) @ w_down


@wrong("both|x @ w_up")
def bends_both(x, w_gate, w_up, w_down):
    h = torch.stack([x @ w_gate, x @ w_up])
    return F.silu(h).prod(0) @ w_down


@wrong("down|hidden")
def no_down(x, w_gate, w_up, w_down):
    return F.silu(x @ w_gate) * (x @ w_up)


@wrong("transpose")
def weights_as_of_a_linear(x, w_gate, w_up, w_down):
    return F.linear(F.silu(F.linear(x, w_gate)) * F.linear(x, w_up), w_down)


@wrong("activation|turns|swish|1.702|gate")
def swish_with_beta_two(x, w_gate, w_up, w_down):
    g = x @ w_gate
    return (g * torch.sigmoid(2 * g) * (x @ w_up)) @ w_down


@wrong("residual|x is added")
def with_residual(x, w_gate, w_up, w_down):
    return x + (F.silu(x @ w_gate) * (x @ w_up)) @ w_down


@wrong("itself|w_up")
def gate_twice(x, w_gate, w_up, w_down):
    g = x @ w_gate
    return (F.silu(g) * g) @ w_down


@wrong("product")
def down_first(x, w_gate, w_up, w_down):
    return (F.silu(x @ w_gate) @ w_down) * (x @ w_up @ w_down)


@wrong("x @ w_up|up")
def tanh_on_up(x, w_gate, w_up, w_down):
    return (F.silu(x @ w_gate) * torch.tanh(x @ w_up)) @ w_down


@wrong("overflow|NaN|nan")
def exponentials_of_large_gates(x, w_gate, w_up, w_down):
    gate = x @ w_gate
    e = torch.exp(gate)
    return (gate * (e / (e + 1)) * (x @ w_up)) @ w_down


@wrong("end|w_down")
def silu_last(x, w_gate, w_up, w_down):
    return F.silu((x @ w_gate) * (x @ w_up) @ w_down)


@wrong("softmax|activation|turns")
def softmax_gate(x, w_gate, w_up, w_down):
    return (torch.softmax(x @ w_gate, dim=-1) * (x @ w_up)) @ w_down


@wrong("token")
def sums_tokens(x, w_gate, w_up, w_down):
    h = F.silu(x @ w_gate) * (x @ w_up)
    return h.cumsum(1) @ w_down


@right
def softplus_derivative(x, w_gate, w_up, w_down):
    gate = x @ w_gate
    opened = torch.special.expit(gate)
    return torch.einsum("...f,...f,...f,fd->...d", gate, opened, x @ w_up, w_down)


@right
def sigmoid_through_logsigmoid(x, w_gate, w_up, w_down):
    gate = torch.tensordot(x, w_gate, 1)
    return torch.tensordot(gate * F.logsigmoid(gate).exp() * torch.tensordot(x, w_up, 1), w_down, 1)


@wrong("something else than silu bends it")
def hardswish(x, w_gate, w_up, w_down):
    return (F.hardswish(x @ w_gate) * (x @ w_up)) @ w_down


@wrong("something else than silu bends it")
def mish(x, w_gate, w_up, w_down):
    return (F.mish(x @ w_gate) * (x @ w_up)) @ w_down


@wrong("minus")
def sign_slipped(x, w_gate, w_up, w_down):
    gate = x @ w_gate
    return (gate / (1 + gate.exp()) * (x @ w_up)) @ w_down


@wrong("without `gate *`")
def sigmoid_of_the_gate_alone(x, w_gate, w_up, w_down):
    gate = x @ w_gate
    return (gate.sigmoid() * (x @ w_up)) @ w_down


@wrong("something else than silu bends it")
def squared_relu_gate(x, w_gate, w_up, w_down):
    return ((x @ w_gate).relu().square() * (x @ w_up)) @ w_down


@wrong("swapped")
def relu_of_up_times_gate(x, w_gate, w_up, w_down):
    return (F.relu(x @ w_up) * (x @ w_gate)) @ w_down


@wrong("after the product")
def silu_on_the_way_to_the_gate(x, w_gate, w_up, w_down):
    return ((F.silu(x) @ w_gate) * (x @ w_up)) @ w_down

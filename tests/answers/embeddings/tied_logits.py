"""Answers to ``tied_logits``."""

import torch
import torch.nn.functional as F

from tests.answers import right, wrong


@right
def matrix_product(x, weight):
    return x @ weight.T


@right
def linear(x, weight):
    return F.linear(x, weight)


@right
def einsum(x, weight):
    return torch.einsum("...d,vd->...v", x, weight)


@right
def word_by_word(x, weight):
    return torch.stack([(x * row).sum(-1) for row in weight], dim=-1)


@right
def flat_and_back(x, weight):
    scores = torch.mm(x.reshape(-1, x.shape[-1]), weight.transpose(0, 1))
    return scores.reshape(*x.shape[:-1], len(weight))


@wrong("not transposed|transposed")
def table_not_turned(x, weight):
    return x @ weight


@wrong("sqrt")
def scaled_like_the_input(x, weight):
    return x @ weight.T * weight.shape[1] ** 0.5


@wrong("sqrt")
def scaled_like_attention(x, weight):
    return x @ weight.T / x.shape[-1] ** 0.5


@wrong("softmax|logits")
def gives_probabilities(x, weight):
    return (x @ weight.T).softmax(-1)


@wrong("log")
def gives_log_probabilities(x, weight):
    return F.log_softmax(x @ weight.T, dim=-1)


@wrong("cosine|length one")
def cosines(x, weight):
    return F.normalize(x, dim=-1) @ F.normalize(weight, dim=-1).T


@wrong("last position|last")
def last_position_only(x, weight):
    return x[..., -1, :] @ weight.T


@wrong("gradient|graph|detach")
def table_held_fast(x, weight):
    return x @ weight.detach().T


@wrong("a layer of its own|random")
def a_table_of_its_own(x, weight):
    return torch.nn.Linear(weight.shape[1], weight.shape[0], bias=False, dtype=x.dtype)(x)


@wrong("argmax|largest|one id")
def says_the_word(x, weight):
    return (x @ weight.T).argmax(-1)


@wrong("float32")
def in_single_precision(x, weight):
    return x.float() @ weight.float().T

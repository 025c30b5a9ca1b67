"""Answers to ``encoder_layer``."""

import torch
from torch import nn

from tests.answers import right, wrong


@right
def with_names_for_every_step(x, mask, self_attention, feed_forward, norm1, norm2):
    residual = x
    h = norm1(x)
    h = self_attention(h, h, mask)
    x = residual + h
    residual = x
    h = norm2(x)
    h = feed_forward(h)
    return residual + h


@right
def with_a_helper(x, mask, self_attention, feed_forward, norm1, norm2):
    def residual(x, sublayer, norm):
        return x + sublayer(norm(x))

    x = residual(x, lambda h: self_attention(h, h, mask), norm1)
    return residual(x, feed_forward, norm2)


@right
def on_a_copy_in_place(x, mask, self_attention, feed_forward, norm1, norm2):
    x = x.clone()
    x += self_attention(norm1(x), norm1(x), mask)
    x += feed_forward(norm2(x))
    return x


@right
def sum_at_the_end(x, mask, self_attention, feed_forward, norm1, norm2):
    attended = self_attention(x_q := norm1(x), x_q, mask)
    return torch.stack([x, attended, feed_forward(norm2(x + attended))]).sum(0)


@right
def as_a_module(x, mask, self_attention, feed_forward, norm1, norm2):
    class Layer(nn.Module):
        def forward(self, x):
            h = norm1(x)
            x = torch.add(x, self_attention(h, h, mask))
            return torch.add(x, feed_forward(norm2(x)))

    return Layer()(x)


@wrong("post-norm")
def as_in_the_paper(x, mask, self_attention, feed_forward, norm1, norm2):
    x = norm1(x + self_attention(x, x, mask))
    return norm2(x + feed_forward(x))


@wrong("post-norm")
def first_half_post(x, mask, self_attention, feed_forward, norm1, norm2):
    x = norm1(x + self_attention(x, x, mask))
    return x + feed_forward(norm2(x))


@wrong("mask")
def forgets_the_mask(x, mask, self_attention, feed_forward, norm1, norm2):
    h = norm1(x)
    x = x + self_attention(h, h, None)
    return x + feed_forward(norm2(x))


@wrong("mask")
def mask_upside_down(x, mask, self_attention, feed_forward, norm1, norm2):
    h = norm1(x)
    x = x + self_attention(h, h, ~mask)
    return x + feed_forward(norm2(x))


@wrong("norm2|norm1|second norm|first norm")
def the_same_norm_twice(x, mask, self_attention, feed_forward, norm1, norm2):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    return x + feed_forward(norm1(x))


@wrong("norm1|norm2|swap")
def norms_swapped(x, mask, self_attention, feed_forward, norm1, norm2):
    h = norm2(x)
    x = x + self_attention(h, h, mask)
    return x + feed_forward(norm1(x))


@wrong("normalised x|normed x|raw x|residual")
def overwrites_x_with_its_norm(x, mask, self_attention, feed_forward, norm1, norm2):
    x = norm1(x)
    x = x + self_attention(x, x, mask)
    x = norm2(x)
    return x + feed_forward(x)


@wrong("not added|residual")
def no_residual_around_attention(x, mask, self_attention, feed_forward, norm1, norm2):
    h = norm1(x)
    x = self_attention(h, h, mask)
    return x + feed_forward(norm2(x))


@wrong("not added|residual")
def no_residual_around_the_feed_forward(x, mask, self_attention, feed_forward, norm1, norm2):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    return feed_forward(norm2(x))


@wrong("keys|x_kv|raw")
def only_the_queries_are_normed(x, mask, self_attention, feed_forward, norm1, norm2):
    x = x + self_attention(norm1(x), x, mask)
    return x + feed_forward(norm2(x))


@wrong("side by side|parallel|same x")
def both_parts_from_the_same_x(x, mask, self_attention, feed_forward, norm1, norm2):
    h = norm1(x)
    return x + self_attention(h, h, mask) + feed_forward(norm2(x))


@wrong("raw|before|first x|sum")
def feed_forward_result_added_to_the_first_x(x, mask, self_attention, feed_forward, norm1, norm2):
    h = norm1(x)
    a = x + self_attention(h, h, mask)
    return x + feed_forward(norm2(a))


@wrong("feed")
def forgets_the_feed_forward(x, mask, self_attention, feed_forward, norm1, norm2):
    h = norm1(x)
    return x + self_attention(h, h, mask)


@wrong("order|first|before")
def feed_forward_first(x, mask, self_attention, feed_forward, norm1, norm2):
    x = x + feed_forward(norm1(x))
    h = norm2(x)
    return x + self_attention(h, h, mask)


@wrong("end|norm")
def a_norm_at_the_end(x, mask, self_attention, feed_forward, norm1, norm2):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    return norm2(x + feed_forward(norm2(x)))


@wrong("x_kv|takes three")
def gives_attention_one_tensor(x, mask, self_attention, feed_forward, norm1, norm2):
    x = x + self_attention(norm1(x), mask)
    return x + feed_forward(norm2(x))


@wrong("chang")
def adds_into_x(x, mask, self_attention, feed_forward, norm1, norm2):
    h = norm1(x)
    x += self_attention(h, h, mask)
    return x + feed_forward(norm2(x))

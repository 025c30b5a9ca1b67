"""Answers to ``decoder_layer``."""

import torch

from tests.answers import right, wrong


@right
def with_names_for_every_step(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    h = norm1(x)
    after_self = x + self_attention(h, h, mask)
    after_cross = after_self + cross_attention(norm2(after_self), memory, memory_mask)
    return after_cross + feed_forward(norm3(after_cross))


@right
def in_a_loop_over_the_sublayers(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    sublayers = (
        (norm1, lambda h: self_attention(h, h, mask)),
        (norm2, lambda h: cross_attention(h, memory, memory_mask)),
        (norm3, feed_forward),
    )
    for norm, sublayer in sublayers:
        x = x + sublayer(norm(x))
    return x


@right
def branches_collected(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    parts = [x]
    h = norm1(sum(parts))
    parts.append(self_attention(h, h, mask))
    parts.append(cross_attention(norm2(sum(parts)), memory, memory_mask))
    parts.append(feed_forward(norm3(sum(parts))))
    return torch.stack(parts).sum(dim=0)


@right
def in_place_on_a_copy(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    x = x.clone()
    x += self_attention(norm1(x), norm1(x), mask)
    x += cross_attention(norm2(x), memory, memory_mask)
    x += feed_forward(norm3(x))
    return x


@right
def with_the_residual_of_lesson_08(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    x = _residual(x, lambda h: self_attention(h, h, mask), norm1)
    x = _residual(x, lambda h: cross_attention(h, memory, memory_mask), norm2)
    return _residual(x, feed_forward, norm3)


def _residual(x, sublayer, norm):
    return x + sublayer(norm(x))


@wrong("memory")
def memory_is_normed_too(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    x = x + cross_attention(norm2(x), norm2(memory), memory_mask)
    return x + feed_forward(norm3(x))


@wrong("mask")
def masks_swapped(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    h = norm1(x)
    x = x + self_attention(h, h, memory_mask)
    x = x + cross_attention(norm2(x), memory, mask)
    return x + feed_forward(norm3(x))


@wrong("mask")
def cross_attention_without_a_mask(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    x = x + cross_attention(norm2(x), memory, None)
    return x + feed_forward(norm3(x))


@wrong("mask")
def self_attention_without_a_mask(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    h = norm1(x)
    x = x + self_attention(h, h, None)
    x = x + cross_attention(norm2(x), memory, memory_mask)
    return x + feed_forward(norm3(x))


@wrong("queries|swap|memory")
def the_memory_asks(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    x = x + cross_attention(memory, norm2(x), memory_mask)
    return x + feed_forward(norm3(x))


@wrong("cross")
def no_cross_attention(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    return x + feed_forward(norm3(x))


@wrong("memory|itself|target")
def cross_attention_reads_the_target(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    h = norm2(x)
    x = x + cross_attention(h, h, mask)
    return x + feed_forward(norm3(x))


@wrong("order|before|first")
def cross_attention_first(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    x = x + cross_attention(norm1(x), memory, memory_mask)
    h = norm2(x)
    x = x + self_attention(h, h, mask)
    return x + feed_forward(norm3(x))


@wrong("post-norm")
def as_in_the_paper(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    x = norm1(x + self_attention(x, x, mask))
    x = norm2(x + cross_attention(x, memory, memory_mask))
    return norm3(x + feed_forward(x))


@wrong("not added|residual")
def no_residual_around_cross_attention(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    x = cross_attention(norm2(x), memory, memory_mask)
    return x + feed_forward(norm3(x))


@wrong("cross_attention|self_attention|same")
def self_attention_in_both_places(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    x = x + self_attention(norm2(x), memory, memory_mask)
    return x + feed_forward(norm3(x))


@wrong("norm")
def cross_attention_gets_the_raw_x(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    x = x + cross_attention(x, memory, memory_mask)
    return x + feed_forward(norm3(x))


@wrong("norm")
def one_norm_for_all(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    x = x + cross_attention(norm1(x), memory, memory_mask)
    return x + feed_forward(norm1(x))


@wrong("feed")
def forgets_the_feed_forward(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    return x + cross_attention(norm2(x), memory, memory_mask)


@wrong("pair|memory|returns")
def returns_the_memory_too(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    x = x + cross_attention(norm2(x), memory, memory_mask)
    return x + feed_forward(norm3(x)), memory

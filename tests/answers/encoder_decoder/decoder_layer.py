"""Answers to ``decoder_layer``. The attentions are called ``own`` and ``cross`` here."""

from torch import nn

from tests.answers import right, wrong


@right
def three_lines(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    x = x + own(norm1(x), norm1(x), mask)
    x = x + cross(norm2(x), memory, memory_mask)
    x = x + ffn(norm3(x))
    return x


@right
def every_sum_has_a_name(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    asked = norm1(x)
    x1 = own(asked, asked, mask) + x
    x2 = cross(norm2(x1), memory, memory_mask) + x1
    x3 = ffn(norm3(x2)) + x2
    return x3


@right
def a_list_of_sublayers(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    sublayers = [
        (norm1, lambda h: own(h, h, mask)),
        (norm2, lambda h: cross(h, memory, memory_mask)),
        (norm3, ffn),
    ]
    for norm, sublayer in sublayers:
        x = x + sublayer(norm(x))
    return x


@right
def a_helper_that_adds(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    def add(h, norm, sublayer, *others):
        return h + sublayer(norm(h), *others)

    h = add(x, norm1, lambda n: own(n, n, mask))
    h = add(h, norm2, cross, memory, memory_mask)
    return add(h, norm3, ffn)


@right
def with_dropout_switched_off(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    drop = nn.Dropout(0.1).eval()
    h = norm1(x)
    x = x + drop(own(h, h, mask))
    x = x + drop(cross(norm2(x), memory, memory_mask))
    return x + drop(ffn(norm3(x)))


@wrong("post-norm|norm comes first")
def as_in_the_paper(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    x = norm1(x + own(x, x, mask))
    x = norm2(x + cross(x, memory, memory_mask))
    return norm3(x + ffn(x))


@wrong("before self-attention")
def memory_before_itself(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    x = x + cross(norm2(x), memory, memory_mask)
    n = norm1(x)
    x = x + own(n, n, mask)
    return x + ffn(norm3(x))


@wrong("swapped|memory asks")
def memory_as_the_queries(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    h = norm1(x)
    x = x + own(h, h, mask)
    x = x + cross(memory, norm2(x), memory_mask)
    return x + ffn(norm3(x))


@wrong("memory is not read|answers")
def cross_attention_to_itself(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    h = norm1(x)
    x = x + own(h, h, mask)
    h = norm2(x)
    x = x + cross(h, h, mask)
    return x + ffn(norm3(x))


@wrong("target-mask|mask")
def one_mask_for_both(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    h = norm1(x)
    x = x + own(h, h, mask)
    x = x + cross(norm2(x), memory, mask)
    return x + ffn(norm3(x))


@wrong("swapped|mask")
def masks_in_the_wrong_places(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    h = norm1(x)
    x = x + own(h, h, memory_mask)
    x = x + cross(norm2(x), memory, mask)
    return x + ffn(norm3(x))


@wrong("`memory_mask` has no effect")
def pads_of_the_source_are_read(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    h = norm1(x)
    x = x + own(h, h, mask)
    x = x + cross(norm2(x), memory, None)
    return x + ffn(norm3(x))


@wrong("comes after it|mask")
def looks_ahead(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    h = norm1(x)
    x = x + own(h, h, None)
    x = x + cross(norm2(x), memory, memory_mask)
    return x + ffn(norm3(x))


@wrong("normed again|memory-normed")
def norms_the_memory(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    h = norm1(x)
    x = x + own(h, h, mask)
    x = x + cross(norm2(x), norm2(memory), memory_mask)
    return x + ffn(norm3(x))


@wrong("residual|told")
def no_add_after_cross_attention(
    x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3
):
    h = norm1(x)
    x = x + own(h, h, mask)
    x = cross(norm2(x), memory, memory_mask)
    return x + ffn(norm3(x))


@wrong("overwritten|residual")
def overwrites_x_by_its_norm(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    h = norm1(x)
    x = x + own(h, h, mask)
    x = norm2(x)
    x = x + cross(x, memory, memory_mask)
    return x + ffn(norm3(x))


@wrong("left out|not read")
def the_encoder_layer_again(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    h = norm1(x)
    x = x + own(h, h, mask)
    return x + ffn(norm3(x))


@wrong("norm2|norm3")
def norm2_for_the_rest(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    h = norm1(x)
    x = x + own(h, h, mask)
    x = x + cross(norm2(x), memory, memory_mask)
    return x + ffn(norm2(x))


@wrong("words read each other first|before self-attention")
def memory_first(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    x = x + cross(norm1(x), memory, memory_mask)
    h = norm2(x)
    x = x + own(h, h, mask)
    return x + ffn(norm3(x))


@wrong("side by side|sum")
def both_attentions_at_once(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    h = norm1(x)
    x = x + own(h, h, mask) + cross(norm2(x), memory, memory_mask)
    return x + ffn(norm3(x))


@wrong("another arrangement|residual|sum")
def one_sum_at_the_end(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    h = norm1(x)
    h = own(h, h, mask)
    h = cross(norm2(h), memory, memory_mask)
    return x + ffn(norm3(h))


@wrong("argument|missing|called")
def cross_attention_of_two(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    h = norm1(x)
    x = x + own(h, h, mask)
    x = x + cross(norm2(x), memory)
    return x + ffn(norm3(x))


@wrong("chang")
def adds_into_x(x, memory, mask, memory_mask, own, cross, ffn, norm1, norm2, norm3):
    h = norm1(x)
    x += own(h, h, mask)
    x = x + cross(norm2(x), memory, memory_mask)
    return x + ffn(norm3(x))


@wrong("norm3(x) is added")
def normed_on_the_last_path(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    y = norm1(x)
    x = x + self_attention(y, y, mask)
    y = norm2(x)
    x = x + cross_attention(y, memory, memory_mask)
    x = norm3(x)
    x = x + feed_forward(x)
    return x


@wrong("last residual path")
def no_memory_mask_and_last_path_missing(
    x, memory, mask, memory_mask, self_attention, cross_attention, feed_forward, norm1, norm2, norm3
):
    q = norm1(x)
    x = x + self_attention(q, q, mask)
    x = x + cross_attention(norm2(x), memory, None)
    return feed_forward(norm3(x))

"""Answers to ``encoder_layer``."""

from torch import nn

from tests.answers import right, wrong


@right
def two_lines(x, mask, self_attention, feed_forward, norm1, norm2):
    x = x + self_attention(norm1(x), norm1(x), mask)
    x = x + feed_forward(norm2(x))
    return x


@right
def every_step_has_a_name(x, mask, self_attention, feed_forward, norm1, norm2):
    residual = x
    h = norm1(x)
    h = self_attention(h, h, mask)
    h = h + residual
    residual = h
    h = norm2(h)
    h = feed_forward(h)
    return h + residual


@right
def a_list_of_sublayers(x, mask, self_attention, feed_forward, norm1, norm2):
    for norm, sublayer in [(norm1, lambda h: self_attention(h, h, mask)), (norm2, feed_forward)]:
        x = x + sublayer(norm(x))
    return x


class _Layer(nn.Module):
    def __init__(self, self_attention, feed_forward, norm1, norm2):
        super().__init__()
        self.self_attention, self.feed_forward = self_attention, feed_forward
        self.norm1, self.norm2 = norm1, norm2

    def forward(self, x, mask):
        y = self.norm1(x)
        y = self.self_attention(y, y, mask).add(x)
        return self.feed_forward(self.norm2(y)).add(y)


@right
def a_module(x, mask, self_attention, feed_forward, norm1, norm2):
    return _Layer(self_attention, feed_forward, norm1, norm2)(x, mask)


@right
def with_dropout_switched_off(x, mask, self_attention, feed_forward, norm1, norm2):
    drop = nn.Dropout(0.1).eval()
    normed = norm1(x)
    x = x + drop(self_attention(normed, normed, mask))
    return x + drop(feed_forward(norm2(x)))


@right
def in_place_on_a_clone(x, mask, self_attention, feed_forward, norm1, norm2):
    out = x.clone()
    normed = norm1(x)
    out += self_attention(normed, normed, mask)
    return out + feed_forward(norm2(out))


@wrong("post-norm|norm first|norm comes first")
def as_in_the_paper(x, mask, self_attention, feed_forward, norm1, norm2):
    x = norm1(x + self_attention(x, x, mask))
    return norm2(x + feed_forward(x))


@wrong("overwritten|residual|normed")
def overwrites_x_by_its_norm(x, mask, self_attention, feed_forward, norm1, norm2):
    x = norm1(x)
    x = x + self_attention(x, x, mask)
    return x + feed_forward(norm2(x))


@wrong("residual|normed")
def overwrites_x_in_both_steps(x, mask, self_attention, feed_forward, norm1, norm2):
    x = norm1(x)
    x = x + self_attention(x, x, mask)
    x = norm2(x)
    return x + feed_forward(x)


@wrong("residual|added")
def one_after_the_other(x, mask, self_attention, feed_forward, norm1, norm2):
    normed = norm1(x)
    attended = self_attention(normed, normed, mask)
    return feed_forward(norm2(attended))


@wrong("residual|added")
def adds_once_at_the_end(x, mask, self_attention, feed_forward, norm1, norm2):
    normed = norm1(x)
    h = self_attention(normed, normed, mask)
    return x + feed_forward(norm2(h))


@wrong("first x|residual|x that came in")
def keeps_the_first_x(x, mask, self_attention, feed_forward, norm1, norm2):
    normed = norm1(x)
    h = x + self_attention(normed, normed, mask)
    return feed_forward(norm2(h)) + x


@wrong("side by side|works on the sum")
def parallel_as_in_gpt_j(x, mask, self_attention, feed_forward, norm1, norm2):
    h = norm1(x)
    return x + self_attention(h, h, mask) + feed_forward(norm2(x))


@wrong("`x` where `normed` belongs")
def norms_only_the_queries(x, mask, self_attention, feed_forward, norm1, norm2):
    x = x + self_attention(norm1(x), x, mask)
    return x + feed_forward(norm2(x))


@wrong("`x` where `normed` belongs")
def norms_only_the_keys(x, mask, self_attention, feed_forward, norm1, norm2):
    x = x + self_attention(x, norm1(x), mask)
    return x + feed_forward(norm2(x))


@wrong("mask")
def forgets_the_mask(x, mask, self_attention, feed_forward, norm1, norm2):
    normed = norm1(x)
    x = x + self_attention(normed, normed, None)
    return x + feed_forward(norm2(x))


@wrong("mask|inverted")
def turns_the_mask_round(x, mask, self_attention, feed_forward, norm1, norm2):
    normed = norm1(x)
    turned = None if mask is None else mask.logical_not()
    x = x + self_attention(normed, normed, turned)
    return x + feed_forward(norm2(x))


@wrong("norm1")
def uses_norm1_again(x, mask, self_attention, feed_forward, norm1, norm2):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    return x + feed_forward(norm1(x))


@wrong("norm2|norm")
def no_second_norm(x, mask, self_attention, feed_forward, norm1, norm2):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    return x + feed_forward(x)


@wrong("other way round|feed-forward-first|attention")
def feed_forward_before_attention(x, mask, self_attention, feed_forward, norm1, norm2):
    x = x + feed_forward(norm1(x))
    h = norm2(x)
    return x + self_attention(h, h, mask)


@wrong("once more|normed-at-the-end")
def norms_at_the_end_too(x, mask, self_attention, feed_forward, norm1, norm2):
    h = norm1(x)
    x = x + self_attention(h, h, mask)
    x = x + feed_forward(norm2(x))
    return norm2(x)


@wrong("argument|missing|called")
def gives_attention_one_tensor(x, mask, self_attention, feed_forward, norm1, norm2):
    x = x + self_attention(norm1(x), mask)
    return x + feed_forward(norm2(x))


@wrong("chang")
def adds_into_x(x, mask, self_attention, feed_forward, norm1, norm2):
    h = norm1(x)
    x += self_attention(h, h, mask)
    return x + feed_forward(norm2(x))

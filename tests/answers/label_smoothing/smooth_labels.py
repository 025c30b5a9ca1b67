"""Answers to ``smooth_labels``."""

import torch
import torch.nn.functional as F

from tests.answers import right, wrong


@right
def by_scatter(targets, vocab_size, epsilon):
    low = epsilon / vocab_size
    smooth = torch.full((*targets.shape, vocab_size), low)
    smooth.scatter_(-1, targets.unsqueeze(-1), 1 - epsilon + low)
    return smooth


@right
def by_eye(targets, vocab_size, epsilon):
    return torch.eye(vocab_size)[targets] * (1 - epsilon) + torch.full((), epsilon / vocab_size)


@right
def interpolates(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, num_classes=vocab_size).to(torch.float32)
    return torch.lerp(one_hot, torch.full_like(one_hot, 1 / vocab_size), epsilon)


@right
def by_loops(targets, vocab_size, epsilon):
    rows = []
    for target in targets.flatten().tolist():
        row = [epsilon / vocab_size] * vocab_size
        row[target] += 1 - epsilon
        rows.append(row)
    return torch.tensor(rows).reshape(*targets.shape, vocab_size)


@right
def by_comparison(targets, vocab_size, epsilon):
    hit = targets[..., None] == torch.arange(vocab_size)
    return torch.where(hit, 1 - epsilon + epsilon / vocab_size, epsilon / vocab_size)


@right
def in_double(targets, vocab_size, epsilon):
    return F.one_hot(targets, vocab_size).double() * (1 - epsilon) + epsilon / vocab_size


@right
def read_off_the_gradient(targets, vocab_size, epsilon):
    z = torch.zeros(targets.numel(), vocab_size, requires_grad=True, dtype=torch.double)
    F.cross_entropy(z, targets.flatten(), label_smoothing=epsilon, reduction="sum").backward()
    return (1 / vocab_size - z.grad).float().reshape(*targets.shape, vocab_size)


@right
def rows_of_a_transition_matrix(targets, vocab_size, epsilon):
    T = torch.full((vocab_size, vocab_size), epsilon / vocab_size)
    T.fill_diagonal_(1 - epsilon + epsilon / vocab_size)
    return F.embedding(targets, T)


@right
def chooses_two_values(targets, vocab_size, epsilon):
    return torch.where(
        F.one_hot(targets, vocab_size).bool(),
        1 - epsilon * (vocab_size - 1) / vocab_size,
        epsilon / vocab_size,
    )


@wrong("V - 1|other")
def spreads_over_the_others(targets, vocab_size, epsilon):
    out = torch.full((*targets.shape, vocab_size), epsilon / (vocab_size - 1))
    return out.scatter(-1, targets.unsqueeze(-1), 1 - epsilon)


@wrong("0.8 and 0.1 where 0.85 and 0.05 belong")
def spreads_over_v_minus_2(targets, vocab_size, epsilon):
    out = torch.full((*targets.shape, vocab_size), epsilon / (vocab_size - 2))
    return out.scatter(-1, targets.unsqueeze(-1), 1 - epsilon)


@wrong("lacks|less than one|share")
def truth_lacks_its_share(targets, vocab_size, epsilon):
    out = torch.full((*targets.shape, vocab_size), epsilon / vocab_size)
    return out.scatter(-1, targets.unsqueeze(-1), 1 - epsilon)


@wrong("padding|Word 0|0")
def padding_column_cleared(targets, vocab_size, epsilon):
    out = torch.full((*targets.shape, vocab_size), epsilon / (vocab_size - 2))
    out = out.scatter(-1, targets.unsqueeze(-1), 1 - epsilon)
    out[..., 0] = 0
    return out


@wrong("divided|whole epsilon|more than one")
def epsilon_added_to_every_class(targets, vocab_size, epsilon):
    return F.one_hot(targets, vocab_size) * (1 - epsilon) + epsilon


@wrong("keeps its 1|more than one")
def epsilon_on_top(targets, vocab_size, epsilon):
    return F.one_hot(targets, vocab_size).float() + epsilon / vocab_size


@wrong("nobody|less than one")
def share_left_out(targets, vocab_size, epsilon):
    return F.one_hot(targets, vocab_size).float() * (1 - epsilon)


@wrong("nothing is smoothed|as-if-epsilon-always-0")
def not_smoothed(targets, vocab_size, epsilon):
    return F.one_hot(targets, vocab_size).float()


@wrong("places|epsilon")
def weights_swapped(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, vocab_size).float()
    return epsilon * one_hot + (1 - epsilon) / vocab_size


@wrong("before|counted from 1|wrong-word|largest")
def classes_counted_from_one(targets, vocab_size, epsilon):
    one_hot = F.one_hot((targets - 1).clamp(min=0), vocab_size).float()
    return (1 - epsilon) * one_hot + epsilon / vocab_size


@wrong("whole|dtype|int64|integer")
def written_into_integers(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, vocab_size)
    one_hot[...] = (1 - epsilon) * one_hot + epsilon / vocab_size
    return one_hot


@wrong("right number of entries, reshaped")
def flattens(targets, vocab_size, epsilon):
    one_hot = torch.eye(vocab_size)[targets.flatten()]
    return (1 - epsilon) * one_hot + epsilon / vocab_size


@wrong("first|axis|axes|shape")
def classes_first(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, vocab_size).float()
    return ((1 - epsilon) * one_hot + epsilon / vocab_size).movedim(-1, 0)


@wrong("neighbour|split|beside")
def epsilon_to_the_next_class(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, vocab_size).float()
    return (1 - epsilon) * one_hot + epsilon * one_hot.roll(1, -1)


@wrong("logarithm|log")
def returns_logarithms(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, vocab_size).float()
    return torch.log((1 - epsilon) * one_hot + epsilon / vocab_size + 1e-9)


@wrong("softmax")
def softmax_on_top(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, vocab_size).float()
    return F.softmax((1 - epsilon) * one_hot + epsilon / vocab_size, dim=-1)


@wrong("more than one|sum")
def v_minus_one_for_all(targets, vocab_size, epsilon):
    one_hot = F.one_hot(targets, vocab_size).float()
    return (1 - epsilon) * one_hot + epsilon / (vocab_size - 1)


@wrong("Every entry of the result is 0.25")
def uniform(targets, vocab_size, epsilon):
    return torch.full((*targets.shape, vocab_size), 1 / vocab_size)


@wrong("random|noise")
def noise_for_uniform(targets, vocab_size, epsilon):
    noise = torch.rand(*targets.shape, vocab_size)
    noise = noise / noise.sum(-1, keepdim=True)
    return (1 - epsilon) * F.one_hot(targets, vocab_size).float() + epsilon * noise


@wrong("random")
def random_noise(targets, vocab_size, epsilon):
    noise = torch.rand(*targets.shape, vocab_size).softmax(-1)
    return (1 - epsilon) * F.one_hot(targets, vocab_size) + epsilon * noise


@wrong("classes|vocab|shape|width")
def one_hot_guesses_the_width(targets, vocab_size, epsilon):
    return F.one_hot(targets).float() * (1 - epsilon) + epsilon / vocab_size


@wrong("0.8 and 0.2 where 0.85 and 0.05 belong")
def epsilon_to_each(targets, vocab_size, epsilon):
    out = torch.full((*targets.shape, vocab_size), epsilon)
    return out.scatter(-1, targets[..., None], 1 - epsilon)

"""Answers to ``shift_right``."""

import torch

from tests.answers import right, wrong


@right
def by_loops(target_ids):
    inputs = [[int(i) for i in row][:-1] for row in target_ids]
    labels = [[int(i) for i in row][1:] for row in target_ids]
    return torch.tensor(inputs), torch.tensor(labels)


@right
def narrows(target_ids):
    size = target_ids.size(1) - 1
    return target_ids.narrow(1, 0, size).clone(), target_ids.narrow(1, 1, size).clone()


@right
def rolls_and_cuts(target_ids):
    shifted = torch.roll(target_ids, -1, dims=1)
    return [target_ids[..., :-1], shifted[..., :-1]]


@right
def index_select(target_ids):
    places = torch.arange(target_ids.shape[1] - 1)
    return target_ids.index_select(1, places), target_ids.index_select(1, places + 1)


@right
def unfolds_pairs(target_ids):
    a, b = target_ids.unfold(1, 2, 1).unbind(-1)
    return (a, b)


@right
def unbinds_a_stack(target_ids):
    return torch.stack([target_ids[:, :-1], target_ids[:, 1:]]).unbind(0)


@right
def cuts_what_it_rolled(target_ids):
    return (target_ids[:, :-1], torch.roll(target_ids, -1, 1)[:, :-1])


@wrong("not-shifted|just read")
def labels_copy_the_input(target_ids):
    x = target_ids[:, :-1]
    return x, x.clone()


@wrong("zero|0")
def zero_put_in_front(target_ids):
    decoder_input = torch.zeros_like(target_ids)
    decoder_input[:, 1:] = target_ids[:, :-1]
    return decoder_input, target_ids


@wrong("batch")
def slices_rows(target_ids):
    return target_ids[:-1, :], target_ids[1:, :]


@wrong("wrong way round|swapped")
def names_swapped(target_ids):
    labels = target_ids[:, :-1]
    inputs = target_ids[:, 1:]
    return inputs, labels


@wrong("roll|wrap|length|longer")
def labels_rolled_and_too_long(target_ids):
    return target_ids[:, :-1], torch.roll(target_ids, shifts=-1, dims=1)


@wrong("eos")
def drops_eos_from_both(target_ids):
    inner = target_ids[:, :-1]
    return inner[:, :-1], inner[:, 1:]


@wrong("two places|twice|apart")
def shifts_by_two(target_ids):
    return target_ids[:, :-2], target_ids[:, 2:]


@wrong("padding|0")
def last_real_token_cleared(target_ids):
    inputs = target_ids.clone()
    for row in inputs:
        last = int((row != 0).sum()) - 1
        row[last] = 0
    return inputs[:, :-1], target_ids[:, 1:]


@wrong("-100|changed")
def padding_labels_set_to_minus_100(target_ids):
    labels = target_ids[:, 1:].clone()
    labels[labels == 0] = -100
    return target_ids[:, :-1], labels


@wrong("roll|wrap|last")
def rolls_the_input(target_ids):
    return torch.roll(target_ids, 1, dims=1), target_ids


@wrong("list")
def nested_lists(target_ids):
    return [row[:-1].tolist() for row in target_ids], [row[1:].tolist() for row in target_ids]


@wrong("list|tensor")
def lists_of_ids(target_ids):
    rows = target_ids.tolist()
    return [row[:-1] for row in rows], [row[1:] for row in rows]


@wrong("one-hot|axes|shape|too-many")
def adds_an_axis(target_ids):
    return target_ids[:, :-1].unsqueeze(-1), target_ids[:, 1:].unsqueeze(-1)


@wrong("one tensor|together|stack|cat|shape|length")
def concatenates_both(target_ids):
    return torch.cat([target_ids[:, :-1], target_ids[:, 1:]], dim=1)


@wrong("roll|wrap|around|length|long")
def labels_by_roll(target_ids):
    return target_ids, target_ids.roll(-1, dims=1)


@wrong("one tensor|tuple|pair|stack|type")
def pair_in_one_tensor(target_ids):
    return torch.stack([target_ids[:, :-1], target_ids[:, 1:]])


@wrong("dict|type|tuple|pair")
def batch_as_a_dict(target_ids):
    return {"decoder_input": target_ids[:, :-1], "labels": target_ids[:, 1:]}


@wrong("float|dtype|int")
def labels_as_floats(target_ids):
    return target_ids[:, :-1], target_ids[:, 1:].float()


@wrong("bos|eos|both|short|end")
def strips_both_ends(target_ids):
    return target_ids[:, 1:-1], target_ids[:, 1:-1]


@wrong("the token just read")
def nothing_shifted(target_ids):
    return target_ids, target_ids


@wrong("without `[:, :-1]`")
def input_keeps_the_end(target_ids):
    return target_ids, target_ids[:, 1:]


@wrong("one|only|two|input|pair|tuple")
def decoder_input_alone(target_ids):
    return target_ids[:, :-1]


@wrong("short|eos|label|early")
def labels_without_their_end(target_ids):
    return target_ids[:, :-1], target_ids[:, 1:-1]


@wrong("size of axis 0")
def swapped_and_cut_along_the_batch(target_ids):
    return target_ids[1:], target_ids[:-1]

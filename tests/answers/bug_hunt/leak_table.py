"""Answers to ``leak_table``."""

import torch

from tests.answers import right, wrong


@right
def columns_stacked(model, ids, vocab):
    before = model(ids)
    columns = []
    for t in range(ids.size(1)):
        other = ids.clone()
        other[:, t] = (other[:, t] + 1) % vocab
        columns.append((model(other) - before).abs().amax(dim=(0, 2)))
    return torch.stack(columns, dim=1)


@right
def into_a_table(model, ids, vocab):
    T = ids.shape[1]
    table = torch.zeros(T, T)
    with torch.no_grad():
        for t in range(T):
            changed = ids.clone()
            changed[:, t] = torch.where(ids[:, t] == vocab - 1, 0, ids[:, t] + 1)
            apart = (model(ids) - model(changed)).abs()
            table[:, t] = apart.max(-1).values.max(0).values
    return table


@right
def cell_by_cell(model, ids, vocab):
    before, T = model(ids), ids.shape[1]
    table = torch.zeros(T, T)
    for t in range(T):
        step = torch.zeros_like(ids)
        step[:, t] = 1
        after = model((ids + step) % vocab)
        for i in range(T):
            table[i, t] = torch.max(torch.abs(after[:, i] - before[:, i]))
    return table


@wrong("turned|row i")
def rows_stacked(model, ids, vocab):
    before = model(ids)
    rows = []
    for t in range(ids.size(1)):
        other = ids.clone()
        other[:, t] = (other[:, t] + 1) % vocab
        rows.append((model(other) - before).abs().amax(dim=(0, 2)))
    return torch.stack(rows)


@wrong("pile up|fresh")
def one_clone_for_all(model, ids, vocab):
    before, changed = model(ids), ids.clone()
    columns = []
    for t in range(ids.size(1)):
        changed[:, t] = (changed[:, t] + 1) % vocab
        columns.append((model(changed) - before).abs().amax((0, 2)))
    return torch.stack(columns, 1)


@wrong("chang|input")
def in_place(model, ids, vocab):
    before = model(ids)
    columns = []
    for t in range(ids.size(1)):
        ids[:, t] = (ids[:, t] + 1) % vocab
        columns.append((model(ids) - before).abs().amax((0, 2)))
    return torch.stack(columns, 1)


@wrong("from t on|alone")
def all_that_follow(model, ids, vocab):
    before = model(ids)
    columns = []
    for t in range(ids.size(1)):
        changed = ids.clone()
        changed[:, t:] = (ids[:, t:] + 1) % vocab
        columns.append((model(changed) - before).abs().amax((0, 2)))
    return torch.stack(columns, 1)


@wrong("All words|alone")
def everything_each_time(model, ids, vocab):
    moved = (model((ids + 1) % vocab) - model(ids)).abs().amax((0, 2))
    return moved[:, None].expand(-1, ids.size(1)).clone()


@wrong("without `abs`")
def no_abs(model, ids, vocab):
    before = model(ids)
    columns = []
    for t in range(ids.size(1)):
        changed = ids.clone()
        changed[:, t] = (ids[:, t] + 1) % vocab
        columns.append((model(changed) - before).amax((0, 2)))
    return torch.stack(columns, 1)


@wrong("square-of-the-answer")
def squares(model, ids, vocab):
    before = model(ids)
    columns = []
    for t in range(ids.size(1)):
        changed = ids.clone()
        changed[:, t] = (ids[:, t] + 1) % vocab
        columns.append(((model(changed) - before) ** 2).amax((0, 2)))
    return torch.stack(columns, 1)


@wrong("mean")
def means(model, ids, vocab):
    before = model(ids)
    columns = []
    for t in range(ids.size(1)):
        changed = ids.clone()
        changed[:, t] = (ids[:, t] + 1) % vocab
        columns.append((model(changed) - before).abs().mean((0, 2)))
    return torch.stack(columns, 1)


@wrong("adds up|sum")
def sums(model, ids, vocab):
    before = model(ids)
    columns = []
    for t in range(ids.size(1)):
        changed = ids.clone()
        changed[:, t] = (ids[:, t] + 1) % vocab
        columns.append((model(changed) - before).abs().sum((0, 2)))
    return torch.stack(columns, 1)


@wrong("first row|first")
def first_row(model, ids, vocab):
    before, T = model(ids), ids.shape[1]
    table = torch.zeros(T, T)
    for t in range(T):
        changed = ids.clone()
        changed[:, t] = (ids[:, t] + 1) % vocab
        table[:, t] = (model(changed) - before)[0].abs().amax(-1)
    return table


@wrong("last row|last")
def last_row(model, ids, vocab):
    before, T = model(ids), ids.shape[1]
    table = torch.zeros(T, T)
    for t in range(T):
        changed = ids.clone()
        changed[:, t] = (ids[:, t] + 1) % vocab
        table[:, t] = (model(changed) - before)[-1].abs().amax(-1)
    return table


@wrong("last id|% vocab")
def kept_inside(model, ids, vocab):
    before, columns = model(ids), []
    for t in range(ids.size(1)):
        changed = ids.clone()
        changed[:, t] = (ids[:, t] + 1).clamp(max=vocab - 1)
        columns.append((model(changed) - before).abs().amax((0, 2)))
    return torch.stack(columns, 1)


@wrong("id 0|becomes")
def zero_there(model, ids, vocab):
    before, columns = model(ids), []
    for t in range(ids.size(1)):
        changed = ids.clone()
        changed[:, t] = 0
        columns.append((model(changed) - before).abs().amax((0, 2)))
    return torch.stack(columns, 1)


@wrong("how far|whether")
def zeros_and_ones(model, ids, vocab):
    before, columns = model(ids), []
    for t in range(ids.size(1)):
        changed = ids.clone()
        changed[:, t] = (ids[:, t] + 1) % vocab
        columns.append((model(changed) != before).any(-1).any(0))
    return torch.stack(columns, 1).float()


@wrong("likeliest|how far")
def other_words_said(model, ids, vocab):
    before, columns = model(ids).argmax(-1), []
    for t in range(ids.size(1)):
        changed = ids.clone()
        changed[:, t] = (ids[:, t] + 1) % vocab
        columns.append((model(changed).argmax(-1) != before).any(0).float())
    return torch.stack(columns, 1)


@wrong("no output ever moves|zero")
def nothing_was_changed(model, ids, vocab):
    before, columns = model(ids), []
    for t in range(ids.size(1)):
        changed = ids.clone()
        changed[:, t] + 1
        columns.append((model(changed) - before).abs().amax((0, 2)))
    return torch.stack(columns, 1)

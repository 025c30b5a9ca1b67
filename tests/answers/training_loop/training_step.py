"""Answers to ``training_step``."""

import torch
from torch import nn

from tests.answers import right, wrong


@right
def as_most_write_it(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss = loss_fn(model, batch)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


@right
def cleared_at_the_end_and_at_the_start(model, batch, loss_fn, optimizer, max_norm):
    model.zero_grad(set_to_none=True)
    model.train()
    loss = loss_fn(model, batch)
    loss.backward()
    nn.utils.clip_grad_norm_(list(model.parameters()), max_norm=max_norm, norm_type=2)
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    return float(loss.detach())


@right
def clipped_by_hand(model, batch, loss_fn, optimizer, max_norm):
    for p in model.parameters():
        p.grad = None
    loss = loss_fn(model, batch)
    loss.backward()
    grads = [p.grad for p in model.parameters() if p.grad is not None]
    norm = sum((g**2).sum() for g in grads) ** 0.5
    if norm > max_norm:
        for g in grads:
            g *= max_norm / norm
    optimizer.step()
    return loss.item()


@right
def gradients_asked_for(model, batch, loss_fn, optimizer, max_norm):
    parameters = [p for p in model.parameters() if p.requires_grad]
    with torch.enable_grad():
        loss = loss_fn(model, batch)
    grads = torch.autograd.grad(loss, parameters, allow_unused=True)
    for p, g in zip(parameters, grads, strict=True):
        p.grad = g
    nn.utils.clip_grad_norm_(parameters, max_norm)
    optimizer.step()
    return loss.tolist()


@right
def parameters_from_the_optimizer(model, batch, loss_fn, optimizer, max_norm):
    parameters = [p for group in optimizer.param_groups for p in group["params"]]
    optimizer.zero_grad(set_to_none=False)
    loss = loss_fn(model, batch)
    loss.backward()
    total = nn.utils.get_total_norm([p.grad for p in parameters if p.grad is not None])
    nn.utils.clip_grads_with_norm_(parameters, max_norm, total)
    optimizer.step()
    return loss.item()


@wrong("zero_grad|cleared|add up")
def forgets_zero_grad(model, batch, loss_fn, optimizer, max_norm):
    loss = loss_fn(model, batch)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


@wrong("zero_grad|cleared|after backward")
def clears_after_backward(model, batch, loss_fn, optimizer, max_norm):
    loss = loss_fn(model, batch)
    loss.backward()
    optimizer.zero_grad()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


@wrong("clip")
def clips_before_backward(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss = loss_fn(model, batch)
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    loss.backward()
    optimizer.step()
    return loss.item()


@wrong("clip")
def does_not_clip(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss = loss_fn(model, batch)
    loss.backward()
    optimizer.step()
    return loss.item()


@wrong("value")
def clips_by_value(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss = loss_fn(model, batch)
    loss.backward()
    nn.utils.clip_grad_value_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


@wrong("each|own norm")
def clips_each_tensor(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss = loss_fn(model, batch)
    loss.backward()
    for p in model.parameters():
        nn.utils.clip_grad_norm_(p, max_norm)
    optimizer.step()
    return loss.item()


@wrong("tensor|graph|item")
def returns_the_tensor(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss = loss_fn(model, batch)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss


@wrong("twice|backward")
def goes_backward_twice(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss = loss_fn(model, batch)
    loss.backward(retain_graph=True)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


@wrong("no_grad|grad_fn|does not require grad")
def under_no_grad(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    with torch.no_grad():
        loss = loss_fn(model, batch)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


@wrong("after the update|after the step|before")
def returns_the_loss_afterwards(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss_fn(model, batch).backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss_fn(model, batch).item()


@wrong("twice|two steps|step")
def steps_twice(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss = loss_fn(model, batch)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    optimizer.step()
    return loss.item()


@wrong("norm|returns")
def returns_the_norm_too(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss = loss_fn(model, batch)
    loss.backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item(), norm.item()


@wrong("item|Python|number")
def item_too_early(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss = loss_fn(model, batch).item()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss


@wrong("not the loss|norm")
def returns_the_norm(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss_fn(model, batch).backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return norm.item()


@wrong("no Python float")
def returns_nothing_useful(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss_fn(model, batch).backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return True

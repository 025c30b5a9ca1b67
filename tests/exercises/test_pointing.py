"""The card points to the line of the learner's code in which a small edit makes all cases right."""

import math
import random

import pytest
import torch

from tests.answers import collect
from tformer.exercises import check, coach, hint
from tformer.exercises.checker.pointing import point
from tformer.exercises.course_map import find


def attention_without_the_root(q, k, v, mask=None):
    scores = q @ k.mT
    scores = scores / k.size(-1)
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(-1).nan_to_num()
    return weights @ v, weights


def mask_inverted(q, k, v, mask=None):
    scores = q @ k.mT / math.sqrt(k.size(-1))
    if mask is not None:
        scores = scores.masked_fill(mask, -math.inf)
    weights = scores.softmax(-1).nan_to_num()
    return weights @ v, weights


def axis_not_kept(x, gamma, beta, eps):
    centred = x - x.mean(-1, keepdim=True)
    spread = centred.square().mean(-1)
    return gamma * centred / torch.sqrt(spread + eps) + beta


def eps_beside_the_root(x, gamma, beta, eps):
    centred = x - x.mean(-1, keepdim=True)
    spread = centred.square().mean(-1, keepdim=True)
    return gamma * centred / (torch.sqrt(spread) + eps) + beta


def works_in_place(x, dim):
    x -= x.max(dim, keepdim=True).values
    return x.exp() / x.exp().sum(dim, keepdim=True)


def _spread(x):
    return x.std(-1, keepdim=True)


def with_a_helper(x, gamma, beta, eps):
    centred = x - x.mean(-1, keepdim=True)
    return gamma * centred / torch.sqrt(_spread(x) ** 2 + eps) + beta


SPOTS = [
    (attention_without_the_root, "attention", 3, "k.size(-1) ** 0.5"),
    (mask_inverted, "attention", 4, "~mask"),
    (axis_not_kept, "layer_norm", 3, "keepdim=True"),
    (eps_beside_the_root, "layer_norm", 4, "torch.sqrt(spread + eps)"),
    (works_in_place, "softmax", 2, "x = x -"),
    (with_a_helper, "layer_norm", 2, "unbiased=False"),
]


@pytest.mark.parametrize("fn, name, number, edit", SPOTS, ids=lambda x: getattr(x, "__name__", ""))
def test_the_card_points_to_the_line_and_only_the_last_hint_shows_the_edit(fn, name, number, edit):
    coach._hints_seen.clear()
    report = check(fn, name)
    told = dict(report.lines)["Look at"]
    assert told.startswith(f"line {number}") and edit in report.spot.mended
    assert edit not in told or fn is with_a_helper
    assert report.spot.mended not in repr(report)
    for _ in range(len(find(name).hints)):
        assert report.spot.mended not in repr(hint(name))
    assert report.spot.mended in repr(hint(name)) and "line" in repr(hint(name))


def test_a_helper_is_named():
    told = dict(check(with_a_helper, "layer_norm").lines)["Look at"]
    assert "_spread" in told and "x.std(-1, keepdim=True)" in told


def test_an_answer_that_passes_or_is_far_off_has_no_spot():
    def far_off(x, gamma, beta, eps):
        return torch.fft.fft(x).real.cumsum(0)

    assert "Look at" not in dict(check(far_off, "layer_norm").lines)
    exercise = find("layer_norm")
    assert check(exercise.reference, "layer_norm").passed
    assert repr(hint("layer_norm")).count("could read") == 0


def test_a_good_part_of_the_wrong_answers_get_a_line_and_keep_their_name():
    """57 % of 240 drawn at random got one; a new answer in front changes who is drawn."""
    wrong = [(name, one) for name, answers in collect().items() for one in answers.wrong]
    lines, unnamed, drawn = 0, [], random.Random(0).sample(wrong, 70)
    for name, one in drawn:
        report = check(one.fn, name)
        lines += report.spot is not None or "In line" in dict(report.evidence)
        unnamed += [] if one.names(report) else [one.fn.__name__]
    assert lines >= 0.45 * len(drawn) and len(unnamed) <= 1, (lines, unnamed)


def two_slips(x, gamma, beta, eps):
    centred = x - x.mean(-1, keepdim=True)
    return centred * gamma / torch.sqrt(x.var(-1, keepdim=True)) + beta


def stops(candidate_len, reference_len):
    if candidate_len >= reference_len:
        return 1.0
    ratio = reference_len / candidate_len
    return math.exp(1 - ratio)


def kept_apart(q, k, v, mask=None):
    heads = q.size(1) // k.size(1)
    k, v = k.repeat(1, heads, 1, 1), v.repeat(1, heads, 1, 1)
    scores = q @ k.mT / math.sqrt(q.size(-1))
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    return scores.softmax(-1).nan_to_num() @ v


def another_number_would_do(next_log_probs, bos_id, eos_id, num_beams, max_len):
    beams = [([bos_id], 0.0)]
    while any(len(ids) < max_len and ids[-1] != eos_id for ids, _ in beams):
        new = []
        for ids, score in beams:
            if ids[-1] == eos_id:
                new.append((ids, score))
                continue
            for token, more in enumerate(next_log_probs(torch.tensor([ids]))[0].tolist()):
                new.append(([*ids, token], score + more))
        beams = sorted(new, key=lambda pair: pair[1] / len(pair[0]), reverse=True)[:num_beams]
    return torch.tensor([beams[0][0]])


def test_of_two_slips_the_line_of_one_is_told():
    report = check(two_slips, "layer_norm")
    assert "+" in report.mistake and report.spot.number == 3


def test_the_same_slip_in_two_places_is_one_edit():
    report = check(kept_apart, "grouped_query_attention")
    assert report.spot.number == 3 and report.spot.mended.count("repeat_interleave") == 2


def test_a_number_that_mends_by_accident_is_no_mend():
    """Begun with 1.0 rather than 0.0, this search happens to find the right beam in all cases."""
    report = check(another_number_would_do, "beam_search")
    assert report.spot is None or "sorted" in report.spot.line


def test_where_no_edit_helps_the_line_that_raises_is_told():
    report = check(stops, "brevity_penalty")
    assert (report.spot.number, report.spot.raises) == (4, "ZeroDivisionError")
    assert "stops with ZeroDivisionError" in report.spot.last_hint


def clips_values(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss = loss_fn(model, batch)
    loss.backward()
    torch.nn.utils.clip_grad_value_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


def test_what_is_called_for_what_it_changes_gets_its_line_too(monkeypatch):
    monkeypatch.setattr("tformer.exercises.checker.pointing.SECONDS", 30)  # on a busy machine too
    report = check(clips_values, "training_step")
    assert "clip_grad_value_" in report.spot.line and "clip_grad_norm_" in report.spot.mended


def test_what_has_no_source_is_left_alone():
    scope = {"torch": torch}
    exec("def layer_norm(x, gamma, beta, eps):\n    return x", scope)
    exercise = find("layer_norm")
    for fn in (scope["layer_norm"], lambda x, gamma, beta, eps: x):
        assert point(fn, exercise, exercise.outcomes(fn)) is None


def test_an_edit_that_never_ends_costs_its_time_and_no_more():
    def greedy(next_logits, bos_id, eos_id, max_len):
        ids = torch.tensor([[bos_id]])
        while ids.size(1) < max_len and ids[0, -1] != eos_id:
            best = next_logits(ids).argmin()
            ids = torch.cat([ids, best.view(1, 1)], 1)
        return ids

    assert dict(check(greedy, "greedy_decode").lines)["Look at"].startswith("line 4")

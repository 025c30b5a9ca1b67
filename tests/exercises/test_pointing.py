"""The card points to the line of the learner's code in which a small edit makes all cases right."""

import inspect
import math
import random
from collections import Counter

import pytest
import torch

from tests.answers import collect
from tformer.course import coach
from tformer.course.checker import attempts, pointing
from tformer.course.checker.compare import right
from tformer.course.checker.pointing import point
from tformer.course.course_map import find
from tformer.exercises import check, hint


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


def put_in(fn, spot):
    """The answer, its line as the hint shows it."""
    scope = {**fn.__globals__}
    for other in (_spread, fn):
        lines = inspect.getsource(other).splitlines()
        if other.__name__ == (spot.of or fn.__name__):
            lines[spot.number - 1] = "    " * (fn is mask_inverted) + "    " + spot.mended
        exec("\n".join(lines), scope)
    return scope[fn.__name__]


@pytest.mark.parametrize("fn, name, number, edit", SPOTS, ids=lambda x: getattr(x, "__name__", ""))
def test_the_code_that_a_hint_shows_is_right_once_put_in(fn, name, number, edit):
    mended = put_in(fn, check(fn, name).spot)
    exercise = find(name)
    assert all(map(right, exercise.outcomes(mended), exercise.wanted))


def test_a_helper_is_named():
    told = dict(check(with_a_helper, "layer_norm").lines)["Look at"]
    assert "_spread" in told and "x.std(-1, keepdim=True)" in told


def test_an_answer_that_passes_or_is_far_off_has_no_spot():
    def far_off(x, gamma, beta, eps):
        waves = torch.fft.fft(x).real
        return waves.cumsum(0)

    assert "Look at" not in dict(check(far_off, "layer_norm").lines)
    exercise = find("layer_norm")
    assert check(exercise.reference, "layer_norm").passed
    assert repr(hint("layer_norm")).count("could read") == 0


def test_a_good_part_of_the_wrong_answers_get_a_line_and_keep_their_name():
    """80 % of 120 drawn at random got one; a new answer in front changes who is drawn."""
    wrong = [(name, one) for name, answers in collect().items() for one in answers.wrong]
    lines, unnamed, drawn = 0, [], random.Random(0).sample(wrong, 50)
    for name, one in drawn:
        report = check(one.fn, name)
        lines += report.spot is not None or "In line" in dict(report.evidence)
        unnamed += [] if one.names(report) else [one.fn.__name__]
    assert lines >= 0.65 * len(drawn) and len(unnamed) <= 1, (lines, unnamed)


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
    assert report.spot.last_hint.endswith("; that mends one of the two")


def shifts_before_it_stretches(x, gamma, beta, eps):
    mean = x.mean(-1, keepdim=True)
    size = x.pow(2).mean(-1, keepdim=True)
    return gamma * ((x - mean) / torch.sqrt(size + eps) + beta)


def averages_and_norms_the_columns(weights):
    eye = torch.eye(len(weights[0]), dtype=weights[0].dtype)
    result = sum((layer + eye) / 2 for layer in weights) / len(weights)
    return result / result.sum(0, keepdim=True)


def stops_early_and_punishes_long_ones(candidate, reference, max_n=4):
    logs = 0.0
    for n in range(1, max_n):
        cut = (zip(*[x[i:] for i in range(n)], strict=False) for x in (candidate, reference))
        mine, theirs = map(Counter, cut)
        if not (mine & theirs):
            return 0.0
        logs += math.log((mine & theirs).total() / mine.total())
    penalty = min(1.0, math.exp(1 - len(candidate) / len(reference)))
    return penalty * math.exp(logs / max_n)


def by_the_means_of_columns(numbers):
    return numbers / numbers.mean(dim=0, keepdim=True)


def zero_times_infinity(mask, dtype):
    return (1 - mask.to(dtype)) * float("-inf")


@pytest.fixture
def in_no_hurry(monkeypatch):
    for limit in ("SECONDS", "LATEST"):  # on a busy machine too
        monkeypatch.setattr(pointing, limit, 60)
    monkeypatch.setattr(attempts, "SECONDS", 60)


@pytest.mark.parametrize(
    "fn, name, number, told",
    [
        (shifts_before_it_stretches, "layer_norm", 4, "without `- mean`"),
        (averages_and_norms_the_columns, "attention_rollout", 4, "averaged, not multiplied"),
        (stops_early_and_punishes_long_ones, "bleu", 9, "The brevity penalty is inverted"),
        (by_the_means_of_columns, "shares", 2, "`mean` in the place of `sum`"),
    ],
)
def test_of_two_mistakes_that_no_table_pairs_both_are_told(fn, name, number, told, in_no_hurry):
    report = check(fn, name)
    assert report.says.startswith("Two things at once") and told in report.says
    assert report.spot.number == number and "mends one of the two" in report.spot.last_hint


def test_one_mistake_whose_edits_leave_others_is_not_called_two(in_no_hurry):
    """With -1e9 for -inf another mistake would be left: that is no mend."""
    assert check(zero_times_infinity, "additive_mask").mistake == "not-a-number"


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


def calls_itself(x, dim):
    return calls_itself(x - 1, dim)


def test_where_an_error_says_all_no_edit_is_looked_for(monkeypatch):
    monkeypatch.setattr(pointing, "Search", None)
    report = check(calls_itself, "softmax")
    assert dict(report.lines)["In line"] == "line 2: return calls_itself(x - 1, dim)"


def clips_values(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss = loss_fn(model, batch)
    loss.backward()
    torch.nn.utils.clip_grad_value_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


def test_what_is_called_for_what_it_changes_gets_its_line_too(in_no_hurry):
    report = check(clips_values, "training_step")
    assert "clip_grad_value_" in report.spot.line and "clip_grad_norm_" in report.spot.mended


def branch_bent_too(x, w_gate, w_up, w_down):
    gate = x @ w_gate
    up = torch.nn.functional.silu(x @ w_up)
    hidden = torch.nn.functional.silu(gate) * up
    return hidden @ w_down


def rows_of_another_formula(x, dim):
    shifted = x - x.amax(dim, keepdim=True)
    powers = torch.sigmoid(shifted).cumsum(dim)
    return powers / powers.sum(dim, keepdim=True)


def draws(x, dim):
    noise = torch.randn_like(x)
    x = x + 0.01 * noise
    return x.softmax(dim)


def overwrites(x, gamma, beta, eps):
    mean = x.mean(-1, keepdim=True)
    x -= mean
    spread = x.square().mean(-1, keepdim=True)
    return gamma * x / torch.sqrt(spread + eps) + beta


@pytest.mark.parametrize(
    "fn, name, number",
    [
        (branch_bent_too, "swiglu", 3),
        (rows_of_another_formula, "softmax", 3),
        (draws, "softmax", 2),
        (overwrites, "layer_norm", 3),
    ],
)
def test_the_values_tell_the_line_without_any_edit(fn, name, number, monkeypatch):
    monkeypatch.setattr("tformer.course.checker.pointing.EDITS", 0)
    monkeypatch.setattr("tformer.course.checker.pointing.EVERYWHERE", 0)
    spot = check(fn, name).spot
    assert spot.number == number and not spot.mended and spot.hint
    assert repr(spot.line) in repr([line.strip() for line in inspect.getsource(fn).splitlines()])


def test_a_line_that_works_on_wrong_values_is_not_blamed_for_them(monkeypatch):
    """The last line would give the answer, if it could; what goes into it is wrong already."""
    monkeypatch.setattr("tformer.course.checker.pointing.EVERYWHERE", 0)

    def two_lines_wrong(x, dim):
        powers = torch.sigmoid(x).cumsum(dim)
        return powers.sum(dim, keepdim=True) / powers

    assert check(two_lines_wrong, "softmax").spot is None


def never_clips(model, batch, loss_fn, optimizer, max_norm):
    optimizer.zero_grad()
    loss = loss_fn(model, batch)
    loss.backward()
    optimizer.step()
    return loss.item()


def test_a_step_that_is_missing_is_told_of_the_line_behind_it(in_no_hurry):
    spot = check(never_clips, "training_step").spot
    assert spot.number == 5 and "clip_grad_norm_(model.parameters()" in spot.last_hint
    assert spot.told == "before line 5 a step is missing: optimizer.step()"


def mean_of_means(logits, targets, ignore_index):
    keep = targets != ignore_index
    losses = torch.nn.functional.cross_entropy(
        logits.movedim(-1, min(1, targets.dim())),
        targets,
        ignore_index=ignore_index,
        reduction="none",
    )
    return ((losses * keep).sum(-1) / keep.sum(-1)).mean()


def test_the_answer_in_the_place_of_an_early_line_proves_nothing(monkeypatch):
    """The mean of one number is that number: with it in line 3 the last line, too, would pass."""
    monkeypatch.setattr("tformer.course.checker.pointing.EVERYWHERE", 0)
    spot = check(mean_of_means, "cross_entropy_masked").spot
    assert spot is None or spot.number == 6


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


def test_an_edit_that_lets_a_list_grow_under_its_loop_does_not_end_the_search(monkeypatch):
    """One of them is beams.append, in the loop over the beams: the mend behind it is found."""
    monkeypatch.setattr(pointing, "SECONDS", 30.0)  # however slow the machine
    monkeypatch.setattr(pointing, "LATEST", 60.0)
    wrong = {wrong.fn.__name__: wrong.fn for wrong in collect()["beam_search"].wrong}
    spot = check(wrong["scores_multiplied_from_one"], "beam_search").spot
    assert spot.mended.startswith("cand += [([*ids, t], s + p)")

"""The matrix mistake x exercise, for every exercise of every topic.

The reference passes, and each listed mistake is rejected with its own slug; that the cases see
enough is what ``test_mutants`` asks. Other right answers, and wrong ones that are not listed, stand
in ``tests/answers``; ``test_answers`` runs them.
"""

import dataclasses
import inspect

import pytest

from tests.answers import collect
from tformer.course.checker import checker, forked
from tformer.course.checker.compare import agree
from tformer.course.checker.judge import judge
from tformer.course.checker.laws import broken_law
from tformer.course.course_map import exercises
from tformer.exercises import check

EXERCISES = list(exercises().values())
MATRIX = [pytest.param(e, m, id=f"{e.name}-{m.slug}") for e in EXERCISES for m in e.mistakes]
RIGHT = {name: answers.right for name, answers in collect().items()}
WRONG = {name: [one.fn for one in answers.wrong] for name, answers in collect().items()}


@pytest.fixture(scope="module", autouse=True)
def _in_a_thread_without_pointing():
    """Our own code needs no process of its own; the learners' answers run in one. And it is known
    which line is at fault."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forked, "POSSIBLE", False)
        patch.setattr(checker, "point", lambda *given: None)
        yield


def _by_name(exercise):
    return exercise.name


@pytest.mark.parametrize("exercise", EXERCISES, ids=_by_name)
def test_the_reference_passes_and_so_do_three_other_styles(exercise):
    report = check(exercise.reference)
    assert report.passed, report.diagnosis
    assert report.mistake is None and report.diagnosis == ""
    assert len(RIGHT[exercise.name]) >= 3


@pytest.mark.parametrize("exercise, mistake", MATRIX)
def test_a_mistake_is_rejected_with_its_own_slug(exercise, mistake):
    report = check(exercise.wrong(mistake), exercise.name)
    assert report.state == "failed"
    assert report.mistake == mistake.slug, report.diagnosis
    assert mistake.says in report.diagnosis
    assert "Expected: " in report.diagnosis and "Got: " in report.diagnosis


@pytest.mark.parametrize("exercise", EXERCISES, ids=_by_name)
def test_two_mistakes_at_once_are_rejected(exercise):
    for pair in exercise.pairs[:: max(1, len(exercise.pairs) // 40)]:
        verdict = judge(exercise, exercise.outcomes(pair.fn))
        # two mistakes can cancel out (minus the reciprocal of ...): then the answer is right
        if verdict is not None:
            assert verdict.slug, pair.slug
        if verdict is not None and verdict.slug == pair.slug:
            told = [_shows_both(exercise, pair, t.index) for t in verdict.shown]
            assert told[0] or not any(told), pair.slug


def _shows_both(exercise, pair, index):
    """Is each of the two wrong alone, and the answer with both another than with either?"""
    slugs, only = pair.slug.split("+"), dataclasses.replace(exercise, cases=[exercise.cases[index]])
    alone = [exercise.wrong(m) for m in exercise.mistakes if m.slug in slugs]
    right, first, second, both = (
        only.outcomes(fn)[0] for fn in (exercise.reference, *alone, pair.fn)
    )
    apart = ((right, first), (right, second), (both, first), (both, second))
    return not any(agree(*two) for two in apart)


@pytest.mark.parametrize("exercise", EXERCISES, ids=_by_name)
def test_right_answers_obey_the_laws(exercise):
    for fn in (exercise.reference, *RIGHT[exercise.name]):
        law = broken_law(fn, exercise)
        assert law is None, (fn.__name__, law.slug)


@pytest.mark.parametrize("exercise", [e for e in EXERCISES if e.laws], ids=_by_name)
def test_each_law_is_broken_by_an_answer(exercise):
    wrongs = [*map(exercise.wrong, exercise.mistakes), *WRONG[exercise.name]]
    for law in exercise.laws:
        only = dataclasses.replace(exercise, laws=(law,))
        assert any(broken_law(fn, only) for fn in wrongs), law.slug


@pytest.mark.parametrize("exercise", EXERCISES, ids=_by_name)
def test_an_exercise_is_complete(exercise):
    assert 3 <= len(exercise.hints) <= 4
    slugs = [m.slug for m in exercise.mistakes]
    assert slugs and len(slugs) == len(set(slugs))
    assert all(case.why for case in exercise.cases)
    assert all(m.says.endswith(".") for m in exercise.mistakes)
    assert inspect.getsource(exercise.reference).startswith(f"def {exercise.name}(")
    assert str(inspect.signature(exercise.reference)) in SIGNATURES.get(
        exercise.name, str(inspect.signature(exercise.reference))
    )


SIGNATURES = {
    "shares": "(numbers)",
    "sequence_log_prob": "(logits, token_ids)",
    "bigram_conditionals": "(counts)",
    "softmax": "(x, dim)",
    "cross_entropy": "(logits, targets)",
    "cross_entropy_masked": "(logits, targets, ignore_index)",
    "learn_merges": "(words, num_merges)",
    "apply_merges": "(word, merges)",
    "ids_to_text": "(token_ids, tokens, num_specials)",
    "tied_logits": "(x, weight)",
    "scaled_embedding": "(weight, token_ids)",
    "one_hot_lookup": "(weight, token_ids)",
    "sinusoidal_positions": "(length, d_model)",
    "shift_matrix": "(offset, d_model)",
    "attend_one": "(query, keys, values)",
    "attend_all": "(q, k, v)",
    "cross_attention": "(x, memory, w_q, w_k, w_v)",
    "attention": "(q, k, v, mask=None)",
    "padding_mask": "(token_ids, pad_id)",
    "causal_mask": "(size)",
    "decoder_mask": "(token_ids, pad_id)",
    "additive_mask": "(mask, dtype)",
    "split_heads": "(x, num_heads)",
    "merge_heads": "(x)",
    "multi_head_attention": "(x_q, x_kv, w_q, w_k, w_v, w_o, num_heads, mask=None)",
    "layer_norm": "(x, gamma, beta, eps)",
    "feed_forward": "(x, w1, b1, w2, b2)",
    "residual_post_norm": "(x, sublayer, norm)",
    "residual_pre_norm": "(x, sublayer, norm)",
    "shift_right": "(target_ids)",
    "clip_by_global_norm": "(grads, max_norm)",
    "scale_micro_batch_losses": "(losses, token_counts)",
    "noam_lr": "(step, d_model, warmup)",
    "adamw_step": "(param, grad, m, v, step, lr, betas, eps, weight_decay)",
    "smooth_labels": "(targets, vocab_size, epsilon)",
    "greedy_decode": "(next_logits, bos_id, eos_id, max_len)",
    "apply_temperature": "(logits, temperature)",
    "top_k_filter": "(logits, k)",
    "top_p_filter": "(logits, p)",
    "attend_with_cache": "(q, k, v, past_k, past_v)",
    "reorder_cache": "(cache, rows)",
    "next_token_batch": "(ids, starts, length)",
    "rms_norm": "(x, gain, eps)",
    "swiglu": "(x, w_gate, w_up, w_down)",
    "rotary": "(x, positions, base)",
    "grouped_query_attention": "(q, k, v, mask=None)",
    "perplexity": "(mean_nll)",
    "perplexity_from_sums": "(total_nll, total_tokens)",
    "modified_precision": "(candidate, reference, n)",
    "brevity_penalty": "(candidate_len, reference_len)",
    "bleu": "(candidate, reference, max_n=4)",
    "attention_rollout": "(weights)",
    "leak_table": "(model, ids, vocab)",
    "window_mask": "(size, window)",
    "online_softmax_attention": "(q, k, v, block)",
}

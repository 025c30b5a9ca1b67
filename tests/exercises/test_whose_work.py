"""A right answer that leaves the work to the package, or goes a way that its stub rules out, passes
and says so; it is not kept, and no part of the learner's translator."""

import functools
import importlib

import pytest
import torch
import torch.nn.functional as F

from tformer import attention as rooms
from tformer._support import progress_file
from tformer.attention import scaled_dot_product_attention as borrowed
from tformer.course.course_map import exercises
from tformer.course.kept import answer_source, is_own, kept, own
from tformer.course.recording.marks import marks
from tformer.course.your_translator import assemble
from tformer.exercises import check


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TFORMER_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.delenv("TFORMER_PROGRESS", raising=False)


def under_another_name(q, k, v, mask=None):
    return borrowed(q, k, v, mask)


def _helper(*args):
    return rooms.scaled_dot_product_attention(*args)


def by_a_helper(q, k, v, mask=None):
    return _helper(q, k, v, mask)


def imported_inside(q, k, v, mask=None):
    from tformer.attention import scaled_dot_product_attention

    return scaled_dot_product_attention(q, k, v, mask)


def imported_by_its_name(q, k, v, mask=None):
    return importlib.import_module("tformer.attention").scaled_dot_product_attention(q, k, v, mask)


def by_the_reference(q, k, v, mask=None):
    return exercises()["attention"].reference(q, k, v, mask)


def attention(q, k, v, mask=None):
    scores = q @ k.mT / q.shape[-1] ** 0.5
    scores = scores if mask is None else scores.masked_fill(~mask, -torch.inf)
    weights = scores.softmax(-1).nan_to_num()
    return weights @ v, weights


@pytest.mark.parametrize(
    "fn",
    [under_another_name, by_a_helper, imported_inside, imported_by_its_name, by_the_reference,
     borrowed, functools.partial(borrowed)],
)  # fmt: skip
def test_the_packages_function_passes_and_is_nobodys_yet(fn):
    check(attention)
    report = check(fn, "attention")
    assert report.passed and not report.own and "yours is not written yet" in repr(report)
    assert "Your translator runs on this" not in repr(report)
    assert "scores = q @ k.mT" in answer_source("attention")  # what was written before stays


def test_ones_own_is_told_nothing():
    report = check(attention)
    assert report.own and not report.notes and kept() == own() == ["attention"]


@pytest.mark.parametrize("name", exercises())
def test_a_reference_that_is_called_is_told_and_a_copy_of_it_is_not(name):
    reference = exercises()[name].reference
    report = check(lambda *args: reference(*args), name)
    assert report.passed and not report.own and f".{name})" in report.notes[-1], report
    assert check(reference, name).own


def _by_loop(weight, token_ids):
    rows = [weight[int(i)] for i in token_ids.flatten()]
    return torch.stack(rows).view(*token_ids.shape, -1)


def _in_rows(q, k, v, block):
    weights = torch.stack([(k @ row / len(row) ** 0.5).softmax(0) for row in q])
    return weights @ v


@pytest.mark.parametrize(
    "name, fn, word",
    [
        ("one_hot_lookup", lambda weight, ids: weight[ids], "indexing"),
        ("one_hot_lookup", lambda weight, ids: F.embedding(ids, weight), "indexing"),
        ("one_hot_lookup", _by_loop, "indexing"),
        ("online_softmax_attention", lambda q, k, v, block: attention(q, k, v)[0], "whole (T, S)"),
        ("online_softmax_attention", _in_rows, "whole (T, S)"),
    ],
)
def test_what_the_stub_rules_out_passes_with_a_word(name, fn, word):
    report = check(fn, name)
    assert report.passed and not report.own and word in report.notes[-1] and kept() == []


def _module(x, gamma, beta, eps):
    module = torch.nn.LayerNorm(len(gamma), eps, dtype=x.dtype)
    return torch.func.functional_call(module, {"weight": gamma, "bias": beta}, x)


@pytest.mark.parametrize(
    "name, fn, called",
    [
        ("softmax", lambda x, dim: x.softmax(dim), "softmax"),
        ("softmax", lambda x, dim: torch.nn.Softmax(dim)(x), "softmax"),
        ("layer_norm", _module, "layer_norm"),
        ("rms_norm", lambda x, g, eps: F.rms_norm(x, g.shape, g, eps), "rms_norm"),
        ("online_softmax_attention", lambda q, k, v, block: F.scaled_dot_product_attention(q, k, v),
         "scaled_dot_product_attention"),
    ],
)  # fmt: skip
def test_torchs_own_function_is_allowed_and_named(name, fn, called):
    report = check(fn, name)
    assert report.passed and report.own and f"torch's ready-made {called}" in report.notes[0]


def test_what_was_kept_before_is_used_and_no_longer_counts():
    line = "from tformer.attention import scaled_dot_product_attention as f\n\n\n"
    source = line + "def attention(q, k, v, mask=None):\n    return f(q, k, v, mask)\n"
    progress_file.keep_answer("attention", source)
    progress_file.keep_answer("merge_heads", "def merge_heads(x): return x.mT.flatten(1, 2).mT\n")
    assert not is_own(source) and kept() == ["attention", "merge_heads"] and own() == kept()[1:]
    assert [part["name"] for part in marks()["parts"]] == ["merge_heads"]
    yours = assemble()
    yours.translate("Ein Hund rennt.")
    assert yours.parts["attention"].calls > 0 and "attention" not in yours.yours
    assert "not yours yet, since it calls the package: attention" in repr(yours)

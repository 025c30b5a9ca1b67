"""Metrics: the worked numbers of the papers, the corner cases, and bad input."""

import doctest
import math

import pytest
import torch

from tformer import metrics
from tformer.metrics import (
    alignment_error,
    bits_per_byte,
    bleu_of_counts,
    bleu_tokens,
    brevity_penalty,
    corpus_bleu,
    modified_precision,
    ngrams,
    perplexity,
    perplexity_from_sums,
    token_accuracy,
)

words = str.split


def test_worked_examples():
    assert doctest.testmod(metrics).failed == 0


def test_perplexity_counts_equally_likely_words():
    assert perplexity(math.log(50)) == pytest.approx(50)
    assert perplexity(0.0) == 1.0
    assert perplexity(-1e-9) == pytest.approx(1.0) == perplexity(-9e-7)
    assert perplexity(1e4) == math.inf


def test_perplexity_from_sums_weighs_by_tokens():
    # a batch of 2 tokens at 0.1 and one of 8 at 5.0; the mean of batch means would give 12.8
    assert perplexity_from_sums(2 * 0.1 + 8 * 5.0, 10) == pytest.approx(math.exp(4.02))
    assert perplexity_from_sums(-9e-6, 10) == pytest.approx(1.0)  # a hair of rounding a token


def test_signs_written_for_a_page_count_as_the_signs():
    assert bleu_tokens("&quot;a&quot; &amp; &lt;b&gt;") == list('"a"&<b>')


def test_bits_per_byte_does_not_depend_on_the_tokens():
    assert bits_per_byte(20 * math.log(2), 10) == pytest.approx(2.0)


def test_clipping_takes_the_best_single_reference():
    # the textbook example: "the" occurs twice in the first reference, once in the second
    references = [words("the cat is on the mat"), words("there is a cat on the mat")]
    assert modified_precision(["the"] * 7, references, 1) == (2, 7)
    assert modified_precision(["the"] * 7, references, 2) == (0, 6)
    assert modified_precision(["the"], references, 2) == (0, 0)


def test_ngrams_are_tuples_of_tokens_of_any_kind():
    assert ngrams([1, 2, 1, 2], 2) == {(1, 2): 2, (2, 1): 1}


@pytest.mark.parametrize(
    ("candidate", "reference", "penalty"),
    [(6, 6, 1.0), (9, 6, 1.0), (2, 6, math.exp(-2)), (0, 6, 0.0), (0, 0, 1.0)],
)
def test_brevity_penalty(candidate, reference, penalty):
    assert brevity_penalty(candidate, reference) == pytest.approx(penalty)


def test_bleu_of_a_corpus_is_not_the_mean_of_sentences():
    candidates = [words("a b c d e f"), words("a b c d x x x x")]
    references = [[words("a b c d e f")], [words("a b c d e f g h")]]
    single = [corpus_bleu([c], [r]) for c, r in zip(candidates, references, strict=True)]
    assert single[0] == 1.0
    assert corpus_bleu(candidates, references) != pytest.approx(sum(single) / 2, abs=1e-3)


def test_bleu_of_perfect_short_and_hopeless_candidates():
    sentence = words("a b c d e")
    assert corpus_bleu([sentence], [[sentence]]) == 1.0
    assert corpus_bleu([sentence[:3]], [[sentence[:3]]]) == 0.0  # it has no 4-gram
    assert corpus_bleu([sentence[:3]], [[sentence[:3]]], max_n=3) == 1.0
    assert corpus_bleu([[]], [[sentence]]) == 0.0
    assert corpus_bleu([["z"] * 5], [[sentence]]) == 0.0
    assert corpus_bleu([sentence[:4]], [[sentence]]) == pytest.approx(math.exp(1 - 5 / 4))


def test_bleu_of_counts_is_bleu_of_the_texts_they_were_taken_from():
    candidates = [["the", "cat", "sat", "on", "the", "mat"], ["so", "a", "dog", "ran", "off"]]
    references = [[["the", "cat", "sat", "on", "a", "mat"]], [["a", "dog", "ran", "off", "then"]]]
    counts = [
        [
            sum(column)
            for column in zip(
                *(modified_precision(c, r, n) for c, r in zip(candidates, references, strict=True)),
                strict=True,
            )
        ]
        for n in (1, 2, 3, 4)
    ]
    assert bleu_of_counts(counts, 11, 11) == corpus_bleu(candidates, references) > 0
    assert bleu_of_counts([(1, 2), (0, 0)], 2, 2) == 0.0


def test_reference_length_is_the_closest_and_of_two_the_shorter():
    candidate = words("a b c d e f")
    near, far = words("a b c d e f x"), words("a b c d e f x y z")
    assert corpus_bleu([candidate], [[far, near]]) == pytest.approx(math.exp(1 - 7 / 6))
    shorter = words("a b c d e")
    assert corpus_bleu([candidate], [[near, shorter]]) == 1.0


def test_token_accuracy_leaves_padding_out():
    targets = torch.tensor([[5, 6, 9], [7, 9, 9]])
    predictions = torch.tensor([[5, 0, 9], [7, 1, 1]])
    assert token_accuracy(predictions, targets, ignore_index=9) == pytest.approx(2 / 3)
    assert token_accuracy(predictions, targets) == pytest.approx(3 / 6)


def test_alignment_counts_the_steps_that_look_wrong():
    weights = torch.tensor([[[0.7, 0.2, 0.1], [0.1, 0.1, 0.8], [0.4, 0.5, 0.1]]])
    right = torch.tensor([[[1, 0, 0], [0, 0, 1], [1, 0, 0]]]).bool()
    assert alignment_error(weights, right) == pytest.approx(1 / 3)
    either = right.clone()
    either[0, 2, 1] = True  # any marked position will do
    assert alignment_error(weights, either) == 0.0
    untold = right.clone()
    untold[0, 2] = False  # this step does not count
    assert alignment_error(weights, untold) == 0.0


IDS = torch.tensor([1, 2])
EVEN = torch.ones(2, 3)


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: perplexity(-2.3), ValueError, "mean_nll=-2.3"),
        (lambda: perplexity(math.nan), ValueError, "mean_nll=nan"),
        (lambda: perplexity_from_sums(1.0, 0), ValueError, "total_tokens=0"),
        (lambda: bits_per_byte(1.0, 0), ValueError, "total_bytes=0"),
        (lambda: ngrams("a b", 1), TypeError, r"tokens is the string 'a b'"),
        (lambda: modified_precision(["a"], [["a"]], 0), ValueError, "n=0"),
        (lambda: modified_precision(["a"], ["a"], 1), TypeError, "references"),
        (lambda: modified_precision(["a"], [], 1), ValueError, "references is empty"),
        (lambda: brevity_penalty(-1, 2), ValueError, "candidate_len=-1"),
        (lambda: bleu_of_counts([], 1, 1), ValueError, "counts is empty"),
        (lambda: bleu_of_counts([(5, 4)], 5, 5), ValueError, "between 0 and their total"),
        (lambda: bleu_of_counts([(1.5, 4)], 5, 5), TypeError, "matches=1.5 is float"),
        (lambda: bleu_of_counts([(1, 0)], 5, 5), ValueError, "between 0 and their total"),
        (lambda: corpus_bleu([], []), ValueError, "candidates has 0"),
        (lambda: corpus_bleu([["a"]], []), ValueError, "references 0"),
        (lambda: corpus_bleu([["a"]], [[["a"]]], max_n=0), ValueError, "max_n=0"),
        (lambda: corpus_bleu([["a"]], [[]]), ValueError, "references is empty"),
        (lambda: corpus_bleu(["a"], [[["a"]]]), TypeError, r"candidates\[0\] is the string 'a'"),
        (lambda: token_accuracy(IDS, IDS[:1]), ValueError, r"predictions has shape \(2,\)"),
        (lambda: token_accuracy(IDS * 0, IDS * 0, 0), ValueError, "ignore_index=0"),
        (lambda: alignment_error(EVEN, EVEN[0] > 0), ValueError, r"alignment has shape \(3,\)"),
        (lambda: alignment_error(EVEN, EVEN.long()), TypeError, "alignment has dtype torch.int64"),
        (lambda: alignment_error(EVEN * math.nan, EVEN > 0), ValueError, "weights holds NaN"),
        (lambda: alignment_error(EVEN, EVEN > 1), ValueError, "False everywhere"),
    ],
)
def test_bad_input_is_named(call, error, says):
    with pytest.raises(error, match=says):
        call()

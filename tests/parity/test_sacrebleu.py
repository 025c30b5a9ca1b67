"""Corpus BLEU equals sacrebleu's on random corpora, with one and with several references."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tformer import metrics
from tformer.metrics import bleu_tokens

sacrebleu = pytest.importorskip("sacrebleu")


def tokens(words, max_size):
    return st.lists(st.sampled_from(words), max_size=max_size)


@st.composite
def corpora(draw):
    """Few words, so that n-grams repeat and clipping has work; empty sentences happen."""
    words = draw(st.sampled_from(["ab", "abc", "abcdefgh"]))
    sentences, references = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    longest = draw(st.sampled_from([3, 8, 20]))
    candidates = [draw(tokens(words, longest)) for _ in range(sentences)]
    return candidates, [
        # half of the references are near copies, or nearly every score would be 0
        [
            candidate[: draw(st.integers(0, 20))] + draw(tokens(words, longest))
            if draw(st.booleans())
            else draw(tokens(words, longest))
            for _ in range(references)
        ]
        for candidate in candidates
    ]


def theirs(candidates, references, max_n):
    bleu = sacrebleu.BLEU(tokenize="none", smooth_method="none", max_ngram_order=max_n, force=True)
    streams = [[" ".join(r) for r in stream] for stream in zip(*references, strict=True)]
    return bleu.corpus_score([" ".join(c) for c in candidates], streams).score / 100


@settings(max_examples=300, deadline=None)
@given(corpora(), st.integers(1, 4))
def test_corpus_bleu_equals_sacrebleu(corpus, max_n):
    ours = metrics.corpus_bleu(*corpus, max_n=max_n)
    assert ours == pytest.approx(theirs(*corpus, max_n), rel=0, abs=1e-9)


def test_the_comparison_is_not_of_zeros_alone():
    corpus = [list("abcabcab")], [[list("abcabcabc"), list("abcab")]]
    ours = metrics.corpus_bleu(*corpus)
    assert 0.8 < ours < 1
    assert ours == pytest.approx(theirs(*corpus, 4), rel=0, abs=1e-9)


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("aB3 .,-'!?%$/&;:()\u2019\u00fc"), max_size=30))
def test_words_are_cut_as_sacrebleu_cuts_them(text):
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    assert bleu_tokens(text) == Tokenizer13a()(text.lower()).split()


def test_entities_are_read_as_the_signs_they_stand_for():
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    text = "Stone &amp; Tile &lt;3, &quot;so&quot; &gt;1"
    assert bleu_tokens(text) == Tokenizer13a()(text.lower()).split()
    assert bleu_tokens(text)[:3] == ["stone", "&", "tile"]

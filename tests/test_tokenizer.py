"""Tokenizers: round trips over any text, lazy equals eager, the textbook merges, saved files."""

import doctest
import json
import os
import random
import unicodedata

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tformer import bpe, tokenizer
from tformer.tokenizer import BPETokenizer, CharTokenizer, Tokenizer

PROSE = (
    "It's the attention that looks, and they'll look back: what looked, looks.\n\n"
    "Größe und Grüße — 1234 naïve    cafés 東京 \N{GRINNING FACE}\t\n  we've\r\nseen it all  "
)
SPECIALS = ("<pad>", "<bos>", "<eos>", "<eos><eos>", "'l")
TRAINED = BPETokenizer.train(PROSE * 2, 256 + 60, SPECIALS)
PLAIN = BPETokenizer.train(["'ll're " * 9, PROSE * 2], 256 + 60, ())
LETTERS = CharTokenizer.train(PROSE)

# Pieces that meet the corners: contractions cut in two, white space before and after, half a
# special token, special tokens inside each other, letters that come apart from their marks.
PIECES = st.sampled_from(
    [
        *(" ", "  ", "\n", "\n\n", "'", "'l", "l", "'ll", "re", "<eo", "s>", "<eos>", "<", ">"),
        *("u", "\u0308", "\u0323", "\u0338", "ü", "\u1100", "\u1161", "\u11a8", "\u0301"),
        *("\u00ad", "ŉ", "’", "—", "\u3000"),
        *("<pad>", "a", "é", "7", "...", "東", " look", "\x00", "\ufffd", "\N{GRINNING FACE}"),
    ]
)
NASTY = st.lists(st.one_of(PIECES, st.text(max_size=4)), max_size=12)


def test_token_bytes_put_together_are_the_text():
    for one in (BPETokenizer.train("äöü und äöü", 270), CharTokenizer("äöü nd")):
        text = "äöü und ü" if one.kind == "bpe" else "äöü nd"
        ids = one.encode(text)
        assert b"".join(map(one.token_bytes, ids)).decode() == text
        assert [one.token_bytes(n) for n in (one.pad_id, one.eos_id)] == [b"<pad>", b"<eos>"]
        for wrong, error in ((-1, IndexError), (999, IndexError), (1.5, TypeError)):
            with pytest.raises(error, match="token_id="):
                one.token_bytes(wrong)


def test_worked_examples():
    assert doctest.testmod(tokenizer).failed == doctest.testmod(bpe).failed == 0


@given(NASTY)
def test_bpe_round_trip(pieces):
    text = "".join(pieces)
    for parse in (True, False):
        assert TRAINED.decode(TRAINED.encode(text, parse_specials=parse)) == TRAINED.folded(text)


@given(st.text(alphabet=sorted(set(PROSE))))
def test_char_round_trip(text):
    ids = LETTERS.encode(text)
    assert LETTERS.decode(ids) == text and len(ids) == len(text)


@settings(max_examples=300)
@given(NASTY, st.sampled_from([TRAINED, PLAIN]))
def test_lazy_encoding_does_not_depend_on_where_the_text_is_cut(pieces, bpe_tokenizer):
    ids = bpe_tokenizer.encode("".join(pieces))
    assert list(bpe_tokenizer.encode_iterable(pieces)) == ids
    assert list(bpe_tokenizer.encode_iterable("".join(pieces))) == ids  # one character at a time


def test_a_letter_and_its_marks_are_the_letter_that_they_make():
    """As a Mac writes umlauts in file names, for learning and for use."""
    apart = unicodedata.normalize("NFD", PROSE)
    assert apart != PROSE
    for one in (TRAINED, LETTERS):
        ids = one.encode(PROSE)
        assert one.encode(apart) == ids == [*one.encode_iterable(apart)]
        assert one.decode(ids) == PROSE
    assert BPETokenizer.train(apart * 2, 256 + 60, SPECIALS).merges == TRAINED.merges
    assert CharTokenizer.train(apart).characters == LETTERS.characters
    rng = random.Random(0)
    assert PLAIN.encode_with_dropout(apart, 0.0, rng) == PLAIN.encode(PROSE)


def test_lazy_encoding_is_lazy():
    read = []

    def lines():
        for i in range(1000):
            read.append(i)
            yield "one more line of text\n"

    ids = TRAINED.encode_iterable(lines())
    next(ids)
    assert len(read) < 5


LEARN = pytest.mark.parametrize("learn", [bpe.learn_merges, bpe.learn_merges_fast])


@LEARN
def test_textbook_merges(learn):
    words = {b"low": 5, b"lower": 2, b"widest": 3, b"newest": 6}
    merges = [b"".join(pair) for pair in learn(words, 6)]
    assert merges == [b"st", b"est", b"ow", b"low", b"west", b"ne"]


@LEARN
def test_equally_frequent_pairs_go_greatest_first(learn):
    assert learn({b"ab": 2, b"cd": 2, b"\xff\x00": 2, b"ba": 1}, 3) == [
        (b"\xff", b"\x00"),
        (b"c", b"d"),
        (b"a", b"b"),
    ]


@settings(deadline=None)
@given(
    st.dictionaries(st.text("abc", max_size=9).map(str.encode), st.integers(1, 5)),
    st.integers(-1, 14),
)
def test_fast_merges_are_those_of_counting_afresh(words, num_tokens):
    assert bpe.learn_merges_fast(words, num_tokens) == bpe.learn_merges(words, num_tokens)


def test_merges_stay_within_words_and_specials_count_for_nothing():
    trained = BPETokenizer.train("<eos>aa aa<eos>aa<eos>" * 3, 3 + 256 + 50)
    assert trained.merges == [(b"a", b"a"), (b" ", b"aa")]


def test_training_reads_one_string_or_many():
    merges = BPETokenizer.train(iter(["aa", " b", " aa"]), 300).merges
    assert merges == BPETokenizer.train("aa b aa", 300).merges != []
    assert CharTokenizer.train(["ba", "c"]).characters == "abc"


def test_special_tokens_longest_first_and_only_if_wanted():
    assert TRAINED.encode("<eos><eos><eos>") == [3, 2]
    assert TRAINED.encode("<eos>", parse_specials=False) != [2]
    assert (TRAINED.pad_id, TRAINED.bos_id, TRAINED.eos_id) == (0, 1, 2)
    assert BPETokenizer([], specials=()).pad_id is None
    assert BPETokenizer([], specials=()).encode("a") == [97]
    assert TRAINED.decode([1, *TRAINED.encode("look"), 2], skip_specials=True) == "look"


def test_invalid_utf8_is_replaced():
    assert BPETokenizer([], ()).decode([0xE6, 0x9D, 65, 0xFF]) == "\ufffdA\ufffd"


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30), st.floats(0, 0.99))
def test_dropped_merges_leave_the_text_as_it_was(text, dropout):
    ids = PLAIN.encode_with_dropout(text, dropout, random.Random(0))
    assert PLAIN.decode(ids) == PLAIN.folded(text)
    assert PLAIN.encode_with_dropout(text, 0.0, random.Random(0)) == PLAIN.encode(text)
    most = PLAIN.encode_with_dropout(text, 0.999999, random.Random(0))
    assert len(most) == len(PLAIN.folded(text).encode())


def test_decode_takes_a_tensor():
    assert TRAINED.decode(torch.tensor(TRAINED.encode("we've"))) == "we've"


@pytest.mark.parametrize("original", [TRAINED, LETTERS], ids=["bpe", "char"])
def test_saved_and_loaded_is_the_same(original, tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text("an older file")
    original.save(path)
    assert [p.name for p in tmp_path.iterdir()] == ["tokenizer.json"]
    for loaded in (Tokenizer.load(path), type(original).load(str(path))):
        assert type(loaded) is type(original)
        assert loaded.encode(PROSE + "<eos>") == original.encode(PROSE + "<eos>")
        assert loaded.vocab_size == original.vocab_size
    other = CharTokenizer if type(original) is BPETokenizer else BPETokenizer
    with pytest.raises(ValueError, match=f"is not a saved {other.__name__}"):
        other.load(path)


@pytest.mark.parametrize("original", [TRAINED, LETTERS], ids=["bpe", "char"])
def test_a_saved_tokenizer_that_was_altered_is_refused(original, tmp_path):
    path = tmp_path / "tokenizer.json"
    original.save(path)
    whole = path.read_text(encoding="ascii")
    other = {"a": "b", "b": "a", "e": "f", "1": "2"}
    changed = [n for n in range(0, len(whole), 1 + len(whole) // 400) if whole[n] in other]
    assert len(changed) > 2
    for n in changed:
        path.write_text(whole[:n] + other[whole[n]] + whole[n + 1 :])
        with pytest.raises(ValueError, match=r"tokenizer.json is not a saved Tokenizer: "):
            Tokenizer.load(path)
    state = json.loads(whole)
    path.write_text(json.dumps({**state, "specials": state["specials"][::-1]}))
    with pytest.raises(ValueError, match="altered after it was written, its checksum differs"):
        Tokenizer.load(path)
    path.write_text(json.dumps(original.state()))  # as earlier versions wrote it
    assert Tokenizer.load(path).state() == original.state()


def test_a_failed_save_leaves_the_older_file(tmp_path, monkeypatch):
    path = tmp_path / "tokenizer.json"
    path.write_text("an older file")

    def full_disk(*_):
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "replace", full_disk)
    with pytest.raises(OSError, match="no space left"):
        LETTERS.save(path)
    assert path.read_text() == "an older file" and len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"kind": "word"}',
        '{"kind": "bpe", "specials": []}',
        '{"kind": "bpe", "specials": [], "merges": [["a", "bc"]]}',
        '{"kind": "bpe", "specials": [], "merges": [["a", "\u0100"]]}',
        '{"kind": "char", "specials": [], "characters": "aa"}',
        '{"kind": "char", "specials": [], "characters": "a", "more": 1}',
    ],
)
def test_a_file_that_is_no_tokenizer(content, tmp_path):
    path = tmp_path / "broken.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=r"broken.json is not a saved Tokenizer"):
        Tokenizer.load(path)


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: TRAINED.encode(b"bytes"), TypeError, "is bytes; give str"),
        (lambda: TRAINED.encode("\ud800"), ValueError, "surrogates"),
        (lambda: LETTERS.encode("Ж"), ValueError, "text holds 'Ж'"),
        (lambda: TRAINED.decode([0, 10_000]), IndexError, "ids holds 10000"),
        (lambda: TRAINED.decode([-1]), IndexError, "ids holds -1"),
        (lambda: TRAINED.decode([5, 1.5]), TypeError, r"ids\[1\]=1.5 is float; give a whole"),
        (lambda: CharTokenizer("aba"), ValueError, "characters holds one twice"),
        (lambda: BPETokenizer([], ["<a>", "<a>"]), ValueError, "specials="),
        (lambda: BPETokenizer([], [""]), ValueError, "specials="),
        (lambda: BPETokenizer([(b"a", b"bc")]), ValueError, r"merges\[0\]"),
        (lambda: BPETokenizer.train("a", 258), ValueError, "vocab_size=258 must be at least 259"),
        (lambda: bpe.learn_merges({"ab": 1}, 1), TypeError, "key 0 of words='ab' is str"),
        (lambda: bpe.learn_merges({b"ab": 0}, 1), ValueError, r"words\[b'ab'\]=0 must"),
        (lambda: bpe.learn_merges_fast([b"ab"], 1), TypeError, "is list; give Mapping"),
    ],
)
def test_bad_input_is_named(call, error, says):
    with pytest.raises(error, match=says):
        call()

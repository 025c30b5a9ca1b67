"""Doubt made visible: pieces joined to words, and what is said of their probability."""

import re

import pytest
import torch

from tformer import viz
from tformer.translator.doubt import UNSURE
from tformer.viz.common.scripts import FOLDER
from tformer.viz.maps.doubted_words import chance, doubt


def test_scripts_and_package_doubt_below_one_number():
    for name, says in (("maps/web/doubted_words.mjs", r'p < ([\d.]+) && "tf-unsure"'),
                       ("whole_model/model/doubt.mjs", r"const UNSURE = ([\d.]+);")):  # fmt: skip
        (number,) = re.findall(says, (FOLDER / name).read_text(encoding="utf-8"))
        assert float(number) == UNSURE


def test_pieces_become_words_and_their_probabilities_are_multiplied():
    tokens = ["A", " gui", "tar", "ist", ",", " 2", "0", " <b>", ".", "<eos>"]
    chances = torch.tensor([0.5, 0.5, 0.5, 0.5, 1.0, 0.5, 0.25, 1.0, 1.0, 0.5])
    assert viz.whole_words(tokens, chances) == [
        ("A", 0.5), (" guitarist", 0.125), (",", 1.0), (" 20", 0.125), (" <b>", 1.0), (".", 1.0),
    ]  # fmt: skip
    assert viz.whole_words(["<bos>", "a", "<eos>"], [0.1, 1, 0.1]) == [("a", 1.0)]
    assert viz.whole_words([" ", "\ufffd", "\ufffd", " b"], [0.5] * 4) == [
        (" \ufffd\ufffd", 0.125), (" b", 0.5),
    ]  # fmt: skip
    assert viz.whole_words([], []) == []
    with pytest.raises(ValueError, match="probabilities has 1 numbers, tokens 2"):
        viz.whole_words(["a", "b"], [1.0])
    with pytest.raises(ValueError, match=r"holds -1\.0, which is not in 0\.\.1"):
        viz.whole_words(["a"], [-1.0])


def test_a_map_names_pieces_by_dots_and_bytes_as_bytes():
    tokens = [" f", "üt", "tert", " tie", "fen", ".", " ", "\ufffd", "\ufffd", "<eos>"]
    assert viz.pieces(tokens) == [
        " f·", "·üt·", "·tert", " tie·", "·fen", ".", " ·", "·⟨byte⟩·", "·⟨byte⟩", "<eos>",
    ]  # fmt: skip


def test_letters_that_no_token_holds_are_found():
    tokens = ["Ein", " C", "a", "f", "\ufffd", "\ufffd", " ", "\ufffd", " \ufffd"]
    assert viz.unread("Ein Café 🐶 é", tokens) == ["é", "🐶"]
    assert viz.unread("Ein Caf", tokens) == []
    assert viz.unread("u\u0308 Cafe\u0301", ["ü", " Caf"]) == ["é"]


def test_what_is_said_of_a_probability():
    assert [chance(p) for p in (1, 0.995, 0.5, 0.005, 0.0049, 0)] == [
        "1.00", "1.00", "0.50", "0.01", "under 0.01", "0.00",
    ]  # fmt: skip
    assert doubt([("A", 0.97), (" dog", 0.63), (".", 0.001)]) == "Least sure of “.” (under 0.01)."

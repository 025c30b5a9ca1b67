"""The check-up: planted slips are named, right models are left in peace, nothing is harmed."""

import json
import math
import random
import time

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.checkup.slips import DECODER, LOSSES, SLIPS, TRANSLATOR, built, examined, told
from tformer import __main__ as command
from tformer import checkup
from tformer.checkup.findings import CONSEQUENCES, KNOWN, Finding
from tformer.checkup.subject import Subject, TooLong, harmless, other_values
from tformer.course.course_map import LESSONS
from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.transformer import Transformer, TransformerConfig

# The first slip of each name runs by itself, the others with the benchmark's five seeds.
FIRST = {name: (host, old, new) for name, host, old, new in reversed(SLIPS)}


@pytest.mark.ci
@pytest.mark.parametrize("name", FIRST)
def test_a_slip_is_told_by_its_name(name):
    card = examined(*FIRST[name])
    assert told(card, name), card


@pytest.mark.parametrize(("name", "what"), LOSSES)
def test_a_loss_that_is_shown_the_answer_is_named(name, what):
    out_and_labels = eval(f"lambda out, ids: ({what})")

    def loss(model, ids):
        out, labels = out_and_labels(model(ids), ids)
        return F.cross_entropy(out.flatten(0, 1), labels.flatten())

    assert examined(DECODER, loss=loss).faults == [name]


def test_an_unknown_loss_is_learnt_on_random_words():
    def smoothed(model, ids, ahead):
        out, labels = model(ids)[:, : ids.size(1) - ahead], ids[:, ahead:]
        return F.cross_entropy(out.flatten(0, 1), labels.flatten(), label_smoothing=0.05)

    shown = examined(DECODER, loss=lambda model, ids: smoothed(model, ids, 0), seconds=30)
    assert shown.faults == ["shown-the-answer"]
    assert not examined(DECODER, loss=lambda model, ids: smoothed(model, ids, 1), seconds=30).faults


class TorchTranslator(nn.Module):
    """torch's own stacks, with every mask that they ask for."""

    def __init__(self, batch_first):
        super().__init__()
        self.side = 1 if batch_first else 0  # the axis of places
        self.words, self.src_words = nn.Embedding(20, 32), nn.Embedding(30, 32)
        self.places = nn.Embedding(32, 32)
        self.stacks = nn.Transformer(32, 4, 2, 2, 64, batch_first=batch_first)
        self.head = nn.Linear(32, 20)

    def placed(self, table, ids):
        return table(ids) + self.places(torch.arange(ids.size(self.side))).unsqueeze(1 - self.side)

    def forward(self, src, ids):
        mask = self.stacks.generate_square_subsequent_mask(ids.size(self.side))
        hidden = src == 0 if self.side else (src == 0).mT
        x, y = self.placed(self.src_words, src), self.placed(self.words, ids)
        return self.head(self.stacks(x, y, tgt_mask=mask, src_key_padding_mask=hidden,
                                     memory_key_padding_mask=hidden))  # fmt: skip


OURS = LanguageModelConfig(20, 32, 4, num_layers=2, context_length=32)
ROTARY = LanguageModelConfig(20, 32, 4, num_layers=2, num_kv_heads=2, context_length=32, norm="rms",
                             activation="swiglu", positions="rotary", qk_norm=True)  # fmt: skip
PAPER = TransformerConfig(30, 20, d_model=32, num_heads=4, num_layers=2, d_ff=64)
HONEST = {
    "plain decoder": (built(DECODER), {"vocab": 20}),
    "plain translator": (built(TRANSLATOR), {"vocab": 20, "src_vocab": 30, "pad": 0}),
    "language model": (lambda: LanguageModel(OURS), {"vocab": 20}),
    "rotary": (lambda: LanguageModel(ROTARY), {"vocab": 20}),
    "paper": (lambda: Transformer(PAPER), {"vocab": 20, "src_vocab": 30, "pad": 0}),
    "torch": (lambda: TorchTranslator(True), {"vocab": 20, "src_vocab": 30, "pad": 0}),
    "torch, turned": (lambda: TorchTranslator(False), {"vocab": 20, "src_vocab": 30, "pad": 0}),
}  # fmt: skip


@pytest.mark.parametrize("name", HONEST)
def test_right_models_are_left_in_peace(name):
    make, how = HONEST[name]
    card = checkup.examine(make, **how)
    assert card.faults == card.looks == [], card
    assert not [line for line in card.unseen if "Error" in line], card


@pytest.mark.ci
def test_right_models_of_hugging_face_are_left_in_peace():
    hf = pytest.importorskip("transformers")
    size = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2,
            "num_attention_heads": 4, "max_position_embeddings": 32, "vocab_size": 20,
            "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}  # fmt: skip
    ends = {"bos_token_id": 1, "eos_token_id": 2}
    models = {
        hf.LlamaForCausalLM: hf.LlamaConfig(**size, num_key_value_heads=2),
        hf.GPT2LMHeadModel: hf.GPT2Config(n_embd=32, n_layer=2, n_head=4, vocab_size=20, **ends),
        hf.BertForMaskedLM: hf.BertConfig(**size),
    }  # fmt: skip
    for kind, config in models.items():
        card = checkup.examine(lambda kind=kind, config=config: kind(config), vocab=20)
        assert card.faults == card.looks == [], (kind, card)
    t5 = hf.T5Config(d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4, vocab_size=20,
                     decoder_start_token_id=0)  # fmt: skip

    def call(model, src, ids):
        return model(input_ids=src, attention_mask=src.ne(0), decoder_input_ids=ids)

    card = checkup.examine(lambda: hf.T5ForConditionalGeneration(t5), vocab=20, src_vocab=20, pad=0,
                           call=call)  # fmt: skip
    assert card.faults == card.looks == [], card


def test_a_cause_stands_before_its_consequence():
    card = examined(*FIRST["heads-merged-without-transpose"])
    assert card.faults[:2] == ["heads-merged-without-transpose", "sees-the-future"]
    assert card.findings[1].follows == "heads-merged-without-transpose"
    assert "follows from heads-merged" in str(card) and "all maps are causal" in str(card)


def test_a_mask_that_is_one_word_off_is_not_called_mild():
    square = "torch.tril(torch.ones(length, length)"
    assert examined(DECODER, f"{square})", f"{square}, 1)").faults == ["sees-the-future"]


def test_every_name_has_an_honest_reading_and_a_lesson():
    numbers = {lesson.number for lesson in LESSONS}
    assert all(honest and lesson in numbers for honest, lesson in KNOWN.values())
    assert CONSEQUENCES.keys() | {c for causes in CONSEQUENCES.values() for c in causes} <= set(
        KNOWN
    )
    names = {name.removeprefix("look: ") for name in FIRST} | {name for name, _ in LOSSES}
    assert set(KNOWN) - names == {"cache-differs"}  # asked below


def test_a_cache_is_compared_with_none():
    def wrong(model, ids):
        return torch.cat([model(ids)[:, :-1], model(ids[:, -1:])], 1)

    assert not examined(DECODER, cached=lambda model, ids: model(ids)).faults
    assert examined(DECODER, cached=wrong).faults == ["cache-differs"]


def test_functions_without_parameters_are_heard():
    def model(ids):  # a word's logits are those of the words so far, and their places
        one_hot = F.one_hot(ids, 9).double()
        return one_hot.cumsum(1) * torch.arange(1.0, ids.size(1) + 1)[None, :, None] ** 0.5

    card = checkup.examine(lambda: lambda ids: model(ids), vocab=9)
    assert "sees-the-future" not in card.faults
    assert any("no nn.Module" in line for line in card.unseen)
    future = checkup.examine(lambda: lambda ids: model(ids.flip(1)).flip(1), vocab=9)
    assert "sees-the-future" in future.faults


def test_a_matrix_that_is_no_parameter_is_a_layer_too():
    draw = torch.Generator().manual_seed(0)
    table, w = torch.randn(9, 16, generator=draw), torch.randn(3, 16, 16, generator=draw) / 4

    def model(ids):  # words are scaled, and so must not be the scores
        x = table[ids] * 4.0
        q, k, v = (x @ m for m in w)
        scores = (q @ k.mT / 4).masked_fill(torch.ones(2 * ids.shape[1:]).triu(1) > 0, -math.inf)
        return (x + scores.softmax(-1) @ v) @ table.mT

    card = checkup.examine(lambda: lambda ids: model(ids.clone()), vocab=9)
    assert "scale" not in card.faults + card.looks and "sees-the-future" not in card.faults, card


def test_random_numbers_dtype_and_modes_are_put_back():
    made = []

    def make():
        random.seed(5), np.random.seed(5), torch.manual_seed(5)
        made.append(built(DECODER)())
        return made[-1]

    before = torch.get_rng_state(), random.getstate(), np.random.get_state()[1].copy()
    checkup.examine(make, vocab=20)
    assert torch.equal(before[0], torch.get_rng_state()) and random.getstate() == before[1]
    assert (np.random.get_state()[1] == before[2]).all()
    assert torch.get_default_dtype() == torch.float32 and torch.is_grad_enabled()


def test_what_goes_wrong_inside_a_check_is_a_line_of_the_card():
    class Fails(nn.Module):
        def __init__(self):
            super().__init__()
            self.inside = built(DECODER)()

        def forward(self, ids):
            if len(ids) == 1:
                raise RuntimeError("one row only")
            return self.inside(ids)

        def __deepcopy__(self, memo):
            raise TypeError("no copies")

    card = checkup.examine(Fails, vocab=20)
    assert any("one row only" in line for line in card.unseen)
    assert any("no copies" in line for line in card.unseen)
    assert card.faults == []


def test_a_check_that_fails_leaves_mode_and_weights_as_they_were():
    def fails(model, ids):
        assert model.training
        raise TooLong

    with harmless(torch.float64):
        p = Subject(built(DECODER), 20)
        w = next(p.shaken.parameters())
        before = w.clone()
        with pytest.raises(TooLong):
            p.run(p.shaken, call=fails, training=True)
        with pytest.raises(TooLong), other_values(w, before + 1):
            assert not torch.equal(w, before)
            raise TooLong
    assert not p.shaken.training and torch.equal(w, before)


def test_every_check_has_its_time():
    class Slow(nn.Module):
        def __init__(self):
            super().__init__()
            self.inside = built(DECODER)()

        def forward(self, ids):
            time.sleep(0.05)
            return self.inside(ids)

    card = checkup.examine(Slow, vocab=20, seconds=0.2)
    assert any("0.2 s were over" in line for line in card.unseen) and card.seconds < 20


ONE = built(DECODER)()


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"make": built(DECODER)(), "vocab": 20}, "is no function"),
        ({"make": built(DECODER), "vocab": 1}, "vocab=1"),
        ({"make": built(DECODER), "vocab": 20, "call": 3}, "call=3"),
        ({"make": lambda: ONE, "vocab": 20}, "same model twice"),
        ({"make": built(DECODER), "vocab": 20, "call": lambda m, i: m(i)[:, -1]}, "every position"),
        ({"make": built(DECODER), "vocab": 20, "seconds": -1}, "seconds=-1"),
    ],
)
def test_arguments_that_will_not_do_are_refused_by_name(how, says):
    with pytest.raises((TypeError, ValueError), match=says):
        checkup.examine(**how)


def test_the_card_is_escaped_and_lists_what_was_not_seen():
    card = examined(*FIRST["scale"])
    assert "<details>" in card.html() and str(card).isascii()
    odd = checkup.Card((Finding("scale", "<b>"),), ("<i>",), 1.0)
    assert "<b>" not in odd.html() and "&lt;b&gt;" in odd.html() and "&lt;i&gt;" in odd.html()
    assert str(odd).endswith("No examination proves a model right.")


def test_the_command_says_the_same_and_ends_with_1_on_a_fault(tmp_path, capsys):
    source = (
        "import torch\nfrom tests.checkup.slips import DECODER, built\n"
        "make = built(DECODER)\ndef future(model, ids):\n    return model(ids.flip(1)).flip(1)\n"
    )
    file = tmp_path / "my_model.py"
    file.write_text(source)
    assert command.main(["checkup", f"{file}:make", "--vocab", "20"]) == 0
    assert "no fault was found" in capsys.readouterr().out
    asked = ["checkup", f"{file}:make", "--vocab", "20", "--call", "future", "--json"]
    assert command.main(asked) == 1
    told = json.loads(capsys.readouterr().out)
    assert "sees-the-future" in [fault["name"] for fault in told["faults"]]
    assert command.main(["checkup", f"{file}:nothing", "--vocab", "20"]) == 1
    assert "has no function nothing" in capsys.readouterr().err
    assert math.isfinite(told["seconds"])

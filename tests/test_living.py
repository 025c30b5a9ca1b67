import base64
import dataclasses
import gzip
import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest
import torch

from tformer import viz
from tformer._support import progress_file
from tformer.ablation import ablate
from tformer.course import recording
from tformer.course.recording.answer import ROOM, Setting, support
from tformer.course.recording.film import record
from tformer.course.recording.pieces import named, words
from tformer.exercises import solution_source
from tformer.pretrained import ASSETS
from tformer.translator import Translator
from tformer.viz.whole_model.pack import pack, telling_step
from tformer.viz.whole_model.whole_model import unmet

SENTENCE, HOSTILE = recording.SENTENCES[0], "Ein <img/src=x/onerror='window.hit=1'></script> Hund"


def filmed(translator, sentence, *setting):
    return record(translator, translator.read(sentence), *setting)


@pytest.fixture(scope="module")
def translator():
    torch.set_num_threads(1)
    return Translator.load(ASSETS / "translator.safetensors")


@pytest.fixture(scope="module")
def film(translator):
    return filmed(translator, SENTENCE)


@pytest.fixture(scope="module")
def figure():
    return recording.translator()


@pytest.mark.parametrize("sentence", recording.SENTENCES)
def test_the_film_tells_what_the_translator_does(translator, sentence):
    film, look = filmed(translator, sentence), translator.look(sentence)
    assert film.text == look.text == translator.translate([sentence])[0] and film.ended
    assert film.source == look.source and film.target == look.target and film.given == look.given
    for kind in ("encoder", "decoder", "cross"):
        torch.testing.assert_close(film.maps[kind], getattr(look, kind))
        torch.testing.assert_close(film.maps[f"{kind} mean"], getattr(look, kind).mean(1))
    torch.testing.assert_close(film.maps["cross whole"], look.cross.mean((0, 1)))


@torch.no_grad()
def test_bars_are_the_models_probabilities_step_by_step(translator, film):
    tok, model = translator.tokenizer, translator.model
    src = torch.tensor([translator.source_ids(SENTENCE)])
    step, tokens = model.start(src), [tok.bos_id, *tok.encode(film.text), tok.eos_id]
    for t in range(len(film.target)):
        chances = step(torch.tensor([tokens[: t + 1]])).softmax(-1)[0]
        top = chances.topk(8)
        assert film.likely[t] == [tok.decode([i]) for i in top.indices.tolist()]
        torch.testing.assert_close(film.plain[t], top.values, atol=1e-5, rtol=1e-4)
        assert film.sure[t].item() == pytest.approx(chances[tokens[t + 1]].item(), rel=1e-3)
    assert torch.equal(film.chances, film.plain)  # beam search bends no probability


def test_the_last_layer_of_the_lens_says_what_the_model_says(film):
    assert [row[-1] for row in film.lens] == [row[0] for row in film.likely]
    torch.testing.assert_close(film.lens_sure[:, -1], film.plain[:, 0], atol=1e-5, rtol=1e-4)


def test_a_word_is_as_sure_as_all_its_pieces_together(translator):
    film = filmed(translator, "Mein Bruder kocht eine Suppe.")
    assert len(film.word_sure) == film.target_word[-1] + 1 < len(film.target)
    for word, sure in enumerate(film.word_sure.tolist()):
        pieces = [film.sure[t].item() for t, w in enumerate(film.target_word) if w == word]
        assert sure == pytest.approx(np.prod(pieces), rel=1e-5)


def test_beam_search_is_watched_with_what_it_has_in_hand(translator, film):
    assert film.beams[0] == [""] and len(film.beams) == len(film.target)
    for t, hand in enumerate(film.beams[1:], start=1):
        assert "".join(film.target[:t]).strip() in hand
        assert len(hand) == len(set(hand)) <= translator.num_beams
    assert filmed(translator, SENTENCE, Setting("greedy")).beams == []


def test_vectors_and_shapes_come_from_the_forward_pass(translator, film):
    S, T = len(film.source), len(film.target)
    assert film.shapes["encoder.0.self_attention.weights"] == (1, 4, S, S)
    assert film.shapes["unembedding"] == (1, T, 5000)
    assert {tuple(x.shape) for x in film.vectors.values()} == {(S, 16), (T, 16)}
    table = translator.model.src_embedding.tokens.weight
    ids = translator.source_ids(SENTENCE)
    torch.testing.assert_close(film.vectors["src_embedding.tokens"], table[ids][:, ::8].detach())
    assert all(0 < x.mean() < 1 for x in film.busy.values()) and len(film.busy) == 8


@pytest.mark.ci
@pytest.mark.parametrize(
    "off, gone",
    [
        ("encoder.0.self_attention.2", lambda f: f.maps["encoder"][0, 2]),
        ("decoder.3.cross_attention.0", lambda f: f.maps["cross"][3, 0]),
        ("src_embedding", lambda f: f.vectors["src_embedding.positions"]),
        ("decoder.1.ffn", lambda f: f.vectors["decoder.1"] * 0),
        ("encoder.2", lambda f: f.vectors["encoder.2"] - f.vectors["encoder.1"]),
    ],
)
def test_what_is_off_is_off_in_every_number(translator, film, off, gone):
    without = filmed(translator, SENTENCE, Setting("greedy", off=(off,)))
    whole = filmed(translator, SENTENCE, Setting("greedy"))
    assert (gone(without) == 0).all()
    assert not torch.allclose(without.sure[:4], whole.sure[:4], atol=1e-4)
    with ablate(translator.model, **Setting(off=(off,)).parts_off()):
        assert without.text == translator.translate([SENTENCE], num_beams=1)[0]
    again = filmed(translator, SENTENCE, Setting("greedy"))
    assert torch.equal(again.sure, whole.sure)


@pytest.mark.ci
def test_temperature_and_top_k_bend_the_draw_and_not_the_model(translator):
    draw = Setting("sample", temperature=2.0, top_k=3, seed=1)
    one, two = (filmed(translator, SENTENCE, draw) for _ in range(2))
    assert one.target == two.target
    assert ((one.chances > 0).sum(1) == 3).all()
    torch.testing.assert_close(one.chances.sum(1), torch.ones(len(one.target)))
    kept = one.plain[:, :3] ** 0.5
    torch.testing.assert_close(one.chances[:, :3], kept / kept.sum(1, keepdim=True))
    cold = filmed(translator, SENTENCE, Setting("sample", temperature=0.01))
    assert cold.text == filmed(translator, SENTENCE, Setting("greedy")).text


@pytest.mark.ci
def test_what_was_drawn_is_always_among_the_bars(translator):
    film = filmed(translator, SENTENCE, Setting("sample", temperature=2.5, seed=3))
    assert all(piece in bars for piece, bars in zip(film.target, film.likely, strict=True))
    torch.testing.assert_close(film.sure, torch.stack([
        film.plain[t, bars.index(piece)]
        for t, (piece, bars) in enumerate(zip(film.target, film.likely, strict=True))
    ]))  # fmt: skip


@pytest.mark.parametrize(
    "sentence, says",
    [("", "no words"), (" ?! ", "no words"), ("Жук сидит", "never met these letters"),
     ("Hund " * 60, f"room for {ROOM}")],
)  # fmt: skip
def test_a_sentence_that_will_not_do_is_refused_in_words(translator, sentence, says):
    with pytest.raises(ValueError, match=says):
        filmed(translator, sentence)


def test_letters_that_were_never_met_are_named_and_marked(translator):
    film = filmed(translator, "Der Hund 🐶 rennt")
    assert [film.source[i] for i in film.strange] == ["🐶", "", "", ""]
    labels, strange = named(translator.tokenizer, translator.tokenizer.encode("ü ß"))
    assert "".join(labels) == "ü ß" and strange == []
    assert unmet(film) == " Of these letters it knows only the bytes: 🐶."
    assert unmet(filmed(translator, "Der Hund rennt")) == ""
    assert named(translator.tokenizer, [3 + 0xF0]) == (["\ufffd"], [0])


def test_pieces_of_a_word_are_joined():
    assert words(["Ein", " tie", "fen", " Schnee", ".", "<eos>"]) == [0, 1, 1, 2, 3, 4]
    assert words(["", " 🐶", "", "x"]) == [0, 1, 1, 2] and words([]) == []


@pytest.mark.parametrize("wrong", [Setting(off=("encoder.9",)), Setting(off=("nonsense",))])
def test_a_part_that_is_not_there_is_refused(translator, wrong):
    with pytest.raises(ValueError, match="the model has"):
        filmed(translator, SENTENCE, wrong)
    with pytest.raises(ValueError, match="choose='guess'"):
        Setting("guess")


@pytest.mark.ci
def test_other_answers_are_the_models_own(figure):
    translator = figure.play.translator
    _, others = figure.play(SENTENCE, choose="sample", temperature=2.0, seed=1)
    assert {o["how"]: o["text"] for o in others} == {
        "beam": translator.translate([SENTENCE])[0],
        "greedy": translator.translate([SENTENCE], num_beams=1)[0],
    }
    _, (whole, _) = figure.play(SENTENCE, off=["src_embedding"])
    assert whole["how"] == "whole" and whole["text"] == translator.translate([SENTENCE])[0]
    source, tok = translator.source_ids(SENTENCE), translator.tokenizer
    target = [tok.bos_id, *tok.encode(whole["text"]), tok.eos_id]
    assert whole["sure"] == pytest.approx(support(translator, source, target))
    with ablate(translator.model, positions=["src_embedding"]):
        assert whole["sure_now"] == pytest.approx(support(translator, source, target))
    assert whole["sure_now"] != whole["sure"]


@pytest.mark.ci
@pytest.mark.parametrize("text", ["The dog sleeps under the table.", "Good morning! Who is it?"])
def test_typed_english_is_answered_by_the_twin_until_the_reader_says_otherwise(figure, text):
    translators = {
        "German": figure.play.translator,
        "English": Translator.load(ASSETS / "translator_en_de.safetensors"),
    }
    for reads, language in ((None, "English"), ("German", "German"), ("English", "English")):
        film, _ = figure.play(text, reads=reads)
        assert film.languages[0] == language
        whole = "".join(film.all) or film.text
        assert whole == translators[language].translate([text])[0]
    with pytest.raises(ValueError, match="a few in English"):
        figure.play("?", reads="English")


@pytest.mark.ci
def test_words_of_the_offered_sentences_are_whole_pieces_in_both_languages(figure):
    films = [figure.play(sentence)[0] for sentence in recording.SENTENCES]
    for film in films:
        assert len(set(film.source_word)) == len(film.source)
        assert len(set(film.target_word)) == len(film.target)
    reads = [film.languages[0] for film in films]
    assert figure.page()["reads"] == reads and set(reads) == {"German", "English"}


# ------------------------------------------------------------------------------------- the figure
def numbers(packed, name):
    about = packed["arrays"][name]
    size = int(np.prod(about["shape"]))
    if "step" not in about:
        found = np.frombuffer(packed["data"], np.float32, size, about["start"])
    else:
        found = np.frombuffer(packed["data"], np.uint8, size, about["start"])
        found = about["low"] + about["step"] * found
    return found.reshape(about["shape"])


@pytest.mark.parametrize("small", [False, True])
def test_a_packed_film_holds_the_same_numbers(film, small):
    packed = pack(film, small)
    for kind in ("encoder", "cross whole"):
        error = np.abs(numbers(packed, f"maps.{kind}") - film.maps[kind].numpy()).max()
        assert error == 0 if not small else error <= 1 / 500
    json.dumps(packed["said"])
    assert packed["said"]["setting"] == dataclasses.asdict(film.setting)


def test_the_widget_answers_what_is_asked(figure):
    widget, start = figure.widget(), figure.page()["start"]
    assert widget.shown["asked"] == start
    widget.asked = {**start, "typed": recording.SENTENCES[1], "off": ["encoder.0"]}
    assert widget.shown["asked"]["off"] == ["encoder.0"]
    assert widget.shown["film"]["said"]["sentence"] == recording.SENTENCES[1]
    assert repr(widget) == figure.alt and recording.SENTENCES[1] in figure.alt
    widget.asked = {**start, "typed": "?"}
    assert "no words" in widget.shown["message"] and "film" not in widget.shown
    widget.asked = start
    assert widget.shown["film"]["said"]["sentence"] == SENTENCE


@pytest.mark.ci
def test_a_part_of_the_learners_is_timed_when_the_page_asks(figure, tmp_path, monkeypatch):
    monkeypatch.setenv("TFORMER_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("TFORMER_PROGRESS", "on")
    monkeypatch.delenv("CI", raising=False)
    norm = solution_source("layer_norm")
    progress_file.keep_answer("layer_norm", norm)
    progress_file.keep_answer("softmax", "def softmax(x, dim):\n    return x\n")
    widget = figure.widget()
    widget.timing = {"name": "layer_norm", "number": 1}
    assert widget.timed["number"] == 1
    assert re.fullmatch(r"One call takes [\d.]+ .s, the course's own .* times as long\.",
                        widget.timed["says"])  # fmt: skip
    widget.timing = {"name": "softmax", "number": 2}
    assert widget.timed["says"].startswith("softmax, line 2: return x.")
    progress_file.answer_path("softmax").write_text("cut short")
    widget.timing = {"name": "softmax", "number": 3}
    assert "The kept answer softmax is not used" in widget.timed["says"]


def test_the_sentence_below_the_picture_is_computed(figure, film):
    alt, t = figure.alt, telling_step(film)
    row = film.maps["cross whole"][t]
    assert f"“{film.text}”" in alt and f"“{film.target[t].strip()}” it looks most at" in alt
    assert f"“{film.source[row.argmax()].strip()}” ({row.max():.2f}" in alt
    assert f"{film.word_sure.min():.2f}." in alt


@pytest.mark.ci
def test_the_still_is_the_same_each_time_and_changes_with_the_film(figure):
    first, alt = figure.strip()
    assert first == figure.strip()[0] and first[:4] == b"\x89PNG" and len(first) < 60_000
    other = recording.translator(recording.SENTENCES[2:3])
    assert other.strip()[0] != first and other.strip()[1] != alt


@pytest.mark.ci
def test_a_page_plays_without_a_kernel(figure):
    page = figure.html()
    assert len(page) < 1_500_000 and not re.search(r'(src|href)="(?!data:)', page)
    stored = json.loads(re.search(r'<script type="application/json">(.*?)</script>', page)[1])
    recorded = json.loads(gzip.decompress(base64.b64decode(stored["films"])))
    asked = [shown["asked"] for shown in recorded]
    assert [a["typed"] for a in asked if a["off"] == ["src_embedding"]] == list(recording.SENTENCES)
    assert len(recorded) == 12 * len(recording.SENTENCES)


@pytest.mark.ci
def test_a_page_is_the_same_each_time(translator):
    page = recording.translator(recording.SENTENCES[:1]).html()
    assert page == recording.translator(recording.SENTENCES[:1]).html()


@pytest.mark.ci
def test_hostile_text_stays_text():
    page = recording.translator((HOSTILE + " ‮ \u2028",)).html()
    tags = []

    class Tags(HTMLParser):
        def handle_starttag(self, tag, attributes):
            tags.append((tag, dict(attributes)))

    Tags().feed(page)
    assert {tag for tag, _ in tags} == {"meta", "style", "div", "script", "figure", "img", "p", "b"}
    assert all(not name.startswith("on") for _, given in tags for name in given)
    assert [tag for tag, _ in tags].count("script") == 2


@pytest.mark.ci
def test_shown_as_the_environment_says(monkeypatch):
    figure, shown = recording.translator(recording.SENTENCES[:1]), []
    monkeypatch.setattr("tformer.viz.common.figure.display", lambda data, **k: shown.append(data))
    for way, kind in (("png", "image/png"), ("html", "text/html")):
        monkeypatch.setenv("TFORMER_FIGURES", way)
        figure._ipython_display_()
        assert any(kind in data for data in shown) and viz.mode() == way
        shown.clear()

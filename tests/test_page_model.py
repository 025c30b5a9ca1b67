"""The translator that runs in a page says what the package says, to the letter.

Its forward pass is the one that exists a second time: here node runs it on the shipped files.
"""

import base64
import json
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.programs import program
from tests.test_living import filmed
from tformer import viz
from tformer._support.folding import READ
from tformer.ablation import ablate
from tformer.course.recording.answer import Setting, write
from tformer.data import corpora
from tformer.decoding import apply_temperature, top_k_filter
from tformer.pretrained import ASSETS
from tformer.translator import Translator
from tformer.translator.doubt import said_doubt, unsure
from tformer.translator.read_back import TWINS, for_twin, read_back, said_back
from tformer.viz.maps.checks import read_sentences
from tformer.viz.whole_model.pack import pack, telling_step

SCRIPT = Path(__file__).parent / "js" / "answers.mjs"
WAYS = ("translator", "translator_en_de")
START = dict(choose="beam", temperature=1.0, top_k=None, seed=0, off=[])
both = pytest.mark.parametrize("name", WAYS)
TYPED = {
    "translator": ["Wie viel kostet das Brot?", "Ein kleiner Hund rennt durch den tiefen Schnee."],
    "translator_en_de": ["How much is the bread?", "A small dog runs through the deep snow."],
}


@pytest.fixture(scope="module")
def translators():
    torch.set_num_threads(1)
    return {name: Translator.load(ASSETS / f"{name}.safetensors") for name in WAYS}


def node(name, *asked):
    """The answers of the page's translator to questions that tests/js/answers.mjs knows."""
    path, twin = (str(ASSETS / f"{way}.safetensors") for way in (name, TWINS[name]))
    given = json.dumps({"path": path, "twin": twin, "asked": asked})
    # Once in some thousand starts node waits for its own threads for ever.
    line = [program("node"), "--single-threaded", str(SCRIPT)]
    done = subprocess.run(line, input=given, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def everyday(name):
    """Sentences of the shipped list, in the language that this model reads."""
    pairs = corpora.everyday()
    return [de if name == "translator" else en[0] for de, en in pairs]


DATA = Path(__file__).parent / "data"
FIRST = (DATA / "first_typed.tsv").read_text("utf-8").splitlines()
CAPITALS = [
    "DER HUND SCHLÄFT.",
    "DAS IST GUT, ODER?",
    "USA",
    "das Haus ist rot.",
    "GEHT'S DIR GUT?",
    "ich moechte ein bier bitte",
    "wo ist die strasse, Michael?",
    "die strasse ist zuerst gesperrt",
    "\ufeffEr  sagt:\u202f„Wie\u200b geht’s —\tgu\u00adt? Ｊａ…“",
    "Das Maedchen heisst Muessig, die Gruesse aus der neuen Strasse sind suess.",
]


def test_what_somebody_types_first_is_read_the_same(translators):
    """Small first letters and CAPITALS are spelled as the tokenizer met them."""
    typed = [line.split("\t")[0] for line in FIRST[::6]] + CAPITALS
    setting = START | {"choose": "greedy"}
    asked = [dict(what="translate", sentence=s, setting=setting) for s in typed]
    assert node("translator", *asked) == translators["translator"].translate(typed, num_beams=1)


@both
def test_texts_are_the_packages(name, translators):
    sentences = ["", "  ", *everyday(name)[::4]]
    for choose, beams in (("beam", None), ("greedy", 1)):
        asked = [dict(what="translate", sentence=s, setting={"choose": choose}) for s in sentences]
        assert node(name, *asked) == translators[name].translate(sentences, beams)


ODD = ["", "it's  5 o'clock\n\n ok ", "Mu\u0308ller", "½ x² 10%", "שלום 😀", "a\u00a0b\u3000"]
ODD += ["\ufeffa", "Wie geht’s?“ – „ﬁn…", "x\x85y \x1c z", "<eos> we'll"]


@both
def test_pieces_are_the_packages(name, translators):
    tok = translators[name].tokenizer
    ids = [tok.encode(READ(text), parse_specials=False) for text in ODD]
    assert node(name, *(dict(what="ids", text=text) for text in ODD)) == ids
    ids += [row[:-1] for row in ids if row] + [row[1:] for row in ids]  # letters cut in two
    assert node(name, *(dict(what="text", ids=row) for row in ids)) == [tok.decode(i) for i in ids]


GERMAN = """Ich habe heute keine Zeit. | Wo ist der Bahnhof? | Guten Morgen! | ich liebe dich
Hund | Danke | Was machst du da? | Der Zug kommt um 18:45 an. | Kannst du mir helfen? | Hallo Welt
Anna wohnt in Berlin. | Zwei Kinder bauen eine Burg am Strand. | Ich verstehe nur Bahnhof | Hallo
Man war in Rom. | Wir gehen ins Kino | Apfel | ES REGNET | Transformer sind neuronale Netze.
Das ist gut. Und jetzt?"""
ENGLISH = """I have no time today. | Where is the station? | Good morning! | i love you | dog
Thanks | What are you doing? | The train arrives at 18:45. | Can you help me? | Hello world
Anna lives in Berlin. | Two children build a castle. | attention is all you need | man in hat
Hello | to be or not to be | bread | IT IS RAINING | What is a transformer?
That is good. And now?"""


def test_a_text_goes_to_the_translator_of_its_language(translators):
    typed = [re.split(r"\s*[|\n]\s*", texts) for texts in (GERMAN, ENGLISH)]
    assert [len(texts) for texts in typed] == [20, 20]
    odd = ["", "…!", "12:30", "wort" * 60, "Hund " * 300]
    for name, twin in TWINS.items():
        own, other = translators[name], translators[twin]
        turned = [name != "translator"] * 20 + [name == "translator"] * 20
        texts = typed[0] + typed[1]
        assert [for_twin(own, other, text) for text in texts] == turned
        assert node(name, *(dict(what="twins", text=text) for text in texts)) == turned
        assert not any(for_twin(own, other, text) for text in odd)
        mute = node(name, *(dict(what="twins", text=text) for text in odd))
        assert [answer for answer in mute if answer is not False] == [
            {"error": f"sentence has a word of {4 * 60} letters; at most 200 are read"}
        ]


def every_part(model):
    config, names = model.config, ["src_embedding", "tgt_embedding"]
    for stack, kinds in (("encoder", ["self"]), ("decoder", ["self", "cross"])):
        for layer in range(config.num_layers):
            at = f"{stack}.{layer}"
            names += [at, f"{at}.ffn"]
            for kind in kinds:
                names.append(f"{at}.{kind}_attention")
                names += [f"{at}.{kind}_attention.{head}" for head in range(config.num_heads)]
    return names


@both
def test_logits_are_near_with_every_part_off(name, translators):
    translator = translators[name]
    source = translator.source_ids(TYPED[name][0])
    target, _ = write(translator, source, Setting())
    parts = [[], *([part] for part in every_part(translator.model))]
    parts.append(["encoder.1", "decoder.0.ffn", "decoder.2.cross_attention.3", "tgt_embedding"])
    asked = (dict(what="logits", source=source, target=target[:-1], off=off) for off in parts)
    whole = None
    for off, got in zip(parts, node(name, *asked), strict=True):
        with torch.no_grad(), ablate(translator.model, **Setting(off=tuple(off)).parts_off()):
            want = translator.model(torch.tensor([source]), torch.tensor([target[:-1]])).flatten()
        assert (torch.tensor(got) - want).abs().max() < 1e-4, off
        whole = want if whole is None else whole
        assert not off or (want - whole).abs().max() > 1e-3, f"{off} changes nothing"


@both
def test_answers_with_parts_off_are_the_packages(name, translators):
    translator, sentence = translators[name], TYPED[name][1]
    source = translator.source_ids(sentence)
    for choose in ("beam", "greedy"):
        parts = every_part(translator.model)[::14]
        settings = [dict(START, choose=choose, off=[part]) for part in parts]
        got = node(name, *(dict(what="film", asked=dict(s, typed=sentence)) for s in settings))
        for setting, shown in zip(settings, got, strict=True):
            how = Setting(choose=choose, off=tuple(setting["off"]))
            with ablate(translator.model, **how.parts_off()):
                ids, _ = write(translator, source, how)
            text = translator.tokenizer.decode(ids, skip_specials=True).strip()
            assert shown["film"]["said"]["text"] == text, setting


def test_a_film_is_made_by_the_translator_of_the_language_in_which_a_text_begins():
    asked = ("Ein Hund schläft.", "A dog sleeps.", "A dog sleeps. Ein Hund schläft.")
    films = (dict(what="film", both=True, asked=dict(START, typed=text)) for text in asked)
    told = [shown["film"]["said"] for shown in node("translator", *films)]
    assert [said["languages"][0] for said in told] == ["German", "English", "English"]
    assert told[0]["text"].startswith("A dog") and told[1]["text"].startswith("Ein Hund")
    assert told[2]["sentence"] == "A dog sleeps."


@both
@pytest.mark.parametrize("change", [{}, dict(choose="greedy", off=["encoder.1", "src_embedding"])])
def test_a_film_is_the_kernels(name, change, translators):
    setting, sentence = dict(START, **change), TYPED[name][1]
    [shown] = node(name, dict(what="film", asked=dict(setting, typed=sentence)))
    film = filmed(translators[name], sentence, Setting(**{**setting, "off": (*setting["off"],)}))
    want, got = pack(film), shown["film"]
    data = base64.b64decode(got["data"])
    assert got["arrays"].keys() == want["arrays"].keys()
    for array, told in want["arrays"].items():
        here = got["arrays"][array]
        assert here["shape"] == told["shape"], array
        size = int(np.prod(told["shape"]))
        theirs = np.frombuffer(want["data"], np.float32, size, told["start"])
        ours = np.frombuffer(data, np.float32, size, here["start"])
        near = 2e-3 if array.startswith("busy") else 1e-4  # a feature at 0 may fall on either side
        assert np.abs(ours - theirs).max() < near, array
    for key, told in want["said"].items():
        here = got["said"][key]
        if key == "scales":
            assert here == pytest.approx(told, abs=1e-4)
        elif key == "shapes":
            assert here.items() <= {name: list(shape) for name, shape in told.items()}.items()
        elif key != "setting":
            assert here == told, key
    assert shown["telling"] == telling_step(film)


def test_other_answers_and_refusals_are_the_kernels(translators):
    from tformer.course.recording import Player

    player = Player(translators["translator"])
    sentence = TYPED["translator"][1]
    asked = dict(START, choose="greedy", off=["decoder.1"], typed=sentence)
    bad = ["", "…!", "Hund " * 50, "שלום"]
    shown, *refused = node(
        "translator", *(dict(what="film", asked=a) for a in [asked, *(dict(START, typed=s)
        for s in bad)])
    )  # fmt: skip
    translator = player.translator
    off = Setting(choose="greedy", off=("decoder.1",))
    want = player.others(translator, translator.read(sentence), off)
    assert shown["others"] == [pytest.approx(x, abs=1e-4) if "sure" in x else x for x in want]
    for text, answer in zip(bad, refused, strict=True):
        with pytest.raises(ValueError) as error:
            player(text)
        assert answer["message"] == str(error.value)
    changes = (dict(off=["decoder.9"]), dict(typed="Ein " + "hund" * 25_000))
    odd, long = node("translator", *(dict(what="film", asked=asked | one) for one in changes))
    assert odd == {"error": "the model has no part decoder.9"}
    assert long == {"error": "sentence has a word of 100,000 letters; at most 200 are read"}


COPIED = {
    "translator": ["Das Brot kostet 3,80 €.", "Ich wohne seit 2018 in der Goethestraße 17b.",
                   "Der Kurs geht am 3. Mai von 18:00 bis 19:30 Uhr, in Zimmer 12.",
                   "4 Hunde rennen."],
    "translator_en_de": ["The car costs 15,000 euros on May 8th, 2020.", "It is 7:40."],
}  # fmt: skip


@both
def test_numbers_are_copied_as_the_package_copies_them(name, translators):
    translator = translators[name]
    greedy = [
        dict(what="translate", sentence=s, setting={"choose": "greedy"}) for s in COPIED[name]
    ]
    assert node(name, *greedy) == translator.translate(COPIED[name], num_beams=1)
    films = [dict(what="film", asked=dict(START, typed=s)) for s in COPIED[name]]
    copied = []
    for sentence, shown in zip(COPIED[name], node(name, *films), strict=True):
        said, film = shown["film"]["said"], filmed(translator, sentence)
        for key in ("text", "copied", "answer", "source", "target", "unsure", "doubt", "strange"):
            assert said[key] == getattr(film, key), (sentence, key)
        copied.append(bool(film.copied))
    # The last but one has more numbers than come through, the last one that the model writes.
    assert copied == ([True, True, False, False] if name == "translator" else [True, True])


@both
def test_names_are_told_from_nouns_as_in_the_package(name, translators):
    rows = (DATA / "names.tsv").read_text("utf-8").splitlines()
    language = "de" if name == "translator" else "en"
    typed = [row.split("\t")[1] for row in rows if row.startswith(language)]
    typed += ["Wir essen Brombeeren.", "Kowalski spielt Gitarre.", "Alte Schmetterlinge fliegen."]
    asked = [dict(what="translate", sentence=s, setting={"choose": "greedy"}) for s in typed]
    assert node(name, *asked) == translators[name].translate(typed, num_beams=1)


def test_doubt_is_said_as_the_package_says_it():
    texts = ["It", " costs", " 12", ".", "50", " at", " 18", ":", "45", " or", " 007", "<eos>"]
    for sentence in ("Es kostet 12,50 um 18:45.", "Um 8:45 kostet es 12:50, 1.000 und 7", ""):
        for p in (0.1, 0.2, 0.9):
            words = [(text, p if n % 3 else 0.5) for n, text in enumerate(texts)]
            want = [unsure(words, sentence), said_doubt(words, sentence)]
            assert node("translator", dict(what="doubt", words=words, sentence=sentence)) == [want]
    assert node("translator", dict(what="doubt", words=[], sentence="4")) == [
        [[], "I lost 4 on the way."]
    ]


@both
def test_an_answer_is_read_back_as_in_the_package(name, translators):
    twin, texts = translators[TWINS[name]], [*TYPED[name], *COPIED[name], "Demokratie im Weltall"]
    looks = [translators[name].look(text) for text in texts]
    asked = [dict(what="back", sentence=text, answer=look.text)
             for text, look in zip(texts, looks, strict=True)]  # fmt: skip
    got = node(name, *asked)
    for text, look, (found, said) in zip(texts, looks, got, strict=True):
        assert found == pytest.approx(read_back(twin, text, look.text), abs=1e-3), text
        assert said == said_back(twin, look.reading, look.text), text
    assert not got[0][1] and got[-1][1].startswith("Translated back, it says: “")


@both
def test_what_does_not_look_like_its_language_is_told_as_in_the_package(name, translators):
    texts = [
        TYPED[name][0],
        TYPED["translator_en_de"][1],
        TYPED["translator"][1],
        "asdf jklö qwertz",
    ]
    got = node(name, *(dict(what="film", asked=dict(START, typed=text)) for text in texts))
    want = [filmed(translators[name], text) for text in texts]
    assert [one["film"]["said"]["foreign"] for one in got] == [film.foreign for film in want]
    own, *others = (film.foreign for film in want)
    assert not own and sum(others) == 2 and others[-1]
    sampled = dict(START, typed=texts[-1], off=["encoder.0"])
    [film] = node(name, dict(what="film", asked=sampled))
    assert film["film"]["said"]["foreign"] is False  # judged by the whole model alone


def test_the_maps_of_a_typed_sentence_are_those_of_the_kernel(translators):
    for sentence in (
        "Ein Mädchen füttert um 18:45 Enten.",
        "Das Brot kostet 3,80 €.",
        "The small dog runs.",
        "Gib mir Pizza!",
    ):
        asked = dict(START, typed=sentence)
        [got] = node("translator", dict(what="maps", asked=asked))
        look = translators["translator"].look(sentence)
        [maps] = read_sentences(viz.cross_maps(sentence, look))
        want = maps.payload()
        for key in ("queries", "keys", "note"):
            assert got[key] == want[key], key
        assert [word for word, _ in got["words"]] == [word for word, _ in want["words"]]
        weights = np.frombuffer(base64.b64decode(got["weights"]), np.float32)
        assert tuple(got["shape"]) == maps.weights.shape
        assert np.abs(weights - maps.weights.ravel()).max() < 1e-4


def test_draws_follow_temperature_and_top_k():
    logits, times = [2.0, 1.0, 0.5, -1.0, 1.0], 4000
    for how in (dict(temperature=0.7), dict(top_k=2), dict(temperature=2.0, top_k=3)):
        bent, drawn = node(
            "translator", dict(what="bent", logits=logits, how=how),
            dict(what="draws", logits=logits, how=dict(how, seed=3), times=times),
        )  # fmt: skip
        want = apply_temperature(torch.tensor(logits), how.get("temperature", 1.0))
        want = top_k_filter(want, how["top_k"]) if "top_k" in how else want
        kept = [-np.inf if x is None else x for x in bent]  # JSON has no -inf
        assert torch.allclose(torch.tensor(kept, dtype=torch.float32), want)
        shares = np.bincount(drawn, minlength=5) / times
        chances = want.softmax(0).numpy()
        assert (np.abs(shares - chances) <= 4 * np.sqrt(chances * (1 - chances) / times)).all()


def test_the_same_seed_draws_the_same_sentence_and_one_piece_to_choose_from_is_greedy():
    sentence = TYPED["translator"][1]
    ways = [dict(choose="sample", seed=s, temperature=2.0) for s in (1, 1, 2)]
    ways += [dict(choose="sample", top_k=1), dict(choose="greedy")]
    asked = (dict(what="translate", sentence=sentence, setting=way) for way in ways)
    one, same, other, narrow, greedy = node("translator", *asked)
    assert one == same != other and narrow == greedy

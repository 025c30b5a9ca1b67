"""Typographic and invisible characters: what is read in their place, by package, page and file."""

import doctest
import json
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
import torch

from tests.programs import program
from tformer._support import folding
from tformer._support.folding import READ, Folding
from tformer.pretrained import ASSETS
from tformer.tokenizer import BPETokenizer, CharTokenizer
from tformer.translator import Translator

MODEL = Path(folding.__file__).parents[1] / "viz" / "whole_model" / "model"
TYPED = {
    "’": "'", "‘": "'", "‚": "'", "‹": "'", "›": "'", "´": "'", "`": "'", "′": "'", "ʼ": "'",
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "″": '"', "＂": '"', "–": "-", "—": "-",
    "‐": "-", "\u2011": "-", "−": "-", "…": "...", "！": "!", "？": "?", "，": ",", "：": ":",
    "（": "(", "％": "%", "€": "€", "°": "°", "ﬁ": "fi", "ﬀ": "ff", "ﬃ": "ffi", "Ｈ": "H",
    "ａ": "a", "３": "3", "𝐇": "H", "𝟑": "3", "Ⅳ": "IV", "u\u0308": "ü", "⁄": "/", "½": "½",
    "²": "²", "™": "™", "ß": "ß", "ẞ": "ẞ", "é": "é", "ı": "ı", "东": "东", "😀": "😀", "\n": "\n",
}  # fmt: skip
BLANKS = "\u00a0\u1680\u2000\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029"
BLANKS += "\u202f\u205f\u3000\x85\x0b\x0c"
UNSEEN = "\u00ad\ufeff\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\u202a\u202b"
UNSEEN += "\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u061c\u180e\u034f\ufe0f\u3164"
UNSEEN += "\u115f\x00\x07\x1c\x7f"


def test_every_form_is_read_as_its_plain_one():
    read = Folding()
    assert doctest.testmod(folding).failed == 0
    assert {typed: read(typed) for typed in TYPED} == TYPED
    assert read(BLANKS) == " " * len(BLANKS) and read(f"a{UNSEEN}b") == "ab"
    assert read("Ich hab‘s:\u202f3,80\u00a0€ – „su\u0308ß“…") == 'Ich hab\'s: 3,80 € - "süß"...'


def test_what_training_had_stays_and_folding_twice_changes_nothing():
    assert Folding(met="’—\u200c")("’‘—–\u200c\u200d") == "’'—-\u200c"
    letters = CharTokenizer("a–'")
    assert letters.decode(letters.encode("–—’a\u200b".replace("—", ""))) == "–'a"
    french = BPETokenizer.train("« oui » " * 9, 280)
    assert french.decode(french.encode("« oui » “oui”")) == '« oui » "oui"'
    every = [*map(chr, range(sys.maxunicode + 1))]
    for read in (Folding(), READ):
        assert [sign for sign in every if read(read(sign)) != read(sign)] == []


def test_the_page_reads_every_character_as_the_package_does():
    assigned = [n for n in range(sys.maxunicode + 1) if unicodedata.category(chr(n)) not in
                ("Cn", "Co", "Cs")]  # fmt: skip
    script = (
        f'import {{ folded }} from "{(MODEL / "folding.mjs").as_uri()}";'
        'import { readFileSync } from "node:fs";'
        "const signs = JSON.parse(readFileSync(0)).map((n) => String.fromCodePoint(n));"
        "console.log(JSON.stringify(signs.map(folded)));"
    )
    done = subprocess.run([program("node"), "--input-type=module", "-e", script], check=True,
                          text=True, input=json.dumps(assigned), capture_output=True)  # fmt: skip
    got = json.loads(done.stdout)
    wrong = {n: page for n, page in zip(assigned, got, strict=True) if page != READ(chr(n))}
    assert wrong == {} and len(got) > 140_000


ENGLISH = {
    "I don’t know.": "I don't know.", "She doesn‘t like coffee.": "She doesn't like coffee.",
    "“Good\u00a0morning!”": '"Good morning!"', "It´s cold\u2026": "It's cold...",
    "\ufeffWe\u200b are\u3000tired.": "We are tired.", "Ｈｅｌｌｏ！": "Hello!",
}  # fmt: skip
GERMAN = {
    "Das kostet 3,80\u202f€.": "Das kostet 3,80 €.", "Wie geht’s dir?": "Wie geht's dir?",
    "Wir \ufb01nden den Bahn\u00adhof.": "Wir finden den Bahnhof.",
    "»Guten Morgen!«": '"Guten Morgen!"',
    "Das  ist\u2009gut —\nsehr gut\u200f.": "Das ist gut – sehr gut.",
}  # fmt: skip


@pytest.mark.parametrize(("name", "typed"), [("translator", GERMAN), ("translator_en_de", ENGLISH)])
def test_a_translator_reads_the_ids_of_the_plain_sentence(name, typed):
    translator = Translator.load(ASSETS / f"{name}.safetensors")
    for sentence, plain in typed.items():
        assert translator.source_ids(sentence) == translator.source_ids(plain), sentence
        assert translator.tokenizer.decode(translator.source_ids(plain)[:-1]) == plain


STRANGE = """Привет, как дела?|Γεια σου, τι κάνεις;|مرحبا، كيف حالك؟|שלום, מה שלומך?
你好，你好吗？|駅はどこですか。|안녕하세요, 잘 지내세요?
नमस्ते, आप कैसे हैं?|สวัสดี สบายดีไหม"""


def test_letters_that_the_model_never_met_are_told_and_signs_alone_stay_as_they_are():
    for name in ("translator", "translator_en_de"):
        translator = Translator.load(ASSETS / f"{name}.safetensors")
        sure = torch.ones(3)
        for text in re.split(r"[|\n]", STRANGE):
            assert translator.is_foreign(translator.source_ids(text), sure), text
        for text in ("Anna wohnt in Łódź.", "Hallo 😀😀😀", "Αθήνα: Anna Müller, Berlin"):
            assert not translator.is_foreign(translator.source_ids(text), sure), text
        assert translator.translate(["😀🎉", " ?! ", "…"], num_beams=1) == ["😀🎉", "?!", "..."]

"""The phrasebook is what the translators learnt from, says it well, and is known to the exams."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from tformer.commands.doctor import ASSETS
from tformer.data import phrases
from tformer.data.corpora import everyday
from tformer.training.jobs import bare

# SHA-256 of the pairs, one a line, German and English parted by a tab. The translators that ship
# learnt the first 50,000: a change of one letter there is another data set.
DIGEST = "1ff1b247447b1bf929101eb17cdd4612b725d3d4dd2807e16b49d4d219b5fd0e"


def digest(pairs):
    return hashlib.sha256("\n".join("\t".join(pair) for pair in pairs).encode()).hexdigest()


@pytest.fixture(scope="module")
def corpus():
    return phrases.phrase_pairs()


@pytest.fixture(scope="module")
def words(corpus):
    """Every German word that is said."""
    return {word for german, _ in corpus for word in re.findall(r"[\w-]+", german)}


def test_the_pairs_are_those_the_translator_was_trained_on(corpus):
    assert digest(corpus) == DIGEST


def test_the_first_pairs_are_learnt_and_the_last_held_out(corpus):
    assert phrases.split_phrases(50_000) == (corpus[:50_000], corpus[50_000:])
    assert phrases.split_phrases(3) == (corpus[:3], corpus[50_000:])
    assert phrases.split_phrases(0) == ([], [])


@pytest.mark.parametrize(
    ("count", "error", "message"),
    [
        (-1, ValueError, "phrasebook=-1 must be at least 0"),
        (50_001, ValueError, "phrasebook=50001 is more than the table has: 50000 pairs to learn"),
        (2.5, TypeError, "phrasebook=2.5 is float; give a whole number"),
        ("9", TypeError, "phrasebook='9' is str; give a whole number"),
        (True, TypeError, "phrasebook=True is bool; give a whole number"),
        (None, TypeError, "phrasebook=None is NoneType; give a whole number"),
    ],
)
def test_a_count_that_the_table_does_not_have_is_refused_by_name(count, error, message):
    with pytest.raises(error, match=re.escape(message)):
        phrases.split_phrases(count)


def test_a_german_sentence_that_comes_back_has_the_same_english(corpus):
    assert len({german for german, _ in corpus}) == len(set(corpus)) == 44_221


def test_the_nouns_are_said(words):
    nouns = dict(phrases.german_nouns())
    assert len(nouns) == len(phrases.german_nouns()) == 853
    assert sum(set(noun.split()) <= words for noun in nouns) > 840
    assert nouns["Hund"] == "dog" and nouns["Küche"] == "kitchen"


# what the exams ask ------------------------------------------------------------------------


def test_the_sentences_that_count_in_the_everyday_exam_are_not_learnt():
    scores = json.loads((ASSETS / "scores.json").read_text("utf-8"))
    learnt = {bare(german) for german, _ in phrases.split_phrases(50_000)[0]}
    for number in scores["everyday sentences not learnt"]:
        german = everyday()[number][0]
        assert bare(german) not in learnt, german


@pytest.mark.parametrize(
    ("exam", "side", "told"),
    [
        ("typed_blind_de", 0, "30 of the 200"),
        ("typed_blind_en", 1, "13 of the 100"),
        ("numbers", 0, ""),
    ],
)
def test_the_readme_says_how_many_sentences_of_an_exam_are_learnt(exam, side, told, corpus):
    assert told in (ASSETS.parent / "README.md").read_text("utf-8")
    lines = Path(__file__).with_name(f"{exam}.tsv").read_text("utf-8").splitlines()
    learnt = {pair[side] for pair in corpus[:50_000]}
    known = sum(line.split("\t")[0] in learnt for line in lines)
    assert told.startswith(f"{known} of the {len(lines)}") if known else not told


# what a sentence looks like ----------------------------------------------------------------


def test_every_sentence_is_whole(corpus):
    for pair in corpus:
        for text in pair:
            assert text[0].isupper() and text[-1] in ".?!", pair
            assert text == " ".join(text.split()), pair
            assert not re.search(r" [.,?!]|[.,?!]{2}|[_|:=+/]|\bNone\b", text), pair
            shouted = set(re.findall(r"\b[A-Z]{2,}\b", text))
            assert shouted <= {"USA", "TV", "WLAN", "KI", "AI"}, pair
            assert set(re.findall(r"\d+", text)) <= {"2010", "2015"}, pair


def test_questions_are_questions_in_both_languages(corpus):
    assert all(german.endswith("?") == english.endswith("?") for german, english in corpus)


def test_english_says_a_and_an_by_sound(corpus):
    for _, english in corpus:
        for article, sound in re.findall(r"\b(an?) (\w+)", english.lower()):
            vowel = sound[0] in "aeiou" and not sound.startswith("uni")
            assert article == ("an" if vowel or sound in ("hour", "honest") else "a"), english


NOT_IN_S = """was had can could cannot can't should will would must went came sat stood lay read
wrote saw took found lost ate drank slept drove ran bought gave said knew did made got spoke
thought put met sold brought flew swam sang told wore forgot understood built won fell
taught lent hung threw said got caught hid chose heard drew paid fed rode cut woke sent
left always often never rarely usually sometimes almost frequently laid fought
spent kept rang shone forgave"""


def test_he_and_she_take_the_third_person(corpus):
    for _, english in corpus:
        start = re.match(r"(?:He|She|It) ([\w']+)", english)
        if start:
            verb = start[1]
            assert verb.endswith(("s", "n't", "ed")) or verb in NOT_IN_S.split(), english


def test_german_verbs_agree_with_a_pronoun_before_them(corpus):
    """The verb is the second word of a statement that begins with its subject."""
    for german, _ in corpus:
        first, verb = [*re.findall(r"\w+", german), ""][:2]
        if first == "Du":
            assert verb.endswith(("st", "ßt", "zt")), german
        if first == "Wir":
            assert verb.endswith("n") or verb == "sind", german
        if first == "Ich":
            assert not verb.endswith(("st", "en")), german


TWICE = """bett blatt nett satt kaputt mann hoffmann bonn kann wann wenn dann denn idee kaffee
schnee see tee unserer programmierer dieses verdienen begann statt eintritt rabatt gott sinn bienen
hartmann lehmann zimmermann goldenen werkstatt geschienen feuerwehrmann omelett moschee eistee
sauberer"""


def test_no_ending_is_put_on_twice(words):
    """kochtt, Nachbarnn, müdeer, einenen: what ends in two of a kind is on the list."""
    twice = {word.lower() for word in words if re.search(r"(t|n|e|en|er|em|es)\1$", word)}
    assert twice == set(TWICE.split())

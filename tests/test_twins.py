"""An answer is read back by the translator of the other direction: is the sentence still in it?"""

import re

import pytest

from tests.data.test_first_typed import ASSETS, ENGLISH, GERMAN, loaded, looked
from tformer.course.recording import Player
from tformer.data import corpora
from tformer.translator.copied import Copy, Reading
from tformer.translator.read_back import LOST, read_back, said_back, twin_of


def back(sentence, answer):
    return read_back(loaded("translator_en_de"), sentence, answer)


def test_twins_are_those_that_ship_side_by_side(tmp_path):
    for one, other in (("translator", "translator_en_de"), ("translator_en_de", "translator")):
        assert twin_of(ASSETS / f"{one}.safetensors") == ASSETS / f"{other}.safetensors"
    (tmp_path / "translator.safetensors").touch()
    assert twin_of(tmp_path / "translator.safetensors") is None  # alone
    assert twin_of(ASSETS / "dates.safetensors") is None


def test_a_sentence_is_found_in_its_translation_and_in_no_other():
    right = [back(german, english) for german, english in zip(GERMAN, ENGLISH, strict=True)]
    wrong = [back(german, english) for german, english in
             zip(GERMAN, ENGLISH[1:] + ENGLISH[:1], strict=True)]  # fmt: skip
    assert sum(p < LOST for p in wrong) > 90 and sum(p < LOST for p in right) <= 20


def test_it_is_the_mean_log_probability_of_the_sentence():
    twin = loaded("translator_en_de")
    look = twin.look("The dog is sleeping.", translation="Der Hund schläft.")
    assert back("Der Hund schläft.", "The dog is sleeping.") == pytest.approx(
        look.probabilities.log().mean().item(), abs=1e-4
    )


def test_a_missing_sign_is_not_held_against_it():
    assert back("Ich liebe dich", "I love you.") == back("Ich liebe dich.", "I love you.")


def test_below_the_threshold_lies_no_right_answer_to_the_everyday_sentences():
    pairs = corpora.everyday()
    texts = loaded("translator").translate([german for german, _ in pairs])
    right = [back(german, text) for (german, known), text in zip(pairs, texts, strict=True)
             if text in known]  # fmt: skip
    assert len(right) > 60 and min(right) > LOST


def test_it_is_said_of_typed_sentences_in_the_living_picture():
    twin = ASSETS / "translator_en_de.safetensors"
    told, untold = Player(loaded("translator"), twin), Player(loaded("translator"))
    lost = "Das Konzert in der Elbphilharmonie war toll."
    assert "Translated back, it says: “" in told(lost)[0].doubt
    assert "Translated back" not in told(lost, off=("encoder.1",))[0].doubt + untold(lost)[0].doubt
    found = Reading("Der Hund schläft.", "Der Hund schläft.")
    assert said_back(loaded("translator_en_de"), found, "The dog sleeps.") == ""


OTHERS = """Je suis très fatigué ce soir.|Mon ami travaille dans une banque.|Quelle heure est-il ?
Nous allons au cinéma demain.|Estoy cansado.|La casa es muy grande.|¿Qué hora es?|Ik ben moe.
Un hombre toca la guitarra.|Sono molto stanco.|La casa è grande.|Che ore sono?|Hoe laat is het?
Un uomo suona la chitarra.|Nie mówię po niemiecku.|Gdzie jest dworzec?|Var är stationen?
Jag talar inte tyska.|Een man speelt gitaar.|De kinderen spelen in het park."""


def test_texts_in_other_languages_are_told_as_such():
    twin = loaded("translator_en_de")
    looks = [looked("translator", text) for text in re.split(r"[|\n]", OTHERS)]
    told = [(look.foreign, "another language" in said_back(twin, look.reading, look.text))
            for look in looks]  # fmt: skip
    print(f"{sum(one for one, _ in told)} by their pieces, {sum(map(any, told))} with reading back")
    assert len(told) == 20 and sum(map(any, told)) >= 18


def test_what_is_no_translator_or_too_long_is_refused():
    with pytest.raises(TypeError, match="twin='en' is str"):
        read_back("en", "Ja.", "Yes.")
    with pytest.raises(TypeError, match="answer=None is NoneType"):
        back("Ja.", None)
    with pytest.raises(ValueError, match=re.escape("the model reads at most")):
        back("Ja. " * 300, "Yes.")
    assert said_back(loaded("translator_en_de"), Reading(*["Ja. " * 300] * 2), "Yes.") == ""
    digits = "9 " * 300
    copied = Reading(digits, "Der Mond kostet fünf Euro.", (Copy(digits, "fünf", "five", digits),))
    answer = copied.finished("We sleep at five.")
    assert said_back(loaded("translator_en_de"), copied, answer) == ""  # put back, it is too long

"""What people like: mögen, gefallen, schmecken; and what belongs to them: gehören."""

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook import german as de
from tformer.data.phrasebook.frames.parts import any_np, one_of
from tformer.data.phrasebook.german import Noun
from tformer.data.phrasebook.lexicon import names
from tformer.data.phrasebook.lexicon.nouns import NOUNS, named
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import NP, noun_phrase
from tformer.data.phrasebook.speaker import Speaker

_FOOD = NOUNS["foodmass"] + NOUNS["drink"]
_KINDS = NOUNS["pet"] + NOUNS["animal"] + named("Kind Blume Buch")
_PARTICULAR = NOUNS["nature"] + NOUNS["watch"] + named("Buch Zeitung Brief")
_INTERESTS = (
    *(("Musik", "music", "keine Musik"), ("Sport", "sports", "keinen Sport")),
    *(("Kunst", "art", "keine Kunst"), ("Fußball", "soccer", "Fußball nicht")),
    ("Mathematik", "math", "Mathematik nicht"),
)
_WEATHER = read_pairs("den Schnee = the snow, den Regen = the rain, die Sonne = the sun")
_TASTED = NOUNS["dish"][:5] + NOUNS["foodmass"][:9] + NOUNS["drink"][:5]


def plain_object(s: Speaker, subject: NP) -> tuple[str, str, str]:
    """Something one likes in general: accusative, English, and the accusative denied."""
    kind = s.pick(food=6, animals=2, person=3, place=2, season=1, music=1, weather=0.5)
    if kind == "food":
        noun = s.choice(_FOOD)
        return noun.singular, noun.english, _no(noun)
    if kind == "animals":
        noun = s.choice(_KINDS)
        return noun.plural, noun.english_plural, f"keine {noun.plural}"
    if kind == "music":
        return s.choice(_INTERESTS)
    if kind == "person":
        np = s.person_object(subject)
        german, english = np["A"], np.english_object
    elif kind == "season":
        german, english = s.choice(names.SEASONS)
        german, english = f"den {german}", f"the {english}"
    elif kind == "weather":
        german, english = s.choice(_WEATHER)
    else:
        s.skip()
        np = noun_phrase(s.choice(_PARTICULAR), s.pick(der=3, dieser=2))
        german, english = np["A"], np.english_object
    return german, english, f"{german} nicht"


def _no(noun: Noun) -> str:
    return f"{de.article('kein', noun.gender, 'A')} {noun.singular}"


def likes(s: Speaker) -> Pair | None:
    """Mein Partner mag Frösche. = My partner likes frogs."""
    subject = s.subject() if s.chance(0.7) else s.asked()
    german, english, denied = plain_object(s, subject)
    finite = VERB["mögen"].present(subject.person)
    does = en.present("do", subject.number)
    kind = s.pick(plain=5, no=2, question=3)
    if kind == "question":
        return f"{finite} {subject['N']} {german}?", f"{does} {subject.english} like {english}?"
    if subject.owner == 8:
        return None
    if kind == "no":
        return f"{subject['N']} {finite} {denied}", f"{subject.english} {does} not like {english}"
    like = en.present("like", subject.number)
    return f"{subject['N']} {finite} {german}", f"{subject.english} {like} {english}"


def pleases(s: Speaker) -> Pair | None:
    """Schmeckt dir das Gemüse? = Do you like the vegetables?

    gefallen, gehören, schmecken: who is pleased stands in the dative.
    """
    kind = s.pick(gefallen=4, gehören=3, schmecken=2)
    pronouns = ("ich", "ich", "du", "er", "sie", "wir", "Sie")
    subject = s.subject() if s.chance(0.5) else one_of(s, *pronouns)
    if kind == "gehören":
        return _belongs(s, subject)
    if kind == "schmecken":
        np = noun_phrase(s.choice(_TASTED))
    else:
        kinds = ("clothes", "building", "nature", "watch", "vehicle", "room")
        np = any_np(s, s.choice(NOUNS[s.choice(kinds)]))
        if subject.number == "I" and np.english.startswith("my "):
            return None
    finite, does = VERB[kind].present(np.person), en.present("do", subject.number)
    mode = s.pick(plain=4, question=3, no=2)
    if mode == "question":
        asked = f"{does} {subject.english} like {np.english_object}?"
        return f"{finite} {subject['D']} {np['N']}?", asked
    nicht, like = "", en.present("like", subject.number)
    if mode == "no":
        nicht, like = "nicht", f"{does} not like"
    english = f"{subject.english} {like} {np.english_object}"
    if s.chance(0.5) or subject.kind != "pronoun" or subject["D"] == "ihnen":  # Ihnen is you
        return f"{np['N']} {finite} {subject['D']} {nicht}", english
    return f"{subject['D']} {finite} {np['N']} {nicht}", english


def _belongs(s: Speaker, owner: NP) -> Pair:
    kinds = ("thing", "clothes", "vehicle", "device")
    np = noun_phrase(s.choice(NOUNS[s.choice(kinds)]), s.pick(der=3, dieser=2))
    finite, to = VERB["gehören"].present(np.person), f"to {owner.english_object}"
    if s.chance(0.25):
        does = en.present("do", np.number)
        return f"{finite} {np['N']} {owner['D']}?", f"{does} {np.english} belong {to}?"
    belong = en.present("belong", np.number)
    return f"{np['N']} {finite} {owner['D']}", f"{np.english} {belong} {to}"

"""How people feel and look: hunger, pain, moods."""

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook import german as de
from tformer.data.phrasebook.frames.parts import have, one_of
from tformer.data.phrasebook.lexicon.nouns import NOUNS
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import PRONOUN, noun_phrase
from tformer.data.phrasebook.speaker import Speaker

_FEELINGS = read_pairs("""Hunger = hungry, Durst = thirsty, Angst = afraid, recht = right,
großen Hunger = very hungry, keinen Hunger = not hungry, keine Angst = not afraid,
keinen Durst = not thirsty, Glück = lucky, es eilig = in a hurry, Angst vor Hunden = afraid of dogs,
heute frei = off today, großen Durst = very thirsty""")
_SENSATIONS = read_pairs("""kalt = cold, warm = warm, schlecht = sick, heiß = hot,
langweilig = bored""")
_WELL = read_pairs("""gut = fine, schlecht = not well, nicht gut = not well,
heute besser = better today, sehr gut = very well, wieder gut = fine again""")
_LOOKS = read_pairs("""müde = tired, krank = sick, glücklich = happy, traurig = sad,
gut = good, jung = young, alt = old, schön = beautiful, nett = nice, böse = angry""")
_CHANGES = read_pairs("""müde = tired, krank = sick, alt = old, nervös = nervous, böse = angry,
gesund = healthy""")
_IN_PAIRS = {"Bein", "Fuß", "Auge", "Ohr", "Zahn", "Knie", "Arm"}


def feels(s: Speaker) -> Pair | None:
    """Mein Mann hat großen Durst. = My husband is very thirsty.

    haben and a noun are be and an adjective.
    """
    subject = s.subject() if s.chance(0.6) else s.asked()
    german, english = s.choice(_FEELINGS)
    was = s.chance(0.2) and "heute" not in german
    finite, _ = have(subject, was)
    verb = en.be(subject.number, was)
    if s.chance(0.3) and not english.startswith("not"):
        return f"{finite} {subject['N']} {german}?", f"{verb} {subject.english} {english}?"
    if subject.owner == 8:
        return None
    return f"{subject['N']} {finite} {german}", f"{subject.english} {verb} {english}"


def hurts(s: Speaker) -> Pair | None:
    """Der Kopf tut mir weh. = My head hurts."""
    noun = s.choice(NOUNS["body"])
    plural = noun.singular in _IN_PAIRS and s.chance(0.5)
    subject = s.subject() if s.chance(0.4) else one_of(s, "ich", "du", "er", "sie")
    if subject.number in ("we", "they") or subject.person == 4:
        return None
    part = noun_phrase(noun, owner=subject.owner, plural=plural)
    the = noun_phrase(noun, plural=plural)["N"]
    finite, hurt, does = ("tun", "hurt", "do") if plural else ("tut", "hurts", "does")
    kind = s.pick(dative=3.6, own=2, question=0.7)
    if kind == "own":
        return f"{part['N']} {finite} weh", f"{part.english} {hurt}"
    aching = part.english
    if subject.kind != "pronoun":  # dem Koch tut der Arm weh: the cook's arm hurts
        aching = f"{subject.english}'s {noun.english_plural if plural else noun.english}"
    if kind == "question":
        return f"{finite} {subject['D']} {the} weh?", f"{does} {aching} hurt?"
    english = f"{aching} {hurt}"
    if s.chance(0.5):
        return f"{subject['D']} {finite} {the} weh", english
    return f"{the} {finite} {subject['D']} weh", english


def state_of(s: Speaker) -> Pair | None:
    """Ist eurem Bruder langweilig? = Is your brother bored?

    Who is cold or well stands in the dative.
    """
    subject = s.subject()
    if subject.kind == "name" or " and " in subject.english:  # Sara ist langweilig: she is boring
        return None
    if subject is PRONOUN["sie_p"]:  # Ihnen at the start is you
        return None
    dative, start = subject["D"], f"{subject.english} {en.be(subject.number)}"
    if s.chance(0.4):
        german, english = s.choice(_SENSATIONS)
        if german == "schlecht":
            feel = en.present("feel", subject.number)
            return f"{dative} ist schlecht", f"{subject.english} {feel} sick"
        if s.chance(0.25):
            asked = f"{en.be(subject.number)} {subject.english} {english}?"
            return f"ist {dative} {german}?", asked
        return f"{dative} ist {german}", f"{start} {english}"
    german, english = s.choice(_WELL)
    if s.pick(plain=2, how=2) == "how":
        who = s.choice((PRONOUN["du"], PRONOUN["Sie"], PRONOUN["ihr"], subject))
        return f"wie geht es {who['D']}?", f"how {en.be(who.number)} {who.english}?"
    return f"{dative} geht es {german}", f"{start} {english}"


def looks(s: Speaker) -> Pair | None:
    """Deine Enkelin sieht alt aus. = Your granddaughter looks old."""
    subject = s.subject()
    german, english = s.choice(_LOOKS)
    if not s.chance(0.4):
        finite, look = VERB["aus|sehen"].present(subject.person), en.present("look", subject.number)
        return f"{subject['N']} {finite} {german} aus", f"{subject.english} {look} {english}"
    if german in ("nett", "böse"):
        return None
    finite, feel = VERB["sich fühlen"].present(subject.person), en.present("feel", subject.number)
    sich = de.REFLEXIVES["A"][subject.person]
    return f"{subject['N']} {finite} {sich} {german}", f"{subject.english} {feel} {english}"


def becomes(s: Speaker) -> Pair:
    """Ich bin nervös geworden. = I got nervous."""
    subject = s.subject()
    german, english = s.choice(_CHANGES)
    if s.chance(0.5):
        finite = VERB["sein"].present(subject.person)
        return f"{subject['N']} {finite} {german} geworden", f"{subject.english} got {english}"
    finite, be = VERB["werden"].present(subject.person), en.be(subject.number)
    return f"{subject['N']} {finite} {german}", f"{subject.english} {be} getting {english}"

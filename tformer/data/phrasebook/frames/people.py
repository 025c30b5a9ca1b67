"""Who people are: jobs, nations, languages, names, ages."""

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook import german as de
from tformer.data.phrasebook.frames.parts import copula, one_of
from tformer.data.phrasebook.lexicon import names
from tformer.data.phrasebook.lexicon.nouns import NOUNS, named
from tformer.data.phrasebook.lexicon.numbers import number
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import ENGLISH_POSSESSIVES, NP, PRONOUN, noun_phrase
from tformer.data.phrasebook.speaker import Speaker

_SKILLS = read_pairs("""gut = well, sehr gut = very well, ein bisschen = a little,
nicht gut = not well, kein = no""")
_CALLED = NOUNS["family"] + NOUNS["friend"] + named("Hund Katze")
_CALLED_BY_SEX = {
    female: tuple(noun for noun in _CALLED if (noun.gender == "f") == female)
    for female in (False, True)
}


def _single(s: Speaker) -> NP | None:
    """One person who is no stranger, or None where there are several."""
    np = s.pronoun() if s.chance(0.5) else s.choice((s.person_name, s.relative))()
    return None if np.number in ("they", "we") or np.person == 4 else np


def job_is(s: Speaker) -> Pair | None:
    """Er ist Kellner. = He is a waiter."""
    np = _single(s)
    if np is None:
        return None
    noun = s.job(np)
    job, said = noun.singular, en.a(noun.english)
    finite, verb = copula(np, s.chance(0.1))
    kind = s.pick(plain=5, question=1.5, no=1, want=1, want_not=0.3)
    if kind == "question":
        return f"{finite} {np['N']} {job}?", f"{verb} {np.english} {said}?"
    if kind == "no":
        no = de.article("kein", noun.gender, "N")
        return f"{np['N']} {finite} {no} {job}", f"{np.english} {verb} not {said}"
    if kind == "want":
        wants = en.present("want", np.number)
        return (f"{np['N']} {VERB['wollen'].present(np.person)} {job} werden",
                f"{np.english} {wants} to become {said}")  # fmt: skip
    return f"{np['N']} {finite} {job}", f"{np.english} {verb} {said}"


def origin(s: Speaker) -> Pair | None:
    """Ich bin Österreicherin. = I am Austrian."""
    nation, english = s.choice(names.NATIONS)
    man, woman = nation.split("/")
    np = _single(s)
    if np is None:
        return None
    finite, verb = copula(np)
    german = woman if np.owner == 3 or (np.owner in (0, 1) and s.chance(0.5)) else man
    if s.chance(0.2):
        return f"{finite} {np['N']} {german}?", f"{verb} {np.english} {english}?"
    return f"{np['N']} {finite} {german}", f"{np.english} {verb} {english}"


def language_skill(s: Speaker) -> Pair:
    """Sprechen Sie Türkisch? = Do you speak Turkish?"""
    subject = s.asked() if s.chance(0.3) else s.subject()
    german, english = s.choice(names.LANGUAGES)
    how, well = s.choice(_SKILLS)
    does = en.present("do", subject.number)
    finite = VERB["sprechen"].present(subject.person)
    if subject.owner == 8 or s.chance(0.15):
        return f"{finite} {subject['N']} {german}?", f"{does} {subject.english} speak {english}?"
    speak = f"{subject.english} {en.present('speak', subject.number)}"
    said = {
        "kein": f"{subject.english} {does} not speak {english}",
        "nicht gut": f"{subject.english} {does} not speak {english} well",
        "ein bisschen": f"{speak} a little {english}",
    }.get(how, f"{speak} {english} {well}")
    return f"{subject['N']} {finite} {how} {german}", said


# names and ages ----------------------------------------------------------------------------


def called(s: Speaker) -> Pair:
    """Wie heißen deine Nachbarn? = What are your neighbors called?"""
    kind = s.pick(who=3, ask=3, name=2)
    if kind == "ask":
        return _ask_name(s)
    female = s.chance(0.5)
    who = s.choice(names.FEMALE if female else names.MALE)
    if s.chance(0.2):
        who += " " + s.choice(names.SURNAMES)
    if kind == "name":
        owner = s.choice((0, 3 if female else 2))
        my, said = de.POSSESSIVES[owner], ENGLISH_POSSESSIVES[owner]
        return f"{my} Name ist {who}", f"{said} name is {who}"
    noun = s.choice(_CALLED_BY_SEX[female])
    np = noun_phrase(noun, owner=s.choice((0, 0, 1, 2, 3, 5)))
    he = PRONOUN["sie" if female else "er"]
    np = s.choice((PRONOUN["ich"], PRONOUN["ich"], he, np))
    owner = ENGLISH_POSSESSIVES[np.owner] if np.kind == "pronoun" else f"{np.english}'s"
    return f"{np['N']} {VERB['heißen'].present(np.person)} {who}", f"{owner} name is {who}"


def _ask_name(s: Speaker) -> Pair:
    pronouns = [PRONOUN[word] for word in ("du", "Sie", "er", "sie")]
    relatives = [s.relative(), s.relative()]
    thing = noun_phrase(s.choice(NOUNS["pet"] + NOUNS["building"][:6]), "dieser")
    np = s.choice((*pronouns[:2], *relatives, *pronouns[2:], thing))
    german = f"wie {VERB['heißen'].present(np.person)} {np['N']}?"
    if np.kind == "pronoun":
        return german, f"what is {ENGLISH_POSSESSIVES[np.owner]} name?"
    if np.number == "he":
        return german, f"what is {np.english}'s name?"
    return german, f"what {en.be(np.number)} {np.english} called?"


def age(s: Speaker) -> Pair | None:
    """Nina ist neun Jahre alt. = Nina is nine years old."""
    np = s.subject() if s.chance(0.6) else one_of(s, "ich", "du", "er", "sie", "Sie")
    if np.kind == "definite" and np.english.split()[-1] in ("people", "guests"):
        return None
    finite, verb = copula(np)
    if s.chance(0.35):
        return f"wie alt {finite} {np['N']}?", f"how old {verb} {np.english}?"
    if np.owner == 8:
        return None
    german, english = number(s.rng.randint(2, 90))
    kind = s.pick(full=3, short=2, turn=0.7)
    if kind == "turn":
        return (f"{np['N']} {VERB['werden'].present(np.person)} morgen {german} Jahre alt",
                f"{np.english} will be {english} years old tomorrow")  # fmt: skip
    if kind == "short":
        return f"{np['N']} {finite} {german}", f"{np.english} {verb} {english}"
    return f"{np['N']} {finite} {german} Jahre alt", f"{np.english} {verb} {english} years old"

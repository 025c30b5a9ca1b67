"""A time or a place at the start, with the verb in second place; English puts it at the end."""

from dataclasses import replace

from tformer.data.phrasebook import german as de
from tformer.data.phrasebook.clauses import Clause, join
from tformer.data.phrasebook.english_clauses import in_english
from tformer.data.phrasebook.frames import start_words as words
from tformer.data.phrasebook.frames.acts import as_rule, clause_of, somebody
from tformer.data.phrasebook.frames.parts import both_ways, copula, have
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.lexicon.nouns import NOUNS
from tformer.data.phrasebook.lexicon.places import PLACES
from tformer.data.phrasebook.lexicon.rows import Pair
from tformer.data.phrasebook.lexicon.times import TIMES
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import noun_phrase, same
from tformer.data.phrasebook.speaker import Speaker

_PETS = tuple(noun for noun in NOUNS["pet"] if noun.singular != "Fisch")

# the time first ----------------------------------------------------------------------------


def time_first_is(s: Speaker) -> Pair | None:
    """Jetzt ist der Bus leer. = The bus is empty now.

    sein with what is so or so, and who is or was where.
    """
    was = s.chance(0.55)
    time, when = s.choice(words.WAS if was else words.NOW)
    if time in words.BRIEFLY:
        return None
    long_ago = was and time in words.LONG_AGO
    if s.chance(0.4):
        german = "es" if long_ago else s.choice(tuple(words.JUDGED))
        said, adjectives = words.JUDGED[german]
        np = same(german, said, number="it")
        how, english = s.choice(adjectives)
    else:
        np = s.subject()
        how, english = s.choice(_places(long_ago) if long_ago or s.chance(0.6) else words.MOODS)
    finite, verb = copula(np, was)
    return join(time, finite, np["N"], how), join(np.english, verb, english, when)


def _places(long_ago: bool) -> tuple[Pair, ...]:
    """Where one is for a day, or for a summer."""
    if long_ago:
        return PLACES["COUNTRY"].rows + PLACES["CITY"].rows
    return PLACES["AT"].rows


def time_first_has(s: Speaker) -> Pair | None:
    """Heute habe ich keine Zeit. = I have no time today."""
    kind = s.pick(now=2, soon=3, was=3)
    times = {"now": words.NOW, "soon": words.SOON, "was": words.WAS}[kind]
    time, when = s.choice(times)
    german, english = s.choice(words.HAD)
    if time in words.BRIEFLY:
        return None
    if time in words.LONG_AGO:
        german, english = s.choice([pair for pair in words.HAD if pair[0] in words.LASTING])
    elif german in words.LASTING:
        german, english = "keine Zeit", "no time"
    subject = s.subject()
    finite, verb = have(subject, kind == "was")
    return join(time, finite, subject["N"], german), join(subject.english, verb, english, when)


def every_day(s: Speaker) -> Pair:
    """Jeden Monat schläft Emma. = Every month, Emma sleeps.

    Habits keep their time in front in English too, as in all sentences with such a verb.
    """
    act = clause_of(s, s.choice(words.HABITS), somebody(s))
    clause = replace(act, time=s.choice(TIMES["habit"]), habit=True)
    return both_ways(clause, "main", ("time", "time"))


# the place first ---------------------------------------------------------------------------


def here(s: Speaker) -> Pair:
    """Hier ist unser Handy. = Here is our cell phone."""
    german, english = s.choice(words.AROUND)
    kind = s.pick(live=5, stands=4, station=1.5, given=1.5)
    if kind == "live":
        clause = _works(clause_of(s, s.choice(words.HERE), s.subject()))
        return in_german(clause, "main", german), f"{in_english(clause)} {english}"
    if kind == "station":
        np = noun_phrase(s.choice(words.THERE))
        start, said = f"{german} ist {np['N']}", np.english
        return start, f"here is {said}" if german == "hier" else f"{said} is {english}"
    stands = s.choice(tuple(words.STANDING))
    np = noun_phrase(s.choice(words.STANDING[stands]), owner=s.choice((0, 0, 1, 2, 3, 5)))
    if kind == "given":
        finite, verb = copula(np)
        return f"hier {finite} {np['N']}", f"here {verb} {np.english}"
    finite, verb = VERB[stands].present(np.person), copula(np)[1]
    return f"{german} {finite} {np['N']}", f"{np.english} {verb} {english}"


def lies_there(s: Speaker) -> Pair | None:
    """Auf dem Tisch liegt ein Heft. = There is a notebook on the table."""
    preposition = s.choice(tuple(words.LYING))
    said, furniture = words.LYING[preposition]
    other = noun_phrase(s.choice(furniture))
    lies = s.choice(("liegen", "liegen", "sein"))
    noun = s.choice(words.STANDING["liegen"])
    word = s.pick(der=2, ein=4, own=2, zwei=1, pet=2)
    if word == "pet":
        if preposition == "in":
            return None
        noun, lies = s.choice(_PETS), s.choice(("sitzen", "schlafen", "liegen"))
    if word == "zwei":
        np = s.many(noun, word)
    else:
        owner = s.choice((0, 1, 2, 3)) if word == "own" else None
        np = noun_phrase(noun, "der" if word == "pet" else word, owner=owner)
    where = de.contract(preposition, other["D"])
    german = f"{where} {VERB[lies].present(np.person)} {np['N']}"
    said, verb = f"{said} {other.english_object}", copula(np)[1]
    if np.kind in ("indefinite", "counted"):
        return german, f"there {verb} {np.english} {said}"
    doing = {"sitzen": "sitting", "schlafen": "sleeping"}.get(lies, "")
    doing = "lying" if word == "pet" and lies == "liegen" else doing
    return german, join(np.english, verb, doing, said)


def done_there(s: Speaker) -> Pair:
    """In der Küche habe ich gekocht. = I cooked in the kitchen."""
    (german, english), acts = s.choice(words.SOMEWHERE)
    subject = somebody(s, 0.4)
    clause = _works(clause_of(s, s.choice(acts), subject))
    kind = s.pick(present=4, past=2, modal=2)
    if kind == "past":
        clause = replace(clause, tense="past")
    elif kind == "modal":
        clause = replace(clause, tense=s.pick(können=2, wollen=1, möchten=1))
    return in_german(clause, "main", german), f"{in_english(clause)} {english}"


def _works(clause: Clause) -> Clause:
    """Who works at a place always does."""
    return as_rule(clause) if clause.english == "work" else clause


def will_be(s: Speaker) -> Pair:
    """Morgen wird es schneien. = It will snow tomorrow."""
    time, when = s.choice(words.SOON)
    clause = clause_of(s, s.choice(words.WEATHER))
    if s.chance(0.3):
        clause = replace(clause, tense="preterite" if clause.english[:2] == "be" else "past")
        time, when = s.choice(words.WAS)
    else:
        clause = replace(clause, tense="future")
    return in_german(clause, "main", time), f"{in_english(clause)} {when}"

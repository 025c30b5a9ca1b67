"""What several frames say in the same way."""

from dataclasses import replace

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook.clauses import Clause
from tformer.data.phrasebook.english_clauses import in_english
from tformer.data.phrasebook.german import Noun
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.lexicon.predicates import Predicate
from tformer.data.phrasebook.lexicon.rows import Pair, read_words
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import NP, PRONOUN, noun_phrase
from tformer.data.phrasebook.speaker import Speaker

_ACTIVE_STATES = {"live 0", "speak 0", "work 0", "get up", "smoke", "buy 1"}
_NOT_DONE = {"be", "believe", "hate"}
_COMMON_PRETERITE = read_words("""go come sit stand lie read write see take find lose eat
drink sleep drive run buy live work cook play give say ask know wait help""")


# which predicates --------------------------------------------------------------------------


def doing(row: Predicate) -> bool:
    """What is being done: kochen, not wohnen."""
    return row.aspect == "p"


def active(row: Predicate) -> bool:
    """What somebody can want, be told to or like to do."""
    return row.aspect == "p" or row.english in _ACTIVE_STATES


def not_state(row: Predicate) -> bool:
    """What can be said in the perfect."""
    return row.english.split()[0] not in _NOT_DONE and "als_JOB" not in row.slots


def common_in_preterite(row: Predicate) -> bool:
    """What is said in the preterite too: ging, kam, saß."""
    return row.english.split()[0] in _COMMON_PRETERITE


# a clause in both languages ----------------------------------------------------------------


def both_ways(clause: Clause, mode: str = "main", front: Pair = ("", ""), mark: str = "") -> Pair:
    """The clause in German and in English."""
    german = in_german(clause, mode, front[0]) + mark
    return german, in_english(clause, mode, front[1]) + mark


def counted(clause: Clause) -> bool:
    """two apples, many books: such a clause is not denied."""
    return any(slot.np and slot.np.kind == "counted" for slot in clause.slots)


def timed(s: Speaker, clause: Clause, kind: str, share: float = 0.4) -> Clause:
    """With a time in this share, if the predicate has none of its own."""
    if any(slot.role == "when" for slot in clause.slots) or not s.chance(share):
        return clause
    return replace(clause, time=s.time(kind), habit=clause.habit or kind == "habit")


def fronted(s: Speaker, clause: Clause, share: float = 0.3) -> Pair:
    """In both languages, with the time in front in this share."""
    front = "time" if clause.time[0] and s.chance(share) else ""
    return both_ways(clause, "main", (front, front))


# verbs and noun phrases --------------------------------------------------------------------


def copula(np: NP, was: bool = False) -> Pair:
    """sein and be: (ist, is), (war, was)."""
    verb = VERB["sein"]
    finite = verb.preterite(np.person) if was else verb.present(np.person)
    return finite, en.be(np.number, was)


def have(np: NP, was: bool = False) -> Pair:
    """haben and have: (hat, has), (hatte, had)."""
    verb = VERB["haben"]
    if was:
        return verb.preterite(np.person), "had"
    return verb.present(np.person), en.present("have", np.number)


def any_np(s: Speaker, noun: Noun) -> NP:
    """der, mein, dein, dieser ... and noun, sometimes plural."""
    kind = s.pick(der=6, own=5, dieser=2)
    plural = bool(noun.plural) and s.chance(0.15)
    if kind == "own":
        owner = s.rng.choices(range(8), (8, 4, 2, 2, 0, 3, 1, 0))[0]
        return noun_phrase(noun, owner=owner, plural=plural)
    return noun_phrase(noun, kind, plural=plural)


def one_of(s: Speaker, *pronouns: str) -> NP:
    """One of these pronouns: ``one_of(s, "du", "Sie")``."""
    return PRONOUN[s.choice(pronouns)]

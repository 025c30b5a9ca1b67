"""Infinitives with zu: what there is no time to do, and what one goes to do."""

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook.english_clauses import in_english
from tformer.data.phrasebook.frames.parts import doing
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.lexicon.predicates import Predicate
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.noun_phrases import PRONOUN
from tformer.data.phrasebook.speaker import Speaker

_TO_DO = read_pairs("""ich habe keine Zeit = I have no time, ich habe Lust = I feel like,
ich versuche = I am trying, es ist schön = it is nice, es ist wichtig = it is important,
ich vergesse immer = I always forget, es ist verboten = it is forbidden,
es ist schwer = it is difficult, wir hoffen = we hope, es macht Spaß = it is fun,
ich habe vergessen = I forgot, es ist gesund = it is healthy, er hat angefangen = he started,
sie hat versucht = she tried, hast du Zeit = do you have time,
es ist nicht leicht = it is not easy, ich habe vor = I plan, hast du Lust = do you feel like""")
_DOER = {"wir": "wir", "er": "er", "sie": "sie", "hast": "du", "ich": "ich"}  # of what is to do
_AIMS = {"sleep", "cook 1", "eat 1", "read 1", "watch TV", "work", "visit 1", "help 1", "buy 1"}
_AIMS |= {"learn 0", "drink 1", "meet 1", "go shopping", "swim 0", "write 1", "dance", "rest"}


def to_do(s: Speaker) -> Pair | None:
    """Es macht Spaß, zu schwitzen. = It is fun to sweat."""
    german, english = s.choice(_TO_DO)
    clause = s.clause(PRONOUN["ich"], "person", wanted=doing)
    doer = _DOER.get(german.split()[0])
    if doer:
        clause = s.clause(PRONOUN[doer], "person", wanted=doing)
    elif clause.verb.reflexive or any(
        slot.np and slot.np.kind == "pronoun" for slot in clause.slots
    ):
        return None  # it is fun to help me
    mark = "?" if doer == "du" else ""
    to = in_english(clause, "zu")
    if english.endswith("feel like"):
        to = en.ing(to.removeprefix("to "))
    return f"{german}, {in_german(clause, 'zu')}{mark}", f"{english} {to}{mark}"


def _way(row: Predicate) -> bool:
    return row.english in ("go 0", "go home", "come home")


def _aim(row: Predicate) -> bool:
    return row.english in _AIMS


def in_order_to(s: Speaker) -> Pair | None:
    """Ich gehe nach Hause, um zu schlafen. = I am going home to sleep."""
    subject = s.subject()
    main = s.clause(subject, "person", _way)
    aim = s.clause(subject, "person", _aim)
    if subject.kind != "pronoun" and any(slot.np and slot.np.kind == "name" for slot in aim.slots):
        return None
    return (
        f"{in_german(main)}, um {in_german(aim, 'zu')}",
        f"{in_english(main)} {in_english(aim, 'zu')}",
    )

"""German word order: the verb in second, first or last place, and what its halves enclose."""

from tformer.data.phrasebook import german as de
from tformer.data.phrasebook.clauses import MODALS, Clause, join
from tformer.data.phrasebook.german_verbs import Verb

# what kein denies, though it stands without an article
_DENIED = {"Hausaufgaben": "keine Hausaufgaben", "Sport": "keinen Sport", "Urlaub": "keinen Urlaub",
           "Radio": "kein Radio", "Auto": "kein Auto", "Fahrrad": "kein Fahrrad",
           "Gitarre": "keine Gitarre", "Klavier": "kein Klavier"}  # fmt: skip
_AUXILIARY = {"haben": Verb("haben", past="hatte"), "sein": Verb("sein", past="war")}


def in_german(clause: Clause, mode: str = "main", front: str = "") -> str:
    """The German clause without capital and full stop.

    ``mode``: main, question (verb first), sub (verb last), zu or infinitive (no subject).
    ``front``, of a main clause: "" for the subject, "time", or a question word.
    """
    finite, end = _verb(clause)
    middle = _middle(clause, front)
    subject = clause.subject["N"]
    if mode == "zu":
        return join(*middle, clause.verb.zu)
    if mode == "infinitive":
        return join(*middle, clause.verb.infinitive)
    if mode == "sub":
        if clause.tense in MODALS or clause.tense in ("past", "perfect", "pluperfect"):
            return join(subject, *middle, end, finite)
        return join(subject, *middle, end + finite)
    if mode == "question":
        return join(finite, subject, *middle, end)
    if front:
        first = clause.time[0] if front == "time" else front
        return join(first, finite, subject, *middle, end)
    return join(subject, finite, *middle, end)


def _verb(clause: Clause) -> tuple[str, str]:
    """What is conjugated and what comes last: (kann, kochen), (steht, auf), (hat, gekocht)."""
    verb, person, tense = clause.verb, clause.subject.person, clause.tense
    if tense in MODALS:
        return MODALS[tense].forms[person], verb.infinitive
    if tense in ("past", "perfect"):
        return _AUXILIARY[verb.auxiliary].present(person), verb.participle
    if tense == "pluperfect":
        return _AUXILIARY[verb.auxiliary].preterite(person), verb.participle
    if tense == "preterite":
        return verb.preterite(person), verb.prefix
    return verb.present(person), verb.prefix


def _middle(clause: Clause, front: str) -> list[str]:
    """Between the two halves of the verb: pronouns, time, objects, nicht, places."""
    pronouns, objects, rest = [], [], []
    if clause.verb.reflexive:
        pronouns.append(de.REFLEXIVES[clause.verb.reflexive][clause.subject.person])
    negate = clause.negated
    for slot in clause.slots:
        if negate and slot.german in _DENIED and not clause.like:
            rest.append(_DENIED[slot.german])
            negate = False
        elif slot.np is None or slot.preposition:
            rest.append(slot.german)
        elif slot.np.kind == "pronoun":
            pronouns.append(slot.german)
        elif negate and slot.np.negative and not clause.like:
            objects.append(slot.np.negative[slot.case])
            negate = False
        else:
            objects.append(slot.german)
    time = [clause.time[0]] if front != "time" else []
    often, receiver = clause.often[0], []
    if negate and all(slot.np is None or slot.np.kind != "indefinite" for slot in clause.slots):
        objects, time = [*objects, *time], []  # dich heute nicht
    if len(objects) > 1 and often:  # ihr immer ein Buch
        receiver, objects = objects[:1], objects[1:]
    no = "nicht" if negate else ""
    before, after = (no, "") if clause.like else ("", no)  # nicht gern; das Buch nicht
    return [*pronouns, *time, *receiver, often, before, clause.like, *objects, after, *rest]

"""English clauses: auxiliaries, do, not, and where the words of the predicate go."""

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook.clauses import MODALS, Clause, join
from tformer.data.phrasebook.noun_phrases import ENGLISH_POSSESSIVES

_LIKE = {"gern": "like to", "lieber": "prefer to"}


def in_english(clause: Clause, mode: str = "main", front: str = "") -> str:
    """The English clause without capital and full stop.

    ``mode`` and ``front`` are those of ``in_german``, with the question word in English; a
    subordinate clause is an English main clause.
    """
    auxiliary, words, was = _verb(clause)
    subject, number = clause.subject.english, clause.subject.number
    tail = join("" if front == "time" else clause.time[1], clause.end)
    if mode in ("zu", "infinitive"):
        return join("to" if mode == "zu" else "", _fill(clause.english, clause), tail)
    asks = mode == "question" or front not in ("", "time")
    if not auxiliary and (asks or clause.negated):
        auxiliary = "did" if was else en.present("do", number)
    elif not auxiliary:
        words = en.past(words) if was else en.present(words, number)
    words = _fill(words, clause)
    no = "not" if clause.negated else ""
    if auxiliary == "can" and no and not asks:
        auxiliary, no = "cannot", ""
    if asks:
        return join("" if front == "time" else front, auxiliary, subject,
                    no, clause.often[1], words, tail)  # fmt: skip
    first = f"{clause.time[1]}," if front == "time" else ""
    return join(first, subject, auxiliary, no, clause.often[1], words, tail)


def _verb(clause: Clause) -> tuple[str, str, bool]:
    """(auxiliary or "", the predicate in the form that it needs after it, whether past)."""
    tense, phrase, number = clause.tense, clause.english, clause.subject.number
    if clause.like and tense == "present":
        return "", f"{_LIKE[clause.like]} {phrase}", False
    if tense in MODALS:
        return _modal(clause)
    if tense == "pluperfect":
        return "had", en.participle(phrase), False
    if phrase.startswith("be "):
        return en.be(number, tense in ("past", "preterite")), phrase[3:], False
    if tense == "perfect" or (tense == "since" and clause.aspect != "p"):
        return en.has(number), en.participle(phrase), False
    if tense == "since":
        return en.has(number), f"been {en.ing(phrase)}", False
    if tense in ("past", "preterite"):
        return "", phrase, True
    if clause.aspect != "p" or clause.habit or clause.often[0] or _denies_a_mass(clause):
        return "", phrase, False
    return en.be(number), en.ing(phrase), False


def _modal(clause: Clause) -> tuple[str, str, bool]:
    modal, phrase = MODALS[clause.tense], clause.english
    kind, words = modal.kind, modal.english
    if clause.tense == "möchten" and clause.negated:
        kind, words = "verb", "want to"
    if kind == "aux":
        auxiliary, _, more = words.partition(" ")
        return auxiliary, join(more, phrase), False
    if kind in ("be", "was"):
        return en.be(clause.subject.number, kind == "was"), f"{words} {phrase}", False
    return "", f"{words} {phrase}", kind == "past"


def _denies_a_mass(clause: Clause) -> bool:
    """She does not drink coffee, not: she is not drinking coffee."""
    return clause.negated and any(slot.np and slot.np.kind == "bare" for slot in clause.slots)


def _fill(words: str, clause: Clause) -> str:
    """Put the slots into "write 1 2"; a slot that is asked for is empty."""
    filled = []
    named = [slot for slot in clause.slots if slot.role != "fixed"]
    places = [slot for slot in named if slot.np is None]
    negate = clause.negated and not clause.like
    for word in words.split():
        if word == "0":
            filled.append(places[-1].english if places else "")
        elif word == "OWN":
            filled.append(ENGLISH_POSSESSIVES[clause.subject.owner])
        elif word.isdigit() and int(word) <= len(named):
            slot = named[int(word) - 1]
            if negate and slot.np and slot.np.negative and not slot.preposition:
                filled.append(slot.np.negative.english_object)
                negate = False
            else:
                filled.append(slot.english)
        else:
            filled.append(word)
    return join(*filled)

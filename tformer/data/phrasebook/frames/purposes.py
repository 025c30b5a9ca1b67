"""Infinitives: um, ohne and statt with zu, and zu after what one tries, forgets or likes."""

from dataclasses import replace

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook.clauses import Clause
from tformer.data.phrasebook.english_clauses import in_english
from tformer.data.phrasebook.frames import purpose_words as words
from tformer.data.phrasebook.frames.acts import clause_of, in_the_past, somebody
from tformer.data.phrasebook.frames.parts import one_of
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.lexicon.rows import Pair
from tformer.data.phrasebook.noun_phrases import PRONOUN
from tformer.data.phrasebook.speaker import Speaker


def _ing(clause: Clause) -> str:
    """buying bread."""
    return en.ing(in_english(clause, "infinitive"))


def to_buy_bread(s: Speaker) -> Pair:
    """Ich gehe in die Bibliothek, um zu lesen. = I am going to the library to read."""
    ways, aims = s.choice(words.PURPOSES)
    subject = somebody(s)
    way, aim = clause_of(s, s.choice(ways), subject), clause_of(s, s.choice(aims), subject)
    tense = s.pick(present=5, past=3, müssen=1, möchten=0.6)
    way = replace(way, tense=tense)
    german, english = f"um {in_german(aim, 'zu')}", in_english(aim, "zu")
    if s.chance(0.15):
        return f"{german}, {in_german(way, 'question')}", f"{english}, {in_english(way)}"
    return f"{in_german(way)}, {german}", f"{in_english(way)} {english}"


def without(s: Speaker) -> Pair | None:
    """Er geht, ohne die Tür zuzumachen. = He is leaving without closing the door."""
    subject = somebody(s)
    goes, other = (clause_of(s, s.choice(acts), subject) for acts in s.choice(words.WITHOUT))
    german = in_german(other, "zu")
    if subject.number in ("I", "we") and german.split()[0] in ("mich", "auf"):
        return None  # I did not wait for us
    goes = in_the_past(goes) if s.chance(0.75) else goes
    said = _ing(other).replace("something", "anything")
    return f"{in_german(goes)}, ohne {german}", f"{in_english(goes)} without {said}"


def instead(s: Speaker) -> Pair:
    """Statt zu üben, schläft sie. = Instead of practicing, she is sleeping."""
    subject = somebody(s)
    does, other = (clause_of(s, s.choice(acts), subject) for acts in (words.LAZY, words.DUTIES))
    does = in_the_past(does) if s.chance(0.35) else does
    german, english = f"statt {in_german(other, 'zu')}", f"instead of {_ing(other)}"
    if s.chance(0.4):
        return f"{german}, {in_german(does, 'question')}", f"{english}, {in_english(does)}"
    return f"{in_german(does)}, {german}", f"{in_english(does)} {english}"


def wants_to(s: Speaker) -> Pair:
    """Er fängt an, zu arbeiten. = He is starting to work."""
    done = s.chance(0.4)
    act, things = s.choice(words.DONE if done else words.ATTITUDES)
    asks = s.chance(0.2) and not act.english.startswith("do not")
    subject = one_of(s, "du", "Sie", "ihr") if asks else somebody(s)
    to_do = clause_of(s, s.choice(things), subject)
    attitude = clause_of(s, act, subject)
    if done:
        attitude = replace(attitude, tense="past")
    elif act.english == "forget to":
        attitude = replace(attitude, often=s.choice((("immer", "always"), ("oft", "often"))))
    mode, mark = ("question", "?") if asks else ("main", "")
    english = in_english(attitude, mode)
    infinitive = _ing(to_do) if english.endswith("-ing") else in_english(to_do, "infinitive")
    return (f"{in_german(attitude, mode)}, {in_german(to_do, 'zu')}{mark}",
            f"{english.removesuffix('-ing').strip()} {infinitive}{mark}")  # fmt: skip


def it_is_nice_to(s: Speaker) -> Pair:
    """Es ist schön, dich zu treffen. = It is nice to meet you."""
    starts, acts = s.choice(words.IT_IS)
    german, english = s.choice(starts)
    clause = clause_of(s, s.choice(acts), PRONOUN["ich"])
    return f"{german}, {in_german(clause, 'zu')}", f"{english} {in_english(clause, 'zu')}"


def do_not_forget(s: Speaker) -> Pair:
    """Vergiss nicht, Brot zu kaufen! = Don't forget to buy bread!"""
    who = s.pick(du=4, Sie=2, ihr=1)
    clause = clause_of(s, s.choice(words.FORGOTTEN), PRONOUN[who])
    forget = {"du": "vergiss nicht", "Sie": "vergessen Sie nicht", "ihr": "vergesst nicht"}[who]
    return f"{forget}, {in_german(clause, 'zu')}!", f"do not forget {in_english(clause, 'zu')}!"

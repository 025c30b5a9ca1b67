"""Two clauses in one sentence: dass, weil, wenn, ob, und, relative clauses, als."""

from dataclasses import replace

from tformer.data.phrasebook.clauses import Clause, Slot
from tformer.data.phrasebook.english_clauses import in_english
from tformer.data.phrasebook.frames.parts import common_in_preterite, counted, doing, not_state
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.lexicon.nouns import NOUNS
from tformer.data.phrasebook.lexicon.predicates import Predicate
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import NP, PRONOUN, noun_phrase, same
from tformer.data.phrasebook.speaker import Speaker

_MOODS = read_pairs("""müde = tired, krank = sick, glücklich = happy, traurig = sad,
hungrig = hungry, durstig = thirsty, nervös = nervous, böse = angry, allein = alone,
zu Hause = at home, fertig = ready, zufrieden = satisfied, gesund = healthy, wach = awake,
im Urlaub = on vacation, verliebt = in love, noch jung = still young, sehr nett = very nice,
beim Arzt = at the doctor, noch nicht da = not here yet, sehr müde = very tired, da = here,
zu spät = too late, hier = here, im Büro = in the office, schon da = already here""")
_THAT = read_pairs("""ich glaube = I think that, ich denke = I think that, ich weiß = I know that,
ich hoffe = I hope that, es ist schön = it is nice that, es tut mir leid = I am sorry that,
ich bin froh = I am glad that, er sagt = he says that, sie sagt = she says that,
es ist schade = it is a pity that, mein Vater sagt = my father says that,
ich habe gehört = I heard that, ich bin sicher = I am sure that, wir wissen = we know that,
meine Mutter glaubt = my mother thinks that, es ist gut = it is good that""")
_WHETHER = read_pairs("""ich weiß nicht = I do not know, weißt du = do you know,
können Sie mir sagen = can you tell me, ich möchte wissen = I would like to know,
er fragt = he is asking, kannst du mir sagen = can you tell me""")
_SAID_OF_WHOM = read_pairs("""ist mein {} = is my {}, ist nett = is nice, ist müde = is tired,
kommt aus Italien = comes from Italy""")
_AS_CHILD = {
    "ich": ("als ich Kind war", "when I was a child"),
    "er": ("als er jung war", "when he was young"),
    "sie": ("als sie klein war", "when she was little"),
    "wir": ("als wir jung waren", "when we were young"),
}
_RELATIVES = {  # by gender: who the man or the woman may be
    gender: tuple(noun for noun in NOUNS["family"] + NOUNS["friend"] if noun.gender == gender)
    for gender in "mf"
}


# what is linked ----------------------------------------------------------------------------


def simple_clause(s: Speaker, subject: NP | None = None) -> Clause:
    """A clause for a compound sentence, in some tense."""
    clause = s.clause(subject, "person", not_state)
    tense = s.pick(present=5, past=2, modal=2, no=1, be=3)
    if tense == "be":
        return being(s, clause.subject)
    if tense == "past":
        return replace(clause, tense="past")
    if tense == "modal" and clause.aspect == "p":
        return replace(clause, tense=s.pick(müssen=2, können=2, wollen=2))
    if tense == "no" and not counted(clause):
        return replace(clause, negated=True)
    return clause


def being(s: Speaker, subject: NP) -> Clause:
    """The subject is tired, at home, too late."""
    mood = Slot(fixed=s.choice(_MOODS), role="how")
    return Clause(subject, VERB["sein"], "be 0", "s", (mood,))


def doing_something(s: Speaker, subject: NP) -> Clause:
    """The subject does something."""
    return s.clause(subject, "person", doing)


# conjunctions ------------------------------------------------------------------------------


def that(s: Speaker) -> Pair:
    """Ich bin froh, dass ich zu Hause bin. = I'm glad that I'm at home."""
    german, english = s.choice(_THAT)
    clause = simple_clause(s)
    return f"{german}, dass {in_german(clause, 'sub')}", f"{english} {in_english(clause)}"


def because(s: Speaker) -> Pair:
    """Sie kämmen sich, weil wir krank sind. = They're combing their hair because we're sick."""
    main = simple_clause(s)
    again = s.chance(0.3)
    reason = simple_clause(s, main.subject if again else None)
    main = replace(main, negated=s.chance(0.2) and not counted(main))
    if again and main.subject.kind != "pronoun":
        neuter = main.subject["N"].endswith(("Kind", "Baby"))  # das Kind lacht, weil es ...
        singular = "sie" if main.subject.owner in (3, 9) else "es" if neuter else "er"
        word = {"they": "sie_p", "he": singular}.get(main.subject.number, "wir")
        reason = replace(reason, subject=PRONOUN[word])
    kind = s.pick(weil=5, denn=1, obwohl=0.7)
    mode = "main" if kind == "denn" else "sub"
    link = "although" if kind == "obwohl" else "because"
    german = f"{in_german(main)}, {kind} {in_german(reason, mode)}"
    return german, f"{in_english(main)} {link} {in_english(reason)}"


def when(s: Speaker) -> Pair:
    """Wenn ich böse bin, duscht dein Papa. = If I am angry, your dad takes a shower."""
    condition = s.choice((being, doing_something))(s, s.subject())
    condition = replace(condition, aspect="s")
    main = s.clause(None, "person", wanted=doing)
    tense = s.pick(present=3, können=1, müssen=1, möchten=1, future=1)
    main = replace(main, aspect="s", tense=tense)
    german, english = f"wenn {in_german(condition, 'sub')}", f"if {in_english(condition)}"
    if s.chance(0.5):
        return f"{german}, {in_german(main, 'question')}", f"{english}, {in_english(main)}"
    return f"{in_german(main)}, {german}", f"{in_english(main)} {english}"


def whether(s: Speaker) -> Pair:
    """Er fragt, wo der Bahnhof ist. = He is asking where the train station is."""
    german, english = s.choice(_WHETHER)
    mark = "?" if english.startswith(("do", "can")) else ""
    clause = simple_clause(s)
    kind = s.pick(ob=3, wo=2, wann=1, warum=1)
    if kind == "wo":
        place = noun_phrase(s.choice(NOUNS["building"]))
        return f"{german}, wo {place['N']} ist{mark}", f"{english} where {place.english} is{mark}"
    if kind == "wann":
        clause = s.clause(None, "person", doing)
    link = {"ob": "if", "wann": "when", "warum": "why"}[kind]
    german = f"{german}, {kind} {in_german(clause, 'sub')}{mark}"
    return german, f"{english} {link} {in_english(clause)}{mark}"


def and_(s: Speaker) -> Pair:
    """Lachst du oder joggst du am See? = Are you laughing or are you jogging by the lake?"""
    one, two = simple_clause(s), simple_clause(s)
    german, english = s.choice((("und", " and"), ("und", " and"), ("aber", ", but"), ("oder", "")))
    if german == "oder":
        one, two = (s.clause(PRONOUN["du"], "person", doing) for _ in range(2))
        return (f"{in_german(one, 'question')} oder {in_german(two, 'question')}?",
                f"{in_english(one, 'question')} or {in_english(two, 'question')}?")  # fmt: skip
    comma = "," if german == "aber" else ""
    return (f"{in_german(one)}{comma} {german} {in_german(two)}",
            f"{in_english(one)}{english} {in_english(two)}")  # fmt: skip


# inserted clauses --------------------------------------------------------------------------


def relative_clause(s: Speaker) -> Pair | None:
    """Der Gast, der abwäscht, ist müde. = The guest who is doing the dishes is tired."""
    noun = s.choice(NOUNS["folk"])
    np = noun_phrase(noun)
    clause = s.clause(s.human(np), "person", doing)
    who = same(np["N"].split()[0], "who", owner=clause.subject.owner)
    inner = replace(clause, subject=who)
    german, english = s.choice(_SAID_OF_WHOM)
    if "{}" in german:
        relative = s.choice(_RELATIVES["f" if noun.gender == "f" else "m"])
        if noun.gender == "n":
            return None
        german = german.replace("mein {}", noun_phrase(relative, owner=0)["N"])
        english = english.format(relative.english)
    return (f"{np['N']}, {in_german(inner, 'sub')}, {german}",
            f"{np.english} {in_english(inner)} {english}")  # fmt: skip


def as_child(s: Speaker) -> Pair:
    """Als sie klein war, kochte sie. = When she was little, she cooked."""
    who = s.choice(("ich", "er", "sie", "wir"))
    clause = s.clause(PRONOUN[who], "person", _in_childhood)
    clause = replace(clause, tense=s.pick(past=3, preterite=1))
    german, english = _AS_CHILD[who]
    return f"{german}, {in_german(clause, 'question')}", f"{english}, {in_english(clause)}"


def _in_childhood(row: Predicate) -> bool:
    return common_in_preterite(row) and row.english != "give 1 2"

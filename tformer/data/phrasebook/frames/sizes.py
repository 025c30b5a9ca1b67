"""How big, old, far, warm; how often; sums and scores; orders and recipes."""

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook.frames.filling import drawn, filled
from tformer.data.phrasebook.frames.parts import copula
from tformer.data.phrasebook.frames.told import told, told_rows
from tformer.data.phrasebook.lexicon import measures
from tformer.data.phrasebook.lexicon.amounts import OTHER_VERBS
from tformer.data.phrasebook.lexicon.numbers import number
from tformer.data.phrasebook.lexicon.rows import Pair
from tformer.data.phrasebook.noun_phrases import noun_phrase
from tformer.data.phrasebook.speaker import Speaker


def measures_of(s: Speaker) -> Pair | None:
    """Wie alt ist der Vogel? = How old is the bird?"""
    things, adjective, unit, said, how = s.choice(measures.MEASURES)
    np = noun_phrase(s.choice(measures.THINGS[things]), s.pick(der=6, dieser=1))
    german, english = drawn(s, things.split()[0])
    kind = s.pick(plain=5, question=2, how=2, was=1)
    was = kind == "was"
    if was and adjective not in ("alt", "schwer"):
        return None
    finite, verb = copula(np, was)
    if kind == "how":
        return f"wie {adjective} {finite} {np['N']}?", f"{how} {verb} {np.english}?"
    long = f"{german} {unit} {adjective}"
    if adjective == "schwer":
        if kind == "question":
            return f"{finite} {np['N']} {long}?", f"does {np.english} weigh {english} {said}?"
        if s.chance(0.5):
            wiegen = OTHER_VERBS["wiegen"]
            finite = wiegen.preterite(np.person) if was else wiegen.present(np.person)
            long = f"{german} {unit}"
        weigh = en.past("weigh") if was else en.present("weigh", np.number)
        return f"{np['N']} {finite} {long}", f"{np.english} {weigh} {english} {said}"
    if kind == "question":
        return f"{finite} {np['N']} {long}?", f"{verb} {np.english} {english} {said}?"
    return f"{np['N']} {finite} {long}", f"{np.english} {verb} {english} {said}"


def bodies(s: Speaker) -> Pair | None:
    """Sophie ist fünf Jahre alt. = Sophie is five years old."""
    if s.chance(0.3):
        return filled(s, s.choice(measures.AGES))
    return told(s, s.choice(told_rows(measures.BODIES)))


def distances(s: Speaker) -> Pair | None:
    """Es sind zwei Minuten zu Fuß. = It is two minutes on foot."""
    if s.chance(0.6):
        return filled(s, s.choice(measures.DISTANCES))
    return told(s, s.choice(told_rows(measures.MOVES)))


def degrees(s: Speaker) -> Pair:
    """Das Wasser hat fünf Grad. = The water is five degrees."""
    return filled(s, s.choice(measures.DEGREES))


# how often, sums, orders -------------------------------------------------------------------


def how_often(s: Speaker) -> Pair | None:
    """Sie duscht fünfmal pro Woche. = She takes a shower five times a week."""
    return told(s, s.choice(told_rows(measures.OFTEN)))


def sums(s: Speaker) -> Pair:
    """Sechs plus sechs ist zwölf. = Six plus six is twelve."""
    if s.chance(0.5):
        return filled(s, s.choice(measures.SUMS))
    one, two = s.rng.randint(2, 12), s.rng.randint(2, 9)
    kind = s.pick(und=3, plus=3, minus=2, mal=1.5)
    made = {"minus": one, "mal": one * two}.get(kind, one + two)
    if kind == "minus":
        one = made + two
    said = {"und": "and", "mal": "times"}.get(kind, kind)
    (a, a_), (b, b_), (c, c_) = map(number, (one, two, made))
    if s.chance(0.3):
        return f"wie viel ist {a} {kind} {b}?", f"how much is {a_} {said} {b_}?"
    ist, is_ = s.choice((("ist", "is"), ("ist", "is"), ("macht", "makes")))
    return f"{a} {kind} {b} {ist} {c}", f"{a_} {said} {b_} {is_} {c_}"


def orders(s: Speaker) -> Pair | None:
    """Ich hätte gern zwei Kilo Mehl. = I would like two kilos of flour."""
    if s.chance(0.65):
        return filled(s, s.choice(measures.ORDERS))
    return told(s, s.choice(told_rows(measures.BOUGHT)))

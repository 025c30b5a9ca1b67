"""The time, the day, the date, and the weather."""

from tformer.data.phrasebook.clauses import join
from tformer.data.phrasebook.frames.parts import have
from tformer.data.phrasebook.lexicon import names
from tformer.data.phrasebook.lexicon.numbers import ordinal
from tformer.data.phrasebook.lexicon.places import PLACES
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.noun_phrases import PRONOUN
from tformer.data.phrasebook.speaker import Speaker

_IT_IS = (("es ist", "it is"), ("es ist jetzt", "it is now"), ("es ist schon", "it is already"))
_ROWS = """es | regnet | | it | raining; es | schneit | | it | snowing;
die Sonne | scheint | | the sun | shining; es | ist | kalt | it | cold; es | ist | warm | it | warm;
es | ist | heiß | it | hot; es | ist | windig | it | windy;
das Wetter | ist | schön | the weather | nice; das Wetter | ist | schlecht | the weather | bad;
es | ist | sehr kalt | it | very cold; es | ist | sonnig | it | sunny;
es | ist | bewölkt | it | cloudy; es | ist | dunkel | it | dark; es | ist | neblig | it | foggy;
es | ist | zu heiß | it | too hot; es | regnet | nicht | it | not raining;
es | ist | nicht kalt | it | not cold; es | ist | kühl | it | cool"""
# German subject, verb, rest; English subject, rest after is
_WEATHER = tuple(tuple(map(str.strip, row.split("|"))) for row in _ROWS.split(";"))
_NOW_AND_HERE = read_pairs("""heute = today, jetzt = now, draußen = outside, hier = here,
im Moment = at the moment""")
_ASKED = (("in Berlin", "in Berlin"), ("bei euch", "where you are"), ("heute", "today"),
          ("draußen", "outside"), ("", ""))  # fmt: skip
_WAS = read_pairs("""kalt = cold, warm = warm, heiß = hot, sehr schön = very nice,
windig = windy""")
_FALLS = {"geregnet": ("regnen", "rain", "rained"), "geschneit": ("schneien", "snow", "snowed")}


def clock_time(s: Speaker) -> Pair:
    """Es ist schon zwanzig nach vier. = It is already twenty past four."""
    german, english = s.clock()
    kind = s.pick(now=4, day=2, date=1, birthday=1)
    if kind == "now":
        es_ist, it_is = s.choice(_IT_IS)
        return f"{es_ist} {german.removeprefix('um ')}", f"{it_is} {english.removeprefix('at ')}"
    if kind == "day":
        german, english = s.choice(names.DAYS)
        heute, today = ("heute", "today") if s.chance(0.5) else ("morgen", "tomorrow")
        return f"{heute} ist {german}", f"{today} is {english}"
    month, said = s.choice(names.MONTHS)
    german, english = ordinal(s.rng.randint(1, 28))
    if kind == "date":
        return f"heute ist der {german} {month}", f"today is {said} {english}"
    np = s.choice((PRONOUN["ich"], s.relative(), s.person_name()))
    start = f"{np['N']} {have(np)[0]}"
    birthday = "my birthday" if np.kind == "pronoun" else f"{np.english}'s birthday"
    if s.chance(0.4):
        return f"{start} im {month} Geburtstag", f"{birthday} is in {said}"
    return f"{start} am {german}n {month} Geburtstag", f"{birthday} is on {said} {english}"


def weather(s: Speaker) -> Pair:
    """Es regnet in Basel nicht. = It's not raining in Basel."""
    subject, verb, rest, it, said = s.choice(_WEATHER)
    kind = s.pick(plain=2, time=3, place=2, front=1.5, question=1)
    if kind == "plain":
        return join(subject, verb, rest), f"{it} is {said}"
    if kind == "question" and "nicht" not in rest:
        time, when = s.choice(_ASKED)
        return join(verb, subject, time, rest) + "?", join("is", it, said, when) + "?"
    time, when = s.choice(_NOW_AND_HERE)
    if kind == "place":
        time, when = s.choice(PLACES["CITY"].rows)
    english = f"{it} is {said} {when}"
    if kind == "front":
        return join(time, verb, subject, rest), english
    return join(subject, verb, time, rest), english


def weather_past(s: Speaker) -> Pair:
    """Gestern war es kalt. = It was cold yesterday."""
    time, when = s.time("past")
    kind = s.choice(("geregnet", "geschneit", "war"))
    if kind == "war":
        german, english = s.choice(_WAS)
        start = f"{time} war es" if s.chance(0.5) else f"es war {time}"
        return f"{start} {german}", f"it was {english} {when}"
    infinitive, rain, rained = _FALLS[kind]
    if s.chance(0.4):
        time, when = s.time("future")
        return f"{time} wird es {infinitive}", f"it will {rain} {when}"
    return f"{time} hat es {kind}", f"it {rained} {when}"

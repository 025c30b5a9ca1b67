"""bevor, nachdem, während, sobald, als, damit, zuerst ... dann, sonst: what comes when."""

from dataclasses import replace

from tformer.data.phrasebook.clauses import Clause
from tformer.data.phrasebook.english_clauses import in_english
from tformer.data.phrasebook.frames.acts import (
    again,
    as_rule,
    clause_of,
    in_the_past,
    is_open,
    read_acts,
    somebody,
)
from tformer.data.phrasebook.frames.conjunctions import two_clauses
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.lexicon.rows import Pair
from tformer.data.phrasebook.noun_phrases import NP
from tformer.data.phrasebook.speaker import Speaker

_FIRST = read_acts("""essen = eat, duschen = take a shower,
kochen = cook, ein|kaufen = go shopping, arbeiten = work, lesen die Zeitung = read the newspaper,
machen Hausaufgaben = do homework, auf|räumen die Küche = tidy up the kitchen,
trinken einen Kaffee = drink a coffee, putzen die Wohnung = clean the apartment,
sich_D putzen die Zähne = brush OWN teeth, lernen Deutsch = learn German,
schreiben einen Brief = write a letter, waschen das Auto = wash the car, sich an|ziehen =
get dressed, packen den Koffer = pack the suitcase, kaufen Brot = buy bread""")
_THEN = read_acts("""gehen schlafen = go to sleep, gehen ins Bett = go to bed,
gehen zur Arbeit = go to work, gehen in die Schule = go to school, gehen nach Hause = go home,
fern|sehen = watch TV, gehen spazieren = go for a walk, gehen ins Kino = go to the cinema,
an|rufen A:family = call 1, besuchen A:family = visit 1, sich aus|ruhen = rest,
lesen ein Buch = read a book, hören Musik = listen to music, spielen Fußball = play soccer,
fahren nach Berlin = go to Berlin, gehen ins Büro = go to the office""")
_CAME = """X/kommen nach Hause = X/come home > gehen ins Bett = go to bed, essen = eat,
fern|sehen = watch TV, sich aus|ruhen = rest, kochen = cook, an|rufen A:family = call 1;
der Bus/kommen = the bus/come > ein|steigen = get on, laufen schnell = run fast;
der Film/beginnen = the movie/begin > aus|machen das Handy = turn off the cell phone,
aus|machen das Licht = turn off the light, lachen = laugh;
das Telefon/klingeln = the telephone/ring > auf|wachen = wake up, auf|stehen = get up;
X/auf|wachen = X/wake up > auf|stehen = get up, duschen = take a shower, trinken Wasser =
drink water, öffnen das Fenster = open the window;
X/sein in Berlin = X/be in Berlin > besuchen ein Museum = visit a museum,
gehen ins Theater = go to the theater, gehen ins Museum = go to the museum;
X/sein im Urlaub = X/be on vacation > schwimmen jeden Tag = swim every day,
schlafen viel = sleep a lot, lesen viele Bücher = read many books;
X/an|kommen = X/arrive > an|rufen A:family = call 1, gehen ins Hotel = go to the hotel;
es/sein dunkel = it/be dark > gehen nach Hause = go home, an|machen das Licht = turn on the light;
X/sein krank = X/be sick > gehen zum Arzt = go to the doctor, bleiben im Bett = stay in bed"""
_WHEN_IT_CAME = tuple(tuple(map(read_acts, row.split(">"))) for row in _CAME.split(";"))
_THEN_WAS = read_acts("""sein müde = be tired, !sein zu Hause = be at home, sein im Garten =
be in the garden, sein zu Hause = be at home, sein allein = be alone, haben Hunger = be hungry,
sein krank = be sick, sein fertig = be ready, sein glücklich = be happy, sein hier = be here""")
_AS_SOON_AS = read_acts("""X/sein zu Hause = X/be at home, X/haben Zeit = X/have time,
X/sein fertig = X/be ready, X/kommen nach Hause = X/come home, X/sein gesund = X/be healthy,
es/regnen = it/rain, der Bus/kommen = the bus/come, X/an|kommen = X/arrive,
X/haben Geld = X/have money, das Essen/sein fertig = the food/be ready, es/sein dunkel =
it/be dark, der Film/beginnen = the movie/begin""")
_WILL = read_acts("""an|rufen A:family = call 1, essen = eat, gehen nach Hause = go home,
helfen D:person = help 1, gehen ins Bett = go to bed, kochen = cook, kommen = come,
schreiben D:friend eine E-Mail = write 1 an email, besuchen A:family = visit 1,
gehen spazieren = go for a walk, fahren nach Hause = go home, ein|kaufen = go shopping""")
_DURING = read_acts("""kochen = cook, lesen = read, schlafen = sleep, arbeiten = work,
fern|sehen = watch TV, spielen = play, telefonieren = talk on the phone, lernen = study,
duschen = take a shower, sich aus|ruhen = rest, hören Musik = listen to music, tanzen = dance,
auf|räumen die Küche = tidy up the kitchen, schreiben einen Brief = write a letter""")
_MUST = read_acts("""sich beeilen = hurry, gehen jetzt = go now, laufen schnell = run fast,
auf|stehen jetzt = get up now, los|fahren jetzt = leave now, nehmen ein Taxi = take a taxi""")
_OTHERWISE = read_acts("""kommen zu spät = be late, verpassen den Bus = miss the bus,
verpassen den Zug = miss the train, verpassen das Flugzeug = miss the plane,
kommen zu spät zur Schule = be late for school, kommen zu spät zur Arbeit = be late for work""")
_PAIRS_OF_AIMS = """sprechen leise = speak quietly > das Baby/schlafen = the baby/sleep;
an|machen das Licht = turn on the light > X/lesen = X/read;
kochen eine Suppe = cook a soup > die Kinder/essen = the children/eat;
öffnen die Tür = open the door > die Katze/kommen ins Haus = the cat/come into the house;
arbeiten viel = work a lot > X/kaufen ein Haus = X/buy a house;
lernen Deutsch = learn German > X/arbeiten in Berlin = X/work in Berlin;
sparen Geld = save money > X/reisen TOCOUNTRY = X/travel 0;
lernen viel = study a lot > X/bekommen eine gute Stelle = X/get a good job;
schließen das Fenster = close the window > die Kinder/schlafen = the children/sleep"""
_AIMS = tuple(
    tuple(read_acts(act)[0] for act in row.split(">")) for row in _PAIRS_OF_AIMS.split(";")
)


def _two_acts(s: Speaker) -> tuple[NP, Clause, Clause]:
    """Somebody, what is done first and what then."""
    subject = somebody(s)
    return (subject, clause_of(s, s.choice(_FIRST), subject),
            clause_of(s, s.choice(_THEN), subject))  # fmt: skip


def before(s: Speaker) -> Pair:
    """Bevor sie spazieren geht, kocht sie. = Before she goes for a walk, she cooks."""
    _, first, then = _two_acts(s)
    change = in_the_past if s.chance(0.4) else as_rule
    return two_clauses(s, change(first), change(then), ("bevor", "before"), 0.55)


def after(s: Speaker) -> Pair | None:
    """Nachdem ich geduscht hatte, las ich ein Buch. = After I had taken a shower, I read a book."""
    _, first, then = _two_acts(s)
    if any(slot.np and slot.np.kind == "pronoun" for slot in then.slots):
        return None
    then = replace(then, tense=s.pick(past=2, preterite=1))
    return two_clauses(s, then, replace(first, tense="pluperfect"), ("nachdem", "after"), 0.6)


def when_it_came(s: Speaker) -> Pair | None:
    """Als sie aufwachte, hat sie geduscht. = When she woke up, she took a shower."""
    (event,), acts = s.choice(_WHEN_IT_CAME)
    who = somebody(s)
    event = replace(clause_of(s, event, who if is_open(event) else None), tense="preterite")
    if event.verb.base == "kommen" and s.chance(0.5):
        main = in_the_past(clause_of(s, s.choice(_THEN_WAS), somebody(s)))
        if _may_be_same(main.subject, event.subject):
            return None
    else:
        main = in_the_past(clause_of(s, s.choice(acts), who))
    return two_clauses(s, main, event, ("als", "when"), 0.65)


def _may_be_same(one: NP, two: NP) -> bool:
    """Ourselves and I; the farmer and he, who may be the farmer."""
    if one == two or {one.number, two.number} == {"I", "we"}:
        return True
    return one.number == two.number and (one.kind == "pronoun") != (two.kind == "pronoun")


def meanwhile(s: Speaker) -> Pair | None:
    """Ich höre Musik, während sie liest. = I am listening to music while she is reading."""
    one, two = (clause_of(s, s.choice(_DURING), somebody(s)) for _ in range(2))
    if _may_be_same(one.subject, two.subject) or one.verb == two.verb:
        return None
    return two_clauses(s, one, two, ("während", "while"), 0.5)


def as_soon_as(s: Speaker) -> Pair | None:
    """Sobald ich gesund bin, esse ich. = As soon as I am healthy, I will eat.

    What is to come is present in German; the English main clause says will.
    """
    condition, act = s.choice(_AS_SOON_AS), s.choice(_WILL)
    if "home" in condition.english and "home" in act.english:
        return None
    subject = somebody(s, 0.7)
    main = clause_of(s, act, subject)
    if subject.kind != "pronoun" and any(slot.np for slot in main.slots):
        return None
    condition = as_rule(clause_of(s, condition, subject if is_open(condition) else None))
    state = s.rng.getstate()
    german = two_clauses(s, main, condition, ("sobald", "as soon as"))[0]
    s.rng.setstate(state)
    will = replace(main, tense="future")
    return german, two_clauses(s, will, condition, ("sobald", "as soon as"))[1]


def so_that(s: Speaker) -> Pair:
    """Ich arbeite viel, damit ich ein Haus kaufen kann. = I work a lot so that I can buy a house.

    damit is "so that", with what can be done then.
    """
    act, aim = s.choice(_AIMS)
    subject = somebody(s)
    able = clause_of(s, aim, subject if is_open(aim) else None)
    able = replace(able, tense="können")
    return two_clauses(s, clause_of(s, act, subject), able, ("damit", "so that"), 0.15)


def or_else(s: Speaker) -> Pair:
    """Wir müssen jetzt gehen, sonst verpassen wir den Bus. = We have to go now, otherwise we will
    miss the bus.

    What is to come is present in German and has will in English.
    """
    subject = somebody(s)
    must = replace(clause_of(s, s.choice(_MUST), subject), tense="müssen")
    late = clause_of(s, s.choice(_OTHERWISE), again(subject))
    german = f"{in_german(must)}, sonst {in_german(late, 'question')}"
    return german, f"{in_english(must)}, otherwise {in_english(replace(late, tense='future'))}"


def first_then(s: Speaker) -> Pair | None:
    """Zuerst essen wir, dann gehen wir spazieren. = First we eat, then we go for a walk."""
    subject, first, then = _two_acts(s)
    if subject.kind != "pronoun" and any(slot.np for slot in then.slots):
        return None
    change = in_the_past if s.chance(0.5) else as_rule
    first, then = change(first), change(replace(then, subject=again(subject)))
    start = in_german(first, "question")
    return (f"zuerst {start}, dann {in_german(then, 'question')}",
            f"first {in_english(first)}, then {in_english(then)}")  # fmt: skip

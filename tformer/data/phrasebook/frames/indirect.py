"""Indirect questions: ob, wo, wann, warum, was, wer, wie, after a main clause or before it."""

import re
from dataclasses import replace

from tformer.data.phrasebook import english as en
from tformer.data.phrasebook.clauses import Clause
from tformer.data.phrasebook.english_clauses import in_english
from tformer.data.phrasebook.frames.acts import clause_of, in_the_past, read_acts
from tformer.data.phrasebook.frames.parts import copula
from tformer.data.phrasebook.german_clauses import in_german
from tformer.data.phrasebook.lexicon.nouns import NOUNS, named
from tformer.data.phrasebook.lexicon.rows import Pair, read_pairs
from tformer.data.phrasebook.lexicon.verbs import VERB
from tformer.data.phrasebook.noun_phrases import ENGLISH_POSSESSIVES, noun_phrase, same
from tformer.data.phrasebook.speaker import Speaker

_ASKING = read_pairs("""ich weiß nicht = I do not know, weißt du = do you know,
wissen Sie = do you know, er fragt = he is asking, sie fragt = she is asking,
ich möchte wissen = I would like to know, kannst du mir sagen = can you tell me,
können Sie mir sagen = can you tell me, wir wissen nicht = we do not know,
sie weiß nicht = she does not know, ich habe vergessen = I forgot, weißt du = do you know,
er möchte wissen = he would like to know, niemand weiß = nobody knows,
ich frage mich = I wonder, ich weiß = I know""")
_NO_WHETHER = {"ich habe vergessen", "ich weiß", "niemand weiß"}
_UNKNOWN = read_pairs("""weiß ich nicht = I do not know, wissen wir nicht = we do not know,
weiß niemand = nobody knows""")
_WHERE = read_acts("wohnen = live, arbeiten = work, sein = be 0, sein = be 0, schlafen = sleep")
_WHEN = read_acts("""der Zug/kommen = the train/come, der Bus/kommen = the bus/come,
der Zug/ab|fahren = the train/leave, der Film/beginnen = the movie/begin,
der Bus/ab|fahren = the bus/leave, der Unterricht/an|fangen = the class/start,
das Konzert/beginnen = the concert/begin, das Museum/öffnen = the museum/open,
der Zug/an|kommen = the train/arrive, der Supermarkt/schließen = the supermarket/close""")
_WHEN_WHO = read_acts("""kommen = come, kommen nach Hause = come home, gehen nach Hause = go home,
an|kommen = arrive, essen = eat, kommen = come, zurück|kommen = come back""")
_WHAT = read_acts("""machen = do, kaufen = buy, essen = eat, lesen = read, suchen = look for,
sagen = say, wollen = want, brauchen = need, trinken = drink, machen = do, schreiben = write""")
_WHY = read_acts("""weinen = cry, lachen = laugh, !kommen = come, lernen Deutsch = learn German,
sein müde = be tired, sein traurig = be sad, sein böse = be angry, !arbeiten = work,
gehen nach Hause = go home, !sein hier = be here, !essen = eat, sein glücklich = be happy""")
_WHETHER = (
    _WHEN_WHO
    + _WHY
    + read_acts("""sprechen Deutsch = speak German,
haben Zeit = have time, arbeiten hier = work here, wohnen hier = live here, mit|kommen = come along,
haben Hunger = be hungry, schlafen = sleep, haben ein Auto = have a car, trinken Kaffee =
drink coffee, kaufen Brot = buy bread, an|rufen A:family = call 1, helfen D:family = help 1""")
)
_WHO = read_acts("""sprechen Deutsch = speak German, an|rufen = call, kommen = come,
wohnen hier = live here, sein da = be here, singen = sing, stehen dort = stand there,
gewinnen = win, mit|kommen = come along, kochen = cook""")
_MATTERS = read_pairs("""wie spät es ist = what time it is,
wie viel das kostet = how much that costs, was das ist = what that is,
wer das ist = who that is, wie das Wort heißt = what the word is,
was es zu essen gibt = what there is to eat, wie das geht = how that works,
ob es regnet = if it is raining, ob es morgen schneit = if it will snow tomorrow,
wie weit es ist = how far it is, ob das stimmt = if that is true,
was das bedeutet = what that means, wie das Wetter wird = what the weather will be like,
ob der Zug kommt = if the train comes,
wie man das macht = how you do that, wo die Toilette ist = where the restroom is""")
_SOUGHT = named("""Schlüssel Handy Brille Tasche Buch Pass Uhr Auto Fahrrad Jacke Schere""")
WHO = same("wer", "who", number="he")


def asks(s: Speaker) -> Pair | None:
    """Ich weiß, wie man das macht. = I know how you do that."""
    inner = _question(s)
    if s.chance(0.15) and not re.search(r"\b(ich|wir)\b", inner[0]):
        german, english = s.choice(_UNKNOWN)
        return f"{inner[0]}, {german}", f"{english} {inner[1]}"
    german, english = s.choice(_ASKING)
    mine = re.search(r"\b(ich|wir)\b", inner[0])
    if re.search(rf"\b{german.split()[0]}\b", inner[0]) or (mine and german[0] not in "eskn"):
        return None  # ich weiß nicht, wo ich bin
    if " Sie" in german and re.search(r"\b(du|dein\w*|euer|eure\w*)\b", inner[0]):
        return None
    if german in _NO_WHETHER and inner[0].startswith("ob "):
        german, english = "ich weiß nicht", "I do not know"
    mark = "?" if english.startswith(("do ", "can ")) else ""
    return f"{german}, {inner[0]}{mark}", f"{english} {inner[1]}{mark}"


def _question(s: Speaker) -> Pair:
    """The dependent clause, in both languages."""
    kind = s.pick(where=3, place=3, when=3, what=3, why=3, who=2, how=2, matter=4, ob=3)
    if kind == "matter":
        return s.choice(_MATTERS)
    if kind == "place":
        return _where_it_is(s)
    if kind == "how":
        return _how_he_is(s)
    someone = s.pronoun() if s.chance(0.6) else s.subject()
    if kind == "when":
        act = s.choice(_WHEN + _WHEN_WHO)
        clause = clause_of(s, act, someone)
        if act not in _WHEN_WHO:
            clause = replace(clause, aspect="s")
        elif s.chance(0.3):
            clause = replace(clause, tense="past")
        return _after("wann", "when", clause)
    if kind == "who":
        clause = clause_of(s, s.choice(_WHO), WHO)
        clause = in_the_past(clause) if s.chance(0.35) else clause
        return in_german(clause, "sub"), in_english(clause)
    if kind == "ob":
        clause = replace(clause_of(s, s.choice(_WHETHER), someone), negated=False)
        tense = s.pick(present=4, past=2, können=1)
        return _after("ob", "if", replace(clause, tense=tense) if tense != "past" else
                      in_the_past(clause))  # fmt: skip
    rows, wh = {"where": (_WHERE, ("wo", "where")), "what": (_WHAT, ("was", "what")),
                "why": (_WHY, ("warum", "why"))}[kind]  # fmt: skip
    clause = clause_of(s, s.choice(rows), someone)
    if kind == "where" and clause.english == "work":
        clause = replace(clause, aspect="s")
    clause = in_the_past(clause) if s.chance(0.3) and clause.english != "want" else clause
    return _after(*wh, clause)


def _after(word: str, english: str, clause: Clause) -> Pair:
    return f"{word} {in_german(clause, 'sub')}", f"{english} {in_english(clause)}"


def _where_it_is(s: Speaker) -> Pair:
    """wo der Bahnhof ist, wo mein Schlüssel ist."""
    if s.chance(0.55):
        np = noun_phrase(s.choice(NOUNS["building"]))
    else:
        np = noun_phrase(s.choice(_SOUGHT), owner=s.choice((0, 0, 1, 2, 3, 5)))
    finite, verb = copula(np)
    return f"wo {np['N']} {finite}", f"where {np.english} {verb}"


def _how_he_is(s: Speaker) -> Pair:
    """wie alt er ist, wie sie heißt."""
    np = s.pronoun() if s.chance(0.5) else s.choice((s.stranger, s.relative, s.person_name))()
    finite, verb = copula(np)
    kind = s.choice(("old", "name", "well", "from"))
    if kind == "old":
        return f"wie alt {np['N']} {finite}", f"how old {np.english} {verb}"
    if kind == "well":
        return f"wie es {np['D']} geht", f"how {np.english} {verb}"
    if kind == "from":
        german = VERB["kommen"].present(np.person)
        come = en.present("come", np.number)
        return f"woher {np['N']} {german}", f"where {np.english} {come} from"
    if np.kind == "pronoun":
        whose = ENGLISH_POSSESSIVES[np.owner]
    else:
        whose = f"{np.english}'" if np.number == "they" else f"{np.english}'s"
    names = "names are" if np.number in ("they", "we") else "name is"
    return f"wie {np['N']} {VERB['heißen'].present(np.person)}", f"what {whose} {names}"

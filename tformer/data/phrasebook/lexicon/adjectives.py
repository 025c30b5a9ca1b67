"""Adjectives by what they are said of: "German = English"."""

from tformer.data.phrasebook.lexicon.rows import read_pairs

_TABLE = {
    "thing": """
neu = new, alt = old, groß = big, klein = small, schön = beautiful, billig = cheap,
teuer = expensive, gut = good, schlecht = bad, toll = great, modern = modern, leicht = light,
schwer = heavy, kaputt = broken, sauber = clean, schmutzig = dirty, praktisch = practical,
hässlich = ugly, lang = long, kurz = short, nass = wet, trocken = dry,
weich = soft, hart = hard, rund = round""",
    "attribute": """
neu = new, alt = old, groß = big, klein = small, schön = beautiful, billig = cheap,
teuer = expensive, gut = good, interessant = interesting, modern = modern, hässlich = ugly,
schwer = heavy, schmutzig = dirty""",
    "color": """
rot = red, blau = blue, grün = green, gelb = yellow, schwarz = black, weiß = white,
braun = brown, grau = gray, bunt = colorful, rosa = pink, lila = purple, orange = orange""",
    "person": """
müde = tired, krank = sick, glücklich = happy, traurig = sad, hungrig = hungry,
durstig = thirsty, nett = nice, freundlich = friendly, jung = young, alt = old, groß = tall,
klein = short, stark = strong, intelligent = intelligent, lustig = funny, faul = lazy,
fleißig = hard-working, reich = rich, arm = poor, gesund = healthy, böse = angry,
nervös = nervous, ruhig = quiet, verheiratet = married, ledig = single, geschieden = divorced,
fertig = ready, zufrieden = satisfied, schön = beautiful, schlank = slim, dick = fat,
stolz = proud, pünktlich = punctual, berühmt = famous, höflich = polite, allein = alone,
frei = free, sympathisch = likeable, ehrlich = honest, sportlich = athletic,
neugierig = curious, schwanger = pregnant, verliebt = in_love, aufgeregt = excited,
überrascht = surprised, enttäuscht = disappointed, sicher = sure, bereit = ready, wach = awake,
tot = dead, schüchtern = shy, vorsichtig = careful, klug = smart, dumm = stupid,
langsam = slow, schnell = fast, laut = loud, müde = tired, verletzt = injured,
dankbar = grateful, eifersüchtig = jealous, einsam = lonely, ernst = serious,
geduldig = patient, großzügig = generous, mutig = brave, schwach = weak, verrückt = crazy,
wütend = furious""",
    "kind": """
nett = nice, jung = young, alt = old, klein = little, klug = smart, lustig = funny,
freundlich = friendly, neu = new, gut = good, best = best""",
    "taste": """
lecker = delicious, heiß = hot, kalt = cold, warm = warm, frisch = fresh, süß = sweet,
salzig = salty, scharf = spicy, gut = good, gesund = healthy, sauer = sour, teuer = expensive,
fertig = ready,
bitter = bitter, roh = raw""",
    "food": """
frisch = fresh, gut = good, heiß = hot, klein = small, groß = big, kalt = cold""",
    "place": """
groß = big, klein = small, schön = beautiful, alt = old, neu = new, teuer = expensive,
modern = modern, sauber = clean, ruhig = quiet, laut = loud, gemütlich = cozy, hell = bright,
dunkel = dark, billig = cheap, hoch = high, berühmt = famous, bequem = comfortable,
geschlossen = closed, geöffnet = open, voll = full, leer = empty, interessant = interesting,
gefährlich = dangerous, breit = wide, eng = narrow, tief = deep""",
    "matter": """
wichtig = important, schwierig = difficult, leicht = easy, einfach = simple,
interessant = interesting, langweilig = boring, gut = good, neu = new, lang = long,
kurz = short, möglich = possible, richtig = right, falsch = wrong, schön = beautiful,
schlecht = bad, lustig = funny, spannend = exciting, traurig = sad, toll = great, klar = clear,
kompliziert = complicated, gefährlich = dangerous, anstrengend = exhausting, seltsam = strange,
normal = normal, wahr = true, unmöglich = impossible, teuer = expensive, verboten = forbidden,
schade = a_pity, super = great, perfekt = perfect, wunderbar = wonderful,
schrecklich = terrible,
nützlich = useful, nötig = necessary, logisch = logical, fantastisch = fantastic""",
}

ADJECTIVES = {kind: read_pairs(rows) for kind, rows in _TABLE.items()}

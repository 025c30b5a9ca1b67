"""Times by the tense that they go with: "German = English"."""

from tformer.data.phrasebook.lexicon.rows import read_pairs

# time, by the tense it goes with; German = English
_TABLE = {
    "now": """
jetzt = now, gerade = right now, heute = today, heute Abend = tonight,
im Moment = at the moment, heute Morgen = this morning,
heute Nachmittag = this afternoon, zurzeit = at the moment, diese Woche = this week""",
    "habit": """
jeden Tag = every day, jeden Morgen = every morning, jeden Abend = every evening,
jede Woche = every week, am Abend = in the evening, am Morgen = in the morning,
am Nachmittag = in the afternoon, jedes Jahr = every year, zweimal pro Woche = twice a week,
einmal pro Woche = once a week, jeden Sonntag = every Sunday, jeden Samstag = every Saturday,
morgens = in the morning, abends = in the evening, dreimal pro Woche = three times a week,
einmal im Monat = once a month, nach der Arbeit = after work, nach dem Essen = after dinner,
nachts = at night,
mittags = at noon, nachmittags = in the afternoon, jedes Wochenende = every weekend,
jeden Monat = every month, jede Nacht = every night, jeden Sommer = every summer,
jeden Montag = every Monday, jeden Freitag = every Friday, sonntags = on Sundays,
montags = on Mondays, nach der Schule = after school, nach dem Frühstück = after breakfast,
vor der Arbeit = before work, jeden Nachmittag = every afternoon, vormittags = in the morning""",
    "often": """
immer = always, oft = often, manchmal = sometimes, meistens = usually, selten = rarely,
normalerweise = usually, nie = never,
fast immer = almost always, fast nie = almost never, häufig = frequently, niemals = never""",
    "future": """
morgen = tomorrow, heute = today, heute Abend = tonight, nächste Woche = next week,
nächstes Jahr = next year, am Wochenende = on the weekend, morgen früh = tomorrow morning,
morgen Abend = tomorrow evening, übermorgen = the day after tomorrow, bald = soon,
später = later, nächsten Monat = next month, heute Nachmittag = this afternoon,
nächsten Sommer = next summer, in einer Stunde = in an hour, in zehn Minuten = in ten minutes,
in zwei Wochen = in two weeks, in drei Tagen = in three days,
nächsten Montag = next Monday, nächsten Freitag = next Friday, nächstes Wochenende = next weekend,
in einem Monat = in a month, in einem Jahr = in a year, nächsten Winter = next winter,
gleich = in a moment, diese Woche = this week, heute Mittag = at noon today""",
    "past": """
gestern = yesterday, gestern Abend = last night, letzte Woche = last week,
letztes Jahr = last year, vor zwei Tagen = two days ago, letzten Sommer = last summer,
heute Morgen = this morning, am Wochenende = on the weekend,
vorgestern = the day before yesterday, vor einer Stunde = an hour ago,
vor einer Woche = a week ago, letzten Monat = last month, vor drei Jahren = three years ago,
heute = today, vor einem Jahr = a year ago, letztes Wochenende = last weekend,
vor zehn Minuten = ten minutes ago, vor kurzem = recently, gestern Morgen = yesterday morning,
letzten Montag = last Monday, früher = in the past,
letzten Winter = last winter, vor zwei Wochen = two weeks ago, vor vielen Jahren = many years ago,
letzten Freitag = last Friday, letzte Nacht = last night,
gestern Nachmittag = yesterday afternoon, vor drei Tagen = three days ago, damals = back then,
vor einem Monat = a month ago, letzten Herbst = last fall""",
    "since": """
seit drei Jahren = for three years, seit einem Jahr = for a year,
seit zwei Wochen = for two weeks, seit einer Stunde = for an hour, seit 2010 = since 2010,
seit zehn Jahren = for ten years, seit gestern = since yesterday,
seit einem Monat = for a month, seit zwei Stunden = for two hours,
schon lange = for a long time, seit vier Tagen = for four days, seit einer Woche = for a week,
seit fünf Jahren = for five years, seit Montag = since Monday,
seit letztem Jahr = since last year, seit sechs Monaten = for six months,
seit 2015 = since 2015,
seit heute Morgen = since this morning, seit drei Monaten = for three months,
seit drei Wochen = for three weeks, seit letzter Woche = since last week,
seit letztem Sommer = since last summer""",
}

TIMES = {kind: read_pairs(rows) for kind, rows in _TABLE.items()}

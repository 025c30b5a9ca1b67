"""Verbs with their principal parts.

Infinitive (prefix|base, "_" for a blank), third person, preterite, participle (+ takes sein); "-"
or nothing where it is regular. sich takes the accusative, sich_D the dative.
"""

from tformer.data.phrasebook.german_verbs import Verb

_TABLE = """
sein ist war +gewesen; haben hat hatte gehabt; werden wird wurde +geworden;
wollen will wollte gewollt; mögen mag mochte gemocht; gehen - ging +gegangen;
kommen - kam +gekommen; fahren fährt fuhr +gefahren; fliegen - flog +geflogen;
laufen läuft lief +gelaufen; schwimmen - schwamm +geschwommen; bleiben - blieb +geblieben;
reisen - - +gereist; wandern - - +gewandert; auf|stehen - stand +gestanden;
auf|wachen - - +gewacht; ein|schlafen schläft schlief +geschlafen; an|kommen - kam +gekommen;
ab|fahren fährt fuhr +gefahren; zurück|kommen - kam +gekommen; um|steigen - stieg +gestiegen;
um|ziehen - zog +gezogen; aus|gehen - ging +gegangen; mit|kommen - kam +gekommen;
spazieren_|gehen - ging +gegangen; sehen sieht sah gesehen; essen isst aß gegessen;
trinken - trank getrunken; lesen liest las gelesen; schreiben - schrieb geschrieben;
sprechen spricht sprach gesprochen; schlafen schläft schlief geschlafen; geben gibt gab gegeben;
nehmen nimmt nahm genommen; finden - fand gefunden; helfen hilft half geholfen;
treffen trifft traf getroffen; vergessen vergisst vergaß vergessen;
verstehen - verstand verstanden; denken - dachte gedacht; bringen - brachte gebracht;
kennen - kannte gekannt; heißen - hieß geheißen; singen - sang gesungen; sitzen - saß gesessen;
stehen - stand gestanden; liegen - lag gelegen; hängen - hängte gehängt;
tragen trägt trug getragen; waschen wäscht wusch gewaschen; verlieren - verlor verloren;
gewinnen - gewann gewonnen; beginnen - begann begonnen; bekommen - bekam bekommen;
gefallen gefällt gefiel gefallen; schneiden - schnitt geschnitten; halten hält hielt gehalten;
schließen - schloss geschlossen; leihen - lieh geliehen; backen bäckt backte gebacken;
bitten - bat gebeten; an|rufen - rief gerufen; fern|sehen sieht sah gesehen;
ein|laden lädt lud geladen; an|fangen fängt fing gefangen; mit|bringen - brachte gebracht;
aus|sehen sieht sah gesehen; mit|nehmen nimmt nahm genommen; vor|lesen liest las gelesen;
zurück|geben gibt gab gegeben; ab|waschen wäscht wusch gewaschen;
empfehlen empfiehlt empfahl empfohlen; unterschreiben - unterschrieb unterschrieben;
fressen frisst fraß gefressen; gießen - goss gegossen; umarmen - - umarmt; kochen; machen; spielen;
lernen; arbeiten; wohnen; leben; kaufen; verkaufen; suchen; fragen; antworten; warten; hören;
lachen; weinen; tanzen; rauchen; putzen; reparieren; besuchen; brauchen; bezahlen; bestellen;
lieben; zeigen; erzählen; erklären; danken; gehören; schmecken; kosten; öffnen; glauben; träumen;
malen; zeichnen; telefonieren; studieren; fotografieren; feiern; heiraten; küssen; duschen; joggen;
reden; reservieren; mieten; schicken; schenken; benutzen; stören; hassen; vermissen; frühstücken;
füttern; bauen; legen; stellen; stecken; dauern; üben; buchen; probieren; packen; baden; grillen;
unterrichten; wecken; verdienen; holen; sammeln; auf|räumen; ein|kaufen; auf|machen; zu|machen;
an|machen; aus|machen; ab|holen; zu|hören; vor|bereiten bereitet bereitete bereitet; kennen|lernen;
aus|füllen; sich freuen; sich waschen wäscht wusch gewaschen; sich interessieren; sich setzen;
sich erinnern; sich beeilen; sich rasieren; sich fühlen; sich treffen trifft traf getroffen;
sich ärgern; sich aus|ruhen; sich an|ziehen - zog gezogen;
sich unterhalten unterhält unterhielt unterhalten; sich_D putzen;
sich_D waschen wäscht wusch gewaschen; wählen; zählen; springen - sprang +gesprungen; lächeln;
schreien - schrie geschrien; streiten - stritt gestritten; spülen; bügeln; nähen; tanken; parken;
ein|steigen - stieg +gestiegen; aus|steigen - stieg +gestiegen; hin|fallen fällt fiel +gefallen;
weg|gehen - ging +gegangen; weg|werfen wirft warf geworfen; werfen wirft warf geworfen;
fangen fängt fing gefangen; schieben - schob geschoben; beantworten; verpassen;
versprechen verspricht versprach versprochen; verlassen verlässt verließ verlassen; entdecken;
klopfen; klettern - - +geklettert; pflanzen; drucken; kopieren; übersetzen; wiederholen;
korrigieren; lösen; diskutieren; husten; niesen; an|probieren; aus|ziehen - zog gezogen; aus|packen;
sich beschweren; sich verabschieden; sich verlieben; gratulieren; folgen - - +gefolgt; begleiten;
begrüßen; trösten; retten; überraschen; erkennen - erkannte erkannt; verstecken; teilen;
wissen weiß wusste gewusst; sagen; rufen - rief gerufen; hoffen; planen; sparen; zahlen; passen;
riechen - roch gerochen; wachsen wächst wuchs +gewachsen; fallen fällt fiel +gefallen;
brennen - brannte gebrannt; bellen - bellte gebellt; funktionieren; kontrollieren; organisieren;
informieren; trainieren; kritisieren; lügen - log gelogen; drücken; ziehen - zog gezogen;
genießen - genoss genossen; wechseln; beschreiben - beschrieb beschrieben;
behalten behält behielt behalten; besitzen - besaß besessen; bestehen - bestand bestanden;
beobachten; buchstabieren; unterstützen; vergleichen - verglich verglichen; verbessern; vertrauen;
verzeihen - verzieh verziehen; übernachten; überqueren; erreichen; an|bieten - bot geboten;
an|nehmen nimmt nahm genommen; ab|lehnen; an|schauen; auf|hören; auf|passen;
aus|sprechen spricht sprach gesprochen; aus|wählen; ab|schließen - schloss geschlossen;
ein|packen; nach|denken - dachte gedacht; mit|machen; teil|nehmen nimmt nahm genommen;
vor|schlagen schlägt schlug geschlagen; zu|schauen; weg|laufen läuft lief +gelaufen;
zurück|gehen - ging +gegangen; zurück|fahren fährt fuhr +gefahren; weiter|arbeiten;
auf|schreiben - schrieb geschrieben; um|tauschen; ab|sagen; auf|essen isst aß gegessen;
aus|trinken - trank getrunken; zurück|rufen - rief gerufen; runter|laden lädt lud geladen;
speichern; löschen; starten; landen - - +gelandet; schweigen - schwieg geschwiegen; kämpfen;
schwitzen; beißen - biss gebissen; sich duschen; sich schminken; sich kämmen;
sich um|ziehen - zog gezogen; sich aus|ziehen - zog gezogen; sich langweilen; sich hin|legen;
sich irren; sich verlaufen verläuft verlief verlaufen; sich an|melden;
sich vor|bereiten bereitet bereitete bereitet; sich kümmern; sich gewöhnen; sich bedanken;
sich wundern; sich streiten - stritt gestritten; sich entschuldigen;
sich bewerben bewirbt bewarb beworben; sich konzentrieren; sich verstehen - verstand verstanden;
sich erkälten; sich verletzen; sich entscheiden - entschied entschieden; sich entspannen;
sich beruhigen; sich_D wünschen; sich_D an|sehen sieht sah gesehen; sich_D merken;
sich verabreden; begegnen - - +begegnet; schimpfen; wischen; decken; zu|stimmen; jagen; rechnen;
klingeln; scheinen - schien geschienen
"""


def _read(row: str) -> Verb:
    words = row.split()
    reflexive = {"sich": "A", "sich_D": "D"}.get(words[0], "")
    words = words[1:] if reflexive else words
    prefix, _, base = words[0].replace("_", " ").rpartition("|")
    third, past, part = (word.replace("-", "") for word in [*words[1:], "", "", ""][:3])
    auxiliary = "sein" if part.startswith("+") else "haben"
    return Verb(base, prefix, third, past, part.removeprefix("+"), auxiliary, reflexive)


def _key(row: str) -> str:
    words = row.split()
    return " ".join(words[: 2 if words[0].startswith("sich") else 1])


# by infinitive, with its bar and its sich: VERB["sich an|ziehen"]
VERB = {_key(row): _read(row) for row in _TABLE.split(";")}

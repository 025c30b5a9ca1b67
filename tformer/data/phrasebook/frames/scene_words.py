"""What is a reason for what, for sentences of two clauses."""

from tformer.data.phrasebook.frames.acts import Act, read_acts

# what is so; > what one does then; < what one does in spite of it
_SCENES = """
es/regnen = it/rain, es/schneien = it/snow, es/sein kalt = it/be cold,
es/sein windig = it/be windy, das Wetter/sein schlecht = the weather/be bad
> bleiben zu Hause = stay at home, fahren mit dem Bus = go by bus, lesen ein Buch = read a book,
!gehen spazieren = go for a walk, bleiben hier = stay here, nehmen ein Taxi = take a taxi,
!gehen schwimmen = go swimming, !fahren = go, trinken Tee = drink tea
< gehen spazieren = go for a walk, spielen Fußball = play soccer, joggen = jog,
fahren Fahrrad = ride a bicycle, gehen zu Fuß = go on foot, gehen in den Park = go to the park
;
es/sein heiß = it/be hot, es/sein warm = it/be warm, die Sonne/scheinen = the sun/shine,
das Wetter/sein schön = the weather/be nice, das Wetter/sein gut = the weather/be good
> gehen schwimmen = go swimming, gehen in den Park = go to the park, essen ein Eis = eat ice cream,
gehen spazieren = go for a walk, fahren ans Meer = go to the sea, fahren Fahrrad = ride a bicycle,
sitzen im Garten = sit in the garden, spielen draußen = play outside
< bleiben zu Hause = stay at home, arbeiten = work, fern|sehen = watch TV
;
es/sein dunkel = it/be dark, es/sein spät = it/be late, es/sein schon spät = it/be already late
> bleiben hier = stay here, gehen nach Hause = go home, gehen ins Bett = go to bed,
nehmen ein Taxi = take a taxi, an|machen das Licht = turn on the light
< arbeiten = work, lesen ein Buch = read a book, spielen draußen = play outside
;
X/sein müde = X/be tired, X/sein krank = X/be sick, X/haben Kopfschmerzen = X/have a headache,
X/haben Fieber = X/have a fever, X/sein sehr müde = X/be very tired
> bleiben im Bett = stay in bed, gehen ins Bett = go to bed, bleiben zu Hause = stay at home,
!arbeiten = work, trinken Tee = drink tea, sich aus|ruhen = rest, !mit|kommen = come along
< arbeiten = work, gehen zur Arbeit = go to work, gehen in die Schule = go to school,
lernen Deutsch = learn German, helfen D:person = help 1
;
X/haben Hunger = X/be hungry, X/sein hungrig = X/be hungry
> essen A:snack = eat 1, kochen eine Suppe = cook a soup, gehen ins Restaurant =
go to the restaurant, bestellen A:dish = order 1, kaufen A:foodmass = buy 1,
essen etwas = eat something
< !essen = eat, arbeiten = work
;
X/haben Durst = X/be thirsty, X/sein durstig = X/be thirsty
> trinken Wasser = drink water, trinken ein Glas Wasser = drink a glass of water,
bestellen A:drinkone = order 1, kaufen eine Flasche Wasser = buy a bottle of water
< !trinken = drink, arbeiten = work
;
X/haben Zeit = X/have time, X/haben frei = X/be off, X/haben Urlaub = X/be on vacation
> besuchen A:family = visit 1, lesen A:read = read 1, gehen ins Kino = go to the cinema,
gehen schwimmen = go swimming, kochen = cook, helfen D:person = help 1, spielen Tennis = play tennis
< !an|rufen A:person = call 1, bleiben zu Hause = stay at home, arbeiten = work
;
X/haben keine Zeit = X/have no time, X/haben viel Arbeit = X/have a lot of work,
X/haben viel zu tun = X/have a lot to do
> !mit|kommen = come along, !gehen ins Kino = go to the cinema, 
bleiben im Büro = stay in the office, !kochen = cook, !aus|gehen = go out
< gehen spazieren = go for a walk, helfen D:person = help 1, besuchen A:family = visit 1,
fern|sehen = watch TV, gehen ins Kino = go to the cinema
;
X/haben kein Geld = X/have no money
> bleiben zu Hause = stay at home, gehen zu Fuß = go on foot, suchen Arbeit = look for work,
!gehen ins Restaurant = go to the restaurant
< kaufen A:clothes = buy 1, reisen TOCOUNTRY = travel 0, gehen ins Restaurant =
go to the restaurant
;
X/sein traurig = X/be sad, X/sein allein = X/be alone
> an|rufen A:family = call 1, hören Musik = listen to music,
besuchen A:family = visit 1
< lachen = laugh, lächeln = smile, tanzen = dance
;
X/haben eine Prüfung = X/have an exam
> lernen = study, üben = practice, lernen viel = study a lot, bleiben zu Hause = stay at home
< fern|sehen = watch TV, !lernen = study, gehen ins Kino = go to the cinema
;
!der Bus/kommen = the bus/come, der Zug/haben Verspätung = the train/be late
> warten = wait, nehmen ein Taxi = take a taxi, gehen zu Fuß = go on foot,
gehen nach Hause = go home, nehmen das Auto = take the car
< !nehmen das Auto = take the car, bleiben ruhig = stay calm
;
der Kühlschrank/sein leer = the refrigerator/be empty
> ein|kaufen = go shopping, gehen in den Supermarkt = go to the supermarket,
gehen ins Restaurant = go to the restaurant
< !ein|kaufen = go shopping
;
die Kinder/schlafen = the children/sleep, das Baby/schlafen = the baby/sleep
> sprechen leise = speak quietly, aus|machen das Licht = turn off the light,
lesen A:read = read 1
< hören Musik = listen to music, singen laut = sing loudly
"""


def _read_scenes() -> tuple[tuple[tuple[Act, ...], ...], ...]:
    """Of each scene: what is so, what one does then, what one does in spite of it."""
    scenes = []
    for scene in _SCENES.split(";"):
        causes, rest = scene.split(">")
        scenes.append(tuple(map(read_acts, (causes, *rest.split("<")))))
    return tuple(scenes)


SCENES = _read_scenes()

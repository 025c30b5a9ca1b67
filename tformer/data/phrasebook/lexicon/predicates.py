"""Predicates: what a verb is said of, and of whom, in both languages.

A row is subject | German | English | aspect. Slots are case:objects or preposition+case:objects,
where objects are "person", "friend", "family", "spouse" or a name of ``OBJECTS``; in capitals they
are places, CLOCK or als_JOB. Other German words stand where they are, "_" joins what stays
together. In English the slots with nouns are numbered, places and the like are 0, and OWN is the
possessive of the subject. Aspect: p "is cooking" now, s "works" always, be "is interested".
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from tformer.data.phrasebook.german_verbs import Verb
from tformer.data.phrasebook.lexicon.verbs import VERB

_TABLE = """
person | kochen A:cooked | cook 1 | p
person | kochen A:cookable | cook 1 | p
person | kochen | cook | p
person | essen A:dish | eat 1 | p
person | essen A:snack | eat 1 | p
person | essen A:foodmass | eat 1 | p
person | essen A:foodmass | eat 1 | p
person | trinken A:drink | drink 1 | p
person | trinken A:drink | drink 1 | p
person | trinken A:drinkone | drink 1 | p
person | backen A:cake | bake 1 | p
person | bestellen A:dish | order 1 | p
person | bestellen A:drinkone | order 1 | p
person | probieren A:dish | try 1 | p
person | kaufen A:snack | buy 1 | p
person | kaufen A:foodmass | buy 1 | p
person | kaufen A:clothes | buy 1 | p
person | kaufen A:goods | buy 1 | p
person | kaufen A:goods | buy 1 | p
person | verkaufen A:goods | sell 1 | p
person | brauchen A:goods | need 1 | s
person | brauchen A:foodmass | need 1 | s
person | brauchen A:abstractneed | need 1 | s
person | suchen A:thing | look for 1 | p
person | suchen A:search | look for 1 | p
person | suchen A:person | look for 1 | p
person | finden A:thing | find 1 | s
person | verlieren A:thing | lose 1 | s
person | vergessen A:thing | forget 1 | s
person | vergessen A:memory | forget 1 | s
person | reparieren A:repair | repair 1 | p
person | putzen A:clean | clean 1 | p
person | lesen A:read | read 1 | p
person | lesen A:read | read 1 | p
person | lesen | read | p
person | schreiben A:write | write 1 | p
person | schreiben D:person A:write | write 1 2 | p
person | schicken D:person A:send | send 1 2 | p
person | geben D:person A:thing | give 1 2 | s
person | schenken D:person A:gift | give 1 2 | s
person | zeigen D:person A:show | show 1 2 | p
person | bringen D:person A:drinkone | bring 1 2 | p
person | bringen D:person A:thing | bring 1 2 | p
person | leihen D:person A:lend | lend 1 2 | p
person | kaufen D:person A:gift | buy 1 2 | p
person | erzählen D:person A:story | tell 1 2 | p
person | erklären D:person A:explain | explain 2 to 1 | p
person | sehen A:person | see 1 | s
person | sehen A:watch | watch 1 | p
person | sehen A:sight | see 1 | s
person | hören A:music | listen to 1 | p
person | hören Radio | listen to the radio | p
person | hören A:person | hear 1 | s
person | singen A:song | sing 1 | p
person | spielen Fußball | play soccer | p
person | spielen Tennis | play tennis | p
person | spielen Karten | play cards | p
person | spielen Basketball | play basketball | p
person | spielen Klavier | play the piano | p
person | spielen Gitarre | play the guitar | p
person | spielen mit+D:toy | play with 1 | p
person | spielen PLACE | play 0 | p
person | lernen LANGUAGE | learn 0 | p
person | sprechen LANGUAGE | speak 0 | s
person | sprechen LANGUAGE | speak 0 | s
person | sprechen mit+D:person | talk to 1 | p
person | verstehen A:person | understand 1 | s
person | verstehen A:understand | understand 1 | s
person | verstehen LANGUAGE | understand 0 | s
person | studieren SUBJECT | study 0 | s
person | arbeiten WORKPLACE | work 0 | s
person | arbeiten WORKPLACE | work 0 | s
person | arbeiten | work | p
person | arbeiten als_JOB | work as 0 | s
person | wohnen CITY | live 0 | s
person | wohnen CITY | live 0 | s
person | wohnen COUNTRY | live 0 | s
person | wohnen bei+D:family | live with 1 | s
person | wohnen HOME | live 0 | s
person | leben CITY | live 0 | s
person | leben COUNTRY | live 0 | s
person | gehen TO | go 0 | p
person | gehen TO | go 0 | p
person | gehen nach_Hause | go home | p
person | gehen einkaufen | go shopping | p
person | gehen schwimmen | go swimming | p
person | gehen schlafen | go to sleep | p
person | spazieren_|gehen | go for a walk | p
person | kommen nach_Hause | come home | p
person | kommen FROM | come 0 | s
person | kommen FROMCITY | come 0 | s
person | kommen FROMCOUNTRY | come 0 | s
person | kommen FROMCOUNTRY | come 0 | s
person | kommen zu+D:person | come to see 1 | p
person | fahren TOCITY | go 0 | p
person | fahren TOCITY | go 0 | p
person | fahren TOCOUNTRY | go 0 | p
person | fahren TO | go 0 | p
person | fahren VEHICLE TOCITY | go 0 1 | p
person | fahren VEHICLE zur_Arbeit | go to work 1 | s
person | fahren VEHICLE zur_Schule | go to school 1 | s
person | fahren Auto | drive a car | p
person | fahren Fahrrad | ride a bicycle | p
person | fahren Ski | ski | p
person | fliegen TOCITY | fly 0 | p
person | fliegen TOCOUNTRY | fly 0 | p
person | reisen TOCOUNTRY | travel 0 | p
person | reisen TOCITY | travel 0 | p
person | laufen TO | run 0 | p
person | bleiben AT | stay 0 | p
person | bleiben zu_Hause | stay at home | p
person | warten auf+A:person | wait for 1 | p
person | warten auf+A:transport | wait for 1 | p
person | warten AT | wait 0 | p
person | sitzen AT | sit 0 | p
person | stehen AT | stand 0 | p
person | liegen BED | lie 0 | p
person | schlafen | sleep | p
person | schlafen BED | sleep 0 | p
person | lachen | laugh | p
person | weinen | cry | p
person | tanzen | dance | p
person | tanzen mit+D:person | dance with 1 | p
person | rauchen | smoke | s
person | schwimmen SWIM | swim 0 | p
person | schwimmen | swim | p
person | singen | sing | p
person | joggen PARK | jog 0 | p
person | duschen | take a shower | p
person | baden | take a bath | p
person | frühstücken | have breakfast | p
person | telefonieren mit+D:person | talk on the phone with 1 | p
person | helfen D:person | help 1 | p
person | helfen D:person | help 1 | p
person | danken D:person | thank 1 | p
person | antworten D:person | answer 1 | p
person | glauben D:person | believe 1 | s
person | fragen A:person | ask 1 | p
person | besuchen A:person | visit 1 | p
person | besuchen A:visit | visit 1 | p
person | treffen A:person | meet 1 | p
person | lieben A:person | love 1 | s
person | kennen A:person | know 1 | s
person | kennen A:known | know 1 | s
person | vermissen A:person | miss 1 | s
person | heiraten A:spouse | marry 1 | p
person | küssen A:person | kiss 1 | p
person | stören A:person | disturb 1 | p
person | tragen A:wear | wear 1 | p
person | tragen A:thing | carry 1 | p
person | waschen A:wash | wash 1 | p
person | öffnen A:openable | open 1 | p
person | schließen A:closable | close 1 | p
person | auf|machen A:openable | open 1 | p
person | zu|machen A:closable | close 1 | p
person | an|machen A:switch | turn on 1 | p
person | aus|machen A:switch | turn off 1 | p
person | benutzen A:use | use 1 | p
person | bezahlen A:bill | pay for 1 | p
person | malen A:picture | paint 1 | p
person | zeichnen A:picture | draw 1 | p
person | fotografieren A:sight | photograph 1 | p
person | bauen A:house | build 1 | p
person | mieten A:rent | rent 1 | p
person | reservieren A:reserve | reserve 1 | p
person | buchen A:book | book 1 | p
person | füttern A:pet | feed 1 | p
person | nehmen A:ride | take 1 | p
person | nehmen A:thing | take 1 | p
person | bekommen A:get | get 1 | s
person | machen A:plan | make 1 | p
person | machen A:outing | go on 1 | p
person | machen A:snapshot | take 1 | p
person | machen Hausaufgaben | do homework | p
person | machen Sport | exercise | p
person | machen A:pause | take 1 | p
person | machen A:mistake | make 1 | s
person | machen Urlaub COUNTRYIN | go on vacation 0 | p
person | auf|stehen | get up | s
person | auf|wachen | wake up | s
person | ein|schlafen | fall asleep | s
person | an|kommen AT | arrive 0 | s
person | an|kommen | arrive | s
person | zurück|kommen | come back | p
person | zurück|kommen FROM | come back 0 | p
person | mit|kommen | come along | p
person | aus|gehen | go out | p
person | um|ziehen TOCITY | move 0 | p
person | an|rufen A:person | call 1 | p
person | an|rufen A:person | call 1 | p
person | fern|sehen | watch TV | p
person | ein|kaufen | go shopping | p
person | ein|kaufen SHOP | shop 0 | p
person | ein|laden A:person | invite 1 | p
person | ein|laden A:person zum_Essen | invite 1 to dinner | p
person | ab|holen A:person STATION | pick 1 up 0 | p
person | ab|holen A:person | pick 1 up | p
person | auf|räumen A:tidy | tidy up 1 | p
person | mit|bringen A:thing | bring along 1 | p
person | mit|nehmen A:thing | take along 1 | p
person | zu|hören D:person | listen to 1 | p
person | vor|bereiten A:prepare | prepare 1 | p
person | kennen|lernen A:friend | get to know 1 | s
person | aus|füllen A:form | fill out 1 | p
person | vor|lesen D:person A:readout | read 1 2 | p
person | packen A:pack | pack 1 | p
person | feiern A:celebrate | celebrate 1 | p
person | unterrichten SUBJECT | teach 0 | s
person | gewinnen A:game | win 1 | s
person | hassen A:hate | hate 1 | s
person | verdienen viel_Geld | earn a lot of money | s
person | sich freuen auf+A:joy | look forward to 1 | p
person | sich interessieren für+A:interest | be interested in 1 | be
person | sich waschen | wash | p
person | sich_D putzen die_Zähne | brush OWN teeth | p
person | sich_D waschen die_Hände | wash OWN hands | p
person | sich an|ziehen | get dressed | p
person | sich aus|ruhen | rest | p
person | sich beeilen | hurry | p
person | sich erinnern an+A:person | remember 1 | s
person | sich ärgern über+A:person | get angry with 1 | s
person | sich treffen mit+D:person | meet with 1 | p
person | sich unterhalten mit+D:person | talk with 1 | p
person | sich setzen auf+A:seat | sit down on 1 | s
person | sich rasieren | shave | p
person | denken an+A:person | think of 1 | p
person | träumen von+D:dream | dream of 1 | p
person | reden über+A:topic | talk about 1 | p
person | sprechen über+A:topic | talk about 1 | p
person | bitten A:person um_Hilfe | ask 1 for help | p
person | fragen A:person nach_dem_Weg | ask 1 for directions | p
person | zurück|geben D:person A:thing | give 2 back to 1 | s
person | empfehlen D:person A:recommend | recommend 2 to 1 | s
person | unterschreiben A:form | sign 1 | p
person | üben | practice | p
person | wecken A:person | wake 1 up | p
person | holen A:thing | get 1 | p
person | gießen die_Blumen | water the flowers | p
person | ab|waschen | do the dishes | p
person | grillen GARDEN | have a barbecue 0 | p
person | sammeln A:collect | collect 1 | s
person | um|steigen STATIONIN | change trains 0 | p
person | wandern MOUNTAINS | hike 0 | p
person | schneiden A:cut | cut 1 | p
person | legen A:thing ONTO | put 1 0 | p
person | stellen A:stand ONTO | put 1 0 | p
person | hängen A:hangable WALL | hang 1 0 | p
person | stecken A:small INTO | put 1 0 | p
person | umarmen A:person | hug 1 | p
person | wählen A:choice | choose 1 | p
person | zählen das_Geld | count the money | p
person | springen ins_Wasser | jump into the water | p
person | lächeln | smile | p
person | schreien | scream | p
person | streiten mit+D:person | argue with 1 | p
person | spülen das_Geschirr | wash the dishes | p
person | bügeln A:ironed | iron 1 | p
person | nähen A:sewn | sew 1 | p
person | tanken | get gas | p
person | parken das_Auto | park the car | p
person | ein|steigen in+A:transport | get on 1 | p
person | aus|steigen aus+D:transport | get off 1 | p
person | hin|fallen | fall down | s
person | weg|gehen | go away | p
person | weg|werfen A:thing | throw away 1 | p
person | werfen den_Ball | throw the ball | p
person | fangen den_Ball | catch the ball | p
person | schieben A:pushed | push 1 | p
person | beantworten A:answered | answer 1 | p
person | verpassen A:transport | miss 1 | s
person | versprechen D:person A:gift | promise 1 2 | s
person | verlassen A:left | leave 1 | p
person | entdecken A:discovered | discover 1 | s
person | klopfen an_die_Tür | knock on the door | p
person | klettern auf+A:climbed | climb 1 | p
person | pflanzen A:planted | plant 1 | p
person | drucken A:printed | print 1 | p
person | kopieren A:printed | copy 1 | p
person | übersetzen A:translated | translate 1 | p
person | wiederholen A:repeated | repeat 1 | p
person | korrigieren A:corrected | correct 1 | p
person | lösen A:solved | solve 1 | p
person | diskutieren über+A:topic | discuss 1 | p
person | husten | cough | p
person | niesen | sneeze | p
person | an|probieren A:clothes | try on 1 | p
person | aus|ziehen A:takenoff | take off 1 | p
person | aus|packen A:pack | unpack 1 | p
person | sich beschweren über+A:topic | complain about 1 | p
person | sich verabschieden von+D:person | say goodbye to 1 | p
person | sich verlieben in+A:person | fall in love with 1 | s
person | gratulieren D:person | congratulate 1 | p
person | folgen D:person | follow 1 | p
person | begleiten A:person | accompany 1 | p
person | begrüßen A:person | greet 1 | p
person | trösten A:person | comfort 1 | p
person | retten A:person | rescue 1 | s
person | überraschen A:person | surprise 1 | p
person | erkennen A:person | recognize 1 | s
person | verstecken A:thing | hide 1 | p
person | teilen A:cake mit+D:person | share 1 with 2 | p
person | wissen A:answerknown | know 1 | s
person | sagen D:person die_Wahrheit | tell 1 the truth | p
person | rufen A:person | call 1 | p
person | hoffen auf+A:answer | hope for 1 | p
person | planen A:planned | plan 1 | p
person | sparen Geld | save money | p
person | zahlen A:payable | pay 1 | p
person | lügen | lie | s
person | trainieren | work out | p
person | schwitzen | sweat | p
person | kämpfen | fight | p
person | schweigen | be silent | be
person | genießen A:enjoyed | enjoy 1 | p
person | wechseln das_Geld | exchange the money | p
person | beschreiben D:person A:described | describe 2 to 1 | p
person | behalten A:kept | keep 1 | s
person | bestehen A:exam | pass 1 | s
person | beobachten A:watched | watch 1 | p
person | buchstabieren A:spelled | spell 1 | p
person | organisieren A:planned | organize 1 | p
person | informieren A:person | inform 1 | p
person | kritisieren A:person | criticize 1 | p
person | kontrollieren A:checked | check 1 | p
person | unterstützen A:person | support 1 | p
person | vergleichen A:compared | compare 1 | p
person | verbessern A:improved | improve 1 | p
person | vertrauen D:person | trust 1 | s
person | verzeihen D:person | forgive 1 | s
person | begegnen D:person | run into 1 | s
person | übernachten SLEEPOVER | spend the night 0 | p
person | überqueren A:crossed | cross 1 | p
person | erreichen A:late | catch 1 | s
person | an|bieten D:person A:offered | offer 1 2 | p
person | an|nehmen A:picked | accept 1 | p
person | ab|lehnen A:picked | turn down 1 | p
person | an|schauen A:lookedat | look at 1 | p
person | auf|passen auf+A:careof | take care of 1 | p
person | aus|sprechen A:spelled | pronounce 1 | p
person | aus|wählen A:choice | pick out 1 | p
person | ab|schließen A:lockable | lock 1 | p
person | ein|packen A:packedin | pack 1 | p
person | nach|denken über+A:topic | think about 1 | p
person | mit|machen | join in | p
person | teil|nehmen an+D:taking | take part in 1 | p
person | vor|schlagen D:person A:suggested | suggest 2 to 1 | s
person | zu|schauen D:person | watch 1 | p
person | zu|stimmen D:person | agree with 1 | s
person | weg|laufen | run away | p
person | zurück|gehen | go back | p
person | zurück|fahren | drive back | p
person | zurück|rufen A:person | call 1 back | p
person | auf|schreiben A:noted | write down 1 | p
person | um|tauschen A:exchanged | exchange 1 | p
person | ab|sagen A:cancelled | cancel 1 | p
person | auf|essen A:finished | eat up 1 | p
person | aus|trinken A:drunkup | drink up 1 | p
person | runter|laden A:file | download 1 | p
person | speichern A:file | save 1 | p
person | löschen A:file | delete 1 | p
person | starten A:started | start 1 | p
person | schimpfen mit+D:person | scold 1 | p
person | wischen A:deskcleaned | wipe 1 | p
person | decken den_Tisch | set the table | p
person | ziehen den_Schlitten | pull the sled | p
person | drücken den_Knopf | press the button | p
person | fallen vom_Fahrrad | fall off the bicycle | s
person | sich schminken | put on makeup | p
person | sich kämmen | comb OWN hair | p
person | sich um|ziehen | get changed | p
person | sich aus|ziehen | get undressed | p
person | sich langweilen | be bored | be
person | sich hin|legen | lie down | p
person | sich irren | be wrong | be
person | sich verlaufen | get lost | s
person | sich an|melden zu+D:coursed | sign up for 1 | p
person | sich vor|bereiten auf+A:exam | prepare for 1 | p
person | sich kümmern um+A:careof | take care of 1 | p
person | sich gewöhnen an+A:gettingused | get used to 1 | p
person | sich bedanken bei+D:person | thank 1 | p
person | sich wundern | be surprised | be
person | sich streiten mit+D:person | argue with 1 | p
person | sich entschuldigen bei+D:person | apologize to 1 | p
person | sich bewerben um+A:applied | apply for 1 | p
person | sich konzentrieren auf+A:minded | concentrate on 1 | p
person | sich verstehen gut mit+D:person | get along well with 1 | s
person | sich erkälten | catch a cold | s
person | sich verletzen | get hurt | s
person | sich entspannen | relax | p
person | sich duschen | take a shower | p
person | sich beruhigen | calm down | p
person | sich entscheiden für+A:choice | decide on 1 | s
person | weiter|arbeiten | keep working | s
person | besitzen A:owned | own 1 | s
person | sich verabreden mit+D:person | make plans with 1 | s
person | sich_D wünschen A:wished | wish for 1 | s
person | sich_D an|sehen A:lookedat | look at 1 | p
person | sich_D merken A:remembered | remember 1 | s
person | spielen Geige | play the violin | p
person | spielen Schach | play chess | p
person | spielen Volleyball | play volleyball | p
person | spielen Computerspiele | play computer games | p
person | spielen Flöte | play the flute | p
person | lernen Mathematik | study math | p
person | lernen für+A:exam | study for 1 | p
person | machen Yoga | do yoga | p
person | machen das_Bett | make the bed | p
person | gehen zu+D:family | go to see 1 | p
person | antworten auf+A:answered | reply to 1 | p
person | schreiben an+A:family | write to 1 | p
person | lachen über+A:joke | laugh at 1 | p
person | danken D:person für+A:thanked | thank 1 for 2 | p
person | ein|laden A:person zu+D:celebrate | invite 1 to 2 | p
person | trinken A:drink | drink 1 | p
person | essen A:foodmass | eat 1 | p
person | lesen A:read | read 1 | p
person | lernen LANGUAGE | learn 0 | p
animal | schlafen BED | sleep 0 | p
animal | schlafen | sleep | p
animal | trinken A:milk | drink 1 | p
animal | laufen TO | run 0 | p
animal | sitzen BED | sit 0 | p
animal | spielen GARDEN | play 0 | p
animal | fressen A:feed | eat 1 | p
animal | suchen A:person | look for 1 | p
train | an|kommen CLOCK | arrive 0 | s
train | ab|fahren CLOCK | leave 0 | s
train | kommen CLOCK | come 0 | s
train | fahren TOCITY | go 0 | s
train | halten STOP | stop 0 | s
event | beginnen CLOCK | begin 0 | s
event | an|fangen CLOCK | start 0 | s
event | dauern DURATION | last 0 | s
shop | schließen CLOCK | close 0 | s
shop | öffnen CLOCK | open 0 | s
"""


class Predicate(NamedTuple):
    """One row: the verb, the German slots after it, the English, the aspect."""

    verb: Verb
    slots: tuple[str, ...]
    english: str
    aspect: str


def _read(row: str) -> tuple[str, Predicate]:
    kind, german, english, aspect = (cell.strip() for cell in row.split(" | "))
    words = german.split()
    verb = " ".join(words[: 2 if words[0].startswith("sich") else 1])
    slots = tuple(words[len(verb.split()) :])
    return kind, Predicate(VERB[verb], slots, english, aspect)


_ROWS = tuple(map(_read, _TABLE.strip().splitlines()))


@cache
def predicates(
    kind: str, wanted: Callable[[Predicate], bool] | None = None
) -> tuple[Predicate, ...]:
    """What can be said of a person, animal, train, event or shop; those that are ``wanted``."""
    rows = (row for of, row in _ROWS if of == kind)
    return tuple(row for row in rows if wanted is None or wanted(row))

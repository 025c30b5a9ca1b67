"""Names of people, cities, countries, languages, nations and subjects; days, months, seasons."""

from tformer.data.phrasebook.lexicon.rows import read_pairs, read_words

_FEMALE = """Anna Maria Julia Laura Lisa Sara Sophie Lena Emma Mia Eva Sabine Monika Petra Claudia
Karin Nina Katharina Susanne Martina Hannah Marie Birgit Christine Nicole Stefanie Andrea Barbara
Elena Fatima Leonie Clara Paula Greta Ingrid Erika Sandra Melanie Helga Aylin"""
_MALE = """Peter Thomas Paul Max Tom Michael Jan Lukas Felix Stefan Martin Daniel Klaus Leon Jonas
Markus Andreas David Tim Ali Ben Elias Noah Tobias Florian Christian Alexander Sebastian Matthias
Jürgen Hans Oliver Simon Moritz Anton Karl Emil Ahmed Mehmet Robert"""
_SURNAMES = """Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Hoffmann Koch Bauer
Klein Wolf Braun Schulz Krüger Lange Werner Krause Schmitz Huber Köhler König Richter Keller
Schwarz Zimmermann Hartmann Lehmann"""
_CITIES = """Berlin Hamburg Köln=Cologne München=Munich Frankfurt Wien=Vienna Zürich=Zurich Paris
London Rom=Rome Madrid New_York Dresden Leipzig Stuttgart Salzburg Bremen Prag=Prague Istanbul
Hannover=Hanover Bonn Basel Heidelberg Tokio=Tokyo Moskau=Moscow Nürnberg=Nuremberg Düsseldorf
Dortmund Freiburg Mainz Potsdam Rostock Kiel Bern Genf=Geneva Graz Innsbruck Barcelona
Lissabon=Lisbon Athen=Athens Amsterdam Brüssel=Brussels Kopenhagen=Copenhagen Stockholm Oslo
Warschau=Warsaw Budapest Kairo=Cairo Peking=Beijing Mailand=Milan Venedig=Venice Florenz=Florence
Dublin Karlsruhe Weimar"""
_COUNTRIES = """Deutschland=Germany Österreich=Austria Frankreich=France Italien=Italy
Spanien=Spain England Polen=Poland Japan China Russland=Russia Griechenland=Greece Portugal
Schweden=Sweden Indien=India Amerika=America Kanada=Canada Brasilien=Brazil Mexiko=Mexico
Norwegen=Norway Dänemark=Denmark Holland Belgien=Belgium Syrien=Syria Ungarn=Hungary Ägypten=Egypt
Afrika=Africa Europa=Europe Australien=Australia Irland=Ireland Finnland=Finland
Tschechien=the_Czech_Republic Rumänien=Romania Bulgarien=Bulgaria Kroatien=Croatia Island=Iceland
Argentinien=Argentina Chile Kuba=Cuba Marokko=Morocco Südafrika=South_Africa Thailand Vietnam
Südkorea=South_Korea Neuseeland=New_Zealand Israel Asien=Asia Großbritannien=Great_Britain Nigeria
Tunesien=Tunisia Schottland=Scotland"""
_LANGUAGES = """Deutsch=German Englisch=English Französisch=French Spanisch=Spanish
Italienisch=Italian Russisch=Russian Türkisch=Turkish Arabisch=Arabic Chinesisch=Chinese
Japanisch=Japanese Polnisch=Polish Portugiesisch=Portuguese Griechisch=Greek Niederländisch=Dutch
Schwedisch=Swedish Ukrainisch=Ukrainian Tschechisch=Czech Ungarisch=Hungarian Koreanisch=Korean
Persisch=Persian Latein=Latin Dänisch=Danish Norwegisch=Norwegian Finnisch=Finnish"""
_NATIONS = """Deutscher/Deutsche=German Engländer/Engländerin=English
Amerikaner/Amerikanerin=American Italiener/Italienerin=Italian Türke/Türkin=Turkish
Franzose/Französin=French Spanier/Spanierin=Spanish Österreicher/Österreicherin=Austrian
Schweizer/Schweizerin=Swiss Pole/Polin=Polish Russe/Russin=Russian Japaner/Japanerin=Japanese
Grieche/Griechin=Greek Portugiese/Portugiesin=Portuguese Chinese/Chinesin=Chinese
Schwede/Schwedin=Swedish Däne/Dänin=Danish Norweger/Norwegerin=Norwegian
Holländer/Holländerin=Dutch Brite/Britin=British Ire/Irin=Irish Tscheche/Tschechin=Czech
Ukrainer/Ukrainerin=Ukrainian Inder/Inderin=Indian Mexikaner/Mexikanerin=Mexican
Brasilianer/Brasilianerin=Brazilian Kanadier/Kanadierin=Canadian Europäer/Europäerin=European
Ägypter/Ägypterin=Egyptian Ungar/Ungarin=Hungarian"""
_SUBJECTS = """Mathematik=math Medizin=medicine Biologie=biology Physik=physics Chemie=chemistry
Geschichte=history Kunst=art Informatik=computer_science Jura=law Musik=music
Philosophie=philosophy Psychologie=psychology Wirtschaft=economics Architektur=architecture
Soziologie=sociology Pädagogik=education"""
_DAYS = """Montag=Monday Dienstag=Tuesday Mittwoch=Wednesday Donnerstag=Thursday Freitag=Friday
Samstag=Saturday Sonntag=Sunday"""
_MONTHS = """Januar=January Februar=February März=March April Mai=May Juni=June Juli=July August
September Oktober=October November Dezember=December"""
_SEASONS = "Frühling=spring Sommer=summer Herbst=fall Winter=winter"

FEMALE = read_words(_FEMALE)
MALE = read_words(_MALE)
SURNAMES = read_words(_SURNAMES)
CITIES = read_pairs(_CITIES, None)
COUNTRIES = read_pairs(_COUNTRIES, None)
LANGUAGES = read_pairs(_LANGUAGES, None)
NATIONS = read_pairs(_NATIONS, None)
SUBJECTS = read_pairs(_SUBJECTS, None)
DAYS = read_pairs(_DAYS, None)
MONTHS = read_pairs(_MONTHS, None)
SEASONS = read_pairs(_SEASONS, None)

"""Names of people, cities, countries, languages, nations and subjects; days, months, seasons."""

from tformer.data.phrasebook.lexicon.rows import read_pairs, read_words

_FEMALE = """Anna Maria Julia Laura Lisa Sara Sophie Lena Emma Mia Eva Sabine Monika Petra Claudia
Karin Nina Katharina Susanne Martina"""
_MALE = """Peter Thomas Paul Max Tom Michael Jan Lukas Felix Stefan Martin Daniel Klaus Leon Jonas
Markus Andreas David Tim Ali"""
_SURNAMES = """Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Hoffmann Koch Bauer Klein
Wolf Braun"""
_CITIES = """Berlin Hamburg Köln=Cologne München=Munich Frankfurt Wien=Vienna Zürich=Zurich Paris
London Rom=Rome Madrid New_York Dresden Leipzig Stuttgart Salzburg Bremen Prag=Prague
Istanbul Hannover=Hanover Bonn Basel Heidelberg Tokio=Tokyo Moskau=Moscow"""
_COUNTRIES = """Deutschland=Germany Österreich=Austria Frankreich=France Italien=Italy Spanien=Spain
England Polen=Poland Japan China Russland=Russia Griechenland=Greece Portugal Schweden=Sweden
Indien=India Amerika=America Kanada=Canada Brasilien=Brazil Mexiko=Mexico Norwegen=Norway
Dänemark=Denmark Holland Belgien=Belgium Syrien=Syria Ungarn=Hungary Ägypten=Egypt Afrika=Africa
Europa=Europe Australien=Australia Irland=Ireland"""
_LANGUAGES = """Deutsch=German Englisch=English Französisch=French Spanisch=Spanish
Italienisch=Italian Russisch=Russian Türkisch=Turkish Arabisch=Arabic Chinesisch=Chinese
Japanisch=Japanese Polnisch=Polish Portugiesisch=Portuguese"""
_NATIONS = """Deutscher/Deutsche=German Engländer/Engländerin=English
Amerikaner/Amerikanerin=American Italiener/Italienerin=Italian Türke/Türkin=Turkish
Franzose/Französin=French Spanier/Spanierin=Spanish Österreicher/Österreicherin=Austrian
Schweizer/Schweizerin=Swiss Pole/Polin=Polish Russe/Russin=Russian Japaner/Japanerin=Japanese"""
_SUBJECTS = """Mathematik=math Medizin=medicine Biologie=biology Physik=physics Chemie=chemistry
Geschichte=history Kunst=art Informatik=computer_science Jura=law Musik=music"""
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

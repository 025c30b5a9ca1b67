"""Numbers below 1,000 and days of a month in words."""

from functools import cache

from tformer.data.phrasebook.lexicon.rows import Pair, read_words

ONES = read_words("""null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn
vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn""")
TENS = read_words("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")
ENGLISH_ONES = read_words("""zero one two three four five six seven eight nine ten eleven twelve
thirteen fourteen fifteen sixteen seventeen eighteen nineteen""")
ENGLISH_TENS = read_words("twenty thirty forty fifty sixty seventy eighty ninety")


@cache
def number(n: int) -> Pair:
    """``n`` from 1 to 999 in words: number(21) is einundzwanzig, twenty-one."""
    if n >= 100:
        hundreds, rest = divmod(n, 100)
        german = ("ein" if hundreds == 1 else ONES[hundreds]) + "hundert"
        english = f"{ENGLISH_ONES[hundreds]} hundred"
        if rest:
            more = number(rest)
            german, english = german + more[0], f"{english} {more[1]}"
        return german, english
    if n < 20:
        return ONES[n], ENGLISH_ONES[n]
    tens, ones = divmod(n, 10)
    if not ones:
        return TENS[tens - 2], ENGLISH_TENS[tens - 2]
    one = "ein" if ones == 1 else ONES[ones]
    return f"{one}und{TENS[tens - 2]}", f"{ENGLISH_TENS[tens - 2]}-{ENGLISH_ONES[ones]}"


_GERMAN_DAYS = {1: "erste", 3: "dritte", 7: "siebte", 8: "achte"}
_ENGLISH_DAYS = {1: "first", 2: "second", 3: "third", 5: "fifth", 8: "eighth", 9: "ninth"}
_ENGLISH_DAYS |= {12: "twelfth", 20: "twentieth"}


@cache
def ordinal(n: int) -> Pair:
    """``n`` from 1 to 29 as a day: ordinal(21) is einundzwanzigste, twenty-first."""
    german, english = number(n)
    german = _GERMAN_DAYS.get(n, german + ("te" if n < 20 else "ste"))
    if n > 20:
        return german, f"twenty-{ordinal(n % 10)[1]}"
    return german, _ENGLISH_DAYS.get(n, english + "th")

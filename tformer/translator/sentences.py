"""Where a sentence ends: a model that learnt single sentences reads a text one by one."""

import re

MONTHS = (
    ("Januar", "January"), ("Februar", "February"), ("März", "March"), ("April", "April"),
    ("Mai", "May"), ("Juni", "June"), ("Juli", "July"), ("August", "August"),
    ("September", "September"), ("Oktober", "October"), ("November", "November"),
    ("Dezember", "December"),
)  # fmt: skip
# A full stop behind these ends nothing, behind the numbered ones before a number; nor does one
# behind a single letter, as in “z. B.”.
SHORT = (
    "Dr|Prof|Dipl|Ing|Hr|Hrn|Fr|Frl|St|Mr|Mrs|Ms|Jr|Sr|Mt|bzw|ca|evtl|ggf|inkl|exkl|max|min|Mio|Mrd|"
    "Tel|vgl|vs|ehem|geb|gest|sog|approx|dept|est"
)
NUMBERED = (
    r"Nr|No|Abs|Abb|Art|Bd|Kap|[Ff]ig|\w*[Ss]tr|"
    "Jan|Febr?|Mär|Mar|Apr|Jun|Jul|Aug|Sept?|Okt|Oct|Nov|Dez|Dec"
)
MONTH = "|".join(dict.fromkeys(name for pair in MONTHS for name in pair))
BLANK = "[ \t\r\n\u00a0\u2000-\u200a\u202f\u3000]"
# What ends a sentence, its closing quotes, signs without letters such as emoji, then the blank.
END = re.compile(
    rf"(?P<stop>[.!?…]+)(?P<closed>[\"“”»«’'‘)\]]*)(?:{BLANK}+[^\w \t\r\n\u00a0\"„“”»«‚‘’'(\[¿¡]+)*"
    rf"(?P<blank>{BLANK}+)(?=[\"„“”»«‚‘’'(\[¿¡]*(?P<next>\w))"
)
WHOLE = re.compile(rf"{SHORT}|(?![ap]\.m)(?:\w\.)*[^\W\d_]")
ORDINAL = re.compile(rf"(?:^|\b(?:am|der|die|das|den|dem|des|dieser|diesem|jede[rnms]|im|vom|zum|"
                     rf"zur|beim|bis|ab|seit|und){BLANK})[0-9]{{1,2}}", re.IGNORECASE)  # fmt: skip


def split_sentences(text: str) -> list[tuple[str, str]]:
    """The sentences of a text, each with the blanks behind it.

    >>> split_sentences("Am 3. Mai kommt Dr. Weiß. Kommst du?!  Ja!")
    [('Am 3. Mai kommt Dr. Weiß.', ' '), ('Kommst du?!', '  '), ('Ja!', '')]
    """
    found, start = [], 0
    for end in END.finditer(text):
        if not _goes_on(text, start, end):
            found.append((text[start : end.start("blank")], end["blank"]))
            start = end.end()
    return [*found, (text[start:], "")]


def _goes_on(text: str, start: int, end: re.Match) -> bool:
    """Whether a sentence goes on behind what looks like its end."""
    before, after = text[start : end.start("blank")], text[end.end() :]
    if not re.search(r"\w", before):
        return True
    quotes, small = re.compile('["„“”»«]'), end["next"].islower()
    if len(quotes.findall(before)) % 2 and quotes.search(after):
        return True  # not yet closed
    if before.count("(") > before.count(")") and ")" in after:
        return True
    if end["stop"] != ".":  # “Halt!” rief er; aber … nein
        return small and bool(end["closed"] or set(end["stop"]) <= set(".…"))
    sentence = text[start : end.start()]
    word = re.search('[^ "„“”»«‚‘(]*$', sentence)[0]
    if word.isdigit():
        ordinal = re.search(rf"{ORDINAL.pattern}$", sentence, re.IGNORECASE)
        return small or bool(ordinal or re.match(MONTH, after))
    if end["next"].isdigit() and re.fullmatch(NUMBERED, word):
        return True
    return bool(WHOLE.fullmatch(word)) or (small and not text.islower())

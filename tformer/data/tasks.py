"""Tasks that make their own data, and know for every output which input it comes from.

Each draws from a ``torch.Generator`` and needs no file. Sources end in EOS, targets run from BOS to
EOS, both are padded with PAD; symbols follow from id 3.
"""

import datetime
import string
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Int
from torch import Tensor
from torch.nn.functional import pad

from tformer._support.checks import check_flag, check_integers, check_kind, check_size
from tformer.data.batches import Batch, Stream

PAD, BOS, EOS = 0, 1, 2
SPECIALS = ("<pad>", "<bos>", "<eos>")
DIGITS = (*SPECIALS, *string.digits)
LETTERS = (*SPECIALS, *" ,-", *string.digits, *string.ascii_letters)
MONTHS = ("January", "February", "March", "April", "May", "June",
          "July", "August", "September", "October", "November", "December")  # fmt: skip
FIRST_DAY, LAST_DAY = datetime.date(1900, 1, 1).toordinal(), datetime.date(2099, 12, 31).toordinal()


@dataclass(frozen=True)
class Examples:
    """Pairs with their true alignment.

    ``alignment[b, t]`` marks the source symbols that tell ``tgt[b, t + 1]``, what the decoder must
    say at step t. Any one of them will do; at a step that no symbol tells, such as EOS, none is
    marked. ``symbols[i]`` is the text of id i.
    """

    src: Int[Tensor, "B S"]
    tgt: Int[Tensor, "B T"]
    alignment: Bool[Tensor, "B T-1 S"]
    symbols: tuple[str, ...]

    def text(self, ids: Int[Tensor, " T"]) -> str:
        """The symbols of one row, up to EOS, without BOS and padding."""
        check_integers("ids", ids, symbols=len(self.symbols))
        words = []
        for i in ids.tolist():
            if i == EOS:
                break
            words.append(self.symbols[i] if i > EOS else "")
        return "".join(words)

    def pairs(self) -> list[tuple[str, str]]:
        """(source, target) of each row, as text."""
        return list(zip(map(self.text, self.src), map(self.text, self.tgt), strict=True))


class ExampleBatches(Stream):
    """Batches of ``batch_size`` examples in random order, long and short ones mixed."""

    def __init__(self, examples: Examples, *, batch_size: int, seed: int = 0):
        super().__init__(seed, PAD)
        check_kind(Examples, examples=examples)
        check_size(batch_size=batch_size)
        self.src, self.tgt, self.batch_size = examples.src, examples.tgt, int(batch_size)

    def _plan(self, generator: torch.Generator) -> list[Tensor]:
        return list(torch.randperm(len(self.src), generator=generator).split(self.batch_size))

    def _batch(self, rows: Tensor) -> Batch:
        tgt = self.tgt[rows]
        return Batch((self.src[rows], tgt[:, :-1]), tgt[:, 1:], PAD)

    def _data(self) -> list[Tensor]:
        return [self.src, self.tgt]

    @property
    def padding_share(self) -> float:
        return (torch.cat((self.src, self.tgt), 1) == PAD).double().mean().item()


def copy(count: int, length: int, generator: torch.Generator) -> Examples:
    """Say the digits again: 4 7 1 -> 4 7 1. ``count`` rows of ``length`` random digits."""
    digits = _digits(count, length, generator)
    return _examples(digits, digits, torch.eye(length, dtype=torch.bool))


def reverse(count: int, length: int, generator: torch.Generator) -> Examples:
    """Say the digits from the back: 4 7 1 -> 1 7 4, so the true alignment is the anti-diagonal.

    >>> examples = reverse(1, 3, torch.Generator().manual_seed(0))
    >>> examples.pairs()
    [('493', '394')]
    >>> examples.alignment.int().tolist()  # the last row and column are EOS
    [[[0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]]]
    """
    digits = _digits(count, length, generator)
    return _examples(digits, digits.flip(1), torch.eye(length, dtype=torch.bool).flip(0))


@dataclass(frozen=True)
class Neighbours:
    """For every position the tokens to its left and right (the row is a ring) and where they are.

    There is no decoder: ``targets[b, t]`` is (left, right) and is said at position t itself.
    """

    tokens: Int[Tensor, "B T"]
    targets: Int[Tensor, "B T 2"]
    alignment: Int[Tensor, "B T 2"]


def neighbours(count: int, length: int, vocab_size: int, generator: torch.Generator) -> Neighbours:
    """Name both neighbours of each token, at once: one head has to be in two places."""
    check_size(count=count, length=length, vocab_size=vocab_size)
    check_kind(torch.Generator, generator=generator)
    tokens = torch.randint(vocab_size, (count, length), generator=generator)
    places = torch.arange(length)
    where = torch.stack([(places - 1) % length, (places + 1) % length], -1)
    return Neighbours(tokens, tokens[:, where], where.expand(count, length, 2))


def dates(count: int, generator: torch.Generator, held_out: bool = False) -> Examples:
    """Rewrite dates: "March 5, 2021", "5 March 2021" or "Mar 5, 2021" -> "2021-03-05".

    Days from 1900 to 2099, character by character. One day in ten is never drawn unless
    ``held_out``, and then only those are: a test set that the model cannot have met.

    The digits of year and day stand in the source. Any letter of its name tells the month, either
    half of 19 or 20 its first half, from which the second follows. No symbol tells the hyphens, nor
    the 0 before a day of one digit.
    """
    check_size(count=count)
    check_kind(torch.Generator, generator=generator)
    check_flag(held_out=held_out)
    tens = torch.randint(FIRST_DAY // 10 + 1, LAST_DAY // 10, (count,), generator=generator) * 10
    days = tens + (0 if held_out else torch.randint(1, 10, (count,), generator=generator))
    forms = torch.randint(3, (count,), generator=generator)
    rows = [_date(*pair) for pair in zip(days.tolist(), forms.tolist(), strict=True)]
    ids = {symbol: i for i, symbol in enumerate(LETTERS)}
    width = max(len(source) for source, _, _ in rows)
    src = torch.tensor([[ids[c] for c in s] + [PAD] * (width - len(s)) for s, _, _ in rows])
    tgt = torch.tensor([[ids[c] for c in target] for _, target, _ in rows])
    starts, ends = torch.tensor([spans for _, _, spans in rows]).unbind(-1)
    places = torch.arange(width)
    alignment = (places >= starts[..., None]) & (places < ends[..., None])
    return _examples(src, tgt, alignment, LETTERS)


def _date(ordinal: int, form: int) -> tuple[str, str, list[tuple[int, int]]]:
    """(source, target, where the source tells each target symbol: start and end) of one day."""
    date = datetime.date.fromordinal(ordinal)
    name, day, year = MONTHS[date.month - 1], str(date.day), str(date.year)
    if form == 2:
        name = name[:3]
    source = f"{day} {name} {year}" if form == 1 else f"{name} {day}, {year}"
    year_at, day_end = len(source) - 4, len(day) if form == 1 else len(name) + 1 + len(day)
    name_at = len(day) + 1 if form == 1 else 0
    century, month, nothing = (year_at, year_at + 2), (name_at, name_at + len(name)), (0, 0)
    year_digits = [century, nothing, (year_at + 2, year_at + 3), (year_at + 3, year_at + 4)]
    tens = (day_end - 2, day_end - 1) if len(day) == 2 else nothing
    spans = [*year_digits, nothing, month, month, nothing, tens, (day_end - 1, day_end)]
    return source, date.isoformat(), spans


def _digits(count: int, length: int, generator: torch.Generator) -> Tensor:
    check_size(count=count, length=length)
    check_kind(torch.Generator, generator=generator)
    return torch.randint(len(SPECIALS), len(DIGITS), (count, length), generator=generator)


def _examples(src: Tensor, body: Tensor, alignment: Tensor, symbols=DIGITS) -> Examples:
    """End the sources with EOS, frame the targets with BOS and EOS, which nothing tells."""
    edge = torch.ones(len(src), 1, dtype=torch.long)
    lengths = (src != PAD).sum(1, keepdim=True)
    src = torch.cat([src, PAD * edge], 1).scatter(1, lengths, EOS)
    tgt = torch.cat([BOS * edge, body, EOS * edge], 1)
    return Examples(src, tgt, pad(alignment.expand(len(src), -1, -1), (0, 1, 0, 1)), symbols)


GERMAN = """ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn
    sechzehn siebzehn achtzehn neunzehn"""
GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
ENGLISH = """one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen"""
ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"

TOY = """dog=kel cat=bur bird=tis fish=mod horse=fen child=gal tree=rup house=sil
red=vin big=zor old=lam small=pek sees=hata likes=nira finds=soku hears=wemi"""  # nouns, the rest


def number_words() -> list[tuple[str, str]]:
    """1 to 999 as one says them, in German and in English.

    >>> number_words()[20], number_words()[-1][1]
    (('einundzwanzig', 'twenty-one'), 'nine hundred ninety-nine')
    """
    return [(_german(n), _english(n)) for n in range(1, 1000)]


def _german(n: int) -> str:
    ones, hundreds = ["", *GERMAN.split()], n // 100
    if hundreds:
        return f"{ones[hundreds]}hundert{_german(n % 100)}"
    if n < 20:
        return "eins" if n == 1 else ones[n]
    return f"{ones[n % 10]}und" * (n % 10 > 0) + GERMAN_TENS.split()[n // 10 - 2]


def _english(n: int) -> str:
    ones, hundreds = ["", *ENGLISH.split()], n // 100
    if hundreds:
        return f"{ones[hundreds]} hundred {_english(n % 100)}".strip()
    if n < 20:
        return ones[n]
    return ENGLISH_TENS.split()[n // 10 - 2] + f"-{ones[n % 10]}" * (n % 10 > 0)


def toy_language(count: int, generator: torch.Generator) -> list[tuple[str, str]]:
    """English sentences in a made-up language: the verb comes first, an adjective behind its noun,
    and both end in -a for who does it, in -o for whom it is done to.

    >>> toy_language(1, torch.Generator().manual_seed(0))
    [('the red house likes the red fish', 'nira sila vina modo vino')]
    """
    words = [word.split("=") for word in TOY.split()]
    nouns, adjectives, verbs = words[:8], words[8:12], words[12:]
    pairs = []
    for a, b, c, d, e in torch.randint(8, (count, 5), generator=generator).tolist():
        one, who, does = adjectives[a % 4], nouns[b], verbs[c % 4]
        other, whom = adjectives[d % 4], nouns[e]
        english = f"the {one[0]} {who[0]} {does[0]} the {other[0]} {whom[0]}"
        pairs.append((english, f"{does[1]} {who[1]}a {one[1]}a {whom[1]}o {other[1]}o"))
    return pairs

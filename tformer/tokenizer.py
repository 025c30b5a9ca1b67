"""Text to ids and back: one token a character, or byte-pair encoding (its algorithm is in bpe.py).

Ids: the special tokens first, in the order given (so ``<pad>`` is 0 by default), then the rest.
"""

import json
import random
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import regex
from torch import Tensor

from tformer import bpe
from tformer._support.checks import check_flag, check_kind, check_size, check_texts, check_whole
from tformer._support.files import atomic_write, is_marked, marked
from tformer._support.folding import Folding, composed
from tformer._support.signatures import Probability, checked

SPECIALS = ("<pad>", "<bos>", "<eos>")
MARK = '{{"sha256": "{}",'  # the first line of a saved one, of all that follows
_LETTER = regex.compile(r"(?rs).?\p{M}*\Z")  # the last one, with the marks upon it


class Tokenizer:
    """What both kinds share; use ``CharTokenizer`` or ``BPETokenizer``, ``Tokenizer.load`` for any.

    ``decode(encode(text)) == folded(text)`` for every text that can be encoded at all: in place of
    typographic characters that its tokens do not have stand plain ones (see folding.py).

    Attributes: ``vocab_size``; ``special_ids``, a dict; ``pad_id``, ``bos_id``, ``eos_id``, each
        None if the tokenizer was made without that special token; ``folded``, a `Folding`.
    """

    kind: str
    _pattern: regex.Pattern  # cuts plain text into the pieces that are encoded one by one

    def __init__(self, tokens: Iterable[bytes], specials: Iterable[str]):
        specials = check_texts(specials=specials)
        if len(set(specials)) < len(specials) or "" in specials:
            raise ValueError(f"specials={specials} must be different from each other and not empty")
        self.special_ids = {special: i for i, special in enumerate(specials)}
        self._tokens = [special.encode() for special in specials] + list(tokens)
        self._ids = {token: i for i, token in enumerate(self._tokens) if i >= len(specials)}
        self.folded = Folding("".join(token.decode(errors="ignore") for token in self._tokens))
        self.vocab_size = len(self._tokens)
        self.pad_id, self.bos_id, self.eos_id = map(self.special_ids.get, SPECIALS)
        # Longest first: where <a> and <a><b> both fit, the longer one is meant.
        longest_first = sorted(map(regex.escape, specials), key=len, reverse=True)
        self._special = regex.compile("|".join(longest_first) or r"(?!)")

    @checked
    def encode(self, text: str, parse_specials: bool = True) -> list[int]:
        """The ids of ``text``. ``parse_specials=False`` takes a typed "<eos>" for five letters.

        Raises: TypeError if ``text`` is not a string; ValueError if it holds what the tokenizer
            cannot express (``CharTokenizer``: an unknown character; both: a lone surrogate).
        """
        return [i for _, ids in self._pieces(self.folded(text), parse_specials) for i in ids]

    def encode_iterable(self, texts: Iterable[str], parse_specials: bool = True) -> Iterator[int]:
        """The ids of ``"".join(texts)`` one after the other, holding only the text in hand: for a
        file larger than memory, ``encode_iterable(open(path, encoding="utf-8"))``."""
        check_kind(Iterable, texts=texts)
        rest = ""
        for text in texts:
            check_kind(str, **{"one of texts": text})
            rest, done = self.folded(rest + text), 0
            # More text may still change the last pieces: a letter gets its dots, a run goes on, a
            # special token is completed, three characters such as 'll turn out to be one word.
            longest = max(map(len, self.special_ids), default=0)
            settled = _LETTER.search(rest).start() - longest - 3
            for end, ids in self._pieces(rest, parse_specials):
                if end > settled:
                    break
                yield from ids
                done = end
            rest = rest[done:]
        yield from self.encode(rest, parse_specials=parse_specials)

    def _pieces(self, text: str, parse_specials: bool) -> Iterator[tuple[int, list[int]]]:
        """(end in the text, ids) of each piece, lazily."""
        start = 0
        specials = self._special.finditer(text) if parse_specials else ()
        for special in chain(specials, [None]):
            stop = special.start() if special else len(text)
            for piece in self._pattern.finditer(text, start, stop):
                yield piece.end(), self._encode_piece(piece.group())
            if special:
                start = special.end()
                yield start, [self.special_ids[special.group()]]

    def decode(self, ids: Iterable[int] | Tensor, *, skip_specials: bool = False) -> str:
        """The text of ``ids`` (a 1-d tensor will do). Bytes that are no valid UTF-8, as a model may
        well produce, come out as U+FFFD, the replacement character.

        Raises: IndexError if an id is outside the vocabulary.
        """
        check_kind(Iterable, ids=ids)
        check_flag(skip_specials=skip_specials)
        ids = [i.item() if isinstance(i, Tensor) and i.numel() == 1 else i for i in ids]
        check_whole(**{f"ids[{n}]": i for n, i in enumerate(ids) if not isinstance(i, int)})
        if unknown := [i for i in ids if not 0 <= i < self.vocab_size]:
            raise IndexError(f"ids holds {unknown[0]}; vocabulary: 0 to {self.vocab_size - 1}")
        first = len(self.special_ids) if skip_specials else 0
        return b"".join(self._tokens[i] for i in ids if i >= first).decode(errors="replace")

    def token_bytes(self, token_id: int) -> bytes:
        """The bytes of one token, which may be a part of a letter; a special token's are its name.

        To show tokens as they come, pass them on to ``codecs.getincrementaldecoder("utf-8")``,
        which waits until a letter is whole. Raises: IndexError for an id outside the vocabulary.

        >>> CharTokenizer("aä").token_bytes(4)
        b'\\xc3\\xa4'
        """
        check_whole(token_id=token_id)
        if not 0 <= token_id < self.vocab_size:
            raise IndexError(f"token_id={token_id}; vocabulary: 0 to {self.vocab_size - 1}")
        return self._tokens[token_id]

    def state(self) -> dict:
        """All there is to it, as JSON can say it: ``Tokenizer.from_state`` makes an equal one."""
        return dict(kind=self.kind, specials=list(self.special_ids), **self._state())

    @classmethod
    def from_state(cls, state: dict) -> "Tokenizer":
        """The tokenizer that ``state()`` described. Raises: ValueError if it describes none."""
        kinds = {kind.kind: kind for kind in (CharTokenizer, BPETokenizer) if issubclass(kind, cls)}
        try:
            return kinds[state["kind"]](**{k: v for k, v in state.items() if k != "kind"})
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ValueError(f"state is not a saved {cls.__name__}: {error!r}") from error

    def save(self, path: str | Path) -> None:
        """Write as JSON with a checksum: whole or not at all, an older file stays if that fails."""
        check_kind((str, Path), path=path)
        atomic_write(path, marked(json.dumps(self.state())[1:], MARK).encode())

    @classmethod
    def load(cls, path: str | Path) -> "Tokenizer":
        """The tokenizer saved at ``path``. Raises: ValueError if the file holds none or another."""
        try:
            state = dict(json.loads(text := Path(path).read_text(encoding="utf-8")))
            if state.pop("sha256", None) and not is_marked(text, MARK):  # None: earlier versions
                raise ValueError("it was altered after it was written, its checksum differs")
            return cls.from_state(state)
        except (ValueError, TypeError, RecursionError) as error:
            raise ValueError(f"path={path} is not a saved {cls.__name__}: {error}") from error


class CharTokenizer(Tokenizer):
    """One token for each character of ``characters``.

    >>> tokenizer = CharTokenizer("abc")
    >>> tokenizer.encode("<bos>cab"), tokenizer.decode([3, 4, 2], skip_specials=True)
    ([1, 5, 3, 4], 'ab')
    """

    kind = "char"
    _pattern = regex.compile("(?s).")

    def __init__(self, characters: Iterable[str], specials: Iterable[str] = SPECIALS):
        self.characters = "".join([*characters] if isinstance(characters, str) else
                                  check_texts(characters=characters))  # fmt: skip
        if len(set(self.characters)) < len(self.characters):
            raise ValueError("characters holds one twice; pass each once, or use .train(texts)")
        super().__init__((c.encode() for c in self.characters), specials)

    @classmethod
    def train(cls, texts: str | Iterable[str], specials: Iterable[str] = SPECIALS):
        """All characters of ``texts`` (a string or several), in the order of their code points."""
        texts = [texts] if isinstance(texts, str) else check_texts(texts=texts)
        return cls(sorted(set(chain.from_iterable(map(composed, texts)))), specials)

    def _encode_piece(self, piece: str) -> list[int]:
        try:
            return [self._ids[piece.encode()]]
        except KeyError:
            raise ValueError(f"text holds {piece!r}, which is not in characters") from None

    def _state(self) -> dict:
        return dict(characters=self.characters)


class BPETokenizer(Tokenizer):
    """Byte-level byte-pair encoding: 256 bytes, so no text is unknown, and the merges learnt.

    >>> tokenizer = BPETokenizer.train("low low lower newest newest", vocab_size=3 + 256 + 4)
    >>> [tokenizer.decode([i]) for i in tokenizer.encode("low newest slow")]
    ['lo', 'w', ' ', 'n', 'e', 'west', ' ', 's', 'lo', 'w']
    """

    kind = "bpe"
    _pattern = bpe.WORD

    def __init__(self, merges: Iterable[bpe.Pair], specials: Iterable[str] = SPECIALS):
        self._rank, tokens = bpe.merge_ranks(merges)
        super().__init__(tokens, specials)
        self.merges = list(self._rank)
        self._seen: dict[str, list[int]] = {}

    @classmethod
    def train(cls, texts: str | Iterable[str], vocab_size: int, specials=SPECIALS):
        """Learn merges from ``texts`` (a string or several) until there are ``vocab_size`` tokens,
        specials included, or nothing is left to merge. Specials in the text are not counted.
        Raises: ValueError if ``vocab_size`` has no room for the specials and the 256 bytes.
        """
        check_size(vocab_size=vocab_size)
        untrained = cls([], specials)
        if (room := int(vocab_size) - untrained.vocab_size) < 0:
            raise ValueError(f"vocab_size={vocab_size} must be at least {untrained.vocab_size}: "
                             f"256 bytes and {len(untrained.special_ids)} specials")  # fmt: skip
        texts = [texts] if isinstance(texts, str) else check_texts(texts=texts)
        parts = (part for t in texts for part in untrained._special.split(composed(t)))
        words = bpe.count_words(parts)
        return cls(bpe.learn_merges_fast(words, room), specials)

    @checked
    def encode_with_dropout(self, text: str, dropout: Probability, rng: random.Random) -> list[int]:
        """Ids of ``text`` with each merge left out with probability ``dropout``: the same text in
        other pieces, so that a model learns what rare words are made of. Source: Provilkov et al.
        2020, "BPE-dropout". Raises: ValueError if ``dropout`` is no probability.
        """
        pieces = (piece.encode() for piece in self._pattern.findall(self.folded(text)))
        parts = (bpe.apply_merges(p, self._rank, lambda: rng.random() < dropout) for p in pieces)
        return [self._ids[part] for word in parts for part in word]

    def _encode_piece(self, piece: str) -> list[int]:
        if piece in self._seen:
            return self._seen[piece]
        ids = [self._ids[part] for part in bpe.apply_merges(piece.encode(), self._rank)]
        if len(self._seen) < 100_000:  # words repeat; memory must not grow for ever
            self._seen[piece] = ids
        return ids

    def _state(self) -> dict:
        return dict(merges=[[part.decode("latin-1") for part in pair] for pair in self.merges])

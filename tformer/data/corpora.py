"""Real text from files: parallel sentences, tab-separated pairs, plain text, the course's prose.

A bad line is refused with its file and number. Pass a list as ``skipped`` to leave bad lines out
and have the refusals collected there instead.
"""

import codecs
import gzip
import hashlib
import unicodedata
import zlib
from collections.abc import Iterator
from http.client import HTTPException
from itertools import zip_longest
from pathlib import Path
from urllib.request import urlopen

from tqdm import tqdm

from tformer._support.files import atomic_write, sha256

Pair = tuple[str, str]
MAX_WORDS = 1_000  # a sentence with more is a line end that went missing
PATIENCE = 30  # seconds without a byte until a download is given up
PROSE = Path(__file__).with_name("prose.txt")
EVERYDAY = Path(__file__).with_name("everyday.tsv")
GITHUB = "https://raw.githubusercontent.com/"
MULTI30K = {  # file -> SHA-256
    "train.de.gz": "726e39b2fa9eb9ffb6dc763fb35a179f80fae06ffc5d28b6ace5faa883de28a6",
    "train.en.gz": "d79cfa999dd4c51d2cb42499b6796d5a882c3a8a961923c25a898c90f8bbd56f",
    "val.de.gz": "f0cba2f995189cf5770f29a8a9a537a3ad3f51657ad873405082ff6863a5e75a",
    "val.en.gz": "14f7d25ddd868909a9213e361768460edcacdd6ab9d1e77b92560dc10c10dc28",
}
SOURCES = {  # name -> (where it is published, file -> SHA-256)
    "multi30k": (GITHUB + "multi30k/dataset/master/data/task1/raw/", MULTI30K),
    "tinyshakespeare": (
        GITHUB + "karpathy/char-rnn/master/data/tinyshakespeare/",
        {"input.txt": "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed"},
    ),
}


class BadLine(ValueError):
    """A line that is no data; the message says which file, which line and what is wrong."""


def read_lines(path: str | Path, skipped: list[str] | None = None) -> Iterator[str | None]:
    """The lines of a UTF-8 file, gzipped if its name ends in .gz, without their ends.

    Only a line feed ends a line, with or without a carriage return before it but all alike: rarer
    separators that ``str.splitlines`` knows would shift one side of a parallel corpus against the
    other. A byte-order mark at the beginning is no text, and an umlaut is one character, however
    the file has it (NFC), as in tokens. Raises BadLine, FileNotFoundError, and
    ValueError for a damaged .gz; with ``skipped``, a bad line is None.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    first = None
    try:
        with gzip.open(path) if path.suffix == ".gz" else open(path, "rb") as file:
            for number, raw in enumerate(file, 1):
                raw = raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw
                body = raw.removesuffix(b"\n").removesuffix(b"\r")
                end = raw[len(body) :]
                first = first or end
                try:
                    if b"\0" in body:
                        raise BadLine("it holds a zero byte; if the file is UTF-16, convert it")
                    if b"\r" in body or end not in (first, b""):
                        raise BadLine("mixed line ends; convert the whole file to one kind")
                    yield unicodedata.normalize("NFC", body.decode())
                except UnicodeDecodeError as error:
                    byte = f"byte {error.start + 1} (0x{body[error.start]:02x})"
                    yield refuse(path, number, f"{byte} is not valid UTF-8; convert it", skipped)
                except BadLine as error:
                    yield refuse(path, number, str(error), skipped)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ValueError(f"{path} is cut off or no gzip file ({error}); fetch it again") from error


def refuse(path: str | Path, number: int, why: str, skipped: list[str] | None) -> None:
    """Raise BadLine, or note the refusal where bad lines are left out."""
    message = f"{path}, line {number}: {why}"
    if skipped is None:
        raise BadLine(message) from None
    skipped.append(message)


def _pair(paths: tuple, number: int, both: Pair, skipped: list[str] | None) -> Pair | None:
    """Both sides, trimmed, if both are sentences."""
    for name, path, side in zip(("source", "target"), paths, both, strict=True):
        words = len(side.split())
        if words == 0:
            return refuse(path, number, f"the {name} side is empty", skipped)
        if words > MAX_WORDS:
            why = f"the {name} side has {words:,} words, more than {MAX_WORDS:,}"
            return refuse(path, number, f"{why}: is a line end missing?", skipped)
    return both[0].strip(), both[1].strip()


def parallel(src: str | Path, tgt: str | Path, skipped: list[str] | None = None) -> list[Pair]:
    """Sentence pairs from two files, line n of one belonging to line n of the other."""
    pairs = []
    lines = zip_longest(read_lines(src, skipped), read_lines(tgt, skipped), fillvalue=EOFError)
    for number, both in enumerate(lines, 1):
        if EOFError in both:
            short, long = (src, tgt) if both[0] is EOFError else (tgt, src)
            raise BadLine(f"{short} ends after line {number - 1}, but {long} goes on: "
                          "the files do not belong together, or one is cut off")  # fmt: skip
        if None not in both:
            pairs.append(_pair((src, tgt), number, both, skipped))
    return [pair for pair in pairs if pair]


def tsv(path: str | Path, skipped: list[str] | None = None) -> list[Pair]:
    """Sentence pairs from lines "source TAB target"; further columns are left alone.

    Refused as well is what would be learnt unseen: a number before them in a column of its own, and
    a sentence in doubled quotes, as CSV files write them.
    """
    pairs = []
    for number, line in enumerate(read_lines(path, skipped), 1):
        if line is None:
            continue
        columns = [column.strip() for column in line.split("\t")]
        if len(columns) == 1:
            refuse(path, number, "there is no TAB between source and target", skipped)
        elif len(columns) > 2 and columns[0].isdigit() and not columns[1].isdigit():
            why = f"the first of {len(columns)} columns is a number; begin with the source"
            refuse(path, number, why, skipped)
        elif any(map(_quoted, columns[:2])):
            why = 'a sentence in quotes with "" in it, as in a CSV file; write it as it is read'
            refuse(path, number, why, skipped)
        else:
            pairs.append(_pair((path, path), number, (columns[0], columns[1]), skipped))
    return [pair for pair in pairs if pair]


def _quoted(side: str) -> bool:
    """Is this "so ""quoted"" as in a CSV file"?"""
    inner = side[1:-1]
    return side[:1] == side[-1:] == '"' and '""' in inner and '"' not in inner.replace('""', "")


def multi30k(folder: str | Path, split: str = "train", skipped=None) -> list[Pair]:
    """German-English picture captions, ``split`` "train" (29,000 pairs) or "val" (1,014).

    ``folder`` holds train.de.gz and so on, or the same unzipped. Elliott et al. 2016.
    """
    files = []
    for language in ("de", "en"):
        names = [Path(folder) / f"{split}.{language}{zipped}" for zipped in (".gz", "")]
        files.append(next((name for name in names if name.is_file()), names[0]))
    return parallel(*files, skipped)


def everyday() -> list[tuple[str, list[str]]]:
    """German sentences of every day, each with the English ones that count as right.

    An exam, written by hand. Some of these sentences stand in `phrases` too: a figure that is
    told of a model that has learnt from it leaves them out.
    """
    lines = (line.split("\t") for line in read_lines(EVERYDAY))
    return [(german, english.split("|")) for german, english in lines]


def text(path: str | Path, skipped: list[str] | None = None) -> str:
    """All of a UTF-8 text file, line ends as \\n; ``tinyshakespeare`` and your own."""
    content = "\n".join(line for line in read_lines(path, skipped) if line is not None)
    if not content.strip():
        raise ValueError(f"{path} holds no text")
    return content


def prose() -> str:
    """What this course says in words, its lessons and its README: a corpus that is always there."""
    return text(PROSE)


def download(name: str, folder: str | Path) -> Path:
    """Fetch "multi30k" or "tinyshakespeare" into ``folder``; files already there are only checked.

    The one place where the package uses a network, and only when you call it. Raises
    ConnectionError offline or when the other side falls silent, ValueError for a file whose
    checksum is not the published one, OSError where the file cannot be written.
    """
    if name not in SOURCES:
        raise ValueError(f"name={name!r} is unknown; choose one of {', '.join(SOURCES)}")
    base, files = SOURCES[name]
    for file, checksum in files.items():
        path = Path(folder, file)
        if not path.exists():
            content = _fetch(base + file)
            if hashlib.sha256(content).hexdigest() != checksum:
                raise ValueError(f"{base}{file} is not the published file or came cut off "
                                 "(SHA-256 differs); try again")  # fmt: skip
            atomic_write(path, content)  # a full disk is its own error, not the network's
        elif sha256(path) != checksum:
            raise ValueError(f"{path} is not the published file (SHA-256 differs); "
                             "delete it and try again")  # fmt: skip
    return Path(folder)


def _fetch(url: str) -> bytes:
    """All of a file of a few MB, with a progress bar."""
    try:
        with urlopen(url, timeout=PATIENCE) as reply:
            size = int(reply.headers.get("Content-Length", 0)) or None
            with tqdm(desc=url.rpartition("/")[2], total=size, unit="B", unit_scale=True) as bar:
                pieces = []
                while piece := reply.read(1 << 16):
                    pieces.append(piece)
                    bar.update(len(piece))
        return b"".join(pieces)
    except (OSError, HTTPException) as error:
        raise ConnectionError(
            f"cannot fetch {url} ({getattr(error, 'reason', error)}). Without a network use the "
            "tasks in tformer.data.tasks or corpora.prose(), or copy the file there by hand."
        ) from error

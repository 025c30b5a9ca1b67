"""Files are read whole or refused with file and line; writes are whole or not at all."""

import errno
import gzip
import os
import socket
import threading

import pytest

from tformer._support import files
from tformer.data import corpora


def write(path, content):
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


def test_multi30k_reads_gz_and_plain_and_pairs_lines(tmp_path):
    write(tmp_path / "val.de.gz", "Ein Hund .\nZwei Männer\u2028spielen .\n".encode())
    write(tmp_path / "val.en", b"A dog .\nTwo men play .")
    pairs = corpora.multi30k(tmp_path, "val")
    # U+2028 is a line end for str.splitlines; here it would shift the two languages apart
    assert pairs == [("Ein Hund .", "A dog ."), ("Zwei Männer\u2028spielen .", "Two men play .")]


def test_windows_line_ends_are_fine_if_all_are(tmp_path):
    path = write(tmp_path / "pairs.tsv", b"a\tb\r\nc\td\tlicence\r\ne\tf")
    assert corpora.tsv(path) == [("a", "b"), ("c", "d"), ("e", "f")]


BAD_TSV = {
    "empty source": (b"a\tb\n \tc\nd\te\n", 2, "source side is empty"),
    "empty target": (b"a\tb\nc\t\nd\te\n", 2, "target side is empty"),
    "10,000 words": (b"a\tb\n" + b"x " * 10_000 + b"\ty\nd\te\n", 2, "10,000 words"),
    "not UTF-8": (b"a\tb\ncaf\xe9\tc\nd\te\n", 2, r"byte 4 \(0xe9\) is not valid UTF-8"),
    "no TAB": (b"a\tb\nc d\nd\te\n", 2, "no TAB"),
    "a number first": (b"a\tb\n17\tc\tc\nd\te\n", 2, "the first of 3 columns is a number"),
    "CSV source": (b'a\tb\n"say ""c"""\tc\nd\te\n', 2, "as in a CSV file"),
    "CSV target": (b'a\tb\nc\t"""c"" is said"\nd\te\n', 2, "as in a CSV file"),
    "mixed line ends": (b"a\tb\nc\tc\r\nd\te\n", 2, "mixed line ends"),
    "old Mac line end": (b"a\tb\nc\tc\rx\ty\nd\te\n", 2, "mixed line ends"),
}


@pytest.mark.parametrize("name", BAD_TSV)
def test_a_bad_line_is_named_or_skipped(name, tmp_path):
    content, line, why = BAD_TSV[name]
    path = write(tmp_path / "pairs.tsv", content)
    with pytest.raises(corpora.BadLine, match=rf"pairs\.tsv, line {line}: .*{why}"):
        corpora.tsv(path)
    skipped = []
    assert corpora.tsv(path, skipped) == [("a", "b"), ("d", "e")]
    assert len(skipped) == 1 and f"line {line}" in skipped[0]


def test_numbers_and_quotes_that_belong_to_a_sentence_are_read(tmp_path):
    pairs = [("17", "seventeen"), ("2010", "2010"), ('"Go!"', '"Geh!"'), ('"a" and "b"', '""')]
    lines = [*map("\t".join, pairs[:1]), "2010\t2010\tlicence", *map("\t".join, pairs[2:])]
    assert corpora.tsv(write(tmp_path / "pairs.tsv", "\n".join(lines).encode())) == pairs


def test_a_bad_line_drops_its_partner_too(tmp_path):
    src = write(tmp_path / "a", b"one\ntw\xffo\nthree\n")
    tgt = write(tmp_path / "b", b"eins\nzwei\ndrei\n")
    assert corpora.parallel(src, tgt, []) == [("one", "eins"), ("three", "drei")]


def test_files_of_different_length_do_not_belong_together(tmp_path):
    src, tgt = write(tmp_path / "a", b"x\ny\nz\n"), write(tmp_path / "b", b"x\ny\n")
    with pytest.raises(ValueError, match=r"b ends after line 2, but .*a goes on"):
        corpora.parallel(src, tgt)


def test_damaged_missing_and_empty_files_are_named(tmp_path):
    cut = write(tmp_path / "a.gz", b"hello\n" * 999)
    cut.write_bytes(cut.read_bytes()[:30])
    with pytest.raises(ValueError, match=r"a\.gz is cut off"):
        list(corpora.read_lines(cut))
    plain = tmp_path / "b.gz"
    plain.write_bytes(b"not zipped")
    with pytest.raises(ValueError, match=r"b\.gz is cut off or no gzip"):
        list(corpora.read_lines(plain))
    with pytest.raises(FileNotFoundError, match=r"train\.de\.gz"):
        corpora.multi30k(tmp_path)
    with pytest.raises(ValueError, match="holds no text"):
        corpora.text(write(tmp_path / "empty.txt", b"\n\n"))


def test_text_keeps_its_lines(tmp_path):
    assert corpora.text(write(tmp_path / "t.txt", b"To be\r\nor not\r\n")) == "To be\nor not"


def test_the_courses_own_prose_is_there():
    prose = corpora.prose()
    assert len(prose) > 50_000 and "attention" in prose


def test_download_without_a_network_says_what_to_do(tmp_path, monkeypatch):
    def offline(*_, **__):
        raise socket.gaierror(-3, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", offline)
    with pytest.raises(ConnectionError, match=r"train\.de\.gz .*name resolution.*without a network"
                       .replace("without", "[Ww]ithout")):  # fmt: skip
        corpora.download("multi30k", tmp_path)
    assert not list(tmp_path.iterdir())
    with pytest.raises(ValueError, match="name='wmt' is unknown; choose one of multi30k"):
        corpora.download("wmt", tmp_path)


def test_download_checks_what_came_and_what_is_there(tmp_path, monkeypatch):
    there = write(tmp_path / "poem.txt", b"Two roads")
    source = {"poem": (f"{tmp_path.as_uri()}/", {"poem.txt": files.sha256(there)})}
    monkeypatch.setattr(corpora, "SOURCES", source)
    assert corpora.download("poem", tmp_path / "new") == tmp_path / "new"
    assert (tmp_path / "new" / "poem.txt").read_bytes() == b"Two roads"
    there.write_bytes(b"an error page")
    corpora.download("poem", tmp_path / "new")  # what is there is not fetched again
    with pytest.raises(ValueError, match=r"poem\.txt is not the published file"):
        corpora.download("poem", tmp_path / "other")
    assert not (tmp_path / "other").exists()
    with pytest.raises(ValueError, match=r"poem\.txt is not the published file .*delete it"):
        corpora.download("poem", tmp_path)


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nTwo"])
def test_download_gives_up_on_a_server_that_falls_silent(answer, tmp_path, monkeypatch):
    def serve():
        connection = server.accept()[0]
        connection.sendall(answer)
        over.wait(30)
        connection.close()

    monkeypatch.setattr(corpora, "PATIENCE", 0.2)
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        source = (f"http://127.0.0.1:{server.getsockname()[1]}/", {"poem.txt": "0"})
        monkeypatch.setattr(corpora, "SOURCES", {"poem": source})
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            with pytest.raises(ConnectionError, match=r"cannot fetch .*poem\.txt \(timed out\)"):
                corpora.download("poem", tmp_path / "new")
        finally:
            over.set()
            thread.join()
    assert not (tmp_path / "new").exists()


def full(_):
    raise OSError(errno.ENOSPC, "No space left on device")


def test_download_to_a_full_disk_does_not_blame_the_network(tmp_path, monkeypatch):
    there = write(tmp_path / "poem.txt", b"Two roads")
    source = {"poem": (f"{tmp_path.as_uri()}/", {"poem.txt": files.sha256(there)})}
    monkeypatch.setattr(corpora, "SOURCES", source)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=r"cannot write \(No space left.*poem\.txt") as caught:
        corpora.download("poem", tmp_path / "new")
    assert caught.value.errno == errno.ENOSPC and not isinstance(caught.value, ConnectionError)
    assert not list((tmp_path / "new").iterdir())


def test_a_byte_order_mark_is_no_text(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_bytes("\ufeffein Hund\ta dog\n".encode())
    assert corpora.tsv(path) == [("ein Hund", "a dog")]


def test_an_umlaut_is_one_character_however_the_file_has_it(tmp_path):
    (tmp_path / "f").write_text("Bu\u0308cher\tbooks\n", encoding="utf-8")
    assert corpora.tsv(tmp_path / "f") == [("B\u00fccher", "books")]
    assert corpora.text(tmp_path / "f") == "B\u00fccher\tbooks"


def test_zero_bytes_are_refused_with_their_line(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_bytes(b"a\tb\na\0\tb\n")
    with pytest.raises(corpora.BadLine, match=r"line 2: it holds a zero byte; if .* UTF-16"):
        corpora.tsv(path)
    path.write_bytes("a\tb\n".encode("utf-16-le"))
    with pytest.raises(corpora.BadLine, match="line 1: it holds a zero byte"):
        corpora.tsv(path)


def test_the_file_of_the_bad_side_is_named(tmp_path):
    source, target = tmp_path / "x.de", tmp_path / "x.en"
    source.write_text("ein Hund\nein Mann\n")
    target.write_text("a dog\n \n")
    with pytest.raises(corpora.BadLine, match=r"x.en, line 2: the target side is empty"):
        corpora.parallel(source, target)


def test_bad_lines_of_a_text_can_be_left_out(tmp_path):
    path, skipped = tmp_path / "text.txt", []
    path.write_bytes(b"one\n\xff\nthree\n")
    assert corpora.text(path, skipped) == "one\nthree"
    assert len(skipped) == 1 and "line 2" in skipped[0]

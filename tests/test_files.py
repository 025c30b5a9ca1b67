"""A file is written whole or not at all, where it was asked for and as it was."""

import os
import stat
import subprocess
import sys
import time

import pytest

from tformer._support import files

posix = pytest.mark.skipif(sys.platform == "win32", reason="has no links, modes and devices")


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_the_old_file_stays_if_writing_fails(tmp_path, monkeypatch):
    path = tmp_path / "new" / "file"
    files.atomic_write(path, b"old")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match=r"cannot write \(No space left.*unchanged.*file"):
        files.atomic_write(path, b"new")
    assert path.read_bytes() == b"old" and list(path.parent.iterdir()) == [path]


def test_an_unwritable_place_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(OSError, match=r"cannot write .*nothing was written.*model"):
        files.atomic_write(tmp_path / "file" / "model", b"x")


@posix
def test_only_regular_files_are_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "null").symlink_to(os.devnull)
    for name in ("pipe", "folder", "null"):
        with pytest.raises(OSError, match=r"no regular file.*is unchanged"):
            files.atomic_write(tmp_path / name, b"x")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode) and (tmp_path / "null").is_symlink()
    assert (tmp_path / "pipe").is_fifo() and len(list(tmp_path.iterdir())) == 3


@posix
@pytest.mark.root
def test_a_device_stays_one_and_a_full_disk_keeps_the_old_file(tmp_path):
    os.mknod(tmp_path / "device", stat.S_IFCHR | 0o666, os.makedev(1, 3))
    with pytest.raises(OSError, match=r"no regular file.*is unchanged"):
        files.atomic_write(tmp_path / "device", b"x")
    assert stat.S_ISCHR((tmp_path / "device").stat().st_mode)
    small = tmp_path / "disk"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", small], check=True)
    try:
        files.atomic_write(small / "file", b"old")
        with pytest.raises(OSError, match=r"No space left.*unchanged"):
            files.atomic_write(small / "file", b"x" * 100_000)
        assert (small / "file").read_bytes() == b"old" and len(list(small.iterdir())) == 1
    finally:
        subprocess.run(["umount", small], check=True)


@posix
def test_a_link_stays_one_and_what_it_names_is_written(tmp_path):
    (tmp_path / "far").mkdir()
    for there in (True, False):
        target, link = tmp_path / "far" / f"file{there}", tmp_path / f"link{there}"
        if there:
            target.write_bytes(b"old")
        link.symlink_to(target)
        files.atomic_write(link, b"new")
        assert link.is_symlink() and target.read_bytes() == b"new"


@posix
def test_modes_are_kept_and_new_files_have_the_users_own(tmp_path):
    private = tmp_path / "private"
    private.write_bytes(b"old")
    private.chmod(0o600)
    files.atomic_write(private, b"new")
    assert mode(private) == 0o600 and private.read_bytes() == b"new"
    before = os.umask(0o027)
    try:
        files.atomic_write(tmp_path / "new", b"x")
    finally:
        os.umask(before)
    assert mode(tmp_path / "new") == 0o640


def test_a_read_only_file_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    monkeypatch.setattr(files.os, "access", lambda *_: False)  # root may write everything
    with pytest.raises(OSError, match=r"read-only.*is unchanged"):
        files.atomic_write(path, b"new")
    assert path.read_bytes() == b"old"


def test_what_a_killed_process_left_is_cleared_and_what_another_writes_is_not(tmp_path):
    for name, age in (("model", 4000), ("model", 10), ("mo[del", 4000), ("other", 4000)):
        part = tmp_path / f".{name}.{age}.part"
        part.write_bytes(b"half")
        os.utime(part, (time.time() - age,) * 2)
    files.atomic_write(tmp_path / "model", b"x")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"model", ".model.10.part", ".mo[del.4000.part", ".other.4000.part"}
    files.atomic_write(tmp_path / "mo[del", b"x")
    assert not (tmp_path / ".mo[del.4000.part").exists()
    files.clear_parts(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"model", "mo[del"}


def test_names_may_be_as_long_as_the_system_allows(tmp_path):
    path = tmp_path / ("ä" * 100)
    files.atomic_write(path, b"x")
    assert path.read_bytes() == b"x"


def test_checksums_are_the_usual_ones(tmp_path):
    (tmp_path / "f").write_bytes(b"abc")
    assert files.sha256(tmp_path / "f").startswith("ba7816bf8f01cfea414140de5dae2223b00361a3")
    with pytest.raises(TypeError, match="path=3 is int; give str or Path"):
        files.sha256(3)

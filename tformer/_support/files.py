"""Whole files or none: written beside their place, then renamed into it; known by a checksum."""

import errno
import glob
import hashlib
import os
import secrets
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from tformer._support.checks import check_kind

ABANDONED = 3600  # seconds: no write takes an hour, so a part as old is a dead process's


def atomic_write(path: str | Path, content: bytes) -> None:
    """Put ``content`` at ``path`` so that a reader, or a crash, meets the old file or the new one.

    The bytes go to a temporary file in the same folder and reach the disk before the rename,
    which is the one moment at which the file changes. A link stays a link, an old file's mode stays
    its mode, and parts that a killed process left behind are cleared away. Raises OSError naming
    ``path`` where it is no regular file (a folder, a device) or read-only, the folder cannot be
    written or the disk is full; the old file is then untouched.
    """
    path, temporary = Path(path), None
    try:
        target = regular(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        clear_parts(target.parent, target.name, ABANDONED)
        temporary = target.with_name(f".{target.name[:40]}.{secrets.token_hex(4)}.part")
        with open(temporary, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            os.chmod(temporary, stat.S_IMODE(target.stat().st_mode))
        os.replace(temporary, target)
    except OSError as error:
        reason = error.strerror or str(error)
        kept = "what stood there before is unchanged" if path.exists() else "nothing was written"
        raise OSError(error.errno, f"cannot write ({reason}); {kept}", str(path)) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def regular(path: Path) -> Path:
    """Where the bytes for ``path`` go, past links. Raises OSError for what stands there already and
    is no file to write to: a folder, a device, something read-only."""
    if path.exists() and not path.is_file():
        kinds = "it is a folder, a device or a pipe, no regular file"
        raise OSError(errno.EINVAL, kinds, str(path))
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "it is read-only", str(path))
    return Path(os.path.realpath(path))


@contextmanager
def held(folder: Path, seconds: float = 0) -> Iterator[None]:
    """Inside, ``folder`` is this process's to write to; what killed processes left is cleared.

    Raises OSError where another process holds it, and goes on for ``seconds``, or where it cannot
    be made. A process that ends, however it ends, lets go.
    """
    lock = FileLock(folder / ".lock", timeout=seconds)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout:
        raise OSError(errno.EBUSY, "another run is writing there; choose another folder or let it "
                      "finish", str(folder)) from None  # fmt: skip
    except OSError as error:
        reason = error.strerror or str(error)
        raise OSError(error.errno, f"cannot write there ({reason})", str(folder)) from error
    try:
        clear_parts(folder)
        yield
    finally:
        if not seconds:  # those who wait have it open: without it the next would hold another one
            with suppress(OSError):  # Windows removes no open file
                os.unlink(lock.lock_file)
        lock.release()


def clear_parts(folder: Path, name: str = "", age: float = 0.0) -> None:
    """Remove what killed processes left of files called ``name...``, if ``age`` seconds old."""
    for part in folder.glob(f".{glob.escape(name[:40])}*.part"):
        with suppress(OSError):  # another process may have been quicker
            if time.time() - part.stat().st_mtime >= age:
                part.unlink()


def marked(text: str, mark: str) -> str:
    """A text after a line, ``mark``, in which ``{}`` is the checksum of all that follows."""
    return f"{mark.format(hashlib.sha256(text.encode()).hexdigest())}\n{text}"


def is_marked(text: str, mark: str) -> bool:
    """Is it as `marked` gave it: not cut short, not changed by hand?"""
    return text == marked(text.partition("\n")[2], mark)


def refuse_foreign(path: Path, ours: Callable[[str], bool], instead: str) -> None:
    """Raise ValueError, which says what to do ``instead``, for a file at ``path`` whose text is not
    ``ours`` (it may raise one, too); OSError for what is no file."""
    if not regular(path).exists() or not path.stat().st_size:
        return
    try:
        fine = ours(path.read_text(encoding="utf-8"))
    except ValueError:  # no text, for one
        fine = False
    if not fine:
        raise ValueError(f"{path} is not as this command writes it: another file, or changed since;"
                         f" {instead}")  # fmt: skip


def sha256(path: str | Path) -> str:
    """The file's SHA-256 in hexadecimal: equal checksums, equal files."""
    check_kind((str, Path), path=path)  # a number would be a file that is open already
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

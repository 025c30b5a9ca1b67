"""Whole files or none: written beside their place, then renamed into it; known by a checksum."""

import hashlib
import os
import tempfile
from pathlib import Path


def atomic_write(path: str | Path, content: bytes) -> None:
    """Put ``content`` at ``path`` so that a reader, or a crash, meets the old file or the new one.

    The bytes go to a temporary file in the same folder and reach the disk before the rename,
    which is the one moment at which the file changes. Raises OSError naming ``path`` where the
    folder cannot be written or the disk is full; the old file is then untouched.
    """
    path = Path(path)
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)  # mkstemp's own mode shuts everyone else out
        os.replace(temporary, path)
    except OSError as error:
        reason = error.strerror or str(error)
        kept = "what stood there before is unchanged" if path.exists() else "nothing was written"
        raise OSError(error.errno, f"cannot write ({reason}); {kept}", str(path)) from error
    finally:
        if temporary and os.path.exists(temporary):
            os.unlink(temporary)


def sha256(path: str | Path) -> str:
    """The file's SHA-256 in hexadecimal: equal checksums, equal files."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

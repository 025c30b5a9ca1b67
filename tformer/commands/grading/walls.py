"""What the system itself keeps from a student's process, where it can: Linux, and no root needed.

- ``disk``: it sees Python's libraries and its own folder, and no other student's file; it writes
  into its folder alone (Landlock, Linux 5.13)
- ``processes``: it looks into no other process (Landlock), and ends none (Landlock, Linux 6.12)
- ``network``: there is none (a user namespace)
"""

import ctypes
import os
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

import tformer

NEW_USER, NEW_NETWORK = 0x10000000, 0x40000000  # CLONE_NEWUSER, CLONE_NEWNET
CREATE, RULE, RESTRICT = 444, 445, 446  # Landlock's system calls, the same on every processor
READ = 1 | 4 | 8  # execute, read files, read folders
RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}  # by Landlock's version
OF_FILES = 1 | 2 | 4 | 1 << 14  # rights that a file can have
SCOPES = 3  # abstract sockets, signals
NO_NEW_PRIVILEGES, HIDDEN_FROM_OTHERS = 38, 4  # of prctl: PR_SET_NO_NEW_PRIVS, PR_SET_DUMPABLE
SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc", "/proc", "/sys", "/dev/urandom", "/dev/zero")
PACKAGE = Path(tformer.__file__).resolve().parent


def raised(room: str, readable: Iterable[str]) -> list[str]:
    """Raise all walls that the system has around this process and what it starts; their names.

    It writes into ``room`` alone, and reads there and in what is ``readable``.
    """
    return [*_disk(room, readable), *["network"] * cut_off()]


def cut_off() -> bool:
    """Leave the network, in a user namespace of its own; False where the system does not let."""
    try:
        return ctypes.CDLL(None).unshare(NEW_USER | NEW_NETWORK) == 0
    except (AttributeError, OSError, TypeError):
        return False


def unseen() -> None:
    """Let no process of the same user look into this one or write into its memory."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(HIDDEN_FROM_OTHERS, 0, 0, 0, 0)


class _Rules(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("files", "network", "scopes")]


class _Rule(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("rights", ctypes.c_uint64), ("place", ctypes.c_int32)]


def _disk(room: str, readable: Iterable[str]) -> list[str]:
    if sys.platform != "linux":
        return []
    system = ctypes.CDLL(None)
    version = system.syscall(CREATE, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return []
    every = RIGHTS.get(version, RIGHTS[3])
    rules = _Rules(every, 0, SCOPES if version >= 6 else 0)
    size = 8 if version < 4 else 16 if version < 6 else 24
    made = system.syscall(CREATE, ctypes.byref(rules), ctypes.c_size_t(size), 0)
    rights = dict.fromkeys(readable, READ)
    for path, right in {**rights, room: every, "/dev/null": every}.items():
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue
        right &= every if os.path.isdir(path) else OF_FILES
        rule = _Rule(right, place)
        system.syscall(RULE, made, 1, ctypes.byref(rule), 0)
        os.close(place)
    system.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    stands = made >= 0 and system.syscall(RESTRICT, made, 0) == 0
    return (["disk", "processes"] if version >= 6 else ["disk"]) * stands


def readable(package: bool, hidden: Iterable[Path]) -> list[str]:
    """Python with its libraries, without what is hidden; of this package no part, or (``package``)
    all but the course."""
    libraries = [path for path in (*sys.path, site.getusersitepackages()) if "-packages" in path]
    named = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    libraries += [p for p in named if p and not PACKAGE.is_relative_to(Path(p).resolve())]
    roots = [*SYSTEM, sys.prefix, sys.base_prefix, *sysconfig.get_paths().values(), *libraries]
    parts = ("course", "commands", "exercises.py")
    roots = {Path(root).resolve() for root in (*roots, *[PACKAGE] * package)}
    shut = {path.resolve() for path in hidden} | {PACKAGE / part for part in parts}
    shut = {one for one in shut if any(map(one.is_relative_to, roots))}
    shut |= set() if package else {PACKAGE}
    return [str(part) for root in roots for part in _opened(root, shut)]


def _opened(root: Path, shut: set[Path]) -> Iterator[Path]:
    """The root, or those of its parts that hold nothing of what is shut."""
    if root in shut or not root.exists():
        return
    if any(one.is_relative_to(root) for one in shut):
        for part in root.iterdir():
            yield from _opened(part, shut)
    else:
        yield root

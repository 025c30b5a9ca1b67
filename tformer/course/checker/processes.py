"""What the system tells of a process: its memory, the time that it has used or waited."""

import os
import sys


def _told(process: int, file: str) -> list[str]:
    """The fields of a file in /proc; none where there is no such file."""
    try:
        with open(f"/proc/{process}/{file}") as found:
            return found.read().rpartition(")")[2].split()
    except OSError:
        return []


def memory_of(process: int) -> float:
    """Bytes in use; 0 where the system does not tell (then nothing can be watched)."""
    if told := _told(process, "statm"):
        return int(told[1]) * os.sysconf("SC_PAGE_SIZE")
    return _largest_so_far() if process == os.getpid() else 0.0


def _largest_so_far() -> float:
    """Of this process, the most that it ever held: enough to see it grow (macOS)."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(size if sys.platform == "darwin" else size * 1024)


def processor_time(process: int) -> int:
    """Ticks of processor time that it has used, its threads included."""
    return sum(map(int, _told(process, "stat")[11:13]))


def waited(process: int) -> float:
    """Seconds for which it could have gone on while other processes had the processor."""
    return sum(map(int, _told(process, "schedstat")[1:2])) / 1e9

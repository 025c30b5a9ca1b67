"""How much memory a process holds."""

import os
import sys


def memory_of(process: int) -> float:
    """Bytes in use; 0 where the system does not tell (then nothing can be watched)."""
    try:
        with open(f"/proc/{process}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return _largest_so_far() if process == os.getpid() else 0.0


def _largest_so_far() -> float:
    """Of this process, the most that it ever held: enough to see it grow (macOS)."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(size if sys.platform == "darwin" else size * 1024)

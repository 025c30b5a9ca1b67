"""What a learner passed and predicted, kept in the user's data directory.

The file is written whole or not at all.
"""

import contextlib
import json
import os
import tempfile
from pathlib import Path

import platformdirs

FILE = "progress.json"


def enabled() -> bool:
    """Off under CI and where TFORMER_PROGRESS=off: then nothing is read and nothing written."""
    off = os.environ.get("TFORMER_PROGRESS", "").lower() in {"off", "0", "false", "no"}
    return not off and os.environ.get("CI", "").lower() in {"", "0", "false"}


def path() -> Path:
    """Where progress is kept; TFORMER_DATA_DIR moves it."""
    folder = os.environ.get("TFORMER_DATA_DIR") or platformdirs.user_data_dir("tformer", False)
    return Path(folder) / FILE


def passed() -> list[str]:
    """Names of passed exercises; an unreadable or corrupted file counts as none."""
    names = _read().get("passed")
    return [name for name in names if isinstance(name, str)] if type(names) is list else []


def predicted() -> dict[str, bool]:
    """For each question that was answered before the run spoke, whether the answer was right."""
    known = _read().get("predicted")
    known = known if type(known) is dict else {}
    return {key: hit for key, hit in known.items() if hit in (True, False)}


def record(name: str) -> None:
    """Remember that an exercise is passed. A disk that cannot be written breaks no notebook."""
    if name not in passed():
        _add(passed=sorted([*passed(), name]))


def record_prediction(key: str, hit: bool) -> None:
    """Remember what became of a prediction. The first answer stays: later ones know the truth."""
    if key not in predicted():
        _add(predicted={**predicted(), key: hit})


def _read() -> dict:
    if not enabled():
        return {}
    try:
        kept = json.loads(path().read_text(encoding="utf-8"))
        return kept if isinstance(kept, dict) else {}
    except (OSError, ValueError, RecursionError):
        return {}


def _add(**news) -> None:
    if enabled():
        with contextlib.suppress(OSError):
            _write({"version": 1, **_read(), **news})


def _write(data: dict) -> None:
    target = path()
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=FILE, suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise

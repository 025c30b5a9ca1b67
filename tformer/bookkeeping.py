"""What a learner passed, predicted and wrote, kept in the user's data directory.

Each file is written whole or not at all. An answer is a file of Python under ``answers``, its first
line a mark of all that follows: what was cut short or changed since its check is told from what
passed. The mark is no signature: whoever writes a file can write its mark too.
"""

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path

import platformdirs

FILE = "progress.json"
MARK = "# An answer that passed its check. sha256 of the lines below: "


def enabled() -> bool:
    """Off under CI and where TFORMER_PROGRESS=off: then nothing is read and nothing written."""
    off = os.environ.get("TFORMER_PROGRESS", "").lower() in {"off", "0", "false", "no"}
    return not off and os.environ.get("CI", "").lower() in {"", "0", "false"}


def why_off() -> str:
    """What switched it off, where `enabled` says no: as a reader would look for it."""
    return "TFORMER_PROGRESS=off" if os.environ.get("TFORMER_PROGRESS") else "CI"


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


def answered() -> dict[str, str]:
    """What was last answered to each question, as it was chosen or typed."""
    known = _read().get("answered")
    known = known if type(known) is dict else {}
    return {key: text for key, text in known.items() if isinstance(text, str)}


def record_answer(key: str, text: str) -> None:
    """Remember an answer, so that it stands there when the lesson runs again."""
    _add(answered={**answered(), key: text[:200]})


def answer_path(name: str) -> Path:
    """Where the answer to an exercise is kept."""
    return path().parent / "answers" / f"{name}.py"


def keep_answer(name: str, source: str) -> bool:
    """Keep the latest answer that passed; False where nothing may be or could be written."""
    if not enabled():
        return False
    try:
        write(answer_path(name), marked(source))
    except OSError:
        return False
    return True


def drop_answer(name: str) -> None:
    """Keep no answer to this exercise any longer."""
    if enabled():
        with contextlib.suppress(OSError):
            answer_path(name).unlink()


def kept_names() -> list[str]:
    """Names of the files of answers, in alphabetical order; what they hold is not looked at."""
    if not enabled():
        return []
    try:
        return sorted(file.stem for file in answer_path("").parent.glob("*.py"))
    except OSError:
        return []


def marked(source: str) -> str:
    """The text of a kept answer: its mark, then the source."""
    return f"{MARK}{hashlib.sha256(source.encode()).hexdigest()}\n{source}"


def unmarked(text: str) -> str:
    """The source of a kept answer. Raises ValueError if it is not what passed its check."""
    first, _, source = text.partition("\n")
    if marked(source).partition("\n")[0] != first:
        raise ValueError("it is not what passed its check: cut short, or changed by hand")
    return source


def kept_source(name: str) -> str:
    """The source of the answer to an exercise, "" if none is kept.

    Raises ValueError for a file that cannot be read or is not what passed its check.
    """
    if not enabled() or name not in kept_names():
        return ""
    try:
        return unmarked(answer_path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"it cannot be read ({error.strerror})") from error


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
            write(path(), json.dumps({"version": 1, **_read(), **news}, indent=1))


def write(target: Path, text: str) -> None:
    """Write a text whole or not at all; an older file stays if writing fails. Raises OSError."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise

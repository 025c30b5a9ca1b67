"""What a learner passed, predicted and wrote, kept in the user's data directory.

Each file is written whole or not at all, and by one kernel at a time. An answer is a file of Python
under ``answers``. Its first line, the mark, holds a checksum of all later lines, so that a file cut
short or edited after its check is recognised. It is no signature: who writes a file can write it.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

import platformdirs

from tformer._support.files import atomic_write, held, is_marked, marked

FILE = "progress.json"
MARK = "# An answer that passed its check. sha256 of the lines below: {}"
PARTS = {"passed": list, "predicted": dict, "answered": dict}
PATIENCE = 10.0  # seconds for which another kernel may hold the file: it takes milliseconds


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


def record(name: str) -> str:
    """Remember that an exercise is passed. A disk that cannot be written breaks no notebook: the
    sentence that comes back says that it is not kept, or that a damaged file was; "" as a rule."""
    return _add("passed", lambda names: sorted({name, *names}))


def record_prediction(key: str, hit: bool) -> str:
    """Remember what became of a prediction. The first answer stays: later ones know the truth."""
    return _add("predicted", lambda known: {key: hit, **known})


def answered() -> dict[str, str]:
    """What was last answered to each question, as it was chosen or typed."""
    known = _read().get("answered")
    known = known if type(known) is dict else {}
    return {key: text for key, text in known.items() if isinstance(text, str)}


def record_answer(key: str, text: str) -> str:
    """Remember an answer, so that it stands there when the lesson runs again."""
    return _add("answered", lambda known: {**known, key: text[:200]})


def answer_path(name: str) -> Path:
    """Where the answer to an exercise is kept."""
    return path().parent / "answers" / f"{name}.py"


def keep_answer(name: str, source: str) -> str:
    """Keep the latest answer that passed; a damaged one lies beside it then, and a sentence says
    so. Raises OSError where it cannot be written."""
    if not enabled():
        return ""
    said = _set_damaged_answer_aside(name)
    atomic_write(answer_path(name), marked(source, MARK).encode())
    return said


def drop_answer(name: str) -> None:
    """Keep no answer to this exercise any longer."""
    if enabled():
        with contextlib.suppress(OSError):
            _set_damaged_answer_aside(name)
            answer_path(name).unlink()


def kept_names() -> list[str]:
    """Names of the files of answers, in alphabetical order; what they hold is not looked at."""
    if not enabled():
        return []
    try:
        return sorted(file.stem for file in answer_path("").parent.glob("*.py"))
    except OSError:
        return []


def kept_source(name: str) -> str:
    """The source of the answer to an exercise, "" if none is kept.

    Raises ValueError for a file that cannot be read or is not what passed its check.
    """
    if not enabled() or name not in kept_names():
        return ""
    try:
        text = answer_path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(f"it cannot be read ({error.strerror})") from error
    if not is_marked(text, MARK):
        raise ValueError("it is not what passed its check: cut short, or changed by hand")
    return text.partition("\n")[2]


def trouble() -> str:
    """Why the progress that lies there is not shown, in a sentence; "" where it is."""
    try:
        _parsed()
    except OSError as error:
        return f"{path()} cannot be read ({error.strerror})."
    except ValueError as error:
        return f"{path()} is damaged and not read ({error}). What comes next goes into a new file."
    return ""


def _parsed() -> dict:
    """What the file holds, {} where there is none. Raises OSError, or ValueError if damaged."""
    try:
        kept = json.loads(path().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except RecursionError as error:
        raise ValueError("lists in lists without an end") from error
    wrong = [part for part, kind in PARTS.items() if not isinstance(kept, dict)
             or not isinstance(kept.get(part, kind()), kind)]  # fmt: skip
    if wrong:
        raise ValueError(f"no sound record of what was {wrong[0]}")
    return kept


def _read() -> dict:
    try:
        return _parsed() if enabled() else {}
    except (OSError, ValueError):
        return {}


def _add(part: str, change: Callable) -> str:
    """Read, change, write, while no other kernel does; a sentence if there is something to say."""
    if not enabled():
        return ""
    try:
        with held(path().parent, PATIENCE):
            said = ""
            try:
                kept = _parsed()
            except ValueError:
                kept, said = {}, _set_aside(path())
            old = kept.get(part, PARTS[part]())
            new = change([x for x in old if isinstance(x, str)] if part == "passed" else old)
            if new != old:
                text = json.dumps({"version": 1, **kept, part: new}, indent=1)
                atomic_write(path(), text.encode())
            return said
    except OSError as error:
        return not_kept(error)


def not_kept(error: OSError) -> str:
    """What a card says of an answer or a pass that could not be written."""
    return f"It is not kept: {error.filename}: {error.strerror}."


def _set_damaged_answer_aside(name: str) -> str:
    try:
        return kept_source(name) and ""
    except ValueError:
        return _set_aside(answer_path(name))


def _set_aside(damaged: Path) -> str:
    """Copy a damaged file under a name of its own, the same for the same content, before another
    takes its place."""
    content = damaged.read_bytes()
    beside = damaged.with_name(f"{damaged.name}.damaged-{hashlib.sha256(content).hexdigest()[:8]}")
    atomic_write(beside, content)
    return f"{damaged} was damaged or changed by hand; it lies beside it as {beside.name}."

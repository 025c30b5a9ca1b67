"""Which notebooks there are, and whose: by the folder they lie in, or by their own name."""

import os
import re
import stat
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tformer.course.course_map import LESSONS, Lesson

COLLECTED = re.compile(r"submitted|.+-submissions")  # JupyterHub's folder; GitHub Classroom's


@dataclass(frozen=True)
class Submission:
    """A notebook and its student; ``owner`` tells two students of one name apart, ``fault`` says
    why it cannot be opened (a link, a device), else it is empty."""

    path: Path
    student: str
    owner: str = ""
    fault: str = ""

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that the file's name or its folder's names, the last one named."""
        named = [(self.path.as_posix().rfind(lesson.name), lesson) for lesson in LESSONS]
        place, lesson = max(named, key=lambda pair: pair[0])
        return lesson if place >= 0 else None


def find(places: Iterable[str | Path], pattern: str | None = None) -> list[Submission]:
    """Every ``.ipynb`` in these folders and among these files, each with its student.

    ``pattern`` is a regular expression for the path below the folder; its first group is the
    student. Links are listed with a fault and not followed, hidden folders are skipped. Two
    students of one name get the rest of their path behind it. Raises ValueError where a place does
    not exist, nothing is found or the pattern is none.
    """
    try:
        wanted = re.compile(pattern) if pattern else None
    except re.error as error:
        raise ValueError(f"--student {pattern!r} is no regular expression: {error}") from None
    found: dict[str, Submission] = {}
    files = [Path(place) for place in places if not Path(place).is_dir()]
    folders = [Path(place) for place in places if Path(place).is_dir()]
    for path in files:
        if not os.path.lexists(path):
            raise ValueError(f"{path} does not exist; give folders or notebooks")
    common = Path(os.path.commonpath([path.absolute().parent for path in files]) if files else ".")
    pairs = [(common, path.absolute()) for path in files]
    pairs += [(folder, path) for folder in folders for path in _notebooks(folder)]
    for root, path in pairs:
        one = _submission(root, path, wanted)
        found.setdefault(os.path.abspath(path), one)
    if not found:
        raise ValueError("no notebook (.ipynb) is there: " + ", ".join(map(str, places)))
    return _told_apart(sorted(found.values(), key=lambda one: natural(one.path.as_posix())))


def _notebooks(folder: Path) -> Iterator[Path]:
    """The notebooks of a folder, the links to folders in it, which are not followed, and folders
    that are called like a notebook."""
    unread: list[Path] = []
    walk = os.walk(folder, onerror=lambda error: unread.append(Path(error.filename)))
    for place, inside, files in walk:
        inside[:] = [name for name in inside if not name.startswith(".")]
        names = [name for name in inside if os.path.islink(os.path.join(place, name))
                 or name.lower().endswith(".ipynb")]  # fmt: skip
        names += [n for n in files if n.lower().endswith(".ipynb") and not n.startswith(".")]
        yield from (Path(place, name) for name in names)
    yield from unread


def _submission(root: Path, path: Path, wanted: re.Pattern | None) -> Submission:
    inside = Path(os.path.relpath(path.absolute(), root.absolute()))
    parts = [part for part in inside.parts[:-1] if not COLLECTED.fullmatch(part)]
    dropped = len(inside.parts) - 1 - len(parts)
    student = parts[0] if parts else _without_lesson(path.stem) or root.absolute().name
    folder = Path(*inside.parts[: dropped + 1]) if parts else inside.parent / student
    hit = wanted.search(inside.as_posix()) if wanted else None
    if hit:
        student = next((text for text in hit.groups() if text), hit[0])
        folder = Path(student)
    owner = student if hit else f"{root.absolute()}/{folder.as_posix()}"
    return Submission(path.absolute(), visible(student), visible(owner), _fault(path))


def _without_lesson(stem: str) -> str:
    """``05_attention_kim`` and ``kim_05_attention`` are kim's."""
    for lesson in LESSONS:
        if lesson.name in stem:
            return " ".join(stem.replace(lesson.name, " ").split()).strip(" _-.()")
    return stem


def _fault(path: Path) -> str:
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            return "It is a link, and links are not followed: hand in the notebook itself."
        if stat.S_ISDIR(mode):
            return "It is a folder, though its name ends in .ipynb: hand in the file."
        if not stat.S_ISREG(mode):
            return "It is no file that can be read."
        if path.suffix.lower() != ".ipynb":
            return "It is no notebook: its name does not end in .ipynb."
    except OSError as error:
        return f"It cannot be opened: {error.strerror}."
    return ""


def _told_apart(all_of_them: list[Submission]) -> list[Submission]:
    owners = defaultdict(set)
    for one in all_of_them:
        owners[one.student].add(one.owner)
    shared = {student for student, several in owners.items() if len(several) > 1}
    return [
        replace(one, student=f"{one.student} ({one.owner})") if one.student in shared else one
        for one in all_of_them
    ]


def visible(name: str) -> str:
    """So written that two names which differ do not look alike in the table."""
    name = re.sub("^ | (?= )| $", "␣", name)
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in name)


def natural(text: str) -> list:
    """For sorting: "9" before "10"."""
    return [
        (not n.isdecimal(), int(n) if n.isdecimal() else 0, n) for n in re.split(r"(\d+)", text)
    ]

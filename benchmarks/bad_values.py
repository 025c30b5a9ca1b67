"""What happens to whoever gives a wrong value? Every argument of every public function, spoilt.

    python -m benchmarks.bad_values                  # a line for each room
    python -m benchmarks.bad_values --show deep      # every value whose error names no argument
    python -m benchmarks.bad_values --show accepted --only decoding

Each call of `bad_calls` is sound; its arguments are exchanged, one at a time, for values that suit
their kind: None, a word, a number too small, NaN, another dtype or shape, and so on. An error is
``named`` if it is one that a caller may expect (ValueError, TypeError, IndexError, or OSError for
files) and says the argument's name; any other is ``deep``. No error is ``accepted``, which is a
silent wrong answer, unless `bad_calls` or a rule below says that the value makes sense.
No shape annotation is enforced here: users have none that is.
"""

import argparse
import contextlib
import inspect
import io
import json
import logging
import re
import signal
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
import torch._dynamo  # what optimizers import when they are first used: not while the clock runs
from torch import Tensor

from benchmarks.bad_calls import Call, every

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
SECONDS = 2  # of processor time; a call that takes longer has hung
NAMED, DEEP, ACCEPTED = "named", "deep", "accepted"
EXPECTED = (ValueError, TypeError, IndexError, OSError)
NAN, INF, HUGE = float("nan"), float("inf"), 10**30

NUMBER = {"text": "x", "object": object(), "list": [1], "minus": -1, "nan": NAN, "inf": INF,
          "true": True, "complex": 1j, "huge": HUGE}  # fmt: skip
NOTHING = {"none": None, "object": object(), "number": 3}
VALUES: dict[type | tuple[type, ...], dict[str, Any]] = {
    bool: {"none": None, "text": "False", "number": 1, "fraction": 0.5, "list": [True],
           "object": object()},
    int: {"none": None, "zero": 0, "fraction": 1.5, **NUMBER},
    float: {"none": None, "zero": 0.0, **NUMBER},
    str: {**NOTHING, "bytes": b"x", "list": ["x"], "unknown": "no such", "empty": ""},
    bytes: {**NOTHING, "text": "x", "empty": b""},
    dict: {**NOTHING, "text": "x", "list": [1], "empty": {}, "junk": {"no such": None}},
    (list, tuple): {**NOTHING, "text": "x", "empty": [], "junk": [None], "nested": [[[]]]},
    Path: {**NOTHING, "missing": Path("no/such/file"), "folder": Path(".")},
    torch.dtype: {**NOTHING, "text": "float32", "integer": torch.int64, "list": [1]},
}  # fmt: skip
OTHERS = {**NOTHING, "text": "x", "list": [1], "tensor": torch.zeros(2)}  # objects and functions


@dataclass
class Case:
    """One spoilt call, and what became of it."""

    room: str
    call: str
    argument: str
    value: str
    verdict: str
    said: str
    taught: bool  # lessons use it


def tensors(x: Tensor) -> dict[str, Any]:
    """What stands in for a tensor: other things, other dtypes, other shapes, other numbers."""
    kind = "floats" if x.is_floating_point() else "flags" if x.dtype == torch.bool else "ids"
    spoilt = {"none": None, "text": "x", "object": object(), "number": 3, "list": x.tolist(),
              "dtype": x.long() if kind == "floats" else x.float(), "meta": x.to("meta"),
              "fewer": x[0], "more": x[None], "empty": x[:0],
              "wide": torch.cat([x, x[..., :1]], -1), "short": x[:1] if x.dim() > 1 else x[:-1],
              "complex": x.to(torch.complex64)}  # fmt: skip
    if kind == "floats":
        spoilt["nan"] = torch.full_like(x, NAN)
    if kind == "ids":
        spoilt |= {"low": x - 100, "high": x + 10**6}
    return spoilt


def bad_values(value: Any) -> dict[str, Any]:
    """The values that suit the kind of the sound one, by the name that the table gives them."""
    if isinstance(value, Tensor):
        return tensors(value)
    for kind, values in VALUES.items():
        if isinstance(value, kind) and (kind is not int or not isinstance(value, bool)):
            return values
    return OTHERS


def makes_sense(call: Call, argument: str, label: str) -> bool:
    """Whether this value is no bad one: its default is None, or the table of calls says so."""
    parameter = inspect.signature(call.signature_of).parameters.get(argument)
    default = parameter.default if parameter else None
    given = call.given[argument]
    same = label == "zero" and given is not False and given == 0  # the sound value itself
    fine = (label == "none" and default is None) or label in call.fine.get(argument, "").split()
    return fine or (not isinstance(given, Tensor) and same)


class Hung(BaseException):
    """Raised by the alarm; not even a careless ``except Exception`` catches it."""


def stop(number: int, frame: object) -> None:
    raise Hung


def judge(call: Call, argument: str, bad: Any) -> tuple[str, str]:
    """(verdict, what was said) of a call with one argument spoilt."""
    names = f"{argument} {call.also.get(argument, '')}".split()
    quiet = io.StringIO()
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
            call.run(**{**call.given, argument: bad})
    except EXPECTED as error:
        said = f"{type(error).__name__}: {error}"
        path = isinstance(error, OSError) and str(bad) in str(error)
        named = path or any(re.search(rf"(?<![a-z_.]){re.escape(name)}(?![a-z_])", str(error))
                            for name in names)  # fmt: skip
        return NAMED if named else DEEP, said.splitlines()[0]
    except (Exception, Hung) as error:
        return DEEP, f"{type(error).__name__}: {error}".splitlines()[0]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return ACCEPTED, ""


def taught() -> set[str]:
    """Every name that stands in a code cell of a lesson."""
    cells = (cell for path in NOTEBOOKS.glob("*.ipynb")
             for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
             if cell["cell_type"] == "code")  # fmt: skip
    return set(re.findall(r"[A-Za-z_]\w*", "\n".join("".join(cell["source"]) for cell in cells)))


def spoil(call: Call, known: set[str]) -> Iterator[Case]:
    """Every argument of a call in turn exchanged for every value that suits its kind."""
    room, *names = call.name.split(" ")[0].split(".")
    names = [name for name in names if name != "forward"]
    in_lessons = all(name in known for name in names[-2:] if name[0].isupper() or name == names[-1])
    call.run(**call.given)  # the sound call
    for argument, sound in call.given.items():
        for label, bad in bad_values(sound).items():
            if makes_sense(call, argument, label):
                continue
            verdict, said = judge(call, argument, bad)
            yield Case(room, call.name, argument, label, verdict, said, in_lessons)


def cases(only: str = "") -> Iterator[Case]:
    """Every case of the rooms whose calls hold ``only``."""
    known = taught()
    before = signal.signal(signal.SIGPROF, stop)
    torch.set_num_threads(1)
    logging.disable()
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            contextlib.chdir(folder),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore")
            for room in every(Path(folder)):
                for call in room():
                    if only in call.name:
                        yield from spoil(call, known)
    finally:
        signal.signal(signal.SIGPROF, before)


def share(found: list[Case], verdict: str = NAMED) -> float:
    """The percentage of the cases that came to this verdict."""
    return 100 * sum(case.verdict == verdict for case in found) / max(1, len(found))


def table(found: list[Case]) -> str:
    """A line for each room, and two for all: what lessons use, and the rest."""
    groups = {room: [c for c in found if c.room == room] for room in Counter(c.room for c in found)}
    groups["in lessons"] = [c for c in found if c.taught]
    groups["elsewhere"] = [c for c in found if not c.taught]
    groups["all"] = found
    lines = [f"{'':16}{'values':>8}{'named %':>9}{'deep %':>9}{'accepted %':>12}"]
    for name, own in groups.items():
        shares = (share(own, verdict) for verdict in (NAMED, DEEP, ACCEPTED))
        lines.append("{:16}{:8,}{:9.1f}{:9.1f}{:12.1f}".format(name, len(own), *shares))
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--show", choices=(NAMED, DEEP, ACCEPTED), action="append", default=[])
    parser.add_argument("--only", default="", help="part of a call's name")
    parser.add_argument("--json", action="store_true", help="every case, for a program to read")
    args = parser.parse_args(argv)
    found = list(cases(args.only))
    if args.json:
        json.dump([asdict(case) for case in found], sys.stdout)
        return
    for case in found:
        if case.verdict in args.show:
            print(f"{case.verdict:9}{case.call}({case.argument}: {case.value}) {case.said[:110]}")
    print(table(found))


if __name__ == "__main__":
    main()

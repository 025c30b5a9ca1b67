"""The helper process of ``warm``: reads what to call, calls it, sends back every outcome.

Started as ``python -m tformer.course.checker.helper``; ends with its input.
"""

import faulthandler
import importlib
import os
from functools import partial
from typing import Any, BinaryIO

from . import settings
from .calls import Trace, perform, without_streams
from .checker import once_right
from .parcel import rebuilt
from .wire import Telling, frame, next_frame, packed, unpacked


def main() -> None:
    """Answer one request after the other."""
    faulthandler.disable()
    reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    without_streams()
    _send(writer, packed(Trace()))
    while request := next_frame(reader):
        with settings.kept():
            _answer(unpacked(request).value, writer)


def _answer(request: Any, writer: BinaryIO) -> None:
    module, indices, sent, seed, gradients = request
    try:
        exercise = importlib.import_module(module).EXERCISE
        fn = rebuilt(sent)
    except Exception as error:  # here it cannot be built: the parent finds another way
        _send(writer, packed(Trace(printed=f"{type(error).__name__}: {error}", reseeded=True)))
        return
    cases = [exercise.cases[i] for i in indices]
    calls = [(case.make(), case.make()) for case in cases]
    then = once_right(fn, exercise, cases) if gradients else None
    trace = Trace(outcomes=Telling(partial(_send, writer)))
    perform(fn, calls, trace, seed, then)
    _send(writer, packed(trace))


def _send(writer: BinaryIO, data: bytes) -> None:
    writer.write(frame(data))
    writer.flush()


if __name__ == "__main__":
    main()

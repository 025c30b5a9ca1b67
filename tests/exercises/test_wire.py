"""What the child sends back: every plain value survives, and nothing that it sends is ever run."""

import gc
import json
import math
import pickle
from multiprocessing.connection import Connection

import numpy as np
import pytest
import torch

from tformer.course.checker import forked
from tformer.course.checker.calls import Trace
from tformer.course.checker.compare import identical
from tformer.course.checker.core import Outcome
from tformer.course.checker.foreign import Foreign, plain
from tformer.course.checker.wire import Garbled, packed, unpacked
from tformer.exercises import check

VALUES = [
    *(None, True, 3, -(2**999), 0.1, -math.inf, 1 + 2j, "é\ud800", b"\x00\xff", torch.float16),
    *([], (), [1, [2.0, (3, None)]], ("list", "x"), Foreign("Thing")),
    *(
        torch.tensor(d).to(dtype)
        for dtype in (torch.bool, torch.int8, torch.bfloat16, torch.float64)
        for d in (1.0, [[0.0, 1.0]])
    ),
    *(torch.empty(0, 3), torch.ones(2, dtype=torch.complex64), torch.arange(6).view(2, 3).t()),
    *(torch.arange(5).reshape(1, 5)[:, -1], torch.ones(3).to(torch.float8_e4m3fn)),
    *(np.arange(6.0).reshape(2, 3), np.float32(0.1), np.array(2), np.empty((0, 2), dtype=np.int16)),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_plain_value_comes_back_as_it_is(value):
    value = plain(value)
    back = unpacked(packed(Outcome(value, "E", "m", "l", "0,1")))
    assert (back.error, back.message, back.line, back.mutated) == ("E", "m", "l", "0,1")
    assert type(back.value) is type(value)
    if isinstance(value, torch.Tensor) and value.dtype == torch.float8_e4m3fn:
        assert torch.equal(back.value.float(), value.float())
    elif isinstance(value, np.ndarray | np.generic):
        assert back.value.dtype == value.dtype and np.array_equal(back.value, value)
        assert back.value.shape == value.shape
    else:
        assert identical(back.value, value)


def test_nan_and_what_was_seen_of_a_run_come_back():
    assert math.isnan(unpacked(packed(Outcome(math.nan))).value)
    seen = Trace(printed="printed", timed_out=True, reseeded=True)
    assert unpacked(packed(seen)) == seen


class Bomb:
    """Unpickled, it leaves a file behind."""

    def __init__(self, path):
        self.path = str(path)

    def __reduce__(self):
        return open, (self.path, "w")


def message(tree, *buffers):
    head = json.dumps({"sizes": [len(b) for b in buffers], **tree}).encode()
    return len(head).to_bytes(8, "little") + head + b"".join(buffers)


def outcome(value, *buffers):
    texts = dict.fromkeys(("error", "message", "line", "mutated"), "")
    return message({"outcome": texts, "value": value}, *buffers)


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"\x00" * 8, b"\xff" * 40, pickle.dumps(Outcome(1.0)), outcome(1.0) + b"x"),
        *(outcome(1.0)[:-1], outcome({"a": 1}), outcome(["eval", "1"]), outcome([])),
        *(outcome(["tensor", 0, "float32", [2]], b"1234"), outcome(["tensor", 0, "nn", [1]], b"1")),
        *(outcome(["tensor", 0, "float32", [-1, -1]], b"1234"), outcome(["bytes", -1], b"1")),
        *(outcome(["tensor", 0, "float32", [2**62, 2**62, 0]], b""), outcome(["bytes", 7])),
        *(outcome(["array", 0, "|O8", [1]], b"12345678"), outcome(["foreign", 3])),
        outcome(["array", 0, "<f8", [3]], b"12345678"),
        *(message({"outcome": {}, "value": 1}), message({"trace": {}}), message({})),
        b"\x20\x4e" + b"\x00" * 6 + b"[" * 20_000,
    ],
)
def test_what_is_no_message_is_refused(data):
    with pytest.raises(Garbled):
        unpacked(data)


def test_a_bool_is_0_or_1_whatever_bytes_come():
    assert unpacked(outcome(["tensor", 0, "bool", [2]], b"\x00\x07")).value.tolist() == [0, 1]
    assert unpacked(outcome(["tensor", 0, "bool", [2]], b"\x00\x07")).value.sum() == 1


@pytest.mark.parametrize("how", ["send", "send_bytes", "value"])
def test_a_pickle_of_the_learners_does_not_come_through(how, tmp_path):
    """It takes hold of the pipe itself, or returns an object that wants to be unpickled."""
    assert forked.POSSIBLE
    note = tmp_path / "was here"
    pickle.loads(pickle.dumps(Bomb(note))).close()
    assert note.exists(), "the bomb works"
    note.unlink()

    def softmax(x, dim):
        if how == "value":
            return Bomb(note)
        gc.unfreeze()  # the checker hides from the collector what the fork shares
        for thing in gc.get_objects():
            if isinstance(thing, Connection) and thing.writable:
                bomb = Bomb(note)
                thing.send(bomb) if how == "send" else thing.send_bytes(pickle.dumps(bomb))
        return torch.softmax(x, dim)

    report = check(softmax)
    assert report.state == "failed" and report.mistake
    assert not note.exists()

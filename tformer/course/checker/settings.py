"""The process's settings: clean while a check runs, afterwards as they were before.

Clean, because a notebook may have set another default dtype or device, or have put its own function
in the place of ``torch.softmax``, and the reference must not change with it. As before, because
neither the checker nor the function that it calls may change what the next cell does.
"""

import builtins
import contextlib
import math
import os
import random
import sys
import time
import warnings
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import torch
import torch.nn.functional

MISSING = object()
# Notebooks and debuggers put their own functions in the place of these; none computes anything.
THEIRS = {"input", "print", "open", "exit", "quit", "breakpoint", "display", "get_ipython"}


def _public(owner: Any) -> dict[str, Any]:
    """The functions of a module; of a class all its attributes and those that it inherits."""
    if isinstance(owner, ModuleType):
        return {
            name: thing
            for name, thing in vars(owner).items()
            if callable(thing) and not name.startswith("_") and name not in THEIRS
        }
    inherited = dict.fromkeys(name for base in owner.__mro__[1:-1] for name in vars(base))
    return {**dict.fromkeys(inherited, MISSING), **vars(owner)}


_OWNERS = (torch, torch.nn.functional, torch.Tensor, math, builtins, random, time, np)
_ORIGINALS = [(owner, _public(owner)) for owner in _OWNERS]


def _restored() -> list[tuple[Any, str, Any]]:
    """Put every function back that was replaced; what stood there."""
    replaced = []
    for owner, functions in _ORIGINALS:
        now = vars(owner)
        for name, original in functions.items():
            found = now.get(name, MISSING)
            if found is not original:
                replaced.append((owner, name, found))
    for owner, name, _ in replaced:
        _put(owner, name, dict(_ORIGINALS)[owner][name])
    return replaced


def _put(owner: Any, name: str, value: Any) -> None:
    with contextlib.suppress(AttributeError, TypeError):
        delattr(owner, name) if value is MISSING else setattr(owner, name, value)


@contextlib.contextmanager
def original_functions() -> Iterator[None]:
    """The functions of torch, numpy, math … themselves; afterwards what stood there before."""
    replaced = _restored()
    try:
        yield
    finally:
        _restored()
        for owner, name, value in replaced:
            _put(owner, name, value)


def _print_options(options: dict[str, Any] | None = None) -> dict[str, Any]:
    vars(torch._tensor_str.PRINT_OPTS).update(options or {})
    return vars(torch._tensor_str.PRINT_OPTS).copy()


def _streams(streams: tuple | None = None) -> tuple:
    sys.stdin, sys.stdout, sys.stderr = streams or (sys.stdin, sys.stdout, sys.stderr)
    return sys.stdin, sys.stdout, sys.stderr


def _put_variables(variables: dict[str, str]) -> None:
    for name in os.environ.keys() - variables.keys():
        del os.environ[name]
    os.environ.update({k: v for k, v in variables.items() if os.environ.get(k) != v})


def _folder() -> str | None:
    with contextlib.suppress(OSError):  # it was deleted
        return os.getcwd()


def _go_to(folder: str | None) -> None:
    with contextlib.suppress(OSError):
        os.chdir(folder) if folder is not None else None


def _put_strict(mode: int) -> None:
    if torch.get_deterministic_debug_mode() != mode:  # setting it imports a compiler
        torch.set_deterministic_debug_mode(mode)


# What is afterwards as it was before: how it is read, how it is put back.
KEPT = (
    (np.random.get_state, np.random.set_state),
    (random.getstate, random.setstate),
    (_print_options, _print_options),
    (_streams, _streams),
    (os.environ.copy, _put_variables),
    (_folder, _go_to),
    (sys.getrecursionlimit, sys.setrecursionlimit),
    (torch.get_default_dtype, torch.set_default_dtype),
    (torch.get_num_threads, torch.set_num_threads),
    (torch.get_deterministic_debug_mode, _put_strict),
)


@contextlib.contextmanager
def kept() -> Iterator[None]:
    """Clean settings inside, and outside those from before, whatever was set within.

    float32 on the processor, with gradients; one thread, as thousands of products of tiny tensors
    would only wait for each other.
    """
    before = [(put, read()) for read, put in KEPT]
    gpus = range(torch.cuda.device_count()) if torch.cuda.is_initialized() else ()
    around = original_functions(), torch.random.fork_rng(gpus), warnings.catch_warnings()
    with contextlib.ExitStack() as modes:
        for one in (*around, np.printoptions(), np.errstate(all="warn")):
            modes.enter_context(one)
        try:
            warnings.simplefilter("ignore")
            torch.set_default_dtype(torch.float32)
            torch.set_num_threads(1)
            if torch.get_default_device().type != "cpu":
                modes.enter_context(torch.device("cpu"))
            if torch.is_autocast_enabled("cpu"):
                modes.enter_context(torch.autocast("cpu", enabled=False))
            modes.enter_context(torch.inference_mode(False))
            modes.enter_context(torch.enable_grad())
            yield
        finally:
            for put, value in before:
                put(value)

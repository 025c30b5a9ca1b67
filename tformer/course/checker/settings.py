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


@contextlib.contextmanager
def _system() -> Iterator[None]:
    """Folder, environment variables, streams, warnings, the depth of recursion."""
    variables = os.environ.copy()
    streams = sys.stdin, sys.stdout, sys.stderr
    depth = sys.getrecursionlimit()
    try:
        folder = os.getcwd()
    except OSError:  # it was deleted
        folder = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
        sys.setrecursionlimit(depth)
        for name in os.environ.keys() - variables.keys():
            del os.environ[name]
        os.environ.update({k: v for k, v in variables.items() if os.environ.get(k) != v})
        if folder is not None:
            with contextlib.suppress(OSError):
                os.chdir(folder)


@contextlib.contextmanager
def _printing() -> Iterator[None]:
    options, floats = vars(torch._tensor_str.PRINT_OPTS).copy(), np.geterr()
    arrays = np.get_printoptions()
    try:
        with np.errstate(all="warn"):
            yield
    finally:
        vars(torch._tensor_str.PRINT_OPTS).update(options)
        np.seterr(**floats)
        np.set_printoptions(**arrays)


@contextlib.contextmanager
def _random_states() -> Iterator[None]:
    states = torch.get_rng_state(), np.random.get_state(), random.getstate()
    cuda = torch.cuda.get_rng_state_all() if torch.cuda.is_initialized() else None
    try:
        yield
    finally:
        torch.set_rng_state(states[0])
        np.random.set_state(states[1])
        random.setstate(states[2])
        if cuda is not None:
            torch.cuda.set_rng_state_all(cuda)


@contextlib.contextmanager
def _torch() -> Iterator[None]:
    """float32 on the processor, with gradients; one thread, as thousands of products of tiny
    tensors would only wait for each other."""
    dtype, threads = torch.get_default_dtype(), torch.get_num_threads()
    strict = torch.get_deterministic_debug_mode()
    torch.set_default_dtype(torch.float32)
    torch.set_num_threads(1)
    with contextlib.ExitStack() as modes:
        if torch.get_default_device().type != "cpu":
            modes.enter_context(torch.device("cpu"))
        if torch.is_autocast_enabled("cpu"):
            modes.enter_context(torch.autocast("cpu", enabled=False))
        modes.enter_context(torch.inference_mode(False))
        modes.enter_context(torch.enable_grad())
        try:
            yield
        finally:
            torch.set_default_dtype(dtype)
            torch.set_num_threads(threads)
            if torch.get_deterministic_debug_mode() != strict:  # setting it imports a compiler
                torch.set_deterministic_debug_mode(strict)


@contextlib.contextmanager
def kept() -> Iterator[None]:
    """Clean settings inside, and outside those from before, whatever was set within."""
    with original_functions(), _random_states(), _printing(), _system(), _torch():
        yield

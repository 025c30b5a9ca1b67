"""Where the work is done: the device, its precision, the other processes, the user's Ctrl-C."""

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import torch
import torch.distributed as dist
from torch import nn

from tformer._support.checks import check_flag, check_kind


def pick_device(device: str | torch.device = "auto") -> torch.device:
    """ "auto" takes a GPU if there is one; under torchrun each process takes its own.

    Raises ValueError for a device that this machine lacks.
    """
    check_kind((str, torch.device), device=device)
    if str(device) == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(device)
        if device.type != "cuda":
            torch.zeros(1, device=device).item()  # meta knows no numbers, mps may not be there
    except (RuntimeError, NotImplementedError) as error:
        raise ValueError(f"device={str(device)!r} is unknown; choose cpu, cuda or auto") from error
    if device.type == "cuda":
        if not torch.cuda.is_available():
            raise ValueError(f"device={device}: torch sees no GPU here; use 'cpu' or 'auto'")
        if device.index is None:
            device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", 0)))
        torch.cuda.set_device(device)
    return device


def bfloat16_pays(device: torch.device, width: int) -> bool:
    """Whether products in bfloat16 are faster: on GPUs that have it, and for wide models on
    processors with matrix units for it (narrow ones lose more by converting than they gain)."""
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported()
    matrix_units = getattr(torch.cpu, "_is_amx_tile_supported", bool)
    return device.type == "cpu" and width >= 256 and bool(matrix_units())


def keep_freed_memory() -> bool:
    """Let this process keep what it frees: returns whether the C library (glibc) agreed.

    By default glibc hands big freed blocks back to the system, which must clear them page by page
    when the next update asks again: a third of the time of a training step on a CPU. Kept, they
    are there at once, and the process stays as large as it once was. Source: man 3 mallopt.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is None:  # musl, macOS, Windows: another allocator, with other habits
        return False
    trim_threshold, mmap_max = -1, -4  # numbers from malloc.h
    # No blocks of their own outside the heap, and a heap whose end is never cut off.
    return bool(mallopt(mmap_max, 0) and mallopt(trim_threshold, -1))


def join_processes(device: torch.device) -> tuple[int, int]:
    """(rank, world size): this process's number among those that torchrun started, (0, 1) alone."""
    if "RANK" not in os.environ or not dist.is_available():
        return 0, 1
    if not dist.is_initialized():
        dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
    return dist.get_rank(), dist.get_world_size()


def sharded(model: nn.Module, device: torch.device, bfloat16: bool = False) -> nn.Module:
    """``model`` itself, of whose weights each process keeps its rows only, on ``device``.

    A layer is gathered when it is needed and let go again, forwards and backwards, and so is what
    stands around the layers. Gradients, and an optimizer made afterwards, are shared out alike.
    For products in ``bfloat16`` matrices are gathered in it: of float32 ones, autocast would keep
    a copy of every layer until it comes back to it. Raises ValueError without torchrun.
    Source: Zhao et al. 2023, "PyTorch FSDP"; torch's `fully_shard`.
    """
    check_kind(nn.Module, model=model)
    check_kind(torch.device, device=device)
    check_flag(bfloat16=bfloat16)
    if not (dist.is_available() and dist.is_initialized()):
        raise ValueError("shard=True (--shard) shares a model out among processes; start them with "
                         "torchrun --nproc-per-node 2 -m tformer train ...")  # fmt: skip
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

    how = {"mesh": init_device_mesh(device.type, (dist.get_world_size(),)),
           "reshard_after_forward": True}  # fmt: skip
    low = {"param_dtype": torch.bfloat16, "reduce_dtype": torch.float32} if bfloat16 else {}
    policy = MixedPrecisionPolicy(**low, cast_forward_inputs=False)
    for layers in [m for m in model.modules() if isinstance(m, nn.ModuleList)]:
        for layer in layers:
            norms = [m for m in layer.modules() if isinstance(m, nn.LayerNorm | nn.RMSNorm)]
            if bfloat16 and norms:  # they stay in float32, one group a layer
                fully_shard(norms, **how)
            fully_shard(layer, **how, mp_policy=policy)
    return fully_shard(model, **how)  # what is left, tied weights once


def sum_over_processes(*numbers: float | torch.Tensor, device: torch.device) -> list[float]:
    """Each number summed over all processes: one exchange for all of them."""
    packed = torch.stack([torch.as_tensor(n, dtype=torch.float64, device=device) for n in numbers])
    if dist.is_available() and dist.is_initialized():
        dist.all_reduce(packed)
    return packed.tolist()


@contextmanager
def interruptible(alone: bool) -> Iterator[list[int]]:
    """Collects Ctrl-C (and SIGTERM, of a process that is ``alone``) instead of breaking off.

    The list that it gives is empty until then. A second signal breaks off as usual.
    """
    received: list[int] = []

    def note(number: int, frame: object) -> None:
        received.append(number)
        if len(received) > 1:
            raise KeyboardInterrupt

    signals = [signal.SIGINT, *[signal.SIGTERM] * alone]
    if threading.current_thread() is not threading.main_thread():
        signals = []  # Python lets only the main thread have handlers
    before = {number: signal.signal(number, note) for number in signals}
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

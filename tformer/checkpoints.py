"""A model, or a whole training run, in one file that is either complete or not there.

safetensors with a JSON header: names, numbers and text, never code, so opening one runs nothing.
The header holds the configuration and a checksum of all that follows from it.
"""

import dataclasses
import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import safetensors.torch
import torch
from torch import Tensor, nn

from tformer._support.checks import check_device, check_flag, check_kind, given
from tformer._support.files import atomic_write
from tformer.language_model import LanguageModel, LanguageModelConfig
from tformer.transformer import Transformer, TransformerConfig

DTYPES = (torch.float64, torch.float32, torch.float16, torch.bfloat16)
KINDS = {
    "Transformer": (Transformer, TransformerConfig),
    "LanguageModel": (LanguageModel, LanguageModelConfig),
}


class CheckpointError(ValueError):
    """The file is damaged, no checkpoint, or belongs to something else; the message says which."""


def write(path: str | Path, tensors: Mapping[str, Tensor], header: dict) -> None:
    """Put tensors and a JSON-able header into one file, atomically (see `files`)."""
    check_kind((str, Path), path=path)
    check_kind(Mapping, tensors=tensors)
    for name, x in tensors.items():
        check_kind(Tensor, **{f"tensors[{name!r}]": x})
    tensors = {name: x.detach().cpu().contiguous() for name, x in tensors.items()}
    text = json.dumps(header)
    metadata = {"tformer": text, "sha256": _checksum(tensors, text)}
    atomic_write(path, safetensors.torch.save(tensors, metadata))


def read(path: str | Path) -> tuple[dict[str, Tensor], dict]:
    """Tensors, as copies that leave the file free, and header of a file that `write` made.

    Raises FileNotFoundError, and CheckpointError for a pickle (which is not opened), for a file
    that is cut off or altered, and for safetensors that are not ours.
    """
    check_kind((str, Path), path=path)
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"there is no checkpoint {path}")
    try:
        with safetensors.safe_open(path, "pt") as file:
            metadata = file.metadata() or {}
            tensors = {name: file.get_tensor(name).clone() for name in file.keys()}  # noqa: SIM118
    except Exception as error:  # safetensors' own error is no subclass of anything useful
        # Asked only now: a sound file, too, begins with any byte, the length of its header.
        if path.read_bytes()[:2] in (b"PK", b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"):
            raise CheckpointError(f"{path} is a pickle, which can run any code when opened, so it "
                                  "was not; have it saved as safetensors") from None  # fmt: skip
        raise CheckpointError(f"{path} is cut off or no safetensors file ({error})") from error
    if "tformer" not in metadata:
        raise CheckpointError(f"{path} is safetensors, but not written by tformer: no header")
    if metadata.get("sha256") != _checksum(tensors, metadata["tformer"]):
        raise CheckpointError(f"{path} was altered after it was written: its checksum differs")
    try:
        header = json.loads(metadata["tformer"])
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{path} has a header that is no JSON ({error})") from error
    if not isinstance(header, dict) or not isinstance(header.get("extra", {}), dict):
        raise CheckpointError(f"{path} has a header that is no table of settings")
    return tensors, header


def _checksum(tensors: Mapping[str, Tensor], text: str) -> str:
    digest = hashlib.sha256(text.encode())
    for name in sorted(tensors):
        x = tensors[name]
        digest.update(f"{name} {x.dtype} {tuple(x.shape)}".encode())
        digest.update(x.reshape(-1).view(torch.uint8).numpy())
    return digest.hexdigest()


def describe(model: nn.Module) -> dict:
    """The kind and configuration from which `build` makes an equal model."""
    check_kind(nn.Module, model=model)
    config = getattr(model, "config", None)
    own = dataclasses.asdict(config) if dataclasses.is_dataclass(config) else {}
    kind = type(model).__name__.removeprefix("FSDP")  # which torch puts before a sharded one's
    return {"kind": kind, "config": own}


def build(description: dict) -> nn.Module:
    """A new model, with fresh weights, from `describe`'s answer; CheckpointError for another."""
    check_kind(dict, description=description)
    kind, settings = description.get("kind"), description.get("config")
    if not isinstance(kind, str) or kind not in KINDS:
        raise CheckpointError(f"description: kind={kind!r} is none of {', '.join(KINDS)}")
    model, config = KINDS[kind]
    try:
        return model(config(**settings))
    except (TypeError, ValueError, RuntimeError) as error:
        raise CheckpointError(f"config fits no {kind}: {error}") from error


def save_model(path: str | Path, model: nn.Module, weights: Mapping[str, Tensor] | None = None,
               *, dtype: torch.dtype | None = None, **extra) -> None:  # fmt: skip
    """Store configuration and weights (the model's own unless given); shared weights once.

    ``dtype=torch.float16`` halves the file. ``extra`` is kept in the header, for example a
    tokenizer's vocabulary; anything JSON can say. Raises ValueError for a dtype that is none of
    torch's floating-point ones of 16 bits or more, or too small for a weight.
    """
    check_kind(nn.Module, model=model)
    check_kind(Mapping, **given(weights=weights))
    weights = dict(model.named_parameters()) if weights is None else weights
    for name, x in weights.items():
        check_kind(Tensor, **{f"weights[{name!r}]": x})
    if dtype is not None:
        weights = {name: _convert(name, x, dtype) for name, x in weights.items()}
    write(path, weights, {**describe(model), "extra": extra})


def _convert(name: str, x: Tensor, dtype: torch.dtype) -> Tensor:
    if dtype not in DTYPES:
        raise ValueError(f"dtype={dtype} cannot hold weights; choose one of {DTYPES}")
    converted = x.to(dtype)
    if not converted.isfinite().all() and x.isfinite().all():
        raise ValueError(f"dtype={dtype} is too small for {name}, which reaches {x.abs().max()}")
    return converted


def load_model(path: str | Path, device: str | torch.device = "cpu") -> tuple[nn.Module, dict]:
    """The model stored at ``path``, in float32 and eval mode, and the ``extra`` stored with it.

    Raises CheckpointError for a file that `read` refuses, that describes no model of ours, or whose
    weights are not those of the model it describes, or not all finite.
    """
    check_device(device=device)
    tensors, header = read(path)
    part = str(header.get("part", ""))  # of several sets of weights, as lessons keep them, one
    tensors = {k.removeprefix(part): x for k, x in tensors.items() if k.startswith(part)}
    try:
        model = build(header)
    except ValueError as error:
        raise CheckpointError(f"{path} describes no model: {error}") from error
    fill(model, tensors, path)
    broken = next((name for name, x in tensors.items() if not x.isfinite().all()), None)
    if broken:
        raise CheckpointError(f"{path} holds weights that are no numbers: {broken} has NaN or inf")
    return model.to(device).eval(), header.get("extra", {})


@torch.no_grad()
def fill(model: nn.Module, weights: Mapping[str, Tensor], path: str | Path) -> None:
    """Copy weights by name into the model; refuses names or shapes that are not its own."""
    check_kind(nn.Module, model=model)
    check_kind(Mapping, weights=weights)
    own = dict(model.named_parameters())
    if own.keys() != weights.keys():
        odd = ", ".join(sorted(own.keys() ^ weights.keys())[:3])
        raise CheckpointError(f"{path} belongs to another model: only one of the two has {odd}")
    for name, p in own.items():
        if p.shape != weights[name].shape:
            shape = tuple(weights[name].shape)
            raise CheckpointError(f"{path} belongs to another model: {name} has shape {shape} "
                                  f"there and {tuple(p.shape)} here")  # fmt: skip
        p.copy_(share_out(weights[name], p))


def gather_whole(x: Tensor, keep: bool = True) -> Tensor:
    """``x``; if it is shared out, all of it, on the CPU, of those processes that ``keep`` it.

    All processes must ask, whether they keep it or not: each gives its part.
    """
    check_kind(Tensor, x=x)
    if not hasattr(x, "full_tensor"):
        return x
    x = x.detach().full_tensor()
    return x.cpu() if keep else x.new_empty(0)


def share_out(x: Tensor, like: Tensor) -> Tensor:
    """``x``, whole in every process; if ``like`` is shared out, this process's part, as of it."""
    check_kind(Tensor, x=x, like=like)
    if not hasattr(like, "full_tensor"):
        return x
    from torch.distributed.tensor import distribute_tensor

    return distribute_tensor(x, like.device_mesh, like.placements, src_data_rank=None)


def save_training(path: str | Path, model: nn.Module, optimizer: torch.optim.Optimizer,
                  progress: dict, **others: dict[str, Tensor]) -> None:  # fmt: skip
    """Store a run as it stands after an update: weights, the optimizer's memory, and ``progress``.

    ``progress`` (update number, data position, history, ...) is whatever JSON can say; ``others``
    are further sets of weights by name, such as a running average.
    """
    write(path, *training_state(model, optimizer, progress, **others))


def training_state(
    model: nn.Module, optimizer: torch.optim.Optimizer, progress: dict, *, keep: bool = True,
    **others: dict[str, Tensor],
) -> tuple[dict, dict]:  # fmt: skip
    """What `save_training` writes, tensors and header, whole even where a model is sharded.

    Then all processes must ask, and those that ``keep`` it get it.
    """
    check_kind(nn.Module, model=model)
    check_kind(torch.optim.Optimizer, optimizer=optimizer)
    check_kind(dict, progress=progress)
    check_flag(keep=keep)
    state = optimizer.state_dict()["state"].items()
    memory = {f"{i}.{key}": x for i, own in state for key, x in own.items()}
    numbers = {name: x for name, x in memory.items() if not isinstance(x, Tensor)}
    memory = {name: x for name, x in memory.items() if isinstance(x, Tensor)}
    sets = {"weights": dict(model.named_parameters()), **others, "optimizer": memory}
    tensors = {f"{part}.{name}": gather_whole(x, keep) for part, own in sets.items()
               for name, x in own.items()}  # fmt: skip
    return tensors, {**describe(model), "progress": progress, "numbers": numbers,
                     "optimizer": _describe_optimizer(optimizer)}  # fmt: skip


def _describe_optimizer(optimizer: torch.optim.Optimizer) -> dict:
    """Its kind, whose it is, and how many numbers it moves in each group of parameters."""
    kind = type(optimizer)
    sizes = [sum(p.numel() for p in group["params"]) for group in optimizer.param_groups]
    return {"optimizer": kind.__name__, "package": kind.__module__.partition(".")[0],
            "sizes of its groups": sizes}  # fmt: skip


def load_training(
    path: str | Path, model: nn.Module, optimizer: torch.optim.Optimizer
) -> tuple[dict, dict[str, dict[str, Tensor]]]:
    """Put a stored run back into ``model`` and ``optimizer``; returns ``progress`` and the others.

    Raises CheckpointError naming the first setting that differs if it is the run of another model
    or of another optimizer.
    """
    check_kind(torch.optim.Optimizer, optimizer=optimizer)
    tensors, header = read(path)
    if "progress" not in header:
        raise CheckpointError(f"{path} holds a model, not a run that could be resumed")
    here, there = ({"kind": d["kind"], **d["config"]} for d in (describe(model), header))
    _refuse_others("model", here, there, path)
    here = _describe_optimizer(optimizer)
    there = {**here, **header.get("optimizer", {})}  # earlier files do not say all
    _refuse_others("optimizer", here, there, path)
    sets, memory = defaultdict(dict), defaultdict(dict)
    for name, x in tensors.items():
        part, rest = name.split(".", 1)
        sets[part][rest] = x
    fill(model, sets.pop("weights"), path)
    moved = [p for group in optimizer.param_groups for p in group["params"]]
    for name, x in (sets.pop("optimizer", {}) | header.get("numbers", {})).items():
        number, key = name.split(".")
        p = moved[int(number)]
        memory[int(number)][key] = share_out(x, p) if getattr(x, "shape", None) == p.shape else x
    groups = optimizer.state_dict()["param_groups"]
    optimizer.load_state_dict({"state": memory, "param_groups": groups})
    return header["progress"], sets


def _refuse_others(what: str, here: dict, there: dict, path: str | Path) -> None:
    for name in here:
        if there.get(name) != here[name]:
            raise CheckpointError(f"{path} belongs to another {what}: {name}={there.get(name)!r} "
                                  f"there, {here[name]!r} here")  # fmt: skip

"""Run the command that was typed, and say in a sentence what went wrong."""

import os
import sys
from importlib import import_module
from types import ModuleType

from tformer.commands.arguments import apart, parser


def _here() -> None:
    """Raise OSError in a folder that was deleted: torch's own libraries end Python there."""
    try:
        os.getcwd()
    except FileNotFoundError:
        raise OSError("the folder that you are in was deleted; go to another one") from None


def _module(name: str) -> ModuleType:
    try:
        return import_module(f"tformer.commands.{name}")
    except ModuleNotFoundError as error:
        extra = "[site]" * (name == "site")
        raise ValueError(f"{error.name} is not installed; pip install 'tformer{extra}'") from error


def main(argv: list[str] | None = None) -> int:
    """Run the command that was typed and return its exit status; an error that has a reason is told
    in a sentence."""
    args = parser().parse_args(apart(sys.argv[1:] if argv is None else argv))
    if args.command in ("translate", "generate", "yours"):
        # One sentence at a time: for such tiny products a second thread would wait.
        os.environ.setdefault("OMP_NUM_THREADS", "1")
    if sys.stdout is None and args.command in ("translate", "generate", "progress", "doctor"):
        print(f"tformer {args.command}: there is no standard output", file=sys.stderr)
        return 1
    if None in (sys.stdout, sys.stderr):
        nowhere = open(os.devnull, "w")  # noqa: SIM115 (to the end)
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    try:
        _here()
        status = _module(args.command).command(args)
        print(end="", flush=True)  # what is still on its way fails here, not at Python's end
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # who reads has had enough, as in "| head -1": nothing to complain of
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (ValueError, OSError, FloatingPointError) as error:
        why = error
    except (RuntimeError, MemoryError) as error:
        too_much = isinstance(error, MemoryError) or "memory" in str(error)
        if not too_much and "RANK" not in os.environ:
            raise
        why = f"there is not enough memory for this ({error})" if too_much else (
            f"another process of this run ended ({error}).\n"
            "The last checkpoint is whole: repeat the command with --resume.")  # fmt: skip
    print(f"tformer {args.command}: {why}", file=sys.stderr)
    return 1

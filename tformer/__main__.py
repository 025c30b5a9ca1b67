"""The command line: python -m tformer train | translate | generate | grade | site | ..."""

import argparse
import codecs
import os
import sys
from importlib.util import find_spec
from pathlib import Path

from tformer import __version__
from tformer.doctor import ASSETS, examine

EXAMPLES = {
    "train": """\
  python -m tformer train dates --out runs/dates
  python -m tformer train character --out runs/character
  python -m tformer train translator --data multi30k/ --out runs/translator
  python -m tformer train translator --data pairs.tsv --out runs/mine --set data.format=tsv
  python -m tformer train translator --data multi30k/ --out runs/translator --resume
  torchrun --nproc-per-node 2 -m tformer train character --out runs/character
  torchrun --nproc-per-node 2 -m tformer train character --out runs/character --shard""",
    "translate": """\
  python -m tformer translate "Ein Hund rennt am Strand."
  python -m tformer translate "A dog runs on the beach." --model translator_en_de
  python -m tformer translate < german.txt > english.txt
  python -m tformer translate "Zwei Kinder spielen." --show-attention look.html
  python -m tformer translate                          (asks for sentences until Ctrl-D)""",
    "generate": """\
  python -m tformer generate "The decoder " --length 300 --temperature 0.8 --seed 1""",
    "progress": "  python -m tformer progress",
    "grade": """\
  python -m tformer grade submitted/ --csv class.csv --picture mistakes.png
  python -m tformer grade 05_attention_*.ipynb --csv class.csv
  python -m tformer grade clones/ --csv class.csv --student 'attention-(.+?)/'""",
    "doctor": "  python -m tformer doctor",
    "site": """\
  python -m tformer site pages
  python -m tformer site pages --lessons 05 06""",
}


def parser() -> argparse.ArgumentParser:
    main = argparse.ArgumentParser(prog="python -m tformer", description=__doc__)
    main.add_argument("--version", action="version", version=f"tformer {__version__}")
    commands = main.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, what: str):
        own = commands.add_parser(
            name, help=what, description=what, epilog=f"examples:\n{EXAMPLES[name]}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )  # fmt: skip
        return own.add_argument

    add = command("train", "Train a model by a recipe; Ctrl-C keeps it, --resume goes on.")
    _train_arguments(add)

    add = command("translate", "Translate sentences: arguments, lines of standard input, or asked.")
    add("sentences", nargs="*")
    add("--model", type=model_file, default=ASSETS / "translator.safetensors",
        help="a file, or the name of a shipped model: translator_en_de")  # fmt: skip
    add("--beams", type=int, help="prefixes kept in hand (default: the recipe's)")
    add("--show-attention", type=Path, metavar="OUT.html", help="write where the decoder looked")

    add = command("generate", "Continue a text, letter by letter.")
    add("prompt", nargs="?", default="The ")
    add("--model", type=model_file, default=ASSETS / "character.safetensors")
    add("--length", type=int, default=400, help="new tokens")
    add("--temperature", type=float, default=0.8)
    add("--top-k", type=int)
    add("--top-p", type=float)
    add("--seed", type=seed, default=0)

    command("progress", "Show which exercises you have passed.")
    what = "Check a class's notebooks. Ctrl-C keeps the rows; the same command goes on."
    _ask_for_a_class(command("grade", what))
    command("doctor", "Say in plain words what is missing here, if anything.")

    add = command("site", "Write the lessons as pages that move without a kernel or a network.")
    add("out", type=Path, metavar="OUT", help="a new folder, or that of an older site")
    add("--lessons", nargs="+", default=[], metavar="NUMBER", help="only these, such as 05 06")
    return main


def _train_arguments(add) -> None:
    add("recipe", help="a name from assets/recipes (translator, character, ...) or a JSON file")
    add("--data", help="folder or file with the text; 'character' and 'dates' need none")
    add("--out", type=Path, required=True, help="folder for the model, its curve and its figures")
    add("--device", default="auto", help="cpu, cuda or auto (default)")
    add("--resume", action="store_true", help="go on with the run in --out")
    add("--shard", action="store_true", help="share the weights out among torchrun's processes")
    add("--start", type=Path, metavar="MODEL", help="begin with a trained model, not from scratch")
    add("--seed", type=seed, default=0)
    add("--skip-bad", action="store_true", help="leave bad lines out, and say how many")
    add("--set", nargs="*", action="extend", default=[], metavar="PART.SETTING=VALUE",
        help="change the recipe")  # fmt: skip


def _ask_for_a_class(add) -> None:
    add("places", nargs="+", metavar="FOLDER_OR_NOTEBOOK", help="a folder a student, or files")
    add("--csv", type=Path, required=True, help="one row a student and exercise; beside it the "
        "mistakes by their number")  # fmt: skip
    add("--picture", type=Path, metavar="OUT.png", help="draw the most frequent mistakes")
    add("--workers", type=int, help="notebooks at a time (default: one a processor)")
    add("--student", metavar="PATTERN", help="regular expression for a notebook's path in its "
        "folder; its first group is the student")  # fmt: skip
    add("--seconds", type=float, default=10.0, help="for defining a function, and for its cases "
        "(default: 10)")  # fmt: skip


def seed(text: str) -> int:
    if not text.isdecimal() or int(text) >= 2**32:
        raise argparse.ArgumentTypeError(f"{text!r} is no seed; give a whole number below 2**32")
    return int(text)


def model_file(text: str) -> Path:
    """The file of that name; or the shipped model, where it is no file."""
    shipped = ASSETS / f"{text}.safetensors"
    return shipped if shipped.is_file() and not Path(text).exists() else Path(text)


def train(args) -> int:
    from tformer.training.recipes import load_recipe, run

    skipped = [] if args.skip_bad else None
    history = run(load_recipe(args.recipe, args.set), args.data, args.out, device=args.device,
                  resume=args.resume, shard=args.shard, seed=args.seed, skipped=skipped,
                  start=args.start)  # fmt: skip
    for line in (skipped or [])[:5]:
        print(f"left out: {line}")
    if len(skipped or []) > 5:
        print(f"... and {len(skipped) - 5:,} more lines")
    if history.stopped == "early":
        print("Stopped early: training.patience is over; to go on, --resume with a larger one.")
    if history.stopped == "interrupted":
        there = f" --out {history.folder}" * (history.folder != args.out)
        print(f"Stopped after update {history.rows[-1]['update']}; all is kept in "
              f"{history.folder}. To go on, repeat the command with --resume{there}.")  # fmt: skip
        return 130
    return 0


def translate(args) -> int:
    from tformer.data.files import atomic_write, regular
    from tformer.translation import Translator

    translator = Translator.load(args.model)
    if args.show_attention:
        regular(args.show_attention)  # no reason to translate first
    if not args.sentences and sys.stdin is None:
        raise ValueError("there is no standard input; give the sentences as arguments")
    asked = not args.sentences and sys.stdin.isatty()
    if asked:
        print("A sentence, please; Ctrl-D ends.")
    last = ""
    for number, line in enumerate(args.sentences or iter(lambda: _line(asked), None), 1):
        try:
            print(*translator.translate([line], args.beams), flush=True)
            last = line.strip() or last
        except ValueError as error:
            foreign = isinstance(error, UnicodeEncodeError)
            why = f"sentence {number}: {'it is no valid UTF-8; convert it' if foreign else error}"
            if not asked:
                raise ValueError(why) from error
            print(why, file=sys.stderr)
    if args.show_attention and last:
        from tformer import viz

        language = {"translator": "de", "translator_en_de": "en"}.get(args.model.stem, "")
        shipped = args.model.parent == ASSETS
        page = viz.look_page(last, translator.look(last), language if shipped else "")
        atomic_write(args.show_attention, page.encode())
        print(f"Where it looked: {args.show_attention}", file=sys.stderr)
    return 0


def _line(asked: bool) -> str | None:
    """The next line of standard input, None at its end."""
    try:
        return input("> " if asked else "")
    except EOFError:
        return None


def generate(args) -> int:
    import torch

    from tformer.checkpoints import load_model
    from tformer.decoding import sampler, stream
    from tformer.language_model import LanguageModel
    from tformer.tokenizer import Tokenizer

    model, extra = load_model(args.model)
    if not isinstance(model, LanguageModel) or "tokenizer" not in extra:
        raise ValueError(f"{args.model} holds no language model with its tokenizer")
    tokenizer = Tokenizer.from_state(extra["tokenizer"])
    if tokenizer.vocab_size != model.config.vocab_size:
        raise ValueError(f"{args.model} holds a tokenizer that is not its model's")
    ids = tokenizer.encode(args.prompt)
    if not ids or args.length < 1:
        raise ValueError(f"prompt={args.prompt!r}, length={args.length}: give at least a character")
    choose = sampler(args.temperature, args.top_k, args.top_p,
                     torch.Generator().manual_seed(args.seed))  # fmt: skip

    def step(tokens):  # the model sees the end of a text of any length
        return model(tokens[:, -model.config.context_length :])[:, -1]

    tokens = stream(step, torch.tensor([ids]), max_length=len(ids) + args.length, choose=choose)
    letters = codecs.getincrementaldecoder("utf-8")("replace")  # a token may be half a letter
    print(args.prompt, end="", flush=True)
    for token in tokens:
        print(letters.decode(tokenizer.token_bytes(token.item())), end="", flush=True)
    print(letters.decode(b"", final=True))
    return 0


def progress(args) -> int:
    from tformer.exercises import progress

    print(progress())
    return 0


def grade(args) -> int:
    from tformer.grading.grade import Limits
    from tformer.grading.grade import grade as grade_class

    if not args.seconds > 0:
        raise ValueError(f"--seconds {args.seconds:g}: give more than none")
    limits = Limits(seconds=args.seconds)
    return grade_class(args.places, args.csv, args.picture, args.workers, args.student, limits)


def doctor(args) -> int:
    findings = examine()
    print(*findings, sep="\n")
    if find_spec("torch"):
        import torch

        gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else "none, none needed"
        print(f"note     torch {torch.__version__}, {torch.get_num_threads()} threads, GPU: {gpu}")
    return 0 if all(finding.fine for finding in findings) else 1


def site(args) -> int:
    try:
        from tformer.site import build
    except ModuleNotFoundError as error:
        raise ValueError(f"{error.name} is not installed; pip install 'tformer[site]'") from error
    pages = build(args.out, args.lessons)
    print(f"{len(pages)} lessons: open {args.out / 'index.html'}")
    return 0


def main(argv: list[str] | None = None) -> int:
    args = parser().parse_args(argv)
    if args.command in ("translate", "generate"):  # one sentence at a time: tiny products, where
        os.environ.setdefault("OMP_NUM_THREADS", "1")  # a second thread waits for a busy core
    try:
        status = globals()[args.command](args)
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


if __name__ == "__main__":
    for stream in filter(None, (sys.stdin, sys.stdout, sys.stderr)):
        # Files and pipes are UTF-8 on every system; a terminal shows "?" for what it cannot.
        known = {} if stream.isatty() else {"encoding": "utf-8"}
        if stream is sys.stdin:
            known = {name: "utf-8-sig" for name in known}  # a byte-order mark is no text
        stream.reconfigure(errors="surrogateescape" if stream is sys.stdin else "replace", **known)
    sys.exit(main())

"""What may be typed behind python -m tformer: commands, their options, examples of each."""

import argparse
import math
from collections.abc import Callable
from pathlib import Path

from tformer import __version__
from tformer.pretrained import ASSETS

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
  python -m tformer translate --doubt < german.txt > english.tsv
  python -m tformer translate "Zwei Kinder spielen." --show-attention look.html
  python -m tformer translate                          (asks for sentences until Ctrl-D)""",
    "generate": """\
  python -m tformer generate "The decoder " --length 300 --temperature 0.8 --seed 1""",
    "progress": "  python -m tformer progress",
    "answers": """\
  python -m tformer answers export my_answers.json
  python -m tformer answers import my_answers.json    (they are code: only your own)""",
    "yours": """\
  python -m tformer yours                             (which parts of the translator are yours)
  python -m tformer yours my_transformer.py""",
    "grade": """\
  python -m tformer grade submitted/ --csv class.csv --picture mistakes.png
  python -m tformer grade 05_attention_*.ipynb --csv class.csv
  python -m tformer grade clones/ --csv class.csv --student 'attention-(.+?)/'""",
    "doctor": "  python -m tformer doctor",
    "checkup": """\
  python -m tformer checkup my_model.py:make --vocab 65
  python -m tformer checkup my_model.py:make --vocab 65 --call logits --loss loss
  python -m tformer checkup my_model.py:make --vocab 65 --src-vocab 80 --pad 0 --json""",
    "site": """\
  python -m tformer site pages
  python -m tformer site pages --lessons 05 06""",
}


def parser() -> argparse.ArgumentParser:
    """All commands, each with its options and its help."""
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

    what = "Translate sentences: arguments, lines of standard input, or asked."
    _translate_arguments(command("translate", what))

    _generate_arguments(command("generate", "Continue a text, letter by letter."))

    command("progress", "Show which exercises you have passed.")
    add = command("answers", "Take answers that passed to another computer, or bring them here.")
    add("what", choices=("export", "import"))
    add("file", type=named, metavar="FILE.json")
    add = command("yours", "Run the translator on your own answers, and write it as one file.")
    add("file", type=named, nargs="?", metavar="my_transformer.py",
        help="the file to write; the weights go beside it, and a page to show")  # fmt: skip
    add("--no-page", action="store_true", help="write no page beside the file")
    add("--force", action="store_true", help="write over a file that was changed by hand")
    add("--bleu", action="store_true", help="the page has an exam, too: 30 sentences")
    what = "Check a class's notebooks. Ctrl-C keeps the rows; the same command goes on."
    _ask_for_a_class(command("grade", what))
    command("doctor", "Say in plain words what is missing here, if anything.")

    _checkup_arguments(
        command("checkup", "Examine a Transformer of yours; 1 where it has a fault.")
    )
    add = command("site", "Write the lessons as pages that move without a kernel or a network.")
    add("out", type=named, metavar="OUT", help="a new folder, or that of an older site")
    add("--lessons", nargs="+", default=[], metavar="NUMBER", help="only these, such as 05 06")
    return main


def _translate_arguments(add) -> None:
    add("sentences", nargs="*")
    add("--model", type=model_file, default=ASSETS / "translator.safetensors",
        help="a file, or a shipped model: translator_en_de, dates, reverse")  # fmt: skip
    add("--beams", type=number(int, 1, 1000), help="prefixes kept in hand (default: the recipe's)")
    add("--doubt", action="store_true", help="after a tab, the words that it is not sure of, "
        "numbers copied and lost, and a text that looks foreign (a terminal marks unsure words "
        "with ?)")  # fmt: skip
    add("--show-attention", type=named, metavar="OUT.html", help="write where the decoder looked")


def _generate_arguments(add) -> None:
    add("prompt", nargs="?", default="The ")
    add("--model", type=model_file, default=ASSETS / "character.safetensors")
    add("--length", type=number(int, 1, 1_000_000), default=400, help="new tokens")
    add("--temperature", type=number(float, 1e-8, 1_000_000), default=0.8)
    add("--top-k", type=number(int, 1, 2**31))
    add("--top-p", type=number(float, 1e-300, 1))
    add("--seed", type=seed, default=0)


def _checkup_arguments(add) -> None:
    add("model", metavar="FILE.py:make", help="a function that makes a new model, and its file")
    add("--vocab", type=number(int, 2, 2**31), required=True, help="how many words it knows")
    add("--src-vocab", type=number(int, 2, 2**31), help="and those of the source, with an encoder")
    add("--pad", type=number(int, 0, 2**31), help="the id of padding")
    gives = {"call": "logits (B, T, V)", "loss": "the loss", "cached": "logits by a cache"}
    for name, says in gives.items():
        add(f"--{name}", metavar="NAME", help=f"a function of that file: (model, ids) gives {says}")
    add("--two-sided", action="store_true", help="it may see the future, as an encoder does")
    add("--json", action="store_true", help="for machines")


def _train_arguments(add) -> None:
    add("recipe", help="a name from assets/recipes (translator, character, ...) or a JSON file")
    add("--data", help="folder or file with the text; 'character' and 'dates' need none")
    add("--out", type=named, required=True, help="folder for the model, its curve and its figures")
    add("--device", default="auto", help="cpu, cuda or auto (default)")
    add("--resume", action="store_true", help="go on with the run in --out")
    add("--shard", action="store_true", help="share the weights out among torchrun's processes")
    add("--start", type=named, metavar="MODEL", help="begin with a trained model, not from scratch")
    add("--seed", type=seed, default=0)
    add("--skip-bad", action="store_true", help="leave bad lines out, and say how many")
    add("--set", nargs="*", action="extend", default=[], metavar="PART.SETTING=VALUE",
        help="change the recipe")  # fmt: skip


def _ask_for_a_class(add) -> None:
    add("places", nargs="+", metavar="FOLDER_OR_NOTEBOOK", help="a folder a student, or files")
    add("--csv", type=named, required=True, help="one row a student and exercise; beside it the "
        "mistakes by their number")  # fmt: skip
    add("--picture", type=named, metavar="OUT.png", help="draw the most frequent mistakes")
    add(
        "--workers",
        type=number(int, 1, 1000),
        help="notebooks at a time (default: one a processor)",
    )
    add("--student", metavar="PATTERN", help="regular expression for a notebook's path in its "
        "folder; its first group is the student")  # fmt: skip
    add("--seconds", type=number(float, 0.001, 86_400), default=10.0,
        help="for defining a function, and for its cases (default: 10)")  # fmt: skip


def named(text: str) -> Path:
    """The path of a file or folder that was named; ArgumentTypeError for no name at all."""
    if not text.strip():  # Path("") would be the current folder
        raise argparse.ArgumentTypeError("its name is empty; give one, . for this folder")
    return Path(text)


def number(kind: type[int | float], least: float, most: int) -> Callable[[str], int | float]:
    """Reads a number of that kind within these bounds; ArgumentTypeError for another."""

    def read(text: str) -> int | float:
        try:
            value = kind(text[:30])
        except ValueError:
            value = math.nan
        if not least <= value <= most:
            right = f"a {'whole ' * (kind is int)}number from {least:,} to {most:,}"
            raise argparse.ArgumentTypeError(f"{text[:30]!r} will not do; give {right}")
        return value

    return read


def seed(text: str) -> int:
    """A seed that every generator takes; ArgumentTypeError for what is none."""
    return number(int, 0, 2**32 - 1)(text)


def model_file(text: str) -> Path:
    """The file of that name; or the shipped model, where it is no file."""
    shipped, own = ASSETS / f"{text}.safetensors", named(text)
    return shipped if shipped.is_file() and not own.exists() else own


def apart(words: list[str]) -> list[str]:
    """``--set a=1 b=2 dates`` as ``--set --set=a=1 --set=b=2 dates``: the recipe is no change."""
    changes, inside = [], False
    for word in map(str, words):
        change = inside and "=" in word and not word.startswith("-")
        inside = change or word == "--set"
        changes.append(f"--set={word}" if change else word)
    return changes

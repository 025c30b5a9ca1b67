"""The command line: python -m tformer train | translate | generate | grade | site | ..."""

import codecs
import os
import sys
from importlib.util import find_spec

from tformer.commands.arguments import apart, parser
from tformer.commands.doctor import examine
from tformer.pretrained import ASSETS

LANGUAGE = {"translator": "German", "translator_en_de": "English"}  # what those that ship read


def train(args) -> int:
    from tformer.training.recipes import load_recipe, run

    history = run(load_recipe(args.recipe, args.set), args.data, args.out, device=args.device,
                  resume=args.resume, shard=args.shard, seed=args.seed,
                  skipped=[] if args.skip_bad else None, start=args.start)  # fmt: skip
    if history.stopped == "early":
        print("Stopped early: training.patience is over; to go on, --resume with a larger one.")
    if history.stopped == "interrupted":
        there = f" --out {history.folder}" * (history.folder != args.out)
        print(f"Stopped after update {history.rows[-1]['update']}; all is kept in "
              f"{history.folder}. To go on, repeat the command with --resume{there}.")  # fmt: skip
        return 130
    return 0 if history.folder in (None, args.out) else 1  # another, if that disk was full


def translate(args) -> int:
    from tformer._support.files import atomic_write, regular
    from tformer.translator import Translator

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
            print(_told(translator, line, args), flush=True)
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


def _told(translator, line: str, args) -> str:
    """The translation; for somebody at a terminal each unsure word is marked, with --doubt all of
    them stand in a column of their own, and what became of numbers and of another language."""
    from tformer.translator.sentences import split_sentences

    if not (sys.stdout.isatty() or args.doubt):
        return translator.translate([line], args.beams)[0]
    told = [(*_doubted(translator, sentence, args), blank)
            for sentence, blank in split_sentences(line.strip())]  # fmt: skip
    text = "".join(text + blank for text, _, blank in told)
    remarks = [remark for _, remarks, _ in told for remark in remarks]
    if args.doubt:
        return f"{text}\t{', '.join(remarks)}"
    for remark in remarks:
        print(f"({remark})", file=sys.stderr)
    return text


def _doubted(translator, line: str, args) -> tuple[str, list[str]]:
    """The translation of a sentence and what is said of it."""
    from tformer.translator.doubt import lost_numbers, unsure
    from tformer.translator.read_back import opened, said_back, twin_of

    if not any(map(str.isalnum, translator.read(line).sentence)):
        return translator.translate([line], args.beams)[0], []
    look = translator.look(line, num_beams=args.beams)
    text = look.text
    # A model of single characters spells dates or words anew: it is not asked to copy numbers.
    copies = look.reading.typed if translator.tokenizer.kind == "bpe" else text
    words, doubted = look.words, unsure(look.words, copies)
    twin = twin_of(args.model)
    also = [f"{copy.said} copied from the source" for copy in look.reading.copies]
    also += [f"{number} lost" for number in lost_numbers(copies, text)]
    if look.foreign:
        also.append(f"does not look like {LANGUAGE.get(args.model.stem, 'what this model reads')}")
    elif twin and (back := said_back(opened(twin), look.reading, text)):
        also.append(back[0].lower() + back[1:])
    if args.doubt:
        items = [f"{words[n][0].strip()} {words[n][1]:.2f}" for n in doubted]
        return text, items + also
    mark = "{}?" if os.environ.get("NO_COLOR") else "\033[33m{}?\033[0m"

    def marked(n: int, word: str) -> str:
        blank = " " if word.startswith(" ") else ""
        return blank + (mark.format(word.strip()) if n in doubted else word.strip())

    if doubted:
        text = "".join(marked(n, w) for n, (w, _) in enumerate(words)).strip()
    return text, also


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
    if not ids:
        raise ValueError(f"prompt={args.prompt!r} is empty; give at least a character")
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
    from tformer.course.overview import progress

    print(progress())
    return 0


def answers(args) -> int:
    from tformer.course.kept import export_answers, import_answers

    if args.what == "export":
        names = export_answers(args.file)
        print(f"{len(names)} answer{'s' * (len(names) > 1)} in {args.file}: {', '.join(names)}")
    else:
        print("What is imported is code, and will be run: only import what you wrote yourself.")
        names = import_answers(args.file)
        print(f"Kept here now: {', '.join(names)}")
    return 0


def yours(args) -> int:
    from tformer._support.files import atomic_write, marked
    from tformer.course.your_translator import assemble, write_file
    from tformer.course.your_translator.file import PAGE_MARK, may_be_written
    from tformer.course.your_translator.page_to_show import bleu, page_text

    page = None if args.no_page or not args.file else args.file.with_suffix(".html")
    if args.file:
        may_be_written(args.file, page, args.force)  # no reason to try the answers first
    own = assemble()
    print(own)
    if args.file:
        text = write_file(own, args.file, args.force)
        lines = len(text.splitlines())
        print(f'{lines} lines. Try: python {args.file} "Ein Hund rennt am Strand."')
        if page:
            score = bleu(own) if args.bleu else None
            shown = page_text(own, text, args.file.name, score)
            atomic_write(page, marked(shown, PAGE_MARK).encode())
            print(f"To show: {page}")
    return 0


def grade(args) -> int:
    from tformer.commands.grading.grade import Limits
    from tformer.commands.grading.grade import grade as grade_class

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
        from tformer.commands.site import build
    except ModuleNotFoundError as error:
        raise ValueError(f"{error.name} is not installed; pip install 'tformer[site]'") from error
    pages = build(args.out, args.lessons)
    print(f"{len(pages)} lessons: open {args.out / 'index.html'}")
    return 0


def here() -> None:
    """Raise OSError in a folder that was deleted: torch's own libraries end Python there."""
    try:
        os.getcwd()
    except FileNotFoundError:
        raise OSError("the folder that you are in was deleted; go to another one") from None


def main(argv: list[str] | None = None) -> int:
    args = parser().parse_args(apart(sys.argv[1:] if argv is None else argv))
    if args.command in (
        "translate",
        "generate",
        "yours",
    ):  # one sentence at a time: tiny products, where
        os.environ.setdefault("OMP_NUM_THREADS", "1")  # a second thread would wait
    if sys.stdout is None and args.command in ("translate", "generate", "progress", "doctor"):
        print(f"tformer {args.command}: there is no standard output", file=sys.stderr)
        return 1
    if None in (sys.stdout, sys.stderr):
        nowhere = open(os.devnull, "w")  # noqa: SIM115 (to the end)
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    try:
        here()
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

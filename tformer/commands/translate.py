"""Translate sentences; at a terminal, or with --doubt, what is unsure is said."""

import os
import sys

from tformer._support.files import atomic_write, regular
from tformer.pretrained import ASSETS
from tformer.translator import Translator
from tformer.translator.doubt import lost_numbers, unsure
from tformer.translator.read_back import opened, said_back, twin_of
from tformer.translator.sentences import split_sentences

LANGUAGE = {"translator": "German", "translator_en_de": "English"}  # what those that ship read


def command(args) -> int:
    """Translate the sentences given, or each line of standard input."""
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
    if not any(map(str.isalnum, translator.read(line).read)):
        return translator.translate([line], args.beams)[0], []
    look = translator.look(line, num_beams=args.beams)
    text = look.text
    # A model of single characters spells dates or words anew: it is not asked to copy numbers.
    copies = look.reading.sentence if translator.tokenizer.kind == "bpe" else text
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

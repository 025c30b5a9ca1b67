"""Run the translator on the learner's own answers, and write it as one file."""

from tformer._support.files import atomic_write, marked
from tformer.course.your_translator import assemble, write_file
from tformer.course.your_translator.file import PAGE_MARK, may_be_written
from tformer.course.your_translator.page_to_show import bleu, page_text


def command(args) -> int:
    """Say which parts are the learner's; write the file and the page to show."""
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

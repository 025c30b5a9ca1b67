"""Run the translator on the learner's own answers, and write it as one file."""

from tformer.course.your_translator import assemble, write_file, write_page
from tformer.course.your_translator.exam import examined
from tformer.course.your_translator.file import may_be_written


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
            exam = {"likeliest word first": examined(own)} if args.bleu else None
            write_page(own, args.file, text, args.force, exam=exam)
            print(f"To show: {page}")
    return 0

"""Take answers that passed to another computer, or bring them here."""

from tformer.course.kept import export_answers, import_answers


def command(args) -> int:
    """Export or import the answers that are kept."""
    if args.what == "export":
        names = export_answers(args.file)
        print(f"{len(names)} answer{'s' * (len(names) > 1)} in {args.file}: {', '.join(names)}")
    else:
        print("What is imported is code, and will be run: only import what you wrote yourself.")
        names = import_answers(args.file)
        print(f"Kept here now: {', '.join(names)}")
    return 0

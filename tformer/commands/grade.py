"""Check the notebooks of a class."""

from tformer.commands.grading.grade import Limits, grade


def command(args) -> int:
    """Write the table; its exit status is that of `grading.grade`."""
    limits = Limits(seconds=args.seconds)
    return grade(args.places, args.csv, args.picture, args.workers, args.student, limits)

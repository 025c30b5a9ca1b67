"""Show which exercises have passed."""

from tformer.course.overview import progress


def command(args) -> int:
    """Print a line for each lesson and exercise."""
    print(progress())
    return 0

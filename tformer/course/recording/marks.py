"""Which parts of the translator the learner has written, for the picture to mark; their speed."""

from tformer._support import progress_file


def marks() -> dict:
    """The kept answers that the translator needs, none of them run here:
    ``{"parts": [{"name", "lesson", "source"}], "total"}``, or {} without one."""
    kept = set(progress_file.kept_names())
    if not kept:
        return {}
    from tformer.course.course_map import NEEDED, lesson_of
    from tformer.course.kept import BrokenAnswer, answer_source, is_own

    parts = []
    for name in (name for name in NEEDED if name in kept):
        try:
            source = answer_source(name)
        except BrokenAnswer:  # lesson 21 says why
            continue
        if not is_own(source):  # the package does the work
            continue
        parts.append({"name": name, "lesson": lesson_of(name).number, "source": source})
    return {"parts": parts, "total": len(NEEDED)} if parts else {}


def speed(name: str) -> str:
    """What the learner's part takes beside the course's: it is run here, in the translator where
    all else is the course's; or why it is not used."""
    from tformer.course.kept import BrokenAnswer, answer_source
    from tformer.course.your_translator import assembled

    try:
        yours = assembled({name: answer_source(name)})
    except BrokenAnswer as error:
        return str(error)
    return " ".join(map(str, yours.troubles)) or str(yours.speed(name))

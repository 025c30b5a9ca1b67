"""Which parts of the translator the learner has written, for the picture to mark."""

from tformer import bookkeeping


def marks() -> dict:
    """The kept answers that the translator needs, none of them run here:
    ``{"parts": [{"name", "lesson", "source"}], "total"}``, or {} without one."""
    kept = set(bookkeeping.kept_names())
    if not kept:
        return {}
    from tformer.exercises.kept import BrokenAnswer, answer_source
    from tformer.yours.assembly import NEEDED, lesson_of

    parts = []
    for name in (name for name in NEEDED if name in kept):
        try:
            source = answer_source(name)
        except BrokenAnswer:  # lesson 21 says why
            continue
        parts.append({"name": name, "lesson": lesson_of(name), "source": source})
    return {"parts": parts, "total": len(NEEDED)} if parts else {}

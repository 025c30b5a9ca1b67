"""What one can show beside the file: a page with what the machine says, and whose its parts are."""

import datetime
import html
import itertools
from collections.abc import Iterable, Sequence
from pathlib import Path

from tformer._support.files import atomic_write, marked
from tformer.course.course_map import AROUND, NEEDED, lesson_of

from .assembly import Yours
from .exam import Result
from .file import PAGE_MARK, may_be_written
from .learning import Beginner
from .looks import labels, looks, pair
from .stages import drawn

STYLE = """
:root { color-scheme: light dark; --ink: #1f2328; --paper: #fff; --line: #6b7480; --own: #17609f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --paper: #14171c; --line: #8b95a1; --own: #7cc0f5; }
}
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink);
  background: var(--paper); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--own); }
svg { max-width: 100%; height: auto; font-size: 13px; fill: currentColor; }
dl { display: grid; grid-template-columns: max-content auto; gap: .1rem 1rem; } dd { margin: 0; }
pre { overflow: auto; padding: .7rem; border: 1px solid var(--line); border-radius: 6px; }
"""
SENTENCES = ("Zwei Kinder spielen im Garten.", "Mein Bruder kocht eine Suppe.")


def page_text(
    yours: Yours, text: str, name: str, sentences: Sequence[str] = SENTENCES,
    beginner: Beginner | None = None, exam: dict[str, Result] | None = None,
) -> str:  # fmt: skip
    """One page that needs nothing else: what the machine says, where it looks, how one learnt from
    nothing, its exam, whose its parts are, the date; and ``text``, the file ``name``."""
    own = [part for part in yours.yours if f": {part} (mine)" in text]
    said = [(german, yours.translate(german, 1)) for german in sentences]
    learnt = sum(weight.numel() for weight in yours.machine.w.values())
    numbers = {
        "Parts that are mine": f"{len(own)} of {len(NEEDED)}",
        "Around it": f"{len(yours.beside)} of {len(AROUND)}",
        "Numbers that were learnt": f"{learnt:,}",
        "Date": datetime.date.today().isoformat(),
    }
    parts = [
        ("What it says", _list(said)),
        ("Where it looks", f"<p>“{_safe(said[0][0])}”, the mean of all heads</p>"
         + _map(yours, *said[0])),
        *_from_nothing(beginner),
        *([("Exam", _list((way, str(found)) for way, found in exam.items()))] if exam else []),
        ("The machine", "<p>✓ in a solid frame: mine. ○ in a broken one: the course’s own.</p>"
         + drawn([*own, *yours.beside], beside=True, links=NEEDED)),
        (_safe(name), _sources(text)),
    ]  # fmt: skip
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{_safe(name)}</title><style>{STYLE}</style></head><body>"
        f"<h1>A translator from German to English</h1>{_list(numbers.items())}"
        + "".join(f"<h2>{title}</h2>{body}" for title, body in parts)
        + "</body></html>\n"
    )


def write_page(yours: Yours, file: Path, text: str, force: bool = False, **shown) -> Path:
    """Write the page beside the ``file`` of that ``text``, for everybody to read; see `page_text`.

    Raises ValueError, unless ``force``, for a page there that is not as it was written here.
    """
    page = Path(file).with_suffix(".html")
    may_be_written(Path(file), page, force)
    atomic_write(page, marked(page_text(yours, text, Path(file).name, **shown), PAGE_MARK).encode())
    page.chmod(0o644)
    return page


def _safe(text: str) -> str:
    return html.escape(str(text))


def _list(rows: Iterable[tuple[str, str]]) -> str:
    return f"<dl>{''.join(f'<dt>{_safe(a)}</dt><dd>{_safe(b)}</dd>' for a, b in rows)}</dl>"


def _svg(width: int, height: int, label: str, inside: str) -> str:
    return (
        f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{_safe(label)}">{inside}</svg>'
    )


def _map(yours: Yours, german: str, english: str) -> str:
    """German across, English down: the darker, the more was looked."""
    m = yours.machine
    source, target = pair(m, german, english)
    found, _ = looks(m, source, target[:, :-1])
    shares, keys, written = found["cross"].mean((0, 1)), labels(m, source), labels(m, target)[1:]
    cells = [f'<text x="{120 + 26 * s}" y="95" transform="rotate(-40 {120 + 26 * s} 95)">'
             f"{_safe(key)}</text>" for s, key in enumerate(keys)]  # fmt: skip
    for t, row in enumerate(shares.tolist()):
        cells.append(
            f'<text x="100" y="{117 + 26 * t}" text-anchor="end">{_safe(written[t])}</text>'
        )
        cells += [f'<rect x="{106 + 26 * s}" y="{100 + 26 * t}" width="25" height="25" '
                  f'fill-opacity="{share:.2f}"/>' for s, share in enumerate(row)]  # fmt: skip
    looked = [f"{word.strip()}: {keys[row.argmax()].strip()}"
              for word, row in zip(written, shares, strict=True)]  # fmt: skip
    most = f"Looked at most: {'; '.join(looked)}."
    return _svg(180 + 26 * len(keys), 110 + 26 * len(written), most, "".join(cells))


def _from_nothing(beginner: Beginner | None) -> list[tuple[str, str]]:
    """The curve of a training, and how much of what it had not seen is right."""
    if not beginner:
        return []
    updates, losses = beginner.curve.history.column("loss")
    points = " ".join(f"{400 * u / updates[-1]:.0f},{5 + 140 * (1 - x / max(losses)):.0f}"
                      for u, x in zip(updates, losses, strict=True))  # fmt: skip
    line = f'<polyline points="{points}" fill="none" stroke="currentColor" stroke-width="2"/>'
    said = (f"{updates[-1]} updates from random numbers: the loss falls from {losses[0]:.2f} to "
            f"{losses[-1]:.2f} nats a piece, and {beginner.right()} of {len(beginner.unseen)} "
            "pairs that it had not seen are right.")  # fmt: skip
    return [("Learnt from nothing", _svg(400, 150, "the loss", line) + f"<p>{said}</p>")]


def _sources(text: str) -> str:
    """The file, cut where a part begins; each piece can be linked to."""
    starts = {text.index(f"# Lesson {lesson_of(name).number}: {name} ("): name for name in NEEDED}
    cuts = [0, *sorted(starts), len(text)]
    pieces = itertools.pairwise(cuts)
    return "".join(
        f'<pre id="{starts.get(a, "top")}" tabindex="0">{_safe(text[a:b].rstrip())}</pre>'
        for a, b in pieces
    )

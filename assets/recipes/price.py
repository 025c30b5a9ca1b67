"""Measure for lesson 21 what each named mistake costs the trained translator.

    python assets/recipes/price.py data/multi30k 24 [PART ...]    (ten minutes on one quiet core)

Every mistake of the exercises' tables is put into its part and left there; so many validation
captions, drawn from the 1,014, are translated, likeliest word first (two beams for the parts that
only beam search asks). A mistake that leaves a BLEU under 1 in the first five stops there, as does
one that raises or takes longer than LIMIT. Writes assets/price.json after each part: BLEU, that of
the right machine on the same captions, and the text for the lesson's sentence. Rows that have as
many captions already are kept, so it goes on where it was stopped.
"""

import json
import signal
import sys
import time
from pathlib import Path

import torch

from tformer import metrics
from tformer.course.course_map import NEEDED, exercises
from tformer.course.your_translator import Yours
from tformer.data.corpora import multi30k

OUT = Path(__file__).parent.parent / "price.json"
SENTENCE = "Ein Hund rennt am Strand."
FIRST, LIMIT = 5, 20  # captions before giving up; seconds of work for one mistake
BEAMS = {"softmax": 2, "penalised_beam_search": 2}  # nobody else asks these two


class TooSlowError(BaseException):
    """The part has had its time; no `except Exception` of a mistake holds it up."""


def bleu(said: list[str], pairs: list[tuple[str, str]]) -> float:
    words = [metrics.bleu_tokens(text) for text in said]
    right = [[metrics.bleu_tokens(english)] for _, english in pairs[: len(said)]]
    return round(100 * metrics.corpus_bleu(words, right), 1)


def stop(*_) -> None:
    raise TooSlowError


def measured(yours: Yours, pairs: list, beams: int, right: dict | None = None) -> dict:
    """The row of the machine as it stands; ``right``: texts of the right machine."""
    said, why = [], ""
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
    try:
        says = yours.machine.translate(SENTENCE, beams)
        for german, _ in pairs:
            said.append(yours.machine.translate(german, beams))
            if right and len(said) == FIRST and bleu(said, pairs) < 1:
                break
    except TooSlowError:
        why = "too slow"
    except Exception as error:  # a mistake may well be one that raises
        return {"raises": type(error).__name__}
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    if not said:
        return {"raises": why}
    if not all(isinstance(text, str) for text in [says, *said]):
        return {"raises": "no text"}
    row = {"captions": len(said), "bleu": bleu(said, pairs), "says": says[:80]}
    if right:
        row["of"] = bleu(right["texts"][: len(said)], pairs)
        row["same"] = sum(map(str.__eq__, said, right["texts"]))
    return row | ({"stopped": why} if why else {}) | ({} if right else {"texts": said})


def kept() -> dict:
    """Rows measured already, by part and mistake."""
    return json.loads(OUT.read_text(encoding="utf-8"))["rows"] if OUT.exists() else {}


@torch.no_grad()
def main(folder: str, count: str, *names: str) -> None:
    torch.set_num_threads(1)
    signal.signal(signal.SIGVTALRM, stop)
    every = multi30k(folder, "val")
    drawn = torch.randperm(len(every), generator=torch.Generator().manual_seed(0))[: int(count)]
    pairs = [every[i] for i in drawn.tolist()]
    yours, right = Yours({}), {}
    for beams in (1, 2):
        right[beams] = measured(yours, pairs, beams)
    for name in names or NEEDED:
        exercise, part = exercises()[name], yours.parts[name]
        beams, known = BEAMS.get(name, 1), kept().get(name, {})
        rows = {m.slug: known[m.slug] for m in exercise.mistakes if m.slug in known}
        for mistake in exercise.mistakes:
            row = rows.get(mistake.slug, {})
            over = row and (row["captions"] <= FIRST and row["bleu"] < 1 if "bleu" in row else True)
            if over or row.get("captions", 0) >= len(pairs):
                continue
            part.own, part.trusted = exercise.wrong(mistake), True
            rows[mistake.slug] = measured(yours, pairs, beams, right[beams])
            part.own, part.trusted = None, False
        temporary = OUT.with_suffix(f".{name}")
        found = {"rows": {**kept(), name: rows}}  # another process may have added its own
        temporary.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
        temporary.replace(OUT)
        print(name, len(rows), round(time.process_time()), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

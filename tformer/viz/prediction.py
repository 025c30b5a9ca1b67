"""Predict first: a question whose answer is kept, and compared when the run has spoken."""

import hashlib
import html
import math
import re
from collections.abc import Sequence

import traitlets
from IPython.display import display

from tformer._support import progress_file
from tformer._support.checks import check_kind
from tformer.viz.common.figure import mode
from tformer.viz.common.scripts import fragment, script, script_json
from tformer.viz.common.still import StillWidget, only_views_live
from tformer.viz.evidence import Evidence
from tformer.viz.numbers import nearest, readings, short

TINTED = (
    "border-left:4px solid #56B4E9;background:rgba(86,180,233,.12);"
    "padding:.5em .9em;margin:.3em 0;max-width:46em"
)
SUMMARY = "What does the run say?"


def predict(
    question: str, options: Sequence[str] | float | type[float] | type[int]
) -> "Prediction":
    """Ask the learner before the figure is drawn; the lesson goes on without an answer too.

    Args:
        question: the question, in plain words.
        options: the choices as strings, or `float` or `int` (or any number) to ask for a number.

    Raises:
        TypeError: `question` is no text, or `options` is neither choices nor a kind of number.
        ValueError: fewer than two choices.

    Example:
        >>> guess = predict("How large is the loss?", float)   # the learner types 7
        >>> guess.compare(6.91, "nats", within="10%")          # shown when the truth is known
    """
    if not isinstance(question, str) or not question.strip():
        raise TypeError(f"question must be a text, got {question!r}")
    if options in (float, int) or isinstance(options, int | float):
        return Prediction(question, None)
    if isinstance(options, str) or not isinstance(options, Sequence):
        raise TypeError(
            f"options must be a list of texts, or float to ask a number; got {options!r}"
        )
    if len(options) < 2 or not all(isinstance(o, str) for o in options):
        raise ValueError(f"options must be two or more texts, got {list(options)!r}")
    return Prediction(question, list(options))


class Field(StillWidget):
    """The question as it stands on the page; ``value`` is what was chosen or typed, or ""."""

    _esm = script("web/prediction.js")
    question = traitlets.Unicode().tag(sync=True)
    options = traitlets.List(traitlets.Unicode()).tag(sync=True)
    value = traitlets.Unicode("").tag(sync=True)
    note = traitlets.Unicode("").tag(sync=True)  # what became of the number that was typed

    def _bundle(self, png: bytes | None, alt: str) -> dict[str, str]:
        mark = f' data-tformer-still="{self.still}"'
        said = f"Your answer: {self.value or _choices(self.options)}"
        return _card(f"Predict. {self.question}", said, mark)


class Prediction:
    """A question on the page. `answer` is None until the learner gives one."""

    def __init__(self, question: str, options: list[str] | None):
        self.question, self.options = question, options
        kept = progress_file.answered().get(self.key, "") if mode() == "live" else ""
        self.field = Field(question=question, options=options or [], value=kept,
                           note="Your answer from before." * bool(kept))  # fmt: skip
        self.field.observe(self._answered, "value")
        self._waiting: list[Comparison | Evidence] = []  # what keeps up with a later answer

    @property
    def answer(self) -> str | float | None:
        if self.options is not None:
            return self.field.value if self.field.value in self.options else None
        return next(iter(readings(self.field.value, 100)), None)

    def _answered(self, _change) -> None:
        typed = self.field.value.strip()
        wrong = f"“{typed}” is no number. Type one like 7, 0.5 or 1/3." if typed else ""
        self.field.note = wrong if self.answer is None else "Kept."
        if self.answer is not None and mode() == "live":
            self.field.note = progress_file.record_answer(self.key, typed) or self.field.note
        self.field.keep(lambda: (None, self.question))
        for card in self._waiting:
            card.renew()

    def _ipython_display_(self) -> None:
        if mode() == "live":
            self.field.place((None, self.question))
        elif mode() == "html":
            display({"text/html": self._page(), "text/plain": self.question}, raw=True)
        else:
            said = f"Your answer: {_choices(self.options)}"
            display(_card(f"Predict. {self.question}", said), raw=True)

    @property
    def key(self) -> str:
        """A name for this question that stays the same from one session to the next."""
        return hashlib.sha256(self.question.encode()).hexdigest()[:12]

    def _page(self) -> str:
        """The question on a page without a kernel: the answer is kept by the browser."""
        question = html.escape(self.question, quote=True)
        if self.options is None:
            inputs = f'<input type="text" inputmode="decimal" aria-label="{question}">'
            inputs += ' <span role="status"></span>'
        else:
            texts = [html.escape(option, quote=True) for option in self.options]
            inputs = " ".join(
                f'<label><input type="radio" name="{self.key}" value="{text}"> {text}</label>'
                for text in texts
            )
        box = (
            f'<fieldset data-tformer-question="{self.key}" style="border:0;{TINTED}">'
            f'<legend style="float:left;width:100%;padding:0"><b>Predict. {question}</b></legend>'
            f'<div style="clear:both">{inputs}</div></fieldset>'
        )
        return fragment("data-tf-asked", script_json({"key": self.key}), box)

    def compare(
        self, truth: str | float, unit: str = "", within: float | str = "5%"
    ) -> "Comparison":
        """Put the learner's answer beside what the run says; display the result in a cell.

        Args:
            truth: what the run says, computed and not typed: a choice, or a number.
            unit: of the number, such as "nats"; the answers "12 %" and "1/3" are shares of 100
                where it is "%", and of 6 where it is "of 6".
            within: how near a number counts as hit, whatever fits the question: "10%" of the
                truth, "x2" for a factor (orders of magnitude), or a number of units, such as 5
                points of a percentage.

        Raises:
            ValueError: ``truth`` is none of the choices, or ``within`` none of the three forms.
        """
        if self.options is not None and truth not in self.options:
            raise ValueError(f"truth={truth!r} is none of the choices {self.options}")
        if self.options is None and not _is_number(truth):
            raise ValueError(f"truth={truth!r:.60} must be a finite number")
        check_kind(str, unit=unit)
        band(0.0, within)
        comparison = Comparison(self, truth, unit, within)
        self._waiting.append(comparison)
        return comparison

    def evidence(self) -> Evidence:
        """``with guess.evidence():`` folds what the cell prints and shows until there is an answer.

        Example:
            >>> guess = predict("Which row sums to 1?", ["every row", "the first"])
            >>> with guess.evidence():
            ...     print(weights.sum(-1))
        """
        evidence = Evidence(self)
        self._waiting.append(evidence)
        return evidence


class Comparison:
    """The learner's answer beside the truth: a card that opens at a click, and keeps up with an
    answer that is given later."""

    def __init__(self, asked: Prediction, truth: str | float, unit: str, within: float | str):
        self.asked, self.truth, self.within = asked, truth, within
        self.unit = f" {unit}" if unit else ""
        of = re.fullmatch(r"of (\d+)", unit)  # what an answer such as "12 %" or "1/2" is a share of
        self.whole = 100 if unit == "%" else int(of[1]) if of else 1
        self._handle = None

    @property
    def answer(self) -> str | float | None:
        if isinstance(self.truth, str):
            return self.asked.answer
        found = readings(self.asked.field.value, self.whole)
        return nearest(found, *band(float(self.truth), self.within)) if found else None

    @property
    def hit(self) -> bool | None:
        """Whether the answer counts as right; None without an answer."""
        answer = self.answer
        if answer is None or isinstance(self.truth, str):
            return None if answer is None else answer == self.truth
        low, high = band(float(self.truth), self.within)
        return low <= answer <= high

    @property
    def title(self) -> str:
        run = self.truth if isinstance(self.truth, str) else short(self.truth)
        return f"The run says: {run}{self.unit}."

    @property
    def text(self) -> str:
        if self.hit is None:
            return "You made no prediction yet; answer above."
        said = f"“{self.answer}”" if isinstance(self.answer, str) else short(self.answer)
        if self.hit:
            return f"You said {said}{self.unit}: right."
        if isinstance(self.truth, str):
            return f"You said {said}: worth a second look at why."
        off = distance(float(self.answer), float(self.truth))
        return f"You said {said}{self.unit}, {off}: worth a second look at why."

    def __repr__(self) -> str:
        return f"{self.title} {self.text}"

    def _bundle(self) -> dict[str, str]:
        if mode() == "html":
            return {"text/html": self._page(), "text/plain": repr(self)}
        said = f"You said {self.asked.field.value}. " if self.hit is not None else ""
        return _card(self.title, self.text, summary=said + SUMMARY)

    def _page(self) -> str:
        """The card on a page without a kernel: it reads the answer that the browser kept."""
        known: dict = {"key": self.asked.key, "truth": self.truth}
        if not isinstance(self.truth, str):
            low, high = band(float(self.truth), self.within)
            known |= {"low": low, "high": high, "whole": self.whole, "unit": self.unit}
        card = _card(self.title, "", f' data-tformer-answer="{self.asked.key}"', SUMMARY)
        return fragment("data-tf-asked", script_json(known), card["text/html"])

    def _ipython_display_(self) -> None:
        if self.hit is not None and mode() == "live":  # answered before the truth was shown
            progress_file.record_prediction(self.asked.key, self.hit)
        handle = display(self._bundle(), raw=True, display_id=mode() == "live")
        self._handle = handle if mode() == "live" and not only_views_live() else None

    def renew(self) -> None:
        """Say what has become of a later answer, where the card already stands."""
        if self._handle:
            self._handle.update(self._bundle(), raw=True)


def _is_number(truth: object) -> bool:
    try:
        return not isinstance(truth, str) and math.isfinite(truth)
    except TypeError:
        return False


def band(truth: float, within: float | str) -> tuple[float, float]:
    """The lowest and the highest number that count as right: see `Prediction.compare`."""
    try:
        if isinstance(within, str) and within.startswith("x") and float(within[1:]) >= 1:
            ends = truth / float(within[1:]), truth * float(within[1:])
        else:
            share = isinstance(within, str) and within.endswith("%")
            width = abs(truth) * float(within[:-1]) / 100 if share else float(within)
            ends = truth - width, truth + width
    except (ValueError, TypeError):
        raise ValueError(f'within={within!r} must be like "5%", "x2" or 0.1') from None
    return min(ends) - 1e-9, max(ends) + 1e-9


def distance(answer: float, truth: float) -> str:
    """How far off, in the words that fit: a factor where it is one, else a difference."""
    if answer * truth > 0 and not 0.5 < answer / truth < 2:
        factor = max(answer / truth, truth / answer)
        side = "much" if abs(answer) > abs(truth) else "little"
        return f"{short(round(factor, 1))} times too {side}"
    return f"{short(abs(answer - truth))} too {'high' if answer > truth else 'low'}"


def _choices(options: list[str] | None) -> str:
    return " / ".join(options) if options else "a number"


def _card(title: str, text: str, mark: str = "", summary: str = "") -> dict[str, str]:
    """A quiet box that is legible in light and dark themes: it only tints what lies under it.

    ``summary`` is all that is seen of it before a click.
    """
    said = f"{title}\n{text}"
    title, text, summary = (html.escape(part, quote=True) for part in (title, text, summary))
    inside = f"<b>{title}</b><br><span>{text}</span>"
    if summary:
        inside = f"<details><summary>{summary}</summary>{inside}</details>"
    return {"text/html": f'<div{mark} style="{TINTED}">{inside}</div>', "text/plain": said}

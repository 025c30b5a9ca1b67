"""Predict first: a question whose answer is kept, and compared when the run has spoken."""

import html
import math
import re
from collections.abc import Sequence

import ipywidgets as widgets
from IPython.display import display

from tformer.viz.figure import mode


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
        >>> guess.compare(6.91)                                # shown when the truth is known
    """
    if not isinstance(question, str) or not question.strip():
        raise TypeError(f"question must be a text, got {question!r}")
    if options in (float, int) or isinstance(options, int | float):
        return Prediction(question, None, whole=options is int or isinstance(options, int))
    if isinstance(options, str) or not isinstance(options, Sequence):
        raise TypeError(
            f"options must be a list of texts, or float to ask a number; got {options!r}"
        )
    if len(options) < 2 or not all(isinstance(o, str) for o in options):
        raise ValueError(f"options must be two or more texts, got {list(options)!r}")
    return Prediction(question, list(options))


class Prediction:
    """A question on the page. `answer` is None until the learner gives one."""

    def __init__(self, question: str, options: list[str] | None, whole: bool = False):
        self.question, self.options, self.whole = question, options, whole
        self.note = widgets.HTML()  # what became of the number that was typed
        if options is None:
            self.field = widgets.Text(placeholder="a number, then Enter", continuous_update=False)
            self.field.observe(self._acknowledge, "value")
        else:
            self.field = widgets.ToggleButtons(
                options=options, value=None, style={"button_width": "auto"}
            )

    @property
    def answer(self) -> str | float | None:
        if self.options is not None:
            return self.field.value
        text = self.field.value.strip(" %")
        # Thousands: 8,544 where a whole number is asked, and 1,050,624. Not so 3,5.
        thousands = re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d*)?", text)
        thousands = thousands and (self.whole or text.count(",") > 1 or "." in text)
        try:
            number = float(text.replace(",", "" if thousands else "."))
        except ValueError:
            return None
        return number if math.isfinite(number) else None

    def _acknowledge(self, _change) -> None:
        typed = html.escape(self.field.value.strip(), quote=True)
        no_number = f"“{typed}” is no number. Type one like 7 or 0.5." if typed else ""
        self.note.value = no_number if self.answer is None else "Kept."

    def _ipython_display_(self) -> None:
        choices = "a number" if self.options is None else " / ".join(self.options)
        if mode() == "live":
            label = widgets.HTML(f"<b>Predict.</b> {html.escape(self.question, quote=True)}")
            display(widgets.VBox([label, widgets.HBox([self.field, self.note])]))
        else:
            _card(f"Predict. {self.question}", f"Your answer: {choices}")

    def compare(self, truth: str | float, unit: str = "") -> "Comparison":
        """Put the learner's answer beside what the run says; display the result in a cell."""
        answer = self.answer
        if isinstance(answer, float) and unit != "%" and self.field.value.strip().endswith("%"):
            answer /= 100  # a share, said in percent
        return Comparison(answer, truth, unit)


class Comparison:
    """The learner's answer beside the truth, as a small card."""

    def __init__(self, answer: str | float | None, truth: str | float, unit: str):
        said, run = (_short(v) if isinstance(v, int | float) else str(v) for v in (answer, truth))
        self.hit = None if answer is None else answer == truth
        if answer is not None and not isinstance(truth, str):
            self.hit = math.isclose(float(answer), float(truth), rel_tol=0.05, abs_tol=1e-9)
        unit = f" {unit}" if unit else ""
        said = f"“{said}”" if isinstance(answer, str) else said
        self.title = f"The run says: {run}{unit}."
        self.text = {
            None: "You made no prediction; answer above and run this cell again.",
            True: f"You said {said}{unit}: right.",
            False: f"You said {said}{unit}: worth a second look at why.",
        }[self.hit]

    def __repr__(self) -> str:
        return f"{self.title} {self.text}"

    def _ipython_display_(self) -> None:
        _card(self.title, self.text)


def _short(number: float) -> str:
    """Four digits, and more only where the others would be an exponent."""
    return f"{number:,.0f}" if 1000 <= abs(number) < 1e15 else f"{number:,.4g}"


def _card(title: str, text: str) -> None:
    """A quiet box that is legible in light and dark themes: it only tints what lies under it."""
    style = (
        "border-left:4px solid #56B4E9;background:rgba(86,180,233,.12);"
        "padding:.5em .9em;margin:.3em 0;max-width:46em"
    )
    title, text = html.escape(title, quote=True), html.escape(text, quote=True)
    markup = f'<div style="{style}"><b>{title}</b><br>{text}</div>'
    display({"text/html": markup, "text/plain": f"{title}\n{text}"}, raw=True)

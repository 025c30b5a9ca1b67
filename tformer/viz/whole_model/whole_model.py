"""The living model: one picture in which a sentence runs through a whole translator."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tformer.viz.common.figure import Figure, show
from tformer.viz.whole_model.moment import draw_still
from tformer.viz.whole_model.pack import packed, telling_step
from tformer.viz.whole_model.recorded_films import living_page
from tformer.viz.whole_model.widget import LivingWidget

START = dict(part=0, reads=None, choose="beam", temperature=1.0, top_k=None, seed=0, off=[])


class LivingModel(Figure):
    """A sentence runs through encoder and decoder, word by word; see `tformer.course.recording`.

    Args:
        play: called with the text "typed", "part" (which sentence), "choose", "temperature",
            "top_k", "seed", "off" and "reads" (the text's language, None for the text to tell);
            returns a film (a dataclass of strings, lists and tensors, documented in
            `course.recording.film`) and other answers. Its ValueErrors are shown to the reader.
            ``play.about()`` tells the sizes of the model, ``play.languages(text)`` what a text is
            read as and translated to, ``play.twin`` whether it may be either of two languages.
        sentences: those that the picture offers; the first is shown.
        yours: what the learner has written, as `course.recording.marks` tells it; marked where a
            kernel runs, and left out of pages, which may be handed on.
        speed: called with the name of such a part when a reader opens its source; says how long it
            takes.
    """

    caption = "A translator at work"

    def __init__(
        self,
        play: Callable[..., tuple[Any, list[dict]]],
        sentences: Sequence[str],
        yours: dict[str, Any] | None = None,
        speed: Callable[[str], str] | None = None,
    ):
        self.play, self.sentences, self.yours, self.speed = play, list(sentences), yours, speed
        self.film, self.others = play(self.sentences[0], **START)
        self._widget = None

    @property
    def alt(self) -> str:
        film = self.film
        t = telling_step(film)
        eye = film.maps["cross whole"][t].argmax().item()
        doubt = film.word_sure.argmin().item()
        return (
            f"The translator reads “{film.sentence}” in {len(film.source)} pieces and writes "
            f"“{film.text}”. When it writes “{film.target[t].strip()}” it looks most at "
            f"“{film.source[eye].strip()}” ({film.maps['cross whole'][t, eye]:.2f}, the mean of "
            f"{film.maps['cross'][:, :, 0, 0].numel()} heads). It is least sure of "
            f"“{film.answer[doubt].strip()}”: {film.word_sure[doubt]:.2f}."
            f"{film.copied and ' ' + film.copied}{unmet(film)}"
        )

    def shown(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What the page shows for what it asked: a film and other answers, or a message."""
        try:
            self.film, self.others = self.play(**START | asked)
        except ValueError as error:
            return {"asked": asked, "message": str(error)}
        return packed(asked, self.film, self.others)

    def page(self) -> dict[str, Any]:
        """What stays the same while films change."""
        return {
            "sentences": self.sentences, "about": self.play.about(), "lessons": lessons(),
            "reads": [self.play.languages(one)[0] for one in self.sentences],
            "both": self.play.twin is not None,
            "start": {"typed": self.sentences[0], **START},
        }  # fmt: skip

    def widget(self):
        if self._widget is None:
            page = self.page() | ({"yours": self.yours} if self.yours else {})
            shown = packed(page["start"], self.film, self.others)
            self._widget = LivingWidget(page=page, shown=shown, alt=self.alt)
            self._widget.observe(self._answer, "asked")
            self._widget.observe(self._time, "timing")
        return self._widget

    def _answer(self, change) -> None:
        self._widget.shown = self.shown(change["new"])
        self._widget.alt = self.alt
        self._widget.keep(self.strip)

    def _time(self, change) -> None:
        asked = change["new"]
        self._widget.timed = {**asked, "says": self.speed(asked["name"])}

    def still(self) -> tuple[None, str]:
        """The sentence alone: the picture comes when the living one stands and all is quiet."""
        return None, self.alt

    def _ipython_display_(self) -> None:
        show(self)
        if self._widget is not None:
            self._widget.keep(self.strip)

    def strip(self) -> tuple[bytes, str]:
        return draw_still(self.film, telling_step(self.film)), self.alt

    def html(self) -> str:
        return living_page(self)


def unmet(film: Any) -> str:
    """A sentence on the letters that the model knows only as bytes, or nothing."""
    letters = dict.fromkeys(film.source[s].strip() for s in film.strange)
    named = " ".join(letter for letter in letters if letter)
    return f" Of these letters it knows only the bytes: {named}." if named else ""


def lessons() -> dict[str, str]:
    """Files of the lessons that are there, by their subject: {"attention": "05_attention"}."""
    folder = Path(__file__).parents[3] / "notebooks"
    files = sorted(path.stem for path in folder.glob("[0-9][0-9]_*.ipynb"))
    return {name[3:]: name for name in files}

"""The attention explorer: one widget for every attention map of the course."""

import contextlib
import itertools
from collections.abc import Callable, Sequence
from numbers import Integral
from typing import Any

import ipywidgets
import traitlets

from tformer.viz.common.controls import Controlled, as_controls, hear, positions, short, spec, told
from tformer.viz.common.figure import Figure
from tformer.viz.common.still import still_html
from tformer.viz.maps.checks import read_sentences
from tformer.viz.maps.explorer_page import explorer_page, payload, trouble, walk
from tformer.viz.maps.maps import Maps
from tformer.viz.maps.strip import chosen_heads, describe, draw_strip, name_of
from tformer.viz.maps.widget import AttentionWidget


def attention_map(
    weights=None, queries=None, keys=None, *, mask=None, scores=None, scale=None,
    label=None, note=None, sentences=None, caption: str = "", layer: int = 0, head: int = 0,
    row: int | None = None,
) -> "Explorer":  # fmt: skip
    """Look into attention: one large head, the others beside it, a row's looks as lines.

    Args:
        weights: (T, S), (H, T, S) or (L, H, T, S) floats after the softmax, as a tensor or array;
            every row sums to one, or is all zero where a query may attend to nothing.
        queries: T tokens, the rows: who looks. For a decoder pairs, (read, written): its row is
            named "das → horse".
        keys: S tokens, the columns: who is looked at. By default the queries.
        mask: bool, True = may attend, broadcast to `weights`; masked cells are striped.
        scores: raw products q·k of the same shape, before scaling and masking. Then the figure
            offers the way from scores to weights.
        scale: what the scores were multiplied with; by default found from scores and weights.
        label: what stands above the map: a text, or words with their probabilities as
            `whole_words` gives them, tinted by doubt.
        note: a remark in small letters below the label.
        sentences: several at once, a list of dicts with the arguments above
            (or of tuples ``(weights, queries, keys)``), in place of the arguments above.
        caption: what the figure shows, in a few words.
        layer, head, row: what is shown first, counted from 0; `row` pins a query.

    Raises:
        TypeError, ValueError: names the argument, what it got and what would be right.

    Example:
        >>> import torch
        >>> from tformer import viz
        >>> viz.attention_map(torch.eye(2), ["to", "be"])
        Attention, 2 queries by 2 keys: “to” looks most at “to” (1.00), \
“be” at “be” (1.00). Each row sums to one; masked cells: 0.
    """
    given = dict(weights=weights, queries=queries, keys=keys, mask=mask, scores=scores, scale=scale,
                 label=label, note=note)  # fmt: skip
    if sentences is not None:
        extra = [name for name, value in given.items() if value is not None]
        if extra:
            raise TypeError(f"give sentences or {extra[0]}, not both")
        given = {"sentences": sentences}
    view = {"sentence": 0, "layer": layer, "head": head, "row": row}
    return Explorer(lambda: given, caption=caption, view=view)


def explore(
    compute: Callable[..., dict], *, caption: str = "", layer: int = 0, head: int = 0,
    translates: str = "", strip: Sequence[dict[str, Any]] | None = None, **controls: Any,
) -> "Explorer":  # fmt: skip
    """An attention map whose numbers follow controls: every change is computed by `compute`.

    Args:
        compute: called with the value of every control; returns the arguments of `attention_map`
            as a dict (``weights``, ``queries``, ...).
        caption: what the figure shows, in a few words.
        layer, head: what is shown first, counted from 0.
        translates: the name of a text control whose sentence `compute` gives to the shipped
            translator, showing its `cross_maps`: then a page without a kernel may do it too.
        strip: settings (dicts of control values, and ``head`` if it is not this one) for the stored
            picture; by default the first control at its lowest, middle and highest value.
        controls: ipywidgets, or what ``interact`` takes: (low, high, step), a list, a bool, a text.
            A ``Combobox`` is a text with its options as buttons to pick from.

    ``fig.temperature`` (or ``fig.controls["temperature"]``) is the control of that name.

    Raises:
        TypeError, ValueError: from the first call of `compute`. Later ones are shown as a message
            under the figure, which keeps its last good picture.

    Example:
        >>> import torch
        >>> from tformer import viz
        >>> def compute(temperature):
        ...     scores = torch.tensor([[2.0, 0.0], [0.0, 2.0]])
        ...     return dict(weights=torch.softmax(scores / temperature, -1), queries=["to", "be"])
        >>> fig = viz.explore(compute, temperature=(0.5, 4.0, 0.5))
    """
    if not callable(compute):
        raise TypeError(f"compute must be callable, got {type(compute).__name__}")
    view = {"sentence": 0, "layer": layer, "head": head, "row": None}
    return Explorer(compute, as_controls(controls), caption, view, translates, strip)


class Explorer(Controlled, Figure):
    """See `attention_map` and `explore`."""

    def __init__(self, compute, controls=None, caption="", view=None, translates="",
                 strip=None):  # fmt: skip
        if not isinstance(caption, str):
            raise TypeError(f"caption must be a string, got {caption!r}")
        self.caption, self.controls, self.message = caption, controls or {}, ""
        texts = [n for n, c in self.controls.items() if isinstance(told(c), str)]
        if translates and translates not in texts:
            raise ValueError(f"translates={translates!r} is none of the text controls {texts}")
        self.translates = translates
        self._compute, self._widget, self._busy, self._strip = compute, None, False, strip
        self._specs = [spec(name, control) for name, control in self.controls.items()]
        self._maps = self._frame(**self.values)
        self._view = view or {"sentence": 0, "layer": 0, "head": 0, "row": None}
        self._check_view()
        for control in self.controls.values():
            control.observe(self._follow, "value")

    def _check_view(self) -> None:
        layers, heads, rows, _ = self._maps[0].weights.shape
        for name, size in (("layer", layers), ("head", heads), ("row", rows)):
            at = self._view[name]
            if at is None:
                continue
            if not isinstance(at, Integral) or not 0 <= at < size:
                raise IndexError(f"{name}={at!r} is not in 0..{size - 1}")
            self._view[name] = int(at)

    @property
    def alt(self) -> str:
        maps, layer, head = self._shown(self._maps)
        return maps.alt(layer, head)

    def _shown(self, sentences: list[Maps]) -> tuple[Maps, int, int]:
        """The sentence, layer and head on show, brought into the range of what there is."""
        chosen = self._widget or type("View", (), self._view)
        maps = sentences[min(chosen.sentence, len(sentences) - 1)]
        layers, heads = maps.weights.shape[:2]
        return maps, min(chosen.layer, layers - 1), min(chosen.head, heads - 1)

    def _frame(self, **values) -> list[Maps]:
        return read_sentences(self._compute(**values))

    def _follow(self, _change=None) -> None:
        """A control moved: compute, and keep the last picture if that fails."""
        if self._busy:
            return
        try:
            self._maps, self.message = self._frame(**self.values), ""
        except Exception as error:
            self.message = trouble(error)
        if self._widget is None:
            return
        self._busy = True  # what follows is ours, not the reader's
        with self._widget.hold_sync():
            self._widget.values = {n: told(c) for n, c in self.controls.items()}
            self._widget.message = self.message
            if not self.message:
                self._widget.payload = payload(self._maps)
        self._seen()
        self._busy = False

    def _seen(self, _change=None) -> None:
        """Another map is on show: its sentence, and soon its picture in the notebook."""
        self._widget.alt = self.alt
        self._widget.keep(self.still)

    def _heard(self, change) -> None:
        """The reader moved controls in the browser: set ours, compute once, then tell ours."""
        if self._busy:
            return
        with contextlib.ExitStack() as told_later:
            self._busy = True
            for name, value in change["new"].items():
                # What a control does not take stays as it was, and is shown so.
                with contextlib.suppress(traitlets.TraitError, KeyError, TypeError, ValueError):
                    control = self.controls[name]
                    told_later.enter_context(control.hold_sync())
                    hear(control, value)
            self._busy = False
            self._follow()

    def widget(self) -> AttentionWidget:
        if self._widget is None:
            self._widget = AttentionWidget(
                payload=payload(self._maps), controls=self._specs, caption=self.caption,
                values={n: told(c) for n, c in self.controls.items()}, message=self.message,
                alt=self.alt, **self._view,
            )  # fmt: skip
            self._widget.observe(self._heard, "values")
            self._widget.observe(self._seen, ["sentence", "layer", "head"])
        return self._widget

    def still(self) -> tuple[bytes, str]:
        """The head on show, with the answer above it."""
        maps, layer, head = self._shown(self._maps)
        png, _ = draw_strip([(name_of(maps, layer, head), maps, layer, head)])
        return png, describe(maps.label, maps, layer, head)

    def strip(self) -> tuple[bytes, str]:
        panels = []
        texts = [c for c in self.controls.values() if isinstance(c, ipywidgets.Text)]
        if texts and not self._strip:
            return self.still()  # words to type: one map, large
        first = itertools.islice(self.controls.items(), 1)
        settings = self._strip or [{n: value} for n, c in first for value in positions(c, 3)]
        for setting in settings:
            with contextlib.suppress(Exception):  # a position that fails has no picture
                chosen = {n: value for n, value in setting.items() if n in self.controls}
                maps, layer, head = self._shown(self._frame(**{**self.values, **chosen}))
                head = setting.get("head", head)
                named = [f"{n.replace('_', ' ')} = {short(value)}" for n, value in setting.items()]
                panels.append((maps.label or ", ".join(named), maps, layer, head))
        if not panels and len(self._maps) > 1:  # a still picture has no menu of sentences
            panels = [(maps.label, *self._shown([maps])) for maps in self._maps[:3]]
        return draw_strip(panels if len(panels) > 1 else chosen_heads(*self._shown(self._maps)))

    def html(self) -> str:
        """Self-contained: the script, the numbers, and for `explore` frames computed here."""
        still = still_html(*self.strip(), self.caption)
        controls, frames = walk(self._frame, self.controls, self.values, self._maps)
        page = {"frames": frames, "controls": controls, "caption": self.caption}
        page |= {"view": self._view, "translates": self.translates}
        return explorer_page(page, still)

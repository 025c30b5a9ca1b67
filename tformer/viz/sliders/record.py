"""What is drawn of a figure at each setting: one drawing, and then only what differs from it."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure as Canvas
from matplotlib.image import AxesImage
from matplotlib.legend import Legend
from matplotlib.spines import Spine
from matplotlib.text import Text

from tformer.viz.sliders.colours import is_turned, on_page, over, readable
from tformer.viz.sliders.recorder import Area, Recorder, centre_of

CELL = 3  # pixels; smaller cells of a picture are smoothed by matplotlib


@dataclass(frozen=True)
class Frame:
    """The parts of a drawing that differ from its base (JSON of marks, by number), and the
    sentence for the whole."""

    parts: dict[int, str]
    alt: str

    @property
    def size(self) -> int:
        return len(self.alt) + sum(map(len, self.parts.values()))

    def told(self) -> dict:
        """As the page reads it."""
        return {"alt": self.alt, "parts": {str(n): part for n, part in self.parts.items()}}


class Memory:
    """Frames by key over one base: what a browser needs to answer from its memory."""

    def __init__(self, base: list[str]):
        self.base = base
        self.frames: dict[str, Frame] = {}
        self.size = 0  # of all frames, in letters

    def cut(self, parts: list[str], alt: str) -> Frame:
        """What differs from the base."""
        both = enumerate(zip(parts, self.base, strict=True))
        return Frame({n: part for n, (part, still) in both if part != still}, alt)

    def keep(self, key: str, frame: Frame) -> None:
        self.frames[key] = frame
        self.size += frame.size

    def clear(self) -> None:
        self.frames.clear()
        self.size = 0


class Recording:
    """Records one figure. `update` changes its artists; it must not add or remove any."""

    def __init__(self, figure: Canvas):
        self.figure = figure
        figure.canvas.draw()
        # The layout is settled once: labels that grow must not make the figure jump.
        figure.set_layout_engine("none")
        self.recorder = Recorder(figure)
        self.wholes = list(_wholes(figure))
        # (part, number of its whole): what changes is a part within what the figure draws.
        self.parts = [(p, n) for n, (whole, _) in enumerate(self.wholes) for p in whole.findobj()]
        self.texts = [part for part, _ in self.parts if isinstance(part, Text)]
        # Matplotlib does not mark a new set_array as stale: these are compared by their numbers.
        self._arrays = [(p, n) for p, n in self.parts if hasattr(p, "get_array")]
        for part, _ in self.parts:
            if isinstance(part, AxesImage) and _is_large(part):
                part.set_interpolation("none")  # recorded cell by cell
        self._marks: list[list[dict]] = [[] for _ in self.wholes]
        self._areas: list[list[tuple[int, Area]]] = [[] for _ in self.wholes]
        self._letters: list[list[tuple]] = [[] for _ in self.wholes]  # (number of its mark, middle)
        self._told: list[tuple] = [((), "[]")] * len(self.wholes)
        self._draw(range(len(self.wholes)))

    def frame(self, update: Callable[[], object]) -> tuple[list[str], object]:
        """Run `update` and record: each part as JSON, and what `update` returned."""
        before = [part.get_array() for part, _ in self._arrays]
        for part, _ in self.parts:
            part.stale = False
        answer = update()
        changed = {n for part, n in self.parts if part.stale}
        pairs = zip(self._arrays, before, strict=True)
        changed |= {n for (part, n), array in pairs if part.get_array() is not array}
        # With other ends of an axis everything in its axes lies elsewhere.
        moved = {id(whole.axes) for n in changed if isinstance(whole := self.wholes[n][0], Axis)}
        for ax in self.figure.axes if moved else ():
            ax.apply_aspect()
        # A legend without a place of its own looks for a free one.
        crowded = {id(self.wholes[n][0].axes) for n in changed}
        changed |= {n for n, (whole, _) in enumerate(self.wholes) if id(whole.axes) in moved
                    or (isinstance(whole, Legend) and whole._get_loc() == Legend.codes["best"]
                        and id(whole.axes) in crowded)}  # fmt: skip
        self._draw(changed)
        return self._legible(), answer

    def _draw(self, numbers) -> None:
        for n in numbers:
            (whole, ax), recorder = self.wholes[n], self.recorder
            recorder.begin()
            bare = ax is not None and not (ax.axison and ax.get_frame_on())
            hidden = ax is not None and not ax.get_visible()
            if isinstance(whole, Axis):
                hidden |= not ax.axison
            elif isinstance(whole, Spine) or (ax is not None and whole is ax.patch):
                hidden |= bare
            mapped = hasattr(whole, "get_cmap") and whole.get_array() is not None
            recorder.turned = mapped and is_turned(whole.get_cmap())
            if not hidden:
                whole.draw(recorder)
            self._marks[n], self._areas[n], self._told[n] = recorder.marks, recorder.areas, ()
            self._letters[n] = [(at, centre_of(mark)[0]) for at, mark in enumerate(recorder.marks)
                                if "text" in mark and "fill-opacity" not in mark]  # fmt: skip

    def _legible(self) -> list[str]:
        """The JSON of all parts, letters in a colour that can be read where they stand."""
        below: list[Area] = []
        for n, (marks, areas) in enumerate(zip(self._marks, self._areas, strict=True)):
            found = {}
            for at, middle in self._letters[n]:
                under = below + [area for when, area in areas if when <= at]
                found[at] = readable(marks[at]["fill"], grounds(under, *middle))
            below += [area for _, area in areas]
            key = tuple(found.items())
            if not self._told[n] or self._told[n][0] != key:
                shown = [
                    m | {"fill": found[at]} if at in found else m for at, m in enumerate(marks)
                ]
                text = json.dumps(shown, separators=(",", ":"), ensure_ascii=False)
                self._told[n] = key, text
        return [text for _, text in self._told]


def grounds(areas: list[Area], x: float, y: float) -> tuple:
    """The colour at a spot on a light page and on a dark one, under all these areas."""
    seen = []
    for area in reversed(areas):
        if found := area.at(x, y):
            seen.append(found)
            if found[1] == 1:
                break
    made = []
    for page in (0, 1):
        colour = on_page("paper", page)
        for name, alpha in reversed(seen):
            colour = over(on_page(name, page), alpha, colour)
        made.append(colour)
    return tuple(made)


def _wholes(figure: Canvas):
    """What the figure and its axes draw, in that order, each with its axes."""
    yield figure.patch, None
    rest = [artist for artist in figure.get_children() if artist is not figure.patch]
    for artist in sorted(rest, key=lambda a: a.zorder):
        if not isinstance(artist, Axes):
            yield artist, None
            continue
        yield artist.patch, artist  # an axes paints its patch first, whatever the zorder says
        inside = [a for a in artist.get_children() if a is not artist.patch]
        yield from ((a, artist) for a in sorted(inside, key=lambda a: a.zorder))


def _is_large(image: AxesImage) -> bool:
    """Whether its cells are seen one by one."""
    box, array = image.get_window_extent(), image.get_array()
    rows, columns = array.shape[:2]
    sizes = abs(box.width) / columns, abs(box.height) / rows
    return image.get_interpolation() in ("auto", "antialiased", "nearest") and min(sizes) >= CELL

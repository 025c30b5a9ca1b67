"""The living model standing still: one moment as a picture, for pages where nothing can move."""

import warnings
from typing import Any

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.patches import PathPatch, Polygon, Rectangle
from matplotlib.path import Path
from PIL import Image

from tformer.viz.common.figure import small_png
from tformer.viz.common.style import INK, subplots

GERMAN, ENGLISH, GREY, FAINT = "#17609f", "#b0500a", "#59636e", "#eef1f4"
WIDTH, HEIGHT, LAYER, MAP = 1000, 456, 50, 22  # pixels; of a layer, of a head's map
TITLES, TOP, BOTTOM, FOOT = 48, 168, 422, 438
# From left to right: German, embedding, waves, encoder, memory; what is written, what was read,
# embedding, decoder; bars.
X = {"german": 76, "embed": 84, "waves": 112, "enc": 142, "memory": 346}
X |= {"write": 446, "read": 572, "dec": 604, "bars": 824}


class Moment:
    """The picture of step t of a film, drawn in pixels from the upper left corner."""

    def __init__(self, film: Any, t: int):
        self.film, self.t = film, t
        self.figure, self.axes = subplots(width=WIDTH / 100, height=HEIGHT / 100)
        self.figure.set_layout_engine("none")
        self.axes.set_position((0, 0, 1, 1))
        self.axes.set(xlim=(0, WIDTH), ylim=(HEIGHT, 0))
        self.axes.axis("off")
        self.layers = len(film.maps["encoder"])
        S, T = len(film.source), len(film.target)
        self.rows = TOP + (np.arange(S) + 0.5) * min(26, (BOTTOM - TOP) / S)
        self.lanes = TOP + (np.arange(T) + 0.5) * min(26, (BOTTOM - TOP) / T)

    def text(self, x: float, y: float, words: str, color: str = INK, **how):
        how = {"fontsize": 9, "va": "center", **how}
        return self.axes.text(x, y, words.strip() or "·", color=color, parse_math=False, **how)

    def link(self, x0, y0, x1, y1, color: str, width: float, alpha: float) -> None:
        middle = (x0 + x1) / 2
        points = [(x0, y0), (middle, y0), (middle, y1), (x1, y1)]
        path = Path(points, [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4])
        self.axes.add_patch(PathPatch(path, fc="none", ec=color, lw=width * 0.72, alpha=alpha))

    def pixels(self, amounts: np.ndarray, colors: np.ndarray, x, y, w, h) -> None:
        """An image with the upper left corner (x, y): a colour for each number, and how much."""
        picture = np.dstack([np.broadcast_to(colors, (*amounts.shape, 3)), amounts])
        box = (x, x + w, y + h, y)
        self.axes.imshow(picture, extent=box, aspect="auto", interpolation="nearest", zorder=1.5)

    def strip(self, name: str, n: int, x: float, y: float, w: float, h: float, color: str) -> None:
        """16 features of a vector: positive ones in the colour, negative ones in grey."""
        values = np.asarray(self.film.vectors[name][n : n + 1]) / self.film.scales[name]
        colors = np.where(values[..., None] > 0, to_rgb(color), to_rgb(GREY))
        self.pixels(np.minimum(1, np.abs(values)), colors, x, y - h / 2, w, h)

    def head_maps(self, kind: str, layer: int, x: float, y: float, color: str) -> None:
        across = int(np.ceil(np.sqrt(len(self.film.maps[kind][layer]))))
        for h, weights in enumerate(self.film.maps[kind][layer]):
            left, top = x + h % across * (MAP + 2), y + h // across * (MAP + 2)
            self.axes.add_patch(Rectangle((left, top), MAP, MAP, fc=FAINT, lw=0))
            shown = np.asarray(weights).copy()
            if kind != "encoder":
                shown[self.t + 1 :] = 0  # rows that are not computed yet
            self.pixels(shown**0.7, np.array(to_rgb(color)), left, top, MAP, MAP)

    def diamond(self, x: float, y: float, share: float, color: str, alpha: float) -> None:
        size = 3 + min(1, 8 * share) * 3.5
        points = [(x - size, y), (x, y - size), (x + size, y), (x, y + size)]
        self.axes.add_patch(Polygon(points, fc=color, ec=color, lw=0.7, alpha=alpha, zorder=3))

    def wave(self, name: str, lanes: np.ndarray, color: str, x: float) -> None:
        for feature, alpha in ((0, 0.95), (3, 0.5)):
            values = np.asarray(self.film.vectors[name][: len(lanes), feature])
            self.axes.plot(x + 10 * values, lanes, color=color, lw=1, alpha=alpha)

    def answer(self) -> None:
        """The sentence and what became of it, each word on a ground as dark as its doubt."""
        film, written = self.film, {}
        for piece, word in zip(film.target, film.target_word, strict=True):
            written[word] = written.get(word, "") + piece
        self.text(4, 14, film.sentence[:64], GERMAN, fontsize=11)
        x = X["write"]
        for word, text in enumerate(film.answer):
            if text == "<eos>":
                continue
            x += 5 if text.startswith(" ") else 0
            label = self.axes.text(
                x, 14, text.strip(), fontsize=12.5, va="center", parse_math=False
            )
            wide = label.get_window_extent().width
            doubt = 0.42 * (1 - film.word_sure[word].item())
            box = Rectangle((x - 1, 2), wide + 2, 25, fc=ENGLISH, alpha=doubt, lw=0)
            self.axes.add_patch(box)
            if text != written[word]:  # copied from the source: framed, as on the living page
                frame = Rectangle((x - 1, 2), wide + 2, 25, fc="none", ec=INK, lw=0.8)
                self.axes.add_patch(frame)
            x += wide + 2

    def encoder(self) -> None:
        film = self.film
        self.text(4, TITLES, "Encoder", GERMAN, weight="bold", fontsize=10)
        self.text(74, TITLES, f"reads {film.languages[0]} once", GREY)
        for s, y in enumerate(self.rows):
            color = ENGLISH if s in film.strange else INK  # never met, as on the living page
            self.text(X["german"], y, film.source[s], color, ha="right", fontsize=9.5)
            self.strip("src_embedding.tokens", s, X["embed"], y, 21, 12, GERMAN)
            self.strip("encoder_norm", s, X["memory"], y, 20, 15, GERMAN)
        self.wave("src_embedding.positions", self.rows, GERMAN, X["waves"] + 11)
        for layer in range(self.layers):
            x = X["enc"] + layer * LAYER
            self.text(x + 23, TITLES + 18, f"layer {layer}", GREY, ha="center")
            self.head_maps("encoder", layer, x, TITLES + 28, GERMAN)
            name = f"encoder.{layer - 1}" if layer else "src_embedding"
            for s, y in enumerate(self.rows):
                self.strip(name, s, x, y, LAYER, 4, GERMAN)
                self.diamond(x + 40, y, film.busy[f"encoder.{layer}.ffn"][s].item(), GERMAN, 0.9)
                for k, weight in enumerate(film.maps["encoder mean"][layer][s].tolist()):
                    if weight >= 0.06 and k != s:
                        self.link(x, self.rows[k], x + 30, y, GERMAN, 0.6 + 3.4 * weight,
                                  0.05 + 0.35 * weight)  # fmt: skip
        for x, words, align in ((X["embed"] + 21, "embedding", "right"),
                                (X["waves"], "+ waves", "left"),
                                (X["memory"] + 10, "memory", "center")):  # fmt: skip
            self.text(x, FOOT, words, GREY, ha=align)

    def decoder(self) -> None:
        film, t = self.film, self.t
        self.text(X["write"], TITLES, "Decoder", ENGLISH, weight="bold", fontsize=10)
        self.text(X["write"] + 72, TITLES, f"writes {film.languages[1]}, piece by piece", GREY)
        self.text(X["write"] + 4, TOP - 12, "writes", GREY)
        self.text(X["read"], TOP - 12, "reads", GREY, ha="right")
        band = (X["write"], self.lanes[t] - 11), X["bars"] - 20 - X["write"], 22
        self.axes.add_patch(Rectangle(*band, fc=ENGLISH, alpha=0.1, lw=0))
        for n, y in enumerate(self.lanes[: t + 1]):
            mine = {"weight": "bold"} if n == t else {}
            self.text(X["write"] + 4, y, film.target[n], ENGLISH, fontsize=9.5, **mine)
            self.text(X["read"], y, film.given[n], GREY, ha="right")
            self.strip("tgt_embedding.tokens", n, X["read"] + 6, y, 20, 12, ENGLISH)
            for s, weight in enumerate(film.maps["cross whole"][n].tolist()):
                if weight >= 0.05:
                    alpha = (0.15 + 0.8 * weight) * (1 if n == t else 0.25)
                    self.link(X["memory"] + 26, self.rows[s], X["write"] - 3, y, ENGLISH,
                              0.7 + 6 * weight, alpha)  # fmt: skip
        for layer in range(self.layers):
            x = X["dec"] + layer * LAYER
            self.text(x + 23, TITLES + 18, f"layer {layer}", GREY, ha="center")
            self.head_maps("decoder", layer, x, TITLES + 28, ENGLISH)
            self.head_maps("cross", layer, x, TITLES + 76, GERMAN)
            name = f"decoder.{layer - 1}" if layer else "tgt_embedding"
            for n, y in enumerate(self.lanes[: t + 1]):
                self.strip(name, n, x, y, LAYER, 4, ENGLISH)
                busy = film.busy[f"decoder.{layer}.ffn"][n].item()
                self.diamond(x + 40, y, busy, ENGLISH, 0.95 if n == t else 0.45)
            for k, weight in enumerate(film.maps["decoder mean"][layer][t].tolist()):
                if weight >= 0.05 and k != t:
                    self.link(x, self.lanes[k], x + 22, self.lanes[t], ENGLISH, 0.6 + 3.4 * weight,
                              0.2 + 0.7 * weight)  # fmt: skip
            self.text(x + 24, FOOT, film.lens[t][layer][:8], ENGLISH, ha="center")
        self.text(X["dec"] - 8, FOOT, "if it ended here:", GREY, ha="right")

    def bars(self) -> None:
        film, t = self.film, self.t
        self.text(X["bars"], TITLES + 10, "next piece", GREY)
        room = WIDTH - X["bars"] - 4
        bare = [piece.strip() for piece in film.likely[t]]
        for k, piece in enumerate(film.likely[t]):
            alike = bare.count(bare[k]) > 1 and piece != bare[k]  # the blank is what differs
            y, chance = TITLES + 24 + 26 * k, film.chances[t, k].item()
            mine = piece == film.target[t]
            color, bold = (ENGLISH, {"weight": "bold"}) if mine else (GREY, {})
            end = X["dec"] + self.layers * LAYER
            self.link(end, self.lanes[t], X["bars"] - 2, y + 11, color, 0.5 + 3 * chance,
                      0.15 + 0.7 * chance)  # fmt: skip
            self.axes.add_patch(Rectangle((X["bars"], y), room, 22, fc=FAINT, lw=0))
            self.axes.add_patch(Rectangle((X["bars"], y), room * chance, 22, fc=color, alpha=0.4))
            self.text(X["bars"] + 6, y + 11, "␣" * alike + bare[k], fontsize=9.5, **bold)
            self.text(WIDTH - 9, y + 11, f"{chance:.2f}", ha="right", **bold)

    def image(self):
        self.answer()
        self.encoder()
        self.decoder()
        self.bars()
        self.figure.canvas.draw()
        return Image.fromarray(np.asarray(self.figure.canvas.buffer_rgba())).convert("RGB")


def draw_still(film: Any, t: int) -> bytes:
    """PNG bytes of step t of a film, always the same for the same film."""
    with warnings.catch_warnings():  # a letter that the font lacks is drawn as a box
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        picture = Moment(film, t).image()
    return small_png(picture)

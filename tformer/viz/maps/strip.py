"""Attention maps side by side as a still picture, for notebooks read without a kernel."""

import numpy as np
from matplotlib import colormaps
from PIL import Image, ImageDraw

from tformer.viz.common.figure import font, png_bytes
from tformer.viz.common.style import DIVERGING, INK, SEQUENTIAL
from tformer.viz.maps.doubted_words import doubt
from tformer.viz.maps.maps import Maps, two, visible

Panel = tuple[str, Maps, int, int]  # title, maps, layer, head

MAUVE, PALE_MAUVE = (201, 182, 216), (244, 238, 248)  # masked cells, as in web/explorer.css
DIM = "#59636e"
SMALL, LARGE = 270, 460  # pixels for a map that stands among others, or alone
LONGEST = 16  # letters of a token's name


def chosen_heads(maps: Maps, layer: int, head: int) -> list[Panel]:
    """The head on show where there are scores to explain it, else up to three heads (or layers)."""
    layers, heads = maps.weights.shape[:2]
    if maps.scores is not None:
        places = [(layer, head)]
    elif heads > 1:
        places = [(layer, n) for n in _three(head, heads)]
    else:
        places = [(n, 0) for n in _three(layer, layers)]
    return [(name_of(maps, n, h), maps, n, h) for n, h in places]


def name_of(maps: Maps, layer: int, head: int) -> str:
    """Which head this is; a map that is alone needs no name."""
    return "" if maps.weights.shape[:2] == (1, 1) else f"layer {layer}, head {head}"


def _three(chosen: int, count: int) -> list[int]:
    """Up to three of `count`: the chosen one, the ends, the middle."""
    return sorted(list(dict.fromkeys([chosen, 0, count - 1, (count - 1) // 2]))[:3])


def draw_strip(panels: list[Panel]) -> tuple[bytes, str]:
    """PNG bytes of the panels side by side, and the sentence that describes them.

    A single panel with scores becomes three: raw scores, scaled and masked ones, weights.
    """
    drawn = [(maps, title, _weights(maps, n, h), 0.0) for title, maps, n, h in panels]
    _, maps, layer, head = panels[0]
    if len(panels) == 1 and maps.scores is not None:
        scores = np.ma.array(maps.scores[layer, head])
        scaled = np.ma.array(scores * maps.scale, mask=maps.masked(layer, head))
        most = float(np.abs(scores).max() or 1.0) * max(1.0, maps.scale)  # one range for both
        drawn = [
            (maps, "scores q·k", scores, most),
            (maps, f"× {maps.scale:.3g}{', masked' * (maps.mask is not None)}", scaled, most),
            (maps, "softmax: weights", _weights(maps, layer, head), 0.0),
        ]
    pictures = [_draw(*parts, LARGE if len(drawn) == 1 else SMALL) for parts in drawn]
    size = sum(p.width for p in pictures), max(p.height for p in pictures)
    sheet, x = Image.new("RGB", size, "white"), 0
    for picture in pictures:
        sheet.paste(picture, (x, 0))
        x += picture.width
    return png_bytes(sheet), " ".join(describe(*panel) for panel in panels)


def describe(title: str, maps: Maps, layer: int, head: int) -> str:
    """The sentence on one panel, and what the model was least sure of."""
    named = title in ("", name_of(maps, layer, head))  # the sentence says it itself
    said = "" if named else f"{title.rstrip('.')}: "
    least = f" {doubt(maps.words)}" if maps.words else ""
    return f"{said}{maps.alt(layer, head)}{least}"


def _weights(maps: Maps, layer: int, head: int) -> np.ma.MaskedArray:
    return np.ma.array(maps.weights[layer, head], mask=maps.masked(layer, head))


def _draw(maps: Maps, title: str, values, most: float, room: int) -> Image.Image:
    """One map with its title and names; scores run from -`most` to `most`, weights have 0."""
    rows, cols = values.shape
    title = _cut(visible(title), 40) if title else ""  # a map that is alone needs none
    wide, tall = (min(40, max(2, room // n)) for n in (cols, rows))
    wide, tall = min(wide, max(tall, 14)), min(tall, max(wide, 14))  # about square
    queries, keys = ([_cut(name, LONGEST) for name in names] for names in (maps.queries, maps.keys))
    left = 14 + max(font(13).getlength("query (looks) ↓"), *map(font(13).getlength, queries))
    slant = [_slanted(key) for key in keys]
    top = 50 + max(name.height for name in slant)
    right = left + cols * wide + max(0, slant[-1].width - wide)
    width = max(right, left + font(13).getlength("key (is looked at) →"),
                14 + font(15).getlength(title)) + 14  # fmt: skip
    picture = Image.new("RGB", (round(width), round(top + rows * tall + 12)), "white")
    pen = ImageDraw.Draw(picture)
    pen.text((14, 8), title, INK, font(15))
    pen.text((left, 28), "key (is looked at) →", DIM, font(13))
    pen.text((left - 6, top - 6), "query (looks) ↓", DIM, font(13), anchor="rd")
    colours = _colours(values, most)
    picture.paste(_cells(colours, wide, tall), (round(left), top))
    for q in range(0, rows, -(-15 // tall)):
        pen.text((left - 6, top + (q + 0.5) * tall), queries[q], INK, font(13), anchor="rm")
    for k in range(0, cols, -(-17 // wide)):
        at = round(left + (k + 0.5) * wide) - 4, top - slant[k].height
        picture.paste(INK, at, slant[k])
    _numbers(pen, values, colours, most > 0, (left, top), (wide, tall))
    return picture


def _colours(values: np.ma.MaskedArray, most: float) -> np.ndarray:
    """(T, S, 4) bytes: red, green, blue, and 0 where a cell is masked."""
    share = (values / most + 1) / 2 if most else values
    colours = colormaps[DIVERGING if most else SEQUENTIAL](share.filled(0), bytes=True)
    colours[..., 3] = np.where(np.ma.getmaskarray(values), 0, 255)
    return colours


def _cells(colours: np.ndarray, wide: int, tall: int) -> Image.Image:
    """The map itself, with stripes where cells are masked."""
    large = colours.repeat(tall, 0).repeat(wide, 1)
    y, x = np.indices(large.shape[:2])
    stripes = np.where(((x + y) % 6 < 2)[..., None], MAUVE, PALE_MAUVE)
    return Image.fromarray(np.where(large[..., 3:] > 0, large[..., :3], stripes).astype(np.uint8))


def _numbers(pen, values, colours, signed: bool, corner, cell) -> None:
    """The values in their cells, if all have room."""
    say = _score if signed else _weight
    texts = {at: say(value) for at, value in np.ndenumerate(values.filled(0)) if colours[at][3]}
    if not texts or max(map(font(12).getlength, texts.values())) > cell[0] - 3 or cell[1] < 16:
        return
    for (q, k), text in texts.items():
        at = corner[0] + (k + 0.5) * cell[0], corner[1] + (q + 0.5) * cell[1]
        pen.text(at, text, _ink_on(colours[q, k]), font(12), anchor="mm")


def _score(value: float) -> str:
    return f"{value:.1f}".replace("-0.0", "0.0")


def _weight(value: float) -> str:
    return two(float(value)).removeprefix("0").replace("1.00", "1.0")


def _ink_on(colour: np.ndarray) -> str:
    """Black or white, whichever is read better on a colour: at least 4.5 to 1 on any (WCAG)."""
    share = colour[:3] / 255
    linear = np.where(share < 0.04, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return "#000000" if linear @ [0.2126, 0.7152, 0.0722] > 0.179 else "#ffffff"


def _slanted(text: str) -> Image.Image:
    """A mask of the text, rising by 45 degrees."""
    flat = Image.new("L", (round(font(13).getlength(text)) + 2, 17), 0)
    ImageDraw.Draw(flat).text((1, 8), text, 255, font(13), anchor="lm")
    return flat.rotate(45, Image.Resampling.BICUBIC, expand=True)


def _cut(text: str, length: int) -> str:
    text = text.strip(" ")
    return text if len(text) <= length else text[: length - 1] + "…"

"""A matplotlib renderer that records: what is drawn becomes a few numbers, letters stay letters.

A mark is a dict of what an SVG element needs, in tenths of a CSS pixel with y downwards: a line or
an outline has ``d``, words have ``text``, a grid of colours ``href``, a pixel for each cell, and
``dark`` if it has others on a dark page.
"""

import base64
import io
from inspect import signature

import numpy as np
from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_hex
from matplotlib.path import Path
from matplotlib.transforms import Affine2D
from PIL import Image

from tformer.viz.sliders.colours import named, on_page

POINT = 1000 / 72  # tenths of a pixel
CAPS = {"projecting": "square", "round": "round"}
# What matplotlib 3.11 asks for, and older ones do not know.
ASKED = signature(RendererBase._iter_collection).parameters
HATCHES = {"hatchcolors": []} if "hatchcolors" in ASKED else {}
STRAIGHT = {Path.MOVETO, Path.LINETO, Path.CLOSEPOLY}
CURVES = {Path.CURVE3: ("q", 2), Path.CURVE4: ("c", 3)}


class Area:
    """What letters may stand on: a filled outline, or a grid of colours in a box."""

    def __init__(self, points: np.ndarray, paint: str | np.ndarray, alpha: float, codes=None,
                 turned: bool = False):  # fmt: skip
        self.points, self.paint, self.alpha, self.codes = points, paint, alpha, codes
        self.turned = turned
        (self.left, self.top), (self.right, self.bottom) = points.min(0), points.max(0)

    def at(self, x: float, y: float) -> tuple[str, float] | None:
        """The colour here, as `named` tells it, and how dense it is; None outside."""
        if not (self.left <= x <= self.right and self.top <= y <= self.bottom):
            return None
        if isinstance(self.paint, str):
            inside = Path(self.points, self.codes).contains_point((x, y))
            return (self.paint, self.alpha) if inside else None
        rows, columns = self.paint.shape[:2]
        row = min(rows - 1, int((y - self.top) / (self.bottom - self.top) * rows))
        column = min(columns - 1, int((x - self.left) / (self.right - self.left) * columns))
        *colour, alpha = self.paint[row, column] / 255
        colour = to_hex(colour)
        return (named(colour, True) if self.turned else colour), alpha * self.alpha


class Recorder(RendererBase):
    """Records what artists draw into `marks`, and into `areas` what letters may stand on:
    (how many marks came before, `Area`)."""

    def __init__(self, figure):
        super().__init__()
        self.dpi = figure.dpi
        self.width, self.height = figure.bbox.size
        self._widths: dict[tuple, float] = {}
        self.turned = False  # whether what is drawn now has colours that a dark page turns round
        scale = 1000 / self.dpi
        self.page = Affine2D().scale(scale, -scale).translate(0, self.height * scale)
        self._scale, self._zero = np.array([scale, -scale]), np.array([0, self.height * scale])
        self.begin()

    def begin(self) -> None:
        """Forget what was drawn."""
        self.marks: list[dict] = []
        self.areas: list[tuple[int, Area]] = []
        self._lines: dict[tuple, dict] = {}

    # ---- what matplotlib asks of a renderer
    def flipy(self) -> bool:
        return False

    def option_image_nocomposite(self) -> bool:
        return True

    def option_scale_image(self) -> bool:
        return True

    def get_canvas_width_height(self) -> tuple[float, float]:
        return self.width, self.height

    def points_to_pixels(self, points):
        return points * self.dpi / 72

    def draw_path(self, gc, path, transform, rgbFace=None):
        style = _style(gc, rgbFace, self.turned)
        line = rgbFace is None and not gc.get_hatch()
        room = (-99, -99, self.width + 99, self.height + 99) if line else None
        shape = path.cleaned(transform, remove_nans=True, clip=room, curves=True,
                             simplify=line and path.should_simplify)  # fmt: skip
        points, codes = self._points(shape.vertices, shape.codes)
        if style and len(points):
            self._add(d_of(points, codes), style, points, codes, gc)
            self._fill(points, codes, style)

    def draw_markers(self, gc, marker_path, marker_trans, path, trans, rgbFace=None):
        style = _style(gc, rgbFace, self.turned)
        shape, codes = marker_path.transformed(marker_trans), marker_path.codes
        way = Affine2D().scale(self.page.get_matrix()[0, 0], self.page.get_matrix()[1, 1])
        outline = np.rint(way.transform(shape.vertices))
        spots = path.cleaned(trans, remove_nans=True, curves=False)
        points, _ = self._points(spots.vertices, spots.codes)
        if not style or not len(points):
            return
        if len(outline) < 3:  # a tick
            style.pop("fill", None)
        tail = _tail(outline, codes)
        starts = (points + outline[0]).astype(int).tolist()
        d = "".join(f"M{x} {y}{tail}" for x, y in starts)
        corners = np.concatenate([points + outline.min(0), points + outline.max(0)])
        self._add(d, style, corners, None, gc, is_square(outline, codes))
        for point in points if len(points) < 200 else ():
            self._fill(outline + point, codes, style)

    def draw_path_collection(self, gc, master_transform, paths, all_transforms, offsets,
                             offset_trans, facecolors, edgecolors, linewidths, linestyles,
                             antialiaseds, urls, offset_position, **more):  # fmt: skip
        raw = list(self._iter_collection_raw_paths(master_transform, paths, all_transforms))
        shapes, zero = {}, self.page.transform((0, 0))
        for x, y, one, own, face in self._iter_collection(
            gc, raw, offsets, offset_trans, facecolors, edgecolors, linewidths, linestyles,
            antialiaseds, urls, offset_position, **(HATCHES | more),
        ):  # fmt: skip
            if id(one) not in shapes:  # the dots of a scatter have one shape
                shape = one[0].cleaned(one[1], remove_nans=True, curves=True)
                points, codes = self._points(shape.vertices, shape.codes)
                tail = _tail(points, codes) if len(points) else ""
                shapes[id(one)] = points, codes, tail, is_square(points, codes)
            points, codes, tail, square = shapes[id(one)]
            style = _style(own, face, self.turned)
            if style and tail:
                points = points + np.rint(self.page.transform((x, y)) - zero)
                left, top = points[0].astype(int)
                self._add(f"M{left} {top}{tail}", style, points, codes, own, square)
                self._fill(points, codes, style)

    def draw_quad_mesh(self, gc, master_transform, meshWidth, meshHeight, coordinates, offsets,
                       offsetTrans, facecolors, antialiased, edgecolors):  # fmt: skip
        corners = (master_transform + self.page).transform(coordinates.reshape(-1, 2))
        grid = corners.reshape(meshHeight + 1, meshWidth + 1, 2)
        (left, top), (right, bottom) = grid[0, 0], grid[-1, -1]
        even = np.stack(np.meshgrid(np.linspace(left, right, meshWidth + 1),
                                    np.linspace(top, bottom, meshHeight + 1)), -1)  # fmt: skip
        lined = edgecolors is not None and len(edgecolors) and gc.get_linewidth() > 0
        if lined or abs(even - grid).max() > 1 or len(facecolors) != meshWidth * meshHeight:
            super().draw_quad_mesh(
                gc, master_transform, meshWidth, meshHeight, coordinates, offsets, offsetTrans,
                facecolors, antialiased, edgecolors,
            )  # fmt: skip
            return
        cells = np.rint(255 * np.asarray(facecolors)).astype(np.uint8)
        self._grid(gc, cells.reshape(meshHeight, meshWidth, 4), grid[[0, -1], [0, -1]], 1.0)

    def draw_image(self, gc, x, y, im, transform=None):
        high, wide = im.shape[:2]
        way, alpha = Affine2D().translate(x, y) + self.page, 1.0
        if transform is not None:  # cells, which the page makes large; else pixels of a screen
            way, alpha = Affine2D().scale(1 / wide, 1 / high) + transform + way, gc.get_alpha()
        self._grid(gc, np.asarray(im), way.transform([(0, 0), (wide, high)]), alpha)

    def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        if ismath:
            marks, areas, self._lines = len(self.marks), len(self.areas), {}
            super().draw_text(gc, x, y, s, prop, angle, ismath, mtext)
            del self.areas[areas:]
            for mark in self.marks[marks:]:
                mark["formula"] = s
            self._lines = {}
            return
        if not s.strip():
            return
        if (key := (s, hash(prop))) not in self._widths:  # the same words in every frame
            self._widths[key] = self.get_text_width_height_descent(s, prop, False)[0]
        width = self._widths[key] * 1000 / self.dpi
        size = prop.get_size_in_points() * POINT
        left, base = np.rint(self.page.transform((x, y))).astype(int).tolist()
        mark = {"text": s, "x": left, "y": base, "font-size": round(size),
                "textLength": round(width), "fill": named(to_hex(gc.get_rgb()[:3]))}  # fmt: skip
        if angle:
            mark["transform"] = f"rotate({-angle:g} {left} {base})"
        if prop.get_weight() in ("bold", "semibold", 600, 700):
            mark["font-weight"] = "bold"
        if prop.get_style() != "normal":
            mark["font-style"] = "italic"
        if "monospace" in prop.get_family():
            mark["font-family"] = "monospace"
        if (dense := _dense(gc, gc.get_rgb())) < 1:
            mark["fill-opacity"] = dense
        self.marks.append(mark | self._clip(gc, np.array(centre_of(mark, 0.9)[1])))

    # ---- how it is told
    def _whole(self, points) -> np.ndarray:
        """Where these points lie on the page, in whole numbers: `page`, many times faster."""
        return np.rint(np.asarray(points) * self._scale + self._zero)

    def _points(self, vertices, codes) -> tuple[np.ndarray, np.ndarray]:
        """Where they lie on the page; what ends an outline repeats its last point."""
        kept = codes != Path.STOP
        points, codes = self._whole(vertices[kept]), codes[kept]
        ends = np.flatnonzero(codes == Path.CLOSEPOLY)
        points[ends] = points[ends - 1]
        return np.clip(points, -1e6, 1e6), codes

    def _add(self, d, style, points, codes, gc, square=None) -> None:
        """Note an outline; equal lines, and equal areas in a row, become one mark."""
        if is_square(points, codes) if square is None else square:
            style = style | {"shape-rendering": "crispEdges"}
        style |= self._clip(gc, points)
        one = style.get("fill", style.get("stroke")) == style.get("stroke", style.get("fill"))
        if not one or any("opacity" in key for key in style) or "hatch" in style:
            self.marks.append(style | {"d": d})
            return
        key = tuple(style.items())
        mark = self._lines.get(key)
        if mark and ("fill" not in style or mark is self.marks[-1]):
            mark["d"] += d
        else:
            self._lines[key] = style | {"d": d}
            self.marks.append(self._lines[key])

    def _fill(self, points, codes, style) -> None:
        if "fill" in style:
            area = Area(points, style["fill"], style.get("fill-opacity", 1.0), codes)
            self.areas.append((len(self.marks), area))

    def _grid(self, gc, cells, corners, alpha) -> None:
        """A picture with a pixel for each cell; `corners`: where its first and last cell end."""
        (x, y), (right, bottom) = corners
        cells = cells[:: 1 if bottom > y else -1, :: 1 if right > x else -1]
        x, right, y, bottom = *sorted((x, right)), *sorted((y, bottom))
        mark = {"href": _png(cells), "x": round(x), "y": round(y), "width": round(right - x),
                "height": round(bottom - y)}  # fmt: skip
        if self.turned:
            mark["dark"] = _png(_on_dark(cells))
        if alpha not in (None, 1):
            mark["opacity"] = round(float(alpha), 3)
        box = np.array([(x, y), (right, bottom)])
        self.marks.append(mark | self._clip(gc, box))
        self.areas.append((len(self.marks), Area(box, cells, alpha or 1.0, None, self.turned)))

    def _clip(self, gc, points: np.ndarray) -> dict[str, str]:
        """The outline that cuts a mark off, if these points are not all inside."""
        box, (path, way) = gc.get_clip_rectangle(), gc.get_clip_path()
        if path is not None:
            shape = path.transformed(way)
            codes = np.full(len(shape.vertices), Path.LINETO) if path.codes is None else path.codes
            return {"clip": d_of(*self._points(shape.vertices, codes))}
        if box is None:
            return {}
        (left, top), (right, bottom) = self._whole([(box.x0, box.y1), (box.x1, box.y0)])
        inside = (points >= (left - 1, top - 1)) & (points <= (right + 1, bottom + 1))
        return {} if inside.all() else {"clip": f"M{left:g} {top:g}H{right:g}V{bottom:g}H{left:g}z"}


def _dense(gc, colour) -> float:
    """How little a colour lets through: 1 nothing."""
    own = colour[3] if len(colour) > 3 else 1.0
    return round(float(gc.get_alpha() if gc.get_forced_alpha() else own), 3)


def _style(gc, face, turned: bool) -> dict:
    """The fill and the line of an outline; empty where there is nothing to see."""
    style, colour, line = {}, gc.get_rgb(), round(gc.get_linewidth() * POINT)
    if face is not None and (dense := _dense(gc, face)):
        style["fill"] = named(to_hex(face[:3]), turned)
        style |= {"fill-opacity": dense} if dense < 1 else {}
    if gc.get_hatch():
        lines = gc.get_hatch_path(6).transformed(Affine2D().scale(1000, -1000).translate(0, 1000))
        ink = named(to_hex(gc.get_hatch_color()[:3]))
        told = d_of(np.rint(lines.vertices), lines.codes)
        style["hatch"] = [told, ink, round(gc.get_hatch_linewidth() * POINT)]
    if line and (dense := _dense(gc, colour)):
        style |= {"stroke": named(to_hex(colour[:3]), turned), "stroke-width": line}
        start, dashes = gc.get_dashes()
        if dashes is not None:
            style["stroke-dasharray"] = " ".join(f"{n * POINT:.0f}" for n in dashes)
            style |= {"stroke-dashoffset": round(start * POINT)} if start else {}
        style |= {"stroke-opacity": dense} if dense < 1 else {}
        if gc.get_capstyle() in CAPS:
            style["stroke-linecap"] = CAPS[gc.get_capstyle()]
        if gc.get_joinstyle() != "round":
            style["stroke-linejoin"] = gc.get_joinstyle()
    return style


def _png(cells: np.ndarray) -> str:
    """Cells of four bytes as the address of a picture."""
    buffer, picture = io.BytesIO(), Image.fromarray(np.ascontiguousarray(cells))
    (picture.convert("RGB") if (cells[..., -1] == 255).all() else picture).save(buffer, "PNG")
    return f"data:image/png;base64,{base64.b64encode(buffer.getvalue()).decode()}"


def _on_dark(cells: np.ndarray) -> np.ndarray:
    """The same cells on a dark page, of a colour map that is turned round there."""
    colours, where = np.unique(cells[..., :3].reshape(-1, 3), axis=0, return_inverse=True)
    dark = np.array([on_page(named(to_hex(colour / 255), True), 1) for colour in colours])
    turned = np.rint(255 * dark[where.ravel()]).astype(np.uint8).reshape(*cells.shape[:2], 3)
    return np.dstack([turned, cells[..., 3]])


def d_of(points: np.ndarray, codes: np.ndarray | None) -> str:
    """An outline as SVG tells it, of whole numbers; all but the first point as steps."""
    x, y = points[0].astype(int)
    return f"M{x} {y}{_tail(points, codes)}"


def _tail(points: np.ndarray, codes: np.ndarray | None) -> str:
    if codes is None or (codes[1:] == Path.LINETO).all():
        steps = np.diff(points, axis=0).astype(int).ravel().tolist()
        return "l" + " ".join(map(str, steps)) if steps else "l0 0"
    spots, codes = points.astype(int).tolist(), codes.tolist()
    told, n, at = [], 1, spots[0]
    start = at
    while n < len(codes):
        if codes[n] == Path.CLOSEPOLY:
            told.append("z")
            n, at = n + 1, start
            continue
        letter, count = CURVES.get(codes[n], ("m" if codes[n] == Path.MOVETO else "l", 1))
        steps = [f"{x - at[0]} {y - at[1]}" for x, y in spots[n : n + count]]
        told.append(letter + " ".join(steps))
        n, at = n + count, spots[n + count - 1]
        start = at if letter == "m" else start
    return "".join(told)


def is_square(points: np.ndarray, codes: np.ndarray | None) -> bool:
    """Only level and upright lines: sharp when they are put on whole pixels."""
    if codes is not None and not STRAIGHT.issuperset(codes.tolist()):
        return False
    steps = np.diff(points, axis=0)
    if codes is not None:
        steps = steps[codes[1:] == Path.LINETO]
    return len(steps) > 0 and bool((steps == 0).any(1).all())


def centre_of(mark: dict, high: float = 0.7) -> tuple[tuple[float, float], list]:
    """The middle of some letters, and the corners of their box."""
    x, y, wide, tall = mark["x"], mark["y"], mark["textLength"], mark["font-size"] * high
    turn = Affine2D()
    if "transform" in mark:
        turn.rotate_deg_around(x, y, float(mark["transform"][7:].split()[0]))
    corners = turn.transform([(x, y), (x + wide, y), (x + wide, y - tall), (x, y - tall)])
    return tuple(corners.mean(0)), corners.tolist()

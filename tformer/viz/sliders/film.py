"""The pictures of one figure: a background once, and for each setting only what differs from it."""

import io
from dataclasses import dataclass

import numpy as np
from PIL import Image

COLOURS = 128  # of a frame's palette; flat areas keep their colour to 1 of 255


@dataclass(frozen=True)
class Frame:
    """The changed rectangle as PNG, where its corner lies, and the sentence for the whole."""

    x: int
    y: int
    png: bytes
    alt: str


class Film:
    """Frames by key over one base: what a browser needs to answer from its memory."""

    def __init__(self, base: np.ndarray):
        self.base = base  # (H, W, 4) bytes
        self.frames: dict[str, Frame] = {}

    def cut(self, picture: np.ndarray, alt: str) -> Frame:
        """What differs from the base, transparent where nothing does."""
        colours, still = _colours(picture), _colours(self.base)
        differs = colours != still
        rows = np.flatnonzero(differs.any(1))
        if not len(rows):
            return Frame(0, 0, png_of(np.zeros((1, 1, 4), np.uint8)), alt)
        top, bottom = int(rows[0]), int(rows[-1]) + 1
        columns = np.flatnonzero(differs[top:bottom].any(0))
        left, right = int(columns[0]), int(columns[-1]) + 1
        box = slice(top, bottom), slice(left, right)
        patch = np.where(differs[box], colours[box], np.uint32(0))
        return Frame(left, top, png_of(patch[..., None].view(np.uint8)), alt)

    def whole(self, frame: Frame) -> Image.Image:
        """The picture that a browser paints: the base with a frame in its place."""
        picture = Image.fromarray(self.base)
        picture.alpha_composite(
            Image.open(io.BytesIO(frame.png)).convert("RGBA"), (frame.x, frame.y)
        )
        return picture.convert("RGB")

    @property
    def size(self) -> int:
        """Bytes of all frames."""
        return sum(len(frame.png) + len(frame.alt) for frame in self.frames.values())


def png_of(picture: np.ndarray, level: int = 6) -> bytes:
    """A small PNG of few colours; this choice of them is the quick one, for while a hand moves."""
    few = Image.fromarray(picture).quantize(
        COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    buffer = io.BytesIO()
    few.save(buffer, "PNG", compress_level=level)
    return buffer.getvalue()


def _colours(picture: np.ndarray) -> np.ndarray:
    """Four bytes as one number: compared at once."""
    return np.ascontiguousarray(picture).view(np.uint32)[..., 0]

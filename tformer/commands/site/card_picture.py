"""A small picture of a lesson for its card: the upper part of a figure that its notebook holds."""

import base64
import io
from html import escape

import nbformat
from PIL import Image

from tformer.course.course_map import NOTEBOOKS, Lesson

WIDTH, SHAPE = 400, 2.4  # pixels; a card's picture is so many times as wide as high


def picture(lesson: Lesson) -> tuple[bytes, str] | None:
    """WebP bytes and the alt text of the first figure that a lesson stores; None without one."""
    notebook = nbformat.read(NOTEBOOKS / f"{lesson.name}.ipynb", as_version=4)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    for output in outputs:
        if "image/png" in output.get("data", {}):
            image = Image.open(io.BytesIO(base64.b64decode(output.data["image/png"])))
            image = image.convert("RGB")
            top = image.crop((0, 0, image.width, min(image.height, round(image.width / SHAPE))))
            top.thumbnail((WIDTH, WIDTH))
            made = io.BytesIO()
            top.save(made, "WEBP", quality=70, method=6)
            return made.getvalue(), output.metadata.get("image/png", {}).get("alt", "")
    return None


def picture_html(lesson: Lesson) -> str:
    """The picture as an element that holds it; nothing for a lesson without figures."""
    found = picture(lesson)
    if found is None:
        return ""
    data, alt = found
    first = alt.split(". ")[0][:160]
    return (f'<img alt="{escape(first, True)}" loading="lazy" '
            f'src="data:image/webp;base64,{base64.b64encode(data).decode()}">')  # fmt: skip

"""Take the README's picture: the shipped translator's maps of one sentence.

    python assets/recipes/attention_explorer.py        (needs Chromium, as the browser tests do)

The sentence is the first of lesson 00, the head the tidiest. Nothing in it is made by hand.
"""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]

from playwright.sync_api import sync_playwright  # noqa: E402

from tests.browser.conftest import CHROMIUM, FLAGS  # noqa: E402
from tformer import viz  # noqa: E402
from tformer.translator.translator import Translator  # noqa: E402

GERMAN, WRITTEN = "Ein kleiner Hund rennt durch den tiefen Schnee.", " dog"


def figure() -> viz.Explorer:
    look = Translator.load(ROOT / "assets" / "translator.safetensors").look(GERMAN)
    layer, head = viz.tidiest(look.cross)
    row = look.target.index(WRITTEN)
    return viz.attention_map(**viz.cross_maps(GERMAN, look), layer=layer, head=head, row=row)


def main() -> None:
    style = "<style>.tf-explorer{padding:12px 16px} .tf-explorer details{display:none}</style>"
    page_html = f"<!doctype html><meta charset='utf-8'>{style}"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder, "page.html")
        path.write_text(page_html + figure().html(), "utf-8")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = chromium.new_page(viewport={"width": 860, "height": 700}, device_scale_factor=1.5)
        page.goto(path.as_uri())
        canvas = page.locator("canvas[aria-label]")
        canvas.wait_for()
        canvas.hover(position={"x": 205, "y": 190})  # the cell dog, Hund
        page.wait_for_timeout(200)
        target = ROOT / "assets" / "attention_explorer.png"
        page.locator(".tf-explorer").screenshot(path=target)
        chromium.close()
    print(target, target.stat().st_size, "bytes")


if __name__ == "__main__":
    main()

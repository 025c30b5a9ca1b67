"""Take the README's picture: a sentence under a causal mask, and four heads that ask differently.

    python assets/recipes/attention_explorer.py        (needs Chromium, as the browser tests do)

The heads are not trained: queries and keys are written by hand, and `tformer.attention` does the
rest. Head 1 asks for the word before, head 2 for a noun (and for "it", the animal rather than the
street), head 3 for the first word, head 4 for nothing in particular.
"""

import sys
import tempfile
from pathlib import Path

import torch

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]

from playwright.sync_api import sync_playwright  # noqa: E402

from tests.browser.conftest import CHROMIUM, FLAGS  # noqa: E402
from tformer import viz  # noqa: E402
from tformer.attention import scaled_dot_product_attention  # noqa: E402
from tformer.masks import causal_mask  # noqa: E402

WORDS = ["The", "animal", "did", "not", "cross", "the", "street", "because", "it", "was", "tired"]
NOUNS, ANIMAL, IT = (1, 6), 1, 8


def figure() -> viz.Explorer:
    size, width = len(WORDS), len(WORDS) + 3
    made = torch.Generator().manual_seed(3)
    q, k = torch.zeros(4, size, width), torch.zeros(4, size, width)
    # Head 1: a key says where it stands, a query asks for the place before its own.
    k[0, :, :size] = torch.eye(size)
    q[0, 1:, :size] = 18 * torch.eye(size)[:-1]
    # Head 2: keys say "noun" and "animal"; every query asks for a noun, "it" for an animal too.
    k[1, NOUNS, 0], k[1, ANIMAL, 1] = 1, 1
    q[1, :, 0], q[1, IT, 1] = 9, 7
    # Head 3: the first key stands out. Head 4: chance.
    k[2, 0, 2], q[2, :, 2] = 1, 10
    q[3], k[3] = torch.randn(2, size, width, generator=made)
    mask = causal_mask(size)
    _, weights = scaled_dot_product_attention(q, k, torch.zeros(4, size, 1), mask)
    return viz.attention_map(weights, WORDS, mask=mask, head=1, row=IT)


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
        canvas.hover(position={"x": 250, "y": 420})  # the cell it -> animal
        page.wait_for_timeout(200)
        target = ROOT / "assets" / "attention_explorer.png"
        page.locator(".tf-explorer").screenshot(path=target)
        chromium.close()
    print(target, target.stat().st_size, "bytes")


if __name__ == "__main__":
    main()

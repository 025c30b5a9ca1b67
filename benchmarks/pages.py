"""What the pages cost a visitor: bytes, requests, and times to see and to use them, in Chromium.

    python benchmarks/pages.py PAGES [--lesson 05] [--loads 3]

PAGES is a folder that `python -m tformer site PAGES` wrote. Each load begins with an empty cache;
the pages come from a server on this machine, under a sub-path. Bytes are those that a server sends
with gzip. "Seen" is Chromium's first contentful paint, "usable" when the first page's box or a
lesson's first control stands there, "translated" from the first Enter, which brings the weights, to
the whole answer, and "next" the same for a second sentence. Medians, as a table in Markdown.
"""

import argparse
import gzip
import os
import pathlib
import statistics
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from playwright.sync_api import sync_playwright  # noqa: E402

from tests.browser.conftest import CHROMIUM, FLAGS  # noqa: E402

SIZES = ((390, 844), (1440, 900))
BOX = ".lm-ask input"
CONTROL = f"{BOX}, .tf-live input, .tf-live select, .tf-explorer input"
FIRST_SEEN = """
const look = () => {
  if (document.querySelector("%s")) window.usable = performance.now();
  else requestAnimationFrame(look);
};
look();
"""
SEEN = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
# From Enter to the whole answer: buttons stand under it when its film has come as well.
ASK = """(sentence) => new Promise((done) => {
  const input = document.querySelector(".lm-ask input"), seen = [];
  const line = document.querySelector(".lm-answer"), before = line.textContent;
  input.value = sentence;
  const began = performance.now();
  new MutationObserver((_, watch) => {
    if (line.textContent === before) return;
    seen.push([performance.now() - began, line.textContent.replace(" …", "").trim()]);
    if (!line.querySelector("button")) return;
    watch.disconnect();
    done(seen.find(([, text]) => text === line.textContent.trim())[0]);
  }).observe(line, { childList: true, subtree: true });
  input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
})"""
SENTENCES = ("Der alte Mann liest eine Zeitung.", "Drei Kinder spielen im tiefen Schnee.")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def load(browser, address: str, size: tuple[int, int]) -> dict[str, float]:
    """One visit with an empty cache."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    context.add_init_script(FIRST_SEEN % CONTROL)
    page, answers = context.new_page(), []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(address)
    page.wait_for_function("() => window.usable")
    page.wait_for_timeout(300)
    bodies = [answer.body() for answer in answers if answer.url.startswith("http")]
    row = {"requests": len(bodies), "kB": sum(len(gzip.compress(b)) for b in bodies) / 1000}
    row |= {"seen": page.evaluate(SEEN), "usable": page.evaluate("window.usable")}
    if page.locator(BOX).count() and "index" in address:
        row |= {"translated": page.evaluate(ASK, SENTENCES[0])}
        row |= {"next": page.evaluate(ASK, SENTENCES[1])}
    context.close()
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", type=pathlib.Path, help="a folder with a built site")
    parser.add_argument("--lesson", default="05", help="its number")
    parser.add_argument("--loads", type=int, default=3, help="the median of so many is told")
    chosen = parser.parse_args()
    lesson = next(chosen.pages.glob(f"{chosen.lesson}_*.html"), None)
    if lesson is None:
        parser.error(f"{chosen.pages} has no lesson {chosen.lesson}")
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", file=sys.stderr)
    columns = ("requests", "kB", "seen", "usable", "translated", "next")
    print("| page | width | requests | kB | seen, ms | usable, ms | translated, ms | next, ms |")
    print("|---|---|---|---|---|---|---|---|")
    handler = partial(Quiet, directory=str(chosen.pages.resolve().parent))
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), handler) as server,
        sync_playwright() as playwright,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        home = f"http://127.0.0.1:{server.server_port}/{chosen.pages.resolve().name}"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, path in (("first", "index.html"), (f"lesson {chosen.lesson}", lesson.name)):
            for size in SIZES:
                rows = [load(browser, f"{home}/{path}", size) for _ in range(chosen.loads)]
                told = [f"{statistics.median(row[c] for row in rows):,.0f}" if c in rows[0] else "–"
                        for c in columns]  # fmt: skip
                print(f"| {name} | {size[0]} | {' | '.join(told)} |", flush=True)
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()

"""How long from a key press to painted pixels, in JupyterLab in Chromium.

    python benchmarks/latency.py [--presses 60] [--json results.json]

Three figures of a 24 x 24 map (the third: of curves) answer 60 arrow keys each, one at a time:
the explorer by itself (another head), the explorer fed by the kernel (a temperature), a live
matplotlib figure. A press counts from the event's own time stamp to the end of the first frame
that shows other pixels. Then a key is held at 30 a second: how many pictures are seen?
"""

import argparse
import json
import os
import pathlib
import statistics
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from playwright.sync_api import sync_playwright  # noqa: E402

from tests.browser.conftest import CHROMIUM, FLAGS, serve  # noqa: E402

SETUP = """
import torch
from tformer import viz
words = [f"word{n}" for n in range(24)]
scores = torch.randn(8, 24, 24, generator=torch.Generator().manual_seed(0)) * 3
def compute(temperature):
    return dict(weights=torch.softmax(scores / temperature, -1), queries=words)
"""
FIGURES = {
    "explorer, answered in the browser": (
        "viz.attention_map(torch.softmax(torch.cat([scores, -scores]), -1), words)",
        ".tf-explorer input[aria-label=head]",
        (17, 33),
    ),
    "explorer, fed by the kernel": (
        "viz.explore(compute, temperature=(0.5, 4.0, 0.1))",
        ".tf-explorer input[aria-label=temperature]",
        (33, 50),
    ),
    "live figure": (
        "figure, ax = viz.subplots()\n"
        "x = torch.linspace(0, 6, 200)\n"
        "(line,) = ax.plot(x, x.sin())\n"
        "def update(pitch):\n"
        "    line.set_ydata((pitch * x).sin())\n"
        "    return f'A sine of pitch {pitch:.1f}.'\n"
        "viz.live(figure, update, pitch=(0.5, 4.0, 0.1))",
        ".tformer-live .noUi-handle",
        (45, 65),
    ),
}
# Looks after every frame, when it has been painted, whether the picture is another one.
WATCH = """
() => {
  const scene = document.querySelector(".tf-explorer canvas, .tformer-live img");
  let shown = "", waiting = null;
  const look = () => {
    if (scene.tagName === "IMG") return scene.complete && scene.naturalWidth ? scene.src : shown;
    const [w, h] = [scene.width, scene.height];
    const data = scene.getContext("2d").getImageData(w * 0.35, h * 0.3, w * 0.3, h * 0.25).data;
    let sum = 0;
    for (let n = 0; n < data.length; n += 4) sum = (sum * 31 + data[n] + data[n + 1]) | 0;
    return String(sum);
  };
  const bell = new MessageChannel();
  window.times = [];
  window.pictures = 0;
  bell.port1.onmessage = () => {
    const now = performance.now(), next = look();
    if (next !== shown) {
      shown = next;
      window.pictures++;
      if (waiting !== null) times.push(now - waiting);
      waiting = null;
    }
  };
  const tick = () => (bell.port2.postMessage(0), requestAnimationFrame(tick));
  addEventListener("keydown", (event) => (waiting ??= event.timeStamp), true);
  tick();
}
"""


def measure(lab, browser, name: str, presses: int) -> dict:
    """Median and 95th percentile of one figure, in milliseconds, and pictures seen of 30."""
    code, handle, target = FIGURES[name]
    page = browser.new_context(viewport={"width": 1300, "height": 900}).new_page()
    lab.open(page, lab.write("latency.ipynb", SETUP, code))
    lab.run_all(page)
    page.locator(handle).first.wait_for()
    page.wait_for_timeout(1500)
    page.locator(handle).first.focus()
    page.evaluate(WATCH)
    page.wait_for_timeout(300)
    keys = ["ArrowRight"] * 5 + ["ArrowLeft"] * 5
    for n in range(presses + 5):
        page.keyboard.press(keys[n % 10])
        page.wait_for_timeout(140 + 7 * (n % 5))
    times = page.evaluate("times")[5:]
    page.evaluate("() => (pictures = 0)")
    for n in range(30):  # held down: the browser repeats the key
        page.keyboard.down("ArrowRight" if n < 15 else "ArrowLeft")
        page.wait_for_timeout(1000 / 30 - 5)
    page.wait_for_timeout(500)
    seen = page.evaluate("pictures")
    lab.close(page)
    page.context.close()
    ordered = sorted(times)
    return {
        "answered": len(times),
        "median": round(statistics.median(times), 1),
        "p95": round(ordered[max(0, round(0.95 * len(ordered)) - 1)], 1),
        "target": target,
        "seen of 30": seen,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--presses", type=int, default=60)
    parser.add_argument("--json", type=pathlib.Path, help="write the results there too")
    chosen = parser.parse_args()
    results = {}
    with (
        tempfile.TemporaryDirectory() as home,
        serve(pathlib.Path(home)) as lab,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name in FIGURES:
            results[name] = measure(lab, browser, name, chosen.presses)
        browser.close()
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, milliseconds")
    print(f"{'figure':<36}{'median':>8}{'p95':>8}   target    pictures seen of 30")
    for name, result in results.items():
        goal = "{} / {}".format(*result["target"])
        line = f"{name:<36}{result['median']:>8}{result['p95']:>8}   {goal:<9}"
        print(f"{line} {result['seen of 30']:>5}   ({result['answered']} presses answered)")
    if chosen.json:
        chosen.json.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()

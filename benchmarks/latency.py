"""How long from a key press to painted pixels, on the figures of the lessons, in Chromium.

    python benchmarks/latency.py [--lessons 05 06] [--figures 2] [--presses 60] [--json out.json]

Opens each lesson in JupyterLab, runs it, and presses an arrow key on the first slider (or menu)
of every live figure and explorer: first to settings that nobody saw yet, for which the kernel is
asked, then there and back when their frames lie in the browser's memory. A press counts from the
event's own time stamp to the end of the first frame that shows something else. Then a key is held
at 30 a second, and at last the control is dragged by a step in every frame of the screen.
"""

import argparse
import json
import os
import pathlib
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from playwright.sync_api import sync_playwright  # noqa: E402

from tests.browser.conftest import CHROMIUM, FLAGS, serve  # noqa: E402

FIGURE, CONTROL = ".tf-live, .tf-explorer", "input[type=range], select, input[type=checkbox]"
ASKED, MEMORY, DRAGGED = (33, 55), (13, 26), 55
# Looks after every frame, when it has been painted, whether the canvas or the drawing shows
# something else.
WATCH = """
(scene) => {
  const state = (window.watched = { times: [], pictures: 0, on: true, waiting: null });
  let shown = "", painted = false, strokes = 0;
  new MutationObserver((changes) => {
    painted ||= changes.some(({ attributeName }) => attributeName === "aria-label");
    strokes += changes.some(({ target }) => target !== scene);
  }).observe(scene, { attributes: true, childList: true, characterData: true, subtree: true });
  const small = new OffscreenCanvas(160, 120), pen = small.getContext("2d",
    { willReadFrequently: true });
  const look = () => {
    if (scene.matches("svg")) return strokes;
    pen.clearRect(0, 0, 160, 120);
    pen.drawImage(scene, 0, 0, 160, 120);
    const data = new Uint32Array(pen.getImageData(0, 0, 160, 120).data.buffer);
    let sum = 0;
    for (const colour of data) sum = (Math.imul(sum, 31) + colour) | 0;
    return sum + (scene.getAttribute("aria-label") ?? "");
  };
  const bell = new MessageChannel();
  bell.port1.onmessage = () => {
    const now = performance.now(), next = look();
    if (next === shown) {
      if (painted) state.waiting = null; // the answer looks the same: nobody could see when it came
      painted = false;
      return;
    }
    painted = false;
    shown = next;
    state.pictures++;
    if (state.waiting !== null) state.times.push(now - state.waiting);
    state.waiting = null;
  };
  const tick = () => {
    bell.port2.postMessage(0);
    if (state.on) requestAnimationFrame(tick);
  };
  addEventListener("keydown", (event) => state.on && (state.waiting ??= event.timeStamp), true);
  tick();
}
"""
LEFT = """
async () => {
  const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
  const done = await kernel.requestExecute({ code: "", silent: true,
    user_expressions: { left:
      "len(__import__('tformer.viz.common.idle', fromlist=['IDLE']).IDLE._jobs)" } }).done;
  return +done.content.user_expressions.left.data["text/plain"];
}
"""


def keys_for(control, count: int, new: bool = False) -> list[str]:
    """Keys that change something each time: there and back again, or only to where none was."""
    kind = control.evaluate("c => c.type")
    if kind == "checkbox":
        return ["Space"] * (1 if new else count)
    steps = control.evaluate(
        "c => c.options ? c.options.length - 1 : Math.floor((c.max - c.min) / c.step + 1e-9)"
    )
    if new:
        return ["ArrowRight" if kind == "range" else "ArrowDown"] * min(steps, count)
    steps, keys = max(1, min(steps, 12)), []
    while len(keys) < count:
        keys += ["ArrowRight" if kind == "range" else "ArrowDown"] * steps
        keys += ["ArrowLeft" if kind == "range" else "ArrowUp"] * steps
    return keys[:count]


def pressed(page, control, keys: list[str]) -> dict:
    """Median and 95th percentile in milliseconds of single presses."""
    control.press("Home") if control.evaluate("c => c.type") != "checkbox" else control.focus()
    page.wait_for_timeout(400)
    page.evaluate("() => Object.assign(watched, { times: [], waiting: null })")
    for n, key in enumerate(keys):
        page.keyboard.press(key)
        page.wait_for_timeout(150 + 7 * (n % 5))
    times = sorted(page.evaluate("watched.times"))
    if not times:
        return {"answered": 0}
    at = max(0, round(0.95 * len(times)) - 1)
    return {
        "answered": len(times),
        "median": round(statistics.median(times), 1),
        "p95": round(times[at], 1),
    }


def held(page, control) -> dict:
    """Pictures a second while a key repeats 30 times a second, and how often it really did."""
    keys = keys_for(control, 45)
    page.evaluate("() => (watched.pictures = 0)")
    start = time.monotonic()
    for n, key in enumerate(keys, 1):
        page.keyboard.down(key)  # which takes some milliseconds itself: the beat counts from start
        page.wait_for_timeout(max(1, 1000 * (start + n / 30 - time.monotonic())))
    seconds = time.monotonic() - start
    page.keyboard.up(keys[-1])
    shown = page.evaluate("watched.pictures") / seconds
    return {"pictures": round(shown, 1), "keys": round(len(keys) / seconds, 1)}


# A second of moves, one in each frame: pictures a second, and frames a second.
DRAG = """
async (control) => {
  const tick = control.type === "checkbox", steps = control.options ? control.options.length - 1
    : Math.floor((control.max - control.min) / control.step + 1e-9);
  if (tick || steps < 2) return null;
  const start = performance.now();
  let frames = 0;
  watched.pictures = 0;
  for (let n = 0, way = 1, at = 0; performance.now() < start + 1000; n++, frames++) {
    if (at + way > steps || at + way < 0) way = -way;
    at += way;
    if (control.options) control.selectedIndex = at;
    else control.value = +control.min + at * control.step;
    control.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
  }
  const seconds = (performance.now() - start) / 1000;
  return { pictures: +(watched.pictures / seconds).toFixed(1),
    frames: +(frames / seconds).toFixed(1) };
}
"""


def measure(page, figure, presses: int) -> dict:
    """One figure: asked at once, and from memory."""
    figure.scroll_into_view_if_needed()
    scene = figure.locator(":is(canvas, .tf-scroll svg)[aria-label]").first
    scene.wait_for()
    control = figure.locator(CONTROL).first
    page.evaluate("() => { if (window.watched) watched.on = false; }")
    scene.evaluate(WATCH)
    page.wait_for_timeout(300)
    asked = pressed(page, control, keys_for(control, presses, new=True))
    found = {"name": control.get_attribute("aria-label"), "asked": asked}
    for _ in range(10):  # frames are sent, the near ones first
        page.wait_for_timeout(2000)
        if page.evaluate(LEFT) == 0:
            break
    found["memory"] = pressed(page, control, keys_for(control, presses))
    return found | {"held": held(page, control), "dragged": control.evaluate(DRAG)}


def lesson(lab, browser, path: pathlib.Path, presses: int, figures: int) -> list[dict]:
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.set_default_timeout(120_000)
    lab.open(page, lab.copy(path))
    lab.run_all(page)
    found = []
    every = page.locator(FIGURE)
    for n in range(min(figures, every.count())):
        if every.nth(n).locator(CONTROL).count():
            made = measure(page, every.nth(n), presses)
            found.append({"lesson": path.stem[:2], "figure": n} | made)
            say(found[-1])
    lab.close(page)
    page.context.close()
    return found


def say(row: dict) -> None:
    parts = [f"{row['lesson']}, figure {row['figure']} ({row['name']})".ljust(34)]
    for way in ("asked", "memory"):
        one = row[way]
        parts.append(
            f"{way} {one.get('median', '-')} / {one.get('p95', '-')} ({one['answered']})".ljust(30)
        )
    parts.append("held {pictures} of {keys}".format(**row["held"]).ljust(22))
    if row["dragged"]:
        parts.append("dragged {pictures} of {frames} a second".format(**row["dragged"]))
    print(*parts, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lessons", nargs="*", default=[""], help="numbers, by default all")
    parser.add_argument("--figures", type=int, default=99, help="of each lesson, at most")
    parser.add_argument("--presses", type=int, default=60)
    parser.add_argument("--json", type=pathlib.Path, help="write the results there too")
    chosen = parser.parse_args()
    paths = sorted((ROOT / "notebooks").glob("*.ipynb"))
    paths = [p for p in paths if any(p.stem.startswith(number) for number in chosen.lessons)]
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; median / p95 in ms")
    print(
        f"targets: asked {ASKED[0]} / {ASKED[1]}, memory {MEMORY[0]} / {MEMORY[1]}, "
        f"dragged {DRAGGED} a second"
    )
    results = []
    with (
        tempfile.TemporaryDirectory() as home,
        serve(pathlib.Path(home)) as lab,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for path in paths:
            results += lesson(lab, browser, path, chosen.presses, chosen.figures)
        browser.close()
    print(f"load average {os.getloadavg()[0]:.1f} at the end")
    if chosen.json:
        chosen.json.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()

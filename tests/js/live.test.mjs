// What a live figure does in the browser that needs no page; run by `node --test tests/js`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

// A package without package.json: node must be told that a file is a module.
const load = (name) => {
  const source = readFileSync(new URL(`../../tformer/viz/sliders/web/${name}`, import.meta.url), "utf-8");
  const alone = source.replace(/^import .*;\n/gm, "");
  return import(`data:text/javascript;base64,${Buffer.from(alone).toString("base64")}`);
};
const { keyOf, Memory } = await load("memory.js");
const { shade, shadeAll } = await load("shades.js");
const { frameAt } = await load("frames.js");

function memory() {
  const log = [], wait = 1;
  const made = new Memory({
    paint: (frame) => log.push(`paint ${frame}`), ask: (key) => log.push(`ask ${key}`),
    rest: (key) => log.push(`rest ${key}`), wait,
  });
  made.log = log;
  made.now = "0";
  return made;
}
const later = () => new Promise((done) => setTimeout(done, 20));

test("what is in memory is painted at once, and the kernel hears of the last move only", async () => {
  const m = memory();
  for (const key of ["1", "2"]) m.put(key, `frame ${key}`);
  m.move("1");
  m.move("2");
  assert.deepEqual(m.log, ["paint frame 1", "paint frame 2"]);
  await later();
  assert.deepEqual(m.log.slice(2), ["rest 2"]);
  assert.equal(m.shown("2", "the same", "2"), false); // nothing is painted twice
  assert.equal(m.log.length, 3);
});

test("one question at a time, then the newest setting; its answer is painted last", () => {
  const m = memory();
  for (const key of ["1", "2", "3"]) m.move(key);
  assert.deepEqual(m.log, ["ask 1"]);
  m.shown("1", "one", "1");
  assert.deepEqual(m.log.slice(1), ["paint one", "ask 3"]);
  assert.equal(m.shown("3", "three", "3"), true);
  assert.deepEqual(m.log.slice(3), ["paint three"]);
  m.move("1");
  assert.deepEqual(m.log.slice(4), ["paint one"]);
  m.end();
});

test("an answer that comes when the hand is elsewhere does not bring the picture back", () => {
  const m = memory();
  m.put("2", "two");
  m.move("1");
  m.move("2");
  assert.equal(m.shown("1", "one", "1"), false);
  assert.deepEqual(m.log, ["ask 1", "paint two"]);
  m.end();
});

test("a line of Python moves the picture; a value that was refused is shown as it is", () => {
  const m = memory();
  assert.equal(m.shown("5", "five", "kernel"), true);
  assert.equal(m.now, "5");
  m.move("99");
  assert.equal(m.shown("9", "nine", "99"), true);
  assert.equal(m.now, "9");
  assert.deepEqual(m.log, ["paint five", "ask 99", "paint nine"]);
});

test("after a failure the newest setting is asked for, and what was forgotten too", () => {
  const m = memory();
  m.move("1");
  m.move("2");
  m.failed();
  assert.deepEqual(m.log, ["ask 1", "ask 2"]);
  m.failed();
  m.put("3", "old");
  m.forget();
  m.move("3");
  assert.deepEqual(m.log.slice(2), ["ask 3"]);
});

test("a setting is named by places; a control of another look counts as its first", () => {
  const fields = { a: { place: () => 3 }, b: { place: () => "x y" } };
  assert.equal(keyOf([{ name: "a" }, { name: "own" }, { name: "b" }], fields), '[3,0,"x y"]');
});

test("the last control moves fastest through the frames", () => {
  const specs = [{ options: ["x", "y"] }, { kind: "check" }, { options: ["p", "q", "r"] }];
  assert.equal(frameAt(specs, [0, false, 0]), 0);
  assert.equal(frameAt(specs, [1, true, 2]), 11);
});

// ---- colours on a dark page, measured
const linear = (part) => part / 255 <= 0.04045 ? part / 255 / 12.92
  : ((part / 255 + 0.055) / 1.055) ** 2.4;
const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
const contrast = (one, other) => {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};
const hue = ([r, g, b]) => {
  const high = Math.max(r, g, b), span = high - Math.min(r, g, b);
  const turn = high === r ? ((g - b) / span + 6) % 6 : high === g ? (b - r) / span + 2
    : (r - g) / span + 4;
  return 60 * turn;
};
const hex = (text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
const style = readFileSync(new URL("../../tformer/viz/stage/style.py", import.meta.url), "utf-8");
const names = "BLUE, ORANGE, SKY, GREEN, PURPLE, RED".split(", ");
const LINES = Object.fromEntries([...style.matchAll(/^    "(#[0-9A-F]{6})",$/gm)]
  .map(([, colour], n) => [names[n], hex(colour)]));
const LETTERS = { ...LINES, ...Object.fromEntries(
  [...style.matchAll(/^    ([A-Z]+): "(#[0-9A-F]{6})",$/gm)].map(([, name, c]) => [name, hex(c)])) };
const [, ink, grey] = style.match(/INK, GREY, PALE = "(.*)", "(.*)", /).map(hex);
const PAGES = [[[17, 17, 17], [230, 237, 243]], [[20, 23, 28], [230, 237, 243]],
  [[17, 17, 17], [255, 255, 255]]];

test("letters are read on white and on dark pages: contrast 4.5 at least", () => {
  assert.equal(Object.keys(LINES).length, 6);
  for (const [name, colour] of [...Object.entries(LETTERS), ["INK", ink], ["GREY", grey]]) {
    assert.ok(contrast(colour, [255, 255, 255]) >= 4.5, `${name} on white`);
    for (const [paper, light] of PAGES) {
      const found = contrast(shade(colour, paper, light), shade([255, 255, 255], paper, light));
      assert.ok(found >= 4.5, `${name} on dark: ${found}`);
    }
  }
});

test("a colour keeps its name on a dark page: hue to 4 degrees, and orange stays as light", () => {
  for (const [name, colour] of Object.entries({ ...LINES })) {
    for (const [paper, light] of PAGES) {
      const dark = shade(colour, paper, light);
      const turned = Math.abs(hue(dark) - hue(colour));
      assert.ok(Math.min(turned, 360 - turned) <= 4, `${name}: ${turned}`);
    }
  }
  assert.deepEqual(shade(LINES.ORANGE, ...PAGES[0]), LINES.ORANGE);
  assert.ok(hue(LINES.RED) < 20 && hue(LINES.ORANGE) > 35);
});

test("letters have the hue of their lines, to 12 degrees", () => {
  for (const name of names) {
    const apart = Math.abs(hue(LETTERS[name]) - hue(LINES[name]));
    assert.ok(apart <= 12, `${name}: ${apart}`);
  }
});

test("paper and ink change places; what is transparent or kept stays", () => {
  const [paper, light] = PAGES[1];
  assert.deepEqual(shade([255, 255, 255], paper, light), paper);
  assert.deepEqual(shade([0, 0, 0], paper, light), light);
  const pixels = Uint8ClampedArray.from([255, 255, 255, 255, 255, 255, 255, 0, 255, 255, 255, 255]);
  shadeAll(pixels, 3, [[2, 0, 3, 1]], paper, light);
  assert.deepEqual([...pixels], [...paper, 255, 255, 255, 255, 0, 255, 255, 255, 255]);
});

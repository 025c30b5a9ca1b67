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
const { frameAt } = await load("frames.js");
const { way } = await load("glide.js");

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

test("an outline glides to one of the same shape, by its numbers, and ends exactly there", () => {
  const go = way("d", "M0 100l10 -20z", "M10 200l30 -60z");
  assert.equal(go(0.5), "M5 150l20 -40z");
  assert.equal(go(1), "M10 200l30 -60z");
  assert.equal(way("d", "M0 0l1 1", "M0 0l1 1l1 1"), null);
  assert.equal(way("d", undefined, "M0 0"), null);
  assert.equal(way("text", "3", "4"), null); // what is said is never in between
});

// The parts of explorer.js that need no page; run by `node --test tests/js`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

// A package without package.json: node must be told that the file is a module.
const script = readFileSync(new URL("../../tformer/viz/explorer.js", import.meta.url));
const { bytes, elide, floats, layout, looks, ramp, strongest, summary, two, unpack } =
  await import(`data:text/javascript;base64,${script.toString("base64")}`);

const packed = (numbers) => new DataView(new Float32Array(numbers).buffer);
const sentence = (changes = {}) => unpack({
  shape: [1, 1, 2, 3], queries: ["a", "b"], keys: ["x", "y", "z"],
  weights: packed([0.25, 0.125, 0.625, 1, 0, 0]),
  mask: new DataView(Uint8Array.of(1, 1, 1, 1, 0, 0).buffer), mask_shape: [1, 1, 2, 3],
  scores: null, scale: 1, label: "", ...changes,
});

test("a buffer may start anywhere in a larger one, aligned or not", () => {
  for (const start of [0, 1, 3, 4, 10]) {
    const room = new Uint8Array(start + 8);
    room.set(new Uint8Array(new Float32Array([0.5, -2]).buffer), start);
    assert.deepEqual([...floats(new DataView(room.buffer, start, 8))], [0.5, -2]);
  }
  assert.deepEqual([...floats(btoa("\x00\x00\x80\x3f"))], [1]);
  assert.equal(bytes(new DataView(new ArrayBuffer(9), 2, 5)).length, 5);
});

test("maps are found by layer and head, masks by the axes they were given for", () => {
  const s = unpack({
    ...sentence(), shape: [2, 2, 1, 2], weights: packed([1, 0, 0.5, 0.5, 0, 1, 0.75, 0.25]),
    mask: new DataView(Uint8Array.of(1, 0, 0, 1).buffer), mask_shape: [1, 2, 1, 2],
  });
  assert.deepEqual([...s.map(1, 1)], [0.75, 0.25]);
  assert.deepEqual([...s.open(1, 0)], [1, 0]);
  assert.deepEqual([...s.open(0, 1)], [0, 1]);
  assert.equal(sentence({ mask: null, mask_shape: null }).open(0, 0), null);
});

test("the sentence is the one that Python computes", () => {
  assert.equal(summary(sentence(), 0, 0), "Attention of layer 1 head 1, 2 queries by 3 keys: " +
    "“b” looks most at “x” (1.00), “a” at “z” (0.63). Each row sums to one; masked cells: 2.");
  const empty = sentence({ weights: packed([0, 0, 0, 1, 0, 0]), queries: ["a", "שלום"] });
  assert.equal(summary(empty, 0, 0), "Attention of layer 1 head 1, 2 queries by 3 keys: " +
    "“\u2068שלום\u2069” looks most at “x” (1.00). " +
    "1 rows sum to one, 1 may look at nothing; masked cells: 2.");
});

test("the blanks of a token stay out of its quotes, as in Python", () => {
  const spaced = sentence({ queries: [" a", "b "], keys: [" x", "y", " z "] });
  assert.equal(summary(spaced, 0, 0), summary(sentence(), 0, 0));
});

test("looks at another position come first", () => {
  const s = unpack({ ...sentence(), shape: [1, 1, 2, 2], keys: ["a", "b"],
    weights: packed([1, 0, 0.75, 0.25]), mask: null });
  assert.deepEqual(looks(s, 0, 0).map((x) => [x.q, x.k]), [[1, 0], [0, 0]]);
});

test("halves are rounded up", () => {
  assert.deepEqual([0.125, 0.375, 0.005, 0.004, 1].map(two), ["0.13", "0.38", "0.01", "0.00", "1.00"]);
});

test("the strongest keys stand in reading order and the others are added up", () => {
  const { keys, others, rest } = strongest(Float32Array.of(0.125, 0.5, 0.125, 0.25), 2);
  assert.deepEqual([keys, others, rest], [[1, 3], 2, 0.25]);
  assert.equal(strongest(Float32Array.of(1), 8).others, 0);
});

test("long tokens are cut between code points", () => {
  const measure = (text) => Array.from(text).length;
  assert.equal(elide("short", 5, measure), "short");
  assert.equal(elide("x".repeat(80), 5, measure), "xxxx…");
  assert.equal(elide("𝄞𝄞𝄞𝄞", 3, measure), "𝄞𝄞…");
  assert.equal(elide("wide", 0, measure), "…");
});

test("colours run between their anchors", () => {
  const grey = ramp("000000ffffff");
  assert.equal(grey.length, 768);
  assert.deepEqual([...grey.subarray(0, 3), ...grey.subarray(765)], [0, 0, 0, 255, 255, 255]);
  for (let n = 3; n < 768; n++) assert.ok(grey[n] >= grey[n - 3]);
});

test("the figure fits its page at every size", () => {
  for (const width of [320, 560, 700, 960, 1400]) for (const steps of [false, true])
    for (const [layers, heads, rows, cols] of [
      [1, 1, 1, 1], [1, 8, 5, 7], [2, 4, 24, 24], [8, 8, 128, 128], [1, 2, 3, 200], [12, 12, 9, 9],
    ]) for (const dpr of [1, 1.5, 2]) {
      const g = layout({ width, layers, heads, rows, cols, queryWidth: 60, keyWidth: 60, steps, dpr });
      const last = g.maps.at(-1), right = g.fan ? g.fan.x + g.fan.width : last.x + g.mapWidth;
      const name = JSON.stringify({ width, steps, layers, heads, rows, cols, dpr });
      assert.ok(right <= width + 1, `${name}: ends at ${right}`);
      assert.ok(g.cw > 0 && g.ch > 0 && g.top + g.mapHeight < g.height && g.height < 800, name);
      const small = g.thumbs;
      if (small) assert.ok(small.x + small.across * small.dx < g.maps[0].x - g.label, name);
      assert.ok(g.every * g.cw >= (g.angle ? 11.9 : 0) || g.every >= cols, name);
    }
});

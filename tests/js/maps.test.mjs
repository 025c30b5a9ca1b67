// Numbers as they arrive, and what is said about them.
import assert from "node:assert/strict";
import test from "node:test";

import { shownAs } from "../../tformer/viz/maps/web/lines.mjs";
import { bytes, floats, looks, strongest, summary, unpack } from "../../tformer/viz/maps/web/maps.mjs";

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
  assert.equal(summary(sentence(), 0, 0), "Attention, 2 queries by 3 keys: " +
    "“b” looks most at “x” (1.00), “a” at “z” (0.63). Each row sums to one; masked cells: 2.");
  const empty = sentence({ weights: packed([0, 0, 0, 1, 0, 0]), queries: ["a", "שלום"] });
  assert.equal(summary(empty, 0, 0), "Attention, 2 queries by 3 keys: " +
    "“\u2068שלום\u2069” looks most at “x” (1.00). " +
    "1 rows sum to one, 1 may look at nothing; masked cells: 2.");
});

test("of weights that are told alike the first counts, of small ones the largest, as in Python", () => {
  const tied = sentence({ weights: packed([0.4999, 0.5001, 0, 0.001, 0.002, 0.004]), mask: null });
  assert.match(summary(tied, 0, 0), /“a” looks most at “x” \(0.50\), “b” at “z” \(0.00\)/);
});

test("what stands beside the weights and what the colours mean is said", () => {
  const on = (view, scores) => ({ view: { layer: 0, head: 0, ...view }, steps: Boolean(scores),
    s: sentence({ scale: 0.5 }), now: () => Float32Array.of(-2, 0.125, 1), limit: () => 0.625 });
  assert.equal(shownAs(on({})), "");
  assert.equal(shownAs(on({ stretch: true }, true)),
    " Before them stand the scores, -2.00 to 1.00, and these times 0.5, masked." +
    " The last colour is that of the largest weight, 0.63.");
});

test("of several heads the sentence says which it is about", () => {
  const two = sentence({ shape: [1, 2, 1, 3], queries: ["a"], mask: null });
  assert.match(summary(two, 0, 1), /^Attention of layer 0, head 1, 1 queries by 3 keys: /);
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

test("the strongest keys stand in reading order and the others are added up", () => {
  const { keys, others, rest } = strongest(Float32Array.of(0.125, 0.5, 0.125, 0.25), 2);
  assert.deepEqual([keys, others, rest], [[1, 3], 2, 0.25]);
  assert.equal(strongest(Float32Array.of(1), 8).others, 0);
});

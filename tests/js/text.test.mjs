// Numbers and tokens as the reader sees them.
import assert from "node:assert/strict";
import test from "node:test";

import { elide, two } from "../../tformer/viz/maps/web/text.mjs";

test("halves are rounded up", () => {
  assert.deepEqual([0.125, 0.375, 0.005, 0.004, 1].map(two), ["0.13", "0.38", "0.01", "0.00", "1.00"]);
});

test("long tokens are cut between code points", () => {
  const measure = (text) => Array.from(text).length;
  assert.equal(elide("short", 5, measure), "short");
  assert.equal(elide("x".repeat(80), 5, measure), "xxxx…");
  assert.equal(elide("𝄞𝄞𝄞𝄞", 3, measure), "𝄞𝄞…");
  assert.equal(elide("wide", 0, measure), "…");
});

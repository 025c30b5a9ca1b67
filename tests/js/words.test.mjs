// Words tinted by doubt: the same as viz/maps/doubted_words.py says, see tests/test_viz_words.py.
import assert from "node:assert/strict";
import test from "node:test";

import { chance, marks } from "../../tformer/viz/maps/web/doubted_words.mjs";

test("a probability is said as Python says it", () => {
  assert.deepEqual([1, 0.995, 0.5, 0.005, 0.0049, 0].map(chance),
    ["1.00", "1.00", "0.50", "0.01", "under 0.01", "0.00"]);
  assert.deepEqual([1, 0.75, 0.74, 0.5, 0.49, 0.2, 0.19].map((p) => marks(p).length), [1, 1, 2, 2, 3, 3, 4]);
});

// The colour maps.
import assert from "node:assert/strict";
import test from "node:test";

import { ramp } from "../../tformer/viz/maps/web/colours.mjs";

test("colours run between their anchors", () => {
  const grey = ramp("000000ffffff");
  assert.equal(grey.length, 768);
  assert.deepEqual([...grey.subarray(0, 3), ...grey.subarray(765)], [0, 0, 0, 255, 255, 255]);
  for (let n = 3; n < 768; n++) assert.ok(grey[n] >= grey[n - 3]);
});

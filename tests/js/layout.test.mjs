// The figure fits every page, and the map is what it shows.
import assert from "node:assert/strict";
import test from "node:test";

import { layout } from "../../tformer/viz/maps/web/layout.mjs";
import { thumbnails } from "../../tformer/viz/maps/web/thumbnails.mjs";

const SHAPES = [ // layers, heads, rows, cols
  [1, 1, 1, 1], [1, 1, 5, 5], [1, 8, 5, 7], [4, 4, 10, 11], [2, 4, 24, 24], [1, 40, 9, 9],
  [8, 8, 128, 128], [1, 2, 3, 200], [1, 2, 200, 3], [12, 12, 9, 9],
];

/** Calls `see` with the layout of every shape at every width from 320 to 1440, narrowest first. */
function sweep({ every = 1, dprs = [1], labels = [40, 180] }, see) {
  for (const [layers, heads, rows, cols] of SHAPES) for (const steps of [false, true])
    for (const dpr of dprs) for (const queryWidth of labels) {
      let before = null;
      for (let width = 320; width <= 1440; width += every) {
        const given = { width, layers, heads, rows, cols, queryWidth, keyWidth: 60, steps, dpr };
        const g = layout(given);
        see(g, given, JSON.stringify(given), before);
        before = g;
      }
    }
}

test("the cells get 60 % of the width, or are as wide as cells get", () => {
  sweep({}, (g, { width, steps, cols }, name) => {
    const { cw, ch } = g.maps[0], across = g.maps.filter((m) => m.y === g.maps[0].y).length;
    const wide = across * cols * cw + (across - 1) * 34;
    if (!steps) return assert.ok(wide >= 0.6 * width || cw >= 80 || cw >= 2 * ch - 1, name);
    // Of linked maps, with their names: all three on a line, or cells that can be read.
    const share = (wide + g.label + 10) / width;
    return assert.ok(share >= 0.6 || cw >= 30 || across === 3 || cols * cw >= 180 - cols, `${share} ${name}`);
  });
});

test("a wider page never has a smaller map, and no pixel makes a leap", () => {
  sweep({}, (g, _, name, before) => {
    if (!before) return;
    const [now, then] = [g, before].map(({ maps: [m] }) => m);
    for (const side of ["width", "height"]) {
      assert.ok(now[side] >= then[side] - 1e-6, `${side} ${then[side]} -> ${now[side]} ${name}`);
      assert.ok(now[side] <= then[side] * 1.07 + 2, `${side} ${then[side]} -> ${now[side]} ${name}`);
    }
  });
});

test("the map is larger than its small heads", () => {
  sweep({ every: 7 }, (g, { cols, rows }, name) => {
    if (g.thumbs && cols > 4 && rows > 4)
      assert.ok(g.maps[0].width > 2.5 * g.thumbs.w && g.maps[0].height > 2.5 * g.thumbs.h, name);
  });
});

test("all parts are on the page and none lies over another", () => {
  sweep({ every: 13, dprs: [1, 1.5, 2] }, (g, { width, layers, heads, rows }, name) => {
    const last = g.maps.at(-1), end = last.x + last.width, under = last.y + last.height;
    const { list } = g;
    assert.ok((list.beside ? list.x + list.width : end) <= width + 1, `${name}: ends at ${end}`);
    assert.ok(g.cw > 0 && g.ch > 0 && under < g.height && g.label <= 0.4 * width, name);
    assert.ok(rows * g.ch < 600 && g.height < (width < 560 ? 2300 : 1900), `${g.height} ${name}`);
    if (list.beside) assert.ok(list.x >= end, name);
    else assert.ok(list.y > under && list.bottom <= g.height, name);
    if (!g.thumbs) return assert.equal(layers * heads, 1, name);
    const small = thumbnails({ layers, heads }, g.thumbs), first = g.maps[0].x - g.label;
    for (const { x, y } of small) {
      const [right, bottom] = [x + g.thumbs.w, y + g.thumbs.h];
      assert.ok(right <= width && bottom <= g.height, name);
      assert.ok(right < first || y > Math.max(under, list.bottom ?? 0), name);
    }
    assert.equal(new Set(small.map(({ x, y }) => `${x},${y}`)).size, layers * heads, name);
  });
});

test("names above the columns keep apart", () => {
  sweep({ every: 11, labels: [60] }, (g, { cols }, name) => {
    assert.ok(g.every * g.cw * Math.sin(g.angle || 1.6) >= 10.9 || g.every >= cols, name);
  });
});

// Where everything stands, in CSS pixels, from sizes alone.

const BETWEEN = 5; // pixels between two layers
const LEAST = 13; // pixels of a lane
const clamp = (x, low, high) => Math.max(low, Math.min(high, x));

/** Lanes for `count` pieces between `top` and `bottom`: the height of each, and its middle. */
function lanes(count, top, bottom) {
  const pitch = clamp((bottom - top) / count, LEAST, 26);
  const first = top + Math.max(0, (bottom - top - count * pitch) / 2);
  return { pitch, y: (n) => first + (n + 0.5) * pitch, first, last: first + count * pitch };
}

/** The small maps of one layer's heads, in a square of squares from (x, y) on. */
function headGrid(heads, x, y, width) {
  const across = Math.ceil(Math.sqrt(heads));
  const size = Math.floor((width - 2 * (across - 1)) / across);
  return {
    size, height: Math.ceil(heads / across) * (size + 2) - 2,
    box: (h) => ({ x: x + (h % across) * (size + 2), y: y + Math.floor(h / across) * (size + 2),
      w: size, h: size }),
  };
}

function stack(count, x, y, width, gap, heads, kinds) {
  return Array.from({ length: count }, (_, l) => {
    const left = x + l * (width + gap), grids = {};
    let top = y;
    for (const kind of kinds) {
      grids[kind] = headGrid(heads, left, top, width);
      top += grids[kind].height + 5;
    }
    return { x: left, w: width, grids, bottom: top - 5 };
  });
}

/** Columns of one half: words, embedding, waves and its layers, from `x` on. */
function half({ x, y, words, strip, layers, heads, layerWidth, kinds }) {
  const embed = { x: x + words + 8, w: strip };
  const waves = { x: embed.x + strip + 5, w: strip };
  const columns = stack(layers, waves.x + strip + 8, y + 32, layerWidth, BETWEEN, heads, kinds);
  return { x, words, embed, waves, columns, right: columns.at(-1).x + layerWidth };
}
const inputsWidth = (strip) => 2 * strip + 21; // from the words to the first layer

/** Encoder left, decoder right, the bars at the end: for pages that are wide enough. `low`: the
 *  screen is, so the maps stay small and the room goes to the lines between. */
function wide({ width, S, T, layers, heads, low }) {
  const s = clamp(width / 1000, 0.84, 1.25), strip = 21 * s;
  const german = 68 * s, writes = 66 * s, reads = 54 * s, barsWidth = 140 * s;
  const memoryWidth = 20 * s, fixed = german + memoryWidth + 68 * s + writes + reads + barsWidth +
    2 * inputsWidth(strip) + 10 + 16 + 6;
  const most = Math.floor((width - fixed) / (2 * layers) - BETWEEN);
  const layerWidth = low ? Math.min(46, most) : most;
  const gap = 68 * s + layers * (most - layerWidth);
  const common = { strip, layers, heads, layerWidth, y: 0 };
  const enc = half({ ...common, x: 2, words: german, kinds: ["encoder"] });
  const memory = { x: enc.right + 10, w: memoryWidth };
  const write = { x: memory.x + memory.w + gap, w: writes };
  const read = { x: write.x + writes, w: reads };
  const dec = half({ ...common, x: read.x, words: reads, kinds: ["decoder", "cross"] });
  const heights = [enc, dec].map(({ columns }) => columns[0].bottom);
  const bottom = Math.max(low ? 290 : 376, heights[0] + 14 + LEAST * S,
    heights[1] + 16 + LEAST * T);
  const encLanes = lanes(S, heights[0] + 12, bottom), decLanes = lanes(T, heights[1] + 14, bottom);
  const bars = { x: dec.right + 16, w: width - dec.right - 20, y: 30,
    pitch: low ? 21 : 25 };
  return {
    stacked: false, width, height: bottom + 34,
    titles: { encoder: { x: 2, y: 9 }, decoder: { x: write.x, y: 9 } },
    german: { x: 2, w: german }, enc: { ...enc, ...encLanes }, memory,
    cross: { from: memory.x + memory.w, to: write.x, y: encLanes.first - 12, source: encLanes.y },
    write, read, dec: { ...dec, ...decLanes },
    bus: heights[1] + 5, foot: bottom + 11, loop: bottom + 26, bars,
  };
}

/** One half under the other, for narrow pages; the German words are repeated beside the memory.
 *  The bars stand beside the decoder or, on a phone, below it. */
function narrow({ width, S, T, layers, heads }) {
  const phone = width < 600, words = phone ? 62 : 76, memoryWidth = 20, strip = phone ? 14 : 18;
  const fit = (fixed) => Math.floor((width - 4 - fixed) / layers - BETWEEN);
  const common = { strip, layers, heads };
  const encWidth = Math.min(80, fit(words + inputsWidth(strip) + memoryWidth + 12));
  const enc = half({ ...common, x: 2, y: 0, words, layerWidth: encWidth, kinds: ["encoder"] });
  const encTop = enc.columns[0].bottom + 12;
  const encLanes = lanes(S, encTop, encTop + Math.max(14 * S, 200));
  const memory = { x: enc.right + 8, w: memoryWidth }, top = encLanes.last + 42;
  const gap = phone ? 40 : 60, writes = phone ? 56 : 68, reads = phone ? 0 : 56;
  const write = { x: 2 + words + gap, w: writes }, read = { x: write.x + writes, w: reads };
  const beside = phone ? 0 : 150;
  const decWidth = Math.min(70, fit(read.x + reads + inputsWidth(strip) + beside));
  const dec = half({ ...common, x: read.x, y: top, words: reads, layerWidth: decWidth,
    kinds: ["decoder", "cross"] });
  const decTop = dec.columns[0].bottom + 14, least = phone ? 200 : 230;
  const decEnd = decTop + Math.max(14 * Math.max(S, T), least);
  const decLanes = lanes(T, decTop, decEnd), source = lanes(S, decTop, decEnd);
  const bars = phone ? { x: 2, w: width - 4, y: decEnd + 54, pitch: 25 } :
    { x: dec.right + 14, w: width - dec.right - 18, y: top + 32, pitch: 24 };
  return {
    stacked: true, width, height: phone ? bars.y + 8 * 25 + 100 : decEnd + 24,
    titles: { encoder: { x: 2, y: 9 }, decoder: { x: 2, y: top - 2 } },
    german: { x: 2, w: words }, enc: { ...enc, ...encLanes }, memory, again: { x: 2, w: words },
    cross: { from: 2 + words, to: write.x, y: decTop - 22, source: source.y },
    write, read, dec: { ...dec, ...decLanes }, phone,
    bus: decTop - 9, foot: decEnd + 12, encFoot: encLanes.last + 10, loop: decEnd + 28, bars,
  };
}

/** The picture of a film on a page of some width: columns, lanes and where the parts begin. */
export function livingLayout(sizes) {
  return sizes.width >= 820 ? wide(sizes) : narrow(sizes);
}

/** Boxes of everything that can be pressed: `{id, x, y, w, h}` in reading order. */
export function boxes(g, { S, T, layers, heads }) {
  const found = [], put = (id, x, y, w, h) => found.push({ id, x, y, w, h });
  const rows = (part, n, id, x, w) => {
    for (let i = 0; i < n; i++) put(`${id}.${i}`, x, part.y(i) - part.pitch / 2, w, part.pitch);
  };
  const column = (part, side, name, kinds) => {
    const { first, last } = part;
    put(`${side}.embedding`, part.embed.x, first, part.embed.w, last - first);
    put(`${side}_embedding`, part.waves.x, first, part.waves.w, last - first);
    for (let l = 0; l < layers; l++) {
      const at = part.columns[l], place = part.columns[l].grids[kinds[0]].box(0).y;
      put(`${name}.${l}`, at.x, place - 18, at.w, 16);
      for (const kind of kinds) for (let h = 0; h < heads; h++) {
        const { x, y, w, h: high } = at.grids[kind].box(h);
        const attention = kind === "cross" ? "cross_attention" : "self_attention";
        put(`${name}.${l}.${attention}.${h}`, x, y, w, high);
      }
      put(`${name}.${l}.add`, at.x + at.w * 0.56, first, at.w * 0.16, last - first);
      put(`${name}.${l}.ffn`, at.x + at.w * 0.74, first, at.w * 0.26, last - first);
    }
  };
  rows(g.enc, S, "source", g.german.x, g.german.w);
  column(g.enc, "src", "encoder", ["encoder"]);
  put("memory", g.memory.x, g.enc.first, g.memory.w, g.enc.last - g.enc.first);
  put("cross", g.cross.from + 4, g.cross.y - 2, g.cross.to - g.cross.from - 8,
    g.dec.last - g.cross.y);
  rows(g.dec, T, "target", g.write.x, g.write.w);
  column(g.dec, "tgt", "decoder", ["decoder", "cross"]);
  put("lens", g.dec.columns[0].x, g.foot - 9, g.dec.right - g.dec.columns[0].x, 17);
  put("bars", g.bars.x, g.bars.y - 4, g.bars.w, 8 * g.bars.pitch + 4);
  return found;
}

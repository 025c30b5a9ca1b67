// The numbers of attention maps: unpacked, asked for, put into a sentence.
import { quote, two } from "./text.mjs";

/** Bytes of a comm buffer (DataView) or of base64 text. A view may start anywhere in its buffer. */
export function bytes(data) {
  if (typeof data === "string") return Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}
export const floats = (data) => new Float32Array(bytes(data).slice().buffer);

/** One sentence's maps with their numbers unpacked and ways to ask for them. */
export function unpack(raw) {
  const [layers, heads, rows, cols] = raw.shape, size = rows * cols;
  const weights = floats(raw.weights), scores = raw.scores && floats(raw.scores);
  const mask = raw.mask && bytes(raw.mask), [maskLayers, maskHeads] = raw.mask_shape || [1, 1];
  const start = (l, h) => (l * heads + h) * size;
  const maskStart = (l, h) =>
    ((maskLayers > 1 ? l : 0) * maskHeads + (maskHeads > 1 ? h : 0)) * size;
  return {
    ...raw, layers, heads, rows, cols, size, weights, scores, mask,
    map: (l, h, kind) => (kind ? scores : weights).subarray(start(l, h), start(l, h) + size),
    open: (l, h) => (mask ? mask.subarray(maskStart(l, h), maskStart(l, h) + size) : null),
  };
}

// Of weights that are told alike the first counts: the last bits differ between processors.
const told = (x) => Math.floor(x * 100 + 0.5) || x;
const largest = (row) => row.reduce((best, x, k) => (told(x) > told(row[best]) ? k : best), 0);

/** For every query its strongest key; looks at another position come first. */
export function looks(s, l, h) {
  const map = s.map(l, h), self = s.rows === s.cols;
  return Array.from({ length: s.rows }, (_, q) => {
    const row = map.subarray(q * s.cols, (q + 1) * s.cols), k = largest(row);
    return { q, k, weight: row[k], other: !(self && k === q) };
  }).filter((x) => x.weight > 0)
    .sort((a, b) => b.other - a.other || told(b.weight) - told(a.weight) || a.q - b.q);
}

/** The alt sentence, word for word the one that Python computes. */
export function summary(s, l, h) {
  const masked = s.mask ? s.open(l, h).reduce((n, x) => n + (x ? 0 : 1), 0) : 0;
  const best = looks(s, l, h), top = best.slice(0, 3);
  const said = top.map((x, n) => `${quote(s.queries[x.q])} ${n ? "at" : "looks most at"} ` +
    `${quote(s.keys[x.k])} (${two(x.weight)})`);
  const empty = s.rows - best.length;
  const which = s.layers * s.heads > 1 ? ` of layer ${l}, head ${h}` : "";
  return `Attention${which}, ${s.rows} queries by ${s.cols} keys` +
    `${said.length ? ": " + said.join(", ") : ""}. ` +
    `${empty ? `${best.length} rows sum to one, ${empty} may look at nothing` :
      "Each row sums to one"}; masked cells: ${masked}.`;
}

/** The `count` strongest keys of a row in reading order, and what the others add up to. */
export function strongest(row, count) {
  const order = Array.from(row.keys()).sort((a, b) => row[b] - row[a] || a - b);
  const rest = order.slice(count);
  return {
    keys: order.slice(0, count).sort((a, b) => a - b),
    others: rest.length, rest: rest.reduce((sum, k) => sum + row[k], 0),
  };
}

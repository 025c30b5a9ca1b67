// What is on show: kept within what there is, offered as choices, moved by keys.
import { clamp } from "./text.mjs";

export const START = { sentence: 0, layer: 0, head: 0, row: null, steps: true, stretch: false };

/** Brings a view into the range of what its sentence has, and returns that sentence. */
export function settle(view, sentences) {
  view.sentence = clamp(view.sentence, 0, sentences.length - 1);
  const s = sentences[view.sentence];
  view.layer = clamp(view.layer, 0, s.layers - 1);
  view.head = clamp(view.head, 0, s.heads - 1);
  if (view.row !== null && !(view.row >= 0 && view.row < s.rows)) view.row = null;
  return s;
}

/** The selectors that these sentences need, as `field` takes them. */
export function choices(sentences, s) {
  const counted = (n) => Array.from({ length: n }, (_, i) => `${i} of 0–${n - 1}`);
  return [
    sentences.length > 1 &&
      { name: "sentence", kind: "select", options: sentences.map((x) => x.label) },
    s.layers > 1 && { name: "layer", kind: "walk", options: counted(s.layers) },
    s.heads > 1 && { name: "head", kind: "walk", options: counted(s.heads) },
    s.scores && { name: "steps", kind: "check", label: "from scores to weights" },
    s.cols > 8 &&
      { name: "stretch", kind: "check", label: "stretch colours to the largest weight" },
  ].filter(Boolean).map((spec) => ({ label: spec.name, ...spec }));
}

const MOVES = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  Home: [0, -1e9], End: [0, 1e9],
};

/** The cell that a key leads to from `spot`, or the `first` one if there is no spot yet;
 * undefined if it is no such key. */
export function step(key, spot, first, s) {
  if (!(key in MOVES)) return undefined;
  const at = spot ?? first, [dq, dk] = spot ? MOVES[key] : [0, 0];
  return { q: clamp(at.q + dq, 0, s.rows - 1), k: clamp(at.k + dk, 0, s.cols - 1) };
}

/** The head `by` places after the one on show, through all layers; it stops at the ends. */
export function neighbour(view, s, by) {
  const n = clamp(view.layer * s.heads + view.head + by, 0, s.layers * s.heads - 1);
  return { layer: Math.floor(n / s.heads), head: n % s.heads };
}

// The time of a film: its moments in order, how long each takes, and what happens in words.
import { apartByBlanks, bare, peak, quoted } from "./film.mjs";

const ENCODER = { words: 0.4, embedding: 0.5, waves: 0.6, layer: 0.55, memory: 0.4 };
const DECODER = { read: 0.15, layer: 0.2, bars: 0.4, write: 0.45 };

/** Moments: first the encoder's, once, then those of each step of the decoder. */
export function timeline({ layers, T }) {
  const moments = [], marks = [0];
  const push = (kind, part, more) => moments.push({ kind, seconds: part[kind], ...more });
  for (const kind of ["words", "embedding", "waves"]) push(kind, ENCODER);
  for (let layer = 0; layer < layers; layer++) push("layer", ENCODER, { layer });
  push("memory", ENCODER);
  marks.push(moments.length);
  for (let step = 0; step < T; step++) {
    push("read", DECODER, { step });
    for (let layer = 0; layer < layers; layer++) push("layer", DECODER, { step, layer });
    push("bars", DECODER, { step });
    push("write", DECODER, { step });
    marks.push(moments.length);
  }
  const perStep = layers + 3, first = layers + 4;
  const momentAt = (at) => Math.max(0, Math.min(moments.length, Math.ceil(at)) - 1);
  return {
    moments, marks, end: moments.length,
    /** How far a moment of the encoder has come at time `at`, from 0 to 1. */
    encoder: (kind, at, layer = 0) => {
      const n = { words: 0, embedding: 1, waves: 2, layer: 3 + layer, memory: 3 + layers }[kind];
      return clip(at - n);
    },
    /** The same for a moment of step t. */
    decoder: (t, kind, at, layer = 0) => {
      const n = { read: 0, layer: 1 + layer, bars: 1 + layers, write: 2 + layers }[kind];
      return clip(at - first - t * perStep - n);
    },
    /** The moment that is under way or has just been completed. */
    moment: (at) => moments[momentAt(at)],
    /** Its step, or -1 while the encoder works. */
    step: (at) => moments[momentAt(at)].step ?? -1,
    /** The time at which step t has written. */
    written: (t) => first + (t + 1) * perStep,
    /** The mark after (or before) a time: the start, the memory, each word. */
    next: (at) => marks.find((mark) => mark > at + 1e-6) ?? moments.length,
    previous: (at) => marks.findLast((mark) => mark < at - 1e-6) ?? 0,
  };
}
const clip = (x) => Math.max(0, Math.min(1, x));
const two = (x) => x.toFixed(2);

/** What happens at a time, in one sentence made of the film's numbers. */
export function momentSentence(film, time, at, about) {
  const { kind, step, layer } = time.moment(at);
  if (at === 0) return "Ready: press Play.";
  if (at >= time.end) return finished(film);
  return step === undefined ? reading(film, kind, layer, about) : writing(film, kind, step, layer);
}

function reading(film, kind, layer, about) {
  const { S } = film;
  if (kind === "words") return `The sentence is cut into ${S} pieces that the model knows.`;
  if (kind === "embedding")
    return `Each piece is looked up: ${about.d_model} learnt numbers, of which 16 are drawn.`;
  if (kind === "waves")
    return film.setting.off.includes("src_embedding") ?
      "No waves are added: the encoder gets the pieces without their order." :
      "Waves are added: they differ at every position, so that order can be told.";
  if (kind === "memory")
    return `The memory is ready: a vector for each of ${S} ${film.languages[0]} pieces, ` +
      "for the decoder to read.";
  const map = film.map("encoder", layer), at = { q: 0, k: 0, weight: 0 };
  map.forEach((weight, i) => {
    const q = Math.floor(i / S), k = i % S;
    if (q !== k && weight > at.weight) Object.assign(at, { q, k, weight });
  });
  return `Encoder layer ${layer}: the pieces take from each other; ${quoted(film.source[at.q])} ` +
    `most from ${quoted(film.source[at.k])} (${two(at.weight)}).`;
}

function writing(film, kind, t, layer) {
  const step = `Word piece ${t + 1} of ${film.T}`;
  if (kind === "read") {
    const so = film.given.slice(1, t + 1).join("").trim();
    if (!so) return `${step}: nothing is written yet.`;
    return `${step}: the decoder has read “\u2068${so}\u2069”.`;
  }
  if (kind === "layer") {
    const row = film.map("cross", layer).subarray(t * film.S, (t + 1) * film.S), k = peak(row);
    return `${step}, decoder layer ${layer}: takes most from ${quoted(film.source[k])} ` +
      `(${two(row[k])}); if it ended here it would say ${quoted(film.lens[t][layer])}.`;
  }
  if (kind === "bars") {
    const row = film.row("chances", t), best = [0, 1, 2].filter((k) => row[k] >= 0.005);
    const named = apartByBlanks(film.likely[t].slice(0, best.length));
    return `${step}: likeliest are ` +
      best.map((k) => `${quoted(named[k])} ${two(row[k])}`).join(", ") + ".";
  }
  return `${step}: it writes ${quoted(film.target[t])}, to which the model gave ` +
    `${two(film.value("sure", t))}.`;
}

const finished = (film) => `“${film.sentence}” has become “${film.text}”` +
  (film.ended ? "." : ", and it did not come to an end: there is no more room.");

/** Every step in words: what a reader without the picture gets. */
export function inWords(film, time, about) {
  const lines = film.source.map(bare).join(" | ");
  const steps = Array.from({ length: film.T }, (_, t) => {
    const row = film.whole(t), k = peak(row);
    return `Piece ${t + 1}: takes most from ${quoted(film.source[k])} (${two(row[k])}, mean of ` +
      `all heads) and writes ${quoted(film.target[t])} (${two(film.value("sure", t))}).`;
  });
  return [`Pieces: ${lines}`, ...steps, momentSentence(film, time, time.end, about)];
}

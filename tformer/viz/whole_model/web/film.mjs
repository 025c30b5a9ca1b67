// A film: what the kernel recorded of one sentence, unpacked. No number is computed here.

const raw = (data) => (typeof data === "string" ?
  Uint8Array.from(atob(data), (c) => c.charCodeAt(0)) :
  new Uint8Array(data.buffer, data.byteOffset, data.byteLength));

/** The numbers of one array: float32, or one byte each between `low` and the highest. */
function numbers(all, { shape, start, step, low }) {
  const size = shape.reduce((a, b) => a * b, 1);
  if (step === undefined) return new Float32Array(all.slice(start, start + 4 * size).buffer);
  return Float32Array.from(all.subarray(start, start + size), (n) => low + n * step);
}

/** A film with its arrays, each `{shape, at}`, and ways to ask for a map, a row, a vector. */
export function unpackFilm({ said, arrays, data }) {
  const all = raw(data), found = {};
  for (const name in arrays)
    found[name] = { shape: arrays[name].shape, at: numbers(all, arrays[name]) };
  const map = (kind) => found[`maps.${kind}`];
  const [layers, heads] = map("encoder").shape;
  /** The part of an array that belongs to its first axes: `part(a, l, h)` is a whole map. */
  const part = ({ shape, at }, ...where) => {
    let size = at.length, start = 0;
    where.forEach((n, axis) => ((size /= shape[axis]), (start += n * size)));
    return at.subarray(start, start + size);
  };
  return {
    ...said, arrays: found, layers, heads,
    S: said.source.length, T: said.target.length,
    /** Weights of one head (rows ask columns), or with `h === undefined` the mean of a layer's. */
    map: (kind, l, h) => (h === undefined ? part(map(`${kind} mean`), l) : part(map(kind), l, h)),
    /** What step t takes from the German pieces, the mean of all heads of all layers. */
    whole: (t) => part(map("cross whole"), t),
    /** 16 features of each vector that a module gives, and a number that few of them exceed. */
    vectors: (name) => found[`vectors.${name}`] &&
      { ...found[`vectors.${name}`], scale: said.scales[name] },
    busy: (name, n) => found[`busy.${name}`]?.at[n] ?? 0,
    row: (name, n) => part(found[name], n),
    value: (name, ...where) => part(found[name], ...where)[0],
  };
}

/** A piece without its blanks, or what stands for one that shows nothing. */
export const bare = (piece) => piece.trim() || (piece === "" ? "·" : "␣");

/** Pieces of one list, without blanks; where two would read alike, the blank before one is seen. */
export const apartByBlanks = (pieces) => pieces.map((piece) => (/^\s/.test(piece) &&
  pieces.some((other) => other !== piece && bare(other) === bare(piece)) ? "␣" : "") + bare(piece));

/** The letters of the sentence that the model knows only as bytes: it hardly ever met them. */
export const unmet = ({ strange, source }) =>
  [...new Set(strange.map((s) => source[s].trim()).filter(Boolean))];

/** In quotes, and so that a piece written right to left does not turn the words around it. */
export const quoted = (piece) => `“\u2068${bare(piece)}\u2069”`;

/** The words of the answer: their text, whether a blank stands before, first and last piece, and
 *  `wrote`, what the model wrote where a number was copied from the source. */
export function answerWords(film) {
  const words = [];
  film.target.forEach((piece, t) => {
    const n = film.target_word[t];
    if (t === film.T - 1 && film.ended) return; // <eos> is no word
    words[n] ??= { text: "", blank: /^\s/.test(piece), first: t, last: t };
    words[n].text += piece;
    words[n].last = t;
  });
  // A piece that is a blank and no more stands before the next word.
  words.forEach((word, n) => (word.blank ||= n > 0 && !words[n - 1].text.trim()));
  return words.filter((word) => word.text.trim()).map((word) => {
    const n = film.target_word[word.first], wrote = word.text.trim(), text = film.answer[n].trim();
    return { ...word, text, sure: film.arrays.word_sure.at[n], ...(text !== wrote && { wrote }) };
  });
}

/** The place of the largest number. */
export const peak = (row) => row.reduce((best, x, k) => (x > row[best] ? k : best), 0);

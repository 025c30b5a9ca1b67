// A sentence that the reader of a page typed: the maps of its translation, made in the page.

const PLAIN = { choose: "beam", temperature: 1, top_k: null, seed: 0, off: [], reads: "German" };
const SPECIAL = /^<\w+>$/;

/** Pieces as a map names them: dots where a word goes on. `word`: the number of each one's word. */
export function dotted(pieces, word) {
  return pieces.map((piece, n) => {
    const goes = (a, b) => a >= 0 && b < pieces.length && word[a] === word[b];
    const bare = piece.replace(/^ +/, ""), blank = piece.slice(0, piece.length - bare.length);
    return `${blank}${goes(n - 1, n) ? "·" : ""}${bare || (blank ? "" : "⟨byte⟩")}` +
      (goes(n, n + 1) ? "·" : "");
  });
}

/** One sentence for an explorer from a film, as `viz.cross_maps` makes it of a look. */
export function crossMaps({ said, arrays, data }) {
  const { source, target, given, source_word, target_word } = said, ends = (name) => {
    const { shape, start } = arrays[name], size = 4 * shape.reduce((a, b) => a * b, 1);
    return { shape, bytes: data.subarray(start, start + size) };
  };
  const { shape, bytes } = ends("maps.cross"), sure = new Float32Array(
    ends("word_sure").bytes.slice().buffer);
  const read = dotted(given, [-1, ...target_word.slice(0, -1)]);
  const wrote = dotted(target, target_word);
  const words = [...sure].map((p, n) => [said.answer[n], p])
    .filter(([word]) => !SPECIAL.test(word));
  const letters = [...new Set(said.strange.map((s) => source[s].trim()).filter(Boolean))];
  const note = [
    said.all?.length > 1 && `All of it: “${said.all.join("")}”. ` +
      "The maps are those of the first sentence.",
    said.foreign && "This does not look like what I have learnt to read: the rest is a guess.",
    said.copied, said.doubt,
    letters.length && `Of these letters it knows only the bytes: ${letters.join(" ")}`];
  return { shape, queries: read.map((piece, t) => `${piece.trim()} → ${wrote[t].trim()}`),
    keys: dotted(source, source_word), label: words.map(([word]) => word).join("").trim(), words,
    note: note.filter(Boolean).join(" "), weights: bytes, scale: 1, scores: null, mask: null,
    mask_shape: null };
}

/** Asks the page's translator for the sentences typed into a figure; only the newest is shown, and
 *  none that is on its way once it is to `forget` them. */
export function typedInto(figure, model) {
  let newest = 0;
  const ask = async (typed) => {
    const n = ++newest, asked = { ...PLAIN, typed };
    try {
      const { film, message } = await model.answer(asked, { onShare: figure.coming });
      if (n !== newest) return;
      figure.alarm(message ?? "");
      if (film) figure.set({ sentences: [crossMaps(film)] });
    } catch (error) {
      figure.coming(1);
      if (n === newest) figure.alarm(error.message);
    }
  };
  return { ask, forget: () => newest++ };
}

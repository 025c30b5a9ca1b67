// Pieces of text as a reader sees them, as tformer/course/recording/pieces.py says it.

const BROKEN = "\ufffd"; // what decoding makes of bytes that are no character
export const hasWord = (text) => /[\p{L}\p{N}]/u.test(text);

/** `{ labels, strange }`: the text of each piece, and where bytes of a character in pieces are. */
export function named(tokenizer, ids) {
  const labels = ids.map((id) => tokenizer.decode([id])), strange = [];
  for (let start = 0; start < ids.length; start++) {
    if (!labels[start].includes(BROKEN)) continue;
    const end = whole(tokenizer, ids, start);
    labels[start] = tokenizer.decode(ids.slice(start, end));
    for (let n = start; n < end; n++) strange.push(n);
    for (let n = start + 1; n < end; n++) labels[n] = "";
    start = end - 1;
  }
  return { labels, strange };
}

/** The end of the shortest run from `start` on that decodes; of one piece if there is none. */
function whole(tokenizer, ids, start) {
  for (let end = start + 1; end <= Math.min(start + 4, ids.length); end++) // UTF-8: four bytes
    if (!tokenizer.decode(ids.slice(start, end)).includes(BROKEN)) return end;
  return start + 1;
}

/** The number of the word that each piece belongs to; a mark is a word of its own. */
export function wordsOf(labels) {
  let n = -1;
  return labels.map((label, i) => {
    const before = i ? labels[i - 1] : "", [first] = label, last = [...before].at(-1) ?? "";
    const joined = (hasWord(first ?? "") && hasWord(last)) || (n >= 0 && !label);
    return (n += joined ? 0 : 1);
  });
}

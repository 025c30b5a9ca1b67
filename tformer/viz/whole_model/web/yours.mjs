// What the reader has written: which places of the picture run it, its marks and its source.
import { make } from "./dom.mjs";
import { readId } from "./parts.mjs";

const ATTENTION = ["attention", "split_heads", "merge_heads"];
const SELF = [...ATTENTION, "multi_head_attention"];

/** Functions of the translator that work at a place, by its kind and half. */
const WORKS = {
  embedding: () => ["apply_merges", "scaled_embedding"],
  waves: () => ["sinusoidal_positions"],
  layer: ({ stack }) => [`${stack}_layer`, stack === "encoder" ? "encode" : "decode"],
  self: ({ stack }) => [...SELF, stack === "encoder" ? "padding_mask" : "decoder_mask"],
  cross: () => [...ATTENTION, "padding_mask"],
  ffn: () => ["feed_forward"],
  add: () => ["layer_norm"],
  memory: () => ["encode"],
  lens: () => ["tied_logits"],
  bars: () => ["tied_logits", "softmax", "greedy_decode", "penalised_beam_search",
    "ids_to_text"],
};

/** The reader's own functions at a place; `yours`: `{ parts: [{ name, lesson, source }], total }`,
 *  or nothing. */
export function ownAt(id, yours) {
  const part = readId(id), there = WORKS[part.kind]?.(part) ?? [];
  return (yours?.parts ?? []).filter(({ name }) => there.includes(name));
}

/** For the name of a place: "; yours: attention, split_heads", or "". */
export function ownWords(id, yours) {
  const names = ownAt(id, yours).map(({ name }) => name);
  return names.length ? `; yours: ${names.join(", ")}` : "";
}

/** The count under the picture; nothing before the first answer is kept. */
export function addCount(host, yours) {
  if (!yours?.parts.length) return;
  const line = make(host, "p", { className: "lm-count" });
  make(line, "span", { textContent: "✓", className: "lm-tick" }, { "aria-hidden": "true" });
  const { length } = yours.parts;
  const verb = length > 1 ? "are" : "is";
  make(line, "span", { textContent: ` ${length} of ${yours.total} parts ${verb} yours. ` +
    "Press a marked part for your source." });
}

/** The reader's source in the card of a place; where a kernel runs, `time(name)` promises what it
 *  says of its speed. */
export function addSource(box, id, yours, time) {
  for (const { name, lesson, source } of ownAt(id, yours)) {
    const own = make(box, "details", { className: "lm-own" });
    make(own, "summary", { textContent: `✓ ${name}: yours, from lesson ${lesson}` });
    make(own, "pre", { textContent: source, tabIndex: 0 }, { "aria-label": `Your ${name}` });
    if (!time) continue;
    const line = make(own, "p", { className: "lm-card-now" }, { role: "status" });
    own.addEventListener("toggle", async () => {
      line.textContent = "It is being timed beside the course’s…";
      line.textContent = await time(name);
    }, { once: true });
  }
}

// A film of one sentence on its way through the model, as in course/recording/film.py.
import { bent } from "./decoding.mjs";
import { isForeign, saidDoubt, unsureWords } from "./doubt.mjs";
import { softmax, topK } from "./numbers.mjs";
import { hasWord, named, wordsOf } from "./pieces.mjs";
import { PICTURE } from "./plain.mjs";
import { forTwin } from "./read_back.mjs";
import { splitSentences } from "./sentences.mjs";

const FEATURES = 16, BARS = 8; // kept of each vector, and of the next pieces

/** What the page shows for what it asked: a film and other answers, or a message. `readers`:
 *  `{ translator, languages }`, what is read and what is written; of two the one whose language
 *  the text begins in. `onText(text)` hears the answer while it grows. */
export function shownFilm(readers, asked, onText = () => {}) {
  const sentences = splitSentences(asked.typed.trim()), { part = 0 } = asked;
  const two = readers.map(({ translator }) => translator);
  const { translator, languages } =
    readers[Number(two.length > 1 && forTwin(...two, sentences[0][0]))];
  const read = sourceOf(translator, sentences[part][0], languages[0]), { reading } = read;
  if (read.message) return { asked, message: read.message };
  const onPiece = (ids) => onText(reading.finished(translator.text(ids)));
  const written = translator.write(read.source, asked, { most: PICTURE + 1, onPiece });
  onPiece(written.ids);
  const film = record(translator, asked, read, written);
  const all = sentences.length < 2 ? [] : sentences.map(([sentence, blank], n) =>
    (n === part ? film.said.text : translator.translate(sentence)) + blank);
  Object.assign(film.said, { languages, all, part });
  return { asked, film: pack(film), telling: telling(film),
    others: others(translator, asked, read) };
}

/** `{ source, reading }`, the ids of a sentence that will do, or `{ message }`, why it will not. */
function sourceOf(translator, sentence, language) {
  const reading = translator.read(sentence);
  if (!hasWord(reading.read))
    return { message: `There are no words in this sentence: type a few in ${language}.` };
  const source = translator.sourceIds(reading.read);
  if (source.length > PICTURE) return { message: `This sentence has ${source.length} pieces and ` +
    `the picture room for ${PICTURE}: make two sentences of it.` };
  const { labels, strange } = named(translator.tokenizer, source);
  if (!hasWord(labels.slice(0, -1).filter((_, n) => !strange.includes(n)).join("")))
    return { message: `The model has never met these letters: type a sentence in ${language}.` };
  return { source, reading };
}

/** The answers of the other ways to choose and, with parts off, that of the whole model. */
function others(translator, asked, { source, reading }) {
  const say = (setting) => translator.write(source, setting, { most: PICTURE + 1 }).ids;
  const text = (ids) =>
    reading.finished(translator.tokenizer.decode(ids, { skipSpecials: true }));
  const found = ["beam", "greedy"].filter((choose) => choose !== asked.choose)
    .map((choose) => ({ how: choose, text: text(say({ ...asked, choose })) }));
  if (!asked.off.length) return found;
  const ids = say({ ...asked, off: [] }), off = translator.partsOff(asked.off);
  const sure = translator.support(source, ids, new Set());
  return [{ how: "whole", text: text(ids), sure, sure_now: translator.support(source, ids, off) },
    ...found];
}

/** What the forward pass over source and answer showed: `{ said, arrays }`. */
function record(translator, asked, { source, reading }, { ids, hands }) {
  const { model, tokenizer } = translator, { num_layers: L, d_model: D } = model.config;
  const off = translator.partsOff(asked.off), seen = {}, shapes = {};
  const look = (name, numbers, shape) => {
    seen[name] = { at: numbers, shape };
    if (!/\.[1-9]/.test(name)) shapes[name] = shape; // the second layer has those of the first
  };
  const logits = translator.logits(source, ids.slice(0, -1), { off, look });
  const target = ids.slice(1), T = target.length, V = logits.length / T;
  const rows = target.map((_, t) => logits.subarray(t * V, (t + 1) * V));
  const read = named(tokenizer, source), wrote = named(tokenizer, target);
  const plain = rows.map((row) => softmax(row)), sure = plain.map((p, t) => p[target[t]]);
  const target_word = wordsOf(wrote.labels), word_sure = Array(target_word.at(-1) + 1).fill(1);
  target_word.forEach((n, t) => (word_sure[n] *= sure[t]));
  const words = word_sure.map((p, n) =>
    [reading.finished(wrote.labels.filter((_, t) => target_word[t] === n).join("")), p]);
  const usual = !asked.off.length && asked.choose !== "sample";
  const likely = rows.map((row, t) => bars(row, target[t]));
  const chances = asked.choose !== "sample" ? plain : rows.map((row) => softmax(bent(row, asked)));
  const early = Array.from({ length: L }, (_, l) => model.logits(seen[`decoder.${l}`].at));
  const lens = target.map((_, t) => early.map((scores) => {
    const p = softmax(scores.subarray(t * V, (t + 1) * V)), [id] = topK(p, 1);
    return { id, sure: p[id] };
  }));
  const { vectors, scales } = streams(seen, L, D);
  const said = {
    sentence: reading.sentence.trim(), text: reading.finished(translator.text(ids)),
    copied: reading.said(), answer: words.map(([text]) => text), setting: { ...asked },
    ended: ids.at(-1) === tokenizer.eos, source: read.labels, target: wrote.labels,
    given: [tokenizer.decode([tokenizer.bos]), ...wrote.labels.slice(0, -1)],
    strange: read.strange, target_strange: wrote.strange,
    source_word: wordsOf(read.labels), target_word,
    unsure: unsureWords(words, reading.sentence), doubt: saidDoubt(words, reading.sentence),
    foreign: usual && isForeign(translator, source, sure),
    likely: likely.map((row) => row.map((id) => tokenizer.decode([id]))),
    lens: lens.map((row) => row.map(({ id }) => tokenizer.decode([id]))),
    beams: hands.map((hand) => [...new Set(hand.map((one) => translator.text(one)))]),
    scales, shapes,
  };
  const pick = (all) => likely.flatMap((row, t) => row.map((id) => all[t][id]));
  const arrays = { ...maps(seen, L), ...vectors, ...busy(seen),
    plain: { shape: [T, BARS], at: pick(plain) }, chances: { shape: [T, BARS], at: pick(chances) },
    sure: { shape: [T], at: sure }, word_sure: { shape: [word_sure.length], at: word_sure },
    lens_sure: { shape: [T, L], at: lens.flat().map((one) => one.sure) } };
  return { said, arrays };
}

/** The likeliest pieces of a step, what was written always among them. */
function bars(row, written) {
  const best = topK(row, BARS);
  return best.includes(written) ? best : [...best.slice(0, -1), written];
}

/** The mean over the first axis of numbers in `parts` equal parts. */
function mean(at, parts) {
  const size = at.length / parts, y = new Float32Array(size);
  at.forEach((number, i) => (y[i % size] += number / parts));
  return y;
}

function maps(seen, L) {
  const found = {};
  for (const [kind, stack, name] of [["encoder", "encoder", "self"], ["decoder", "decoder", "self"],
    ["cross", "decoder", "cross"]]) {
    const all = Array.from({ length: L },
      (_, l) => seen[`${stack}.${l}.${name}_attention.weights`]);
    const [, H, rows, columns] = all[0].shape;
    const join = (parts) => Float32Array.from(parts.flatMap((part) => [...part]));
    found[`maps.${kind}`] = { shape: [L, H, rows, columns], at: join(all.map(({ at }) => at)) };
    found[`maps.${kind} mean`] = { shape: [L, rows, columns],
      at: join(all.map(({ at }) => mean(at, H))) };
    if (kind === "cross") found["maps.cross whole"] = { shape: [rows, columns],
      at: mean(found["maps.cross"].at, L * H) };
  }
  return found;
}

/** 16 features of each vector, evenly spread, and a number that few of them exceed in size. */
function streams(seen, L, D) {
  const names = ["src", "tgt"].flatMap((side) => ["tokens", "positions", ""].map((part) =>
    `${side}_embedding${part && "."}${part}`));
  for (const stack of ["encoder", "decoder"])
    for (let l = 0; l < L; l++) names.push(`${stack}.${l}`);
  const vectors = {}, scales = {}, apart = Math.max(1, Math.floor(D / FEATURES));
  for (const name of [...names, "encoder_norm", "decoder_norm"]) {
    const at = seen[name].at.filter((_, i) => i % D % apart === 0 && i % D < apart * FEATURES);
    vectors[`vectors.${name}`] = { shape: [at.length / FEATURES, FEATURES], at };
    const sizes = Float32Array.from(at, Math.abs).sort(), place = 0.95 * (at.length - 1);
    const low = sizes[Math.floor(place)], high = sizes[Math.ceil(place)];
    scales[name] = Math.max(low + (high - low) * (place % 1), 1e-9);
  }
  return { vectors, scales };
}

/** The share of a feed-forward's widened features above 0, for each position. */
function busy(seen) {
  const found = {};
  for (const name in seen) {
    if (!name.endsWith(".ffn.up_proj")) continue;
    const { at, shape: [, T, wide] } = seen[name], share = new Float32Array(T);
    at.forEach((number, i) => (share[Math.floor(i / wide)] += (number > 0) / wide));
    found[`busy.${name.replace(".up_proj", "")}`] = { shape: [T], at: share };
  }
  return found;
}

/** The step whose look is clearest. */
function telling({ arrays: { "maps.cross whole": { shape: [T, S], at } } }) {
  const tops = Array.from({ length: T }, (_, t) => Math.max(...at.slice(t * S, (t + 1) * S)));
  return tops.indexOf(Math.max(...tops));
}

/** A film as the kernel would send it: all numbers in one buffer of float32. */
function pack({ said, arrays }) {
  const listed = {}, size = Object.values(arrays).reduce((sum, { at }) => sum + at.length, 0);
  const numbers = new Float32Array(size);
  let start = 0;
  for (const [name, { shape, at }] of Object.entries(arrays)) {
    numbers.set(at, start);
    listed[name] = { shape, start: 4 * start };
    start += at.length;
  }
  return { said, arrays: listed, data: new Uint8Array(numbers.buffer) };
}

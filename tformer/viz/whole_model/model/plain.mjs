// A trained model that translates in the page, as it stands: tformer/translator/plain.py.
import { beamSearch, sampler, stream } from "./decoding.mjs";
import { softmax } from "./numbers.mjs";
import { named, wordsOf } from "./pieces.mjs";
import { readSafetensors } from "./safetensors.mjs";
import { Tokenizer } from "./tokenizer.mjs";
import { Transformer } from "./transformer.mjs";

export const PLAIN = { choose: "beam", temperature: 1, top_k: null, seed: 0, off: [] };
export const PICTURE = 40; // pieces that the picture has room for

export class PlainTranslator {
  /** From the bytes of a checkpoint. */
  constructor(bytes) {
    const { header, tensors } = readSafetensors(bytes);
    this.model = new Transformer(header.config, tensors);
    this.tokenizer = new Tokenizer(header.extra.tokenizer);
    const { num_beams = 4, length_penalty = 1 } = header.extra.decoding ?? {};
    Object.assign(this, { beams: num_beams, penalty: length_penalty });
  }

  sourceIds(sentence) {
    return [...this.tokenizer.encode(this.tokenizer.asMet(sentence.trim())), this.tokenizer.eos];
  }

  /** The names that are off as a Set; an Error for one that the model does not have. */
  partsOff(names) {
    const known = new Set(this.model.parts), odd = names.find((name) => !known.has(name));
    if (odd !== undefined) throw new Error(`the model has no part ${odd}`);
    return new Set(names);
  }

  /** `{ ids, hands }` of the answer to ids: from the start id on, and what beam search held.
   *  `most`: pieces at most, with the start. */
  write(source, setting, { most = this.model.config.context_length, onPiece } = {}) {
    const { bos, eos } = this.tokenizer, off = this.partsOff(setting.off);
    const room = Math.min(most, 2 * source.length + 10), { choose } = setting;
    const rows = choose === "beam" ? this.beams : 1;
    const decoder = this.model.start(this.model.encode(source, { off }), { rows, room, off });
    const ends = { bos, eos, room, onPiece };
    if (choose === "beam")
      return beamSearch(decoder, { ...ends, beams: rows, penalty: this.penalty });
    const draw = choose === "sample" ? { choose: sampler(setting) } : {};
    return { ids: stream(decoder, { ...ends, ...draw }), hands: [] };
  }

  /** What the model writes for a sentence; an empty one stays empty. */
  translate(sentence, setting = {}) {
    if (!/[\p{L}\p{N}]/u.test(sentence)) return sentence.trim();
    return this.text(this.write(this.sourceIds(sentence), { ...PLAIN, ...setting }).ids);
  }

  /** `{ text, sure }`: the same, and the lowest probability of its words. */
  answer(sentence, setting = {}) {
    if (!/[\p{L}\p{N}]/u.test(sentence)) return { text: sentence.trim(), sure: 1 };
    const source = this.sourceIds(sentence), how = { ...PLAIN, ...setting };
    const { ids } = this.write(source, how), written = ids.slice(1);
    const logits = this.logits(source, ids.slice(0, -1)), V = logits.length / written.length;
    const words = [];
    wordsOf(named(this.tokenizer, written).labels).forEach((n, t) => {
      const id = written[t], p = softmax(logits.subarray(t * V, (t + 1) * V))[id];
      words[n] = (words[n] ?? 1) * (id === this.tokenizer.eos ? 1 : p);
    });
    return { text: this.text(ids), sure: Math.min(...words) };
  }

  text(ids) {
    return this.tokenizer.decode(ids, { skipSpecials: true }).trim();
  }

  /** Logits (T, V) of the whole answer in one pass: row t is for ids[t + 1]. */
  logits(source, ids, { off = new Set(), look } = {}) {
    const memory = this.model.encode(source, { off, look });
    return this.model.start(memory, { room: ids.length, off, look }).read(ids);
  }

  /** The geometric mean of the probabilities that the model gives to the pieces of an answer. */
  support(source, ids, off) {
    const logits = this.logits(source, ids.slice(0, -1), { off });
    const V = this.model.table.shape[0];
    let sum = 0;
    for (let t = 1; t < ids.length; t++)
      sum += Math.log(softmax(logits.subarray((t - 1) * V, t * V))[ids[t]]);
    return Math.exp(sum / (ids.length - 1));
  }
}

// An answer is read back by the translator of the other direction, as in translator/read_back.py.
import { echo } from "./doubt.mjs";
import { folded } from "./folding.mjs";
import { logSum } from "./numbers.mjs";

const LOST = -1.1, FOREIGN = -5;

/** Whether a text is in the language that a translator writes, so that its twin should read it. */
export function forTwin(translator, twin, text) {
  if (!/\p{L}/u.test(text)) return false;
  const read = [translator, twin].map((one) => one.sourceIds(folded(text)));
  if (read.some((ids, n) => ids.length > [translator, twin][n].model.config.context_length))
    return false;
  return echo(translator, read[0]) > echo(twin, read[1]);
}

/** How well a sentence is found in its translation: the mean log-probability of its pieces without
 *  digits, given the answer. */
export function readBack(twin, sentence, answer) {
  sentence = sentence.trim();
  answer = answer.trim();
  if (/[\p{L}\p{N}]$/u.test(sentence) && /[.?!]$/.test(answer)) sentence += answer.at(-1);
  const { tokenizer } = twin, ids = [tokenizer.bos, ...twin.sourceIds(sentence)];
  const logits = twin.logits(twin.sourceIds(answer), ids.slice(0, -1)), wanted = ids.slice(1);
  const V = logits.length / wanted.length, found = wanted.map((id, t) =>
    logits[t * V + id] - logSum(logits.subarray(t * V, (t + 1) * V)));
  const words = found.filter((_, t) => !/[0-9]/.test(tokenizer.decode([wanted[t]])));
  return words.reduce((sum, x) => sum + x, 0) / words.length;
}

/** What a translator says of its answer where the twin hardly finds the sentence in it. */
export function saidBack(twin, reading, answer) {
  const wrote = reading.copies.reduce((text, copy) => text.replaceAll(copy.said, copy.wrote),
    answer);
  const found = readBack(twin, reading.read, wrote);
  return found >= LOST ? "" : `Translated back, it says: “${twin.translate(answer)}”` +
    (found < FOREIGN ? " Perhaps you typed another language." : "");
}

// What the translator says of its own answer, as tformer/translator/doubt.py and plain.py do it.
import { logSum } from "./numbers.mjs";

export const UNSURE = 0.2; // below it a word is marked
export const NUMBER = /[0-9]+(?:[.,:][0-9]+)*/g;
export const NUMBER_WORDS = { 2: ["zwei", "two"], 3: ["drei", "three"], 4: ["vier", "four"],
  5: ["fünf", "five"], 6: ["sechs", "six"], 7: ["sieben", "seven"], 8: ["acht", "eight"],
  9: ["neun", "nine"], 10: ["zehn", "ten"], 11: ["elf", "eleven"], 12: ["zwölf", "twelve"] };
const SPECIAL = /^<\w+>$/;
const COPIED = 2, SPLINTER = [1.2, 1.5, 2.4], GUESSED = 0.4; // see Translator.is_foreign
const LETTER = /\p{L}/u;

/** Numbers with a point, and as they were typed. */
const numbersIn = (text) =>
  new Map((text.match(NUMBER) ?? []).map((number) => [number.replaceAll(",", "."), number]));

/** The places of the words to mark, `[text, probability]` each: improbable ones, and numbers that
 *  the sentence does not have. */
export function unsureWords(words, sentence) {
  const known = numbersIn(sentence), odd = [], found = [];
  for (const { 0: number, index } of words.map(([text]) => text).join("").matchAll(NUMBER))
    if (!known.has(number.replaceAll(",", "."))) odd.push([index, index + number.length]);
  let start = 0;
  words.forEach(([text, p], n) => {
    const end = start + text.length, hit = odd.some(([from, to]) => from < end && to > start);
    if (!SPECIAL.test(text) && (p < UNSURE || hit)) found.push(n);
    start = end;
  });
  return found;
}

/** The numbers of a sentence that its translation does not have, as they were typed. */
function lostNumbers(sentence, text) {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const there = new Set([...numbersIn(text).keys(), ...words]);
  return [...numbersIn(sentence)].filter(([number]) =>
    ![number, ...NUMBER_WORDS[number] ?? []].some((word) => there.has(word)))
    .map(([, typed]) => typed);
}

/** Whether a translation has the numbers of a sentence and no others; yes if that has none. */
export function numbersKept(sentence, text) {
  const known = numbersIn(sentence);
  return !known.size || !lostNumbers(sentence, text).length &&
    [...numbersIn(text).keys()].every((number) => known.has(number));
}

export const listed = (names) => names.length < 2 ? names.join("") :
  `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** What it says where it should doubt its answer, "" where it need not. */
export function saidDoubt(words, sentence) {
  const doubted = [];
  let before;
  for (const n of unsureWords(words, sentence)) {
    if (n - 1 === before) doubted.push(doubted.pop() + words[n][0]);
    else doubted.push(words[n][0]);
    before = n;
  }
  const quotes = doubted.map((text) => text.trim()).filter(Boolean).map((text) => `“${text}”`);
  const lost = lostNumbers(sentence, words.map(([text]) => text).join(""));
  return [quotes.length && `I am not sure of ${listed(quotes)}.`,
    lost.length && `I lost ${listed(lost)} on the way.`]
    .filter(Boolean).join(" ");
}

/** Whether a text does not look like what this model reads: ids of it, and the probabilities of
 *  the answer's pieces. See is_foreign in tformer/translator/plain.py. */
export function isForeign(translator, source, chances) {
  const { tokenizer } = translator, typed = source.slice(0, -1), text = tokenizer.decode(typed);
  const lettersOf = (text) => [...text].filter((character) => LETTER.test(character)).length;
  const pieces = typed.map((id) => tokenizer.decode([id])), letters = lettersOf(text);
  const spelled = pieces.filter((piece) => LETTER.test(piece)).length;
  const answered = chances.reduce((sum, p) => sum + Math.log(p), 0) / chances.length;
  if (2 * lettersOf(pieces.join("")) < letters) return true;
  const [few, more, most] = SPLINTER, splinter = Math.min(few - more * answered, most);
  if (letters < splinter * spelled && answered < -GUESSED) return true;
  if (text.trim().split(/\s+/).length < 2 || !letters) return false;
  return echo(translator, source) > 3 * answered - COPIED;
}

/** How likely a text is as an answer to itself: the mean log-probability of its pieces. */
export function echo(translator, source) {
  const typed = source.slice(0, -1);
  const logits = translator.logits(source, [translator.tokenizer.bos, ...typed.slice(0, -1)]);
  const V = logits.length / typed.length;
  return typed.reduce((sum, id, t) => sum + logits[t * V + id] -
    logSum(logits.subarray(t * V, (t + 1) * V)), 0) / typed.length;
}

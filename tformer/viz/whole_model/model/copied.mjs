// Numbers, names, addresses and formulas carried over, as in tformer/translator/copied.py.
import { listed, NUMBER, NUMBER_WORDS, numbersKept, UNSURE } from "./doubt.mjs";
import { MONTHS } from "./sentences.mjs";

const TRIES = 4, STRANGE = 3, FIRST = 2;
const NUMERALS = ["5", "4", "6", "3", "11", "2"].map((n) => NUMBER_WORDS[n]);
const NAMES = ["Anna", "Peter", "Maria", "Berlin"].map((name) => [name, name]);
const STAND_INS = {
  number: NUMERALS,
  year: [["2010", "2010"], ...NUMERALS],
  date: [["Dienstag", "Tuesday"], ["Mittwoch", "Wednesday"], ["Freitag", "Friday"]],
  place: [["Berlin", "Berlin"], ["Köln", "Cologne"], ["Wien", "Vienna"]],
  name: NAMES,
  sign: [...NAMES, ...NUMERALS],
};
const UNITS = { "": ["", ""], "€": [" Euro", " euros"], "%": [" Prozent", " percent"] };
const W = "\\p{L}\\p{N}_";
const NOT_AFTER = "(?<![\\p{L}\\p{N}])", NOT_BEFORE = "(?![\\p{L}\\p{N}])";
const IN_NAME = "[A-Za-zÄÖÜäöüß\\-]";
const [GERMAN_MONTHS, ENGLISH_MONTHS] = [0, 1].map((n) => MONTHS.map((pair) => pair[n]).join("|"));
const DIGITS =
  `${NUMBER.source}(?: ${NUMBER.source})*(?:[a-z](?![a-z]))?(?![0-9]|st|nd|rd|th)`;
const TERM = "(?:[0-9][0-9.,]*|[A-Za-z](?![A-Za-z])²?)", BY = "(?: ?[\\-+−*\\/×·:^] ?| x )";
const CARRIED = new RegExp(
  `${NOT_AFTER}(?<sign>[${W}.+\\-]+@[${W}\\-]+(?:\\.[${W}\\-]+)+|` +
  `(?:https?:\\/\\/|www\\.)\\S*[${W}\\/]|[@#][${W}]+|` +
  `[${W}\\-]+\\.(?:de|com|org|net|at|ch|eu)(?:\\/\\S*[${W}\\/])?(?![${W}])|` +
  `${TERM}(?:${BY}${TERM})* ?[=<>≤≥≈] ?${TERM}(?:${BY}${TERM})*|` +
  `[0-9.,]+ [\\-+−*\\/×·x] [0-9.,]*[0-9](?:${BY}[0-9]+)*)|` +
  `(?<place>[A-ZÄÖÜ]${IN_NAME}*(?:stra(?:ß|ss)e|str\\.|weg|allee|gasse|platz)` +
  " [0-9]+[a-z]?(?![A-Za-z0-9])|[0-9]+[a-z]?(?: [A-Z][a-z]+)+ (?:Street|Road|Avenue|Lane))|" +
  `(?<date>[0-9]+\\. ?(?:${GERMAN_MONTHS})(?: [0-9]{4})?|` +
  "[0-9]{1,2}(?<dot>[.\\/])[0-9]{1,2}\\k<dot>[0-9]{4}|" +
  `[0-9]+(?:th|st|nd|rd)?(?: of)? (?:${ENGLISH_MONTHS})(?:,? [0-9]{4})?|` +
  `(?:${ENGLISH_MONTHS}) [0-9]+(?:th|st|nd|rd)?(?:,? [0-9]{4})?)|` +
  `${NOT_AFTER}(?<number>[€$£] ?${DIGITS}|${DIGITS}(?: ?[€$£%‰])?)`, "gu");
const ARTICLE = new RegExp("^(?:d(?:er|ie|as|e[nms])|(?:[mdsk]?ein|unser|eue?r|ihr)(?:e[mnrs]?)?|" +
  "(?:dies|jed|all|viel|welch)e[mnrs]?|im|ins|am|ans|zu[mr]|vom|beim|" +
  "the|an?|my|your|his|her|our|their|th[ei]se?|those)$", "i");
const NAMED = /(Herrn?|Frau|(Mrs?|Ms|Dr|Prof)\.?|heiß(e|t|en)|called|[Nn]ame( is|'s| ist)) $/;
const LARGE = new RegExp(` ([A-ZÄÖÜ][${W}]+)`, "gu");
const LETTERS = /\p{L}+(?:['’\-]\p{L}+)*/gu;
const YEAR = /^(?:19|20)[0-9]{2}$/;
const alone = (words) =>
  new RegExp(`${NOT_AFTER}(?:${words.join("|")})${NOT_BEFORE}`, "giu");

/** How the model reads what was typed, and what is put back into its answer: copies
 *  `{ typed, read, wrote, said }`. */
class Reading {
  constructor(sentence, read, copies = []) {
    Object.assign(this, { sentence, read, copies });
  }

  /** The answer with what was typed in the place of the words that stood in for it. */
  finished(text) {
    if (!this.copies.length) return this.read ? text : this.sentence;
    const typed = new Map(this.copies.map(({ wrote, said }) => [wrote.toLowerCase(), said]));
    return text.replace(alone([...typed.keys()]), (word) => typed.get(word.toLowerCase()));
  }

  /** What was copied, in words; "" if nothing was. */
  said() {
    if (!this.copies.length) return "";
    const [typed, read, wrote] = ["typed", "read", "wrote"]
      .map((name) => listed(this.copies.map((copy) => `“${copy[name]}”`)));
    return `I copied ${listed(this.copies.map(({ said }) => said))} from the source: I read ` +
      `${typed} as ${read} and wrote ${wrote}.`;
  }
}

/** How a sentence has to be read so that all comes through: as it was typed if it does, or if
 *  nothing helps. `say(sentence)`: `{ text, sure }`, the model's answer and the lowest probability
 *  of its words; null for a sentence that is too long. */
export function read(sentence, say, tokenizer) {
  const plain = new Reading(sentence, sentence);
  let carried = carriedParts(sentence);
  let names = carried.length ? [] : possibleNames(sentence, tokenizer);
  if (!carried.length && !names.length) return plain;
  if (carried[0]?.kind === "sign" && !/[\p{L}\p{N}]/u.test(sentence.replace(CARRIED, "")))
    return new Reading(sentence, ""); // a formula or an address alone is the same in every language
  const answer = say(sentence);
  if (answer === null || comesThrough(plain, answer.text)) carried = [];
  names = names.filter((name) => answer !== null && nameLost(name, sentence, answer.text) &&
    answer.sure < UNSURE * Math.min(1, name.pieces / 5));
  const levels = [...new Set(names.map(({ pieces }) => pieces))].sort((a, b) => b - a);
  for (const least of [...levels, Infinity]) { // the strangest names first; at last none
    const strange = names.filter(({ pieces }) => pieces >= least);
    const found = readings(sentence, [...carried, ...strange].sort((a, b) => a.start - b.start))
      .find((reading) => {
        const { text, sure } = say(reading.read) ?? {};
        return text !== undefined && (sure >= UNSURE || !strange.length) &&
          comesThrough(reading, text);
      });
    if (found) return found;
  }
  return plain;
}

/** All that is no word: numbers, dates, addresses, signs. */
const carriedParts = (sentence) => [...sentence.matchAll(CARRIED)].map((found) => {
  const { 0: text, index, groups } = found;
  const kind = ["sign", "place", "date", "number"].find((one) => groups[one] !== undefined);
  const year = YEAR.test(text);
  return { start: index, end: index + text.length, kind: year ? "year" : kind };
});

/** The words that may be names: capitals that training met in pieces, behind no article. */
function possibleNames(sentence, tokenizer) {
  const names = [];
  let before = "";
  for (const { 0: word, index } of small(sentence) ? sentence.matchAll(LETTERS) : []) {
    const lengths = [word, ` ${word}`].map((way) => tokenizer.encode(way).length);
    const pieces = Math.min(...lengths) - (before ? 0 : FIRST);
    const end = index + word.length, last = names.at(-1), [letter] = word;
    if (letter !== letter.toLowerCase() && pieces >= STRANGE && !ARTICLE.test(before)) {
      if (last && sentence.slice(last.end, index) === " ")
        Object.assign(last, { end, pieces: Math.max(pieces, last.pieces) });
      else names.push({ start: index, end, kind: "name", pieces });
    }
    before = word;
  }
  return names;
}

/** Whether a name did not come through. German nouns are written large as well: a name ends in a
 *  vowel as few of them do, or stands behind “Herr”, or the model took it for one: its answer has
 *  another large word that begins like it (the first, if the sentence begins with the name). */
function nameLost({ start, end }, sentence, answer) {
  const next = sentence.slice(end + 1, end + 2);
  if (answer.includes(sentence.slice(start, end)) || (!start && next !== next.toLowerCase()))
    return false; // “Alte Menschen” begins with no name
  const large = !start ? [answer] :
    [...answer.matchAll(LARGE)].map(([, word]) => word).filter((word) => !sentence.includes(word));
  return large.some((word) => word[0] === sentence[start]) ||
    "aiouyé".includes(sentence[end - 1]) || NAMED.test(sentence.slice(0, start));
}

/** Whether a text has small letters. */
const small = (text) => text !== text.toUpperCase();

/** A sentence with words in the place of its parts, none if it has none, in order of trial. */
const readings = (sentence, parts) => !parts.length ? [] :
  Array.from({ length: 2 * TRIES }, (_, n) => stoodIn(sentence, parts, n % 2 === 0, n >> 1));

/** Whether an answer, before anything is put back, has all numbers of a sentence and no other,
 *  and each word that stood in for one once; never so for a date or an address read as it is. */
function comesThrough(reading, answer) {
  const { sentence, copies } = reading;
  const lost = ({ start, end, kind }) => kind === "date" || kind === "place" ||
    ((kind === "sign" || /[$£%‰]/.test(sentence.slice(start, end))) &&
      !answer.includes(sentence.slice(start, end)));
  if (!copies.length && carriedParts(sentence).some(lost)) return false;
  return copies.every(({ wrote }) => answer.match(alone([wrote]))?.length === 1) &&
    numbersKept(sentence, reading.finished(answer));
}

/** A reading in which the words from the `first` of each kind on stand for the parts. */
function stoodIn(sentence, parts, german, first) {
  const copies = [], here = german ? 0 : 1, lower = (words) => words.map((w) => w.toLowerCase());
  const used = new Set(lower(sentence.match(/[\p{L}\p{N}]+/gu) ?? []));
  let read = "", behind = 0;
  for (const { start, end, kind } of parts) {
    const text = sentence.slice(start, end), all = STAND_INS[kind], from = first % all.length;
    read += sentence.slice(behind, start);
    behind = end;
    const pair = [...all.slice(from), ...all.slice(0, from)]
      .find((words) => !lower(words).some((word) => used.has(word)));
    if (!pair) {
      read += text;
      continue;
    }
    lower(pair).forEach((word) => used.add(word));
    const unit = UNITS[["%", "€"].find((one) => text.includes(one)) ?? ""];
    const same = kind === "place" || kind === "name" || kind === "sign";
    const said = same ? text : translated(text.replace(/^[€ ]+|[€ ]+$/g, ""), german);
    const stands = pair[here] + unit[here];
    const wrote = pair[1 - here] + (text.includes("%") ? unit[1 - here] : "");
    copies.push({ typed: text, read: stands, wrote, said });
    read += stands + (/^[\p{L}\p{N}]/u.test(sentence.slice(end)) ? " " : "");
  }
  return new Reading(sentence, read + sentence.slice(behind), copies);
}

/** What was typed, as it is written in the other language: 1.299,50 is 1,299.50. */
function translated(typed, german) {
  const [here, there] = german ? [0, 1] : [1, 0];
  const month = MONTHS.find((pair) => typed.includes(pair[here]));
  if (month) {
    const [day, ...year] = typed.match(/[0-9]+/g);
    return [day + (german ? "" : "."), month[there], ...year].join(" ");
  }
  const swaps = german ? /^[0-9]+(?:\.[0-9]{3})*(?:,[0-9]+)?$/ :
    /^[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?$/;
  return swaps.test(typed) ? typed.replace(/[.,]/g, (mark) => (mark === "," ? "." : ",")) : typed;
}

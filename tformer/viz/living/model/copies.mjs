// Numbers, dates and addresses carried over as they were typed, as tformer/copies.py does it.
import { listed, NUMBER, NUMBER_WORDS, numbersKept } from "./doubt.mjs";

const TRIES = 4, NUMERALS = ["5", "4", "6", "3", "11", "2"].map((n) => NUMBER_WORDS[n]);
const STAND_INS = {
  number: NUMERALS,
  year: [["2010", "2010"], ...NUMERALS],
  date: [["Dienstag", "Tuesday"], ["Mittwoch", "Wednesday"], ["Freitag", "Friday"]],
  place: [["Berlin", "Berlin"], ["Köln", "Cologne"], ["Wien", "Vienna"]],
};
const MONTHS = [["Januar", "January"], ["Februar", "February"], ["März", "March"],
  ["April", "April"], ["Mai", "May"], ["Juni", "June"], ["Juli", "July"], ["August", "August"],
  ["September", "September"], ["Oktober", "October"], ["November", "November"],
  ["Dezember", "December"]];
const NOT_AFTER = "(?<![\\p{L}\\p{N}])", NOT_BEFORE = "(?![\\p{L}\\p{N}])";
const IN_NAME = "[A-Za-zÄÖÜäöüß\\-]";
const [GERMAN_MONTHS, ENGLISH_MONTHS] = [0, 1].map((n) => MONTHS.map((pair) => pair[n]).join("|"));
const DIGITS =
  `${NUMBER.source}(?: ${NUMBER.source})*(?:[a-z](?![a-z]))?(?![0-9]|st|nd|rd|th)`;
const CARRIED = new RegExp(
  `(?<place>[A-ZÄÖÜ]${IN_NAME}*(?:stra(?:ß|ss)e|str\\.|weg|allee|gasse|platz)` +
  " [0-9]+[a-z]?(?![A-Za-z0-9])|[0-9]+[a-z]?(?: [A-Z][a-z]+)+ (?:Street|Road|Avenue|Lane))|" +
  `(?<date>[0-9]+\\. ?(?:${GERMAN_MONTHS})(?: [0-9]{4})?|[0-9]{1,2}([./])[0-9]{1,2}\\3[0-9]{4}|` +
  `[0-9]+(?:th|st|nd|rd)?(?: of)? (?:${ENGLISH_MONTHS})(?:,? [0-9]{4})?|` +
  `(?:${ENGLISH_MONTHS}) [0-9]+(?:th|st|nd|rd)?(?:,? [0-9]{4})?)|` +
  `${NOT_AFTER}(?<number>€ ?${DIGITS}|${DIGITS}(?: ?€)?)`, "gu");
const YEAR = /^(?:19|20)[0-9]{2}$/;
const alone = (words) =>
  new RegExp(`${NOT_AFTER}(?:${words.join("|")})${NOT_BEFORE}`, "giu");

/** How the model reads what was typed, and what is put back into its answer: copies
 *  `{ typed, read, wrote, said }`. */
class Reading {
  constructor(typed, sentence, copies = []) {
    Object.assign(this, { typed, sentence, copies });
  }

  /** The answer with what was typed in the place of the words that stood in for it. */
  finished(text) {
    if (!this.copies.length) return text;
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

/** How a sentence has to be read so that its numbers come through: as it was typed if they do, or
 *  if nothing helps. `say(sentence)`: what the model writes, null for one that is too long. */
export function read(typed, say) {
  const through = (reading) => comesThrough(reading, say(reading.sentence));
  const plain = new Reading(typed, typed), ways = readings(typed);
  return !ways.length || through(plain) ? plain : ways.find(through) ?? plain;
}

/** A sentence with words in the place of its numbers, none if it has none, in order of trial. */
function readings(typed) {
  if (typed.search(CARRIED) < 0) return [];
  return Array.from({ length: 2 * TRIES }, (_, n) => stoodIn(typed, n % 2 === 0, n >> 1));
}

/** Whether an answer, before anything is put back, has all numbers of a sentence and no other,
 *  and each word that stood in for one once; never so for a date or an address read as it is. */
const comesThrough = (reading, answer) => answer !== null &&
  (reading.copies.length > 0 ||
    [...reading.typed.matchAll(CARRIED)].every(({ groups: { number } }) => number)) &&
  reading.copies.every(({ wrote }) => answer.match(alone([wrote]))?.length === 1) &&
  numbersKept(reading.typed, reading.finished(answer));

function stoodIn(sentence, german, first) {
  const copies = [], here = german ? 0 : 1, small = (words) => words.map((w) => w.toLowerCase());
  const used = new Set(small(sentence.match(/[\p{L}\p{N}]+/gu) ?? []));
  const read = sentence.replace(CARRIED, (typed, ...more) => {
    const { place, date } = more.at(-1), end = more.at(-3) + typed.length;
    const kind = place ? "place" : date ? "date" : YEAR.test(typed) ? "year" : "number";
    const all = STAND_INS[kind], start = first % all.length;
    const pair = [...all.slice(start), ...all.slice(0, start)]
      .find((words) => !small(words).some((word) => used.has(word)));
    if (!pair) return typed;
    small(pair).forEach((word) => used.add(word));
    const euros = typed.includes("€") ? (german ? " Euro" : " euros") : "";
    const said = place ? typed : translated(typed.replace(/^[€ ]+|[€ ]+$/g, ""), german);
    copies.push({ typed, read: pair[here] + euros, wrote: pair[1 - here], said });
    return copies.at(-1).read + (/^[\p{L}\p{N}]/u.test(sentence.slice(end)) ? " " : "");
  });
  return new Reading(sentence, read, copies);
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

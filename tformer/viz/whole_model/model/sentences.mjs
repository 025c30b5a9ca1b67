// Where a sentence ends, as tformer/translator/sentences.py says it.

export const MONTHS = [["Januar", "January"], ["Februar", "February"], ["März", "March"],
  ["April", "April"], ["Mai", "May"], ["Juni", "June"], ["Juli", "July"], ["August", "August"],
  ["September", "September"], ["Oktober", "October"], ["November", "November"],
  ["Dezember", "December"]];
const SHORT = "Dr|Prof|Dipl|Ing|Hr|Hrn|Fr|Frl|St|Mr|Mrs|Ms|Jr|Sr|Mt|bzw|ca|evtl|ggf|inkl|exkl|" +
  "max|min|Mio|Mrd|Tel|vgl|vs|ehem|geb|gest|sog|approx|dept|est";
const NUMBERED = new RegExp("^(?:Nr|No|Abs|Abb|Art|Bd|Kap|[Ff]ig|[\\p{L}\\p{N}_]*[Ss]tr|" +
  "Jan|Febr?|Mär|Mar|Apr|Jun|Jul|Aug|Sept?|Okt|Oct|Nov|Dez|Dec)$", "u");
const MONTH = new RegExp(`^(?:${MONTHS.flat().join("|")})`);
const SPACE = "[ \\t\\r\\n\\u00a0\\u2000-\\u200a\\u202f\\u3000]";
const OPENING = "[\"„“»«‚‘’'(\\[¿¡]";
const STOP = new RegExp(
  "(?<stop>[.!?…]+)(?<closed>[\"“”»«’'‘)\\]]*)" +
  `(?:${SPACE}+[^\\p{L}\\p{N}_ \\t\\r\\n\\u00a0"„“”»«‚‘’'([¿¡]+)*` +
  `(?<blank>${SPACE}+)(?=${OPENING}*(?<next>[\\p{L}\\p{N}_]))`, "gu");
const WHOLE = new RegExp(`^(?:${SHORT}|(?![ap]\\.m)(?:[\\p{L}\\p{N}_]\\.)*\\p{L})$`, "u");
const ORDINAL = new RegExp("(?:^|(?<![\\p{L}\\p{N}_])(?:am|der|die|das|den|dem|des|dieser|diesem|" +
  `jede[rnms]|im|vom|zum|zur|beim|bis|ab|seit|und)${SPACE})[0-9]{1,2}$`, "iu");
const count = (text, signs) => [...text].filter((one) => signs.includes(one)).length;
const QUOTES = '"„“”»«';

/** The sentences of a text, each with the blanks behind it: `[sentence, blank]`. */
export function splitSentences(text) {
  const found = [];
  let start = 0;
  for (const end of text.matchAll(STOP)) {
    if (goesOn(text, start, end)) continue;
    const { blank } = end.groups, next = end.index + end[0].length;
    found.push([text.slice(start, next - blank.length), blank]);
    start = next;
  }
  return [...found, [text.slice(start), ""]];
}

/** Whether a sentence goes on behind what looks like its end. */
function goesOn(text, start, end) {
  const { stop, closed, blank, next } = end.groups, behind = end.index + end[0].length;
  const before = text.slice(start, behind - blank.length), after = text.slice(behind);
  const lower = (some) => some === some.toLowerCase() && some !== some.toUpperCase();
  if (!/[\p{L}\p{N}_]/u.test(before)) return true;
  if (count(before, QUOTES) % 2 && count(after, QUOTES)) return true; // not yet closed
  if (count(before, "(") > count(before, ")") && after.includes(")")) return true;
  if (stop !== ".") // “Halt!” rief er; aber … nein
    return lower(next) && (closed !== "" || /^[.…]+$/.test(stop));
  const sentence = text.slice(start, end.index), [word] = sentence.match(/[^ "„“”»«‚‘(]*$/);
  if (/^[0-9]+$/.test(word)) return lower(next) || ORDINAL.test(sentence) || MONTH.test(after);
  return (/^[0-9]/.test(next) && NUMBERED.test(word)) || WHOLE.test(word) ||
    (lower(next) && !lower(text));
}

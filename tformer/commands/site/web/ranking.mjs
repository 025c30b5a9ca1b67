// What the search of the pages finds, and in which order.

/** The sections of all pages; the first of a lesson knows its topic, which its file is named by. */
export const indexed = (pages) => Object.entries(pages).flatMap(([page, sections]) => sections.map(
  ([id, title, text], n) => ({ page, id, title, lesson: sections[0][1], text,
    topic: n ? "" : page.replace(/^\d+[a-z]?_|\.html$/g, "").replaceAll("_", " ") })));

/** Words that begin with a term: "rope" is not in "property". */
export const begins = (term) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/[- ]/g, "[- ]")}`, "giu");

// Words of a question that say nothing of what is asked.
const FILLER = /(?<![\p{L}-])(an?|the|is|are|do|does|how|why|what|when|which|can|i|it|of|to|in|by|works?)(?![\p{L}-])|[?!]/gu;

/** Sections in which what is typed is found, the likeliest first: a lesson of that name, then a title,
 *  then the text; where a synonym is found it counts less. `also`: synonyms by what is typed. */
export function ranked(index, asked, also) {
  const typed = asked.replace(FILLER, "").trim().replace(/ +/g, " ") || asked;
  const points = (one, { term, found }) => {
    const times = (text) => text.match(found)?.length ?? 0;
    return (one.topic === term.replaceAll("-", " ") ? 60 : times(one.topic) && 30) + (times(one.title) && 20) +
      Math.min(5, times(one.text));
  };
  const terms = (some) => [some, ...Object.keys(also).flatMap((said) =>
    said === some || some.length > 3 && said.startsWith(some) ? also[said] : [])]
    .map((term) => ({ term, found: begins(term) }));
  const best = (one, several) => several.map((term, n) =>
    [points(one, term) / (1 + Math.min(n, 1)), term.term]).sort((a, b) => b[0] - a[0])[0];
  const [all, words] = [terms(typed), typed.split(" ").map(terms)];
  return index.map((one) => {
    const [whole, term] = best(one, all), each = words.map((several) => best(one, several));
    const sum = each.every(([p]) => p) ? each.reduce((before, [p]) => before + p / each.length, 0) : 0;
    return whole >= sum ? { ...one, score: whole, term } : { ...one, score: sum, term: each[0][1] };
  }).filter(({ score }) => score).sort((a, b) => b.score - a.score);
}

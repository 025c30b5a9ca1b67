// The answer in large letters: each word tinted by its doubt, the unsure ones marked, and what the
// translator says of them; or, where there is no answer, why.
import { make, makeButton } from "./dom.mjs";
import { answerWords, quoted, unmet } from "./film.mjs";

const OTHERWISE = { beam: "Beam search", greedy: "Greedy" };

export class AnswerLine {
  /** `onSeek(t)`: the reader wants to see piece t being written. The answer is there at once;
   *  words that the film has not reached are paler. `onPart(n)`: sentence n is wanted. */
  constructor(host, { onSeek, onPart = () => {} }) {
    Object.assign(this, { onSeek, onPart });
    this.foreign = make(host, "p", { className: "lm-foreign", hidden: true }, { role: "status" });
    this.line = make(host, "p", { className: "lm-answer" },
      { role: "group" });
    this.parts = make(host, "p", { className: "lm-copies", hidden: true }, { role: "status" });
    this.copied = make(host, "p", { className: "lm-copies", hidden: true }, { role: "status" });
    this.doubt = make(host, "p", { className: "lm-doubt", hidden: true }, { role: "status" });
    this.other = make(host, "p", { className: "lm-other" });
    this.strange = make(host, "p", { className: "lm-strange", hidden: true }, { role: "status" });
    this.alarm = make(host, "p", { className: "lm-alarm", hidden: true }, { role: "alert" });
    this.words = [];
  }

  /** A new answer; words that another answer did not have are marked. */
  set(film, others, before) {
    const words = answerWords(film), known = new Set(before ?? words.map((word) => word.text));
    this.alarm.hidden = true;
    this.alarm.textContent = "";
    this.line.lang = film.languages[1] === "English" ? "en" : "de";
    this.line.setAttribute("aria-label", film.languages[1]);
    this.line.hidden = this.other.hidden = false;
    this.line.replaceChildren();
    const unsure = new Set(film.unsure);
    this.words = words.map((word) => {
      if (word.blank) this.line.append(" ");
      const how = word.wrote ? `copied, where the model wrote ${quoted(word.wrote)}: ` : "";
      const button = makeButton(this.line, word.text, () => this.onSeek(word.last),
        { title: `${word.text}: ${how}${word.sure.toFixed(2)}`, class: "lm-word" });
      button.classList.toggle("lm-copied", Boolean(word.wrote));
      button.style.setProperty("--doubt", (1 - word.sure).toFixed(3));
      button.classList.toggle("lm-new", !known.has(word.text));
      button.classList.toggle("lm-unsure", unsure.has(film.target_word[word.first]));
      return { ...word, button };
    });
    if (!film.ended) make(this.line, "span", { className: "lm-cut",
      textContent: " … no end in sight" });
    this.around(film);
    this.say(this.foreign, film.foreign ? `This does not look ${film.languages[0]} to me: what ` +
      "I make of it is a guess." : "");
    this.say(this.copied, film.copied);
    this.say(this.doubt, film.doubt);
    this.other.replaceChildren(...this.compare(film, others));
    const letters = unmet(film);
    this.say(this.strange, letters.length ?
      `Of these letters it knows only the bytes: \u2068${letters.join(" ")}\u2069` : "");
  }

  /** The translations of the other sentences of a text, each a button that asks for its film. */
  around({ all = [], part = 0 }) {
    const own = [...this.line.childNodes];
    this.line.replaceChildren();
    all.forEach((text, n) => {
      if (n === part) this.line.append(...own, " ");
      else makeButton(this.line, `${text.trim()} `, () => this.onPart(n),
        { title: `Show sentence ${n + 1} in the picture`, class: "lm-word lm-ahead" });
    });
    if (!all.length) this.line.append(...own);
    this.say(this.parts, all.length ? `The picture shows sentence ${part + 1} of ${all.length}: ` +
      "press another one to see it." : "");
  }

  /** More to doubt, found out later. */
  add(doubt) {
    if (doubt) this.say(this.doubt, `${this.doubt.textContent} ${doubt}`.trim());
  }

  /** A line that is there only while it says something. */
  say(line, text = "") {
    line.hidden = !text;
    line.textContent = text;
  }

  /** What the model says with every part on, or chosen in another way. */
  compare(film, others) {
    const line = document.createElement("span"), whole = others.find(({ how }) => how === "whole");
    const say = (text, strong) => make(line, strong ? "em" : "span", { textContent: text });
    const percent = (x) => `${Math.round(100 * x)} %`;
    if (whole) {
      const same = whole.text.trim() === film.text;
      say(same ? "With every part on it writes the same" : "With every part on: ");
      if (!same) say(whole.text.trim(), true);
      say(`${same ? ", but it was" : " It was"} ${percent(whole.sure)} sure of each piece of ` +
        `this, now ${percent(whole.sure_now)}.`);
      return [line];
    }
    const rest = others.filter(({ text }) => text.trim() !== film.text);
    const same = others.filter(({ text }) => text.trim() === film.text);
    for (const { how, text } of rest) {
      say(`${OTHERWISE[how]}: `);
      say(`${text.trim()} `, true);
    }
    if (same.length) say(`${same.map(({ how }) => OTHERWISE[how]).join(" and ")} ` +
      `${same.length > 1 ? "write" : "writes"} the same.`);
    return [line];
  }

  /** What is not yet written is paler. */
  reveal(film, time, at) {
    for (const word of this.words)
      word.button.classList.toggle("lm-ahead", time.decoder(word.last, "write", at) < 1);
  }

  /** The beginning of an answer that is still being written. */
  draft(text) {
    this.rest().forEach((line) => (line.hidden = true));
    this.alarm.hidden = true;
    this.line.hidden = false;
    this.words = [];
    this.line.replaceChildren();
    make(this.line, "span", { className: "lm-cut", textContent: `${text} …` });
  }

  /** What is said around an answer. */
  rest() { return [this.foreign, this.parts, this.copied, this.doubt, this.other, this.strange]; }

  /** No answer: the old one goes, the reason stands in its place. */
  fail(message) {
    this.rest().forEach((line) => (line.hidden = true));
    this.line.hidden = true;
    this.line.replaceChildren();
    this.words = [];
    this.alarm.hidden = false;
    this.alarm.textContent = message;
  }
}

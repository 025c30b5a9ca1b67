// The answer in large letters: each word tinted by its doubt; or, where there is none, why.
import { make, makeButton } from "./dom.mjs";
import { answerWords, unmet } from "./film.mjs";

const OTHERWISE = { beam: "Beam search", greedy: "Greedy" };

export class AnswerLine {
  /** `onSeek(t)`: the reader wants to see piece t being written. `ahead`: an answer is there at
   *  once, and words that the film has not reached are only paler. */
  constructor(host, { onSeek, ahead = false }) {
    Object.assign(this, { onSeek, ahead });
    this.line = make(host, "p", { className: "lm-answer" },
      { role: "group" });
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
    this.words = words.map((word) => {
      if (word.blank) this.line.append(" ");
      const button = makeButton(this.line, word.text, () => this.onSeek(word.last),
        { title: `${word.text}: ${word.sure.toFixed(2)}`, class: "lm-word" });
      button.style.setProperty("--doubt", (1 - word.sure).toFixed(3));
      button.classList.toggle("lm-new", !known.has(word.text));
      return { ...word, button };
    });
    if (!film.ended) make(this.line, "span", { className: "lm-cut",
      textContent: " … no end in sight" });
    this.other.replaceChildren(...this.compare(film, others));
    const letters = unmet(film);
    this.strange.hidden = !letters.length;
    this.strange.textContent = letters.length ?
      `Of these letters it knows only the bytes: \u2068${letters.join(" ")}\u2069` : "";
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

  /** Only what is written by now can be seen. */
  reveal(film, time, at) {
    for (const word of this.words) {
      const there = time.decoder(word.last, "write", at) >= 1;
      word.button.style.visibility = there || this.ahead ? "" : "hidden";
      word.button.classList.toggle("lm-ahead", !there);
    }
    this.other.style.visibility = at >= time.end || this.ahead ? "" : "hidden";
  }

  /** The beginning of an answer that is still being written. */
  draft(text) {
    this.alarm.hidden = this.other.hidden = this.strange.hidden = true;
    this.line.hidden = false;
    this.words = [];
    this.line.replaceChildren();
    make(this.line, "span", { className: "lm-cut", textContent: `${text} …` });
  }

  /** No answer: the old one goes, the reason stands in its place. */
  fail(message) {
    this.line.hidden = this.other.hidden = this.strange.hidden = true;
    this.line.replaceChildren();
    this.words = [];
    this.alarm.hidden = false;
    this.alarm.textContent = message;
  }
}

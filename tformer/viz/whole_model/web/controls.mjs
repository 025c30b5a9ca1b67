// What the reader sets: the sentence, how the next piece is chosen, which parts are off.
import { make, makeButton } from "./dom.mjs";
import { partName } from "./parts.mjs";

const langOf = (language) => (language === "English" ? "en" : "de");

/** The sentence, typed or picked. `onAsk(typed)` hears it at Enter or when a hand rests;
 *  `onTyping()` the first key, `onRead(language)` what it shall be read as. `reads`: the language
 *  of each sentence to pick; `both`: whether either language may be typed. */
export class SentenceRow {
  constructor(host, { sentences, reads, both, fixed, onAsk, onRead, onTyping = () => {} }) {
    const top = make(host, "div"), label = make(top, "label", { className: "lm-ask" });
    Object.assign(this, { first: reads[0], onRead });
    this.name = make(label, "span");
    this.input = make(label, "input", { type: "text", spellcheck: false, maxLength: 400,
      placeholder: `Type a sentence in German${both ? " or English" : ""} and press Enter` });
    this.input.addEventListener("input", onTyping);
    this.input.disabled = fixed;
    this.input.addEventListener("change", () => onAsk(this.input.value));
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") onAsk(this.input.value);
    });
    this.word = make(top, "p", { className: "lm-read", hidden: true }, { role: "status" });
    const box = make(host, "div", { className: "lm-picks" },
      { role: "group", "aria-label": "Sentences to pick" });
    this.picks = sentences.map((text, n) => makeButton(box, text, () => {
      this.input.value = text;
      onAsk(text);
    }, { title: text, lang: langOf(reads[n]) }));
    this.tell(reads);
  }

  /** The language that a sentence was taken for, and where that is worth a word (`asked`: the
   *  reader has said it), a way to the other one, if `turns`. */
  tell([reads, writes], asked = null, turns = false) {
    this.name.textContent = reads;
    this.input.lang = langOf(reads);
    this.word.hidden = reads === this.first && !asked;
    this.word.textContent = `Read as ${reads}. `;
    if (turns) makeButton(this.word, `Read it as ${writes}`, () => this.onRead(writes));
  }

  show(typed) {
    if (document.activeElement !== this.input) this.input.value = typed;
    for (const pick of this.picks)
      pick.setAttribute("aria-pressed", String(pick.textContent === typed));
  }
}

function slider(host, label, { min, max, step, read }, onInput) {
  const box = make(host, "label", { className: "lm-slider" });
  make(box, "span", { textContent: label });
  const input = make(box, "input", { type: "range", min, max, step }, { "aria-label": label });
  const shown = make(box, "output");
  const tell = () => {
    shown.textContent = read(+input.value);
    input.setAttribute("aria-valuetext", shown.textContent);
  };
  input.addEventListener("input", () => (tell(), onInput(+input.value)));
  return {
    input, box,
    set(value) {
      if (+input.value !== value) input.value = value;
      tell();
    },
  };
}

const WAYS = [["beam", "Beam search"], ["greedy", "Greedy"], ["sample", "Sampling"]];
const TOP_K = [1, 2, 3, 5, 10, 20, 50, 0]; // 0 keeps all

/** Greedy, beam search, or a draw with temperature and top-k. */
export class ChoiceRow {
  constructor(host, { name, onChoice }) {
    this.onChoice = onChoice;
    const set = make(host, "fieldset", { className: "lm-choice" });
    make(set, "legend", { textContent: "Next piece by" });
    this.radios = WAYS.map(([value, text]) => {
      const label = make(set, "label");
      const input = make(label, "input", { type: "radio", name, value });
      label.append(text);
      input.addEventListener("change", () => onChoice({ choose: value }));
      return input;
    });
    this.temperature = slider(set, "temperature",
      { min: 0.2, max: 2.5, step: 0.1, read: (x) => x.toFixed(1) },
      (temperature) => onChoice({ temperature }));
    this.top = slider(set, "top-k", { min: 0, max: TOP_K.length - 1, step: 1,
      read: (n) => TOP_K[n] ? String(TOP_K[n]) : "all" },
      (n) => onChoice({ top_k: TOP_K[n] || null }));
    this.again = makeButton(set, "Draw again", () => onChoice({ seed: this.seed + 1 }));
  }

  show({ choose, temperature, top_k, seed }, allowed) {
    this.seed = seed;
    for (const radio of this.radios) {
      radio.checked = radio.value === choose;
      radio.disabled = !allowed(radio.value);
    }
    this.temperature.set(temperature);
    this.top.set(Math.max(0, TOP_K.indexOf(top_k ?? 0)));
    for (const { box } of [this.temperature, this.top]) box.hidden = choose !== "sample";
    this.again.hidden = choose !== "sample";
  }
}

/** The parts that are off, each with a way back. */
export class OffRow {
  constructor(host, { onSwitch, onWhole }) {
    Object.assign(this, { onSwitch, onWhole });
    this.box = make(host, "div", { className: "lm-offs" },
      { role: "group", "aria-label": "Parts that are off" });
  }

  show(off, film) {
    this.box.replaceChildren();
    if (!off.length) {
      make(this.box, "span", { className: "lm-hint",
        textContent: "Press any part of the picture: what it is, and a switch to turn it off." });
      return;
    }
    make(this.box, "span", { textContent: "Off:" });
    for (const id of off) {
      const name = partName(id, film);
      makeButton(this.box, `${name} ×`, () => this.onSwitch(id),
        { "aria-label": `Switch on: ${name}` });
    }
    makeButton(this.box, "Everything on", this.onWhole);
  }
}

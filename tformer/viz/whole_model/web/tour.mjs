// The guided tour: six steps, each played in the picture itself at the moment that shows it.
import { HANDS } from "./dock.mjs";
import { make, makeButton } from "./dom.mjs";
import { peak, quoted } from "./film.mjs";
import { partName } from "./parts.mjs";

const BEGUN = "tformer tour"; // kept in the browser once the tour has begun by itself

/** The steps for a film: what is said, the part that is shown, the moments from where to where, and
 *  what is switched off. The last one leaves the reader to it. */
export function tourSteps(film, time, { d_model, vocab_size }) {
  const every = vocab_size.toLocaleString("en");
  const looks = Array.from({ length: film.T }, (_, t) => Math.max(...film.whole(t)));
  const t = peak(looks), row = film.whole(t), wrote = quoted(film.target[t]);
  const head = { h: 0, q: 0, k: 0, weight: 0 }, off = [`decoder.${film.layers - 1}`];
  const begin = time.previous(time.written(t));
  const words = film.source.map((piece) => /^\s*\p{L}/u.test(piece));
  for (let h = 0; h < film.heads; h++) film.map("encoder", 0, h).forEach((weight, i) => {
    const q = Math.floor(i / film.S), k = i % film.S;
    if (q !== k && words[q] && words[k] && weight > head.weight)
      Object.assign(head, { h, q, k, weight });
  });
  const most = (weight, piece) => `most from ${quoted(piece)} (${weight.toFixed(2)})`;
  const step = (name, says, part, from, to, more = []) =>
    ({ name, says, part, from, to, off: more });
  return [
    step("Pieces", `A model reads no letters. The sentence is cut into ${film.S} pieces that it ` +
      `knows, and each piece becomes ${d_model} numbers.`, "source", 0, 2),
    step("Waves", "A wave is added to the numbers of each piece, at every place another one: so " +
      "the model can tell first from last.", "src_embedding", 2, 3),
    step("One head", "This small map is one head. Each row is a piece, and dark cells say from " +
      `which pieces it takes: ${quoted(film.source[head.q])} takes ` +
      `${most(head.weight, film.source[head.k])}.`, `encoder.0.self_attention.${head.h}`, 3, 4),
    step("Cross-attention", `While the decoder writes ${wrote}, lines run to the pieces that it ` +
      `takes from: ${most(row[peak(row)], film.source[peak(row)])}.`, "cross", begin,
    time.written(t) - 2),
    step("Next piece", `Each of the ${every} pieces gets a probability; ` +
      `the eight likeliest stand here. It writes ${wrote}, reads it, and begins anew.`, "bars",
    time.written(t) - 2, time.written(t)),
    step("One part off", `${partName(off[0], film)} is switched off. Above stands what the ` +
      "translator writes now, and below it what it writes with every part on.", off[0], time.end,
    time.end, off),
    step("Now yours", "Type a sentence in German or English, or press any part of the picture.",
      null, time.end, time.end),
  ];
}

export class Tour {
  constructor(host, view) {
    Object.assign(this, { view, n: -1, told: null });
    const box = this.box = make(host, "section", { className: "lm-tour", hidden: true },
      { "aria-label": "Tour in six steps" });
    this.text = make(box, "p", {}, { role: "status" });
    this.back = makeButton(box, "Back", () => this.go(this.n - 1));
    this.next = makeButton(box, "Next", () => this.go(this.n + 1), { class: "lm-next" });
    makeButton(box, "×", () => this.stop(), { "aria-label": "End the tour" });
    const keys = { Escape: () => this.stop(), ArrowRight: () => this.next.click(),
      ArrowLeft: () => this.back.click() };
    box.addEventListener("keydown", ({ key }) => keys[key]?.());
  }

  get on() { return this.n >= 0; }

  start() {
    this.view.clock.onEnd = () => {};
    this.go(0);
    this.next.focus();
  }

  /** To a step; where it wants another film it is shown when that has come. */
  go(n) {
    const { view } = this, steps = tourSteps(view.film, view.time, view.page.about);
    const { name, says, part, off } = steps[n], place = n < 6 ? `${n + 1} of 6 · ` : "";
    this.n = n;
    this.told = part;
    this.box.hidden = false;
    view.now.hidden = true;
    this.text.replaceChildren();
    make(this.text, "b", { textContent: `${place}${name}. ` });
    this.text.append(says);
    this.back.disabled = !n;
    this.next.hidden = n === 6;
    view.card.close();
    if (JSON.stringify(off) !== JSON.stringify(view.asked.off)) view.want({ off });
    else this.shown();
    if (n === 6) view.sentence.input.select();
  }

  /** The film of this step is there. */
  shown() {
    if (!this.on) return;
    const { clock, film, time, page, picture } = this.view;
    const { from, to, part } = tourSteps(film, time, page.about)[this.n];
    clock.seek(from);
    clock.play(to);
    const place = part && picture.buttons.querySelector(`[data-id^="${part}"]`);
    const seen = place?.getBoundingClientRect();
    if (seen && (seen.top < 0 || seen.bottom > innerHeight))
      place.scrollIntoView({ block: "center" });
  }

  /** What the tour switched off is on again; `ask`: unless another film is asked for anyway. */
  stop(ask = true) {
    if (!this.on) return;
    const { view } = this;
    Object.assign(this, { n: -1, told: null });
    this.box.hidden = true;
    view.now.hidden = false;
    if (!ask) view.asked = { ...view.asked, off: [] };
    else if (view.asked.off.length) view.want({ off: [] });
    view.redraw();
  }

  /** Begins by itself when the first film has ended and no hand has moved, once in a browser. */
  byItself() {
    const { clock } = this.view, touched = new AbortController();
    for (const hand of HANDS)
      addEventListener(hand, () => touched.abort(), { capture: true, signal: touched.signal });
    clock.onEnd = () => {
      clock.onEnd = () => {};
      try {
        if (touched.signal.aborted || localStorage.getItem(BEGUN)) return;
        localStorage.setItem(BEGUN, "seen");
      } catch { return; } // a browser that keeps nothing would begin each time
      this.go(0);
    };
  }
}

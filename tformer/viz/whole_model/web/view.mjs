// The living model on a page: its rows put together, and what happens when something is pressed.
import { keepKeys } from "../../common/web/controls.js";
import { onTheme } from "../../common/web/theme.js";
import { AnswerLine } from "./answer.mjs";
import { PartCard } from "./card.mjs";
import { ChoiceRow, OffRow, SentenceRow } from "./controls.mjs";
import { LivingDock } from "./dock.mjs";
import { comingBar, make, makeButton } from "./dom.mjs";
import { answerWords, unpackFilm } from "./film.mjs";
import { LivingPicture } from "./picture.mjs";
import { Playback } from "./play.mjs";
import { inWords, momentSentence, timeline } from "./time.mjs";
import { Tour } from "./tour.mjs";
import { Transport } from "./transport.mjs";
import { addCount } from "./yours.mjs";

let views = 0;

/** `page`: what stays (sentences, sizes, lessons); `ask(asked)` wants another film, which comes by
 *  `show(shown)`; `has(asked)` says whether it can come; `state` outlives the view. `more`:
 *  `onTyping` (see SentenceRow). */
export class LivingView {
  constructor(host, { page, ask, has = () => true, fixed = false, state = {}, time, ...more }) {
    Object.assign(this, { page, ask, has, state, film: null, time: null,
      asked: { ...page.start } });
    const root = this.root = make(host, "section", { className: "tf-living" },
      { "aria-label": "A translator at work" });
    root.dataset.lmSuppressShortcuts = "true";
    keepKeys(root);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.clock = new Playback(() => this.tick(this.dock.away && this.clock.playing), { still });
    const top = make(root, "div", { className: "lm-top" });
    this.sentence = new SentenceRow(make(top, "div", { className: "lm-in" }), {
      ...page, fixed, ...more, onRead: (reads) => this.want({ reads }),
      onAsk: (typed) =>
        (this.tour.stop(false), this.want({ typed, part: 0, reads: null })) });
    this.answer = new AnswerLine(make(top, "div", { className: "lm-out" }), {
      onSeek: (t) => (this.clock.pause(), this.clock.seek(this.time.written(t))),
      onPart: (part) => this.want({ part }) });
    this.coming = comingBar(root);
    const bar = make(root, "div", { className: "lm-bar" });
    makeButton(bar, "Tour in six steps", () => this.tour.start(), { class: "lm-begin" });
    this.transport = new Transport(bar, this.clock);
    this.choice = new ChoiceRow(bar, { name: `lm-choice-${++views}`,
      onChoice: (change) => this.want(change) });
    this.now = make(root, "p", { className: "lm-now" });
    this.tour = new Tour(root, this);
    this.picture = new LivingPicture(root, { yours: page.yours,
      onPress: (id) => this.press(id), onHover: (id) => ((this.hover = id), this.redraw()) });
    this.card = new PartCard(this.picture.stage, { about: page.about, lessons: page.lessons,
      yours: page.yours, time, ending: page.ending, onSwitch: (id) => this.turn(id),
      onClose: (back) => (this.redraw(), back && this.picture.focus(back)) });
    this.card.canSwitch = (id) => has({ ...this.asked, off: [...this.asked.off, id] });
    addCount(root, page.yours);
    this.offs = new OffRow(root, { onSwitch: (id) => this.turn(id),
      onWhole: () => this.want({ off: [] }) });
    const words = this.words = make(root, "details", { className: "lm-words" });
    make(words, "summary", { textContent: "In words" });
    this.list = make(words, "ol");
    this.live = make(root, "p", { className: "lm-live" },
      { role: "status", "aria-live": "polite" });
    this.dock = new LivingDock(this);
    this.sized = new ResizeObserver(() => this.arrange());
    this.sized.observe(this.picture.stage);
    this.ends = new AbortController();
    onTheme(() => this.arrange(), this.ends.signal);
  }

  get chosen() { return this.card.id; }

  /** Another sentence or setting is wanted. */
  want(change) {
    const next = { ...this.asked, ...change };
    if (JSON.stringify(next) === JSON.stringify(this.asked) && !this.failed) return;
    this.asked = next;
    this.choice.show(next, (choose) => this.has({ ...next, choose }));
    this.ask(next);
  }

  turn(id) {
    const { off } = this.asked;
    this.want({ off: off.includes(id) ? off.filter((other) => other !== id) : [...off, id] });
  }

  /** What came for what was asked: a film, or why there is none. `hold`: the page is scrolled so
   *  that the picture stays on screen while it plays, as after a cell was run. */
  show({ asked, film, others, telling, message }, { autoplay = false, hold = autoplay } = {}) {
    const before = this.film, shown = JSON.stringify([asked.typed, asked.part, asked.reads]);
    const fresh = !before || this.shown !== shown || this.failed;
    this.failed = Boolean(message);
    if (fresh) this.pinned = null;
    this.asked = { ...asked };
    this.choice.show(asked, (choose) => this.has({ ...asked, choose }));
    this.sentence.show(asked.typed);
    if (message) return this.fail(message);
    const words = fresh ? null : answerWords(before).map((word) => word.text);
    this.shown = shown;
    const { languages } = this.film = unpackFilm(film);
    this.time = timeline(this.film);
    this.sentence.tell(languages, asked.reads,
      this.page.both && this.has({ ...asked, reads: languages[1] }));
    this.answer.set(this.film, others, words);
    this.root.classList.remove("lm-failed");
    this.offs.show(asked.off, this.film);
    this.list.replaceChildren();
    for (const line of inWords(this.film, this.time, this.page.about))
      make(this.list, "li", { textContent: line });
    // A new sentence is played; a new setting shows at once what has become of the old one.
    const plays = fresh && (before || autoplay);
    const start = plays ? 0 : fresh ? this.state.at ?? this.time.written(telling) : this.time.end;
    this.clock.set(this.time, start);
    this.picture.g = null;
    if (plays && hold) this.dock.hold();
    this.arrange();
    plays ? this.clock.play() : this.clock.pause();
    this.tour.shown();
  }

  fail(message) {
    this.sentence.word.hidden = true;
    this.clock.pause();
    this.card.close();
    this.answer.fail(message);
    this.root.classList.add("lm-failed");
    this.now.textContent = "";
    this.redraw();
  }

  press(id) {
    const { kind, n } = { kind: id.split(".")[0], n: Number(id.split(".")[1]) };
    if (kind === "target") {
      this.clock.pause();
      return this.clock.seek(this.time.written(n));
    }
    if (kind === "source") {
      this.pinned = this.pinned === id ? null : id;
      return this.redraw();
    }
    if (this.card.id === id) return this.card.close(true);
    this.openCard(id);
    this.redraw();
  }

  openCard(id) {
    const box = this.picture.parts.find((part) => part.id === id);
    if (!box) return this.card.close();
    const at = this.clock.shown();
    this.card.open(id, this.film, { box, width: this.picture.g.width, theme: this.picture.theme,
      focus: Math.max(0, this.time.step(at)), off: this.asked.off });
  }

  /** The clock has moved. `unseen`: plays where nobody sees the picture, which is not drawn. */
  tick(unseen = false) {
    const at = this.clock.shown(), { film, time } = this;
    if (!film || this.failed) return;
    const said = momentSentence(film, time, at, this.page.about);
    if (said !== this.now.textContent) this.now.textContent = said;
    const marked = !this.clock.playing || time.marks.includes(Math.floor(at)) ? said : null;
    if (marked && marked !== this.live.textContent && at === Math.floor(at))
      this.live.textContent = marked;
    this.state.at = this.clock.at;
    this.transport.show(said);
    this.answer.reveal(film, time, at);
    const step = time.step(at);
    if (this.card.id && step !== this.step && !this.clock.playing) this.openCard(this.card.id);
    this.step = step;
    if (!unseen) this.redraw();
    this.dock.keep();
    this.dock.show();
  }

  arrange() {
    if (!this.film || !this.picture.arrange(this.film, this.root)) return;
    this.picture.canvas.setAttribute("aria-label",
      momentSentence(this.film, this.time, this.time.end, this.page.about));
    if (this.card.id) this.openCard(this.card.id);
    this.tick();
  }

  redraw() {
    if (!this.film) return;
    const { film, time, chosen, clock, pinned, tour: { told } } = this;
    const hover = this.hover ?? (told?.includes("attention") ? told : pinned);
    const at = this.failed ? -1 : clock.shown(), { off } = this.asked;
    this.picture.draw({ film, time, at, off, chosen, hover, pinned, told, still: clock.still });
  }

  destroy() {
    this.clock.playing = false;
    cancelAnimationFrame(this.clock.frame);
    this.sized.disconnect();
    this.ends.abort();
    this.dock.destroy();
    this.root.remove();
  }
}

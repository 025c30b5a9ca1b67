// Play, pause, step, back, speed, and a slider over the time of the film.
import { icon, make, makeButton } from "./dom.mjs";

const SPEEDS = [0.25, 0.5, 1, 2, 4];
const ICONS = {
  start: "M2 2h2v12H2zM14 2v12L5 8z", back: "M13 2v12L4 8z", on: "M3 2v12l9-6z",
  play: "M3 1v14l11-7z", pause: "M3 2h4v12H3zM9 2h4v12H9z",
};

export class Transport {
  /** The buttons of `clock` (see living_play); `small` leaves out what a small view has no room
   *  for. */
  constructor(host, clock, { small = false } = {}) {
    this.clock = clock;
    const row = this.row = make(host, "div", { className: "lm-transport" },
      { role: "group", "aria-label": "Playing" });
    const tool = (name, label, act) =>
      icon(makeButton(row, "", act, { "aria-label": label, title: label }), ICONS[name]);
    if (!small) tool("start", "To the start", () => (clock.pause(), clock.seek(0)));
    tool("back", "One word back", () => clock.word(-1));
    this.play = makeButton(row, "", () => clock.toggle(), { class: "lm-play" });
    tool("on", "One word on", () => clock.word(1));
    if (small) return;
    const label = make(row, "label");
    make(label, "span", { textContent: "Speed" });
    this.speed = make(label, "select");
    for (const speed of SPEEDS)
      make(this.speed, "option", { textContent: `${speed}×`, value: speed });
    this.speed.value = clock.speed;
    this.speed.addEventListener("change", () => (clock.speed = +this.speed.value));
    this.range = make(row, "input", { type: "range", min: 0, step: "any", value: 0 },
      { "aria-label": "Moment" });
    this.range.addEventListener("input", () => {
      clock.playing = false;
      clock.seek(+this.range.value);
    });
    this.range.addEventListener("keydown", (event) => this.key(event));
  }

  /** On the slider: arrows go moment by moment, page keys word by word. */
  key(event) {
    const { clock } = this, acts = {
      ArrowLeft: () => clock.moment(-1), ArrowDown: () => clock.moment(-1),
      ArrowRight: () => clock.moment(1), ArrowUp: () => clock.moment(1),
      PageDown: () => clock.word(-1), PageUp: () => clock.word(1),
      Home: () => clock.seek(0), End: () => clock.seek(clock.time.end), " ": () => clock.toggle(),
    };
    if (!(event.key in acts)) return;
    event.preventDefault();
    acts[event.key]();
  }

  show(sentence) {
    const { clock } = this;
    if (this.playing !== clock.playing) {
      this.playing = clock.playing;
      const [name, label] = this.playing ? ["pause", "Pause"] : ["play", "Play"];
      icon(this.play, ICONS[name]).append(label);
    }
    if (!this.range || !clock.time) return;
    this.range.max = clock.time.end;
    this.range.value = clock.at;
    this.range.setAttribute("aria-valuetext", sentence);
  }
}

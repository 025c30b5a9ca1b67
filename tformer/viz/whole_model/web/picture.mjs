// The picture: one canvas, and on it a button for every part.
import { drawBars, drawLoop } from "./bars.mjs";
import { drawDecoder } from "./decoder.mjs";
import { make } from "./dom.mjs";
import { drawEncoder } from "./encoder.mjs";
import { boxes, livingLayout } from "./floor_plan.mjs";
import { partName, readId } from "./parts.mjs";
import { LivingPen } from "./strokes.mjs";
import { livingTheme } from "./theme.mjs";
import { ownWords } from "./yours.mjs";

const LOW = 760; // pixels of a screen on which the picture makes itself small
const NEAR = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** What is seen at a moment, put together for those who draw. */
function makeScene(pen, { film, time, at, off, chosen, hover, still }, g, theme) {
  const lane = hover && ["source", "target"].includes(readId(hover).kind) ? readId(hover) : null;
  const now = time.step(at), moment = time.moment(at);
  const focus = lane?.kind === "target" && lane.n <= now ? lane.n : now;
  const active = moment.kind === "layer" && moment.step === focus;
  const one = chosen && readId(chosen).head !== undefined ? readId(chosen) : null;
  const look = hover && readId(hover).head !== undefined ? readId(hover) : one;
  const is = (kind) => look && (kind === "cross" ? look.kind === "cross" :
    look.kind === "self" && look.stack === kind);
  return {
    pen, film, time, at, g, theme, off: new Set(off), chosen, lane, focus, still,
    over: at >= time.end && lane?.kind !== "target",
    layer: active ? moment.layer : null,
    /** Whether a caption names what is happening now. */
    lit: (kind, layer, half) => at > 0 && at < time.end && moment.kind === kind &&
      moment.layer === layer && half === (moment.step === undefined ? "enc" : "dec"),
    calm: time.encoder("memory", at) >= 1,
    /** The head whose links are shown in a layer, or undefined for the mean of all. */
    head: (kind, l) => (is(kind) && look.layer === l ? look.head : undefined),
    crossHead: () => (is("cross") ? [look.layer, look.head] : null),
    /** How far the lanes of one half have come into it. */
    inputs: (side) => (side === "src" ?
      film.source.map(() =>
        ({ embedding: time.encoder("embedding", at), waves: time.encoder("waves", at) })) :
      film.given.map((_, t) => {
        const here = time.decoder(t, "read", at);
        return { embedding: Math.min(1, here * 2), waves: here };
      })),
  };
}

export class LivingPicture {
  /** `onPress(id)`, `onHover(id or null)`: what the reader's hands do; `yours`: see ownAt. */
  constructor(host, { onPress, onHover, yours }) {
    this.stage = make(host, "div", { className: "lm-stage" });
    this.canvas = make(this.stage, "canvas", {}, { role: "img" });
    this.buttons = make(this.stage, "div", { className: "lm-parts" },
      { role: "group", "aria-label": "Parts of the model. Arrow keys move, Enter opens." });
    this.tip = make(this.stage, "div", { className: "lm-tip", hidden: true },
      { "aria-hidden": "true" });
    this.pen = new LivingPen(this.canvas);
    Object.assign(this, { onPress, onHover, yours, g: null, parts: [], shape: "" });
    this.buttons.addEventListener("keydown", (event) => this.move(event));
  }

  /** Sizes, colours and buttons, when the page, the theme or the film has changed. */
  arrange(film, root) {
    const width = this.stage.clientWidth;
    if (width < 200) return false; // hidden: arranged when it gets its size
    this.theme = livingTheme(root);
    this.pen.forget();
    const { S, T, layers, heads } = film, low = innerHeight < LOW;
    const sizes = { width, S, T, layers, heads, low };
    this.g = livingLayout(sizes);
    this.stage.style.height = `${this.g.height}px`;
    this.parts = boxes(this.g, sizes);
    const key = JSON.stringify([sizes, film.source, film.target]);
    if (key !== this.shape) this.fill(film);
    this.shape = key;
    return true;
  }

  fill(film) {
    const held = this.buttons.querySelector("[tabindex='0']")?.dataset.id;
    this.buttons.replaceChildren();
    for (const { id, x, y, w, h } of this.parts) {
      const button = make(this.buttons, "button", { type: "button", tabIndex: -1, title: "" },
        { "aria-label": partName(id, film) + ownWords(id, this.yours) });
      button.dataset.id = id;
      button.classList.toggle("lm-mine", ownWords(id, this.yours) !== "");
      button.style.cssText = `left:${x}px;top:${y}px;width:${w}px;height:${h}px`;
      button.addEventListener("click", () => this.onPress(id, button));
      const show = () => (this.say(button), this.onHover(id));
      const hide = () => (this.say(null), this.onHover(null));
      button.addEventListener("pointerenter", show);
      button.addEventListener("pointerleave", hide);
      button.addEventListener("focus", show);
      button.addEventListener("blur", hide);
    }
    (this.button(held) ?? this.buttons.firstChild).tabIndex = 0;
  }

  button(id) { return this.buttons.querySelector(`[data-id="${CSS.escape(id ?? "")}"]`); }

  /** The name of the part under the hand, above it. */
  say(button) {
    this.tip.hidden = !button;
    if (!button) return;
    this.tip.textContent = button.getAttribute("aria-label");
    const part = this.parts.find(({ id }) => id === button.dataset.id);
    const left = Math.min(this.g.width - this.tip.offsetWidth - 4, part.x);
    this.tip.style.left = `${Math.max(2, left)}px`;
    this.tip.style.top = `${part.y > 24 ? part.y - 24 : part.y + part.h + 4}px`;
  }

  /** Arrow keys go to the nearest part that way; one part at a time can be reached by Tab. */
  move(event) {
    const way = NEAR[event.key], from = this.parts.find(({ id }) => id === event.target.dataset.id);
    if (!way || !from) return;
    event.preventDefault();
    const middle = ({ x, y, w, h }) => [x + w / 2, y + h / 2], [x0, y0] = middle(from);
    let best = null, least = Infinity;
    for (const part of this.parts) {
      const [x, y] = middle(part), ahead = (x - x0) * way[0] + (y - y0) * way[1];
      const aside = Math.abs((x - x0) * way[1]) + Math.abs((y - y0) * way[0]);
      if (ahead > 1 && ahead + 2 * aside < least) [best, least] = [part, ahead + 2 * aside];
    }
    if (best) this.focus(best.id);
  }

  focus(id) {
    const button = this.button(id);
    if (!button) return;
    for (const other of this.buttons.querySelectorAll("[tabindex='0']")) other.tabIndex = -1;
    button.tabIndex = 0;
    button.focus();
  }

  draw(state) {
    const { pen, g, theme } = this;
    if (!g) return;
    pen.start(g.width, g.height, theme);
    const scene = makeScene(pen, state, g, theme);
    this.captions(scene);
    drawEncoder(scene);
    drawDecoder(scene);
    drawLoop(scene);
    drawBars(scene);
    for (const button of this.buttons.children) {
      button.classList.toggle("lm-off", scene.off.has(button.dataset.id));
      const { id } = button.dataset, word = /^(source|target)/.test(id);
      button.classList.toggle("lm-told", Boolean(state.told) && id.startsWith(state.told));
      if (!word) button.setAttribute("aria-expanded", String(state.chosen === id));
      else if (id.startsWith("source"))
        button.setAttribute("aria-pressed", String(state.pinned === id));
    }
  }

  captions({ pen, g, theme, film, lit }) {
    const dim = { colour: theme.dim }, { titles, cross, write, read, memory } = g;
    const title = ({ x, y }, name, colour, more) => {
      pen.text(name, x, y, { colour, bold: true, size: 14 });
      pen.text(more, x + pen.pen.measureText(name).width + 7, y, { ...dim, size: 13 });
    };
    title(titles.encoder, "Encoder", theme.ger, `reads ${film.languages[0]} once`);
    title(titles.decoder, "Decoder", theme.eng, `writes ${film.languages[1]}, piece by piece`);
    const name = (text, x, y, align, on, colour) =>
      pen.text(text, x, y, { align, bold: on, colour: on ? colour : theme.dim });
    for (const [half, colour] of [["enc", theme.ger], ["dec", theme.eng]])
      g[half].columns.forEach(({ x, w, grids }, l) => name(w < 40 ? String(l) : `layer ${l}`,
        x + w / 2, Object.values(grids)[0].box(0).y - 9, "center", lit("layer", l, half), colour));
    const under = g.stacked ? g.encFoot : g.foot, { embed, waves } = g.enc;
    name("embedding", embed.x + embed.w, under, "right", lit("embedding", undefined, "enc"),
      theme.ger);
    name("+ waves", waves.x, under, "left", lit("waves", undefined, "enc"), theme.ger);
    const [at, align] = g.stacked ? [memory.w, "right"] : [memory.w / 2, "center"];
    name("memory", memory.x + at, under, align, lit("memory", undefined, "enc"), theme.ger);
    if (!g.stacked) pen.text("cross-attention", (cross.from + cross.to) / 2, cross.y,
      { ...dim, align: "center" });
    name("writes", write.x + 6, g.bus - 10, "left", lit("write", undefined, "dec"), theme.eng);
    if (read.w) name("reads", read.x + read.w - 4, g.bus - 10, "right",
      lit("read", undefined, "dec"), theme.eng);
    if (g.again) film.source.forEach((piece, s) => pen.piece(piece, g.again.x + g.again.w - 4,
      cross.source(s), { align: "right", room: g.again.w - 6 }));
  }
}

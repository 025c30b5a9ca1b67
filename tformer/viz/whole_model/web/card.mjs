// The card of a part: what it is, its numbers now, its tensors, its switch and its lesson.
import { make, makeButton } from "./dom.mjs";
import { quoted } from "./film.mjs";
import { canBeOff, describe } from "./parts.mjs";
import { LivingPen } from "./strokes.mjs";
import { addSource } from "./yours.mjs";

const BIG = 190;

export class PartCard {
  /** `onSwitch(id)` turns a part off or on, `onClose()` is told when the card goes. */
  constructor(stage, { about, lessons, ending = ".ipynb", yours, time, onSwitch, onClose }) {
    Object.assign(this, { about, lessons, ending, yours, time, onSwitch, onClose,
      id: null });
    this.canSwitch = () => true;
    this.box = make(stage, "div", { className: "lm-card", hidden: true },
      { role: "dialog", "aria-label": "About this part" });
    this.box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close(true);
    });
  }

  open(id, film, scene) {
    Object.assign(this, { id, film });
    const told = describe(id, film, this.about, scene), head = told.part.head !== undefined;
    const { box } = this, held = document.activeElement;
    const focused = box.contains(held) ? held.dataset.what : "close";
    box.replaceChildren();
    const bar = make(box, "div", { className: "lm-card-head" });
    make(bar, "strong", { textContent: told.name });
    makeButton(bar, "×", () => this.close(true), { "aria-label": "Close" }).dataset.what = "close";
    const body = make(box, "div", { className: "lm-card-body" }), text = make(body, "div");
    make(text, "p", { textContent: told.what.join(" ") });
    if (told.now) make(text, "p", { className: "lm-card-now", textContent: told.now });
    if (head) this.drawMap(make(body, "div"), told.part, scene);
    addSource(box, id, this.yours, this.time);
    const list = make(box, "ul", { className: "lm-card-list" });
    for (const [what, shape] of told.tensors) {
      const line = make(list, "li");
      make(line, "span", { textContent: what });
      make(line, "span", { textContent: shape });
    }
    const foot = make(box, "div", { className: "lm-card-foot" });
    if (canBeOff(id)) this.addSwitch(foot, scene.off.includes(id));
    this.addLesson(foot, told.lesson);
    box.hidden = false;
    this.place(scene.box, scene.width, head ? 590 : 360);
    const next = box.querySelector(`[data-what="${focused}"]`) ?? box.querySelector("button");
    next.focus({ preventScroll: true });
  }

  addSwitch(foot, off) {
    const button = makeButton(foot, off ? "Switch on" : "Switch off", () => this.onSwitch(this.id),
      { "aria-pressed": String(off), class: "lm-switch" });
    button.dataset.what = "switch";
    if (this.canSwitch(this.id)) return;
    button.disabled = true;
    make(foot, "span", { textContent: "in the notebook" });
  }

  addLesson(foot, subject) {
    const name = this.lessons[subject];
    if (!name) return;
    // A page of its own: what is on show here stays as it is.
    const href = `${name}${this.ending}`;
    make(foot, "a", { textContent: `Lesson ${name.slice(0, 2)} →`, href },
      { target: "_blank", rel: "noopener" });
  }

  /** A head's map in large, with the pieces beside it and the weight under the hand. */
  drawMap(box, part, { theme, focus }) {
    const { film } = this, kind = part.kind === "cross" ? "cross" : part.stack;
    const [rows, columns] = kind === "encoder" ? [film.source, film.source] :
      [film.given, kind === "cross" ? film.source : film.given];
    const map = film.map(kind, part.layer, part.head);
    const colour = kind === "decoder" ? theme.eng : theme.ger;
    const cell = Math.min(20, Math.max(5, BIG / Math.max(rows.length, columns.length)));
    const left = 64, top = cell >= 11 ? 46 : 4, width = left + columns.length * cell + 34;
    const canvas = make(box, "canvas", {}, { role: "img",
      "aria-label": `Map of ${rows.length} rows by ${columns.length} columns` });
    const pen = new LivingPen(canvas);
    const place = { x: left, y: top, w: columns.length * cell, h: rows.length * cell };
    const said = make(box, "p", { className: "lm-card-cell",
      textContent: "Point at a cell for its weight." });
    pen.start(Math.max(width, 200), top + rows.length * cell + 3, theme);
    pen.box(place, { colour: theme.faint, radius: 2 });
    pen.map("big", map, columns.length, colour, place);
    const every = Math.ceil(12 / cell);
    rows.forEach((piece, q) => {
      if (q % every) return;
      const mine = kind !== "encoder" && q === focus;
      pen.piece(piece, left - 4, top + (q + 0.5) * cell, { align: "right", room: left - 6,
        bold: mine, colour: mine ? theme.eng : theme.ink });
    });
    if (kind !== "encoder" && focus >= 0)
      pen.box({ x: left - 1, y: top + focus * cell, w: place.w + 2, h: cell },
        { stroke: theme.eng, radius: 2 });
    if (cell >= 11) columns.forEach((piece, k) => {
      pen.pen.save();
      pen.pen.translate(left + (k + 0.6) * cell, top - 4);
      pen.pen.rotate(-Math.PI / 4);
      pen.piece(piece, 0, 0, { room: 54 });
      pen.pen.restore();
    });
    canvas.addEventListener("pointermove", (event) => {
      const frame = canvas.getBoundingClientRect();
      const k = Math.floor((event.clientX - frame.left - left) / cell);
      const q = Math.floor((event.clientY - frame.top - top) / cell);
      if (q < 0 || k < 0 || q >= rows.length || k >= columns.length) return;
      const future = kind === "decoder" && k > q ? ": may not be looked at" :
        `: ${map[q * columns.length + k].toFixed(4)}`;
      said.textContent = `${quoted(rows[q])} → ${quoted(columns[k])}${future}`;
    });
  }

  /** Beside the part, on the side where there is more room. */
  place(part, width, most) {
    const { box } = this, wide = Math.min(most, width - 8);
    box.style.width = `${wide}px`;
    const right = part.x + part.w + 10, left = part.x - wide - 10;
    const x = right + wide <= width - 4 ? right : left >= 4 ? left :
      Math.max(4, (width - wide) / 2);
    box.style.left = `${x}px`;
    const stage = box.parentElement.clientHeight, high = box.offsetHeight;
    box.style.top = `${Math.max(4, Math.min(part.y - 20, stage - high - 4))}px`;
  }

  close(back = false) {
    if (this.box.hidden) return;
    this.box.hidden = true;
    const id = this.id;
    this.id = null;
    this.onClose(back ? id : null);
  }
}

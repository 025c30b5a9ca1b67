// The figure: what is on show, and what happens when the reader or the kernel changes it.
import { field, keepKeys } from "../../common/web/controls.js";
import { onTheme } from "../../common/web/theme.js";
import { HINT, cellLine, numberTable, rowLine, shownAs } from "./lines.mjs";
import { looks, strongest, summary, unpack } from "./maps.mjs";
import { Painter } from "./painter.mjs";
import { buildParts } from "./elements.mjs";
import { START, choices, neighbour, settle, step } from "./state.mjs";
import { addWords } from "./doubted_words.mjs";

const TOP = 1, BASE = 2, DATA = 4, LAYOUT = 8; // what to paint again: each with those before it

/** Builds an explorer in `host`; `set(payload)` gives it maps, `select` shows one of them. */
export function explorer(host, { caption = "", controls = [], onSelect, onValue } = {}) {
  const parts = buildParts(host, caption, controls.length), stop = new AbortController();
  const { root, given, answer, says, note, selectors, canvas, lines, details, table } = parts;
  const view = { ...START }, painter = new Painter(canvas, root, view);
  const fields = Object.fromEntries(controls.map((spec) =>
    [spec.name, field(given, spec, (value) => onValue?.(spec.name, value))]));
  let sentences = [], s = null, hover = null, cursor = null, choosers = {}, shape = "";
  let frame = 0, dirty = 0;

  const spot = () => hover ?? cursor; // a row alone where its name is pointed at
  const cell = () => (spot()?.k === undefined ? null : spot());
  const shownRow = () => view.row ?? spot()?.q ?? looks(s, view.layer, view.head)[0]?.q ?? 0;
  /** Paints at once, ahead of the frame; whatever else comes within it waits for the next. */
  function schedule(what) {
    dirty |= what;
    if (frame) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      if (dirty) paint();
    });
    paint();
  }
  function paint() {
    if (!s) return;
    if (dirty & LAYOUT || !painter.g) {
      if (root.clientWidth < 40) return; // hidden: painted when it gets its size
      painter.arrange();
    }
    const row = shownRow();
    if (dirty & (LAYOUT | DATA | BASE)) {
      painter.paintBase(dirty & (LAYOUT | DATA));
      canvas.setAttribute("aria-label", summary(s, view.layer, view.head) + shownAs(painter));
      if (details.open) table.replaceChildren(numberTable(painter, row));
    }
    dirty = 0;
    painter.paintTop(spot(), row);
    lines[0].textContent = cell() ? cellLine(painter, cell()) : HINT;
    lines[1].textContent = rowLine(painter, row, view.row !== null);
  }

  /** Show another sentence, layer, head or row; what does not exist here is brought into range. */
  function select({ payload = false, ...change }) {
    Object.assign(view, change);
    painter.s = s = settle(view, sentences);
    if (payload || "sentence" in change) say(s);
    const inside = (at) => (at && at.q < s.rows && !(at.k >= s.cols) ? at : null);
    [hover, cursor] = [inside(hover), inside(cursor)];
    const data = payload || "stretch" in change || "sentence" in change;
    if (data) painter.kept.clear();
    const now = JSON.stringify([s.shape, s.queries, s.keys, painter.steps]);
    const what = now !== shape ? LAYOUT : data ? DATA : BASE;
    shape = now;
    offer();
    schedule(what);
  }
  /** The sentence above the map; of several, the selector says it. */
  function say({ label, words, note: remark }) {
    says.replaceChildren();
    if (sentences.length === 1 && words) addWords(says, words);
    else if (sentences.length === 1) says.textContent = label;
    note.textContent = remark;
    [says.hidden, note.hidden] = [!says.textContent, !remark];
    answer.hidden = says.hidden && note.hidden && !controls.length;
  }
  function pick(change) {
    select(change);
    onSelect?.({ sentence: view.sentence, layer: view.layer, head: view.head, row: view.row });
  }
  function pin(q) {
    pick({ row: view.row === q ? null : q });
    if (details.open) schedule(BASE);
  }

  /** Selectors for what is answered here, rebuilt only when their choices change. */
  function offer() {
    const specs = choices(sentences, s), key = JSON.stringify(specs);
    if (key !== selectors.key) {
      selectors.key = key;
      selectors.replaceChildren();
      choosers = Object.fromEntries(specs.map((spec) =>
        [spec.name, field(selectors, spec, (value) => pick({ [spec.name]: value }))]));
    }
    for (const name in choosers) choosers[name].set(view[name]);
  }

  // ---- the reader's hands
  const { signal } = stop;
  const listen = (target, type, act) => target.addEventListener(type, act, { signal });
  const under = (event) => {
    const frame = canvas.getBoundingClientRect();
    return s && painter.g ? painter.hit(event.clientX - frame.left, event.clientY - frame.top) : {};
  };
  listen(canvas, "pointermove", (event) => {
    const at = under(event), q = at.q ?? shownRow();
    hover = at.k === undefined && at.q === undefined ? null : { q, k: at.k };
    canvas.style.cursor = at.q !== undefined || at.head !== undefined ? "pointer" : "default";
    schedule(TOP);
  });
  listen(canvas, "pointerleave", () => ((hover = null), schedule(TOP)));
  listen(canvas, "click", (event) => {
    const at = under(event);
    if (at.head !== undefined) pick(at);
    else if (at.q !== undefined) pin(at.q);
  });
  listen(canvas, "keydown", (event) => {
    const { key } = event, row = s && shownRow();
    if (!s || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = step(key, cell(), { q: row, k: strongest(painter.row(row), 1).keys[0] }, s);
    if (next) {
      cursor = next;
      hover = null;
      schedule(TOP);
    } else if (key === "PageUp" || key === "PageDown") {
      pick(neighbour(view, s, key === "PageUp" ? -1 : 1));
    } else if (key === "Enter" || key === " ") pin(spot()?.q ?? row);
    else if (key === "Escape" && (view.row !== null || cursor)) {
      cursor = null;
      pick({ row: null });
      event.stopPropagation(); // used here: the notebook keeps its focus where it is
    } else return;
    event.preventDefault();
  });
  keepKeys(root, signal);
  listen(details, "toggle", () => schedule(BASE));
  onTheme(() => schedule(LAYOUT), signal);
  const sized = new ResizeObserver(() => schedule(LAYOUT));
  sized.observe(root);

  return {
    root, view, select,
    set(payload) {
      sentences = payload.sentences.map(unpack);
      select({ payload: true });
    },
    show(values) {
      for (const name in values) fields[name]?.set(values[name]);
    },
    /** What is wrong, in the place of the last answer, or nothing. */
    alarm(text) {
      parts.alarm.textContent = text;
      root.classList.toggle("tf-stale", Boolean(text));
    },
    /** How much of the page's translator has come, 0 to 1; the bar goes when it is there. */
    coming(share) {
      parts.coming.hidden = share >= 1;
      parts.coming.lastChild.value = share;
    },
    destroy() {
      stop.abort();
      sized.disconnect();
      cancelAnimationFrame(frame);
      root.remove();
    },
  };
}

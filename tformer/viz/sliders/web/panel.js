// The live figure on a page: its controls, its picture, the sentence that says what it shows.
import { add, field, keepKeys } from "../../stage/web/controls.js";
import { picture } from "./picture.js";
import { isDark, onTheme, THEME } from "../../stage/web/theme.js";

const CSS = `
.tf-live .tf-scroll{overflow-x:auto}
.tf-live canvas{display:block;width:100%;height:auto}
.tf-live figcaption{display:grid;max-width:46em;margin-top:4px}
.tf-live figcaption>*{grid-area:1/1;margin:0;overflow-wrap:anywhere}
.tf-live .tf-room{visibility:hidden}
.tf-live .tf-note{color:var(--dim);margin:2px 0 0;max-width:46em}
.tf-live .tf-note:empty{display:none}`;

/**
 * Builds the figure in `host`. about: size, caption, longest (a sentence whose room is kept);
 * `moved` hears of the reader's controls. `signal` ends it.
 */
export function panel(host, about, moved, signal) {
  const { size, caption, longest } = about;
  const root = add(host, "figure", { className: "tf tf-live" });
  add(root, "style", { textContent: THEME + CSS });
  const row = add(root, "div", { className: "tf-controls" });
  const alarm = add(root, "p", { className: "tf-message" });
  alarm.setAttribute("role", "alert");
  const scroll = add(root, "div", { className: "tf-scroll" });
  const frame = add(scroll, "div");
  // Where the page is narrower than the picture, keys scroll it too.
  const narrow = new ResizeObserver(() => {
    const hidden = scroll.scrollWidth > scroll.clientWidth;
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", caption]])
      if (hidden) scroll.setAttribute(name, value); else scroll.removeAttribute(name);
  });
  narrow.observe(scroll);
  signal.addEventListener("abort", () => narrow.disconnect());
  // As wide as its column, within reason; never so small that its letters cannot be read.
  const tall = `calc(75vh * ${size.width / size.height})`;
  frame.style.width = `max(${size.least}px, min(100%, ${size.most}px, ${tall}))`;
  const canvas = add(frame, "canvas");
  canvas.setAttribute("role", "img");
  const words = add(root, "figcaption");
  const write = (parent, sentence) => {
    const line = add(parent, "p");
    if (caption) add(line, "b", { textContent: `${caption}. ` });
    return add(line, "span", { textContent: sentence });
  };
  const said = write(words, "");
  said.ariaLive = "polite";
  const room = write(words, longest);
  room.parentElement.className = "tf-room";
  room.parentElement.ariaHidden = "true";
  const note = add(root, "p", { className: "tf-note" });
  const shown = picture(canvas, root, size, ({ alt }) => {
    said.textContent = alt;
    if (alt.length > room.textContent.length) room.textContent = alt;
  }, signal);
  let fields = {};
  keepKeys(root, signal);
  isDark(root);
  onTheme(() => isDark(root), signal);
  signal.addEventListener("abort", () => root.remove());
  return {
    ...shown, row,
    get fields() {
      return fields;
    },
    /** Offer these controls; those of ipywidgets' own look get a place to stand in. */
    offer(specs) {
      row.replaceChildren();
      fields = {};
      for (const spec of specs) {
        if (spec.kind === "widget") spec.place = add(row, "div");
        else fields[spec.name] = field(row, spec, () => moved(spec.name));
      }
    },
    say: (text) => (alarm.textContent = text),
    remark: (text) => (note.textContent = text),
  };
}

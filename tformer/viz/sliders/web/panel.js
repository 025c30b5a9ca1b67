// The live figure on a page: its controls, its drawing, the sentence that says what it shows.
import { add, field, keepKeys } from "../../common/web/controls.js";
import { drawing } from "./drawing.js";
import { isDark, onTheme, THEME } from "../../common/web/theme.js";

const CSS = `
.tf-live .tf-scroll{overflow-x:auto}
.tf-live .tf-wide{mask-image:linear-gradient(90deg,#000 calc(100% - 40px),#0003)}
.tf-live .tf-wide.tf-end{mask-image:none}
.tf-live .tf-more{color:var(--dim);font-size:12px;margin:0;display:none}
.tf-live .tf-wide+.tf-more{display:block}
.tf-live .tf-scroll>div{display:flex;flex-wrap:wrap;align-items:flex-start}
.tf-live{--day:inline;--night:none}
.tf-live.tf-dark{--day:none;--night:inline}
.tf-live svg{display:block;height:auto;color-scheme:light;font-family:inherit;fill:none;
white-space:pre;stroke-linejoin:round;stroke-miterlimit:10;image-rendering:pixelated}
.tf-live.tf-dark svg{color-scheme:dark}
.tf-live figcaption{display:grid;max-width:46em;margin-top:4px}
.tf-live figcaption>*{grid-area:1/1;margin:0;overflow-wrap:anywhere}
.tf-live .tf-room{visibility:hidden}
.tf-live .tf-note{color:var(--dim);margin:2px 0 0;max-width:46em}
.tf-live .tf-note:empty{display:none}
@media print{.tf.tf-live{--ink:#1f2328;--dim:#59636e;--paper:#fff;--line:#d1d9e0;--day:inline;
--night:none}
.tf-live svg,.tf-live.tf-dark svg{color-scheme:light}}`;

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
  add(root, "p", { className: "tf-more", textContent: "The picture is wider than the page: "
    + "scroll it sideways." });
  const svg = frame.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
  svg.setAttribute("role", "img");
  const drawn = drawing(svg, size), wide = 10 * size.width, { panels } = size;
  const tall = `calc(75vh * ${size.width / size.height})`;
  /** Shows these parts of the drawing, so many in a row, as wide as their column within reason;
   *  never so small that letters cannot be read. */
  function arrange(parts, across, widest) {
    while (frame.children.length > 1) frame.lastChild.remove();
    const share = across * widest / wide, [least, most] = [size.least * share, size.most * share];
    frame.style.width = `max(${least}px, min(100%, ${most}px, ${tall}))`;
    parts.forEach((part, n) => {
      const view = n ? drawn.again(frame) : svg;
      view.setAttribute("viewBox", part.join(" "));
      view.style.width = `${100 * part[2] / widest / across}%`;
    });
  }
  const whole = () => arrange([[0, 0, wide, 10 * size.height]], 1, wide);
  let rows = 0; // panels in a row; 0: the drawing is whole
  // Where the page is narrower than the picture its panels stand in rows. What is still too wide
  // is scrolled, also by keys, and its edge fades.
  const look = () => {
    const room = scroll.clientWidth, widest = Math.max(...panels.map((part) => part[2]));
    const fit = Math.max(1, Math.floor(room / (size.least * widest / wide)));
    const next = !room || room >= size.least || panels.length < 2 ? 0 :
      Math.ceil(panels.length / Math.ceil(panels.length / fit)); // two and two, not three and one
    if (next !== rows) (rows = next) ? arrange(panels, rows, widest) : whole();
    const hidden = scroll.scrollWidth - scroll.clientWidth;
    scroll.classList.toggle("tf-wide", hidden > 1);
    scroll.classList.toggle("tf-end", scroll.scrollLeft >= hidden - 1);
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", caption]])
      if (hidden > 1) scroll.setAttribute(name, value); else scroll.removeAttribute(name);
  };
  whole();
  const narrow = new ResizeObserver(look);
  narrow.observe(scroll);
  scroll.addEventListener("scroll", look, { passive: true });
  signal.addEventListener("abort", () => narrow.disconnect());
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
  // A single step along numbers glides; a dragged hand sees each state as it is.
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let fields = {}, gliding = false, last = 0;
  const heard = ({ name, kind }) => {
    const pause = performance.now() - last;
    last += pause;
    gliding = pause > 250 && (kind === "range" || kind === "walk") && !calm.matches;
    moved(name);
  };
  keepKeys(root, signal);
  isDark(root);
  onTheme(() => isDark(root), signal);
  signal.addEventListener("abort", () => root.remove());
  return {
    row,
    setBase: drawn.setBase,
    paint(frame) {
      drawn.show(frame, gliding);
      gliding = false;
      svg.setAttribute("aria-label", frame.alt);
      said.textContent = frame.alt;
      if (frame.alt.length > room.textContent.length) room.textContent = frame.alt;
    },
    get fields() {
      return fields;
    },
    /** Offer these controls; those of ipywidgets' own look get a place to stand in. */
    offer(specs) {
      row.replaceChildren();
      fields = {};
      for (const spec of specs) {
        if (spec.kind === "widget") spec.place = add(row, "div");
        else fields[spec.name] = field(row, spec, () => heard(spec));
      }
    },
    say: (text) => (alarm.textContent = text),
    remark: (text) => (note.textContent = text),
  };
}

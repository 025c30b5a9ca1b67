// A recorded drawing on the page: SVG elements from marks, of which only what changed is touched.

import { glide, way } from "./glide.js";

const SVG = "http://www.w3.org/2000/svg";
const ROLES = { ink: "var(--ink)", dim: "var(--dim)", grid: "var(--line)", paper: "var(--paper)" };
const colour = (name) => ROLES[name]
  ?? (name.includes(" ") ? `light-dark(${name.replace(" ", ",")})` : name);

const make = (parent, tag, attributes = {}) => {
  const element = parent.appendChild(document.createElementNS(SVG, tag));
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  return element;
};

/**
 * Draws into `svg`: `setBase(parts)` once, then `show({ parts })` for what differs from it; what
 * moves without another shape glides there where `gliding`.
 */
export function drawing(svg, size) {
  const defs = make(svg, "defs"), known = new Map(), named = new Map();
  // Patterns and clips are found by name in the whole document, where other scripts draw too.
  const own = `tf-${Math.random().toString(36).slice(2)}-`;
  const all = make(svg, "g", { id: `${own}all` });
  let base = [], places = [], now = [], ways = [], settle = () => {};

  /** The marks of a part; the same text gives the same list. */
  function marksOf(text) {
    if (!known.has(text)) known.set(text, JSON.parse(text));
    return known.get(text);
  }
  /** The address of a clip or a pattern, made when it is first asked for. */
  function address(key, tag, build) {
    if (!named.has(key)) {
      const id = own + named.size;
      build(make(defs, tag, { id }));
      named.set(key, `url(#${id})`);
    }
    return named.get(key);
  }
  const clip = (d) => address(d, "clipPath", (place) => make(place, "path", { d }));
  const hatch = (told) => address(JSON.stringify(told), "pattern", (place) => {
    const [d, ink, width] = told;
    const y = 10 * size.height % 1000; // an inch, counted from below
    const sides = { patternUnits: "userSpaceOnUse", y, width: 1000, height: 1000 };
    for (const name in sides) place.setAttribute(name, sides[name]);
    make(place, "path", { d, "stroke-width": width }).style.stroke = colour(ink);
  });
  function put(element, name, value) {
    if (name === "fill" || name === "stroke") element.style[name] = value ? colour(value) : "";
    else if (name === "seen") element.style.display = value ? `var(${value})` : "";
    else if (name === "text") element.textContent = value;
    else if (name === "formula") element.setAttribute("data-formula", value);
    else if (name === "clip") put(element, "clip-path", value && clip(value));
    else if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
  /** One element shows `mark` in place of the `old` one. */
  function fill(element, mark, old) {
    for (const name in old) if (!(name in mark)) put(element, name);
    for (const name in mark) {
      if (mark[name] === old[name]) continue;
      const found = ways && way(name, old[name], mark[name]);
      if (found) ways.push((at) => put(element, name, found(at)));
      else put(element, name, mark[name]);
    }
  }
  const tagOf = (mark) => "text" in mark ? "text" : "href" in mark ? "image" : "path";
  /** Two elements of a mark: of what is hatched the ground, and its hatches and line; of cells that
   *  have other colours on a dark page both, of which one is seen. */
  function* elements(marks) {
    for (const { hatch: lines, dark, ...mark } of marks) {
      if (dark) {
        yield { ...mark, seen: "--day" };
        yield { ...mark, href: dark, seen: "--night" };
      } else if (!lines) yield mark;
      else {
        const { stroke, ...below } = mark, { fill: _, ...above } = mark;
        yield below;
        yield { ...above, fill: hatch(lines) };
      }
    }
  }
  function paint(n, marks) {
    if (now[n] === marks) return;
    now[n] = marks;
    const place = places[n];
    let at = 0;
    for (const mark of elements(marks)) {
      let element = place.children[at++];
      const tag = tagOf(mark);
      if (element?.localName !== tag) {
        const fresh = document.createElementNS(SVG, tag);
        if (tag === "image") fresh.setAttribute("preserveAspectRatio", "none");
        if (tag === "text") fresh.setAttribute("lengthAdjust", "spacingAndGlyphs");
        if (element) element.replaceWith(fresh); else place.append(fresh);
        element = fresh;
        element.mark = {};
      }
      fill(element, mark, element.mark);
      element.mark = mark;
    }
    while (place.children.length > at) place.lastChild.remove();
  }
  return {
    /** The same drawing once more, in `parent`, for another part of it. */
    again(parent) {
      const view = make(parent, "svg", { "aria-hidden": "true" });
      make(view, "use", { href: `#${own}all` });
      return view;
    },
    setBase(parts) {
      known.clear();
      base = parts.map(marksOf);
      while (places.length < base.length) places.push(make(all, "g"));
      while (places.length > base.length) places.pop().remove();
      now.length = base.length;
    },
    show({ parts }, gliding = false) {
      settle();
      ways = gliding ? [] : null;
      base.forEach((marks, n) => paint(n, n in parts ? marksOf(parts[n]) : marks));
      settle = glide(ways ?? []);
    },
  };
}

// The colours that the page has now, for what is drawn on a canvas.
import { isDark } from "../../common/web/theme.js";
import { SIGNED } from "./colours.mjs";
import { fill, sheet, trace } from "./pen.mjs";

/** Ink, paper, accent, font, signed colours and stripes as they stand in `root` now. */
export function readTheme(root, pen, dpr) {
  const dark = isDark(root); // sets the colours that follow
  const style = getComputedStyle(root);
  const get = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    ink: style.color, paper: style.backgroundColor, family: style.fontFamily,
    signed: dark ? SIGNED.dark : SIGNED.light,
    dim: get("dim"), accent: get("accent"), line: get("line"),
    stripes: stripes(pen, dpr, get("hatch-paper"), get("hatch-ink")),
  };
}

/** What masked cells are filled with: stripes in a hue that no colour map here contains. */
function stripes(pen, dpr, paper, line) {
  const size = Math.round(6 * dpr), tile = sheet(size, size), inner = tile.getContext("2d");
  fill(inner, paper, 0, 0, size, size);
  inner.strokeStyle = line;
  inner.lineWidth = dpr * 1.2;
  for (const shift of [-size, 0, size]) trace(inner, shift, size, shift + size, 0);
  inner.stroke();
  const pattern = pen.createPattern(tile, "repeat");
  pattern.setTransform(new DOMMatrix().scale(1 / dpr));
  return pattern;
}

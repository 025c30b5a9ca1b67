// The small heads beside or below the large one.
import { fill, write } from "./pen.mjs";

/** Each head's layer, number and corner. */
export function thumbnails(s, t) {
  return Array.from({ length: s.layers * s.heads }, (_, n) => {
    const l = Math.floor(n / s.heads), h = n % s.heads, grid = s.layers > 1;
    const [column, line] = grid ? [h, Math.floor(l / t.per)] :
      [h % t.across, Math.floor(h / t.across)];
    return { l, h, x: t.x + (l % t.per) * t.group + column * t.dx, y: t.y + line * t.dy };
  });
}

/** Draws them all; `image(l, h, down, across)` gives a head's picture of that many pixels. */
export function drawThumbnails(pen, theme, s, t, dpr, image) {
  const grid = s.layers > 1, colour = theme.dim, { w, h: tall } = t;
  const [down, across] = [[tall, s.rows], [w, s.cols]].map(([side, tokens]) =>
    Math.min(tokens, Math.round(side * dpr)));
  const top = t.y - (grid ? 32 : 30);
  const title = !grid ? "heads" : t.per > 1 ? "layers and their heads" : "layer ↓  head →";
  write(pen, theme, title, t.x - (grid ? 18 : 0), top, { colour });
  for (const { l, h, x, y } of thumbnails(s, t)) {
    fill(pen, theme.stripes, x, y, w, tall);
    pen.drawImage(image(l, h, down, across), x, y, w, tall);
    if (!grid) write(pen, theme, h, x, y - 9, { colour });
    else if (l < t.per) write(pen, theme, h, x + w / 2, y - 10, { colour, align: "center" });
    if (grid && !h) write(pen, theme, l, x - 5, y + tall / 2, { colour, align: "right" });
  }
}

/** The head under a point, if any. */
export function thumbnailAt(s, t, x, y) {
  const inside = (at, size) => at >= -2 && at < size + 2;
  const found = thumbnails(s, t).find((n) => inside(x - n.x, t.w) && inside(y - n.y, t.h));
  return found && { layer: found.l, head: found.h };
}

// Where the parts of the figure stand, from sizes alone, in CSS pixels. The map comes first: it
// gets the whole width until its cells have a good size, and then at least 60 % of it until they
// are as wide as they get. The list of looks and the small heads stand beside it where that takes
// nothing from it, else below: nothing shrinks when a page grows.
import { clamp } from "./text.mjs";

const GOOD = 46, WIDE = 80, TALL = 520; // a good cell, the widest one, the height of a map
const GAP = 34, UNIT = 180; // between linked maps, and the width that each of them needs
const MARGIN = 10, TITLE = 18, BAR = 30, LINES = 84;

export function layout(given) {
  const { width, rows, cols, queryWidth, keyWidth, steps, dpr = 1 } = given;
  const snap = (x) => Math.floor(x * dpr) / dpr; // whole device pixels: sharp edges
  // At least as wide as "query (looks) ↓", which stands above the labels.
  const label = clamp(queryWidth, 98, Math.max(98, Math.min(190, width * 0.3)));
  const { cw, ch, across } = cells(given, width - label - MARGIN);
  const [mapWidth, mapHeight] = [cols * cw, rows * ch];
  const kinds = steps ? ["scores", "masked", "weights"] : ["weights"];
  let rest = width - label - MARGIN - across * mapWidth - (across - 1) * GAP;

  const listWidth = LINES + 44 + clamp(keyWidth, 92, width * 0.14);
  const beside = across === kinds.length && rest >= listWidth;
  if (beside) rest -= listWidth;
  let thumbs = smallHeads(given, rest, snap, true), left = 0;
  if (thumbs) left = thumbs.width;
  const { angle, every, head } = keyLabels(keyWidth, cw, beside ? LINES : rest - left);

  const top = Math.ceil(20 + (steps ? TITLE : 0) + head), line = top + mapHeight + BAR;
  const maps = kinds.map((kind, n) => ({
    kind, rows, cols, cw, ch, width: mapWidth, height: mapHeight, first: n % across === 0,
    x: snap(left + label + MARGIN + (n % across) * (mapWidth + GAP)),
    y: snap(top + Math.floor(n / across) * line),
  }));
  const end = maps.at(-1).x + mapWidth, block = maps.at(-1).y + mapHeight + BAR;
  const list = beside ? listBeside(end, listWidth, mapHeight, cols) :
    listBelow(width, block, cols, keyWidth);
  let bottom = Math.max(block, beside ? top + list.size * list.pitch + 36 : list.bottom);
  if (thumbs) bottom = Math.max(bottom, thumbs.bottom);
  else if ((thumbs = smallHeads(given, width, snap, false))) {
    thumbs.y += bottom + 8;
    bottom += 8 + thumbs.bottom;
  }
  return {
    maps, list, thumbs, cw, ch, label, head, angle, every, everyRow: Math.ceil(13 / ch),
    block: { x: left, width: width - left, height: block }, height: Math.ceil(bottom),
  };
}

/** The size of a cell and how many maps stand on a line, of which cells may take `space`. */
function cells({ width, rows, cols, steps, dpr = 1 }, space) {
  const sharp = (x, up) => (x * dpr < 8 ? x : (up ? Math.ceil : Math.floor)(x * dpr) / dpr);
  const tall = Math.min(GOOD, sharp((steps ? 0.8 : 1) * TALL / rows, true));
  const square = Math.max(tall, Math.min(14, 300 / cols)); // of a long thin map: not too thin
  let across = 1, cw;
  if (steps) {
    const unit = cols * sharp(Math.min(30, UNIT / cols));
    across = clamp(Math.floor((space + GAP) / (unit + GAP)), 1, 3);
    cw = Math.min(unit, space) / cols;
    if (across === 3) cw = clamp((space - 2 * GAP) / 3 / cols, cw, Math.max(square, cw));
  } else {
    const wide = Math.min(WIDE, Math.max(2 * square, 240 / cols));
    cw = Math.min(space / cols, wide, Math.max(square, 0.6 * width / cols));
  }
  const ch = sharp(clamp(cw, Math.min(14, tall), tall));
  const fits = (x) => across * cols * x + (across - 1) * GAP <= space;
  if (cw * dpr >= 16) cw = sharp(cw, fits(sharp(cw, true)));
  return { cw, ch, across };
}

/** Names above the columns lean as little as the cells, and `room` right of the map, allow. */
function keyLabels(keyWidth, cw, room) {
  if (keyWidth <= cw - 4) return { angle: 0, every: 1, head: 20 };
  const long = Math.min(keyWidth, 100);
  const angle = Math.max(Math.PI / 4, Math.asin(Math.min(1, 11 / cw)),
    Math.acos(clamp((Math.max(0, room) + cw / 2) / long, 0, 1)));
  const tall = Math.sin(angle);
  return { angle, every: Math.ceil(11 / (cw * tall)), head: long * tall + 14 };
}

function listBeside(x, width, mapHeight, cols) {
  const pitch = clamp(mapHeight / cols, 18, 24), room = Math.max(12, Math.floor(mapHeight / 18));
  return { beside: true, x, width, pitch, lines: LINES, size: cols > room + 1 ? room : cols };
}

/** In columns, with bars in place of the lines. */
function listBelow(width, y, cols, keyWidth) {
  const across = Math.max(2, Math.floor(width / (60 + clamp(keyWidth, 60, 100))));
  const size = cols > 12 ? 8 : cols, pitch = 24;
  const bottom = y + 24 + Math.ceil(size / across) * pitch + 20;
  const step = width / across;
  return { beside: false, x: 0, y: y + 24, width, pitch, size, across, step, bottom };
}

/** The small heads, or null: `beside` the map where `room` is enough, else in lines below it. */
function smallHeads({ layers, heads, rows, cols }, room, snap, beside) {
  const grid = layers > 1, gap = grid ? 5 : 20, x = grid ? 20 : 2, y = grid ? 40 : 38;
  if (layers * heads === 1) return null;
  let across = grid ? heads : heads <= 5 ? 1 : heads <= 12 ? 2 : 4;
  const least = x + 12 + across * (clamp(120 / across, 10, 28) + gap);
  if (beside && room < least) return null;
  const most = beside ? Math.min(room, grid ? 282 : 180) - 12 : room;
  const wide = clamp((most - x) / (beside || grid ? across : 1) - gap, 4, beside ? 64 : 52);
  const fit = (high) => Math.min(wide / cols, high / rows);
  const side = (tokens, scale, limit) => snap(clamp(tokens * scale, Math.min(10, limit), limit));
  const down = beside ? Math.ceil((layers * heads) / across) : 1;
  const high = clamp(480 / down - gap, 4, beside ? 64 : 52), scale = fit(high);
  const w = side(cols, scale, wide), h = side(rows, scale, high), dx = w + gap, dy = h + gap;
  const group = across * dx + x;
  const fitting = beside || !grid ? 1 : Math.max(1, Math.floor(room / group));
  const per = Math.ceil(layers / Math.ceil(layers / fitting)); // layers on a line: even lines
  if (!beside && !grid) across = Math.max(1, Math.floor((room - x) / dx));
  const lines = grid ? Math.ceil(layers / per) : Math.ceil(heads / across);
  return { x, y, w, h, dx, dy, across, per, group, width: group + 12, bottom: y + lines * dy + 4 };
}

// What one row looks at: its strongest keys in reading order. Beside the map lines lead to them,
// below it they carry bars.
import { strongest } from "./maps.mjs";
import { fill, write } from "./pen.mjs";
import { bare, elide, quote, two } from "./text.mjs";

/** Where the n-th of `count` keys stands. */
function place(list, map, n, count) {
  const line = Math.floor(n / list.across);
  if (!list.beside) return [(n % list.across) * list.step, list.y + (line + 0.5) * list.pitch];
  const top = map.y + Math.max(0, (map.height - count * list.pitch) / 2);
  return [list.x + list.lines, top + (n + 0.5) * list.pitch];
}

/** The room that a key's name has. */
export const nameRoom = (list) => (list.beside ? list.width - list.lines : list.step) - 44;

/** Draws the list and returns the keys in it.
 * `look` is { row, token, weights, names, open(k), spot }; lines begin at its row of `map`. */
export function drawList(pen, theme, list, map, look) {
  const { weights } = look, { keys, others, rest } = strongest(weights, list.size);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const [left, top] = place(list, map, 0, keys.length), start = map.y + (look.row + 0.5) * map.ch;
  const measure = (text) => pen.measureText(text).width;
  pen.font = `600 12px ${theme.family}`;
  const verb = `looks at${sum ? "" : " nothing"}`, room = list.width - measure(verb) - 50;
  const heading = `${quote(elide(bare(look.token), room, measure))} ${verb}`;
  const at = Math.min(left, list.x + list.width - measure(heading) - 4); // a long one: earlier
  write(pen, theme, heading, at, top - list.pitch / 2 - 12, { bold: true, colour: theme.accent });
  keys.forEach((k, n) => {
    const [x, y] = place(list, map, n, keys.length), weight = weights[k], bold = look.spot === k;
    const colour = weight >= 0.005 ? theme.ink : theme.dim;
    if (weight >= 0.005 && list.beside) line(pen, theme, list.x + 3, start, x - 4, y, weight);
    if (!list.beside) fill(pen, theme.line, x + 8, y + 8, list.step - 16, 3);
    if (!list.beside) fill(pen, theme.accent, x + 8, y + 8, (list.step - 16) * weight, 3);
    if (!look.open(k)) fill(pen, theme.stripes, x + 8, y - 5, 22, 10);
    else write(pen, theme, two(weight), x + 30, y, { colour, bold, align: "right" });
    write(pen, theme, look.names[k], x + 38, y, { colour, bold });
  });
  const tail = [others && `+ ${others} others ${two(rest)}`, `sum ${two(sum)}`].filter(Boolean);
  const lines = list.beside ? tail : [tail.join(", ")];
  const [, end] = place(list, map, keys.length - 1, keys.length);
  lines.forEach((words, n) => write(pen, theme, words, left, end + list.pitch / 2 + 11 + 15 * n,
    { colour: theme.dim }));
  return keys;
}

function line(pen, theme, x0, y0, x1, y1, weight) {
  const bend = (x1 - x0) / 2;
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.bezierCurveTo(x0 + bend, y0, x1 - bend, y1, x1, y1);
  pen.strokeStyle = theme.accent;
  pen.lineWidth = 0.6 + 10 * weight;
  pen.globalAlpha = 0.3 + 0.6 * weight;
  pen.stroke();
  pen.globalAlpha = 1;
}

/** The key under a point, if any. */
export function listedAt(list, map, keys, x, y) {
  const wide = list.beside ? list.width : list.step;
  return keys.find((_, n) => {
    const [left, middle] = place(list, map, n, keys.length);
    return x >= left && x < left + wide && Math.abs(y - middle) < list.pitch / 2;
  });
}

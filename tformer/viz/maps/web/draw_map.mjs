// One map on a canvas: cells in colours, numbers, a colour bar, tokens along its edges.
// A box is { x, y, rows, cols, cw, ch, width, height }: its corner, its cells and their size.
import { WEIGHT, inkOn } from "./colours.mjs";
import { fill, stamp, trace, write } from "./pen.mjs";
import { clamp, short, two } from "./text.mjs";

/** Values as an image of a pixel a cell; a smaller one keeps the largest number of each block.
 * What is not `open` stays transparent. `top` gets the last colour; with colours for `signed`
 * values -`top` gets the first. */
export function mapImage(values, open, { rows, cols, down = rows, across = cols, top, signed }) {
  const image = new ImageData(across, down), colours = signed ?? WEIGHT;
  for (let y = 0, at = 0; y < down; y++) for (let x = 0; x < across; x++, at += 4) {
    let best = -Infinity;
    for (let q = Math.floor(y * rows / down); q < (y + 1) * rows / down; q++)
      for (let k = Math.floor(x * cols / across); k < (x + 1) * cols / across; k++) {
        const n = q * cols + k;
        if (values[n] > best && open?.[n] !== 0) best = values[n];
      }
    if (best === -Infinity) continue;
    const n = 3 * Math.round(255 * clamp(signed ? 0.5 + best / top / 2 : best / top, 0, 1));
    for (let c = 0; c < 3; c++) image.data[at + c] = colours[n + c];
    image.data[at + 3] = 255;
  }
  return stamp(image);
}

/** An image over stripes, which show where it is transparent, and a grid between large cells. */
export function drawCells(pen, theme, box, image) {
  const { x, y, rows, cols, cw, ch, width, height } = box;
  fill(pen, theme.stripes, x, y, width, height);
  pen.drawImage(image, x, y, width, height);
  pen.beginPath();
  for (let k = 1, at = x; k < cols && cw >= 11; k++) trace(pen, at += cw, y, at, y + height);
  for (let q = 1, at = y; q < rows && ch >= 11; q++) trace(pen, x, at += ch, x + width, at);
  Object.assign(pen, { strokeStyle: theme.paper, lineWidth: 1, globalAlpha: 0.5 });
  pen.stroke();
  pen.globalAlpha = 1;
}

/** The values in their cells, where these have room for them. */
export function drawNumbers(pen, theme, box, image, values, { signed, factor }) {
  const { x, y, cols, cw, ch } = box;
  if (cw < 20 || ch < 14 || values.length > 900) return;
  let texts = Array.from(values, (value) => !value ? "0" :
    signed ? (value * factor).toFixed(1).replace("-0.0", "0.0") : two(value));
  if (!signed && values.length > 200) // so many noughts would hide the others
    texts = texts.map((text) => (text === "0.00" ? "" : text));
  pen.font = `400 12px ${theme.family}`;
  const fit = () =>
    pen.measureText(texts.reduce((a, b) => (b.length > a.length ? b : a))).width < cw - 3;
  if (!fit() && !signed) texts = texts.map((x) => x.replace(/^0(?=.)/, "").replace("1.00", "1.0"));
  if (!fit()) return;
  texts.forEach((text, n) => {
    const [red, green, blue, solid] = image.pixels.subarray(n * 4, n * 4 + 4);
    const place = [x + ((n % cols) + 0.5) * cw, y + (Math.floor(n / cols) + 0.5) * ch];
    const colour = inkOn(red, green, blue);
    if (solid) write(pen, theme, text, ...place, { colour, align: "center" });
  });
}

/** The colour bar below a map from zero, or from -`most`, to `most`; and what stripes mean. */
export function drawBar(pen, theme, box, { signed, most, masked }) {
  const y = box.y + box.height + 16, given = { colour: theme.dim };
  const low = signed ? short(-most, 2) : "0";
  write(pen, theme, low, box.x, y, given);
  const x = box.x + pen.measureText(low).width + 5, right = x + clamp(box.width - 120, 30, 90);
  pen.imageSmoothingEnabled = true;
  pen.drawImage(bar(signed ? theme.signed : WEIGHT), x, y - 4, right - x, 8);
  pen.imageSmoothingEnabled = false;
  write(pen, theme, short(most, 2), right + 5, y, given);
  if (!masked) return;
  fill(pen, theme.stripes, right + 34, y - 5, 18, 10);
  write(pen, theme, "masked", right + 57, y, given);
}

const bars = new Map();
function bar(colours) {
  if (!bars.has(colours)) {
    const image = new ImageData(256, 1);
    for (let n = 0; n < 256; n++) image.data.set([...colours.slice(3 * n, 3 * n + 3), 255], 4 * n);
    bars.set(colours, stamp(image));
  }
  return bars.get(colours);
}

/** A token beside row `n` or above column `n`; a marked one stands out over its neighbours, which
 * stand at every `every`-th row, within `room` pixels. */
export function drawLabel(pen, theme, box, text, { row, n, angle = 0, mark = "", every, room }) {
  pen.save();
  if (row) pen.translate(box.x - 8, box.y + (n + 0.5) * box.ch);
  else pen.translate(box.x + (n + 0.5) * box.cw, box.y - (angle ? 6 : 9));
  if (!row) pen.rotate(-angle);
  const align = row ? "right" : angle ? "left" : "center";
  if (mark) {
    pen.font = `600 12px ${theme.family}`;
    const wide = pen.measureText(text).width + 6;
    const left = { right: 3 - wide, left: -3, center: -wide / 2 }[align];
    fill(pen, theme.paper, left, -8, wide, 16);
    for (let q = 0; row && q < box.rows; q += every) { // no neighbour cut in half
      const off = (q - n) * box.ch;
      if (off && Math.abs(off) < 12) fill(pen, theme.paper, -room, off - 6, room + 3, 12);
    }
  }
  const colour = mark === "pin" ? theme.accent : theme.ink;
  write(pen, theme, text, 0, 0, { colour, bold: Boolean(mark), align });
  pen.restore();
}

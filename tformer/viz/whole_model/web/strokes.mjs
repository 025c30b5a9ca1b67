// Strokes that the picture is made of: maps and strips of numbers, links, words.
import { bare } from "./film.mjs";

const parse = (colour) => (colour.startsWith("#") ?
  [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) :
  colour.match(/[\d.]+/g).slice(0, 3).map(Number));

/** Numbers as a small image, one pixel each: `shade(number)` is a colour and how much of it. */
function image(at, cols, shade) {
  const rows = at.length / cols, canvas = document.createElement("canvas");
  Object.assign(canvas, { width: cols, height: rows });
  const pixels = new ImageData(cols, rows);
  at.forEach((number, n) => {
    const [colour, amount] = shade(number);
    pixels.data.set([...colour, Math.round(255 * Math.min(1, amount))], 4 * n);
  });
  canvas.getContext("2d").putImageData(pixels, 0, 0);
  return canvas;
}

/** A pen for one picture; images are kept until the film or the theme is another. */
export class LivingPen {
  constructor(canvas) {
    Object.assign(this, { canvas, pen: canvas.getContext("2d"), kept: new Map() });
  }

  start(width, height, theme) {
    const ratio = globalThis.devicePixelRatio || 1, { canvas, pen } = this;
    const [wide, high] = [width, height].map((x) => Math.round(x * ratio));
    if (canvas.width !== wide || canvas.height !== high)
      Object.assign(canvas, { width: wide, height: high });
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.imageSmoothingEnabled = false;
    this.theme = theme;
  }

  forget() { this.kept.clear(); }

  keep(key, make) {
    if (!this.kept.has(key)) this.kept.set(key, make());
    return this.kept.get(key);
  }

  /** A map of weights from 0 (the paper) to 1 (the colour), of which `share` rows are there. */
  map(key, at, cols, colour, box, share = 1) {
    const { pen } = this, full = parse(colour);
    const drawn = this.keep(key, () => image(at, cols, (weight) => [full, weight ** 0.7]));
    const rows = Math.round(share * drawn.height);
    if (rows) pen.drawImage(drawn, 0, 0, cols, rows, box.x, box.y, box.w,
      (box.h * rows) / drawn.height);
  }

  /** Row n of some vectors: positive features in the colour, negative ones in grey. */
  strip(key, { shape, at, scale }, n, colour, box) {
    const full = parse(colour), grey = parse(this.theme.dim);
    const drawn = this.keep(key, () =>
      image(at, shape[1], (x) => [x < 0 ? grey : full, Math.abs(x) / scale]));
    this.pen.drawImage(drawn, 0, n, shape[1], 1, box.x, box.y, box.w, box.h);
  }

  /** A curve from (x0, y0) to (x1, y1) of which `share` is there, with a bead at its end. */
  link(x0, y0, x1, y1, { colour, width, alpha, share = 1 }) {
    const { pen } = this, middle = (x0 + x1) / 2;
    pen.globalAlpha = Math.min(1, alpha * (this.theme.dark ? 1.4 : 1)); // thin light lines fade
    pen.strokeStyle = pen.fillStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    if (share >= 1) {
      pen.moveTo(x0, y0);
      pen.bezierCurveTo(middle, y0, middle, y1, x1, y1);
      pen.stroke();
    } else if (share > 0) {
      const cut = (a, b) => a + (b - a) * share; // de Casteljau: the curve up to `share`
      const [ax, ay] = [cut(x0, middle), y0], [bx, by] = [middle, cut(y0, y1)];
      const [cx, cy] = [cut(middle, x1), y1];
      const [dx, dy] = [cut(ax, bx), cut(ay, by)], [ex, ey] = [cut(bx, cx), cut(by, cy)];
      const [fx, fy] = [cut(dx, ex), cut(dy, ey)];
      pen.moveTo(x0, y0);
      pen.bezierCurveTo(ax, ay, dx, dy, fx, fy);
      pen.stroke();
      pen.beginPath();
      pen.arc(fx, fy, Math.max(1.6, width), 0, 7);
      pen.fill();
    }
    pen.globalAlpha = 1;
  }

  /** A link between two lines of text, from above to below. */
  drop(x0, y0, x1, y1, { colour, width, alpha }) {
    const { pen } = this, middle = (y0 + y1) / 2;
    pen.globalAlpha = Math.min(1, alpha);
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    pen.moveTo(x0, y0);
    pen.bezierCurveTo(x0, middle, x1, middle, x1, y1);
    pen.stroke();
    pen.globalAlpha = 1;
  }

  line(points, { colour = this.theme.line, width = 1, alpha = 1, dash = [] } = {}) {
    const { pen } = this;
    pen.globalAlpha = alpha;
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.setLineDash(dash);
    pen.beginPath();
    points.forEach(([x, y], n) => (n ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.stroke();
    pen.setLineDash([]);
    pen.globalAlpha = 1;
  }

  dot(x, y, radius, colour) {
    const { pen } = this;
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 7);
    pen.fill();
  }

  /** A soft curve through points that stand under each other. */
  curve(points, { colour, alpha, dash = [] }) {
    const { pen } = this;
    pen.globalAlpha = alpha;
    pen.strokeStyle = colour;
    pen.lineWidth = 1.4;
    pen.setLineDash(dash);
    pen.beginPath();
    pen.moveTo(...points[0]);
    points.slice(1).forEach(([x, y], n) => {
      const [x0, y0] = points[n], middle = (y0 + y) / 2;
      pen.bezierCurveTo(x0, middle, x, middle, x, y);
    });
    pen.stroke();
    pen.setLineDash([]);
    pen.globalAlpha = 1;
  }

  /** Two lanes that belong to one word. */
  bracket(x, y0, y1, colour) {
    this.line([[x - 2, y0], [x + 1, y0], [x + 1, y1], [x - 2, y1]], { colour });
  }

  /** What is switched off is crossed out. */
  cross({ x, y, w, h }, colour) {
    this.line([[x + 3, y + 3], [x + w - 3, y + h - 3]], { colour, alpha: 0.8 });
    this.line([[x + w - 3, y + 3], [x + 3, y + h - 3]], { colour, alpha: 0.8 });
  }

  box({ x, y, w, h }, { colour, alpha = 1, radius = 3, stroke }) {
    const { pen } = this;
    pen.globalAlpha = alpha;
    pen.beginPath();
    pen.roundRect(x, y, w, h, radius);
    if (colour) (pen.fillStyle = colour), pen.fill();
    if (stroke) (pen.strokeStyle = stroke), (pen.lineWidth = 1), pen.stroke();
    pen.globalAlpha = 1;
  }

  text(words, x, y, { colour = this.theme.ink, size = 12, bold = false, align = "left",
    alpha = 1, room = Infinity } = {}) {
    const { pen } = this;
    pen.font = `${bold ? 600 : 400} ${size}px ${this.theme.family}`;
    pen.fillStyle = colour;
    pen.globalAlpha = alpha;
    pen.textAlign = align;
    pen.textBaseline = "middle";
    pen.direction = "ltr";
    pen.fillText(this.fit(words, room), x, y);
    pen.globalAlpha = 1;
  }

  /** The longest beginning of some words that has room, never half a code point. */
  fit(words, room) {
    if (this.pen.measureText(words).width <= room) return words;
    const parts = Array.from(words);
    while (parts.length && this.pen.measureText(parts.join("") + "…").width > room) parts.pop();
    return parts.join("") + "…";
  }

  piece(piece, x, y, how) { this.text(bare(piece), x, y, how); }
}

// The attention explorer: every attention map of the course, drawn on one canvas.
// It draws numbers that tformer computed and computes none itself: there is no softmax here.
// Text enters the page through textContent and fillText only.

const CIVIDIS = // 33 anchors of matplotlib's map, 0 to 1
  "00224e00285b002e6a0533711a386f273e6e32436d3b496c434e6c4b546c535a6d5a5f6e61656f686a716f70737676" +
  "767d7c788482798c8878938e789b9476a39a74aba072b4a76fbcae6cc4b468cdbb63d5c25edec958e7d150f0d846f9" +
  "e03afee838";
const PUOR = "7f3b08b25706e08214fcb761fee0b6f6f6f7d8daebb1aad18073ac5326872d004b"; // signed scores

const CSS = `
.tf-explorer{--ink:var(--jp-content-font-color1,#1f2328);
--dim:var(--jp-content-font-color2,#59636e);--paper:var(--jp-layout-color0,#fff);
--line:var(--jp-border-color2,#d1d9e0);--accent:#c2410c;
--hatch-paper:#f4eef8;--hatch-ink:#c9b6d8;box-sizing:border-box;margin:0;padding:4px 2px;
color:var(--ink);background:var(--paper);
font:13px/1.45 var(--jp-ui-font-family,system-ui,-apple-system,"Segoe UI",sans-serif)}
@media(prefers-color-scheme:dark){.tf-explorer{--ink:var(--jp-content-font-color1,#e6edf3);
--dim:var(--jp-content-font-color2,#9aa4b0);--paper:var(--jp-layout-color0,#14171c);
--line:var(--jp-border-color2,#3b434d)}}
.tf-explorer.tf-dark{--accent:#ff9a5c;--hatch-paper:#352c40;--hatch-ink:#6d5b80}
.tf-explorer .tf-controls{display:flex;flex-wrap:wrap;gap:4px 20px;align-items:center;
margin:0 0 6px}
.tf-explorer label{display:inline-flex;gap:7px;align-items:center}
.tf-explorer input,.tf-explorer select{font:inherit;color:inherit;margin:0;
accent-color:var(--accent)}
.tf-explorer select,.tf-explorer input[type=text],.tf-explorer input[type=number]{padding:2px 6px;
background:var(--paper);border:1px solid var(--dim);border-radius:4px;max-width:100%}
.tf-explorer label:has(input[type=text]){flex:1 1 100%}
.tf-explorer input[type=text]{flex:0 1 34em;min-width:0}
.tf-explorer .tf-picks{display:flex;flex-wrap:wrap;gap:4px 6px}
.tf-explorer button{font:inherit;color:inherit;background:none;border:1px solid var(--line);
border-radius:1em;padding:1px 10px;cursor:pointer;text-align:left}
.tf-explorer button:hover{border-color:var(--accent)}
.tf-explorer .tf-says{font-size:1.35em;line-height:1.35;margin:2px 0 8px;overflow-wrap:anywhere}
.tf-explorer input[type=range]{width:150px}
.tf-explorer output{font-variant-numeric:tabular-nums;min-width:3.2em}
.tf-explorer canvas{display:block;touch-action:manipulation}
.tf-explorer :focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.tf-explorer .tf-read{height:3em;overflow:auto;overflow-wrap:anywhere;
font-variant-numeric:tabular-nums}
.tf-explorer .tf-read div+div,.tf-explorer details{color:var(--dim)}
.tf-explorer figcaption{font-weight:600;margin-top:2px}
.tf-explorer .tf-message{color:var(--accent);font-weight:600;margin:0;min-height:1.45em}
.tf-explorer .tf-table{overflow:auto;max-height:320px}
.tf-explorer table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:6px 0}
.tf-explorer th,.tf-explorer td{padding:1px 7px;text-align:right;border:1px solid var(--line);
font-weight:400;background:none;color:var(--ink);max-width:16em;overflow-wrap:anywhere}`;

// ---------------------------------------------------------------------------- pure helpers
const byte = (hex, at) => parseInt(hex.slice(at, at + 2), 16);

/** 256 RGB triples interpolated between the anchors of a colour map. */
export function ramp(hex) {
  const last = hex.length / 6 - 1;
  return Uint8Array.from({ length: 768 }, (_, n) => {
    const x = (Math.floor(n / 3) / 255) * last, low = Math.min(Math.floor(x), last - 1);
    const [a, b] = [low, low + 1].map((i) => byte(hex, i * 6 + (n % 3) * 2));
    return Math.round(a + (b - a) * (x - low));
  });
}
const WEIGHT = ramp(CIVIDIS), SIGNED = ramp(PUOR);

/** Two decimals, halves rounded up as in Python's sentence. */
export const two = (x) => (Math.floor(x * 100 + 0.5) / 100).toFixed(2);
const short = (x, digits = 3) => String(+x.toPrecision(digits));
const clamp = (x, low, high) => Math.max(low, Math.min(high, x));
/** A token in quotes; one written right to left must not turn the sentence around it. */
const quote = (token) => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(token) ?
  `“\u2068${bare(token)}\u2069”` : `“${bare(token)}”`);
const bare = (token) => token.replace(/^ +| +$/g, "");

/** The longest beginning of `text` that fits, never half a code point. */
export function elide(text, width, measure) {
  if (measure(text) <= width) return text;
  const parts = Array.from(text);
  let low = 0, high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measure(parts.slice(0, middle).join("") + "…") <= width) low = middle;
    else high = middle - 1;
  }
  return parts.slice(0, low).join("") + "…";
}

/** Bytes of a comm buffer (DataView) or of base64 text. A view may start anywhere in its buffer. */
export function bytes(data) {
  if (typeof data === "string") return Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}
export const floats = (data) => new Float32Array(bytes(data).slice().buffer);

/** One sentence's maps with their numbers unpacked and ways to ask for them. */
export function unpack(raw) {
  const [layers, heads, rows, cols] = raw.shape, size = rows * cols;
  const weights = floats(raw.weights), scores = raw.scores && floats(raw.scores);
  const mask = raw.mask && bytes(raw.mask), [maskLayers, maskHeads] = raw.mask_shape || [1, 1];
  const start = (l, h) => (l * heads + h) * size;
  const maskStart = (l, h) =>
    ((maskLayers > 1 ? l : 0) * maskHeads + (maskHeads > 1 ? h : 0)) * size;
  return {
    ...raw, layers, heads, rows, cols, size, weights, scores, mask,
    map: (l, h, kind) => (kind ? scores : weights).subarray(start(l, h), start(l, h) + size),
    open: (l, h) => (mask ? mask.subarray(maskStart(l, h), maskStart(l, h) + size) : null),
  };
}

const largest = (row) => row.reduce((best, x, k) => (x > row[best] ? k : best), 0);

/** For every query its strongest key; looks at another position come first. */
export function looks(s, l, h) {
  const map = s.map(l, h), self = s.rows === s.cols;
  return Array.from({ length: s.rows }, (_, q) => {
    const row = map.subarray(q * s.cols, (q + 1) * s.cols), k = largest(row);
    return { q, k, weight: row[k], other: !(self && k === q) };
  }).filter((x) => x.weight > 0)
    .sort((a, b) => b.other - a.other || b.weight - a.weight || a.q - b.q);
}

/** The alt sentence, word for word the one that Python computes. */
export function summary(s, l, h) {
  const masked = s.mask ? s.open(l, h).reduce((n, x) => n + (x ? 0 : 1), 0) : 0;
  const best = looks(s, l, h), top = best.slice(0, 3);
  const said = top.map((x, n) => `${quote(s.queries[x.q])} ${n ? "at" : "looks most at"} ` +
    `${quote(s.keys[x.k])} (${two(x.weight)})`);
  const empty = s.rows - best.length;
  return `Attention of layer ${l + 1} head ${h + 1}, ${s.rows} queries by ${s.cols} keys` +
    `${said.length ? ": " + said.join(", ") : ""}. ` +
    `${empty ? `${best.length} rows sum to one, ${empty} may look at nothing` :
      "Each row sums to one"}; masked cells: ${masked}.`;
}

/** The `count` strongest keys of a row in reading order, and what the others add up to. */
export function strongest(row, count) {
  const order = Array.from(row.keys()).sort((a, b) => row[b] - row[a] || a - b);
  const rest = order.slice(count);
  return {
    keys: order.slice(0, count).sort((a, b) => a - b),
    others: rest.length, rest: rest.reduce((sum, k) => sum + row[k], 0),
  };
}

/** Where everything stands, in CSS pixels, from sizes alone. */
export function layout({ width, layers, heads, rows, cols, queryWidth, keyWidth, steps, dpr = 1 }) {
  const snap = (x) => Math.floor(x * dpr) / dpr; // whole device pixels: sharp edges
  const grid = layers > 1, across = grid ? heads : heads <= 5 ? 1 : heads <= 12 ? 2 : 4;
  const down = Math.ceil((layers * heads) / across);
  let thumbs = null, left = 0;
  if (layers * heads > 1 && width >= 540) {
    const room = Math.min(width * 0.26, grid ? 250 : 150), gap = grid ? 5 : 16;
    const wide = clamp(room / across - gap, 4, 64), high = clamp(480 / down - gap, 4, 64);
    const scale = Math.min(wide / cols, high / rows);
    const w = snap(clamp(cols * scale, Math.min(10, wide), wide));
    const h = snap(clamp(rows * scale, Math.min(10, high), high));
    thumbs = { x: grid ? 20 : 2, y: grid ? 40 : 36, w, h, dx: w + gap, dy: h + gap, across };
    left = thumbs.x + across * thumbs.dx + 12;
  }
  // At least as wide as "query (looks) ↓", which stands above the labels.
  const label = clamp(queryWidth, 98, Math.max(98, Math.min(150, width * 0.2)));
  const kinds = steps ? ["scores", "masked", "weights"] : ["weights"];
  const count = kinds.length, gap = 34;
  const fit = (side) => {
    const space = width - left - label - 10 - side - (count - 1) * gap;
    let [cw, ch] = [Math.min(46, space / count / cols), Math.min(46, 500 / rows)];
    // Square cells, unless a map is so long one way that they would be too thin to see.
    const less = Math.min(cw, ch), more = Math.max(cw, ch);
    if (less >= 11 || more < 4 * less) cw = ch = less;
    else [cw, ch] = [Math.min(cw, Math.max(ch, 14)), Math.min(ch, Math.max(cw, 14))];
    return [cw, ch].map((x) => (x * dpr < 8 ? x : snap(x)));
  };
  const lines = 84, wide = lines + 44 + clamp(keyWidth, 74, width * 0.14);
  let side = width < 420 ? 0 : wide, [cw, ch] = fit(side);
  if (steps && cw < 27) [cw, ch] = fit((side = 0));
  const turned = keyWidth > cw - 4, angle = !turned ? 0 : cw >= 15.5 ? Math.PI / 4 : Math.PI / 2;
  const head = turned ? Math.min(keyWidth, 100) * Math.sin(angle) + 14 : 20;
  const top = Math.ceil(20 + (steps ? 18 : 0) + head), x = snap(left + label + 10);
  const mapWidth = cols * cw, mapHeight = rows * ch;
  const maps = kinds.map((kind, n) => ({ kind, x: snap(x + n * (mapWidth + gap)), y: top }));
  const pitch = clamp(mapHeight / cols, 17, 24), room = Math.max(12, Math.floor(mapHeight / 17));
  const list = cols > room + 1 ? room : cols;
  const fan = side && { x: maps[count - 1].x + mapWidth, width: side, lines, pitch, list };
  const bottom = Math.max(top + mapHeight + 28, side ? top + list * pitch + 32 : 0,
    thumbs ? thumbs.y + down * thumbs.dy : 0);
  return {
    thumbs, maps, fan, cw, ch, label, top, angle, mapWidth, mapHeight,
    every: turned ? Math.ceil((angle < 1 ? 15.5 : 12) / cw) : 1, everyRow: Math.ceil(12 / ch),
    height: Math.ceil(bottom),
  };
}

// ---------------------------------------------------------------------------- page helpers
const add = (parent, tag, properties = {}) =>
  parent.appendChild(Object.assign(document.createElement(tag), properties));
const sheet = (width, height) => Object.assign(document.createElement("canvas"), { width, height });
/** An image that can be drawn at any size, and its bytes. */
function stamp(image) {
  const made = Object.assign(sheet(image.width, image.height), { pixels: image.data });
  made.getContext("2d").putImageData(image, 0, 0);
  return made;
}
function trace(pen, x0, y0, x1, y1) {
  pen.moveTo(x0, y0);
  pen.lineTo(x1, y1);
}

/** A labelled native control; `set` shows a value, `change` hears the reader's. */
function field(parent, spec, change) {
  const label = add(parent, "label"), { kind, options = [] } = spec;
  add(label, "span", { textContent: spec.label });
  const slides = kind === "range" || kind === "walk";
  const input = add(label, kind === "select" ? "select" : "input");
  if (kind === "select") options.forEach((text) => add(input, "option", { textContent: text }));
  else input.type = slides ? "range" : kind === "check" ? "checkbox" : kind;
  if (kind === "walk") Object.assign(input, { min: 0, max: options.length - 1, step: 1 });
  if (kind === "range") Object.assign(input, { min: spec.min, max: spec.max, step: spec.step });
  input.setAttribute("aria-label", spec.label); // without the number that follows it
  const shown = slides && add(label, "output");
  const get = () => kind === "check" ? input.checked : kind === "select" ? input.selectedIndex :
    kind === "text" ? input.value : spec.base ? spec.base ** +input.value : +input.value;
  const tell = () => {
    if (shown) shown.textContent = options[+input.value] ?? String(+(+get()).toPrecision(4));
    if (shown) input.setAttribute("aria-valuetext", shown.textContent);
  };
  let pause = 0; // a text is heard when the hand rests, or at Enter
  const hear = () => (clearTimeout(pause), tell(), change(get()));
  input.addEventListener("input", kind !== "text" ? hear :
    () => (clearTimeout(pause), (pause = setTimeout(hear, 350))));
  if (kind === "text") input.addEventListener("change", hear);
  const picks = kind === "text" && options.length && add(parent, "div", { className: "tf-picks" });
  if (picks) for (const text of options)
    add(picks, "button", { type: "button", textContent: text }).addEventListener("click", () =>
      ((input.value = text), hear()));
  return {
    set(value) {
      if (kind === "check") input.checked = value;
      else if (kind === "select") input.selectedIndex = value;
      else if (slides || kind === "text" ? value !== input.value : value !== +input.value)
        input.value = spec.base ? Math.log(value) / Math.log(spec.base) : value;
      tell();
    },
  };
}

// ---------------------------------------------------------------------------- the painter
/** Paints `view` of sentence `s` on a canvas: a base that is kept, and on top what moves. */
class Painter {
  constructor(canvas, root, view) {
    Object.assign(this, { canvas, root, view, s: null, base: sheet(1, 1), kept: new Map() });
    this.pen = canvas.getContext("2d");
    this.bars = [WEIGHT, SIGNED].map((colours) => {
      const image = new ImageData(256, 1);
      for (let n = 0; n < 256; n++)
        image.data.set([...colours.slice(3 * n, 3 * n + 3), 255], 4 * n);
      return stamp(image);
    });
  }

  // The head on show: its numbers, one row of them, and what its mask leaves open.
  get steps() { return Boolean(this.s.scores && this.view.steps); }
  now(scores) { return this.s.map(this.view.layer, this.view.head, scores); }
  row(q) { return this.now().subarray(q * this.s.cols, (q + 1) * this.s.cols); }
  open(q, k) { return this.s.open(this.view.layer, this.view.head)?.[q * this.s.cols + k] !== 0; }

  /** Sizes, colours and shortened names: needed when the page, the theme or the tokens change. */
  arrange() {
    const { root, canvas, pen, s } = this, style = getComputedStyle(root);
    const [red, green, blue] = style.color.match(/[\d.]+/g).map(Number);
    root.classList.toggle("tf-dark", red + green + blue > 384); // light ink: a dark page
    const get = (name) => style.getPropertyValue(`--${name}`).trim();
    this.theme = {
      ink: style.color, paper: style.backgroundColor, family: style.fontFamily,
      dim: get("dim"), accent: get("accent"),
    };
    this.dpr = window.devicePixelRatio || 1;
    this.theme.stripes = this.stripes(get("hatch-paper"), get("hatch-ink"));
    pen.font = `12px ${style.fontFamily}`;
    const measure = (text) => pen.measureText(text).width;
    const widest = (tokens) => tokens.reduce((most, text) => Math.max(most, measure(text)), 0);
    const width = root.clientWidth - 4, g = this.g = layout({
      ...s, width, dpr: this.dpr, steps: this.steps,
      queryWidth: widest(s.queries), keyWidth: widest(s.keys),
    });
    const cut = (tokens, room) => tokens.map((text) => elide(bare(text), room, measure));
    this.names = {
      queries: cut(s.queries, g.label), keys: cut(s.keys, g.angle ? 100 : g.cw - 2),
      list: g.fan ? cut(s.keys, g.fan.width - g.fan.lines - 44) : [],
    };
    // The figure grows but does not shrink under the reader's hand.
    const height = width === this.width ? Math.max(this.height, g.height) : g.height;
    Object.assign(this, { width, height });
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
    for (const c of [canvas, this.base]) {
      c.width = Math.round(width * this.dpr);
      c.height = Math.round(height * this.dpr);
    }
  }

  /** What masked cells are filled with: stripes in a hue that no colour map here contains. */
  stripes(paper, line) {
    const size = Math.round(6 * this.dpr), tile = sheet(size, size), pen = tile.getContext("2d");
    pen.fillStyle = paper;
    pen.fillRect(0, 0, size, size);
    pen.strokeStyle = line;
    pen.lineWidth = this.dpr * 1.2;
    for (const shift of [-size, 0, size]) trace(pen, shift, size, shift + size, 0);
    pen.stroke();
    const pattern = this.pen.createPattern(tile, "repeat");
    pattern.setTransform(new DOMMatrix().scale(1 / this.dpr));
    return pattern;
  }

  fill(pen, colour, ...box) {
    pen.fillStyle = colour;
    pen.fillRect(...box);
  }

  text(pen, text, x, y, { colour = this.theme.ink, size = 12, bold = false, align = "left" } = {}) {
    pen.font = `${bold ? 600 : 400} ${size}px ${this.theme.family}`;
    pen.fillStyle = colour;
    pen.textAlign = align;
    pen.textBaseline = "middle";
    pen.direction = "ltr";
    pen.fillText(text, x, y);
  }

  limit(l, h, scores) {
    if (!scores && !this.view.stretch) return 1;
    return this.s.map(l, h, scores).reduce((most, x) => Math.max(most, Math.abs(x)), 0) || 1;
  }

  /** A map as an image of rows x cols pixels; a smaller one keeps the largest number of a block. */
  picture(l, h, kind, rows = this.s.rows, cols = this.s.cols) {
    const name = [l, h, kind, rows, cols].join();
    if (this.kept.has(name)) return this.kept.get(name);
    const { s } = this, scores = kind !== "weights", values = s.map(l, h, scores);
    const open = kind === "scores" ? null : s.open(l, h), top = this.limit(l, h, scores);
    const image = new ImageData(cols, rows), colours = scores ? SIGNED : WEIGHT;
    for (let y = 0, at = 0; y < rows; y++) for (let x = 0; x < cols; x++, at += 4) {
      let best = -Infinity;
      for (let q = Math.floor(y * s.rows / rows); q < (y + 1) * s.rows / rows; q++)
        for (let k = Math.floor(x * s.cols / cols); k < (x + 1) * s.cols / cols; k++) {
          const n = q * s.cols + k;
          if (values[n] > best && open?.[n] !== 0) best = values[n];
        }
      if (best === -Infinity) continue; // masked: stays transparent, the stripes show through
      const n = 3 * Math.round(255 * clamp(scores ? 0.5 + best / top / 2 : best / top, 0, 1));
      for (let c = 0; c < 3; c++) image.data[at + c] = colours[n + c];
      image.data[at + 3] = 255;
    }
    this.kept.set(name, stamp(image));
    return this.kept.get(name);
  }

  /** What stays while the pointer moves; the small heads only if `all` is new. */
  paintBase(all) {
    const pen = this.base.getContext("2d"), { g, s, theme: { dim } } = this, [first] = g.maps;
    pen.setTransform(this.dpr, 0, 0, this.dpr, 0, 0);
    pen.clearRect(all ? 0 : first.x - g.label - 18, 0, this.width, this.height);
    pen.imageSmoothingEnabled = false;
    if (g.thumbs && all) this.paintThumbs(pen);
    this.text(pen, "key (is looked at) →", first.x, 8, { colour: dim });
    this.text(pen, "query (looks) ↓", first.x - 8, g.top - 13, { colour: dim, align: "right" });
    for (const m of g.maps) this.paintMap(pen, m);
    for (let q = 0; q < s.rows; q += g.everyRow) this.label(pen, "queries", q, first);
  }

  thumbs() {
    const { g: { thumbs: t }, s } = this;
    return Array.from({ length: s.layers * s.heads }, (_, n) => ({
      l: Math.floor(n / s.heads), h: n % s.heads,
      x: t.x + (n % t.across) * t.dx, y: t.y + Math.floor(n / t.across) * t.dy,
    }));
  }

  paintThumbs(pen) {
    const { s, theme: { dim: colour, stripes } } = this, { w, h: tall, x: left } = this.g.thumbs;
    const grid = s.layers > 1, size = 11;
    const [rows, cols] = [[tall, s.rows], [w, s.cols]].map(([side, tokens]) =>
      Math.min(tokens, Math.round(side * this.dpr)));
    this.text(pen, grid ? "layer ↓  head →" : "heads", left, 8, { colour });
    for (const { l, h, x, y } of this.thumbs()) {
      this.fill(pen, stripes, x, y, w, tall);
      pen.drawImage(this.picture(l, h, "weights", rows, cols), x, y, w, tall);
      if (!grid) this.text(pen, h + 1, x, y - 7, { colour, size });
      else if (!l) this.text(pen, h + 1, x + w / 2, y - 8, { colour, size, align: "center" });
      if (grid && !h) this.text(pen, l + 1, x - 5, y + tall / 2, { colour, size, align: "right" });
    }
  }

  paintMap(pen, m) {
    const { g, s, view } = this, box = [m.x, m.y, g.mapWidth, g.mapHeight];
    this.fill(pen, this.theme.stripes, ...box);
    pen.drawImage(this.picture(view.layer, view.head, m.kind), ...box);
    const [right, bottom] = [m.x + g.mapWidth, m.y + g.mapHeight];
    pen.beginPath();
    for (let k = 1, x = m.x; k < s.cols && g.cw >= 11; k++) trace(pen, x += g.cw, m.y, x, bottom);
    for (let q = 1, y = m.y; q < s.rows && g.ch >= 11; q++) trace(pen, m.x, y += g.ch, right, y);
    Object.assign(pen, { strokeStyle: this.theme.paper, lineWidth: 1, globalAlpha: 0.5 });
    pen.stroke();
    pen.globalAlpha = 1;
    for (let k = 0; k < s.cols; k += g.every) this.label(pen, "keys", k, m);
    this.paintNumbers(pen, m);
    this.paintBar(pen, m);
    if (g.maps.length === 1) return;
    const scaled = `× ${short(s.scale)}${s.mask ? ", masked" : ""}`;
    const title = { scores: "scores q·k", masked: scaled, weights: "softmax: weights" }[m.kind];
    this.text(pen, title, m.x, 28, { bold: true });
    if (m === g.maps[0]) return;
    this.text(pen, "→", m.x - 17, m.y + g.mapHeight / 2, { align: "center", size: 16 });
  }

  paintNumbers(pen, m) {
    const { g, s, view } = this, scores = m.kind !== "weights", small = g.cw < 30;
    if (g.cw < (scores ? 27 : 21) || s.size > 900) return;
    const { pixels } = this.picture(view.layer, view.head, m.kind);
    const values = this.now(scores), factor = m.kind === "masked" ? s.scale : 1;
    for (let n = 0; n < s.size; n++) {
      const [red, green, blue, solid] = pixels.subarray(n * 4, n * 4 + 4);
      if (!solid) continue;
      const colour = 0.3 * red + 0.59 * green + 0.11 * blue > 120 ? "#111" : "#fff";
      const text = scores ? (values[n] * factor).toFixed(1) : two(values[n]);
      const shown = !values[n] ? "0" : small && !scores ? text.replace(/^0/, "") : text;
      const x = m.x + ((n % s.cols) + 0.5) * g.cw, y = m.y + (Math.floor(n / s.cols) + 0.5) * g.ch;
      this.text(pen, shown, x, y, { colour, size: small ? 10 : 11, align: "center" });
    }
  }

  /** The colour bar of a map, with its numbers, and what the stripes mean. */
  paintBar(pen, m) {
    const { g, s, view, theme } = this, y = m.y + g.mapHeight + 16, scores = m.kind !== "weights";
    const most = this.limit(view.layer, view.head, scores) * (m.kind === "masked" ? s.scale : 1);
    const small = { colour: theme.dim, size: 11 }, low = scores ? short(-most, 2) : "0";
    this.text(pen, low, m.x, y, small);
    const x = m.x + pen.measureText(low).width + 5, right = x + clamp(g.mapWidth - 115, 40, 90);
    pen.imageSmoothingEnabled = true;
    pen.drawImage(this.bars[+scores], x, y - 4, right - x, 8);
    pen.imageSmoothingEnabled = false;
    this.text(pen, short(most, 2), right + 5, y, small);
    if (!s.mask || scores) return;
    this.fill(pen, theme.stripes, right + 34, y - 5, 18, 10);
    this.text(pen, "masked", right + 57, y, small);
  }

  /** A token beside its row or above its column; a marked one stands out over its neighbours. */
  label(pen, axis, n, m, mark = "") {
    const { g, theme } = this, text = this.names[axis][n], query = axis === "queries";
    pen.save();
    if (query) pen.translate(m.x - 8, m.y + (n + 0.5) * g.ch);
    else pen.translate(m.x + (n + 0.5) * g.cw, m.y - (g.angle ? 6 : 9));
    if (!query) pen.rotate(-g.angle);
    const align = query ? "right" : g.angle ? "left" : "center";
    if (mark) {
      pen.font = `600 12px ${theme.family}`;
      const wide = pen.measureText(text).width + 6;
      const left = { right: 3 - wide, left: -3, center: -wide / 2 }[align];
      this.fill(pen, theme.paper, left, -8, wide, 16);
      for (let q = 0; query && q < this.s.rows; q += g.everyRow) { // no neighbour cut in half
        const off = (q - n) * g.ch;
        if (off && Math.abs(off) < 12) this.fill(pen, theme.paper, -g.label, off - 6, g.label + 3, 12);
      }
    }
    const colour = mark === "pin" ? theme.accent : theme.ink;
    this.text(pen, text, 0, 0, { colour, bold: Boolean(mark), align });
    pen.restore();
  }

  /** The frame on the page: the kept base, then marks, the pinned row and its lines. */
  paintTop(spot, row) {
    const { pen, g, theme, view, dpr, s } = this, [first] = g.maps, pinned = view.row !== null;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.base, 0, 0);
    pen.setTransform(dpr, 0, 0, dpr, 0, 0);
    const frame = (colour, width, ...box) => {
      Object.assign(pen, { strokeStyle: colour, lineWidth: width });
      pen.strokeRect(...box);
    };
    if (g.thumbs) {
      const { x, y } = this.thumbs()[view.layer * s.heads + view.head];
      frame(theme.accent, 2, x - 1.5, y - 1.5, g.thumbs.w + 3, g.thumbs.h + 3);
    }
    for (const m of g.maps) {
      frame(theme.accent, pinned ? 2 : 1, m.x - 1, m.y + row * g.ch - 1, g.mapWidth + 2, g.ch + 2);
      if (!spot) continue;
      const cell = [m.x + spot.k * g.cw, m.y + spot.q * g.ch, g.cw, g.ch];
      frame(theme.paper, 4, ...cell);
      frame(theme.ink, 2, ...cell);
      this.label(pen, "keys", spot.k, m, "spot");
    }
    if (spot && spot.q !== row) this.label(pen, "queries", spot.q, first, "spot");
    this.label(pen, "queries", row, first, pinned ? "pin" : "spot");
    if (g.fan) this.paintFan(row, spot);
  }

  /** Lines from the row to the keys it looks at, as thick as their weights, with the numbers. */
  paintFan(q, spot) {
    const { pen, g, theme, s } = this, { x, width, lines, pitch, list } = g.fan;
    const weights = this.row(q), { keys, others, rest } = strongest(weights, list);
    const start = g.top + (q + 0.5) * g.ch;
    const top = g.top + Math.max(0, (g.mapHeight - keys.length * pitch) / 2), to = x + lines;
    this.listed = { keys, top, x: to };
    const name = elide(bare(s.queries[q]), width - lines - 68, (text) => pen.measureText(text).width);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const heading = `${quote(name)} looks at${sum ? "" : " nothing"}`;
    this.text(pen, heading, to, top - 12, { bold: true, colour: theme.accent });
    keys.forEach((k, n) => {
      const y = top + (n + 0.5) * pitch, weight = weights[k], bold = spot?.k === k;
      const colour = weight >= 0.005 ? theme.ink : theme.dim;
      if (weight >= 0.005) this.line(x + 3, start, to - 4, y, weight);
      if (!this.open(q, k)) this.fill(pen, theme.stripes, to + 8, y - 5, 22, 10);
      else this.text(pen, two(weight), to + 30, y, { colour, bold, align: "right" });
      this.text(pen, this.names.list[k], to + 38, y, { colour, bold });
    });
    const tail = [others && `+ ${others} others ${two(rest)}`, `sum ${two(sum)}`].filter(Boolean);
    const end = top + keys.length * pitch + 11;
    tail.forEach((words, n) =>
      this.text(pen, words, to, end + 14 * n, { colour: theme.dim, size: 11 }));
  }

  line(x0, y0, x1, y1, weight) {
    const { pen } = this, bend = (x1 - x0) / 2;
    pen.beginPath();
    pen.moveTo(x0, y0);
    pen.bezierCurveTo(x0 + bend, y0, x1 - bend, y1, x1, y1);
    pen.strokeStyle = this.theme.accent;
    pen.lineWidth = 0.6 + 10 * weight;
    pen.globalAlpha = 0.3 + 0.6 * weight;
    pen.stroke();
    pen.globalAlpha = 1;
  }

  /** What lies under a point: a cell, a row's name, a key in the list, or a small head. */
  hit(x, y) {
    const { g, s, listed } = this, inside = (at, size) => at >= 0 && at < size;
    const { w, h } = g.thumbs ?? {}, thumb = g.thumbs && this.thumbs().find((t) =>
      inside(x - t.x + 2, w + 4) && inside(y - t.y + 2, h + 4));
    if (thumb) return { layer: thumb.l, head: thumb.h };
    const q = Math.floor((y - g.top) / g.ch), on = inside(q, s.rows);
    for (const m of g.maps) {
      const k = Math.floor((x - m.x) / g.cw);
      if (on && inside(k, s.cols)) return { q, k };
    }
    if (on && inside(g.maps[0].x - x, g.label + 10)) return { q };
    if (!g.fan || !listed || x < listed.x) return {};
    return { k: listed.keys[Math.floor((y - listed.top) / g.fan.pitch)] };
  }
}

// ---------------------------------------------------------------------------- the figure
const HINT = "Point at a cell, or use the arrow keys on the map. " +
  "Enter or a click pins a row, Escape releases it.";
const TOP = 1, BASE = 2, DATA = 4, LAYOUT = 8; // what to paint again: each with those before it

/** Builds an explorer in `host`; `set(payload)` gives it maps, `select` shows one of them. */
export function explorer(host, { caption = "", controls = [], onSelect, onValue } = {}) {
  const root = add(host, "figure", { className: "tf-explorer" }), stop = new AbortController();
  root.dataset.lmSuppressShortcuts = "true";
  add(root, "style", { textContent: CSS });
  const given = add(root, "div", { className: "tf-controls", hidden: !controls.length });
  const says = add(root, "p", { className: "tf-says", ariaLive: "polite" });
  const selectors = add(root, "div", { className: "tf-controls" });
  const canvas = add(root, "canvas", { tabIndex: 0 });
  canvas.setAttribute("role", "img");
  const read = add(root, "div", { className: "tf-read" });
  read.setAttribute("role", "status");
  const [cellLine, rowLine] = [add(read, "div"), add(read, "div")];
  const alarm = add(root, "p", { className: "tf-message", hidden: !controls.length });
  alarm.setAttribute("role", "alert");
  const details = add(root, "details");
  add(details, "summary", { textContent: "Numbers" });
  const table = add(details, "div", { className: "tf-table", tabIndex: 0, ariaLabel: "numbers" });
  if (caption) add(root, "figcaption", { textContent: caption });

  const view = { sentence: 0, layer: 0, head: 0, row: null, steps: true, stretch: false };
  const painter = new Painter(canvas, root, view);
  const fields = Object.fromEntries(controls.map((spec) =>
    [spec.name, field(given, spec, (value) => onValue?.(spec.name, value))]));
  let sentences = [], s = null, hover = null, cursor = null, choosers = {}, shape = "";
  let frame = 0, dirty = 0;

  const spot = () => hover ?? cursor;
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
      host.style.minHeight = ""; // the room kept for us until now
    }
    if (dirty & (LAYOUT | DATA | BASE)) {
      painter.paintBase(dirty & (LAYOUT | DATA));
      canvas.setAttribute("aria-label", summary(s, view.layer, view.head));
      tabulate();
    }
    dirty = 0;
    painter.paintTop(spot(), shownRow());
    tell();
  }

  /** Show another sentence, layer, head or row; what does not exist here is brought into range. */
  function select({ payload = false, ...change }) {
    Object.assign(view, change);
    view.sentence = clamp(view.sentence, 0, sentences.length - 1);
    painter.s = s = sentences[view.sentence];
    says.textContent = sentences.length > 1 ? "" : s.label; // of several, the selector says it
    says.hidden = !says.textContent;
    view.layer = clamp(view.layer, 0, s.layers - 1);
    view.head = clamp(view.head, 0, s.heads - 1);
    if (view.row !== null && !(view.row >= 0 && view.row < s.rows)) view.row = null;
    const inside = (at) => (at && at.q < s.rows && at.k < s.cols ? at : null);
    [hover, cursor] = [inside(hover), inside(cursor)];
    const data = payload || "stretch" in change || "sentence" in change;
    if (data) painter.kept.clear();
    const now = JSON.stringify([s.shape, s.queries, s.keys, painter.steps]);
    const what = now !== shape ? LAYOUT : data ? DATA : BASE;
    shape = now;
    offer();
    schedule(what);
  }
  function pick(change) {
    select(change);
    onSelect?.({ sentence: view.sentence, layer: view.layer, head: view.head, row: view.row });
  }

  /** Selectors for what is answered here, rebuilt only when their choices change. */
  function offer() {
    const counted = (n) => Array.from({ length: n }, (_, i) => `${i + 1} of ${n}`);
    const specs = [
      sentences.length > 1 &&
        { name: "sentence", kind: "select", options: sentences.map((x) => x.label) },
      s.layers > 1 && { name: "layer", kind: "walk", options: counted(s.layers) },
      s.heads > 1 && { name: "head", kind: "walk", options: counted(s.heads) },
      s.scores && { name: "steps", kind: "check", label: "from scores to weights" },
      s.cols > 8 &&
        { name: "stretch", kind: "check", label: "stretch colours to the largest weight" },
    ].filter(Boolean).map((spec) => ({ label: spec.name, ...spec }));
    const key = JSON.stringify(specs);
    if (key !== selectors.key) {
      selectors.key = key;
      selectors.replaceChildren();
      choosers = Object.fromEntries(specs.map((spec) =>
        [spec.name, field(selectors, spec, (value) => pick({ [spec.name]: value }))]));
    }
    for (const name in choosers) choosers[name].set(view[name]);
  }

  // ---- words beside the picture
  function tell() {
    const at = spot(), q = shownRow(), row = painter.row(q);
    cellLine.textContent = at ? cell(at) : HINT;
    const best = strongest(row, 8).keys.filter((k) => row[k] >= 0.005);
    const said = best.sort((a, b) => row[b] - row[a]).map((k) =>
      `${quote(elide(s.keys[k], 24, (text) => text.length))} ${two(row[k])}`);
    rowLine.textContent = `${view.row === null ? "Row" : "Pinned row"} ${quote(s.queries[q])}: ` +
      (said.join(", ") || "looks at nothing");
  }
  function cell({ q, k }) {
    const words = `${quote(s.queries[q])} → ${quote(s.keys[k])}: `;
    if (!painter.open(q, k)) return `${words}masked, may not be looked at`;
    const weight = painter.row(q)[k].toFixed(4);
    if (!s.scores) return words + weight;
    const score = painter.now(true)[q * s.cols + k], scaled = (score * s.scale).toFixed(2);
    return `${words}${weight} = softmax of ${score.toFixed(2)} × ${short(s.scale)} = ${scaled}`;
  }
  /** The numbers as a table: the whole head, or of a large one the row that is shown. */
  function tabulate() {
    if (!details.open) return;
    const rows = s.size > 4096 ? [shownRow()] : s.queries.keys();
    const body = document.createElement("table"), head = add(body, "tr");
    add(head, "th", { textContent: "query \\ key" });
    for (const token of s.keys) add(head, "th", { textContent: token, scope: "col" });
    for (const q of rows) {
      const line = add(body, "tr"), row = painter.row(q);
      add(line, "th", { textContent: s.queries[q], scope: "row" });
      row.forEach((weight, k) =>
        add(line, "td", { textContent: painter.open(q, k) ? weight.toFixed(3) : "masked" }));
    }
    table.replaceChildren(body);
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
    hover = at.k === undefined ? null : { q, k: at.k };
    canvas.style.cursor = at.q !== undefined || at.head !== undefined ? "pointer" : "default";
    schedule(TOP);
  });
  listen(canvas, "pointerleave", () => ((hover = null), schedule(TOP)));
  listen(canvas, "click", (event) => {
    const at = under(event);
    if (at.head !== undefined) pick(at);
    else if (at.q !== undefined) pin(at.q);
  });
  function pin(q) {
    pick({ row: view.row === q ? null : q });
    if (details.open) schedule(BASE);
  }
  const moves = {
    ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
    Home: [0, -1e9], End: [0, 1e9],
  };
  listen(canvas, "keydown", (event) => {
    const { key } = event, row = s && shownRow();
    if (!s || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key in moves) {
      const at = spot() ?? { q: row, k: strongest(painter.row(row), 1).keys[0] };
      const [dq, dk] = spot() ? moves[key] : [0, 0];
      cursor = { q: clamp(at.q + dq, 0, s.rows - 1), k: clamp(at.k + dk, 0, s.cols - 1) };
      hover = null;
      schedule(TOP);
    } else if (key === "PageUp" || key === "PageDown") {
      const next = view.layer * s.heads + view.head + (key === "PageUp" ? -1 : 1);
      const n = clamp(next, 0, s.layers * s.heads - 1);
      pick({ layer: Math.floor(n / s.heads), head: n % s.heads });
    } else if (key === "Enter" || key === " ") pin(spot()?.q ?? row);
    else if (key === "Escape" && (view.row !== null || cursor)) {
      cursor = null;
      pick({ row: null });
      event.stopPropagation(); // used here: the notebook keeps its focus where it is
    } else return;
    event.preventDefault();
  });
  // JupyterLab would take the arrows and letters typed here for its own commands.
  listen(root, "keydown", (event) => {
    if (event.key !== "Escape" && event.key !== "Tab") event.stopPropagation();
  });
  listen(details, "toggle", () => schedule(BASE));
  listen(matchMedia("(prefers-color-scheme: dark)"), "change", () => schedule(LAYOUT));
  const themed = new MutationObserver(() => schedule(LAYOUT));
  themed.observe(document.body, { attributeFilter: ["class", "data-jp-theme-name"] });
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
    say(text) {
      alarm.textContent = text;
    },
    destroy() {
      stop.abort();
      sized.disconnect();
      themed.disconnect();
      cancelAnimationFrame(frame);
      root.remove();
    },
  };
}

// ---------------------------------------------------------------------------- where it lives
/** In a notebook: anywidget hands over the model that the kernel fills. */
function render({ model, el }) {
  let timer = 0;
  const seen = ["sentence", "layer", "head", "row"];
  const figure = explorer(el, {
    caption: model.get("caption"),
    controls: model.get("controls"),
    onSelect(chosen) { // answered already; the kernel hears of it when the hand rests
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Set and sent at once: an echo of an older choice finds nothing newer to undo.
        for (const name of seen) model.set(name, chosen[name]);
        model.save_changes();
      }, 200);
    },
    onValue(name, value) {
      model.set("values", { ...model.get("values"), [name]: value });
      model.save_changes();
    },
  });
  const heard = {
    "change:payload": () => figure.set(model.get("payload")),
    "change:values": () => figure.show(model.get("values")),
    "change:message": () => figure.say(model.get("message")),
  };
  for (const name of seen) {
    figure.view[name] = model.get(name);
    heard[`change:${name}`] = () =>
      figure.view[name] !== model.get(name) && figure.select({ [name]: model.get(name) });
  }
  for (const name of Object.keys(heard).slice(0, 3)) heard[name]();
  for (const name in heard) model.on(name, heard[name]);
  return () => {
    clearTimeout(timer);
    for (const name in heard) model.off(name, heard[name]);
    figure.destroy();
  };
}

/** In a page without a kernel: controls walk frames that the real code computed beforehand. */
export function mount(host) {
  const { frames, controls, caption, view } = JSON.parse(host.querySelector("script").textContent);
  host.removeAttribute("data-tf-explorer"); // a second copy of this script leaves it alone
  host.replaceChildren();
  const values = Object.fromEntries(controls.map((spec) => [spec.name, spec.value]));
  const figure = explorer(host, {
    caption, controls, onValue: (name, value) => ((values[name] = +value), walk()),
  });
  const walk = () => {
    const at = controls.reduce((n, spec) => n * spec.options.length + values[spec.name], 0);
    figure.say(frames[at].error ?? "");
    if (frames[at].sentences) figure.set(frames[at]);
  };
  Object.assign(figure.view, view);
  figure.show(values);
  walk();
}

export default { render };

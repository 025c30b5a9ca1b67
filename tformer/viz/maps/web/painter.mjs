// Paints what is on show on a canvas: a base that is kept, and on top what moves.
import { drawBar, drawCells, drawLabel, drawNumbers, mapImage } from "./draw_map.mjs";
import { layout } from "./layout.mjs";
import { drawList, listedAt, nameRoom } from "./look_list.mjs";
import { sheet, write } from "./pen.mjs";
import { bare, elide, short } from "./text.mjs";
import { readTheme } from "./ink.mjs";
import { drawThumbnails, thumbnailAt, thumbnails } from "./thumbnails.mjs";

export class Painter {
  constructor(canvas, root, view) {
    Object.assign(this, { canvas, root, view, s: null, base: sheet(1, 1), kept: new Map() });
    this.pen = canvas.getContext("2d");
  }

  // The head on show: its numbers, one row of them, and what its mask leaves open.
  get steps() { return Boolean(this.s.scores && this.view.steps); }
  now(scores) { return this.s.map(this.view.layer, this.view.head, scores); }
  row(q) { return this.now().subarray(q * this.s.cols, (q + 1) * this.s.cols); }
  open(q, k) { return this.s.open(this.view.layer, this.view.head)?.[q * this.s.cols + k] !== 0; }

  /** Sizes, colours and shortened names: needed when the page, the theme or the tokens change. */
  arrange() {
    const { root, canvas, pen, s } = this;
    this.dpr = window.devicePixelRatio || 1;
    this.theme = readTheme(root, pen, this.dpr);
    this.kept.clear();
    pen.font = `600 12px ${this.theme.family}`; // the chosen row is bold
    const measure = (text) => pen.measureText(text).width;
    const widest = (tokens) => tokens.reduce((most, text) => Math.max(most, measure(text)), 0);
    root.classList.toggle("tf-narrow", root.clientWidth < 560);
    const width = root.clientWidth - 4, g = this.g = layout({
      ...s, width, dpr: this.dpr, steps: this.steps,
      queryWidth: widest(s.queries), keyWidth: widest(s.keys),
    });
    const cut = (tokens, room) => tokens.map((text) => elide(bare(text), room, measure));
    this.names = {
      queries: cut(s.queries, g.label), keys: cut(s.keys, g.angle ? 100 : g.cw - 2),
      list: cut(s.keys, nameRoom(g.list)),
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

  /** The number that gets the last colour: of scores the same before and after scaling. */
  limit(l, h, scores) {
    if (!scores && !this.view.stretch) return 1;
    const most = this.s.map(l, h, scores).reduce((top, x) => Math.max(top, Math.abs(x)), 0) || 1;
    return scores ? most * Math.max(1, this.s.scale) : most;
  }

  /** A map as an image, kept until the numbers or the colours change. */
  picture(l, h, kind, down = this.s.rows, across = this.s.cols) {
    const name = [l, h, kind, down, across].join();
    if (!this.kept.has(name)) {
      const { s } = this, signed = kind !== "weights";
      const open = kind === "scores" ? null : s.open(l, h);
      this.kept.set(name, mapImage(s.map(l, h, signed), open, {
        rows: s.rows, cols: s.cols, down, across,
        signed: signed ? this.theme.signed : undefined,
        top: this.limit(l, h, signed) / (kind === "masked" ? s.scale : 1),
      }));
    }
    return this.kept.get(name);
  }

  /** What stays while the pointer moves; the small heads only if `all` is new. */
  paintBase(all) {
    const pen = this.base.getContext("2d"), { g, s, theme } = this, [first] = g.maps;
    const colour = theme.dim;
    pen.setTransform(this.dpr, 0, 0, this.dpr, 0, 0);
    if (all) pen.clearRect(0, 0, this.width, this.height);
    else pen.clearRect(g.block.x, 0, g.block.width, g.block.height);
    pen.imageSmoothingEnabled = false;
    if (g.thumbs && all)
      drawThumbnails(pen, theme, s, g.thumbs, this.dpr, (l, h, ...size) =>
        this.picture(l, h, "weights", ...size));
    write(pen, theme, "key (is looked at) →", first.x, 8, { colour });
    write(pen, theme, "query (looks) ↓", first.x - 8, first.y - 13, { colour, align: "right" });
    for (const m of g.maps) {
      this.paintMap(pen, m);
      for (let q = 0; m.first && q < s.rows; q += g.everyRow) this.label(pen, "queries", q, m);
    }
  }

  paintMap(pen, m) {
    const { g, s, view, theme } = this, signed = m.kind !== "weights";
    const image = this.picture(view.layer, view.head, m.kind);
    const factor = m.kind === "masked" ? s.scale : 1;
    drawCells(pen, theme, m, image);
    for (let k = 0; k < s.cols; k += g.every) this.label(pen, "keys", k, m);
    drawNumbers(pen, theme, m, image, this.now(signed), { signed, factor });
    const most = this.limit(view.layer, view.head, signed);
    drawBar(pen, theme, m, { signed, most, masked: s.mask && !signed });
    if (g.maps.length === 1) return;
    const scaled = `× ${short(s.scale)}${s.mask ? ", masked" : ""}`;
    const title = { scores: "scores q·k", masked: scaled, weights: "softmax: weights" }[m.kind];
    const next = m !== g.maps[0], wrapped = next && m.first;
    write(pen, theme, (wrapped ? "→ " : "") + title, m.x, m.y - g.head - 10, { bold: true });
    if (next && !wrapped)
      write(pen, theme, "→", m.x - 17, m.y + m.height / 2, { align: "center", size: 16 });
  }

  label(pen, axis, n, m, mark = "") {
    const { g, theme, names } = this, row = axis === "queries";
    drawLabel(pen, theme, m, names[axis][n],
      { row, n, angle: g.angle, mark, every: g.everyRow, room: g.label });
  }

  /** The frame on the page: the kept base, then marks, the pinned row and its lines. */
  paintTop(spot, row) {
    const { pen, g, theme, view, dpr, s } = this, pinned = view.row !== null;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.base, 0, 0);
    pen.setTransform(dpr, 0, 0, dpr, 0, 0);
    const frame = (colour, width, ...box) => {
      Object.assign(pen, { strokeStyle: colour, lineWidth: width });
      pen.strokeRect(...box);
    };
    if (g.thumbs) {
      const { x, y } = thumbnails(s, g.thumbs)[view.layer * s.heads + view.head];
      frame(theme.accent, 2, x - 1.5, y - 1.5, g.thumbs.w + 3, g.thumbs.h + 3);
    }
    for (const m of g.maps) {
      frame(theme.accent, pinned ? 2 : 1, m.x - 1, m.y + row * g.ch - 1, m.width + 2, g.ch + 2);
      const mark = pinned ? "pin" : "spot";
      if (m.first && spot && spot.q !== row) this.label(pen, "queries", spot.q, m, "spot");
      if (m.first) this.label(pen, "queries", row, m, mark);
      if (spot?.k === undefined) continue;
      const cell = [m.x + spot.k * g.cw, m.y + spot.q * g.ch, g.cw, g.ch];
      frame(theme.paper, 4, ...cell);
      frame(theme.ink, 2, ...cell);
      this.label(pen, "keys", spot.k, m, "spot");
    }
    this.listed = drawList(pen, theme, g.list, g.maps.at(-1), {
      row, token: s.queries[row], weights: this.row(row), names: this.names.list, spot: spot?.k,
      open: (k) => this.open(row, k),
    });
  }

  /** What lies under a point: a cell, a row's name, a key in the list, or a small head. */
  hit(x, y) {
    const { g, s } = this, inside = (at, size) => at >= 0 && at < size;
    const thumb = g.thumbs && thumbnailAt(s, g.thumbs, x, y);
    if (thumb) return thumb;
    for (const m of g.maps) {
      const q = Math.floor((y - m.y) / m.ch), k = Math.floor((x - m.x) / m.cw);
      if (!inside(q, s.rows)) continue;
      if (inside(k, s.cols)) return { q, k };
      if (m.first && inside(m.x - x, g.label + 18)) return { q };
    }
    return { k: listedAt(g.list, g.maps.at(-1), this.listed, x, y) };
  }
}

// Where the picture is on the page: on screen when it begins, and while the text goes on a slim
// strip at the top with the two sentences.
import { keepKeys } from "../../common/web/controls.js";
import { make, makeButton } from "./dom.mjs";
import { apartByBlanks, bare } from "./film.mjs";
import { LivingPen } from "./strokes.mjs";
import { Transport } from "./transport.mjs";

const HEIGHT = 90;
const HOLD = 2; // moments of the film in which the page still finds its place after a cell has run
const SEEN = 0.4; // of the picture: with less the strip comes
export const HANDS = ["wheel", "pointerdown", "keydown", "touchstart"];

/** Whether a picture that has just begun is out of sight, a tenth of it or more, but no more than a
 *  screen away: the page has moved under the reader. Farther away the reader has gone on. */
export function slipped(picture, screen) {
  const high = screen.bottom - screen.top, size = Math.min(high, picture.bottom - picture.top);
  const seen = Math.min(picture.bottom, screen.bottom) - Math.max(picture.top, screen.top);
  return seen < 0.9 * size && seen > -high;
}

export class LivingDock {
  constructor(view) {
    this.view = view;
    this.wanted = view.state.stay ?? true;
    const row = view.transport.row;
    this.pin = makeButton(row, "Keep in view", () => this.want(!this.wanted), { class: "lm-pin" });
    this.pin.setAttribute("aria-pressed", String(this.wanted));
    this.seen = new IntersectionObserver(([entry]) => this.look(entry), { threshold: [0, SEEN] });
    this.seen.observe(view.picture.stage);
    this.strip = null;
    this.met = this.away = false; // the picture was on screen once; no line of it is there now
    this.release = () => {}; // ends holding
  }

  /** The film begins by itself, but JupyterLab scrolls to the cell after the one that was run: keep
   *  the picture on screen for its first moments, or until the reader's hand moves. */
  hold() {
    this.met = true; // the reader has run it, so has seen it or gone on
    this.held = new AbortController();
    this.release = () => (this.held.abort(), this.ask());
    for (const hand of HANDS)
      addEventListener(hand, this.release, { capture: true, signal: this.held.signal });
  }

  /** A frame of the film: while it is held, bring the picture back where it has slipped away. */
  keep() {
    if (!this.holding) return;
    if (this.view.clock.at > HOLD) return this.release();
    const { stage } = this.view.picture, { scroller } = this.page();
    const screen = scroller?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
    if (slipped(stage.getBoundingClientRect(), screen)) this.back();
  }

  get holding() { return this.held && !this.held.signal.aborted; }

  /** Ask anew where the picture is: it may have gone before there was a film to keep in view. */
  ask() {
    this.seen.unobserve(this.view.picture.stage);
    this.seen.observe(this.view.picture.stage);
  }

  page() {
    const panel = this.view.root.closest(".jp-NotebookPanel");
    return { panel, scroller: panel?.querySelector(".jp-WindowedPanel-outer") ?? null };
  }

  want(wanted) {
    this.wanted = this.view.state.stay = wanted;
    this.pin.setAttribute("aria-pressed", String(wanted));
    if (!wanted) this.close();
  }

  look({ isIntersecting, intersectionRatio }) {
    if (!(this.away = !isIntersecting)) this.view.redraw(); // what nobody sees is not drawn
    if (intersectionRatio >= SEEN) {
      this.met = true;
      this.close();
    } else if (this.met && this.wanted && this.view.film && !this.holding) this.open();
  }

  open() {
    if (this.strip) return;
    const { panel, scroller } = this.page();
    this.scroller = scroller;
    this.scrolled = scroller?.scrollTop;
    const strip = this.strip = make(panel ?? document.body, "section",
      { className: "tf-living lm-dock" }, { "aria-label": "The translator, kept in view" });
    strip.dataset.lmSuppressShortcuts = "true";
    keepKeys(strip);
    if (panel && scroller) {
      const [a, b] = [panel, scroller].map((element) => element.getBoundingClientRect());
      Object.assign(strip.style, { position: "absolute", top: `${b.top - a.top}px`,
        left: `${b.left - a.left}px`, width: `${scroller.clientWidth}px` });
    }
    const tools = make(strip, "div", { className: "lm-dock-tools" });
    this.transport = new Transport(tools, this.view.clock, { small: true });
    const ways = make(tools, "div");
    makeButton(ways, "To the picture", () => this.back());
    makeButton(ways, "×", () => this.want(false), { "aria-label": "Do not keep it in view" });
    this.canvas = make(strip, "canvas", {}, { role: "img" });
    this.pen = new LivingPen(this.canvas);
    this.show();
  }

  back() {
    const { stage } = this.view.picture;
    if (stage.isConnected) stage.scrollIntoView({ block: "center" });
    if (this.scroller && !stage.offsetParent) this.scroller.scrollTop = this.scrolled;
  }

  close() {
    this.strip?.remove();
    this.strip = null;
  }

  /** German above, English below, lines between, the bars of now at the right. */
  show() {
    if (!this.strip || !this.view.film) return;
    const { film, time, clock, picture } = this.view, { pen } = this, { theme } = picture;
    this.transport.show("");
    const at = clock.shown(), t = time.step(at);
    const phone = this.strip.clientWidth < 600, bars = phone ? 0 : 170;
    const width = this.strip.clientWidth - (phone ? 22 : 34 + this.strip.firstChild.offsetWidth);
    const room = width - (bars && bars + 24);
    pen.start(width, HEIGHT, theme);
    this.canvas.setAttribute("aria-label", this.view.now.textContent);
    pen.pen.font = `600 13px ${theme.family}`;
    const widths = (pieces) => pieces.map((piece) => pen.pen.measureText(bare(piece)).width);
    const sides = [film.source, film.target].map(widths);
    const wants = (side) => side.reduce((sum, w) => sum + Math.min(w, most) + 5, 0);
    let most = 90; // of a word: all have a place of their own
    while (most > 9 && sides.some((side) => wants(side) > room)) most--;
    const place = (side) => {
      const wide = side.map((w) => Math.min(most, w));
      const total = wide.reduce((a, b) => a + b, 0);
      const gap = Math.min(26, (room - total) / side.length);
      let x = 6;
      return wide.map((w) => ((x += w + gap), x - gap - w / 2));
    };
    const [german, english] = sides.map(place), [y0, y1] = [14, HEIGHT - 16];
    film.source.forEach((piece, s) => pen.piece(piece, german[s], y0,
      { align: "center", size: 13, room: most, colour: theme.ger }));
    for (let n = 0; n <= t; n++) {
      const done = time.decoder(n, "write", at) >= 1;
      pen.piece(done ? film.target[n] : "?", english[n], y1,
        { align: "center", size: 13, room: most, bold: n === t, colour: theme.eng });
      if (n === t || done) film.whole(n).forEach((weight, s) => {
        if (weight < 0.06) return;
        const alpha = (0.15 + 0.8 * weight) * (n === t ? 1 : 0.2);
        pen.drop(german[s], y0 + 10, english[n], y1 - 11,
          { colour: theme.eng, width: 0.6 + 5 * weight, alpha });
      });
    }
    if (t < 0 || !bars) return;
    const row = film.row("chances", t), grown = time.decoder(t, "bars", at);
    const shown = apartByBlanks(film.likely[t].slice(0, 4));
    film.likely[t].slice(0, 4).forEach((piece, k) => {
      const y = 4 + 22 * k, mine = piece === film.target[t];
      const box = { x: width - bars, y, w: bars, h: 18 };
      pen.box(box, { colour: theme.faint });
      pen.box({ ...box, w: bars * row[k] * grown },
        { colour: mine ? theme.eng : theme.dim, alpha: 0.4 });
      if (grown) pen.piece(shown[k], box.x + 6, y + 9, { room: 110, size: 12, bold: mine });
      if (grown) pen.text(row[k].toFixed(2), width - 5, y + 9, { align: "right" });
    });
  }

  destroy() {
    this.seen.disconnect();
    this.held?.abort();
    this.close();
  }
}

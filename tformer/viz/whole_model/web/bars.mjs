// The end of the decoder: bars of the likeliest next pieces, and the way of the chosen one.
import { apartByBlanks, bare } from "./film.mjs";

const COUNT = 8;

export function drawBars(scene) {
  const { pen, film, g, theme, time, at, focus: t } = scene, { bars, dec } = g;
  pen.text("next piece", bars.x, bars.y - 14, { colour: theme.dim });
  for (let k = 0; k < COUNT; k++) {
    const y = bars.y + k * bars.pitch;
    pen.box({ x: bars.x, y, w: bars.w, h: bars.pitch - 4 }, { colour: theme.faint });
  }
  const grown = t < 0 ? 0 : time.decoder(t, "bars", at);
  if (at >= 0) drawChoice(scene);
  if (!grown) return;
  const sharp = film.row("chances", t), plain = film.row("plain", t);
  const shown = apartByBlanks(film.likely[t]);
  film.likely[t].forEach((piece, k) => {
    const y = bars.y + k * bars.pitch, mine = film.target[t] === piece, high = bars.pitch - 4;
    const colour = mine ? theme.eng : theme.dim, width = bars.w * sharp[k] * grown;
    if (!g.phone) pen.link(dec.right + 2, dec.y(t), bars.x - 2, y + high / 2,
      { colour, width: 0.5 + 3 * sharp[k], alpha: 0.15 + 0.7 * sharp[k], share: grown });
    pen.box({ x: bars.x, y, w: width, h: high }, { colour, alpha: mine ? 0.42 : 0.28 });
    if (film.setting.choose === "sample" && plain[k] >= 0.005) // what it was before temperature
      pen.line([[bars.x + bars.w * plain[k], y], [bars.x + bars.w * plain[k], y + high]],
        { colour: theme.ink, width: 1.5 });
    const said = time.decoder(t, "write", at) > 0 && mine;
    pen.piece(shown[k], bars.x + 6, y + high / 2, { bold: said, room: bars.w - 52, size: 13 });
    pen.text(sharp[k].toFixed(2), bars.x + bars.w - 5, y + high / 2,
      { align: "right", bold: said, size: 12 });
  });
  drawFlight(scene);
}

/** How the choice is made, and with beam search the beginnings that are in hand. */
function drawChoice(scene) {
  const { pen, film, g, theme, focus: t } = scene, { bars } = g;
  const top = bars.y + COUNT * bars.pitch + 12, { choose, temperature, top_k } = film.setting;
  const how = { beam: film.beams[0] ? "Beam search keeps:" : "", sample:
    `Drawn: temperature ${+temperature.toFixed(2)}`, greedy: "Greedy takes the top bar." }[choose];
  pen.text(how, bars.x, top, { colour: theme.dim, room: bars.w });
  if (choose === "sample")
    pen.text(top_k ? `among the top ${top_k}` : "among all pieces", bars.x, top + 16,
      { colour: theme.dim, room: bars.w });
  if (choose !== "beam" || t < 0) return;
  const mine = film.given.slice(1, t + 1).join("").trim();
  const hands = (film.beams[t] ?? []).slice(0, 5), shown = apart(hands);
  hands.forEach((text, n) => {
    const same = text === mine, tail = shown[n] || "(nothing yet)";
    pen.text(inRoom(pen, tail, bars.w), bars.x, top + 17 + 15 * n,
      { colour: same ? theme.eng : theme.dim, bold: same, size: 12 });
  });
}

/** Beginnings of one sentence, told by where they differ: words that all have equally often are
 *  left out, but for the last one. */
export function apart(texts) {
  if (texts.length < 2) return texts;
  const all = texts.map((text) => text.split(" "));
  const count = (words, word) => words.filter((other) => other === word).length;
  const shared = (word) => all.every((words) => count(words, word) === count(all[0], word));
  return all.map((words) => {
    const told = [];
    let left = [];
    words.forEach((word, n) => {
      if (n < words.length - 1 && shared(word)) return left.push(word);
      const gone = left.join(" ");
      if (gone) told.push(gone.length > 1 ? "…" : gone);
      told.push(word);
      left = [];
    });
    return told.join(" ");
  });
}

/** A text, without its middle where there is no room for it. */
function inRoom(pen, text, room) {
  pen.pen.font = `600 12px ${pen.theme.family}`;
  const letters = Array.from(text);
  let kept = letters.length, short = text;
  while (kept > 2 && pen.pen.measureText(short).width > room) {
    kept--;
    short = `${letters.slice(0, Math.ceil(kept / 2)).join("")}…` +
      letters.slice(letters.length - Math.floor(kept / 2)).join("");
  }
  return short;
}

/** The chosen piece flies to its place in the sentence, and stands there to be read next. */
function drawFlight(scene) {
  const { pen, film, g, theme, time, at, focus: t } = scene, { bars, write, dec } = g;
  const p = time.decoder(t, "write", at);
  if (p <= 0 || p >= 1 || scene.still) return;
  const k = Math.max(0, film.likely[t].indexOf(film.target[t]));
  const ease = p * p * (3 - 2 * p), [x0, y0] = [bars.x + 30, bars.y + (k + 0.5) * bars.pitch];
  const [x1, y1] = [write.x + 28, dec.y(t)], low = g.loop - 8;
  const bend = (a, b, c, d) => (1 - ease) ** 3 * a + 3 * (1 - ease) ** 2 * ease * b +
    3 * (1 - ease) * ease ** 2 * c + ease ** 3 * d;
  const x = bend(x0, x0, x1 + 40, x1), y = bend(y0, low, low, y1);
  const text = bare(film.target[t]), wide = 14 + 7.5 * Array.from(text).length;
  pen.box({ x: x - wide / 2, y: y - 11, w: wide, h: 22 },
    { colour: theme.paper, stroke: theme.eng, radius: 11 });
  pen.text(text, x, y, { align: "center", bold: true, colour: theme.eng, size: 13 });
}

/** The way back from the bars to the start of the decoder: what it writes, it reads next. */
export function drawLoop(scene) {
  const { pen, g, theme } = scene, { bars, write, dec, loop } = g;
  if (g.stacked) return;
  const x0 = bars.x + bars.w / 2, x1 = write.x + 18, words = "what it writes, it reads next";
  pen.line([[x0, loop - 6], [x0, loop], [x1, loop], [x1, dec.last + 4]],
    { colour: theme.eng, alpha: 0.55, dash: [2, 3] });
  pen.line([[x1 - 4, dec.last + 9], [x1, dec.last + 4], [x1 + 4, dec.last + 9]],
    { colour: theme.eng, alpha: 0.8 });
  pen.pen.font = `400 12px ${theme.family}`;
  const wide = pen.pen.measureText(words).width + 16, middle = (x0 + x1) / 2 - 60;
  pen.box({ x: middle - wide / 2, y: loop - 8, w: wide, h: 16 }, { colour: theme.paper });
  pen.text(words, middle, loop, { align: "center", colour: theme.dim });
}

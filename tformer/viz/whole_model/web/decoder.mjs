// The decoder's half: English lanes, its two attentions, and what each layer would already say.
import { drawDiamond, drawHeads, drawInputs, drawStream } from "./encoder.mjs";

export function drawDecoder(scene) {
  const { film, g, theme, off } = scene, { dec } = g;
  drawBus(scene);
  drawEnglish(scene);
  drawInputs(scene, "tgt");
  for (let l = 0; l < film.layers; l++) {
    const column = dec.columns[l], name = `decoder.${l}`;
    const rows = lanesDone(scene, l);
    drawHeads(scene, "decoder", l, rows / film.T, `${name}.self_attention`, theme.eng);
    drawHeads(scene, "cross", l, rows / film.T, `${name}.cross_attention`, theme.ger);
    for (let t = 0; t < film.T; t++) drawLane(scene, l, t, column);
    if (off.has(name)) continue;
    if (scene.over) for (let t = 0; t < film.T; t++) drawBack(scene, l, column, t, 0.4);
    else if (scene.focus >= 0) drawBack(scene, l, column, scene.focus, 1);
  }
  drawLens(scene);
  drawCross(scene);
}

/** How many rows of layer l's maps are computed. */
function lanesDone({ film, time, at }, l) {
  let rows = 0;
  while (rows < film.T && time.decoder(rows, "layer", at, l) > 0) rows++;
  return rows;
}

/** Two columns: what is written at a step, and what was read for it. */
function drawEnglish(scene) {
  const { pen, film, g, theme, time, at, focus } = scene, { write, read, dec } = g;
  for (let t = 0; t < film.T; t++) {
    const written = time.decoder(t, "write", at), y = dec.y(t);
    const busy = t === focus && written < 1, bold = t === focus && !scene.over;
    const band = { x: write.x, y: y - dec.pitch / 2 + 1, w: dec.right - write.x, h: dec.pitch - 2 };
    if (bold) pen.box(band, { colour: theme.eng, alpha: 0.09, radius: 4 });
    const how = { room: write.w - 10, size: 13, bold, x: write.x + 6 };
    if (written >= 1) {
      const strange = film.target_strange.includes(t);
      const colour = film.target[t] === "<eos>" ? theme.dim : theme.eng;
      pen.piece(film.target[t], how.x, y, { ...how, colour });
      if (strange) pen.line([[how.x, y + 8], [how.x + 14, y + 8]], { colour, dash: [2, 2] });
      const joined = t && film.target_word[t] === film.target_word[t - 1];
      if (joined) pen.bracket(write.x + 2, dec.y(t - 1), y, theme.dim);
    } else if (busy) pen.text("?", how.x, y, { ...how, colour: theme.eng });
    const reading = time.decoder(t, "read", at);
    if (reading > 0 && read.w) pen.piece(film.given[t], read.x + read.w - 4, y,
      { align: "right", colour: theme.dim, room: read.w - 12, alpha: reading, size: 12 });
  }
}

function drawLane(scene, l, t, column) {
  const { film, g, theme, time, at, off } = scene, { dec } = g;
  const done = time.decoder(t, "layer", at, l);
  const before = l ? time.decoder(t, "layer", at, l - 1) : time.decoder(t, "read", at);
  const name = l ? `decoder.${l - 1}` : "tgt_embedding", mine = t === scene.focus || scene.over;
  drawStream(scene, name, t, theme.eng, column, dec.y(t), before >= 1 ? (mine ? 1 : 0.45) : 0);
  if (done <= 0) return;
  const gone = off.has(`decoder.${l}`), y = dec.y(t);
  const merged = Math.min(1, Math.max(0, done - 0.4) * 5);
  if (merged && !gone && !off.has(`decoder.${l}.cross_attention`))
    scene.pen.dot(column.x + column.w * 0.52, y, (mine ? 3.4 : 2) * merged, theme.ger);
  const grow = Math.min(1, Math.max(0, done - 0.7) * 4);
  if (grow) drawDiamond(scene, column.x + column.w * 0.87, y, film.busy(`decoder.${l}.ffn`, t),
    theme.eng, { alpha: mine ? 1 : 0.5, grow, off: gone || off.has(`decoder.${l}.ffn`) });
}

/** The looks back of the lane in focus: from the lanes above to it, never from below. */
function drawBack(scene, l, column, t, strength) {
  const { pen, film, g, theme, time, at } = scene, { dec } = g;
  const done = time.decoder(t, "layer", at, l);
  const map = film.map("decoder", l, scene.head("decoder", l));
  for (let k = 0; k <= t && done > 0; k++) {
    const weight = map[t * film.T + k];
    if (weight < 0.05 || k === t) continue;
    pen.link(column.x + 2, dec.y(k), column.x + column.w * 0.42, dec.y(t), { colour: theme.eng,
      width: 0.6 + 3.4 * weight, alpha: (0.2 + 0.7 * weight) * strength,
      share: Math.min(1, done * 2.5) });
  }
}

/** The lines from the German pieces to the English one that is being written. */
function drawCross(scene) {
  const { pen, film, g, theme, time, at, focus } = scene, { cross, dec } = g;
  if (focus < 0) return;
  const active = scene.layer, [x0, x1] = [cross.from + 5, cross.to - 2];
  const ink = pen.pen.createLinearGradient(x0, 0, x1, 0);
  ink.addColorStop(0, theme.ger);
  ink.addColorStop(1, theme.eng);
  const draw = (t, row, share, strength) => row.forEach((weight, s) => {
    if (weight < 0.05) return;
    pen.link(x0, cross.source(s), x1, dec.y(t), { colour: ink, width: 0.7 + 6 * weight,
      alpha: Math.min(1, (0.15 + 0.85 * weight) * strength), share });
  });
  for (let t = 0; t < film.T; t++)
    if ((t !== focus || scene.over) && time.decoder(t, "write", at) >= 1)
      draw(t, film.whole(t), 1, scene.over ? 0.6 : 0.2);
  if (scene.over) return;
  const one = scene.crossHead(), mine = (map) => map.subarray(focus * film.S, (focus + 1) * film.S);
  if (one) draw(focus, mine(film.map("cross", ...one)), 1, 1);
  else if (active !== null) {
    const done = time.decoder(focus, "layer", at, active);
    draw(focus, mine(film.map("cross", active)), Math.min(1, done * 2), 1);
  } else if (time.decoder(focus, "bars", at) > 0) draw(focus, film.whole(focus), 1, 1);
}

/** The memory goes to the cross-attention of every layer. */
function drawBus(scene) {
  const { pen, film, g, theme, time, at } = scene, { dec, memory } = g;
  const alpha = 0.5 * time.encoder("memory", at), y = g.bus;
  if (!alpha) return;
  const start = g.stacked ? g.again.x : memory.x + memory.w + 4;
  const ends = dec.columns.map((column) => column.x + column.w * 0.52);
  pen.line([[start, y], [ends.at(-1), y]], { colour: theme.ger, alpha });
  ends.forEach((x, l) => {
    const lit = scene.layer === l;
    pen.line([[x, y], [x, dec.y(Math.max(0, scene.focus)) - 4]], { colour: theme.ger,
      alpha: lit ? 0.9 : alpha * 0.5, width: lit ? 1.6 : 1 });
  });
}

/** What the decoder would say if it ended after each layer. */
function drawLens(scene) {
  const { pen, film, g, theme, time, at, focus } = scene;
  const left = g.dec.columns[0].x - 8;
  pen.text(g.read.w ? "if it ended here:" : "so far:", left, g.foot,
    { align: "right", colour: theme.dim });
  if (focus < 0) return;
  for (let l = 0; l < film.layers; l++) {
    const column = g.dec.columns[l], done = time.decoder(focus, "layer", at, l);
    const sure = film.value("lens_sure", focus, l);
    if (done >= 1) pen.piece(film.lens[focus][l], column.x + column.w / 2, g.foot,
      { align: "center", room: column.w + 4, colour: theme.eng, bold: sure >= 0.5, size: 11 });
  }
}

// The encoder's half: pieces, embedding, waves, layers of heads and feed-forwards, memory.

const DIAMOND = 6.5; // half of it, in pixels, at its widest

/** The lanes of one half from its words to its last layer: what both halves have in common. */
export function drawInputs(scene, side) {
  const { pen, film, g, theme, off } = scene;
  const german = side === "src", part = german ? g.enc : g.dec;
  const colour = german ? theme.ger : theme.eng, come = scene.inputs(side);
  const tokens = film.vectors(`${side}_embedding.tokens`);
  const { embed, waves, pitch } = part, high = Math.min(14, pitch - 5);
  for (let n = 0; n < come.length; n++) {
    const y = part.y(n), grown = come[n].embedding;
    if (!grown || !tokens) continue;
    const box = { x: embed.x, y: y - high / 2, w: embed.w * grown, h: high };
    pen.strip(`${side}.tokens`, tokens, n, colour, box);
  }
  drawWaves(pen, scene, part, side, colour, off.has(`${side}_embedding`), come);
  for (let n = 0; n < come.length; n++)
    if (come[n].waves) pen.line([[waves.x + waves.w, part.y(n)], [part.columns[0].x, part.y(n)]],
      { colour, alpha: 0.4 * come[n].waves });
}

/** Some features of the position vectors, from lane to lane: waves that run down the picture. */
function drawWaves(pen, scene, part, side, colour, off, come) {
  const { film, theme } = scene, vectors = film.vectors(`${side}_embedding.positions`);
  if (!vectors) return;
  const middle = part.waves.x + part.waves.w / 2, reach = part.waves.w / 2 - 2;
  const there = come.filter((lane) => lane.waves > 0).length;
  const last = come[there - 1]?.waves ?? 0;
  for (const [feature, alpha, dash] of [[0, 0.95, []], [3, 0.55, []]]) {
    const points = [];
    for (let n = 0; n < there; n++)
      points.push([middle + reach * vectors.at[n * vectors.shape[1] + feature], part.y(n)]);
    if (points.length > 1 && last < 1) {
      const [[ax, ay], [bx, by]] = points.slice(-2);
      points[points.length - 1] = [ax + (bx - ax) * last, ay + (by - ay) * last];
    }
    if (points.length > 1)
      pen.curve(points, { colour: off ? theme.dim : colour, alpha: off ? 0.5 : alpha, dash });
    if (feature === 0) for (const [x, y] of points) pen.dot(x, y, 1.8, off ? theme.dim : colour);
  }
}

/** The stream of one lane through one layer: 16 features of the vector that comes in. */
export function drawStream(scene, name, n, colour, column, y, amount) {
  const vectors = scene.film.vectors(name);
  if (!vectors || amount <= 0) return;
  const { pen } = scene.pen;
  pen.globalAlpha = 0.8 * amount;
  scene.pen.strip(name, vectors, n, colour,
    { x: column.x, y: y - 2.5, w: column.w + 6, h: 5 });
  pen.globalAlpha = 1;
}

/** A feed-forward at work: a diamond, wide for many features above 0. */
export function drawDiamond(scene, x, y, share, colour, { alpha, grow, off }) {
  const { pen } = scene.pen, size = (3 + Math.min(1, 8 * share) * (DIAMOND - 3)) * grow;
  pen.globalAlpha = alpha;
  pen.beginPath();
  for (const [dx, dy] of [[-1, 0], [0, -1], [1, 0], [0, 1]])
    pen.lineTo(x + dx * size, y + dy * size);
  pen.closePath();
  pen.fillStyle = scene.theme.paper;
  pen.fill();
  pen.globalAlpha = off ? 0 : alpha * (0.35 + 0.65 * Math.min(1, 8 * share));
  pen.fillStyle = colour;
  pen.fill();
  pen.globalAlpha = alpha;
  pen.strokeStyle = off ? scene.theme.dim : colour;
  pen.lineWidth = 1;
  pen.stroke();
  pen.globalAlpha = 1;
}

export function drawEncoder(scene) {
  const { pen, film, g, theme, time, at, off } = scene, { enc } = g, colour = theme.ger;
  drawPieces(scene);
  drawInputs(scene, "src");
  for (let l = 0; l < film.layers; l++) {
    const column = enc.columns[l], done = time.encoder("layer", at, l);
    const before = l ? time.encoder("layer", at, l - 1) : time.encoder("waves", at);
    const name = l ? `encoder.${l - 1}` : "src_embedding";
    drawHeads(scene, "encoder", l, done > 0 ? 1 : 0, `encoder.${l}.self_attention`, colour);
    for (let s = 0; s < film.S; s++)
      drawStream(scene, name, s, colour, column, enc.y(s), before >= 1 ? 1 : 0);
    if (!off.has(`encoder.${l}`)) drawLinks(scene, l, column, done);
    for (let s = 0; s < film.S && done > 0; s++) {
      const grow = done < 1 ? Math.min(1, Math.max(0, done - 0.6) * 4) : 1;
      if (grow) drawDiamond(scene, column.x + column.w * 0.87, enc.y(s),
        film.busy(`encoder.${l}.ffn`, s), colour,
        { alpha: 1, grow, off: off.has(`encoder.${l}`) || off.has(`encoder.${l}.ffn`) });
    }
  }
  drawMemory(scene);
}

function drawPieces(scene) {
  const { pen, film, g, theme, time, at } = scene, right = g.german.x + g.german.w;
  const here = time.encoder("words", at);
  film.source.forEach((piece, s) => {
    if (at < 0) return; // nothing was read
    const alpha = at === 0 ? 1 : Math.min(1, Math.max(0.15, here * film.S * 1.2 - s));
    const y = g.enc.y(s), strange = film.strange.includes(s);
    const colour = strange ? theme.eng : piece === "<eos>" ? theme.dim : theme.ink;
    pen.piece(piece, right, y, { align: "right", colour, alpha, room: g.german.w - 8, size: 13,
      bold: scene.lane?.kind === "source" && scene.lane.n === s });
    if (strange) pen.line([[right - 14, y + 8], [right, y + 8]], { colour, dash: [2, 2] });
    const joined = s && film.source_word[s] === film.source_word[s - 1];
    if (joined) pen.bracket(right + 3, g.enc.y(s - 1), y, theme.dim);
  });
}

function drawMemory(scene) {
  const { pen, film, g, theme, time, at } = scene, { enc, memory } = g;
  const done = time.encoder("memory", at), vectors = film.vectors("encoder_norm");
  const high = Math.min(16, enc.pitch - 3);
  if (done > 0) pen.box({ x: memory.x - 3, y: enc.first - 3, w: memory.w + 6,
    h: enc.last - enc.first + 6 }, { colour: theme.ger, alpha: 0.1 * done, radius: 5 });
  for (let s = 0; s < film.S && done > 0; s++) {
    const box = { x: memory.x, y: enc.y(s) - high / 2, w: memory.w * done, h: high };
    pen.strip("memory", vectors, s, theme.ger, box);
  }
}

/** The small maps of a layer's heads; rows that are not computed yet stay empty. */
export function drawHeads(scene, kind, l, share, name, colour) {
  const { pen, film, theme, off } = scene;
  const part = kind === "encoder" ? scene.g.enc : scene.g.dec;
  const layer = name.split(".").slice(0, 2).join(".");
  for (let h = 0; h < film.heads; h++) {
    const box = part.columns[l].grids[kind].box(h);
    const away = off.has(`${name}.${h}`) || off.has(name) || off.has(layer);
    pen.box(box, { colour: theme.faint, radius: 2 });
    if (away) pen.cross(box, theme.dim);
    else pen.map(`${kind}.${l}.${h}`, film.map(kind, l, h), kind === "decoder" ? film.T : film.S,
      colour, box, share);
    if (scene.chosen === `${name}.${h}`) pen.box(box, { stroke: theme.ink, radius: 2 });
  }
}

/** Who takes from whom in a layer of the encoder: lines from the asked lane to the asking one. */
function drawLinks(scene, l, column, done) {
  const { pen, film, g, theme } = scene, { S } = film;
  if (done <= 0) return;
  const one = scene.head("encoder", l), map = film.map("encoder", l, one);
  const lane = scene.lane?.kind === "source" ? scene.lane.n : null;
  const rest = scene.calm ? 0.32 : 1, [x0, x1] = [column.x + 2, column.x + column.w * 0.62];
  for (let q = 0; q < S; q++) for (let k = 0; k < S; k++) {
    const weight = map[q * S + k];
    if (weight < 0.06 || (q === k && one === undefined)) continue;
    const mine = lane === null ? rest : lane === q ? 1.6 : 0.15;
    pen.link(x0, g.enc.y(k), x1, g.enc.y(q), { colour: theme.ger, width: 0.6 + 3.4 * weight,
      alpha: Math.min(1, (0.12 + 0.75 * weight) * (done < 1 ? 1 : mine)),
      share: Math.min(1, done * 1.8) });
  }
}

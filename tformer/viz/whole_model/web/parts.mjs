// The parts that can be pressed: what each is called, what it is, its tensors, its lesson.
import { bare, peak, quoted } from "./film.mjs";
import { WHAT, count, lessonOf } from "./descriptions.mjs";

const HALF = { encoder: "Encoder", decoder: "Decoder" };

/** A part by its id: `{ kind, ... }`; ids are the names of the model's modules where it has one. */
export function readId(id) {
  const bits = id.split("."), numbers = bits.filter((bit) => /^\d+$/.test(bit)).map(Number);
  if (bits[0] === "source" || bits[0] === "target") return { kind: bits[0], n: numbers[0] };
  if (bits.length === 1)
    return { kind: /_embedding$/.test(id) ? "waves" : id, side: id.slice(0, 3) };
  if (bits[1] === "embedding") return { kind: "embedding", side: bits[0] };
  const [layer, head] = numbers, kind = bits[2]?.replace("_attention", "") ?? "layer";
  return { kind, stack: bits[0], layer, head };
}

/** The name of a part, for its button, its card and the list of what is off. */
export function partName(id, film) {
  const { kind, side, stack, layer, head, n } = readId(id);
  const at = `${HALF[stack]} layer ${layer}`, [reads, writes] = film.languages;
  const language = side === "src" ? reads : writes;
  return {
    source: () => `${reads} piece ${n}: ${bare(film.source[n])}`,
    target: () => `${writes} piece ${n}: ${bare(film.target[n])}`,
    embedding: () => `${language} embedding`,
    waves: () => `${language} position waves`,
    layer: () => at,
    self: () => `${at}, ${stack === "encoder" ? "self" : "causal self"}-attention head ${head}`,
    cross: () => (layer === undefined ? "Cross-attention" : `${at}, cross-attention head ${head}`),
    ffn: () => `${at}, feed-forward`,
    add: () => `${at}, add & norm`,
    memory: () => "Memory",
    lens: () => "If it ended here",
    bars: () => "Next piece",
  }[kind]();
}

/** What can be switched off: layers, heads, feed-forwards, waves. */
export const canBeOff = (id) => ["layer", "waves", "ffn"].includes(readId(id).kind) ||
  readId(id).head !== undefined;

/** Tensors of a part with their real shapes, from the ledger of the forward pass. */
function tensors(part, film, about) {
  const { kind, side, stack } = part, { shapes } = film, { learnt } = about;
  const shape = (text, name) => shapes[name] && [text, `(${shapes[name].join(", ")})`];
  const first = `${stack}.0`, attention = `${first}.${kind}_attention`;
  const table = {
    embedding: () => [
      ["learnt table (pieces × features)", `${count(about.vocab_size)} × ${about.d_model}`],
      ["learnt numbers", count(about.vocab_size * about.d_model)],
      shape("looked up (batch, pieces, features)", `${side}_embedding.tokens`)],
    waves: () => [shape("waves (pieces, features)", `${side}_embedding.positions`),
      ["learnt numbers", "none"]],
    layer: () => [shape("in and out (batch, pieces, features)", first),
      ["learnt numbers", count(learnt[first])]],
    self: () => attentionTensors(shape, attention, learnt),
    cross: () => attentionTensors(shape, "decoder.0.cross_attention", learnt),
    ffn: () => [shape("widened", `${first}.ffn.up_proj`),
      shape("narrowed", `${first}.ffn.down_proj`),
      ["learnt numbers", count(learnt[`${first}.ffn`])]],
    add: () => [shape("sum (batch, pieces, features)", first),
      ["learnt numbers of a norm", count(learnt[`${first}.norm1`])]],
    memory: () => [shape("memory (batch, pieces, features)", "encoder_norm")],
    lens: () => [shape("scores (batch, pieces, vocabulary)", "unembedding")],
    bars: () => [shape("scores (batch, pieces, vocabulary)", "unembedding")],
  }[kind]();
  return table.filter(Boolean);
}
const attentionTensors = (shape, name, learnt) => [
  shape("questions (batch, heads, rows, features)", `${name}.queries`),
  shape("keys (batch, heads, columns, features)", `${name}.keys`),
  shape("weights (batch, heads, rows, columns)", `${name}.weights`),
  ["learnt numbers", count(learnt[name])],
];

/** What a part does at this moment, with its numbers. */
function now(part, film, at) {
  const { kind, stack, layer, head } = part, t = Math.max(0, at.focus);
  const most = (map, row, columns, names, who, more = "") => {
    const weights = map.subarray(row * columns, (row + 1) * columns);
    const order = Array.from(weights.keys()).sort((a, b) => weights[b] - weights[a]).slice(0, 3);
    return `${quoted(who)}${more} takes ` + order.filter((k) => weights[k] >= 0.005)
      .map((k) => `${weights[k].toFixed(2)} from ${quoted(names[k])}`).join(", ") + ".";
  };
  const writing = ` → ${quoted(film.target[t])}`;
  if (kind === "self" && stack === "encoder") {
    const s = at.lane?.kind === "source" ? at.lane.n : Math.min(2, film.S - 1);
    return most(film.map("encoder", layer, head), s, film.S, film.source, film.source[s]);
  }
  if (kind === "self")
    return most(film.map("decoder", layer, head), t, film.T, film.given, film.given[t], writing);
  if (kind === "cross" && head !== undefined)
    return most(film.map("cross", layer, head), t, film.S, film.source, film.given[t], writing);
  if (kind === "cross") {
    const row = film.whole(t), k = peak(row);
    const much = row[k].toFixed(2);
    return `For ${quoted(film.target[t])} most comes from ${quoted(film.source[k])}: ${much}.`;
  }
  if (kind === "ffn") {
    const n = stack === "encoder" ? Math.min(2, film.S - 1) : t, name = `${stack}.${layer}.ffn`;
    const who = stack === "encoder" ? film.source[n] : film.given[n];
    const open = Math.round(100 * film.busy(name, n));
    return `For ${quoted(who)} ${open} % of the features are above 0.`;
  }
  return "";
}

/** Whether a part, or what it is a part of, did not work in this film. */
const isOff = (id, film) =>
  film.setting.off.some((name) => id === name || id.startsWith(`${name}.`));

/** Everything that a card says of a part. */
export function describe(id, film, about, at) {
  const part = readId(id), given = { ...part, film, about };
  return {
    name: partName(id, film), what: WHAT[part.kind](given), lesson: lessonOf(part),
    tensors: tensors(part, film, about), part,
    now: isOff(id, film) ? "It is switched off." : now(part, film, at),
  };
}

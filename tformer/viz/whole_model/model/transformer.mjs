// The encoder-decoder of tformer/transformer.py, for reading: pre-norm, ReLU, waves, one table.
import { add, layerNorm, linear, relu, softmax } from "./numbers.mjs";

/** What this file can run; a checkpoint with another setting is refused by name. */
const KNOWN = { norm_first: true, norm: "layer", activation: "relu", positions: "sinusoidal",
  bias: true, tie_weights: "all" };

const SILENT = () => {};

/** Each query's mean of the values, head by head: q (T, D), k and v at least (S, D).
 *  Query t sees all S keys, or with `past` given those up to past + t. `silent(h)`: head h says
 *  nothing. Returns the means (T, D) and the weights (H, T, S). */
function attend(q, k, v, { S, D, heads, past, silent }) {
  const T = q.length / D, width = D / heads, mixed = new Float32Array(T * D);
  const weights = new Float32Array(heads * T * S), scale = 1 / Math.sqrt(width);
  for (let h = 0; h < heads; h++) {
    if (silent(h)) continue;
    for (let t = 0; t < T; t++) {
      const seen = past === undefined ? S : past + t + 1, from = t * D + h * width;
      const scores = new Float64Array(seen);
      for (let s = 0; s < seen; s++) {
        let sum = 0;
        for (let i = 0, n = s * D + h * width; i < width; i++, n++) sum += q[from + i] * k[n];
        scores[s] = sum * scale;
      }
      softmax(scores).forEach((weight, s) => {
        weights[(h * T + t) * S + s] = weight;
        const at = s * D + h * width;
        for (let i = 0; i < width; i++) mixed[from + i] += weight * v[at + i];
      });
    }
  }
  return { mixed, weights };
}

export class Transformer {
  /** `config` and `tensors` of a checkpoint, see safetensors.mjs. */
  constructor(config, tensors) {
    for (const name in KNOWN) if (config[name] !== KNOWN[name])
      throw new Error(`a model with ${name}=${config[name]} cannot be run here`);
    Object.assign(this, { config, tensors });
    this.table = tensors["src_embedding.tokens.weight"] ?? tensors["tgt_embedding.tokens.weight"] ??
      tensors["unembedding.weight"];
  }

  /** The names of all parts that can be off, as `tformer.course.recording` says them. */
  get parts() {
    const { num_layers, num_heads } = this.config, names = ["src_embedding", "tgt_embedding"];
    for (const stack of ["encoder", "decoder"])
      for (let i = 0; i < num_layers; i++) {
        names.push(`${stack}.${i}`, `${stack}.${i}.ffn`);
        for (const kind of stack === "encoder" ? ["self"] : ["self", "cross"]) {
          names.push(`${stack}.${i}.${kind}_attention`);
          for (let h = 0; h < num_heads; h++) names.push(`${stack}.${i}.${kind}_attention.${h}`);
        }
      }
    return names;
  }

  project(name, x) {
    return linear(x, this.tensors[`${name}.weight`], this.tensors[`${name}.bias`]);
  }

  norm(name, x) {
    return layerNorm(x, this.tensors[`${name}.weight`], this.tensors[`${name}.bias`]);
  }

  /** Rows of the table, and waves from position `start` on, `run` pieces to a row. */
  embed(side, ids, { start = 0, run = ids.length, off, look }) {
    const D = this.config.d_model, name = `${side}_embedding`;
    const tokens = new Float32Array(ids.length * D), waves = new Float32Array(ids.length * D);
    ids.forEach((id, n) => {
      tokens.set(this.table.at.subarray(id * D, (id + 1) * D), n * D);
      for (let i = 0; i < D && !off.has(name); i++) {
        const angle = (start + n % run) / 10000 ** ((i - i % 2) / D);
        waves[n * D + i] = i % 2 ? Math.cos(angle) : Math.sin(angle);
      }
    });
    const x = tokens.map((number, i) => number * Math.sqrt(D) + waves[i]);
    look(`${name}.tokens`, tokens, [1, ids.length, D]);
    look(`${name}.positions`, waves, [ids.length, D]);
    look(name, x, [1, ids.length, D]);
    return x;
  }

  feedForward(name, x, look) {
    const T = x.length / this.config.d_model, wide = this.project(`${name}.up_proj`, x);
    const bent = relu(wide), y = this.project(`${name}.down_proj`, bent);
    look(`${name}.up_proj`, bent, [1, T, this.config.d_ff]);
    look(`${name}.down_proj`, y, [1, T, this.config.d_model]);
    return y;
  }

  /** What an attention adds, for queries from x (T, D) over S given keys and values. */
  attention(name, x, k, v, { S, past, off, look }) {
    const { d_model: D, num_heads: heads } = this.config, T = x.length / D;
    const q = this.project(`${name}.q_proj`, x), silent = (h) => off.has(`${name}.${h}`);
    const { mixed, weights } = attend(q, k, v, { S, D, heads, past, silent });
    look(`${name}.queries`, q, [1, heads, T, D / heads]);
    look(`${name}.keys`, k, [1, heads, S, D / heads]);
    look(`${name}.weights`, weights, [1, heads, T, S]);
    return this.project(`${name}.out_proj`, mixed);
  }

  /** Ids to memory, (S, D). `off`: a Set of names; `look(name, numbers, shape)` hears them all. */
  encode(ids, { off = new Set(), look = SILENT } = {}) {
    const S = ids.length, shape = [1, S, this.config.d_model];
    let x = this.embed("src", ids, { off, look });
    for (let i = 0; i < this.config.num_layers; i++) {
      const name = `encoder.${i}`, own = `${name}.self_attention`;
      const seen = this.norm(`${name}.norm1`, x);
      const keys = this.project(`${own}.k_proj`, seen);
      const values = this.project(`${own}.v_proj`, seen);
      const said = this.attention(own, seen, keys, values, { S, off, look });
      let y = off.has(own) ? x : add(x, said);
      const wide = this.feedForward(`${name}.ffn`, this.norm(`${name}.norm2`, y), look);
      y = off.has(`${name}.ffn`) ? y : add(y, wide);
      x = off.has(name) ? x : y;
      look(name, x, shape);
    }
    const memory = this.norm("encoder_norm", x);
    look("encoder_norm", memory, shape);
    return memory;
  }

  /** Starts a decoder over a memory: `rows` answers, each with room for so many pieces. */
  start(memory, { rows = 1, room, off = new Set(), look = SILENT }) {
    return new Decoder(this, memory, { rows, room, off, look });
  }

  /** The logits (T, V) of vectors (T, D) that a decoder layer gave. */
  logits(x) {
    return linear(this.norm("decoder_norm", x), this.table);
  }
}

/** Answers on their way: the keys and values of what each row has read are kept. */
class Decoder {
  constructor(model, memory, { rows, room, off, look }) {
    const { d_model: D, num_layers } = model.config;
    Object.assign(this, { model, off, look, S: memory.length / D, length: 0 });
    const space = () => Array.from({ length: rows }, () => new Float32Array(room * D));
    this.layers = Array.from({ length: num_layers }, (_, i) => {
      const other = `decoder.${i}.cross_attention`;
      return { keys: space(), values: space(), memoryKeys: model.project(`${other}.k_proj`, memory),
        memoryValues: model.project(`${other}.v_proj`, memory) };
    });
  }

  /** New ids, equally many for each row, one row after the other: logits (ids.length, V). */
  read(ids) {
    const { model, look, off } = this, D = model.config.d_model;
    const rows = this.layers[0].keys.length, run = ids.length / rows;
    let x = model.embed("tgt", ids, { start: this.length, run, off, look });
    this.layers.forEach((layer, i) => (x = this.layer(i, layer, x, run * D)));
    const seen = model.norm("decoder_norm", x);
    look("decoder_norm", seen, [1, ids.length, D]);
    this.length += run;
    const scores = linear(seen, model.table);
    look("unembedding", scores, [1, ids.length, model.table.shape[0]]);
    return scores;
  }

  layer(i, { keys, values, memoryKeys, memoryValues }, x, size) {
    const { model, look, off, length: past } = this, D = model.config.d_model;
    const name = `decoder.${i}`, own = `${name}.self_attention`, other = `${name}.cross_attention`;
    const seen = model.norm(`${name}.norm1`, x), S = past + size / D;
    const newKeys = model.project(`${own}.k_proj`, seen);
    const newValues = model.project(`${own}.v_proj`, seen), said = new Float32Array(x.length);
    keys.forEach((_, r) => {
      const [from, to] = [r * size, (r + 1) * size];
      keys[r].set(newKeys.subarray(from, to), past * D);
      values[r].set(newValues.subarray(from, to), past * D);
      said.set(model.attention(own, seen.subarray(from, to), keys[r], values[r],
        { S, past, off, look }), from);
    });
    let y = off.has(own) ? x : add(x, said);
    const asked = model.attention(other, model.norm(`${name}.norm2`, y), memoryKeys, memoryValues,
      { S: this.S, off, look });
    y = off.has(other) ? y : add(y, asked);
    const wide = model.feedForward(`${name}.ffn`, model.norm(`${name}.norm3`, y), look);
    y = off.has(`${name}.ffn`) ? y : add(y, wide);
    const out = off.has(name) ? x : y;
    look(name, out, [1, x.length / D, D]);
    return out;
  }

  /** Row r goes on from what row parents[r] was: the first in it, any other in a copy. */
  reorder(parents) {
    for (const layer of this.layers)
      for (const kind of ["keys", "values"])
        layer[kind] = parents.map((row, r) => parents.indexOf(row) === r ? layer[kind][row]
          : layer[kind][row].slice());
  }
}

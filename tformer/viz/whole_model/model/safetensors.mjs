// A .safetensors file: 8 bytes say how long the header is, then JSON, then the numbers.

/** float16 numbers as float32: a sign, 5 bits of exponent, 10 of fraction. */
function fromHalf(bits) {
  const sign = bits & 0x8000 ? -1 : 1, exponent = (bits >> 10) & 31, fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function widened(bits, halves) {
  const at = new Float32Array(bits.length);
  for (let i = 0; i < bits.length; i++) at[i] = halves[bits[i]];
  return at;
}

/** `{ header, tensors }` of a file that `tformer.checkpoints` wrote: its settings, and by name
 *  `{ shape, at }`, `at` a Float32Array. `bytes` is a Uint8Array. */
export function readSafetensors(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = Number(view.getBigUint64(0, true)), start = 8 + size;
  if (start > bytes.length) throw new Error("this is no whole safetensors file");
  const all = JSON.parse(new TextDecoder().decode(bytes.subarray(8, start)));
  const { __metadata__: { tformer }, ...listed } = all, tensors = {};
  const halves = Float32Array.from({ length: 65536 }, (_, bits) => fromHalf(bits));
  for (const name in listed) {
    const { dtype, shape, data_offsets: [from, to] } = listed[name];
    if (start + to > bytes.length) throw new Error(`the file ends before ${name}`);
    const inside = bytes.slice(start + from, start + to).buffer;
    if (dtype === "F16") tensors[name] = { shape, at: widened(new Uint16Array(inside), halves) };
    else if (dtype === "F32") tensors[name] = { shape, at: new Float32Array(inside) };
    else throw new Error(`${name} has dtype ${dtype}; F16 and F32 can be read here`);
  }
  return { header: JSON.parse(tformer), tensors };
}

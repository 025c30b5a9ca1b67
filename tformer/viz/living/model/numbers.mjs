// Arithmetic on rows of numbers: a matrix is a Float32Array, row after row, and its width.

/** Rows times a weight matrix as PyTorch stores it, (out, in), plus a bias: (rows, out). */
export function linear(x, { shape: [out, width], at: w }, bias) {
  const rows = x.length / width, y = new Float32Array(rows * out);
  for (let j = 0; j < out; j++) {
    const from = j * width, add = bias ? bias.at[j] : 0;
    for (let r = 0; r < rows; r++) {
      let a = 0, b = 0, c = 0, d = 0; // four sums at a time: the processor adds them side by side
      for (let i = 0, n = r * width, m = from; i < width; i += 4, n += 4, m += 4) {
        a += x[n] * w[m];
        b += x[n + 1] * w[m + 1];
        c += x[n + 2] * w[m + 2];
        d += x[n + 3] * w[m + 3];
      }
      y[r * out + j] = a + b + c + d + add;
    }
  }
  return y;
}

/** Each row with mean 0 and variance 1, times a gain, plus a bias. */
export function layerNorm(x, gain, bias) {
  const width = gain.at.length, y = new Float32Array(x.length);
  for (let start = 0; start < x.length; start += width) {
    let mean = 0, square = 0;
    for (let i = 0; i < width; i++) mean += x[start + i] / width;
    for (let i = 0; i < width; i++) square += (x[start + i] - mean) ** 2 / width;
    const scale = 1 / Math.sqrt(square + 1e-5);
    for (let i = 0; i < width; i++)
      y[start + i] = (x[start + i] - mean) * scale * gain.at[i] + bias.at[i];
  }
  return y;
}

export const add = (x, y) => x.map((number, i) => number + y[i]);

export const relu = (x) => x.map((number) => Math.max(0, number));

/** The largest number. */
function largest(x) {
  let top = -Infinity;
  for (let i = 0; i < x.length; i++) if (x[i] > top) top = x[i];
  return top;
}

/** exp(x) / sum(exp(x)), in double precision; -Infinity becomes 0. */
export function softmax(x) {
  const top = largest(x);
  const y = new Float64Array(x.length);
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += y[i] = Math.exp(x[i] - top);
  for (let i = 0; i < x.length; i++) y[i] /= sum;
  return y;
}

export function logSoftmax(x) {
  const top = largest(x);
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += Math.exp(x[i] - top);
  const all = top + Math.log(sum), y = new Float64Array(x.length);
  for (let i = 0; i < x.length; i++) y[i] = x[i] - all;
  return y;
}

/** The places of the k largest numbers, largest first; of equal ones the first comes first. */
export function topK(x, k) {
  const best = [];
  for (let i = 0; i < x.length; i++) {
    if (best.length === k && !(x[i] > x[best[k - 1]])) continue;
    let n = best.length === k ? k - 1 : best.length;
    for (; n > 0 && x[best[n - 1]] < x[i]; n--) best[n] = best[n - 1];
    best[n] = i;
  }
  return best;
}

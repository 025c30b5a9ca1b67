// Arithmetic on rows of numbers: a matrix is a Float32Array, row after row, and its width.

/** Rows times a weight matrix as PyTorch stores it, (out, in), plus a bias: (rows, out). */
export function linear(x, { shape: [out, width], at: w }, bias) {
  const rows = x.length / width, y = new Float32Array(rows * out), many = rows - rows % 5;
  for (let r = 0; r < many; r += 5) fiveRows(x, w, y, r, out, width);
  for (let r = many; r < rows; r++) oneRow(x, w, y, r, out, width);
  if (bias)
    for (let r = 0, n = 0; r < rows; r++) for (let j = 0; j < out; j++, n++) y[n] += bias.at[j];
  return y;
}

// To read a number takes as long as to multiply it, so each is used for several sums before the
// next is read: of five rows (as many as beams) with two rows of weights, or of one row with four.
// Where the weights end too early, their last row is taken again and gives the same again.

function fiveRows(x, w, y, r, out, width) {
  const at0 = r * width, at1 = at0 + width, at2 = at1 + width, at3 = at2 + width, at4 = at3 + width;
  for (let j = 0; j < out; j += 2) {
    const k = Math.min(j + 1, out - 1), m = j * width, n = k * width;
    let a0 = 0, a1 = 0, a2 = 0, a3 = 0, a4 = 0, b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0;
    for (let i = 0; i < width; i++) {
      const a = w[m + i], b = w[n + i];
      const x0 = x[at0 + i], x1 = x[at1 + i], x2 = x[at2 + i], x3 = x[at3 + i], x4 = x[at4 + i];
      a0 += a * x0; a1 += a * x1; a2 += a * x2; a3 += a * x3; a4 += a * x4;
      b0 += b * x0; b1 += b * x1; b2 += b * x2; b3 += b * x3; b4 += b * x4;
    }
    const to = r * out + j, on = r * out + k;
    y[to] = a0; y[to + out] = a1; y[to + 2 * out] = a2; y[to + 3 * out] = a3; y[to + 4 * out] = a4;
    y[on] = b0; y[on + out] = b1; y[on + 2 * out] = b2; y[on + 3 * out] = b3; y[on + 4 * out] = b4;
  }
}

function oneRow(x, w, y, r, out, width) {
  const at = r * width, to = r * out, last = out - 1;
  for (let j = 0; j < out; j += 4) {
    const j1 = Math.min(j + 1, last), j2 = Math.min(j + 2, last), j3 = Math.min(j + 3, last);
    const m0 = j * width, m1 = j1 * width, m2 = j2 * width, m3 = j3 * width;
    let a = 0, b = 0, c = 0, d = 0;
    for (let i = 0; i < width; i++) {
      const number = x[at + i];
      a += number * w[m0 + i]; b += number * w[m1 + i];
      c += number * w[m2 + i]; d += number * w[m3 + i];
    }
    y[to + j] = a; y[to + j1] = b; y[to + j2] = c; y[to + j3] = d;
  }
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

/** log(sum(exp(x))): a logit less this is the logarithm of its probability. */
export function logSum(x) {
  const top = largest(x);
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += Math.exp(x[i] - top);
  return top + Math.log(sum);
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

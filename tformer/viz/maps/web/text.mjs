// Numbers and tokens as the reader sees them.

export const clamp = (x, low, high) => Math.max(low, Math.min(high, x));

/** Two decimals, halves rounded up as in Python's sentence. */
export const two = (x) => (Math.floor(x * 100 + 0.5) / 100).toFixed(2);
export const short = (x, digits = 3) => String(+x.toPrecision(digits));

export const bare = (token) => token.replace(/^ +| +$/g, "");

/** A token in quotes; one written right to left must not turn the sentence around it. */
export const quote = (token) => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(token) ?
  `“\u2068${bare(token)}\u2069”` : `“${bare(token)}”`);

/** The longest beginning of `text` that fits, never half a code point. */
export function elide(text, width, measure) {
  if (measure(text) <= width) return text;
  const parts = Array.from(text);
  let low = 0, high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measure(parts.slice(0, middle).join("") + "…") <= width) low = middle;
    else high = middle - 1;
  }
  return parts.slice(0, low).join("") + "…";
}

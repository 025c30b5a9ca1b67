// A picture drawn for white paper, on a dark page: paper and ink change places, hues stay.

const smooth = (low, high, x) => {
  const t = Math.max(0, Math.min(1, (x - low) / (high - low)));
  return t * t * (3 - 2 * t);
};

/**
 * The colour in which (red, green, blue), 0 to 255, stands on a dark page. Greys and pale tints
 * are turned round: white becomes the `paper`, black the `ink`. Full colours keep hue and
 * lightness, so that orange stays orange; dark ones are lifted until they can be read.
 */
export function shade([red, green, blue], paper, ink) {
  const colour = [red, green, blue], high = Math.max(...colour), low = Math.min(...colour);
  const middle = (high + low) / 2, full = smooth(0.2, 0.32, (high - low) / 255);
  const light = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  const lift = 255 * Math.max(0, 0.48 - light);
  return colour.map((part, n) => {
    const turned = paper[n] + (ink[n] - paper[n]) * (1 - middle / 255) + part - middle;
    return Math.round(Math.max(0, Math.min(255, turned * (1 - full) + (part + lift) * full)));
  });
}

/** `shade` for all pixels (RGBA bytes, `width` a row) except within the boxes `kept`. */
export function shadeAll(pixels, width, kept, paper, ink) {
  const numbers = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  const known = new Map();
  let last = -1, made = 0;
  for (let n = 0; n < numbers.length; n++) {
    const colour = numbers[n];
    if (colour < 0x01000000) continue; // transparent
    if (kept.length && isWithin(n % width, Math.floor(n / width), kept)) continue;
    if (colour !== last) {
      last = colour;
      if (!known.has(colour)) {
        const bytes = [0, 8, 16].map((shift) => (colour >>> shift) & 255);
        const [red, green, blue] = shade(bytes, paper, ink);
        known.set(colour, ((colour & 0xff000000) | (blue << 16) | (green << 8) | red) >>> 0);
      }
      made = known.get(colour);
    }
    numbers[n] = made;
  }
}

const isWithin = (x, y, boxes) =>
  boxes.some(([left, top, right, bottom]) => x >= left && x < right && y >= top && y < bottom);

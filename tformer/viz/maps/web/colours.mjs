// The two colour maps: cividis for weights; for signed scores purple to orange, with the page's
// paper between them.

const CIVIDIS = // 33 anchors of matplotlib's map, 0 to 1
  "00224e00285b002e6a0533711a386f273e6e32436d3b496c434e6c4b546c535a6d5a5f6e61656f686a716f70737676" +
  "767d7c788482798c8878938e789b9476a39a74aba072b4a76fbcae6cc4b468cdbb63d5c25edec958e7d150f0d846f9" +
  "e03afee838";
const PUOR = "7f3b08b25706e08214fcb761fee0b6f6f6f7d8daebb1aad18073ac5326872d004b";
const PUOR_ON_DARK = // as sliders/colours.py turns it round
  "eaac7ff09b4fe88f26a46312563c171a1e2423283e3d3a676058979b74dbcfa8f9";

const byte = (hex, at) => parseInt(hex.slice(at, at + 2), 16);

/** 256 RGB triples interpolated between the anchors of a colour map. */
export function ramp(hex) {
  const last = hex.length / 6 - 1;
  return Uint8Array.from({ length: 768 }, (_, n) => {
    const x = (Math.floor(n / 3) / 255) * last, low = Math.min(Math.floor(x), last - 1);
    const [a, b] = [low, low + 1].map((i) => byte(hex, i * 6 + (n % 3) * 2));
    return Math.round(a + (b - a) * (x - low));
  });
}
const LINEAR = Float32Array.from({ length: 256 }, (_, n) =>
  n > 10 ? ((n / 255 + 0.055) / 1.055) ** 2.4 : n / 255 / 12.92);

/** Black or white, whichever is read better on a colour: at least 4.5 to 1 on any. */
export const inkOn = (red, green, blue) =>
  (0.2126 * LINEAR[red] + 0.7152 * LINEAR[green] + 0.0722 * LINEAR[blue] > 0.179 ? "#000" : "#fff");

export const WEIGHT = ramp(CIVIDIS);
/** The map for signed numbers, of a light page and of a dark one. */
export const SIGNED = { light: ramp(PUOR), dark: ramp(PUOR_ON_DARK) };

// A picture that changes in parts: a base, and over it the rectangle in which a frame differs.
import { shadeAll } from "./shades.js";
import { isDark, onTheme } from "../../stage/web/theme.js";

const READY = 48; // frames that are kept as pixels

/** Bytes of a PNG: as the kernel sends them, or as base64 in a page. */
export const pngBytes = (data) =>
  typeof data === "string" ? Uint8Array.from(atob(data), (c) => c.charCodeAt(0)) : data;

/**
 * Paints on `canvas` within `root`, whose theme it follows. `size`: width, height and keep, the
 * boxes that stay light on a dark page. A frame is {x, y, png, alt}; `painted` hears of each.
 */
export function picture(canvas, root, size, painted, signal) {
  Object.assign(canvas, { width: size.width, height: size.height });
  const pen = canvas.getContext("2d"), ready = new Map();
  let base = null, now = null, turn = 0, look = "";

  const rgb = (text) => text.match(/[\d.]+/g).slice(0, 3).map(Number);
  /** Pixels of a PNG for this theme; `x`, `y`: where they will stand. */
  async function pixels(png, x, y) {
    const bytes = pngBytes(png), type = bytes[0] === 0x52 ? "image/webp" : "image/png"; // RIFF
    const made = await createImageBitmap(new Blob([bytes], { type }));
    if (!isDark(root)) return made;
    const { color, backgroundColor } = getComputedStyle(root);
    const room = new OffscreenCanvas(made.width, made.height);
    const hand = room.getContext("2d", { willReadFrequently: true });
    hand.drawImage(made, 0, 0);
    const data = hand.getImageData(0, 0, made.width, made.height);
    const boxes = (size.keep ?? []).map(([left, top, right, bottom]) => [
      left * size.width - x, top * size.height - y,
      right * size.width - x, bottom * size.height - y,
    ]);
    shadeAll(data.data, made.width, boxes, rgb(backgroundColor), rgb(color));
    hand.putImageData(data, 0, 0);
    return room;
  }
  function prepare(frame) {
    if (!ready.has(frame)) {
      ready.set(frame, { pixels: null });
      const slot = ready.get(frame);
      slot.wait = pixels(frame.png, frame.x, frame.y).then((made) => (slot.pixels = made));
      if (ready.size > READY) ready.delete(ready.keys().next().value);
    }
    return ready.get(frame);
  }
  function draw(frame, over) {
    pen.drawImage(base.pixels, 0, 0);
    pen.drawImage(over, frame.x, frame.y);
    canvas.setAttribute("aria-label", frame.alt);
    painted(frame);
  }
  function paint(frame) {
    const mine = ++turn, slot = prepare(frame);
    now = frame;
    if (slot.pixels && base?.pixels) return draw(frame, slot.pixels);
    Promise.all([slot.wait, base?.wait]).then(() => {
      if (mine === turn && base?.pixels && slot.pixels) draw(frame, slot.pixels);
    });
  }
  function setBase(png) {
    const slot = { png, pixels: null };
    slot.wait = pixels(png, 0, 0).then((made) => (slot.pixels = made));
    base = slot;
  }
  onTheme(() => {
    const page = getComputedStyle(root), next = `${page.color} ${page.backgroundColor}`;
    if (next === look || !base) return;
    look = next;
    ready.clear();
    setBase(base.png);
    if (now) paint(now);
  }, signal);
  return { setBase, paint, prepare };
}

// What is drawn with on a canvas. Text enters a page through textContent and fillText only.

export const sheet = (width, height) =>
  Object.assign(document.createElement("canvas"), { width, height });

/** An image that can be drawn at any size, and its bytes. */
export function stamp(image) {
  const made = Object.assign(sheet(image.width, image.height), { pixels: image.data });
  made.getContext("2d").putImageData(image, 0, 0);
  return made;
}

export function trace(pen, x0, y0, x1, y1) {
  pen.moveTo(x0, y0);
  pen.lineTo(x1, y1);
}

export function fill(pen, colour, ...box) {
  pen.fillStyle = colour;
  pen.fillRect(...box);
}

/** Text in the theme's font, on one line around `y`. */
export function write(pen, theme, text, x, y, given = {}) {
  const { colour = theme.ink, size = 12, bold = false, align = "left" } = given;
  pen.font = `${bold ? 600 : 400} ${size}px ${theme.family}`;
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.textBaseline = "middle";
  pen.direction = "ltr";
  pen.fillText(text, x, y);
}

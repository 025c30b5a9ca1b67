// Small helpers for the page. Text enters it through textContent only.

/** A new element in `parent`: `make(box, "p", { textContent: "Hi" }, { lang: "en" })`. */
export function make(parent, tag, properties = {}, attributes = {}) {
  const element = Object.assign(document.createElement(tag), properties);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  // JupyterLab would take the keys pressed here for commands of its own.
  if (/^(button|input|select|a|summary)$/.test(tag)) element.dataset.lmSuppressShortcuts = "true";
  return parent.appendChild(element);
}

export const makeButton = (parent, label, act, attributes = {}) => {
  const button = make(parent, "button", { textContent: label }, { type: "button", ...attributes });
  button.addEventListener("click", act);
  return button;
};

/** A bar that shows how much of the model has come, 0 to 1, and goes when it is there. */
export function comingBar(host) {
  const line = make(host, "p", { className: "lm-coming", hidden: true });
  const label = make(line, "label", { textContent: "The model comes, once: " });
  const bar = make(label, "progress", { max: 1, value: 0 });
  return (share) => {
    line.hidden = share >= 1;
    bar.value = share;
  };
}

const SVG = "http://www.w3.org/2000/svg";

/** A small picture in a button, in the colour of its text. */
export function icon(button, path) {
  const svg = document.createElementNS(SVG, "svg"), line = document.createElementNS(SVG, "path");
  const size = { viewBox: "0 0 16 16", width: 13, height: 13, "aria-hidden": true };
  for (const name in size) svg.setAttribute(name, size[name]);
  line.setAttribute("d", path);
  line.setAttribute("fill", "currentColor");
  svg.append(line);
  button.replaceChildren(svg);
  return button;
}

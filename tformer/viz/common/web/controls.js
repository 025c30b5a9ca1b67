// Native controls with names: sliders, menus, boxes to tick and texts, as the kernel asks for them.

export const add = (parent, tag, properties = {}) =>
  parent.appendChild(Object.assign(document.createElement(tag), properties));

/** A number as a label says it. */
const digits = (x) => String(+(+x).toPrecision(4));

/**
 * A labelled control; `change` hears the reader's value, `set` shows one of the kernel's.
 * spec: name, label, kind (range, walk, select, check, text, number), and options or min, max,
 * step, base. A choice (walk, select) is told by its place in the list of options.
 */
export function field(parent, spec, change) {
  const label = add(parent, "label"), { kind, options = [] } = spec;
  add(label, "span", { textContent: spec.label });
  const slides = kind === "range" || kind === "walk";
  const input = add(label, kind === "select" ? "select" : "input");
  if (kind === "select") options.forEach((text) => add(input, "option", { textContent: text }));
  else input.type = slides ? "range" : kind === "check" ? "checkbox" : kind;
  if (kind === "walk") Object.assign(input, { min: 0, max: options.length - 1, step: 1 });
  if (kind === "range") Object.assign(input, { min: spec.min, max: spec.max, step: spec.step });
  input.setAttribute("aria-label", spec.label); // without the number that follows it
  input.dataset.lmSuppressShortcuts = "true"; // the notebook's keys rest while this has the focus
  const shown = slides && add(label, "output");
  const get = () => kind === "check" ? input.checked : kind === "select" ? input.selectedIndex :
    kind === "text" ? input.value : spec.base ? spec.base ** +input.value : +input.value;
  const tell = () => {
    if (!shown) return;
    shown.textContent = options[+input.value] ?? digits(get());
    input.setAttribute("aria-valuetext", shown.textContent);
  };
  let pause = 0; // a text is heard when the hand rests, or at Enter
  const hear = () => (clearTimeout(pause), tell(), change(get()));
  input.addEventListener("input", kind !== "text" ? hear :
    () => (clearTimeout(pause), (pause = setTimeout(hear, 350))));
  if (kind === "text") input.addEventListener("change", hear);
  const picks = kind === "text" && options.length && add(parent, "div", { className: "tf-picks" });
  if (picks) for (const text of options) {
    const pick = add(picks, "button", { type: "button", textContent: text });
    pick.dataset.lmSuppressShortcuts = "true";
    pick.addEventListener("click", () => ((input.value = text), hear()));
  }
  /** The step at which the control stands: 0 is the first; of a text or a number, its value. */
  const place = () => kind === "check" ? +input.checked : kind !== "range" ? get() :
    Math.round((+input.value - spec.min) / spec.step);
  return {
    input, get, place,
    set(value) {
      if (kind === "check") input.checked = value;
      else if (kind === "select") input.selectedIndex = value;
      else if (slides || kind === "text" ? value !== input.value : value !== +input.value)
        input.value = spec.base ? Math.log(value) / Math.log(spec.base) : value;
      tell();
    },
  };
}

/** JupyterLab would take arrows and letters for its own commands: only two keys leave `root`. */
export function keepKeys(root, signal) {
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && event.key !== "Tab") event.stopPropagation();
  }, { signal });
}

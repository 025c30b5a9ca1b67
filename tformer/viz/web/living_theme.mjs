// Colours and type, read from the page: JupyterLab's where it has them, ours elsewhere.

const NAMES = ["ger", "eng", "line", "dim", "faint"];

/** The colours of `root` as they are now, and whether the page is dark. */
export function livingTheme(root) {
  const style = getComputedStyle(root);
  const [red, green, blue] = style.color.match(/[\d.]+/g).map(Number);
  const dark = red + green + blue > 384; // light ink: a dark page
  const get = (name) => style.getPropertyValue(`--lm-${name}`).trim();
  document.querySelectorAll(".tf-living").forEach((one) =>
    one.classList.toggle("tf-dark", dark));
  return {
    dark, ink: style.color, paper: style.backgroundColor, family: style.fontFamily,
    ...Object.fromEntries(NAMES.map((name) => [name, get(name)])),
  };
}

/** Calls `act` when the page changes its colours; the answer ends that. */
export function onTheme(act) {
  const asked = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((one) =>
    matchMedia(one)), seen = new MutationObserver(act);
  seen.observe(document.body, { attributeFilter: ["class", "data-jp-theme-name"] });
  for (const one of asked) one.addEventListener("change", act);
  return () => {
    seen.disconnect();
    for (const one of asked) one.removeEventListener("change", act);
  };
}

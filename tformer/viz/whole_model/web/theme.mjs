// Colours and type, read from the page: JupyterLab's where it has them, ours elsewhere.

import { isDark } from "../../common/web/theme.js";

const NAMES = ["ger", "eng", "line", "dim", "faint"];

/** The colours of `root` as they are now, and whether the page is dark. */
export function livingTheme(root) {
  const style = getComputedStyle(root), dark = isDark(root);
  const get = (name) => style.getPropertyValue(`--lm-${name}`).trim();
  document.querySelectorAll(".tf-living").forEach((one) =>
    one.classList.toggle("tf-dark", dark));
  return {
    dark, ink: style.color, paper: style.backgroundColor, family: style.fontFamily,
    ...Object.fromEntries(NAMES.map((name) => [name, get(name)])),
  };
}

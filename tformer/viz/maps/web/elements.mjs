// The parts of the figure on the page.
import { add } from "../../common/web/controls.js";
import { THEME } from "../../common/web/theme.js";

/** Its elements in the order in which they are read; `controlled` if there are controls. */
export function buildParts(host, caption, controlled) {
  const root = add(host, "figure", { className: "tf tf-explorer" });
  add(root, "style", { textContent: THEME });
  const given = add(root, "div", { className: "tf-controls", hidden: !controlled });
  const coming = add(root, "label", { hidden: true, textContent: "The model comes, once: " });
  add(coming, "progress", { max: 1 });
  const answer = add(root, "div", { className: "tf-answer", hidden: !controlled });
  const alarm = add(answer, "p", { className: "tf-message" });
  alarm.setAttribute("role", "alert");
  const says = add(answer, "p", { className: "tf-says", ariaLive: "polite" });
  const note = add(answer, "p", { className: "tf-note" });
  const selectors = add(root, "div", { className: "tf-controls" });
  const canvas = add(root, "canvas", { tabIndex: 0 });
  canvas.setAttribute("role", "img");
  const read = add(root, "div", { className: "tf-read" });
  read.setAttribute("role", "status");
  const lines = [add(read, "div"), add(read, "div")];
  const details = add(root, "details");
  add(details, "summary", { textContent: "Numbers" });
  const table = add(details, "div", { className: "tf-table", tabIndex: 0, ariaLabel: "numbers" });
  table.setAttribute("role", "group");
  // Notebook 7 would take arrow keys for itself wherever this word is missing.
  for (const part of [root, canvas, details.firstChild, table])
    part.dataset.lmSuppressShortcuts = "true";
  if (caption) add(root, "figcaption", { textContent: caption });
  return { root, given, coming, answer, says, note, selectors, canvas, lines, alarm, details,
    table };
}

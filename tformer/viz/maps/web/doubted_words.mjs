// A written sentence whose words are tinted by doubt.
import { add } from "../../common/web/controls.js";
import { two } from "./text.mjs";

/** The classes of a word of probability `p`. */
export const marks = (p) =>
  ["tf-word", p < 0.75 && "tf-open", p < 0.5 && "tf-guess", p < 0.2 && "tf-unsure"].filter(Boolean);

/** A probability as it is said: two decimals, and never a nought that is none. */
export const chance = (p) => (p >= 0.005 || p === 0 ? two(p) : "under 0.01");

/** Writes `words`, pairs of a word with its blanks and its probability, into an empty element. */
export function addWords(parent, words) {
  for (const [text, p] of words) {
    if (text.startsWith(" ") && parent.firstChild) parent.append(" ");
    const word = add(parent, "span", { className: marks(p).join(" "), tabIndex: 0 });
    word.dataset.lmSuppressShortcuts = "true";
    word.style.setProperty("--doubt", (1 - p).toFixed(2));
    word.append(text.trim());
    add(word, "span", { className: "tf-chance", textContent: ` ${chance(p)}` });
  }
}

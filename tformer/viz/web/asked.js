// A question on a page without a kernel, and the card of its truth: the browser keeps the answer.

import { nearest, readings, short } from "./numbers.js";

const name = (key) => `tformer ${key}`;
const noNumber = (said) => `“${said}” is no number. Type one like 7, 0.5 or 1/3.`;

/** What is said of an answer: of a number as it was read, judged by its band. */
export function verdict({ truth, low, high, whole, unit }, said) {
  if (!said) return "You made no prediction yet; answer above.";
  let hit = said === truth, heard = `“${said}”`;
  if (low !== undefined) {
    const numbers = readings(said, whole);
    if (!numbers.length) return noNumber(said);
    const number = nearest(numbers, low, high);
    hit = low <= number && number <= high;
    heard = short(number) + unit;
  }
  return `You said ${heard}: ${hit ? "right." : "worth a second look at why."}`;
}

/** `host` holds its data, and a question or the card that judges its answer. */
export function mount(host) {
  host.removeAttribute("data-tf-asked"); // a second copy of this script leaves it alone
  const known = JSON.parse(host.querySelector("script").textContent);
  let kept = "";
  try { kept = localStorage.getItem(name(known.key)) ?? ""; } catch {}
  if (known.truth === undefined) ask(host, known.key, kept); else judge(host, known, kept);
}

/** Keep what is answered. One gesture answers and opens what waited; Enter also goes there, unless
 * a screen of text lies before. What is no number is refused, and nothing is kept. */
function ask(host, key, kept) {
  const note = host.querySelector("[role=status]");
  const answer = (input) => {
    const said = input.value.trim(), taken = !note || !said || readings(said).length > 0;
    if (note) note.textContent = taken ? "" : noNumber(said);
    if (!taken) return false;
    try { localStorage.setItem(name(key), said); } catch {}
    return document.dispatchEvent(new CustomEvent("tformer-answer", { detail: { key, said } }));
  };
  for (const input of host.querySelectorAll("input")) {
    if (input.type === "radio") input.checked = input.value === kept; else input.value = kept;
    input.addEventListener("change", () => answer(input));
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !input.value) return;
      event.preventDefault();
      if (input.type === "radio") input.checked = true;
      if (!answer(input)) return;
      const fold = document.querySelector(
        `[data-tformer-evidence="${key}"], [data-tformer-answer="${key}"]`);
      if (fold?.getBoundingClientRect().top < innerHeight) fold.querySelector("summary").focus();
    });
  }
}

/** Say beside the truth what became of the answer, now and whenever there is another. */
function judge(host, known, kept) {
  const fold = host.querySelector("details"), card = fold ?? host; // in a box that opens itself
  const show = (said) => {
    card.querySelector("span").textContent = verdict(known, said);
    if (said && fold) fold.open = true;
  };
  document.addEventListener("tformer-answer",
    ({ detail: { key, said } }) => key === known.key && show(said));
  show(kept);
}

// The lines below the picture, and the numbers as a table.
import { add } from "../../common/web/controls.js";
import { strongest } from "./maps.mjs";
import { elide, quote, short, two } from "./text.mjs";

export const HINT = "Point at a cell or walk by arrow keys; Enter or a click pins a row.";

/** What stands beside the weights, and what their colours mean, for who does not see it. */
export function shownAs(on) {
  const { s, view } = on, scores = on.steps && on.now(true);
  const end = (further) => two(scores.reduce((a, b) => further(a, b)));
  return (scores ? ` Before them stand the scores, ${end(Math.min)} to ${end(Math.max)}, and ` +
    `these times ${short(s.scale)}${s.mask ? ", masked" : ""}.` : "") +
    (view.stretch ? " The last colour is that of the largest weight, " +
      `${two(on.limit(view.layer, view.head))}.` : "");
}

/** One cell: its weight, and where there are scores, how it came about. `on` is the painter. */
export function cellLine(on, { q, k }) {
  const { s } = on, words = `${quote(s.queries[q])} → ${quote(s.keys[k])}: `;
  if (!on.open(q, k)) return `${words}masked, may not be looked at`;
  const weight = on.row(q)[k].toFixed(4);
  if (!s.scores) return words + weight;
  const score = on.now(true)[q * s.cols + k], scaled = (score * s.scale).toFixed(2);
  return `${words}${weight} = softmax of ${score.toFixed(2)} × ${short(s.scale)} = ${scaled}`;
}

/** One row: the keys that it looks at, strongest first. */
export function rowLine(on, q, pinned) {
  const { s } = on, row = on.row(q);
  const best = strongest(row, 8).keys.filter((k) => row[k] >= 0.005);
  const said = best.sort((a, b) => row[b] - row[a]).map((k) =>
    `${quote(elide(s.keys[k], 24, (text) => text.length))} ${two(row[k])}`);
  return `${pinned ? "Pinned row" : "Row"} ${quote(s.queries[q])}: ` +
    (said.join(", ") || "looks at nothing");
}

/** The whole head, or of a large one the row `shown`. */
export function numberTable(on, shown) {
  const { s } = on, rows = s.size > 4096 ? [shown] : s.queries.keys();
  const table = document.createElement("table"), head = add(table, "tr");
  add(head, "th", { textContent: "query \\ key" });
  for (const token of s.keys) add(head, "th", { textContent: token, scope: "col" });
  for (const q of rows) {
    const line = add(table, "tr");
    add(line, "th", { textContent: s.queries[q], scope: "row" });
    on.row(q).forEach((weight, k) =>
      add(line, "td", { textContent: on.open(q, k) ? weight.toFixed(3) : "masked" }));
  }
  return table;
}

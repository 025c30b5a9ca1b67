// A question with its answer: choices or a number, kept as soon as it is given.

import { adopt } from "../common/web/still.js";
import { THEME, isDark, onTheme } from "../common/web/theme.js";
import { add, keepKeys } from "../common/web/controls.js";

const QUESTION = `
.tf-question{border:0;border-left:4px solid #56b4e9;background:rgba(86,180,233,.12);
margin:.3em 0;padding:.5em .9em;max-width:46em}
.tf-question legend{float:left;width:100%;padding:0 0 .3em;font-weight:600}
.tf-question .tf-choices{clear:both;display:flex;flex-wrap:wrap;gap:4px 18px;align-items:center}
.tf-question input[type=text]{width:12em;flex:none}
.tf-question [role=status]{color:var(--dim)}`;

function render({ model, el }) {
  const stop = new AbortController(), { signal } = stop;
  const root = add(el, "div", { className: "tf" });
  add(root, "style", { textContent: THEME + QUESTION });
  const box = add(root, "fieldset", { className: "tf-question" });
  add(box, "legend", { textContent: `Predict. ${model.get("question")}` });
  const choices = add(box, "div", { className: "tf-choices" }), options = model.get("options");
  const tell = (value) => (model.set("value", value), model.save_changes());
  const inputs = options.map((text) => {
    const label = add(choices, "label");
    const input = add(label, "input", { type: "radio", name: model.get("still"), value: text });
    add(label, "span", { textContent: text });
    input.addEventListener("change", () => tell(text), { signal });
    return input;
  });
  if (!options.length) {
    const input = add(choices, "input", { type: "text", placeholder: "a number, then Enter" });
    input.inputMode = "decimal";
    input.setAttribute("aria-label", model.get("question"));
    input.addEventListener("change", () => tell(input.value), { signal });
    inputs.push(input);
  }
  for (const input of inputs) input.dataset.lmSuppressShortcuts = "true";
  const note = add(choices, "span");
  note.setAttribute("role", "status");
  const show = () => {
    const value = model.get("value");
    for (const input of inputs) {
      if (input.type === "radio") input.checked = input.value === value;
      else if (document.activeElement !== input) input.value = value;
    }
    note.textContent = model.get("note");
  };
  model.on("change:value", show);
  model.on("change:note", show);
  keepKeys(root, signal);
  isDark(root);
  onTheme(() => isDark(root), signal);
  show();
  return () => {
    stop.abort();
    model.off("change:value", show);
    model.off("change:note", show);
    root.remove();
  };
}

export default { initialize: adopt(render), render };

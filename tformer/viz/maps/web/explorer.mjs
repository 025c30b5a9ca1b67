// The attention explorer: every attention map of the course, drawn on one canvas.
// It draws numbers that tformer computed and computes none itself: there is no softmax here.
import { adopt } from "../../common/web/still.js";
import { explorer } from "./figure.mjs";
import { typedInto } from "./typed.mjs";

/** In a notebook: anywidget hands over the model that the kernel fills. */
function render({ model, el }) {
  let timer = 0;
  const seen = ["sentence", "layer", "head", "row"];
  const figure = explorer(el, {
    caption: model.get("caption"),
    controls: model.get("controls"),
    onSelect(chosen) { // answered already; the kernel hears of it when the hand rests
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Set and sent at once: an echo of an older choice finds nothing newer to undo.
        for (const name of seen) model.set(name, chosen[name]);
        model.save_changes();
      }, 200);
    },
    onValue(name, value) {
      model.set("values", { ...model.get("values"), [name]: value });
      model.save_changes();
    },
  });
  const heard = {
    "change:payload": () => figure.set(model.get("payload")),
    "change:values": () => figure.show(model.get("values")),
    "change:message": () => figure.alarm(model.get("message")),
  };
  for (const name of seen) {
    figure.view[name] = model.get(name);
    heard[`change:${name}`] = () =>
      figure.view[name] !== model.get(name) && figure.select({ [name]: model.get(name) });
  }
  for (const name of Object.keys(heard).slice(0, 3)) heard[name]();
  for (const name in heard) model.on(name, heard[name]);
  return () => {
    clearTimeout(timer);
    for (const name in heard) model.off(name, heard[name]);
    figure.destroy();
  };
}

/** In a page without a kernel: controls walk frames that the real code computed beforehand; where a
 *  site has brought the translator, its sentence may be the reader's own. */
export function mount(host) {
  const { frames, controls, caption, view, translates } =
    JSON.parse(host.querySelector("script").textContent);
  host.removeAttribute("data-tf-explorer"); // a second copy of this script leaves it alone
  host.replaceChildren();
  const model = translates && globalThis.tformerModel?.();
  const values = Object.fromEntries(controls.map((spec) => [spec.name, spec.value]));
  const own = model && controls.find(({ name }) => name === translates);
  const figure = explorer(host, {
    caption, onValue: (name, value) => (own?.name === name ? typed(value) : walk(name, value)),
    controls: controls.map((spec) => (spec === own ? { ...spec, kind: "text" } : spec)),
  });
  const typing = own && typedInto(figure, model);
  const typed = (text) => {
    const known = own.options.indexOf(text.trim());
    if (known < 0 && text.trim()) typing.ask(text);
    else if (known >= 0) typing.forget(), walk(own.name, known);
  };
  const walk = (name, value) => {
    if (name) values[name] = +value;
    const at = controls.reduce((n, spec) => n * spec.options.length + values[spec.name], 0);
    figure.alarm(frames[at].error ?? "");
    if (frames[at].sentences) figure.set(frames[at]);
  };
  Object.assign(figure.view, view);
  figure.show({ ...values, ...(own && { [own.name]: own.options[own.value] }) });
  walk();
}

export default { initialize: adopt(render), render };

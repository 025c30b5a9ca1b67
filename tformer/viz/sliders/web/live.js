// The live figure in a notebook: answered from the browser's memory, or by the kernel.
import { keyOf, Memory } from "./memory.js";
import { panel } from "./panel.js";
import { adopt } from "../../common/web/still.js";

const BUSY = "The kernel is busy; the picture follows when it is free.";

function render({ model, el }) {
  const stop = new AbortController(), about = {};
  for (const name of ["size", "caption", "longest"]) about[name] = model.get(name);
  let specs = [], patience = 0;
  const values = () => Object.fromEntries(
    Object.entries(figure.fields).map(([name, { get }]) => [name, get()]));
  const memory = new Memory({
    paint: (frame) => (figure.say(""), figure.paint(frame)),
    ask(key) {
      model.send({ values: values(), key, ask: true });
      clearTimeout(patience);
      patience = setTimeout(() => memory.asked !== null && figure.say(BUSY), 1500);
    },
    rest: (key) => model.send({ values: values(), key }),
  });
  const figure = panel(el, about, () => memory.move(keyOf(specs, figure.fields)), stop.signal);

  function offer() {
    specs = model.get("controls").map((spec) => ({ ...spec }));
    figure.offer(specs);
    for (const { kind, model: name, place } of specs) if (kind === "widget") embed(name, place);
  }
  /** A control for which there is no native form, as ipywidgets shows it. */
  async function embed(name, place) {
    const { widget_manager } = model;
    const child = await widget_manager.get_model(name.replace("IPY_MODEL_", ""));
    const view = await widget_manager.create_view(child);
    place.append(view.el);
    stop.signal.addEventListener("abort", () => view.remove());
  }
  function follow() {
    const { alt, parts, key, asked, values } = model.get("shown"), frame = { alt, parts };
    clearTimeout(patience);
    if (!memory.shown(key, frame, asked)) return;
    for (const name in values) figure.fields[name]?.set(values[name]);
  }
  const heard = {
    "change:controls": offer,
    "change:base": () => figure.setBase(model.get("base")),
    "change:message"() {
      figure.say(model.get("message"));
      if (model.get("message")) memory.failed();
    },
    "change:note": () => figure.remark(model.get("note")),
    "change:shown": follow,
    "msg:custom"({ frames, forget }) {
      if (forget) memory.forget();
      for (const frame of frames ?? []) memory.put(frame.key, frame);
    },
  };
  offer();
  figure.setBase(model.get("base"));
  memory.now = model.get("shown").key;
  follow();
  figure.say(model.get("message"));
  figure.remark(model.get("note"));
  for (const name in heard) model.on(name, heard[name]);
  model.send({ hello: true });
  return () => {
    for (const name in heard) model.off(name, heard[name]);
    clearTimeout(patience);
    memory.end();
    stop.abort();
  };
}

export default { initialize: adopt(render), render };

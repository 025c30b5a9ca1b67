// The live figure in a page without a kernel: controls walk frames that were drawn beforehand.
import { panel } from "./panel.js";

/** Where in the list of frames a setting stands: the last control moves fastest. */
export const frameAt = (specs, places) =>
  specs.reduce((at, spec, n) => at * (spec.options?.length ?? 2) + Number(places[n]), 0);

/** `host` holds its data as JSON, and a picture that is replaced. */
export function mount(host) {
  const page = JSON.parse(host.querySelector("script").textContent);
  host.removeAttribute("data-tf-frames"); // a second copy of this script leaves it alone
  host.replaceChildren();
  const { controls, frames } = page;
  const walk = () => {
    const places = controls.map(({ name }) => figure.fields[name].place());
    const frame = frames[frameAt(controls, places)];
    figure.say(frame.error ?? "");
    if (frame.png) figure.paint(frame);
  };
  const figure = panel(host, page, walk, new AbortController().signal);
  figure.setBase(page.base);
  figure.offer(controls);
  figure.remark(page.note);
  for (const { name, value, kind } of controls)
    figure.fields[name].set(kind === "check" ? Boolean(value) : value);
  walk();
}

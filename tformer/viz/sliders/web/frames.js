// The live figure in a page without a kernel: controls walk frames that were recorded beforehand.
import { panel } from "./panel.js";

/** Where in the list of frames a setting stands: the last control moves fastest. */
export const frameAt = (specs, places) =>
  specs.reduce((at, spec, n) => at * (spec.options?.length ?? 2) + Number(places[n]), 0);

/** What `packed_json` packed. */
async function unpack(text) {
  const bytes = Uint8Array.from(atob(JSON.parse(text)), (c) => c.charCodeAt(0));
  const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(whole).json();
}

/** `host` holds its data, and a picture that is replaced. */
export async function mount(host) {
  host.removeAttribute("data-tf-frames"); // a second copy of this script leaves it alone
  const page = await unpack(host.querySelector("script").textContent);
  host.replaceChildren();
  const { controls, frames, parts } = page;
  const walk = () => {
    const places = controls.map(({ name }) => figure.fields[name].place());
    const frame = frames[frameAt(controls, places)];
    figure.say(frame.error ?? "");
    if (frame.error) return;
    const differs = Object.entries(frame.parts).map(([n, at]) => [n, parts[at]]);
    figure.paint({ alt: frame.alt, parts: Object.fromEntries(differs) });
  };
  const figure = panel(host, page, walk, new AbortController().signal);
  figure.setBase(page.base);
  figure.offer(controls);
  figure.remark(page.note);
  for (const { name, value, kind } of controls)
    figure.fields[name].set(kind === "check" ? Boolean(value) : value);
  walk();
}

// The living model, in a notebook with a kernel and on a page without one.
import { Questions } from "./questions.mjs";
import { LivingView } from "./view.mjs";
import { adopt } from "../../common/web/still.js";

/** In a notebook: anywidget hands over the model that the kernel fills. */
function render({ model, el }) {
  const questions = new Questions({
    send: (asked) => (model.set("asked", asked), model.save_changes()),
    show: (shown) => view.show(shown),
  });
  const state = (model.livingState ??= {}); // what a second look at the same cell goes on with
  let asked = 0;
  /** What the kernel says of the speed of a part that the reader has written. */
  const time = (name) => new Promise((done) => {
    const question = { name, number: ++asked };
    const answered = () => {
      const { number, says } = model.get("timed");
      if (number !== question.number) return;
      model.off("change:timed", answered);
      done(says);
    };
    model.on("change:timed", answered);
    model.set("timing", question);
    model.save_changes();
  });
  const view = new LivingView(el, { page: model.get("page"), state, time,
    ask: (asked) => questions.ask(asked) });
  const heard = () => questions.heard(model.get("shown"));
  model.on("change:shown", heard);
  view.show(model.get("shown"), { autoplay: state.at === undefined });
  return () => (model.off("change:shown", heard), view.destroy());
}

const NOT_HERE = "This needs the model itself: open the notebook.";

/** The films of a page: JSON, packed by gzip and written in base64. */
async function unpacked(text) {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

/** On a page without a kernel: films that were recorded beforehand, and where a site has brought
 *  the model itself (model/page_model.mjs), those made for any other sentence or setting. */
export async function mountLiving(host) {
  const { page, films } = JSON.parse(host.querySelector("script").textContent);
  host.removeAttribute("data-tf-living"); // a second copy of this script leaves it alone
  const recorded = await unpacked(films); // until then, and where that fails, the still stands
  const model = globalThis.tformerModel?.();
  const key = (asked) => JSON.stringify([asked.typed, asked.choose, asked.off,
    asked.part, asked.reads]);
  const known = new Map(recorded.map((shown) => [key(shown.asked), shown]));
  host.replaceChildren();
  const stored = (asked) => asked.choose !== "sample" && known.get(key(asked));
  const view = new LivingView(host, model ? { ...askPage(model, stored, () => view),
    page: { ...page, ending: ".html" } } : {
    page, fixed: true, has: (asked) => known.has(key(asked)),
    ask: (asked) => view.show(known.get(key(asked)) ?? { asked, message: NOT_HERE }),
  });
  const first = host.hasAttribute("data-cursor"); // on a site's first page: at work, to type into
  view.show({ ...recorded[0], asked: page.start }, { autoplay: first, hold: false });
  if (!first) return;
  view.dock.want(false); // nothing below it is about this film: what moves would only disturb
  view.sentence.input.focus({ preventScroll: true });
  view.tour.byItself();
}

/** What a view needs to ask the model of the page: films that are there are shown at once. */
function askPage(model, stored, view) {
  let newest = 0;
  const comes = (share) => view().coming(share);
  const ask = async (asked) => {
    const n = ++newest, mine = () => n === newest, shown = stored(asked);
    if (shown) return view().show({ ...shown, asked });
    try {
      const onText = (text) => mine() && view().answer.draft(text);
      const made = await model.answer(asked, { onShare: comes, onText });
      if (!mine()) return;
      view().show(made);
      if (readable(asked, made)) await readBack(made.film.said, mine);
    } catch (error) {
      comes(1);
      if (mine()) view().show({ asked, message: error.message });
    }
  };
  const readable = ({ off, choose }, { film }) => film && !film.said.foreign && !off.length &&
    choose !== "sample" && !navigator.connection?.saveData;
  /** Later, since the other translator may have to come: an answer that it does not find again. */
  const readBack = async (said, mine) => {
    const back = await model.back(said).catch(() => ""); // the answer stands without it
    if (mine()) view().answer.add(back);
  };
  const onTyping = () => model.ready(null, comes).catch(() => {}); // said when asked
  return { ask, onTyping };
}

export default { initialize: adopt(render), render };

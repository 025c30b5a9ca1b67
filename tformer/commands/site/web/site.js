// What all pages share: search, the contents beside the text, the reader's place and predictions.
(() => {
const up = document.currentScript.dataset.up ?? "";
const make = (parent, tag, properties = {}) =>
  parent.appendChild(Object.assign(document.createElement(tag), properties));
const kept = (key) => { try { return localStorage.getItem(`tformer ${key}`); } catch { return null; } };
const keep = (key, value) => { try { localStorage.setItem(`tformer ${key}`, value); } catch {} };

/** How many of these questions this reader has answered. */
const predicted = (keys) => keys.filter((key) => kept(key)).length;

function search(place) {
  const label = make(place, "label", { className: "search" });
  make(label, "span", { className: "unseen", textContent: "Search the course" });
  const input = make(label, "input", { type: "search", placeholder: "Search", autocomplete: "off" });
  const found = make(place, "ol", { className: "found", hidden: true });
  found.ariaLabel = "Found";
  const said = make(place, "span", { className: "unseen", role: "status" });
  let index, also;
  globalThis.tformerIndex = (pages, synonyms) => {
    also = synonyms;
    index = indexed(pages);
    show();
  };
  const load = () => {
    if (!index && !load.asked) make(document.head, "script", { src: `${up}search.js` });
    load.asked = true;
  };
  const show = () => {
    const typed = input.value.toLowerCase().trim().replace(/\s+/g, " ");
    found.hidden = !typed || !index;
    found.replaceChildren();
    said.textContent = "";
    if (found.hidden) return;
    const hits = ranked(index, typed, also);
    said.textContent = `${hits.length} sections found`;
    if (!hits.length) make(found, "li", { textContent: "Nothing found" });
    for (const { page, id, title, lesson, text, term } of hits.slice(0, 12)) {
      const link = make(make(found, "li"), "a", { href: `${up}${page}#${id}` });
      make(link, "b", { textContent: title });
      if (title !== lesson) make(link, "span", { textContent: lesson });
      const at = Math.max(0, text.search(begins(term)) - 30);
      make(link, "small", { textContent: `${at ? "…" : ""}${text.slice(at, at + 110)}…` });
    }
  };
  input.addEventListener("focus", load);
  input.addEventListener("input", () => (load(), show()));
  place.addEventListener("keydown", (event) => {
    const links = [...found.querySelectorAll("a")], at = links.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") (input.value = ""), show(), input.focus();
    if (!step || !links.length) return;
    event.preventDefault();
    (links[at + step] ?? input).focus();
  });
}

/** The contents beside the text: open where there is room, with the place one is at. */
function contents(toc) {
  const wide = matchMedia("(min-width: 80rem)"), fold = toc.querySelector("details");
  const fit = () => (fold.open = wide.matches);
  wide.addEventListener("change", fit);
  fit();
  const links = [...toc.querySelectorAll("a[href^='#']")];
  const heads = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const bar = make(document.body, "div", { className: "reading" });
  let waiting = false;
  const place = () => {
    waiting = false;
    const past = heads.filter((head) => head.getBoundingClientRect().top < innerHeight / 3).length;
    const at = Math.max(0, past - 1), room = document.documentElement.scrollHeight - innerHeight;
    links.forEach((link, n) => n === at ? link.setAttribute("aria-current", "true")
      : link.removeAttribute("aria-current"));
    bar.style.transform = `scaleX(${room > 0 ? Math.min(1, scrollY / room) : 1})`;
    if (past) keep("at", JSON.stringify([`${location.pathname.split("/").at(-1)}${links[at].hash}`,
      document.title.split(" · tformer")[0], links[at].textContent]));
  };
  addEventListener("scroll", () => {
    if (!waiting) requestAnimationFrame(place);
    waiting = true;
  }, { passive: true });
  place();
  const keys = [...document.querySelectorAll("[data-tformer-question]")]
    .map((box) => box.dataset.tformerQuestion);
  if (!keys.length) return;
  const count = make(toc, "p", { className: "count" });
  const tell = () => (count.textContent = `${predicted(keys)} of ${keys.length} predictions made`);
  document.addEventListener("tformer-answer", ({ detail: { key } }) => {
    const box = document.querySelector(`[data-tformer-question="${key}"]`);
    const said = box.querySelector(".count") ?? make(box, "p", { className: "count", ariaLive: "polite" });
    said.textContent = tell();
  });
  tell();
}

/** On paper nothing opens and all is light: folds stand open, figures are drawn anew. */
function paper() {
  let opened = [];
  addEventListener("beforeprint", () => {
    document.body.classList.add("printing"); // figures watch this class
    opened = [...document.querySelectorAll("details:not([open], .tf *, .tf-living *)")]
      .filter((fold) => !fold.closest(".exercise"));
    for (const fold of opened) fold.open = true;
  });
  addEventListener("afterprint", () => {
    document.body.classList.remove("printing");
    for (const fold of opened) fold.open = false;
  });
}

/** A link into what is folded opens it. */
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = target?.closest("details.further:not([open])");
  if (fold) (fold.open = true), target.scrollIntoView();
}

paper();
reveal();
addEventListener("hashchange", reveal);
for (const place of document.querySelectorAll("[data-search]")) search(place);
for (const toc of document.querySelectorAll(".toc")) contents(toc);
for (const card of document.querySelectorAll("[data-questions]")) {
  const keys = card.dataset.questions.split(" ").filter(Boolean), made = predicted(keys);
  if (made) card.querySelector(".made").textContent = ` · ${made} of ${keys.length} predictions made`;
}
const last = document.querySelector("[data-last]"), at = kept("at");
if (last && at) {
  const [href, lesson, section] = JSON.parse(at);
  last.hidden = false;
  make(last, "a", { href, textContent: `Go on where you were: ${lesson}` });
  if (section !== lesson) last.append(`, ${section}`);
}
})();

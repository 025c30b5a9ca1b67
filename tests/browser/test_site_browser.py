"""The site in a browser without a network: every control of every figure moves on every page.

Beside CI one lesson is built, for all take minutes; CI builds them all.
"""

import http.server
import os
import pathlib
import re
import statistics
import threading
from functools import partial

import ipywidgets as widgets
import nbformat
import pytest

from tests.browser.conftest import open_page, rest, unfold
from tests.browser.test_access_browser import violations
from tests.browser.test_drawing_browser import LETTERS, unread
from tests.warm_kernels import warm_kernels
from tformer import viz
from tformer.ablation import ablate
from tformer.commands import site
from tformer.commands.site.lesson_page import lesson_page
from tformer.commands.site.model import MODELS, write_model
from tformer.course.course_map import LESSONS as LESSONS_OF_THE_COURSE
from tformer.data import corpora
from tformer.pretrained import ASSETS
from tformer.translator import Translator
from tformer.viz.common.scripts import KINDS, shared, style

QUESTIONS = "02"  # the lesson whose question and hints are tried
FEW = 3  # sentences
LESSONS, TYPED = [QUESTIONS], FEW
if os.environ.get("CI"):
    LESSONS, TYPED = [lesson.number for lesson in site.choose([])], 10_000
FIGURES = ".tf-live, .tf-explorer"
CONTROLS = "input[type=range]:not([disabled]), select, input[type=checkbox]"
MOST = 1_500_000  # bytes of a page

# Brings each control of a figure to its ends and back, and lists those whose picture and sentence
# stay as they were.
MOVE = """async ([figure, controls]) => {
  const pause = () => new Promise((done) => setTimeout(done, 60));
  const value = (control) => control.type === "checkbox" ? control.checked : control.value;
  const set = async (control, to) => {
    if (control.type === "checkbox") control.checked = to; else control.value = to;
    for (const kind of ["input", "change"])
      control.dispatchEvent(new Event(kind, { bubbles: true }));
    await pause();
  };
  const ends = (control) => control.type === "checkbox" ? [!control.checked, control.checked]
    : control.tagName === "SELECT" ? [...control.options].map((o) => o.value).reverse()
    : [control.max, control.min];
  const seen = (root) => [...root.querySelectorAll("canvas, svg")].map(
    (drawn) => (drawn.ariaLabel ?? "") + (drawn.toDataURL?.() ?? drawn.innerHTML)).join()
    + (root.querySelector("figcaption")?.innerText ?? "");
  const moves = async (root, control) => {
    const was = value(control), pictures = new Set([seen(root)]);
    for (const end of ends(control)) {
      await set(control, end);
      for (let tries = 0; tries < 15 && pictures.size < 2; tries++) {
        pictures.add(seen(root));
        if (pictures.size < 2) await pause();
      }
    }
    await set(control, was);
    return pictures.size > 1;
  };
  const still = [];
  for (const root of document.querySelectorAll(figure)) {
    const found = [...root.querySelectorAll(controls)];
    for (const control of found) {
      if (new Set(ends(control)).size < 2) continue;
      if (await moves(root, control)) continue;
      // One setting may hide what another does: bring the others to an end and try again.
      for (const other of found) if (other !== control) await set(other, ends(other)[0]);
      if (!(await moves(root, control)))
        still.push(`${control.ariaLabel ?? control.name}: ${root.innerText.slice(0, 80)}`);
    }
  }
  return still;
}"""


# Figures that end beyond the page, or go on where nothing says so.
CUT = """all => all.filter((figure) => {
  const scroll = figure.querySelector(".tf-scroll"), more = figure.querySelector(".tf-more");
  return figure.getBoundingClientRect().right > innerWidth
    || (scroll.scrollWidth > scroll.clientWidth + 1) !== more.checkVisibility();
}).map((figure) => figure.innerText.slice(0, 80))"""
THINNED = re.compile(r"has \d+ of its \d+ steps")  # a slider that the page had no room for
UNREAD = """() => {
  const body = document.body.cloneNode(true);
  for (const code of body.querySelectorAll("pre, code, script, style")) code.remove();
  return body.textContent.match(/\\$[^$\\n]+\\$/g) ?? [];
}"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of the site."""
    home = tmp_path_factory.mktemp("site")
    with warm_kernels(home, dict(os.environ)) as warm, pytest.MonkeyPatch.context() as patch:
        for name, value in warm.items():
            patch.setenv(name, value)
        site.build(home / "pages", LESSONS)
    return home / "pages"


def page_of(folder, number):
    return next(folder.glob(f"{number}_*.html"))


def test_the_pages_are_small(built):
    sizes = {path.stem: path.stat().st_size for path in built.glob("[0-9]*_*.html")}
    print(*(f"{name:32} {size / 1000:6.0f} kB" for name, size in sizes.items()), sep="\n")
    assert len(sizes) == len(LESSONS) and max(sizes.values()) <= MOST


@pytest.fixture(scope="module", params=LESSONS)
def lesson(request, built, browser):
    """A lesson's page, opened on a phone, for all that is asked of each page."""
    page = open_page(browser, 390, 900, offline=True)
    page.asked = []
    page.on("request", lambda request: page.asked.append(request.url))
    page.goto(page_of(built, request.param).as_uri())
    page.locator("main h1").wait_for()
    rest(page, 500)
    yield page
    page.context.close()


def test_every_control_moves_without_a_network(lesson):
    lesson.set_viewport_size({"width": 1100, "height": 900})
    rest(lesson, 300)
    assert lesson.evaluate(MOVE, [FIGURES, CONTROLS]) == []
    assert [url for url in lesson.asked if not url.startswith(("file:", "data:", "blob:"))] == []
    assert lesson.errors == []
    assert lesson.evaluate(UNREAD) == []  # no formula is left as it was written
    assert lesson.get_by_text(THINNED).all_inner_texts() == []


@pytest.mark.ci
def test_the_letters_of_figures_can_be_read_and_no_figure_is_cut_off(lesson):
    unfold(lesson)
    for width in (390, 1024, 1440):
        lesson.set_viewport_size({"width": width, "height": 900})
        rest(lesson, 300)
        assert lesson.locator(".tf-live").evaluate_all(CUT) == []
        letters = lesson.locator(".tf-scroll svg[role=img]").evaluate_all(LETTERS)
        assert min(letters, default=10) > 9.9
    for scheme in ("light", "dark"):
        lesson.emulate_media(color_scheme=scheme)
        rest(lesson, 300)
        assert unread(lesson) == []


@pytest.mark.ci
def test_a_page_is_for_everyone(lesson):
    """Last: the rules of axe-core read style sheets anew, which a page from a disk forbids."""
    lesson.set_viewport_size({"width": 390, "height": 900})
    lesson.emulate_media(color_scheme="light")
    rest(lesson, 300)
    assert lesson.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(lesson, "body") == []


def test_an_answer_is_kept_and_judged(built, new_page):
    page = new_page(width=1100, offline=True)
    address = page_of(built, QUESTIONS).as_uri()
    page.goto(address)
    box = page.locator("fieldset[data-tformer-question]", has=page.locator("input[type=radio]"))
    key = box.first.get_attribute("data-tformer-question")
    card, last = page.locator(f"[data-tformer-answer='{key}']"), box.first.locator("input").last
    waits = page.locator(f"[data-tformer-evidence='{key}']")
    assert not card.locator("span").is_visible()
    last.focus()
    last.press("Enter")  # one key answers and opens
    chosen = last.get_attribute("value")
    for _ in range(2):
        assert last.is_checked() and f"You said “{chosen}”" in card.locator("span").inner_text()
        assert all(fold.get_attribute("open") is not None for fold in waits.all())
        page.goto(address)
        one = page.locator(".asked", has=page.locator(f"[data-tformer-question='{key}']"))
        assert card.is_visible() and one.locator(f"[data-tformer-answer='{key}']").count() == 1
    last.press("Enter")
    assert one.locator(".count").inner_text() == page.locator(".toc>.count").inner_text()
    assert " of " in page.locator(".toc>.count").text_content()
    page.goto((built / "index.html").as_uri())
    lesson = page.locator(".cards li", has=page.locator(f"a[href^='{QUESTIONS}_']"))
    assert "1 of" in lesson.locator(".made").inner_text()


def test_a_number_is_read_as_meant_and_a_text_that_is_none_is_refused(built, new_page):
    page = new_page(width=1100, offline=True)
    address = page_of(built, QUESTIONS).as_uri()
    page.goto(address)
    box = page.locator(
        "fieldset[data-tformer-question]", has=page.locator("input[type=text]")
    ).first
    key, field = box.get_attribute("data-tformer-question"), box.locator("input")
    card, count = page.locator(f"[data-tformer-answer='{key}'] span"), page.locator(".toc>.count")
    none = count.text_content()
    field.fill("abc")
    field.press("Enter")
    assert "“abc” is no number" in box.get_by_role("status").inner_text()
    assert not card.is_visible() and count.text_content() == none
    for _ in range(2):
        field.fill("6,908")
        field.press("Enter")
        assert card.inner_text() == "You said 6.908 nats: right."
        assert box.get_by_role("status").inner_text() == ""
        assert count.text_content() != none
        page.goto(address)


def test_hints_come_one_by_one(built, new_page):
    page = new_page(width=1100, offline=True)
    page.goto(page_of(built, QUESTIONS).as_uri())
    exercise = page.locator(".exercise").first
    hints = exercise.locator("summary")
    assert [hint.is_visible() for hint in hints.all()].count(True) == 1
    hints.nth(0).click()
    assert [hint.is_visible() for hint in hints.all()].count(True) == 2


@pytest.mark.ci
def test_the_contents_lead_to_every_page(built, new_page):
    page = new_page(width=1100, offline=True)
    page.goto((built / "index.html").as_uri())
    links = page.locator(".cards a").evaluate_all("found => found.map(a => a.getAttribute('href'))")
    assert links == sorted(path.name for path in built.glob("[0-9]*_*.html"))
    missing, unbuilt = [], {lesson.name for lesson in LESSONS_OF_THE_COURSE}
    unbuilt -= {path.stem for path in built.glob("*.html")}
    for path in built.rglob("*.html"):
        page.goto(path.as_uri())
        found = page.locator("a[href]").evaluate_all("found => found.map(a => a.href)")
        for link in (link.split("#")[0] for link in found if link.startswith("file:")):
            target = pathlib.Path(link.removeprefix("file://"))
            if not target.exists() and target.stem not in unbuilt:
                missing.append((path.name, link))
    assert missing == []
    assert violations(page, "body") == []


ASK = """async (sentence) => {
  const input = document.querySelector(".lm-ask input");
  const line = document.querySelector(".lm-answer"), before = line.textContent;
  input.value = sentence;
  const began = performance.now();
  const seen = []; // [milliseconds, text]
  return await new Promise((done) => {
    const watch = new MutationObserver(() => {
      if (line.textContent === before) return;
      seen.push([performance.now() - began, line.textContent.replace(" …", "").trim()]);
      if (!line.querySelector("button")) return; // it still grows
      watch.disconnect();
      const text = line.textContent.trim(), whole = seen.find(([, shown]) => shown === text)[0];
      done({ text, first: seen[0][0], whole, film: seen.at(-1)[0] });
    });
    watch.observe(line, { childList: true, subtree: true });
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
  });
}"""


@pytest.fixture(scope="module")
def translators():
    return {name: Translator.load(ASSETS / f"{name}.safetensors") for name in MODELS}


@pytest.fixture(params=["disk", pytest.param("server", marks=pytest.mark.ci)])
def first_page(request, built, new_page):
    """The first page, opened from a disk or from a server that shows it under a sub-path."""
    if request.param == "disk":
        page = new_page(width=1200, offline=True)
        page.goto((built / "index.html").as_uri())
        page.locator(".lm-answer button").first.wait_for()
        yield page
        return
    handler = partial(QuietHandler, directory=str(built.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = new_page(width=1200)
        home = f"http://127.0.0.1:{server.server_port}/"
        page.route(lambda url: not url.startswith((home, "blob:", "data:")), lambda r: r.abort())
        page.goto(f"{home}pages/index.html")
        page.locator(".lm-answer button").first.wait_for()
        yield page
        server.shutdown()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def test_a_typed_sentence_is_translated_as_by_the_package(first_page, translators, request):
    page, box = first_page, first_page.locator(".lm-ask input")
    assert page.evaluate("document.activeElement.closest('.lm-ask') !== null")
    number = FEW if "server" in request.node.name else TYPED  # the page is the same one
    sentences = [de for de, _ in corpora.everyday()[:number]]
    wanted = translators["translator"].translate(sentences)
    box.fill("")
    box.type(sentences[0])
    box.press("Enter")
    page.wait_for_function(
        "(text) => document.querySelector('.lm-answer').textContent.trim() === text", arg=wanted[0]
    )
    answers = [page.evaluate(ASK, sentence) for sentence in sentences[1:]]
    assert [answer["text"] for answer in answers] == wanted[1:]
    for what in ("first", "whole", "film"):
        print(f"{what}: median {statistics.median(a[what] for a in answers):.0f} ms")
    assert page.errors == []


@pytest.mark.ci
def test_typed_english_is_read_as_english_and_can_be_turned_back(first_page, translators):
    page, said = first_page, first_page.locator(".lm-read")
    typed = [english[0] for _, english in corpora.everyday()[:20]]
    wanted = translators["translator_en_de"].translate(typed)
    assert [page.evaluate(ASK, text)["text"] for text in typed] == wanted
    assert said.inner_text().startswith("Read as English.")
    assert page.locator(".lm-ask span").inner_text() == "English"
    assert page.locator(".lm-answer").get_attribute("lang") == "de"
    said.get_by_role("button", name="Read it as German").click()
    page.wait_for_function("() => document.querySelector('.lm-answer').lang === 'en'")
    assert said.inner_text().startswith("Read as German.") and page.errors == []
    page.evaluate(ASK, "Wo ist der Bahnhof?")
    assert not said.is_visible() and page.locator(".lm-ask span").inner_text() == "German"


@pytest.mark.ci
def test_a_head_switched_off_gives_the_packages_ablated_text(first_page, translators):
    page, translator, part = first_page, translators["translator"], "decoder.0.cross_attention.2"
    sentence = "Drei Kinder spielen mit einem alten Mann auf der Straße Fußball."
    with ablate(translator.model, heads={"decoder.0.cross_attention": [2]}, layers=["encoder.1"]):
        wanted = translator.translate([sentence])[0]
    assert wanted != translator.translate([sentence])[0]
    page.evaluate(ASK, sentence)
    for name in (part, "encoder.1"):
        page.locator(f'.lm-parts [data-id="{name}"]').evaluate("button => button.click()")
        page.locator(".lm-switch").click()
        page.locator(".lm-offs button").first.wait_for()
        page.keyboard.press("Escape")
    page.wait_for_function(
        "(text) => document.querySelector('.lm-answer').textContent.trim() === text", arg=wanted
    )
    assert page.errors == []


@pytest.mark.ci
def test_the_tour_goes_by_keyboard_through_the_picture_and_leaves_the_reader_to_it(built, new_page):
    page = new_page(width=1280, height=720, offline=True)
    page.goto((built / "index.html").as_uri())
    tour, said = page.locator(".lm-tour"), page.locator(".lm-tour p")
    page.get_by_role("button", name="Tour in six steps").focus()
    names = "Pieces", "Waves", "One head", "Cross-attention", "Next piece", "One part off"
    for n, name in enumerate(names, 1):
        page.keyboard.press("Enter")
        assert said.inner_text().startswith(f"{n} of 6 · {name}")
        assert page.locator(".lm-told").first.is_visible()
        page.locator(".lm-play", has_text="Play").wait_for()
    page.locator(".lm-offs button").first.wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator(".lm-hint").wait_for()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert said.inner_text().startswith("Now yours") and page.locator(".lm-told").count() == 0
    page.keyboard.type("Der Hund")
    page.keyboard.press("Enter")
    page.locator(".lm-answer", has_text="dog").wait_for()
    assert not tour.is_visible() and page.locator(".lm-hint").is_visible() and page.errors == []


@pytest.mark.ci
def test_the_tour_begins_by_itself_when_the_first_film_has_ended_and_never_again(built, new_page):
    page = new_page(width=1280, height=720, offline=True)
    for begins in (True, False):
        page.goto((built / "index.html").as_uri())
        page.locator(".lm-transport select").evaluate(
            "s => (s.value = 4, s.dispatchEvent(new Event('change')))"
        )
        if begins:
            page.locator(".lm-tour").wait_for()
        else:
            page.locator(".lm-now", has_text="has become").wait_for()
            page.wait_for_timeout(500)
            assert not page.locator(".lm-tour").is_visible()
        assert page.evaluate("document.activeElement.closest('.lm-ask') !== null")
    assert page.errors == []


@pytest.mark.ci
@pytest.mark.parametrize("size", [(1280, 640), (1366, 650), (1280, 720), (1440, 900)])
def test_the_whole_first_picture_and_its_controls_fit_on_a_small_screen(built, new_page, size):
    page = new_page(*size, offline=True)
    page.goto((built / "index.html").as_uri())
    for pick in range(5):
        page.locator(".lm-picks button").nth(pick).click()
        page.locator(".lm-play", has_text="Pause").wait_for()
        for part in (".lm-ask", ".lm-answer", ".lm-play", ".lm-choice", ".lm-stage", ".lm-hint"):
            box = page.locator(part).bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= size[1], (pick, part, box)
    page.locator('.lm-parts [data-id="encoder.0.self_attention.0"]').click()
    box = page.locator(".lm-switch").bounding_box()
    assert box["y"] + box["height"] <= size[1]
    assert page.evaluate("scrollY") == 0 and page.errors == []


@pytest.mark.ci
def test_an_answer_in_which_the_sentence_is_lost_is_read_back_later(first_page):
    page = first_page
    back = page.locator(".lm-doubt", has_text="Translated back, it says: “")
    page.evaluate(ASK, "Die Demokratie im Weltall.")
    back.wait_for()
    page.evaluate(ASK, "Wo ist der Bahnhof?")
    assert back.count() == 0 and page.errors == []


def test_the_first_page_plays_and_is_at_its_top_until_somebody_scrolls(built, new_page):
    page = new_page(width=390, height=844, offline=True)
    page.goto((built / "index.html").as_uri())
    page.locator(".lm-play", has_text="Pause").wait_for()
    page.wait_for_timeout(1500)
    assert page.evaluate("scrollY") == 0
    assert page.locator("h1").is_visible() and page.locator(".lm-ask input").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.ci
def test_without_the_weights_the_page_says_so_and_stays_as_it_is(built, new_page):
    page = new_page(width=1200, offline=True)
    page.route("**/model/*.js", lambda route: route.abort())
    page.goto((built / "index.html").as_uri())
    box = page.locator(".lm-ask input")
    box.fill("Ein Hund")
    box.press("Enter")
    page.locator(".lm-alarm", has_text="The model did not come").wait_for()
    page.locator(".lm-picks button").nth(1).click()
    page.locator(".lm-answer", has_text="guitar").wait_for()


@pytest.mark.ci
def test_an_explorer_takes_the_readers_own_sentence(new_page, translators, tmp_path, monkeypatch):
    monkeypatch.setenv("TFORMER_SCRIPTS", "shared")
    translator, (first, second) = (
        translators["translator"],
        ("Der Hund schläft.", "Das Eis ist kalt."),
    )
    german = widgets.Combobox(value=first, options=[first, second], description="German")

    def compute(german):
        return viz.cross_maps(german, translator.look(german))

    with pytest.raises(ValueError, match="translates='words' is none of the text controls"):
        viz.explore(compute, translates="words", german=german)
    figure = viz.explore(compute, translates="german", german=german).html()
    write_model(tmp_path)
    (tmp_path / "explorer.js").write_text(shared("data-tf-explorer"), "utf-8")
    scripts = "".join(f'<script defer src="{x}.js"></script>' for x in ("model", "explorer"))
    styled = f"<style>{style(*KINDS['data-tf-explorer'][2])}</style>"
    page_text = f'<meta charset="utf-8">{styled}{scripts}{figure}'
    (tmp_path / "page.html").write_text(page_text, "utf-8")
    page = new_page(offline=True)
    page.goto((tmp_path / "page.html").as_uri())
    box, said = page.get_by_role("textbox", name="German"), page.locator(".tf-says")
    for sentence in ("Wo ist der Bahnhof?", second, "Die Katze trinkt um 18:45 Milch."):
        box.fill(sentence)
        text = translator.translate([sentence])[0]
        written = "(text) => [...document.querySelectorAll('.tf-word')].map(w => w.firstChild.data)"
        page.wait_for_function(f"{written}.join('').replace(/ /g, '') === text.replace(/ /g, '')",
                               arg=text)  # fmt: skip
        assert said.is_visible() and not page.locator("progress").is_visible()
    assert "18:45" in page.locator(".tf-note").inner_text()
    box.fill("?!")
    page.get_by_role("alert").get_by_text("no words").wait_for()
    assert page.errors == []


@pytest.mark.ci
@pytest.mark.skipif("00" not in LESSONS, reason="beside CI lesson 02 alone is built")
def test_on_paper_all_is_light_and_open(built, new_page):
    page = new_page(color_scheme="dark")
    page.goto(page_of(built, "00").as_uri())
    page.locator(".tf-explorer canvas").first.wait_for()
    folds = page.locator("main details").filter(has_text="What you should see")
    closed = folds.evaluate_all("all => all.filter(one => !one.open).length")
    assert closed == folds.count() > 2
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("() => void dispatchEvent(new Event('beforeprint'))")
    assert folds.evaluate_all("all => all.every(one => one.open)")
    for figure in (".tf-explorer", ".tf-living"):
        colours = "f => [getComputedStyle(f).color, getComputedStyle(f).backgroundColor]"
        ink, paper = page.locator(figure).first.evaluate(colours)
        assert ink == "rgb(31, 35, 40)" and paper == "rgb(255, 255, 255)"
    assert not page.locator(".lm-transport").is_visible()
    page.evaluate("() => void dispatchEvent(new Event('afterprint'))")
    assert folds.evaluate_all("all => all.filter(one => !one.open).length") == closed
    assert page.errors == []


@pytest.mark.ci
def test_what_goes_further_is_folded_and_a_link_into_it_opens_it(new_page, tmp_path):
    texts = ("# 05 · Who?", "## Further\n\nMore.", "### Deeper\n\ndown")
    notebook = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_markdown_cell, texts)])
    lesson = LESSONS_OF_THE_COURSE[5]
    (tmp_path / "05.html").write_text(lesson_page(notebook, lesson, [lesson], "").html, "utf-8")
    (tmp_path / "site.js").write_text((site.WEB / "site.js").read_text("utf-8"), "utf-8")
    page, address = new_page(offline=True), (tmp_path / "05.html").as_uri()
    page.goto(address)
    deeper = page.get_by_role("heading", name="Deeper")
    assert page.get_by_role("heading", name="Further").is_visible() and not deeper.is_visible()
    page.locator("summary", has_text="Further").press("Enter")
    assert deeper.is_visible()
    page.goto("about:blank")
    page.goto(f"{address}#Deeper")
    deeper.wait_for()
    page.locator("summary", has_text="Further").click()
    page.evaluate("location.hash = 'Further'; location.hash = 'Deeper'")
    deeper.wait_for()


def test_search_finds_a_section_and_leads_there(built, new_page):
    page = new_page(width=1200, offline=True)
    page.goto(page_of(built, QUESTIONS).as_uri())
    page.locator("input[type=search]").fill("loss of a whole sentence")
    page.locator(".found a").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**#3-*")
    page.locator(".toc [aria-current]", has_text="3 · The loss of a whole sentence").wait_for(
        state="attached"
    )
    page.goto((built / "index.html").as_uri())
    assert "Go on where you were" in page.locator("[data-last]").inner_text()
    assert page.errors == []

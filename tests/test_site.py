"""Pages without a kernel: text, formulas, links, hints; a folder is whole or not there."""

import base64
import json
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import nbformat
import pytest
from nbclient.exceptions import DeadKernelError

from tests.programs import program
from tformer.commands import site
from tformer.commands.site.address import badges, links, repository, tell
from tformer.commands.site.card_picture import DRAWINGS, picture_html
from tformer.commands.site.contents import COMMAND, contents, elsewhere
from tformer.commands.site.lesson_page import lesson_page, piece
from tformer.commands.site.model import MODELS, model_script
from tformer.commands.site.page_wording import INSTEAD, for_a_page
from tformer.commands.site.question_box import Piece, boxed
from tformer.commands.site.search import search_script, sections
from tformer.commands.site.source import source_page, source_styles
from tformer.commands.site.synonyms import synonyms
from tformer.commands.site.text import html_of
from tformer.course.checker.report import Card
from tformer.course.course_map import LESSONS, NOTEBOOKS
from tformer.pretrained import ASSETS
from tformer.viz.common.page_budget import Room
from tformer.viz.common.scripts import KINDS, shared, style
from tformer.viz.prediction import predict

running = sys.modules[
    "tformer.commands.site.run_lesson"
]  # the module: in the package its name is the function's


def text(markdown):
    return html_of(markdown, lambda name: f"source/{name}.html")


def code(source, *outputs, **metadata):
    cell = nbformat.v4.new_code_cell(source, outputs=list(outputs), metadata=metadata)
    return str(piece(cell, str))


def test_formulas_become_mathml():
    made = text(r"Divide by $\sqrt{d_k}$." "\n\n$$\\frac{1}{2}$$")
    assert made.count("<math") == 2 and "<msqrt>" in made and "<mfrac>" in made
    assert 'display="block"' in made and "$" not in made


@pytest.mark.ci
@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda p: p.stem)
def test_every_text_of_a_lesson_can_stand_on_a_page(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            made = text(cell.source)
            formulas = len(re.findall(r"(?<![\\$])\$[^$]+\$", re.sub(r"`[^`]*`", "", cell.source)))
            assert made.count("<math") >= formulas, cell.source


def test_links_lead_to_pages():
    made = text("[a](05_attention.ipynb#2), [b](../tformer/attention.py), [c](https://x.org/)")
    assert 'href="05_attention.html#2"' in made
    assert 'href="source/tformer/attention.py.html"' in made and 'href="https://x.org/"' in made


def test_a_linked_file_is_a_page_of_its_own():
    made = source_page(NOTEBOOKS.parent, "tformer/masks.py", site.SIGN)
    assert 'href="../../page.css"' in made and "causal_mask" in made


def test_machinery_stays_in_the_notebook():
    drawn = nbformat.v4.new_output("display_data", {"text/html": "<b>bars</b>"})
    made = code("# draws the bars\nbars()", drawn, tags=["hide-input"])
    assert made == '<section><div class="shown"><b>bars</b></div></section>'
    assert code("x = 1", tags=["hide-input"]) == "" and "x" in code("x = 1")


def ask_and_settle(monkeypatch):
    """A question, its evidence and its verdict, as cells show them on a page."""
    monkeypatch.setenv("TFORMER_FIGURES", "html")
    monkeypatch.setenv("TFORMER_SCRIPTS", "shared")
    made = []
    for module in ("prediction", "evidence"):
        monkeypatch.setattr(f"tformer.viz.{module}.display", lambda data, **_: made.append(data))
    guess = predict("How many?", float)
    guess._ipython_display_()
    with guess.evidence():
        print("there are 3")
    guess.compare(3.0, "apples")._ipython_display_()
    return [f'<div class="shown">{data["text/html"]}</div>' for data in made]


def test_a_question_is_one_box_with_one_fold(monkeypatch):
    question, evidence, verdict = ask_and_settle(monkeypatch)
    shown = [Piece("", [question]), Piece("", [evidence]), Piece("", [verdict])]
    made = boxed([*shown, Piece("<p>so</p>")])
    assert made.count("<details") == made.count("</details>") == made.count("<section") - 1 == 1
    order = [made.index(part) for part in ("How many?", "<details", "The run says: 3 apples",
             "there are 3", "</details>", "<p>so</p>")]  # fmt: skip
    assert order == sorted(order)
    assert made.count("<div") == made.count("</div>") and made.count("<script>") == 1


def test_evidence_behind_a_text_stays_there_and_its_verdict_does_not(monkeypatch):
    question, evidence, verdict = ask_and_settle(monkeypatch)
    made = boxed([Piece("", [question]), Piece("<p>but</p>"), Piece("", [evidence, verdict])])
    order = [made.index(part) for part in ("How many?", "The run says", "<p>but", "there are 3")]
    assert order == sorted(order) and made.count("<details") == 2
    alone = boxed([Piece("", [evidence, verdict]), Piece("", ["<b>figure</b>"])])
    assert alone == f"<section>{evidence}{verdict}</section>\n<section><b>figure</b></section>"


def test_folds_right_behind_evidence_stand_in_it_and_no_others(monkeypatch):
    shown = ask_and_settle(monkeypatch)
    told, why = (Piece(f"<details><summary>{s}</summary><p>{s}!</p></details>\n{rest}")
                 for s, rest in (("Seen", ""), ("Why", "<p>But</p>")))  # fmt: skip
    for pieces in ([Piece("", shown)], [Piece("", shown[:1]), Piece("<p>so</p>", shown[1:])]):
        made = boxed([*pieces, told, why, told])
        order = [made.index(part) for part in ("there are 3", "Seen!", "Why!", "<p>But</p>")]
        assert order == sorted(order) and made.count("<p><b>Seen</b></p>") == 1
        assert made.endswith("<p>But</p></section>\n" + str(told)) and made.count("<b>Why</b>") == 1
        assert made.count("<section") == made.count("</section>") and "<section></s" not in made


def test_a_question_stands_without_the_code_that_asks_it():
    shown = nbformat.v4.new_output("display_data", {"text/html": "<fieldset></fieldset>"})
    made = code('guess = viz.predict("How many?", float)\nguess', shown)
    assert "viz" not in made and "<fieldset>" in made


def test_what_a_cell_printed_is_text():
    printed = nbformat.v4.new_output("stream", name="stdout", text="<b>&")
    shown = nbformat.v4.new_output("execute_result", {"text/plain": "<i>"}, execution_count=1)
    made = code("x", printed, shown)
    assert "&lt;b&gt;&amp;" in made and "&lt;i&gt;" in made


def test_an_exercise_shows_its_hints_one_inside_the_other():
    made = code("def softmax(x, dim):\n    ...\n\n\ncheck(softmax)")
    assert 'class="exercise"' in made and "not started" not in made
    opened = [m.start() for m in re.finditer("<details>", made)]
    assert len(opened) > 2 and made.endswith("</details>" * len(opened) + "</section>")


def test_stars_of_a_hint_are_emphasis_on_pages_and_cards():
    made = code(
        "def smooth_labels(target, vocab_size, epsilon):\n    ...\n\n\ncheck(smooth_labels)"
    )
    assert "over <em>all</em> vocab_size words" in made and "*all*" not in made
    card = Card("Hint", paragraphs=("It is *not* 2*3*4, f(*args, **more) or a * b * <i>.",)).html()
    assert "It is <em>not</em> 2*3*4, f(*args, **more) or a * b * &lt;i&gt;." in card


@pytest.mark.ci
def test_every_page_says_that_it_asks_nobody_for_anything(tmp_path):
    written = [contents(site.choose([]), site.HEAD, {}), source_page(NOTEBOOKS.parent, "README.md",
               site.HEAD)]  # fmt: skip
    for page in written:
        policy = re.search(r'Security-Policy" content="([^"]+)"', page)[1]
        assert policy.startswith("default-src 'none'") and "http" not in policy
        assert "connect-src" not in policy and "unsafe-eval" not in policy
        scripts = re.findall(r"<script\b([^>]*)>", page)
        assert all("src=" in one or 'type="application/json"' in one for one in scripts)


def test_each_lesson_has_a_drawing_of_its_own():
    assert list(DRAWINGS) == [lesson.number for lesson in LESSONS]
    assert len(set(DRAWINGS.values())) == len(LESSONS)
    for lesson in LESSONS:
        drawing = ElementTree.fromstring(picture_html(lesson.number))
        assert len(drawing) and {part.get("class").split()[0] for part in drawing} <= {*"bog"}


def test_pages_bring_their_letters_with_a_licence():
    folder = site.WEB / "fonts"
    assert sum(font.stat().st_size for font in folder.glob("*.woff2")) <= 60_000
    named = set(re.findall(r"url\(fonts/([\w.]+)\)", (site.WEB / "page.css").read_text("utf-8")))
    assert named | {"OFL.txt"} == {path.name for path in folder.iterdir()}
    assert all(name in (folder / "OFL.txt").read_text("utf-8") for name in named)


def test_what_is_checked_but_not_asked_keeps_its_card():
    shown = nbformat.v4.new_output("display_data", {"text/html": "<b>card</b>"})
    assert "<b>card</b>" in code('check(lambda x: x, "shares")', shown)


def test_a_page_knows_its_neighbours_and_only_the_scripts_it_needs():
    lessons = list(LESSONS[4:7])
    cell = nbformat.v4.new_code_cell(
        "x", outputs=[nbformat.v4.new_output("display_data", {"text/html": "<div data-tf-frames>"})]
    )
    page = lesson_page(nbformat.v4.new_notebook(cells=[cell]), lessons[1], lessons, "")
    assert f'rel="prev" href="{lessons[0].name}.html"' in page.html
    assert f'rel="next" href="{lessons[2].name}.html"' in page.html
    assert scripts_of(page) == ["frames.js", "site.js"] and not page.linked
    cell.outputs[0].data["text/html"] = "<div data-tf-living>"
    page = lesson_page(nbformat.v4.new_notebook(cells=[cell]), lessons[1], lessons, "")
    assert scripts_of(page) == ["model.js", "living.js", "site.js"]


def scripts_of(page):
    return re.findall(r'src="(\w+\.js)"', page.html)


def test_a_page_has_its_contents_beside_the_text_and_its_sections_in_the_search():
    asked = nbformat.v4.new_output("display_data", {"text/html": '<i data-tformer-question="k1">'})
    cells = [
        nbformat.v4.new_markdown_cell("# 05 · Who?\n\nFirst $x^2$ words"),
        nbformat.v4.new_markdown_cell('## 1 · A & "b"\n\nmore'),
        nbformat.v4.new_code_cell("secret = 1", outputs=[asked]),
        nbformat.v4.new_markdown_cell("## Further\n\nNot needed."),
        nbformat.v4.new_markdown_cell("### Deeper\n\ndown"),
    ]
    page = lesson_page(nbformat.v4.new_notebook(cells=cells), LESSONS[5], list(LESSONS), "")
    assert page.sections == [
        ["05-·-Who?", "05 · Who?", "First x2 words"],
        ["1-·-A-&amp;-&quot;b&quot;", '1 · A & "b"', "more"],
        ["Further", "Further", "Not needed."],
        ["Deeper", "Deeper", "down"],
    ]
    fold = r'<details class="further"><summary>(.*?)</summary>(.*)</details>\n<p class="notebook">'
    summary, folded = re.search(fold, page.html, re.DOTALL).groups()
    assert summary == '<h2 id="Further">Further</h2>' and "down" in folded
    assert page.questions == ["k1"]
    for name, *_ in page.sections:
        assert f'id="{name}"' in page.html
    assert page.html.count('<li><a href="#') == 3 and 'class="anchor" href="#Deeper"' in page.html
    script = search_script({"05.html": page.sections})
    assert script.startswith("tformerIndex({") and "secret" not in script


FIRST_HITS = {
    "attention": "05", "kv cache": "15", "KV-cache": "15", "rope": "04", "backprop": "02",
    "overfitting": "08", "softmax temperature": "14", "multi-head attention": "07",
    "beam search": "14", "dropout": "08", "layer norm": "08", "positional encoding": "04",
    "label smoothing": "13", "bleu": "16", "gpt": "18", "teacher forcing": "10",
    "learning rate": "12", "flash attention": "19", "causal mask": "06", "weight tying": "03",
    "rnn": "15", "cross entropy": "02", "what is a token": "03", "why divide by sqrt d": "05",
    "how does attention work?": "05", "qkv": "05",
}  # fmt: skip


@pytest.mark.ci
def test_searches_find_the_lesson_first_by_the_words_of_the_field(tmp_path):
    pages = {}
    for lesson in site.choose([]):
        cells = nbformat.read(NOTEBOOKS / f"{lesson.name}.ipynb", as_version=4).cells
        texts = (html_of(cell.source, str) for cell in cells if cell.cell_type == "markdown")
        pages[f"{lesson.name}.html"] = sections("".join(texts))
    wanted = [*FIRST_HITS, *synonyms(), *(also for some in synonyms().values() for also in some)]
    script = tmp_path / "search.mjs"
    ranking = (site.WEB / "ranking.mjs").as_uri()
    script.write_text(
        f'import {{ indexed, ranked }} from "{ranking}";\n'
        f"const index = indexed({json.dumps(pages)}), also = {json.dumps(synonyms())};\n"
        f"console.log(JSON.stringify({json.dumps(wanted)}.map((typed) =>"
        " ranked(index, typed.toLowerCase(), also)[0]?.page ?? typed)));\n"
        'console.log(ranked(index, "asdfgh", also).length, ranked(index, "roperty", also).length);',
        "utf-8",
    )
    done = subprocess.run([program("node"), str(script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found, counts = done.stdout.splitlines()
    found = json.loads(found)
    assert {typed: page[:2] for typed, page in zip(FIRST_HITS, found, strict=False)} == FIRST_HITS
    assert [page for page in found if not page.endswith(".html")] == []
    assert counts == "0 0" and len(synonyms()) > 100


NOT_HERE = re.compile(r"Shift\+Enter|[Rr]un (?:the|this) cell|(?:hint|solution)\(")


def test_a_page_says_nothing_of_running_cells():
    told = "".join(path.read_text("utf-8") for path in NOTEBOOKS.glob("*.ipynb"))
    for said in INSTEAD:
        assert json.dumps(said, ensure_ascii=False)[1:-1] in told, (
            f"no lesson says {said!r} any more"
        )
    for path in NOTEBOOKS.glob("*.ipynb"):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                left = NOT_HERE.search(for_a_page(cell.source))
                assert not left, f"{path.stem}: {cell.source}"


def test_the_first_page_has_a_card_for_every_lesson_and_is_small():
    lessons = site.choose([])
    page = contents(lessons, site.SIGN, {lessons[0].name: ["k1", "k2"]})
    for lesson in lessons:
        assert page.count(f'<a href="{lesson.name}.html">') >= 1
    assert page.count('<li data-questions="') == page.count("<svg viewBox") == len(lessons)
    assert '<li data-questions="k1 k2">' in page and page.count('<img alt="') == 1
    models = [dict(name=name, languages=[], sentences=[], parts=1) for name in MODELS]
    sizes = {"index.html": page, "living.js": shared("data-tf-living"),
             "model.js": model_script(models)}  # fmt: skip
    sizes |= {path.name: path.read_text("utf-8") for path in site.WEB.iterdir() if path.is_file()}
    sizes["page.css"] += source_styles() + style(
        *(s for *_, sheets in KINDS.values() for s in sheets)
    )
    print(sizes := {name: len(text.encode()) for name, text in sizes.items()})
    assert sum(sizes.values()) <= 600_000


def test_the_weights_come_in_parts_that_are_the_file(quick, tmp_path):
    site.build(tmp_path / "pages", ["05"])
    for name in MODELS:
        whole = b""
        for n, part in enumerate(sorted((tmp_path / "pages" / "model").glob(f"{name}-*.js"))):
            call = re.fullmatch(rf'tformerPart\("{name}", {n}, "([^"]*)"\);\n', part.read_text())
            whole += base64.b64decode(call[1])
        assert whole == (ASSETS / f"{name}.safetensors").read_bytes()


def test_links_to_services_follow_from_one_address(monkeypatch, tmp_path):
    monkeypatch.setattr("tformer.commands.site.address.NOTEBOOKS", tmp_path / "notebooks")
    assert repository() is None
    told = '[project]\nname = "x"\n[project.urls]\nRepository = "https://github.com/{}"\n'
    (tmp_path / "pyproject.toml").write_text(told.format("OWNER/NAME"))
    assert repository() is None and elsewhere() == ""
    readme = tmp_path / "README.md"
    readme.write_text((NOTEBOOKS.parent / "README.md").read_text("utf-8"), "utf-8")
    unnamed = readme.read_text("utf-8")
    for name in ("bob/loom", "ada/engine"):  # told anew, the old badges go
        tell(name)
        named = readme.read_text("utf-8")
        assert named.count("[![") == 4 and re.findall(r"\]\((\S+)\)", badges(name)) != []
        assert all(name in url for url in re.findall(r"\)\]\((\S+)\)", named))
        assert re.sub(r"\n\[!\[.*", "", named) == unnamed
    for wrong in ("engine", "a/b/c", 'a/b"'):
        with pytest.raises(ValueError, match="is no repository"):
            tell(wrong)
    assert repository() == "ada/engine" and elsewhere().count("ada/engine") == 4
    assert all("ada/engine" in url for url in links("ada/engine").values())


def test_the_address_is_told_in_one_file():
    root = NOTEBOOKS.parent
    places = ("tformer", "tests", "notebooks", "docs", "benchmarks", "assets")
    files = [*root.glob("*"), *(path for place in places for path in (root / place).rglob("*"))]
    kinds = (".py", ".md", ".toml", ".txt", ".ipynb", ".json", ".js", ".mjs", ".css")
    files = [path for path in files if path.suffix in kinds]
    told = {str(path.relative_to(root)) for path in files if b"OWNER/NAME" in path.read_bytes()}
    ours = ("pyproject.toml", "tformer/commands/site/address.py", "tests/test_site.py")
    assert told == {str(Path(name)) for name in ours}


@pytest.mark.parametrize("mark", KINDS)
def test_shared_scripts_are_classic_ones(mark):
    script = shared(mark)
    assert not re.search(r"^\s*(export|import)\b", script, re.MULTILINE) and mark in script


def test_figures_share_the_room_of_a_page():
    room = Room(100, 2)
    assert room.share(1000) == 50 and room.share(30) == 30
    room.take(20)
    assert room.share(1000) == 80
    room.take(500)
    assert room.share(1000) == 0
    assert Room(float("inf"), 1).share(7) == 7
    assert Room(100, 4).half(1000) == 50 and Room(100, 4).half(9) == 9
    assert Room(100, 1).half(1000) == 100


@pytest.fixture
def quick(monkeypatch):
    """Lessons that are written, not run."""
    blank = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# Here")])
    monkeypatch.setattr(site, "run", lambda lesson: blank)


def test_a_site_replaces_a_site_and_nothing_else(quick, tmp_path):
    out = tmp_path / "pages"
    assert [page.name for page in site.build(out, ["05"])] == ["05_attention.html"]
    site.build(out, ["06"])
    assert not (out / "05_attention.html").exists() and (out / "06_masks.html").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["pages"]
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "index.html").write_text("my own page")
    with pytest.raises(ValueError, match="holds no site"):
        site.build(mine, ["05"])
    with pytest.raises(ValueError, match="holds no site"):
        site.build(mine / "index.html", ["05"])


def test_a_folder_is_whole_or_not_there(quick, tmp_path, monkeypatch):
    site.build(tmp_path / "pages", ["05"])

    def fails(lesson):
        raise ValueError("lesson 06_masks does not run: ZeroDivisionError: division by zero")

    monkeypatch.setattr(site, "run", fails)
    for out in ("pages", "new"):
        with pytest.raises(ValueError, match="06_masks does not run"):
            site.build(tmp_path / out, ["06"])
    assert [path.name for path in tmp_path.iterdir()] == ["pages"]
    assert (tmp_path / "pages" / "05_attention.html").is_file()


def test_a_lesson_that_nobody_waits_for_is_ended(tmp_path, monkeypatch):
    cells = ["open('begun', 'w').close()", "import time\ntime.sleep(500)"]
    notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells)))
    nbformat.write(notebook, tmp_path / "endless.ipynb")
    monkeypatch.setattr(running, "NOTEBOOKS", tmp_path)
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(running.run, SimpleNamespace(name="endless"))
        deadline = time.monotonic() + 120
        while not (tmp_path / "begun").exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        running.stop()
        with pytest.raises(DeadKernelError):
            future.result(60)
    assert not running.RUNNING


def test_the_contents_give_the_command_of_the_readme():
    assert COMMAND in (NOTEBOOKS.parent / "README.md").read_text("utf-8").splitlines()


def test_an_unknown_lesson_is_named(tmp_path):
    with pytest.raises(ValueError, match="lessons='99' is none of 00, 00a, 00b, 01"):
        site.build(tmp_path / "pages", ["99"])
    assert not (tmp_path / "pages").exists()


def test_the_command_says_what_is_missing(capsys, tmp_path, monkeypatch):
    from tformer.__main__ import main

    assert main(["site", str(tmp_path / "x"), "--lessons", "99"]) == 1
    assert "lessons='99' is none of" in capsys.readouterr().err
    monkeypatch.setattr(site, "NOTEBOOKS", Path("/nowhere"))
    monkeypatch.setattr(site, "LESSONS", ())
    with pytest.raises(ValueError, match="from a checkout"):
        site.choose([])


def test_a_figure_without_room_keeps_the_values_of_its_controls(monkeypatch):
    import torch

    from tformer import viz
    from tformer.viz.maps import explorer_page as map_page

    monkeypatch.setattr(map_page, "ROOM", Room(10, 1))
    figure = viz.explore(
        lambda a, b, c: {"weights": torch.eye(3), "queries": list("abc")},
        a=(0, 9, 1), b=(0, 9, 1), c=(0, 9, 1),
    )  # fmt: skip
    page = figure.html()
    assert page.count('"sentences"') == 3 and '"name": "a"' in page and '"name": "c"' not in page

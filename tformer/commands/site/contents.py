"""The first page of the site: the translator at work, the lessons as cards, and how to go on."""

from functools import cache
from html import escape

from tformer.commands.site.address import links, repository
from tformer.commands.site.card_picture import picture_html
from tformer.course import recording
from tformer.course.course_map import Lesson
from tformer.viz.whole_model.recorded_films import living_page

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
{sign}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="An interactive course on the Transformer: predict, move a slider
on the real code, write a component, be told which mistake was made.">
<title>tformer: the Transformer you take apart with your hands</title>
<link rel="stylesheet" href="page.css">
<script defer src="model.js"></script>
<script defer src="living.js"></script>
<script defer src="site.js"></script>
</head>
<body class="first">
<nav aria-label="The course"><a href="#lessons">Lessons</a><a href="#start">Start</a>
<div data-search></div></nav>
<main>
<h1>The Transformer you take apart with your hands</h1>
<p class="lead">A course on the network behind today's translators and chat programs, in figures
that answer at once. This small one translates in your browser, every number of it: type a
sentence, in English or German, press any part to see what it does, or to switch it off.</p>
{living}
<p class="goal">At the end you will have written each of these parts yourself and told a broken
Transformer from a working one. It is for whoever programs a little and wants to see how the machine
works.</p>
<p data-last hidden></p>
<h2 id="start">Start</h2>
<ul class="needs">
<li><b>What you need.</b> Python: functions, loops, lists. Of mathematics: shares of a count, a
slope, the product of two tables of numbers, a logarithm; if you never met them, or long ago,
{bridge} shows each once. The lessons bring the rest, when it is used.</li>
<li><b>Read here.</b> Every figure moves, every question can be answered, nothing is installed:
<a href="{first}">open the first lesson</a>. Your answers stay in this browser.</li>
<li><b>Two ways.</b> In {evening} you write a Transformer: seventeen small functions, and a trained
translator runs on each at once. In the course, from the first lesson on, you understand it.</li>
<li><b>Write code and have it checked.</b> In a checkout of the project one command opens it:
<pre class="out" tabindex="0" id="run">{command}</pre></li>
{elsewhere}</ul>
<h2 id="lessons">{count} lessons</h2>
{parts}
</main>
<footer><p>These pages ask no other address for anything; what you type stays here. They are meant
to be usable by keyboard, with a screen reader, in light, dark and high contrast, and without motion
where your system asks for that: every figure says in a sentence what it shows. What does not work
for you is a bug: <a href="source/docs/accessibility.md.html">what was tested, what is
missing</a>.</p></footer>
</body>
</html>
"""
COMMAND = (
    "python3 -m venv .venv; .venv/bin/pip install torch==2.13.0 --no-deps --index-url "
    "https://download.pytorch.org/whl/cpu; .venv/bin/pip install -r requirements.txt && "
    ".venv/bin/jupyter lab notebooks/00_start_here.ipynb --notebook-dir=."
)
# The parts of the course, each with the number of its last lesson.
PARTS = (
    ("What goes in, and what comes out", "04"),
    ("Attention, and the model around it", "09"),
    ("How it learns", "13"),
    ("How it writes, and what became of it", "21"),
)


def contents(lessons: list[Lesson], sign: str, questions: dict[str, list[str]]) -> str:
    """The first page for these lessons; ``questions`` are the keys of each lesson's, by name."""
    parts, before = [], ""
    for title, last in PARTS:
        cards = [card(lesson, questions.get(lesson.name, [])) for lesson in lessons
                 if before < lesson.number <= last]  # fmt: skip
        if cards:
            inside = "\n".join(cards)
            parts.append(f'<h3>{title}</h3>\n<ul class="cards">\n{inside}\n</ul>')
        before = last
    return PAGE.format(
        sign=sign, count=len(lessons), command=escape(COMMAND), living=moving(),
        first=f"{lessons[0].name}.html", elsewhere=elsewhere(), parts="\n".join(parts),
        bridge=link(lessons, "bridge", "a bridge", "an optional lesson"),
        evening=link(lessons, "one_evening", "one evening", "one evening"),
    )  # fmt: skip


def link(lessons: list[Lesson], topic: str, words: str, without: str) -> str:
    """A link to the lesson of that topic; where it is not among the pages, plain words."""
    found = next((lesson for lesson in lessons if lesson.topic == topic), None)
    return f'<a href="{found.name}.html">{words}</a>' if found else without


def card(lesson: Lesson, questions: list[str]) -> str:
    """A lesson: its picture, question, time, exercises, and what this reader has predicted."""
    asked = len(lesson.exercises)
    facts = [f"{lesson.minutes} minutes"] if lesson.minutes else []
    facts += [f"{lesson.further} further"] if lesson.further else []
    facts += ["optional"] if lesson.is_optional else []
    facts += [f"{asked} exercise{'s' * (asked != 1)}"] if asked else []
    return (
        f'<li data-questions="{" ".join(questions)}">{picture_html(lesson.number)}'
        f'<a href="{lesson.name}.html"><span>{lesson.number}</span> {escape(lesson.question)}</a>'
        f'<p>{" · ".join(facts)}<span class="made"></span></p></li>'
    )


@cache
def moving() -> str:
    """The translator, one film a sentence, with the cursor in its box."""
    made = living_page(recording.translator(), first=True)
    return made.replace("<div data-tf-living>", "<div data-tf-living data-cursor>", 1)


def elsewhere() -> str:
    """An item with links to services that run the lessons; nothing where there are none yet."""
    name = repository()
    if name is None:
        return ""
    places = (f'<a href="{escape(url, True)}">{at}</a>' for at, url in links(name).items())
    return f"<li><b>Without installing.</b> {', '.join(places)}.</li>\n"

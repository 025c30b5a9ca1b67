"""The first page of the site: the map of the course, and how to run it."""

from html import escape

from tformer.exercises.course_map import Lesson

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
{sign}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>tformer: the Transformer you take apart with your hands</title>
<link rel="stylesheet" href="page.css">
</head>
<body>
<main>
<h1>The Transformer you take apart with your hands</h1>
<p>{count} lessons to read, answer and move. Every figure was drawn beforehand by the code beside
it, so its controls work here without a kernel and without a network. Your predictions stay in
this browser.</p>
<div class="wide" role="group" aria-label="The course" tabindex="0"><table>
<caption>The course</caption>
<thead><tr><th scope="col">Lesson</th><th scope="col">Question</th><th scope="col">Minutes</th>
<th scope="col">Exercises</th></tr></thead>
<tbody>
{rows}
</tbody>
</table></div>
<h2 id="run">To write code and have it checked</h2>
<p>Run the course itself: in a checkout of the project, one command installs it and opens the first
lesson.</p>
<pre class="out" tabindex="0">{command}</pre>
</main>
</body>
</html>
"""
COMMAND = (
    "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt && "
    ".venv/bin/jupyter lab notebooks/00_start_here.ipynb --notebook-dir=."
)


def contents(lessons: list[Lesson], sign: str) -> str:
    """The contents page of these lessons."""
    rows = "\n".join(map(_row, lessons))
    return PAGE.format(sign=sign, count=len(lessons), rows=rows, command=escape(COMMAND))


def _row(lesson: Lesson) -> str:
    asked = ", ".join(f"<code>{escape(exercise.name)}</code>" for exercise in lesson.exercises)
    question = f'<a href="{lesson.name}.html">{escape(lesson.question)}</a>'
    minutes = lesson.minutes or ""
    return f"<tr><td>{lesson.number}</td><td>{question}</td><td>{minutes}</td><td>{asked}</td></tr>"

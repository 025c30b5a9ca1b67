"""What every test run shares: workers, their order, the `quick` ones; still pictures, no stored
progress, and in CI no skipped test."""

import gc
import json
import os
import re
from collections import Counter
from pathlib import Path

import pytest

# Notebook kernels are children of pytest, so they inherit these. One thread each, said before torch
# is imported: for tensors this small a second one only waits, and the workers fill the cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ["TFORMER_FIGURES"] = "png"
os.environ["TFORMER_PROGRESS"] = "off"
os.environ["HF_HUB_OFFLINE"] = "1"

ROOT = Path(__file__).parent
# How many seconds each group of tests takes, if two or more, as `pytest --nbval --keep-seconds`
# measured it. Workers begin with the longest, since one that is begun last is waited for. Marked
# `quick` is what takes less than QUICK seconds then, beside others, and is not left to CI.
KEPT = ROOT / "tests" / "seconds.json"
SECONDS = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
QUICK = 6
taken = Counter()  # seconds of this run, by group
# What is asked of an exercise, in whichever file, and of a lesson, in the browser or not: each is a
# group of its own.
SPLIT = {
    "tests/browser/test_lessons_browser.py": "browser",
    "tests/test_answers.py": "exercise",
    "tests/exercises/test_mutants.py": "exercise",
    "tests/exercises/test_topics.py": "exercise",
    "tests/exercises/test_words.py": "exercise",
    "tests/test_notebooks.py": "lesson",
}

# What a newcomer's whole run leaves to CI: all that is neither a lesson, a room, an answer to an
# exercise nor a page. Single tests of other files are left to CI by the mark `ci`.
LEFT_TO_CI = re.compile(
    r"tests/(browser/test_(access|drawing|evidence|explorer|live|living|marks|notebook7|stills)_|"
    r"data/test_(first_typed|names|numbers)|exercises/|grading/|parity/test_hf_|"
    r"test_(benchmarks|folding|main|main_streams|memory|page_model|twins|wheel|workers)\.|yours/)"
)

KINDS = {"browser": "browser", "exercise": "exercises", "lesson": "lessons", "notebooks": "lessons"}


def group(nodeid: str) -> str:
    """What one worker takes up as a whole, since its tests share what is prepared for them: a file
    (the cells of a notebook share a kernel), an exercise, or a lesson."""
    file, _, test = nodeid.partition("::")
    of = re.match(r"\w+\[(\w+)[-\]]", test)
    if of and file in SPLIT:
        return f"{SPLIT[file]}/{of[1]}"
    return file


def seconds(nodeid: str) -> int:
    """Of the test's group; 5 for a lesson or an exercise that was not measured yet."""
    name = group(nodeid)
    return SECONDS.get(name, 5 if name.split("/")[0] in {*SPLIT.values(), "notebooks"} else 0)


def is_quick(nodeid: str) -> bool:
    """What takes less than QUICK seconds, and the rooms' own tests whatever they take."""
    about = Path(nodeid.partition("::")[0]).name.removeprefix("test_")
    room = about == "models.py" or (ROOT / "tformer" / about).is_file()
    return room or seconds(nodeid) < QUICK


def kind(name: str) -> str:
    """What the closing lines add up: a folder of tests, lessons, exercises, or the rest."""
    parts = name.split("/")
    return parts[1] if parts[0] == "tests" and len(parts) > 2 else KINDS.get(parts[0], "the rest")


def in_browser(item) -> bool:
    """These come first: a worker keeps its JupyterLab and its Chromium from one to the next."""
    return item.nodeid.startswith("tests/browser/")


def whole(config) -> bool:
    """Whether whole folders are run, and not single files or a selection."""
    option = config.option
    selects = option.markexpr or option.keyword or config.getoption("lf", False)
    return not selects and all(
        Path(config.invocation_params.dir, name).is_dir() for name in config.args
    )


def beside_ci(config) -> bool:
    return whole(config) and not os.environ.get("CI")


def workers(config) -> int:
    """How many processes run the tests: for whole folders one more than there are cores, since
    tests wait, too (two more take a tenth longer: they share caches); none for single files or a
    selection, where each would import all for little, nor where somebody wants to see or stop a
    test at work."""
    option = config.option
    watches = option.usepdb or option.trace or option.capture == "no" or option.collectonly
    if watches or not whole(config):
        return 0
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(cores or 1, 6) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """`-n` as if it were typed, where there is pytest-xdist and nothing was typed."""
    option, in_worker = config.option, "PYTEST_XDIST_WORKER" in os.environ
    if in_worker or not hasattr(option, "numprocesses") or option.tx:
        return
    if option.numprocesses is None:
        option.numprocesses = workers(config)
    if option.numprocesses and option.dist == "no":
        option.dist = "loadfile"
    option.loadscopereorder = False  # ours is by seconds, not by numbers of tests


def pytest_configure(config):
    if not getattr(config.option, "nbval_sanitize_with", "none is asked for, or no nbval"):
        config.option.nbval_sanitize_with = str(ROOT / "tests" / "nbval.cfg")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    if config.option.dist != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class ByGroup(LoadFileScheduling):
        def _split_scope(self, nodeid):
            return group(nodeid)

        def _assign_work_unit(self, node):
            """Browser tests wait more than they compute: every second worker takes them up, and the
            others keep the cores busy meanwhile; whoever is through with its own helps."""
            browses = list(self.nodes).index(node) % 2 == 0
            mine = (scope for scope in self.workqueue if ("browser" in scope) == browses)
            self.workqueue.move_to_end(next(mine, next(iter(self.workqueue))), last=False)
            super()._assign_work_unit(node)

    return ByGroup(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Nothing that is imported and collected here is thrown away: looking for garbage in it, now
    and in every child that is copied from a worker, takes seconds."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path, config):
    """Files without a quick test are not even imported for `-m quick`, nor beside CI those that a
    whole run leaves to it."""
    name = collection_path.relative_to(ROOT).as_posix()
    if config.option.markexpr == "quick":
        left = not is_quick(name) or name in SPLIT or LEFT_TO_CI.match(name)
    else:
        left = LEFT_TO_CI.match(name) and beside_ci(config)
    return True if left and collection_path.is_file() else None


def pytest_itemcollected(item):
    if is_quick(item.nodeid) and not item.get_closest_marker("ci"):
        item.add_marker("quick")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    left_out = set()
    if getattr(os, "geteuid", int)():  # an ordinary user: no device can be made, no disk filled
        left_out.add("root")
    if beside_ci(config):
        left_out.add("ci")
    items[:] = [item for item in items if not left_out & {m.name for m in item.iter_markers()}]
    if config.option.core:
        items[:] = [item for item in items if not goes_further(item)]
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: (not in_browser(item), -seconds(item.nodeid)))


def goes_further(item):
    """Whether it is a cell of a lesson that stands behind `## Further`."""
    cells = item.parent.nb.cells if hasattr(item, "cell") else []
    before = cells[: next((n for n, cell in enumerate(cells) if cell is item.cell), 0)]
    return any(cell.source.startswith("## Further") for cell in before)


def pytest_addoption(parser):
    parser.addoption(
        "--core", action="store_true", help="with --nbval: without what stands behind ## Further"
    )
    parser.addoption(
        "--keep-seconds", action="store_true", help=f"write what each group took to {KEPT.name}"
    )


def pytest_runtest_logreport(report):
    taken[group(report.nodeid)] += report.duration


def pytest_terminal_summary(terminalreporter, config):
    """Where the time of a whole run went; with --keep-seconds the next one's order."""
    if config.option.keep_seconds:
        known = {name: s for name, s in SECONDS.items() if name not in taken}  # left to CI
        slow = Counter(known | {name: round(s) for name, s in taken.items() if s >= 2})
        KEPT.write_text(json.dumps(dict(slow.most_common()), indent=1) + "\n", "utf-8")
    if not taken or not whole(config) or "PYTEST_XDIST_WORKER" in os.environ:
        return
    kinds, total = Counter(), sum(taken.values())
    for name, s in taken.items():
        kinds[kind(name)] += s
    shares = (f"{name} {s:,.0f} ({s / total:.0%})" for name, s in kinds.most_common())
    terminalreporter.write_line(f"seconds of workers: {total:,.0f}, of which {', '.join(shares)}")


def pytest_sessionfinish(session):
    """A user may lack Chromium or an optional package; CI may not, so there a skip is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if skipped and os.environ.get("CI"):
        reporter.write_line(f"\n{len(skipped)} tests were skipped, and CI skips none.", red=True)
        session.exitstatus = 1

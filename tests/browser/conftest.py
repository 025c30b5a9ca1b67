"""A real JupyterLab in a real Chromium, shared by every browser test of a session.

Without Chromium the tests are skipped with a word; where the environment says CI, they fail.
"""

import contextlib
import importlib.metadata
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import nbformat
import pytest

from benchmarks import processors
from tests.warm_kernels import warm_kernels

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The first two would load pages of suggestions that nobody sees, half a second of a core for
    # each window. The others are of Playwright's own list, which this one replaces.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,HttpsUpgrades,LensOverlay,"
    "MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch",
]
# What a figure draws in, and what it shows as a text that changes with any of it.
DRAWN = "canvas, .tf-scroll svg"
PICTURE = """drawn => {
  const parts = (element) => element.localName + element.textContent + [...element.attributes]
    .flatMap(({ name, value }) => name === "style" ? value.split(";") : `${name}=${value}`)
    .map((part) => part.trim()).sort();
  return drawn.toDataURL?.() ?? [...drawn.querySelectorAll(":scope > g *")].map(parts).join("\\n");
}"""
# Said by Chromium or JupyterLab themselves, with or without our figures.
NOISE = ("favicon", "ResizeObserver loop")


def give_up(why: str):
    if os.environ.get("CI"):
        pytest.fail(f"{why}, and this is CI")
    pytest.skip(why)


@pytest.fixture(scope="package")
def browser():
    """Chromium with a fresh profile."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        give_up("playwright is not installed")
    if not pathlib.Path(CHROMIUM).exists():
        give_up(f"no Chromium at {CHROMIUM}")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


def listen(page) -> list[str]:
    """The list in which the page's errors will appear."""
    errors = []

    def heard(message):
        if message.type == "error" and not any(word in message.text for word in NOISE):
            errors.append(f"{message.text} ({message.location.get('url', '')})")

    page.on("console", heard)
    page.on("pageerror", lambda error: errors.append(f"{error.name}: {error.message}"))
    return errors


def open_page(browser, width: int, height: int, **options):
    """A page with a patience that suits a busy machine, which lists its `errors`."""
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.errors = listen(page)
    return page


def frames(page, count: int = 2) -> None:
    """Wait until the page has been painted `count` times."""
    page.evaluate(
        "n => new Promise(done => { const tick = () => n-- ? requestAnimationFrame(tick) : done();"
        " tick(); })",
        count,
    )


def rest(page, milliseconds: int) -> None:
    """So long, and until the page is painted twice more: a busy machine may take it longer."""
    page.wait_for_timeout(milliseconds)
    frames(page)


def soon(page, holds) -> bool:
    """Whether this holds, now or within ten seconds."""
    for _ in range(100):
        if holds():
            return True
        page.wait_for_timeout(100)
    return False


def unfold(page) -> None:
    """Open the evidence that waits for an answer, and what goes further."""
    page.evaluate(
        """() => document.querySelectorAll("details[data-tformer-evidence], details.further")
          .forEach((fold) => (fold.open = true))"""
    )


@pytest.fixture
def new_page(browser):
    """new_page(width=..., color_scheme=..., offline=True) -> a page that lists its `errors`."""
    contexts = []

    def make(width=1200, height=900, **options):
        page = open_page(browser, width, height, **options)
        contexts.append(page.context)
        return page

    yield make
    for context in contexts:
        context.close()


class Lab:
    """A running JupyterLab server, the folder that it shows, and where notebooks open."""

    def __init__(self, url: str, folder: pathlib.Path, path: str = "lab/tree"):
        self.url, self.folder, self.path = url, folder, path

    def write(self, name: str, *cells: str) -> str:
        """A notebook of code cells, not run yet."""
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells])
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(notebook, self.folder / name)
        return name

    def copy(self, notebook: pathlib.Path) -> str:
        """A notebook of the repository, as it is committed."""
        shutil.copy(notebook, self.folder / notebook.name)
        return notebook.name

    def open(self, page, name: str) -> None:
        """Show a notebook and wait for its kernel."""
        page.goto(f"{self.url}/{self.path}/{name}?reset")
        self._wait_for_kernel(page)

    def open_next(self, page, name: str) -> None:
        """Show a notebook where another one was shown, whose kernel is closed: JupyterLab itself
        is not loaded again."""
        if not page.url.startswith(self.url):
            page.goto(f"{self.url}/lab?reset")
            page.wait_for_function("() => window.jupyterapp?.shell.currentWidget")
        page.evaluate(
            """async () => {
              await jupyterapp.restored;
              const old = jupyterapp.shell.currentWidget;
              if (old.context) old.context.model.dirty = false;
              old.dispose();
            }"""
        )
        page.errors.clear()
        self.command(page, "docmanager:open", path=name)
        self._wait_for_kernel(page)

    def _wait_for_kernel(self, page) -> None:
        page.wait_for_function(
            "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel"
            "?.status === 'idle'"
        )
        page.wait_for_selector(".jp-Notebook .jp-Cell")

    def command(self, page, name: str, **arguments) -> None:
        """Run one of JupyterLab's own commands and wait until it is done."""
        page.evaluate(
            "async ([name, given]) => void await jupyterapp.commands.execute(name, given)",
            [name, arguments],
        )

    def theme(self, page, name: str) -> None:
        """Light or Dark, and JupyterLab's splash gone: where a second change comes before that, it
        removes the splash twice, and the page has an error."""
        self.command(page, "apputils:change-theme", theme=f"JupyterLab {name}")
        page.locator(f"[data-jp-theme-name='JupyterLab {name}']").wait_for(state="attached")
        page.locator("#jupyterlab-splash").wait_for(state="detached")

    def run_all(self, page) -> None:
        """Run every cell and wait until all are done.

        Raises:
            AssertionError: a cell raised; with the end of its traceback.
        """
        self.command(page, "notebook:expand-all-headings")  # what stays hidden draws no figure
        self.command(page, "notebook:run-all-cells")
        failed = [one for one in self.outputs(page) if one["output_type"] == "error"]
        assert not failed, [f"{one['ename']}: {one['evalue']}" for one in failed]

    def outputs(self, page) -> list[dict]:
        """Of all cells, as nbformat has them."""
        return page.evaluate(
            """() => jupyterapp.shell.currentWidget.content.model.sharedModel.cells
              .flatMap(cell => cell.cell_type === 'code' ? cell.toJSON().outputs : [])"""
        )

    def execute(self, page, code: str) -> None:
        """Run code in the open notebook's kernel, without a cell."""
        page.evaluate(
            """async (code) => {
              const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
              const reply = await kernel.requestExecute({ code }).done;
              if (reply.content.status !== 'ok') throw new Error(reply.content.evalue);
            }""",
            code,
        )

    def hears(self, page, code: str) -> None:
        """Until this is true in the kernel, which is told of a choice a little later."""

        def heard() -> bool:
            with contextlib.suppress(Exception):
                self.execute(page, f"assert {code}")
                return True

        assert soon(page, heard), f"the kernel did not come to {code}"

    def close(self, page) -> None:
        """End the open notebook's kernel: it holds memory that later tests need."""
        page.evaluate("() => jupyterapp.shell.currentWidget?.sessionContext.shutdown()")


@pytest.fixture(scope="package")
def jupyterlab(tmp_path_factory):
    """A server on a free local port, for the whole session."""
    with serve(tmp_path_factory.mktemp("jupyter")) as lab:
        yield lab


@pytest.fixture
def notebook7(jupyterlab):
    """The same server and folder, seen through Notebook 7."""
    try:
        importlib.metadata.version("notebook")
    except importlib.metadata.PackageNotFoundError:
        give_up("Notebook 7 is not installed")
    return Lab(jupyterlab.url, jupyterlab.folder, "notebooks")


@contextlib.contextmanager
def serve(home: pathlib.Path):
    """JupyterLab with no token, settings of its own, figures alive, no network, and the
    instructions of another processor: MKL's compatible ones would take half as long again."""
    folder = home / "notebooks"
    folder.mkdir()
    news = home / "settings" / "@jupyterlab" / "apputils-extension"
    news.mkdir(parents=True)
    quiet = {"fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True}
    (news / "notification.jupyterlab-settings").write_text(json.dumps(quiet))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    own = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    environment = os.environ | {name: str(home / path) for name, path in own.items()}
    environment |= {"TFORMER_FIGURES": "live", "TFORMER_PROGRESS": "off"}
    environment |= {
        "PYTHONPATH": f"{ROOT / 'tests' / 'offline'}:{ROOT}",
        **processors.KINDS["sums"],
        "MKL_CBWR": "AVX2",
    }
    command = [
        *(sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root"),
        *(f"--port={port}", "--ip=127.0.0.1", "--ServerApp.port_retries=0"),
        *("--IdentityProvider.token=", "--ServerApp.password=", "--expose-app-in-browser"),
        "--JupyterNotebookApp.expose_app_in_browser=True",
        *(f"--ServerApp.root_dir={folder}", "--LabApp.extension_manager=readonly"),
    ]
    with (home / "server.log").open("w") as log, warm_kernels(home, environment) as warm:
        server = subprocess.Popen(
            command, env=environment | warm, stdout=log, stderr=log, cwd=folder
        )
        try:
            url = f"http://127.0.0.1:{port}"
            for _ in range(720):
                with contextlib.suppress(OSError):
                    urllib.request.urlopen(f"{url}/api", timeout=5).close()
                    break
                if server.poll() is not None:
                    raise RuntimeError((home / "server.log").read_text()[-2000:])
                time.sleep(0.25)
            else:
                raise RuntimeError("JupyterLab did not answer within three minutes")
            yield Lab(url, folder)
        finally:
            server.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(15)
            if server.poll() is None:
                server.kill()

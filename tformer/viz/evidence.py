"""Evidence waits: what a cell prints or shows stays folded until its question is answered."""

import base64
import html
from functools import partial

from IPython.display import display
from IPython.utils.capture import capture_output

from tformer.viz.common.figure import mode
from tformer.viz.common.still import HELD, Bundle, only_views_live

SUMMARY = "Answer above, then see what the run says"
EDGE = "border-left:4px solid #56B4E9;padding:.1em .9em;margin:.3em 0"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
# On a page without a kernel: open where the browser keeps an answer, or as soon as one is given.
OPEN = """(() => {
const box = document.currentScript.previousElementSibling, key = box.dataset.tformerEvidence;
const look = () => {
  try { if (localStorage.getItem("tformer " + key)) box.open = true; } catch {}
};
document.addEventListener("tformer-answer",
  ({ detail }) => detail.key === key && detail.said && (box.open = true));
look();
})()"""


class Evidence:
    """``with guess.evidence():`` keeps what the cell prints and shows behind one line to press.

    It stands open as soon as the question has an answer; who wants no question presses the line.
    An error inside comes through as anywhere else, after what was printed before it.
    """

    def __init__(self, asked):
        self.asked, self._capture, self._taken, self._handle = asked, None, None, None
        self._outputs = []

    def __enter__(self) -> "Evidence":
        self._capture = capture_output(stderr=False)
        self._taken = self._capture.__enter__()
        return self

    def __exit__(self, *error) -> None:
        self._capture.__exit__(*error)
        for output in self._taken.outputs:
            if WIDGET_VIEW in output.data:  # where only views live, none can stand inside a fold
                output.display()
                continue
            self._outputs.append(output)
            # A figure's picture is renewed here, inside the fold.
            if name := (output.transient or {}).get("display_id"):
                HELD[name] = partial(self._keep, output)
        handle = display(self._bundle(), raw=True, display_id=mode() == "live")
        self._handle = handle if mode() == "live" and not only_views_live() else None

    def _keep(self, output, bundle: Bundle) -> None:
        output.data = bundle
        self.renew()

    def renew(self) -> None:
        """Show what has changed, open if the question has its answer by now."""
        if self._handle:
            self._handle.update(self._bundle(), raw=True)

    def _bundle(self) -> dict[str, str]:
        answered = mode() == "live" and self.asked.answer is not None
        shown = [_html(output.data, output.metadata) for output in self._outputs]
        said = [output.data.get("text/plain", "") for output in self._outputs]
        if self._taken.stdout:
            shown.insert(0, _pre(self._taken.stdout))
            said.insert(0, self._taken.stdout.rstrip())
        page = (
            f'<details data-tformer-evidence="{self.asked.key}" style="{EDGE}"'
            f"{' open' if answered else ''}>"
            f"<summary>{SUMMARY}</summary>{''.join(shown)}</details>"
        )
        script = f"<script>{OPEN}</script>" if mode() == "html" else ""
        return {"text/html": page + script, "text/plain": "\n".join(said)}


def _html(data: dict, metadata: dict) -> str:
    """One thing that was shown: figures bring their own HTML, everything else is text."""
    if "text/html" in data:
        return data["text/html"]
    if "image/png" in data:
        png = data["image/png"]
        coded = base64.b64encode(png).decode() if isinstance(png, bytes) else png.strip()
        alt = metadata.get("image/png", {}).get("alt", data.get("text/plain", ""))
        return f'<img alt="{html.escape(alt, quote=True)}" src="data:image/png;base64,{coded}">'
    return _pre(data.get("text/plain", ""))


def _pre(text: str) -> str:
    return f'<pre style="margin:.4em 0" tabindex="0">{html.escape(text.rstrip())}</pre>'

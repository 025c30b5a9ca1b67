"""The translator of the first lesson for pages: its script, and the weights as scripts in parts.

A page that is opened from a disk may add a script, but not fetch a file; so the files of
`assets` are cut in parts, each a script of one call. All pages of a site share them.
"""

import base64
import json
from pathlib import Path

from tformer.pretrained import ASSETS
from tformer.viz.common.scripts import EXPORT, script

PART = 330_000  # bytes of a checkpoint in one script: the bar moves about fifteen times
MODELS = {"translator": ["German", "English"], "translator_en_de": ["English", "German"]}
SCRIPT = """\
(() => {{
const base = document.currentScript.src;
function work() {{
{worker}}}
{page}
let one;
globalThis.tformerModel = () => one ??= new PageModel(work, {models}, base);
}})();
"""


def write_model(folder: Path) -> None:
    """Write ``model.js`` and the parts of the checkpoints that ship, ``model/NAME-00.js``, ..."""
    (folder / "model").mkdir()
    models = []
    for name, languages in MODELS.items():
        checkpoint = ASSETS / f"{name}.safetensors"
        if not checkpoint.is_file():
            continue
        weights = checkpoint.read_bytes()
        starts = range(0, len(weights), PART)
        for n, start in enumerate(starts):
            text = base64.b64encode(weights[start : start + PART]).decode()
            call = f'tformerPart("{name}", {n}, "{text}");\n'
            (folder / "model" / f"{name}-{n:02}.js").write_text(call, "utf-8")
        models.append({"name": name, "languages": languages, "parts": len(starts)})
    (folder / "model.js").write_text(model_script(models), "utf-8")


def model_script(models: list[dict]) -> str:
    """What a page runs to have the translators: a classic script, its worker inside."""
    parts = {"worker": "worker.mjs", "page": "page_model.mjs"}
    folder = "whole_model/model"
    joined = {name: EXPORT.sub("", script(f"{folder}/{file}")) for name, file in parts.items()}
    return SCRIPT.format(models=json.dumps(models), **joined)

"""The models that ship with the course, and what was measured on them: where they lie."""

import json
from pathlib import Path

_HERE = Path(__file__).parent
INSTALLED = (_HERE / "assets").is_dir()  # from a wheel, which carries them, without the lessons
ASSETS = (_HERE if INSTALLED else _HERE.parent) / "assets"
MODELS = ("translator", "translator_en_de", "translator_unsmoothed", "character", "dates",
          "reverse", "neighbours")  # fmt: skip


def model_path(name: str) -> Path:
    """The file of a shipped model: ``Translator.load(shipped.model_path("translator"))``.

    Raises: ValueError for another name.
    """
    if name not in MODELS:
        raise ValueError(f"name={name!r} is no shipped model; they are {', '.join(MODELS)}")
    return ASSETS / f"{name}.safetensors"


def measurements(name: str) -> dict:
    """What a recipe of ``assets/recipes`` has measured or a training run has told, by its name.

    Raises: ValueError for another name.
    """
    path = ASSETS / f"{name}.json"
    if not path.is_file():
        known = ", ".join(sorted(path.stem for path in ASSETS.glob("*.json")))
        raise ValueError(f"name={name!r} was never measured; there are {known}")
    return json.loads(path.read_text(encoding="utf-8"))

"""The package alone, as somebody has it who installs it without the course around it."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """tformer(*arguments) runs the command line of an unpacked wheel, outside the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ["-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, ROOT]
    subprocess.run([sys.executable, *build], check=True)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    (folder / "elsewhere").mkdir()

    def tformer(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "tformer", *arguments],
            cwd=folder / "elsewhere",
            env={**os.environ, "PYTHONPATH": str(folder / "site")},
            capture_output=True,
            text=True,
        )

    tformer.size, tformer.folder = wheel.stat().st_size, folder / "site"
    return tformer


def test_a_wheel_translates_and_generates_with_the_models_it_carries(installed):
    said = installed("translate", "Ein Hund rennt am Strand.")
    assert (said.returncode, said.stdout.strip()) == (0, "A dog runs on the beach."), said.stderr
    written = installed("generate", "The decoder ", "--seed", "1", "--length", "20")
    assert written.returncode == 0 and written.stdout.startswith("The decoder "), written.stderr
    assert installed.size < 25e6


def test_a_wheel_says_under_which_terms_it_comes(installed):
    (told,) = installed.folder.glob("tformer-*.dist-info")
    licences = told / "licenses"
    assert {path.name for path in licences.iterdir()} == {"LICENSE", "LICENSE-TEXTS", "NOTICE"}
    for path in licences.iterdir():
        assert path.read_bytes() == (ROOT / path.name).read_bytes()
    terms = "License-Expression: MIT AND CC-BY-4.0 AND LicenseRef-NOTICE\n"
    assert terms in (told / "METADATA").read_text(encoding="utf-8")


def test_a_wheel_holds_the_tables_that_recipes_and_lessons_read(installed):
    for name in ("phrases.tsv.xz", "nouns.tsv", "everyday.tsv", "prose.txt"):
        there, here = (folder / "tformer" / "data" / name for folder in (installed.folder, ROOT))
        assert there.read_bytes() == here.read_bytes()


def test_a_wheel_trains_from_a_recipe_by_its_name(installed):
    run = installed("train", "dates", "--out", "dates", "--set", "training.updates=3")
    assert run.returncode == 0, run.stderr
    told = installed("translate", "March 5, 2021", "--model", "dates/model.safetensors")
    assert told.returncode == 0, told.stderr


def test_a_wheel_is_told_that_nothing_is_missing_though_it_has_no_lessons(installed):
    seen = installed("doctor")
    assert seen.returncode == 0 and "0 lessons" in seen.stdout, seen.stdout

"""Where this course can be found, and the links that follow from it; pyproject.toml tells it."""

import re
import sys
import tomllib

from tformer.data.files import atomic_write
from tformer.exercises.course_map import NOTEBOOKS

UNTOLD = "OWNER/NAME"  # until the repository has a home
FIRST = "notebooks/00_start_here.ipynb"


def repository() -> str | None:
    """ "owner/name" on GitHub, from ``project.urls.Repository``; None while it has no home."""
    told = NOTEBOOKS.parent / "pyproject.toml"
    if not told.is_file():
        return None
    urls = tomllib.loads(told.read_text("utf-8"))["project"].get("urls", {})
    name = urls.get("Repository", "").removeprefix("https://github.com/").strip("/")
    return name if name.count("/") == 1 and name != UNTOLD else None


def tell(name: str) -> None:
    """Write the address into pyproject.toml; ValueError if ``name`` is not "owner/name"."""
    if not re.fullmatch(r"[\w-]+/[\w.-]+", name):
        raise ValueError(f"name={name!r} is no repository on GitHub; give owner/name")
    told = NOTEBOOKS.parent / "pyproject.toml"
    line = f'Repository = "https://github.com/{name}"'
    text, times = re.subn(r"^Repository = .*$", line, told.read_text("utf-8"), flags=re.MULTILINE)
    if times != 1:
        raise ValueError(f"{told} has {times} lines that begin with Repository; it needs one")
    atomic_write(told, text.encode())


def links(name: str, notebook: str = FIRST) -> dict[str, str]:
    """Addresses by the name of a service that opens a lesson of the repository ``name``.

    >>> links("ada/engine")["Codespaces"]
    'https://codespaces.new/ada/engine'
    """
    return {
        "Colab": f"https://colab.research.google.com/github/{name}/blob/main/{notebook}",
        "Binder": f"https://mybinder.org/v2/gh/{name}/main?urlpath=lab/tree/{notebook}",
        "Codespaces": f"https://codespaces.new/{name}",
        "GitHub": f"https://github.com/{name}",
    }


if __name__ == "__main__":  # python -m tformer.site.address owner/name
    tell(*sys.argv[1:2])

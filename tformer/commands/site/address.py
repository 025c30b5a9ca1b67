"""Where this course can be found, and the links that follow from it; pyproject.toml tells it."""

import re
import sys
import tomllib

from tformer._support.files import atomic_write
from tformer.course.course_map import NOTEBOOKS

UNTOLD = "OWNER/NAME"  # until the repository has a home
FIRST = "notebooks/00_start_here.ipynb"
BADGES = re.compile(r"(<!-- badges[^>]*-->).*?(<!-- end of badges -->)", re.DOTALL)
IMAGES = {
    "Colab": "https://colab.research.google.com/assets/colab-badge.svg",
    "Binder": "https://mybinder.org/badge_logo.svg",
    "Codespaces": "https://github.com/codespaces/badge.svg",
}


def repository() -> str | None:
    """ "owner/name" on GitHub, from ``project.urls.Repository``; None while it has no home."""
    told = NOTEBOOKS.parent / "pyproject.toml"
    if not told.is_file():
        return None
    urls = tomllib.loads(told.read_text("utf-8"))["project"].get("urls", {})
    name = urls.get("Repository", "").removeprefix("https://github.com/").strip("/")
    return name if name.count("/") == 1 and name != UNTOLD else None


def tell(name: str) -> None:
    """Write the address into pyproject.toml, and the badges made of it into the README.

    Raises ValueError if ``name`` is not "owner/name".
    """
    if not re.fullmatch(r"[\w-]+/[\w.-]+", name):
        raise ValueError(f"name={name!r} is no repository on GitHub; give owner/name")
    told = NOTEBOOKS.parent / "pyproject.toml"
    line = f'Repository = "https://github.com/{name}"'
    text, times = re.subn(r"^Repository = .*$", line, told.read_text("utf-8"), flags=re.MULTILINE)
    if times != 1:
        raise ValueError(f"{told} has {times} lines that begin with Repository; it needs one")
    atomic_write(told, text.encode())
    readme = told.with_name("README.md")
    if readme.is_file():
        lines = f"\\1\n{badges(name)}\n\\2"
        atomic_write(readme, BADGES.sub(lines, readme.read_text("utf-8")).encode())


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


def badges(name: str) -> str:
    """The README's first line of pictures: the tests, and the services that open the course.

    >>> badges("ada/engine").splitlines()[0].split("](")[0]
    '[![tests'
    """
    tests = f"https://github.com/{name}/actions/workflows/tests.yml"
    found = links(name)
    return "\n".join([
        f"[![tests]({tests}/badge.svg)]({tests})",
        *(f"[![Open in {place}]({image})]({found[place]})" for place, image in IMAGES.items()),
    ])  # fmt: skip


if __name__ == "__main__":  # python -m tformer.commands.site.address owner/name
    tell(*sys.argv[1:2])

"""Where the files are that come with the program: `resources/` and `sample_models/`.

A wheel carries both inside the package; in a checkout (also one installed with
``pip install -e``) they stand beside it.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

RESOURCES = "resources"
SAMPLE_MODELS = "sample_models"
DOCS = "docs"


def resource_path(name: str) -> Path:
    """The file or folder `name` of `resources/`, e.g. ``icons/body.svg``.

    Raises `FileNotFoundError` when the program came without it.
    """
    path = _folder(RESOURCES) / name
    if not path.exists():
        raise FileNotFoundError(f"The program came without its file {path}.")
    return path


def sample_models() -> list[Path]:
    """The model files of the gallery, in the order of their names."""
    return sorted(_folder(SAMPLE_MODELS).glob("*.lagr"))


def document_path(name: str) -> Path:
    """A file that a page of the documentation names, e.g. ``images/window.png``."""
    return _folder(DOCS) / name


def document_text(name: str) -> str:
    """A page of the documentation, e.g. ``use.md``; a pointer to it where it did not come along."""
    page = document_path(name)
    return page.read_text("utf-8") if page.is_file() else f"See docs/{name} of the source code."


@cache
def _folder(name: str) -> Path:
    package = Path(str(files("lagr_gui")))
    inside = package / name
    return inside if inside.is_dir() else package.parent / name

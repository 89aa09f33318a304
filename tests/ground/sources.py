"""The project's own files, read once for the tests of the ground."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

from lagr_gui.extension import extension_folders, named

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "lagr_gui"
_LISTED = (ROOT / "docs" / "extensions.md").read_text("utf-8").partition("| field |")[0]
TAKEN_OUT = [
    name
    for name in re.findall(r"^\| `(\w+)` \|", _LISTED, re.M)
    if not (PACKAGE / "extensions" / name).is_dir()
]
"""Those of docs/extensions.md whose folders are not there: lists of all are not compared then."""
EXTENSION_PAGES = sorted(PACKAGE.glob("extensions/*/*.md"))
"""The pages of documentation that extensions have."""
EXTENSION_WORDS = sorted(PACKAGE.glob("extensions/*/german/de_*.json"))
"""Their German words: those of the window, of problems and of documents."""


def python_files(*folders: str) -> list[Path]:
    """All Python files below these folders of the project; `tests` has those of extensions."""
    files = {path for folder in folders for path in (ROOT / folder).rglob("*.py")}
    others = {*PACKAGE.glob("extensions/*/tests/**/*.py")}
    return sorted(files | others if "tests" in folders else files - others)


def of_extensions(file: str, name: str) -> list[Any]:
    """What stands under a name in the files of tests of that name which extensions have."""
    return [
        named(f"lagr_gui.extensions.{folder.name}.tests.{file}:{name}")
        for folder in extension_folders()
        if (folder / "tests" / f"{file}.py").is_file()
    ]


def syntax(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"), str(path))


def shown(path: Path) -> str:
    """A path as a reader of the project knows it."""
    return path.relative_to(ROOT).as_posix()

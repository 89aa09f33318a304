"""The project's own files, read once for the tests of the ground."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "lagr_gui"


def python_files(*folders: str) -> list[Path]:
    """All Python files below these folders of the project."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def syntax(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"), str(path))


def shown(path: Path) -> str:
    """A path as a reader of the project knows it."""
    return path.relative_to(ROOT).as_posix()

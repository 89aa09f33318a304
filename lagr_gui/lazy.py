"""Packages whose names are loaded when they are first used.

What such a package offers, and where it is made, stands in one place: its stub
``__init__.pyi``, which type checkers and editors read as well.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from lagr_gui.libraries import libraries_told


def offered(
    package: str, file: str
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """``__getattr__``, ``__dir__`` and ``__all__`` of a package, by the stub beside its `file`."""
    homes = _homes(Path(file).with_suffix(".pyi"))
    module = sys.modules[package]

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        with libraries_told():
            value = getattr(import_module(homes[name]), name)
        setattr(module, name, value)
        return value

    return load, lambda: sorted({*vars(module), *homes}), sorted(homes)


def _homes(stub: Path) -> Mapping[str, str]:
    """For each name that a stub hands on (``import NAME as NAME``) the module that has it."""
    return {
        alias.name: statement.module
        for statement in ast.parse(stub.read_text("utf-8")).body
        if isinstance(statement, ast.ImportFrom) and statement.module and _is_here(statement.module)
        for alias in statement.names
        if alias.asname == alias.name
    }


def _is_here(module: str) -> bool:
    """Whether a module may be loaded: that of an extension may have been taken out."""
    package, _, inside = module.partition(".extensions.")
    folder = Path(__file__).parent / "extensions" / inside.partition(".")[0]
    return not inside or package != __package__ or folder.is_dir()

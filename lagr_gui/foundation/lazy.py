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

from lagr_gui.extension import extensions
from lagr_gui.foundation.libraries import libraries_told

DOORS = "lagr_gui.pipeline"


def offered(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` of a package, by the stub beside its `file`.

    ``__all__`` is made when it is asked for: what an extension offers is there with it alone.
    """
    homes = _homes(Path(file).with_suffix(".pyi"))
    module = sys.modules[package]

    def load(name: str) -> Any:
        if name == "__all__":
            return sorted(name for name, home in homes.items() if _is_here(name, home))
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        with libraries_told():
            value = getattr(import_module(homes[name]), name)
        setattr(module, name, value)
        return value

    return load, lambda: sorted({*vars(module), *load("__all__")})


def _homes(stub: Path) -> Mapping[str, str]:
    """For each name that a stub hands on (``import NAME as NAME``) the module that has it."""
    return {
        alias.name: statement.module
        for statement in ast.parse(stub.read_text("utf-8")).body
        if isinstance(statement, ast.ImportFrom) and statement.module
        for alias in statement.names
        if alias.asname == alias.name
    }


def _is_here(name: str, home: str) -> bool:
    """Whether a name of a home is there, or went with an extension that was taken out."""
    if home.startswith("lagr_gui.extensions."):
        return home.split(".")[2] in {extension.name for extension in extensions()}
    return home != DOORS or name in import_module(DOORS).__all__

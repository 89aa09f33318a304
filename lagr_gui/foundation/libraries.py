"""Libraries that the program is built on; one that is missing is told with what installs it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError

PACKAGES = {
    "PIL": "pillow",
    "PySide6": "PySide6-Essentials",
    "shiboken6": "PySide6-Essentials",
    "flint": "python-flint",
    "distributed": "lagr_gui[cluster]",
    "fmpy": "lagr_gui[fmu]",
    **{
        name: name
        for name in (
            *("av", "control", "h5py", "llvmlite", "manifold3d", "networkx", "numpy", "pydantic"),
            *("pyqtgraph", "scipy", "sympy", "threadpoolctl", "trimesh", "typst"),
        )
    },
}
"""What installs each of them (`pip install`), by the name under which it is imported."""


class MissingLibrary(LagrError, ImportError):
    """A library that is not installed, or cannot be loaded; who can do without goes on."""


def library(name: str) -> Any:
    """A library that is loaded when it is needed. Raises MissingLibrary where it is missing."""
    try:
        return import_module(name)
    except ImportError as error:
        raise missing_library(error, name.partition(".")[0]) from error


@contextmanager
def libraries_told() -> Generator[None]:
    """Libraries that turn out to be missing meanwhile, as MissingLibrary."""
    try:
        yield
    except ImportError as error:
        raise missing_library(error) from error


def missing_library(error: ImportError, name: str = "") -> MissingLibrary:
    """The problem of a library (by default the one that `error` names) that cannot be loaded.

    One that is there but cannot be loaded is told with the reason.  Raises the error again where
    it speaks of no library that the program is built on.
    """
    if isinstance(error, MissingLibrary):
        return error
    name = name or (error.name or "").partition(".")[0]
    if name not in PACKAGES:
        raise error
    is_gone = isinstance(error, ModuleNotFoundError) and (error.name or name) == name
    cause = (
        say("It is not installed.") if is_gone else say("It cannot be loaded ({why}).", why=error)
    )
    remedy = say("Install it: pip install {package}", package=PACKAGES[name])
    return MissingLibrary.refusal(say("Library “{name}”", name=name), cause, remedy, "no-library")

"""Libraries that the program is built on; one that is missing is told with what installs it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from lagr_gui.message import say
from lagr_gui.problem import LagrError, refusal

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


def library(name: str) -> Any:
    """A library that is loaded when it is needed. Raises LagrError where it is missing."""
    try:
        return import_module(name)
    except ImportError as error:
        raise missing_library(error, name) from error


def missing_library(error: ImportError, name: str = "") -> LagrError:
    """The problem of a library (by default the one that `error` names) that cannot be loaded.

    One that is there but cannot be loaded is told with the reason.
    """
    name = name or (error.name or "").partition(".")[0]
    place = say("Library “{name}”", name=name)
    if name not in PACKAGES:
        raise error
    gone = isinstance(error, ModuleNotFoundError) and (error.name or name) == name
    why = say("It is not installed.") if gone else say("It cannot be loaded ({why}).", why=error)
    remedy = say("Install it: pip install {package}", package=PACKAGES[name])
    return refusal(place, why, remedy, "no-library")

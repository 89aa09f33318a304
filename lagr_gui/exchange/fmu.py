"""Functional mock-up units, one export for each version of FMI."""

from __future__ import annotations

from lagr_gui.message import say
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.programs.describing import describe
from lagr_gui.programs.fmi.packing import is_compiled, unit


def fmu2(model: Model, special: str = "") -> bytes:
    """The system as a functional mock-up unit of FMI 2.0, for model exchange and co-simulation.

    It holds its source in C, and a library for this machine where there is a compiler.  Raises
    LagrError for an unsound model and for what no program does.
    """
    return unit(describe(prepare(model, special), directional=True, struck=True), 2)


def fmu3(model: Model, special: str = "") -> bytes:
    """The same by FMI 3.0."""
    return unit(describe(prepare(model, special), directional=True, struck=True), 3)


def fmu_note(content: bytes) -> str:
    """What a user has to know of a unit that was written; empty where it runs as it is."""
    if is_compiled(content):
        return ""
    return say(
        "There is no compiler for C here: the unit holds source alone, "
        "which the program that loads it has to compile."
    )

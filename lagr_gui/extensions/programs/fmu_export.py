"""Functional mock-up units, one export for each version of FMI."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lagr_gui.extensions.programs.acting import acts
from lagr_gui.extensions.programs.describing import describe
from lagr_gui.extensions.programs.fmi.packing import is_compiled, is_exchanged, unit
from lagr_gui.extensions.programs.record import Standalone
from lagr_gui.foundation.message import joined, say
from lagr_gui.foundation.problem import refusal
from lagr_gui.model import Model
from lagr_gui.prepared import prepare
from lagr_gui.prepared.driving import stands_elsewhere


def fmu2(model: Model, special: str = "", inputs: Sequence[str] = ()) -> bytes:
    """The system as a functional mock-up unit of FMI 2.0, for model exchange and co-simulation.

    It holds its source in C, and a library for this machine where there is a compiler.  Parameters
    that are `inputs` by name may change while it moves.  Raises LagrError for an unsound model,
    for what no program does, and for inputs that are no parameters of forces alone.
    """
    return _unit(model, special, inputs, 2)


def fmu3(model: Model, special: str = "", inputs: Sequence[str] = ()) -> bytes:
    """The same by FMI 3.0."""
    return _unit(model, special, inputs, 3)


def _unit(model: Model, special: str, inputs: Sequence[str], version: int) -> bytes:
    prepared = prepare(model, special)
    reading = prepared.reading
    changes = acts(prepared) or bool(reading.frictions or reading.rough)
    program = describe(prepared, directional=not changes, struck=True)
    places = sorted({_place(prepared.model, program, name) for name in inputs})
    return unit(replace(program, driven=tuple(places)), version)


def _place(model: Model, program: Standalone, name: str) -> int:
    """Where a parameter stands that is to be an input."""
    names = [entry.name for entry in program.parameters]
    title = say("Input “{name}”", name=name)
    if name not in names:
        cause = say("The unit has no parameter of this name.")
        remedy = say("Name one of these: {names}.", names=", ".join(names) or "–")
        raise refusal(title, cause, remedy, "input")
    if place := stands_elsewhere(model, name):
        cause = say(
            "{place} depends on it: only forces, moments and laws of springs, dampers and "
            "circuits may change while a unit moves.",
            place=place,
        )
        remedy = say("Choose a parameter that stands in forces alone, or leave it a parameter.")
        raise refusal(title, cause, remedy, "input")
    return names.index(name)


def fmu_note(content: bytes) -> str:
    """What a user has to know of a unit that was written; empty where it runs as it is."""
    alone = say(
        "The unit is for co-simulation alone: delayed signals ask for what has been, which only "
        "its own steps keep."
    )
    source = say(
        "There is no compiler for C here: the unit holds source alone, "
        "which the program that loads it has to compile."
    )
    notes = [*[alone] * (not is_exchanged(content)), *[source] * (not is_compiled(content))]
    return joined(notes, " ")

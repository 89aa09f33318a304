"""Parameters, functions, special cases, start values and given motions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from lagr_gui.editing.edits.names import free_name, free_symbol, symbols_of
from lagr_gui.model import (
    Function,
    GivenMotion,
    LookupTable,
    Model,
    Parameter,
    Scalar,
    SpecialCase,
    StartValue,
)


def add_parameter(model: Model, name: str = "", value: Scalar = 1, unit: str = "") -> Model:
    """A new parameter; without a name it gets the next free p1, p2 …"""
    chosen = name or free_symbol("p", symbols_of(model))
    parameter = Parameter(name=chosen, value=value, unit=unit)
    return model.having(parameters=(*model.parameters, parameter))


def take_units(model: Model, units: Mapping[str, str]) -> Model:
    """Units by name for parameters that have none."""
    parameters = tuple(
        entry if entry.unit else entry.having(unit=units.get(entry.name, ""))
        for entry in model.parameters
    )
    return model.having(parameters=parameters)


def remove_parameter(model: Model, name: str) -> Model:
    """The model without a parameter; where it was used, the problems will say so."""
    kept = tuple(entry for entry in model.parameters if entry.name != name)
    return model.having(parameters=kept)


def add_function(model: Model, name: str = "", arguments: tuple[str, ...] = ("t",)) -> Model:
    """A new function, left unspecified; without a name it gets the next free f1, f2 …"""
    chosen = name or free_symbol("f", symbols_of(model))
    function = Function(name=chosen, arguments=arguments)
    return model.having(functions=(*model.functions, function))


def add_table(model: Model) -> Model:
    """A new function by points with the next free name, which is the line y = x at first."""
    table = LookupTable(points=((0.0, 0.0), (1.0, 1.0)))
    name = free_symbol("f", symbols_of(model))
    function = Function(name=name, arguments=("x",), table=table)
    return model.having(functions=(*model.functions, function))


def remove_function(model: Model, name: str) -> Model:
    """The model without a function."""
    kept = tuple(entry for entry in model.functions if entry.name != name)
    return model.having(functions=kept)


def add_special_case(model: Model, name: str = "") -> Model:
    """A new special case without replacements."""
    chosen = name or free_name("case", (case.name for case in model.special_cases))
    cases = (*model.special_cases, SpecialCase(name=chosen))
    return model.having(special_cases=cases)


def remove_special_case(model: Model, name: str) -> Model:
    """The model without a special case."""
    kept = tuple(case for case in model.special_cases if case.name != name)
    return model.having(special_cases=kept)


def set_start(model: Model, coordinate: str, position: Scalar, velocity: Scalar) -> Model:
    """Position and velocity of a coordinate at the start of a simulation."""
    entry = StartValue(coordinate=coordinate, position=position, velocity=velocity)
    others = {start.coordinate: start for start in model.start} | {coordinate: entry}
    return model.having(start=_ordered(model, others))


def without_start(model: Model, coordinates: Collection[str]) -> Model:
    """The model without start values of some coordinates."""
    kept = tuple(entry for entry in model.start if entry.coordinate not in coordinates)
    return model if len(kept) == len(model.start) else model.having(start=kept)


def set_motion(model: Model, coordinate: str, motion: Scalar | None) -> Model:
    """The motion of a coordinate whose force is wanted; None leaves the coordinate free."""
    others = {given.coordinate: given for given in model.motions if given.coordinate != coordinate}
    if motion is not None:
        others[coordinate] = GivenMotion(coordinate=coordinate, motion=motion)
    return model.having(motions=_ordered(model, others))


def _ordered(model: Model, listed: dict[str, Any]) -> tuple[Any, ...]:
    """Entries by coordinate in the order of the coordinates, unknown ones last."""
    known = [listed[name] for name in model.coordinates if name in listed]
    return (*known, *(entry for name, entry in listed.items() if name not in model.coordinates))

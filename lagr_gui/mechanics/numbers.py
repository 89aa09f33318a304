"""Numbers of a model: parameter values, start values, special cases as models."""

from __future__ import annotations

from graphlib import TopologicalSorter

from lagr_gui.arithmetic import value
from lagr_gui.expression import read, symbols
from lagr_gui.model import Model
from lagr_gui.problem import LagrError, Problem
from lagr_gui.registry import did_you_mean


def parameter_values(model: Model) -> dict[str, float]:
    """The value of each parameter; expressions in other parameters are followed.

    Raises LagrError for every parameter without a value.
    """
    missing = [
        Problem(
            place=f"Parameter “{parameter.name}”",
            cause="It has no value.",
            remedy="Give it a number; equations can be derived without one.",
            code="no-value",
            path=("parameters", index, "value"),
        )
        for index, parameter in enumerate(model.parameters)
        if parameter.value is None
    ]
    if missing:
        raise LagrError(missing)
    trees = {parameter.name: read(parameter.value or 0) for parameter in model.parameters}
    uses = {name: {symbol.name for symbol in symbols(tree)} for name, tree in trees.items()}
    values: dict[str, float] = {}
    for name in TopologicalSorter(uses).static_order():
        if name in trees:
            values[name] = value(trees[name], values)
    return {name: values[name] for name in trees}


def start_values(model: Model, coordinates: tuple[str, ...]) -> tuple[list[float], list[float]]:
    """q and q̇ at the start, zero where nothing is given."""
    values = parameter_values(model)
    given = {start.coordinate: start for start in model.start}
    q = [value(given[n].position, values) if n in given else 0.0 for n in coordinates]
    qd = [value(given[n].velocity, values) if n in given else 0.0 for n in coordinates]
    return q, qd


def specialised(model: Model, special: str) -> Model:
    """The model with the replacements of a special case carried out (empty: as it is).

    Raises LagrError where there is no such case.
    """
    if not special:
        return model
    case = next((case for case in model.special_cases if case.name == special), None)
    if case is None:
        raise LagrError(
            Problem(
                place=f"Special case “{special}”",
                cause="There is no special case of this name.",
                remedy=did_you_mean(special, [case.name for case in model.special_cases]),
                code="unknown-special-case",
            )
        )
    new = {replacement.name: replacement.value for replacement in case.replacements}
    parameters = tuple(
        entry.model_copy(update={"value": new[entry.name]}) if entry.name in new else entry
        for entry in model.parameters
    )
    functions = tuple(
        entry.model_copy(update={"expression": str(new[entry.name])})
        if entry.name in new
        else entry
        for entry in model.functions
    )
    return model.model_copy(update={"parameters": parameters, "functions": functions})


def with_sample_functions(model: Model) -> Model:
    """The model with a smooth sample in place of each unspecified function.

    Equations hold for any function, so any sample serves to compare derivations.
    """
    functions = tuple(
        entry.model_copy(update={"expression": _sample(entry.arguments)})
        if entry.expression is None
        else entry
        for entry in model.functions
    )
    return model.model_copy(update={"functions": functions})


def _sample(arguments: tuple[str, ...]) -> str:
    terms = [f"sin({1.3 + 0.4 * i:g}*{name} + 0.7)/4" for i, name in enumerate(arguments)]
    return " + ".join(terms) or "1/4"

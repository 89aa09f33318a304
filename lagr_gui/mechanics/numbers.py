"""Numbers of a model: parameter values, start values, special cases as models."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

from lagr_gui.expression import Expression, read, symbols
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.message import joined, say
from lagr_gui.foundation.problem import LagrError, Problem, WithoutNumbers
from lagr_gui.foundation.registry import check_known
from lagr_gui.model import Function, Model, Scalar


def parameter_values(model: Model) -> dict[str, float]:
    """The value of each parameter; expressions in other parameters are followed.

    Raises LagrError where parameters have no value, naming them all at once.
    """
    missing = [i for i, parameter in enumerate(model.parameters) if parameter.value is None]
    if missing:
        raise WithoutNumbers(_without_value(model, missing))
    return _followed({p.name: read(p.value or 0) for p in model.parameters})


def known_values(model: Model) -> dict[str, float]:
    """The values of the parameters that have one; those that depend on others are left out."""
    trees = {p.name: read(p.value) for p in model.parameters if p.value is not None}
    while lacking := [n for n, tree in trees.items() if not _used(tree) <= trees.keys()]:
        for name in lacking:
            del trees[name]
    try:
        return _followed(trees)
    except LagrError:  # a fault of domain, told where all values are needed
        return {}


def known_value(given: Scalar, values: Mapping[str, float]) -> float | None:
    """The number of a field; None where it has none yet, or depends on more than parameters."""
    if not isinstance(given, str):
        return float(given)
    try:
        return value(given, values)
    except LagrError:
        return None


def _without_value(model: Model, missing: list[int]) -> Problem:
    names = [model.parameters[index].name for index in missing]
    one = len(names) == 1
    listed = joined(names[:MOST_NAMES])
    if len(names) > MOST_NAMES:
        listed += say(" and {count} more", count=len(names) - MOST_NAMES)
    several = say("{count} have no value: {listed}.", count=len(names), listed=listed)
    give_one = (
        "Give it a number: in the table of parameters, or by --set {name}=…; equations can be "
        "derived without."
    )
    give_all = (
        "Give them numbers: in the table of parameters, or by --set {name}=…; equations can be "
        "derived without."
    )
    return Problem(
        place=say("Parameter “{name}”", name=names[0]) if one else "Parameters",
        cause="It has no value." if one else several,
        remedy=say(give_one if one else give_all, name=names[0]),
        code="no-value",
        path=("parameters", missing[0], "value"),
    )


MOST_NAMES = 40
"""Parameters without value that are named."""


def _followed(trees: dict[str, Expression]) -> dict[str, float]:
    values: dict[str, float] = {}
    try:
        order = tuple(TopologicalSorter({n: _used(t) for n, t in trees.items()}).static_order())
    except CycleError as error:
        names = ", ".join(dict.fromkeys(error.args[1]))
        cause, remedy = "Their values depend on each other.", "Break the circle with a number."
        problem = Problem(say("Parameters {names}", names=names), cause, remedy, code="circular")
        raise LagrError(problem) from None
    for name in order:
        if name in trees:
            values[name] = value(trees[name], values)
    return {name: values[name] for name in trees}


def _used(tree: Expression) -> set[str]:
    return {symbol.name for symbol in symbols(tree)}


def start_values(
    model: Model, values: Mapping[str, float], coordinates: tuple[str, ...]
) -> tuple[list[float], list[float]]:
    """q and q̇ at the start for values of the parameters, zero where nothing is given."""
    starts = {start.coordinate: start for start in model.start}
    q = [value(starts[n].position, values) if n in starts else 0.0 for n in coordinates]
    qd = [value(starts[n].velocity, values) if n in starts else 0.0 for n in coordinates]
    return q, qd


def state_values(model: Model, values: Mapping[str, float]) -> list[float]:
    """z at the start for values of the parameters, in the order of the states."""
    return [value(signal.start, values) for signal in model.own_states]


def place_numbers(model: Model) -> dict[str, float]:
    """Parameters and coordinates by name at the start, those that have a value."""
    values = known_values(model)
    numbers = dict(values)
    for start in model.start:
        try:
            numbers[start.coordinate] = value(start.position, values)
        except LagrError:  # a parameter without value
            continue
    return numbers


def specialised(model: Model, special: str) -> Model:
    """The model with the replacements of a special case carried out (empty: as it is).

    Raises LagrError where there is no such case.
    """
    if not special:
        return model  # what is no model at all is told where it is read
    names = [case.name for case in model.special_cases]
    place = say("Special case “{special}”", special=special)
    cause = "There is no special case of this name."
    check_known(special, names, place, cause, "unknown-special-case")
    case = model.special_cases[names.index(special)]
    new = {replacement.name: replacement.value for replacement in case.replacements}
    model = model.each("parameters", lambda p: p.having(value=new[p.name]) if p.name in new else p)
    return model.each(
        "functions", lambda f: f.having(expression=str(new[f.name])) if f.name in new else f
    )


def with_sample_functions(model: Model) -> Model:
    """The model with a smooth sample in place of each unspecified function.

    Equations hold for any function, so any sample serves to compare derivations.
    """
    return model.each("functions", _sampled)


def _sampled(function: Function) -> Function:
    if function.is_specified:
        return function
    return function.having(expression=_sample(function.arguments))


def _sample(arguments: tuple[str, ...]) -> str:
    terms = [f"sin({1.3 + 0.4 * i:g}*{name} + 0.7)/4" for i, name in enumerate(arguments)]
    return " + ".join(terms) or "1/4"

"""Coordinates that a user gives by formulas.

``x = r*cos(phi); y = r*sin(phi)`` gives coordinates of the model by new ones, and
``p1 = q1; p2 = q1 + q2`` new ones by those of the model, linearly.  ``r in m`` tells a unit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lagr_gui.algebra import Algebra
from lagr_gui.expression import TIME, Expression, Symbol, called, parts, read, symbols
from lagr_gui.expression.builtins import BUILTINS
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.foundation.registry import did_you_mean
from lagr_gui.mechanics.chart import Chart
from lagr_gui.mechanics.factors import inverse
from lagr_gui.mechanics.reading import Reading

PLACE = "New coordinates"
_UNIT = re.compile(r"(\w+)\s+in\s+(rad|m)")
_NAME = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True)
class Formulas:
    """Expressions by name, and units that are told."""

    trees: Mapping[str, Expression]
    units: Mapping[str, str]


def formulas(given: str | Mapping[str, str]) -> Formulas:
    """What is given as text or by name. Raises LagrError for what cannot be read."""
    if isinstance(given, str):
        lines = [line.strip() for line in re.split(r"[;\n]", given) if line.strip()]
    else:
        lines = [f"{name} = {text}" for name, text in given.items()]
    trees: dict[str, Expression] = {}
    units: dict[str, str] = {}
    for line in lines:
        if unit := _UNIT.fullmatch(line):
            units[unit[1]] = unit[2]
            continue
        name, equals, text = (part.strip() for part in line.partition("="))
        if not equals or not _NAME.fullmatch(name):
            cause = say("“{line}” is no formula.", line=line)
            raise _fault(cause, "Write x = r*cos(phi), separated by semicolons.")
        if name in trees:
            raise _fault(say("“{name}” is given twice.", name=name), "Give each name once.")
        trees[name] = read(text)
    return Formulas(trees, units)


def own_chart(reading: Reading, units: Sequence[str], given: Formulas) -> Chart:
    """The chart of formulas, in either direction.

    Raises LagrError where they do not give as many new coordinates as they replace, use unknown
    names, or (as functions of the old ones) are not linear.
    """
    old = reading.coordinates
    left = set(given.trees)
    if not left:
        raise _fault("No formula is given.", "Write x = r*cos(phi), separated by semicolons.")
    if left <= set(old):
        chart = _by_new(reading, units, given)
    elif not left & set(old):
        chart = _by_old(reading, units, given)
    else:
        cause = "Old and new coordinates stand on the left."
        raise _fault(cause, "Give either the old coordinates by the new ones, or the reverse.")
    return _named(chart, given.units)


def _by_new(reading: Reading, units: Sequence[str], definitions: Formulas) -> Chart:
    """q = q(p, t)"""
    old, quantities = reading.coordinates, _known(reading)
    used = dict.fromkeys(
        symbol.name
        for name in definitions.trees
        for symbol in _in_order(definitions.trees[name])
        if symbol.name not in quantities
    )
    staying = [name for name in old if name not in definitions.trees]
    mentioned = {s.name for tree in definitions.trees.values() for s in symbols(tree)}
    used |= dict.fromkeys(n for n in old if n in definitions.trees and n in mentioned)
    _check_names(reading, definitions, {*quantities, *staying, *used})
    if len(used) != len(definitions.trees):
        raise _count(len(definitions.trees), list(used))
    if again := [n for n in used if n in definitions.trees and definitions.trees[n] != Symbol(n)]:
        cause = say("“{name}” would be an old and a new coordinate.", name=again[0])
        raise _fault(cause, "Give the new coordinate another name.")
    new = iter(name for name in used if name not in definitions.trees)
    names = tuple(
        name if name in staying or definitions.trees[name] == Symbol(name) else next(new)
        for name in old
    )
    trees = tuple(definitions.trees.get(name, Symbol(name)) for name in old)
    return Chart("own", old, names, trees, tuple(units))


def _by_old(reading: Reading, units: Sequence[str], definitions: Formulas) -> Chart:
    """p = p(q) = A q + b, inverted exactly."""
    old, quantities = reading.coordinates, _known(reading)
    _check_names(reading, definitions, {*quantities, *old})
    replaced = [
        n for n in old if any(Symbol(n) in symbols(tree) for tree in definitions.trees.values())
    ]
    if len(replaced) != len(definitions.trees):
        raise _count(len(replaced), list(definitions.trees))
    algebra = Algebra(reading.positive, (*definitions.trees, TIME), reading.spelling)
    values = [algebra.expression(tree) for tree in definitions.trees.values()]
    A = [[value.derivative(Symbol(name)) for name in replaced] for value in values]
    slopes = (entry.derivative(Symbol(name)) for row in A for entry in row for name in old)
    if not all(slope.is_zero for slope in slopes):
        cause = "They are not linear in the coordinates of the model."
        raise _fault(cause, "Give the coordinates of the model by the new ones: x = r*cos(phi).")
    at_zero = dict.fromkeys(map(Symbol, replaced), algebra.zero)
    moved = [
        algebra.symbol(Symbol(name)) - value.substitute(at_zero)
        for name, value in zip(definitions.trees, values, strict=True)
    ]
    try:
        B = inverse(A, algebra.zero, algebra.one)
    except LagrError:
        raise _fault("They depend on each other.", "Give independent ones.") from None
    solved = {
        name: sum((b * p for b, p in zip(row, moved, strict=True)), algebra.zero).tree()
        for name, row in zip(replaced, B, strict=True)
    }
    new = iter(definitions.trees)
    names = tuple(next(new) if name in solved else name for name in old)
    return Chart("own", old, names, tuple(solved.get(n, Symbol(n)) for n in old), tuple(units))


def _named(chart: Chart, chosen_units: Mapping[str, str]) -> Chart:
    """The chart with the units of its new coordinates: told, or those of what they are beside."""
    if strange := sorted(set(chosen_units) - set(chart.names)):
        cause = say("There is no new coordinate “{name}”.", name=strange[0])
        raise _fault(cause, did_you_mean(strange[0], chart.names))
    algebra = Algebra()
    unit_of = dict(zip(chart.old, chart.units, strict=True))
    for tree, unit in zip(chart.trees, chart.units, strict=True):
        value = algebra.expression(tree)
        for name in chart.names:
            if unit and name not in unit_of and value.derivative(Symbol(name)).constant:
                unit_of[name] = unit
    units = tuple(chosen_units.get(name, unit_of.get(name, "")) for name in chart.names)
    return Chart(chart.choice, chart.old, chart.names, chart.trees, units)


def _known(reading: Reading) -> set[str]:
    return {*reading.parameters, TIME, *reading.coordinates}


def _in_order(tree: Expression) -> list[Symbol]:
    """The symbols of a tree in the order in which they are written."""
    if isinstance(tree, Symbol):
        return [tree]
    return [symbol for part in parts(tree) for symbol in _in_order(part)]


def _check_names(reading: Reading, definitions: Formulas, names: set[str]) -> None:
    taken = {*reading.parameters, *reading.functions, TIME}
    for name, tree in definitions.trees.items():
        if name in taken:
            cause = say("“{name}” is no free name.", name=name)
            raise _fault(cause, "Give the new coordinate another name.")
        if any(symbol.order for symbol in symbols(tree)):
            cause = say("“{name}” depends on velocities.", name=name)
            raise _fault(cause, "Coordinates are functions of coordinates and time.")
        for symbol in symbols(tree):
            if symbol.name not in names or symbol.name in reading.functions:
                cause = say("“{name}” is not known here.", name=symbol.name)
                raise _fault(cause, did_you_mean(symbol.name, names))
        for function, _ in called(tree):
            if function not in {*BUILTINS, "pi", *reading.functions}:
                cause = say("“{name}” is not known here.", name=function)
                raise _fault(cause, did_you_mean(function, [*BUILTINS, *reading.functions]))


def _count(replaced: int, names: Sequence[str]) -> LagrError:
    cause = say(
        "{count} coordinates of the model are replaced by {count_2} new ones: {names}.",
        count=replaced,
        count_2=len(names),
        names=", ".join(names) or "–",
    )
    return _fault(cause, "Give as many as they replace.")


def _fault(cause: str, remedy: str) -> LagrError:
    return refusal(PLACE, cause, remedy, code="chart")

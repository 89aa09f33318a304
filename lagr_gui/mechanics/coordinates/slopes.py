"""The slopes of a chart, and a system read in its coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from lagr_gui.algebra import Algebra, Canonical
from lagr_gui.expression import (
    TIME,
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    substitute,
    symbols,
)
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.chart import Chart
from lagr_gui.mechanics.reading import Part, Reading

T = TypeVar("T")


def identity(reading: Reading, units: tuple[str, ...]) -> Chart:
    """The coordinates as they are drawn."""
    names = reading.coordinates
    return Chart("relative", names, names, tuple(map(Symbol, names)), units)


class Slopes:
    """∂q/∂p of a chart in closed form, and where it has no inverse."""

    def __init__(self, chart: Chart, reading: Reading) -> None:
        self.chart = chart
        self.algebra = Algebra(reading.positive, (*chart.names, TIME), reading.spelling)
        self.p = [Symbol(name) for name in chart.names]
        values = [self.algebra.expression(tree) for tree in chart.trees]
        self.J = [[value.derivative(p) for p in self.p] for value in values]
        self.q_t = [value.derivative(Symbol(TIME)) for value in values]

    def determinant(self) -> Canonical:
        """det ∂q/∂p"""
        return determinant(self.algebra, self.J)

    def velocities(self) -> dict[Symbol, Expression]:
        """q̇ = ∂q/∂p ṗ + ∂q/∂t of all coordinates that change, by their symbols."""
        trees: dict[Symbol, Expression] = {}
        for name, row, q_t in zip(self.chart.old, self.J, self.q_t, strict=True):
            total = q_t
            for slope, p in zip(row, self.p, strict=True):
                if not slope.is_zero:
                    total = total + slope * self.algebra.symbol(Symbol(p.name, 1))
            trees[Symbol(name, 1)] = total.tree()
        return {q: tree for q, tree in trees.items() if tree != q}


def determinant(algebra: Algebra, rows: Sequence[Sequence[Canonical]]) -> Canonical:
    """By expansion along the row with the fewest entries: most are zeros."""
    if not rows:
        return algebra.one
    place = min(range(len(rows)), key=lambda i: sum(not entry.is_zero for entry in rows[i]))
    others = [*rows[:place], *rows[place + 1 :]]
    total = algebra.zero
    for column, entry in enumerate(rows[place]):
        if not entry.is_zero:
            minor = [[*row[:column], *row[column + 1 :]] for row in others]
            total = total + entry * determinant(algebra, minor) * (-1) ** (place + column)
    return total


def in_chart(reading: Reading, chart: Chart) -> Reading:
    """The same system, read in new coordinates.

    Raises LagrError where coordinates of beams or circuits are to change.
    """
    changed = dict(chart.changed)
    for name in changed:
        if name in _kept(reading):
            raise _stays(name)
    replacements: dict[Symbol, Expression] = {Symbol(name): tree for name, tree in changed.items()}
    replacements |= Slopes(chart, reading).velocities()
    return replaced(replace(reading, coordinates=chart.names), replacements)


def replaced(reading: Reading, known: dict[Symbol, Expression]) -> Reading:
    """The same system with coordinates and velocities replaced wherever it speaks of them."""
    return replace(
        reading,
        base=_replaced(reading.base, known),
        links=_replaced(reading.links, known),
        beams=tuple(
            replace(b, steps=_replaced(b.steps, known), anchor=_replaced(b.anchor, known))
            for b in reading.beams
        ),
        parts=tuple(_part(part, known) for part in reading.parts),
        constraints=tuple(
            _part(entry, known) if isinstance(entry, Part) else _replaced(entry, known)
            for entry in reading.constraints
        ),
        limits=tuple(_part(part, known) for part in reading.limits),
        gravity=_replaced(reading.gravity, known),
    )


def _part(part: Part, replacements: dict[Symbol, Expression]) -> Part:
    made = {name: substitute(tree, replacements) for name, tree in part.made.items()}
    pinned = {symbol: substitute(tree, replacements) for symbol, tree in part.known.items()}
    return replace(part, made=made, known={**replacements, **pinned})


def _replaced(value: T, replacements: dict[Symbol, Expression]) -> T:
    """The same record with symbols replaced in all its trees."""
    result: Any = value
    if isinstance(value, (Number, Symbol, Sum, Product, Power, Call)):
        result = substitute(value, replacements) if symbols(value) & replacements.keys() else value
    elif isinstance(value, tuple):
        result = tuple(_replaced(entry, replacements) for entry in value)
    elif is_dataclass(value) and not isinstance(value, type):
        new = {f.name: _replaced(getattr(value, f.name), replacements) for f in fields(value)}
        result = replace(value, **new)
    return result


def _kept(reading: Reading) -> frozenset[str]:
    """Coordinates that no chart may change: amplitudes of beams, charges of circuits."""
    bent = {symbol.name for body in reading.beams for symbol in body.beam.amplitudes}
    return frozenset(bent.union(reading.mesh_charges))


def _stays(name: str) -> LagrError:
    return refusal(
        say("Coordinate “{name}”", name=name),
        "Coordinates of beams and charges of circuits cannot be replaced.",
        "Leave it out of the new coordinates; it then stays as it is.",
        code="chart",
    )

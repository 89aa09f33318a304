"""Angles along chains of parallel axes: relative to the body before, or absolute along the chain.

Where axes of turning joints that follow each other are parallel, the sum of their angles is the
angle of the body itself.  Parallel is decided exactly, never by a tolerance.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from lagr_gui.algebra import Algebra, Canonical
from lagr_gui.expression import TIME, Expression, Product, Symbol, symbols
from lagr_gui.mechanics.chart import Chart
from lagr_gui.mechanics.coordinates.slopes import identity
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.steps import Shift, Spin, Step, Turn
from lagr_gui.mechanics.trees import MINUS, Trees, negative, total
from lagr_gui.mechanics.vectors import Triple, apply, cross, dot, transpose

Axis = Triple[Canonical]

STEMS = ("phi", "psi", "theta", "alpha", "beta", "chi")
"""Letters of new angles; the first is taken of which no name is in use."""


@dataclass(frozen=True)
class Turned:
    """An angle of a chain: the one before it in the chain, and its sense along the first axis."""

    name: str
    before: str
    sign: int


@dataclass(frozen=True)
class _Reached:
    """The last axis about which a body turned, in its own axes, by which angle, in which sense.

    `sign` says whether the axis has the sense of the first one of its chain.
    """

    axis: Axis
    name: str
    sign: int


def chains(reading: Reading) -> dict[str, Turned]:
    """The angles that stand in chains of two or more parallel axes, from inboard to outboard."""
    walker = _Walker(reading)
    reached: dict[int, _Reached | None] = {0: None}
    for link in reading.links:
        reached[link.child] = walker.walk(reached[link.parent], link.steps)
    inner = {angle.before for angle in walker.found.values()}
    return {n: a for n, a in walker.found.items() if a.before or n in inner}


class _Walker:
    """Follows the axes of turns from body to body."""

    def __init__(self, reading: Reading) -> None:
        self.algebra = Algebra(positive=reading.positive, spelling=reading.spelling)
        self.found: dict[str, Turned] = {}
        self.moving = {*reading.coordinates, TIME}
        steps = [step for link in reading.links for step in link.steps]
        uses = Counter(name for step in steps for name in _names(step) & self.moving)
        self.own = {name for name, count in uses.items() if count == 1 and name != TIME}

    def walk(self, reached: _Reached | None, steps: Sequence[Step]) -> _Reached | None:
        """What is reached after some steps."""
        for step in steps:
            if isinstance(step, Turn):
                reached = self._turned(reached, step)
            elif isinstance(step, Spin):
                reached = self._spun(reached, step)
        return reached

    def _turned(self, reached: _Reached | None, step: Turn) -> _Reached | None:
        if reached is None or _names(step) & self.moving:
            return None
        first, second, third = (self._vector(row) for row in step.matrix)
        axis = apply(transpose((first, second, third)), reached.axis)
        return _Reached(axis, reached.name, reached.sign)

    def _spun(self, reached: _Reached | None, step: Spin) -> _Reached | None:
        axis = self._vector(step.axis)
        along = self._sense(reached, axis)
        name, sign = _coordinate(step.angle)
        if name not in self.own:
            steady = not _names(step) & self.moving
            return reached if along and steady else None
        if reached is None or not along:
            self.found[name] = Turned(name, "", 1)
            return _Reached(axis, name, sign)
        sense = reached.sign * along
        self.found[name] = Turned(name, reached.name, sense * sign)
        return _Reached(axis, name, sense)

    def _sense(self, reached: _Reached | None, axis: Axis) -> int:
        """1 or −1 where an axis is parallel to the one before, else 0."""
        if reached is None or any(not part.is_zero for part in cross(reached.axis, axis)):
            return 0
        cosine = dot(reached.axis, axis).constant
        return 0 if cosine is None else 1 if cosine > 0 else -1

    def _vector(self, trees: Trees) -> Axis:
        first, second, third = map(self.algebra.expression, trees)
        return first, second, third


def _names(step: Step) -> set[str]:
    return {symbol.name for tree in _trees(step) for symbol in symbols(tree)}


def _trees(step: Step) -> Iterator[Expression]:
    match step:
        case Shift(vector):
            yield from vector
        case Spin(axis, angle):
            yield from (*axis, angle)
        case Turn(matrix):
            for row in matrix:
                yield from row


def _coordinate(angle: Expression) -> tuple[str, int]:
    """The coordinate that an angle is, and its sign; no name for other angles."""
    match angle:
        case Symbol(name, 0):
            return name, 1
        case Product((first, Symbol(name, 0))) if first == MINUS:
            return name, -1
        case _:
            return "", 1


def with_absolute(
    reading: Reading,
    units: Sequence[str],
    found: dict[str, Turned],
    chosen: Collection[str],
    choice: str = "absolute",
) -> Chart:
    """The chart in which the `chosen` angles of chains are absolute, all others as they are.

    An absolute angle is the sum of those along the chain, positive about the first axis.  Where
    none is chosen these are the coordinates as they are drawn.
    """
    if not chosen:
        return identity(reading, tuple(units))
    old = reading.coordinates
    new = _new_names(reading, [name for name in old if name in chosen])

    def sum_to(name: str) -> list[Expression]:
        """The absolute angle at a joint, as terms."""
        if not name:
            return []
        if name in new:
            return [Symbol(new[name])]
        angle = Symbol(name)
        return [*sum_to(found[name].before), angle if found[name].sign > 0 else negative(angle)]

    def tree(name: str) -> Expression:
        if name not in new:
            return Symbol(name)
        terms = [Symbol(new[name]), *map(negative, sum_to(found[name].before))]
        return total(terms if found[name].sign > 0 else [negative(term) for term in terms])

    names = tuple(new.get(name, name) for name in old)
    return Chart(choice, old, names, tuple(_tidy(tree(name)) for name in old), tuple(units))


def _tidy(tree: Expression) -> Expression:
    """Sums without double signs, their positive terms first."""
    return Algebra().expression(tree).tree()


def _new_names(reading: Reading, chosen: Sequence[str]) -> dict[str, str]:
    """A letter that is free, with the number that the old name has, or that of the coordinate."""
    digits = {name: ending[0] if (ending := re.findall(r"\d+$", name)) else "" for name in chosen}
    if len(set(digits.values())) < len(chosen) or "" in digits.values():
        digits = {name: str(reading.coordinates.index(name) + 1) for name in chosen}
    taken = {*reading.names, TIME}
    stem, stems = STEMS[0], iter((*STEMS[1:], *(f"{s}_a" for s in STEMS)))
    while any(f"{stem}{number}" in taken for number in digits.values()):
        stem = next(stems, f"{stem}a")
    return {name: f"{stem}{number}" for name, number in digits.items()}

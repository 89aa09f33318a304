"""What acts on bodies cut free, as arrows with the letters of their Newton–Euler equations.

Reactions and multipliers are read off the equations themselves, each where it acts; what elements
exert is told by the elements, at their points.  Nothing is drawn that is not in an equation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from lagr_gui.catalogue.kinds import Condition, Limit, Load
from lagr_gui.expression import Expression, Symbol, read, symbols
from lagr_gui.expression.rows import as_sum, is_negative, negative
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.closed import nonzero
from lagr_gui.mechanics.closure import Closure
from lagr_gui.mechanics.formalisms.cutting import AXES, FORCE, JOINT, BodyAxes, CutBodies
from lagr_gui.mechanics.formalisms.kinetics import Kinetics
from lagr_gui.mechanics.formalisms.newton_euler import NewtonEuler
from lagr_gui.mechanics.formalisms.wrenches import Cutting
from lagr_gui.mechanics.measures import cut_measures, load_of, measures_of
from lagr_gui.mechanics.reading import Link, Part
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.balance import multiplier
from lagr_gui.mechanics.vectors import Square, Triple, apply, cross, dot, minus, plus, times

Vector = Triple[Any]
Wrench = tuple[Vector, Vector]
Evaluate = Callable[[Any], float]
"""The number that a value is at the initial configuration."""
_TINY = 1e-9


@dataclass(frozen=True, eq=False)
class CutArrow:
    """A force, or a moment where it `turns`, on a body cut free.

    It acts at a `point` (3,) along a `way` (3,) of length 1, in space axes; there its size is the
    `label`, whose letters are those of the equations.  The `source` is the key of an item.
    """

    source: str
    label: Expression
    turns: bool
    point: Array
    way: Array


@dataclass(frozen=True, eq=False)
class CutBody:
    """A body with all that acts on it, and the axes (3, 3) along which its forces are balanced.

    The axes are rows in space axes, called by `letters` (empty: none is balanced along it).
    """

    number: int
    arrows: tuple[CutArrow, ...]
    axes: Array
    letters: tuple[str, str, str]


@dataclass(frozen=True, eq=False)
class _Push:
    """A force `way` × `size` at a point, a moment where there is no point."""

    body: int
    source: str
    point: Vector | None
    way: Vector
    size: Any


class _Pushes(Cutting):
    """Notes where each element pushes, and how large the force is that it pushes with."""

    def __init__(self, kinetics: Kinetics) -> None:
        self.noted: list[_Push] = []
        self._size = kinetics.algebra.one
        (self._unit,) = kinetics.calculus.introduce([_UNIT])
        super().__init__(kinetics)

    def part(self, part: Part) -> None:
        """What an element acts on."""
        if isinstance(part.kind.law, Load) and part.kind.law.axes:
            self._source, self._size = part.key, self.kinetics.algebra.one
            force, push = load_of(self.space, part, part.kind.law.vector, part.kind.law.axes)
            push(self, force)
            return
        super().part(part)

    def _pushes(self, part: Part) -> Iterator[tuple[Any, Any]]:
        for force, push in super()._pushes(part):
            self._size = force
            yield self._unit, push

    def bind(self, condition: Closure | Part) -> None:
        """Where a condition acts; how large it is there its slopes tell."""
        self._source = condition.key
        if isinstance(condition, Closure):
            measures = [measure for measure, *_ in cut_measures(self.space, condition)]
        else:
            law = condition.kind.law
            assert isinstance(law, (Condition, Limit))
            texts = law.reached if isinstance(law, Limit) else (*law.position, *law.velocity)
            names = {symbol.name for text in texts for symbol in symbols(read(text))}
            measures = [*measures_of(self.space, condition, names).values()]
        for measure in measures:
            measure.push(self, self._unit)

    def push(self, body: int, point: Vector, force: Vector) -> None:
        """A force at a point."""
        self._note(body, point, force)

    push_at = push

    def turn(self, body: int, moment: Vector) -> None:
        """A moment on a body."""
        self._note(body, None, moment)

    def _note(self, body: int, point: Vector | None, vector: Vector) -> None:
        slopes = tuple(entry.derivative(_UNIT) for entry in vector)
        way = vector if all(slope.is_zero for slope in slopes) else slopes
        if body:
            self.noted.append(_Push(body, self._source, point, way, self._size))


_UNIT = Symbol("size of a push")


class CutArrows:
    """The arrows of a system, with the axes that its equations have, as `show` writes them.

    `at` tells numbers of values at the initial configuration.  Raises LagrError where a value has
    none.
    """

    def __init__(
        self, kinetics: Kinetics, axes: Mapping[int, BodyAxes], show: Show, at: Evaluate
    ) -> None:
        self.kinetics, self.algebra, self.show, self.at = kinetics, kinetics.algebra, show, at
        self.cut = CutBodies(NewtonEuler(kinetics), axes)
        self.links = {link.joint: link for link in kinetics.reading.links}

    def bodies(self) -> Iterator[CutBody]:
        """Body by body."""
        for body in self.kinetics.bodies:
            axes = np.array([self._numbers(row) for row in self._axes(body.number)])
            turned = self.cut.turned.get(body.number)
            balanced = [AXES[axis] for axis in self.cut.axes]
            if turned is not None and turned.along:
                balanced = ["t", "n"]
            by_axis = dict(zip(self.cut.axes, balanced, strict=True))
            first, second, third = (by_axis.get(axis, "") for axis in range(3))
            arrows = tuple(self._arrows(body.number))
            yield CutBody(body.number, arrows, axes, (first, second, third))

    # --- what the equations say ---------------------------------------------------------------

    def _axes(self, number: int) -> Square[Any]:
        """The axes along which forces on a body are balanced."""
        turned = self.cut.turned.get(number)
        return self.cut.kinematics.identity if turned is None else turned.rows

    def _wrenches(self, number: int) -> dict[str, Wrench]:
        """Forces and moments about the centre of mass by source, as the equations have them."""
        nowhere = self.cut.kinematics.nowhere
        found: dict[str, Wrench] = {}
        E = self.cut.kinematics.poses[number][0]
        turning = E if self.cut.plane is None else self.cut.kinematics.identity
        for equation in self.cut.equations:
            if equation.number != number or equation.sort == JOINT:
                continue
            is_force = equation.sort == FORCE
            row = (self._axes(number) if is_force else turning)[equation.axis]
            for source, value in equation.right.items():
                if self.show.after(value).is_zero:
                    continue
                force, moment = found.get(source, (nowhere, nowhere))
                if is_force:
                    force = plus(force, times(row, value))
                else:
                    moment = plus(moment, times(row, value))
                found[source] = force, moment
        return found

    @cached_property
    def _unknowns(self) -> list[Symbol]:
        """The letters of reactions and multipliers."""
        reactions = [s for symbols in self.cut.unknowns.values() for s in symbols]
        shown = self.kinetics.closed.constraints.shown
        return reactions + [multiplier(s) for s, _ in enumerate(shown, start=1)]

    @cached_property
    def _noted(self) -> tuple[list[_Push], list[_Push]]:
        """What elements push, and where conditions do."""
        pushes = _Pushes(self.kinetics)
        applied, pushes.noted = pushes.noted, []
        for condition in self.kinetics.reading.constraints:
            pushes.bind(condition)
        return applied, pushes.noted

    # --- arrows -------------------------------------------------------------------------------

    def _arrows(self, number: int) -> Iterator[CutArrow]:
        still = dict.fromkeys(self._unknowns, self.algebra.zero)
        for source, wrench in self._wrenches(number).items():
            for symbol in self._unknowns:
                force, moment = (_slopes(vector, symbol) for vector in wrench)
                if _is_some(force) or _is_some(moment):
                    size = self.algebra.symbol(symbol)
                    point = self._place(number, source, (force, moment))
                    yield from self._pair(number, source, point, (force, moment), size)
            inserted = self.kinetics.calculus.inserted
            rest = [tuple(inserted(entry, still) for entry in vector) for vector in wrench]
            if any(map(_is_some, rest)):
                yield from self._applied(number, source, (rest[0], rest[1]))

    def _pair(
        self, number: int, source: str, point: Vector, wrench: Wrench, size: Any
    ) -> Iterator[CutArrow]:
        """A force at a point, and the moment that is left about it."""
        force, moment = wrench
        if _is_some(force):
            yield from self._directed(number, source, point, force, size, turns=False)
            lever = minus(point, self.cut.kinematics.poses[number][1])
            moment = minus(moment, cross(lever, force))
        seen = size == self.algebra.one or max(map(abs, self._numbers(moment))) > _TINY
        if _is_some(moment) and seen:
            yield from self._directed(number, source, point, moment, size, turns=True)

    def _place(self, number: int, source: str, wrench: Wrench) -> Vector:
        """Where a reaction acts: at its joint, at a point of its element, or on its line."""
        centre = self.cut.kinematics.poses[number][1]
        sort, _, name = source.partition(":")
        if sort == "joint" and name in self.links:
            return self._joint(self.links[name])
        force, moment = (np.array(self._numbers(vector)) for vector in wrench)
        square = float(force @ force)
        for push in self._noted[1]:
            if push.body == number and push.source == source and push.point is not None:
                lever = np.array(self._numbers(minus(push.point, centre)))
                if np.abs(np.cross(lever, force) - moment).max() < _TINY * (1 + square):
                    return push.point
        if square < _TINY:
            return self._hold(number, source)
        foot = cross(*wrench)
        return plus(centre, times(foot, self.algebra.one / dot(wrench[0], wrench[0])))

    def _joint(self, link: Link) -> Vector:
        poses = self.cut.kinematics.poses
        return plus(poses[link.child][1], self.cut.form.arm(link))

    def _hold(self, number: int, source: str) -> Vector:
        """Where a moment is drawn: at the joint on whose coordinates its element acts."""
        on = self.cut.form.wrenches.on_coordinate
        acting = {rho for rho, parts in on.items() if source in parts}
        bindings = (b for b in self.cut.form.bindings.rows if b.source == source)
        acting |= {rho for binding in bindings for rho in binding.on_coordinates}
        for link in self.kinetics.reading.links:
            moved = acting & {*self.cut.motions[link.joint].columns}
            if number in (link.parent, link.child) and moved:
                return self._joint(link)
        return self.cut.kinematics.poses[number][1]

    def _applied(self, number: int, source: str, wrench: Wrench) -> Iterator[CutArrow]:
        """What an element exerts at its points, or through the joint on whose coordinates it acts.

        That is told by the equations alone where they say another thing.
        """
        centre = self.cut.kinematics.poses[number][1]
        pushes = [p for p in self._noted[0] if p.body == number and p.source == source]
        pushes += self._moved(number, source)
        force = moment = self.cut.kinematics.nowhere
        for push in pushes:
            vector = times(push.way, push.size)
            if push.point is None:
                moment = plus(moment, vector)
            else:
                force = plus(force, vector)
                moment = plus(moment, cross(minus(push.point, centre), vector))
        kept = range(3) if self.cut.plane is None else self.cut.axes
        turned = self.cut.turns if self.cut.plane is not None else range(3)
        same = all(force[i] == wrench[0][i] for i in kept)
        if pushes and same and all(moment[i] == wrench[1][i] for i in turned):
            for push in pushes:
                point = push.point or self._hold(number, source)
                turns = push.point is None
                yield from self._directed(number, source, point, push.way, push.size, turns)
            return
        yield from self._pair(number, source, self._hold(number, source), wrench, self.algebra.one)

    def _moved(self, number: int, source: str) -> Iterator[_Push]:
        """What pushes along coordinates, as forces at joints along their ways, or moments."""
        for rho, parts in self.cut.form.wrenches.on_coordinate.items():
            for link in self.kinetics.reading.links if source in parts else ():
                if link.child < 0 or number not in (link.parent, link.child):
                    continue
                if (column := self.cut.motions[link.joint].columns.get(rho)) is None:
                    continue
                sign = 1 if number == link.child else -1
                move, turn = (times(vector, sign) for vector in column)
                size = parts[source]
                if _is_some(turn):
                    yield _Push(number, source, None, turn, size)
                else:
                    yield _Push(number, source, self._joint(link), move, size)

    # --- directions and labels ----------------------------------------------------------------

    def _directed(
        self, number: int, source: str, point: Vector, way: Vector, size: Any, turns: bool
    ) -> Iterator[CutArrow]:
        """An arrow along a way, or one along each axis where there are few of them.

        A way has any length; forces across the plane of a system are in no equation.
        """
        place = np.array(self._numbers(point))
        plane = self.cut.plane
        if plane is not None and not turns:
            first, second, third = (self.algebra.zero if i == plane else way[i] for i in range(3))
            way = first, second, third
        if not _is_some(way):
            return
        bases = (self._axes(number), self.cut.kinematics.poses[number][0])
        rows: Square[Any] = self.cut.kinematics.identity
        for other in bases:
            if _count(apply(other, way)) < _count(apply(rows, way)):
                rows = other
        parts = apply(rows, way)
        if _count(parts) == 1 or size == self.algebra.one:
            ways = [(row, part * size) for row, part in zip(rows, parts, strict=True)]
        else:
            square = dot(way, way)
            length = self.algebra.one if square == 1 else self.algebra.call("sqrt", (square,))
            ways = [(way, size * length)]
        for along, value in ways:
            if trees := [term.tree for term in self.show.terms(nonzero({source: value}))]:
                unit = _unit(self._numbers(along))
                if all(map(is_negative, trees)):
                    trees, unit = [negative(tree) for tree in trees], -unit
                yield CutArrow(source, as_sum(trees), turns, place, unit)

    def _numbers(self, vector: Vector) -> list[float]:
        return [self.at(entry) for entry in vector]


def _slopes(vector: Vector, symbol: Symbol) -> Vector:
    return (
        vector[0].derivative(symbol),
        vector[1].derivative(symbol),
        vector[2].derivative(symbol),
    )


def _is_some(vector: Any) -> bool:
    return any(not entry.is_zero for entry in vector)


def _count(vector: Vector) -> int:
    return sum(not entry.is_zero for entry in vector)


def _unit(vector: list[float]) -> Array:
    length = float(np.linalg.norm(vector))
    return np.array(vector) / (length or 1.0)

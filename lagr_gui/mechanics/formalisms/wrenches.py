"""Applied forces and moments on each body about its centre of mass, in space axes.

Formalisms that cut the bodies free (Kane, Newton–Euler, Gauss) start from these instead of
generalised forces; only what acts on a joint coordinate itself stays a generalised force.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lagr_gui.catalogue.kinds import (
    AtPoint,
    Dissipation,
    Energies,
    Line,
    Load,
    OnBody,
    OnCoordinate,
    Potential,
)
from lagr_gui.expression import Symbol, read, symbols
from lagr_gui.mechanics.formalisms.kinetics import Kinetics, no_body, rates
from lagr_gui.mechanics.laws import slope_of
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.vectors import Triple, cross, dot, minus, plus, times

Vector = Triple[Any]


@dataclass
class Wrenches:
    """Force and moment on each body, by source; generalised forces on coordinates, ρ = 1 … f."""

    force: dict[int, dict[str, Vector]] = field(default_factory=dict)
    moment: dict[int, dict[str, Vector]] = field(default_factory=dict)
    on_coordinate: dict[int, dict[str, Any]] = field(default_factory=dict)


class Cutting:
    """Cuts the bodies free of the elements."""

    def __init__(self, kinetics: Kinetics) -> None:
        self.kinetics = kinetics
        self.kinematics, self.rate = kinetics.kinematics, kinetics.rate
        self.wrenches = Wrenches()
        for body in kinetics.bodies:
            self.wrenches.force[body.number] = {}
            self.wrenches.moment[body.number] = {}
            if body.gravity:
                weight = times(self.kinematics.vector(kinetics.reading.gravity), body.M)
                self._push(body.number, body.key, weight, self.kinematics.poses[body.number][1])
        for part in kinetics.reading.parts:
            self._part(part)
        for beam in kinetics.reading.beams:
            self._on_coordinates(beam.key)

    def _part(self, part: Part) -> None:
        if part.conducts:
            raise no_body(part)
        if isinstance(part.kind.law, Energies):
            if part in self.kinetics.reading.kinetic:
                raise no_body(part)
            self._on_coordinates(part.key)
            return
        geometry, law = part.kind.geometry, part.kind.law
        match geometry, law:
            case Line(), _:
                self._line(part, geometry)
            case OnCoordinate(name), _:
                self._coordinate(part, part.value(name))
            case AtPoint(body, point), Load():
                number = part.value(body)
                place = self.kinematics.point(number, part.trees(point))
                self._push(number, part.key, self._in_space(part, law, number), place)
            case OnBody(body, reaction), Load():
                moment = self._in_space(part, law, part.value(body))
                self._turn(part.value(body), part.key, moment)
                self._turn(part.value(reaction), part.key, times(moment, -1))
            case _:
                raise AssertionError(f"{part.record.name} has no force on a body")

    def _on_coordinates(self, key: str) -> None:
        """What follows from U and D: generalised forces."""
        for rho, force in self.kinetics.closed.effects[key].Q.items():
            if not force.is_zero:
                self.wrenches.on_coordinate.setdefault(rho, {})[key] = force

    def _line(self, part: Part, line: Line) -> None:
        a, b = part.value(line.body_a), part.value(line.body_b)
        ends = (
            self.kinematics.point(a, part.trees(line.point_a)),
            self.kinematics.point(b, part.trees(line.point_b)),
        )
        span = minus(*ends)
        speeds = rates(self.rate, span)
        algebra = self.kinematics.algebra
        length = algebra.call("sqrt", (dot(span, span),))
        along = algebra.zero if part.joined else dot(span, speeds) / length
        measures = {"length": length, "rate": along, "square_speed": dot(speeds, speeds)}
        law = part.kind.law
        if isinstance(law, Potential):
            force = times(span, -(self._slope(part, law.energy, "length", measures) / length))
        else:
            assert isinstance(law, Dissipation)
            pull = self._slope(part, law.power, "rate", measures)
            pull = algebra.zero if part.joined else pull / length
            drag = self._slope(part, law.power, "square_speed", measures)
            force = plus(times(span, -pull), times(speeds, drag * -2))
        self._push(a, part.key, force, ends[0])
        self._push(b, part.key, times(force, -1), ends[1])

    def _coordinate(self, part: Part, name: str) -> None:
        index = self.kinetics.reading.coordinates.index(name) + 1
        q, qd = (self.kinetics.algebra.symbol(Symbol(name, order)) for order in (0, 1))
        measures = {"value": q, "rate": qd}
        match part.kind.law:
            case Potential(energy):
                force = -self._slope(part, energy, "value", measures)
            case Dissipation(power):
                force = -self._slope(part, power, "rate", measures)
            case Load(vector):
                force = self.kinematics.value(part.tree(vector))
            case _:
                raise AssertionError(f"{part.record.name} has no force on a coordinate")
        self.wrenches.on_coordinate.setdefault(index, {})[part.key] = force

    def _slope(self, part: Part, law: str, name: str, measures: dict[str, Any]) -> Any:
        """The derivative of an element's law by one of its measures, as a value."""
        tree = slope_of(read(law), Symbol(name))
        names = {symbol.name for symbol in symbols(tree)}
        fields = {
            spec.name: self.kinematics.value(part.tree(spec.name))
            for spec in part.kind.fields
            if spec.name in names
        }
        used = {key: value for key, value in measures.items() if key in names}
        return self.kinematics.value(tree, **fields, **used)

    def _in_space(self, part: Part, law: Load, body: int) -> Vector:
        vector = self.kinematics.vector(part.trees(law.vector))
        if part.value(law.axes) == "body":
            return self.kinematics.in_space(self.kinematics.poses[body][0], vector)
        return vector

    def _push(self, body: int, key: str, force: Vector, point: Vector) -> None:
        """A force at a point; what body 0 is pushed with is of no interest."""
        if body:
            known = self.wrenches.force[body]
            known[key] = plus(known[key], force) if key in known else force
            arm = minus(point, self.kinematics.poses[body][1])
            self._turn(body, key, cross(arm, force))

    def _turn(self, body: int, key: str, moment: Vector) -> None:
        if body:
            known = self.wrenches.moment[body]
            known[key] = plus(known[key], moment) if key in known else moment


def summed(parts: dict[str, Vector], zero: Any) -> Vector:
    """The sum of vectors."""
    result = (zero, zero, zero)
    for vector in parts.values():
        result = plus(result, vector)
    return result

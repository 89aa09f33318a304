"""Applied forces and moments on each body about its centre of mass, in space axes.

Formalisms that cut the bodies free (Kane, Newton–Euler, Gauss) start from these instead of
generalised forces; only what acts on a joint coordinate itself stays a generalised force.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lagr_gui.catalogue.kinds import Dissipation, Energies, Load, Potential
from lagr_gui.expression import Symbol, read, symbols
from lagr_gui.mechanics.formalisms.kinetics import Kinetics, no_body
from lagr_gui.mechanics.formalisms.measures import ActingMeasure, Acts, along_of, vector_of
from lagr_gui.mechanics.laws import slope_of
from lagr_gui.mechanics.reading import ElasticBody, Part
from lagr_gui.mechanics.vectors import Triple, cross, minus, plus, times

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
            self.part(part)
        for beam in kinetics.reading.beams:
            self.beam(beam)

    def beam(self, beam: ElasticBody) -> None:
        """A beam acts on coordinates alone."""
        self.on_coordinates(beam.key)

    def part(self, part: Part) -> None:
        """What an element acts on."""
        if part.conducts:
            raise no_body(part)
        if isinstance(part.kind.law, Energies):
            if part in self.kinetics.reading.kinetic:
                raise no_body(part)
            self.on_coordinates(part.key)
            return
        if isinstance(part.kind.law, Load) and part.kind.law.axes:
            self._vector(part, part.kind.law)
        else:
            for force, measure in self._along(part):
                self._act(part.key, measure.act(force))

    def _along(self, part: Part) -> Iterator[tuple[Any, ActingMeasure]]:
        """The forces of an element along its measures."""
        match part.kind.law:
            case Load(vector, along=along):
                measure = along_of(self.kinetics, part, {along})[along]
                yield self.kinematics.value(part.tree(vector)), measure
            case Potential(text) | Dissipation(text):
                names = {symbol.name for symbol in symbols(read(text))}
                found = along_of(self.kinetics, part, names)
                values = {name: measure.value for name, measure in found.items()}
                for name in sorted(names & found.keys()):
                    yield -self._slope(part, text, name, values), found[name]
            case _:
                raise AssertionError(f"{part.record.name} has no force on a body")

    def _vector(self, part: Part, law: Load) -> None:
        """A force or moment, given in space axes or in those of its body."""
        body, act = vector_of(self.kinetics, part)
        vector = self.kinematics.vector(part.trees(law.vector))
        if part.value(law.axes) == "body":
            vector = self.kinematics.in_space(self.kinematics.poses[body][0], vector)
        self._act(part.key, act(vector))

    def _act(self, key: str, acts: Acts) -> None:
        for body, place, force in acts.forces:
            self._push(body, key, force, place)
        for body, moment in acts.moments:
            self._turn(body, key, moment)
        for index, force in acts.on_coordinates.items():
            self.wrenches.on_coordinate.setdefault(index, {})[key] = force

    def on_coordinates(self, key: str) -> None:
        """What follows from U and D: generalised forces."""
        for rho, force in self.kinetics.closed.effects[key].Q.items():
            if not force.is_zero:
                self.wrenches.on_coordinate.setdefault(rho, {})[key] = force

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

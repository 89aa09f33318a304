"""Applied forces and moments on each body about its centre of mass, in space axes.

Formalisms that cut the bodies free (Kane, Newton–Euler, Gauss) start from these instead of
generalised forces; only what acts on a joint coordinate itself stays a generalised force.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lagr_gui.catalogue.kinds import Energies
from lagr_gui.mechanics.closed.measures import ClosedSpace
from lagr_gui.mechanics.cut_free.pushes import pushes_of
from lagr_gui.mechanics.formalisms.kinetics import Kinetics, no_body
from lagr_gui.mechanics.reading import ElasticBody, Part
from lagr_gui.mechanics.spaces.carrier import Push
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
        self.space = ClosedSpace(kinetics.kinematics, kinetics.rate)
        self.wrenches = Wrenches()
        self._source = ""
        for body in kinetics.bodies:
            self.wrenches.force[body.number] = {}
            self.wrenches.moment[body.number] = {}
            if body.gravity:
                self._source = body.key
                weight = times(self.kinematics.vector(kinetics.reading.gravity), body.M)
                self.push(body.number, self.kinematics.poses[body.number][1], weight)
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
        self._source = part.key
        for force, push in self._pushes(part):
            push(self, force)

    def _pushes(self, part: Part) -> Iterator[tuple[Any, Push]]:
        """The forces of an element, and where they act."""
        return pushes_of(self.space, part)

    def on_coordinates(self, key: str) -> None:
        """What follows from U and D: generalised forces."""
        for rho, force in self.kinetics.closed.effects[key].Q.items():
            if not force.is_zero:
                self.wrenches.on_coordinate.setdefault(rho, {})[key] = force

    def push(self, body: int, point: Vector, force: Vector) -> None:
        """A force at a point; what body 0 is pushed with is of no interest."""
        if body:
            forces = self.wrenches.force[body]
            forces[self._source] = plus(forces.get(self._source, self.space.nowhere), force)
            arm = minus(point, self.kinematics.poses[body][1])
            self.turn(body, cross(arm, force))

    push_at = push  # points are places of space here

    def turn(self, body: int, moment: Vector) -> None:
        """A moment on a body."""
        if body:
            moments = self.wrenches.moment[body]
            moments[self._source] = plus(moments.get(self._source, self.space.nowhere), moment)

    def move(self, index: int, force: Any) -> None:
        """A force on a coordinate."""
        self.wrenches.on_coordinate.setdefault(index, {})[self._source] = force


def summed(parts: dict[str, Vector], zero: Any) -> Vector:
    """The sum of vectors."""
    result = (zero, zero, zero)
    for vector in parts.values():
        result = plus(result, vector)
    return result

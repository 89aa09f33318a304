"""What one element exerts, as nodes of the recursion: force, moment, thrust, effort.

A force is that on its first point, in space axes; on its other end the opposite acts.  A thrust
pushes both ends of a line apart and is negative where it pulls.  An effort acts along a
coordinate.
"""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.catalogue.geometry import (
    AtPoint,
    Conductor,
    Line,
    OnBody,
    OnCoordinate,
    OverPulleys,
)
from lagr_gui.catalogue.kinds import Dissipation, Energies, Friction, Load, Potential
from lagr_gui.expression import Symbol, read, symbols, write
from lagr_gui.kernel import Node
from lagr_gui.mechanics import friction
from lagr_gui.mechanics.laws import slope_of
from lagr_gui.mechanics.measures import with_measures
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.recursion.forces import RecursionForces, law_slope
from lagr_gui.mechanics.recursion.frames import BodySeat
from lagr_gui.mechanics.recursion.motion import MovingFrames
from lagr_gui.mechanics.recursion.space import RecursionSpace
from lagr_gui.mechanics.recursion.wrenches import FrameWrenches
from lagr_gui.mechanics.vectors import Triple, plus
from lagr_gui.model.kinds import FieldType


def has_force(part: Part) -> bool:
    """Whether an element that binds nothing pushes at a point, so that its force is a vector."""
    geometry = part.kind.geometry
    return geometry.framed or (isinstance(geometry, Line | OverPulleys | AtPoint) and not part.rubs)


def has_moment(part: Part) -> bool:
    """Whether it exerts a moment that is a vector."""
    return part.kind.geometry.framed or isinstance(part.kind.geometry, OnBody)


def has_thrust(part: Part) -> bool:
    """Whether it acts along its line, so that a number tells its force."""
    match part.kind.geometry, part.kind.law:
        case Line() | OverPulleys(), Potential(text) | Dissipation(text):
            return not {s.name for s in symbols(read(text))}.isdisjoint(_ALONG)
        case geometry, Load(along=along):
            return isinstance(geometry, Line | OverPulleys) and along in _ALONG
        case Line(), Friction():
            return not part.rubs
        case _:
            return False


def effort_on(part: Part) -> str:
    """The coordinate along which it acts: its own, or the one that a motor moves; else empty.

    What acts along several has none.
    """
    match part.kind.geometry, part.kind.law:
        case OnCoordinate(coordinate), _ if not part.slopes:
            return part.value(coordinate)
        case Conductor(), Energies():
            return next(map(part.value, _moved(part)), "")
        case _:
            return ""


_ALONG: Mapping[str, int] = {"length": 1, "rate": 1, "shortening": -1}
"""Measures along lines; whether a force along them pushes the ends apart, or together."""


def _moved(part: Part) -> list[str]:
    """The fields in which a branch names a coordinate."""
    return [spec.name for spec in part.kind.fields if spec.type == FieldType.COORDINATE]


class Exerted:
    """What the elements of a recursion exert."""

    def __init__(self, recursion: Recursion) -> None:
        self._first = _FirstPushes(recursion.motion)
        RecursionForces(recursion.motion, self._first)
        self._space = RecursionSpace(recursion.motion)
        self._scope = recursion.scope
        self._still = recursion.motion.still

    def force(self, part: Part) -> Triple[Node]:
        """The force on its first point."""
        return self._first.forces.get(part.key, self._still)

    def moment(self, part: Part) -> Triple[Node]:
        """The moment on its body."""
        return self._first.moments.get(part.key, self._still)

    def effort(self, part: Part) -> Node:
        """What acts on its coordinate."""
        if isinstance(law := part.kind.law, Energies):
            (field,) = _moved(part)
            slope = slope_of(read(law.kinetic), Symbol(field))
            return self._scope.node(part.law(write(slope)))
        return self._first.efforts.get(part.key, self._scope.program.zero)

    def thrust(self, part: Part, length: Node, rate: Node) -> Node:
        """What pushes its ends apart, by its law over the length of its line."""
        match part.kind.law:
            case Potential(text) | Dissipation(text):
                measures = {"length": length, "rate": rate}
                named = measures.keys() & {symbol.name for symbol in symbols(read(text))}
                slopes = [
                    with_measures(self._space, part, law_slope(part, text, name), measures)
                    for name in sorted(named)
                ]
                return -self._scope.program.add(slopes)
            case Friction():
                return with_measures(self._space, part, friction.force(part), {"rate": rate})
            case Load(vector, along=along):
                return self._scope.node(part.tree(vector)) * _ALONG[along]
            case _:
                raise AssertionError("an element that binds is no force")


class _FirstPushes(FrameWrenches):
    """Notes what each source exerts where it acts first."""

    def __init__(self, motion: MovingFrames) -> None:
        super().__init__(motion)
        self.forces: dict[str, Triple[Node]] = {}
        self.moments: dict[str, Triple[Node]] = {}
        self.efforts: dict[str, Node] = {}
        self._first: dict[str, BodySeat] = {}

    def push(self, seat: BodySeat, local: Triple[Node], force: Triple[Node]) -> None:
        """Note a force at a point of a body."""
        super().push(seat, local, force)
        self.forces.setdefault(self.source, force)

    def push_at(self, seat: BodySeat, point: Triple[Node], force: Triple[Node]) -> None:
        """Note the sum of forces on the first body."""
        super().push_at(seat, point, force)
        self._note(self.forces, seat, force)

    def turn(self, seat: BodySeat, moment: Triple[Node]) -> Triple[Node]:
        """Note the sum of moments on the first body."""
        self._note(self.moments, seat, moment)
        return super().turn(seat, moment)

    def _note(self, noted: dict[str, Triple[Node]], seat: BodySeat, vector: Triple[Node]) -> None:
        if self._first.setdefault(self.source, seat) is seat:
            before = noted.get(self.source)
            noted[self.source] = vector if before is None else plus(before, vector)

    def move(self, index: int, force: Node) -> None:
        """Note a force on a coordinate."""
        super().move(index, force)
        self.efforts.setdefault(self.source, force)

"""What the geometry of each element measures in the recursion, and how a force along it acts.

Laws are written over these measures: `RecursionForces` asks for those of energies, powers and
loads (`PushingMeasure`), `RecursionConstraints` for those of conditions (`ConditionMeasure`).
A geometry has one function for each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lagr_gui.catalogue.geometry import (
    AtPoint,
    Conductor,
    Contact,
    Edge,
    Line,
    OnBody,
    OnCoordinate,
    OnTwoCoordinates,
    OverPulleys,
    entry_of,
    known_entry,
)
from lagr_gui.expression import Expression, symbols
from lagr_gui.kernel import Node
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.recursion import pulleys
from lagr_gui.mechanics.recursion.carried import Carried, Carriers, Moving
from lagr_gui.mechanics.recursion.frames import BodySeat
from lagr_gui.mechanics.recursion.motion import MovingFrames
from lagr_gui.mechanics.recursion.pushing import (
    ConditionMeasure,
    Push,
    PushingMeasure,
    apart,
    lengths,
)
from lagr_gui.mechanics.recursion.reach import Reach, root_beyond_rounding
from lagr_gui.mechanics.recursion.wrenches import FrameWrenches
from lagr_gui.mechanics.trees import crossed, unit_along
from lagr_gui.mechanics.vectors import Triple, apply, cross, dot, minus, plus, times, transpose


@dataclass(frozen=True, eq=False)
class Slip:
    """A measure of a condition on velocities, and what a multiplier does."""

    speed: Node
    reach: Reach
    push: Push


@dataclass(frozen=True, eq=False)
class Vector:
    """Where a force or moment acts: `push` enters it and returns its power."""

    seat: BodySeat
    push: Callable[[FrameWrenches, Triple[Node]], Node]


class RecursionMeasures:
    """The measures of all elements over one motion.

    `straight` are lines that act along a fixed axis.
    """

    def __init__(self, motion: MovingFrames) -> None:
        self.motion = motion
        self.scope, self.seats = motion.scope, motion.frames.seats
        self.straight: set[str] = set()

    def of_force(self, part: Part, names: set[str]) -> Mapping[str, PushingMeasure]:
        """Those of the measures with names that energies, powers and loads may speak of."""
        geometry = part.kind.geometry
        return entry_of(_FORCES, geometry)(self, part, geometry, names)

    def of_vector(self, part: Part) -> Vector:
        """Where a force or moment acts."""
        geometry = part.kind.geometry
        return entry_of(_VECTORS, geometry)(self, part, geometry)

    def inserted(self, part: Part, tree: Expression, values: Mapping[str, Node]) -> Node:
        """A tree in fields of an element and in its measures, or a slope of its law."""
        names = {symbol.name for symbol in symbols(tree)}
        known = {name: value for name, value in values.items() if name in names}
        for spec in part.kind.fields:
            if spec.name in names:
                known[spec.name] = self.scope.node(part.tree(spec.name))
        return self.scope.node(tree, **known)

    def index(self, name: str) -> int:
        """The number of a coordinate (1 … f)."""
        return self.scope.reading.coordinates.index(name) + 1

    def coordinate(self, part: Part, field: str) -> tuple[Node, Node, dict[int, Node]]:
        """The coordinate that a field names, its rate, and the slopes of that by velocities.

        Where other coordinates are in use it is a function of these.
        """
        value, rate = (self.scope.node(part.coordinate(field, order)) for order in (0, 1))
        moving = [index for index in self.scope.moved_by([value]) if index]
        derivative = self.scope.program.derivative
        return value, rate, {i: derivative(rate, self.scope.qd[i]) for i in moving}


def _line(
    measures: RecursionMeasures, part: Part, line: Line, names: set[str]
) -> Mapping[str, PushingMeasure]:
    motion = measures.motion
    a, b = motion.course(part)
    ends = motion.point(*a), motion.point(*b)
    span = minus(*ends)
    length, sure = lengths(ends, span)
    rates = minus(motion.point_velocity(*a), motion.point_velocity(*b))
    if "length" in names:
        # Of ends that always coincide no direction tells where they are pushed.
        way = motion.still if part.joined else span
        return {
            "length": PushingMeasure(length, sure, dot(way, rates), apart(a, b, way), over=True)
        }
    square = dot(rates, rates)
    direction = _direction(measures, part, span, sure)
    rate = dot(direction, rates)
    return {
        "rate": PushingMeasure(rate, rate, rate, apart(a, b, direction)),
        "square_speed": PushingMeasure(square, square, 2 * square, apart(a, b, times(rates, 2))),
    }


def _direction(
    measures: RecursionMeasures, part: Part, span: Triple[Node], length: Node
) -> Triple[Node]:
    """The direction (either sign) in which the ends of a line part; 0 if they never do.

    Along a fixed axis of space there is one where the ends meet, too.
    """
    if part.joined or length.value == 0:
        return measures.motion.still
    axes = [i for i in range(3) if span[i].value != 0]
    if len(axes) == 1:
        measures.straight.add(part.record.name)
        return measures.motion.frames.identity[axes[0]]
    return times(span, 1 / length)


def _coordinate(
    measures: RecursionMeasures, part: Part, on: OnCoordinate, names: set[str]
) -> Mapping[str, PushingMeasure]:
    value, rate, slopes = measures.coordinate(part, on.coordinate)

    def push(wrenches: FrameWrenches, force: Node) -> None:
        for index, slope in slopes.items():
            wrenches.move(index, force * slope)

    return {
        "value": PushingMeasure(value, value, rate, push),
        "rate": PushingMeasure(rate, rate, rate, push),
    }


def _branch(
    measures: RecursionMeasures, part: Part, branch: Conductor, names: set[str]
) -> Mapping[str, PushingMeasure]:
    """A voltage drives every mesh that its branch belongs to."""
    scope = measures.scope
    signs = {measures.index(name): sign for name, sign in part.charges[part.record.name]}
    charge = scope.program.add([scope.q[index] * sign for index, sign in signs.items()])
    current = scope.program.add([scope.qd[index] * sign for index, sign in signs.items()])

    def push(wrenches: FrameWrenches, force: Node) -> None:
        for index, sign in signs.items():
            wrenches.move(index, force * sign)

    return {"value": PushingMeasure(charge, charge, current, push)}


_FORCES: Mapping[
    type, Callable[[RecursionMeasures, Part, Any, set[str]], Mapping[str, PushingMeasure]]
] = {
    Line: _line,
    OverPulleys: lambda measures, *asked: pulleys.along(measures.motion, *asked),
    OnCoordinate: _coordinate,
    Conductor: _branch,
}


def _point(measures: RecursionMeasures, part: Part, at: AtPoint) -> Vector:
    seat = measures.seats[part.value(at.body)]
    local = measures.scope.vector(part.trees(at.point))

    def push(wrenches: FrameWrenches, force: Triple[Node]) -> Node:
        wrenches.push(seat, local, force)
        return dot(force, measures.motion.point_velocity(seat, local))

    return Vector(seat, push)


def _body(measures: RecursionMeasures, part: Part, on: OnBody) -> Vector:
    seat, reaction = (measures.seats[part.value(body)] for body in (on.body, on.reaction))

    def push(wrenches: FrameWrenches, moment: Triple[Node]) -> Node:
        power = measures.scope.program.zero
        for end, sign in ((seat, 1), (reaction, -1)):
            turned = wrenches.turn(end, times(moment, sign))
            power = power + dot(turned, measures.motion.spins[end.frame])
        return power

    return Vector(seat, push)


_VECTORS: Mapping[type, Callable[[RecursionMeasures, Part, Any], Vector]] = {
    AtPoint: _point,
    OnBody: _body,
}


class BoundMeasures:
    """The measures of conditions: their values, rates and drifts."""

    def __init__(self, motion: MovingFrames) -> None:
        self.motion, self.carriers = motion, Carriers(motion)
        self.measures = RecursionMeasures(motion)
        self.scope, self.seats = motion.scope, motion.frames.seats
        self._touches: dict[str, RecursionTouch] = {}

    def of_positions(self, part: Part, names: set[str]) -> Mapping[str, ConditionMeasure]:
        """Those of the measures with names that conditions on positions may speak of."""
        geometry = part.kind.geometry
        made = known_entry(_POSITIONS, geometry)
        return made(self, part, geometry, names) if made else {}

    def of_velocities(self, part: Part) -> Mapping[str, Slip]:
        """The measures that conditions on velocities may speak of."""
        geometry = part.kind.geometry
        made = known_entry(_VELOCITIES, geometry)
        return made(self, part, geometry) if made else {}

    def coordinate(self, part: Part, field: str) -> ConditionMeasure:
        """A coordinate, which needs no push: its multiplier acts where its slope stands."""
        value, rate, slopes = self.measures.coordinate(part, field)
        program = self.scope.program
        flow = program.flow(dict(zip(self.scope.q, self.scope.qd, strict=True)))
        reach = {index: program.call("abs", (slope,)) for index, slope in slopes.items()}
        return ConditionMeasure(Moving(value, rate, flow(rate), reach))

    def touch(self, part: Part, contact: Contact) -> RecursionTouch:
        """Where a disc or ball touches its plane."""
        if part.key not in self._touches:
            self._touches[part.key] = RecursionTouch(self.motion, self.carriers, part, contact)
        return self._touches[part.key]


def _on_coordinate(
    bound: BoundMeasures, part: Part, on: OnCoordinate, names: set[str]
) -> Mapping[str, ConditionMeasure]:
    return {"value": bound.coordinate(part, on.coordinate)}


def _on_two(
    bound: BoundMeasures, part: Part, on: OnTwoCoordinates, names: set[str]
) -> Mapping[str, ConditionMeasure]:
    return {
        "value_a": bound.coordinate(part, on.coordinate_a),
        "value_b": bound.coordinate(part, on.coordinate_b),
    }


def _span(
    bound: BoundMeasures, part: Part, line: Line, names: set[str]
) -> Mapping[str, ConditionMeasure]:
    a, b = bound.motion.course(part)
    span = bound.carriers.point(*a) - bound.carriers.point(*b)
    found: dict[str, ConditionMeasure] = {}
    for axis, letter in zip(bound.motion.frames.identity, "xyz", strict=True):
        if f"span_{letter}" in names:
            moving = span.dot(bound.carriers.fixed(axis))
            found[f"span_{letter}"] = ConditionMeasure(moving, apart(a, b, axis))
    if "square_length" in names:
        square = span.dot(span)
        length = bound.scope.program.call("sqrt", (square.value,))
        push = apart(a, b, times(span.value, 2))
        found["square_length"] = ConditionMeasure(square, push, thrust=2 * length)
    return found


def _height(
    bound: BoundMeasures, part: Part, contact: Contact, names: set[str]
) -> Mapping[str, ConditionMeasure]:
    """Height and lean; what pushes at the touching point does the work of both."""
    touch = bound.touch(part, contact)
    found = {"height": ConditionMeasure(touch.height, _at_touch(touch, touch.normal))}
    if touch.lean is not None:
        found["lean"] = ConditionMeasure(touch.lean)
    return found


def _slips(bound: BoundMeasures, part: Part, contact: Contact) -> Mapping[str, Slip]:
    touch = bound.touch(part, contact)
    return {
        name: Slip(touch.slip(direction), touch.passing, _at_touch(touch, direction))
        for name, direction in zip(("slip_1", "slip_2"), touch.tangents, strict=False)
    }


def _at_touch(touch: RecursionTouch, direction: Triple[Node]) -> Push:
    def push(wrenches: FrameWrenches, multiplier: Node) -> None:
        force = times(direction, multiplier)
        wrenches.pair_at(touch.body, touch.ground, touch.point, force)

    return push


def _edge(bound: BoundMeasures, part: Part, edge: Edge) -> Mapping[str, Slip]:
    body, ground = (bound.seats[part.value(name)] for name in (edge.body, edge.ground))
    across = unit_along(part.trees(edge.across), part.place(edge.across))
    n = bound.carriers.direction(body, bound.scope.vector(across)).value
    place = bound.carriers.point(body, bound.scope.vector(part.trees(edge.point)))
    speed = RecursionTouch.speed(bound.motion, body, ground, place.value)

    def push(wrenches: FrameWrenches, multiplier: Node) -> None:
        wrenches.pair_at(body, ground, place.value, times(n, multiplier))

    return {"v_across": Slip(speed(n), bound.carriers.passing(body, ground, place.length), push)}


_POSITIONS: Mapping[
    type, Callable[[BoundMeasures, Part, Any, set[str]], Mapping[str, ConditionMeasure]]
] = {
    OnCoordinate: _on_coordinate,
    OnTwoCoordinates: _on_two,
    Line: _span,
    OverPulleys: lambda bound, *asked: pulleys.bound(bound.carriers, *asked),
    Contact: _height,
}
_VELOCITIES: Mapping[type, Callable[[BoundMeasures, Part, Any], Mapping[str, Slip]]] = {
    Edge: _edge,
    Contact: _slips,
}


# --- A disc or ball that touches a plane of another body ---------------------------------------


class RecursionTouch:
    """Height of the centre, lean |n × a| of a disc's axis, and the slip of the touching point."""

    def __init__(
        self, motion: MovingFrames, carriers: Carriers, part: Part, contact: Contact
    ) -> None:
        self.motion = motion
        scope, seats = motion.scope, motion.frames.seats
        self.body = seats[part.value(contact.body)]
        self.ground = seats[part.value(contact.ground)]
        upward = unit_along(part.trees(contact.normal), part.place(contact.normal))
        normal = carriers.direction(self.ground, scope.vector(upward))
        centre = carriers.point(self.body, scope.vector(part.trees(contact.centre)))
        plane = carriers.point(self.ground, scope.vector(part.trees(contact.plane_point)))
        self.normal = normal.value
        self.height: Moving = (centre - plane).dot(normal)
        self.lean: Moving | None = None
        fall = self.normal
        radius = scope.node(part.tree(contact.radius))
        far = centre.length + motion.scope.program.call("abs", (radius,))
        self.passing = carriers.passing(self.body, self.ground, far)
        if contact.axis:
            axle = unit_along(part.trees(contact.axis), part.place(contact.axis))
            axis = carriers.direction(self.body, scope.vector(axle))
            self.lean = self._length(normal.cross(axis))
            fall = cross(axis.value, cross(self.normal, axis.value))
            radius = radius / self.lean.value
        self.point = minus(centre.value, times(fall, radius))
        self.tangents: tuple[Triple[Node], ...] = ()
        if contact.along:
            along = unit_along(part.trees(contact.along), part.place(contact.along))
            ground_axes = motion.axes(self.ground)
            self.tangents = tuple(
                apply(ground_axes, scope.vector(direction))
                for direction in (along, crossed(upward, along))
            )
        self.slip = self.speed(motion, self.body, self.ground, self.point)

    def _length(self, arrow: Carried) -> Moving:
        """|n × a|, not √(1 − (n·a)²): that would hold no digits of a disc that lies nearly flat."""
        square = arrow.dot(arrow)
        length = root_beyond_rounding(square.value, self.motion.scope.program.one)
        rate = square.rate / (2 * length)
        return Moving(length, rate, (square.drift / 2 - rate * rate) / length, arrow.reach)

    @staticmethod
    def speed(
        motion: MovingFrames, body: BodySeat, ground: BodySeat, point: Triple[Node]
    ) -> Callable[[Triple[Node]], Node]:
        """The relative velocity of the points of two bodies that are at a place, by direction."""
        velocity = minus(_velocity(motion, body, point), _velocity(motion, ground, point))

        def component(direction: Triple[Node]) -> Node:
            return dot(velocity, direction)

        return component


def _velocity(motion: MovingFrames, seat: BodySeat, point: Triple[Node]) -> Triple[Node]:
    """The velocity of the body point that is at a place of space."""
    W, x = motion.poses[seat.frame]
    state = motion.velocities[seat.frame]
    arm = apply(transpose(W), minus(point, x))
    return apply(W, plus(state.v, cross(state.w, arm)))

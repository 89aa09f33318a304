"""What the geometry of each element measures, and what a force along a measure does.

It is stated here once, over any carrier: a `Space` says how points and directions of bodies move
(`closed.measures` with canonical expressions or formulas of a program, `recursion.space` with
values, rates and drifts), a `Sink` takes forces and moments.  Laws are written over these measures.
A geometry has one function, which makes at least those of its measures that are named.  The check
of results in `lagr_gui.audit` states the same on its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from operator import add
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
    OverDrum,
    OverPulleys,
    Overrun,
    Slot,
    entry_of,
    known_entry,
)
from lagr_gui.expression import Expression, symbols
from lagr_gui.foundation.registry import Registry
from lagr_gui.mechanics.closure import Closure, Offset
from lagr_gui.mechanics.reading import Part, summed
from lagr_gui.mechanics.spaces.carrier import (
    A,
    Measure,
    Measures,
    Place,
    Push,
    Sink,
    Space,
    Vector,
    apart,
    level_of,
    push_both,
    unit_of,
)
from lagr_gui.mechanics.trees import NOUGHT, crossed, dotted
from lagr_gui.mechanics.vectors import cross, dot, minus, plus, times

SLOT_X = "x"
"""What the curve of a slot is a function of."""


def measures_of(space: Space[A], part: Part, names: set[str]) -> Measures:
    """At least those of the measures of an element that are named; none where it has none."""
    geometry = part.kind.geometry
    if geometry.shaped:
        from lagr_gui.mechanics.spaces.blocks import beside  # few models have contacts of shapes

        return beside(space, part, names)
    if geometry.framed:
        from lagr_gui.mechanics.spaces.mounts import mounted  # few have bushings

        return mounted(space, part, geometry, names)
    name = type(geometry).__name__
    measured = _CONTACTS[name] if name in _CONTACTS else known_entry(_MEASURED, geometry)
    return measured(space, part, geometry, names) if measured else {}


def with_measures(
    space: Space[A], part: Part, tree: Expression, measures: Mapping[str, Any]
) -> Any:
    """A tree in fields of an element and in values of its measures, or a slope of its law."""
    names = {symbol.name for symbol in symbols(tree)}
    values = {name: value for name, value in measures.items() if name in names}
    for name, field in part.numbers(names).items():
        values[name] = space.value(field)
    return space.value(tree, **values)


def line_measures(space: Space[A], part: Part, line: Line, names: set[str]) -> Measures:
    a, b = (space.place(*stop) for stop in part.course)
    ends = space.point(a), space.point(b)
    span = ends[0] - ends[1]
    measures: dict[str, Measure] = {}
    for axis, letter in zip(space.identity, "xyz", strict=True):
        if f"span_{letter}" in names:
            measures[f"span_{letter}"] = Measure(span.dot(space.fixed(axis)), apart(a, b, axis))
    if "square_length" in names:
        push = apart(a, b, times(span.value, 2))
        measures["square_length"] = Measure(
            span.dot(span), push, thrust=lambda: space.length(*ends)[0].value * 2
        )
    if "square_speed" in names:
        speed = span.rate
        square = space.speed(dot(speed, speed))
        measures["square_speed"] = Measure(square, apart(a, b, times(speed, 2)))
    if names & {"length", "rate"}:
        length, sure = space.length(*ends)
        # Of ends that always coincide no direction tells where they are pushed.
        way = space.nowhere if part.joined else span.value
        measures["length"] = Measure(length, apart(a, b, way), sure, over=True)
        if "rate" in names:
            direction = space.parting(part, span, sure)
            rate = space.speed(dot(direction, span.rate))
            measures["rate"] = Measure(rate, apart(a, b, direction))
    return measures


def _over_pulleys(space: Space[A], part: Part, over: OverPulleys, names: set[str]) -> Measures:
    """The length of all spans together; a force along it acts at both ends of each."""
    spans, pushes = _spans(space, part)
    length, sure = (reduce(add, several) for several in zip(*spans, strict=True))

    def push(sink: Sink, force: Any) -> None:
        for push_apart in pushes:
            push_apart(sink, force)

    measures = {
        "length": Measure(length, push, sure, thrust=lambda: space.one),
        "shortening": Measure(-length, lambda sink, force: push(sink, -force), -sure),
    }
    if "rate" in names:
        measures["rate"] = Measure(space.rate(length), push)
    return measures


def _spans(space: Space[A], part: Part) -> tuple[list[tuple[Any, Any]], list[Push]]:
    """The length of each span, twice as `Space.length` has it, and what a force along it does."""
    places = [space.place(*stop) for stop in part.course]
    points = [space.point(place) for place in places]
    spans = [space.length(a, b) for a, b in pairwise(points)]

    def pushing(a: Place, b: Place, start: A, end: A, divisor: Any) -> Push:
        return lambda sink, force: apart(a, b, times((start - end).value, space.one / divisor))(
            sink, force
        )

    ends = zip(pairwise(places), pairwise(points), spans, strict=True)
    return spans, [pushing(*stops, *both, divisor) for stops, both, (_, divisor) in ends]


def _over_drum(space: Space[A], part: Part, over: OverDrum, names: set[str]) -> Measures:
    """What is drawn over the drum: a force along it pushes the span behind, pulls those before."""
    if "passed" not in names and "rate" not in names:
        return _over_pulleys(space, part, over, names)
    spans, pushes = _spans(space, part)
    *before, behind = (length for length, _ in spans)
    run, half = space.moving(part.tree(over.run)), Fraction(1, 2)
    passed = (behind + -reduce(add, before)) * half + -run

    def push(sink: Sink, force: Any) -> None:
        *pulls, push_behind = pushes
        push_behind(sink, force * half)
        for pull in pulls:
            pull(sink, force * -half)
        for index, slope in space.slopes(run).items():
            sink.move(index, -force * slope)

    return {"passed": Measure(passed, push), "rate": Measure(space.rate(passed), push)}


def _along(space: Space[A], value: Expression, rate: Expression) -> Measures:
    """What is written in coordinates: a force along it acts on these."""
    moving, speed = space.moving(value, rate), space.speed(space.value(rate))

    def push(sink: Sink, force: Any) -> None:
        for index, slope in space.slopes(moving).items():
            sink.move(index, force * slope)

    return {"value": Measure(moving, push), "rate": Measure(speed, push)}


def _coordinate(space: Space[A], part: Part, on: OnCoordinate, names: set[str]) -> Measures:
    return _along(space, part.coordinate(on.coordinate), part.coordinate(on.coordinate, 1))


def _overrun(space: Space[A], part: Part, on: Overrun, names: set[str]) -> Measures:
    """How far a coordinate has overrun what may turn beside it: both feel the force."""
    own = space.moving(part.coordinate(on.coordinate), part.coordinate(on.coordinate, 1))
    ahead = own + -space.moving(part.tree(on.other))
    value = ahead if on.sign(part.value(on.turns)) > 0 else -ahead

    def push(sink: Sink, force: Any) -> None:
        for index, slope in space.slopes(value).items():
            sink.move(index, force * slope)

    return {"value": Measure(value, push), "rate": Measure(space.rate(value), push)}


def _branch(space: Space[A], part: Part, branch: Conductor, names: set[str]) -> Measures:
    """A voltage drives every mesh that its branch belongs to."""
    charge = part.charges[part.record.name]
    return _along(space, summed(charge, 0), summed(charge, 1))


def _two_coordinates(
    space: Space[A], part: Part, on: OnTwoCoordinates, names: set[str]
) -> Measures:
    fields = {"value_a": on.coordinate_a, "value_b": on.coordinate_b}
    return {
        name: _along(space, part.coordinate(field), part.coordinate(field, 1))["value"]
        for name, field in fields.items()
    }


def _edge(space: Space[A], part: Part, edge: Edge, names: set[str]) -> Measures:
    body, ground = part.value(edge.body), part.value(edge.ground)
    across = space.direction(body, unit_of(part, edge.across))
    point = space.point(space.place(body, part.trees(edge.point)))
    (slip,) = space.slips(body, ground, point, space.nowhere, space.one - space.one, across)
    push = push_both(space.seat(body), space.seat(ground), point.value, across.value)
    return {"v_across": Measure(slip, push)}


def _contact(space: Space[A], part: Part, contact: Contact, names: set[str]) -> Measures:
    """Height and lean; what pushes at the touching point does the work of both, and of slips."""
    body, ground = part.value(contact.body), part.value(contact.ground)
    upward = unit_of(part, contact.normal)
    normal = space.direction(ground, upward)
    centre = space.point(space.place(body, part.trees(contact.centre)))
    radius, up = space.value(part.tree(contact.radius)), normal.value
    measures: dict[str, Measure] = {}
    if contact.axis:
        lean, up = space.lean(normal, space.direction(body, unit_of(part, contact.axis)))
        measures["lean"] = Measure(lean)
    arm = times(up, -radius)

    def push(direction: A) -> Push:
        touching = plus(centre.value, arm)
        return push_both(space.seat(body), space.seat(ground), touching, direction.value)

    if "height" in names:
        plane = space.point(space.place(ground, part.trees(contact.plane_point)))
        measures["height"] = Measure((centre - plane).dot(normal), push(normal))
    if names & {"depth", "closing"}:
        from lagr_gui.mechanics.spaces.blocks import Touching  # few models have soft contacts

        touching = Touching(space, body, ground, centre, arm, radius)
        foot = space.point(space.place(ground, part.trees(contact.plane_point)))
        reach = minus(plus(centre.value, arm), foot.value)
        measures |= touching.sunk(normal.value, -dot(reach, normal.value))
    if names & {"slip_1", "slip_2"}:
        along = unit_of(part, contact.along) if contact.along else level_of(part, contact.normal)
        ways = along, crossed(upward, along)
        tangents = [space.direction(ground, trees) for trees in ways]
        slips = space.slips(body, ground, centre, arm, radius, *tangents)
        named = zip(("slip_1", "slip_2"), slips, tangents, ways, strict=True)
        for name, slip, tangent, way in named:
            runs = dotted(part.trees(contact.surface), way)
            over = slip if runs == NOUGHT else slip + -space.speed(space.value(runs))
            measures[name] = Measure(over, push(tangent))
    return measures


def _slot(space: Space[A], part: Part, slot: Slot, names: set[str]) -> Measures:
    """y − f(x) of a pin in the plane of its slot, which pushes it across the curve."""
    body, ground = part.value(slot.body), part.value(slot.ground)
    pin, way, first, across = on_plane(space, part, slot)
    y, slopes = space.function(part.tree(slot.curve), {SLOT_X: way.dot(first)})
    normal = minus(across.value, times(first.value, slopes[SLOT_X]))
    gap = way.dot(across) + -y
    return {"gap": Measure(gap, push_both(space.seat(body), space.seat(ground), pin.value, normal))}


def on_plane(space: Space[A], part: Part, slot: Slot) -> tuple[A, A, A, A]:
    """A point, its way from the origin of a plane, and the directions of x and y there."""
    body, ground = part.value(slot.body), part.value(slot.ground)
    pin = space.point(space.place(body, part.trees(slot.point)))
    way = pin - space.point(space.place(ground, part.trees(slot.origin)))
    along = unit_of(part, slot.along)
    across = space.direction(ground, crossed(unit_of(part, slot.normal), along))
    return pin, way, space.direction(ground, along), across


_MEASURED: Mapping[type, Callable[[Space[Any], Part, Any, set[str]], Measures]] = {
    Line: line_measures,
    OverPulleys: _over_pulleys,
    OverDrum: _over_drum,
    OnCoordinate: _coordinate,
    Overrun: _overrun,
    OnTwoCoordinates: _two_coordinates,
    Conductor: _branch,
    Edge: _edge,
    Contact: _contact,
    Slot: _slot,
}
_AT = "lagr_gui.mechanics.touching.contacts"
_JOINTS = "lagr_gui.mechanics.rubbing.surfaces:in_joint"
_CONTACTS: Registry[Any] = Registry(
    "contact", {"BallGap": f"{_AT}:gap", "Track": f"{_AT}:track", "InJoint": _JOINTS}
)
"""Those of geometries that few models have, by their names."""


# --- Forces and moments that are vectors, and joints that are cut --------------------------------


def vector_of(space: Space[A], part: Part) -> tuple[int, Push]:
    """The body in whose axes a force or moment may be given, and what it does."""
    geometry = part.kind.geometry
    return entry_of(_VECTORS, geometry)(space, part, geometry)


def load_of(space: Space[A], part: Part, field: str, axes: str) -> tuple[Vector, Push]:
    """A force or moment in a field, in space axes, and where it acts."""
    body, push = vector_of(space, part)
    trees = part.trees(field)
    is_turned = part.value(axes) == "body"
    return (space.direction(body, trees).value if is_turned else space.vector(trees)), push


def _at_point(space: Space[A], part: Part, at: AtPoint) -> tuple[int, Push]:
    body = part.value(at.body)
    place = space.place(body, part.trees(at.point))
    return body, lambda sink, force: sink.push(*place, force)


def _on_body(space: Space[A], part: Part, on: OnBody) -> tuple[int, Push]:
    body, reaction = part.value(on.body), part.value(on.reaction)

    def push(sink: Sink, moment: Vector) -> None:
        sink.turn(space.seat(body), moment)
        sink.turn(space.seat(reaction), times(moment, -1))

    return body, push


_VECTORS: Mapping[type, Callable[[Space[Any], Part, Any], tuple[int, Push]]] = {
    AtPoint: _at_point,
    OnBody: _on_body,
}


def cut_measures(space: Space[A], closure: Closure) -> list[tuple[Measure, Vector, Vector]]:
    """What joints that are cut hold at zero, up to the cosines of angles.

    With each go the force and the moment that a unit of its multiplier exerts on the child at the
    joint's point there.
    """
    parent, child = space.seat(closure.parent), space.seat(closure.child)
    point = space.point(space.place(closure.child, closure.point_child))
    span = point - space.point(space.place(closure.parent, closure.point_parent))
    measures: list[tuple[Measure, Vector, Vector]] = []
    for condition in closure.conditions:
        if isinstance(condition, Offset):
            direction = (
                space.direction(closure.parent, condition.direction)
                if condition.in_parent
                else space.fixed(space.vector(condition.direction))
            )
            push = push_both(child, parent, point.value, direction.value)
            measures.append((Measure(span.dot(direction), push), direction.value, space.nowhere))
        else:
            u = space.direction(closure.parent, condition.u)
            v = space.direction(closure.child, condition.v)
            moment = cross(v.value, u.value)
            measures.append(
                (Measure(u.dot(v), _about(child, parent, moment)), space.nowhere, moment)
            )
    return measures


def _about(child: Any, parent: Any, axis: Vector) -> Push:
    """A moment about an axis on one body, and its opposite on another."""

    def push(sink: Sink, moment: Any) -> None:
        vector = times(axis, moment)
        sink.turn(child, vector)
        sink.turn(parent, times(vector, -1))

    return push

"""What is drawn between bodies: hinges, sliders, welds, springs, dampers and ropes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, floor, hypot, log10, pi, remainder, sin
from typing import Any

import numpy as np

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import OverDrum
from lagr_gui.editing.edits.add import add_element
from lagr_gui.editing.rules import may_connect
from lagr_gui.editing.sketch.anchors import SAME, Anchor, StrokeEnd, distance, inside
from lagr_gui.editing.sketch.bodies import LEAST, new_box, with_body, with_parameter
from lagr_gui.editing.sketch.contacts import apart
from lagr_gui.editing.sketch.plane import NO_LENGTH, BodyPlaces, Flat, refused, tidy
from lagr_gui.editing.sketch.slopes import SLOPE_MEANINGS, laid, put_on_slope, slope_under
from lagr_gui.editing.sketch.suspension import direction_of, is_loose, joined, matrix_of, pin, weld
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import BodyPoint, Model
from lagr_gui.model.record import ZERO

NEARLY = pi / 12
"""A slide so near to the axis of a rod (rad) leads along it."""
HOLDING = ("revolute", "fixed")
"""Joints by which a point of one body is one of another."""


def put_pin(model: Model, places: BodyPlaces, found: Sequence[Anchor]) -> Model:
    """A hinge through all that lies at a place: two bodies, or one body and the ground.

    `found` are points of bodies there, the first one exactly at it.  Raises LagrError where there
    is nothing to connect.
    """
    a, b = _pair(model, places, found)
    return pin(model, places, a, b)


def put_weld(model: Model, places: BodyPlaces, found: Sequence[Anchor]) -> Model:
    """What lies at a place made one piece: two bodies, or a body and the ground.

    Raises LagrError where there is nothing to connect.
    """
    a, b = _pair(model, places, found)
    return weld(model, places, a, b)


def _pair(model: Model, places: BodyPlaces, near: Sequence[Anchor]) -> tuple[Anchor, Anchor]:
    """Two points at one place that nothing holds together yet."""
    at = near[0].at if near else (0.0, 0.0)
    by_body: dict[int, Anchor] = {}
    for anchor in near:
        exact = anchor if distance(anchor.at, at) < SAME else inside(places, anchor.body, at)
        by_body.setdefault(anchor.body, exact)
    bodies = [anchor for body, anchor in by_body.items() if body]
    ground = inside(places, 0, at) if 0 not in by_body else by_body[0]
    pairs = [(a, b) for i, a in enumerate(bodies) for b in bodies[i + 1 :]]
    pairs += [(ground, body) for body in bodies]
    for a, b in pairs:
        if not _hold(model, a.body, b.body):
            return a, b
    cause = "All that lies here is connected already." if bodies else "No body lies here."
    raise refused(cause, "Click on a body, or where two bodies overlap.", "connect")


def _hold(model: Model, a: int, b: int) -> bool:
    return any({j.parent, j.child} == {a, b} and j.kind in HOLDING for j in model.joints)


def put_slider(
    model: Model,
    places: BodyPlaces,
    at: StrokeEnd,
    angle: float | None,
    block: float,
    name: str = "Slider {n}",
    host: int = 0,
    meanings: Sequence[str] = SLOPE_MEANINGS,
) -> Model:
    """Let what lies at a place slide on another body, or on the ground, in a direction (rad).

    Without a direction it slides along a rod, and to the right on anything else.  A box or disc
    slides itself; a free box lies on the slope then, whose inclination is a parameter.  Everywhere
    else there comes a block of a length (m) that slides, hinged to the point of a body that lies
    there.  Raises LagrError where it slides already.
    """
    angle = _along(model, places, host, angle)
    slope = slope_under(places, host, angle)
    if at.anchor is not None and at.anchor.body and at.anchor.sort not in ("end", "pin"):
        if slope is not None:
            places = laid(model, places, at.anchor, host, slope)
        return _sliding(model, places, at.anchor, angle, host, meanings)
    size = block, 0.6 * block
    upright = angle if slope is None else places.angle(host) + slope
    model, places, body = new_box(model, places, at.at, size, name, upright)
    model = with_body(model, body, [host, *([at.body] if at.body else [])])
    middle = Anchor(body.number, ZERO, at.at, "centre")
    model = _sliding(model, places, middle, angle, host, meanings)
    if at.anchor is None or at.body == 0:
        return model
    return pin(model, places, at.anchor, middle)


def topmost(at: StrokeEnd, found: Sequence[Anchor]) -> StrokeEnd:
    """The body that lies over the others at a place, but where an end or a hinge was met.

    `found` are the points there: those that have names, then places within bodies from above.
    """
    if at.anchor is None or at.anchor.sort in ("end", "pin"):
        return at
    within = [anchor for anchor in found if anchor.sort == "inside"]
    above = within[0].body if within else at.body
    anchors = (anchor for anchor in found if anchor.body == above and anchor.at == at.at)
    return StrokeEnd(at.at, next(anchors, at.anchor))


def host_of(model: Model, at: StrokeEnd, found: Sequence[Anchor]) -> int:
    """The body on which something slides that lies over it; 0, the ground, where there is none."""
    held = {
        number
        for joint in model.joints
        if at.body in (joint.parent, joint.child) and not is_loose(model, joint)
        for number in (joint.parent, joint.child)
    }
    others = (anchor.body for anchor in found if anchor.body not in {0, at.body, *held})
    return next(others, 0) if at.body else 0


def _along(model: Model, places: BodyPlaces, host: int, angle: float | None) -> float:
    """The direction of a slide: that of a rod on which it lies, where it is nearly that."""
    shape = model.body(host).shape if host else None
    if shape is None or shape.form != "rod":
        return angle or 0.0
    axis = places.R[host][:, "xyz".index(shape.axis)]
    rod = atan2(float(axis @ places.plane.up), float(axis @ places.plane.right))
    off = remainder(angle - rod, pi) if angle is not None else 0.0
    if angle is None or abs(off) < NEARLY:
        return rod if angle is None or cos(angle - rod) > 0 else rod + pi
    return angle


def _sliding(
    model: Model,
    places: BodyPlaces,
    anchor: Anchor,
    angle: float,
    host: int,
    meanings: Sequence[str],
) -> Model:
    """A slider; its coordinate counts from the foot of the origin or centre of mass of its host.

    On a slope with an inclination of its own it counts from where it is drawn.
    """
    slope = slope_under(places, host, angle)
    if slope is not None:
        inclined = put_on_slope(model, places, anchor, angle, host, slope, meanings)
        if inclined is not None:
            return inclined
    way, centre = np.array([cos(angle), sin(angle)]), np.array(places.at(host, np.zeros(3)))
    along = float(way @ (np.array(anchor.at) - centre))
    foot: Flat = (anchor.at[0] - along * way[0], anchor.at[1] - along * way[1])
    direction = places.plane.space((way[0], way[1]))
    R, S = places.R[host], places.R[anchor.body]
    right, up = (abs(float(entry)) > 1 - 1e-9 and not host for entry in way)
    letters = places.plane.axes
    stem = letters[0] if right else letters[1] if up else "s"
    return joined(
        model,
        "prismatic",
        inside(places, host, foot),
        anchor,
        (tidy(along),),
        stem=stem,
        axis=direction_of(places, S.T @ direction),
        orientation=matrix_of(places, R.T @ S),
    )


SOFT, STIFF, SAG = 100.0, 1e9, 0.1
"""Least and greatest stiffness of a new spring (N/m); the part by which weight may shorten it."""
LENGTHS = ("l", "l0")
"""The fields in which elements have a length."""
ROPE_MEANINGS = ("length of {name}",)
SPRING_MEANINGS = ("stiffness of {name}", "natural length of {name}")
DAMPER_MEANINGS = ("damping of {name}",)
"""What the parameters of an element that is drawn are; `{name}` is its own."""
Size = tuple[str, str, float, str]
"""A parameter of an element that is drawn: its field, the stem of its name, its value and unit."""


def draw_spring(
    model: Model,
    places: BodyPlaces,
    start: StrokeEnd,
    end: StrokeEnd,
    meanings: Sequence[str] = SPRING_MEANINGS,
) -> Model:
    """A spring between two points, without force as it is drawn; empty paper is the ground.

    Raises LagrError where it would move nothing.
    """
    fields, length = _line(model, places, "spring", start, end)
    sizes = ("c", "c", _stiffness(model, places, length), "N/m"), ("l0", "s", length, "m")
    return add_sized(model, "spring", fields, sizes, meanings)


def _stiffness(model: Model, places: BodyPlaces, length: float) -> float:
    """A spring of this length that bears all that is drawn: it gives way by a tenth at most."""
    try:
        mass = sum(value(body.mass, places.values) for body in model.bodies)
        gravity = hypot(*(value(entry, places.values) for entry in model.gravity))
    except LagrError:  # what is not known yet is mended elsewhere
        return SOFT
    wanted = mass * gravity / (length * SAG)
    if not SOFT < wanted < STIFF:
        return SOFT
    power = 10.0 ** floor(log10(wanted))
    return next(part * power for part in (1, 2, 5, 10) if part * power >= wanted * (1 - 1e-9))


def draw_damper(
    model: Model,
    places: BodyPlaces,
    start: StrokeEnd,
    end: StrokeEnd,
    meanings: Sequence[str] = DAMPER_MEANINGS,
) -> Model:
    """A dashpot between two points; empty paper is the ground.

    Raises LagrError where it would resist nothing.
    """
    fields, _ = _line(model, places, "dashpot", start, end)
    return add_sized(model, "dashpot", fields, [("k", "k", 1, "N*s/m")], meanings)


def draw_between(
    model: Model, places: BodyPlaces, kind: str, start: StrokeEnd, end: StrokeEnd
) -> Model:
    """An element of a kind along a line between two points; empty paper is the ground.

    A length that it has is that of the line, as a parameter.  Raises LagrError where it would
    move nothing.
    """
    fields, length = _line(model, places, kind, start, end)
    return add_sized(model, kind, fields, _length_of(kind, length), ROPE_MEANINGS)


def _length_of(kind: str, length: float) -> list[Size]:
    """The length of an element, if it has one."""
    names = {spec.name for spec in ELEMENTS[kind].fields}
    return [(name, "l", length, "m") for name in LENGTHS if name in names][:1]


def add_sized(
    model: Model,
    kind: str,
    fields: Mapping[str, Any],
    sizes: Sequence[Size],
    meanings: Sequence[str],
    number: int = 0,
    written: Callable[[str], Any] = str,
    positive: bool = True,
) -> Model:
    """A new element with a parameter for each of its sizes, which stands in a field as `written`.

    They have the number of the element among those of its kind, or another one.  The name of the
    element stands in their `meanings`.
    """
    number = number or sum(element.kind == kind for element in model.elements) + 1
    names, values = list[str](), dict(fields)
    for field, stem, amount, unit in sizes:
        model, name = with_parameter(model, stem, number, amount, unit, "", positive)
        names.append(name)
        values[field] = written(name)
    model = add_element(model, kind, **values)
    title = model.elements[-1].name
    texts = {name: text.format(name=title) for name, text in zip(names, meanings, strict=False)}
    return model.each(
        "parameters",
        lambda p: p.having(description=texts[p.name]) if p.name in texts else p,
    )


def _line(
    model: Model, places: BodyPlaces, kind: str, start: StrokeEnd, end: StrokeEnd
) -> tuple[dict[str, Any], float]:
    """The ends of an element along a line, and its length."""
    a, b = (each.anchor or inside(places, 0, each.at) for each in (start, end))
    if problem := may_connect(model, kind, a.body, b.body):
        raise LagrError(problem)
    return _between(a, b), apart(places, a, b)


def _between(a: Anchor, b: Anchor) -> dict[str, Any]:
    return {"body_a": a.body, "point_a": a.point, "body_b": b.body, "point_b": b.point}


# --- Ropes, from a point over pulleys to another one -------------------------------------------


def draw_rope(
    model: Model,
    places: BodyPlaces,
    ends: Sequence[StrokeEnd],
    meanings: Sequence[str] = ROPE_MEANINGS,
) -> Model:
    """A rope as long as it is drawn, over a pulley at each point between its ends.

    Points on empty paper are those of the ground.  Raises LagrError where it would hold nothing.
    """
    kind = "pulley_rope" if len(ends) > 2 else "rope"
    fields, length = _over(model, places, kind, ends)
    number = sum(element.kind in ("rope", "pulley_rope") for element in model.elements) + 1
    return add_sized(model, kind, fields, [("l", "L", length, "m")], meanings, number)


def draw_over_pulleys(
    model: Model, places: BodyPlaces, kind: str, ends: Sequence[StrokeEnd]
) -> Model:
    """An element of a kind over a pulley at each point between its ends; a drum is the last one.

    A length that it has is that of the line, as a parameter.  Raises LagrError as above.
    """
    fields, length = _over(model, places, kind, ends)
    if isinstance(geometry := ELEMENTS[kind].geometry, OverDrum):
        *pulleys, drum = fields.pop("pulleys", (None,))
        if drum is None:
            raise refused("There is no drum.", "Click the drum between both ends.", "connect")
        fields |= {geometry.drum: drum.body, geometry.drum_point: drum.point}
        fields |= {"pulleys": tuple(pulleys)} if pulleys else {}
    return add_sized(model, kind, fields, _length_of(kind, length), ROPE_MEANINGS)


def _over(
    model: Model, places: BodyPlaces, kind: str, ends: Sequence[StrokeEnd]
) -> tuple[dict[str, Any], float]:
    """The ends of what runs over pulleys, these, and its length."""
    spans = [distance(a.at, b.at) for a, b in pairwise(ends)]
    if not spans or min(spans) < LEAST:
        raise refused(*NO_LENGTH)
    stops = [each.anchor or inside(places, 0, each.at) for each in ends]
    if not any(stop.body for stop in stops):
        raise refused("The rope holds no body.", "Begin or end it on a body.", "connect")
    first, *between, last = stops
    if not between and (problem := may_connect(model, kind, first.body, last.body)):
        raise LagrError(problem)
    pulleys = tuple(BodyPoint(body=stop.body, point=stop.point) for stop in between)
    fields = _between(first, last) | ({"pulleys": pulleys} if pulleys else {})
    return fields, sum(apart(places, a, b) for a, b in pairwise(stops))


# --- Ends that lie on others to the eye without being joined to them ---------------------------

Pair = tuple[Anchor, Anchor]


def near_ends(model: Model, found: Sequence[Anchor], hair: float) -> tuple[Pair, ...]:
    """Ends of two bodies, or of a body and pins of the ground, no farther apart than a `hair` (m).

    One pair for each two bodies that no joint connects; bodies that others connect at that place
    are connected too.
    """
    ends = [anchor for anchor in found if anchor.sort in ("end", "pin")]
    pairs: dict[frozenset[int], Pair] = {}
    for place, a in enumerate(ends):
        near = [b for b in ends[place:] if distance(a.at, b.at) <= hair]
        groups = _groups(model, {b.body for b in near})
        for b in near:
            bodies = frozenset((a.body, b.body))
            if groups[a.body] != groups[b.body] and bodies not in pairs:
                pairs[bodies] = (b, a) if b.body == 0 else (a, b)
    return tuple(pairs.values())


def join(model: Model, places: BodyPlaces, pair: Pair) -> Model:
    """A hinge between both ends; they stay where they are."""
    a, b = pair
    return pin(model, places, a, b if distance(a.at, b.at) < SAME else inside(places, b.body, a.at))


def _groups(model: Model, bodies: set[int]) -> dict[int, int]:
    """For each of some bodies one that stands for all those that joints among them connect."""
    first = {body: body for body in bodies}
    for joint in model.joints:
        if joint.parent in first and joint.child in first:
            old, new = first[joint.child], first[joint.parent]
            first = {body: new if group == old else group for body, group in first.items()}
    return first

"""Forces, moments and drives that are drawn, and turned by their arrows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, cos, degrees, floor, hypot, log10, radians, sin
from typing import Any

import numpy as np

from lagr_gui.catalogue import JOINTS, KINDS
from lagr_gui.editing.edits.add import add_element
from lagr_gui.editing.edits.remove import remove
from lagr_gui.editing.edits.values import set_parameter, set_value
from lagr_gui.editing.sketch.anchors import Anchor, StrokeEnd
from lagr_gui.editing.sketch.axes import caught_angle, spatial_direction, times
from lagr_gui.editing.sketch.connections import Size, add_sized
from lagr_gui.editing.sketch.lengths import names_behind
from lagr_gui.editing.sketch.plane import NO_LENGTH, BodyPlaces, Flat, refused, tidy
from lagr_gui.editing.sketch.snapping import length_and_angle
from lagr_gui.editing.sketch.stops import acting_on, joint_among
from lagr_gui.editing.sketch.suspension import direction_of, whole
from lagr_gui.editing.sketch.written import as_written, is_plain
from lagr_gui.expression.arguments import quantity
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import joined, say
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Model, Scalar, Vector
from lagr_gui.model.quantities import units_of_coordinates

FORCE_MEANINGS = ("size of {name}",)
"""What the parameter of a load that is drawn is; `{name}` is its own."""
FRICTION_MEANINGS = ("coefficient of friction of {name}", "radius of the pin of {name}")
SAME = 1e-9
FORCE, MOMENT, DRIVE = "force", "torque", "coordinate_force"


def draw_force(
    model: Model,
    places: BodyPlaces,
    start: StrokeEnd,
    force: Flat,
    meanings: Sequence[str] = FORCE_MEANINGS,
) -> Model:
    """A force (N, to the right and upwards) on the point of a body at which a stroke begins.

    Its size is a parameter.  It keeps its direction in space; where the plane is one of a body,
    in that body.  Raises LagrError where no body lies, and for none.
    """
    anchor = _on_body(start, "A force acts on a body: begin on a point of it.")
    size = hypot(*force)
    if size == 0:
        raise refused(*NO_LENGTH)
    way = places.plane.space((force[0] / size, force[1] / size))
    direction, axes = direction_of(places, way), "space"
    if places.strict:  # the axes of space are not known in the plane of a body
        direction, axes = spatial_direction(places.R[anchor.body].T @ way), "body"
    fields = {"body": anchor.body, "point": anchor.point, "axes": axes}
    return _with_load(model, FORCE, fields, ("vector", "F", size, "N"), meanings, direction)


def draw_moment(
    model: Model, places: BodyPlaces, start: StrokeEnd, meanings: Sequence[str] = FORCE_MEANINGS
) -> Model:
    """A moment of 1 N m on a body, turning to the left in the plane.

    Its size is a parameter.  Raises LagrError where no body lies.
    """
    body = _on_body(start, "A moment acts on a body: click on one.").body
    normal, axes = places.plane.normal, "space"
    if places.strict:
        normal, axes = places.R[body].T @ normal, "body"
    fields, way = {"body": body, "axes": axes}, spatial_direction(normal)
    return _with_load(model, MOMENT, fields, ("vector", "M", 1, "N*m"), meanings, way)


def put_drive(
    model: Model, found: Sequence[Anchor], meanings: Sequence[str] = FORCE_MEANINGS
) -> Model:
    """A drive of the joint that lies here, with a parameter for its size; one that is there goes.

    Raises LagrError where no joint with one coordinate lies.
    """
    joint = joint_among(model, found)
    moved = joint.coordinates[0]
    if drives := acting_on(model, DRIVE, moved):
        return remove(model, drives)
    turns = JOINTS[joint.kind].units[0] == "rad"
    stem, unit = ("M", "N*m") if turns else ("F", "N")
    return _with_load(model, DRIVE, {"coordinate": moved}, ("force", stem, 1, unit), meanings)


def put_friction(
    model: Model, found: Sequence[Anchor], meanings: Sequence[str] = FRICTION_MEANINGS
) -> Model:
    """Dry friction in the joint that lies here, pressed by its reaction; what is there goes.

    Its coefficient is a parameter, and the radius of the pin of a hinge.  Raises LagrError where
    no joint with one coordinate lies.
    """
    joint = joint_among(model, found)
    moved = joint.coordinates[0]
    turns = JOINTS[joint.kind].units[0] == "rad"
    kind, sizes = "guide_friction", [("mu", "mu", 0.3, "1")]
    if turns:
        kind, sizes = "bearing_friction", [*sizes, ("radius", "rho", 0.01, "m")]
    if rubbing := acting_on(model, kind, moved):
        return remove(model, rubbing)
    return add_sized(model, kind, {"coordinate": moved}, sizes, meanings)


def put_on_coordinate(model: Model, kind: str, found: Sequence[Anchor]) -> Model:
    """An element of a kind that acts on the coordinate of the joint that lies here.

    Raises LagrError where no joint with one coordinate lies.
    """
    return add_element(model, kind, coordinate=joint_among(model, found).coordinates[0])


def _on_body(start: StrokeEnd, remedy: str) -> Anchor:
    if start.anchor is None or not start.anchor.body:
        raise refused("No body lies here.", remedy, "load")
    return start.anchor


def _with_load(
    model: Model,
    kind: str,
    fields: Mapping[str, Any],
    size: Size,
    meanings: Sequence[str],
    direction: Vector | None = None,
) -> Model:
    """A load with a parameter for its size, which may be negative, along a direction if any."""

    def written(name: str) -> Any:
        return tuple(times(name, entry) for entry in direction) if direction else name

    return add_sized(model, kind, fields, [size], meanings, written=written, positive=False)


# --- arrows that are drawn or turned ---------------------------------------------------------


def aimed(start: Flat, at: Flat, newtons: float) -> Flat:
    """Where an arrow ends that leads from a point to a pointer, `newtons` N for a metre.

    Its angle is a whole one, rather a multiple of 15°, and its force has two digits.
    """
    across, up = at[0] - start[0], at[1] - start[1]
    size, angle = newtons * hypot(across, up), degrees(atan2(up, across))
    if size == 0:
        return start
    angle = radians(caught_angle(angle))
    length = round(size, 1 - floor(log10(size))) / newtons
    return start[0] + length * cos(angle), start[1] + length * sin(angle)


def turn_force(model: Model, places: BodyPlaces, name: str, force: Flat) -> Model:
    """Let a force be another one in the plane (N, to the right and upwards).

    It stays written as it is: numbers stay numbers, components that are parameters take their
    values, a parameter times a direction keeps both.  What it is across the plane stays.  Raises
    LagrError for one that follows from other names.
    """
    index, element = _load(model, name)
    vector: Vector = element.vector
    turned = _axes_of(element, places)
    plane = places.plane
    if not names_behind(model, vector):
        old = turned @ np.array([value(entry, {}) for entry in vector])
        across = (old @ plane.normal) * plane.normal
        new = whole(turned.T @ (across + plane.space(force)))
        return set_value(model, ("elements", index, "vector"), new)
    if (lone := sized_by(model, vector)) is not None:
        size = hypot(*force)
        if size == 0:  # it keeps its direction
            return set_parameter(model, lone, tidy(size))
        way = turned.T @ plane.space((force[0] / size, force[1] / size))
        direction = _written(places, way, turned)
        changed = set_parameter(model, lone, tidy(size))
        entries = tuple(times(lone, entry) for entry in direction)
        return set_value(changed, ("elements", index, "vector"), entries)
    return _by_components(model, index, vector, turned.T @ plane.space(force), places)


def _by_components(
    model: Model, index: int, vector: Vector, wanted: Array, places: BodyPlaces
) -> Model:
    """Components that are numbers or parameters, each for itself, take the wanted values."""
    names = [_parameter_in(model, entry) for entry in vector]
    written = [name for name in names if name]
    old = [value(entry, places.values) if _is_constant(entry) else None for entry in vector]
    free = all(name or number is not None for name, number in zip(names, old, strict=True))
    if not free or len(set(written)) < len(written):
        raise _follows(names_behind(model, vector))
    entries = list(vector)
    for place, (name, number) in enumerate(zip(names, wanted.tolist(), strict=True)):
        if not name:
            entries[place] = tidy(number)
            continue
        sign = -1 if str(vector[place]).lstrip().startswith("-") else 1
        model = set_parameter(model, name, tidy(sign * number))
    return set_value(model, ("elements", index, "vector"), tuple(entries))


def sized_by(model: Model, vector: Vector) -> str | None:
    """The one parameter that is the size of a vector, whose direction is fixed; None: none is."""
    names = names_behind(model, vector)
    if len(names) != 1 or _parameter_in(model, names[0]) is None:
        return None
    try:
        one, two = (
            np.array([value(entry, {names[0]: size}) for entry in vector]) for size in (1.0, 2.0)
        )
    except (LagrError, ArithmeticError, ValueError):
        return None  # it follows from it by another parameter, or not at all
    linear = np.allclose(two, 2 * one, atol=SAME) and abs(float(np.linalg.norm(one)) - 1) < SAME
    return names[0] if linear else None


def text_of_load(model: Model, places: BodyPlaces, name: str) -> str:
    """What is typed anew of a load: the value of its parameter, else its size (and its angle)."""
    _, element = _load(model, name)
    lone = parameter_of_load(model, name)
    if lone is not None:
        return next(str(p.value) for p in model.parameters if p.name == lone)
    if element.kind == DRIVE:
        return str(element.force)
    components, plane = _numbers(element, places), places.plane
    if element.kind == MOMENT:
        return f"{float(components @ plane.normal):.6g}"
    right, up = float(components @ plane.right), float(components @ plane.up)
    return f"{hypot(right, up):.6g}; {degrees(atan2(up, right)):.6g}°"


def type_load(model: Model, places: BodyPlaces, name: str, text: str) -> Model:
    """Let a load be what was typed: a size, of a force also a size and an angle in degrees.

    Raises LagrError for what does not read, and for a load that follows from other names.
    """
    index, element = _load(model, name)
    unit = unit_of_load(model, name)
    polar = length_and_angle(text, places.values, unit) if element.kind == FORCE else None
    if polar is not None and polar[1] is not None:
        size, angle = polar[0], polar[1]
        return turn_force(model, places, name, (size * cos(angle), size * sin(angle)))
    number = quantity(text, unit, "Sketch", places.values)
    if (lone := parameter_of_load(model, name)) is not None:
        return set_parameter(model, lone, as_written(text))
    if element.kind == DRIVE:
        if not _is_constant(element.force):
            raise _follows(names_behind(model, [element.force]))
        return set_value(model, ("elements", index, "force"), as_written(text))
    if names := names_behind(model, element.vector):
        raise _follows(names)
    old, plane = _numbers(element, places), places.plane
    if element.kind == MOMENT:
        new = old + (number - float(old @ plane.normal)) * plane.normal
        return set_value(
            model, ("elements", index, "vector"), whole(_axes_of(element, places).T @ new)
        )
    angle = atan2(float(old @ plane.up), float(old @ plane.right))
    return turn_force(model, places, name, (number * cos(angle), number * sin(angle)))


def parameter_of_load(model: Model, name: str) -> str | None:
    """The one parameter that is the size of a load; None where none is."""
    _, element = _load(model, name)
    if element.kind in (FORCE, MOMENT):
        return sized_by(model, element.vector)
    return _parameter_in(model, element.force) if element.kind == DRIVE else None


def names_of_load(model: Model, name: str) -> list[str]:
    """Parameters with numbers, coordinates and others from which a load follows."""
    _, element = _load(model, name)
    entries = {FORCE: "vector", MOMENT: "vector", DRIVE: "force"}.get(element.kind, "motion")
    content: Any = getattr(element, entries)
    return names_behind(model, [content] if isinstance(content, str | int | float) else content)


def unit_of_load(model: Model, name: str) -> str:
    """The unit of its size."""
    _, element = _load(model, name)
    if element.kind == FORCE:
        return "N"
    moved = units_of_coordinates(model, KINDS).get(getattr(element, "coordinate", ""))
    return "N" if moved == "m" else "N*m"


def _numbers(element: Any, places: BodyPlaces) -> Array:
    """The vector of a load in the space of the places (3,). Raises LagrError for none."""
    entries = [value(entry, places.values) for entry in element.vector]
    return _axes_of(element, places) @ np.array(entries)


def _follows(names: Sequence[str]) -> LagrError:
    cause = say("It depends on {names}.", names=joined(names))
    remedy = "Change one of them among the parameters, or the load in the inspector."
    return refused(cause, remedy, "several")


def _load(model: Model, name: str) -> tuple[int, Any]:
    return next((k, e) for k, e in enumerate(model.elements) if e.name == name)


def _axes_of(element: Any, places: BodyPlaces) -> Array:
    """The map (3, 3) from the axes in which a force is given into the space of the places."""
    turns = element.axes == "body"
    return places.R[element.body] if turns else np.eye(3)


def _written(places: BodyPlaces, way: Array, turned: Array) -> Vector:
    """A direction as it is written: in the plane of space by one angle, else by two."""
    normal = places.plane.normal
    along = float(np.abs(normal).max()) > 1 - SAME
    flat = along and np.allclose(turned.T @ normal, normal, atol=SAME)
    return direction_of(places, way) if flat else spatial_direction(way)


def _is_constant(entry: Scalar) -> bool:
    try:
        value(entry, {})
    except (LagrError, ArithmeticError, ValueError):
        return False
    return True


def _parameter_in(model: Model, entry: Scalar) -> str | None:
    """The parameter with a number that an entry is, perhaps with a minus before it."""
    if not isinstance(entry, str):
        return None
    name = entry.strip().removeprefix("-").strip()
    plain = (p.name for p in model.parameters if p.value is not None and is_plain(p.value))
    return name if name in set(plain) else None

"""Axes of joints that are turned: in the plane of a sketch, or anywhere in space."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, cos, degrees, hypot, radians, sin

import numpy as np

from lagr_gui.catalogue import JOINTS
from lagr_gui.editing.edits.values import set_value
from lagr_gui.editing.sketch.lengths import names_behind
from lagr_gui.editing.sketch.plane import BodyPlaces, refused, turn_text
from lagr_gui.editing.sketch.slopes import inclined
from lagr_gui.editing.sketch.suspension import direction_of, whole
from lagr_gui.editing.sketch.written import is_plain
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import joined, say
from lagr_gui.model import Joint, Model, Scalar, Vector

SAME = 1e-9
CAUGHT, TURN = 3.0, 15.0
"""A direction so near (degrees) to a multiple of the second one is that."""


def axis_fields(joint: Joint) -> tuple[str, ...]:
    """The fields of a joint that hold an axis each, in the order of its motion."""
    kind = JOINTS[joint.kind]
    axes = [part.axis for part in (*kind.turns, *kind.slides)]
    named = {axis.field for axis in axes if axis.index is None}
    lone = len(named) == len({(axis.field, axis.index) for axis in axes})
    return tuple(dict.fromkeys(axis.field for axis in axes)) if lone else ()


def axis_in_space(places: BodyPlaces, joint: Joint, field: str) -> Array:
    """Where an axis of a joint points as the bodies stand (3,), of length one.

    Raises LagrError for one that has no value, and a ValueError for one without a length.
    """
    axis = _joint_frame(places, joint, field) @ places.numbers(getattr(joint, field))
    length = float(np.linalg.norm(axis))
    if not length > 0:
        raise ValueError(field)
    return axis / length


def _joint_frame(places: BodyPlaces, joint: Joint, field: str) -> Array:
    """The axes (3, 3) in which a field is written: those of the child for a second turn."""
    turns = JOINTS[joint.kind].turns
    if len(turns) > 1 and turns[-1].axis.field == field:
        return places.R[joint.child]
    rows = [places.numbers(row) for row in joint.orientation]
    return places.R[joint.parent] @ np.array(rows)


def turn_slide(model: Model, places: BodyPlaces, joint: Joint, angle: float) -> Model:
    """Let a slider go in another direction of the plane (rad); what slides stays where it is.

    One that a parameter inclines keeps it.  Raises LagrError for other directions that follow from
    parameters.
    """
    line = JOINTS[joint.kind].line
    assert line is not None
    way = places.plane.space((cos(angle), sin(angle)))
    if (changed := inclined(model, places, joint, line.field, angle)) is not None:
        return _staying(changed, places, joint, line.field, way)
    return _turned(model, places, joint, line.field, way, lambda v: direction_of(places, v))


def turn_axis(model: Model, places: BodyPlaces, joint: Joint, field: str, way: Array) -> Model:
    """Let an axis of a joint point another way in space (3,); what slides stays where it is.

    It is written by whole degrees where it is near to them.  Raises LagrError for an axis that
    follows from parameters.
    """
    return _turned(model, places, joint, field, way, spatial_direction)


def _turned(
    model: Model,
    places: BodyPlaces,
    joint: Joint,
    field: str,
    way: Array,
    written: Callable[[Array], Vector],
) -> Model:
    axis: Vector = getattr(joint, field)
    if names := names_behind(model, axis):
        cause = say("The direction depends on {names}.", names=joined(names))
        remedy = "Change one of them among the parameters."
        raise refused(cause, remedy, "several")
    index = [entry.name for entry in model.joints].index(joint.name)
    vector = _joint_frame(places, joint, field).T @ way
    changed = set_value(model, ("joints", index, field), written(vector))
    return _staying(changed, places, joint, field, way)


def _staying(changed: Model, places: BodyPlaces, joint: Joint, field: str, way: Array) -> Model:
    """A model in which an axis points another way (3,), with what slides where it was."""
    if not JOINTS[joint.kind].slides or not all(map(is_plain, joint.point_parent)):
        return changed  # a point that is a formula stays, and what slides goes along
    present = axis_in_space(places, joint, field)
    ends = [
        places.space(body, places.numbers(point))
        for body, point in ((joint.parent, joint.point_parent), (joint.child, joint.point_child))
    ]
    shift = float((ends[1] - ends[0]) @ present) * (present - way)
    point = places.numbers(joint.point_parent) + places.R[joint.parent].T @ shift
    index = [entry.name for entry in changed.joints].index(joint.name)
    return set_value(changed, ("joints", index, "point_parent"), whole(point))


def spatial_direction(vector: Array) -> Vector:
    """A unit vector as it is written: by cosines and sines of two angles, from the plane of x, y.

    Rounded numbers would make roots of them where its length is computed.
    """
    x, y, z = (float(entry) for entry in vector)
    if hypot(x, y) < SAME:
        return 0, 0, 1 if z > 0 else -1
    lift, around = atan2(z, hypot(x, y)), atan2(y, x)
    flat = "" if abs(z) < SAME else f"cos({turn_text(abs(lift))})"
    first, second = _part("cos", cos(around), around), _part("sin", sin(around), around)
    return times(flat, first), times(flat, second), _part("sin", sin(lift), lift)


def _part(function: str, number: float, angle: float) -> Scalar:
    if abs(number - round(number)) < SAME:
        return round(number)
    sign = "-" if function == "sin" and angle < 0 else ""
    return f"{sign}{function}({turn_text(abs(angle))})"


def times(factor: str, entry: Scalar) -> Scalar:
    """A part of a direction with a factor (empty: none) before it."""
    if not factor or entry == 0:
        return entry
    if entry == 1:
        return factor
    if entry == -1:
        return f"-{factor}"
    sign, text = ("-", str(entry)[1:]) if str(entry).startswith("-") else ("", str(entry))
    return f"{sign}{factor}*{text}"


def rounded_direction(vector: Array) -> Array:
    """A direction near to a unit vector, by round angles; one that is near to an axis is that."""
    if (axis := _along_axis(vector)) is not None:
        return axis
    x, y, z = (float(entry) for entry in vector)
    angles = degrees(atan2(z, hypot(x, y))), degrees(atan2(y, x))
    lift, around = (radians(caught_angle(angle)) for angle in angles)
    flat = cos(lift)
    return np.array([flat * cos(around), flat * sin(around), sin(lift)])


def _along_axis(vector: Array) -> Array | None:
    """The axis, either way, to which a unit vector is near; None: to none."""
    nearest = int(np.argmax(np.abs(vector)))
    if abs(float(vector[nearest])) <= cos(radians(CAUGHT)):
        return None
    return np.eye(3)[nearest] * np.sign(vector[nearest])


def caught_angle(angle: float) -> float:
    """A round angle (degrees) near to one: rather a multiple of 15, else a whole one."""
    multiple = TURN * round(angle / TURN)
    return multiple if abs(angle - multiple) <= CAUGHT else round(angle)


def turned_direction(places: BodyPlaces, joint: Joint, field: str, way: Array) -> Array:
    """A direction of space (3,) for an axis: along an axis of space or of the joint, if it is
    near to one; by whole degrees in the axes of the joint otherwise."""
    if (axis := _along_axis(way)) is not None:
        return axis
    frame = _joint_frame(places, joint, field)
    return frame @ rounded_direction(frame.T @ way)

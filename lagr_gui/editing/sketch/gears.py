"""Gears: discs that roll on each other, and racks that roll on discs."""

from __future__ import annotations

import numpy as np

from lagr_gui.catalogue import JOINTS
from lagr_gui.editing.edits.add import add_element
from lagr_gui.editing.sketch.anchors import StrokeEnd
from lagr_gui.editing.sketch.contacts import radius_of
from lagr_gui.editing.sketch.plane import BodyPlaces, negative, refused
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.message import say
from lagr_gui.model import Joint, Model, Scalar


def draw_gear(model: Model, places: BodyPlaces, start: StrokeEnd, end: StrokeEnd) -> Model:
    """Two hinged discs that mesh, or a slider that is the rack of a disc; they mesh as they stand.

    A disc whose centre lies within the other one is meshed from inside.  Raises LagrError where the
    joints of both do not hang on one body, or none of them is a hinged disc.
    """
    a, b = start.body, end.body
    if a == b or not (a and b):
        raise refused("A gear needs two bodies.", "Pull from one disc to the other.", "gear")
    first, second = _joint_of(model, a), _joint_of(model, b)
    if first.parent != second.parent:
        remedy = "Hinge both to the ground, or both to one other body."
        raise refused("The two do not hang on one body.", remedy, "gear")
    if _turns(model, first) and _turns(model, second):
        ratio = _of_discs(model, places, first, second)
    else:
        rack, pinion = (first, second) if _turns(model, second) else (second, first)
        if not (JOINTS[rack.kind].slides and _turns(model, pinion)):
            raise refused("A gear needs a hinged disc.", "Pull from one disc to the other.", "gear")
        first, second = rack, pinion
        ratio = _of_rack(model, places, rack, pinion)
    fields = {"coordinate_a": first.coordinates[0], "coordinate_b": second.coordinates[0]}
    offset = _offset(model, ratio, *fields.values())
    return add_element(model, "gear", **fields, ratio=ratio, offset=offset)


def _joint_of(model: Model, body: int) -> Joint:
    """The joint with one coordinate by which a body hangs on another."""
    held = [joint for joint in model.joints if joint.child == body]
    joints = [joint for joint in held if JOINTS[joint.kind].line and len(joint.coordinates) == 1]
    if len(held) != 1 or not joints:
        cause = say("{body} is neither hinged nor does it slide.", body=model.title(body))
        raise refused(cause, "Put a pin (P) into its centre, or a slider (S) under it.", "gear")
    return joints[0]


def _turns(model: Model, joint: Joint) -> bool:
    return bool(JOINTS[joint.kind].turns) and bool(radius_of(model.body(joint.child)))


def _of_discs(model: Model, places: BodyPlaces, a: Joint, b: Joint) -> Scalar:
    radii = [radius_of(model.body(joint.child)) for joint in (a, b)]
    middles = [_middle(model, places, joint.child) for joint in (a, b)]
    apart = float(np.linalg.norm(middles[0] - middles[1]))
    within = apart < max(value(radius, places.values) for radius in radii)
    same = _sense(places, a) * _sense(places, b) > 0
    ratio = f"{_factor(radii[1])}/{_factor(radii[0])}"
    return ratio if within == same else f"-{ratio}"


def _of_rack(model: Model, places: BodyPlaces, rack: Joint, pinion: Joint) -> Scalar:
    """The way of the rack is that of the rim at its side."""
    way = places.R[rack.child] @ _axis(places, rack)
    out = _middle(model, places, rack.child) - _middle(model, places, pinion.child)
    out = out - (out @ way) * way
    speed = float(np.cross(places.plane.normal, out) @ way) * _sense(places, pinion)
    radius = radius_of(model.body(pinion.child))
    return radius if speed > 0 else negative(radius)


def _middle(model: Model, places: BodyPlaces, body: int) -> np.ndarray:
    """Where the middle of a body is, its centre of mass, in space (3,)."""
    return places.space(body, places.numbers(model.body(body).centre))


def _sense(places: BodyPlaces, joint: Joint) -> float:
    """Whether a joint counts its turns as the sketch does (1) or the other way (-1)."""
    return float(np.sign(places.R[joint.child] @ _axis(places, joint) @ places.plane.normal))


def _axis(places: BodyPlaces, joint: Joint) -> np.ndarray:
    line = JOINTS[joint.kind].line
    assert line is not None
    held = getattr(joint, line.field)
    axis = places.numbers(held if line.index is None else held[line.index])
    return axis / np.linalg.norm(axis)


def _offset(model: Model, ratio: Scalar, a: str, b: str) -> Scalar:
    """By which they mesh as they stand: a formula that stays right for other radii."""
    start = {entry.coordinate: entry.position for entry in model.start}
    first, second = start.get(a, 0), start.get(b, 0)
    if not second:
        return first
    turned = f"{_factor(ratio)}*{_factor(second)}"
    return f"{first} - {turned}" if first else negative(turned)


def _factor(entry: Scalar) -> str:
    """A number or an expression as a factor of a product."""
    text = str(entry)
    plain = text.replace("_", "").replace(".", "").isalnum()
    return text if plain else f"({text})"

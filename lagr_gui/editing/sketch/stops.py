"""Stops in joints: the limits between which an angle or a slide stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, pi

from lagr_gui.catalogue import JOINTS
from lagr_gui.editing.edits.add import add_element
from lagr_gui.editing.edits.remove import remove
from lagr_gui.editing.edits.values import set_value
from lagr_gui.editing.sketch.anchors import Anchor
from lagr_gui.editing.sketch.plane import BodyPlaces, angle_text, refused, tidy
from lagr_gui.expression.arithmetic import value
from lagr_gui.model import Joint, Model, Scalar

STOP = "stop"
LIMITS = ("lower", "upper")
ROUND = pi / 12
"""New limits of angles are multiples of this, at least twice it from where the joint is."""


def put_stop(model: Model, places: BodyPlaces, found: Sequence[Anchor], length: float) -> Model:
    """A stop in the joint that lies here, about where it stands; one that is there goes.

    Slides have a `length` (m) on either side.  Raises LagrError where no joint with one coordinate
    lies.
    """
    joint = joint_among(model, found)
    coordinate = joint.coordinates[0]
    if stops := acting_on(model, STOP, coordinate):
        return remove(model, stops)
    start = {entry.coordinate: entry.position for entry in model.start}.get(coordinate, 0)
    q = float(value(start, places.values))
    lower: Scalar
    upper: Scalar
    if JOINTS[joint.kind].units[0] == "rad":
        lower = angle_text(floor(q / ROUND - 2) * ROUND)
        upper = angle_text(ceil(q / ROUND + 2) * ROUND)
    else:
        lower, upper = tidy(round(q - length, 3)), tidy(round(q + length, 3))
    return add_element(model, STOP, coordinate=coordinate, lower=lower, upper=upper)


def joint_among(model: Model, found: Sequence[Anchor]) -> Joint:
    """The joint with one coordinate among what lies at a place. Raises LagrError for none.

    Where none is, it is the slider of a body that lies there.
    """
    places = (a.path[1] for a in found if a.path[:1] == ("joints",))
    joints = [model.joints[int(place)] for place in places]
    single = [joint for joint in joints if len(joint.coordinates) == 1]
    single = single or [
        joint
        for anchor in found
        for joint in model.joints
        if joint.kind == "prismatic" and joint.child == anchor.body
    ]
    if not single:
        raise refused("No hinge and no slider lies here.", "Click on one of them.", "stop")
    return single[0]


def acting_on(model: Model, kind: str, coordinate: str) -> set[str]:
    """The keys of the elements of a kind that act on a coordinate."""
    elements = (element for element in model.elements if element.kind == kind)
    return {f"element:{e.name}" for e in elements if getattr(e, "coordinate", "") == coordinate}


def limits(model: Model, values: Mapping[str, float], index: int) -> tuple[float, float]:
    """Both limits of a stop (rad or m)."""
    element = model.elements[index]
    lower, upper = (float(value(getattr(element, name), values)) for name in LIMITS)
    return lower, upper


def set_limit(
    model: Model, values: Mapping[str, float], index: int, which: str, limit: Scalar
) -> Model:
    """Give a stop another limit. Raises LagrError where the lower one is not below the upper."""
    changed = set_value(model, ("elements", index, which), limit)
    lower, upper = limits(changed, values, index)
    if lower >= upper:
        raise refused("The lower limit is not below the upper one.", "Give another value.", "stop")
    return changed

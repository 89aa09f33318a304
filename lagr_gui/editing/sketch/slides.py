"""Slides that are turned: the direction of a prismatic joint."""

from __future__ import annotations

from math import cos, sin

import numpy as np

from lagr_gui.arithmetic import value
from lagr_gui.catalogue import JOINTS
from lagr_gui.editing.edits.values import set_value
from lagr_gui.editing.sketch.hanging import direction_of, whole
from lagr_gui.editing.sketch.lengths import is_plain, names_behind
from lagr_gui.editing.sketch.plane import BodyPlaces
from lagr_gui.editing.sketch.touching import numbers
from lagr_gui.message import joined, say
from lagr_gui.model import Joint, Model, Scalar, Vector
from lagr_gui.problem import refusal


def turn_slide(model: Model, places: BodyPlaces, joint: Joint, angle: float) -> Model:
    """Let a slider go in another direction of the plane (rad); what slides stays where it is.

    Where the point it begins at is a formula that stays instead.  Raises LagrError for a direction
    that follows from parameters.
    """
    line = JOINTS[joint.kind].line
    assert line is not None and joint.coordinates
    axis: Vector = getattr(joint, line.field)
    if names := names_behind(model, axis):
        cause = say("The direction depends on {names}.", names=joined(names))
        remedy = "Change one of them among the parameters."
        raise refusal("Sketch", cause, remedy, code="several")
    index = [entry.name for entry in model.joints].index(joint.name)
    R, S = places.R[joint.parent], places.R[joint.child]
    way = places.plane.space((cos(angle), sin(angle)))
    start: Scalar = {e.coordinate: e.position for e in model.start}.get(joint.coordinates[0], 0)
    present = S @ numbers(axis, places)
    length = float(np.linalg.norm(present))
    changed = set_value(model, ("joints", index, line.field), direction_of(places, S.T @ way))
    if all(map(is_plain, joint.point_parent)) and length > 0:
        shift = float(value(start, places.values)) * (present / length - way)
        point = numbers(joint.point_parent, places) + R.T @ shift
        changed = set_value(changed, ("joints", index, "point_parent"), whole(point))
    return changed

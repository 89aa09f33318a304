"""Whose angles count from where they hang at rest: pendulums, and what closes a path over one."""

from __future__ import annotations

from collections.abc import Collection
from math import atan2, hypot, pi

import numpy as np

from lagr_gui.arithmetic import value
from lagr_gui.arrays import Array
from lagr_gui.editing.sketch.anchors import Anchor
from lagr_gui.editing.sketch.plane import BodyPlaces
from lagr_gui.model import Joint, Model
from lagr_gui.problem import LagrError

STEEP = pi / 4 + 1e-9
"""A rod that hangs so far from straight down at most is drawn as a pendulum, not as a crank."""
SAME = 1e-9
KEEPING = ("fixed", "prismatic")
"""Joints that keep the directions of the bodies they hold."""


def swing_of(model: Model, places: BodyPlaces, parent: Anchor, child: Anchor) -> float | None:
    """How far a rod on a pin is turned from straight down; None of what is no pendulum.

    It hangs steeply under a pin on what does not turn.
    """
    angle = _from_down(model, places, parent, child)
    return angle if angle is not None and abs(angle) <= STEEP else None


def swing_in_loop(
    model: Model, places: BodyPlaces, parent: Anchor, child: Anchor, others: Collection[int]
) -> float | None:
    """The same of a rod that closes a path over a pendulum: it counts as that one does.

    `others` are bodies to which it is to be hinged too.
    """
    chain = _chain(model, {child.body, *others})
    if any(_hangs_at_zero(model, places, joint) for joint in model.joints if joint.child in chain):
        return _from_down(model, places, parent, child)
    return None


def _from_down(model: Model, places: BodyPlaces, parent: Anchor, child: Anchor) -> float | None:
    if model.body(child.body).shape.form != "rod" or places.strict:
        return None
    if not _keeps_direction(model, parent.body):
        return None
    down = _down(model, places)
    way = np.array(places.at(child.body, np.zeros(3))) - parent.at
    if hypot(*down) == 0 or hypot(*way) == 0:
        return None
    return atan2(down[0] * way[1] - down[1] * way[0], float(down @ way))


def _chain(model: Model, bodies: Collection[int]) -> set[int]:
    """The bodies that hang together with some, but for what does not turn."""
    found, more = set[int](), {body for body in bodies if not _keeps_direction(model, body)}
    while more:
        found |= more
        near = {n for j in model.joints if {j.parent, j.child} & more for n in (j.parent, j.child)}
        more = {body for body in near - found if not _keeps_direction(model, body)}
    return found


def _hangs_at_zero(model: Model, places: BodyPlaces, joint: Joint) -> bool:
    """Whether a rod hangs straight down under a pin on what does not turn at the angle zero."""
    if joint.kind != "revolute" or model.body(joint.child).shape.form != "rod":
        return False
    if not _keeps_direction(model, joint.parent):
        return False
    try:
        turned = [[value(e, places.values) for e in row] for row in joint.orientation]
        pinned = [value(entry, places.values) for entry in joint.point_child]
    except LagrError:
        return False
    way = places.R[joint.parent] @ np.array(turned, float) @ -np.array(pinned, float)
    flat, down = np.array([way @ places.plane.right, way @ places.plane.up]), _down(model, places)
    return float(down @ flat) >= (1 - SAME) * hypot(*down) * hypot(*flat) > 0


def _keeps_direction(model: Model, body: int) -> bool:
    """Whether a body is body 0, or can only shift against it."""
    while body:
        holding = [joint for joint in model.joints if joint.child == body]
        if len(holding) != 1 or holding[0].kind not in KEEPING:
            return False
        body = holding[0].parent
    return True


def _down(model: Model, places: BodyPlaces) -> Array:
    """Gravity (2,) in the plane, zero where it is not known yet."""
    try:
        gravity = np.array([value(entry, places.values) for entry in model.gravity], float)
    except LagrError:
        return np.zeros(2)
    return np.array([gravity @ places.plane.right, gravity @ places.plane.up])

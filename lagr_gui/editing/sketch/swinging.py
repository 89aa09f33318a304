"""Which rods that are hung up are pendulums: their angles count from where they hang at rest."""

from __future__ import annotations

from math import atan2, hypot, pi

import numpy as np

from lagr_gui.arithmetic import value
from lagr_gui.arrays import Array
from lagr_gui.editing.sketch.anchors import Anchor
from lagr_gui.editing.sketch.plane import BodyPlaces
from lagr_gui.model import Model
from lagr_gui.problem import LagrError

STEEP = pi / 4 + 1e-9
"""A rod that hangs so far from straight down at most is drawn as a pendulum, not as a crank."""
KEEPING = ("fixed", "prismatic")
"""Joints that keep the directions of the bodies they hold."""


def swing_of(model: Model, places: BodyPlaces, parent: Anchor, child: Anchor) -> float | None:
    """How far a rod on a pin is turned from straight down; None of what is no pendulum.

    It hangs steeply under a pin on what does not turn.
    """
    if model.body(child.body).shape.form != "rod" or places.strict:
        return None
    if not _keeps_direction(model, parent.body):
        return None
    down = _down(model, places)
    way = np.array(places.at(child.body, np.zeros(3))) - parent.at
    if hypot(*down) == 0 or hypot(*way) == 0:
        return None
    angle = atan2(down[0] * way[1] - down[1] * way[0], float(down @ way))
    return angle if abs(angle) <= STEEP else None


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

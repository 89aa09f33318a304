"""Axes of joints, as pictures need them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from lagr_gui.catalogue import JOINTS
from lagr_gui.drawing.lengths import vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Joint


def axis_in_space(
    joint: Joint, values: Mapping[str, float], R: Mapping[int, Array]
) -> Array | None:
    """The unit vector (3,) of a hinge or a slide, for bodies turned by `R`; None for others."""
    line = JOINTS[joint.kind].line
    if line is None:
        return None
    held = getattr(joint, line.field)
    axis = vector(held if line.index is None else held[line.index], values)
    rows = [vector(row, values) for row in joint.orientation]
    if axis is None or not axis.any() or any(row is None for row in rows):
        return None
    turned = R[joint.parent] @ np.array(rows) @ axis
    return turned / np.linalg.norm(turned)

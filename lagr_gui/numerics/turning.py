"""Turns as numbers."""

from __future__ import annotations

import numpy as np

from lagr_gui.arrays import Array


def turn_about(axis: Array, angle: float) -> Array:
    """The turn (3, 3) by an angle (rad) about a unit axis (3,) (Rodrigues)."""
    a, b, c = axis
    K = np.array([[0, -c, b], [c, 0, -a], [-b, a, 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * (K @ K)

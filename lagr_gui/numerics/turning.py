"""Turns as numbers."""

from __future__ import annotations

from math import cos, sin

import numpy as np

from lagr_gui.foundation.arrays import Array


def turn_about(axis: Array, angle: float) -> Array:
    """The turn (3, 3) by an angle (rad) about a unit axis (3,) (Rodrigues)."""
    a, b, c = axis.tolist()
    s, v = sin(angle), 1 - cos(angle)  # number by number: a sketch asks for each of its bodies
    return np.array(
        [
            [1 - v * (b * b + c * c), v * a * b - s * c, v * a * c + s * b],
            [v * a * b + s * c, 1 - v * (a * a + c * c), v * b * c - s * a],
            [v * a * c - s * b, v * b * c + s * a, 1 - v * (a * a + b * b)],
        ]
    )

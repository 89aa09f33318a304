"""Tensors of inertia that a distribution of mass has, and those that stand for others."""

from __future__ import annotations

from typing import Literal

import numpy as np

from lagr_gui.foundation.arrays import Array

ROUNDING = 1e-9
"""Part of the largest moment that counts as none."""
MOST_OFF = 1e-6
"""Part of it by which it may be more than the other two: files hold rounded numbers."""


def lacking(inertia: Array) -> Literal["negative", "triangle", ""]:
    """What no distribution of mass has: a word about a tensor, empty where it may be one."""
    if not inertia.any():  # a point
        return ""
    moments = np.linalg.eigvalsh(inertia)
    largest = max(abs(moments))
    if moments[0] < -ROUNDING * largest:
        return "negative"
    return "triangle" if moments[2] > moments[0] + moments[1] + MOST_OFF * largest else ""


def mended(inertia: Array) -> Array:
    """The tensor of a body: negative principal moments of ∫x′ⱼx′ₖ dm become 0."""
    moments, axes = np.linalg.eigh(binet(inertia))
    moments = np.clip(moments, 0, None)
    return (axes * (moments.sum() - moments)) @ axes.T


def binet(inertia: Array) -> Array:
    """θ of θ̄, by (13)."""
    return np.trace(inertia) / 2 * np.eye(3) - inertia

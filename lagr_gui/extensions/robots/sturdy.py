"""Masses as MuJoCo takes them: it refuses bodies without mass or inertia.

Drawings in a plane have such.  Where a body turns about one direction only, its other moments move
nothing and may be any.
"""

from __future__ import annotations

import numpy as np

from lagr_gui.extensions.robots.record import RobotLink, SingleMotion
from lagr_gui.extensions.robots.rigid import Mass, RigidFrame
from lagr_gui.foundation.arrays import Array
from lagr_gui.mechanics.inertia import lacking

LEAST = 1e-14
"""What stands for no mass (kg) and no inertia (kg m²); MuJoCo takes 1e-15 for none."""

_PARALLEL = 1e-9


def sturdy(index: int, links: list[RobotLink], places: list[RigidFrame], mass: Mass) -> Mass | None:
    """A mass that MuJoCo takes and that moves as this one does; None where there is none."""
    kilograms = max(mass.mass, LEAST)
    moments = np.linalg.eigvalsh(mass.inertia)
    if moments[0] >= LEAST and not lacking(mass.inertia):
        return Mass(kilograms, mass.centre, mass.inertia)
    axes = _turning(index, links, places)
    if not axes:
        return Mass(kilograms, mass.centre, np.eye(3) * max(float(moments[-1]), LEAST))
    first = axes[0]
    if all(float(np.linalg.norm(np.cross(first, axis))) < _PARALLEL for axis in axes):
        way = places[index].R.T @ first
        return Mass(kilograms, mass.centre, np.eye(3) * max(float(way @ mass.inertia @ way), LEAST))
    if lacking(mass.inertia):
        return None
    values, vectors = np.linalg.eigh(mass.inertia)
    inertia = (vectors * np.maximum(values, LEAST)) @ vectors.T
    return Mass(kilograms, mass.centre, (inertia + inertia.T) / 2)


def _turning(index: int, links: list[RobotLink], places: list[RigidFrame]) -> list[Array]:
    """The directions in space about which a link turns, as all coordinates are 0."""
    axes: list[Array] = []
    while index > 0:
        turns: list[SingleMotion] = [motion for motion in links[index].motions if motion.turns]
        axes += [places[index].R @ motion.axis for motion in turns]
        index = links[index].parent
    return axes

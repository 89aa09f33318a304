"""From where a spatial mechanism is seen first: along no long body, none before its neighbour."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.scenery.camera import Camera, orbit_camera, upward
from lagr_gui.scenery.scene import Scene

AZIMUTH, ELEVATION = 35.0, 22.0
"""From where one looks if nothing speaks against it, degrees."""
STEP = 15.0
"""By how much one goes around at a time, degrees."""
LONG = 2.0
"""So many times as long as it is wide a body has a long axis."""
SEEN, APART = 0.5, 0.35
"""The sines that are well seen: of a long axis and the view, of two long axes in the picture."""


def first_angles(scene: Scene) -> tuple[float, float]:
    """Azimuth and elevation (degrees): the nearest to the usual ones from which all is well seen.

    Where none is, those from which what is seen worst is seen best.
    """
    axes, up = long_axes(scene), upward(scene.gravity)
    pairs = [pair for pair in _neighbours(scene) if all(body in axes for body in pair)]
    azimuth, most = AZIMUTH, -1.0
    for turn in sorted(np.arange(-180.0, 180.0, STEP).tolist(), key=lambda t: (abs(t), -t)):
        camera = orbit_camera(AZIMUTH + turn, ELEVATION, up)
        least = min(
            (
                *(_length(camera, axis) / SEEN for axis in axes.values()),
                *(_apart(camera, axes[one], axes[other]) / APART for one, other in pairs),
            ),
            default=1.0,
        )
        if least >= 1.0:
            return AZIMUTH + turn, ELEVATION
        if least > most + 1e-9:
            azimuth, most = AZIMUTH + turn, least
    return azimuth, ELEVATION


def long_axes(scene: Scene) -> dict[int, Array]:
    """The unit vectors (3,) along bodies that are long, at the first instant, in space."""
    axes: dict[int, Array] = {}
    for figure in scene.figures:
        if figure.solid is None or not len(figure.solid.corners):
            continue
        low, high = figure.solid.reach
        _, second, longest = np.argsort(high - low)
        if (high - low)[longest] >= LONG * (high - low)[second]:
            axes[figure.number] = scene.motion.R[figure.number][0][:, longest]
    return axes


def _neighbours(scene: Scene) -> set[tuple[int, int]]:
    """The bodies that meet in joints, in pairs."""
    bodies: defaultdict[str, set[int]] = defaultdict(set)
    for link in scene.links:
        bodies[link.joint].add(link.body)
    return {pair for meeting in bodies.values() for pair in combinations(sorted(meeting), 2)}


def _length(camera: Camera, axis: Array) -> float:
    """How much of the length of an axis is seen."""
    return float(np.hypot(axis @ camera.right, axis @ camera.up))


def _apart(camera: Camera, one: Array, other: Array) -> float:
    """The sine of the angle at which two axes are seen; of parallel ones all is well."""
    if float(np.linalg.norm(np.cross(one, other))) < APART:
        return 1.0
    (a, b), (c, d) = ((v @ camera.right, v @ camera.up) for v in (one, other))
    return abs(float(a * d - b * c)) / max(_length(camera, one) * _length(camera, other), 1e-12)

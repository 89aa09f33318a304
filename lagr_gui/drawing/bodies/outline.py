"""Points on the surface of the shape of a body, by which its outline can be drawn."""

from __future__ import annotations

from itertools import product

import numpy as np

from lagr_gui.foundation.arrays import Array

ROUND = 36
"""Points of a circle."""


def surface(form: str, size: Array, axis: str) -> Array:
    """Points (n, 3) in body axes, m, whose hull is the shape with three lengths (m).

    None of a point or a frame.
    """
    half = np.abs(size) / 2
    if form in ("point", "frame"):
        return np.zeros((0, 3))
    if form == "box":
        return half * np.array(list(product((-1.0, 1.0), repeat=3)))
    phi = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
    if form in ("sphere", "bead"):
        theta = np.linspace(0, np.pi, ROUND // 2 + 1)
        ring, height = np.sin(theta)[:, None], np.cos(theta)[:, None]
        x, y, z = ring * np.cos(phi), ring * np.sin(phi), height + 0 * phi
        return half.max() * np.stack([x, y, z], axis=-1).reshape(-1, 3)
    along = "xyz".index(axis)
    first, second = (index for index in range(3) if index != along)
    rings = np.zeros((2, ROUND, 3))
    rings[:, :, first], rings[:, :, second] = half[first] * np.cos(phi), half[second] * np.sin(phi)
    rings[0, :, along], rings[1, :, along] = -half[along], half[along]
    return rings.reshape(-1, 3)


def hull(points: Array) -> Array:
    """The corners (m, 2) of the convex hull of points (n, 2), counterclockwise."""
    ordered = sorted(set(map(tuple, np.round(points, 9).tolist())))
    if len(ordered) < 3:
        return np.array(ordered).reshape(-1, 2)
    chains: list[list[tuple[float, ...]]] = []
    for order in (ordered, ordered[::-1]):
        chain: list[tuple[float, ...]] = []
        for point in order:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chains.append(chain[:-1])
    return np.array(chains[0] + chains[1])


def _turn(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

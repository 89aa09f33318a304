"""Teeth of gears and racks: involute flanks, as outlines in the plane of the wheel.

A tooth stands on the first axis of an outline; its lengths are those of DIN 867, with a head that
is a little lower, so that small wheels mesh without undercut.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import acos, cos, pi, sin, tan

import numpy as np

from lagr_gui.drawing.bodies.surfaces import SolidSurface, from_triangles
from lagr_gui.foundation.arrays import Array

PRESSURE = pi / 9
"""The angle between the line along which flanks press and the pitch line."""
HEAD, FOOT, RIM = 0.85, 1.1, 1.6
"""How far teeth stand out of the pitch line and reach into it, and what is behind their feet at
rings and racks, in modules."""
PLAY = 0.04
"""The part of its width that a tooth is narrower than the gap it lies in."""
FLANK = 5
"""Points of a flank."""


@dataclass(frozen=True, eq=False)
class ToothedLoops:
    """The toothed line (n, 2) and, with as many points, the other border of the rim (n, 2).

    That of a wheel lies within its feet.  A rack, along the first axis, is not `closed`.
    """

    teeth: Array
    border: Array
    closed: bool = True

    @property
    def outlines(self) -> tuple[Array, ...]:
        """What is seen from above (n, 2): all that is full, or a ring by both its borders."""
        if not self.closed:
            return (np.concatenate([self.teeth, self.border[::-1]]),)
        inner, outer = (float(np.linalg.norm(loop[0])) for loop in (self.teeth, self.border))
        return (self.teeth,) if outer < inner else (self.border, self.teeth)

    def surface(self, thickness: float) -> SolidSurface:
        """The rim, thick along a third axis about its middle."""
        n = len(self.teeth)
        corners = np.zeros((4 * n, 3))
        for place, (loop, side) in enumerate(
            ((self.teeth, 1), (self.border, 1), (self.border, -1), (self.teeth, -1))
        ):
            corners[place * n : (place + 1) * n, :2] = loop
            corners[place * n : (place + 1) * n, 2] = side * thickness / 2
        here = np.arange(n if self.closed else n - 1)
        there = (here + 1) % n
        bands = [
            np.stack(
                [one + here, one + there, other + there, one + here, other + there, other + here]
            )
            for one, other in ((0, n), (n, 2 * n), (2 * n, 3 * n), (3 * n, 0))
        ]
        triangles = np.concatenate([band.T.reshape(-1, 3) for band in bands])
        if not self.closed:
            ends = [[0, n, 2 * n], [0, 2 * n, 3 * n]]
            ends += [[k + n - 1 for k in reversed(end)] for end in ends]
            triangles = np.concatenate([triangles, ends])
        above = corners[triangles[: 2 * len(here)], :2]  # its sense tells that of all
        a, b = (above[:, k] - above[:, 0] for k in (1, 2))
        if float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()) < 0:
            triangles = triangles[:, ::-1]
        return from_triangles(corners, triangles)


@lru_cache(maxsize=64)
def wheel_loops(radius: float, count: int) -> ToothedLoops:
    """A wheel with outer teeth on a pitch circle (m)."""
    module = 2 * radius / count
    teeth = _around(radius, count, HEAD * module, FOOT * module)
    return ToothedLoops(teeth, _at_radius(teeth, core_radius(radius, count)))


def core_radius(radius: float, count: int) -> float:
    """The radius of the disc on which the rim of a wheel lies."""
    return radius * max(1 - 2 * (FOOT + 0.9) / count, 0.3)


@lru_cache(maxsize=64)
def ring_loops(radius: float, count: int) -> ToothedLoops:
    """A ring with inner teeth: its gaps are the teeth of a wheel with longer heads."""
    module = 2 * radius / count
    gaps = _around(radius, count, FOOT * module, HEAD * module)
    half = pi / count
    c, s = cos(half), sin(half)
    teeth = gaps @ np.array([[c, s], [-s, c]])
    return ToothedLoops(teeth, _at_radius(teeth, ring_radius(radius, count)))


def ring_radius(radius: float, count: int) -> float:
    """The outer radius of a ring."""
    return radius * (1 + 2 * (FOOT + RIM) / count)


@lru_cache(maxsize=64)
def rack_loops(pitch: float, low: float, high: float, back: float) -> ToothedLoops:
    """A rack from `low` to `high` along the first axis; its teeth look along the second one.

    Its pitch line is the first axis, where a tooth stands at 0; it is as deep as `back`, at least
    as its teeth are.
    """
    module = pitch / pi
    head, foot = HEAD * module, FOOT * module
    half = pitch / 4 * (1 - PLAY)
    tip, root = half - head * tan(PRESSURE), half + foot * tan(PRESSURE)
    one = np.array([[-root, -foot], [-tip, head], [tip, head], [root, -foot]])
    first, last = round(np.ceil((low + root) / pitch)), round(np.floor((high - root) / pitch))
    whole = [one + np.array([k * pitch, 0.0]) for k in range(first, last + 1)]
    teeth = np.concatenate([[[low, -foot]], *whole, [[high, -foot]]])
    return ToothedLoops(
        teeth, np.column_stack([teeth[:, 0], np.full(len(teeth), -rack_depth(pitch, back))]), False
    )


def rack_depth(pitch: float, back: float) -> float:
    """How far a rack reaches behind its pitch line."""
    return max(back, (FOOT + RIM) * pitch / pi)


def _around(radius: float, count: int, outwards: float, inwards: float) -> Array:
    """A closed line (n, 2) with teeth: involutes from feet, or the base circle, to heads."""
    base = radius * cos(PRESSURE)
    foot, head = radius - inwards, radius + outwards
    rise = np.linspace(max(foot, base), head, FLANK)
    half = pi / (2 * count) * (1 - PLAY)
    wide = np.array([half + _involute(PRESSURE) - _involute(acos(base / r)) for r in rise])
    wide = np.maximum(wide, 0.02 * pi / count)
    if foot < base:
        rise, wide = np.insert(rise, 0, foot), np.insert(wide, 0, wide[0])
    angles = np.concatenate([-wide, wide[::-1]])
    radii = np.concatenate([rise, rise[::-1]])
    turns = angles + 2 * pi / count * np.arange(count)[:, None]
    return np.stack([radii * np.cos(turns), radii * np.sin(turns)], axis=-1).reshape(-1, 2)


def _involute(angle: float) -> float:
    return tan(angle) - angle


def _at_radius(loop: Array, radius: float) -> Array:
    return loop * (radius / np.linalg.norm(loop, axis=1, keepdims=True))

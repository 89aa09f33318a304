"""Signs of how coordinates are counted: arcs with arrows from where a joint is at zero, arrows
along slides.

They follow from the poses alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.scenery import symbols
from lagr_gui.scenery.coordinate_marks import CoordinateMark
from lagr_gui.scenery.signs import Sign
from lagr_gui.scenery.strokes import SceneSight

RADIUS, LEAST = 34.0, 17.0
"""The radius of an arc, and how small a body is about which there is none (pixels)."""
PART = 0.6
"""The part of a body that an arc about its end reaches along it."""
BEYOND, CLEAR, HEAD = 8.0, 13.0, 7.0
"""How far lines reach beyond an arc, arrows stand from a body, and how long heads are (pixels)."""
SHORT, SHOWN = 10.0, 30.0
"""Shorter ways (pixels) are shown by an arrow of this length in the sense in which one counts."""
FURTHEST = 60.0
"""An arrow along a slide stands no further from its joint (pixels)."""
SLANTED = 0.3
"""A slide is drawn that is seen at least so long, as a part of its length."""


@dataclass(frozen=True, eq=False)
class CountedCoordinate:
    """The signs of a coordinate, and where its letter stands: from a pixel (2,) away (2,)."""

    name: str
    signs: tuple[Sign, ...]
    at: Array
    away: Array


def counted_coordinates(sight: SceneSight) -> Iterator[CountedCoordinate]:
    """The arcs and arrows of all coordinates that have room in a picture."""
    for mark in sight.scene.marks:
        yield from _slides(sight, mark)
        if mark.name:
            yield from _turn(sight, mark)


def _turn(sight: SceneSight, mark: CoordinateMark) -> Iterator[CountedCoordinate]:
    """An arc from where the child would be at zero to where it is."""
    now, here = sight.now, sight.now.joints[mark.joint]
    held = now.R[mark.parent]
    axis, rest, arm = held @ mark.axis, held @ mark.rest, now.R[mark.child] @ mark.arm
    unit = 1 / sight.camera.scale
    radius = min(PART * _reach(sight, mark) / unit, RADIUS)
    if radius < PART * LEAST:
        return
    radius = max(radius, sight.reach_about(mark.joint) + 3.0)
    side = np.asarray(np.cross(axis, rest), float)
    angle = atan2(float(arm @ side), float(arm @ rest))
    if abs(angle) * radius < SHORT:
        angle = SHOWN / radius
    angles = np.linspace(0.0, angle, 2 + int(8 * abs(angle)))[:, None]
    arc = sight.flat(here + radius * unit * (np.cos(angles) * rest + np.sin(angles) * side))
    datum = sight.flat(np.stack([here, here + (radius + BEYOND) * unit * rest]))
    middle = arc[len(arc) // 2]
    _, away, _ = symbols.frame(sight.joints[mark.joint], middle)
    yield CountedCoordinate(mark.name, _signs(mark, arc, datum), middle, away)


def _reach(sight: SceneSight, mark: CoordinateMark) -> float:
    """How far the child reaches from its joint (m)."""
    here, now = sight.now.joints[mark.joint], sight.now
    ends = [now.x[mark.child]]
    for figure in sight.scene.figures:
        if figure.number == mark.child and figure.solid is not None:
            ends.extend(now.x[mark.child] + figure.solid.corners @ now.R[mark.child].T)
    return float(np.linalg.norm(np.array(ends) - here, axis=1).max())


def _slides(sight: SceneSight, mark: CoordinateMark) -> Iterator[CountedCoordinate]:
    """An arrow from where the joint is at zero, beside what slides; of two one behind the other."""
    now = sight.now
    held = now.R[mark.parent]
    place = now.x[mark.parent] + held @ mark.point
    way = now.joints[mark.joint] - place
    for name, along in zip(mark.names, mark.axes, strict=True):
        axis = held @ along
        beyond = place + float(way @ axis) * axis
        a, b = sight.flat(np.stack([place, beyond]))
        origin, tip = sight.flat(np.stack([place, place + SHOWN / sight.camera.scale * axis]))
        seen, direction, across = symbols.frame(origin, tip)
        if seen > SLANTED * SHOWN:
            if float(np.hypot(*(b - a))) < SHORT:
                b = a + SHOWN * direction
            up = -across if (across[1], -across[0]) > (0.0, 0.0) else across
            off = _clear(sight, mark, up) * up if len(mark.names) == 1 else np.zeros(2)
            feet = np.stack([a, a + off + 4.0 * up]), np.stack([b, b + off + 4.0 * up])
            line = np.stack([a + off, b + off])
            signs = _signs(mark, line, *(feet if np.any(off) else ()))
            yield CountedCoordinate(name, signs, line.mean(axis=0), up)
        place = beyond


def _clear(sight: SceneSight, mark: CoordinateMark, up: Array) -> float:
    """How far from its joint (pixels) an arrow does not lie over what slides."""
    now, most = sight.now, 0.0
    for figure in sight.scene.figures:
        if figure.number == mark.child and figure.solid is not None:
            corners = now.x[mark.child] + figure.solid.corners @ now.R[mark.child].T
            most = float(((sight.flat(corners) - sight.joints[mark.joint]) @ up).max())
    return min(most, FURTHEST) + CLEAR


def _signs(mark: CoordinateMark, line: Array, *data: Array) -> tuple[Sign, ...]:
    """A line with a head, and thin dashed lines from which one counts."""
    key = (f"joint:{mark.joint}",)
    head = symbols.arrow(line[-2] if len(line) < 4 else line[-3], line[-1], HEAD)
    return (
        *(Sign("datum", (datum,), key, dashed=True) for datum in data),
        Sign("coordinate", (line, head), key),
    )

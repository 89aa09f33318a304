"""What bodies look like in space: surfaces with their colours, in the axes of the body."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import pi

import numpy as np

from lagr_gui.drawing.bodies import surfaces
from lagr_gui.drawing.bodies.shapes import BodyForm, Mark
from lagr_gui.drawing.bodies.solids import (
    THINNEST,
    Meshes,
    Values,
    full_solids,
    solid_surface,
    stretched,
)
from lagr_gui.drawing.bodies.surfaces import SolidSurface
from lagr_gui.drawing.lengths import vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Shape
from lagr_gui.model.shapes import paint

MARK = "mark"
"""The colour of lines on a body by which one sees it turn."""
TYRE, HUB, SPOKE = 0.09, 0.12, 0.016
"""Thickness of a tyre, width of a hub and of a spoke, as parts of the diameter of a wheel."""
LINE, NARROW = 0.008, 0.05
"""Thickness of a line on a body, at most, as parts of its two largest lengths."""
SPOKES = 12


@dataclass(frozen=True, eq=False)
class Painted:
    """A surface in the axes of a body; `color` is that of the body where it is empty."""

    surface: SolidSurface
    color: str = ""


def shown_size(shape: Shape, values: Values, span: float) -> Array:
    """Three lengths (m) of a body; where nobody chose a shape it fits a mechanism of a span (m)."""
    size = vector(shape.size, values)
    return np.full(3, 0.09 * span) if size is None or shape == Shape() else size


def painted(
    shape: Shape, size: Array, form: BodyForm | None, values: Values, meshes: Meshes
) -> tuple[Painted, ...]:
    """All surfaces of a body with three lengths in its axes; none of a point or frame."""
    if shape.form == "composed":
        return tuple(_solids(shape, size, values, meshes))
    if form is None:
        return ()
    axis = "xyz".index(shape.axis)
    turn, spans = _onto(axis), np.maximum(np.abs(np.roll(size, -axis - 1)), THINNEST)
    if shape.form == "box":
        return (Painted(surfaces.box(np.maximum(np.abs(size), THINNEST))),)
    if form.composed is not None:
        return (Painted(form.composed),)
    if shape.form == "wheel":
        return tuple(_wheel(spans, turn))
    if shape.form == "sphere":
        body = stretched(surfaces.capsule(0.5, 0.0), np.abs(size))
    else:
        round_ = stretched(surfaces.cylinder(0.5, 1.0), spans)
        body = round_.moved(turn, np.zeros(3))
    _, second, largest = np.sort(np.abs(size)).tolist()
    return Painted(body), Painted(_lines(form.mark, min(LINE * largest, NARROW * second)), MARK)


def outline_of(shape: Shape, looks: tuple[Painted, ...], form: BodyForm | None) -> SolidSurface:
    """Where a body is taken hold of; between the spokes of a wheel too."""
    if form is not None and form.open:
        size = np.ptp(form.corners, axis=0)
        axis = "xyz".index(shape.axis)
        spans = np.maximum(np.roll(size, -axis - 1), THINNEST)
        return stretched(surfaces.cylinder(0.5, 1.0), spans).moved(_onto(axis), np.zeros(3))
    return surfaces.joined(part.surface for part in looks)


def _onto(axis: int) -> Array:
    """The map of z onto a body axis, and of x, y onto the two that follow it."""
    turn = np.zeros((3, 3))
    turn[(axis + 1) % 3, 0] = turn[(axis + 2) % 3, 1] = turn[axis, 2] = 1.0
    return turn


def _wheel(spans: Array, turn: Array) -> Iterator[Painted]:
    """A tyre, a rim, a hub and spokes about z; `spans` are two diameters and the width."""
    even = np.array([1.0, float(spans[1] / spans[0]), 1.0])
    d, w = float(spans[0]), float(spans[2])
    thick = min(w, TYRE * d) / 2
    hub, half = HUB * d / 2, min(w, HUB * d) / 2
    angles = np.arange(SPOKES) * 2 * pi / SPOKES
    spokes: list[SolidSurface] = []
    for index, angle in enumerate(angles.tolist()):
        out = np.array([np.cos(angle), np.sin(angle), 0.0])
        side = half * (1 if index % 2 else -1)
        ends = np.array([0.6 * hub * out + [0, 0, 0.6 * side], (d / 2 - thick) * out])
        spokes.append(surfaces.along(ends, SPOKE * d / 2, 5))
    out = np.array([0.62 * d / 2, 0.0, 0.0])
    reflector = surfaces.box(np.array([0.16 * d, 0.05 * d, 2.2 * SPOKE * d]))
    tyre = surfaces.ring(d / 2 - thick, thick)
    parts = (
        (tyre, ""),
        (surfaces.joined([*spokes, surfaces.cylinder(hub, 2 * half)]), MARK),
        (reflector.moved(np.eye(3), out), ""),
    )
    for surface, color in parts:
        yield Painted(stretched(surface, even).moved(turn, np.zeros(3)), color)


def _lines(mark: Mark, radius: float) -> SolidSurface:
    return surfaces.joined(surfaces.along(line, radius, 4) for line in mark.lines)


def _solids(shape: Shape, size: Array, values: Values, meshes: Meshes) -> Iterator[Painted]:
    """The solids of a composed body; what cannot be drawn is left out."""
    for part, surface in full_solids(shape, values, _or_box(meshes, size)):
        yield Painted(surface, paint(part.color))


def solids_add_up(shape: Shape, values: Values, meshes: Meshes) -> bool:
    """Whether the solids of a body do not overlap and its holes lie within them, where known."""
    parts = [(part, solid_surface(part, values, meshes)) for part in shape.solids]
    closed = [(part, mesh) for part, mesh in parts if mesh is not None and not mesh.open]
    full = [mesh for part, mesh in closed if not part.hole]
    holes = [mesh for part, mesh in closed if part.hole]
    return len(closed) < len(parts) or not full or surfaces.adds_up(full, holes)


def _or_box(meshes: Meshes, size: Array) -> Meshes:
    """Where a file cannot be read there is a box."""
    return lambda file: meshes(file) or surfaces.box(np.abs(size))

"""What bodies look like in space: surfaces with their colours, in the axes of the body."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import pi

import numpy as np

from lagr_gui.arrays import Array
from lagr_gui.drawing import surfaces
from lagr_gui.drawing.surfaces import SolidSurface
from lagr_gui.gui.panes.animation.shapes import BodyForm, Mark
from lagr_gui.gui.panes.animation.values import number, vector
from lagr_gui.model import Shape, Solid
from lagr_gui.model.solids import turn_of
from lagr_gui.problem import LagrError

MARK = "mark"
"""The colour of lines on a body by which one sees it turn."""
TYRE, HUB, SPOKE = 0.09, 0.12, 0.016
"""Thickness of a tyre, width of a hub and of a spoke, as parts of the diameter of a wheel."""
LINE, NARROW = 0.008, 0.05
"""Thickness of a line on a body, at most, as parts of its two largest lengths."""
SPOKES = 12
THINNEST = 1e-9
Values = Mapping[str, float]
Meshes = Callable[[str], SolidSurface | None]
"""The surface in a file, in the lengths of the file; None where there is none."""


@dataclass(frozen=True, eq=False)
class Painted:
    """A surface in the axes of a body; `color` is that of the body where it is empty."""

    surface: SolidSurface
    color: str = ""


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
    if shape.form == "wheel":
        return tuple(_wheel(spans, turn))
    if shape.form == "sphere":
        body = _stretched(surfaces.capsule(0.5, 0.0), np.abs(size))
    else:
        round_ = _stretched(surfaces.cylinder(0.5, 1.0), spans)
        body = round_.moved(turn, np.zeros(3))
    _, second, largest = np.sort(np.abs(size)).tolist()
    return Painted(body), Painted(_lines(form.mark, min(LINE * largest, NARROW * second)), MARK)


def outline_of(shape: Shape, looks: tuple[Painted, ...], form: BodyForm | None) -> SolidSurface:
    """Where a body is taken hold of; between the spokes of a wheel too."""
    if form is not None and form.open:
        size = np.ptp(form.corners, axis=0)
        axis = "xyz".index(shape.axis)
        spans = np.maximum(np.roll(size, -axis - 1), THINNEST)
        return _stretched(surfaces.cylinder(0.5, 1.0), spans).moved(_onto(axis), np.zeros(3))
    return surfaces.joined(part.surface for part in looks)


def _onto(axis: int) -> Array:
    """The map of z onto a body axis, and of x, y onto the two that follow it."""
    turn = np.zeros((3, 3))
    turn[(axis + 1) % 3, 0] = turn[(axis + 2) % 3, 1] = turn[axis, 2] = 1.0
    return turn


def _stretched(surface: SolidSurface, by: Array) -> SolidSurface:
    """Lengths along three axes times three numbers."""
    by = np.maximum(by, THINNEST)
    normals = surface.normals / by
    normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
    return SolidSurface(surface.corners * by, normals, surface.triangles, surface.open)


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
        yield Painted(_stretched(surface, even).moved(turn, np.zeros(3)), color)


def _lines(mark: Mark, radius: float) -> SolidSurface:
    return surfaces.joined(surfaces.along(line, radius, 4) for line in mark.lines)


def _solids(shape: Shape, size: Array, values: Values, meshes: Meshes) -> Iterator[Painted]:
    """The solids of a composed body without their holes; what cannot be drawn is left out."""
    parts = [(part, _surface(part, values, _or_box(meshes, size))) for part in shape.solids]
    holes = [surface for part, surface in parts if part.hole and surface is not None]
    for part, surface in parts:
        if surface is not None and not part.hole:
            if holes and not surface.open:
                surface = surfaces.without(surface, holes)
            yield Painted(surface, part.color)


def solids_add_up(shape: Shape, values: Values, meshes: Meshes) -> bool:
    """Whether the solids of a body do not overlap and its holes lie within them, where known."""
    parts = [(part, _surface(part, values, meshes)) for part in shape.solids]
    closed = [(part, found) for part, found in parts if found is not None and not found.open]
    full = [found for part, found in closed if not part.hole]
    holes = [found for part, found in closed if part.hole]
    return len(closed) < len(parts) or not full or surfaces.adds_up(full, holes)


def _or_box(meshes: Meshes, size: Array) -> Meshes:
    """Where a file cannot be read there is a box."""
    return lambda file: meshes(file) or surfaces.box(np.abs(size))


def _surface(part: Solid, values: Values, meshes: Meshes) -> SolidSurface | None:
    """A solid where it lies; None where a length is not known, or not positive."""
    at, angles = vector(part.at, values), vector(part.turn, values)
    form = _form(part, values, meshes)
    if at is None or angles is None or form is None:
        return None
    turn = np.array(turn_of((float(angles[0]), float(angles[1]), float(angles[2]))), float)
    return form.moved(turn, at)


def _form(part: Solid, values: Values, meshes: Meshes) -> SolidSurface | None:
    def length(name: str) -> float:
        found = number(getattr(part, name), values)
        if found is None or not found > 0:
            raise ValueError(name)
        return found

    try:
        match part.form:
            case "box":
                size = vector(part.size, values)
                return surfaces.box(size) if size is not None and np.all(size > 0) else None
            case "sphere":
                return surfaces.capsule(length("radius"), 0.0)
            case "cone":
                return surfaces.cone(length("radius"), length("length"))
            case "capsule":
                return surfaces.capsule(length("radius"), length("length"))
            case "tube":
                inner = min(length("inner"), 0.999 * length("radius"))
                return surfaces.cylinder(length("radius"), length("length"), inner)
            case "rod":
                radius = float(np.sqrt(length("section") / pi))
                return surfaces.cylinder(radius, length("length"))
            case "plate":
                corners = [[number(entry, values) for entry in corner] for corner in part.corners]
                if len(corners) < 3 or any(None in corner for corner in corners):
                    return None
                return surfaces.plate(np.array(corners, float), length("thickness"))
            case "mesh":
                found, scale = meshes(part.file), length("scale")
                return None if found is None else _stretched(found, np.full(3, scale))
            case _:
                return surfaces.cylinder(length("radius"), length("length"))
    except (LagrError, ValueError):
        return None

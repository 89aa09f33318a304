"""The solids of bodies as surfaces, in the axes of their bodies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import pi

import numpy as np

from lagr_gui.drawing.bodies import surfaces
from lagr_gui.drawing.bodies.surfaces import SolidSurface
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Scalar, Shape, Solid
from lagr_gui.model.solids.bodies import turn_of

THINNEST = 1e-9
Values = Mapping[str, float]
Meshes = Callable[[str], SolidSurface | None]
"""The surface in a file, in the lengths of the file; None where there is none."""


def full_solids(
    shape: Shape, values: Values, meshes: Meshes = lambda file: None
) -> list[tuple[Solid, SolidSurface]]:
    """The solids of a body without their holes; what cannot be drawn is left out."""
    parts = [(part, solid_surface(part, values, meshes)) for part in shape.solids]
    holes = [surface for part, surface in parts if part.hole and surface is not None]
    full = [(part, surface) for part, surface in parts if surface is not None and not part.hole]
    return [
        (part, surfaces.without(surface, holes) if holes and not surface.open else surface)
        for part, surface in full
    ]


def solid_surface(part: Solid, values: Values, meshes: Meshes) -> SolidSurface | None:
    """A solid where it lies; None where a length is not known, or not positive."""
    try:
        form = _form(part, values, meshes)
        return None if form is None else form.moved(*_placed(part, values))
    except (LagrError, ArithmeticError, ValueError):
        return None


@dataclass(frozen=True, eq=False)
class RoundSolid:
    """Radius and height of rings (k, 2) about z, turned by a map (3, 3), then shifted (3,)."""

    rings: Array
    R: Array
    at: Array


def round_solid(part: Solid, values: Values, around: int) -> RoundSolid | None:
    """A solid that is round, where it lies; None of another one, and where it has no surface.

    Balls have rings for so many corners `around`.
    """
    try:
        bands = _bands(part, values, around)
        if bands is None:
            return None
        rings = np.array([ring[:2] for band in bands for ring in band])
        new = np.append(True, np.any(rings[1:] != rings[:-1], axis=1))
        return RoundSolid(rings[new], *_placed(part, values))
    except (LagrError, ArithmeticError, ValueError):
        return None


def _placed(part: Solid, values: Values) -> tuple[Array, Array]:
    """How a solid is turned, and where it is."""
    a, b, c = (_number(entry, values) for entry in part.turn)
    at = np.array([_number(entry, values) for entry in part.at])
    return np.array(turn_of((a, b, c)), float), at


def _positive(entry: Scalar, values: Values) -> float:
    size = _number(entry, values)
    if not size > 0:
        raise ValueError(entry)
    return size


def _number(entry: Scalar, values: Values) -> float:
    return float(value(entry, values))


def _form(part: Solid, values: Values, meshes: Meshes) -> SolidSurface | None:
    bands = _bands(part, values, surfaces.ROUND)
    if bands is not None:
        return surfaces.turned(bands)
    match part.form:
        case "box":
            return surfaces.box(np.array([_positive(entry, values) for entry in part.size]))
        case "plate":
            corners = [[_number(entry, values) for entry in corner] for corner in part.corners]
            thick = _positive(part.thickness, values)
            return surfaces.plate(np.array(corners), thick) if len(corners) > 2 else None
        case _:
            mesh, scale = meshes(part.file), _positive(part.scale, values)
            return None if mesh is None else stretched(mesh, np.full(3, scale))


def _bands(part: Solid, values: Values, around: int) -> surfaces.Bands | None:
    """What is turned about z; None of what is not round."""

    def length(name: str) -> float:
        return _positive(getattr(part, name), values)

    match part.form:
        case "sphere":
            return surfaces.capsule_bands(length("radius"), 0.0, around)
        case "cone":
            return surfaces.cone_bands(length("radius"), length("length"))
        case "capsule":
            return surfaces.capsule_bands(length("radius"), length("length"), around)
        case "tube":
            inner = min(length("inner"), 0.999 * length("radius"))
            return surfaces.cylinder_bands(length("radius"), length("length"), inner)
        case "rod":
            radius = float(np.sqrt(length("section") / pi))
            return surfaces.cylinder_bands(radius, length("length"))
        case "cylinder":
            return surfaces.cylinder_bands(length("radius"), length("length"))
        case _:
            return None


def stretched(surface: SolidSurface, by: Array) -> SolidSurface:
    """Lengths along three axes times three numbers."""
    by = np.maximum(by, THINNEST)
    normals = surface.normals / by
    normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
    return SolidSurface(surface.corners * by, normals, surface.triangles, surface.open)

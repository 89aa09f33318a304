"""The solids of bodies as surfaces, in the axes of their bodies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import pi

import numpy as np

from lagr_gui.arithmetic import value
from lagr_gui.arrays import Array
from lagr_gui.drawing import surfaces
from lagr_gui.drawing.surfaces import SolidSurface
from lagr_gui.model import Scalar, Shape, Solid
from lagr_gui.model.solids import turn_of
from lagr_gui.problem import LagrError

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
        at = np.array([_number(entry, values) for entry in part.at])
        a, b, c = (_number(entry, values) for entry in part.turn)
        form = _form(part, values, meshes)
    except (LagrError, ArithmeticError, ValueError):
        return None
    return None if form is None else form.moved(np.array(turn_of((a, b, c)), float), at)


def _number(entry: Scalar, values: Values) -> float:
    return float(value(entry, values))


def _form(part: Solid, values: Values, meshes: Meshes) -> SolidSurface | None:
    def length(name: str) -> float:
        return positive(getattr(part, name))

    def positive(entry: Scalar) -> float:
        found = _number(entry, values)
        if not found > 0:
            raise ValueError(entry)
        return found

    match part.form:
        case "box":
            return surfaces.box(np.array([positive(entry) for entry in part.size]))
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
            return surfaces.cylinder(float(np.sqrt(length("section") / pi)), length("length"))
        case "plate":
            corners = [[_number(entry, values) for entry in corner] for corner in part.corners]
            thick = length("thickness")
            return surfaces.plate(np.array(corners), thick) if len(corners) > 2 else None
        case "mesh":
            found, scale = meshes(part.file), length("scale")
            return None if found is None else stretched(found, np.full(3, scale))
        case _:
            return surfaces.cylinder(length("radius"), length("length"))


def stretched(surface: SolidSurface, by: Array) -> SolidSurface:
    """Lengths along three axes times three numbers."""
    by = np.maximum(by, THINNEST)
    normals = surface.normals / by
    normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
    return SolidSurface(surface.corners * by, normals, surface.triangles, surface.open)

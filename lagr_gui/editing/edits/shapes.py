"""How bodies look: another form gets a size that suits it."""

from __future__ import annotations

from typing import Any

from lagr_gui.editing.edits.solids import compose
from lagr_gui.editing.edits.values import get_value, set_value
from lagr_gui.editing.solid import COMPOSED, solid_mass
from lagr_gui.model import Model, Shape

PROPORTIONS = {
    "point": (1.0, 1.0),
    "sphere": (1.0, 1.0),
    "bead": (1.0, 1.0),
    "box": (1.0, 1.0),
    "frame": (1.0, 1.0),
    "rod": (2.5, 0.3),
    "cylinder": (2.0, 1.0),
    "disc": (0.3, 2.0),
    "wheel": (0.2, 3.0),
    "composed": (1.0, 1.0),
}
"""Length along the axis and across it of a new shape, by the edge of a new box."""
WITH_AXIS = ("bead", "rod", "cylinder", "disc", "wheel")
"""Forms that have an axis."""
ALIKE = 1e-4
"""Relative differences of sizes that are rounding."""


def set_form(model: Model, index: int, form: str) -> Model:
    """Give the body at a place in the list another form.

    A size that nobody chose, as the cube of a new body, becomes one that suits the form; any
    other stays.
    """
    shape: Shape = get_value(model, ("bodies", index, "shape"))
    edge = _edge(shape)
    if form == COMPOSED:
        model = compose(model, index)
    model = set_value(model, ("bodies", index, "shape", "form"), form)
    if edge is None:
        return model
    along, across = (round(edge * part, 6) for part in PROPORTIONS[form])
    size = tuple(along if axis == shape.axis else across for axis in "xyz")
    return set_value(model, ("bodies", index, "shape", "size"), size)


def set_axis(model: Model, index: int, axis: str) -> Model:
    """Lay the body along another of its axes; its length and its thickness go with it."""
    shape: Shape = get_value(model, ("bodies", index, "shape"))
    size: list[Any] = list(shape.size)
    old, new = "xyz".index(shape.axis), "xyz".index(axis)
    size[old], size[new] = size[new], size[old]
    model = set_value(model, ("bodies", index, "shape", "size"), tuple(size))
    return set_value(model, ("bodies", index, "shape", "axis"), axis)


def set_material(model: Model, index: int, material: str) -> Model:
    """Give the body at a place in the list the mass that its shape has of a material.

    Without a material (empty), or without a volume, the mass stays as it is.
    """
    mass = solid_mass(model.bodies[index], material) if material else None
    return model if mass is None else set_value(model, ("bodies", index, "mass"), mass)


def _edge(shape: Shape) -> float | None:
    """The edge of the box that has the size of a shape in its proportions; None: in others."""
    along, across = PROPORTIONS[shape.form]
    edges = [
        value / (along if axis == shape.axis else across)
        for axis, value in zip("xyz", shape.size, strict=True)
        if not isinstance(value, str)
    ]
    if len(edges) < 3 or max(edges) - min(edges) > ALIKE * max(edges):
        return None
    return edges[0]

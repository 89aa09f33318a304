"""Shapes that can be shown: what files draw a link with, as far as it stands along the axes."""

from __future__ import annotations

import numpy as np

from lagr_gui.exchange.markup import Tag
from lagr_gui.extensions.robots.rigid import from_rpy
from lagr_gui.extensions.robots.values import number, vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError
from lagr_gui.model import Shape


def urdf_shape(link: Tag) -> Shape | None:
    """The shape of the first visual of a link; None where it is a mesh, or none."""
    for visual in link.each("visual", "collision"):
        geometry = visual.first("geometry")
        for form in geometry.inner if geometry is not None else ():
            try:
                return _shape_of(form, _turned(visual))
            except LagrError:  # what is only seen refuses no file
                return None
    return None


def _turned(visual: Tag) -> Array:
    origin = visual.first("origin")
    return np.eye(3) if origin is None else from_rpy(*vector(origin, "rpy"))


def _shape_of(form: Tag, R: Array) -> Shape | None:
    if form.name == "sphere":
        return shape("sphere", np.full(3, number(form, "radius")), R)
    if form.name == "box":
        return shape("box", vector(form, "size") / 2, R)
    if form.name in ("cylinder", "capsule"):
        radius = number(form, "radius")
        return shape("cylinder", np.array([radius, radius, number(form, "length") / 2]), R)
    return None


def shape(form: str, half: Array, R: Array) -> Shape | None:
    """A shape by half its lengths along its own axes; None where it stands askew."""
    if not np.all(np.isin(np.abs(R), (0.0, 1.0))) or np.any(half <= 0):
        return None
    sizes = 2 * np.abs(R @ half)
    axis = "xyz"[int(np.argmax(np.abs(R[:, 2])))]
    return Shape.model_validate({"form": form, "size": tuple(map(float, sizes)), "axis": axis})

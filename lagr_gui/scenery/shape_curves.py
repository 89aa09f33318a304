"""The shapes of bodies that touch: their outlines in a plane, their edges in space."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import pi
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.shaped import Shapes
from lagr_gui.catalogue.shapes import Shape, side
from lagr_gui.drawing.bodies.shapes import outline
from lagr_gui.drawing.lengths import number, vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Model
from lagr_gui.scenery.slots import SlotCurve

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion

_TURNS = np.linspace(0, 2 * pi, 49)
_ROUND = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1)
"""Directions (49, 2) once around."""
_SIGNS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
_LONG, _FLAT = ("capsule", "cylinder"), ("disc", "cylinder")
"""Shapes with a length, and those that are circles about their middles in place of balls."""


def shape_curves(
    model: Model, motion: Motion, values: Mapping[str, float]
) -> tuple[tuple[str, SlotCurve], ...]:
    """The curves of what touches, with the item keys of contacts; planes have none."""
    curves: list[tuple[str, SlotCurve]] = []
    for element in model.elements:
        geometry = ELEMENTS[element.kind].geometry if element.kind in ELEMENTS else None
        if not isinstance(geometry, Shapes) or not element.enabled:
            continue
        for shape in (side(element, "a"), side(element, "b")):
            form = _form(shape, values)
            if form is not None and shape.body in motion.R:
                R = motion.R[shape.body][0]
                lines = (_outline(form, R, motion.planar),) if motion.planar else _edges(form)
                key = f"element:{element.name}"
                curves += [(key, SlotCurve(shape.body, line)) for line in lines]
    return tuple(curves)


class _Form(NamedTuple):
    """A shape in numbers: places (n, 3) that are corners, or about which it is round.

    Across an `axis` (3,) of length 1 lie its circles, or its length.
    """

    shape: str
    places: Array
    radius: float
    axis: Array


def _form(shape: Shape, values: Mapping[str, float]) -> _Form | None:
    """None for planes, and where something has no value yet."""
    point, axis, half = (vector(v, values) for v in (shape.point, shape.axis, shape.half))
    radius, length = number(shape.radius, values), number(shape.length, values)
    if shape.shape == "plane" or point is None or axis is None or half is None:
        return None
    if shape.shape == "box":
        return _Form(shape.shape, point + _SIGNS * half, 0.0, axis)
    if shape.shape == "outline":
        corners = [place for v in shape.corners if (place := vector(v, values)) is not None]
        if radius is None or not corners or len(corners) < len(shape.corners) or not np.any(axis):
            return None
        return _Form(shape.shape, point + np.array(corners), radius, axis / np.linalg.norm(axis))
    if radius is None or length is None or not np.any(axis):
        return None
    along = axis / np.linalg.norm(axis)
    arms = (-length / 2, length / 2) if shape.shape in _LONG else (0.0,)
    return _Form(shape.shape, point + np.outer(arms, along), radius, along)


def _outline(form: _Form, R: Array, plane: str) -> Array:
    """What is seen of it in a plane of space, once around, in the axes of its body at R."""
    if form.shape == "outline" and not form.radius:
        return np.concatenate([form.places, form.places[:1]])  # also where it has a notch
    seen = np.stack([R["xyz".index(name)] for name in plane])
    circle = _ROUND @ (_across(form.axis) if form.shape in _FLAT else seen)
    reach = (form.places[:, None] + form.radius * circle).reshape(-1, 3)
    flat = outline(reach @ seen.T)
    middle = form.places.mean(axis=0)
    return middle + (np.concatenate([flat, flat[:1]]) - seen @ middle) @ seen


def _edges(form: _Form) -> Iterator[Array]:
    """The edges of what has corners; circles about places, and the lines between both ends."""
    if form.shape == "box":
        yield from (form.places[[0, 1, 3, 2, 0]], form.places[[4, 5, 7, 6, 4]])
        yield from (form.places[[k, k + 4]] for k in range(4))
        return
    if form.shape == "outline":
        yield np.concatenate([form.places, form.places[:1]])
        return
    across = _across(form.axis)
    rims = form.places[:, None] + form.radius * _ROUND @ across
    yield from rims
    if len(rims) > 1:
        yield from np.swapaxes(rims, 0, 1)[:-1:12]
    if form.shape not in _FLAT:
        for way in across:
            yield from _meridians(form, np.stack([form.axis, way]))


def _meridians(form: _Form, ways: Array) -> Iterator[Array]:
    """The half-circles over both ends of what is round, in the plane of two directions."""
    half = form.radius * _ROUND[:25] @ ways[[1, 0]]
    yield form.places[-1] + half
    yield form.places[0] - half


def _across(axis: Array) -> Array:
    """Two directions (2, 3) across an axis of length 1 and each other."""
    first: Array = np.asarray(np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))]), float)
    first = first / np.linalg.norm(first)
    return np.stack([first, np.asarray(np.cross(axis, first), float)])

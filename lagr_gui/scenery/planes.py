"""Walls, floors and what bodies roll on: the part of a plane that a motion reaches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.geometry import Contact
from lagr_gui.catalogue.kinds import ElementKind
from lagr_gui.catalogue.shapes import pieces
from lagr_gui.drawing.lengths import number, vector
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Element, Model

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion

SPARE = 0.08
"""How much farther than the motion a plane reaches, as a part of the span."""


@dataclass(frozen=True, eq=False)
class Plane:
    """A rectangle in the axes of `body`: `corners` (4, 3) in order, `normal` (3,) of length 1.

    The bodies are on the side to which the normal points.
    """

    element: str
    body: int
    corners: Array
    normal: Array


def planes(
    model: Model, motion: Motion, values: Mapping[str, float], span: float
) -> tuple[Plane, ...]:
    """The planes of all contacts, as wide as the feet of what touches them move."""
    return tuple(_planes(model, motion, values, span))


def _planes(
    model: Model, motion: Motion, values: Mapping[str, float], span: float
) -> Iterator[Plane]:
    for element in model.elements:
        if element.kind not in ELEMENTS or not element.enabled:
            continue
        kind = ELEMENTS[element.kind]
        acting = pieces(element) if kind.geometry.shaped else [(kind, element)]
        places = (_place(*piece, motion, values) for piece in acting)
        found = [place for place in places if place]
        if not found:
            continue
        ground, point, normal = found[0][:3]
        way = np.concatenate([place.way for place in found])
        spare = SPARE * span + max(place.radius for place in found)
        yield Plane(element.name, ground, point + _around(way, normal, spare), normal)


class _Place(NamedTuple):
    """What touches a plane: the ground, a point and the unit normal in it, the way (n, 3) there."""

    ground: int
    point: Array
    normal: Array
    way: Array
    radius: float


def _place(
    kind: ElementKind, element: Element, motion: Motion, values: Mapping[str, float]
) -> _Place | None:
    """None where there is no plane, something has no value yet, or is no part of the motion."""
    contact = kind.geometry
    if not isinstance(contact, Contact):
        return None
    body, ground = getattr(element, contact.body), getattr(element, contact.ground)
    vectors = (contact.centre, contact.plane_point, contact.normal)
    centre, point, normal = (vector(getattr(element, name), values) for name in vectors)
    radius = number(getattr(element, contact.radius), values)
    if centre is None or point is None or normal is None or not np.any(normal):
        return None
    if body not in motion.x or ground not in motion.x:
        return None
    way = seen_from(motion, body, ground, centre) - point
    return _Place(ground, point, normal / np.linalg.norm(normal), way, abs(radius or 0.0))


def seen_from(motion: Motion, body: int, ground: int, point: Array) -> Array:
    """The way (n, 3) of a point of a body, in the axes of another."""
    inspace = motion.x[body] + motion.R[body] @ point - motion.x[ground]
    return np.einsum("nij,ni->nj", motion.R[ground], inspace)


def _around(way: Array, normal: Array, spare: float) -> Array:
    """The corners (4, 3) of a rectangle across `normal` below a way (n, 3)."""
    first = np.cross(normal, np.eye(3)[int(np.argmin(np.abs(normal)))])
    first /= np.linalg.norm(first)
    second = np.cross(normal, first)
    (a, b), (c, d) = (
        ((way @ axis).min() - spare, (way @ axis).max() + spare) for axis in (first, second)
    )
    return np.array([p * first + q * second for p, q in ((a, c), (b, c), (b, d), (a, d))])


def corners_along(motion: Motion, plane: Plane) -> Array:
    """The corners (n, 3) of a plane in space, along a motion."""
    step = max(1, len(motion.t) // 200)
    x, R = motion.x[plane.body][::step], motion.R[plane.body][::step]
    return (x[:, None] + plane.corners @ np.swapaxes(R, 1, 2)).reshape(-1, 3)

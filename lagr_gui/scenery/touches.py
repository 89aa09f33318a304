"""Where rough limits touch: on planes, on round blocks, between balls, beside curves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.contacts import BallGap, Track
from lagr_gui.catalogue.geometry import Contact, ElementGeometry
from lagr_gui.catalogue.shaped import Block, Plate
from lagr_gui.catalogue.shapes import pieces
from lagr_gui.drawing.lengths import number, vector
from lagr_gui.expression.tree import TIME
from lagr_gui.foundation.arrays import Array
from lagr_gui.model import Element, Model
from lagr_gui.scenery.slots import SlotCurve

if TYPE_CHECKING:
    from lagr_gui.mechanics.trajectories.poses import Motion

Curves = Sequence[tuple[str, SlotCurve]]


class Moment(Protocol):
    """Where bodies are at a time t: x (3,) and R (3, 3) by number; and the samples around it."""

    @property
    def t(self) -> float: ...
    @property
    def x(self) -> Mapping[int, Array]: ...
    @property
    def R(self) -> Mapping[int, Array]: ...
    @property
    def samples(self) -> tuple[int, int, float]: ...


class Nearest(NamedTuple):
    """Where two bodies are nearest: how far apart, the point (3,), the unit normal (3,) there."""

    gap: float
    point: Array
    normal: Array


@dataclass(frozen=True, eq=False)
class TouchingPoint:
    """A point of a limit: what of a body is `nearest` to its ground, in whose axes it is told.

    `nearest` takes the `centre` (3,), the `radius` about it and the `axis` (3,) of a disc on the
    body (0 of a ball), there.  Its `surface` (3,) runs with a velocity.
    """

    element: str
    body: int
    ground: int
    centre: Array
    radius: float
    axis: Array
    nearest: Callable[[Array, float, Array], Nearest]
    surface: Callable[[float], Array | None]

    def at(self, now: Moment) -> Nearest:
        """Where it is at an instant, in space."""
        x, R = now.x[self.ground], now.R[self.ground]
        centre = R.T @ (now.x[self.body] + now.R[self.body] @ self.centre - x)
        axis = R.T @ now.R[self.body] @ self.axis
        gap, point, normal = self.nearest(centre, self.radius, axis)
        return Nearest(gap, x + R @ point, R @ normal)

    def slip(self, now: Moment, motion: Motion, place: Nearest) -> Array:
        """The way (3,) in which the body slides there over its ground, across the normal."""
        i, k, _ = now.samples
        run = self.surface(now.t)
        own = now.R[self.body].T @ (place.point - now.x[self.body])

        def seen(sample: int) -> Array:
            there = motion.x[self.body][sample] + motion.R[self.body][sample] @ own
            return motion.R[self.ground][sample].T @ (there - motion.x[self.ground][sample])

        way = seen(k) - seen(i)
        if run is not None:
            way -= run * (motion.t[k] - motion.t[i])
        way = now.R[self.ground] @ way
        return way - (way @ place.normal) * place.normal


def touching_points(
    model: Model, motion: Motion, values: Mapping[str, float], curves: Curves
) -> tuple[TouchingPoint, ...]:
    """The points of all that touches, as far as they have values."""
    found = _points(model, values, dict(reversed(curves)))
    return tuple(point for point in found if {point.body, point.ground} <= set(motion.x))


def _points(
    model: Model, values: Mapping[str, float], curves: Mapping[str, SlotCurve]
) -> Iterator[TouchingPoint]:
    for element in model.elements:
        kind = ELEMENTS.get(element.kind)
        if kind is None or not element.enabled:
            continue
        for own, piece in pieces(element) if kind.geometry.shaped else [(kind, element)]:
            fields = _Fields(piece, values)
            try:
                yield _point(own.geometry, fields, curves.get(f"element:{element.name}"))
            except _Unknown:
                continue


class _Unknown(Exception):
    """A field has no value yet, or a direction has none."""


class _Fields(NamedTuple):
    """The fields of an element, as numbers."""

    element: Element
    values: Mapping[str, float]

    def number(self, name: str) -> float:
        """The value of a scalar field."""
        found = number(getattr(self.element, name), self.values)
        if found is None:
            raise _Unknown
        return found

    def vector(self, name: str) -> Array:
        """The value (3,) of a vector field."""
        found = vector(getattr(self.element, name), self.values)
        if found is None:
            raise _Unknown
        return found

    def unit(self, name: str) -> Array:
        """The direction (3,) of a vector field."""
        found = self.vector(name)
        if not np.any(found):
            raise _Unknown
        return found / np.linalg.norm(found)

    def running(self, name: str, t: float) -> Array | None:
        """A velocity (3,) at a time."""
        return vector(getattr(self.element, name), {**self.values, TIME: t})

    def body(self, name: str) -> int:
        """The number of a body."""
        return int(getattr(self.element, name))


def _point(geometry: ElementGeometry, fields: _Fields, curve: SlotCurve | None) -> TouchingPoint:
    """Raises _Unknown where something has no value."""
    name, axis = fields.element.name, np.zeros(3)
    match geometry:
        case BallGap():
            ends = fields.body(geometry.body_a), fields.body(geometry.body_b)
            centre, other = fields.vector(geometry.point_a), fields.vector(geometry.point_b)
            distance = fields.number(geometry.distance)
            rounding = (1 - fields.number(geometry.share)) * distance
            nearest = partial(_on_block, np.eye(3), other, np.zeros(3), rounding)
            own = distance - rounding
            return TouchingPoint(name, *ends, centre, own, axis, nearest, _at_rest)
        case Contact() | Block():
            centre, radius = fields.vector(geometry.centre), fields.number(geometry.radius)
        case Track():
            centre, radius = fields.vector(geometry.point), fields.number(geometry.radius)
        case _:
            raise _Unknown
    ends = fields.body(geometry.body), fields.body(geometry.ground)
    surface: Callable[[float], Array | None] = _at_rest
    if isinstance(geometry, Contact):
        place, normal = fields.vector(geometry.plane_point), fields.unit(geometry.normal)
        nearest = partial(_on_plane, place, normal)
        axis = fields.unit(geometry.axis) if geometry.axis else axis
        surface = partial(fields.running, geometry.surface)
    elif isinstance(geometry, Block):
        place, rounding = fields.vector(geometry.origin), fields.number(geometry.rounding)
        unit = fields.unit(geometry.axis)
        if isinstance(geometry, Plate):
            corners = np.array([fields.vector(name) for name in geometry.corners])
            nearest = partial(_on_plate, unit, place + corners, rounding)
        else:
            half = fields.vector(geometry.half)
            nearest = partial(_on_block, _directions(unit), place, half, rounding)
    elif curve is not None:
        nearest = partial(_beside, curve.points)
    else:
        raise _Unknown
    return TouchingPoint(name, *ends, centre, radius, axis, nearest, surface)


def _at_rest(t: float) -> Array | None:
    """The velocity of a surface that does not run."""
    return None


def _directions(axis: Array) -> Array:
    """Those (3, 3) of the half-lengths of a block: the last is its axis."""
    first = np.eye(3)[int(np.argmin(np.abs(axis)))]
    first = first - (first @ axis) * axis
    first /= np.linalg.norm(first)
    return np.stack([first, np.asarray(np.cross(axis, first), float), axis])


def _on_plane(place: Array, normal: Array, centre: Array, radius: float, axis: Array) -> Nearest:
    """Of a ball, or of the rim of a disc with an axis."""
    down = -normal + (normal @ axis) * axis
    lean = np.linalg.norm(down)
    touching = centre + radius * down / lean if lean else centre
    return Nearest(float((touching - place) @ normal), touching, normal)


def _on_block(
    axes: Array,
    middle: Array,
    half: Array,
    rounding: float,
    centre: Array,
    radius: float,
    axis: Array,
) -> Nearest:
    """Of a ball on what is round about a block."""
    along = axes @ (centre - middle)
    inner = middle + np.clip(along, -half, half) @ axes
    away = float(np.linalg.norm(centre - inner))
    normal = (centre - inner) / away if away else axes[0]
    return Nearest(away - radius - rounding, inner + rounding * normal, normal)


def _on_plate(
    unit: Array, corners: Array, rounding: float, centre: Array, radius: float, axis: Array
) -> Nearest:
    """Of a ball on what is round about a convex plate: above it, or beside one of its sides."""
    ways = np.roll(corners, -1, axis=0) - corners
    off = centre - corners
    along = np.clip(np.sum(off * ways, axis=1) / np.sum(ways * ways, axis=1), 0, 1)
    feet = corners + along[:, None] * ways
    above = np.sum(off * np.cross(ways, unit), axis=1) <= 0
    k = int(np.argmin(np.linalg.norm(centre - feet, axis=1)))
    inner = centre - (off[0] @ unit) * unit if above.all() else feet[k]
    away = float(np.linalg.norm(centre - inner))
    normal = (centre - inner) / away if away else unit
    return Nearest(away - radius - rounding, inner + rounding * normal, normal)


def _beside(curve: Array, centre: Array, radius: float, axis: Array) -> Nearest:
    """Of a roller beside a curve (n, 3)."""
    away = np.linalg.norm(curve - centre, axis=1)
    k = int(np.argmin(away))
    along = curve[min(k + 1, len(curve) - 1)] - curve[max(k - 1, 0)]
    square = along @ along
    point = curve[k] + along * ((centre - curve[k]) @ along) / square if square else curve[k]
    gap = float(np.linalg.norm(centre - point))
    normal = (centre - point) / gap if gap else np.zeros(3)
    return Nearest(gap - radius, point, normal)

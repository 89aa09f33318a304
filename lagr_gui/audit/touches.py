"""Where bodies touch planes, curves and each other, stated a second time, and how they slip there.

Those of two shapes are in `contacts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from lagr_gui.audit.bodies import Bodies, BodyFrame
from lagr_gui.audit.forces import StatedBinding, ends
from lagr_gui.audit.jets import (
    Array,
    Jet,
    apply,
    constant,
    cross,
    dot,
    jet,
    matmul,
    norm,
    product,
    shifted,
    transposed,
)
from lagr_gui.audit.seen import Seen, foot_of, level, root_of, times

CURVED = frozenset({"follower", "cam"})
"""What touches a curve."""


def limits_of(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    """What a wall, a follower or a wheel that may slip must not do."""
    touch = _touch(element, bodies)
    yield touch.seen.binding(-touch.normal[0], touch.place, -touch.gap, 2)


def rolling(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    """That a wheel touches its plane and does not slip."""
    touch = _touch(element, bodies)
    yield touch.seen.binding(touch.normal[0], touch.place, touch.gap, 2)
    yield from touch.slips()


def slips_of(element: Any, bodies: Bodies) -> list[StatedBinding]:
    """Two velocities of slip of a rough limit, along directions across its normal."""
    if element.kind == "bumper":
        return list(_slips_of_balls(element, bodies))
    return _touch(element, bodies).slips()


@dataclass(frozen=True)
class _Touch:
    """A gap, the normal, the place where both touch, and the slip there along two ways."""

    seen: Seen
    gap: Jet
    normal: Jet
    place: Array
    slip: Jet
    ways: tuple[Jet, Jet]

    def slips(self) -> list[StatedBinding]:
        """Both velocities of slip."""
        pairs = ((way, dot(self.slip, way)) for way in self.ways)
        return [self.seen.binding(way[0], self.place, slip, 1) for way, slip in pairs]


def _touch(element: Any, bodies: Bodies) -> _Touch:
    return (_on_curve if element.kind in CURVED else _on_plane)(element, bodies)


def _on_plane(element: Any, bodies: Bodies) -> _Touch:
    """A disc or ball on a plane."""
    seen, values = Seen(element, bodies), bodies.values
    n = values.direction(element.normal)
    centre = seen.point(values.point(element.body, element.centre))
    over = dot(centre - values.point(element.ground, element.plane_point), n)
    r = values.scalar(element.radius)
    lean, arm = constant(1.0), -times(r, n)
    if element.kind == "rolling_disc":
        lean, arm = foot_of(apply(seen.R, values.direction(element.axis)), n, r)
    wall = element.kind == "wall"
    along = constant(level(n[0, 0])) if wall else values.direction(element.along)
    slip = seen.slip(centre, arm) - values.vector(element.surface)
    ways = along, constant(cross(n[0, 0], along[0, 0]))
    return _Touch(seen, over - product(r, lean), n, (centre + arm)[0], slip, ways)


def _on_curve(element: Any, bodies: Bodies) -> _Touch:
    """A roller, or a point, beside a curve y = f(x) or r = R(θ) along which its centre goes."""
    seen, values = Seen(element, bodies), bodies.values
    along, normal = values.direction(element.along), values.direction(element.normal)
    across = constant(cross(normal[0, 0], along[0, 0]))
    centre = seen.point(values.point(element.body, element.point))
    way = centre - values.point(element.ground, element.origin)
    x, y = dot(way, along), dot(way, across)
    if element.kind == "cam":
        size, inverse = root_of(product(x, x) + product(y, y))
        out = times(product(x, inverse), along) + times(product(y, inverse), across)
        turn = values.scalar("atan2(y, x)", x=x, y=y)
        gap, slope = _beside(element, values, size, turn, "theta")
        slope, round_ = product(slope, inverse), product(normal, out, cross)
    else:
        gap, slope = _beside(element, values, y, x, "x")
        out, round_ = across, along
    up = out - times(slope, round_)
    inverse = root_of(dot(up, up))[1]
    n = times(inverse, up)
    arm = -times(values.scalar(element.radius), n)
    ways = product(n, normal, cross), normal
    slip = seen.slip(centre, arm)
    return _Touch(seen, gap * inverse[0], n, (centre + arm)[0], slip, ways)


def _beside(element: Any, values: Any, height: Jet, along: Jet, name: str) -> tuple[Jet, Jet]:
    """How high a point is over a curve, and the slope of the curve there; its rate, no more."""
    line = np.stack([along[0], np.ones_like(along[0]), np.zeros_like(along[0])])
    steep = values.scalar(element.curve, **{name: line}) + 0 * line
    slope = jet(steep[1], steep[2] * along[1], 0 * along[0])
    return height - values.scalar(element.curve, **{name: along}), slope


def _slips_of_balls(element: Any, bodies: Bodies) -> Iterator[StatedBinding]:
    """The velocity of one ball over another where they touch, across the line of their centres."""
    values, frames = bodies.values, [bodies.frames[b] for b in (element.body_a, element.body_b)]
    P, N = ends(element, bodies)
    span = P - N
    place = P - times(values.scalar(element.share), span)
    slip, other = (shifted(f.x) + apply(_spin(f), place - f.x) for f in frames)
    level = product(frames[1].direction(values.direction(element.across)), span, cross)
    along = times(root_of(dot(level, level))[1], level)
    beside = times(root_of(dot(span, span))[1], product(span, along, cross))
    apart = slip - other
    for way in (along, beside):
        binding = StatedBinding(f"element:{element.name}")
        binding.push(bodies, element.body_a, way[0], place[0])
        binding.push(bodies, element.body_b, -way[0], place[0])
        size = sum(f.pull + f.bend * norm((place - f.x)[0]) for f in frames)
        yield binding.states(dot(apart, way), 1, size + norm(apart[0]) * norm(way[1]))


def _spin(frame: BodyFrame) -> Jet:
    """Ṙ Rᵀ"""
    return matmul(shifted(frame.R), transposed(frame.R))

"""The velocity of slip in a joint that moves along several coordinates, as slopes by these.

    bush:   γ = (ż, r φ̇)
    plate:  γ = (v₁, v₂, r φ̇)
    ball:   γ = r ω,   ω = a₁ α̇ + a₂ β̇ + R₂ a₃ χ̇

ω is that of the ball in axes that the first of its turns carries along; what γ is as a whole does
not depend on axes.  In a bush each point of a face of radius r slips so; a ball rubs as if it did
at its radius, whatever the axis of ω; a plate as far as its limit surface is an ellipsoid: Howe and
Cutkosky, The International Journal of Robotics Research 15 (1996) 557–572.
"""

from __future__ import annotations

from typing import Any

from lagr_gui.catalogue.surfaces import InJoint
from lagr_gui.expression import Call, Expression, Symbol, read, substitute
from lagr_gui.mechanics.reading import Part, Slopes
from lagr_gui.mechanics.spaces.carrier import A, Measure, Measures, Sink, Space
from lagr_gui.mechanics.trees import (
    NOUGHT,
    ONE,
    Trees,
    crossed,
    dotted,
    negative,
    scaled,
    total,
    unit_along,
    vector,
)
from lagr_gui.model import Element, Model


def slips(model: Model, element: Element) -> list[Slopes]:
    """The components of γ of an element; none in a joint that has no such friction."""
    radius = read(getattr(element, "radius", 0))
    name = getattr(element, "coordinate", "")
    joint: Any = next((joint for joint in model.joints if name in joint.coordinates), None)
    match joint.kind if joint else "":
        case "cylindrical":
            along, turned = joint.coordinates
            return [((along, ONE),), ((turned, radius),)]
        case "planar":
            return [*_in_plane(joint), ((joint.coordinates[2], radius),)]
        case "spherical":
            return [
                tuple((name, scaled(radius, slope)) for name, slope in row)
                for row in _turning(joint)
            ]
        case _:
            return []


def _in_plane(joint: Any) -> list[Slopes]:
    """The velocity along the first axis, and across it."""
    x, y, _ = joint.coordinates
    first, second = (unit_along(vector(axis), joint.name) for axis in joint.axes)
    across = crossed(unit_along(vector(joint.normal), joint.name), first)
    rows = ((x, ONE), (y, dotted(first, second))), ((y, dotted(across, second)),)
    return [_without_zeros(row) for row in rows]


def _turning(joint: Any) -> list[Slopes]:
    """ω in axes that the first turn carries along."""
    first, second, third = (unit_along(vector(axis), joint.name) for axis in joint.sequence)
    carried = _turned(third, second, Symbol(joint.coordinates[1]))
    rows = zip(first, second, carried, strict=True)
    return [_without_zeros(zip(joint.coordinates, row, strict=True)) for row in rows]


def _turned(v: Trees, axis: Trees, angle: Expression) -> Trees:
    """A vector turned about a unit vector: v cos θ + a × v sin θ + a (a·v)(1 − cos θ)."""
    sine, cosine = Call("sin", (angle,)), Call("cos", (angle,))
    along = dotted(axis, v)
    rest = total([ONE, negative(cosine)])
    first, second, third = (
        total([scaled(a, cosine), scaled(b, sine), scaled(scaled(c, along), rest)])
        for a, b, c in zip(v, crossed(axis, v), axis, strict=True)
    )
    return first, second, third


def _without_zeros(row: Any) -> Slopes:
    return tuple((name, slope) for name, slope in row if slope != NOUGHT)


def joint_slopes(space: Space[A], part: Part) -> dict[int, Any]:
    """How a component of the slip in a joint goes with the rates of coordinates (1 … f)."""
    slopes: dict[int, Any] = {}
    for name, tree in part.slopes:
        own = space.moving(part.moved(name), part.moved(name, 1))
        slope = space.value(substitute(tree, part.known))
        for index, moves in space.slopes(own).items():
            slopes[index] = slopes.get(index, 0 * space.one) + slope * moves
    return slopes


def in_joint(space: Space[A], part: Part, on: InJoint, names: set[str]) -> Measures:
    """A component of the velocity of slip in a joint, by its slopes."""
    slip = total([scaled(tree, Symbol(name, 1)) for name, tree in part.slopes])

    def push(sink: Sink, force: Any) -> None:
        for index, slope in joint_slopes(space, part).items():
            sink.move(index, force * slope)

    return {"rate": Measure(space.speed(space.value(substitute(slip, part.known))), push)}

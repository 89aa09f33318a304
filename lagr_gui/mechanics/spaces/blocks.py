"""A ball beside a block or a plate: how far out of it, how deep in it, and how it slips on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Generic

from lagr_gui.catalogue.shaped import Block, Plate
from lagr_gui.expression import Expression, Symbol, read, substitute
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.spaces.carrier import (
    A,
    Measure,
    Measures,
    Space,
    Vector,
    level_of,
    push_both,
    unit_of,
)
from lagr_gui.mechanics.spaces.plates import PointValue, distance
from lagr_gui.mechanics.trees import NOUGHT, crossed
from lagr_gui.mechanics.vectors import dot, plus, times

OUTSIDE = read("max(way - half, 0) - max(-way - half, 0)")
"""How far a way is beyond both half-lengths; 0 between them."""
DISTANCE = read("sqrt(out_1^2 + out_2^2 + out_3^2)")
OUTWARD = [read(f"out_{i}/sqrt(out_1^2 + out_2^2 + out_3^2)") for i in (1, 2, 3)]
"""The direction from a block to what is outside of it, along the directions of the block."""
PITCH = read("1 + (2*n_1 + 3*n_2 + 6*n_3)/7")
SIDEWAYS = [
    [read(f"{s}/7 - ({lean})/(7*pitch)*({p}/7 + n_{i})") for i, (s, p) in enumerate(pairs, 1)]
    for lean, pairs in (
        ("3*n_1 - 6*n_2 + 2*n_3", ((3, 2), (-6, 3), (2, 6))),
        ("6*n_1 + 2*n_2 - 3*n_3", ((6, 2), (2, 3), (-3, 6))),
    )
]
"""Two directions s across a normal n: as they are turned by what turns p = (2, 3, 6)/7 into n.

s − (s·n)/(1 + p·n) (p + n), which jumps nowhere but where n is opposite to p.
"""
DEPTH = {"depth", "closing"}


@dataclass(frozen=True)
class Touching(Generic[A]):
    """Where a body may touch its ground: a point by its centre and an arm of a radius."""

    space: Space[A]
    body: int
    ground: int
    centre: A
    arm: Vector
    radius: Any

    def push(self, direction: Vector) -> Any:
        """What a force along a direction does there."""
        place, seat = plus(self.centre.value, self.arm), self.space.seat
        return push_both(seat(self.body), seat(self.ground), place, direction)

    def slips(self, *directions: A) -> list[Measure]:
        """The velocities of the body over its ground there, along directions."""
        between = self.body, self.ground, self.centre, self.arm, self.radius
        slips = self.space.slips(*between, *directions)
        ways = [direction.value for direction in directions]
        return [Measure(slip, self.push(way)) for slip, way in zip(slips, ways, strict=True)]

    def sunk(self, normal: Vector, depth: Any) -> dict[str, Measure]:
        """How deep the body is in its ground, and the rate of that."""
        inward = self.space.fixed(times(normal, -1))
        (closing,) = self.slips(inward)
        return {"depth": replace(closing, value=self.space.speed(depth)), "closing": closing}


def beside(space: Space[A], part: Part, names: set[str]) -> Measures:
    """How far a ball is out of a block, each way; what pushes along one does so at its centre."""
    block = part.kind.geometry
    assert isinstance(block, Block)
    body, ground = part.value(block.body), part.value(block.ground)
    centre = space.point(space.place(body, part.trees(block.centre)))
    way = centre - space.point(space.place(ground, part.trees(block.origin)))
    axis, along = unit_of(part, block.axis), level_of(part, block.axis)
    directions = along, crossed(axis, along), axis
    ways = [space.direction(ground, trees) for trees in directions]
    runs = [dot(way.value, direction.value) for direction in ways]
    slipping = bool(names & {"slip_1", "slip_2"} or names & DEPTH)
    measures: dict[str, Measure] = {}
    n, far = list[Any](), None

    def push(force: Vector) -> Any:
        return push_both(space.seat(body), space.seat(ground), centre.value, force)

    if isinstance(block, Plate):
        corners = [part.trees(corner) for corner in block.corners]
        along_ways = zip(ways, runs, strict=True)
        points = [PointValue.along(space, way, one, run) for one, run in along_ways]
        away = distance(corners, directions, points)
        measures["distance"] = Measure(away.moving, push(away.gradient))
        n = [dot(away.gradient, direction.value) for direction in ways]
        far = away.value
    else:
        half = part.trees(block.half)
        if "out_x" in names:
            for letter, direction, end in zip("xyz", ways, half, strict=True):
                out, force = way.dot(direction), direction.value
                if end != NOUGHT:
                    out, slopes = space.function(_outside(end), {"way": out})
                    force = times(force, slopes["way"])
                measures[f"out_{letter}"] = Measure(out, push(force))
        if slipping:
            outs = [_out(space, end, run) for end, run in zip(half, runs, strict=True)]
            n = [space.value(tree, **_numbered("out", outs)) for tree in OUTWARD]
            if names & DEPTH:
                far = space.value(DISTANCE, **_numbered("out", outs))
    if not slipping:
        return measures
    normal, radius = _combined(ways, n), space.value(part.tree(block.radius))
    touching = Touching(space, body, ground, centre, times(normal, -radius), radius)
    if names & DEPTH:
        rounding = space.value(part.tree(block.rounding))
        return touching.sunk(normal, radius + rounding - far)
    pitch = space.value(PITCH, **_numbered("n", n))
    tangents = [
        space.fixed(
            _combined(ways, [space.value(tree, pitch=pitch, **_numbered("n", n)) for tree in trees])
        )
        for trees in SIDEWAYS
    ]
    return measures | dict(zip(("slip_1", "slip_2"), touching.slips(*tangents), strict=True))


def _outside(end: Expression) -> Expression:
    return substitute(OUTSIDE, {Symbol("half"): end})


def _out(space: Space[A], end: Expression, run: Any) -> Any:
    return run if end == NOUGHT else space.value(_outside(end), way=run)


def _numbered(stem: str, values: Sequence[Any]) -> dict[str, Any]:
    return {f"{stem}_{i}": value for i, value in enumerate(values, start=1)}


def _combined(ways: Sequence[A], components: Sequence[Any]) -> Vector:
    """The vector of components along directions."""
    parts = (times(way.value, entry) for way, entry in zip(ways, components, strict=True))
    return reduce(plus, parts)

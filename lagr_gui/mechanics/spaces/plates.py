"""How far a point is from a flat plate with a convex outline, on any carrier.

It is put together of small expressions, so that none of their slopes is long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import Any, Generic

from lagr_gui.expression import Expression, Symbol, read, substitute
from lagr_gui.mechanics.spaces.carrier import A, Space, Vector
from lagr_gui.mechanics.trees import Trees, dotted, negative, total
from lagr_gui.mechanics.vectors import plus, times

LENGTH = read("sqrt(a^2 + b^2)")
OUT = read("((u - p)*b - (v - q)*a)/sqrt(a^2 + b^2)")
"""How far u, v is to the right, outside, of a side (a, b) that begins at p, q."""
PAST = read("((u - p)*a + (v - q)*b)/sqrt(a^2 + b^2)")
"""How far it is along the side."""
BEYOND = read("max(-past, 0) + max(past - length, 0)")
"""How far it is past the ends of the side."""
DISTANCE = read("sqrt((1 + sign(out))/2*square + w^2)")
"""Within the outline only the way w across it counts."""


@dataclass(frozen=True)
class PointValue(Generic[A]):
    """A function of where a point is, as a scalar that moves, as a number, and its gradient."""

    space: Space[A]
    moving: Any
    value: Any
    gradient: Vector

    @staticmethod
    def along(space: Space[A], way: A, direction: A, value: Any) -> PointValue[A]:
        """How far the point is along a direction."""
        return PointValue(space, way.dot(direction), value, direction.value)


def distance(
    corners: Sequence[Trees], directions: Sequence[Trees], ways: Sequence[PointValue[A]]
) -> PointValue[A]:
    """The distance of a point from a plate; `ways` are how far it is along the directions.

    The corners go counter-clockwise about the last of them.
    """
    places = [tuple(dotted(corner, way) for way in directions[:2]) for corner in corners]
    u, v, w = ways
    sides = [_side(start, end, u, v) for start, end in pairwise([*places, places[0]])]
    outs, squares = zip(*sides, strict=True)
    out, square = _of_all("max", outs), _of_all("min", squares)
    return _function(DISTANCE, out=out, square=square, w=w)


def _side(
    start: Sequence[Expression], end: Sequence[Expression], u: PointValue[A], v: PointValue[A]
) -> tuple[PointValue[A], PointValue[A]]:
    """How far a point is outside of the line of a side, and the square of how far from the side."""
    a, b = (total((far, negative(near))) for near, far in zip(start, end, strict=True))
    side = {"a": a, "b": b, "p": start[0], "q": start[1]}
    out, past = (_function(_with(tree, **side), u=u, v=v) for tree in (OUT, PAST))
    beyond = _function(_with(BEYOND, length=_with(LENGTH, a=a, b=b)), past=past)
    return out, _function(read("out^2 + beyond^2"), out=out, beyond=beyond)


def _of_all(function: str, values: Sequence[PointValue[A]]) -> PointValue[A]:
    tree = read(f"{function}(one, two)")
    return reduce(lambda one, two: _function(tree, one=one, two=two), values)


def _function(tree: Expression, **values: PointValue[A]) -> PointValue[A]:
    """An expression in functions of where the point is."""
    space = next(iter(values.values())).space
    moving, slopes = space.function(tree, {name: v.moving for name, v in values.items()})
    parts = (times(v.gradient, slopes[name]) for name, v in values.items())
    value = space.value(tree, **{name: v.value for name, v in values.items()})
    return PointValue(space, moving, value, reduce(plus, parts))


def _with(tree: Expression, **values: Expression) -> Expression:
    return substitute(tree, {Symbol(name): value for name, value in values.items()})

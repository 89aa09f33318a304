"""Solids by their dimensions: volume, centre, and ∫x x dV over the volume, as formulas.

Lengths are along the axes of the solid, z is the axis of what is round.  Formulas: Beer, Johnston:
Vector Mechanics for Engineers, tables of volumes, centroids and moments of inertia; the capsule
and the polygon from their parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from lagr_gui.expression import Call, Expression
from lagr_gui.expression.collection import number, over, square, times, total

PI = Call("pi", ())
NOTHING = number(0)
Lengths = Mapping[str, Expression]
Corners = Sequence[tuple[Expression, Expression]]
Row = tuple[Expression, Expression, Expression]


@dataclass(frozen=True)
class Solid3:
    """Volume (m³), centre (m), and means of x x over the volume about it (m²), row by row."""

    volume: Expression
    centre: Row
    means: tuple[Row, Row, Row]


def _round(volume: Expression, across: Expression, along: Expression, middle: Expression) -> Solid3:
    """One that is round about z."""
    return Solid3(volume, (NOTHING, NOTHING, middle), _diagonal(across, across, along))


def _diagonal(x: Expression, y: Expression, z: Expression) -> tuple[Row, Row, Row]:
    return (x, NOTHING, NOTHING), (NOTHING, y, NOTHING), (NOTHING, NOTHING, z)


def _part(tree: Expression, above: int, below: int) -> Expression:
    return times(number(above, below), square(tree))


def _box(d: Lengths) -> Solid3:
    a, b, c = d["x"], d["y"], d["z"]
    means = _diagonal(_part(a, 1, 12), _part(b, 1, 12), _part(c, 1, 12))
    return Solid3(times(a, b, c), (NOTHING, NOTHING, NOTHING), means)


def _rod(d: Lengths) -> Solid3:
    """A rod whose section is small."""
    return _round(times(d["section"], d["length"]), NOTHING, _part(d["length"], 1, 12), NOTHING)


def _cylinder(d: Lengths) -> Solid3:
    r, h = d["radius"], d["length"]
    return _round(times(PI, square(r), h), _part(r, 1, 4), _part(h, 1, 12), NOTHING)


def _tube(d: Lengths) -> Solid3:
    r, s, h = d["radius"], d["inner"], d["length"]
    area = total([square(r), times(number(-1), square(s))])
    across = total([_part(r, 1, 4), _part(s, 1, 4)])
    return _round(times(PI, area, h), across, _part(h, 1, 12), NOTHING)


def _sphere(d: Lengths) -> Solid3:
    r = d["radius"]
    mean = _part(r, 1, 5)
    return _round(times(number(4, 3), PI, r, square(r)), mean, mean, NOTHING)


def _cone(d: Lengths) -> Solid3:
    """Its base is at z = 0, its tip at z = length."""
    r, h = d["radius"], d["length"]
    volume = times(number(1, 3), PI, square(r), h)
    return _round(volume, _part(r, 3, 20), _part(h, 3, 80), times(number(1, 4), h))


def _capsule(d: Lengths) -> Solid3:
    """A cylinder of the length with half a ball on each end."""
    r, h = d["radius"], d["length"]
    whole = total([h, times(number(4, 3), r)])  # of π r²
    across = total([times(number(1, 4), h, square(r)), times(number(4, 15), r, square(r))])
    # Halves of the ball: their centres lie 3/8 r beyond the ends.
    ends = total([_part(h, 1, 4), times(number(3, 8), h, r), _part(r, 1, 5)])
    along = total([times(number(1, 12), h, square(h)), times(number(4, 3), r, ends)])
    volume = times(PI, square(r), whole)
    return _round(volume, over(across, whole), over(along, whole), NOTHING)


def plate(corners: Corners, thickness: Expression) -> Solid3:
    """A polygon in x and y, its corners in the sense from x to y, thick along z."""
    pairs = list(zip(corners, [*corners[1:], *corners[:1]], strict=True))
    turns = [total([times(a[0], b[1]), times(number(-1), b[0], a[1])]) for a, b in pairs]
    area = times(number(1, 2), total(turns))

    def mean(parts: Sequence[Expression], count: int) -> Expression:
        summed = total(times(turn, part) for turn, part in zip(turns, parts, strict=True))
        return over(times(number(1, count), summed), area)

    def middle(i: int) -> Expression:
        return mean([total([a[i], b[i]]) for a, b in pairs], 6)

    def squares(i: int) -> Expression:
        each = [total([square(a[i]), times(a[i], b[i]), square(b[i])]) for a, b in pairs]
        return total([mean(each, 12), times(number(-1), square(centre[i]))])

    centre = (middle(0), middle(1))
    mixed = [
        total(
            [
                times(a[0], b[1]),
                times(number(2), a[0], a[1]),
                times(number(2), b[0], b[1]),
                times(b[0], a[1]),
            ]
        )
        for a, b in pairs
    ]
    product = total([mean(mixed, 24), times(number(-1), *centre)])
    means = (
        (squares(0), product, NOTHING),
        (product, squares(1), NOTHING),
        (NOTHING, NOTHING, _part(thickness, 1, 12)),
    )
    return Solid3(times(area, thickness), (*centre, NOTHING), means)


FORMS: Mapping[str, tuple[tuple[str, ...], Callable[[Lengths], Solid3]]] = {
    "box": (("x", "y", "z"), _box),
    "rod": (("length", "section"), _rod),
    "cylinder": (("radius", "length"), _cylinder),
    "disc": (("radius", "length"), _cylinder),
    "tube": (("radius", "inner", "length"), _tube),
    "sphere": (("radius",), _sphere),
    "cone": (("radius", "length"), _cone),
    "capsule": (("radius", "length"), _capsule),
}
"""The dimensions of each form, and what follows from them; plates have corners besides."""

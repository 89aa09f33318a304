"""What a contact of two shapes consists of: limits of one point of contact each.

A plane is not passed by what reaches farthest towards it: the balls at the ends of a capsule, the
corners of a box, the rims of a disc or a cylinder.  A ball does not come nearer to another shape
than its radius: that shape is a block about a point, of half-lengths that may be 0, or a plate with
a convex outline, which is round by a radius itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import atan2, pi, sqrt
from typing import Any, NamedTuple

from lagr_gui.catalogue.elements.struck import STRUCK, slipping
from lagr_gui.catalogue.geometry import Contact
from lagr_gui.catalogue.kinds import ElementKind, Limit, body, scalar, vector
from lagr_gui.catalogue.registries import ELEMENTS
from lagr_gui.catalogue.shaped import Block, Plate
from lagr_gui.foundation.message import Message, say
from lagr_gui.model import Element
from lagr_gui.model.record import Scalar, Vector


class Shape(NamedTuple):
    """One side of a contact: what its fields hold that say its shape."""

    body: int
    shape: str
    point: Vector
    axis: Vector
    radius: Scalar
    length: Scalar
    half: Vector
    corners: tuple[Vector, ...]


def side(element: Element, letter: str) -> Shape:
    """The shape on the side a or b."""
    return Shape(*(getattr(element, f"{field}_{letter}") for field in Shape._fields))


def refused(first: str, second: str) -> Message | None:
    """Why two shapes are not tried on each other; None where they are."""
    pair = {first, second}
    if pair == {"plane"}:
        return say("Two planes touch at no point, or everywhere.")
    if "plane" in pair:
        return None
    if pair & {"disc", "cylinder"}:
        return say("Where the rim of a disc or cylinder touches what is not a plane is not sought.")
    if "ball" in pair:
        return None
    return say("Edges that cross, of boxes, capsules or outlines, are not sought.")


def faults(
    element: Element, number: Callable[[Scalar], float | None]
) -> Iterator[tuple[str, str, str, str]]:
    """What is wrong with the shapes of a contact: field, cause, remedy and code.

    `number` tells that of a field, None where it has none yet.
    """
    a, b = side(element, "a"), side(element, "b")
    if cause := refused(a.shape, b.shape):
        remedy = "Choose another pair of shapes, or several contacts of balls on one of them."
        yield "shape_b", cause, remedy, "shapes"
        return
    for letter, shape in (("a", a), ("b", b)):
        halves = [number(half) for half in shape.half]
        if shape.shape == "box" and any(half is not None and half < 0 for half in halves):
            cause = say("A half-length of a box is below 0.")
            yield f"half_{letter}", cause, "Give half-lengths of 0 or more.", "shapes"
        if shape.shape == "outline":
            other = b if letter == "a" else a
            corners = [[number(entry) for entry in corner] for corner in shape.corners]
            axis = [number(entry) for entry in shape.axis]
            for cause, remedy in _outline_faults(axis, corners, other.shape != "plane"):
                yield f"corners_{letter}", cause, remedy, "shapes"
    if "plane" not in (a.shape, b.shape):
        radii = [number(shape.radius) if shape.shape != "box" else 0.0 for shape in (a, b)]
        if all(radius == 0 for radius in radii):
            cause = say("Points and edges without a radius do not meet each other in a direction.")
            yield "radius_a", cause, "Give the ball a radius.", "shapes"


def _outline_faults(
    axis: list[float | None], corners: list[list[float | None]], convex: bool
) -> Iterator[tuple[str, str]]:
    """What is wrong with the corners of an outline: cause and remedy."""
    least = 3 if convex else 2
    if len(corners) < least:
        cause = say("An outline has {n} corners; it needs {least}.", n=len(corners), least=least)
        yield cause, "Give its corners in their order, counted from its middle."
        return
    a = [entry for entry in axis if entry is not None]
    points = [[entry for entry in corner if entry is not None] for corner in corners]
    if len(a) < 3 or not any(a) or any(len(point) < 3 for point in points):
        return
    sides = [
        _minus(end, start) for start, end in zip(points, [*points[1:], points[0]], strict=True)
    ]
    size = sqrt(max(_dot(s, s) for s in sides))
    if any(abs(_dot(a, p)) > FLAT * sqrt(_dot(a, a) * (_dot(p, p) + size**2)) for p in points):
        cause = say("A corner of an outline does not lie in the plane across its axis.")
        remedy = (
            "Give corners across its axis, counted from its middle; in the plane of x and y the "
            "axis is z."
        )
        yield cause, remedy
    elif convex and not _is_convex(a, sides):
        cause = say("An outline that meets a ball is not convex, or its corners go clockwise.")
        remedy = (
            "Give them counter-clockwise about its axis; of an outline with a notch make several "
            "contacts of convex parts."
        )
        yield cause, remedy


def _is_convex(axis: list[float], sides: list[list[float]]) -> bool:
    """Whether sides in their order turn to the left only, and once round in all."""
    size = sqrt(_dot(axis, axis))
    turn = 0.0
    for one, two in zip(sides, [*sides[1:], sides[0]], strict=True):
        left = _dot(axis, _crossed(one, two)) / size
        if left <= FLAT * sqrt(_dot(one, one) * _dot(two, two)):
            return False
        turn += atan2(left, _dot(one, two))
    return turn < 3 * pi


FLAT = 1e-9
"""A sine that is none."""


def _minus(a: list[float], b: list[float]) -> list[float]:
    return [x - y for x, y in zip(a, b, strict=True)]


def _dot(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _crossed(a: list[float], b: list[float]) -> list[float]:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


Piece = tuple[ElementKind, Element]


def pieces(element: Element) -> tuple[Piece, ...]:
    """What acts in the place of a contact: elements of its name, one for each point of it."""
    return _limits(element) if isinstance(ELEMENTS[element.kind].law, Limit) else _cushions(element)


def _limits(element: Element) -> tuple[Piece, ...]:
    """The limits of a contact, as elements of its name."""
    both = {spec.name: getattr(element, spec.name) for spec in STRUCK} | {"name": element.name}
    return tuple((kind, kind.record(**own, **both)) for kind, own in _points(element))


def _cushions(element: Any) -> tuple[Piece, ...]:
    """What presses in a soft contact, as elements of its name."""
    own = {"stiffness": stiffness(element), "name": element.name}
    own |= {field: getattr(element, field) for field in ("exponent", "damping")}
    law = ELEMENTS[element.kind].law
    points = ((_soft(kind), place) for kind, place in _points(element))
    return tuple((replace(kind, law=law), kind.record(**place, **own)) for kind, place in points)


def stiffness(element: Any) -> Scalar:
    """k of a soft contact: as it is given, or 4/3 E √R of Hertz for balls of a common radius R."""
    if element.modulus == 0:
        return element.stiffness
    radii = [s.radius for s in (side(element, "a"), side(element, "b")) if s.shape != "plane"]
    first, *others = (f"({radius})" for radius in radii)
    common = f"{first}*{others[0]}/({first} + {others[0]})" if others else first
    return f"4/3*({element.modulus})*sqrt({common})"


def _points(element: Element) -> Iterator[tuple[ElementKind, dict[str, Any]]]:
    """The points of contact of shapes that are tried on each other."""
    a, b = side(element, "a"), side(element, "b")
    if refused(a.shape, b.shape):
        return
    if "plane" in (a.shape, b.shape):
        other, plane = (b, a) if a.shape == "plane" else (a, b)
        wall = {"ground": plane.body, "plane_point": plane.point, "normal": plane.axis}
        for kind, own in _farthest(other):
            yield kind, {"body": other.body, **own, **wall}
        return
    ball, block = (a, b) if a.shape == "ball" else (b, a)
    fields = {
        "body": ball.body,
        "centre": ball.point,
        "radius": ball.radius,
        "ground": block.body,
        "origin": block.point,
        "axis": block.axis if block.shape in ("capsule", "outline") else (0, 0, 1),
        "rounding": 0 if block.shape == "box" else block.radius,
    }
    if block.shape == "outline":
        kind = plate(len(block.corners))
        assert isinstance(kind.geometry, Plate)
        yield kind, fields | dict(zip(kind.geometry.corners, block.corners, strict=True))
    else:
        yield TOUCH, fields | {"half": _half(block)}


def _farthest(shape: Shape) -> Iterator[tuple[ElementKind, dict[str, Any]]]:
    """What of a shape may touch a plane: balls, points or rims, with their places."""
    match shape.shape:
        case "ball":
            yield WALL, {"centre": shape.point, "radius": shape.radius}
        case "capsule":
            for end in _ends(shape):
                yield WALL, {"centre": end, "radius": shape.radius}
        case "outline":
            for corner in shape.corners:
                centre = _moved(shape.point, iter(corner))
                yield WALL, {"centre": centre, "radius": shape.radius}
        case "disc":
            rim = {"centre": shape.point, "axis": shape.axis, "radius": shape.radius}
            yield RIM, rim
        case "cylinder":
            for end in _ends(shape):
                yield RIM, {"centre": end, "axis": shape.axis, "radius": shape.radius}
        case _:
            for signs in product(*((1, -1) if half != 0 else (1,) for half in shape.half)):
                arm = (_times(sign, half) for sign, half in zip(signs, shape.half, strict=True))
                yield WALL, {"centre": _moved(shape.point, arm), "radius": 0}


def _half(block: Shape) -> Vector:
    """The half-lengths of a block: along its axes; of a capsule along its axis alone."""
    if block.shape == "box":
        return block.half
    return (0, 0, f"({block.length})/2") if block.shape == "capsule" else (0, 0, 0)


def _ends(shape: Shape) -> Iterator[Vector]:
    """The middles of both ends."""
    size = "sqrt(" + " + ".join(f"({entry})^2" for entry in shape.axis if entry != 0) + ")"
    for sign in (1, -1):
        half = _times(sign, f"({shape.length})/2")
        arm = (0 if e == 0 else f"{half}*({e})/{size}" for e in shape.axis)
        yield _moved(shape.point, arm)


def _times(sign: int, value: Scalar) -> Scalar:
    return value if sign > 0 or value == 0 else f"-({value})"


def _moved(point: Vector, arm: Iterator[Scalar]) -> Vector:
    """A point moved by an arm."""
    x, y, z = (
        p if s == 0 else s if p == 0 else f"({p}) + ({s})" for p, s in zip(point, arm, strict=True)
    )
    return x, y, z


WALL = ELEMENTS["wall"]
RIM = ElementKind(
    name="rim",
    title="Rim of a disc on a plane",
    fields=(
        *WALL.fields[:3],
        vector("axis", (0, 0, 1), "Axis", ""),
        *WALL.fields[3:],
    ),
    geometry=Contact(axis="axis", along=""),
    law=slipping("radius*lean - height"),
    glyph="contact",
    help="The rim of a disc does not pass a plane.",
)
"""r |n × a| − height of the middle of a disc with the axis a over a plane with the normal n."""
_BALL_ON_BLOCK = (
    body("body", "Body", default=1),
    vector("centre", (0, 0, 0), "Centre on it"),
    scalar("radius", 0, "Radius", "m"),
    body("ground", "Block on the body"),
    vector("origin", (0, 0, 0), "Middle of the block"),
    vector("axis", (0, 0, 1), "Axis", ""),
    scalar("rounding", 0, "Radius of its edges", "m"),
)
TOUCH = ElementKind(
    name="touch",
    title="Ball on a round block",
    fields=(*_BALL_ON_BLOCK, vector("half", (0, 0, 0), "Half-lengths"), *STRUCK),
    geometry=Block(),
    law=slipping("radius + rounding - sqrt(out_x^2 + out_y^2 + out_z^2)"),
    glyph="contact",
    help="A ball does not pass a block with round edges.",
)
"""Both radii less how far the centre of the ball lies outside of the block."""


@lru_cache
def plate(n: int) -> ElementKind:
    """A ball on a plate with an outline of n corners."""
    corners = tuple(f"corner_{i}" for i in range(1, n + 1))
    return ElementKind(
        name="plate",
        title="Ball on a plate",
        fields=(*_BALL_ON_BLOCK, *(vector(name, (0, 0, 0), name) for name in corners), *STRUCK),
        geometry=Plate(corners=corners),
        law=slipping("radius + rounding - distance"),
        glyph="contact",
        help="A ball does not pass a plate with an outline that is convex.",
    )


@lru_cache
def _soft(kind: ElementKind) -> ElementKind:
    """The same place of contact with a cushion in place of an impact."""
    kept = (spec for spec in kind.fields if spec not in STRUCK)
    own = (scalar(name, 0, name) for name in ("stiffness", "exponent", "damping"))
    return replace(kind, name=f"soft_{kind.name}", fields=(*kept, *own))

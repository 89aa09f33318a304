"""Bodies that are drawn, with parameters for what one will change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, floor, hypot, log10, sqrt

from lagr_gui.editing.edits.layout import Point, move, places
from lagr_gui.editing.edits.names import free_symbol, symbols_of
from lagr_gui.editing.edits.neatness import BLOCK, COLUMN, ROW
from lagr_gui.editing.sketch.anchors import Anchor, StrokeEnd, distance
from lagr_gui.editing.sketch.plane import (
    CROSSED,
    NO_LENGTH,
    BodyPlaces,
    Flat,
    half,
    negative,
    refused,
    tidy,
)
from lagr_gui.editing.sketch.shapes import turn_into
from lagr_gui.editing.sketch.suspension import let_loose, pin, weld
from lagr_gui.editing.solid import COMPOSED, with_solids
from lagr_gui.model import Body, Inertia, Model, Parameter, Scalar, Shape, Solid
from lagr_gui.model.record import ZERO
from lagr_gui.model.solids.bodies import PLATE
from lagr_gui.model.solids.polygons import crosses_itself, signed_area

LEAST = 1e-6
"""The shortest length (m) that is drawn."""


def draw_rod(
    model: Model, places: BodyPlaces, start: StrokeEnd, end: StrokeEnd, name: str = "Rod {n}"
) -> Model:
    """A thin rod from one end to another, hinged to the points of bodies at which it ends.

    `{n}` in its `name` is its number, here and for the others.
    Raises LagrError where it has no length.
    """
    length = _long_enough(distance(start.at, end.at))
    model, body, (span,) = _begun(model, name, l=length)
    right, up, normal = places.plane.axes
    thin, moment = one_digit(length / 15), f"{body.mass}*{span}^2/12"
    body = body.having(
        inertia=_moments({up: moment, normal: moment}),
        shape=_shape("rod", {right: span, up: thin, normal: thin}, right),
    )
    middle = (start.at[0] + end.at[0]) / 2, (start.at[1] + end.at[1]) / 2
    angle = atan2(end.at[1] - start.at[1], end.at[0] - start.at[0])
    places = places.with_body(body.number, middle, angle)
    points = places.plane.vector(negative(half(span)), 0), places.plane.vector(half(span), 0)
    pins = [
        (each.anchor, Anchor(body.number, point, each.at, "end"))
        for each, point in zip((start, end), points, strict=True)
        if each.anchor
    ]
    return add_hinged(model, places, body, pins)


def draw_disc(
    model: Model, places: BodyPlaces, centre: StrokeEnd, rim: Flat, name: str = "Disc {n}"
) -> Model:
    """A disc about a centre, hinged to the point of a body that lies there.

    Raises LagrError where it has no radius.
    """
    radius = _long_enough(distance(centre.at, rim))
    model, body, (r,) = _begun(model, name, r=radius)
    right, up, normal = places.plane.axes
    flat, across = f"{body.mass}*{r}^2/4", f"{body.mass}*{r}^2/2"
    size = {right: f"2*{r}", up: f"2*{r}", normal: one_digit(radius / 5)}
    body = body.having(
        inertia=_moments({right: flat, up: flat, normal: across}),
        shape=_shape("disc", size, normal),
    )
    middle = Anchor(body.number, ZERO, centre.at, "centre")
    pins = [(centre.anchor, middle)] if centre.anchor else []
    return add_hinged(model, places.with_body(body.number, centre.at), body, pins)


def draw_mass(model: Model, places: BodyPlaces, at: StrokeEnd, name: str = "Mass {n}") -> Model:
    """A point mass, fixed to the point of a body. Raises LagrError on empty paper.

    There it would turn freely without inertia.
    """
    if at.anchor is None or not at.anchor.body:
        cause = "A point mass that nothing holds would turn without inertia."
        remedy = "Click on a point of a body, to which it is fixed; a free one is a disc (O)."
        raise refused(cause, remedy, "load")
    model, body, _ = _begun(model, name)
    model = with_body(model, body.having(shape=Shape(form="point")), [at.anchor.body])
    places = places.with_body(body.number, at.at)
    return weld(model, places, at.anchor, Anchor(body.number, ZERO, at.at, "centre"))


def draw_box(
    model: Model, places: BodyPlaces, corner: Flat, other: Flat, name: str = "Box {n}"
) -> Model:
    """A box between two corners. Raises LagrError where it has no area."""
    wide = _long_enough(abs(other[0] - corner[0]))
    high = _long_enough(abs(other[1] - corner[1]))
    middle = (corner[0] + other[0]) / 2, (corner[1] + other[1]) / 2
    model, places, body = new_box(model, places, middle, (wide, high), name)
    return add_hinged(model, places, body, [])


def new_box(
    model: Model, places: BodyPlaces, middle: Flat, size: Flat, name: str, angle: float = 0.0
) -> tuple[Model, BodyPlaces, Body]:
    """A box with parameters, and where it stands; it is not among the bodies yet."""
    model, body, (a, b) = _begun(model, name, a=size[0], b=size[1])
    right, up, normal = places.plane.axes
    m, sizes = body.mass, {right: a, up: b, normal: one_digit(min(size) / 2)}
    across = f"{m}*({a}^2 + {b}^2)/12"
    body = body.having(
        inertia=_moments({right: f"{m}*{b}^2/12", up: f"{m}*{a}^2/12", normal: across}),
        shape=_shape("box", sizes),
    )
    return model, places.with_body(body.number, middle, angle), body


def _begun(model: Model, name: str, **lengths: float) -> tuple[Model, Body, list[str]]:
    """The next body with a parameter for its mass, and those for lengths (m), by their stems."""
    number = model.next_number
    name, names = name.format(n=number), list[str]()
    for stem, value in (lengths | {"m": 1}).items():
        unit = "kg" if stem == "m" else "m"
        model, parameter = with_parameter(model, stem, number, value, unit, name)
        names.append(parameter)
    return model, Body(number=number, name=name, mass=names.pop()), names


def _shape(form: str, size: Mapping[str, Scalar], axis: str = "y") -> Shape:
    """A shape with sizes along the axes of its body."""
    return Shape.model_validate({"form": form, "size": [size[e] for e in "xyz"], "axis": axis})


def with_body(model: Model, body: Body, near: Sequence[int]) -> Model:
    """The model with a body more, in the diagram beside those that it hangs on."""
    at = free_place(model, near)
    model = model.having(bodies=(*model.bodies, body))
    return move(model, {**at.others, f"body:{body.number}": at.place})


def with_parameter(
    model: Model,
    stem: str,
    number: int,
    value: float | str,
    unit: str,
    description: str,
    positive: bool = True,
) -> tuple[Model, str]:
    """A new parameter, with the number of its body where that name is free."""
    names = symbols_of(model)
    name = f"{stem}{number}"
    name = name if name not in names else free_symbol(stem, names)
    parameter = Parameter(
        name=name,
        value=value if isinstance(value, str) else tidy(value),
        unit=unit,
        description=description,
        positive=positive,
    )
    return model.having(parameters=(*model.parameters, parameter)), name


def add_hinged(
    model: Model, places: BodyPlaces, body: Body, pins: Sequence[tuple[Anchor, Anchor]]
) -> Model:
    """The model with a body that is hinged to others, or free where nothing holds it."""
    near = list(dict.fromkeys(anchor.body for anchor, _ in pins))
    model = with_body(model, body, near or [0])
    for anchor, frame in pins:
        others = [other.body for other, _ in pins if other is not anchor]
        model = pin(model, places, anchor, frame, others)
    return model if pins else let_loose(model, places, body.number)


def _moments(entries: dict[str, str]) -> Inertia:
    return Inertia().having(**{2 * axis: moment for axis, moment in entries.items()})


def _long_enough(length: float) -> float:
    if length < LEAST:
        raise refused(*NO_LENGTH)
    return length


def one_digit(number: float) -> float:
    """A number with one digit that is not zero."""
    return round(number, -floor(log10(number)))


# --- A free place in the diagram for what is drawn in the sketch: the others keep theirs -------

HEIGHT = 76.0
"""Of a block."""
GAP = 50.0
"""Between two blocks, at least: for the symbol of a joint."""
ASIDE = 1.6
"""A row away counts so much more than its distance: chains go on to the right."""
REACH = 12
"""So many columns and rows around the others are looked at."""


@dataclass(frozen=True)
class FreePlace:
    """A place for a new block, and where the others stay."""

    place: Point
    others: dict[str, Point]


def free_place(model: Model, near: Sequence[int]) -> FreePlace:
    """The place nearest to some bodies where no block lies, nor on the way to them."""
    others = places(model)
    hosts = [others[f"body:{number}"] for number in near if f"body:{number}" in others]
    left, top = hosts[0] if hosts else (0.0, 0.0)
    cells = [
        (left + column * COLUMN, top + row * ROW)
        for column in range(-REACH, REACH + 1)
        for row in range(-REACH, REACH + 1)
    ]
    free = [cell for cell in cells if not any(_touch(cell, at) for at in others.values())]

    def cost(cell: Point) -> tuple[int, float, float]:
        crossed = sum(_crosses(host, cell, at) for host in hosts for at in others.values())
        way = sum(hypot(cell[0] - x, ASIDE * (cell[1] - y)) for x, y in hosts)
        return crossed, way, -cell[0]

    return FreePlace(min(free, key=cost), others)


def _touch(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) < BLOCK + GAP and abs(a[1] - b[1]) < HEIGHT + GAP


def _crosses(host: Point, cell: Point, block: Point) -> bool:
    """Whether the straight way from a host to a cell leads through another block."""
    if block == host:
        return False
    low, high = 0.0, 1.0
    for start, end, middle, side in (
        (host[0], cell[0], block[0], BLOCK / 2 + 10),
        (host[1], cell[1], block[1], HEIGHT / 2 + 10),
    ):
        step = end - start
        if abs(step) < 1e-9:
            if abs(start - middle) > side:
                return False
            continue
        ends = sorted(((middle - side - start) / step, (middle + side - start) / step))
        low, high = max(low, ends[0]), min(high, ends[1])
    return low < high


# --- Free shapes: plates of any outline --------------------------------------------------------


def draw_polygon(
    model: Model, places: BodyPlaces, ends: Sequence[StrokeEnd], name: str = "Plate {n}"
) -> Model:
    """A plate with these corners, hinged to the points of bodies at which it has some.

    Its points are seen from its first corner; mass, centre and inertia are those of the outline.
    Raises LagrError where the outline has no area or meets itself.
    """
    ends = _distinct(ends)
    area = _area([end.at for end in ends])
    if area < 0:
        ends = [ends[0], *reversed(ends[1:])]
    model, body, _ = _begun(model, name)
    first = ends[0].at
    flat = [(end.at[0] - first[0], end.at[1] - first[1]) for end in ends]
    plate = Solid(
        form=PLATE,
        corners=tuple((tidy(x), tidy(y)) for x, y in flat),
        thickness=one_digit(sqrt(abs(area)) / 10),
        turn=turn_into(places.plane),
    )
    body = with_solids(body.having(shape=Shape(form=COMPOSED, solids=(plate,))))
    places = places.with_body(body.number, first)
    pins: list[tuple[Anchor, Anchor]] = []
    for end, (x, y) in zip(ends, flat, strict=True):
        if end.anchor is not None and end.body not in [anchor.body for anchor, _ in pins]:
            point = places.plane.vector(tidy(x), tidy(y))
            pins.append((end.anchor, Anchor(body.number, point, end.at, "corner")))
    return add_hinged(model, places, body, pins)


def _distinct(ends: Sequence[StrokeEnd]) -> list[StrokeEnd]:
    """The corners, each once where it follows itself; the last may be the first again."""
    distinct: list[StrokeEnd] = []
    for end in ends:
        if not distinct or distance(distinct[-1].at, end.at) > LEAST:
            distinct.append(end)
    if len(distinct) > 1 and distance(distinct[0].at, distinct[-1].at) <= LEAST:
        distinct.pop()
    return distinct


def _area(corners: Sequence[Flat]) -> float:
    """The signed area of an outline. Raises LagrError where it is none."""
    if len(corners) < 3:
        raise refused("A free shape has three corners at least.", "Click more of them.", "short")
    if crosses_itself(corners):
        raise refused(*CROSSED)
    return signed_area(corners)

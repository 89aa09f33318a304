"""Where everything lies on the drawing: blocks, joints between them, routes of elements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from math import atan2, degrees, hypot

from lagr_gui.catalogue import ELEMENTS
from lagr_gui.catalogue.kinds import (
    AtPoint,
    BetweenCoils,
    Conductor,
    Contact,
    Edge,
    Geometry,
    Line,
    OnBody,
    OnCoordinate,
    OnTwoCoordinates,
    Unplaced,
)
from lagr_gui.editing.edits import places
from lagr_gui.model import Element, Joint, Model

Point = tuple[float, float]

WIDTH, HEIGHT = 132.0, 62.0
"""Of the block of a body."""
LANE = 34.0
"""Distance between routes side by side, and of the first from the blocks."""
SIDE_BY_SIDE = 44.0
"""Distance of parallel joints."""
GRID = 10.0


@dataclass(frozen=True, slots=True)
class Shape:
    """Where an item lies: the corners of its line, the place of its symbol and how that is turned.

    `angle` (degrees) is that of the symbol of a branch; other symbols stand upright.
    """

    line: tuple[Point, ...]
    centre: Point
    angle: float | None = None


class Plan:
    """All shapes of a model, from the places of its bodies."""

    def __init__(self, model: Model, points: Mapping[str, Point] | None = None) -> None:
        known = places(model) if points is None else points
        self.bodies: dict[int, Point] = {
            number: known.get(f"body:{number}", (0.0, 0.0)) for number in (0, *model.numbers)
        }
        self.terminals: dict[str, Point] = {
            t.name: known.get(f"terminal:{t.name}", (0.0, 0.0)) for t in model.terminals
        }
        self.shapes: dict[str, Shape] = {}
        self._beside_pair: dict[frozenset[str], int] = defaultdict(int)
        self._on_joint: dict[str, int] = defaultdict(int)
        self._at_body: dict[int, int] = defaultdict(int)
        self._apart_count = 0
        self._lanes: dict[bool, list[tuple[float, float, float]]] = defaultdict(list)
        self._plan_joints(model)
        self._plan_elements(model)

    def _plan_joints(self, model: Model) -> None:
        together: dict[frozenset[int], list[Joint]] = defaultdict(list)
        for joint in model.joints:
            if {joint.parent, joint.child} <= self.bodies.keys() and joint.parent != joint.child:
                together[frozenset((joint.parent, joint.child))].append(joint)
        for group in together.values():
            for place, joint in enumerate(group):
                shift = (place - (len(group) - 1) / 2) * SIDE_BY_SIDE
                self.shapes[f"joint:{joint.name}"] = self._straight(joint, shift)

    def _straight(self, joint: Joint, shift: float) -> Shape:
        (ax, ay), (bx, by) = self.bodies[joint.parent], self.bodies[joint.child]
        if abs(bx - ax) >= abs(by - ay):
            ay, by = ay + shift, by + shift
        else:
            ax, bx = ax + shift, bx + shift
        start, end = border((ax, ay), (bx, by)), border((bx, by), (ax, ay))
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        return Shape((start, end), middle)

    def _plan_elements(self, model: Model) -> None:
        owners = {name: joint.name for joint in model.joints for name in joint.coordinates}
        coupled = BetweenCoils
        for element in sorted(model.elements, key=lambda e: isinstance(_geometry(e), coupled)):
            shape = self._element(element, owners)
            if shape is not None:
                self.shapes[f"element:{element.name}"] = shape

    def _element(self, element: Element, owners: Mapping[str, str]) -> Shape | None:
        match _geometry(element):
            case Conductor(a, b):
                return self._branch(getattr(element, a), getattr(element, b))
            case BetweenCoils(a, b):
                return self._coupling(*(f"element:{getattr(element, end)}" for end in (a, b)))
            case Line(a, _, b, _):
                return self._route(getattr(element, a), getattr(element, b))
            case OnCoordinate(field):
                return self._beside(owners.get(getattr(element, field), ""))
            case OnTwoCoordinates(a, b):
                return self._between(*(owners.get(getattr(element, end), "") for end in (a, b)))
            case AtPoint(field, _) | OnBody(field, _):
                return self._above(getattr(element, field))
            case Edge(body=a, ground=b) | Contact(body=a, ground=b):
                return self._route(getattr(element, a), getattr(element, b))
            case Unplaced():
                return self._apart()
            case _:
                return None

    def _between(self, first: str, second: str) -> Shape | None:
        """On a line from the symbol of one joint to that of another."""
        a, b = (self.shapes.get(f"joint:{joint}") for joint in (first, second))
        if a is None or b is None or a is b:
            return self._beside(first)
        (ax, ay), (bx, by) = a.centre, b.centre
        low = max(ay, by) + LANE + HEIGHT / 2
        line = ((ax, ay + 12), (ax, low), (bx, low), (bx, by + 12))
        if abs(bx - ax) < WIDTH / 2:
            side = max(ax, bx) + LANE + WIDTH / 2
            line = ((ax + 12, ay), (side, ay), (side, by), (bx + 12, by))
        inner = line[1:3]
        return Shape(line, ((inner[0][0] + inner[1][0]) / 2, (inner[0][1] + inner[1][1]) / 2))

    def _branch(self, a: str, b: str) -> Shape | None:
        """Straight from terminal to terminal; branches side by side bow out in turn."""
        if a == b or a not in self.terminals or b not in self.terminals:
            return None
        place = self._beside_pair[frozenset((a, b))]
        self._beside_pair[frozenset((a, b))] += 1
        return branch_shape(self.terminals[a], self.terminals[b], place, a < b)

    def _coupling(self, first: str, second: str) -> Shape | None:
        """Between the symbols of two coils."""
        a, b = self.shapes.get(first), self.shapes.get(second)
        if a is None or b is None:
            return None
        (ax, ay), (bx, by) = a.centre, b.centre
        return Shape((a.centre, b.centre), ((ax + bx) / 2, (ay + by) / 2), 0.0)

    def _apart(self) -> Shape:
        """Below the drawing, one beside the other: what belongs to no body."""
        left = min(x for x, _ in self.bodies.values())
        low = max(y for _, y in self.bodies.values()) + 2.2 * HEIGHT
        centre = (left + 1.1 * WIDTH * self._apart_count, low)
        self._apart_count += 1
        return Shape((centre, centre), centre)

    def _beside(self, joint: str) -> Shape | None:
        """Below the symbol of the joint whose coordinate it is."""
        owner = self.shapes.get(f"joint:{joint}")
        if owner is None:
            return None
        self._on_joint[joint] += 1
        (x, y), count = owner.centre, self._on_joint[joint]
        centre = (x, y + 14 + 32 * count)
        above = y + 12 if count == 1 else centre[1] - 20  # below the symbol before it
        return Shape(((x, above), centre), centre)

    def _above(self, body: int) -> Shape | None:
        """Over the upper right corner of a body."""
        if body not in self.bodies:
            return None
        x, y = self.bodies[body]
        at = (x + WIDTH / 2 - 22 - 56 * self._at_body[body], y - HEIGHT / 2)
        self._at_body[body] += 1
        return Shape((at, (at[0], at[1] - 22)), (at[0], at[1] - 22))

    def _route(self, a: int, b: int) -> Shape | None:
        """Out of one block, along a free lane, into the other."""
        if a == b or a not in self.bodies or b not in self.bodies:
            return None
        start, end = self.bodies[a], self.bodies[b]
        if abs(end[0] - start[0]) >= 0.5 * WIDTH:
            return self._across(start, end)
        return _turned(self._across(_swap(start), _swap(end), lying=False))

    def _across(self, start: Point, end: Point, lying: bool = True) -> Shape:
        half = HEIGHT / 2 if lying else WIDTH / 2
        low, high = sorted((start[0], end[0]))
        between = [
            (p if lying else _swap(p))[1]
            for p in self.bodies.values()
            if low <= (p if lying else _swap(p))[0] <= high
        ]
        bottom, top = max(between) + half, min(between) - half
        options = []
        for number in range(8):
            options += [bottom + LANE * (number + 1), top - LANE * (number + 1)]
        taken = self._lanes[lying]
        level = next((y for y in options if _is_free(taken, low, high, y)), options[-1])
        taken.append((low, high, level))
        side = 1 if level > start[1] else -1
        shift = 22.0 if end[0] > start[0] else -22.0
        x, other = start[0] + shift, end[0] - shift
        line = (
            (x, start[1] + side * half),
            (x, level),
            (other, level),
            (other, end[1] + side * half),
        )
        return Shape(line, ((x + other) / 2, level))


def _is_free(taken: list[tuple[float, float, float]], low: float, high: float, y: float) -> bool:
    return not any(abs(y - level) < LANE - 4 and low < b and a < high for a, b, level in taken)


def _swap(point: Point) -> Point:
    return point[1], point[0]


def _turned(shape: Shape) -> Shape:
    return Shape(tuple(_swap(point) for point in shape.line), _swap(shape.centre))


def _geometry(element: Element) -> Geometry | None:
    return ELEMENTS[element.kind].geometry if element.kind in ELEMENTS else None


def branch_shape(a: Point, b: Point, place: int, forwards: bool) -> Shape:
    """The first branch between two terminals is straight, the next ones bow to either side."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy) or 1.0
    angle = degrees(atan2(dy, dx))
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    if place == 0:
        return Shape((a, b), middle, angle)
    out = SIDE_BY_SIDE * ((place + 1) // 2) * (1 if (place % 2 == 1) == forwards else -1)
    x, y = -dy / length * out, dx / length * out
    inset = min(20.0, length / 4) / length
    corners = [
        (a[0] + inset * dx + x, a[1] + inset * dy + y),
        (b[0] - inset * dx + x, b[1] - inset * dy + y),
    ]
    return Shape((a, *corners, b), (middle[0] + x, middle[1] + y), angle)


def border(centre: Point, to: Point) -> Point:
    """Where the line from a block's centre to another point leaves the block."""
    dx, dy = to[0] - centre[0], to[1] - centre[1]
    reach = max(abs(dx) / (WIDTH / 2), abs(dy) / (HEIGHT / 2))
    if reach <= 1:
        return centre
    return centre[0] + dx / reach, centre[1] + dy / reach


def snapped(point: Point) -> Point:
    """The nearest point of the grid."""
    return round(point[0] / GRID) * GRID, round(point[1] / GRID) * GRID

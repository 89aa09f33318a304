"""Where bodies touch: gaps, normals and slips of walls, shapes, wheels, followers, balls and stops.

A gap is the distance, so that λ = 1 of its row is a normal force of 1 on the first body.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from tests.oracle.conditions import Conditions, Course, Row
from tests.oracle.jets import derivatives, variables
from tests.oracle.language import Meaning

CONTACT = {
    **{f"point_{side}": [0, 0, 0] for side in "ab"},
    **{f"half_{side}": [0, 0, 0] for side in "ab"},
    **{f"length_{side}": 0 for side in "ab"},
}
FREE = {"surface": [0, 0, 0]}


@dataclass
class Touch:
    """A point that may touch: its gap, the normal force, and the slips along two tangents."""

    name: str
    mu: float
    gap: Row
    slips: tuple[Row, ...]


class Touches(Conditions):
    """All points of a system that may touch at a state."""

    def __init__(self, bodies: Any) -> None:
        self.touches: list[Touch] = []
        super().__init__(bodies)

    def _number(self, given: Any) -> float:
        return self.bodies.document.number(given)

    def _fixed(self, body: int, direction: Any) -> Course:
        return self.carried(body, self.bodies.document.direction(direction))

    def _wall(self, element: dict[str, Any]) -> None:
        n, r = self._fixed(element["ground"], element["normal"]), self._number(element["radius"])
        centre = self.point(element["body"], self._constant(element["centre"]))
        self._on_plane(element, centre, n, n.times(-r), r)

    _rolling_ball = _wall

    def _rolling_disc(self, element: dict[str, Any]) -> None:
        n, r = self._fixed(element["ground"], element["normal"]), self._number(element["radius"])
        centre = self.point(element["body"], self._constant(element["centre"]))
        arm, height = self._rim(self._fixed(element["body"], element["axis"]), n, r)
        self._on_plane(element, centre, n, arm, height)

    def _rim(self, axis: Course, n: Course, r: float) -> tuple[Course, Course]:
        """From the middle of a disc to its lowest point, and how far below that is."""
        across = n.cross(axis)
        lean = across.dot(across).power(0.5)
        return (axis.cross(across) * lean.power(-1)).times(-r), lean.times(r)

    def _on_plane(
        self, element: dict[str, Any], centre: Course, n: Course, arm: Course, height: Any
    ) -> None:
        height = height if isinstance(height, Course) else Course(height, 0.0, 0.0)
        foot = self.point(element["ground"], self._constant(element["plane_point"]))
        gap = (centre - foot).dot(n) - height
        self._touch(element, gap, n, centre + arm)

    def _touch(self, element: dict[str, Any], gap: Course, n: Course, place: Course) -> None:
        body, ground = element["body"], element["ground"]
        none = np.zeros(self.state.f)
        push = self._forces([(body, place.v, n.v), (ground, place.v, -n.v)])
        across = Row(element["name"], push, none, gap.v, gap.d, gap.dd)
        slip = self.slip(body, ground, place) - self._run(element)
        ways = np.linalg.svd(n.v[None])[2][1:]
        rows = []
        for way in ways:
            along = self._forces([(body, place.v, way), (ground, place.v, -way)])
            rows.append(Row(element["name"], along, none, 0.0, way @ slip.v, way @ slip.d))
        mu = self._number(element["mu"])
        self.touches.append(Touch(element["name"], mu, across, tuple(rows)))

    def _run(self, element: dict[str, Any]) -> Course:
        """The velocity of a surface over its body."""
        parts = [self._time(entry) for entry in element.get("surface", [0, 0, 0])]
        v, d = np.array([p.v for p in parts]), np.array([p.d for p in parts])
        fixed = self.carried(element["ground"], v)
        return Course(fixed.v, fixed.d + self.bodies.R[element["ground"]] @ d)

    def _contact(self, element: dict[str, Any]) -> None:
        element = {**CONTACT, **element}
        a, b = "ab" if element["shape_a"] != "plane" else "ba"
        if "plane" not in (element["shape_a"], element["shape_b"]) and element["shape_a"] != "ball":
            a, b = "ba"
        one = {key[:-2]: value for key, value in element.items() if key.endswith(f"_{a}")}
        two = {key[:-2]: value for key, value in element.items() if key.endswith(f"_{b}")}
        pair = {"name": element["name"], "mu": element["mu"]}
        pair |= {"body": one["body"], "ground": two["body"], "plane_point": two["point"]}
        (self._shape_on_plane if two["shape"] == "plane" else self._ball_on)(pair, one, two)

    def _shape_on_plane(self, pair: dict, one: dict, two: dict) -> None:
        n, body = self._fixed(two["body"], two["axis"]), one["body"]
        middle = self._constant(one["point"])
        for end in self._ends(one):
            centre = self.point(body, middle + end)
            if one["shape"] in ("disc", "cylinder"):
                r = self._number(one["radius"])
                arm, height = self._rim(self._fixed(body, one["axis"]), n, r)
            else:
                height = 0.0 if one["shape"] == "box" else self._number(one["radius"])
                arm = n.times(-height)
            self._on_plane(pair, centre, n, arm, height)

    def _ends(self, one: dict) -> Iterator[np.ndarray]:
        if one["shape"] == "box":
            half = self._constant(one["half"])
            yield from (
                half * np.array(s) for s in product(*((1, -1) if h else (1,) for h in half))
            )
        elif one["shape"] in ("capsule", "cylinder"):
            arm = self.bodies.document.direction(one["axis"]) * self._number(one["length"]) / 2
            yield from (arm, -arm)
        else:
            yield np.zeros(3)

    def _ball_on(self, pair: dict, one: dict, two: dict) -> None:
        centre = self.point(one["body"], self._constant(one["point"]))
        body, middle = two["body"], self._constant(two["point"])
        radii = self._number(one["radius"])
        way = centre - self.point(body, middle)
        if two["shape"] == "box":
            for axis, half in zip(np.eye(3), self._constant(two["half"]), strict=True):
                way = self._beyond(way, centre, body, middle, axis, half)
        else:
            radii += self._number(two["radius"])
        if two["shape"] == "capsule":
            axis = self.bodies.document.direction(two["axis"])
            half = self._number(two["length"]) / 2
            way = self._beyond(way, centre, body, middle, axis, half)
        distance = way.dot(way).power(0.5)
        n = way * distance.power(-1)
        place = centre + n.times(-self._number(one["radius"]))
        self._touch(pair, distance - Course(radii, 0.0, 0.0), n, place)

    def _beyond(self, way: Course, centre: Course, body: int, middle: Any, axis: Any, half: float):
        """The way without what of it lies along an axis of the block within its half-length."""
        unit = self.carried(body, axis)
        along = unit.dot(centre - self.point(body, middle))
        inside = abs(float(along.v)) < half
        part = along if inside else Course(np.sign(along.v) * half, 0.0, 0.0)
        return way - unit * part

    def _bumper(self, element: dict[str, Any]) -> None:
        span = self._span(element)[0]
        length = span.dot(span).power(0.5)
        n = span * length.power(-1)
        share = self._number(element["share"])
        place = self.point(element["body_a"], self._constant(element["point_a"])) - span.times(
            share
        )
        pair = {**element, "body": element["body_a"], "ground": element["body_b"]}
        gap = length - Course(self._number(element["distance"]), 0.0, 0.0)
        self._touch(pair, gap, n, place)

    def _stop(self, element: dict[str, Any]) -> None:
        place, f = self.state.place(element["coordinate"]), self.state.f
        row = Row(element["name"], np.zeros(6 * len(self.bodies.index)), np.zeros(f), 0.0, 0, 0)
        row.position = self._number(element["upper"]) - self.state.q[place]
        row.on_coordinates[place], row.rate = -1.0, -self.state.qd[place]
        self.touches.append(Touch(element["name"], 0.0, row, ()))

    def _follower(self, element: dict[str, Any]) -> None:
        """A point beside a curve y = f(x) or ρ = f(θ): H over the slope's root is the gap."""
        ground, (along, normal) = element["ground"], self._axes(element)
        across = normal.cross(along)
        centre = self.point(element["body"], self._constant(element["point"]))
        way = centre - self.point(ground, self._constant(element["origin"]))
        x, y = along.dot(way), across.dot(way)
        if element["kind"] == "cam":
            size = (x * x + y * y).power(0.5)
            out = along * (x * size.power(-1)) + across * (y * size.power(-1))
            rate = (x * y_rate(y) - y * y_rate(x)) * size.power(-2)
            round_, height = normal.cross(out), size
            angle = Course(np.arctan2(y.v, x.v), rate.v, rate.d)
            f, slope = self._curve(element, "theta", angle)
            slope = slope * size.power(-1)
        else:
            out, round_, height = across, along, y
            f, slope = self._curve(element, "x", x)
        up = out - round_ * slope
        inverse = up.dot(up).power(-0.5)
        n = up * inverse
        arm = n.times(-self._number(element["radius"]))
        gap = (height - f) * inverse
        at_curve = Course(
            gap.v, gap.d, float((height - f).dd * inverse.v + 2 * (height - f).d * inverse.d)
        )
        self._touch(element, at_curve, n, centre + arm)

    _cam = _follower

    def _axes(self, element: dict[str, Any]) -> tuple[Course, Course]:
        ground = element["ground"]
        return self._fixed(ground, element["along"]), self._fixed(ground, element["normal"])

    def _curve(self, element: dict[str, Any], name: str, at: Course) -> tuple[Course, Course]:
        """f and f′ along it; of the slope no more than its rate."""
        known = dict(self.bodies.document.parameters)
        (known[name, 0],) = variables(np.array([float(at.v)]))
        v, d, H = derivatives(
            Meaning(known, self.bodies.document.functions).of(element["curve"]), 1
        )
        f = Course(v, d[0] * at.d, d[0] * at.dd + H[0, 0] * at.d**2)
        return f, Course(d[0], H[0, 0] * at.d)


def y_rate(course: Course) -> Course:
    """The rate of a scalar as a course."""
    return Course(course.d, course.dd)

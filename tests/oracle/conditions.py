"""Conditions on the motion: their forces on bodies and coordinates, and their drift."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tests.oracle.bodies import Bodies
from tests.oracle.document import stops
from tests.oracle.jets import derivatives
from tests.oracle.motions import cross

NO_LEAN = 1e-9
"""Below this sine of the angle between its axis and the normal a disc lies flat."""


class Course:
    """A scalar () or vector (3,) over time: value, rate, second rate (nan where not known)."""

    def __init__(self, v, d, dd=None) -> None:
        self.v, self.d = np.asarray(v, float), np.asarray(d, float)
        self.dd = np.full_like(self.v, np.nan) if dd is None else np.asarray(dd, float)

    def __add__(self, other: Course) -> Course:
        return Course(self.v + other.v, self.d + other.d, self.dd + other.dd)

    def __sub__(self, other: Course) -> Course:
        return Course(self.v - other.v, self.d - other.d, self.dd - other.dd)

    def through(self, product, other: Course) -> Course:
        """A product of two courses of any sort."""
        rate = product(self.d, other.v) + product(self.v, other.d)
        bend = product(self.dd, other.v) + 2 * product(self.d, other.d) + product(self.v, other.dd)
        return Course(product(self.v, other.v), rate, bend)

    def __mul__(self, other: Course) -> Course:
        return self.through(np.multiply, other)

    def dot(self, other: Course) -> Course:
        return self.through(np.dot, other)

    def cross(self, other: Course) -> Course:
        return self.through(cross, other)

    def times(self, factor: float) -> Course:
        return Course(self.v * factor, self.d * factor, self.dd * factor)

    def power(self, p: float) -> Course:
        """The power of a scalar."""
        slope, bend = p * self.v ** (p - 1), p * (p - 1) * self.v ** (p - 2)
        return Course(self.v**p, slope * self.d, slope * self.dd + bend * self.d**2)


@dataclass
class Row:
    """One condition: forces on bodies (6n,) and coordinates (f,) for λ = 1, and the rest.

    `rate` is φ̇ (or ψ), `drift` its derivative without unknown accelerations; `position` is φ.
    """

    name: str
    on_bodies: np.ndarray
    on_coordinates: np.ndarray
    position: float
    rate: float
    drift: float


class Conditions:
    """The conditions of all elements at a state; `undefined` where a disc lies flat."""

    def __init__(self, bodies: Bodies) -> None:
        self.bodies, self.state = bodies, bodies.state
        self.rows: list[Row] = []
        self.undefined = False
        for element in bodies.document.elements:
            bind = getattr(self, f"_{element['kind']}", None)
            if bind is not None:
                bind(element)

    def _constant(self, given) -> np.ndarray:
        return self.bodies.document.constant(given)

    def _time(self, given) -> Course:
        """An expression in t."""
        v, d, H = derivatives(self.state.meaning.of(given), self.state.n)
        return Course(v, d[0], H[0, 0])

    def point(self, body: int, local: np.ndarray) -> Course:
        """A point of a body; without the body's unknown acceleration."""
        return self.carried(body, local) + self.centre(body)

    def centre(self, body: int) -> Course:
        """A centre of mass."""
        return Course(
            self.bodies.x[body],
            self.bodies.twist(body)[0],
            self.bodies.known_acceleration(body)[0],
        )

    def carried(self, body: int, local: np.ndarray) -> Course:
        """A vector fixed in a body."""
        u, w = self.bodies.R[body] @ local, self.bodies.twist(body)[1]
        turning = cross(self.bodies.known_acceleration(body)[1], u)
        return Course(u, cross(w, u), turning + cross(w, cross(w, u)))

    def spin(self, body: int) -> Course:
        """The angular velocity of a body."""
        return Course(self.bodies.twist(body)[1], self.bodies.known_acceleration(body)[1])

    def slip(self, body: int, ground: int, place: Course) -> Course:
        """The velocity of one body against another where both meet at a moving place."""
        return self._flow(body, place) - self._flow(ground, place)

    def _flow(self, body: int, place: Course) -> Course:
        centre = self.centre(body)
        arm = Course(place.v - centre.v, place.d - centre.d)
        return Course(centre.d, centre.dd) + self.spin(body).cross(arm)

    def _forces(self, pairs) -> np.ndarray:
        """Forces on bodies at places of space as wrenches (6n,)."""
        found = np.zeros(6 * len(self.bodies.index))
        for body, place, force in pairs:
            if body:
                start = 6 * self.bodies.index[body]
                moment = cross(place - self.bodies.x[body], force)
                found[start : start + 6] += np.concatenate([force, moment])
        return found

    def _bind(self, element: dict, course: Course, pairs) -> None:
        """A condition on positions whose force acts at points of bodies."""
        none = np.zeros(self.state.f)
        row = Row(element["name"], self._forces(pairs), none, course.v, course.d, course.dd)
        self.rows.append(row)

    def _bind_speed(self, element: dict, slip: Course, pairs) -> None:
        """A condition on velocities."""
        none = np.zeros(self.state.f)
        row = Row(element["name"], self._forces(pairs), none, np.nan, slip.v, slip.d)
        self.rows.append(row)

    def _span(self, element: dict) -> tuple[Course, np.ndarray, np.ndarray]:
        P = self.point(element["body_a"], self._constant(element["point_a"]))
        N = self.point(element["body_b"], self._constant(element["point_b"]))
        return P - N, P.v, N.v

    def _rod(self, element: dict) -> None:
        span, P, N = self._span(element)
        length = self._time(element["l"])
        course = (span.dot(span) - length * length).times(0.5)
        pairs = [(element["body_a"], P, span.v), (element["body_b"], N, -span.v)]
        self._bind(element, course, pairs)

    def _tight_rope(self, element: dict) -> None:
        places = [(body, self.point(body, self._constant(at))) for body, at in stops(element)]
        length, pairs = self._time(element["l"]).times(-1), []
        for (a, P), (b, N) in pairwise(places):
            span = P - N
            way = span.dot(span).power(0.5)
            self.undefined |= bool(way.v < NO_LEAN)
            length = length + way
            pairs += [(a, P.v, span.v / way.v), (b, N.v, -span.v / way.v)]
        self._bind(element, length, pairs)

    def _coincidence(self, element: dict) -> None:
        span, P, N = self._span(element)
        for axis in ("xyz".index(letter) for letter in element["directions"]):
            unit = np.eye(3)[axis]
            course = Course(span.v[axis], span.d[axis], span.dd[axis])
            self._bind(
                element, course, [(element["body_a"], P, unit), (element["body_b"], N, -unit)]
            )

    def _skid(self, element: dict) -> None:
        body, ground = element["body"], element["ground"]
        place = self.point(body, self._constant(element["point"]))
        across = self.carried(body, self.bodies.document.direction(element["across"]))
        course = across.dot(self.slip(body, ground, place))
        pairs = [(body, place.v, across.v), (ground, place.v, -across.v)]
        self._bind_speed(element, course, pairs)

    def _rolling_disc(self, element: dict) -> None:
        body, radius = element["body"], self.bodies.document.number(element["radius"])
        normal = self.carried(element["ground"], self.bodies.document.direction(element["normal"]))
        axis = self.carried(body, self.bodies.document.direction(element["axis"]))
        across = normal.cross(axis)
        if np.linalg.norm(across.v) < NO_LEAN:
            self.undefined = True
            return
        lean = across.dot(across).power(0.5)
        up = axis.cross(across)  # n - (n·a) a, of length |n × a|
        upward = up * lean.power(-1)
        self._roll(element, normal, lean.times(radius), upward.times(-radius))

    def _rolling_ball(self, element: dict) -> None:
        radius = self.bodies.document.number(element["radius"])
        normal = self.carried(element["ground"], self.bodies.document.direction(element["normal"]))
        self._roll(element, normal, Course(radius, 0.0, 0.0), normal.times(-radius))

    def _roll(self, element: dict, normal: Course, height: Course, arm: Course) -> None:
        body, ground = element["body"], element["ground"]
        centre = self.point(body, self._constant(element["centre"]))
        plane = self.point(ground, self._constant(element["plane_point"]))
        touch = centre + arm
        course = (centre - plane).dot(normal) - height
        pairs = [(body, touch.v, normal.v), (ground, touch.v, -normal.v)]
        self._bind(element, course, pairs)
        slip = self.slip(body, ground, touch)
        along = self.carried(ground, self.bodies.document.direction(element["along"]))
        for tangent in (along, normal.cross(along)):
            pairs = [(body, touch.v, tangent.v), (ground, touch.v, -tangent.v)]
            self._bind_speed(element, tangent.dot(slip), pairs)

    def _on_coordinates(self, element: dict, tree) -> None:
        """A condition on positions that is an expression."""
        v, d, H = derivatives(tree, self.state.n)
        f, rates = self.state.f, self.state.rates
        d, H = d[: f + 1], H[: f + 1, : f + 1]
        none = np.zeros(6 * len(self.bodies.index))
        self.rows.append(Row(element["name"], none, d[1:], v, d @ rates, rates @ H @ rates))

    def _gear(self, element: dict) -> None:
        of, values = self.state.meaning.of, self.state.meaning.values
        a, b = values[element["coordinate_a"], 0], values[element["coordinate_b"], 0]
        self._on_coordinates(element, a - of(element["ratio"]) * b - of(element["offset"]))

    def _prescribed_motion(self, element: dict) -> None:
        q = self.state.meaning.values[element["coordinate"], 0]
        self._on_coordinates(element, q - self.state.meaning.of(element["motion"]))

    def _position_condition(self, element: dict) -> None:
        self._on_coordinates(element, self.state.meaning.of(element["zero"]))

    def _velocity_condition(self, element: dict) -> None:
        v, d, _ = derivatives(self.state.meaning.of(element["zero"]), self.state.n)
        f = self.state.f
        none = np.zeros(6 * len(self.bodies.index))
        drift = d[: f + 1] @ self.state.rates
        self.rows.append(Row(element["name"], none, d[f + 1 :], np.nan, v, drift))

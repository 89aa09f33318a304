"""Lines over points of bodies: where they run, how long they are, at what they pull."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from lagr_gui.audit.bodies import Bodies
from lagr_gui.audit.jets import Array, Jet, constant, dot, jet, norm


class Pushed(Protocol):
    """What takes forces on bodies."""

    def push(self, bodies: Bodies, body: int, F: Array, at: Array) -> None: ...


def stops(element: Any) -> list[tuple[int, Any]]:
    """The points of bodies through which an element runs."""
    over = [(pulley.body, pulley.point) for pulley in getattr(element, "pulleys", ())]
    if hasattr(element, "drum"):
        over.append((element.drum, element.drum_point))
    return [(element.body_a, element.point_a), *over, (element.body_b, element.point_b)]


def place(bodies: Bodies, body: int, point: Any) -> Jet:
    """A point of a body in space."""
    return bodies.frames[body].point(bodies.values.point(body, point))


def length_of(span: Jet) -> Jet:
    """λ = |Δx|"""
    square = dot(span, span)
    value = np.sqrt(square[0])
    rate = square[1] / (2 * value)
    return jet(value, rate, (square[2] / 2 - rate**2) / value)


@dataclass(eq=False)
class Rope:
    """What a rope pulls at with a unit of force: bodies, points in space and directions.

    `length` is the sum of the spans; `size` (n,) bounds its second derivative.
    """

    length: Jet
    size: Array
    pulls: list[tuple[int, Array, Array]]

    def pull(self, bodies: Bodies, effect: Pushed, force: Array) -> None:
        """Let it pull with a force (n,)."""
        for body, at, direction in self.pulls:
            effect.push(bodies, body, force[:, None] * direction, at)


def rope(element: Any, bodies: Bodies, shares: Sequence[float] = ()) -> Rope:
    """The rope that runs through the points of an element: every span pulls at both its ends.

    With `shares` the lengths and pulls of the spans count by these.
    """
    n, course_of = len(bodies.values.states.t), stops(element)
    course = Rope(constant(0.0), np.zeros(n), [])
    parts = zip(pairwise(course_of), shares or [1.0] * (len(course_of) - 1), strict=True)
    for (a, b), share in parts:
        P, N = place(bodies, *a), place(bodies, *b)
        span = P - N + np.zeros((3, n, 3))
        direction = span[0] / norm(span[0])[:, None]
        pulls = (bodies.frames[body].pull_at(bodies.values.point(body, p)) for body, p in (a, b))
        course.size = course.size + sum(pulls) + np.sum(span[1] ** 2, axis=-1) / norm(span[0])
        course.length = course.length + share * length_of(span)
        course.pulls += [(a[0], P[0], -share * direction), (b[0], N[0], share * direction)]
    return course

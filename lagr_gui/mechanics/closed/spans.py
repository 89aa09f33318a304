"""The straight ways of which the course of an element is made, in closed form."""

from __future__ import annotations

from itertools import pairwise, starmap

from lagr_gui.algebra import Canonical
from lagr_gui.mechanics.closed.kinematics import Kinematics, Vector
from lagr_gui.mechanics.reading import Part
from lagr_gui.mechanics.vectors import dot, minus

OF_LENGTHS = {"length", "rate", "shortening"}
"""The measures that are made of lengths of spans."""


def spans_of(kinematics: Kinematics, part: Part) -> tuple[Vector, ...]:
    """Δx between the points of an element (34), each from the later to the earlier one."""
    points = [kinematics.point(*stop) for stop in part.course]
    return tuple(starmap(minus, pairwise(points)))


def length_of(kinematics: Kinematics, span: Vector) -> Canonical:
    """λ = |Δx|"""
    return kinematics.algebra.call("sqrt", (dot(span, span),))

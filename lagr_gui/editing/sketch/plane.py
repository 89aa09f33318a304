"""Where bodies stand in the plane of a sketch."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import atan2, cos, pi, sin
from typing import Literal

import numpy as np

from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.model import Scalar, Vector

Axis = Literal["x", "y", "z"]
Flat = tuple[float, float]
"""A point of the sketch: to the right and upwards (m)."""
LEVEL = 1e-9
"""A cosine that is so near to 1 is 1."""
BESIDE = 1e-7
"""A point that is so near to a plane (m) lies in it."""
DIGITS = 12
"""Digits after the point of what is written into a model."""


def tidy(number: float) -> Scalar:
    """A number as it is written into a model."""
    rounded = round(float(number), DIGITS)
    return int(rounded) if rounded.is_integer() else rounded


def refused(cause: str, remedy: str, code: str) -> LagrError:
    """What cannot be drawn or typed, and what helps."""
    return refusal("Sketch", cause, remedy, code=code)


NO_LENGTH = "What is drawn has no length.", "Pull farther before you let go.", "short"
CROSSED = "The outline meets itself.", "Let its corners go round once.", "crossed"
"""Cause, remedy and code of what several strokes can be."""


def _letter(axis: Array) -> Axis:
    letters: tuple[Axis, Axis, Axis] = ("x", "y", "z")
    return letters[int(np.argmax(np.abs(axis)))]


def negative(entry: Scalar) -> Scalar:
    """A number or an expression with the other sign."""
    if not isinstance(entry, str):
        return -entry if entry else 0
    if entry.startswith("-") and _PLAIN.fullmatch(entry[1:]):
        return entry[1:]
    return f"-{entry}" if _PLAIN.fullmatch(entry) else f"-({entry})"


def half(entry: Scalar) -> Scalar:
    """Half of a number or an expression."""
    if not isinstance(entry, str):
        return tidy(entry / 2)
    if entry.startswith("2*") and _NAME.fullmatch(entry[2:]):
        return entry[2:]
    return f"{entry}/2" if _PLAIN.fullmatch(entry) else f"({entry})/2"


_NAME = re.compile(r"[A-Za-z]\w*")
_PLAIN = re.compile(r"[A-Za-z]\w*(/\d+)?")


@dataclass(frozen=True, eq=False)
class WorkingPlane:
    """The plane that is drawn in: unit vectors (3,) along space axes, `normal` = right × up."""

    right: Array
    up: Array

    @cached_property
    def normal(self) -> Array:
        """Towards the viewer: angles of the sketch turn about it."""
        return np.cross(self.right, self.up)

    @property
    def axes(self) -> tuple[Axis, Axis, Axis]:
        """The letters of the space axes to the right, upwards and towards the viewer."""
        return _letter(self.right), _letter(self.up), _letter(self.normal)

    def turned(self, angle: float) -> Array:
        """The map (3, 3) of a turn about the normal."""
        along = cos(angle) * self.right + sin(angle) * self.up
        across = cos(angle) * self.up - sin(angle) * self.right
        new = np.column_stack([along, across, self.normal])
        return new @ np.column_stack([self.right, self.up, self.normal]).T

    def vector(self, right: Scalar, up: Scalar) -> Vector:
        """The components along the space axes of a vector of the plane."""
        entries: list[Scalar] = [0, 0, 0]
        for axis, entry in ((self.right, right), (self.up, up)):
            index = int(np.argmax(np.abs(axis)))
            entries[index] = entry if axis[index] > 0 else negative(entry)
        return entries[0], entries[1], entries[2]

    def space(self, at: Flat) -> Array:
        """The point (3,) of space, in the plane through the origin."""
        return at[0] * self.right + at[1] * self.up


@dataclass(frozen=True, eq=False)
class BodyPlaces:
    """Where the bodies stand: their origins (3,), and maps (3, 3) of their vectors into space.

    Body 0 is among them; `values` are those of the parameters.  Drawn bodies hang at the depth of
    those on which they are drawn; in a `strict` plane all that is drawn lies in it.
    """

    plane: WorkingPlane
    x: Mapping[int, Array]
    R: Mapping[int, Array]
    values: Mapping[str, float] = field(default_factory=dict)
    strict: bool = False

    def seen_from(self, origin: Array, axes: Array) -> BodyPlaces:
        """The same in a frame of space, its origin and its axes as columns; strict."""
        plane = WorkingPlane(axes.T @ self.plane.right, axes.T @ self.plane.up)
        x = {number: axes.T @ (place - origin) for number, place in self.x.items()}
        R = {number: axes.T @ turned for number, turned in self.R.items()}
        return replace(self, plane=plane, x=x, R=R, strict=True)

    def numbers(self, point: Vector) -> Array:
        """The entries (3,) of a point or a direction. Raises LagrError where one has no value."""
        return np.array([value(entry, self.values) for entry in point], float)

    def at(self, body: int, point: Array) -> Flat:
        """Where a point of a body (3,) is in the sketch."""
        place = self.space(body, point)
        return float(place @ self.plane.right), float(place @ self.plane.up)

    def space(self, body: int, point: Array) -> Array:
        """Where a point of a body (3,) is in space (3,)."""
        return self.x[body] + self.R[body] @ point

    def depth(self, body: int) -> int | None:
        """The index of the body's axis along the normal of the plane; None where there is none."""
        if body not in self.R:
            return None
        across = np.abs(self.plane.normal @ self.R[body])
        index = int(np.argmax(across))
        return index if across[index] > 1 - LEVEL else None

    def inner(self, body: int, at: Flat) -> Array:
        """The point (3,) of a body at a place of the sketch, at its own depth or in the plane."""
        shift = self.plane.space(at) - self.x[body]
        if not self.strict:
            shift = shift - (shift @ self.plane.normal) * self.plane.normal
        return self.R[body].T @ shift

    def led(self, body: int, point: Array, to: Flat) -> Array:
        """A point (3,) of a body led to a place of the sketch; it keeps its depth."""
        here = self.at(body, point)
        way = self.plane.space((to[0] - here[0], to[1] - here[1]))
        return point + self.R[body].T @ way

    def lies(self, body: int, point: Array) -> bool:
        """Whether one can draw from a point of a body: not where a strict plane passes by."""
        return not self.strict or abs(float(self.space(body, point) @ self.plane.normal)) < BESIDE

    def angle(self, body: int) -> float:
        """How far the body's own axis to the right is turned."""
        along = self.R[body] @ self.plane.right
        return atan2(float(along @ self.plane.up), float(along @ self.plane.right))

    def turn(self, body: int, other: int) -> float:
        """The angle from one body to another, from -π to π."""
        apart = self.angle(other) - self.angle(body)
        return atan2(sin(apart), cos(apart))

    def with_body(self, number: int, at: Flat, angle: float = 0.0) -> BodyPlaces:
        """The same with a body more."""
        x = {**self.x, number: self.plane.space(at)}
        return replace(self, x=x, R={**self.R, number: self.plane.turned(angle)})


def angle_text(angle: float) -> Scalar:
    """An angle as it is written: multiples of 15° as parts of π."""
    parts = round(12 * angle / pi)
    if abs(angle - parts * pi / 12) > 1e-9:
        return tidy(angle)
    if parts == 0:
        return 0
    whole = np.gcd(parts, 12)
    above, below = parts // whole, 12 // whole
    sign = "-" if above < 0 else ""
    factor = "" if abs(above) == 1 else f"{abs(above)}*"
    return f"{sign}{factor}pi" + ("" if below == 1 else f"/{below}")


def turn_text(angle: float) -> Scalar:
    """The same, and other whole degrees as parts of π too: for what is seen in equations."""
    degrees = round(180 * angle / pi)
    written = angle_text(angle)
    if isinstance(written, str) or abs(angle - degrees * pi / 180) > 1e-9:
        return written
    whole = int(np.gcd(degrees, 180))
    return f"{degrees // whole}*pi/{180 // whole}" if degrees else 0

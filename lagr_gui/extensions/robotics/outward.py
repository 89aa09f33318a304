"""How all bodies move, carried out on any numbers: ω, α, a and partial velocities.

In space axes, step by step along the joints: with s of a slide and the angular velocity w of a
turn in the axes before it,

    v ← v + ω × s + ṡ,   a ← a + α × s + ω × (ω × s) + 2 ω × ṡ + s̈,
    α ← α + ω × w + ẇ,   ω ← ω + w.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

from lagr_gui.expression import TIME, Expression, Symbol, symbols
from lagr_gui.extensions.robotics.inertial import BodyRates
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.steps import Shift, Spin, Step, Turn
from lagr_gui.mechanics.structured.laws import slope
from lagr_gui.mechanics.trees import NOWHERE, Trees
from lagr_gui.mechanics.vectors import (
    Square,
    Triple,
    apply,
    cross,
    plus,
    product,
    rotation,
    times,
    transpose,
)

Column = tuple[Triple[Any], Triple[Any]]
"""Partial angular velocity and partial velocity of the origin."""


class Numbers(Protocol):
    """What numbers must offer."""

    zero: Any
    one: Any

    def vector(self, trees: Triple[Expression]) -> Triple[Any]: ...

    def value(self, tree: Expression) -> Any: ...

    def circle(self, angle: Expression) -> tuple[Any, Any]: ...


@dataclass(frozen=True)
class StateRates:
    """q̇ and q̈ by index; those of the time are 1 and 0."""

    first: Sequence[Any]
    second: Sequence[Any]


@dataclass(frozen=True)
class FrameMotion:
    """Axes (into space), ω, α and a of the origin in space, columns by index."""

    A: Square[Any]
    omega: Triple[Any]
    alpha: Triple[Any]
    a: Triple[Any]
    columns: Mapping[int, Column]


@dataclass(frozen=True)
class StepSlopes:
    """A step with the derivatives of its entries by time and coordinates."""

    step: Step
    first: Mapping[int, tuple[Expression, ...]]
    second: Mapping[tuple[int, int], tuple[Expression, ...]]

    @cached_property
    def entries(self) -> tuple[Expression, ...]:
        """What changes: a vector, an angle, or a matrix row by row."""
        return _entries(self.step)


def _entries(step: Step) -> tuple[Expression, ...]:
    match step:
        case Shift(vector):
            return vector
        case Spin(_, angle):
            return (angle,)
        case Turn(matrix):
            return tuple(entry for row in matrix for entry in row)


def slopes_of(step: Step, names: Sequence[str]) -> StepSlopes:
    """The derivatives of a step; index 0 is the time."""
    entries = _entries(step)
    present = {symbol.name for entry in entries for symbol in symbols(entry)}
    moving = [i for i, name in enumerate(names) if name in present]
    first = {i: tuple(slope(e, Symbol(names[i])) for e in entries) for i in moving}
    second = {
        (i, j): tuple(slope(e, Symbol(names[j])) for e in first[i]) for i in moving for j in moving
    }
    return StepSlopes(step, first, second)


class Outward:
    """The steps of a system with their derivatives."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.names = (TIME, *reading.coordinates)
        self.base = [slopes_of(step, self.names) for step in reading.base]
        self.links = [
            (link, [slopes_of(step, self.names) for step in link.steps]) for link in reading.links
        ]

    def frames(self, numbers: Numbers, rates: StateRates) -> dict[int, FrameMotion]:
        """The frames of all bodies at their centres of mass."""
        zero, one = numbers.zero, numbers.one
        still: Triple[Any] = (zero, zero, zero)
        axes = ((one, zero, zero), (zero, one, zero), (zero, zero, one))
        walk = Walk(numbers, rates)
        frames = {0: walk.along(FrameMotion(axes, still, still, still, {}), self.base)}
        for link, steps in self.links:
            frames[link.child] = walk.along(frames[link.parent], steps)
        return frames

    def moving(
        self, numbers: Numbers, frames: Mapping[int, FrameMotion], body: int, at: Trees, heavy: bool
    ) -> BodyRates:
        """How a body moves about one of its points, in its axes; `heavy` takes gravity off a."""
        frame = frames[body]
        if at != NOWHERE:
            frame = shifted(frame, apply(frame.A, numbers.vector(at)))
        a = frame.a
        if heavy:
            a = plus(a, times(numbers.vector(self.reading.gravity), -numbers.one))
        into = transpose(frame.A)
        columns = {
            index: (apply(into, w), apply(into, u))
            for index, (w, u) in frame.columns.items()
            if index
        }
        return BodyRates(
            apply(into, frame.omega), apply(into, frame.alpha), apply(into, a), columns
        )


def shifted(frame: FrameMotion, r: Triple[Any]) -> FrameMotion:
    """The frame at another point that is fixed in it, r away in space axes."""
    turned = cross(frame.omega, cross(frame.omega, r))
    a = plus(plus(frame.a, cross(frame.alpha, r)), turned)
    columns = {i: (w, plus(u, cross(w, r))) for i, (w, u) in frame.columns.items()}
    return replace(frame, a=a, columns=columns)


class Walk:
    """Carries steps out on numbers."""

    def __init__(self, numbers: Numbers, rates: StateRates) -> None:
        self.numbers, self.rates = numbers, rates
        self.still: Triple[Any] = (numbers.zero, numbers.zero, numbers.zero)

    def along(self, frame: FrameMotion, steps: Sequence[StepSlopes]) -> FrameMotion:
        """The frame at the end of steps."""
        for step in steps:
            sliding = isinstance(step.step, Shift)
            frame = self._slid(frame, step) if sliding else self._turned(frame, step)
        return frame

    def _slid(self, frame: FrameMotion, step: StepSlopes) -> FrameMotion:
        way, speed, change = self._values(step)
        frame = shifted(frame, self._space(frame, way))
        if not step.first:
            return frame
        speed, change = self._space(frame, speed), self._space(frame, change)
        a = plus(frame.a, plus(times(cross(frame.omega, speed), 2), change))
        columns = dict(frame.columns)
        for index, entries in step.first.items():
            w, u = columns.get(index, (self.still, self.still))
            columns[index] = w, plus(u, self._space(frame, self._all(entries)))
        return replace(frame, a=a, columns=columns)

    def _turned(self, frame: FrameMotion, step: StepSlopes) -> FrameMotion:
        if isinstance(step.step, Spin):
            axis = self.numbers.vector(step.step.axis)
            cosine, sine = self.numbers.circle(step.step.angle)
            R = rotation(axis, cosine, sine, self.numbers.one)
            _, speed, change = self._values(step)
            w, w_rate = times(axis, speed[0]), times(axis, change[0])
            turns = {i: times(axis, self._all(e)[0]) for i, e in step.first.items()}
        else:
            entries, speed, change = self._values(step)
            R, across = _rows(entries), transpose(_rows(entries))
            w = _axial(product(_rows(speed), across), half=False)
            w_rate = _axial(product(_rows(change), across), half=True)
            turns = {
                i: _axial(product(_rows(self._all(e)), across), half=False)
                for i, e in step.first.items()
            }
        A = product(frame.A, R)
        if not step.first:
            return replace(frame, A=A)
        w, w_rate = self._space(frame, w), self._space(frame, w_rate)
        columns = dict(frame.columns)
        for index, turn in turns.items():
            motion, u = columns.get(index, (self.still, self.still))
            columns[index] = plus(motion, self._space(frame, turn)), u
        alpha = plus(frame.alpha, plus(cross(frame.omega, w), w_rate))
        return replace(frame, A=A, omega=plus(frame.omega, w), alpha=alpha, columns=columns)

    def _space(self, frame: FrameMotion, vector: Sequence[Any]) -> Triple[Any]:
        return apply(frame.A, (vector[0], vector[1], vector[2]))

    def _all(self, entries: Sequence[Expression]) -> list[Any]:
        return [self.numbers.value(entry) for entry in entries]

    def _values(self, step: StepSlopes) -> tuple[list[Any], list[Any], list[Any]]:
        """The entries of a step, their first and their second time derivatives."""
        angle = isinstance(step.step, Spin)
        entries = [self.numbers.zero] if angle else self._all(step.entries)
        speed = [self.numbers.zero] * len(entries)
        change = list(speed)
        first, second = self.rates.first, self.rates.second
        for i, slopes in step.first.items():
            for k, value in enumerate(self._all(slopes)):
                speed[k] = speed[k] + value * first[i]
                change[k] = change[k] + value * second[i]
        for (i, j), slopes in step.second.items():
            for k, value in enumerate(self._all(slopes)):
                change[k] = change[k] + value * (first[i] * first[j])
        return entries, speed, change


def _rows(entries: Sequence[Any]) -> Square[Any]:
    a, b, c, d, e, f, g, h, i = entries
    return (a, b, c), (d, e, f), (g, h, i)


def _axial(m: Square[Any], half: bool) -> Triple[Any]:
    """The axial vector of a skew matrix; with `half` that of the skew part of any."""
    if not half:
        return m[2][1], m[0][2], m[1][0]
    return (m[2][1] - m[1][2]) / 2, (m[0][2] - m[2][0]) / 2, (m[1][0] - m[0][1]) / 2

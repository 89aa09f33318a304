"""Where inertia may be carried across joints without any motion noticing it.

A mass point on the axis of a hinge belongs to either of its bodies.  So the parameters of a body
are described by ten distributions of mass in axes that fit its joint, and each of them is taken
from the body and added to its reference body at q = 0.  In these coordinates the combinations
that have no effect have small numbers as coefficients, whatever the dimensions are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lagr_gui.catalogue import JOINTS
from lagr_gui.catalogue.motions import Rotate
from lagr_gui.expression import TIME, Expression, Symbol, substitute, symbols
from lagr_gui.extensions.robotics.inertial import moved, of_dyad
from lagr_gui.extensions.robotics.outward import Numbers
from lagr_gui.mechanics.reading import Link, Reading
from lagr_gui.mechanics.steps import (
    Shift,
    Spin,
    Step,
    Turn,
    axis_of,
    joint_steps,
    motions_of,
    unit,
    without_idle,
)
from lagr_gui.mechanics.structured.book import apart
from lagr_gui.mechanics.structured.laws import folded
from lagr_gui.mechanics.trees import (
    IDENTITY,
    NOUGHT,
    NOWHERE,
    Rows,
    Trees,
    combined,
    crossed,
    reversed_,
    transposed,
    vector,
)
from lagr_gui.mechanics.vectors import (
    Square,
    Triple,
    apply,
    dot,
    minus,
    plus,
    product,
    rotation,
    times,
)
from lagr_gui.topology import Cut
from lagr_gui.topology.graph import Branch

TEN = 10
"""Inertial parameters of a body."""


@dataclass(frozen=True)
class ParameterPoint:
    """The point of a body that its parameters refer to, and axes that fit its joint."""

    number: int
    point: Trees
    axes: Rows


@dataclass(frozen=True)
class Across:
    """A joint at q = 0: steps from the centre of mass of `parent` to that of `child`."""

    parent: int
    child: int
    steps: tuple[Step, ...]


class Transfers:
    """The bodies of a system with their points and axes, and the joints between them."""

    def __init__(self, reading: Reading, cuts: Sequence[Cut]) -> None:
        self.reading = reading
        self.names = frozenset((TIME, *reading.coordinates))
        self.bodies = [body.number for body in reading.bodies]
        self.at = {number: TEN * index for index, number in enumerate(self.bodies)}
        self.places: dict[int, ParameterPoint] = {0: ParameterPoint(0, NOWHERE, IDENTITY)}
        self.joints: dict[int, Across] = {}
        for link in reading.links:
            if link.child > 0:
                self.places[link.child] = self._place(link)
                self.joints[link.child] = Across(link.parent, link.child, self._rest(link.steps))
        self.cuts = [cut.joint for cut in cuts]

    @property
    def size(self) -> int:
        """The number of parameters."""
        return TEN * len(self.bodies)

    def columns(self, numbers: Numbers) -> list[list[Any]]:
        """What each distribution adds to the parameters, ten for each body in order."""
        columns: list[list[Any]] = []
        for body in self.bodies:
            place, joint = self.places[body], self.joints[body]
            ten = distributions(numbers, place.axes)
            columns += [self._carried(numbers, values, joint) for values in ten]
        return columns

    def across_cuts(self, numbers: Numbers) -> list[list[Any]]:
        """What may be carried across joints that are cut."""
        columns: list[list[Any]] = []
        for joint in self.cuts:
            steps = self._rest(joint_steps(Branch(joint, joint.parent, joint.child, False)))
            across = Across(joint.parent, joint.child, steps)
            point = vector(joint.point_child)
            for inertia in _free(numbers, joint):
                offset = minus(numbers.vector(point), self._point(numbers, joint.child))
                values = moved(inertia, _unit(numbers), offset)
                columns.append(self._carried(numbers, values, across))
        return columns

    def _point(self, numbers: Numbers, body: int) -> Triple[Any]:
        return numbers.vector(self.places[body].point)

    def _carried(self, numbers: Numbers, inertia: Sequence[Any], joint: Across) -> list[Any]:
        column = [numbers.zero] * self.size
        if joint.child:
            start = self.at[joint.child]
            column[start : start + TEN] = inertia
        if joint.parent:
            start = self.at[joint.parent]
            for k, value in enumerate(self._seen(numbers, inertia, joint)):
                column[start + k] = column[start + k] - value
        return column

    def _seen(self, numbers: Numbers, inertia: Sequence[Any], joint: Across) -> list[Any]:
        """The parameters of a distribution fixed in the child as those of the parent."""
        R = _unit(numbers)
        p = times(self._point(numbers, joint.parent), -numbers.one)
        for step in joint.steps:
            if isinstance(step, Shift):
                p = plus(p, apply(R, numbers.vector(step.vector)))
            else:
                R = product(R, _turn(numbers, step))
        p = plus(p, apply(R, self._point(numbers, joint.child)))
        return moved(inertia, R, p)

    def _rest(self, steps: Sequence[Step]) -> tuple[Step, ...]:
        """Steps at t = 0 and q = 0."""
        return without_idle(tuple(self._at_rest(step) for step in steps))

    def _at_rest(self, step: Step) -> Step:
        match step:
            case Shift(way):
                return Shift(self._still(way))
            case Spin(axis, angle):
                return Spin(axis, self._still((angle, NOUGHT, NOUGHT))[0])
            case Turn(matrix):
                return Turn(
                    (self._still(matrix[0]), self._still(matrix[1]), self._still(matrix[2]))
                )

    def _still(self, trees: Trees) -> Trees:
        """Trees at t = 0 and q = 0."""
        first, second, third = (
            folded(substitute(tree, {Symbol(name): NOUGHT for name in self.names}))
            if self._moves(tree)
            else tree
            for tree in trees
        )
        return first, second, third

    def _moves(self, *trees: Expression) -> bool:
        return any(s.name in self.names for tree in trees for s in symbols(tree))

    def _place(self, link: Link) -> ParameterPoint:
        """The joint's point on the child; axes along that of its last turn, else as before."""
        steps = link.steps
        last = steps[-1] if steps else None
        moves = any(self._moving(step) for step in steps[:-1])
        at_joint = isinstance(last, Shift) and moves and not self._moving(last)
        point = NOWHERE
        if at_joint and isinstance(last, Shift):
            x, y, z = map(folded, reversed_(last.vector))
            point = x, y, z
        axes = self.places[link.parent].axes
        for step in steps:
            if isinstance(step, Turn):
                across = transposed(self._still_rows(step.matrix))
                axes = (_seen(across, axes[0]), _seen(across, axes[1]), _seen(across, axes[2]))
            elif isinstance(step, Spin) and self._moving(step):
                axes = _along(step.axis)
        return ParameterPoint(link.child, point, axes)

    def _moving(self, step: Step) -> bool:
        match step:
            case Shift(way):
                return self._moves(*way)
            case Spin(_, angle):
                return self._moves(angle)
            case Turn(matrix):
                return self._moves(*(entry for row in matrix for entry in row))

    def _still_rows(self, matrix: Rows) -> Rows:
        return self._still(matrix[0]), self._still(matrix[1]), self._still(matrix[2])


def distributions(numbers: Numbers, axes: Rows) -> list[list[Any]]:
    """Ten distributions of mass in body axes: J, then m c, then m.

    Along the axis e first those that a turn about it does not change.
    """
    e, f, h = (numbers.vector(axis) for axis in axes)
    ff, hh, none = dot(f, f), dot(h, h), [numbers.zero]
    first, second = of_dyad(f, f), of_dyad(h, h)
    both = [a * hh + b * ff for a, b in zip(first, second, strict=True)]
    apart = [a * hh - b * ff for a, b in zip(first, second, strict=True)]
    J = [of_dyad(e, e), of_dyad(e, f), of_dyad(e, h), of_dyad(f, h), apart, both]
    return [
        *([*entries, *(none * 4)] for entries in J),
        *([*(none * 6), *axis, numbers.zero] for axis in (e, f, h)),
        [*(none * 9), numbers.one],
    ]


def _free(numbers: Numbers, joint: Any) -> list[list[Any]]:
    """Distributions about a joint's point that its motion does not change, in child axes.

    Turns leave mass on their axis, slides whatever has neither mass nor first moment.
    """
    if not isinstance(JOINTS[joint.kind].motion, tuple):
        return []
    motion = motions_of(joint)
    turns = [part for part in motion if isinstance(part, Rotate)]
    axes = {unit(axis_of(joint, part.axis), joint.name) for part in turns}
    slides = len(turns) < len(motion)
    if not axes:
        ten = distributions(numbers, IDENTITY)
        return ten[:6] if slides else ten
    zero = numbers.zero
    mass = [*([zero] * 9), numbers.one]
    if len(axes) > 1:
        return [] if slides else [mass]
    e = numbers.vector(apart(next(iter(axes)))[1])
    dyad = [*of_dyad(e, e), *([zero] * 4)]
    return [dyad] if slides else [dyad, [*([zero] * 6), *e, zero], mass]


def _along(axis: Trees) -> Rows:
    """Axes of which the first is along a unit vector; those of the body where it is one of them.

    They need not have the length 1, so that no roots come in.
    """
    _, axis = apart(axis)
    used = [k for k in range(3) if axis[k] != NOUGHT]
    if len(used) == 1:
        k = used[0]
        return IDENTITY[k], IDENTITY[(k + 1) % 3], IDENTITY[(k + 2) % 3]
    free = next((k for k in range(3) if k not in used), 2)
    across = crossed(axis, IDENTITY[free])
    return axis, across, crossed(axis, across)


def _seen(matrix: Rows, axis: Trees) -> Trees:
    first, second, third = map(folded, combined(matrix, axis))
    return first, second, third


def _turn(numbers: Numbers, step: Step) -> Square[Any]:
    if isinstance(step, Spin):
        cosine, sine = numbers.circle(step.angle)
        return rotation(numbers.vector(step.axis), cosine, sine, numbers.one)
    assert isinstance(step, Turn)
    rows = step.matrix
    return numbers.vector(rows[0]), numbers.vector(rows[1]), numbers.vector(rows[2])


def _unit(numbers: Numbers) -> Square[Any]:
    zero, one = numbers.zero, numbers.one
    return (one, zero, zero), (zero, one, zero), (zero, zero, one)

"""A joint as elementary steps from its reference body to the body that hangs on it.

The steps lead from the frame of the reference body (at its centre of mass) to the frame of
the child (likewise).  A joint that was drawn the other way round yields the inverse steps
in reverse order, so that no derivation has to know about directions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lagr_gui.catalogue import JOINTS
from lagr_gui.catalogue.kinds import AxisOf, GeneralMotion, JointKind, Rotate
from lagr_gui.expression import Expression, Number, Power, Product, Sum, Symbol, read
from lagr_gui.model import Base, Joint
from lagr_gui.problem import LagrError, Problem
from lagr_gui.topology import Branch

Trees = tuple[Expression, Expression, Expression]
Rows = tuple[Trees, Trees, Trees]

NOUGHT: Expression = Number(Fraction(0))
ONE: Expression = Number(Fraction(1))
MINUS: Expression = Number(Fraction(-1))
NOWHERE: Trees = (NOUGHT, NOUGHT, NOUGHT)
IDENTITY: Rows = ((ONE, NOUGHT, NOUGHT), (NOUGHT, ONE, NOUGHT), (NOUGHT, NOUGHT, ONE))


@dataclass(frozen=True, slots=True)
class Shift:
    """The origin moves by a vector, given in the present axes."""

    vector: Trees


@dataclass(frozen=True, slots=True)
class Spin:
    """The axes turn about a constant unit axis by an angle."""

    axis: Trees
    angle: Expression


@dataclass(frozen=True, slots=True)
class Turn:
    """The axes turn; `matrix` maps vectors of the new axes into the present ones (Rᵀ)."""

    matrix: Rows


Step = Shift | Spin | Turn
"""Vectors, angles and matrices may depend on coordinates and time."""


def joint_steps(branch: Branch) -> tuple[Step, ...]:
    """The steps from the reference body to the child. Raises LagrError for a zero axis."""
    joint = branch.joint
    to_child = Shift(_minus(vector(joint.point_child)))
    forward = without_idle(
        (
            Shift(vector(joint.point_parent)),
            *_motion(JOINTS[joint.kind], joint),
            to_child,
        )
    )
    return tuple(_inverse(step) for step in reversed(forward)) if branch.backwards else forward


def base_steps(base: Base) -> tuple[Step, ...]:
    """The prescribed motion of body 0 as steps from space."""
    turn: Step = Spin(unit(base.axis, "Body 0"), read(base.angle))
    if base.matrix is not None:
        turn = Turn(transposed(rows(base.matrix)))
    return without_idle((Shift(vector(base.position)), turn))


def _motion(kind: JointKind, joint: Joint) -> tuple[Step, ...]:
    orientation = Turn(rows(joint.orientation))
    if isinstance(kind.motion, GeneralMotion):
        R = rows(getattr(joint, kind.motion.rotation))
        z = vector(getattr(joint, kind.motion.distance))
        return orientation, Shift(z), Turn(transposed(R))
    before: list[Step] = []
    after: list[Step] = [orientation]
    for motion in kind.motion:
        axis = unit(_axis(joint, motion.axis), f"Joint “{joint.name}”")
        q = Symbol(joint.coordinates[motion.coordinate])
        if isinstance(motion, Rotate):
            after.append(Spin(axis, q))
        else:
            (before if motion.in_parent else after).append(Shift(_along(axis, q)))
    return (*before, *after)


def _axis(joint: Joint, axis: AxisOf) -> Any:
    value = getattr(joint, axis.field)
    if axis.index is None:
        return value
    if axis.index >= len(value):
        raise LagrError(
            Problem(
                place=f"Joint “{joint.name}”, {axis.field}",
                cause=f"At least {axis.index + 1} axes are needed, {len(value)} are given.",
                remedy="Give all axes.",
                code="axes",
            )
        )
    return value[axis.index]


def without_idle(sequence: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps without those that do nothing."""
    return tuple(
        step
        for step in sequence
        if not (isinstance(step, Shift) and step.vector == NOWHERE)
        and not (isinstance(step, Turn) and step.matrix == IDENTITY)
        and not (isinstance(step, Spin) and step.angle == NOUGHT)
    )


def _inverse(step: Step) -> Step:
    match step:
        case Shift(v):
            return Shift(_minus(v))
        case Turn(matrix):
            return Turn(transposed(matrix))
        case Spin(axis, angle):
            return Spin(axis, negative(angle))


def vector(values: Any) -> Trees:
    """Three scalars of the model as trees."""
    first, second, third = (read(value) for value in values)
    return first, second, third


def rows(values: Any) -> Rows:
    """A matrix of the model as trees."""
    first, second, third = (vector(row) for row in values)
    return first, second, third


def transposed(matrix: Rows) -> Rows:
    """The transposed matrix."""
    first, second, third = zip(*matrix, strict=True)
    return first, second, third


def negative(tree: Expression) -> Expression:
    """The negative of a tree, folded where it is a number."""
    return Number(-tree.value) if isinstance(tree, Number) else Product((MINUS, tree))


def _minus(trees: Trees) -> Trees:
    return negative(trees[0]), negative(trees[1]), negative(trees[2])


def _along(axis: Trees, q: Symbol) -> Trees:
    first, second, third = (
        NOUGHT if entry == NOUGHT else q if entry == ONE else Product((entry, q)) for entry in axis
    )
    return first, second, third


def unit(axis: Any, place: str) -> Trees:
    """The unit vector along an axis. Raises LagrError where the axis is zero."""
    trees = vector(axis)
    nonzero = [index for index, tree in enumerate(trees) if tree != NOUGHT]
    if not nonzero:
        raise LagrError(
            Problem(
                place=f"{place}, axis",
                cause="The axis is the zero vector, which has no direction.",
                remedy="Give a direction such as (0, 0, 1).",
                code="zero-axis",
            )
        )
    if len(nonzero) == 1 and isinstance(only := trees[nonzero[0]], Number):
        sign = ONE if only.value > 0 else MINUS
        first, second, third = (sign if index in nonzero else NOUGHT for index in range(3))
        return first, second, third
    square = Sum(tuple(Power(trees[index], Number(Fraction(2))) for index in nonzero))
    length = square if len(nonzero) > 1 else square.terms[0]
    inverse = Power(length, Number(Fraction(-1, 2)))
    first, second, third = (
        Product((tree, inverse)) if tree != NOUGHT else NOUGHT for tree in trees
    )
    return first, second, third

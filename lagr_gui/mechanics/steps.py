"""A joint as elementary steps from its reference body to the body that hangs on it.

The steps lead from the frame of the reference body (at its centre of mass) to the frame of
the child (likewise).  A joint that was drawn the other way round yields the inverse steps
in reverse order, so that no derivation has to know about directions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lagr_gui.catalogue import JOINTS
from lagr_gui.catalogue.motions import (
    AxisOf,
    Bending,
    GeneralMotion,
    JointKind,
    Motion,
    Rotate,
    Slide,
)
from lagr_gui.expression import Expression, Symbol, read, substitute, symbols
from lagr_gui.expression.arithmetic import value
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import refusal
from lagr_gui.mechanics.trees import (
    IDENTITY,
    NOUGHT,
    NOWHERE,
    Rows,
    Trees,
    negative,
    reversed_,
    rows,
    scaled,
    transposed,
    unit_along,
    vector,
)
from lagr_gui.model import Base, Joint
from lagr_gui.topology import Branch


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
    to_child = Shift(reversed_(vector(joint.point_child)))
    forward = without_idle(
        (Shift(vector(joint.point_parent)), *_motion(JOINTS[joint.kind], joint), to_child)
    )
    return tuple(_inverse(step) for step in reversed(forward)) if branch.backwards else forward


def base_steps(base: Base) -> tuple[Step, ...]:
    """The prescribed motion of body 0 as steps from space."""
    turn: Step = Spin(unit(base.axis, "Body 0"), read(base.angle))
    if base.matrix is not None:
        turn = Turn(transposed(rows(base.matrix)))
    return without_idle((Shift(vector(base.position)), turn))


def frame_steps(joint: Joint) -> tuple[Step, ...]:
    """The steps from a joint's parent to the joint frame."""
    return without_idle((Shift(vector(joint.point_parent)), Turn(rows(joint.orientation))))


def is_beam(joint: Joint) -> bool:
    """Whether a joint is a beam."""
    return isinstance(JOINTS[joint.kind].motion, Bending)


def _motion(kind: JointKind, joint: Joint) -> tuple[Step, ...]:
    orientation = Turn(rows(joint.orientation))
    if isinstance(kind.motion, GeneralMotion):
        R = rows(getattr(joint, kind.motion.rotation))
        z = vector(getattr(joint, kind.motion.distance))
        return orientation, Shift(z), Turn(transposed(R))
    if isinstance(kind.motion, Bending):
        # Beams are loaded when the first one is read.
        from lagr_gui.mechanics.elastic.beams import beam_of

        beam = beam_of(joint)
        return orientation, Shift(beam.tip), Spin(*beam.tip_turn)
    before: list[Step] = []
    after: list[Step] = [orientation]
    for motion in motions_of(joint):
        axis = unit(axis_of(joint, motion.axis), say("Joint “{name}”", name=joint.name))
        q = Symbol(joint.coordinates[motion.coordinate])
        if isinstance(motion, Rotate):
            after.append(Spin(axis, q))
        else:
            way = scaled(_lead(joint, motion), q)
            (before if motion.in_parent else after).append(Shift(_along(axis, way)))
    return (*before, *after)


def motions_of(joint: Joint) -> tuple[Motion, ...]:
    """The elementary motions of a joint that do something; none of others than such joints."""
    motion = JOINTS[joint.kind].motion
    if not isinstance(motion, tuple):
        return ()
    return tuple(m for m in motion if isinstance(m, Rotate) or _lead(joint, m) != NOUGHT)


def _lead(joint: Joint, slide: Slide) -> Expression:
    """The way per unit of the coordinate."""
    tree = read(slide.lead)
    named = {symbol.name for symbol in symbols(tree)}
    fields = [spec.name for spec in JOINTS[joint.kind].fields if spec.name in named]
    tree = substitute(tree, {Symbol(name): read(getattr(joint, name)) for name in fields})
    return NOUGHT if not symbols(tree) and not value(tree, {}) else tree


def axis_of(joint: Joint, axis: AxisOf) -> Any:
    """The axis that a motion names, as the record holds it. Raises LagrError where it lacks."""
    value = getattr(joint, axis.field)
    if axis.index is None:
        return value
    if axis.index >= len(value):
        raise refusal(
            say("Joint “{name}”, {field}", name=joint.name, field=axis.field),
            say(
                "At least {index} axes are needed, {count} are given.",
                index=axis.index + 1,
                count=len(value),
            ),
            "Give all axes.",
            code="axes",
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
            return Shift(reversed_(v))
        case Turn(matrix):
            return Turn(transposed(matrix))
        case Spin(axis, angle):
            return Spin(axis, negative(angle))


def _along(axis: Trees, way: Expression) -> Trees:
    first, second, third = (scaled(entry, way) for entry in axis)
    return first, second, third


def unit(axis: Any, place: str) -> Trees:
    """The unit vector along an axis of the model. Raises LagrError where the axis is zero."""
    return unit_along(vector(axis), place)

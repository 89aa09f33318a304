"""The conditions of a joint that is cut: what of two bodies must coincide there.

A joint leaves its slides and turns free; all else is bound.  Points may differ along the
slides only (three conditions less one per slide); one turn keeps its axis common to both
bodies, two turns keep the angle between their axes, three bind nothing.  A joint that is no
such sequence keeps its coordinates: a massless image of the child moves with them, and the
child must coincide with it.
"""

from __future__ import annotations

from dataclasses import dataclass

from lagr_gui.catalogue import JOINTS
from lagr_gui.catalogue.motions import JointKind, Motion
from lagr_gui.expression import Expression
from lagr_gui.foundation.message import say
from lagr_gui.mechanics.steps import axis_of, unit
from lagr_gui.mechanics.trees import (
    IDENTITY,
    NOUGHT,
    NOWHERE,
    Rows,
    Trees,
    combined,
    crossed,
    dotted,
    negative,
    rows,
    unit_along,
    vector,
)
from lagr_gui.model import Joint
from lagr_gui.topology import Cut


@dataclass(frozen=True, slots=True)
class Offset:
    """The joint points do not differ along a direction.

    It is given in space axes, or with `in_parent` fixed in the parent in its axes.
    """

    direction: Trees
    in_parent: bool


@dataclass(frozen=True, slots=True)
class Angle:
    """Unit vectors u (in the parent's axes) and v (in the child's) keep u·v = `cosine`."""

    u: Trees
    v: Trees
    cosine: Expression


@dataclass(frozen=True)
class Closure:
    """The conditions that a cut joint puts on two bodies.

    The points are given from the centres of mass in the axes of the bodies.  `parallel` are
    directions, in the parent's axes and in the child's, that are the same where the joint is
    closed: bodies that are turned over meet the conditions too, but not the joint.
    """

    joint: str
    parent: int
    child: int
    point_parent: Trees
    point_child: Trees
    conditions: tuple[Offset | Angle, ...]
    parallel: tuple[tuple[Trees, Trees], ...] = ()

    @property
    def key(self) -> str:
        """The item key of the joint."""
        return f"joint:{self.joint}"


SPACE: tuple[Trees, ...] = IDENTITY


def closure(cut: Cut, image: int) -> Closure:
    """The conditions of a cut joint; `image` is the number of the child's image, if any."""
    joint = cut.joint
    if cut.keeps:
        offsets = tuple(Offset(axis, in_parent=False) for axis in SPACE)
        same = tuple((axis, axis) for axis in SPACE)
        return Closure(joint.name, image, joint.child, NOWHERE, NOWHERE, offsets + _welded(), same)
    kind = JOINTS[joint.kind]
    return Closure(
        joint.name,
        joint.parent,
        joint.child,
        vector(joint.point_parent),
        vector(joint.point_child),
        (*_offsets(joint, kind), *_angles(joint, kind)),
        tuple((_in_parent(joint, axis), axis) for axis in _parallel(joint, kind)),
    )


def _welded() -> tuple[Angle, ...]:
    """All axes of two bodies are parallel."""
    pairs = ((0, 1), (1, 2), (2, 0))
    return tuple(Angle(SPACE[i], SPACE[j], NOUGHT) for i, j in pairs)


def _offsets(joint: Joint, kind: JointKind) -> tuple[Offset, ...]:
    slides = [_axis(joint, part) for part in kind.slides]
    if not slides:
        return tuple(Offset(axis, in_parent=False) for axis in SPACE)
    if len(slides) == 1:
        bound = across(slides[0])
    elif len(slides) == 2:
        bound = (unit_along(crossed(slides[0], slides[1]), say("Joint “{name}”", name=joint.name)),)
    else:
        bound = ()
    return tuple(Offset(_in_parent(joint, axis), in_parent=True) for axis in bound)


def _angles(joint: Joint, kind: JointKind) -> tuple[Angle, ...]:
    turns = [_axis(joint, part) for part in kind.turns]
    if not turns:
        return tuple(
            Angle(_in_parent(joint, angle.u), angle.v, angle.cosine) for angle in _welded()
        )
    if len(turns) == 1:
        normals = across(turns[0])
        return tuple(Angle(_in_parent(joint, normal), turns[0], NOUGHT) for normal in normals)
    if len(turns) == 2:
        cosine = dotted(turns[0], turns[1])
        return (Angle(_in_parent(joint, turns[0]), turns[1], cosine),)
    return ()


def _parallel(joint: Joint, kind: JointKind) -> tuple[Trees, ...]:
    """Directions that the child has in common with the joint."""
    turns = [_axis(joint, part) for part in kind.turns]
    return SPACE if not turns else tuple(turns) if len(turns) == 1 else ()


def _axis(joint: Joint, motion: Motion) -> Trees:
    return unit(axis_of(joint, motion.axis), say("Joint “{name}”", name=joint.name))


def _in_parent(joint: Joint, axis: Trees) -> Trees:
    """A vector of the joint frame in the parent's axes."""
    orientation: Rows = rows(joint.orientation)
    return axis if orientation == IDENTITY else combined(orientation, axis)


def across(axis: Trees) -> tuple[Trees, Trees]:
    """Two unit vectors across a unit vector, both across each other."""
    absent = [i for i in range(3) if axis[i] == NOUGHT]
    if len(absent) == 2:
        first, second = (SPACE[i] for i in absent)
        return first, second
    if absent:
        first = SPACE[absent[0]]
    else:
        first = unit_along((axis[1], negative(axis[0]), NOUGHT), "An axis")
    return first, crossed(axis, first)

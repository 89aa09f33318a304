"""How each kind of joint moves, stated a second time: turn R and displacement d, joint frame.

Both are those of docs/conventions.md; nothing here reads the motions of the catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from typing import Any

import numpy as np

from lagr_gui.audit.beams import beam_motion
from lagr_gui.audit.jets import Array, Jet, apply, constant, matmul, product, transposed
from lagr_gui.audit.values import NotCovered, TimeCurve, Values
from lagr_gui.foundation.message import say

Motion = tuple[Jet, Jet]
"""R (3, n, 3, 3), which maps axes of the child into the joint frame, and d (3, n, 3)."""

STILL = constant(np.eye(3)), constant(np.zeros(3))


def joint_motion(joint: Any, values: Values, curve: TimeCurve) -> Motion:
    """R and d of a joint along a curve. Raises NotCovered for a kind that is not stated here."""
    stated = MOTIONS.get(joint.kind)
    if stated is None:
        raise NotCovered(say("the motion of joints of kind “{kind}”", kind=joint.kind))
    return stated(joint, values, curve)


def own_coordinates(joint: Any, values: Values) -> list[str]:
    """The coordinates with which a joint moves."""
    if joint.kind == "general":
        fields = [entry for row in joint.rotation for entry in row]
        return values.fields.names_in(*fields, *joint.distance)
    return list(joint.coordinates)


def rotation(axis: Array, angle: Jet) -> Jet:
    """R(n, φ) of Rodrigues about a fixed unit axis (3,): 1 + sin φ N + (1 − cos φ) N²."""
    c, s = np.cos(angle[0]), np.sin(angle[0])
    factors = np.empty((*angle.shape, 2))
    factors[0, :, 0], factors[0, :, 1] = s, 1 - c
    factors[1, :, 0], factors[1, :, 1] = c * angle[1], s * angle[1]
    square = angle[1] ** 2
    factors[2, :, 0] = c * angle[2] - s * square
    factors[2, :, 1] = s * angle[2] + c * square
    turn = (factors @ _turning(*axis.tolist())).reshape(*angle.shape, 3, 3)
    turn[0] += AXES
    return turn


AXES = np.eye(3)


@lru_cache(maxsize=1024)
def _turning(x: float, y: float, z: float) -> Array:
    """N and N² of a unit axis, as rows (2, 9)."""
    N = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.array([N, N @ N]).reshape(2, 9)


def _along(axis: Array, length: Jet) -> Jet:
    return length[..., None] * axis


def _axis(field: Sequence[Any], values: Values) -> Array:
    return values.direction(field)[0, 0]


def _turns(axes: Sequence[Sequence[Any]], names: Sequence[str], see: Values, at: TimeCurve) -> Jet:
    turns = [rotation(_axis(axis, see), at.q[name]) for axis, name in zip(axes, names, strict=True)]
    return reduce(matmul, turns) if turns else STILL[0]


def _slides(axes: Sequence[Sequence[Any]], names: Sequence[str], see: Values, at: TimeCurve) -> Jet:
    slide = STILL[1]
    for axis, name in zip(axes, names, strict=True):
        slide = slide + _along(_axis(axis, see), at.q[name])
    return slide


AXES_OF: Mapping[str, Callable[[Any], tuple[Sequence[Any], Sequence[Any]]]] = {
    "fixed": lambda joint: ((), ()),
    "revolute": lambda joint: ((), (joint.axis,)),
    "prismatic": lambda joint: ((joint.axis,), ()),
    "cylindrical": lambda joint: ((joint.axis,), (joint.axis,)),
    "universal": lambda joint: ((), (joint.axis, joint.axis2)),
    "spherical": lambda joint: ((), joint.sequence),
    "planar": lambda joint: (joint.axes, (joint.normal,)),
    "free": lambda joint: (joint.axes, joint.sequence),
}
"""Along which axes a joint slides by its first coordinates, about which it turns by the others."""


def _along_and_about(joint: Any, values: Values, curve: TimeCurve) -> Motion:
    slides, turns = AXES_OF[joint.kind](joint)
    moved = _slides(slides, joint.coordinates[: len(slides)], values, curve)
    if joint.kind == "free":  # displacements are along axes of the parent: d = Sᵀ (…)
        moved = apply(transposed(values.matrix(joint.orientation, curve)), moved)
    return _turns(turns, joint.coordinates[len(slides) :], values, curve), moved


def _screw(joint: Any, values: Values, curve: TimeCurve) -> Motion:
    """One turn leads on by the pitch."""
    way = product(values.scalar(joint.pitch, curve), curve.q[joint.coordinates[0]])
    slide = _along(_axis(joint.axis, values), way / (2 * np.pi))
    return _turns([joint.axis], joint.coordinates, values, curve), slide


def _general(joint: Any, values: Values, curve: TimeCurve) -> Motion:
    """Row i of `rotation` is the child's axis i in the joint frame."""
    return transposed(values.matrix(joint.rotation, curve)), values.vector(joint.distance, curve)


def _beam(joint: Any, values: Values, curve: TimeCurve) -> Motion:
    angle, axis, tip = beam_motion(joint, values, curve)
    return rotation(axis, angle), tip


MOTIONS: Mapping[str, Callable[[Any, Values, TimeCurve], Motion]] = {
    **dict.fromkeys(AXES_OF, _along_and_about),
    "screw": _screw,
    "general": _general,
    "beam": _beam,
}

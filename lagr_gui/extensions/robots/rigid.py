"""Places, turns and masses of rigid bodies as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.numerics.turning import turn_about

NEARLY = 1e-11
"""Entries of rotations that are as near to 0 or ±1 were meant so: angles are typed in decimals."""


def nowhere() -> Array:
    """The vector of zeros."""
    return np.zeros(3)


@dataclass(frozen=True, slots=True, eq=False)
class RigidFrame:
    """A frame in another one: `R` maps its vectors there, `p` is its origin there."""

    R: Array = field(default_factory=lambda: np.eye(3))
    p: Array = field(default_factory=nowhere)

    def then(self, inner: RigidFrame) -> RigidFrame:
        """A frame that is given in this one, seen from where this one is given."""
        return RigidFrame(rounded(self.R @ inner.R), self.at(inner.p))

    def at(self, point: Array) -> Array:
        """A point of this frame, seen from outside."""
        return self.p + self.R @ point

    def seen(self, point: Array) -> Array:
        """A point from outside, seen in this frame."""
        return self.R.T @ (point - self.p)

    @property
    def inverse(self) -> RigidFrame:
        """The outer frame, seen from this one."""
        return RigidFrame(self.R.T, -(self.R.T @ self.p))


@dataclass(frozen=True, slots=True, eq=False)
class Mass:
    """A mass, its centre, and its inertia about that centre, in the axes of a body."""

    mass: float = 0.0
    centre: Array = field(default_factory=nowhere)
    inertia: Array = field(default_factory=lambda: np.zeros((3, 3)))

    def seen_from(self, frame: RigidFrame) -> Mass:
        """The same mass in the axes in which its frame is given."""
        inertia = frame.R @ self.inertia @ frame.R.T
        return Mass(self.mass, frame.at(self.centre), (inertia + inertia.T) / 2)

    @property
    def is_nothing(self) -> bool:
        """Whether neither mass nor inertia is there."""
        return not self.mass and not self.inertia.any()


def together(masses: Sequence[Mass]) -> Mass:
    """Several masses, given in the same axes, as one (parallel axes)."""
    some = [mass for mass in masses if not mass.is_nothing]
    if len(some) <= 1:
        return some[0] if some else Mass()
    total = sum(mass.mass for mass in some)
    centre = sum((m.mass * m.centre for m in some), nowhere()) / total if total else some[0].centre
    inertia = np.zeros((3, 3))
    for mass in some:
        arm = mass.centre - centre
        inertia += mass.inertia + mass.mass * (np.dot(arm, arm) * np.eye(3) - np.outer(arm, arm))
    return Mass(total, centre, inertia)


def rounded(R: Array) -> Array:
    """A rotation whose entries are 0 or ±1 where they nearly are."""
    whole = np.round(R)
    return np.where(np.abs(R - whole) < NEARLY, whole, R)


def about(axis: Array, angle: float) -> Array:
    """The turn by an angle about a unit axis."""
    return rounded(turn_about(axis, angle))


def from_rpy(roll: float, pitch: float, yaw: float) -> Array:
    """Turns about the fixed axes x, y, z, in this order."""
    return rounded(about(_Z, yaw) @ about(_Y, pitch) @ about(_X, roll))


def from_euler(angles: Sequence[float], sequence: str) -> Array:
    """Turns about the axes of a sequence: small letters turn along, capitals are fixed."""
    R = np.eye(3)
    for letter, angle in zip(sequence, angles, strict=True):
        turn = about(_AXES[letter.lower()], angle)
        R = R @ turn if letter.islower() else turn @ R
    return rounded(R)


def from_quaternion(w: float, x: float, y: float, z: float) -> Array:
    """The turn of a unit quaternion."""
    v = np.array([x, y, z])
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return rounded((w * w - v @ v) * np.eye(3) + 2 * np.outer(v, v) + 2 * w * K)


def to_z(direction: Array) -> Array:
    """The smallest turn that takes the z axis into a direction of length 1."""
    across = np.cross(_Z, direction)
    sine = float(np.linalg.norm(across))
    if sine < NEARLY:
        return np.eye(3) if direction[2] > 0 else about(_X, np.pi)
    return about(across / sine, float(np.arctan2(sine, direction[2])))


def turn_of(R: Array) -> tuple[Array, float]:
    """Unit axis and angle of a turn."""
    w = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2
    sine, cosine = float(np.linalg.norm(w)), (float(np.trace(R)) - 1) / 2
    if sine > 1e-6:
        return w / sine, float(np.arctan2(sine, cosine))
    if cosine > 0:
        return _Z, 0.0
    square = (R + np.eye(3)) / 2
    column = square[:, int(np.argmax(np.diag(square)))]
    return column / np.linalg.norm(column), np.pi


_X, _Y, _Z = np.eye(3)
_AXES = {"x": _X, "y": _Y, "z": _Z}


def rpy(R: Array) -> tuple[float, float, float]:
    """Angles about the fixed axes x, y, z that make a turn."""
    across = float(np.hypot(R[0, 0], R[1, 0]))
    pitch = float(np.arctan2(-R[2, 0], across))
    if across < 1e-9:
        return float(np.arctan2(-R[1, 2], R[1, 1])), pitch, 0.0
    return float(np.arctan2(R[2, 1], R[2, 2])), pitch, float(np.arctan2(R[1, 0], R[0, 0]))

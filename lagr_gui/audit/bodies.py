"""Where the bodies are and how they move; what forces on them do along the coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.audit.jets import (
    Array,
    Jet,
    apply,
    cross,
    full,
    matmul,
    norm,
    scalar,
    size,
    spin,
    transposed,
    turned,
)
from lagr_gui.audit.joints import joint_motion, own_coordinates, rotation
from lagr_gui.audit.values import Fields, States, Values
from lagr_gui.model import Base, Joint, Model

LOCKED = 1e-3
"""Motions along coordinates of a joint that are so near each other are nearly the same."""

PIVOTS = ("fixed", "revolute", "universal", "spherical")
"""Kinds of joints whose two points stay one."""

PARALLEL = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
"""The orientation S of joints whose frames have the axes of their parents."""

Wrench = tuple[Array, Array]
"""Force (…, n, 3) and moment (…, n, 3) about the centre of mass, in space axes."""


@dataclass(frozen=True, eq=False)
class BodyFrame:
    """Axes R (3, n, 3, 3: into space axes) and centre of mass x (3, n, 3) of a body.

    `bend`, `pull` and `reach` (n,) bound R̈, ẍ and x by the terms of which they are sums: how
    much they may be rounded.
    """

    R: Jet
    x: Jet
    bend: Array
    pull: Array
    reach: Array

    def point(self, local: Jet) -> Jet:
        """A point of the body in space."""
        return self.x + apply(self.R, local)

    def direction(self, local: Jet) -> Jet:
        """A vector fixed in the body, in space axes."""
        return apply(self.R, local)

    def pull_at(self, local: Jet) -> Array:
        """The bound of the acceleration of a point."""
        return self.pull + self.bend * norm(local[0])

    @cached_property
    def rates(self) -> Array:
        """The size (n,) of Ṙ."""
        return size(self.R[1])

    @property
    def omega(self) -> Array:
        """Angular velocity (n, 3) in space axes."""
        return spin(self.R[1], self.R[0])

    @property
    def alpha(self) -> Array:
        """Angular acceleration (n, 3) in space axes."""
        return spin(self.R[2], self.R[0])


@dataclass(frozen=True, eq=False)
class JointLink:
    """A joint of the tree: `outer` hangs on `inner` with the coordinates `moves` (k).

    `v` and `w` (k, n, 3) are velocity (at the outer body's centre) and angular velocity of the
    joint's child relative to its parent per unit of q̇ of `moves`; `sign` is −1 where the child is
    the inner body.  The moves of an elementary joint are `apart` but for its locks.  `arm` (n, 3)
    leads from the inner centre to the outer one.
    """

    joint: str
    inner: int
    outer: int
    sign: int
    apart: bool
    moves: Sequence[int]
    v: Array
    w: Array
    arm: Array

    @cached_property
    def lengths(self) -> tuple[Array, Array, Array]:
        """|v| and |w| (k, n) and |arm| (n,)."""
        return norm(self.v), norm(self.w), norm(self.arm)


def base_frame(base: Base, values: Values) -> BodyFrame:
    """Body 0 in its prescribed motion."""
    R = values.once(
        (base.matrix, base.axis, base.angle), None, lambda: _base_axes(base, values), "base"
    )
    n = len(values.states.t)
    R, x = full(R, n), full(values.vector(base.position), n)
    return BodyFrame(R, x, size(R[2]), norm(x[2]), norm(x[0]))


def _base_axes(base: Base, values: Values) -> Jet:
    if base.matrix is None:
        return rotation(values.direction(base.axis)[0, 0], values.scalar(base.angle))
    return transposed(values.matrix(base.matrix))


class Bodies:
    """Frames of all bodies, and the links between them, from body 0 outward."""

    def __init__(self, model: Model, values: Values) -> None:
        self.values = values
        self.pivots = [
            joint
            for joint in model.joints
            if joint.kind in PIVOTS or (joint.kind == "screw" and not values.scalar(joint.pitch)[0])  # type: ignore[attr-defined]
        ]
        self.frames: dict[int, BodyFrame] = {0: base_frame(model.base, values)}
        self.links: list[JointLink] = []

    def hang(self, joint: Joint, inner: int, outer: int) -> None:
        """Hang a body on another one by a joint, drawn from either side."""
        backwards, names = joint.parent == outer, own_coordinates(joint, self.values)
        turns, steps = _relative(joint, self.values, names)
        A, u = turns[:, 0], steps[:, 0]
        frame = self.frames[inner]
        R = matmul(frame.R, transposed(A) if backwards else A)
        step = apply(R, -u) if backwards else apply(frame.R, u)
        turning, arms = size(A), norm(u)
        bend = frame.bend + 2 * frame.rates * turning[1] + turning[2]
        carried = bend if backwards else frame.bend
        rates = size(R[1]) if backwards else frame.rates
        pull = frame.pull + carried * arms[0] + 2 * rates * arms[1] + arms[2]
        ends = (self.values.point(body, at)[0] for body, at in _ends(joint))
        reach = frame.reach + arms[0] + sum(map(norm, ends))
        x = frame.x + step
        self.frames[outer] = BodyFrame(R, x, bend, pull, reach)
        sign, apart = -1 if backwards else 1, joint.kind not in ("general", "beam")
        moves = [self.values.index[name] for name in names]
        axes, arm = (R if backwards else frame.R)[0], x[0] - frame.x[0]
        w = turned(axes, spin(turns[1, 1:], turns[0, 1:]))
        v = turned(axes, steps[1, 1:])
        if backwards:  # the velocity of the child's centre, taken to the outer centre
            v = v + cross(w, arm)
        self.links.append(JointLink(joint.name, inner, outer, sign, apart, moves, v, w, arm))

    def hold(self, element: Any) -> bool:
        """Whether one joint holds the ends of an element together: nothing acts between them."""
        ends = self._sides(element.body_a, element.point_a, element.body_b, element.point_b)
        return any(
            self._sides(joint.parent, joint.point_parent, joint.child, joint.point_child) == ends
            for joint in self.pivots
        )

    def _sides(self, a: int, at_a: Sequence[Any], b: int, at_b: Sequence[Any]) -> set[Any]:
        sides = ((a, at_a), (b, at_b))
        return {(body, tuple(self.values.point(body, at)[0, 0].tolist())) for body, at in sides}

    @property
    def locked(self) -> NDArray[np.bool_]:
        """The states (n,) near a lock: coordinates of a joint move alike there (gimbal lock)."""
        locked = np.zeros(len(self.values.states.t), bool)
        length = self.values.fields.yardsticks.length
        for link in self.links:
            if link.apart and len(link.moves) > 1:
                columns = np.moveaxis(np.concatenate([link.v / length, link.w], axis=-1), 0, -1)
                lengths = np.sqrt(np.sum(columns**2, axis=1, keepdims=True))
                s = np.linalg.svd(np.nan_to_num(columns / lengths), compute_uv=False)
                locked |= s[:, -1] < LOCKED
        return locked

    def project(self, wrenches: Mapping[int, Wrench], shape: Sequence[int] = ()) -> Array:
        """What wrenches on bodies do along the coordinates: generalised forces (…, n, f)."""
        values = self.values
        n = len(values.states.t)
        projected = np.zeros((*shape, n, len(values.coordinates)))
        acting = dict(wrenches)
        for link in reversed(self.links):
            if link.outer not in acting:
                continue
            F, M = acting[link.outer]
            for index, v, w in zip(link.moves, link.v, link.w, strict=True):
                projected[..., index] += link.sign * (scalar(F, v) + scalar(M, w))
            passed = F, M + cross(link.arm, F)
            wrench = acting.get(link.inner)
            acting[link.inner] = passed if wrench is None else _both(wrench, passed)
        return projected

    def sizes(self, sizes: Mapping[int, tuple[Array, Array]], shape: Sequence[int] = ()) -> Array:
        """Bounds (…, n, f) of what terms of the sizes (n,) of forces and moments add up from."""
        values = self.values
        n = len(values.states.t)
        found = np.zeros((*shape, n, len(values.coordinates)))
        acting = dict(sizes)
        for link in reversed(self.links):
            if link.outer not in acting:
                continue
            F, M = acting[link.outer]
            speeds, rates, arm = link.lengths
            for index, v, w in zip(link.moves, speeds, rates, strict=True):
                found[..., index] += F * v + M * w
            passed = F, M + arm * F
            wrench = acting.get(link.inner)
            acting[link.inner] = passed if wrench is None else _both(wrench, passed)
        return found


def _both(a: tuple[Array, Array], b: tuple[Array, Array]) -> tuple[Array, Array]:
    return a[0] + b[0], a[1] + b[1]


def bodies_at(fields: Fields, states: States) -> Bodies:
    """The bodies with all joints of the tree; with an image of the child of each kept cut."""
    bodies = Bodies(fields.model, Values(fields, states))
    for branch in fields.topology.branches:
        bodies.hang(fields.joints[branch.joint.name], branch.parent, branch.child)
    for index, cut in enumerate(fields.topology.cuts, start=1):
        if cut.keeps:  # a massless image of the child moves with the joint's coordinates
            bodies.hang(fields.joints[cut.joint.name], cut.joint.parent, -index)
    return bodies


def joint_place(joint: Any, bodies: Bodies) -> Array:
    """Where a joint acts (n, 3): its point on the child; the root of a beam."""
    body, at = _ends(joint)[0 if joint.kind == "beam" else 1]
    return bodies.frames[body].point(bodies.values.point(body, at))[0]


def _ends(joint: Any) -> tuple[tuple[int, Any], tuple[int, Any]]:
    """Parent and child of a joint with its points on them."""
    return (joint.parent, joint.point_parent), (joint.child, joint.point_child)


def _relative(joint: Joint, values: Values, names: Sequence[str]) -> tuple[Jet, Jet]:
    """Turn and step from the joint's parent to its child, in the parent's axes, at n states.

    With A = S R and u = a + S d − A b: axes R_c = R_p A, centres x_c = x_p + R_p u.  A and u are
    (3, 1 + k, n, …): in time, then along each of k coordinates alone.
    """
    curve = values.fan(names)
    R, d = joint_motion(joint, values, curve)
    if joint.orientation != PARALLEL:
        S = values.matrix(joint.orientation, curve)
        R, d = matmul(S, R), apply(S, d)
    a, b = (values.point(body, at, curve) for body, at in _ends(joint))
    u = a + d - apply(R, b)
    k, n = 1 + len(names), len(values.states.t)
    return full(R, k * n).reshape(3, k, n, 3, 3), full(u, k * n).reshape(3, k, n, 3)


def inertia_tensor(inertia: Any, values: Values) -> Array:
    """θ̄ (3, 3) in body axes, from either form (13)."""
    xx, yy, zz, xy, xz, yz = (
        values.number(getattr(inertia, name)) for name in ("xx", "yy", "zz", "xy", "xz", "yz")
    )
    entries = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return entries if inertia.form == "ordinary" else np.trace(entries) * np.eye(3) - entries

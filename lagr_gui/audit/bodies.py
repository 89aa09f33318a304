"""Where the bodies are and how they move; what forces on them do along the coordinates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.audit.jets import (
    Array,
    Jet,
    apply,
    cross,
    matmul,
    norm,
    spin,
    transposed,
    turned,
)
from lagr_gui.audit.joints import joint_motion, own_coordinates, rotation
from lagr_gui.audit.values import States, Values
from lagr_gui.model import Base, Joint, Model
from lagr_gui.topology import Topology

LOCKED = 1e-3
"""Motions along coordinates of a joint that are so near each other are nearly the same."""

PIVOTS = ("fixed", "revolute", "universal", "spherical")
"""Kinds of joints whose two points stay one."""

Wrench = tuple[Array, Array]
"""Force (…, n, 3) and moment (…, n, 3) about the centre of mass, in space axes."""


@dataclass(frozen=True, eq=False)
class Frame:
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

    @property
    def omega(self) -> Array:
        """Angular velocity (n, 3) in space axes."""
        return spin(self.R[1], self.R[0])

    @property
    def alpha(self) -> Array:
        """Angular acceleration (n, 3) in space axes."""
        return spin(self.R[2], self.R[0])


@dataclass(frozen=True, eq=False)
class Link:
    """A joint of the tree: `outer` hangs on `inner` with the coordinates of `moves`.

    `moves` are, by coordinate, velocity (at the outer body's centre) and angular velocity of
    the joint's child relative to its parent per unit of q̇; `sign` is −1 where the child is
    the inner body.  The moves of an elementary joint are `apart` but for its locks.
    """

    joint: str
    inner: int
    outer: int
    sign: int
    apart: bool
    moves: Mapping[int, tuple[Array, Array]]


def base_frame(base: Base, values: Values) -> Frame:
    """Body 0 in its prescribed motion."""
    if base.matrix is None:
        R = rotation(values.direction(base.axis)[0, 0], values.scalar(base.angle))
    else:
        R = transposed(values.matrix(base.matrix))
    x = values.vector(base.position)
    n = len(values.states.t)
    x = np.broadcast_to(x, (3, n, 3))
    R = np.broadcast_to(R, (3, n, 3, 3))
    return Frame(R, x, _size(R[2]), norm(x[2]), norm(x[0]))


class Bodies:
    """Frames of all bodies, and the links between them, from body 0 outward."""

    def __init__(self, model: Model, values: Values) -> None:
        self.values = values
        self.pivots = [joint for joint in model.joints if joint.kind in PIVOTS]
        self.frames: dict[int, Frame] = {0: base_frame(model.base, values)}
        self.links: list[Link] = []

    def hang(self, joint: Joint, inner: int, outer: int) -> None:
        """Hang a body on another one by a joint, drawn from either side."""
        backwards = joint.parent == outer
        A, u = _relative(joint, self.values, None)
        frame = self.frames[inner]
        R = matmul(frame.R, transposed(A) if backwards else A)
        step = apply(R, -u) if backwards else apply(frame.R, u)
        bend = frame.bend + 2 * _size(frame.R[1]) * _size(A[1]) + _size(A[2])
        carried = bend if backwards else frame.bend
        rates = _size(R[1] if backwards else frame.R[1])
        pull = frame.pull + carried * norm(u[0]) + 2 * rates * norm(u[1]) + norm(u[2])
        arms = (self.values.vector(at)[0] for at in (joint.point_parent, joint.point_child))
        reach = frame.reach + norm(u[0]) + sum(map(norm, arms))
        self.frames[outer] = Frame(R, frame.x + step, bend, pull, reach)
        moves = dict(self._moves(joint, inner, outer, backwards, A))
        sign, apart = -1 if backwards else 1, joint.kind not in ("general", "beam")
        self.links.append(Link(joint.name, inner, outer, sign, apart, moves))

    def _moves(
        self, joint: Joint, inner: int, outer: int, backwards: bool, A: Jet
    ) -> Iterator[tuple[int, tuple[Array, Array]]]:
        parent = self.frames[outer if backwards else inner]
        arm = self.frames[inner].x[0] - self.frames[outer].x[0]
        for name in own_coordinates(joint, self.values):
            turn, shift = _relative(joint, self.values, name)
            w = turned(parent.R[0], spin(turn[1], A[0]))
            v = turned(parent.R[0], shift[1])
            if backwards:  # the velocity of the child's centre, taken to the outer centre
                v = v - cross(w, arm)
            yield self.values.index[name], (v, w)

    def hold(self, element: Any) -> bool:
        """Whether one joint holds the ends of an element together: nothing acts between them."""
        ends = self._sides(element.body_a, element.point_a, element.body_b, element.point_b)
        return any(
            self._sides(joint.parent, joint.point_parent, joint.child, joint.point_child) == ends
            for joint in self.pivots
        )

    def _sides(self, a: int, at_a: Sequence[Any], b: int, at_b: Sequence[Any]) -> set[Any]:
        sides = ((a, at_a), (b, at_b))
        return {(body, tuple(self.values.vector(at)[0, 0].tolist())) for body, at in sides}

    @property
    def locked(self) -> NDArray[np.bool_]:
        """The states (n,) near a lock: coordinates of a joint move alike there (gimbal lock)."""
        found = np.zeros(len(self.values.states.t), bool)
        for link in self.links:
            if link.apart and len(link.moves) > 1:
                columns = np.stack([np.hstack(move) for move in link.moves.values()], axis=-1)
                lengths = np.sqrt(np.sum(columns**2, axis=1, keepdims=True))
                s = np.linalg.svd(np.nan_to_num(columns / lengths), compute_uv=False)
                found |= s[:, -1] < LOCKED
        return found

    def project(self, wrenches: Mapping[int, Wrench], shape: Sequence[int] = ()) -> Array:
        """What wrenches on bodies do along the coordinates: generalised forces (…, n, f)."""
        values = self.values
        n = len(values.states.t)
        found = np.zeros((*shape, n, len(values.coordinates)))
        acting = dict(wrenches)
        for link in reversed(self.links):
            if link.outer not in acting:
                continue
            F, M = acting[link.outer]
            for index, (v, w) in link.moves.items():
                found[..., index] += link.sign * (_dot(F, v) + _dot(M, w))
            arm = self.frames[link.outer].x[0] - self.frames[link.inner].x[0]
            passed = F, M + cross(arm, F)
            known = acting.get(link.inner)
            acting[link.inner] = passed if known is None else _both(known, passed)
        return found

    def sizes(self, sizes: Mapping[int, tuple[Array, Array]]) -> Array:
        """Bounds (n, f) of what terms of the sizes (n,) of forces and moments add up from."""
        values = self.values
        n = len(values.states.t)
        found = np.zeros((n, len(values.coordinates)))
        acting = dict(sizes)
        for link in reversed(self.links):
            if link.outer not in acting:
                continue
            F, M = acting[link.outer]
            for index, (v, w) in link.moves.items():
                found[:, index] += F * norm(v) + M * norm(w)
            arm = norm(self.frames[link.outer].x[0] - self.frames[link.inner].x[0])
            passed = F, M + arm * F
            known = acting.get(link.inner)
            acting[link.inner] = passed if known is None else _both(known, passed)
        return found


def _both(a: tuple[Array, Array], b: tuple[Array, Array]) -> tuple[Array, Array]:
    return a[0] + b[0], a[1] + b[1]


def bodies_at(model: Model, topology: Topology, states: States) -> Bodies:
    """The bodies with all joints of the tree; with an image of the child of each kept cut."""
    circuits = topology.circuits
    values = Values(model, topology.coordinates, circuits.charges, circuits.dependent, states)
    bodies = Bodies(model, values)
    for branch in topology.branches:
        bodies.hang(branch.joint, branch.parent, branch.child)
    for index, cut in enumerate(topology.cuts, start=1):
        if cut.keeps:  # a massless image of the child moves with the joint's coordinates
            bodies.hang(cut.joint, cut.joint.parent, -index)
    return bodies


def joint_place(joint: Any, bodies: Bodies) -> Array:
    """Where a joint acts (n, 3): its point on the child; the root of a beam."""
    root = joint.kind == "beam"
    frame = bodies.frames[joint.parent if root else joint.child]
    return frame.point(bodies.values.vector(joint.point_parent if root else joint.point_child))[0]


def _relative(joint: Joint, values: Values, toward: str | None) -> tuple[Jet, Jet]:
    """Turn and step from the joint's parent to its child, in the parent's axes.

    With A = S R and u = a + S d − A b: axes R_c = R_p A, centres x_c = x_p + R_p u.
    """
    curve = values.motion if toward is None else values.toward(toward)
    R, d = joint_motion(joint, values, curve)
    S = values.matrix(joint.orientation)
    A = matmul(S, R)
    a, b = values.vector(joint.point_parent), values.vector(joint.point_child)
    u = a + apply(S, d) - apply(A, b)
    n = len(values.states.t)
    return np.broadcast_to(A, (3, n, 3, 3)), np.broadcast_to(u, (3, n, 3))


def _size(matrix: Array) -> Array:
    return np.sqrt(np.sum(matrix * matrix, axis=(-1, -2)))


def _dot(a: Array, b: Array) -> Array:
    return np.sum(a * b, axis=-1)


def inertia_tensor(inertia: Any, values: Values) -> Array:
    """θ̄ (3, 3) in body axes, from either form (13)."""
    xx, yy, zz, xy, xz, yz = (
        float(values.scalar(getattr(inertia, name))[0, 0])
        for name in ("xx", "yy", "zz", "xy", "xz", "yz")
    )
    given = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return given if inertia.form == "ordinary" else np.trace(given) * np.eye(3) - given

"""Newton and Euler for free bodies: every joint, cut or not, is a set of conditions.

An independent formalism: six coordinates per body, no tree, no joint coordinates.  The
conditions of a joint are written with vector products, more than are needed; the least-norm
solution then gives the wrenches of the joints wherever they are determined.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from lagr_gui.model import Joint, Model
from tests.mechanics.bound import jets
from tests.mechanics.bound.jets import Array
from tests.mechanics.bound.linkages import Pose, _numbers, _unit
from tests.mechanics.oracles import tensor


@dataclass(frozen=True)
class Known:
    """Accelerations (6,) by body: of the centre of mass, and angular.

    By joint the wrench (6,) of parent on child, force and moment at the child's joint point,
    and an orthonormal basis (6, k) of what can be added to it without effect on the motion.
    """

    accelerations: Mapping[int, Array]
    wrenches: Mapping[str, Array]
    undetermined: Mapping[str, Array]


def residual(drawn: Joint, parent: Pose, child: Pose) -> Array:
    """What a joint makes zero, as a jet (3, m)."""
    (xp, P), (xc, C) = parent, child
    S = jets.constant(_numbers(drawn.orientation))
    F = jets.chain(P, S)
    span = xc + jets.apply(C, jets.constant(drawn.point_child))
    span = span - xp - jets.apply(P, jets.constant(drawn.point_parent))

    def of_parent(axis: object) -> Array:
        return jets.apply(F, jets.constant(_unit(axis)))

    def of_child(axis: object) -> Array:
        return jets.apply(C, jets.constant(_unit(axis)))

    field = lambda name: getattr(drawn, name)  # noqa: E731
    same_axes = (F - C).reshape(3, 9)
    match drawn.kind:
        case "fixed":
            rows = [span, same_axes]
        case "revolute":
            rows = [span, of_parent(field("axis")) - of_child(field("axis"))]
        case "prismatic":
            rows = [jets.cross(span, of_parent(field("axis"))), same_axes]
        case "cylindrical":
            axis = of_parent(field("axis"))
            rows = [jets.cross(span, axis), axis - of_child(field("axis"))]
        case "universal":
            a, b = field("axis"), field("axis2")
            angle = jets.dot(of_parent(a), of_child(b)) - jets.scalar(_unit(a) @ _unit(b))
            rows = [span, angle[:, None]]
        case "spherical":
            rows = [span]
        case "planar":
            normal = np.cross(*map(_unit, field("axes")))
            rows = [
                jets.dot(span, of_parent(normal))[:, None],
                of_parent(field("normal")) - of_child(field("normal")),
            ]
        case _:
            rows = [np.zeros((3, 0))]
    return np.hstack(rows)


def _moved(pose: Pose, twist: Array) -> Pose:
    """A body at the pose that moves with constant velocity and angular velocity."""
    x, R = pose[0][0], pose[1][0]
    W = jets.skew(twist[3:])
    return np.array([x, twist[:3], 0 * x]), np.array([R, W @ R, W @ W @ R / 2])


def solve(
    model: Model, poses: Mapping[int, Pose], loads: Mapping[int, Array] | None = None
) -> Known:
    """Accelerations and wrenches at poses (with their rates).

    `loads` are forces and moments (6,) about the centre of mass by body, besides weights.
    """
    numbers = list(model.numbers)
    n = 6 * len(numbers)
    columns = {number: slice(6 * i, 6 * i + 6) for i, number in enumerate(numbers)}
    twist = {k: np.concatenate([poses[k][0][1], jets.spin(poses[k][1])[0]]) for k in numbers}
    M, force = np.zeros((n, n)), np.zeros(n)
    for number in numbers:
        body, R, w = model.body(number), poses[number][1][0], twist[number][3:]
        at, m = columns[number], float(body.mass)
        I = R @ tensor(body) @ R.T  # noqa: E741
        M[at, at] = np.block([[m * np.eye(3), np.zeros((3, 3))], [np.zeros((3, 3)), I]])
        weight = m * _numbers(model.gravity) * body.gravity
        force[at] = np.concatenate([weight, -np.cross(w, I @ w)])
        force[at] += (loads or {}).get(number, 0.0)
    blocks, drifts, owners = [], [], []
    for drawn in model.joints:
        J, drift = _rows(drawn, poses, twist, columns, n)
        blocks.append(J)
        drifts.append(drift)
        owners += [drawn.name] * len(drift)
    J, drift = np.vstack(blocks), np.concatenate(drifts)
    m = len(drift)
    full = np.block([[M, -J.T], [J, np.zeros((m, m))]])
    found = np.linalg.lstsq(full, np.concatenate([force, -drift]), rcond=1e-11)[0]
    _, s, Vt = np.linalg.svd(J.T)
    idle = Vt[int(np.sum(s > 1e-9 * s[0])) :].T
    wrenches, undetermined = {}, {}
    for drawn in model.joints:
        own = np.array([owner == drawn.name for owner in owners])
        G = _at_point(drawn, poses, J, own, columns)
        wrenches[drawn.name] = G @ found[n:][own]
        undetermined[drawn.name] = _basis(G @ idle[own])
    accelerations = {number: found[columns[number]] for number in numbers}
    return Known(accelerations, wrenches, undetermined)


def _basis(columns: Array) -> Array:
    U, s, _ = np.linalg.svd(columns, full_matrices=False)
    return U[:, s > 1e-9]


def _rows(
    drawn: Joint,
    poses: Mapping[int, Pose],
    twist: Mapping[int, Array],
    columns: Mapping[int, slice],
    n: int,
) -> tuple[Array, Array]:
    """Slopes (m, n) of a joint's conditions, and their second rate without accelerations."""
    ends = {drawn.parent, drawn.child}
    moving = {k: poses[0] if k == 0 else _moved(poses[k], twist[k]) for k in ends}
    drift = 2 * residual(drawn, moving[drawn.parent], moving[drawn.child])[2]
    J = np.zeros((len(drift), n))
    still = {k: _moved(poses[k], np.zeros(6)) for k in ends}
    for body in ends - {0}:
        for i, unit in enumerate(np.eye(6)):
            tried = still | {body: _moved(poses[body], unit)}
            slopes = residual(drawn, tried[drawn.parent], tried[drawn.child])[1]
            J[:, columns[body].start + i] = slopes
    return J, drift


def _at_point(
    drawn: Joint,
    poses: Mapping[int, Pose],
    J: Array,
    own: Array,
    columns: Mapping[int, slice],
) -> Array:
    """Force and moment (6, m) of unit multipliers on the child, at the child's joint point.

    Body 0 as the child has no columns: then it is the opposite of what acts on the parent.
    """
    x, R = poses[drawn.child]
    point = x[0] + R[0] @ _numbers(drawn.point_child)
    body, sign = (drawn.child, 1) if drawn.child else (drawn.parent, -1)
    W = sign * J[own][:, columns[body]].T
    arm = point - poses[body][0][0]
    return np.vstack([W[:3], W[3:] - np.cross(arm, W[:3], axis=0)])

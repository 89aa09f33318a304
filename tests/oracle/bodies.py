"""All bodies cut free: where they are, how they move, and what joints demand of their motions."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from tests.oracle.document import Document, State
from tests.oracle.motions import (
    Between,
    Joints,
    Moving,
    cross,
    cross_matrix,
    still,
    turned,
    vee,
    written,
)

ZERO6 = np.zeros(6)


class Bodies:
    """Poses and twists of all bodies at a state.

    A twist is the velocity of the centre of mass and the angular velocity, both in space axes:
    V (6n,) of the bodies by `index`; `K` V = S (1, q̇) - K0 V0 are the demands of the joints, and
    K A - S q̈ = `beta` those on accelerations.  `cuts` are joints that close loops: they demand
    like the others, but poses do not come from them.
    """

    def __init__(self, document: Document, state: State, cuts: Collection[str] = ()) -> None:
        self.document, self.state = document, state
        self.index = {body["number"]: i for i, body in enumerate(document.bodies)}
        self.joints = document.joints
        between = Joints(document, state)
        self.between = {joint["name"]: between.between(joint) for joint in self.joints}
        self.tree = [joint for joint in self.joints if joint["name"] not in cuts]
        self.R, self.x = self._start()
        self._place()
        self._demand()
        self._move()

    def _start(self) -> tuple[dict, dict]:
        """The pose of body 0; its twist and its acceleration on the way."""
        base, state = self.document.base, self.state
        x = written(base["position"], state)
        if base["matrix"] is not None:
            R = written(base["matrix"], state).T
        else:
            angle = written([base["angle"]], state)
            number = Moving(angle.v[0], angle.d[:, 0], angle.drift[0], state.rates)
            R = turned(self.document.direction(base["axis"]), number)
        motion = Between(R, still(np.zeros(3), state))
        self.V0 = np.concatenate([x.rate, state.rates @ motion.spin])
        self.A0 = np.concatenate([x.drift, motion.spin_drift])
        return {0: R.v}, {0: x.v}

    def _place(self) -> None:
        left = list(self.tree)
        while left:
            ready = [j for j in left if j["parent"] in self.R or j["child"] in self.R]
            if not ready:
                raise ValueError("a body that no joint connects with body 0")
            for joint in ready:
                self._place_one(joint)
                left.remove(joint)

    def _place_one(self, joint: dict) -> None:
        p, c, motion = joint["parent"], joint["child"], self.between[joint["name"]]
        S, a, b = self._constants(joint)
        turn, shift = S @ motion.R.v, a + S @ motion.d.v
        if p in self.R:
            self.R[c] = self.R[p] @ turn
            self.x[c] = self.x[p] + self.R[p] @ shift - self.R[c] @ b
        else:
            self.R[p] = self.R[c] @ turn.T
            self.x[p] = self.x[c] + self.R[c] @ b - self.R[p] @ shift

    def _constants(self, joint: dict) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        constant = self.document.constant
        return (
            constant(joint["orientation"]),
            constant(joint["point_parent"]),
            constant(joint["point_child"]),
        )

    def joint_point(self, joint: dict) -> np.ndarray:
        """Where the joint point of the child lies in space."""
        return self.point(joint["child"], self.document.constant(joint["point_child"]))

    def root(self, joint: dict) -> np.ndarray:
        """Where the joint point of the parent lies in space."""
        return self.point(joint["parent"], self.document.constant(joint["point_parent"]))

    def _demand(self) -> None:
        n, m, f = len(self.index), len(self.joints), self.state.f
        self.K, self.K0 = np.zeros((6 * m, 6 * n)), np.zeros((6 * m, 6))
        self.S = np.zeros((6 * m, f + 1))
        for row, joint in enumerate(self.joints):
            rows = slice(6 * row, 6 * row + 6)
            place = self.joint_point(joint)
            for body, sign in ((joint["child"], 1.0), (joint["parent"], -1.0)):
                shifted = np.eye(6)
                shifted[:3, 3:] = -cross_matrix(place - self.x[body])
                self.block(self.K, self.K0, rows, body)[:] += sign * shifted
            motion, W = self.between[joint["name"]], self._frame(joint)
            self.S[rows] = np.vstack([W @ motion.d.d.T, W @ motion.spin.T])

    def block(self, whole: np.ndarray, base: np.ndarray, rows, body: int) -> np.ndarray:
        """The columns of a body in a matrix of all bodies, or in that of body 0."""
        if body == 0:
            return base[rows]
        start = 6 * self.index[body]
        return whole[rows, start : start + 6]

    def _frame(self, joint: dict) -> np.ndarray:
        """Axes of the joint frame in space."""
        return self.R[joint["parent"]] @ self.document.constant(joint["orientation"])

    def _move(self) -> None:
        chosen = {joint["name"] for joint in self.tree}
        rows = [i for i, j in enumerate(self.joints) for _ in range(6) if j["name"] in chosen]
        rows = [6 * i + k % 6 for k, i in enumerate(rows)]
        K, S = self.K[rows], self.S[rows].copy()
        S[:, 0] -= self.K0[rows] @ self.V0
        self.J = np.linalg.solve(K, S) if len(rows) else np.zeros((0, self.state.f + 1))
        self.V = self.J @ self.state.rates
        self.beta = np.concatenate([ZERO6[:0], *(self._drift(joint) for joint in self.joints)])
        self.bias = np.linalg.solve(K, self.beta[rows]) if len(rows) else np.zeros(0)

    def _drift(self, joint: dict) -> np.ndarray:
        """What is left of K A - S q̈: centripetal and Coriolis terms, and body 0."""
        p, c, motion = joint["parent"], joint["child"], self.between[joint["name"]]
        place, W = self.joint_point(joint), self._frame(joint)
        (_, wp), (_, wc) = self.twist(p), self.twist(c)
        rates = self.state.rates
        inward = cross(wp, cross(wp, place - self.x[p]))
        inward = inward - cross(wc, cross(wc, place - self.x[c]))
        relative = 2 * cross(wp, W @ motion.d.rate) + W @ motion.d.drift
        turning = cross(wp, W @ (rates @ motion.spin)) + W @ motion.spin_drift
        row = self.joints.index(joint)
        rest = self.K0[6 * row : 6 * row + 6] @ self.A0
        return np.concatenate([inward + relative, turning]) - rest

    def twist(self, body: int) -> tuple[np.ndarray, np.ndarray]:
        """Velocity of the centre of mass and angular velocity of a body."""
        V = self.V0 if body == 0 else self.V[6 * self.index[body] :][:6]
        return V[:3], V[3:]

    def known_acceleration(self, body: int) -> tuple[np.ndarray, np.ndarray]:
        """That of body 0; zero for the others, where it is unknown."""
        A = self.A0 if body == 0 else ZERO6
        return A[:3], A[3:]

    def point(self, body: int, local: np.ndarray) -> np.ndarray:
        """Where a point of a body lies in space."""
        return self.x[body] + self.R[body] @ local

    def velocity(self, body: int, place: np.ndarray) -> np.ndarray:
        """The velocity of the body's point that is at a place of space."""
        v, w = self.twist(body)
        return v + cross(w, place - self.x[body])

    def parting(self, body: int, place: np.ndarray) -> np.ndarray:
        """How the body's point at a place moves with t and each coordinate: (3, f + 1)."""
        if body == 0:
            V = np.zeros((6, self.state.f + 1))
            V[:, 0] = self.V0
        else:
            V = self.J[6 * self.index[body] :][:6]
        return V[:3] - cross_matrix(place - self.x[body]) @ V[3:]

    def gap(self, joint: dict) -> np.ndarray:
        """How far the child is from where the joint has it: displacement and small turn (6,)."""
        motion, W = self.between[joint["name"]], self._frame(joint)
        _, a, _ = self._constants(joint)
        place = self.point(joint["parent"], a) + W @ motion.d.v
        turn = vee(self.R[joint["child"]] @ (W @ motion.R.v).T)
        return np.concatenate([self.joint_point(joint) - place, turn])

    def gaps(self) -> tuple[float, float]:
        """How far joints that close loops are from closing: positions, velocities."""
        position = [self.gap(joint) for joint in self.joints]
        velocity = self.K @ self.V + self.K0 @ self.V0 - self.S @ self.state.rates
        return _largest(position), _largest(velocity)


def _largest(values: Any) -> float:
    return float(np.max(np.abs(values), initial=0.0))

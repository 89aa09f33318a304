"""Newton and Euler for all bodies at once, with reactions and multipliers as unknowns."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from tests.oracle.bodies import Bodies
from tests.oracle.conditions import Conditions
from tests.oracle.document import Document, State
from tests.oracle.loads import Loads
from tests.oracle.motions import cross

SURELY_ZERO, SURELY_NOT = 1e-12, 1e-7
"""Singular values, over the largest, below and above which a rank is clear."""


NEXT_TO_NOTHING = 1e-3
"""Forces and accelerations (SI) whose differences from rounding are no contradiction."""


@dataclass
class Found:
    """All that one state has: names as those of the program's evaluation.

    Entries of `qdd`, forces and moments of `reactions` and `multipliers` are nan where they are
    not unique.  `undefined` and `degenerate` are those of the loads; `clear` tells whether ranks
    are; `contradiction` whether nothing fits.
    """

    names: list[str]
    E: dict[int, np.ndarray]
    x: dict[int, np.ndarray]
    g: np.ndarray
    h: np.ndarray
    Q: np.ndarray
    qdd: np.ndarray
    T: float
    U: float
    D: float
    dissipated_power: float
    power: dict[str, float]
    G: np.ndarray
    gamma: np.ndarray
    position: np.ndarray
    velocity: np.ndarray
    sources: list[str]
    multipliers: np.ndarray
    reactions: dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]]
    gaps: tuple[float, float]
    undefined: bool
    degenerate: bool
    clear: bool
    contradiction: bool
    residual: float
    condition: float


def solved(
    text: str,
    t: float,
    q: Mapping[str, float],
    qd: Mapping[str, float],
    cuts: Collection[str] = (),
    values: Mapping[str, float] | None = None,
) -> Found:
    """The oracle's answer for the text of a model file at a state by names; others are zero."""
    document = Document(text, values)
    return at_state(document, t, q, qd, cuts)


def at_state(
    document: Document,
    t: float,
    q: Mapping[str, float],
    qd: Mapping[str, float],
    cuts: Collection[str] = (),
) -> Found:
    """The same for a file that has been read."""
    bodies = bodies_at(document, t, q, qd, cuts)
    return Balance(bodies, Loads(bodies), Conditions(bodies)).found()


def bodies_at(
    document: Document,
    t: float,
    q: Mapping[str, float],
    qd: Mapping[str, float],
    cuts: Collection[str] = (),
) -> Bodies:
    """Where all bodies are at a state, and how they move; what is not named is zero."""
    names = document.coordinates
    state = State(
        document, names, t, [q.get(n, 0.0) for n in names], [qd.get(n, 0.0) for n in names]
    )
    return Bodies(document, state, cuts)


class Balance:
    """The equations of all bodies at a state."""

    def __init__(self, bodies: Bodies, loads: Loads, conditions: Conditions) -> None:
        self.bodies, self.loads, self.rows = bodies, loads, conditions.rows
        self.undefined = loads.undefined or conditions.undefined
        self.f, self.n = bodies.state.f, len(bodies.V)
        self.M, self.gyro = self._inertia()
        m = len(self.rows)
        self.Gx = np.array([row.on_bodies for row in self.rows]).reshape(m, self.n)
        self.Gq = np.array([row.on_coordinates for row in self.rows]).reshape(m, self.f)
        self.drift = np.array([row.drift for row in self.rows]).reshape(m)

    def _inertia(self) -> tuple[np.ndarray, np.ndarray]:
        M, gyro, document = np.zeros((self.n, self.n)), np.zeros(self.n), self.bodies.document
        for body in document.bodies:
            start, R = 6 * self.bodies.index[body["number"]], self.bodies.R[body["number"]]
            tensor, w = R @ document.tensor(body) @ R.T, self.bodies.V[start + 3 : start + 6]
            M[start : start + 3, start : start + 3] = document.number(body["mass"]) * np.eye(3)
            M[start + 3 : start + 6, start + 3 : start + 6] = tensor
            gyro[start + 3 : start + 6] = cross(w, tensor @ w)
        return M, gyro

    def _whole(self) -> tuple[np.ndarray, np.ndarray]:
        """Matrix and right side for the unknowns A, q̈, W, λ."""
        b, loads = self.bodies, self.loads
        n, f, w, m = self.n, self.f, len(b.K), len(self.rows)
        A, right = np.zeros((n + f + w + m, n + f + w + m)), np.zeros(n + f + w + m)
        q, W, L = slice(n, n + f), slice(n + f, n + f + w), slice(n + f + w, None)
        A[:n, :n], A[:n, W], A[:n, L] = self.M, -b.K.T, -self.Gx.T
        A[q, q], A[q, W], A[q, L] = loads.M[1:, 1:], b.S[:, 1:].T, -self.Gq.T
        A[W, :n], A[W, q] = b.K, -b.S[:, 1:]
        A[L, :n], A[L, q] = self.Gx, self.Gq
        right[:n], right[q] = loads.F - self.gyro, loads.tau - loads.h
        right[W], right[L] = b.beta, -self.drift
        return A, right

    def found(self) -> Found:
        """Solve and collect."""
        b, loads, f, n = self.bodies, self.loads, self.f, self.n
        A, right = self._whole()
        solution = Solution(A, right)
        unknown, qdd = solution.x, solution.x[n : n + f]
        J = b.J[:, 1:]
        G = self.Gx @ J + self.Gq
        g = b.J.T @ self.M @ b.J + loads.M
        rates = b.state.rates
        return Found(
            names=list(b.state.names),
            E={number: R.T for number, R in b.R.items() if number >= 0},
            x={number: x for number, x in b.x.items() if number >= 0},
            g=g,
            h=J.T @ (self.M @ b.bias + self.gyro) + loads.h,
            Q=J.T @ loads.F + loads.tau,
            qdd=qdd,
            T=float(b.V @ self.M @ b.V) / 2 + loads.T,
            U=loads.U,
            D=loads.D,
            dissipated_power=2 * loads.D,
            power=loads.power,
            G=G,
            gamma=self.drift + self.Gx @ b.bias,
            position=np.array([row.position for row in self.rows], float),
            velocity=np.array([row.rate for row in self.rows], float),
            sources=[f"element:{row.name}" for row in self.rows],
            multipliers=unknown[n + f + len(b.K) :],
            reactions=self._reactions(unknown[n + f : n + f + len(b.K)]),
            gaps=b.gaps(),
            undefined=self.undefined,
            degenerate=loads.degenerate,
            clear=solution.clear,
            contradiction=solution.contradiction,
            residual=float(np.abs(rates @ g @ rates / 2 - (b.V @ self.M @ b.V / 2 + loads.T))),
            condition=solution.condition,
        )

    def _reactions(self, W: np.ndarray) -> dict:
        W = np.full_like(W, np.nan) if self.loads.untold else W
        found: dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]] = {}
        for row, joint in enumerate(self.bodies.joints):
            force, moment = W[6 * row : 6 * row + 3], W[6 * row + 3 : 6 * row + 6]
            place, name = self.bodies.joint_point(joint), joint["name"]
            if "beam" in joint:  # all parts of a beam together act at its root
                name, root = joint["beam"], self.bodies.root(joint)
                moment, place = moment + cross(place - root, force), root
                before = found.get(name, (0.0, 0.0, root))
                force, moment = before[0] + force, before[1] + moment
            found[name] = force, moment, place
        return found


class Solution:
    """The solution of least norm, by singular values; nan where it is not unique."""

    def __init__(self, A: np.ndarray, right: np.ndarray) -> None:
        self.x = np.zeros(len(A))
        self.clear, self.contradiction, self.condition = True, False, 1.0
        if not len(A):
            return
        rows, columns = scales(A)
        U, s, Vt = np.linalg.svd(A * rows[:, None] * columns)
        keep = s > SURELY_NOT * s[0]
        self.clear = not np.any((s < SURELY_NOT * s[0]) & (s > SURELY_ZERO * s[0]))
        self.condition = float(s[0] / s[keep][-1])
        b = U.T @ (right * rows)
        self.x = columns * (Vt[keep].T @ (b[keep] / s[keep]))
        rest = np.linalg.norm(b[~keep]) if not keep.all() else 0.0
        self.contradiction = bool(rest > 1e-9 * max(np.linalg.norm(b), NEXT_TO_NOTHING))
        loose = np.linalg.norm(Vt[~keep], axis=0) > 1e-8
        self.x[loose] = np.nan


def scales(A: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Factors of rows and columns that bring the largest entries of all near to 1."""
    rows, columns = np.ones(len(A)), np.ones(len(A))
    for _ in range(3):
        scaled = np.abs(A) * rows[:, None] * columns
        rows /= np.sqrt(_largest(scaled, 1))
        columns /= np.sqrt(_largest(scaled, 0))
    return rows, columns


def _largest(A: np.ndarray, axis: int) -> np.ndarray:
    found = A.max(axis=axis)
    return np.where(found > 0, found, 1.0)

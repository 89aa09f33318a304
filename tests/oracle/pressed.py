"""Plane chains whose joints rub by their own reactions, in maximal coordinates.

Each body has two accelerations of its centre and one of its angle; hinges and slides are equations
between them, with reactions as unknowns.  Friction is entered as a given effort and found anew from
the reactions until nothing changes: no coordinate, no response, no derivative of the program.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Array = np.ndarray


@dataclass(frozen=True)
class Hung:
    """A body that hangs on the one before it: a hinge of radius r, or a slide of length b along x.

    The joint is at `inner` on the body before and at `outer` on this one; `size` is r or b, where a
    slide of length 0 knows forces only.
    """

    hinge: bool
    mass: float
    inertia: float
    inner: tuple[float, float]
    outer: tuple[float, float]
    mu: float
    size: float


def turned(angle: float) -> Array:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def left(v: Array) -> Array:
    """A vector turned by a right angle."""
    return np.array([-v[1], v[0]])


@dataclass
class Chain:
    """A chain at coordinates q and velocities q̇, under gravity g downwards."""

    bodies: list[Hung]
    q: Array
    qd: Array
    gravity: float = 9.81

    def __post_init__(self) -> None:
        angle, omega = 0.0, 0.0
        x, v = np.zeros(2), np.zeros(2)
        self.places: list[tuple[Array, Array, Array, Array, float]] = []
        self.omegas = [0.0]
        for body, q, qd in zip(self.bodies, self.q, self.qd, strict=True):
            R = turned(angle)
            arm, way = R @ body.inner, R @ np.array([1.0, 0.0])
            point, speed, inner = x + arm, v + omega * left(arm), omega
            if body.hinge:
                angle, omega = angle + q, omega + qd
            else:
                point = point + q * way
                speed = speed + qd * way + q * omega * left(way)
            out = turned(angle) @ body.outer
            x, v = point - out, speed - omega * left(out)
            self.places.append((arm, out, way, (0.0 if body.hinge else q) * way, inner))
            self.omegas.append(omega)

    def accelerations(self, senses: Array, rounds: int = 400) -> tuple[Array, Array]:
        """q̈ (n,) and the bounds (n,) of friction, which slides in these senses (0: none)."""
        bounds = np.zeros(len(self.bodies))
        for _ in range(rounds):
            qdd, new = self._solved(-senses * bounds)
            if np.max(np.abs(new - bounds)) <= 1e-15 * np.max(np.abs(new)):
                break
            bounds = new
        return qdd, bounds

    def _solved(self, efforts: Array) -> tuple[Array, Array]:
        n = len(self.bodies)
        # unknowns: (ẍ, ÿ, φ̈) of each body, (X, Y) of each hinge or (N, M) of each slide
        A, b = np.zeros((5 * n, 5 * n)), np.zeros(5 * n)
        for i, (body, place) in enumerate(zip(self.bodies, self.places, strict=True)):
            arm, out, way, slid, inner = place
            own, before, load = 3 * i, 3 * (i - 1), 3 * n + 2 * i
            A[own : own + 2, own : own + 2] = body.mass * np.eye(2)
            A[own + 2, own + 2] = body.inertia
            b[own + 1] -= body.mass * self.gravity
            normal = left(way)
            columns = np.eye(2) if body.hinge else np.column_stack([normal, np.zeros(2)])
            moments = (0.0, 0.0) if body.hinge else (0.0, 1.0)
            given = np.zeros(2) if body.hinge else efforts[i] * way
            turn = efforts[i] if body.hinge else 0.0
            for at, sign, lever in ((own, 1.0, out), (before, -1.0, arm + slid)):
                if at < 0:
                    continue
                for k in range(2):
                    A[at : at + 2, load + k] -= sign * columns[:, k]
                    A[at + 2, load + k] -= sign * (_moment(lever, columns[:, k]) + moments[k])
                b[at : at + 2] += sign * given
                b[at + 2] += sign * (_moment(lever, given) + turn)
            row, omega = 3 * n + 2 * i, self.omegas[i + 1]
            # the joint's point: ẍ + φ̈ left(s) − ω² s on both sides
            if body.hinge:
                A[row : row + 2, own : own + 2] = np.eye(2)
                A[row : row + 2, own + 2] = left(out)
                b[row : row + 2] += omega**2 * out
                if before >= 0:
                    A[row : row + 2, before : before + 2] -= np.eye(2)
                    A[row : row + 2, before + 2] -= left(arm)
                b[row : row + 2] -= inner**2 * arm
            else:
                # p = x_before + arm + q way: along the normal the rest of p̈ must vanish
                A[row, own : own + 2] = normal
                A[row, own + 2] = normal @ left(out)
                b[row] += normal @ (omega**2 * out - inner**2 * (arm + slid))
                b[row] += 2 * inner * self.qd[i]
                A[row + 1, own + 2] = 1.0
                if before >= 0:
                    A[row, before : before + 2] -= normal
                    A[row, before + 2] -= normal @ left(arm + slid)
                    A[row + 1, before + 2] -= 1.0
        x = np.linalg.solve(A, b)
        return self._read(x, n)

    def _read(self, x: Array, n: int) -> tuple[Array, Array]:
        qdd, bounds = np.zeros(n), np.zeros(n)
        for i, (body, place) in enumerate(zip(self.bodies, self.places, strict=True)):
            arm, out, way, slid, inner = place
            a, alpha = x[3 * i : 3 * i + 2], x[3 * i + 2]
            a0, alpha0 = (x[3 * i - 3 : 3 * i - 1], x[3 * i - 1]) if i else (np.zeros(2), 0.0)
            first, second = x[3 * n + 2 * i : 3 * n + 2 * i + 2]
            if body.hinge:
                qdd[i] = alpha - alpha0
                bounds[i] = body.mu * body.size * np.hypot(first, second)
                continue
            point = a + alpha * left(out) - self.omegas[i + 1] ** 2 * out
            other = a0 + alpha0 * left(arm + slid) - inner**2 * (arm + slid)
            qdd[i] = way @ (point - other)
            ends = [first / 2 + s * second / body.size for s in (1, -1)] if body.size else [first]
            bounds[i] = body.mu * sum(map(abs, ends))
        return qdd, bounds


def _moment(arm: Array, force: Array) -> float:
    return float(arm[0] * force[1] - arm[1] * force[0])

"""From a position to one in balance: Newton's method on forces, descent on a potential."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np

from lagr_gui.simulation.system import Array

STEPS = 80

BALANCED = 1e-9
"""What remains of forces in balance, relative to those out of balance."""


class Rest(Protocol):
    """What acts on a system in a position (q̈ = 0, given constant velocities)."""

    def forces(self, q: Array) -> tuple[Array, Array]:
        """The forces (f,) that remain, and their slopes (f, f)."""
        ...

    def potential(self, q: Array) -> tuple[float, Array]:
        """The energy whose negative slopes (f,) the forces are, where there is one."""
        ...


class Hunt:
    """Newton's method and descent from single starts."""

    def __init__(self, rest: Rest, scale: float, has_potential: bool) -> None:
        self._rest, self._scale, self.has_potential = rest, scale, has_potential
        self.ends: list[Array] = []

    def from_start(self, q: Array) -> Iterator[Array]:
        """The equilibria that this start leads to."""
        ways = [self._newton, self._descend] if self.has_potential else [self._newton]
        for way in ways:
            end = self._polished(way(q))
            if np.isfinite(end).all() and np.isfinite(self.left(end)).all():
                self.ends.append(end)
                if size(self.left(end)) <= BALANCED * self._scale:
                    yield end

    def left(self, q: Array) -> Array:
        """The forces that remain."""
        return self._rest.forces(q)[0]

    def _newton(self, q: Array) -> Array:
        """Steps −J⁺r with a line search on |r|; a damped step where that fails."""
        damping = 0.0
        for _ in range(STEPS):
            r, J = self._rest.forces(q)
            large = size(r)
            if not (np.isfinite(large) and np.isfinite(J).all()) or large <= 1e-12 * self._scale:
                break
            step = _limited(_damped(J, r, damping))
            length = self._shorter(q, step, float(np.linalg.norm(r)))
            if length:
                q, damping = q + length * step, damping / 10
            elif damping > 1e4:
                break
            else:
                damping = max(10 * damping, 1e-6)
        return q

    def _shorter(self, q: Array, step: Array, before: float) -> float:
        """The part of a step after which the forces are smaller; 0 where none is."""
        length = 1.0
        while length > 1e-4:
            after = float(np.linalg.norm(self.left(q + length * step)))
            if after <= (1 - 1e-3 * length) * before:
                return length
            length /= 2
        return 0.0

    def _descend(self, q: Array) -> Array:
        """Newton's method on the potential, with its curvature taken as positive."""
        for _ in range(STEPS):
            r, J = self._rest.forces(q)
            if not (np.isfinite(r).all() and np.isfinite(J).all()):
                break
            curvatures, axes = np.linalg.eigh(-(J + J.T) / 2)
            largest = float(np.max(np.abs(curvatures), initial=0.0))
            curvatures = np.maximum(np.abs(curvatures), 1e-6 * largest + 1e-300)
            step = _limited(axes @ ((axes.T @ r) / curvatures))
            V, gain, length = self._rest.potential(q)[0], float(r @ step), 1.0
            while length > 1e-6 and not (
                self._rest.potential(q + length * step)[0] <= V - 1e-4 * length * gain
            ):
                length /= 2
            if length <= 1e-6 or gain <= 1e-18 * self._scale:
                break
            q = q + length * step
        return q

    def _polished(self, q: Array) -> Array:
        """Full steps for as long as they reduce what remains."""
        for _ in range(8):
            r, J = self._rest.forces(q)
            if not (np.isfinite(r).all() and np.isfinite(J).all()) or not np.any(r):
                break
            better = q + _damped(J, r, 0.0)
            if not size(self.left(better)) < size(r):
                break
            q = better
        return q


def _damped(J: Array, r: Array, damping: float) -> Array:
    """The step −J⁺r; with damping −(JᵀJ + μ)⁻¹Jᵀr, which leaves singular directions alone."""
    if damping == 0.0:
        return -np.asarray(np.linalg.lstsq(J, r, rcond=1e-11)[0], float)
    square = J.T @ J
    largest = float(np.max(np.diag(square), initial=0.0))
    regular = square + (damping * largest + 1e-300) * np.eye(len(r))
    return -np.asarray(np.linalg.solve(regular, J.T @ r), float)


def _limited(step: Array) -> Array:
    """At most about one radian or metre, or half of a long way."""
    longest = float(np.max(np.abs(step), initial=0.0))
    return step if longest <= 2.0 else step * (2.0 / longest) ** 0.5


def size(values: Array) -> float:
    """The largest modulus; nan counts as infinite."""
    largest = float(np.max(np.abs(values), initial=0.0))
    return largest if np.isfinite(largest) else float("inf")

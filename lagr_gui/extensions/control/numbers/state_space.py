"""Linear systems in state space: poles, transfer, sampling, and how systems are put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import expm

from lagr_gui.foundation.arrays import Array

Complex = NDArray[np.complex128]

ROUNDING = 1e-9
"""Real parts of poles below this part of the largest pole may be rounding."""


@dataclass(frozen=True, eq=False)
class StateSpace:
    """ẋ = A x + B u, y = C x + D u; with a sample `h` > 0 (s) xₖ₊₁ = A xₖ + B uₖ instead.

    A (n, n), B (n, m), C (k, n), D (k, m); between samples u is held.
    """

    A: Array
    B: Array
    C: Array
    D: Array
    h: float = 0.0

    @property
    def n(self) -> int:
        """The number of states."""
        return len(self.A)

    @cached_property
    def poles(self) -> Complex:
        """The eigenvalues (n,) of A: in 1/s, or of one step where it is sampled."""
        return in_order(eigenvalues(self.A))

    @property
    def is_stable(self) -> bool:
        """Whether every deviation dies out."""
        return bool(np.all(decays(self.poles, self.h)))

    def sampled(self, h: float) -> StateSpace:
        """The same between samples h (s) apart with inputs held: exact, by one exponential."""
        n, m = self.B.shape
        block = np.zeros((n + m, n + m))
        block[:n] = np.hstack([self.A, self.B])
        step = np.asarray(expm(block * h), float)
        return StateSpace(step[:n, :n], step[:n, n:], self.C, self.D, h)

    def transfer(self, s: Complex) -> Complex:
        """C (s I − A)⁻¹ B + D at complex s (w,), or z: (w, k, m); infinite at a pole."""
        matrices = s[:, None, None] * np.eye(self.n) - self.A
        with np.errstate(all="ignore"):
            try:
                x = np.linalg.solve(matrices, np.broadcast_to(self.B, (len(s), *self.B.shape)))
            except np.linalg.LinAlgError:  # one of them is a pole
                x = np.array([_solved(matrix, self.B) for matrix in matrices])
            values = np.asarray(self.C @ x + self.D, complex)
        values[~np.isfinite(values)] = np.inf
        return values

    def points(self, omega: Array) -> Complex:
        """Where the transfer is taken for circular frequencies (w,): iω, or e^{iωh}."""
        return np.asarray(np.exp(1j * omega * self.h) if self.h else 1j * omega, complex)

    def response(self, omega: Array) -> Complex:
        """The frequency response (w, k, m) at circular frequencies (w,) in rad/s."""
        return self.transfer(self.points(omega))

    def part(self, outputs: Sequence[int], inputs: Sequence[int]) -> StateSpace:
        """The same with some of its outputs and inputs."""
        rows, columns = list(outputs), list(inputs)
        return StateSpace(
            self.A,
            self.B[:, columns],
            self.C[rows],
            self.D[np.ix_(rows, columns)],
            self.h,
        )


def eigenvalues(matrix: Array) -> Complex:
    """The eigenvalues (n,) of a matrix."""
    return np.asarray(np.linalg.eigvals(matrix), complex)


def in_order(values: Complex) -> Complex:
    """Poles or zeros from the left to the right, of a pair the lower one first."""
    values = np.asarray(values, complex)
    digits = np.round(values.real, 9), np.round(values.imag, 9)
    return values[np.lexsort(digits[::-1])]


def decays(poles: Complex, h: float, largest: float = 0.0) -> NDArray[np.bool_]:
    """Which poles (n,) belong to deviations that die out: Re λ < 0, or |z| < 1 of samples.

    What is not larger than rounding of the `largest` pole of a system does not.
    """
    if h:
        return np.asarray(np.abs(poles) < 1 - ROUNDING)
    size = max(largest, float(np.max(np.abs(poles), initial=0.0)))
    return np.asarray(poles.real < -ROUNDING * size)


def series(first: StateSpace, second: StateSpace) -> StateSpace:
    """The output of the first is the input of the second one."""
    still = np.zeros((first.n, second.n))
    A = np.block([[first.A, still], [second.B @ first.C, second.A]])
    B = np.vstack([first.B, second.B @ first.D])
    C = np.hstack([second.D @ first.C, second.C])
    return StateSpace(A, B, C, second.D @ first.D, first.h)


def _solved(matrix: Complex, right: Array) -> Complex:
    try:
        return np.asarray(np.linalg.solve(matrix, right), complex)
    except np.linalg.LinAlgError:
        return np.full(right.shape, np.inf, complex)

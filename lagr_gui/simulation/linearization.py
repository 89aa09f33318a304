"""Linear equations of small motions: matrices, state space, transfer from inputs to outputs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lagr_gui.simulation.system import Array

Complex = NDArray[np.complex128]


@dataclass(frozen=True, eq=False)
class Linearization:
    """M δq̈ + (D + G) δq̇ + (K + N) δq = B u + B′ u̇ + B″ ü about the state (t, q, q̇).

    M, P = D + G, S = K + N: (n, n) over the independent coordinates; the deviations of all f
    coordinates are `basis` (f, n) times theirs.  B: (3, n, m) for u, u̇, ü.  Outputs: values y
    (k,), slopes Yq, Yv (k, n) and Yu (3, k, m).  `residual` (n,) is what is missing to balance,
    `rate` (n,) how that changes with time: both vanish where the equations do not change.
    `indifferent` are coordinates that no force depends on, in any position.
    """

    coordinates: tuple[str, ...]
    independent: tuple[str, ...]
    t: float
    q: Array
    qd: Array
    qdd: Array
    basis: Array
    M: Array
    P: Array
    S: Array
    B: Array
    residual: Array
    rate: Array
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    y: Array
    Yq: Array
    Yv: Array
    Yu: Array
    indifferent: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def D(self) -> Array:
        """Damping: the symmetric part of P."""
        return (self.P + self.P.T) / 2

    @property
    def G(self) -> Array:
        """Gyroscopic: the skew part of P, which takes no energy."""
        return (self.P - self.P.T) / 2

    @property
    def K(self) -> Array:
        """Stiffness: the symmetric part of S, which has a potential."""
        return (self.S + self.S.T) / 2

    @property
    def N(self) -> Array:
        """Circulatory: the skew part of S, which has none."""
        return (self.S - self.S.T) / 2

    @cached_property
    def A(self) -> Array:
        """The matrix (2n, 2n) of ẋ = A x + B u with x = (δq, δq̇)."""
        n = len(self.M)
        lower = -np.linalg.solve(self.M, np.hstack([self.S, self.P]))
        return np.asarray(np.block([[np.zeros((n, n)), np.eye(n)], [lower]]), float)

    @cached_property
    def signals(self) -> tuple[tuple[str, int, int], ...]:
        """What enters the state space: name, number and rate (0, 1, 2) of each used input.

        An input that moves a point enters with its first and second rates as well.
        """
        return tuple(
            (name + "'" * order, number, order)
            for number, name in enumerate(self.inputs)
            for order in range(len(self.B))
            if order == 0 or np.any(self.B[order, :, number]) or np.any(self.Yu[order, :, number])
        )

    @property
    def state_B(self) -> Array:
        """The matrix (2n, s) of the s signals."""
        pushes = [self.B[order, :, number] for _, number, order in self.signals]
        forces = np.array(pushes).reshape(-1, len(self.M)).T
        driven = np.asarray(np.linalg.solve(self.M, forces), float)
        return np.vstack([np.zeros_like(driven), driven])

    @property
    def state_C(self) -> Array:
        """The matrix (k, 2n) of y = C x + D u."""
        return np.hstack([self.Yq, self.Yv])

    @property
    def state_D(self) -> Array:
        """The matrix (k, s) of the s signals."""
        direct = [self.Yu[order, :, number] for _, number, order in self.signals]
        return np.array(direct).reshape(-1, len(self.outputs)).T

    def response(self, omega: float, number: int) -> tuple[Complex, Complex]:
        """Complex amplitudes of δq (n,) and of the outputs (k,) for a unit input e^{iωt}.

        Raises `numpy.linalg.LinAlgError` at a resonance without damping.
        """
        s = 1j * omega
        powers = s ** np.arange(len(self.B))
        stiffness = s * s * self.M + s * self.P + self.S
        pushed = np.tensordot(powers, self.B[:, :, number], 1)
        z = np.asarray(np.linalg.solve(stiffness, pushed), complex)
        direct = np.tensordot(powers, self.Yu[:, :, number], 1)
        return z, np.asarray(self.Yq @ z + s * (self.Yv @ z) + direct, complex)

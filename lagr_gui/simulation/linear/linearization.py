"""Linear equations of small motions: matrices, state space, transfer from inputs to outputs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.selfcheck import SelfCheck
from lagr_gui.foundation.showing import Shown
from lagr_gui.numerics import FullMotion, LinearStates
from lagr_gui.simulation.system import Array
from lagr_gui.simulation.tuning import VERDICT

Complex = NDArray[np.complex128]


@dataclass(frozen=True, eq=False)
class Linearization(Shown):
    """M ẇ + (D + G) w + (K + N) z = B u + B′ u̇ + B″ ü about the state (t, q, q̇, q̈).

    z are the deviations of the n coordinates `independent`; w = ż, but where constraints bind
    velocities only: there ż = T w + Z z with fewer w.  P = D + G (p, p), S (p, n).  The
    deviations of all f coordinates are `basis` (f, n) times z.  B (3, p, m) for u, u̇, ü.
    Outputs: values y (k,), slopes Yz (k, n), Yw (k, p) and Yu (3, k, m).  `residual` (f,) is what
    is missing to balance, `multipliers` λ (c,) those of the constraints.
    States of the first order are the `own` ones, with the values s; `first` tells how their
    deviations δs enter: L δs joins (K + N) z, and δṡ = Q z + V w + F δs + B U.
    `indifferent` are coordinates that no force depends on, in any position.  `obstacle` tells
    why eigenvalues say nothing certain about stability: the equations change with time, or the
    place is no equilibrium; empty where they do.  They hold in a `mode` of frictions and limits,
    and `after` these events of the model, if any are named.
    """

    coordinates: tuple[str, ...]
    independent: tuple[str, ...]
    quick: tuple[str, ...]
    t: float
    q: Array
    qd: Array
    qdd: Array
    multipliers: Array
    whole: FullMotion
    M: Array
    P: Array
    S: Array
    B: Array
    T: Array
    Z: Array
    Bz: Array
    residual: Array
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    y: Array
    Yz: Array
    Yw: Array
    Yu: Array
    indifferent: tuple[str, ...] = ()
    obstacle: str = ""
    notes: tuple[str, ...] = ()
    certificate: SelfCheck | None = None
    own: tuple[str, ...] = ()
    s: Array = field(default_factory=lambda: np.zeros(0))
    first: LinearStates | None = None
    mode: str | Mapping[str, str] = ""
    after: str = ""

    @property
    def basis(self) -> Array:
        """Deviations (f, n) of all coordinates by those of the independent ones."""
        return self.whole.N

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
        """Stiffness: the symmetric part of S along the possible velocities; it has a potential."""
        along = self.S @ self.T
        return (along + along.T) / 2

    @property
    def N(self) -> Array:
        """Circulatory: the skew part of S along the possible velocities; it has none."""
        along = self.S @ self.T
        return (along - along.T) / 2

    @property
    def is_nonholonomic(self) -> bool:
        """Whether constraints bind velocities only."""
        return len(self.quick) < len(self.independent)

    @property
    def states(self) -> tuple[str, ...]:
        """The names of x = (z, w, s): coordinates, velocities with a stroke, own states."""
        return (*self.independent, *(f"{name}'" for name in self.quick), *self.own)

    @cached_property
    def A(self) -> Array:
        """The matrix of ẋ = A x + B u with x = (z, w, s)."""
        lower = -np.linalg.solve(self.M, np.hstack([self.S, self.P]))
        A = np.asarray(np.vstack([np.hstack([self.Z, self.T]), lower]), float)
        if self.first is None:
            return A
        first, still = self.first, np.zeros((len(self.independent), len(self.own)))
        column = np.vstack([still, -np.linalg.solve(self.M, first.L)])
        return np.asarray(np.block([[A, column], [np.hstack([first.Q, first.V]), first.F]]), float)

    @cached_property
    def signals(self) -> tuple[tuple[str, int, int], ...]:
        """What enters the state space: name, number and rate (0, 1, 2) of each used input.

        An input that moves a point enters with its first and second rates as well.
        """
        return tuple(
            (name + "'" * order, number, order)
            for number, name in enumerate(self.inputs)
            for order in range(len(self.B))
            if order == 0 or any(np.any(table[order, :, number]) for table in self.entering)
        )

    @property
    def entering(self) -> tuple[Array, ...]:
        """The tables (3, …, m) of what u, u̇, ü of the inputs do."""
        return (self.B, self.Bz, self.Yu, *([self.first.B] if self.first else ()))

    @property
    def state_B(self) -> Array:
        """The matrix of the signals, a row for each of `states`."""
        forces = np.asarray(np.linalg.solve(self.M, self.columns(self.B)), float)
        first = [self.columns(self.first.B)] if self.first else []
        return np.vstack([self.columns(self.Bz), forces, *first])

    @property
    def state_C(self) -> Array:
        """The matrix of y = C x + D u, a column for each of `states`."""
        return np.hstack([self.Yz, self.Yw, *([self.first.Y] if self.first else ())])

    @property
    def state_D(self) -> Array:
        """The matrix (k, s) of the s signals."""
        return self.columns(self.Yu)

    @property
    def state_space(self) -> tuple[Array, Array, Array, Array]:
        """A, B, C, D: of ẋ, or where the time goes in steps of the state after one."""
        return self.A, self.state_B, self.state_C, self.state_D

    @property
    def step(self) -> float:
        """The time (s) between two states of the state space, 0 where it goes on continuously."""
        return 0.0

    def rates(self, omega: float) -> Complex:
        """Complex amplitudes (3,) of u = e^{iωt} and its rates."""
        return np.asarray((1j * omega) ** np.arange(len(self.B)), complex)

    def columns(self, table: Array) -> Array:
        """What the signals do (…, s), of a table (3, …, m)."""
        columns = [table[order, :, number] for _, number, order in self.signals]
        return np.array(columns, float).reshape(len(columns), table.shape[1]).T

    def response(self, omega: float, number: int) -> tuple[Complex, Complex, Complex]:
        """Complex amplitudes of z (n,), w (p,) and outputs (k,) for a unit input e^{iωt}.

        Raises `numpy.linalg.LinAlgError` at a resonance without damping.
        """
        s, n, powers = 1j * omega, len(self.independent), self.rates(omega)
        matrix = np.block([[s * np.eye(n) - self.Z, -self.T], [self.S, s * self.M + self.P]])
        tables, first = [self.Bz, self.B], self.first
        if first is not None:
            column = np.vstack([np.zeros((n, len(self.own))), first.L])
            corner = s * np.eye(len(self.own)) - first.F
            matrix = np.block([[matrix, column], [-first.Q, -first.V, corner]])
            tables.append(first.B)
        pushed = [np.tensordot(powers, table[:, :, number], 1) for table in tables]
        x = np.asarray(np.linalg.solve(matrix, np.concatenate(pushed)), complex)
        z, w = x[:n], x[n : n + len(self.quick)]
        direct = np.tensordot(powers, self.Yu[:, :, number], 1)
        return z, w, np.asarray(self.state_C @ x + direct, complex)


def check_inertia(linear: Linearization) -> None:
    """Raise LagrError where some motion has no inertia."""
    scale = np.sqrt(np.abs(np.diag(linear.M)))
    if not len(scale):
        return
    if (
        np.all(scale > 0)
        and np.linalg.eigvalsh(linear.M / np.outer(scale, scale))[0] > VERDICT.singular
    ):
        return
    cause = "Some motion of the coordinates has no inertia there: the matrix M is singular."
    remedy = "Look for a mass that is zero, or for coordinates that fail there (a gimbal lock)."
    raise refusal("Linearisation", cause, remedy, code="singular-metric")

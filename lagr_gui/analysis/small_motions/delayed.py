"""Linear equations with signals that are delayed: d(t) = u(t − τ), exactly.

The delayed signals d are inputs of equations without delays, and what is delayed, u, are outputs:
(u, y) = P(s) (d, input), and d = e^{−sτ} u closes them.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from lagr_gui.foundation.message import say
from lagr_gui.foundation.selfcheck import SelfCheck, disagreement
from lagr_gui.simulation.linear.linearization import Complex, Linearization
from lagr_gui.simulation.linear.modes import Mode, Modes, mode_of
from lagr_gui.simulation.linear.response import FrequencyResponse
from lagr_gui.simulation.system import Array

POINTS = 40
"""Points of each delay at which what is under way is a polynomial: some ten waves of it."""
TRIED, TOLD = 24, 10
"""Eigenvalues of these that are made exact, and those of them that are told."""
STEPS = 30
"""Of Newton's method; from the polynomials it takes three or four."""
SINGULAR = 1e10
"""The condition of a matrix beside a pole, where nothing is compared."""
AGREED = 1e-8
"""By how much transfers may differ that are found in two ways."""
EXACT = 1e-12
"""The relative change of an eigenvalue with which it ends."""


@dataclass(frozen=True, eq=False)
class DelayedLinearization(Linearization):
    """Linear equations with delays (d,) in s, of which `opened` are those without.

    Behind its inputs those have the d delayed signals, behind its outputs what is delayed.
    """

    opened: Linearization | None = None
    delays: tuple[float, ...] = ()

    def response(self, omega: float, number: int) -> tuple[Complex, Complex, Complex]:
        """As that of equations without delays."""
        opened, d, k = self.equations, len(self.delays), len(self.outputs)
        first = opened.response(omega, number)
        back = [opened.response(omega, len(self.inputs) + own) for own in range(d)]
        pull = np.exp(-1j * omega * np.array(self.delays))
        loops = pull[:, None] * np.array([y[k:] for _, _, y in back]).T
        held = np.linalg.solve(np.eye(d) - loops, pull * first[2][k:])
        z, w, y = (
            np.asarray(own + held @ np.array(others), complex)
            for own, *others in zip(first, *back, strict=True)
        )
        return z, w, y[:k]

    @property
    def equations(self) -> Linearization:
        """Those without delays."""
        assert self.opened is not None
        return self.opened

    @property
    def loops(self) -> tuple[Array, Array, Array, Array]:
        """A, B (n, d), C (d, n) and D (d, d): ẋ = A x + B d, u = C x + D d."""
        opened, k, inputs = self.equations, len(self.outputs), len(self.inputs)
        own = [number >= inputs for _, number, _ in opened.signals]
        return opened.A, opened.state_B[:, own], opened.state_C[k:], opened.state_D[k:][:, own]


def check_delayed(linear: DelayedLinearization, found: FrequencyResponse) -> SelfCheck:
    """Compare the transfer at some frequencies with the state space. Raises Disagreement."""
    opened, m, k = linear.equations, len(linear.inputs), len(linear.outputs)
    C, D, delays = opened.state_C, opened.state_D, np.array(linear.delays)
    for row in np.unique(np.linspace(0, len(found.omega) - 1, 4).astype(int)):
        s, shown = 1j * found.omega[row], found.transfer[row]
        shifted = s * np.eye(len(opened.A)) - opened.A
        if not np.isfinite(shown).all() or np.linalg.cond(shifted) > SINGULAR:
            continue
        columns = np.zeros((len(opened.signals), m + len(delays)), complex)
        for place, (_, number, order) in enumerate(opened.signals):
            columns[place, number] = s**order
        P = (C @ np.linalg.solve(shifted, opened.state_B) + D) @ columns
        pull = np.diag(np.exp(s * delays))  # u = e^{sτ} d
        y = P[:k, 0] + P[:k, m:] @ np.linalg.solve(pull - P[k:, m:], P[k:, 0])
        scale = float(np.max(np.abs(y), initial=0.0)) or 1.0
        if (gap := float(np.max(np.abs(y - shown), initial=0.0)) / scale) > AGREED:
            raise disagreement("The frequency response", gap, "Frequency response")
    return linear.certificate or SelfCheck(float("nan"))


def with_delays(opened: Linearization, delays: tuple[float, ...]) -> DelayedLinearization:
    """Equations whose last inputs are their last outputs, delayed."""
    k, m = len(opened.outputs) - len(delays), len(opened.inputs) - len(delays)
    cut: dict[str, Any] = {
        "inputs": opened.inputs[:m],
        "outputs": opened.outputs[:k],
        "y": opened.y[:k],
        "Yz": opened.Yz[:k],
        "Yw": opened.Yw[:k],
        "Yu": opened.Yu[:, :k, :m],
    }
    same = {field.name: getattr(opened, field.name) for field in fields(opened)}
    return DelayedLinearization(**same | cut, opened=opened, delays=delays)


# --- eigenvalues ----------------------------------------------------------------------------------


def delayed_modes(linear: DelayedLinearization) -> Modes:
    """The rightmost of the endlessly many eigenvalues, with the verdict on stability.

    What is under way along each delay is a polynomial at Chebyshev's points (Breda, Maset and
    Vermiglio 2005); eigenvalues of that are made exact by Newton's method on the equations
    themselves.
    """
    A, B, C, D = linear.loops
    values = np.linalg.eigvals(_transported(A, B, C, D, np.array(linear.delays)))
    first = values[np.argsort(-values.real)][:TRIED]
    found = [root for value in first if (root := _exact(linear, complex(value))) is not None]
    modes: list[Mode] = []
    for value, x, error in sorted(found, key=lambda root: -root[0].real):
        if value.imag >= -error and all(abs(value - m.eigenvalue) > error for m in modes):
            modes.append(mode_of(linear, value, x, error))
    modes = modes[:TOLD]
    stability, reason = _verdict(modes)
    return Modes(
        coordinates=linear.coordinates,
        q=linear.q,
        eigenvalues=np.array([mode.eigenvalue for mode in modes], complex),
        modes=tuple(modes),
        zeros=sum(abs(mode.eigenvalue) <= mode.uncertainty for mode in modes),
        stability=stability,
        reason=reason,
        notes=(*linear.notes, say("There are delays: these are the rightmost eigenvalues.")),
        after=linear.after,
        certificate=linear.certificate,
    )


def _transported(A: Array, B: Array, C: Array, D: Array, delays: Array) -> Array:
    """The matrix of x and of what is under way along each delay, at N points of it."""
    n, N, d = len(A), POINTS, len(delays)
    nodes = np.cos(np.pi * np.arange(N + 1) / N)
    weights = np.where(np.isin(np.arange(N + 1), (0, N)), 2.0, 1.0) * (-1.0) ** np.arange(N + 1)
    apart = nodes[:, None] - nodes[None, :] + np.eye(N + 1)
    slopes = np.outer(weights, 1 / weights) / apart
    slopes -= np.diag(slopes.sum(axis=1))
    ends = n + N * (1 + np.arange(d)) - 1  # what comes out of each delay
    entering = np.zeros((d, n + N * d))
    entering[:, :n], entering[:, ends] = C, D
    whole = np.zeros((n + N * d, n + N * d))
    whole[:n, :n], whole[:n, ends] = A, B
    for own in range(d):
        rows, pace = slice(n + N * own, n + N * (own + 1)), 2 / delays[own]
        whole[rows, rows] = pace * slopes[1:, 1:]
        whole[rows] += pace * np.outer(slopes[1:, 0], entering[own])
    return whole


def _exact(linear: DelayedLinearization, value: complex) -> tuple[complex, Complex, float] | None:
    """The eigenvalue near one, its state (n,) and how exact it is; None where none is found."""
    A, B, C, D = linear.loops
    n, delays = len(A), np.array(linear.delays)
    size = max(1.0 / float(np.max(delays)), abs(value))
    right = np.zeros(n, complex)
    for _ in range(STEPS):
        pull = np.exp(-value * delays)
        entering = pull[:, None] * np.hstack([C, D])
        whole = np.eye(n + len(pull), dtype=complex)
        whole[:n] = np.hstack([value * np.eye(n) - A, -B])
        whole[n:] -= entering
        slope = np.zeros_like(whole)
        slope[:n, :n] = np.eye(n)
        slope[n:] = delays[:, None] * entering
        U, _, Vh = np.linalg.svd(whole)
        left, right = U[:, -1].conj(), Vh[-1].conj()
        step = (left @ whole @ right) / (left @ slope @ right)
        value -= step
        if not np.isfinite(value):
            return None
        if abs(step) <= EXACT * size:
            return complex(value), right[:n], 10 * EXACT * size
    return None


def _verdict(modes: list[Mode]) -> tuple[str, str]:
    """What the rightmost eigenvalue decides, and why."""
    if not modes:
        return "undecided", say("no eigenvalue was found")
    worst = modes[0]
    value = f"{worst.eigenvalue.real:.6g}"
    if worst.eigenvalue.imag:
        value += f" ± {worst.eigenvalue.imag:.6g}i"
    if worst.eigenvalue.real > worst.uncertainty:
        return "unstable", say("the eigenvalue {value} grows", value=f"{value} 1/s")
    if worst.eigenvalue.real < -worst.uncertainty:
        words = "all eigenvalues have negative real parts; the slowest is {value}"
        return "asymptotically stable", say(words, value=f"{value} 1/s")
    return "undecided", say("the eigenvalue {value} is on the imaginary axis", value=f"{value} 1/s")

"""Optimal gains from Riccati equations: the linear quadratic regulator, the Kalman filter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.linalg import LinAlgError, solve_continuous_are, solve_discrete_are

from lagr_gui.extensions.control.numbers.faults import fault, needs_definite, poles_text
from lagr_gui.extensions.control.numbers.state_space import (
    Complex,
    StateSpace,
    eigenvalues,
    in_order,
)
from lagr_gui.extensions.control.numbers.structure import Reach, controllability, observability
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say

HALF = 1e-12
"""Eigenvalues of a weight below this part of its largest one may be rounding of zero."""


@dataclass(frozen=True, eq=False)
class Optimum:
    """Gains K (m, n) of u = −K x, and P (n, n): xᵀP x is the cost that is left from x on.

    `poles` (n,) are those of A − B K; `residual` is what P leaves of its Riccati equation, relative
    to its largest term.
    """

    K: Array
    P: Array
    poles: Complex
    residual: float


def lqr(system: StateSpace, Q: Array, R: Array) -> Optimum:
    """The gains that make ∫(xᵀQ x + uᵀR u)dt, or the sum over samples, the least.

    Q (n, n) and R (m, m) are symmetric; Q must not be negative in any direction, R positive in
    all.  Raises LagrError where they are not, where an unstable mode cannot be moved, and where
    one that does not decay costs nothing.
    """
    Q, R = _symmetric(Q, "Q"), _symmetric(R, "R")
    _check_weights(Q, R, ("Q", "R"))
    check_stabilisable(system)
    seen = observability(StateSpace(system.A, system.B, Q, np.zeros((system.n, 0)), system.h))
    if not seen.decays and _on_border(seen.modes, system.h):
        raise fault(
            say("The mode {modes} costs nothing and does not die out.", modes=modes_text(seen)),
            say("Give a weight to a state that it moves."),
        )
    return _solved(system, Q, R)


def kalman(system: StateSpace, W: Array, V: Array) -> Optimum:
    """The gains L = Kᵀ (n, k) of x̂′ = A x̂ + B u + L (y − C x̂ − D u) with the least variance.

    W (n, n) and V (k, k) are the intensities of white noise in ẋ and in y, or their covariances at
    samples, where x̂ₖ₊₁ = A x̂ₖ + … is the estimate before yₖ₊₁ is known.  P is the covariance of
    x − x̂.  Raises LagrError as `lqr` does: what is not stabilisable there is not detectable here.
    """
    W, V = _symmetric(W, "W"), _symmetric(V, "V")
    _check_weights(W, V, ("W", "V"))
    check_detectable(system)
    dual = StateSpace(system.A.T, system.C.T, W, np.zeros((system.n, len(V))), system.h)
    moved = observability(StateSpace(dual.A, dual.B, W, dual.D, system.h))
    if not moved.decays and _on_border(moved.modes, system.h):
        raise fault(
            say("No noise moves the mode {modes}, and it stays.", modes=modes_text(moved)),
            say("Give noise to a state that it moves."),
        )
    return _solved(dual, W, V)


def _solved(system: StateSpace, Q: Array, R: Array) -> Optimum:
    A, B = system.A, system.B
    try:
        if system.h:
            P = np.asarray(solve_discrete_are(A, B, Q, R), float)
            K = np.linalg.solve(R + B.T @ P @ B, B.T @ P @ A)
            terms = [A.T @ P @ A, -P, Q, -A.T @ P @ B @ K]
        else:
            P = np.asarray(solve_continuous_are(A, B, Q, R), float)
            K = np.linalg.solve(R, B.T @ P)
            terms = [A.T @ P, P @ A, Q, -P @ B @ K]
    except LinAlgError:
        raise fault(
            say("The Riccati equation has no solution that can be computed."),
            say("Take weights that differ less in size."),
        ) from None
    largest = max(float(np.max(np.abs(term), initial=0.0)) for term in terms) or 1.0
    residual = float(np.max(np.abs(sum(terms)), initial=0.0)) / largest
    poles = in_order(eigenvalues(A - B @ K))
    return Optimum(np.asarray(K, float), P, poles, residual)


def check_stabilisable(system: StateSpace) -> None:
    """Raise LagrError where no input moves a mode that does not die out."""
    reach = controllability(system)
    if not reach.decays:
        words = "The system cannot be stabilised: no input moves the mode {modes}."
        raise fault(say(words, modes=modes_text(reach)), say("Choose another input."))


def check_detectable(system: StateSpace) -> None:
    """Raise LagrError where no output shows a mode that does not die out."""
    seen = observability(system)
    if not seen.decays:
        words = "No observer comes to rest: the outputs do not show the mode {modes}."
        raise fault(say(words, modes=modes_text(seen)), say("Choose another output."))


def weight(values: Sequence[float] | Array | float, size: int, name: str) -> Array:
    """A weight (size, size) from a number for all, from its diagonal, or from all its rows."""
    given = np.asarray(values, float)
    if given.ndim == 0 or given.size == 1:
        return float(given.reshape(-1)[0]) * np.eye(size)
    if given.shape == (size,):
        return np.diag(given)
    if given.shape == (size, size):
        return given
    cause = say(
        "{name} has {given} numbers, and {size} are needed.",
        name=name,
        given=given.size,
        size=size,
    )
    raise fault(cause, say("Give one for all, or one for each."))


def modes_text(reach: Reach) -> str:
    """The modes that are left, those that do not decay first."""
    return poles_text(reach.modes[np.argsort(-reach.modes.real)])


def _on_border(modes: Complex, h: float) -> bool:
    """Whether one of the modes neither grows nor dies out: nothing stabilises it then."""
    far = np.abs(np.abs(modes) - 1) if h else np.abs(modes.real)
    largest = 1.0 if h else max(float(np.max(np.abs(modes), initial=0.0)), 1e-300)
    return bool(np.any(far <= 1e-8 * largest))


def _symmetric(matrix: Array, name: str) -> Array:
    matrix = np.asarray(matrix, float)
    if not np.isfinite(matrix).all():
        raise fault(say("{name} has entries that are no numbers.", name=name), say("Give numbers."))
    if not np.allclose(matrix, matrix.T, rtol=1e-12, atol=0):
        raise fault(
            say("{name} is not symmetric.", name=name), say("Give equal entries on both sides.")
        )
    return (matrix + matrix.T) / 2


def _check_weights(Q: Array, R: Array, names: tuple[str, str]) -> None:
    values = np.linalg.eigvalsh(R)
    if not len(values) or values[0] <= HALF * max(values[-1], 0.0):
        raise needs_definite(names[1])
    values = np.linalg.eigvalsh(Q)
    if values[0] < -HALF * np.max(np.abs(values)):
        raise fault(
            say("{name} is negative in a direction of the states.", name=names[0]),
            say("Give weights that are not negative."),
        )

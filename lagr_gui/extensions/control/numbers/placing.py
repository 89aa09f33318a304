"""Gains that put poles where somebody wants them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lagr_gui.extensions.control.numbers.faults import fault, poles_text
from lagr_gui.extensions.control.numbers.riccati import modes_text
from lagr_gui.extensions.control.numbers.scaling import scaled
from lagr_gui.extensions.control.numbers.state_space import (
    Complex,
    StateSpace,
    eigenvalues,
    in_order,
)
from lagr_gui.extensions.control.numbers.structure import controllability
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say

CLOSE = 1e-6
"""Coefficients of the polynomial of the poles may differ by this part from what is wanted."""


def placed(system: StateSpace, poles: Sequence[complex]) -> Array:
    """Gains K (m, n) such that A − B K has these n poles, each complex one with its conjugate.

    With one input they are unique (Ackermann's formula); with several the poles move as little as
    may be when the system is off a little (Tits and Yang, 1996).  Raises LagrError for another
    number of poles, complex ones without their partners, and where an input cannot move all modes.
    """
    wanted = in_order(np.asarray(poles, complex))
    if len(wanted) != system.n:
        cause = say(
            "{given} poles are given, and there are {n} states.", given=len(wanted), n=system.n
        )
        raise fault(cause, say("Give a pole for each state."))
    if not np.isfinite(wanted).all():
        raise fault(say("A pole is no number."), say("Give numbers."))
    if np.max(np.abs(in_order(wanted.conj()) - wanted), initial=0.0) > 1e-9 * np.max(
        np.abs(wanted)
    ):
        cause = say("A complex pole stands without its conjugate.")
        raise fault(cause, say("Give both of each pair: -1+2i, -1-2i."))
    reach = controllability(system)
    if not reach.is_complete:
        cause = say(
            "No input moves the mode {modes}: it stays where it is.", modes=modes_text(reach)
        )
        raise fault(cause, say("Choose another input, or LQR, which leaves such modes alone."))
    K = _ackermann(system, wanted) if system.B.shape[1] == 1 else _robust(system, wanted)
    _check_placed(system.A - system.B @ K, wanted)
    return K


def _ackermann(system: StateSpace, wanted: Complex) -> Array:
    """eᵀ (b, A b, …)⁻¹ p(A) in scales without units, the factors of p one by one."""
    scale = scaled(system.A, system.B)
    size, n = scale.size, system.n
    unit = float(np.linalg.norm(system.A / size[:, None] * size, 2)) or 1.0
    A, length = scale.A, np.linalg.norm(system.B[:, 0] / size)
    krylov = [scale.B[:, 0]]
    while len(krylov) < n:
        krylov.append(A @ krylov[-1])
    row = np.linalg.solve(np.column_stack(krylov).T, np.eye(n)[-1])
    for factor in _real_factors(wanted / unit):
        row = row @ _polynomial(factor, A)
    return np.asarray(row * unit / length / size)[None]


def _real_factors(poles: Complex) -> list[Array]:
    """Polynomials of degree 1 and 2 with these zeros."""
    factors = [np.array([1.0, -pole.real]) for pole in poles if pole.imag == 0]
    pairs = (pole for pole in poles if pole.imag > 0)
    return factors + [np.array([1.0, -2 * pole.real, abs(pole) ** 2]) for pole in pairs]


def _polynomial(coefficients: Array, A: Array) -> Array:
    value = np.zeros_like(A)
    for coefficient in coefficients:
        value = value @ A + coefficient * np.eye(len(A))
    return value


def _robust(system: StateSpace, wanted: Complex) -> Array:
    from scipy.signal import place_poles  # takes a second to load; few have several inputs

    rank = int(np.linalg.matrix_rank(system.B))
    counts = np.unique(np.round(wanted, 12), return_counts=True)[1]
    if np.max(counts, initial=0) > rank:
        cause = say("A pole is wanted more than {rank} times.", rank=rank)
        raise fault(cause, say("Set such poles a little apart: -2, -2.01, -2.02."))
    try:
        found: Any = place_poles(system.A, system.B, wanted)
        return np.asarray(found.gain_matrix, float)
    except (ValueError, np.linalg.LinAlgError):
        cause = say("The poles {poles} cannot be placed.", poles=poles_text(wanted))
        raise fault(cause, say("Set them apart.")) from None


def _check_placed(closed: Array, wanted: Complex) -> None:
    """Raise LagrError where rounding keeps the poles from where they are wanted."""
    unit = float(np.max(np.abs(wanted), initial=0.0)) or 1.0
    ask, answer = (np.poly(values / unit) for values in (wanted, eigenvalues(closed)))
    if np.max(np.abs(ask - answer)) > CLOSE * np.max(np.abs(ask)):
        cause = say("The poles {poles} cannot be placed within rounding.", poles=poles_text(wanted))
        raise fault(cause, say("Take poles of sizes that are nearer to those of the system."))

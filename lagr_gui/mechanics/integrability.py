"""Is a condition on velocities a condition on positions in disguise? (Frobenius)

A condition a_ρ dq^ρ + a₀ dt = 0 has an integral where ω ∧ dω = 0, which reads

    a_ρ (∂_σ a_τ − ∂_τ a_σ) + a_σ (∂_τ a_ρ − ∂_ρ a_τ) + a_τ (∂_ρ a_σ − ∂_σ a_ρ) = 0

for all ρ, σ, τ from 0.  The integral is found where the form is exact, or becomes so when one
coefficient is divided out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from lagr_gui.algebra import Canonical
from lagr_gui.expression import Expression, Symbol
from lagr_gui.foundation.problem import LagrError
from lagr_gui.mechanics.closed import Closed
from lagr_gui.mechanics.potentials import integrable, line_integral

Form = Mapping[int, Canonical]
"""Coefficients a_ρ by index, 0 for time; those that vanish are left out."""


@dataclass(frozen=True)
class Integrability:
    """What is known of one condition on velocities.

    `holonomic` tells that it has an integral by itself; `integral` is f of f(q, t) = const where
    it was found.
    """

    source: str
    holonomic: bool
    integral: Expression | None


def integrabilities(closed: Closed) -> tuple[Integrability, ...]:
    """Each condition on velocities that does not hold by itself, by exact algebra.

    One that is not linear in them counts as nonholonomic.

    Raises LagrError where the closed form is too long.
    """
    constraints = closed.constraints
    return tuple(
        Integrability(row.source, False, None)
        if constraints.bent[i]
        else _of(closed, row.source, constraints.G[i] | _time_part(constraints.gamma_bar[i]))
        for i, row in enumerate(constraints.rows)
        if not (row.on_positions or row.own) and constraints.G[i]
    )


def _time_part(bar: Canonical) -> dict[int, Canonical]:
    return {} if bar.is_zero else {0: bar}


def _of(closed: Closed, source: str, form: Form) -> Integrability:
    symbols = closed.kinematics.symbols
    if not _is_integrable(form, symbols, closed.algebra.zero):
        return Integrability(source, False, None)
    for factor in (None, *form):
        scaled = form
        if factor is not None:
            scaled = {rho: value / form[factor] for rho, value in form.items()}
        try:
            integral = _integral(scaled, symbols)
        except LagrError:
            continue
        if integral is not None:
            return Integrability(source, True, integral.tree("shortest"))
    return Integrability(source, True, None)


def _is_integrable(form: Form, symbols: Sequence[Symbol], zero: Canonical) -> bool:
    def a(rho: int) -> Canonical:
        return form.get(rho, zero)

    def curl(sigma: int, tau: int) -> Canonical:
        return a(tau).derivative(symbols[sigma]) - a(sigma).derivative(symbols[tau])

    for rho, sigma, tau in combinations(range(len(symbols)), 3):
        if not any(index in form for index in (rho, sigma, tau)):
            continue
        total = a(rho) * curl(sigma, tau) + a(sigma) * curl(tau, rho) + a(tau) * curl(rho, sigma)
        if not total.is_zero:
            return False
    return True


def _integral(form: Form, symbols: Sequence[Symbol]) -> Canonical | None:
    """f with ∂_ρ f = a_ρ, where the form is exact."""
    shifted = {rho + 1: value for rho, value in form.items()}
    if not integrable(shifted, symbols):
        return None
    U = line_integral(shifted, symbols)
    return None if U is None else -U

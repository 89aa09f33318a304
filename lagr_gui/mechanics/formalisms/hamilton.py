"""Hamilton's canonical equations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any

import numpy as np

from lagr_gui.expression import TIME, Symbol
from lagr_gui.kernel import compile_kernel
from lagr_gui.mechanics.factors import factorised
from lagr_gui.mechanics.formalisms.calculus import Programmed, Shares
from lagr_gui.mechanics.formalisms.formalism import fresh
from lagr_gui.mechanics.formalisms.kinetics import HALF, Kinetics, total
from lagr_gui.mechanics.formalisms.numeric import HUGE, Array, Constraint, response
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.sheets.balance import momentum_name
from lagr_gui.mechanics.state import State

TRIED = 3
"""Up to so many coordinates all orders of elimination are tried for the shortest H."""


@dataclass(frozen=True)
class MomentumSquare:
    """w²/(2 D) of H and ½ D ω² of T, w = D ω: linear in the momenta, and in the velocities.

    `index` is the place of its own momentum, with the factor 1.
    """

    index: int
    w: Any
    omega: Any
    D: Any


class Hamilton:
    """q̇ = ∂H/∂p, ṗ = −∂H/∂q + Q with H = T₂ − T₀ + U as a function of t, q and p.

    Q are the forces that have no potential from the start.
    """

    name = "hamilton"
    equation = "H"

    def __init__(self, kinetics: Kinetics) -> None:
        self.kinetics = kinetics
        names = [momentum_name(name) for name in kinetics.reading.coordinates]
        self.symbols = fresh(kinetics.reading, names)
        self.p = kinetics.calculus.introduce(self.symbols)

    @cached_property
    def momenta(self) -> list[Shares]:
        """p_ρ = ∂T/∂q̇_ρ by body."""
        return self.kinetics.slopes(self.kinetics.T, 1)

    @cached_property
    def H(self) -> Shares:
        """Hamilton's function: kinetic part under the key "", potentials by source."""
        kinetics = self.kinetics
        parts = {"": self._kinetic()} if kinetics.symbols[0] else {}
        return kinetics.calculus.gathered(parts | kinetics.closed.U_parts)

    def _kinetic(self) -> Any:
        """½ (p − g₀)ᵀ g⁻¹ (p − g₀) − ½ g₀₀"""
        doubled = -self.carried
        for square in self.squares(range(len(self.p))):
            doubled = doubled + square.w * square.w / square.D
        return doubled * self.kinetics.algebra.number(HALF)

    @property
    def carried(self) -> Any:
        """g₀₀: twice the energy T₀ of what moves by itself."""
        return self._g(0, 0)

    def carried_momentum(self, index: int) -> Any:
        """g₀ρ: the momentum that a coordinate has while its velocities are zero."""
        return self._g(index + 1, 0)

    def _g(self, mu: int, nu: int) -> Any:
        kinetics = self.kinetics
        return kinetics.closed.metric.g.get((max(mu, nu), min(mu, nu)), kinetics.algebra.zero)

    def squares(self, order: Sequence[int]) -> list[MomentumSquare]:
        """The squares of which ½ (p − g₀)ᵀ g⁻¹ (p − g₀) is the sum, by g = Lᵀ D L.

        `order` are the places of the coordinates; they are eliminated from the last one on.
        Raises LagrError where a coordinate moves no mass.
        """
        algebra, f = self.kinetics.algebra, len(order)
        rows = [[self._g(i + 1, j + 1) for j in order] for i in order]
        L, D = factorised(rows, algebra.zero)
        w = [self.p[i] - self._g(i + 1, 0) for i in order]
        for k in range(f - 1, -1, -1):  # Lᵀ w = p − g₀
            for j in range(k + 1, f):
                if not L[j][k].is_zero:
                    w[k] = w[k] - L[j][k] * w[j]
        omega = [algebra.zero] * f  # ω = L q̇
        for k, row in enumerate(L):
            omega[k] = self.kinetics.qd[order[k]]
            for j in range(k):
                if not row[j].is_zero:
                    omega[k] = omega[k] + row[j] * self.kinetics.qd[order[j]]
        found = [MomentumSquare(order[k], w[k], omega[k], D[k]) for k in range(f)]
        return sorted(found, key=lambda square: square.index)

    def orders(self) -> list[tuple[int, ...]]:
        """The orders of elimination that are worth a try."""
        places = range(len(self.p))
        if len(places) <= TRIED:
            return list(permutations(places))
        return [tuple(places), tuple(reversed(places))]

    @cached_property
    def velocities(self) -> list[Any]:
        """q̇ = ∂H/∂p"""
        H = sum(self.H.values(), self.kinetics.algebra.zero)
        return self.kinetics.calculus.gradient(H, self.symbols)

    @cached_property
    def forces(self) -> list[Shares]:
        """ṗ = −∂H/∂q + Q, Q over t, q and q̇, which are functions of p."""
        kinetics = self.kinetics
        columns = [dict(parts) for parts in self.applied]
        for key, value in self.H.items():
            slopes = kinetics.calculus.gradient(value, kinetics.symbols[0])
            for column, slope in zip(columns, slopes, strict=True):
                column[key] = column[key] - slope if key in column else -slope
        return [kinetics.calculus.gathered(column) for column in columns]

    @cached_property
    def applied(self) -> list[Shares]:
        """Generalised forces without those of the potentials in H."""
        closed = self.kinetics.closed
        columns: list[Shares] = []
        for rho, symbol in enumerate(self.kinetics.symbols[0], start=1):
            column: Shares = {}
            for key, Q in closed.Q_parts[rho].items():
                if key not in closed.U_parts:
                    column[key] = Q
                elif key in closed.effects and closed.effects[key].D is not None:
                    column[key] = Q + closed.U_parts[key].derivative(symbol)
            columns.append(self.kinetics.calculus.gathered(column))
        return columns


class HamiltonEvaluator:
    """q̈ as the rate of ∂H/∂p along the canonical equations."""

    def __init__(self, reading: Reading) -> None:
        calculus = Programmed(reading)
        kinetics = Kinetics(reading, calculus)
        form = Hamilton(kinetics)
        pushes = calculus.introduce([Symbol(f"push {p.name}") for p in form.symbols])
        self.f = len(reading.coordinates)
        zero = kinetics.algebra.zero
        p_rates = [
            sum(parts.values(), zero) + push
            for parts, push in zip(form.forces, pushes, strict=True)
        ]
        flow = {Symbol(TIME): kinetics.algebra.one}
        flow |= dict(zip(kinetics.symbols[0], form.velocities, strict=True))
        flow |= dict(zip(form.symbols, p_rates, strict=True))
        rate = calculus.flow(flow)
        scope = calculus.scope
        momenta = [total(kinetics.algebra, [parts]).node for parts in form.momenta]
        inputs = [*scope.whole_state, *(p.node for p in (*form.p, *pushes))]
        outputs = {
            "qd": [value.node for value in form.velocities],
            "qdd": [rate(value).node for value in form.velocities],
        }
        self.momenta = compile_kernel(
            scope.program, scope.whole_state, scope.parameters, {"p": momenta}
        )
        self.flow = compile_kernel(scope.program, inputs, scope.parameters, outputs)

    def accelerations(self, state: State, values: Sequence[float], constraint: Constraint) -> Array:
        """q̈ (f,) along the canonical equations."""
        f = self.f
        momenta, flow = (kernel.bind(values) for kernel in (self.momenta, self.flow))
        p = momenta(state.row)["p"]
        qd = flow(np.array([*state.row, *p, *np.zeros(f)]))["qd"]
        head = np.array([state.t, *state.q, *qd, *state.z, *p])
        pushes = np.vstack([np.zeros(f), HUGE * np.eye(f)])
        rows = np.column_stack([np.tile(head, (f + 1, 1)), pushes])
        return response(flow.many(rows)["qdd"], constraint)

"""Hamilton's canonical equations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
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
from lagr_gui.mechanics.state import State


class Hamilton:
    """q̇ = ∂H/∂p, ṗ = −∂H/∂q + Q with H = T₂ − T₀ + U as a function of t, q and p.

    Q are the forces that have no potential from the start.
    """

    name = "hamilton"
    equation = "H"

    def __init__(self, kinetics: Kinetics) -> None:
        self.kinetics = kinetics
        count = len(kinetics.reading.coordinates)
        self.symbols = fresh(kinetics.reading, [f"p{rho}" for rho in range(1, count + 1)])
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
        metric, algebra = self.kinetics.closed.metric, self.kinetics.algebra
        f = len(self.p)

        def g(mu: int, nu: int) -> Any:
            return metric.g.get((max(mu, nu), min(mu, nu)), algebra.zero)

        rows = [[g(i, j) for j in range(1, f + 1)] for i in range(1, f + 1)]
        L, D = factorised(rows, algebra.zero)
        w = [p - g(rho, 0) for rho, p in enumerate(self.p, start=1)]
        doubled = -g(0, 0)
        for k in range(f - 1, -1, -1):  # Lᵀ w = p − g₀
            for j in range(k + 1, f):
                if not L[j][k].is_zero:
                    w[k] = w[k] - L[j][k] * w[j]
            doubled = doubled + w[k] * w[k] / D[k]
        return doubled * algebra.number(HALF)

    @cached_property
    def velocities(self) -> list[Any]:
        """q̇ = ∂H/∂p"""
        H = sum(self.H.values(), self.kinetics.algebra.zero)
        return self.kinetics.calculus.gradient(H, self.symbols)

    @cached_property
    def forces(self) -> list[Shares]:
        """ṗ = −∂H/∂q + Q, Q over t, q and p."""
        kinetics = self.kinetics
        by_momenta = dict(zip(kinetics.symbols[1], self.velocities, strict=True))
        columns: list[Shares] = [{} for _ in self.symbols]
        for column, parts in zip(columns, self.applied, strict=True):
            for key, value in parts.items():
                column[key] = kinetics.calculus.inserted(value, by_momenta)
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

"""The Boltzmann–Hamel equations in quasi-velocities (24)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations, permutations
from typing import Any

import numpy as np

from lagr_gui.expression import TIME, Symbol
from lagr_gui.foundation.problem import SingularMetric
from lagr_gui.kernel import compile_kernel
from lagr_gui.mechanics.closed import add
from lagr_gui.mechanics.formalisms.calculus import Programmed, Shares
from lagr_gui.mechanics.formalisms.formalism import Column
from lagr_gui.mechanics.formalisms.kinetics import HALF, Kinetics, total
from lagr_gui.mechanics.formalisms.numeric import Array, Constraint, solve
from lagr_gui.mechanics.formalisms.quasi import Choice, QuasiVelocities, quasi_velocities
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.state import State


class BoltzmannHamel:
    """d/dt ∂T*/∂ω_j − ∂T*/∂q_i b_ij + ∂T*/∂ω_m b_ij q̇_k (a_mi,k − a_mk,i) = Q_i b_ij (24).

    Indices i, j, m = 1 … f, k = 0 … f: time counts as coordinate 0, so that a may depend on
    it and quasi-velocities may have a part without velocities.  Those that are held are put to 0
    after all derivatives; their own equations give the multipliers.
    """

    name = "boltzmann-hamel"
    equation = "24"

    def __init__(self, kinetics: Kinetics, quasi: QuasiVelocities) -> None:
        self.kinetics, self.quasi = kinetics, quasi
        calculus, one = kinetics.calculus, kinetics.algebra.one
        self.symbols = self.quasi.symbols
        self.rate_symbols = [Symbol(symbol.name, 1) for symbol in self.symbols]
        self.omega = [one, *calculus.introduce_speeds(self.symbols)]
        self.omega_rates = calculus.introduce(self.rate_symbols)
        self.velocities = [self._velocity(row) for row in self.quasi.b]
        flow = {Symbol(TIME): one}
        flow |= dict(zip(kinetics.symbols[0], self.velocities[1:], strict=True))
        flow |= dict(zip(self.symbols, self.omega_rates, strict=True))
        self.rate = calculus.flow(flow)
        held = [self.symbols[place - 1] for place in self.quasi.held]
        held += [self.rate_symbols[place - 1] for place in self.quasi.held]
        self._held = dict.fromkeys(held, kinetics.algebra.zero)

    def _velocity(self, row: list[Any]) -> Any:
        """q̇^μ = b_μl ω_l (22)"""
        pairs = [(b, w) for b, w in zip(row, self.omega, strict=True) if not b.is_zero]
        return sum((b * w for b, w in pairs), self.kinetics.algebra.zero)

    @cached_property
    def definitions(self) -> list[Any]:
        """ω_l = a_lμ q̇^μ (21)"""
        speeds = [self.kinetics.algebra.one, *self.kinetics.qd]
        zero = self.kinetics.algebra.zero
        return [
            sum((a * v for a, v in zip(row, speeds, strict=True) if not a.is_zero), zero)
            for row in self.quasi.a[1:]
        ]

    def bound(self, value: Any) -> Any:
        """A value in which the quasi-velocities that are held are 0."""
        return self.kinetics.calculus.inserted(value, self._held) if self._held else value

    @cached_property
    def T(self) -> Shares:
        """T* = ½ g_μν b_μk b_νl ω_k ω_l (23) by body."""
        kinetics = self.kinetics
        half, zero = kinetics.algebra.number(HALF), kinetics.algebra.zero
        doubled: Shares = {}
        for (mu, nu), parts in kinetics.closed.metric.g_parts.items():
            square = self.velocities[mu] * self.velocities[nu] * (1 if mu == nu else 2)
            for key, g in parts.items():
                doubled[key] = doubled.get(key, zero) + g * square
        return kinetics.calculus.gathered({key: half * value for key, value in doubled.items()})

    @cached_property
    def momenta(self) -> Column:
        """∂T*/∂ω_j by body."""
        columns: Column = [{} for _ in self.symbols]
        for key, value in self.T.items():
            slopes = self.kinetics.calculus.gradient(value, self.symbols)
            for column, slope in zip(columns, slopes, strict=True):
                if not slope.is_zero:
                    column[key] = slope
        return columns

    @cached_property
    def brackets(self) -> list[list[Any]]:
        """q̇_k (a_mi,k − a_mk,i) for m, i = 1 … f, summed over k = 0 … f."""
        kinetics, a = self.kinetics, self.quasi.a
        zero, f = kinetics.algebra.zero, len(self.symbols)
        rows = [[zero] * f for _ in range(f)]
        for m in range(1, f + 1):
            for i, q in enumerate(kinetics.symbols[0], start=1):
                value = self.rate(a[m][i])
                for k in range(f + 1):
                    slope = a[m][k].derivative(q)
                    if not slope.is_zero:
                        value = value - slope * self.velocities[k]
                rows[m - 1][i - 1] = value
        return rows

    @cached_property
    def hamel(self) -> dict[tuple[int, int, int], Any]:
        """Hamel's coefficients γ^m_jl = b_ij b_kl (a_mi,k − a_mk,i) that are not 0, of j < l.

        They are skew in j and l = 0 … f; i, k = 0 … f.
        """
        a, b = self.quasi.a, self.quasi.b
        moving = [Symbol(TIME), *self.kinetics.symbols[0]]
        indices = range(1 + len(self.symbols))
        found: dict[tuple[int, int, int], Any] = {}
        for m in indices[1:]:
            curl: dict[tuple[int, int], Any] = {}
            for i, k in permutations(indices, 2):
                value = a[m][i].derivative(moving[k]) - a[m][k].derivative(moving[i])
                if not value.is_zero:
                    curl[i, k] = value
            for j, el in combinations(indices, 2):
                value = self.kinetics.algebra.zero
                for (i, k), part in curl.items():
                    value = value + part * b[i][j] * b[k][el]
                if not value.is_zero:
                    found[m, j, el] = value
        return found

    def terms(self) -> Mapping[str, Column]:
        """The four terms of (24), forces with a minus, for each quasi-velocity."""
        kinetics = self.kinetics
        slopes = self.projected(kinetics.slopes(self.T, 0), -1)
        bracket: Column = [{} for _ in self.symbols]
        for m, momentum in enumerate(self.momenta):
            for key, p in momentum.items():
                for i, value in enumerate(self.brackets[m]):
                    if not value.is_zero:
                        add(bracket[i], key, p * value)
        by_quasi = dict(zip(kinetics.symbols[1], self.velocities[1:], strict=True))
        Q = [
            {key: kinetics.calculus.inserted(value, by_quasi) for key, value in parts.items()}
            for parts in kinetics.Q
        ]
        return {
            "momentum": [
                {key: self.bound(self.rate(value)) for key, value in parts.items()}
                for parts in self.momenta
            ],
            "slope": slopes,
            "bracket": self.projected(bracket, 1),
            "force": self.projected(Q, -1),
        }

    def projected(self, columns: Column, sign: int) -> Column:
        """Components b_ij of generalised forces, for each quasi-velocity j."""
        b = self.quasi.b
        result: Column = [{} for _ in self.symbols]
        for i, parts in enumerate(columns, start=1):
            for j, column in enumerate(result, start=1):
                if not b[i][j].is_zero:
                    for key, value in parts.items():
                        add(column, key, self.bound(value * b[i][j] * sign))
        return [self.kinetics.calculus.gathered(parts) for parts in result]


def _chosen(kinetics: Kinetics, choice: Choice) -> BoltzmannHamel:
    """The form in a choice; where g has no inverse nothing can be made diagonal."""
    try:
        return BoltzmannHamel(kinetics, quasi_velocities(kinetics, choice))
    except SingularMetric:
        if choice != "diagonal":
            raise
        return BoltzmannHamel(kinetics, quasi_velocities(kinetics, "body"))


class BoltzmannHamelEvaluator:
    """Accelerations from (24); the balances are carried back to the coordinates by a."""

    def __init__(self, reading: Reading, choice: Choice = "diagonal") -> None:
        calculus = Programmed(reading)
        kinetics = Kinetics(reading, calculus)
        form = _chosen(kinetics, choice)
        self.f = f = len(reading.coordinates)
        scope, algebra = calculus.scope, kinetics.algebra
        columns = list(form.terms().values())
        balances = [total(algebra, [column[j] for column in columns]) for j in range(f)]
        back: list[Any] = [
            sum((form.quasi.a[j + 1][i] * balances[j] for j in range(f)), algebra.zero)
            for i in range(1, f + 1)
        ]
        rates = [kinetics.rate(omega) for omega in form.definitions]
        inputs = [*scope.whole_state, *(value.node for value in kinetics.qdd)]
        further = [
            *scope.whole_state,
            *(value.node for value in (*form.omega[1:], *form.omega_rates)),
        ]
        omega = {"omega": [value.node for value in (*form.definitions, *rates)]}
        residual = {"residual": [value.node for value in back]}
        self.quasi = compile_kernel(scope.program, inputs, scope.parameters, omega)
        self.balance = compile_kernel(scope.program, further, scope.parameters, residual)

    def accelerations(self, state: State, values: Sequence[float], constraint: Constraint) -> Array:
        """q̈ (f,) by way of ω and ω̇."""
        quasi, balance = (kernel.bind(values) for kernel in (self.quasi, self.balance))
        head = state.row

        def residual(qdd: Array) -> Array:
            heads = np.tile(head, (len(qdd), 1))
            omega = quasi.many(np.column_stack([heads, qdd]))["omega"]
            return balance.many(np.column_stack([heads, omega]))["residual"]

        return solve(residual, self.f, constraint)

"""The linear equations of small motions, exactly, from the derivatives of the program.

With r(t, q, q̇, q̈) = g q̈ + Γq̇q̇ − Q − Gᵀλ, which vanishes along every motion, a small
deviation obeys  M δq̈ + P δq̇ + S δq − Gᵀδλ = B u + B′ u̇ + B″ ü,  where M = ∂r/∂q̈ = g,
P = ∂r/∂q̇, S = ∂r/∂q (with the geometric stiffness −∂(Gᵀλ)/∂q) and B = −∂r/∂u.  The
conditions are differentiated on the levels of position, velocity and acceleration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np

from lagr_gui.expression import Expression, Symbol
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.kernel import Node, Outputs, Program, Results, Shaped, compile_kernel, shaped
from lagr_gui.mechanics.linear.inputs import Inputs
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.scope import Scope
from lagr_gui.numerics import LinearDescriptor, LinearStates

TABLES = tuple(entry.name for entry in fields(LinearDescriptor) if entry.name != "holonomic")
ORDERS = 3
"""u, u̇ and ü: positions prescribed by an input make forces of its second rate."""


@dataclass(frozen=True, slots=True, eq=False)
class Coefficients:
    """The linear equations at one state, with f coordinates, c conditions and k outputs.

    r: (f,) what is missing to balance; y: (k,) outputs; `linear` all slopes, `states` those of
    states of the first order.
    """

    r: Array
    y: Array
    linear: LinearDescriptor
    states: LinearStates


class DrivenScope(Scope):
    """A scope in which inputs are signals p + u + u̇ τ + ü τ²/2 about the time t₀, τ = t − t₀.

    At t = t₀ the derivatives by u, u̇ and ü are those by the value and the rates of the input,
    wherever these enter: a moving point of suspension acts by its acceleration.
    """

    def __init__(self, reading: Reading, inputs: Inputs) -> None:
        super().__init__(reading)
        program: Program = self.program
        self.t0 = program.input("time of linearisation")
        tau = self.q[0] - self.t0
        self.u = [
            [program.input(f"input {number} rate {order}") for order in range(ORDERS)]
            for number in range(len(inputs.sources))
        ]
        self._signals: dict[str, list[Node]] = {}
        for source, rates in zip(inputs.sources, self.u, strict=True):
            u, v, a = rates
            if source in inputs.slow:
                v = a = program.zero
            self._signals[source] = [u + v * tau + a * tau * tau / 2, v + a * tau, a]
        for source in inputs.sources:
            symbol = Symbol(source)
            if symbol in self._symbols:
                self._symbols[symbol] = self._symbols[symbol] + self._signals[source][0]
        for name, tree in inputs.derived:
            self._symbols[Symbol(name)] = self.node(tree)

    def call(self, function: str, arguments: Sequence[Node], orders: tuple[int, ...]) -> Node:
        """A function; one that is an input, at the time t, with its signal added."""
        if function not in self._signals or function not in self.reading.functions:
            return super().call(function, arguments, orders)
        order = sum(orders)
        if list(arguments) != [self.q[0]] or order >= ORDERS:
            raise _not_of_time(function)
        defined = self.reading.functions[function].is_specified
        value = super().call(function, arguments, orders) if defined else self.program.zero
        return value + self._signals[function][order]


def balance(recursion: Recursion, a: Sequence[Node], multipliers: Sequence[Node]) -> list[Node]:
    """What vanishes along every motion: r by coordinate, then G q̈ + drift by condition."""
    program, G = recursion.program, recursion.constraints.G
    r = [
        _dot(program, recursion.g[i + 1][1:], a)
        + (recursion.h[i + 1] - recursion.Q[i + 1])
        - _dot(program, [slopes[i] for slopes in G], multipliers)
        for i in range(recursion.size - 1)
    ]
    rows = zip(G, recursion.constraints.rows, strict=True)
    return [*r, *(_dot(program, g, a) + row.drift for g, row in rows)]


class LinearKernel:
    """Computes coefficients at states; parameters are inputs of the machine code."""

    def __init__(
        self, reading: Reading, inputs: Inputs, outputs: Mapping[str, Expression] | None = None
    ) -> None:
        scope = DrivenScope(reading, inputs)
        recursion = Recursion(reading, scope=scope)
        program, rows = scope.program, recursion.constraints.rows
        self.f, self.m, self.c = len(reading.coordinates), len(inputs.names), len(rows)
        self.holonomic = np.array([row.value is not None for row in rows], bool)
        q, v = scope.q[1:], scope.qd[1:]
        a = [program.input(f"{name}''") for name in reading.coordinates]
        multipliers = [program.input(f"multiplier {s}") for s in range(self.c)]
        G = recursion.constraints.G
        missing = balance(recursion, a, multipliers)
        r, drift = missing[: self.f], missing[self.f :]
        position = [row.value or program.zero for row in rows]
        speed = [row.rate for row in rows]
        y = [scope.node(tree) for tree in (outputs or {}).values()]
        by_u = [[rates[order] for rates in scope.u] for order in range(ORDERS)]

        def by(nodes: Sequence[Node], wrts: Sequence[Node]) -> Shaped:
            return shaped(table(program, nodes, wrts), len(nodes), len(wrts))

        def driven(nodes: Sequence[Node]) -> Shaped:
            entries = (entry for wrts in by_u for entry in table(program, nodes, wrts))
            return shaped(entries, ORDERS, len(nodes), self.m)

        slopes: Outputs = {
            "r": r,
            "y": y,
            "M": shaped((entry for row in recursion.g[1:] for entry in row[1:]), self.f, self.f),
            "P": by(r, v),
            "S": by(r, q),
            "B": shaped((-entry for entry in driven(r).nodes), ORDERS, self.f, self.m),
            "G": shaped((entry for slopes in G for entry in slopes), self.c, self.f),
            "reach": shaped(
                (entry for bounds in recursion.constraints.reach for entry in bounds),
                self.c,
                self.f,
            ),
            "Gq": by(speed, q),
            "Av": by(drift, v),
            "Aq": by(drift, q),
            "F": by(position, by_u[0]),
            "Gu": driven(speed),
            "Au": driven(drift),
            "Yq": by(y, q),
            "Yv": by(y, v),
            "Yu": driven(y),
        }
        rates = scope.rates
        slopes |= {
            "states L": by(r, scope.z),
            "states Q": by(rates, q),
            "states V": by(rates, v),
            "states F": by(rates, scope.z),
            "states B": driven(rates),
            "states Y": by(y, scope.z),
        }
        inner = [*scope.z, *a, *multipliers, scope.t0, *(u for rates in scope.u for u in rates)]
        self._kernel = compile_kernel(program, [*scope.q, *v, *inner], scope.parameters, slopes)

    def __call__(
        self, parameters: Array, t: float, y: Array, qdd: Array, multipliers: Array
    ) -> Coefficients:
        """The coefficients at a state y (n,); r is taken with these q̈ (f,) and λ (c,)."""
        still = np.zeros(ORDERS * self.m)
        out = self._kernel.bind(parameters)(np.array([t, *y, *qdd, *multipliers, t, *still]))
        tables = {name: out[name] for name in TABLES}
        linear = LinearDescriptor(holonomic=self.holonomic, **tables)
        states = LinearStates(*(out[f"states {entry.name}"] for entry in fields(LinearStates)))
        return Coefficients(out["r"], out["y"], linear, states)

    def many(
        self, parameters: Array, t: Array, states: Array, qdd: Array, multipliers: Array
    ) -> Results:
        """All slopes at times t (n,) of a motion, with its states (n, …), q̈ (n, f), λ (n, c)."""
        still = np.zeros((len(t), ORDERS * self.m))
        rows = np.column_stack([t, states, qdd, multipliers, t, still])
        return self._kernel.bind(parameters).many(rows)


def _dot(program: Program, a: Sequence[Node], b: Sequence[Node]) -> Node:
    return program.add([x * y for x, y in zip(a, b, strict=True)])


def table(program: Program, nodes: Sequence[Node], wrts: Sequence[Node]) -> list[Node]:
    """All derivatives, row by row."""
    return [program.derivative(node, wrt) for node in nodes for wrt in wrts]


def _not_of_time(function: str) -> LagrError:
    return refusal(
        say("Input “{function}”", function=function),
        "The function is called with other arguments than the time t.",
        "A function can be an input where it is called as a function of t only.",
        code="input-not-of-time",
    )

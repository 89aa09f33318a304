"""The linear equations of small motions, exactly, from the derivatives of the program.

With r(t, q, q̇, q̈) = g q̈ + Γq̇q̇ − Q, which vanishes along every motion, a small deviation
obeys  M δq̈ + P δq̇ + S δq = B u + B′ u̇ + B″ ü,  where M = ∂r/∂q̈ = g, P = ∂r/∂q̇,
S = ∂r/∂q and B = −∂r/∂u.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lagr_gui.expression import Expression, Symbol
from lagr_gui.kernel import Node, Program, compile_kernel
from lagr_gui.mechanics.linear.inputs import Inputs
from lagr_gui.mechanics.reading import Reading
from lagr_gui.mechanics.recursion import Recursion
from lagr_gui.mechanics.recursion.scope import Scope
from lagr_gui.problem import LagrError, Problem

Array = NDArray[np.float64]
ORDERS = 3
"""u, u̇ and ü: positions prescribed by an input make forces of its second rate."""


@dataclass(frozen=True, slots=True, eq=False)
class Coefficients:
    """The linear equations at one state, with f coordinates, m inputs and k outputs.

    r: (f,) what is missing to balance; rate: (f,) its explicit rate ∂r/∂t; M, P, S: (f, f);
    B: (3, f, m) for u, u̇, ü; y: (k,) outputs, Yq, Yv: (k, f) their slopes over q and q̇,
    Yu: (3, k, m) over u, u̇, ü.
    """

    r: Array
    rate: Array
    M: Array
    P: Array
    S: Array
    B: Array
    y: Array
    Yq: Array
    Yv: Array
    Yu: Array


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
        defined = self.reading.functions[function].expression is not None
        own = super().call(function, arguments, orders) if defined else self.program.zero
        return own + self._signals[function][order]


class LinearKernel:
    """Computes coefficients at states; parameters are inputs of the machine code."""

    def __init__(
        self, reading: Reading, inputs: Inputs, outputs: Mapping[str, Expression] | None = None
    ) -> None:
        scope = DrivenScope(reading, inputs)
        recursion = Recursion(reading, scope=scope)
        program = scope.program
        self.f, self.m = len(reading.coordinates), len(inputs.names)
        f = self.f
        q, v = scope.q[1:], scope.qd[1:]
        a = [program.input(f"{name}''") for name in reading.coordinates]
        g = recursion.g
        r = [
            program.add([g[i][j + 1] * a[j] for j in range(f)]) + recursion.h[i] - recursion.Q[i]
            for i in range(1, f + 1)
        ]
        trees = outputs or {}
        y = [scope.node(tree) for tree in trees.values()]
        self.k = len(y)
        by_u = [[rates[order] for rates in scope.u] for order in range(ORDERS)]
        nodes = [
            *r,
            *(program.derivative(entry, scope.q[0]) for entry in r),
            *(g[i][j] for i in range(1, f + 1) for j in range(1, f + 1)),
            *table(program, r, v),
            *table(program, r, q),
            *(-entry for wrts in by_u for entry in table(program, r, wrts)),
            *y,
            *table(program, y, q),
            *table(program, y, v),
            *(entry for wrts in by_u for entry in table(program, y, wrts)),
        ]
        state = [*scope.q, *v, *a, scope.t0, *(u for rates in scope.u for u in rates)]
        self._kernel = compile_kernel(program, state, scope.parameters, nodes)

    def __call__(
        self, parameters: Array, t: float, q: Array, qd: Array, qdd: Array
    ) -> Coefficients:
        """The coefficients at a state; q̈ is what r is taken with."""
        self._kernel.set_parameters(parameters)
        out = self._kernel(np.array([t, *q, *qd, *qdd, t, *np.zeros(ORDERS * self.m)]))
        f, m, k = self.f, self.m, self.k
        shapes = (
            *((f,), (f,), (f, f), (f, f), (f, f), (ORDERS, f, m)),
            *((k,), (k, f), (k, f), (ORDERS, k, m)),
        )
        parts = np.split(out, np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1])
        return Coefficients(
            *(part.reshape(shape) for part, shape in zip(parts, shapes, strict=True))
        )


def table(program: Program, nodes: Sequence[Node], wrts: Sequence[Node]) -> list[Node]:
    """All derivatives, row by row."""
    return [program.derivative(node, wrt) for node in nodes for wrt in wrts]


def _not_of_time(function: str) -> LagrError:
    return LagrError(
        Problem(
            place=f"Input “{function}”",
            cause="The function is called with other arguments than the time t.",
            remedy="A function can be an input where it is called as a function of t only.",
            code="input-not-of-time",
        )
    )

"""Kinetic energies given as expressions: their part of g, Γq̇q̇ and T, by differentiation.

With q̇⁰ = 1, T = ½ g_μν q̇^μ q̇^ν has the momenta p_μ = g_μν q̇^ν; p₀ is 2T less p_ν q̇^ν.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from lagr_gui.catalogue.kinds import Energies
from lagr_gui.kernel import Node
from lagr_gui.mechanics.scope import Scope


class Given:
    """The sum of the given kinetic energies of a system; index 0 is time.

    `kinetic` are these energies by the key of the element.
    """

    def __init__(self, scope: Scope) -> None:
        self.scope, self.program = scope, scope.program
        self.kinetic: dict[str, Node] = {}
        self.T = self.program.zero
        for part in scope.reading.kinetic:
            assert isinstance(part.kind.law, Energies)
            self.kinetic[part.key] = scope.node(part.law(part.kind.law.kinetic))
            self.T = self.T + self.kinetic[part.key]

    @cached_property
    def momenta(self) -> list[Node]:
        """p_μ, μ = 0 … f."""
        momenta = [self.program.derivative(self.T, qd) for qd in self.scope.qd[1:]]
        carried = [p * qd for p, qd in zip(momenta, self.scope.qd[1:], strict=True)]
        return [2 * self.T - self.program.add(carried), *momenta]

    @cached_property
    def g(self) -> list[list[Node]]:
        """g_μν (f+1, f+1)."""
        rows = [[self.program.derivative(p, qd) for qd in self.scope.qd[1:]] for p in self.momenta]
        for p, row in zip(self.momenta, rows, strict=True):
            carried = [g * qd for g, qd in zip(row, self.scope.qd[1:], strict=True)]
            row.insert(0, p - self.program.add(carried))
        return rows

    @cached_property
    def h(self) -> list[Node]:
        """Γ_ρμν q̇^μ q̇^ν = ∂_ν p_ρ q̇^ν − ∂_ρ T, ρ = 0 … f."""
        derivative, scope = self.program.derivative, self.scope
        h: list[Node] = []
        for p, q in zip(self.momenta, scope.q, strict=True):
            carried = [derivative(p, x) * qd for x, qd in zip(scope.q, scope.qd, strict=True)]
            h.append(self.program.add(carried) - derivative(self.T, q))
        return h

    def supplied(self, qdd: Sequence[Node]) -> Node:
        """The power h₀ + g₀ν q̈^ν that belongs to T as it is, with its terms linear in q̇."""
        power = self.h[0]
        for g, acceleration in zip(self.g[0][1:], qdd, strict=True):
            power = power + g * acceleration
        return power

    def stored(self, key: str) -> tuple[Node, Node]:
        """The energy ∂T/∂q̇^ν q̇^ν − T that one element stores, and the power −∂T/∂t it is given.

        Terms of T that are linear in q̇ (couplings of motors) store nothing.
        """
        T, derivative = self.kinetic[key], self.program.derivative
        carried = [derivative(T, qd) * qd for qd in self.scope.qd[1:]]
        return self.program.add(carried) - T, -derivative(T, self.scope.q[0])

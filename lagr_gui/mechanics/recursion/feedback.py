"""Forces that are made of accelerations, and accelerations that follow from these forces.

With forces Q = Q₀ + Q₁ a that are linear in the accelerations a = E q̈ of some coordinates

    q̈ = u + W a,  g u = Q₀ − h,  g W = Q₁,  (1 − E W) a = E u,

which solves (g − Q₁ E) q̈ = Q₀ − h with the factors of g: g stays symmetric, and what is solved
beside it has as many unknowns as accelerations that are fed back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lagr_gui.kernel import Node
from lagr_gui.kernel.replacement import replaced
from lagr_gui.mechanics.scope import Scope

Answer = Callable[[Sequence[Node]], list[Node]]


@dataclass(frozen=True)
class FedBack:
    """Accelerations a (r,) that are fed back, and the pivots (r,) of 1 − E W.

    A pivot is 0 where nothing, or anything, meets both.
    """

    a: list[Node]
    pivots: list[Node]


class Feedback:
    """The accelerations that are inputs of a program, and forces (f,) that are made of them."""

    def __init__(self, scope: Scope, right: Sequence[Node]) -> None:
        self.scope, self.program = scope, scope.program
        self.inputs = list(scope.fed_back.values())
        coordinates = scope.reading.coordinates
        self.places = [coordinates.index(name) for name in scope.fed_back]
        still = dict.fromkeys(self.inputs, self.program.zero)
        self.force = replaced(self.program, right, still)
        """Q₀ − h."""
        self.columns = [
            replaced(self.program, [self.program.derivative(Q, a) for Q in right], still)
            for a in self.inputs
        ]
        """Q₁, by accelerations."""

    def solved(self, answer: Answer, more: Answer) -> FedBack:
        """What is fed back, by how the system answers with q̈ (f,) to forces (f,).

        `more` is what further forces add to q̈.
        """
        u, W = answer(self.force), [more(column) for column in self.columns]
        r, one = len(self.inputs), self.program.one
        table = [
            [(one if i == k else self.program.zero) - W[k][at] for k in range(r)]
            for i, at in enumerate(self.places)
        ]
        right = [u[at] for at in self.places]
        for k in range(r):
            for i in range(k + 1, r):
                factor = table[i][k] / table[k][k]
                right[i] = right[i] - factor * right[k]
                for j in range(k + 1, r):
                    table[i][j] = table[i][j] - factor * table[k][j]
        a = list(right)
        for k in reversed(range(r)):
            for j in range(k + 1, r):
                a[k] = a[k] - table[k][j] * a[j]
            a[k] = a[k] / table[k][k]
        return FedBack(a, [table[k][k] for k in range(r)])

    def weakened(self, pivots: Sequence[Node], fed_back: FedBack) -> list[Node]:
        """Pivots of g (f,) that vanish as well where nothing determines what is fed back."""
        whole = list(pivots)
        for at, pivot in zip(self.places, fed_back.pivots, strict=True):
            size = self.program.call("abs", (pivot,))
            whole[at] = whole[at] * self.program.call("min", (self.program.one, size))
        return whole

    def whole(self, a: Sequence[Node]) -> list[Node]:
        """Q₀ − h + Q₁ a (f,)."""
        force = list(self.force)
        for column, one in zip(self.columns, a, strict=True):
            force = [Q + entry * one for Q, entry in zip(force, column, strict=True)]
        return force

    def known(self, nodes: Sequence[Node], qdd: Sequence[Node]) -> list[Node]:
        """Nodes that are made of accelerations, with these known (f,)."""
        values = dict(zip(self.inputs, [qdd[at] for at in self.places], strict=True))
        return replaced(self.program, nodes, values)

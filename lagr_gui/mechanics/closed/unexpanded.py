"""The formulas of the closed form as programs, for systems whose results nobody could read.

`NodeFormulas` takes the place of the algebra of canonical values: nothing is multiplied out, and
derivatives are those of programs.  The formulas of E, x, g, Γ and Q are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from lagr_gui.expression import Symbol
from lagr_gui.kernel import Node
from lagr_gui.mechanics.scope import Scope


class NodeFormulas:
    """Makes values that are nodes of a program."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.zero = Formula(self, scope.program.zero)
        self.one = Formula(self, scope.program.one)
        self._met: dict[Formula, Formula] = {}

    def number(self, value: Fraction) -> Formula:
        """A constant."""
        return Formula(self, self.scope.number(Fraction(value)))

    def symbol(self, symbol: Symbol) -> Formula:
        """A parameter, coordinate, velocity or the time."""
        return Formula(self, self.scope.node(symbol))

    def add(self, terms: Sequence[Formula]) -> Formula:
        """The sum of values."""
        return Formula(self, self.scope.add([term.node for term in terms]))

    def multiply(self, factors: Sequence[Formula]) -> Formula:
        """The product of values."""
        return Formula(self, self.scope.multiply([factor.node for factor in factors]))

    def power(self, base: Formula, exponent: Formula) -> Formula:
        """base ^ exponent"""
        return Formula(self, self.scope.power(base.node, exponent.node))

    def call(
        self, function: str, arguments: Sequence[Formula], orders: tuple[int, ...] = ()
    ) -> Formula:
        """A function of values. Raises LagrError for one that is not specified."""
        nodes = [argument.node for argument in arguments]
        return Formula(self, self.scope.call(function, nodes, orders))

    def derived(self, value: Formula, symbol: Symbol) -> Formula:
        """A partial derivative."""
        return value.derivative(symbol)

    def combined(self, terms: Sequence[tuple[Formula, int]], unit: Fraction) -> Formula:
        """A `unit` times a sum of multiples."""
        return sum((value * (number * unit) for value, number in terms), self.zero)

    def shared(self, value: Formula) -> Formula:
        """A value of the same node that was met before, or the value itself."""
        return self._met.setdefault(value, value)


class Formula:
    """A value as a node; with the operations of canonical values that the formulas use."""

    __slots__ = ("formulas", "node")
    length = 1
    D = None

    def __init__(self, formulas: NodeFormulas, node: Node) -> None:
        self.formulas, self.node = formulas, node

    @property
    def is_zero(self) -> bool:
        """Whether the node is the constant zero."""
        return self.node.value == 0

    def derivative(self, symbol: Symbol) -> Formula:
        """The partial derivative with respect to a coordinate, velocity or the time."""
        wrt = self.formulas.scope.node(symbol)
        return self._made(self.formulas.scope.program.derivative(self.node, wrt))

    def __add__(self, other: Formula | float) -> Formula:
        return self._made(self.node + _node(other))

    def __sub__(self, other: Formula | float) -> Formula:
        return self._made(self.node - _node(other))

    def __mul__(self, other: Formula | Fraction | float) -> Formula:
        return self._made(self.node * _node(other))

    def __truediv__(self, other: Formula | float) -> Formula:
        return self._made(self.node / _node(other))

    def __neg__(self) -> Formula:
        return self._made(-self.node)

    __radd__ = __add__
    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Formula) and self.node is other.node

    def __hash__(self) -> int:
        return hash(id(self.node))

    def _made(self, node: Node) -> Formula:
        return Formula(self.formulas, node)


def _node(value: Formula | Fraction | float) -> Node | Fraction | float:
    return value.node if isinstance(value, Formula) else value

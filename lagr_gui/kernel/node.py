"""Nodes of a straight-line program: arithmetic that folds while it is written down.

The operators are written in line, without helper calls, because derivations create
tens of thousands of operations and are to take a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

from lagr_gui.kernel.operations import ADD, DIVIDE, MULTIPLY, NEGATE, SUBTRACT, Operation


class NodeSheet(Protocol):
    """What a node knows of the program that it stands in (`Program` is the only one)."""

    operations: list[Operation]
    nodes: list[Node]
    known: dict[Operation, Node]
    zero: Node
    one: Node

    def append(self, operation: Operation) -> Node: ...
    def number(self, value: float | Fraction) -> Node: ...
    def lift(self, value: Node | float | Fraction) -> Node: ...
    def power(self, base: Node, exponent: Node) -> Node: ...
    def apply(self, code: int, x: Node) -> Node: ...
    def not_above(self, a: Node, b: Node) -> Node: ...
    def call(
        self, function: str, arguments: Sequence[Node], orders: tuple[int, ...] = ()
    ) -> Node: ...


class Node:
    """A value of a program: a number, an input or the result of an operation.

    Operands of a constant and a variable put the constant first; factors are positive and
    signs stand outside, so that equal things meet in one node.
    `value` is the number of a constant (else None); `negated` is the node whose negative
    this one is (else None).  Nodes of one program are equal exactly if they are the same
    object.
    """

    __slots__ = ("index", "negated", "program", "value")

    def __init__(self, program: NodeSheet, index: int, value: float | None = None) -> None:
        self.program = program
        self.index = index
        self.value = value
        self.negated: Node | None = None

    def __add__(self, other: Node | float | Fraction) -> Node:
        program = self.program
        if not isinstance(other, Node):
            other = program.lift(other)
        a, b = self.value, other.value
        if a is not None:
            return program.number(a + b) if b is not None else other._plus(a)
        if b is not None:
            return self._plus(b)
        if self.negated is not None:
            if other.negated is not None:
                return -(self.negated + other.negated)
            return other - self.negated
        if other.negated is not None:
            return self - other.negated
        i, j = self.index, other.index
        key = (ADD, i, j) if i < j else (ADD, j, i)
        return program.known.get(key) or program.append(key)

    def __sub__(self, other: Node | float | Fraction) -> Node:
        program = self.program
        if not isinstance(other, Node):
            other = program.lift(other)
        a, b = self.value, other.value
        if b is not None:
            return self._plus(-b) if a is None else program.number(a - b)
        if self is other:
            return program.zero
        if a == 0.0:
            return -other
        if other.negated is not None:
            return self + other.negated
        if self.negated is not None:
            return -(self.negated + other)
        i, j = self.index, other.index
        key = (SUBTRACT, i, j)
        node = program.known.get(key)
        if node is None:
            node = program.known.get((SUBTRACT, j, i))
            return program.append(key) if node is None else -node
        return node

    def __mul__(self, other: Node | float | Fraction) -> Node:
        program = self.program
        if not isinstance(other, Node):
            other = program.lift(other)
        a, b = self.value, other.value
        if a is not None:
            return program.number(a * b) if b is not None else other._times(a)
        if b is not None:
            return self._times(b)
        if self.negated is not None:
            if other.negated is not None:
                return self.negated * other.negated
            return -(self.negated * other)
        if other.negated is not None:
            return -(self * other.negated)
        i, j = self.index, other.index
        key = (MULTIPLY, i, j) if i < j else (MULTIPLY, j, i)
        return program.known.get(key) or program.append(key)

    def __truediv__(self, other: Node | float | Fraction) -> Node:
        program = self.program
        if not isinstance(other, Node):
            other = program.lift(other)
        a, b = self.value, other.value
        if b is not None and b != 0.0:
            return program.number(a / b) if a is not None else self._times(1.0 / b)
        if self is other and b is None:
            return program.one
        if a == 0.0 and b is None:
            return self
        if self.negated is not None:
            return -(self.negated / other)
        if other.negated is not None:
            return -(self / other.negated)
        key = (DIVIDE, self.index, other.index)
        return program.known.get(key) or program.append(key)

    def __neg__(self) -> Node:
        if self.negated is not None:
            return self.negated
        program = self.program
        if self.value is not None:
            return program.number(-self.value)
        operation, i, j = program.operations[self.index]
        if operation == SUBTRACT:
            swapped = program.known.get((SUBTRACT, j, i))
            if swapped is not None:
                return swapped
        key = (NEGATE, self.index, -1)
        node = program.known.get(key)
        if node is None:
            node = program.append(key)
            node.negated = self
        return node

    def __radd__(self, other: float | Fraction) -> Node:
        return self.program.lift(other) + self

    def __rsub__(self, other: float | Fraction) -> Node:
        return self.program.lift(other) - self

    def __rmul__(self, other: float | Fraction) -> Node:
        return self.program.lift(other) * self

    def __rtruediv__(self, other: float | Fraction) -> Node:
        return self.program.lift(other) / self

    def __pow__(self, other: Node | float | Fraction) -> Node:
        return self.program.power(self, self.program.lift(other))

    def __rpow__(self, other: float | Fraction) -> Node:
        return self.program.power(self.program.lift(other), self)

    def __repr__(self) -> str:
        return f"Node({self.index if self.value is None else self.value})"

    def _plus(self, number: float) -> Node:
        """This value, not a constant, plus a constant: (x + a) + b = x + (a + b)."""
        if number == 0.0:
            return self
        program = self.program
        operation, i, j = program.operations[self.index]
        first = program.nodes[i].value
        if first is not None:
            if operation == ADD:
                return program.nodes[j]._plus(first + number)
            if operation == SUBTRACT:
                return program.number(first + number) - program.nodes[j]
        constant = program.number(number)
        if self.negated is not None:
            key = (SUBTRACT, constant.index, self.negated.index)
        else:
            key = (ADD, constant.index, self.index)
        return program.known.get(key) or program.append(key)

    def _times(self, number: float) -> Node:
        """This value, not a constant, times a constant: (x·a)·b = x·(a·b)."""
        if number == 0.0:
            return self.program.zero
        if number == 1.0:
            return self
        if number < 0.0:
            return -self._times(-number)
        if self.negated is not None:
            return -self.negated._times(number)
        program = self.program
        operation, i, j = program.operations[self.index]
        first = program.nodes[i].value
        if operation == MULTIPLY and first is not None:
            return program.nodes[j]._times(first * number)
        key = (MULTIPLY, program.number(number).index, self.index)
        return program.known.get(key) or program.append(key)

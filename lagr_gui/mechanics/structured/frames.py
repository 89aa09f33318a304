"""Vectors and tensors by their components in the axes in which these are short.

A_ν of a definition leads from numbers to its axes, so that A_ν (x, y, z)ᵀ has the components
x, y, z there.  Only where quantities of different axes meet they are brought into those that are
wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from lagr_gui.algebra import Algebra, Canonical
from lagr_gui.expression import Expression, Symbol
from lagr_gui.expression.arithmetic import evaluate
from lagr_gui.mechanics.structured.quantity import UNIT
from lagr_gui.mechanics.vectors import Square, Triple, apply, cross, dot, product, rotation, times
from lagr_gui.mechanics.vectors import transpose as turned

SPACE = ""
"""The axes of space; others go by the name of the definition that leads to them."""


@dataclass(frozen=True)
class Arrow:
    """A vector by its components in axes."""

    axes: str
    parts: Triple[Canonical]


@dataclass(frozen=True)
class Tensor:
    """A tensor between axes: its rows belong to those on the `left`, its columns to the `right`."""

    left: str
    right: str
    rows: Square[Canonical]


@dataclass(frozen=True)
class Round:
    """A number times the unit tensor, which is the same in all axes."""

    factor: Canonical


Value = Canonical | Arrow | Tensor | Round


class FrameCarrier:
    """A carrier of such values; `wanted` are the axes in which quantities meet."""

    def __init__(self, algebra: Algebra, wanted: str, named: Callable[[Symbol], Value]) -> None:
        """`named` gives what a symbol stands for."""
        self.algebra, self.wanted, self._named = algebra, wanted, named
        zero, one = algebra.zero, algebra.one
        self.unit: Square[Canonical] = ((one, zero, zero), (zero, one, zero), (zero, zero, one))
        self._inner: dict[str, tuple[str, Square[Canonical]]] = {}
        self._ways: dict[tuple[str, str], Square[Canonical]] = {}

    def value(self, tree: Expression) -> Value:
        """What a tree is."""
        return evaluate(tree, self, self._looked_up)

    def _looked_up(self, symbol: Symbol) -> Any:
        return Round(self.algebra.one) if symbol == Symbol(UNIT) else self._named(symbol)

    # --- axes ------------------------------------------------------------------------------

    def add_axes(self, name: str, value: Tensor) -> Tensor:
        """Axes of this name, where the value is a rotation; how they are used from then on."""
        R = value.rows
        if value.right != SPACE or not self._is_rotation(R):
            return value
        self._inner[name] = value.left, R
        return Tensor(name, SPACE, self.unit)

    def _is_rotation(self, R: Square[Canonical]) -> bool:
        both = zip(product(R, turned(R)), self.unit, strict=True)
        if not all(a == b for rows in both for a, b in zip(*rows, strict=True)):
            return False
        return dot(R[0], cross(R[1], R[2])) == self.algebra.one

    def way(self, to: str, start: str) -> Square[Canonical]:
        """The matrix that makes components in one kind of axes of those in another."""
        if (to, start) not in self._ways:
            above, below = self._path(to), self._path(start)
            common = next(axes for axes in above if axes in below)
            R = product(turned(self._from(to, common)), self._from(start, common))
            self._ways[to, start] = R
        return self._ways[to, start]

    def _path(self, axes: str) -> list[str]:
        """The axes with all in which they are told, out to space."""
        path = [axes]
        while path[-1] != SPACE:
            path.append(self._inner[path[-1]][0])
        return path

    def _from(self, axes: str, outer: str) -> Square[Canonical]:
        R = self.unit
        while axes != outer:
            axes, turn = self._inner[axes]
            R = turn if R is self.unit else product(turn, R)
        return R

    def arrow(self, value: Arrow, axes: str) -> Triple[Canonical]:
        """The components of a vector in axes."""
        return value.parts if value.axes == axes else apply(self.way(axes, value.axes), value.parts)

    def matrix(self, value: Tensor | Round, left: str, right: str) -> Square[Canonical]:
        """The entries of a tensor between axes."""
        if isinstance(value, Round):
            R = self.unit if left == right else self.way(left, right)
            return _scaled(R, value.factor)
        rows = value.rows
        if value.left != left:
            rows = product(self.way(left, value.left), rows)
        return rows if value.right == right else product(rows, self.way(value.right, right))

    # --- the carrier -----------------------------------------------------------------------

    def number(self, value: Fraction) -> Canonical:
        """A constant."""
        return self.algebra.number(value)

    def add(self, terms: Sequence[Any]) -> Any:
        """The sum of values of one rank."""
        first = terms[0]
        if isinstance(first, Canonical):
            return self.algebra.add(terms)
        if isinstance(first, Arrow):
            axes = self._meeting([term.axes for term in terms])
            columns = zip(*(self.arrow(term, axes) for term in terms), strict=True)
            first, second, third = (self.algebra.add(column) for column in columns)
            return Arrow(axes, (first, second, third))
        if all(isinstance(term, Round) for term in terms):
            return Round(self.algebra.add([term.factor for term in terms]))
        tensors = [term for term in terms if isinstance(term, Tensor)]
        left, right = (
            self._meeting([term.left for term in tensors]),
            self._meeting([term.right for term in tensors]),
        )
        tables = [self.matrix(term, left, right) for term in terms]
        return Tensor(left, right, _added(tables))

    def _meeting(self, axes: Sequence[str]) -> str:
        return axes[0] if len(set(axes)) == 1 else self.wanted

    def multiply(self, factors: Sequence[Any]) -> Any:
        """The product from left to right."""
        result = factors[0]
        for factor in factors[1:]:
            result = self._product(result, factor)
        return result

    def _product(self, a: Any, b: Any) -> Any:
        match a, b:
            case Canonical(), Canonical():
                return a * b
            case (Round(), _) if not isinstance(b, Canonical):
                return self._product(a.factor, b)
            case Tensor(), Round():
                return self._product(a, b.factor)
            case Tensor(), Arrow():
                parts = self.arrow(b, a.right)
                return Arrow(a.left, parts if a.rows is self.unit else apply(a.rows, parts))
            case Tensor(), Tensor():
                rows = self.matrix(b, a.right, b.right)
                return Tensor(
                    a.left, b.right, rows if a.rows is self.unit else product(a.rows, rows)
                )
            case Canonical(), _:
                return self._product(b, a)
            case Round(), _:
                return Round(a.factor * b)
            case Arrow(), _:
                return Arrow(a.axes, times(a.parts, b))
            case _:
                return Tensor(a.left, a.right, _scaled(a.rows, b))

    def power(self, base: Canonical, exponent: Canonical) -> Canonical:
        """A power of a scalar."""
        return self.algebra.power(base, exponent)

    def call(self, function: str, arguments: Sequence[Any], orders: tuple[int, ...]) -> Any:
        """An operation on vectors, or a function of scalars."""
        if (operation := self._operations.get(function)) is None:
            return self.algebra.call(function, arguments, orders)
        return operation(self, *arguments)

    def _dot(self, a: Arrow, b: Arrow) -> Canonical:
        axes = self._meeting((a.axes, b.axes))
        return dot(self.arrow(a, axes), self.arrow(b, axes))

    def _cross(self, a: Arrow, b: Arrow) -> Arrow:
        axes = self._meeting((a.axes, b.axes))
        return Arrow(axes, cross(self.arrow(a, axes), self.arrow(b, axes)))

    def _outer(self, a: Arrow, b: Arrow) -> Tensor:
        first, second, third = (times(b.parts, x) for x in a.parts)
        return Tensor(a.axes, b.axes, (first, second, third))

    def _transpose(self, a: Tensor | Round) -> Tensor | Round:
        if isinstance(a, Round):
            return a
        return Tensor(a.right, a.left, a.rows if a.rows is self.unit else turned(a.rows))

    def _trace(self, a: Tensor | Round) -> Canonical:
        if isinstance(a, Round):
            return a.factor * 3
        rows = self.matrix(a, a.left, a.left)
        return rows[0][0] + rows[1][1] + rows[2][2]

    def _vec(self, *parts: Canonical) -> Arrow:
        first, second, third = parts
        return Arrow(SPACE, (first, second, third))

    def _tensor(self, *e: Canonical) -> Tensor:
        return Tensor(SPACE, SPACE, ((e[0], e[1], e[2]), (e[3], e[4], e[5]), (e[6], e[7], e[8])))

    def _symmetric(self, *e: Canonical) -> Tensor:
        return self._tensor(e[0], e[3], e[4], e[3], e[1], e[5], e[4], e[5], e[2])

    def _rotation(self, axis: Arrow, angle: Canonical) -> Tensor:
        cosine, sine = (self.algebra.call(name, [angle]) for name in ("cos", "sin"))
        n = self.arrow(axis, SPACE)
        return Tensor(SPACE, SPACE, rotation(n, cosine, sine, self.algebra.one))

    _operations: ClassVar[Mapping[str, Callable[..., Any]]] = {
        "dot": _dot,
        "cross": _cross,
        "outer": _outer,
        "transpose": _transpose,
        "trace": _trace,
        "vec": _vec,
        "tensor": _tensor,
        "symmetric": _symmetric,
        "rotation": _rotation,
    }


def _scaled(rows: Square[Any], factor: Any) -> Square[Any]:
    return times(rows[0], factor), times(rows[1], factor), times(rows[2], factor)


def _added(tables: Sequence[Square[Any]]) -> Square[Any]:
    first, second, third = (
        tuple(sum(table[i][k] for table in tables[1:]) + tables[0][i][k] for k in range(3))
        if len(tables) > 1
        else tables[0][i]
        for i in range(3)
    )
    return first, second, third  # type: ignore[return-value]

"""Random expressions, and a plain evaluation of them that knows nothing of programs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol
from lagr_gui.expression.arithmetic import evaluate
from lagr_gui.kernel import Node, Program

NAMES = ("x", "y", "z")
SMOOTH = ("sin", "cos", "tanh", "atan", "asinh", "erf")

LEAVES = st.one_of(
    st.sampled_from([Symbol(name) for name in NAMES]),
    st.fractions(-3, 3, max_denominator=4).map(Number),
)


def _branches(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    exponents = st.sampled_from([-2, -1, 2, 3, 5]).map(lambda n: Number(Fraction(n)))
    return st.one_of(
        several.map(Sum),
        several.map(Product),
        st.builds(Power, inner, exponents),
        st.builds(lambda name, u: Call(name, (u,)), st.sampled_from(SMOOTH), inner),
    )


SMOOTH_TREES: st.SearchStrategy[Expression] = st.recursive(LEAVES, _branches, max_leaves=12)
POINTS = st.tuples(*[st.floats(0.25, 2.0) for _ in NAMES])


class Floats:
    """The carrier of floats; `largest` is the largest magnitude met on the way."""

    def __init__(self) -> None:
        self.largest = 0.0

    def _seen(self, value: float) -> float:
        self.largest = max(self.largest, abs(value))
        return value

    def number(self, value: Fraction) -> float:
        return self._seen(float(value))

    def add(self, terms: Sequence[float]) -> float:
        return self._seen(sum(terms))

    def multiply(self, factors: Sequence[float]) -> float:
        return self._seen(math.prod(factors))

    def power(self, base: float, exponent: float) -> float:
        if base == 0.0 and exponent < 0:
            return self._seen(math.inf)
        return self._seen(base**exponent)

    def call(self, function: str, arguments: Sequence[float], orders: tuple[int, ...]) -> float:
        return self._seen(getattr(math, function)(*arguments))


def plain_value(tree: Expression, point: Sequence[float]) -> tuple[float, float]:
    """The value of a tree, and the largest magnitude on the way to it."""
    carrier = Floats()
    values = dict(zip(NAMES, point, strict=True))
    try:
        return evaluate(tree, carrier, lambda symbol: values[symbol.name]), carrier.largest
    except (OverflowError, ValueError):
        return math.inf, math.inf


def node_of(program: Program, tree: Expression) -> Node:
    """The tree as a node of a program."""
    return evaluate(tree, program, lambda symbol: program.input(symbol.name))


def inputs(program: Program) -> list[Node]:
    """The inputs of all names."""
    return [program.input(name) for name in NAMES]

"""Random expressions, and their numbers by a carrier of many digits that knows no algebra."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st
from mpmath import mp, mpf

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol
from lagr_gui.expression.arithmetic import evaluate

mp.dps = 60
NAMES = ("x", "y", "z")
POINTS: tuple[tuple[Any, ...], ...] = tuple(
    tuple(mpf(n) / 1009 for n in numbers)
    for numbers in ((431, 877, 1361), (-613, 1453, 269), (1823, -337, -971), (-1171, -499, 739))
)
"""Places without any relation between the numbers, of all signs."""
FORMS = ("shortest", "collected", "multi-angle", "product")


class Undefined(Exception):
    """There is no real number here, or one that is too large to be of use."""


class Digits:
    """Real numbers of 60 digits; FU(u) stands for sin(u/2 + 1) unless it is given."""

    def __init__(self, FU: Callable[[Any], Any] | None = None) -> None:
        self.FU = FU

    def number(self, value: Fraction) -> Any:
        return mpf(value.numerator) / value.denominator

    def add(self, terms: Sequence[Any]) -> Any:
        return _usable(mp.fsum(terms))

    def multiply(self, factors: Sequence[Any]) -> Any:
        return _usable(mp.fprod(factors))

    def power(self, base: Any, exponent: Any) -> Any:
        if exponent < 0 and abs(base) < 1e-30:
            raise Undefined
        if exponent != int(exponent):
            return _usable(_root(base) ** int(2 * exponent))
        return _usable(base ** int(exponent))

    def call(self, function: str, arguments: Sequence[Any], orders: tuple[int, ...]) -> Any:
        (u,) = arguments
        if function == "FU" and self.FU is None:
            order = sum(orders)
            return mp.sin(u / 2 + 1 + order * mp.pi / 2) / 2**order
        if function == "FU":
            return _usable(mp.diff(self.FU, u, sum(orders)) if any(orders) else self.FU(u))
        if function == "sqrt":
            return _root(u)
        return _usable(abs(u) if function == "abs" else getattr(mp, function)(u))


def _root(u: Any) -> Any:
    if u < -1e-30:
        raise Undefined
    return mp.sqrt(max(u, 0))


def _usable(value: Any) -> Any:
    if abs(value) > 1e9:
        raise Undefined
    return value


def number(tree: Expression, point: Sequence[Any], FU: Callable[[Any], Any] | None = None) -> Any:
    """The number of a tree at a point. Raises Undefined where there is none."""
    values = dict(zip(NAMES, point, strict=True))
    return evaluate(tree, Digits(FU), lambda symbol: values[symbol.name])


def near(a: Any, b: Any) -> bool:
    """Whether two numbers agree in many more digits than chance could bring about."""
    return abs(a - b) <= mpf(10) ** -22 * (1 + abs(a) + abs(b))


LEAVES = st.one_of(
    st.sampled_from([Symbol(name) for name in NAMES]),
    st.fractions(-3, 3, max_denominator=3).map(Number),
)
HALF = Fraction(1, 2)


def _several(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[tuple[Expression, ...]]:
    return st.lists(inner, min_size=2, max_size=3).map(tuple)


def _calls(
    names: Sequence[str], inner: st.SearchStrategy[Expression]
) -> st.SearchStrategy[Expression]:
    return st.builds(lambda name, u: Call(name, (u,)), st.sampled_from(names), inner)


def _powers(
    exponents: Sequence[Fraction | int], inner: st.SearchStrategy[Expression]
) -> st.SearchStrategy[Expression]:
    numbers = st.sampled_from([Number(Fraction(exponent)) for exponent in exponents])
    return st.builds(Power, inner, numbers)


ANGLES = st.builds(
    lambda a, b, m, n: Sum((Product((Number(m), a)), Product((Number(n), b)))),
    *[st.sampled_from([Symbol(name) for name in NAMES])] * 2,
    *[st.sampled_from([Fraction(n, 2) for n in range(-4, 5)])] * 2,
)
"""Whole and half multiples of the symbols."""

POLYNOMIALS: st.SearchStrategy[Expression] = st.recursive(
    st.one_of(LEAVES, _calls(("sin", "cos"), ANGLES)),
    lambda inner: st.one_of(
        _several(inner).map(Sum), _several(inner).map(Product), _powers((2, 3), inner)
    ),
    max_leaves=7,
)
"""Trigonometric polynomials: what the canonical form decides completely."""

TREES: st.SearchStrategy[Expression] = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        _several(inner).map(Sum),
        _several(inner).map(Product),
        _powers((-2, -1, 2, 3, HALF), inner),
        _calls(("sin", "cos", "sqrt", "abs", "FU", "exp"), inner),
    ),
    max_leaves=6,
)
"""Expressions with roots, absolute values, quotients and a function FU that is left open."""

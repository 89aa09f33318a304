"""Derivatives of functions of the model, as they are called by F′(t), without differentiating.

They are differences of values with so many digits that the steps may be tiny: what a difference
leaves out is some 40 digits below.  Where those to either side differ (a kink, a jump) there
is no derivative: nan.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from lagr_gui.expression import Expression, Symbol
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate

Digits = Any
"""A number with many digits."""

DIGITS = 160
"""Each order of differentiation takes as many of them as the step has."""

STEP = 20
"""Steps are 10⁻²⁰ of the place, or of 1."""

SMOOTH = 1e-10
"""Differences to either side that are nearer, relative to values or slopes, are the same slope."""

Function = Callable[[Sequence[Digits]], Digits]


@lru_cache(maxsize=1)
def _context() -> Any:
    """Arithmetic of its own: what others set does not change it."""
    from mpmath import MPContext  # loaded where a model calls a derivative

    context: Any = MPContext()
    context.dps = DIGITS
    return context


class Precise:
    """Expressions on numbers with many digits; `call_user` evaluates functions of the model."""

    def __init__(
        self, call_user: Callable[[str, Sequence[Digits], tuple[int, ...]], Digits]
    ) -> None:
        self.context, self._call_user = _context(), call_user

    def number(self, value: Fraction) -> Digits:
        """A constant."""
        return self.context.mpf(value.numerator) / value.denominator

    def add(self, terms: Sequence[Digits]) -> Digits:
        """The sum."""
        return self.context.fsum(terms)

    def multiply(self, factors: Sequence[Digits]) -> Digits:
        """The product."""
        return self.context.fprod(factors)

    def power(self, base: Digits, exponent: Digits) -> Digits:
        """base ^ exponent, nan where that is not real."""
        return self._real(lambda: self.context.power(base, exponent))

    def call(self, function: str, arguments: Sequence[Digits], orders: tuple[int, ...]) -> Digits:
        """A built-in function, or one of the model's."""
        if function in _OTHER:
            return _OTHER[function](self.context, *arguments)
        if function in _SMOOTH:
            return self._real(lambda: getattr(self.context, function)(*arguments))
        if function in _STEPS:
            carrier: Any = FloatCarrier()
            return self.context.mpf(carrier.call(function, [float(x) for x in arguments], ()))
        return self._call_user(function, arguments, orders)

    def _real(self, compute: Callable[[], Digits]) -> Digits:
        try:
            found = compute()
        except (ValueError, ZeroDivisionError, OverflowError):
            return self.context.nan
        return found if isinstance(found, self.context.mpf) else self.context.nan


_SMOOTH = frozenset(
    (
        *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh"),
        *("asinh", "acosh", "atanh", "exp", "log", "log10", "sqrt", "erf"),
    )
)
_STEPS = frozenset(("step", "fac", "comb"))
_OTHER: Mapping[str, Callable[..., Digits]] = {
    "abs": lambda context, x: abs(x),
    "sign": lambda context, x: context.sign(x),
    "min": lambda context, a, b: min(a, b),
    "max": lambda context, a, b: max(a, b),
    "pi": lambda context: +context.pi,
    "log2": lambda context, x: context.log(x, 2) if x > 0 else context.nan,
}


def derivative(function: Function, orders: Sequence[int]) -> Function:
    """A function of several arguments, differentiated as often by each as `orders` say."""
    for place, order in enumerate(orders):
        for _ in range(order):
            function = _slope(function, place)
    return function


def _slope(function: Function, place: int) -> Function:
    def slope(arguments: Sequence[Digits]) -> Digits:
        def moved(s: Digits) -> Digits:
            x = list(arguments)
            x[place] += s
            return function(x)

        size = max(abs(arguments[place]), 1)
        return differences(moved, size)[1]

    return slope


def differences(curve: Callable[[Digits], Digits], size: Digits = 1) -> tuple[Digits, ...]:
    """Value, first and second derivative at 0; nan for those that have no value."""
    context = _context()
    h = size * context.mpf(10) ** -STEP
    here, after, before = curve(context.mpf(0)), curve(h), curve(-h)
    right, left = (after - here) / h, (here - before) / h
    if not abs(right - left) <= SMOOTH * (abs(here) / size + abs(right) + abs(left)):
        return here, context.nan, context.nan
    return here, (right + left) / 2, (right - left) / h


def value(
    tree: Expression, names: Mapping[str, Digits], precise: Precise, other: Callable[[str], float]
) -> Digits:
    """A tree in some names with many digits; `other` gives those that are not among them."""

    def lookup(symbol: Symbol) -> Digits:
        if symbol.name in names:
            return names[symbol.name]
        return precise.context.mpf(other(symbol.name))

    return evaluate(tree, precise, lookup)


def along(function: Function, row: Sequence[tuple[float, float, float]]) -> tuple[float, ...]:
    """Value, first and second derivative of a function whose arguments have these jets."""
    context = _context()
    places = [[context.mpf(x) for x in jet] for jet in row]

    def curve(s: Digits) -> Digits:
        return function([x + s * (rate + s * second / 2) for x, rate, second in places])

    if all(rate == second == 0 for _, rate, second in row):
        return float(curve(context.mpf(0))), 0.0, 0.0
    return tuple(float(x) for x in differences(curve))

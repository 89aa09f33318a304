"""Evaluates an expression on any carrier: floats, program nodes, canonical polynomials."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol, read
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import OutOfDomain, WithoutNumbers, refusal

T = TypeVar("T")


class Carrier(Protocol[T]):
    """What a set of values must offer so that expressions can be evaluated on it."""

    def number(self, value: Fraction) -> T: ...

    def add(self, terms: Sequence[T]) -> T: ...

    def multiply(self, factors: Sequence[T]) -> T: ...

    def power(self, base: T, exponent: T) -> T: ...

    def call(self, function: str, arguments: Sequence[T], orders: tuple[int, ...]) -> T: ...


def evaluate(expression: Expression, carrier: Carrier[T], lookup: Callable[[Symbol], T]) -> T:
    """The value of an expression on a carrier; `lookup` gives the value of each symbol."""
    match expression:
        case Number(value):
            return carrier.number(value)
        case Symbol():
            return lookup(expression)
        case Sum(terms):
            return carrier.add([evaluate(term, carrier, lookup) for term in terms])
        case Product(factors):
            return carrier.multiply([evaluate(factor, carrier, lookup) for factor in factors])
        case Power(base, exponent):
            return carrier.power(
                evaluate(base, carrier, lookup), evaluate(exponent, carrier, lookup)
            )
        case Call(function, arguments, orders):
            values = [evaluate(argument, carrier, lookup) for argument in arguments]
            return carrier.call(function, values, orders)


def _step(a: float, x: float, b: float) -> float:
    return 1.0 if a <= x < b or a == x == b else 0.0


def _comb(n: float, *parts: float) -> float:
    """n (n − 1) … (n − Σnᵢ + 1) / (n₁! n₂! …)"""
    chosen = sum(map(_count, parts))
    falling = math.prod(range(_count(n) - chosen + 1, _count(n) + 1)) if chosen <= n else 0
    return falling / math.prod(_fac(part) for part in parts)


def _fac(n: float) -> float:
    return float(math.factorial(_count(n)))


def _count(n: float) -> int:
    if n != int(n) or not 0 <= n <= 170:
        raise ValueError("a whole number from 0 to 170 is needed")
    return int(n)


_FLOAT: Mapping[str, Callable[..., float]] = {
    **{
        name: getattr(math, name)
        for name in (
            *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh"),
            *("asinh", "acosh", "atanh", "exp", "log", "log10", "log2", "sqrt", "erf"),
        )
    },
    "abs": math.fabs,
    "sign": lambda x: float((x > 0) - (x < 0)),
    "min": lambda a, b: min(a, b),
    "max": lambda a, b: max(a, b),
    "step": _step,
    "fac": _fac,
    "comb": _comb,
    "pi": lambda: math.pi,
}


class FloatCarrier:
    """Real numbers. Faults of domain raise LagrError naming the function and its argument.

    `functions` maps the names of further functions to Python functions.
    """

    def __init__(self, functions: Mapping[str, Callable[..., float]] | None = None) -> None:
        self._functions = {**_FLOAT, **(functions or {})}

    def number(self, value: Fraction) -> float:
        """The nearest float."""
        return self._guarded("the number", float, (value,))

    def add(self, terms: Sequence[float]) -> float:
        """The sum."""
        return self._guarded("the sum", lambda *values: math.fsum(values), terms)

    def multiply(self, factors: Sequence[float]) -> float:
        """The product."""
        return math.prod(factors)

    def power(self, base: float, exponent: float) -> float:
        """base ^ exponent, where that is real."""
        if base == 0 and exponent < 0:
            raise _outside("It divides by zero.")
        return self._guarded("the power", math.pow, (base, exponent))

    def call(self, function: str, arguments: Sequence[float], orders: tuple[int, ...]) -> float:
        """A built-in function."""
        if function not in self._functions or any(orders):
            raise WithoutNumbers.refusal(
                place=say("Function “{function}”", function=function),
                cause="It has no value here.",
                remedy="Only built-in functions can be used in a number.",
                code="unspecified-function",
            )
        return self._guarded(f"“{function}”", self._functions[function], arguments)

    @staticmethod
    def _guarded(
        name: str, function: Callable[..., float], arguments: Sequence[float | Fraction]
    ) -> float:
        try:
            return float(function(*arguments))
        except (ValueError, OverflowError, ZeroDivisionError) as error:
            shown = ", ".join(str(argument)[:24] for argument in arguments)
            cause = say("{name} has no real value at ({shown}).", name=name, shown=shown)
            raise _outside(cause) from error


def _outside(cause: str) -> OutOfDomain:
    return OutOfDomain.refusal(
        place="Expression",
        cause=cause,
        remedy="Correct the expression or the values in it.",
        code="domain",
    )


_REAL = FloatCarrier()


def value(
    expression: Expression | str | float,
    names: Mapping[str, float],
    carrier: FloatCarrier = _REAL,
) -> float:
    """The number that an expression in parameters stands for; a `carrier` may know more functions.

    Raises LagrError for a text that does not read, an unknown name or a fault of domain.
    """
    tree = read(expression) if isinstance(expression, (str, int, float)) else expression

    def lookup(symbol: Symbol) -> float:
        if symbol.order or symbol.name not in names:
            raise refusal(
                "Expression",
                say("“{name}” has no value here.", name=symbol.name),
                "Use parameters that have values.",
                code="symbol",
            )
        return names[symbol.name]

    return evaluate(tree, carrier, lookup)

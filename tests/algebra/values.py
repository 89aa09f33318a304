"""Numbers of trees in many digits by a walk of their own; nothing relates the values of names."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from mpmath import mp, mpf

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol
from tests.algebra.trees import Undefined


def value_of(symbol: Symbol, sign: int = 1) -> Any:
    """A value for any symbol, of one sign: equal for equal symbols, else unrelated."""
    mixed = zlib.crc32(f"{symbol.name}|{symbol.order}".encode())
    return sign * (mpf(mixed % 99991) / 99991 + mpf(1) / 7)


def scattered(symbol: Symbol) -> Any:
    """The same with a sign that comes from the name."""
    return value_of(symbol, -1 if zlib.crc32(symbol.name.encode()) % 3 == 0 else 1)


def number(tree: Expression, values: Any = scattered) -> Any:
    """The number of a tree. Raises Undefined where there is none that is real and usable."""
    match tree:
        case Number(value):
            return mpf(value.numerator) / value.denominator
        case Symbol():
            return values[tree] if isinstance(values, Mapping) else values(tree)
        case Sum(terms):
            return mp.fsum(number(term, values) for term in terms)
        case Product(factors):
            return mp.fprod(number(factor, values) for factor in factors)
        case Power(base, exponent):
            return _power(number(base, values), number(exponent, values))
        case Call(function, arguments, orders):
            return _call(function, [number(own, values) for own in arguments], orders)


def _power(base: Any, exponent: Any) -> Any:
    if abs(base) < mpf(10) ** -30 and exponent < 0:
        raise Undefined
    found = mp.power(base, exponent)
    if mp.im(found) != 0:
        raise Undefined
    return _usable(mp.re(found))


def _call(function: str, u: list[Any], orders: tuple[int, ...]) -> Any:
    if function == "pi":
        return mp.pi
    if function[0] == "F":
        weighted = mp.fsum(x / (i + 1) for i, x in enumerate(u)) + 1
        factor = mp.fprod(mpf(1) / (i + 1) ** order for i, order in enumerate(orders))
        return mp.sin(weighted + sum(orders) * mp.pi / 2) * factor
    if function in ("sqrt", "log", "log10", "log2") and u[0] < 0:
        raise Undefined
    found = _KNOWN[function](*u) if function in _KNOWN else getattr(mp, function)(*u)
    if mp.im(found) != 0 or not mp.isfinite(found):
        raise Undefined
    return _usable(mp.re(found))


def _usable(value: Any) -> Any:
    if abs(value) > 1e12:
        raise Undefined
    return value


_KNOWN: dict[str, Any] = {
    "abs": abs,
    "sign": mp.sign,
    "min": min,
    "max": max,
    "log2": lambda x: mp.log(x, 2),
    "step": lambda a, x, b: mpf(a <= x < b or a == x == b),
    "fac": mp.factorial,
    "comb": lambda n, *k: mp.factorial(n) / mp.fprod(mp.factorial(i) for i in (*k, n - mp.fsum(k))),
}

"""From tree to text, such that the text reads back as the same expression."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from lagr_gui.expression.tree import CARRIED, Call, Expression, Number, Power, Product, Sum, Symbol

_SUM, _PRODUCT, _POWER, _ATOM = range(4)
_MOST_PLACES = 128
"""Longer decimals are written as fractions: products of three typed numbers have 120 at most."""
_TENS = 10 ** (_MOST_PLACES - 1)


def write(tree: Expression) -> str:
    """The text of an expression, with as few brackets as it needs."""
    return _write(tree)[0]


def _write(tree: Expression) -> tuple[str, int]:
    match tree:
        case Number():
            return _number(tree)
        case Symbol(name, order):
            return name + "'" * order, _ATOM
        case Sum(terms):
            return _sum(terms), _SUM
        case Product(factors):
            return _product(factors)
        case Power(base, exponent):
            return _power(base, exponent)
        case Call("pi", ()):
            return "pi", _ATOM
        case Call(function, arguments, orders):
            mark = _mark(orders) if any(orders) else ""
            name = function.removesuffix(CARRIED)
            return f"{name}{mark}({', '.join(write(a) for a in arguments)})", _ATOM


def _mark(orders: tuple[int, ...]) -> str:
    if len(orders) == 1 and orders[0] <= 3:
        return "'" * orders[0]
    return f"[{','.join(map(str, orders))}]"


def _bracketed(tree: Expression, least: int) -> str:
    text, level = _write(tree)
    return text if level >= least else f"({text})"


def _number(number: Number) -> tuple[str, int]:
    value = number.value
    if value.denominator == 1:
        return str(value), _ATOM if value >= 0 else _SUM
    exact = decimal(number)
    text = exact if exact is not None else str(value)
    level = _SUM if value < 0 else _ATOM if exact is not None else _PRODUCT
    return text, level


def decimal(number: Number) -> str | None:
    """The exact decimal of a number that is written so, or would be very long as a fraction."""
    value = number.value
    if value.denominator == 1 or not (number.decimal or is_long(value)):
        return None
    return _digits(value)


@lru_cache(maxsize=4096)
def _digits(value: Fraction) -> str | None:
    """The exact decimal of a fraction; None where it has no end or is very long."""
    if _TENS % value.denominator:
        return None
    places = next(n for n in range(_MOST_PLACES) if 10**n % value.denominator == 0)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def is_long(value: Fraction) -> bool:
    """Whether a fraction has so many digits that a decimal is easier to read."""
    return len(str(value.numerator)) + len(str(value.denominator)) > 20


def _sum(terms: tuple[Expression, ...]) -> str:
    text = _bracketed(terms[0], _PRODUCT) if _is_sum(terms[0]) else write(terms[0])
    for term in terms[1:]:
        inner = f"({write(term)})" if _is_sum(term) else write(term)
        text += f" - {inner[1:]}" if inner.startswith("-") else f" + {inner}"
    return text


def _is_sum(tree: Expression) -> bool:
    return isinstance(tree, Sum)


def _product(factors: tuple[Expression, ...]) -> tuple[str, int]:
    above: list[str] = []
    below: list[str] = []
    sign = ""
    for index, factor in enumerate(factors):
        if isinstance(factor, Number):
            if factor.value < 0 and index == 0:
                sign, factor = "-", factor.alike(-factor.value)
            if decimal(factor) is None and factor.value.denominator != 1:
                below.append(str(factor.value.denominator))
                factor = Number(Fraction(factor.value.numerator))
            above += [_bracketed(factor, _POWER)] if factor.value != 1 else []
        elif isinstance(factor, Power) and _inverse(factor) is not None:
            below.append(_bracketed(_inverse(factor) or factor, _POWER))
        else:
            above.append(_bracketed(factor, _PRODUCT if index else _POWER))
    text = "*".join(above) or "1"
    if below:
        text += f"/{below[0]}" if len(below) == 1 else f"/({'*'.join(below)})"
    return sign + text, _SUM if sign else _PRODUCT


def _inverse(power: Power) -> Expression | None:
    """What a power with a negative numeric exponent divides by."""
    if not isinstance(power.exponent, Number) or power.exponent.value >= 0:
        return None
    positive = -power.exponent.value
    return power.base if positive == 1 else Power(power.base, Number(positive))


def _power(base: Expression, exponent: Expression) -> tuple[str, int]:
    divisor = _inverse(Power(base, exponent))
    if divisor is not None:
        return f"1/{_bracketed(divisor, _POWER)}", _PRODUCT
    if isinstance(exponent, Number) and exponent.value == Fraction(1, 2):
        return f"sqrt({write(base)})", _ATOM
    return f"{_bracketed(base, _ATOM)}^{_bracketed(exponent, _ATOM)}", _POWER

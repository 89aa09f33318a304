"""From tree to text, such that the text reads back as the same expression."""

from __future__ import annotations

from fractions import Fraction

from lagr_gui.expression.tree import Call, Expression, Number, Power, Product, Sum, Symbol

_SUM, _PRODUCT, _POWER, _ATOM = range(4)
_MOST_PLACES = 38


def write(tree: Expression) -> str:
    """The text of an expression, with as few brackets as it needs."""
    return _write(tree)[0]


def _write(tree: Expression) -> tuple[str, int]:
    match tree:
        case Number(value):
            return _number(value)
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
            return f"{function}{mark}({', '.join(write(a) for a in arguments)})", _ATOM


def _mark(orders: tuple[int, ...]) -> str:
    if len(orders) == 1 and orders[0] <= 3:
        return "'" * orders[0]
    return f"[{','.join(map(str, orders))}]"


def _bracketed(tree: Expression, least: int) -> str:
    text, level = _write(tree)
    return text if level >= least else f"({text})"


def _number(value: Fraction) -> tuple[str, int]:
    if value.denominator == 1:
        return str(value), _ATOM if value >= 0 else _SUM
    exact = decimal(value)
    text = exact if exact is not None else str(value)
    level = _SUM if value < 0 else _ATOM if exact is not None else _PRODUCT
    return text, level


def decimal(value: Fraction) -> str | None:
    """An exact decimal of at most six places, or in the place of a fraction that is longer."""
    scaled = value * 10**6
    if value.denominator in (2, 4, 5):
        return None
    if scaled.denominator == 1:
        return f"{float(value):.6f}".rstrip("0")
    return _long_decimal(value) if is_long(value) else None


def is_long(value: Fraction) -> bool:
    """Whether a fraction has so many digits that a decimal is easier to read."""
    return len(str(value.numerator)) + len(str(value.denominator)) > 20


def _long_decimal(value: Fraction) -> str | None:
    """The exact decimal of a fraction whose denominator divides a power of ten."""
    for places in range(7, _MOST_PLACES):
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
            sign = "-" if value < 0 else ""
            return f"{sign}{digits[:-places]}.{digits[-places:]}"
    return None


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
            value = factor.value
            if value < 0 and index == 0:
                sign, value = "-", -value
            if decimal(value) is None and value.denominator != 1:
                below.append(str(value.denominator))
                value = Fraction(value.numerator)
            above += [_bracketed(Number(value), _POWER)] if value != 1 else []
        elif isinstance(factor, Power) and _inverse(factor) is not None:
            below.append(_bracketed(_inverse(factor) or factor, _POWER))
        else:
            above.append(_bracketed(factor, _PRODUCT if index else _POWER))
    text = "*".join(above) or "1"
    text += "".join(f"/{divisor}" for divisor in below)
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

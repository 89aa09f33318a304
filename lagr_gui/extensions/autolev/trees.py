"""Sums, products and slopes of expressions, and vectors as sums of unit vectors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from lagr_gui.expression import (
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    read,
    rebuilt,
    symbols,
)

ONE, ZERO, MINUS = Number(Fraction(1)), Number(Fraction(0)), Number(Fraction(-1))
Term = tuple[Expression, str, int]
"""A coefficient, a frame and the number (1, 2, 3) of its unit vector."""
Axis = tuple[Expression, Expression, Expression]
"""A vector by the unit vectors of one frame."""
UNITS: tuple[Axis, ...] = ((ONE, ZERO, ZERO), (ZERO, ONE, ZERO), (ZERO, ZERO, ONE))

NUMBERS = {"x": "1", "y": "2", "z": "3"}
"""Unit vectors of a frame by their letters."""
_UNIT = re.compile(r"\b([a-z]\w*?)([123xyz])>")
_NAMED = re.compile(r"\b([a-z]\w*)>")


def product(*factors: Expression) -> Expression:
    """The product, without factors 1."""
    flat: list[Expression] = []
    for factor in factors:
        flat += factor.factors if isinstance(factor, Product) else (factor,)
    if any(factor == ZERO for factor in flat):
        return ZERO
    flat = [factor for factor in flat if factor != ONE]
    if flat.count(MINUS) > 1:
        odd = flat.count(MINUS) % 2
        flat = [*([MINUS] if odd else []), *(factor for factor in flat if factor != MINUS)]
    return Product(tuple(flat)) if len(flat) > 1 else (flat[0] if flat else ONE)


def total(*terms: Expression) -> Expression:
    """The sum; terms that differ by a number only are one."""
    factors: dict[Expression, Fraction] = {}
    for term in terms:
        for part in term.terms if isinstance(term, Sum) else (term,):
            number, rest = _counted(part)
            factors[rest] = factors.get(rest, Fraction(0)) + number
    flat = [product(Number(number), rest) for rest, number in factors.items() if number]
    return Sum(tuple(flat)) if len(flat) > 1 else (flat[0] if flat else ZERO)


def _counted(tree: Expression) -> tuple[Fraction, Expression]:
    """The number in front of a product, and the rest."""
    factors = tree.factors if isinstance(tree, Product) else (tree,)
    number = Fraction(1)
    rest: list[Expression] = []
    for factor in factors:
        value = _value(factor)
        if value is None:
            rest.append(factor)
        else:
            number *= value
    return number, product(*rest)


def _value(tree: Expression) -> Fraction | None:
    """A number, or a power of one that divides."""
    match tree:
        case Number(value):
            return value
        case Power(Number(value), Number(exponent)) if exponent == -1 and value:
            return 1 / value
        case _:
            return None


def tidy(tree: Expression) -> Expression:
    """The tree with sums and products put together anew."""
    match tree:
        case Sum(terms):
            return total(*map(tidy, terms))
        case Product(factors):
            return product(*map(tidy, factors))
        case Call(function, (argument,), ()) if function in ("sin", "tan", "asin", "atan"):
            inner = tidy(argument)
            return ZERO if inner == ZERO else Call(function, (inner,))
        case _:
            return rebuilt(tree, tidy)


def negative(tree: Expression) -> Expression:
    """The tree with the other sign, term by term."""
    if isinstance(tree, Sum):
        return total(*(product(MINUS, term) for term in tree.terms))
    return product(MINUS, tree)


def about(axis: Axis, angle: Expression) -> tuple[Axis, Axis, Axis]:
    """The turn about an axis: row i is the new unit vector i by the old ones."""
    squares = [product(entry, entry) for entry in axis]
    length = Call("sqrt", (total(*squares),))
    unit = axis if axis in UNITS else tuple(product(entry, Power(length, MINUS)) for entry in axis)
    cosine, sine = Call("cos", (angle,)), Call("sin", (angle,))
    rest = total(ONE, product(MINUS, cosine))

    def entry(i: int, j: int) -> Expression:
        across = product(unit[i], unit[j], rest)
        if i == j:
            return total(across, cosine)
        sign = ONE if (j - i) % 3 == 1 else MINUS
        return total(across, product(sign, unit[3 - i - j], sine))

    first, second, third = ((entry(i, 0), entry(i, 1), entry(i, 2)) for i in range(3))
    return first, second, third


def vector(text: str, vectors: Mapping[str, list[Term]], place: str) -> list[Term]:
    """A vector as the sum of its terms. Raises LagrError, or ValueError where it is none."""

    def named(match: re.Match[str]) -> str:
        is_one = match[1] in vectors or match[1].startswith("p_")
        return f"vectorof{match[1]}" if is_one else match[0]

    def unit(match: re.Match[str]) -> str:
        return f"unitof{match[1]}of{NUMBERS.get(match[2], match[2])}"

    plain = _UNIT.sub(unit, _NAMED.sub(named, re.sub(r"\b0>", "0", text)))
    return _terms(read(plain, place), vectors)


def _terms(tree: Expression, vectors_by_name: Mapping[str, list[Term]]) -> list[Term]:
    if tree == ZERO:
        return []
    match tree:
        case Sum(terms):
            return [term for part in terms for term in _terms(part, vectors_by_name)]
        case Symbol(name) if name.startswith("unitof"):
            frame, _, axis = name.removeprefix("unitof").rpartition("of")
            return [(ONE, frame, int(axis))]
        case Symbol(name) if name.startswith("vectorof"):
            key = name.removeprefix("vectorof")
            if key not in vectors_by_name:
                raise ValueError(key)
            return vectors_by_name[key]
        case Product(factors):
            vectors = [factor for factor in factors if _is_vector(factor)]
            if len(vectors) == 1:
                others = [factor for factor in factors if factor is not vectors[0]]
                inner = _terms(vectors[0], vectors_by_name)
                return [(product(*others, c), frame, axis) for c, frame, axis in inner]
        case _:
            pass
    raise ValueError("vector")


def _is_vector(tree: Expression) -> bool:
    return any(symbol.name.startswith(("unitof", "vectorof")) for symbol in symbols(tree))


def slope(tree: Expression, rates: Mapping[str, Expression]) -> Expression:
    """The rate of a tree, by the rates of its symbols. Raises ValueError for other functions."""
    match tree:
        case Number():
            return ZERO
        case Symbol(name):
            return rates.get(name, ZERO)
        case Sum(terms):
            return total(*(slope(term, rates) for term in terms))
        case Product(factors):
            parts: list[Expression] = []
            for place, factor in enumerate(factors):
                others = factors[:place] + factors[place + 1 :]
                parts.append(product(slope(factor, rates), *others))
            return total(*parts)
        case Power(base, exponent) if slope(exponent, rates) == ZERO:
            lower = Power(base, total(exponent, MINUS))
            return product(exponent, lower, slope(base, rates))
        case Call(function, (argument,), ()):
            return product(_outer(function, argument), slope(argument, rates))
        case _:
            raise ValueError("slope")


def _outer(function: str, x: Expression) -> Expression:
    square = Power(x, Number(Fraction(2)))
    half = Number(Fraction(-1, 2))
    match function:
        case "sin":
            return Call("cos", (x,))
        case "cos":
            return product(MINUS, Call("sin", (x,)))
        case "tan":
            return Power(Call("cos", (x,)), Number(Fraction(-2)))
        case "asin":
            return Power(total(ONE, product(MINUS, square)), half)
        case "acos":
            return product(MINUS, Power(total(ONE, product(MINUS, square)), half))
        case "atan":
            return Power(total(ONE, square), MINUS)
        case "exp":
            return Call("exp", (x,))
        case "sqrt":
            return product(Number(Fraction(1, 2)), Power(x, half))
        case _:
            raise ValueError(function)

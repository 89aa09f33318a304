"""Accelerations as one writes them: l (φ̈ cos φ − φ̇² sin φ), with squares of sums of rates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from lagr_gui.algebra import Canonical, attributed_terms, factors_of, product_of
from lagr_gui.expression import Call, Expression, Number, Power, Sum
from lagr_gui.expression.rows import as_sum, is_negative, negative, product

Rate = Callable[[Canonical], Canonical]
"""d/dt, with accelerations."""
TWO = Number(Fraction(2))
TURNED = {"sin": ("cos", 1), "cos": ("sin", -1)}
"""Slopes of what turns, with their signs."""


def accelerated(mass: Expression, position: Canonical, rate: Rate) -> list[Expression]:
    """The terms of a mass times the second rate of a coordinate of a point.

    Each term of the position is differentiated by itself: angles of sines and cosines that stand
    alone have the squares of their rates, even where these are sums.
    """
    forms = ("multi-angle", "product")
    pieces = min((_pieces(position, form) for form in forms), key=len)
    return [tree for piece in pieces for tree in _times(mass, _accelerated(piece, position, rate))]


def _pieces(position: Canonical, form: str) -> list[Expression]:
    return [] if position.is_zero else [t for t, _ in attributed_terms({"": position}, form)]


def _accelerated(piece: Expression, position: Canonical, rate: Rate) -> list[Expression]:
    number, powers = factors_of(piece)
    turning = [base for base in powers if isinstance(base, Call) and base.function in TURNED]
    rest = {base: e for base, e in powers.items() if base not in turning}
    alone = len(turning) < 2 and all(powers[base] == 1 for base in turning)
    if alone and not any(isinstance(base, Call) for base in rest):
        beside = product_of(number, rest)
        return _second(position.algebra.expression(beside), beside, turning, rate)
    second = rate(rate(position.algebra.expression(piece)))
    return (
        [] if second.is_zero else [tree for tree, _ in attributed_terms({"": second}, "shortest")]
    )


def _second(c: Canonical, beside: Expression, turning: list[Call], rate: Rate) -> list[Expression]:
    """(c sin α)¨ = c̈ sin α + 2 ċ α̇ cos α + c (α̈ cos α − α̇² sin α), as terms."""
    first = rate(c)
    second = rate(first)
    if not turning:
        return [] if second.is_zero else [second.tree()]
    (own,) = turning
    name, sign = TURNED[own.function]
    slope = Call(name, own.arguments)
    alpha = c.algebra.expression(own.arguments[0])
    speed = rate(alpha)
    terms = [] if second.is_zero else [product((second.tree(), own))]
    coriolis = first * speed * (2 * sign)
    terms += [] if coriolis.is_zero else [product((coriolis.tree(), slope))]
    spun = rate(speed)
    inner = [] if spun.is_zero else [product((Number(Fraction(sign)), spun.tree(), slope))]
    inner += [] if speed.is_zero else [negative(product((_squared(speed), own)))]
    if inner:
        terms.append(_product(beside, inner))
    return terms


def _squared(speed: Canonical) -> Expression:
    tree = speed.tree()
    return Power(tree, TWO) if isinstance(tree, Sum) else (speed * speed).tree()


def _product(factor: Expression, terms: list[Expression]) -> Expression:
    """A factor times a sum, with the sign before it where all terms have one."""
    if all(map(is_negative, terms)):
        return negative(product((factor, as_sum(map(negative, terms)))))
    return product((factor, as_sum(terms)))


def _times(mass: Expression, terms: list[Expression]) -> Iterator[Expression]:
    """The terms with a mass before them, in one bracket where they are several."""
    if terms:
        yield _product(mass, terms)

"""What lines have in common: sines and cosines that are one, and what drops out of sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, parts, rebuilt
from lagr_gui.expression.rows import as_sum, factors_in, product, terms_in
from lagr_gui.extensions.teaching.chains.speeds import WRITTEN_OUT, in_order
from lagr_gui.extensions.teaching.lines import Identity

ONE, TWO = Number(Fraction(1)), Number(Fraction(2))


def squared(tree: Expression) -> Expression:
    return Power(tree, TWO)


def multiplied_out(tree: Expression) -> Expression:
    """A sum of squares of sums as a sum of products."""
    return as_sum(term for square in terms_in(tree) for term in _squared_out(square))


def _squared_out(square: Expression) -> Iterator[Expression]:
    match square:
        case Power(Sum() as base, exponent) if exponent == TWO:
            terms = terms_in(base)
            for place, term in enumerate(terms):
                yield in_order(_twice(term))
                for other in terms[place + 1 :]:
                    yield in_order((TWO, *factors_in(term), *factors_in(other)))
        case Power(base, exponent) if exponent == TWO:
            yield in_order(_twice(base))
        case _:
            yield square


def _twice(term: Expression) -> tuple[Expression, ...]:
    """The factors of the square of a product."""
    factors = factors_in(term)
    return (*factors, *factors)


def alike(tree: Expression, other: Expression) -> bool:
    """Whether two trees differ by the order of terms and factors only."""
    return _in_order(tree) == _in_order(other)


def _in_order(tree: Expression) -> Expression:
    """A tree with terms and factors in one order."""
    match rebuilt(tree, _in_order):
        case Sum(terms):
            return Sum(tuple(sorted((t for one in terms for t in terms_in(one)), key=repr)))
        case Product() as made:
            return product(sorted(factors_in(product(factors_in(made))), key=repr))
        case made:
            return made


def cancelled(algebra: Any, terms: Sequence[Expression]) -> Iterator[Expression]:
    """Single products of several terms that drop out in their sum."""
    counted: dict[tuple[Expression, ...], list[Fraction]] = {}
    for term in terms:
        for one in terms_in(algebra.shown(algebra.expression(term), WRITTEN_OUT)):
            factors = factors_in(one)
            number = factors[0].value if isinstance(factors[0], Number) else Fraction(1)
            rest = factors[1:] if isinstance(factors[0], Number) else factors
            counted.setdefault(rest, []).append(number)
    for rest, found in counted.items():
        if len(found) > 1 and sum(found) == 0:
            yield product((Number(abs(found[0])), *rest))


def identities(algebra: Any, before: Expression, after: Expression) -> Iterator[Identity]:
    """cos² α + sin² α = 1 of angles that are lost, cos α cos β + sin α sin β = cos(α − β) of those
    that are gained."""
    old, new = _angles(before), _angles(after)
    calls = [(name, angle) for angle in old for name in ("sin", "cos")]
    gone = {(name, angle) for name, angle in calls if not _holds(after, Call(name, (angle,)))}
    for angle in (angle for angle in old if ("sin", angle) in gone or ("cos", angle) in gone):
        yield Identity(Sum((squared(Call("cos", (angle,))), squared(Call("sin", (angle,))))), ONE)
    for gained in (angle for angle in new if angle not in old):
        for a, b in combinations(old, 2):
            apart = algebra.expression(a) - algebra.expression(b)
            wanted = algebra.expression(gained)
            if (apart - wanted).is_zero or (apart + wanted).is_zero:
                pairs = ((Call(name, (a,)), Call(name, (b,))) for name in ("cos", "sin"))
                yield Identity(Sum(tuple(map(product, pairs))), Call("cos", (gained,)))
                break


def _holds(tree: Expression, part: Expression) -> bool:
    return tree == part or any(_holds(inner, part) for inner in parts(tree))


def _angles(tree: Expression) -> list[Expression]:
    """The arguments of sines and cosines, each once."""
    own = tree.arguments if isinstance(tree, Call) and tree.function in ("sin", "cos") else ()
    inner = (angle for part in parts(tree) for angle in _angles(part))
    return list(dict.fromkeys((*own, *inner)))

"""What lines have in common: sines and cosines that are one, and what drops out of sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from lagr_gui.expression import (
    Call,
    Expression,
    Number,
    Power,
    Product,
    Sum,
    Symbol,
    parts,
    rebuilt,
)
from lagr_gui.expression.rows import as_sum, factors_in, product, terms_in
from lagr_gui.extensions.teaching.chains.speeds import in_order
from lagr_gui.extensions.teaching.lines import Identity

ONE, TWO = Number(Fraction(1)), Number(Fraction(2))


def multiplied(one: Expression, other: Expression) -> Expression:
    """The product of two trees as it is written: without 1, a square where they are alike."""
    if ONE in (one, other):
        return other if one == ONE else one
    return squared(one) if one == other else product((one, other))


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


def cancelled(terms: Iterable[Expression]) -> Iterator[Expression]:
    """Single products of several terms that drop out in their sum."""
    counted: dict[tuple[Expression, ...], list[Fraction]] = {}
    written: dict[tuple[Expression, ...], tuple[Expression, ...]] = {}
    for term in terms:
        for one in _products(term):
            number = one[0].value if isinstance(one[0], Number) else Fraction(1)
            rest = one[1:] if isinstance(one[0], Number) else one
            key = tuple(sorted(rest, key=repr))
            counted.setdefault(key, []).append(number)
            written.setdefault(key, tuple(sorted(rest, key=_speed)))
    for key, numbers in counted.items():
        if len(numbers) > 1 and sum(numbers) == 0:
            yield in_order((Number(max(numbers)), *written[key]))


def _speed(factor: Expression) -> str:
    """The name of a velocity; what is none stays in front."""
    return factor.name if isinstance(factor, Symbol) and factor.order else ""


def _products(tree: Expression) -> Iterator[tuple[Expression, ...]]:
    """The factors of each term when sums are multiplied out, a number in front."""
    for term in terms_in(tree):
        factors = factors_in(term)
        place = next((n for n, one in enumerate(factors) if isinstance(one, Sum)), None)
        if place is None:
            yield factors_in(product(factors))
            continue
        others = (*factors[:place], *factors[place + 1 :])
        for inner in terms_in(factors[place]):
            yield from _products(product((inner, *others)))


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

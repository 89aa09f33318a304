"""Brackets that are each other's negatives, written with one sign in all terms of a sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lagr_gui.algebra.leading_factors import Attributed
from lagr_gui.algebra.signs import is_mixed, positive_first
from lagr_gui.expression import Expression, Number, Power, Sum, Symbol
from lagr_gui.expression.rows import as_product, factors_in, is_negative, negative

Content = frozenset[Expression]
"""The terms of a bracket, in whatever order."""


def facing(trees: Sequence[Expression]) -> list[Expression]:
    """Terms in which a − b stands, nowhere b − a: x (a − b) − y (a − b), not x (a − b) + y (b − a).

    The sign that most of these brackets have is that of all; of two the one that makes the first
    of them positive.  No bracket is left with minuses alone.
    """
    turned = _turned_over(trees)
    if not turned:
        return list(trees)
    written = [_written(tree, turned) for tree in trees]
    return list(trees) if any(map(_has_only_minuses, written)) else written


def forward(terms: Sequence[Attributed]) -> list[Attributed]:
    """Terms of which none has a minus before a bracket that can take it: l (b − a), not −l (a − b).

    A bracket that stands somewhere without a minus, or turned over, stays as it is in all terms,
    and so does one that would have more minuses.
    """
    trees, seen = [tree for tree, _ in terms], set[Content]()
    standing = [_standing(tree) for tree in trees]
    while one := next(_behind_minuses(standing, seen), None):
        seen |= {one, _negative(one)}
        for place, there in enumerate(standing):
            if any(content == one for content, _ in there):
                trees[place] = _written(trees[place], {one})
                standing[place] = _standing(trees[place])
    faced = [(tree, keys) for tree, (_, keys) in zip(trees, terms, strict=True)]
    first = next((place for place, tree in enumerate(trees) if not is_negative(tree)), 0)
    return [*faced[first : first + 1], *faced[:first], *faced[first + 1 :]]


def _standing(tree: Expression) -> list[tuple[Content, bool]]:
    """The brackets of a term, each with whether a minus stands before it."""
    return [(frozenset(bracket.terms), behind) for bracket, behind in _brackets(tree)]


def _negative(content: Content) -> Content:
    """A bracket turned over."""
    return frozenset(map(negative, content))


def _behind_minuses(
    standing: Sequence[Sequence[tuple[Content, bool]]], seen: set[Content]
) -> Iterator[Content]:
    """The brackets before which there is a minus wherever they stand, without those seen."""
    minus: dict[Content, bool] = {}
    for content, behind in (bracket for there in standing for bracket in there):
        minus[content] = behind and minus.get(content, True)
    for content, behind in minus.items():
        if not behind or content in seen or 2 * sum(map(is_negative, content)) < len(content):
            continue
        if _negative(content) not in minus:
            yield content


def _turned_over(trees: Sequence[Expression]) -> set[Content]:
    """The brackets to be replaced by their negatives."""
    votes: dict[Content, int] = {}
    minus: dict[Content, bool] = {}
    for content, behind in (bracket for tree in trees for bracket in _standing(tree)):
        votes[content] = votes.get(content, 0) + 1
        minus.setdefault(content, behind)
    turned: set[Content] = set()
    for content, count in votes.items() if len(votes) > 1 else ():
        other = _negative(content)
        if other in votes and not {content, other} & turned:
            keeps = not minus[content] if votes[other] == count else votes[other] < count
            turned.add(other if keeps else content)
    return turned


def _bracket(factor: Expression) -> tuple[Expression, int]:
    """A factor without its exponent, and the exponent if it is whole, otherwise 0."""
    if not isinstance(factor, Power):
        return factor, 1
    exponent = factor.exponent
    if isinstance(exponent, Number) and exponent.value.denominator == 1:
        return factor.base, exponent.value.numerator
    return factor, 0


def _brackets(term: Expression) -> Iterator[tuple[Sum, bool]]:
    """The brackets of a term that have both signs, and whether a minus stands before them."""
    for factor in factors_in(term):
        match factor:
            case Sum() | Power(Sum()):
                base, exponent = _bracket(factor)
            case _:
                continue
        if not isinstance(base, Sum):
            continue
        if is_mixed(base):
            yield base, exponent % 2 == 1 and is_negative(term)
        for inner in base.terms:
            if not isinstance(inner, Symbol):
                yield from _brackets(inner)


def _written(term: Expression, turned: set[Content]) -> Expression:
    """A term with brackets turned over."""
    flips, factors = 0, list(factors_in(term))
    for place, factor in enumerate(factors):
        base, exponent = _bracket(factor)
        if not isinstance(base, Sum):
            continue
        flip = frozenset(base.terms) in turned
        terms = [_written(inner, turned) for inner in base.terms]
        if flip:
            terms = [negative(inner) for inner in terms]
            flips += exponent
        if tuple(terms) != base.terms:
            bracket = Sum(tuple(positive_first(terms)))
            factors[place] = (
                Power(bracket, factor.exponent) if isinstance(factor, Power) else bracket
            )
    tree = as_product(factors)
    return negative(tree) if flips % 2 else tree


def _has_only_minuses(term: Expression) -> bool:
    """Whether a bracket of a term has no positive term."""
    brackets = [
        bracket for bracket, _ in map(_bracket, factors_in(term)) if isinstance(bracket, Sum)
    ]
    return any(
        all(map(is_negative, bracket.terms)) or any(map(_has_only_minuses, bracket.terms))
        for bracket in brackets
    )

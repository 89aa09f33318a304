"""Signs before products and sums, as one writes them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from lagr_gui.expression import Call, Expression, Number, Product, Sum


def is_negative(tree: Expression) -> bool:
    """Whether a term begins with a minus."""
    first = tree.factors[0] if isinstance(tree, Product) else tree
    return isinstance(first, Number) and first.value < 0


def negated(tree: Expression) -> Expression:
    """The negative of a term, without a factor 1."""
    factors = tree.factors if isinstance(tree, Product) else (tree,)
    if isinstance(first := factors[0], Number):
        factors = (first.alike(-first.value), *factors[1:])
    else:
        factors = (Number(Fraction(-1)), *factors)
    if len(factors) > 1 and factors[0] == Number(Fraction(1)):
        factors = factors[1:]
    return factors[0] if len(factors) == 1 else Product(factors)


def upright(tree: Expression) -> Expression:
    """The same with the minus before a bracket taken into it: l (1 − cos q), not −l (cos q − 1).

    So in the arguments of functions.  Only where one bracket has both signs and none is left.
    """
    match tree:
        case Sum(terms):
            return Sum(tuple(map(upright, terms)))
        case Call(name, arguments, orders):
            return Call(name, tuple(map(upright, arguments)), orders)
        case Product(factors) if is_negative(tree):
            mixed = [i for i, own in enumerate(factors) if isinstance(own, Sum) and is_mixed(own)]
            if len(mixed) != 1:
                return tree
            turned = _turned(factors[mixed[0]])
            return negated(Product((*factors[: mixed[0]], turned, *factors[mixed[0] + 1 :])))
        case Product(factors):
            return Product(tuple(own if isinstance(own, Sum) else upright(own) for own in factors))
        case _:
            return tree


def is_mixed(tree: Sum) -> bool:
    """Whether a sum has positive terms and negative ones."""
    return any(map(is_negative, tree.terms)) and not all(map(is_negative, tree.terms))


def _turned(tree: Expression) -> Sum:
    assert isinstance(tree, Sum)
    return Sum(tuple(positive_first([negated(term) for term in tree.terms])))


def positive_first(trees: Sequence[Expression]) -> list[Expression]:
    """A negative first term changes places with the first positive one."""
    for place, tree in enumerate(trees):
        if not is_negative(tree):
            return [tree, *trees[:place], *trees[place + 1 :]]
    return list(trees)

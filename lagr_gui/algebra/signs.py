"""Signs before products and sums, as one writes them."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.expression import Call, Expression, Product, Sum, rebuilt
from lagr_gui.expression.rows import is_negative, negative


def upright(tree: Expression) -> Expression:
    """The same with the minus before a bracket taken into it: l (1 − cos q), not −l (cos q − 1).

    So in the arguments of functions.  Only where one bracket has both signs and none is left.
    """
    match tree:
        case Sum() | Call():
            return rebuilt(tree, upright)
        case Product(factors) if is_negative(tree):
            mixed = [
                i for i, inner in enumerate(factors) if isinstance(inner, Sum) and is_mixed(inner)
            ]
            if len(mixed) != 1:
                return tree
            turned = _turned(factors[mixed[0]])
            return negative(Product((*factors[: mixed[0]], turned, *factors[mixed[0] + 1 :])))
        case Product():
            return rebuilt(tree, lambda inner: inner if isinstance(inner, Sum) else upright(inner))
        case _:
            return tree


def is_mixed(tree: Sum) -> bool:
    """Whether a sum has positive terms and negative ones."""
    return any(map(is_negative, tree.terms)) and not all(map(is_negative, tree.terms))


def _turned(tree: Expression) -> Sum:
    assert isinstance(tree, Sum)
    return Sum(tuple(positive_first([negative(term) for term in tree.terms])))


def positive_first(trees: Sequence[Expression]) -> list[Expression]:
    """A negative first term changes places with the first positive one."""
    for place, tree in enumerate(trees):
        if not is_negative(tree):
            return [tree, *trees[:place], *trees[place + 1 :]]
    return list(trees)

"""Trees with others in the place of symbols, as a reader would write them."""

from __future__ import annotations

from collections.abc import Mapping

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum, Symbol, rebuilt
from lagr_gui.expression.rows import as_sum, product, terms_in
from lagr_gui.mechanics.trees import NOUGHT


def put_in(tree: Expression, values: Mapping[Symbol, Expression]) -> Expression:
    """A tree with trees in the place of symbols; what vanishes with them is left out."""
    match tree:
        case Symbol():
            return values.get(tree, tree)
        case Sum(terms):
            parts = [part for term in terms for part in terms_in(put_in(term, values))]
            return as_sum(part for part in parts if part != NOUGHT)
        case Product(factors):
            return product([put_in(factor, values) for factor in factors])
        case Power(base, Number(exponent)) if exponent > 0:
            inner = put_in(base, values)
            return NOUGHT if inner == NOUGHT else Power(inner, tree.exponent)
        case Call(function, arguments) if function in _WITH_ZERO:
            inner = put_in(arguments[0], values)
            return NOUGHT if inner == NOUGHT else rebuilt(tree, lambda _: inner)
        case _:
            return rebuilt(tree, lambda part: put_in(part, values))


_WITH_ZERO = ("sin", "tan", "sinh", "tanh", "asin", "atan", "sqrt", "abs", "sign")
"""Functions that are 0 at 0."""

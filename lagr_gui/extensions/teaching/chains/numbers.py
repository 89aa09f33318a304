"""Whether two values agree in numbers, where their forms do not decide.

Axes given by decimals are perpendicular to so many digits only, and nested roots have no form that
is theirs alone.
"""

from __future__ import annotations

from random import Random

from lagr_gui.algebra import Canonical
from lagr_gui.expression import Call, Expression, Symbol, rebuilt, symbols
from lagr_gui.expression.arithmetic import FloatCarrier, evaluate
from lagr_gui.expression.builtins import BUILTINS
from lagr_gui.expression.rows import terms_in
from lagr_gui.extensions.teaching.chains.speeds import WRITTEN_OUT
from lagr_gui.foundation.problem import LagrError

STATES, TRIES = 3, 12
"""At how many random states, and how many are tried: not each is in the domain of all roots."""
ROUNDED = 1e-12
"""What numbers may lose, relative to the terms that are added up."""


def agree_in_numbers(one: Canonical, other: Canonical) -> bool:
    """Whether two values are the same at random states."""
    trees = [_with_symbols(value.algebra.shown(value, WRITTEN_OUT)) for value in (one, other)]
    known = sorted({symbol for tree in trees for symbol in symbols(tree)}, key=repr)
    chance, compared = Random(0), 0
    for _ in range(TRIES):
        state = {symbol: chance.uniform(0.2, 1.8) for symbol in known}
        try:
            terms = [
                [evaluate(term, FloatCarrier(), state.__getitem__) for term in terms_in(tree)]
                for tree in trees
            ]
        except LagrError:
            continue
        size = sum(abs(term) for own in terms for term in own)
        if not abs(sum(terms[0]) - sum(terms[1])) <= ROUNDED * size:
            return False
        compared += 1
        if compared == STATES:
            return True
    return False


def _with_symbols(tree: Expression) -> Expression:
    """A tree in which functions of the model are names."""
    if isinstance(tree, Call) and (tree.function not in BUILTINS or any(tree.orders)):
        return Symbol(repr(tree))
    return rebuilt(tree, _with_symbols)

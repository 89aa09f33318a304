"""The model's functions: their definitions and derivatives as trees."""

from __future__ import annotations

from functools import lru_cache

from lagr_gui.expression import Expression, Symbol, read
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import WithoutNumbers
from lagr_gui.mechanics.laws import new_algebra
from lagr_gui.model import Function


def definition_tree(
    function: Function, orders: tuple[int, ...] = ()
) -> tuple[tuple[str, ...], Expression]:
    """Argument names and definition of a function, differentiated as `orders` say.

    Raises LagrError where the function is left unspecified.
    """
    if function.expression is None:
        raise WithoutNumbers.refusal(
            place=say("Function “{name}”", name=function.name),
            cause="The function is left unspecified, so it has no numerical value.",
            remedy="Give it an expression, or choose a special case that replaces it.",
            code="unspecified-function",
        )
    return function.arguments, _differentiated(function.expression, function.arguments, orders)


@lru_cache(maxsize=256)
def _differentiated(text: str, arguments: tuple[str, ...], orders: tuple[int, ...]) -> Expression:
    tree = read(text)
    if not any(orders):
        return tree
    value = new_algebra().expression(tree)
    for name, order in zip(arguments, orders, strict=True):
        for _ in range(order):
            value = value.derivative(Symbol(name))
    return value.tree()

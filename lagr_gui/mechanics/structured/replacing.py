"""A special case carried out in the trees of a model."""

from __future__ import annotations

from lagr_gui.expression import (
    Call,
    Expression,
    Power,
    Product,
    Sum,
    Symbol,
    read,
    substitute,
)
from lagr_gui.mechanics.functions import definition_tree
from lagr_gui.mechanics.structured.segments import Enter
from lagr_gui.model import Function, Model


def entering(model: Model, special: str) -> Enter:
    """What puts the replacements of a special case (empty: none) into a tree."""
    case = next((case for case in model.special_cases if case.name == special), None)
    if case is None:
        return lambda tree: tree
    functions = {function.name: function for function in model.functions}
    symbols: dict[Symbol, Expression] = {}
    defined: dict[str, Function] = {}
    for new in case.replacements:
        if new.name in functions:
            update = {"expression": str(new.value)}
            defined[new.name] = functions[new.name].having(**update)
        else:
            symbols[Symbol(new.name)] = read(new.value)
    return lambda tree: substitute(_called(tree, defined), symbols)


def _called(tree: Expression, defined: dict[str, Function]) -> Expression:
    """The tree with functions by their definitions."""
    match tree:
        case Sum(terms):
            return Sum(tuple(_called(term, defined) for term in terms))
        case Product(factors):
            return Product(tuple(_called(factor, defined) for factor in factors))
        case Power(base, exponent):
            return Power(_called(base, defined), _called(exponent, defined))
        case Call(function, arguments, orders):
            given = tuple(_called(argument, defined) for argument in arguments)
            if function not in defined:
                return Call(function, given, orders)
            names, definition = definition_tree(defined[function], orders)
            return substitute(definition, dict(zip(map(Symbol, names), given, strict=True)))
        case _:
            return tree

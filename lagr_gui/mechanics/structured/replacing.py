"""A special case carried out in the trees of a model."""

from __future__ import annotations

from lagr_gui.expression import Call, Expression, Symbol, read, rebuilt, substitute
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
    tree = rebuilt(tree, lambda part: _called(part, defined))
    if not isinstance(tree, Call) or tree.function not in defined:
        return tree
    names, definition = definition_tree(defined[tree.function], tree.orders)
    return substitute(definition, dict(zip(map(Symbol, names), tree.arguments, strict=True)))

"""How long an expression is."""

from __future__ import annotations

from lagr_gui.expression import Call, Expression, Number, Power, Product, Sum


def operation_count(tree: Expression) -> int:
    """Additions, multiplications, powers and calls of a tree; signs are free."""
    match tree:
        case Sum(terms):
            return len(terms) - 1 + sum(map(operation_count, terms))
        case Product(factors):
            used = [f for f in factors if not (isinstance(f, Number) and f.value == -1)]
            return len(used) - 1 + sum(map(operation_count, used))
        case Power(base, exponent):
            return 1 + operation_count(base) + operation_count(exponent)
        case Call(_, arguments, _):
            return 1 + sum(map(operation_count, arguments))
        case _:
            return 0

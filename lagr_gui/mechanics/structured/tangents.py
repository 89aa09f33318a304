"""Trees of the model as short as they may be, with tan φ where that was typed."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.algebra import Algebra, operation_count
from lagr_gui.expression import Call, Expression, Power, Product, Sum, Symbol, substitute


def shortest_tree(algebra: Algebra, tree: Expression) -> Expression:
    """The tree with what belongs together collected.

    In canonical values tan φ is sin φ/cos φ; where it was typed, what keeps it may be shorter.
    """
    found = algebra.expression(tree).tree("collected")
    tangents = dict.fromkeys(_tangents(tree))
    if not tangents:
        return found
    names = {call: Symbol(f"tan{place}\N{PRIME}") for place, call in enumerate(tangents)}
    kept = algebra.expression(_replaced(tree, names)).tree("collected")
    kept = substitute(kept, {name: call for call, name in names.items()})
    return min(kept, found, key=operation_count)


def _tangents(tree: Expression) -> Iterator[Call]:
    match tree:
        case Call("tan"):
            yield tree
        case Sum(parts) | Product(parts) | Call(_, parts):
            for part in parts:
                yield from _tangents(part)
        case Power(base, exponent):
            yield from _tangents(base)
            yield from _tangents(exponent)
        case _:
            pass


def _replaced(tree: Expression, names: dict[Call, Symbol]) -> Expression:
    match tree:
        case Call() if tree in names:
            return names[tree]
        case Sum(parts):
            return Sum(tuple(_replaced(part, names) for part in parts))
        case Product(parts):
            return Product(tuple(_replaced(part, names) for part in parts))
        case Power(base, exponent):
            return Power(_replaced(base, names), _replaced(exponent, names))
        case Call(function, arguments, orders):
            return Call(function, tuple(_replaced(own, names) for own in arguments), orders)
        case _:
            return tree

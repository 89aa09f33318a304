"""Trees of the model as short as they may be, with tan φ where that was typed."""

from __future__ import annotations

from collections.abc import Iterator

from lagr_gui.algebra import Algebra, operation_count
from lagr_gui.expression import Call, Expression, Symbol, parts, rebuilt, substitute


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
    if isinstance(tree, Call) and tree.function == "tan":
        yield tree
    else:
        for part in parts(tree):
            yield from _tangents(part)


def _replaced(tree: Expression, names: dict[Call, Symbol]) -> Expression:
    if isinstance(tree, Call) and tree in names:
        return names[tree]
    return rebuilt(tree, lambda part: _replaced(part, names))

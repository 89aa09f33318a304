"""Results that are equal, as they stand or with the opposite sign, said once."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.expression import Expression, Number, Product
from lagr_gui.mechanics.sheet import Entry

Also = tuple[tuple[Entry, bool], ...]
"""Results that equal another one; true where they do so with the opposite sign."""


def said_once(entries: Sequence[Entry]) -> list[tuple[Entry, Also]]:
    """Results with those that are equal to them, as they stand or with the opposite sign."""
    found: dict[object, list[tuple[Entry, bool]]] = {}
    for entry in entries:
        terms = [_signed(term.tree) for term in entry.terms]
        own, opposite = (frozenset((tree, sign * n) for tree, n in terms) for sign in (1, -1))
        if len(own) < len(terms):
            found[entry.indices] = [(entry, False)]
        elif opposite in found:
            found[opposite].append((entry, True))
        else:
            found.setdefault(own, []).append((entry, False))
    return [(first, tuple(rest)) for (first, _), *rest in found.values()]


def _signed(tree: Expression) -> tuple[Expression, int]:
    """A term without its sign, and the sign."""
    if isinstance(tree, Number):
        return tree.alike(abs(tree.value)), -1 if tree.value < 0 else 1
    if not isinstance(tree, Product) or not isinstance(first := tree.factors[0], Number):
        return tree, 1
    if first.value > 0:
        return tree, 1
    rest = tree.factors[1:]
    if first.value != -1:
        return Product((first.alike(-first.value), *rest)), -1
    return (rest[0] if len(rest) == 1 else Product(rest)), -1

"""Results that are equal, as they stand or with the opposite sign, said once."""

from __future__ import annotations

from collections.abc import Sequence

from lagr_gui.expression import Expression
from lagr_gui.expression.rows import is_negative, negative
from lagr_gui.mechanics.sheets.sheet import Entry, Term

Also = tuple[tuple[Entry, bool], ...]
"""Results that equal another one; true where they do so with the opposite sign."""

Signed = tuple[Expression, int]
"""A term without its sign, and the sign."""


def said_once(entries: Sequence[Entry]) -> list[tuple[Entry, Also]]:
    """Results with those that are equal to them, as they stand or with the opposite sign."""
    groups: dict[object, list[tuple[Entry, bool]]] = {}
    by_terms: dict[int, tuple[frozenset[Signed], frozenset[Signed]] | None] = {}
    for entry in entries:
        if id(entry.terms) not in by_terms:  # many results have the very same terms
            by_terms[id(entry.terms)] = _contents(entry.terms)
        if (contents := by_terms[id(entry.terms)]) is None:
            groups[entry.indices] = [(entry, False)]
            continue
        content, opposite = contents
        if opposite in groups:
            groups[opposite].append((entry, True))
        else:
            groups.setdefault(content, []).append((entry, False))
    return [(first, tuple(rest)) for (first, _), *rest in groups.values()]


def _contents(terms: Sequence[Term]) -> tuple[frozenset[Signed], frozenset[Signed]] | None:
    """What equal sums have in common, and their negatives; None where terms are equal."""
    signed = [_signed(term.tree) for term in terms]
    content = frozenset(signed)
    if len(content) < len(signed):
        return None
    return content, frozenset((tree, -sign) for tree, sign in signed)


def _signed(tree: Expression) -> Signed:
    """A term without its sign, and the sign."""
    return (negative(tree), -1) if is_negative(tree) else (tree, 1)

"""The kinetic energy as one writes it: gathered by masses, with squares of sums of velocities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from lagr_gui.algebra import (
    Attributed,
    attributed_terms,
    grouped,
    operation_count,
    positive_first,
)
from lagr_gui.expression import Expression, Number, Power, Product, Sum, Symbol, parts, rebuilt
from lagr_gui.expression.rows import as_sum
from lagr_gui.expression.writer import decimal
from lagr_gui.mechanics.closed import Parts
from lagr_gui.mechanics.sheet import Entry

LONGEST = 40
"""The kinetic energies of longer metrics are only told by the entries of g."""

End = Callable[[Iterable[list[int]]], list[int]]
"""Which of several places counts: the first or the last."""


def kinetic_terms(parts: Parts, form: str) -> list[Attributed]:
    """½ m (ẋ² + ẏ²) + …: the shortest arrangement of T in all that it is made of."""
    terms = attributed_terms(parts, form)
    sources = dict.fromkeys(key for _, keys in terms for key in keys)
    (tree,) = grouped([as_sum(tree for tree, _ in terms)])
    return [(tree, tuple(sources))]


def better(
    first: Sequence[Entry], second: Sequence[Entry], names: Sequence[str]
) -> Sequence[Entry]:
    """The first of two kinetic energies unless the second is shorter, with no odd numbers.

    Its terms stand in the order of the coordinates, of which `names` are the names.
    """
    if not (first and second) or _decimals(second[0].tree) - _decimals(first[0].tree):
        return first
    lengths = [operation_count(entry.tree) for entry in (first[0], second[0])]
    if lengths[1] >= lengths[0]:
        return first
    (entry,) = second
    places = {name: place for place, name in enumerate(names)}
    terms = (replace(term, tree=_ordered(term.tree, places)) for term in entry.terms)
    return (replace(entry, terms=tuple(terms)),)


def _ordered(tree: Expression, places: Mapping[str, int]) -> Expression:
    """The same with the terms of its sums in the order of the coordinates that they move."""
    match tree:
        case Sum(terms):
            found = [_ordered(term, places) for term in terms]
            if all(len(_speeds(term, places, min)) > 1 for term in found):
                found.sort(key=lambda t: [sorted(_speeds(t, places, end)) for end in (min, max)])
            return Sum(tuple(positive_first(found)))
        case Product():
            return rebuilt(tree, lambda factor: _ordered(factor, places))
        case _:
            return tree


def _speeds(tree: Expression, places: Mapping[str, int], end: End) -> list[int]:
    """The places of the velocities that a term is a product of; of brackets the first or last."""
    match tree:
        case Symbol(name, 1) if name in places:
            return [places[name]]
        case Sum(terms):
            return end(_speeds(term, places, end) for term in terms)
        case Product(factors):
            return [place for factor in factors for place in _speeds(factor, places, end)]
        case Power(base, Number(value)) if value > 0:
            return _speeds(base, places, end) * int(value)
        case _:
            return []


def _decimals(tree: Expression) -> set[str]:
    """The numbers that are written as decimals."""
    match tree:
        case Number(value):
            text = decimal(tree.alike(abs(value)))
            return set() if text is None else {text}
        case _:
            return set[str]().union(*map(_decimals, parts(tree)))

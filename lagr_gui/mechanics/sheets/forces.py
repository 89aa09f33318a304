"""Generalised forces as one reads them: by body and element, in one order, equal ones added."""

from __future__ import annotations

from collections.abc import Iterable

from lagr_gui.algebra import (
    TERMS,
    Attributed,
    attributed_terms,
    separate_terms,
    upright,
)
from lagr_gui.mechanics.closed import Closed, Parts
from lagr_gui.mechanics.sheets.arranged import Show
from lagr_gui.mechanics.sheets.by_source import added, as_read, spread
from lagr_gui.mechanics.sheets.sheet import Term

WEIGHT, SPRING, DAMPER, LOAD = range(4)
"""Where forces stand: weights, then springs, dampers, drives and other loads."""


def couplings_of(closed: Closed) -> dict[str, str]:
    """Elements whose T is linear in the velocities, K θ q̇ of a motor: names by item key."""
    entries = closed.metric.g_parts.items()
    found: dict[str, str] = {}
    for part in closed.reading.kinetic:
        pairs = [pair for pair, own in entries if part.key in own]
        if pairs and all(min(pair) == 0 < max(pair) for pair in pairs):
            found[part.key] = part.record.name
    return found


class ForceTerms:
    """Terms of the generalised forces of one system."""

    def __init__(self, closed: Closed, *, together: bool = False) -> None:
        """Terms of several sources stand `together` where that is shorter."""
        reading, self._together = closed.reading, together
        self._springs, self._dampers = closed.U_parts.keys(), closed.D_parts.keys()
        self.heavy = frozenset(entry.key for entry in (*reading.bodies, *reading.beams))
        """The items that have a weight."""

    def terms(self, show: Show, parts: Parts) -> tuple[Term, ...]:
        """The terms of a sum in their order."""
        return self.in_order(show.terms(parts, self.split))

    def terms_apart(self, show: Show, parts: Parts) -> tuple[Term, ...]:
        """The same with each source for itself in all forms."""
        return self.in_order(show.terms(parts, self.apart))

    def split(self, parts: Parts, form: str) -> list[Attributed]:
        """Forces by source; those of springs and dampers keep their minus: −c (r − l₀)."""
        if form != TERMS or self._together:
            return attributed_terms(parts, "shortest" if form == TERMS else form)
        restoring = (self._springs | self._dampers) - self.heavy
        terms = (
            (tree if restoring.issuperset(keys) else upright(tree), keys)
            for tree, keys in attributed_terms(parts, form)
        )
        told = ((as_read(tree), keys) for tree, keys in spread(terms))
        return list(added(told, self._place))

    def apart(self, parts: Parts, form: str) -> list[Attributed]:
        """The same with each source for itself in all forms."""
        return (self.split if form == TERMS else separate_terms)(parts, form)

    def in_order(self, terms: Iterable[Term]) -> tuple[Term, ...]:
        """Forces or energies: weights, then springs, dampers, drives and other loads."""
        return tuple(sorted(terms, key=lambda term: self._place(term.sources)))

    def _place(self, keys: Iterable[str]) -> int:
        return min(map(self._kind, keys), default=LOAD)

    def _kind(self, key: str) -> int:
        if key in self.heavy:
            return WEIGHT
        return SPRING if key in self._springs else DAMPER if key in self._dampers else LOAD

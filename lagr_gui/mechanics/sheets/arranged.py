"""From contributions to entries of one form: each sum is arranged once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from lagr_gui.algebra import Attributed, Canonical, attributed_terms
from lagr_gui.expression import Number, Symbol
from lagr_gui.mechanics.closed import Parts, nonzero
from lagr_gui.mechanics.sheets.balance import times
from lagr_gui.mechanics.sheets.by_source import inertia_terms, sum_terms
from lagr_gui.mechanics.sheets.rates import Naming
from lagr_gui.mechanics.sheets.sheet import Entry, Term, halved
from lagr_gui.mechanics.typed_numbers import Typed

Index = tuple[int, ...]
T = TypeVar("T")
Split = Callable[[Parts, str], list[Attributed]]


class Show:
    """Turns contributions into entries of one form.

    `typed` tells how numbers are written.  One with `names` shows what has none as
    the `plain` one does.
    """

    def __init__(
        self,
        form: str,
        replace: Callable[[Canonical], Canonical],
        typed: Typed,
        names: Naming | None = None,
        plain: Show | None = None,
    ) -> None:
        self.form = form
        self.typed = typed
        self._replace, self._names, self._plain = replace, names, plain
        # The values stand beside what is made of them: while they live no other has their id.
        self._replaced: dict[int, tuple[Canonical, Canonical]] = {}
        self._terms: dict[frozenset[tuple[str, int]], tuple[Parts, tuple[Term, ...]]] = {}
        self._once: dict[str, Any] = {}

    def once(self, what: str, made: Callable[[], T]) -> T:
        """What depends on nothing but what this shows, made when it is first asked for."""
        if what not in self._once:
            self._once[what] = made()
        return self._once[what]

    def named(self, names: Naming) -> Show:
        """The same with names for roots."""
        return Show(self.form, self.after, self.typed, names, self)

    def entries(
        self,
        symbol: str,
        table: Mapping[Index, Parts],
        equation: str,
        split: Split = attributed_terms,
    ) -> list[Entry]:
        """One entry for each total different from zero."""
        entries = []
        for indices, parts in sorted(table.items()):
            if terms := self.terms(parts, split):
                entries.append(halved(Entry(symbol, indices, terms, equation)))
        return entries

    def terms(self, parts: Parts, split: Split = attributed_terms) -> tuple[Term, ...]:
        """The terms of the sum; many results of a system are the same sum."""
        same = frozenset((key, id(value)) for key, value in parts.items())
        if same not in self._terms:
            self._terms[same] = dict(parts), self._made(parts, split)
        return self._terms[same][1]

    def by_unknowns(
        self,
        parts: Parts,
        unknowns: Sequence[Symbol],
        inertia: Split = inertia_terms,
        split: Split = sum_terms,
    ) -> tuple[Term, ...]:
        """A sum linear in the unknowns: a term for each, with its coefficient, then the rest.

        The first split makes the terms of coefficients, the second those of the rest.
        """
        ordered: list[Term] = []
        for unknown in unknowns:
            slopes = {key: value.derivative(unknown) for key, value in parts.items()}
            if coefficient := self.terms(nonzero(slopes), inertia):
                ordered.append(times(coefficient, unknown))
        still = dict.fromkeys(unknowns, Number(Fraction(0)))
        rest = {key: value.substitute(still) for key, value in parts.items()}
        return (*ordered, *self.terms(nonzero(rest), split))

    def _made(self, parts: Parts, split: Split) -> tuple[Term, ...]:
        replaced = nonzero({key: self.after(value) for key, value in parts.items()})
        if self._names is not None and self._plain is not None:
            values = list(replaced.values())
            if not self._names.remain(values):
                plain = self._plain.terms(parts, split)
                if not plain or not any(map(self._names.occur, values)):
                    return plain
            replaced = {key: self._names.of(value) for key, value in replaced.items()}
        terms = split(replaced, self.form) if replaced else ()
        return tuple(Term(self.typed.spelled(tree, keys), keys) for tree, keys in terms)

    def after(self, value: Canonical) -> Canonical:
        """A value as it is after the special case, with known signs."""
        if id(value) not in self._replaced:
            self._replaced[id(value)] = value, self._replace(value)
        return self._replaced[id(value)][1]

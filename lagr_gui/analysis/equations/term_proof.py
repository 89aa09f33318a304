"""Whether a term has the dimension of its line, and which fields cause it where it has not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from lagr_gui.analysis.equations.dimension_faults import misfits, names_in
from lagr_gui.catalogue import KINDS
from lagr_gui.expression import TIME, Call, Expression, Symbol, read, rebuilt, symbols, write
from lagr_gui.expression.dimensions import (
    ANYTHING,
    PURE,
    Bare,
    DoesNotFit,
    Unknown,
    dimension_of,
    is_numeric,
)
from lagr_gui.expression.units import NONE, UNITS, Dimension, named, unit_of
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.mechanics.sheets.sheet import Balance, Definition, Entry, Sheet, Term
from lagr_gui.model.faults import place_of
from lagr_gui.model.quantities import Places
from lagr_gui.model.sites import sites
from lagr_gui.prepared import Prepared

Verdict = Literal["proved", "open", "wrong"]
LONGEST = 60
FIELD = 3
"""Keys that lead to a field: section, place in it, name."""
_ENTERING = ("gravity", "base", "bodies", "joints", "elements", "functions")
"""Sections of a model whose numbers enter equations."""
_SECOND, _JOULE = UNITS["s"].dimension, UNITS["J"].dimension
CONDITIONS = ("phi", "G", "gamma_bar", "gamma_bar2")
"""Lines of which only is known that their terms are alike."""
_BY_COORDINATES = ("g", "Gamma", "Q")
"""Lines whose units depend on those of their coordinates."""
_PLAIN = {
    **dict.fromkeys(("T", "U", "U_F", "H", "L", "T_star"), "J"),
    **dict.fromkeys(("D", "D_F", "T_dot"), "W"),
    **dict.fromkeys(("S", "Z", "T_ddot"), "W/s"),
    "x": "m",
    "E": "1",
}
"""Units of lines that do not depend on coordinates."""


@dataclass(frozen=True)
class TermDimension:
    """One term of a line: its text, the items it comes from, the unit of the line.

    `because` are the names without a unit, in it or of its line, for which it is open; none where a
    number was typed without one.  Of one that is wrong `found` is the unit that it has, where its
    parts have one in common, otherwise it is `torn`; `faults` are those of the fields that cause
    it.
    """

    line: str
    term: str
    sources: tuple[str, ...]
    unit: str
    verdict: Verdict
    because: tuple[str, ...] = ()
    found: str = ""
    torn: bool = False
    faults: tuple[Problem, ...] = ()

    def __str__(self) -> str:
        text = self.term if len(self.term) <= LONGEST else self.term[:LONGEST] + "…"
        why = f" (no unit: {', '.join(self.because)})" if self.because else ""
        places = f" ({'; '.join(str(fault.place) for fault in self.faults)})" if self.faults else ""
        of = f", the line is in {self.unit}" if self.unit else ""
        return f"{self.line}: {text}: {self.verdict}{why}{places}{of}"

    @property
    def told(self) -> tuple[Message, ...]:
        """What is wrong with it and with the fields that cause it; nothing of others."""
        if self.verdict != "wrong":
            return ()
        words = [say("{place}: {cause}", place=f.place, cause=f.cause) for f in self.faults]
        if self.unit and self.found and self.found != self.unit:
            units = {"found": _measure(self.found), "unit": _measure(self.unit)}
            words.insert(
                0, say("The dimension of this term is {found}, of its line {unit}.", **units)
            )
        elif self.torn:
            words.insert(0, say("Quantities of different dimension stand in this term."))
        return tuple(words)


class DimensionProof:
    """Judges the terms of a sheet, line by line."""

    def __init__(self, prepared: Prepared, sheet: Sheet) -> None:
        self._sheet, self._places = sheet, Places(prepared.model, KINDS)
        units = dict(zip(sheet.coordinates, _units(prepared, sheet), strict=False))
        self._coordinates = {
            name: unit.dimension for name, text in units.items() if (unit := unit_of(text))
        }
        self.bare = tuple(_bare_measures(prepared, self._places))
        """Places in words where a number alone stands for a measure: 2 for 2 kg."""
        self._named: Mapping[str, Expression] = {
            definition.name: definition.tree
            for definition in sheet.definitions
            if definition.rank == "scalar"
        }
        self.misfits = misfits(prepared)

    def of_line(self, line: Entry | Balance | Definition) -> list[TermDimension]:
        """What is known of the terms of a line, in their order."""
        match line:
            case Entry():
                name, terms, expected = line.name, line.terms, self._of_entry(line)
            case Balance():
                name, terms = line.coordinate, (*line.left, *line.right)
                along = self._sheet.coordinates[line.index - 1 : line.index] if line.index else ()
                expected = self._expected("Q", (line.index,)) if name in along else None
            case Definition():
                name, terms, expected = line.name, (Term(line.tree, line.sources),), None
        if self._sheet.structured:
            expected = None  # its names are vectors
        of = self._unmeasured(line) if isinstance(line, Entry) and expected is None else set()
        return [self._term(name, term, expected, of) for term in terms]

    def _unmeasured(self, entry: Entry) -> set[str]:
        """The coordinates without a unit for which that of a result is not known."""
        names = {self._sheet.coordinates[i - 1] for i in entry.indices if i}
        return names - self._coordinates.keys() if entry.symbol in _BY_COORDINATES else set()

    def _of_entry(self, entry: Entry) -> Dimension | None:
        """That of a result; of a condition the one that its first terms have."""
        if entry.symbol not in CONDITIONS:
            return self._expected(entry.symbol, entry.indices)
        sizes = (self._size(term.tree) for term in entry.terms)
        return next((size for size in sizes if isinstance(size, tuple)), None)

    def _term(
        self, line: str, term: Term, expected: Dimension | None, of: set[str]
    ) -> TermDimension:
        tree, unit = term.tree, named(expected) if expected is not None else ""
        size = self._size(tree)
        unknown = tuple(sorted(name for name in names_in(tree) if self._is_unknown(name)))
        standing = names_in(tree) if self._sheet.structured else self._standing(tree)
        fits = size == expected if expected is not None and not isinstance(size, type) else None
        if size is _Torn:
            fits = False
        timed = any(symbol.name == TIME for symbol in symbols(tree))  # as in sin(2 t)
        sure = fits if not unknown else None if fits else fits
        faults = tuple(
            misfit.problem for misfit in self.misfits if misfit.enters(standing, term.sources, sure)
        )
        verdict: Verdict = "proved" if sure else "open"
        if faults or (fits is False and not self.bare and not timed):
            verdict = "wrong"
        has = named(size) if verdict == "wrong" and isinstance(size, tuple) else ""
        names = tuple(sorted({*unknown, *of}))
        because = names if verdict == "open" and fits is not False else ()
        text = write(tree)
        return TermDimension(
            line, text, term.sources, unit, verdict, because, has, size is _Torn, faults
        )

    def _size(self, tree: Expression) -> Dimension | type[_Torn] | type[Unknown]:
        """The dimension of a term; `_Torn` where its parts have no common one."""
        try:
            dimension = dimension_of(_eased(tree), self._known, self._places.own)
        except DoesNotFit:
            return _Torn
        return dimension if isinstance(dimension, tuple) else NONE if dimension is Bare else Unknown

    def _is_unknown(self, name: str) -> bool:
        if (table := self._places.own(name)) is not None:
            return table[1] is None
        try:
            return self._known(Symbol(name)) is None
        except DoesNotFit:
            return False

    def _standing(self, tree: Expression) -> frozenset[str]:
        """The names in a term, also in what lengths and roots in it stand for."""
        standing = names_in(tree)
        for name in standing & self._named.keys():
            standing |= self._standing(self._named[name])
        return standing

    def _known(self, symbol: Symbol) -> Dimension | None:
        if symbol.name in self._coordinates:
            base = self._coordinates[symbol.name]
            rates = zip(base, _SECOND, strict=True)
            return tuple(entry - symbol.order * second for entry, second in rates)
        if symbol.name in self._named:
            dimension = dimension_of(self._named[symbol.name], self._known, self._places.own)
            return (
                dimension if isinstance(dimension, tuple) else NONE if dimension is Bare else None
            )
        return _SECOND if symbol.name == TIME else self._places.dimension(symbol)

    def _expected(self, symbol: str, indices: Sequence[int]) -> Dimension | None:
        """That of a line: g and Γ are J s² over those of their coordinates, Q is J over it."""
        if symbol in _PLAIN:
            return unit.dimension if (unit := unit_of(_PLAIN[symbol])) else None
        if symbol not in _BY_COORDINATES:
            return None
        dimension = _JOULE if symbol == "Q" else _plus(_JOULE, _SECOND, 2)
        for index in indices:
            name = self._sheet.coordinates[index - 1] if index else ""
            divisor = self._coordinates.get(name) if index else _SECOND
            if divisor is None:
                return None
            dimension = _plus(dimension, divisor, -1)
        return dimension


class _Torn:
    """Quantities of different dimension are put together."""


def _measure(unit: str) -> str:
    return say("that of a number") if unit == "1" else unit


def _eased(tree: Expression) -> Expression:
    """A tree in which the sine of the time is one of an angle, as in sin(2 t)."""
    match tree:
        case Call(function, (argument,), _) if function in PURE:
            timed = {symbol.name for symbol in symbols(argument)} == {TIME}
            return Call(function, (ANYTHING,)) if timed else rebuilt(tree, _eased)
        case _:
            return rebuilt(tree, _eased)


def _plus(a: Dimension, b: Dimension, factor: int) -> Dimension:
    return tuple(x + Fraction(factor) * y for x, y in zip(a, b, strict=True))


def _units(prepared: Prepared, sheet: Sheet) -> tuple[str, ...]:
    return sheet.chosen.chart.units if sheet.chosen is not None else prepared.report.units


def _bare_measures(prepared: Prepared, places: Places) -> Iterator[str]:
    for site in sites(prepared.model, KINDS):
        unit = unit_of(places.unit(site.path) or "1")
        entering = site.path[0] in _ENTERING and "shape" not in site.path
        if not entering or unit is None or unit.dimension == NONE:
            continue
        if site.value != 0 and (not isinstance(site.value, str) or _is_number(site.value)):
            yield place_of(site.path[:FIELD], prepared.model)


def _is_number(text: str) -> bool:
    try:
        tree = read(text)
    except LagrError:
        return False
    return is_numeric(tree) or any(is_numeric(part) for part in _summands(tree))


def _summands(tree: Expression) -> tuple[Expression, ...]:
    return getattr(tree, "terms", (tree,))

"""The dimension of every term of the equations: proved, not known, or another than its line has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from lagr_gui.analysis.coordinates import equations
from lagr_gui.catalogue import KINDS
from lagr_gui.expression import BUILTINS, TIME, Expression, Symbol, called, read, symbols, write
from lagr_gui.expression.dimensions import Bare, DoesNotFit, dimension_of, is_numeric
from lagr_gui.expression.units import NONE, UNITS, Dimension, named, unit_of
from lagr_gui.mechanics.sheet import Entry, Sheet
from lagr_gui.message import Message, say
from lagr_gui.model.quantities import Places
from lagr_gui.model.sites import sites
from lagr_gui.prepared import Prepared
from lagr_gui.problem import LagrError

Verdict = Literal["proved", "open", "wrong"]
SHOWN = 12
"""Terms that are told one by one, at most."""
LONGEST = 60
_ENTERING = ("gravity", "base", "bodies", "joints", "elements", "functions")
"""Sections of a model whose numbers enter equations."""
_SECOND, _JOULE = UNITS["s"].dimension, UNITS["J"].dimension


@dataclass(frozen=True)
class TermDimension:
    """One term of a line: its text, the items it comes from, the unit of the line.

    `because` are the names without a unit for which it is open; none where a number was typed
    without one.
    """

    line: str
    term: str
    sources: tuple[str, ...]
    unit: str
    verdict: Verdict
    because: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = self.term if len(self.term) <= LONGEST else self.term[:LONGEST] + "…"
        why = f" (no unit: {', '.join(self.because)})" if self.because else ""
        return f"{self.line}: {text}: {self.verdict}{why}, the line is in {self.unit}"


@dataclass(frozen=True)
class TermDimensions:
    """All terms of g, Γ, Q, T, U and D of a sheet."""

    terms: tuple[TermDimension, ...]

    def of(self, verdict: Verdict) -> tuple[TermDimension, ...]:
        """The terms of a verdict."""
        return tuple(term for term in self.terms if term.verdict == verdict)

    @property
    def told(self) -> Message:
        """How many terms are proved."""
        counts = Counter(term.verdict for term in self.terms)
        return say(
            "Dimensions: {proved} of {all} terms proved, {open} not known, {wrong} wrong",
            proved=counts["proved"],
            all=len(self.terms),
            open=counts["open"],
            wrong=counts["wrong"],
        )

    def __str__(self) -> str:
        others = [*self.of("wrong"), *self.of("open")]
        lines = [f"  {term}" for term in others[:SHOWN]]
        more = [f"  … and {len(others) - SHOWN} more"] if len(others) > SHOWN else []
        return "\n".join([str(self.told), *lines, *more])

    def as_json(self) -> list[dict[str, Any]]:
        """The same for programs."""
        return [
            {
                "line": term.line,
                "term": term.term,
                "sources": term.sources,
                "unit": term.unit,
                "verdict": term.verdict,
                "because": term.because,
            }
            for term in self.terms
        ]


def dimensions(prepared: Prepared, sheet: Sheet | None = None) -> TermDimensions:
    """The dimension of every term of g, Γ, Q, T, U and D, by the units of parameters.

    Without a `sheet` that of the shortest form.  A term is proved where its dimension is that of
    its line; open where a parameter in it has no unit, or where a measure was typed as a number
    alone, which cannot be seen in a product; wrong otherwise.  Of a structured sheet none is told.
    Raises LagrError for an unsound model.
    """
    found = sheet if sheet is not None else equations(prepared)
    proof = _Proof(prepared, found)
    return TermDimensions(tuple(proof.terms()) if not found.structured else ())


class _Proof:
    def __init__(self, prepared: Prepared, sheet: Sheet) -> None:
        self._sheet, self._places = sheet, Places(prepared.model, KINDS)
        units = dict(zip(sheet.coordinates, _units(prepared, sheet), strict=False))
        self._coordinates = {
            name: unit.dimension for name, text in units.items() if (unit := unit_of(text))
        }
        self._bare = _has_bare_measures(prepared, self._places)
        self._named: Mapping[str, Expression] = {
            own.name: own.tree for own in sheet.definitions if own.rank == "scalar"
        }

    def terms(self) -> Iterator[TermDimension]:
        """All of them, line by line."""
        for entry in self._sheet.entries:
            expected = self._expected(entry)
            if expected is None:
                continue
            for term in entry.terms:
                verdict, because = self._verdict(term.tree, expected)
                text = write(term.tree)
                unit = named(expected)
                yield TermDimension(entry.name, text, term.sources, unit, verdict, because)

    def _verdict(self, tree: Expression, expected: Dimension) -> tuple[Verdict, tuple[str, ...]]:
        timed = any(symbol.name == TIME for symbol in symbols(tree))  # as in sin(2 t)
        otherwise: Verdict = "open" if self._bare or timed else "wrong"
        try:
            found = dimension_of(tree, self._known)
        except DoesNotFit:
            return otherwise, ()
        unknown = {s.name for s in symbols(tree) if self._known(s) is None}
        fits = (NONE if found is Bare else found) == expected
        if fits and not unknown and not _calls_others(tree):
            return "proved", ()
        if fits or not (isinstance(found, tuple) or found is Bare):
            return "open", tuple(sorted(unknown))
        return otherwise, ()

    def _known(self, symbol: Symbol) -> Dimension | None:
        if symbol.name in self._coordinates:
            own = self._coordinates[symbol.name]
            rates = zip(own, _SECOND, strict=True)
            return tuple(entry - symbol.order * second for entry, second in rates)
        if symbol.name in self._named:
            found = dimension_of(self._named[symbol.name], self._known)
            return found if isinstance(found, tuple) else NONE if found is Bare else None
        return _SECOND if symbol.name == TIME else self._places.dimension(symbol)

    def _expected(self, entry: Entry) -> Dimension | None:
        """That of a line: g and Γ are J s² over those of their coordinates, Q is J over it."""
        if entry.symbol in ("T", "U"):
            return _JOULE
        if entry.symbol == "D":
            return _plus(_JOULE, _SECOND, -1)
        if entry.symbol not in ("g", "Gamma", "Q"):
            return None
        found = _JOULE if entry.symbol == "Q" else _plus(_JOULE, _SECOND, 2)
        for index in entry.indices:
            name = self._sheet.coordinates[index - 1] if index else ""
            own = self._coordinates.get(name) if index else _SECOND
            if own is None:
                return None
            found = _plus(found, own, -1)
        return found


def _calls_others(tree: Expression) -> bool:
    """Whether functions of the model, of which no dimension is known, stand in a tree."""
    return any(name not in BUILTINS and name != "pi" for name, _ in called(tree))


def _plus(a: Dimension, b: Dimension, factor: int) -> Dimension:
    return tuple(x + Fraction(factor) * y for x, y in zip(a, b, strict=True))


def _units(prepared: Prepared, sheet: Sheet) -> tuple[str, ...]:
    return sheet.chosen.chart.units if sheet.chosen is not None else prepared.report.units


def _has_bare_measures(prepared: Prepared, places: Places) -> bool:
    """Whether a number alone stands where a measure is meant: 2 for 2 kg."""
    for site in sites(prepared.model, KINDS):
        unit = unit_of(places.unit(site.path) or "1")
        entering = site.path[0] in _ENTERING and "shape" not in site.path
        if not entering or unit is None or unit.dimension == NONE:
            continue
        if site.value != 0 and (not isinstance(site.value, str) or _is_number(site.value)):
            return True
    return False


def _is_number(text: str) -> bool:
    try:
        tree = read(text)
    except LagrError:
        return False
    return is_numeric(tree) or any(is_numeric(part) for part in _summands(tree))


def _summands(tree: Expression) -> tuple[Expression, ...]:
    return getattr(tree, "terms", (tree,))

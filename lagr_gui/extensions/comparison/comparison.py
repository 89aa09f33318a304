"""Two versions of a model beside each other: in the drawing, and in g, Γ, Q and the conditions.

Terms are those of the form with multiple angles, in which each comes from one item and no two can
be put together; two of them are the same where the canonical form of their difference is zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lagr_gui.algebra import Algebra
from lagr_gui.analysis.equations.coordinates import equations
from lagr_gui.expression import write
from lagr_gui.extensions.comparison.items import ItemChange, changes
from lagr_gui.foundation.message import Message, counted, joined, say
from lagr_gui.foundation.problem import LagrError, Problem
from lagr_gui.foundation.showing import Shown
from lagr_gui.mechanics.sheets.sheet import Entry, Sheet, Term
from lagr_gui.model import Model
from lagr_gui.prepared import Prepared, prepare

SYMBOLS = ("g", "Gamma", "Q", "phi")
"""The results that are compared."""
OF_COORDINATES = ("g", "Gamma", "Q")
"""Those whose indices count coordinates."""
SYMMETRIC = {"g": 0, "Gamma": 1}
"""From which index on the order of the coordinates does not matter."""
LONGEST = 160
"""Letters of a term that is said in words."""


@dataclass(frozen=True, slots=True)
class ResultChange:
    """One result that is another one: the terms that it `lost` and `gained`.

    `name` is that of the later version, of a result that is no more that of the earlier one.
    """

    name: str
    lost: tuple[Term, ...]
    gained: tuple[Term, ...]

    @property
    def sources(self) -> tuple[str, ...]:
        """The keys of the items from which these terms come."""
        terms = (*self.gained, *self.lost)
        return tuple(dict.fromkeys(key for term in terms for key in term.sources))

    @property
    def told(self) -> tuple[Message, ...]:
        """One sentence for each term: ``Γ122 gained a term from spring k3: …``."""
        gained = (_told(self.name, term, True) for term in self.gained)
        return (*(_told(self.name, term, False) for term in self.lost), *gained)


@dataclass(frozen=True)
class Comparison(Shown):
    """What became of the `items` of a drawing and of the `results` of its equations.

    `problems` tell why equations of either version are not known; `results` are empty then.
    """

    items: tuple[ItemChange, ...]
    results: tuple[ResultChange, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def same(self) -> bool:
        """Whether nothing is told of: neither in the drawing nor in the equations."""
        return not (self.items or self.results or self.problems)

    @property
    def told(self) -> Message:
        """How much has changed, in one sentence."""
        items = counted(len(self.items), "{count} item differs", "{count} items differ")
        if self.problems:
            return say("{items}; the equations cannot be compared.", items=items)
        if not self.results:
            return say("{items}; the equations are the same.", items=items)
        results = counted(len(self.results), "{count} result", "{count} results")
        return say("{items}, and {results} of the equations.", items=items, results=results)

    def as_json(self) -> dict[str, object]:
        """All of it by names."""
        return {
            "same": self.same,
            "items": [
                {
                    "item": one.key,
                    "title": one.title,
                    "what": one.what,
                    "fields": [
                        {"field": field.place, "before": field.here, "after": field.there}
                        for field in one.fields
                    ],
                }
                for one in self.items
            ],
            "results": [
                {"name": one.name, "lost": _json(one.lost), "gained": _json(one.gained)}
                for one in self.results
            ],
            "problems": [str(problem) for problem in self.problems],
        }


def compare(prepared: Prepared, other: Model) -> Comparison:
    """What becomes of a model where another version of it takes its place.

    Items are known by their names, bodies by their numbers; results by the names of their
    coordinates.  Start values and values of parameters change no equations.
    """
    later = prepare(other, prepared.special) if _has(other, prepared.special) else prepare(other)
    items = changes(prepared.drawn, other)
    sheets: list[Sheet] = []
    problems: list[Problem] = []
    for version in (prepared, later):
        try:
            sheets.append(equations(version, "multi-angle"))
        except LagrError as error:
            problems += error.problems
    results = () if problems else tuple(_results(*sheets))
    return Comparison(items, results, tuple(dict.fromkeys(problems)))


def _has(model: Model, special: str) -> bool:
    return special in {"", *(case.name for case in model.special_cases)}


def _results(before: Sheet, after: Sheet) -> Iterator[ResultChange]:
    old, new = _by_coordinates(before), _by_coordinates(after)
    algebra = Algebra()
    for key in dict.fromkeys((*new, *old)):
        was, now = old.get(key), new.get(key)
        lost = list(was.terms) if was else []
        gained = list(now.terms) if now else []
        _cancel(algebra, lost, gained)
        if lost or gained:
            shown = now or was
            assert shown is not None
            yield ResultChange(shown.name, tuple(lost), tuple(gained))


def _by_coordinates(sheet: Sheet) -> dict[tuple[str, ...], Entry]:
    """The results by their symbols and the names of their coordinates, t for the index 0.

    Conditions are known by the items from which they come, several of one by their order.
    """
    names = ("t", *sheet.coordinates)
    entries_by_name: dict[tuple[str, ...], Entry] = {}
    counts = Counter[tuple[str, ...]]()
    for entry in sheet.entries:
        if entry.symbol in OF_COORDINATES:
            names_of = [names[index] for index in entry.indices]
            alike = SYMMETRIC.get(entry.symbol, len(names_of))
            entries_by_name[entry.symbol, *names_of[:alike], *sorted(names_of[alike:])] = entry
        elif entry.symbol in SYMBOLS:
            items = tuple(sorted({key for term in entry.terms for key in term.sources}))
            counts[items] += 1
            entries_by_name[entry.symbol, *items, str(counts[items])] = entry
    return entries_by_name


def _cancel(algebra: Algebra, lost: list[Term], gained: list[Term]) -> None:
    """Take away what is on both sides, from the same items: as it stands, then by its value."""
    for same in (_written_alike, lambda a, b: _equal(algebra, a, b)):
        for term in list(lost):
            twin = next((t for t in gained if t.sources == term.sources and same(term, t)), None)
            if twin is not None:
                lost.remove(term)
                gained.remove(twin)


def _written_alike(a: Term, b: Term) -> bool:
    return a.tree == b.tree


def _equal(algebra: Algebra, a: Term, b: Term) -> bool:
    return (algebra.expression(a.tree) - algebra.expression(b.tree)).is_zero


def _told(name: str, term: Term, gained: bool) -> Message:
    source = joined([_source(key) for key in term.sources], ", ")
    text = write(term.tree)
    text = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    filled = {"name": name.replace("Gamma", "Γ"), "source": source, "term": text}
    if gained:
        return say("{name} gained a term from {source}: {term}", **filled)
    return say("{name} lost a term from {source}: {term}", **filled)


def _source(key: str) -> str:
    sort, _, name = key.partition(":")
    return say("body {number}", number=name) if sort == "body" else name


def _json(terms: Sequence[Term]) -> list[dict[str, object]]:
    return [{"term": write(term.tree), "sources": list(term.sources)} for term in terms]

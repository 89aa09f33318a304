"""Lines of the structured form written out: scalar formulas of what stands in vectors.

Everything is put in where the whole stays short.  Elsewhere components that are not short go by
names of their own, ``shat_3_x`` of the vector ``shat_3``, and so do masses that are sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lagr_gui.algebra import Algebra, Canonical, operation_count
from lagr_gui.expression import Expression, Symbol, called, symbols
from lagr_gui.mechanics.sheets.sheet import Definition, Entry, Sheet, free_name
from lagr_gui.mechanics.structured.frames import SPACE, Arrow, FrameCarrier, Round, Tensor, Value
from lagr_gui.mechanics.structured.quantity import OPERATIONS
from lagr_gui.mechanics.vectors import Square

AXES = "xyz"
SHORT, WHOLE = 5, 24
"""Operations of a component that is put in; of a line in which everything is put in."""
MOST = 60
"""Terms of a component, as exponentials, beyond which nobody would read all put in."""
POSITION, ORIENTATION = "x", "E"
"""Results that are no scalars: a vector in space, and a matrix of numbers."""
MAKING_AXES, MATRICES = "A", ("A", "C")
"""Stems of definitions that lead to axes; of those that are matrices of numbers."""
PUT_IN = "h"
"""The stem of what only puts products together: its components never stand for themselves."""


@dataclass(frozen=True)
class Component:
    """One number that a line is: `place` is empty for a scalar, x, y, z, or xx, xy …"""

    place: str
    tree: Expression


@dataclass(frozen=True)
class WrittenOut:
    """A line in `axes` (SPACE or the name of a definition): components different from zero.

    `names` are those of components that stand for themselves, with definition and place.
    """

    axes: str
    parts: tuple[Component, ...]
    names: Mapping[str, tuple[str, str]]

    @property
    def length(self) -> int:
        """The operations of all of them."""
        return sum(operation_count(part.tree) + 1 for part in self.parts)


class InsertedTooLong(Exception):
    """All put in would be too long."""


class Components:
    """Writes out lines of a structured sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._definitions = {definition.name: definition for definition in sheet.definitions}
        self._views: dict[tuple[str, bool], _View] = {}
        self._found: dict[tuple[object, str | None], WrittenOut] = {}

    def of(self, line: Definition | Entry, axes: str | None = None) -> WrittenOut | None:
        """A line in axes, or (None) in those in which it is shortest; None where it is scalar.

        Where there are no vectors at all, names are put in if the whole stays short.
        """
        if not _has_vectors(line, self._definitions):
            return None if self._in_space else self._put_in(line)
        if isinstance(line, Entry) and line.symbol == ORIENTATION:
            written = self._whole(line, SPACE)
            return written if written is not None and written.length <= MOST else None
        name = line.name if isinstance(line, Definition) else (line.symbol, line.indices)
        key = name, axes
        if key not in self._found:
            self._found[key] = self._shortest(line) if axes is None else self._written(line, axes)
        return self._found[key]

    @property
    def _in_space(self) -> bool:
        """Whether anything stands in vectors."""
        return any(entry.rank != "scalar" for entry in self._definitions.values())

    def _put_in(self, line: Definition | Entry) -> WrittenOut | None:
        """A line of scalars without names; None where it has none, or gets long."""
        names = {symbol.name for tree in _trees(line) for symbol in symbols(tree)}
        if not names & self._definitions.keys():
            return None
        written = self._whole(line, SPACE)
        return written if written is not None and written.length <= WHOLE else None

    def _shortest(self, line: Definition | Entry) -> WrittenOut:
        """Everything put in, if that is short, or what is shortest in any axes."""
        candidates = self._candidates(line)
        scalar = isinstance(line, Entry) and line.symbol != POSITION
        whole = self._whole(line, candidates[-1] if scalar else SPACE)
        if whole is not None and whole.length <= WHOLE:
            return whole
        versions = [self._view(axes, whole=False).written(line) for axes in candidates]
        return min(versions, key=lambda version: version.length)

    def _written(self, line: Definition | Entry, axes: str) -> WrittenOut:
        whole = self._whole(line, axes)
        if whole is not None and whole.length <= WHOLE:
            return whole
        return self._view(axes, whole=False).written(line)

    def _whole(self, line: Definition | Entry, axes: str) -> WrittenOut | None:
        try:
            return self._view(axes, whole=True).written(line)
        except InsertedTooLong:
            return None

    def _candidates(self, line: Definition | Entry) -> list[str]:
        """Space, the axes of the motions that the line is about, and those in which names stand."""
        trees = _trees(line)
        names = {s.name for tree in trees for s in symbols(tree)}
        named = [self._definitions[name] for name in names if name in self._definitions]
        names |= {s.name for entry in named for tree in entry.trees for s in symbols(tree)}
        indices = line.indices if isinstance(line, Definition) else map(str, line.indices)
        made = {d.indices: d.name for d in self._definitions.values() if d.stem == MAKING_AXES}
        names |= {made[(index,)] for index in indices if (index,) in made}
        if isinstance(line, Definition) and line.stem == MAKING_AXES:
            names -= {line.name}
        return [SPACE, *(name for name in made.values() if name in names)]

    def _view(self, axes: str, whole: bool) -> _View:
        if (axes, whole) not in self._views:
            self._views[axes, whole] = _View(self.sheet, self._definitions, axes, whole)
        return self._views[axes, whole]


def _trees(line: Definition | Entry) -> Iterable[Expression]:
    return line.trees if isinstance(line, Definition) else [term.tree for term in line.terms]


def _has_vectors(line: Definition | Entry, definitions: Mapping[str, Definition]) -> bool:
    """Whether anything in a line is a vector."""
    for tree in _trees(line):
        if any(name in OPERATIONS for name, _ in called(tree)):
            return True
        ranks = (definitions[s.name].rank for s in symbols(tree) if s.name in definitions)
        if any(rank != "scalar" for rank in ranks):
            return True
    return False


class _View:
    """All lines in some axes; either `whole`, or with names for what is not short."""

    def __init__(
        self, sheet: Sheet, definitions: Mapping[str, Definition], axes: str, whole: bool
    ) -> None:
        self._definitions, self.axes, self.whole = definitions, axes, whole
        self.algebra = Algebra(late=sheet.coordinates, spelling=sheet.spelling)
        self.frames = FrameCarrier(self.algebra, axes, self._named)
        self._values: dict[str, Value] = {}
        self._taken = {s.name for d in sheet.definitions for t in d.trees for s in symbols(t)}
        self._taken |= {s.name for e in sheet.entries for t in e.terms for s in symbols(t.tree)}
        self.names: dict[str, tuple[str, str]] = {}
        if axes:
            self._named(Symbol(axes))

    def written(self, line: Definition | Entry) -> WrittenOut:
        """A line; raises TooLong where it is to be whole and gets too long."""
        trees = _trees(line)
        value = self.frames.add([self.frames.value(tree) for tree in trees])
        parts = tuple(self._parts(value, line))
        used = {s.name for part in parts for s in symbols(part.tree)}
        names = {name: place for name, place in self.names.items() if name in used}
        return WrittenOut(self.axes, parts, names)

    def _parts(self, value: Value, line: Definition | Entry) -> Iterator[Component]:
        left = right = self.axes
        if isinstance(line, Definition) and line.stem in MATRICES:
            left, right = (self.axes if line.stem == MAKING_AXES else SPACE), SPACE
        for place, number in self._entries(value, left, right):
            if not number.is_zero:
                yield Component(place, number.tree())

    def _entries(self, value: Value, left: str, right: str) -> Iterator[tuple[str, Canonical]]:
        if isinstance(value, Canonical):
            self._check(value)
            yield "", value
        elif isinstance(value, Arrow):
            yield from self._checked(zip(AXES, self.frames.arrow(value, left), strict=True))
        else:
            rows = self.frames.matrix(value, left, right)
            yield from self._checked(_of_matrix(rows, _is_symmetric(rows)))

    def _checked(self, entries: Iterable[tuple[str, Canonical]]) -> Iterator[tuple[str, Canonical]]:
        for place, number in entries:
            self._check(number)
            yield place, number

    def _check(self, value: Canonical) -> None:
        if self.whole and value.length > MOST:
            raise InsertedTooLong

    def _named(self, symbol: Symbol) -> Any:
        """What a symbol stands for in these axes."""
        definition = self._definitions.get(symbol.name)
        if definition is None or symbol.order:
            return self.algebra.symbol(symbol)
        if symbol.name not in self._values:
            self._values[symbol.name] = self._value(definition)
        return self._values[symbol.name]

    def _value(self, definition: Definition) -> Value:
        if not self.whole and definition.rank == "scalar":
            return self.algebra.symbol(Symbol(definition.name))
        value = self.frames.add([self.frames.value(tree) for tree in definition.trees])
        if definition.stem == MAKING_AXES and isinstance(value, Tensor):
            return self.frames.add_axes(definition.name, value)
        if definition.stem in MATRICES:
            return value
        if self.whole or definition.stem == PUT_IN:
            for _, number in _numbers(value):
                self._check(number)
            return value
        return self._shortened(value, definition.name)

    def _shortened(self, value: Value, name: str) -> Value:
        """A value in the wanted axes with names for components that are not short."""
        axes = self.axes
        match value:
            case Arrow():
                pairs = zip(AXES, self.frames.arrow(value, axes), strict=True)
                first, second, third = (self._short(number, name, place) for place, number in pairs)
                return Arrow(axes, (first, second, third))
            case Tensor():
                rows = self.frames.matrix(value, axes, axes)
                return Tensor(axes, axes, self._short_rows(rows, name))
            case Round():
                return value
            case _:
                return value

    def _short_rows(self, rows: Square[Canonical], name: str) -> Square[Canonical]:
        by_place = {
            place: self._short(value, name, place) for place, value in _of_matrix(rows, False)
        }
        if _is_symmetric(rows):
            by_place |= {place: by_place["".join(sorted(place))] for place in by_place}
        first, second, third = (tuple(by_place[a + b] for b in AXES) for a in AXES)
        return first, second, third  # type: ignore[return-value]

    def _short(self, value: Canonical, name: str, place: str) -> Canonical:
        if value.length <= 3 * SHORT and operation_count(value.tree("collected")) <= SHORT:
            return value
        label = next((n for n, part in self.names.items() if part == (name, place)), None)
        if label is None:
            label = free_name(f"{name}_{place}", self._taken)
            self._taken.add(label)
            self.names[label] = name, place
        return self.algebra.symbol(Symbol(label))


def _numbers(value: Value) -> Iterator[tuple[str, Canonical]]:
    match value:
        case Arrow():
            yield from zip(AXES, value.parts, strict=True)
        case Tensor():
            yield from _of_matrix(value.rows, False)
        case Round():
            yield "", value.factor
        case _:
            yield "", value


def _is_symmetric(rows: Square[Canonical]) -> bool:
    return all(rows[i][k] == rows[k][i] for i, k in ((0, 1), (0, 2), (1, 2)))


def _of_matrix(rows: Square[Canonical], symmetric: bool) -> Iterator[tuple[str, Canonical]]:
    """The entries by their places; of a symmetric one the diagonal first, and each once."""
    places = [(i, k) for i in range(3) for k in range(3)]
    if symmetric:
        places = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]
    for i, k in places:
        yield AXES[i] + AXES[k], rows[i][k]

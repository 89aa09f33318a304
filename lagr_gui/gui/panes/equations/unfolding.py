"""Rows that unfold in place: components, numbers, and what the names in them stand for."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from lagr_gui.analysis.equations.lines import NAMED
from lagr_gui.expression import symbols
from lagr_gui.expression.builtins import GREEK
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.panes.equations.components import ComponentRows, ShownComponents
from lagr_gui.gui.panes.equations.rows import SYMBOLS, LazyRows, Rows
from lagr_gui.gui.panes.equations.sections import HeadedRows
from lagr_gui.gui.panes.equations.values import Line, ShownValues, is_told, trees_of
from lagr_gui.gui.typesetting import FlowView, Row
from lagr_gui.gui.typesetting.flow import BUDGET
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.sheets.sheet import Balance, Definition, Entry, numbers
from lagr_gui.model import Model

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import Sheet
    from lagr_gui.pipeline import Chain, LineKey


Path = tuple[object, ...]
"""Where a line stands: its place and key, then the keys of what was unfolded below."""

Told = Callable[[Line], tuple[str, ...]]


class SheetNames:
    """Which names of a sheet stand in its lines."""

    def __init__(self, sheet: Sheet) -> None:
        self._known: dict[str, Definition | Entry] = {d.name: d for d in sheet.definitions}
        if sheet.structured:
            results = (entry for symbol in NAMED for entry in sheet.of(symbol))
            self._known |= {entry.reference: entry for entry in results}
        self._places = {name: place for place, name in enumerate(self._known)}

    def within(self, line: Line) -> list[Definition | Entry]:
        """What the names in a line stand for, in the order of their definition."""
        used = {s.name for tree in trees_of(line) for s in symbols(tree) if not s.order}
        names = sorted(used & self._known.keys(), key=self._places.__getitem__)
        return [self._known[name] for name in names]


def key_of(line: Line) -> object:
    """What a line is recognised by after an edit."""
    match line:
        case Definition():
            return line.name
        case Entry():
            return line.symbol, line.indices
        case Balance():
            return line.equation, line.index
        case _:
            return tuple(key_of(entry) for entry in line)


@dataclass(frozen=True, slots=True)
class _Place:
    """A row of the sheet by its `number`, a `line` below one, or what is told of it.

    That are its numbers (`words`), or a row that is `made` of its components.
    """

    path: Path
    number: int = -1
    line: Line | None = None
    words: bool = False
    made: Row | None = None


class Unfolded(LazyRows):
    """The rows of a tab with what is unfolded below them, each made when it is wanted."""

    def __init__(
        self,
        rows: Rows,
        sheet: Sheet,
        unfolded: set[Path],
        told: Told,
        components: ShownComponents,
        numbers: Sequence[int],
        closed: dict[tuple[str, str], bool] | None,
    ) -> None:
        """`unfolded` are the paths that are open; `told` gives the numbers of lines in words.

        Of the rows of the tab those with these `numbers` are shown, which may become more.
        `closed` tells which sections are folded or not, where the user has said so; None: none is.
        """
        self._components, self._closed = components, closed
        self.chains: list[Chain] = []
        self._numbers = numbers
        self._rows, self._names, self._told = rows, SheetNames(sheet), told
        self._sheet, self._unfolded = sheet, unfolded
        self._made: dict[int, Row] = {}
        self._places: list[_Place] = list(self._placed())

    @property
    def lines(self) -> list[Line]:
        """The lines whose numbers are shown."""
        return [place.line for place in self._places if place.words and place.line is not None]

    def grow(self) -> None:
        """Show what came to the numbers."""
        self._places = list(self._placed())

    def put_in(self, current: int | None) -> tuple[int, int | None]:
        """Show components that came: rows that stay at the head, and where the current one is."""
        before = self._places
        self._places = list(self._placed())
        pairs = enumerate(zip(before, self._places, strict=False))
        kept = next((at for at, (old, new) in pairs if old != new), len(before))
        self._made = {at: row for at, row in self._made.items() if at < kept}
        there = None if current is None else self._places.index(before[current])
        return kept, there

    def fold(self, number: int, unfold: bool) -> None:
        """Unfold a row or section, or fold it with all below it."""
        section = self._section(self._places[number])
        if section is not None and self._closed is not None:
            self._closed[section.key] = not unfold
        path = self._path(number)
        below = {place for place in self._unfolded if place[: len(path)] == path}
        self._unfolded.difference_update(below)
        if unfold:
            self._unfolded.add(path)
        self._places = list(self._placed())
        self._made = {at: row for at, row in self._made.items() if at < number}

    def __len__(self) -> int:
        return len(self._places)

    def row(self, index: int) -> Row:
        """A single row."""
        place = self._places[index]
        if place.made is not None:
            return place.made
        if place.words and place.line is not None:
            return Row(text=self._told(place.line), level=len(place.path))
        if index not in self._made:
            self._made[index] = self._row(index, place)
        return self._made[index]

    def _row(self, index: int, place: _Place) -> Row:
        if isinstance(place.line, (Definition, Entry)):
            row, line = self._rows.row_of(place.line), place.line
        else:
            row = self._rows[place.number]
            line = _line(row)
            if (section := self._section(place)) is not None and self._closed is not None:
                return replace(row, unfolded=not self._is_closed(section))
        if line is None or not (is_told(self._sheet, line) or self._names.within(line)):
            return row
        open_now = self._path(index) in self._unfolded
        return replace(row, level=len(place.path) - 1, unfolded=open_now)

    def _section(self, place: _Place) -> HeadedRows | None:
        return self._rows.sections.get(place.number) if place.line is None else None

    def _is_closed(self, section: HeadedRows) -> bool:
        return self._closed is not None and self._closed.get(section.key, section.closed)

    def _path(self, number: int) -> Path:
        place = self._places[number]
        line = None if place.line is not None else _line(self._rows[place.number])
        return place.path if line is None else ((place.number, key_of(line)),)

    def _placed(self) -> Iterator[_Place]:
        self.chains = []
        roots = {path[0] for path in self._unfolded}
        numbers = {root[0] for root in roots if isinstance(root, tuple)}
        hidden = 0
        for number in self._numbers:
            if number < hidden:
                continue
            yield (place := _Place((number,), number))
            if (section := self._section(place)) is not None and self._is_closed(section):
                hidden = section.end
            line = _line(self._rows[number]) if number in numbers else None
            if line is not None and (root := (number, key_of(line))) in roots:
                yield from self._below(line, (root,))

    def _below(self, line: Line, path: Path) -> Iterable[_Place]:
        if path not in self._unfolded:
            return
        yield from self._written_out(line, path)
        if is_told(self._sheet, line):
            yield _Place(path, line=line, words=True)
        for part in self._names.within(line):
            below = (*path, key_of(part))
            yield _Place(below, line=part)
            yield from self._below(part, below)

    def _written_out(self, line: Line, path: Path) -> Iterator[_Place]:
        """The components of a line, in the axes of the lines above it."""
        if self._sets is None or not isinstance(line, (Definition, Entry)):
            return
        chain = _chain(path)
        self.chains.append(chain)
        if (out := self._components.of(chain)) is not None:
            for row in self._sets.of(line, out, len(path)):
                yield _Place(path, line=line, made=row)

    @cached_property
    def _sets(self) -> ComponentRows | None:
        return ComponentRows(self._rows.lines) if self._rows.lines is not None else None


def _chain(path: Path) -> Chain:
    """The keys of a line and of those above it; equations of motion have no components."""
    root, *below = path
    keys = (*(root[1:] if isinstance(root, tuple) else ()), *below)
    return tuple(line for key in keys if (line := _line_key(key)) is not None)


def _line_key(key: object) -> LineKey | None:
    match key:
        case str():
            return key
        case (str(symbol), tuple(indices)):
            return symbol, indices
        case _:
            return None


def _line(row: Row) -> Line | None:
    about = row.about
    return about if isinstance(about, (Definition, Entry, Balance, tuple)) else None


LeftRows = tuple[set[Path], dict[tuple[str, str], bool], int]
"""What is unfolded, which sections are folded or not, and how far it is scrolled."""


class Unfolding(QObject):
    """Shows rows that unfold by triangle and arrow keys, with their numbers.

    While a name is looked for only those that have it are shown, as they are found.
    """

    def __init__(self, session: Session, view: FlowView) -> None:
        super().__init__(view)
        self.session, self.view = session, view
        self.values = ShownValues(session, self)
        self.values.changed.connect(view.viewport().update)
        self.components = ShownComponents(session, self)
        self.components.changed.connect(self._put_in)
        self._unfolded: set[Path] = set()
        self._closed: dict[tuple[str, str], bool] = {}
        self._all = Rows(None)
        self._rows: Unfolded | None = None
        self._sheet: Sheet | None = None
        self._sought = ""
        self._hits: list[int] = []
        self._looking: Iterator[int] = iter(())
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._look_on)
        view.fold_wanted.connect(self._fold)
        session.opened.connect(self._forget)
        session.views.add(self._leave, self._come_back)

    @property
    def searching(self) -> bool:
        """Whether there are rows that were not looked at yet."""
        return self._timer.isActive()

    @property
    def seen(self) -> tuple[str, ...]:
        """The sections of a sheet that are not folded; none while a name is looked for."""
        if self._sought:
            return ()
        keys = dict.fromkeys(
            section.key[0]
            for section in self._all.sections.values()
            if not self._closed.get(section.key, section.closed)
        )
        return tuple(symbol for key in keys for symbol in SYMBOLS.get(key, (key,)))

    def show(self, rows: Rows, sheet: Sheet | None) -> None:
        """Show the rows of the page as they were left."""
        self._all, self._sheet = rows, sheet
        self._begin()

    def _forget(self) -> None:
        """Another model is open: nothing of it is unfolded yet."""
        self._unfolded, self._closed = set(), {}

    def _leave(self) -> LeftRows:
        """How the page of this model is left."""
        return self._unfolded, self._closed, self.view.verticalScrollBar().value()

    def _come_back(self, left: LeftRows) -> None:
        """Show the page of a model as it was left."""
        self._unfolded, self._closed, top = left
        self._begin()
        self.view.scroll_to(top)

    def find(self, name: str) -> None:
        """Show only rows in which a name stands; empty: all."""
        self._sought = name.strip()
        self._begin()

    def _begin(self) -> None:
        self._timer.stop()
        self._rows, rows, sheet = None, self._all, self._sheet
        if sheet is None:
            self._want(None)
            self.view.show_rows(rows)
            return
        self._hits, numbers = [], range(len(rows))
        if self._sought:
            names = wanted_names(self._sought, sheet, self.session.flat)
            self._looking = _found(rows, names)
            self._timer.start()
        shown = self._hits if self._sought else numbers
        words, components = self.values.words, self.components
        closed = None if self._sought else self._closed
        self._rows = Unfolded(rows, sheet, self._unfolded, words, components, shown, closed)
        self._want(self._rows)
        self.view.show_rows(self._rows)

    def _want(self, rows: Unfolded | None) -> None:
        """Ask for the numbers and the components of what is unfolded."""
        sheet = self._sheet if rows is not None else None
        self.values.want(sheet, rows.lines if rows else [])
        self.components.want(sheet, rows.chains if rows else [])

    def _put_in(self) -> None:
        if self._rows is not None:
            kept, self.view.current = self._rows.put_in(self.view.current)
            self.view.show_rows(self._rows, kept)

    def _look_on(self) -> None:
        """Look at some more rows; then the window has its turn."""
        if self._rows is None:
            return
        end, before = perf_counter() + BUDGET, len(self._rows)
        for number in self._looking:
            if number >= 0:
                self._hits.append(number)
            if perf_counter() > end:
                break
        else:
            self._timer.stop()
        self._rows.grow()
        if len(self._rows) > before:
            self._want(self._rows)
            self.view.show_rows(self._rows, kept=before)
        elif not self._hits and not self.searching:
            self.view.show_rows((Row(text=self._nothing),))

    @property
    def _nothing(self) -> tuple[str, ...]:
        """What is said where no row has a name."""
        more = self._sheet is not None and self._sheet.left_out
        made = (tr("Enter makes the line with this name, if it is one of those left out."),)
        return (tr("No row has such a name."), *(made if more else ()))

    def _fold(self, number: int, unfold: bool) -> None:
        if self._rows is not None:
            self._rows.fold(number, unfold)
            self._want(self._rows)
            self.view.show_rows(self._rows, kept=number + 1)


def _found(rows: Rows, names: frozenset[str]) -> Iterator[int]:
    """The rows that speak of names, each heading before the first of its own; −1 for others."""
    heading = -1
    for number in range(len(rows)):
        line = _line(row := rows[number])
        heading = number if row.title else heading
        if line is not None and (speaks_of(line, names) or _equals(rows, line, names)):
            if heading >= 0:
                yield heading
            heading = -1
            yield number
        else:
            yield -1


def _equals(rows: Rows, line: Line, names: frozenset[str]) -> bool:
    """Whether one of the names is that of a result that is said with another one."""
    also = rows.also.get((line.symbol, line.indices), ()) if isinstance(line, Entry) else ()
    return any(names.intersection(own_names(entry)) for entry, _ in also)


# --- Which rows of equations have a name in them -----------------------------------------------

_HAT, _DOT = "\u0302", "\u0307"


def plain(name: str) -> str:
    """A name without the signs that one may leave out or write otherwise: Ĵ₃ as Jhat3."""
    text = unicodedata.normalize("NFKD", name.replace("ℓ", "ell"))
    for sign, word in {_HAT: "hat", _DOT: "dot", **GREEK}.items():
        text = text.replace(sign, word)
    return "".join(letter for letter in text if letter.isalnum())


def wanted_names(text: str, sheet: Sheet, model: Model) -> frozenset[str]:
    """The names that are meant: the one that is written, or all that begin so."""
    names = dict.fromkeys([*_names_of(sheet), *sheet.coordinates])
    names |= dict.fromkeys(entry.name for entry in (*model.parameters, *model.functions))
    sought = plain(text)
    same = {name for name in names if plain(name) == sought}
    same |= {entry.name for entry in sheet.entries if plain(_exchanged(entry)) == sought}
    return frozenset(same or (name for name in names if plain(name).startswith(sought)))


def _exchanged(entry: Entry) -> str:
    """The other name of what is symmetric in its last two indices: g12 of g21, Γ112 of Γ121."""
    if entry.symbol not in ("g", "Gamma"):
        return entry.name
    *before, mu, nu = entry.indices
    return f"{entry.symbol}{numbers((*before, nu, mu))}"


def _names_of(sheet: Sheet) -> Iterator[str]:
    for line in (*sheet.definitions, *sheet.entries):
        yield from own_names(line)


def own_names(line: Line) -> Iterable[str]:
    """What a line is called."""
    match line:
        case Definition():
            return (line.name,)
        case Entry():
            return line.name, line.reference
        case Balance():
            return (line.coordinate,)
        case _:
            return [name for entry in line for name in own_names(entry)]


def speaks_of(line: Line, names: frozenset[str]) -> bool:
    """Whether one of the names stands in a line, or is its own."""
    if names.intersection(own_names(line)):
        return True
    return any(s.name in names for tree in trees_of(line) for s in symbols(tree))

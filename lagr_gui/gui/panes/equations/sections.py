"""Long lists of results and definitions by body."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from lagr_gui.gui.typesetting import Row
from lagr_gui.gui.words import tr
from lagr_gui.mechanics.sheets.sheet import Entry

if TYPE_CHECKING:
    from lagr_gui.mechanics.sheets.sheet import Definition, Sheet

MANY = 60
"""Rows of one table that are more than this stand in sections by body."""
FEW = 20
"""Lines of one kind that stand below one heading all the same."""
LETTERS = {"v_own": "v", "Gamma": "Γ", "phi": "Φ", "gamma_bar": "γ̄", "gamma_bar2": "γ̿"}
BY_CONDITION = ("phi", "G", "gamma_bar", "gamma_bar2")
"""Results that belong to the joint or element of a condition."""

Maker = Callable[[], Row]


@dataclass(frozen=True)
class HeadedRows:
    """Rows under a heading, up to the row `end`; `closed` tells how it is at first."""

    key: tuple[str, str]
    end: int
    closed: bool = False


@dataclass(frozen=True)
class SectionPart:
    """Rows with a heading to be, and what is said `beside` it."""

    key: tuple[str, str]
    title: str
    makers: Sequence[Maker]
    closed: bool = False
    beside: str = ""


def with_headings(parts: Iterable[SectionPart]) -> tuple[list[Maker], dict[int, HeadedRows]]:
    """All rows behind their headings, and the sections by the places of these."""
    made: list[Maker] = []
    sections: dict[int, HeadedRows] = {}
    for part in parts:
        if part.title and part.makers:
            end = len(made) + 1 + len(part.makers)
            sections[len(made)] = HeadedRows(
                part.key, end, closed=part.closed or bool(part.key[1] and made)
            )
            made.append(partial(Row, title=part.title, beside=part.beside))
        made += part.makers
    return made, sections


class ByBody:
    """The body that a result or definition belongs to."""

    def __init__(self, sheet: Sheet, names: Mapping[str, str]) -> None:
        """`names` are those of items, by key."""
        self.names = names
        self._first: dict[str, str] = {}
        for entry in sheet.of("g"):
            row, column = entry.indices
            if row == column:
                self._know(str(row), (key for term in entry.terms for key in term.sources))
        for definition in sheet.definitions:
            if len(definition.indices) == 1 and len(definition.sources) > 1:
                self._know(definition.indices[0], definition.sources)

    def _know(self, label: str, sources: Iterable[str]) -> None:
        bodies = sorted((key for key in sources if key.startswith("body:")), key=_number)
        if bodies:
            self._first.setdefault(label, bodies[0])

    def of(self, line: Entry | Definition) -> str:
        """The key of an item; empty where a line belongs to none."""
        if isinstance(line, Entry):
            if line.symbol in BY_CONDITION:
                return next((key for term in line.terms for key in term.sources), "")
            return self._first.get(str(line.indices[0]), "") if line.indices else ""
        if len(line.sources) == 1:
            return line.sources[0]
        return self._first.get(line.indices[-1], "") if line.indices else ""

    def words(self, key: str) -> str:
        """Body 3, Forearm; “spring 1”."""
        kind, _, name = key.partition(":")
        if kind != "body":
            return tr("“{name}”").format(name=name) if name else tr("the whole system")
        word = self.names.get(key, "")
        return tr("Body {n}").format(n=name) + (f", {word}" if word else "")

    def parts(
        self, what: str, title: str, lines: Sequence[tuple[Entry | Definition, Maker]]
    ) -> Iterator[SectionPart]:
        """The rows of one kind, body by body where they are many."""
        if len(lines) <= FEW:
            yield SectionPart((what, ""), f"{title} ({len(lines)})", [maker for _, maker in lines])
            return
        keyed = [(self.of(line), maker) for line, maker in lines]
        order = sorted(keyed, key=lambda pair: _order(pair[0]))
        for key, group in groupby(order, key=lambda pair: pair[0]):
            makers = [maker for _, maker in group]
            yield SectionPart((what, key), f"{title} · {self.words(key)} ({len(makers)})", makers)


def _number(key: str) -> int:
    return int(key.partition(":")[2])


def _order(key: str) -> tuple[int, int]:
    """What belongs to the whole first, then bodies by number; others as they come."""
    if not key:
        return 0, 0
    return (1, _number(key)) if key.startswith("body:") else (2, 0)

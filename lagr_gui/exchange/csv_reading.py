"""Tables of numbers in texts, as programs of measurement write them.

Semicolons, tabulators or commas divide; commas may be decimal where they do not.  Lines before the
heads may begin with ``#`` or say ``sep=;``, a line of units may follow the heads.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import pi
from typing import Any

from lagr_gui.exchange.csv_table import split_head
from lagr_gui.expression.units import unit_of
from lagr_gui.given import number_in, shortened
from lagr_gui.incoming import MOST_ENTRIES
from lagr_gui.message import Message, say
from lagr_gui.problem import LagrError, refusal

SHAPE = "Write {“phi”: “0.3*sin(2*t)”, …}, or a table with t and coordinates."
MOST_ROWS, MOST_VALUES = 250_000, 1_000_000
"""Rows and numbers that a table may have."""

_DIVIDES = re.compile(r"sep=(.)")
_EMPTY = frozenset(" \t;,")
_BRACKETS = re.compile(r"[\[(](.*)[\])]")

Rows = Any
"""Rows of a reader of the library, which knows at which line it is."""


@dataclass(frozen=True, slots=True)
class ReadTable:
    """Columns by their heads, as they were written, and the units of those that tell one."""

    columns: dict[str, list[float]]
    units: dict[str, str]

    def in_si(self) -> dict[str, list[float]]:
        """The columns in SI units; those whose units are not known are as they were written."""
        return {
            head: of_si(column, self.units.get(head, "")) for head, column in self.columns.items()
        }


def of_si(numbers: list[float], text: str) -> list[float]:
    """Numbers of a unit in SI units."""
    unit = unit_of(text)
    if unit is None or unit.is_of_si:
        return numbers
    above, below = unit.factor.numerator * pi**unit.turns, unit.factor.denominator
    return [number * above / below for number in numbers]


def csv_numbers(place: Message, text: str, ragged: bool = False) -> ReadTable:
    """The table in a text. Columns of a `ragged` one may end before others. Raises LagrError."""
    return _Reader(place, ragged).table(text)


class _Reader:
    def __init__(self, place: Message, ragged: bool) -> None:
        self.place, self.ragged = place, ragged
        self.mark = ""
        self.lines: list[int] = []
        """The numbers of the lines that hold something."""

    def table(self, text: str) -> ReadTable:
        if text.count("\n") > MOST_ROWS:
            raise self.wrong(say("It has more than {rows} rows.", rows=MOST_ROWS))
        told = list(self.told(text.splitlines()))
        if not told:
            raise self.wrong("It is empty.")
        self.mark = self.mark or max(";\t,", key=told[0].count)
        rows = csv.reader(told, delimiter=self.mark)
        try:
            return self.columns(rows)
        except csv.Error as error:
            raise self.wrong(say("It is no table: {error}.", error=error)) from error

    def told(self, lines: Sequence[str]) -> Iterator[str]:
        """The lines that are rows."""
        for number, line in enumerate(lines, start=1):
            if not self.lines and (found := _DIVIDES.fullmatch(line.strip('\r\n"\ufeff '))):
                self.mark = found[1]
            elif not (_EMPTY.issuperset(line) or (not self.lines and line.startswith("#"))):
                self.lines.append(number)
                yield f"{line}\n"

    def columns(self, rows: Rows) -> ReadTable:
        heads = [split_head(head) for head in next(rows)]
        names = [name for name, _ in heads]
        self.check(names)
        units = {name: unit for name, unit in heads if unit}
        columns: list[list[float]] = [[] for _ in names]
        first = next(rows, [])
        own = self.units(first)
        units |= {name: unit for name, unit in zip(names, own, strict=False) if unit}
        for count, row in enumerate(rows if own else chain([first] * bool(first), rows)):
            if (count + 2) * len(names) > MOST_VALUES:
                raise self.wrong(say("It holds more than {values} numbers.", values=MOST_VALUES))
            self.enter(names, columns, row, count, self.lines[rows.line_num - 1])
        return ReadTable(dict(zip(names, columns, strict=True)), units)

    def check(self, names: Sequence[str]) -> None:
        """Heads that are too many, or the same."""
        if len(names) > MOST_ENTRIES:
            cause = say("It has more than {most_entries} columns.", most_entries=MOST_ENTRIES)
            raise self.wrong(cause)
        for name, count in Counter(names).items():
            if count > 1:
                cause = say("The column “{name}” occurs twice.", name=shortened(name))
                raise self.wrong(cause, "Leave one of them out.")

    def units(self, row: Sequence[str]) -> list[str]:
        """The units of a line that holds these alone."""
        found = [_BRACKETS.sub(r"\1", entry.strip()).strip("-– ") for entry in row]
        return found if any(found) and all(not unit or _is_unit(unit) for unit in found) else []

    def enter(
        self,
        names: Sequence[str],
        columns: list[list[float]],
        row: Sequence[str],
        count: int,
        line: int,
    ) -> None:
        """The numbers of a row; a column of a ragged table that has ended does not go on."""
        if len(row) != len(names):
            cause = say(
                "Row {number} has {count} entries, the head has {count_2}.",
                number=line,
                count=len(row),
                count_2=len(names),
            )
            raise self.wrong(cause, "Complete it, or remove it.")
        for head, column, entry in zip(names, columns, row, strict=True):
            if self.ragged and not entry.strip():
                continue
            gap = len(column) < count
            value = number_in(entry if self.mark == "," else entry.replace(",", "."))
            if value is None or gap:
                cause = say(
                    "Row {number}, column “{head}”: “{entry}” is no number.",
                    number=line - (count - len(column)),
                    head=shortened(head),
                    entry="" if gap else shortened(entry),
                )
                raise self.wrong(cause, "Correct it, or remove the row.")
            column.append(value)

    def wrong(self, cause: str, remedy: str = SHAPE) -> LagrError:
        return refusal(self.place, cause, remedy, code="motion")


def _is_unit(text: str) -> bool:
    """Whether a text is the name of a unit and no number."""
    return number_in(text) is None and unit_of(text) is not None

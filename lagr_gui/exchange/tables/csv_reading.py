"""Tables of numbers in texts, as programs of measurement write them.

Semicolons, tabulators, commas or spaces divide; commas may be decimal where they do not.  Before
the heads may stand what the program tells of itself, comments (``#``) and ``sep=;``, below them a
line of units.
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

from lagr_gui.exchange.tables.csv_table import split_head
from lagr_gui.expression.arguments import number_in, shortened
from lagr_gui.expression.units import unit_of
from lagr_gui.foundation.incoming import MOST_ENTRIES
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import LagrError, refusal

SHAPE = "Write {“phi”: “0.3*sin(2*t)”, …}, or a table with t and coordinates."
MOST_ROWS, MOST_VALUES = 250_000, 1_000_000
"""Rows and numbers that a table may have."""

_DIVIDES = re.compile(r"sep=(.)")
_EMPTY = frozenset(" \t;,")
_BRACKETS = re.compile(r"[\[(](.*)[\])]")
_MARKS = ";\t, "
_NOT_READ = ("", "comment", "comments", "kommentar")
"""What stands over columns at the right end that hold no numbers."""
_LOOKED = 200
"""Lines among which the first row of numbers is looked for."""

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
        self.mark, self.comment = "", ""
        self.lines: list[int] = []
        """The numbers of the lines that hold something."""
        self.remarks = False
        """Whether there are remarks behind the last column."""
        self.signs = set[str]()
        """The decimal signs that stand in numbers."""

    def table(self, text: str) -> ReadTable:
        if text.count("\n") > MOST_ROWS:
            raise self.wrong(say("It has more than {rows} rows.", rows=MOST_ROWS))
        lines = list(self.told(text.splitlines()))
        if not lines:
            raise self.wrong("It is empty.")
        try:
            begin = self.begin(lines)
            if begin < 0:
                lines, self.lines = [self.comment, *lines], [0, *self.lines]
            lines, self.lines = lines[max(begin, 0) :], self.lines[max(begin, 0) :]
            return self.columns(self.rows(lines, self.mark))
        except csv.Error as error:
            raise self.wrong(say("It is no table: {error}.", error=error)) from error

    def told(self, lines: Sequence[str]) -> Iterator[str]:
        """The lines that are rows."""
        for number, line in enumerate(lines, start=1):
            if not self.lines and (match := _DIVIDES.fullmatch(line.strip('\r\n"\ufeff '))):
                self.mark = match[1]
            elif not self.lines and line.startswith("#"):
                self.comment = f"{line.lstrip('# ')}\n"
            elif not _EMPTY.issuperset(line):
                self.lines.append(number)
                yield f"{line}\n"

    def begin(self, told: Sequence[str]) -> int:
        """The place of the line of the heads, −1 for the comment before all; chooses the mark."""
        for mark in self.mark or _MARKS:
            place = self.heads_at(told[:_LOOKED], mark)
            if place is not None:
                self.mark = mark
                return place
        self.mark = self.mark or max(_MARKS[:-1], key=told[0].count)
        return 0

    def heads_at(self, told: Sequence[str], mark: str) -> int | None:
        """Where heads stand over the first row of numbers, if some are divided by this mark."""
        rows = self.rows(told, mark)
        above = [(-1, _trimmed(next(self.rows([self.comment], mark))))] if self.comment else []
        at = 0
        for row in map(_trimmed, rows):
            if _is_measured(row):
                return self.nearest(above[-2:], len(row))
            above.append((at, row))
            at = rows.line_num
        return None

    def nearest(self, above: Sequence[tuple[int, list[str]]], width: int) -> int | None:
        """Where heads stand of the last rows above numbers; the lower one may be units."""
        wide = [(place, row) for place, row in above if len(row) >= width]
        if len(wide) > 1 and not self.units(wide[1][1]):
            wide = wide[1:]
        for place, row in wide[:1]:
            return None if any(map(_is_number, row)) and place > 0 else place
        return None

    def rows(self, told: Sequence[str], mark: str) -> Rows:
        return csv.reader(told, delimiter=mark, skipinitialspace=mark == " ")

    def columns(self, rows: Rows) -> ReadTable:
        row = next(rows)
        heads = [spoken_head(head) for head in row]
        if len(row) > 1 and all(map(_is_number, row)):
            raise self.wrong("It has no heads.", "Write above each column what it holds.")
        names = [name for name, _ in heads]
        while len(names) > 1 and names[-1].casefold() in _NOT_READ:
            self.remarks = bool(names.pop()) or self.remarks
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
            if count > 1 and not name:
                remedy = "Write above each column what it holds."
                raise self.wrong("Columns have no heads.", remedy)
            if count > 1:
                cause = say("The column “{name}” occurs twice.", name=shortened(name))
                raise self.wrong(cause, "Leave one of them out.")

    def units(self, row: Sequence[str]) -> list[str]:
        """The units of a line that holds these alone."""
        bare = [_BRACKETS.sub(r"\1", entry.strip()).strip("-– ") for entry in row]
        units = [named_unit(entry) for entry in bare]
        return units if any(units) and all(not unit or is_unit(unit) for unit in units) else []

    def enter(
        self,
        names: Sequence[str],
        columns: list[list[float]],
        row: Sequence[str],
        count: int,
        line: int,
    ) -> None:
        """The numbers of a row; a column of a ragged table that has ended does not go on."""
        while len(row) > len(names) and (self.remarks or not row[-1].strip()):
            row = row[:-1]
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
            self.signs.update({*entry} & {*",."})
            if value is None or gap:
                cause = say(
                    "Row {number}, column “{head}”: “{entry}” is no number.",
                    number=line - (count - len(column)),
                    head=shortened(head),
                    entry="" if gap else shortened(entry),
                )
                raise self.wrong(cause, "Correct it, or remove the row.")
            if len(self.signs) > 1:
                cause = say("Row {number}: points and commas both stand in numbers.", number=line)
                raise self.wrong(cause, "Write them without signs between thousands.")
            column.append(value)

    def wrong(self, cause: str, remedy: str = SHAPE) -> LagrError:
        return refusal(self.place, cause, remedy, code="motion")


def _is_number(entry: str) -> bool:
    return number_in(entry.replace(",", ".")) is not None


def _is_measured(row: Sequence[str]) -> bool:
    """Whether there are numbers in a row, with a remark behind them perhaps."""
    numbers = [_is_number(entry) for entry in row if entry.strip()]
    return sum(numbers) > 1 and all(numbers[:-1])


def _trimmed(row: list[str]) -> list[str]:
    """A row up to its last entry that holds something."""
    held = [place for place, entry in enumerate(row, start=1) if entry.strip()]
    return row[: held[-1] if held else 0]


# --- Heads and units of tables in the words of other programs: ``Zeit in s``, ``Second``, ``Grad``

_WORDS = {
    "s": ("second", "seconds", "sec", "sekunde", "sekunden"),
    "m": ("meter", "meters", "metre", "metres"),
    "deg": ("degree", "degrees", "Grad"),
    "rad": ("radian", "radians", "radiant"),
    "V": ("volt", "volts"),
    "A": ("ampere", "amperes", "amp", "amps"),
    "N": ("newton", "newtons"),
}
_UNITS = {word: unit for unit, words in _WORDS.items() for word in words}
_FORCES = frozenset({"lb", "lbf", "oz", "ozf"})
"""What inches are multiplied by; before all others “in” is no inch."""

_IN = re.compile(r"(.*\S)\s+(in\s+\S.*)")
_RUN = re.compile(r"(.*\S)\s+(Run\s*#?\s*\d+)")


def spoken_head(head: str) -> tuple[str, str]:
    """The name and the unit in the head of a column, as `split_head` and as others write them."""
    head = " ".join(head.split())
    if run := _RUN.fullmatch(head):
        name, unit = spoken_head(run[1])
        return f"{name} {run[2]}", unit
    name, unit = split_head(head)
    if not unit and (match := _IN.fullmatch(name)) and is_unit(named_unit(match[2])):
        name, unit = match.groups()
    return name, named_unit(unit)


def named_unit(text: str) -> str:
    """A unit by its sign where it is told in words; what is no word stays."""
    bare = text.removeprefix("in ").strip()
    bare = text if bare in _FORCES else bare
    return _UNITS.get(bare) or _UNITS.get(bare.lower(), bare)


def is_unit(text: str) -> bool:
    """Whether a text is the name of a unit and no number."""
    return number_in(text) is None and unit_of(text) is not None

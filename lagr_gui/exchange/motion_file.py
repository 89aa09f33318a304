"""Given motions from files: expressions by coordinate as JSON, or tables as JSON or CSV."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from json import JSONDecodeError
from pathlib import Path
from typing import Any

from lagr_gui.exchange.csv_table import split_head
from lagr_gui.given import number_in, shortened
from lagr_gui.incoming import MOST_ENTRIES, read_json, read_text
from lagr_gui.message import say
from lagr_gui.problem import LagrError, refusal

SHAPE = "Write {“phi”: “0.3*sin(2*t)”, …}, or a table with t and coordinates."

OF_RUN = ": "
"""What stands between the name of a run and the head of a column of it."""

MOST_ROWS, MOST_VALUES = 250_000, 1_000_000
"""Rows and numbers that a table may have."""


def read_motion(path: Path) -> dict[str, Any]:
    """Expressions by coordinate, or a table: ``t`` and coordinates as lists of numbers.

    Raises LagrError where the file holds neither.
    """
    name = str(path)
    if path.suffix.lower() in (".npz", ".h5", ".hdf5"):
        return _arrays(path)
    text = read_text(path, say("Motion “{name}”", name=name))
    if path.suffix.lower() == ".csv":
        return _table(name, text)
    try:
        data = read_json(text)
    except JSONDecodeError as error:
        raise _wrong(name, "It is neither JSON nor a table of numbers.") from error
    except ValueError as error:
        raise _wrong(name, say("It cannot be used: {error}.", error=error)) from error
    if not isinstance(data, dict) or not all(_is_motion(entry) for entry in data.values()):
        raise _wrong(name, "It is no object of expressions or lists of numbers.")
    return data


def read_tables(path: Path) -> dict[str, dict[str, Any]]:
    """The tables of a file by the names of their runs (empty: it has none), each with its own t.

    Files of `runs_csv` hold several, beside each other and of different lengths; others hold one.
    Raises LagrError as `read_motion` does.
    """
    if path.suffix.lower() != ".csv":
        return {"": read_motion(path)}
    name = str(path)
    text = read_text(path, say("Motion “{name}”", name=name))
    found: dict[str, dict[str, Any]] = {}
    run = ""
    for head, column in _table(name, text, ragged=True).items():
        if head == "t" or head.endswith(f"{OF_RUN}t"):
            run = head[:-1].removesuffix(OF_RUN)
        own = head.removeprefix(f"{run}{OF_RUN}") if run else head
        found.setdefault(run, {})[own] = column
    return found


def split_table(
    table: dict[str, Any], coordinates: Sequence[str]
) -> tuple[dict[str, list[float]], list[str]]:
    """The columns t and coordinates of a table, and the names of the others.

    Raises LagrError where no column is a coordinate, or not all are numbers of equal count.
    """
    known = {name: column for name, column in table.items() if name in ("t", *coordinates)}
    if len(known) < 2:
        cause = say(
            "Its columns are {table}; none is a coordinate.", table=shortened(", ".join(table), 300)
        )
        remedy = say("Name columns {coordinates}.", coordinates=", ".join(coordinates))
        raise refusal("Table of the motion", cause, remedy, code="table")
    if not all(isinstance(column, list) and column for column in known.values()):
        cause = "Some of its columns are no lists of numbers."
        raise refusal("Table of the motion", cause, SHAPE, code="table")
    return known, [name for name in table if name not in known]


def _is_motion(entry: Any) -> bool:
    numbers = isinstance(entry, list) and all(type(item) in (int, float) for item in entry)
    return numbers or isinstance(entry, str) or type(entry) in (int, float)


def _arrays(path: Path) -> dict[str, Any]:
    """Rows of numbers by name, from a file of NumPy or HDF5."""
    from lagr_gui.exchange.motion_arrays import arrays_of  # these libraries are seldom needed

    name = str(path)
    try:
        found = {key: row.tolist() for key, row in arrays_of(path, MOST_VALUES)}
    except OverflowError:
        cause = say("It holds more than {values} numbers.", values=MOST_VALUES)
        raise _wrong(name, cause) from None
    except (OSError, ValueError) as error:
        raise _wrong(name, say("It is no table: {error}.", error=error)) from error
    if not found:
        raise _wrong(name, "It is empty.")
    return found


def _table(file: str, text: str, ragged: bool = False) -> dict[str, Any]:
    """Columns by their heads; units in brackets are left aside, commas may be decimal.

    Those of a `ragged` table may end before others.
    """
    if text.count("\n") > MOST_ROWS:
        raise _wrong(file, say("It has more than {rows} rows.", rows=MOST_ROWS))
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise _wrong(file, "It is empty.")
    mark = max(";\t,", key=lines[0].count)
    rows = csv.reader(io.StringIO("\n".join(lines)), delimiter=mark)
    try:
        return _columns(file, rows, mark, ragged)
    except csv.Error as error:
        raise _wrong(file, say("It is no table: {error}.", error=error)) from error


def _columns(
    file: str, rows: Iterator[list[str]], mark: str, ragged: bool = False
) -> dict[str, Any]:
    heads = next(rows)
    names = [split_head(head)[0] for head in heads]
    if len(names) > MOST_ENTRIES:
        raise _wrong(
            file, say("It has more than {most_entries} columns.", most_entries=MOST_ENTRIES)
        )
    for name, count in Counter(names).items():
        if count > 1:
            cause = say("The column “{name}” occurs twice.", name=shortened(name))
            raise _wrong(file, cause, "Leave one of them out.")
    columns: list[list[float]] = [[] for _ in names]
    for number, row in enumerate(rows, start=2):
        if number * len(names) > MOST_VALUES:
            raise _wrong(file, say("It holds more than {values} numbers.", values=MOST_VALUES))
        if len(row) != len(names):
            cause = say(
                "Row {number} has {count} entries, the head has {count_2}.",
                number=number,
                count=len(row),
                count_2=len(names),
            )
            raise _wrong(file, cause, "Complete it, or remove it.")
        for head, column, entry in zip(names, columns, row, strict=True):
            if ragged and not entry.strip():
                continue
            gap = len(column) < number - 2  # it had ended before
            value = number_in(entry if mark == "," else entry.replace(",", "."))
            if value is None or gap:
                cause = say(
                    "Row {number}, column “{head}”: “{entry}” is no number.",
                    number=len(column) + 2,
                    head=shortened(head),
                    entry="" if gap else shortened(entry),
                )
                raise _wrong(file, cause, "Correct it, or remove the row.")
            column.append(value)
    return dict(zip(names, columns, strict=True))


def _wrong(name: str, cause: str, remedy: str = SHAPE) -> LagrError:
    return refusal(say("Motion “{name}”", name=name), cause, remedy, code="motion")

"""Given motions from files: expressions by coordinate as JSON, or tables as JSON or CSV."""

from __future__ import annotations

from collections.abc import Sequence
from json import JSONDecodeError
from pathlib import Path
from typing import Any

from lagr_gui.exchange.array_archive import UnreadableArrays
from lagr_gui.exchange.csv_reading import MOST_VALUES, SHAPE, ReadTable, csv_numbers
from lagr_gui.given import shortened
from lagr_gui.incoming import decoded_table, read_bytes, read_json, read_text
from lagr_gui.message import say
from lagr_gui.problem import LagrError, refusal

OF_RUN = ": "
"""What stands between the name of a run and the head of a column of it."""


TIMES = ("time", "zeit")
"""What columns of times are called elsewhere, in small letters."""


def read_motion(path: Path) -> dict[str, Any]:
    """Expressions by coordinate, or a table: ``t`` and coordinates as lists of numbers.

    A column ``time`` (``Time``, ``Zeit``) is t where there is no other. Columns whose heads tell
    a unit are in SI units then.  Raises LagrError where the file holds neither.
    """
    return _timed(_of_one_run(read_columns(path)))


def read_columns(path: Path) -> dict[str, Any]:
    """The same with columns by the names that they have. Raises as `read_motion` does."""
    name = str(path)
    if path.suffix.lower() in (".npz", ".h5", ".hdf5"):
        return _arrays(path)
    if path.suffix.lower() == ".csv":
        return {**read_csv(path).in_si()}
    text = read_text(path, say("Motion “{name}”", name=name))
    try:
        data = read_json(text)
    except JSONDecodeError as error:
        raise _wrong(name, "It is neither JSON nor a table of numbers.") from error
    except ValueError as error:
        raise _wrong(name, say("It cannot be used: {error}.", error=error)) from error
    if not isinstance(data, dict) or not all(_is_motion(entry) for entry in data.values()):
        raise _wrong(name, "It is no object of expressions or lists of numbers.")
    return data


def read_csv(path: Path, ragged: bool = False) -> ReadTable:
    """The columns of a file as they were written. Raises as `read_motion` does."""
    place = say("Motion “{name}”", name=str(path))
    return csv_numbers(place, decoded_table(read_bytes(path, place), place), ragged)


def read_tables(path: Path) -> dict[str, dict[str, Any]]:
    """The tables of a file by the names of their runs (empty: it has none), each with its own t.

    Files of `runs_csv` hold several, beside each other and of different lengths; others hold one.
    Raises LagrError as `read_motion` does.
    """
    if path.suffix.lower() != ".csv":
        return {"": read_motion(path)}
    found: dict[str, dict[str, Any]] = {}
    run = ""
    for head, column in read_csv(path, ragged=True).in_si().items():
        before, _, name = head.rpartition(OF_RUN)
        if name.casefold() in ("t", *TIMES):
            run = before
        own = head.removeprefix(f"{run}{OF_RUN}") if run else head
        found.setdefault(run, {})[own] = column
    return {name: _timed(table) for name, table in found.items()}


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


def _of_one_run(table: dict[str, Any]) -> dict[str, Any]:
    """The same without the name of a run that stands before all heads."""
    runs = {head.rpartition(OF_RUN)[0] for head in table}
    if len(runs) > 1:
        return table
    return {head.rpartition(OF_RUN)[2]: column for head, column in table.items()}


def _timed(table: dict[str, Any]) -> dict[str, Any]:
    """The same with its first column of times as t, where no column is called so."""
    times = next((head for head in table if head.casefold() in TIMES), "t")
    if "t" in table:
        return table
    return {"t" if head == times else head: column for head, column in table.items()}


def _is_motion(entry: Any) -> bool:
    numbers = isinstance(entry, list) and all(type(item) in (int, float) for item in entry)
    return numbers or isinstance(entry, str) or type(entry) in (int, float)


def _arrays(path: Path) -> dict[str, Any]:
    """Rows of numbers by name, from a file of NumPy or HDF5."""
    from lagr_gui.exchange.motion_arrays import arrays_of  # these libraries are seldom needed

    name = str(path)
    try:
        found = {key: row.tolist() for key, row in arrays_of(path, MOST_VALUES).items()}
    except UnreadableArrays as error:
        raise _wrong(name, error.cause) from error
    if not found:
        raise _wrong(name, "It is empty.")
    return found


def _wrong(name: str, cause: str, remedy: str = SHAPE) -> LagrError:
    return refusal(say("Motion “{name}”", name=name), cause, remedy, code="motion")

"""Given motions from files: expressions by coordinate as JSON, or tables as JSON or CSV."""

from __future__ import annotations

import io
from collections.abc import Sequence
from json import JSONDecodeError
from pathlib import Path
from typing import Any

import numpy as np

from lagr_gui.exchange.tables.array_archive import UnreadableArrays, arrays_in, npz
from lagr_gui.exchange.tables.csv_curves import trajectory_columns
from lagr_gui.exchange.tables.csv_reading import MOST_VALUES, SHAPE, ReadTable, csv_numbers
from lagr_gui.exchange.tables.csv_table import split_head
from lagr_gui.exchange.tables.data_sets import read_sets
from lagr_gui.expression.arguments import shortened
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.incoming import decoded_table, read_bytes, read_json, read_text
from lagr_gui.foundation.libraries import library
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.mechanics.trajectories.reactions import Reactions
from lagr_gui.simulation import Trajectory
from lagr_gui.typesetting.model_hash import KEY

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
    tables: dict[str, dict[str, Any]] = {}
    run = ""
    for head, column in read_csv(path, ragged=True).in_si().items():
        before, _, name = head.rpartition(OF_RUN)
        if name.casefold() in ("t", *TIMES):
            run = before
        bare_head = head.removeprefix(f"{run}{OF_RUN}") if run else head
        tables.setdefault(run, {})[bare_head] = column
    return {name: _timed(table) for name, table in tables.items()}


def split_table(
    table: dict[str, Any], coordinates: Sequence[str]
) -> tuple[dict[str, list[float]], list[str]]:
    """The columns t and coordinates of a table, and the names of the others.

    Raises LagrError where no column is a coordinate, or not all are numbers of equal count.
    """
    columns = {name: column for name, column in table.items() if name in ("t", *coordinates)}
    if len(columns) < 2:
        cause = say(
            "Its columns are {table}; none is a coordinate.", table=shortened(", ".join(table), 300)
        )
        remedy = say("Name columns {coordinates}.", coordinates=", ".join(coordinates))
        raise refusal("Table of the motion", cause, remedy, code="table")
    if not all(isinstance(column, list) and column for column in columns.values()):
        cause = "Some of its columns are no lists of numbers."
        raise refusal("Table of the motion", cause, SHAPE, code="table")
    return columns, [name for name in table if name not in columns]


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
    name = str(path)
    try:
        arrays = {key: row.tolist() for key, row in arrays_of(path, MOST_VALUES).items()}
    except UnreadableArrays as error:
        raise _wrong(name, error.cause) from error
    if not arrays:
        raise _wrong(name, "It is empty.")
    return arrays


def _wrong(name: str, cause: str, remedy: str = SHAPE) -> LagrError:
    return refusal(say("Motion “{name}”", name=name), cause, remedy, code="motion")


# --- Motions as arrays by name in files of NumPy and HDF5; out and in --------------------------

HEADS = "heads"
"""What the names with their units are called among the arrays of NumPy."""


def trajectory_npz(
    trajectory: Trajectory,
    units: tuple[str, ...],
    reactions: Reactions | None = None,
    digest: str = "",
) -> bytes:
    """The columns of the table of a motion as arrays of NumPy (`numpy.load`).

    Names are those of the table without units; `heads` holds them with units, `model_sha256` the
    `digest` of the model.
    """
    columns = trajectory_columns(trajectory, units, reactions)
    named = {split_head(head)[0]: column for head, column in columns.items()}
    stamp = {KEY: np.array(digest)} if digest else {}
    return npz({HEADS: np.array([*columns]), **stamp, **named})


def trajectory_hdf5(
    trajectory: Trajectory,
    units: tuple[str, ...],
    reactions: Reactions | None = None,
    digest: str = "",
) -> bytes:
    """The same as data sets of HDF5, with the attributes `name` and `unit`.

    The `digest` of the model is an attribute of the file.
    A stroke in a name is a colon in that of its data set: HDF5 would make folders of it.
    """
    content = io.BytesIO()
    with library("h5py").File(content, "w") as file:
        if digest:
            file.attrs[KEY] = digest
        for head, column in trajectory_columns(trajectory, units, reactions).items():
            name, unit = split_head(head)
            made = file.create_dataset(name.replace("/", ":"), data=np.asarray(column, float))
            made.attrs["name"], made.attrs["unit"] = name, unit
    return content.getvalue()


def arrays_of(path: Path, most: int) -> dict[str, Array]:
    """Rows of numbers by name in such a file.

    Raises LagrError where it is no regular file, UnreadableArrays for other things than rows of
    numbers and for more than `most` of these.
    """
    if path.suffix.lower() == ".npz":
        arrays = arrays_in(path, 8 * most)
        return {name: _row(name, arrays[name]) for name in arrays if name not in (HEADS, KEY)}
    sets = read_sets(path, 8 * most)
    for name in sets.texts:
        raise _no_row(name)
    return {sets.names.get(path, path): _row(path, row) for path, row in sets.numbers.items()}


def _row(name: str, values: Any) -> Array:
    """One row of numbers."""
    if values.ndim != 1 or values.dtype.kind not in "fiu":
        raise _no_row(name)
    return values.astype(float)


def _no_row(name: str) -> UnreadableArrays:
    return UnreadableArrays(say("“{name}” is no row of numbers.", name=shortened(name)))

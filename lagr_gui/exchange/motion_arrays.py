"""Motions as arrays by name in files of NumPy and HDF5; out and in."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np

from lagr_gui.arrays import Array
from lagr_gui.exchange.array_archive import UnreadableArrays, arrays_in, npz
from lagr_gui.exchange.csv_curves import trajectory_columns
from lagr_gui.exchange.csv_table import split_head
from lagr_gui.exchange.data_sets import read_sets
from lagr_gui.exchange.model_hash import KEY
from lagr_gui.given import shortened
from lagr_gui.libraries import library
from lagr_gui.mechanics.reactions import Reactions
from lagr_gui.message import say
from lagr_gui.simulation import Trajectory

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
    own = {KEY: np.array(digest)} if digest else {}
    return npz({HEADS: np.array([*columns]), **own, **named})


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
        found = arrays_in(path, 8 * most)
        return {name: _row(name, found[name]) for name in found if name not in (HEADS, KEY)}
    sets = read_sets(path, 8 * most)
    for name in sets.texts:
        raise _no_row(name)
    return {sets.names.get(path, path): _row(path, row) for path, row in sets.numbers.items()}


def _row(name: str, found: Any) -> Array:
    """One row of numbers."""
    if found.ndim != 1 or found.dtype.kind not in "fiu":
        raise _no_row(name)
    return found.astype(float)


def _no_row(name: str) -> UnreadableArrays:
    return UnreadableArrays(say("“{name}” is no row of numbers.", name=shortened(name)))

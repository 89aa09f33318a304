"""Motions as arrays by name in files of NumPy and HDF5; out and in."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import h5py
import numpy as np

from lagr_gui.arrays import Array
from lagr_gui.exchange.array_archive import npz
from lagr_gui.exchange.csv_curves import trajectory_columns
from lagr_gui.exchange.csv_table import split_head
from lagr_gui.exchange.model_hash import KEY
from lagr_gui.mechanics.reactions import Reactions
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
    with h5py.File(content, "w") as file:
        if digest:
            file.attrs[KEY] = digest
        for head, column in trajectory_columns(trajectory, units, reactions).items():
            name, unit = split_head(head)
            made = file.create_dataset(name.replace("/", ":"), data=np.asarray(column, float))
            made.attrs["name"], made.attrs["unit"] = name, unit
    return content.getvalue()


def arrays_of(path: Path, most: int) -> Iterator[tuple[str, Array]]:
    """Rows of numbers by name in such a file.

    Raises OverflowError for more than `most` numbers, OSError or ValueError for other files.
    """
    if path.suffix.lower() == ".npz":
        try:
            yield from _of_numpy(path, most)
        except zipfile.BadZipFile as error:
            raise ValueError(str(error)) from error
        return
    with h5py.File(path, "r") as file:
        entries = [(key, entry) for key, entry in file.items() if isinstance(entry, h5py.Dataset)]
        if sum(int(entry.size or 0) for _, entry in entries) > most:
            raise OverflowError
        for key, entry in entries:
            yield str(entry.attrs.get("name", key)), _row(entry[()])


def _of_numpy(path: Path, most: int) -> Iterator[tuple[str, Array]]:
    with zipfile.ZipFile(path) as file:
        # A small file may unfold to a large one.
        if sum(entry.file_size for entry in file.infolist()) > 8 * most:
            raise OverflowError
    with np.load(path, allow_pickle=False) as found:
        yield from ((name, _row(found[name])) for name in found if name not in (HEADS, KEY))


def _row(found: Any) -> Array:
    """One row of numbers."""
    row = np.asarray(found)
    if row.ndim != 1 or row.dtype.kind not in "fiu":
        raise ValueError("an array is no row of numbers")
    return row.astype(float)

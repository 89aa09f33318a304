"""Runs of a family in an HDF5 file, which others may read while it grows.

It is written in the mode of one writer and many readers (SWMR): what has been flushed is whole for
who reads, and stays whole when the writer is killed.  The numbers of a run are flushed before it is
marked as done.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.exchange.tables.array_archive import UnreadableArrays
from lagr_gui.exchange.tables.data_sets import DataSets, read_sets
from lagr_gui.extensions.families.family import DONE, STOPPED, WAITING, Sweep, combinations
from lagr_gui.extensions.families.sweep_tables import (
    TABLES,
    not_of_sweep,
    read_sweep_table,
    whole_sweep,
)
from lagr_gui.foundation.incoming import read_head, regular_size
from lagr_gui.foundation.libraries import library
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal, why
from lagr_gui.simulation.system import Array

Counts = NDArray[np.int64]

FORMAT, VERSION = "lagr-sweep", 1

TEXT = 500
"""Bytes of a problem; texts of any length cannot be written while others read."""

RUNS = 256
"""Runs whose states are stored together."""

CHUNK = 64_000
"""About so many bytes of curves are stored together."""

BESIDE = 1_000_000
"""Bytes that a disk must have left beside what is written: for indices, and to end a file."""

MOST_BYTES = 4_000_000_000
"""Bytes of curves and what belongs to them: what is in a file is held in memory, too."""

REMEDY = "Name a file that lagr sweep has written."

LEAST = "least"
"""How long a file that grows is at least; where one was cut HDF5 would read zeros, or wait."""


class SweepFile:
    """The file of a sweep that is under way."""

    def __init__(self, path: Path, file: Any) -> None:
        self.path, self._file = path, file
        if LEAST not in file:
            file.create_dataset(LEAST, (1,), "i8", chunks=(1,))
        self._tell_least(0)
        file.swmr_mode = True

    @classmethod
    def create(
        cls,
        path: Path,
        said: Mapping[str, str],
        axes: Mapping[str, Sequence[float]],
        t: Array,
        expressions: Sequence[str],
    ) -> SweepFile:
        """A new file; `said` is what it was made from, by name."""
        sizes = [len(values) for values in axes.values()]
        runs = int(np.prod(sizes))
        remedy = "Choose another disk, fewer runs, or fewer output times."
        size = 8 * runs * len(expressions) * len(t)
        if size > MOST_BYTES // 2:
            cause = say("Its curves are larger than {most:g} MB.", most=MOST_BYTES / 2e6)
            remedy = "Choose fewer runs, or fewer output times."
            raise refusal(_place(path), cause, remedy, "too-large")
        _check_room(path, size + BESIDE, remedy)
        with _told(path):
            file = library("h5py").File(path, "w", libver="latest")
        file.attrs["format"], file.attrs["version"] = FORMAT, VERSION
        for name, text in said.items():
            file[f"made_from/{name}"] = text
        file.attrs["names"] = json.dumps([*axes])
        file.attrs["expressions"] = json.dumps([*expressions])
        for name, values in axes.items():
            file.create_dataset(f"axes/{name}", data=np.array(values, float))
        file["values"] = np.stack([*combinations(axes).values()], axis=-1)
        file["t"] = t
        row = (len(expressions), len(t))
        together = max(1, min(runs, CHUNK // (8 * row[0] * row[1])))
        file.create_dataset(
            "outputs", (runs, *row), "f8", chunks=(together, *row), fillvalue=np.nan
        )
        few = (min(runs, RUNS),)  # who reads meanwhile sees datasets in chunks alone grow
        file.create_dataset("end", (runs,), "f8", chunks=few, fillvalue=np.nan)
        file.create_dataset("state", (runs,), "u1", chunks=few, fillvalue=WAITING)
        file.create_dataset("problem", (runs,), f"S{TEXT}", chunks=few)
        file.flush()
        return cls(path, file)

    @classmethod
    def resume(cls, path: Path) -> SweepFile:
        """A file that was begun, written anew first: nothing that is damaged is written to."""
        sets, runs = _read(path)
        beside = path.with_name(f"{path.name}.part")
        said = {key.partition("/")[2]: text for key, text in sets.texts.items()}
        axes = {name: values.tolist() for name, values in runs.axes.items()}
        store = cls.create(beside, said, axes, runs.t, runs.expressions)
        done = np.flatnonzero(runs.states != WAITING)
        if len(done):
            problems = [runs.problems.get(int(number), "") for number in done]
            store.enter(done, runs.curves[done], runs.ends[done], problems)
        store.close()
        with _told(path):
            os.replace(beside, path)
            return cls(path, library("h5py").File(path, "r+", libver="latest"))

    def said(self, name: str) -> str:
        """Something that the file was made from; empty where that is not known."""
        key = f"made_from/{name}"
        return self._file[key].asstr()[()] if key in self._file else ""

    @property
    def states(self) -> NDArray[np.uint8]:
        """What each run is."""
        return self._file["state"][:]

    def enter(self, numbers: Counts, curves: Array, ends: Array, problems: Sequence[str]) -> None:
        """Write runs, whose numbers rise, and let others see them.

        Raises LagrError, with the file whole, where the disk has no room left.
        """
        file = self._file
        _check_room(self.path, curves.nbytes + BESIDE, "Make room, and go on with it (resume).")
        for block in np.split(np.arange(len(numbers)), np.flatnonzero(np.diff(numbers) != 1) + 1):
            at = slice(int(numbers[block[0]]), int(numbers[block[-1]]) + 1)
            file["outputs"][at] = curves[block]
            file["end"][at] = ends[block]
            texts = [problems[int(i)].encode("utf-8")[:TEXT] for i in block]
            file["problem"][at] = np.array(texts, f"S{TEXT}")
        for name in ("outputs", "end", "problem"):
            file[name].flush()
        self._tell_least(self.path.stat().st_size)
        states = file["state"]
        for number, problem in zip(numbers, problems, strict=True):
            states[int(number)] = STOPPED if problem else DONE
        states.flush()

    def _tell_least(self, size: int) -> None:
        self._file[LEAST][0] = size
        self._file[LEAST].flush()

    def close(self) -> None:
        """End the file; then its head tells how long it is, and what was free is cut off."""
        self._tell_least(0)
        self._file.close()


def load_sweep(path: str | os.PathLike[str]) -> Sweep:
    """The runs in a file, also of a sweep that is still under way.

    It is HDF5, or one of `sweep_tables` by its ending.  Raises LagrError for what is no such file.
    """
    if Path(path).suffix.lower() in TABLES:
        return read_sweep_table(Path(path))
    return _read(Path(path))[1]


def _read(path: Path) -> tuple[DataSets, Sweep]:
    """What a file holds, and the runs in it."""
    size = regular_size(path)
    _check_whole(path)
    try:
        # What is done is looked at first: the numbers of a run are whole before it is marked.
        sets = read_sets(path, MOST_BYTES, ("axes", "made_from"), ("state",))
    except UnreadableArrays as error:
        raise refusal(_place(path), error.cause, REMEDY, "sweep-file") from error
    if sets.attributes.get("format") != FORMAT:
        raise refusal(_place(path), "It holds no sweep.", REMEDY, "sweep-file")
    if LEAST in sets.numbers and size < sets.numbers[LEAST].max(initial=0):
        raise _cut(path)
    try:
        numbers = sets.numbers
        names: list[str] = json.loads(sets.attributes["names"])
        texts = [bytes(text).decode("utf-8", "ignore") for text in numbers["problem"].tolist()]
        return sets, whole_sweep(
            {name: numbers[f"axes/{name}"] for name in names},
            numbers["t"],
            json.loads(sets.attributes["expressions"]),
            numbers["outputs"],
            numbers["state"],
            numbers["end"],
            texts,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise not_of_sweep(path, error) from error


def _check_room(path: Path, needed: int, remedy: str) -> None:
    """Raise LagrError where a disk has no room: HDF5 cannot even close what it cannot write."""
    with contextlib.suppress(OSError):  # a folder that is not there is told by who opens the file
        free = shutil.disk_usage(path.parent).free
        if free < needed:
            cause = say(
                "It needs {needed:.3g} MB, {free:.3g} MB are free.",
                needed=needed / 1e6,
                free=free / 1e6,
            )
            raise refusal(_place(path), cause, remedy, "write")


def _check_whole(path: Path) -> None:
    """Raise LagrError for a file that is shorter than its head tells: as it was at first, or last.

    HDF5 would wait for what is missing, as for a writer.
    """
    head = read_head(path, 36)
    is_known = len(head) == 36 and head[8] >= 2  # version
    if is_known and path.stat().st_size < int.from_bytes(head[28:], "little"):
        raise _cut(path)


def _cut(path: Path) -> LagrError:
    return refusal(_place(path), "Its end is missing.", REMEDY, "sweep-file")


@contextlib.contextmanager
def _told(path: Path) -> Generator[None]:
    """Faults of files and of HDF5 as LagrError."""
    try:
        yield
    except (OSError, KeyError, RuntimeError) as error:
        cause = say("It cannot be opened as an HDF5 file ({why}).", why=_why(error))
        raise refusal(_place(path), cause, REMEDY, "sweep-file") from error


def _why(error: Exception) -> str:
    """The first line of what is wrong."""
    text = why(error) if isinstance(error, OSError) and error.errno else str(error)
    return text.splitlines()[0][:200] if text else type(error).__name__


def _place(path: Path) -> str:
    return say("File “{name}”", name=path.name)

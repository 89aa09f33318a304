"""The runs of a sweep as one table and as arrays of NumPy; out and in.

Both hold all that a `Sweep` does, under the names of its HDF5 file, and are written whole.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from lagr_gui.exchange.tables.array_archive import UnreadableArrays, arrays_in, npz
from lagr_gui.extensions.families.family import DONE, STOPPED, WAITING, Sweep, combinations
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.incoming import read_text
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import LagrError, refusal

RUN, TIME_HEAD, VARIED = "run", "t (s)", "varied "
"""Heads of a table; the last stands before what varies where an output has its name, too."""
LAST = ("state", "end", "problem")
"""What became of the run of a row."""
MOST_BYTES, MOST_NUMBERS = 500_000_000, 100_000_000
"""Bytes of a table and numbers of arrays that are read."""


def sweep_csv(sweep: Sweep) -> str:
    """A row for each run and time: its number, what varies, t, the outputs, what became of it.

    `state` is 0 not done yet, 1 done, 2 ended early at the time `end` with a `problem`.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    axes = [VARIED * (name in sweep.expressions) + name for name in sweep.axes]
    writer.writerow([RUN, *axes, TIME_HEAD, *sweep.expressions, *LAST])
    times = [repr(t) for t in sweep.t.tolist()]
    for number, curves in enumerate(sweep.curves):
        first = [str(number), *map(repr, sweep.values(number).values())]
        state, end = sweep.states[number].item(), sweep.ends[number].item()
        last = [str(state), repr(end), sweep.problems.get(number, "")]
        rows = zip(times, curves.T.tolist(), strict=True)
        writer.writerows([*first, t, *map(repr, row), *last] for t, row in rows)
    return stream.getvalue()


def sweep_npz(sweep: Sweep) -> bytes:
    """The data sets of the HDF5 file as arrays of NumPy (`numpy.load`), with names as texts."""
    problems = [sweep.problems.get(number, "") for number in range(len(sweep.states))]
    return npz(
        {
            "names": np.array([*sweep.axes], str),
            "expressions": np.array(sweep.expressions, str),
            **{f"axes/{name}": values for name, values in sweep.axes.items()},
            "values": np.stack([*combinations(sweep.axes).values()], axis=-1),
            "t": sweep.t,
            "outputs": sweep.curves,
            "state": sweep.states,
            "end": sweep.ends,
            "problem": np.array(problems, str),
        }
    )


TABLES = {".csv": sweep_csv, ".npz": sweep_npz}
"""What writes the runs of a sweep as a whole, by the ending of the file."""


def read_sweep_table(path: Path) -> Sweep:
    """The runs in a file of `TABLES`.  Raises LagrError for what is no such file."""
    try:
        return _of_rows(path) if path.suffix.lower() == ".csv" else _of_arrays(path)
    except UnreadableArrays as error:
        raise _refused(path, error.cause) from error
    except (KeyError, TypeError, ValueError, csv.Error) as error:
        raise not_of_sweep(path, error) from error


def not_of_sweep(path: Path, error: Exception) -> LagrError:
    """The problem of a file that does not hold what a sweep does."""
    words = next(iter(error.args), "")
    if not isinstance(words, Message):
        words = f"{words}\n".splitlines()[0][:200]
    return _refused(path, say("It holds no sweep ({why}).", why=words))


def _refused(path: Path, cause: Message) -> LagrError:
    remedy = "Name a file that lagr sweep has written."
    return refusal(say("File “{name}”", name=path.name), cause, remedy, "sweep-file")


def _of_arrays(path: Path) -> Sweep:
    arrays = arrays_in(path, 8 * MOST_NUMBERS)
    return whole_sweep(
        {str(name): arrays[f"axes/{name}"] for name in arrays["names"]},
        arrays["t"],
        [str(text) for text in arrays["expressions"]],
        arrays["outputs"],
        arrays["state"],
        arrays["end"],
        [str(text) for text in arrays["problem"]],
    )


def _of_rows(path: Path) -> Sweep:
    reader = csv.reader(io.StringIO(read_text(path, most=MOST_BYTES), newline=""), strict=True)
    heads = next(reader, [])
    if RUN not in heads[:1] or TIME_HEAD not in heads or tuple(heads[-3:]) != LAST:
        raise ValueError(say("its columns are not those of a sweep"))
    at = heads.index(TIME_HEAD)
    numbers, problems_of_rows = _numbers(reader, len(heads) - 1)
    first = np.flatnonzero(np.diff(numbers[:, 0], prepend=-1))
    runs, points = len(first), len(numbers) // max(len(first), 1)
    if not runs:
        raise ValueError(say("it is empty"))
    cube = numbers.reshape(runs, points, len(heads) - 1)
    names = [head.removeprefix(VARIED) for head in heads[1:at]]
    columns = cube[:, 0, 1:at].T
    axes = {name: _once(column) for name, column in zip(names, columns, strict=True)}
    same = cube[:, :, :at] == cube[:, :1, :at]
    if not same.all() or not np.array_equal(cube[:, 0, 0], np.arange(runs)):
        raise ValueError(say("its rows are not in the order of runs"))
    if not np.array_equal(columns, [*combinations(axes).values()]):
        raise ValueError(say("its runs are not all combinations of values"))
    curves = np.moveaxis(cube[:, :, at + 1 : -2], 2, 1)
    problems = [problems_of_rows[int(place)] for place in first]
    ends, marks = cube[:, 0, -1], cube[:, 0, -2]
    return whole_sweep(axes, cube[0, :, at], heads[at + 1 : -3], curves, marks, ends, problems)


def _numbers(rows: Iterable[list[str]], count: int) -> tuple[Array, list[str]]:
    """The numbers (rows, count) of a table, and the texts in its last column."""
    table: list[list[float]] = []
    problems: list[str] = []
    for row in rows:
        if len(row) != count + 1:
            raise ValueError(say("row {n} has another number of columns", n=len(table) + 2))
        table.append([float(cell) for cell in row[:-1]])
        problems.append(row[-1])
    return np.array(table, float).reshape(len(table), count), problems


def _once(column: Array) -> Array:
    """Each value once, in their order."""
    return np.array([*dict.fromkeys(column.tolist())], float)


def whole_sweep(
    axes: Mapping[str, Any],
    t: Any,
    expressions: Sequence[str],
    curves: Any,
    states: Any,
    ends: Any,
    problems: Sequence[str],
) -> Sweep:
    """A sweep whose parts belong together.  Raises ValueError where they do not."""
    grids = {name: np.asarray(values, float).reshape(-1) for name, values in axes.items()}
    runs = int(np.prod([len(values) for values in grids.values()]))
    t, ends = np.asarray(t, float).reshape(-1), np.asarray(ends, float)
    table, marks = np.asarray(curves, float), np.asarray(states)
    fits = table.shape == (runs, len(expressions), len(t)) and grids and len(problems) == runs
    if not fits or marks.shape != (runs,) or ends.shape != (runs,):
        raise ValueError(say("its parts do not belong together"))
    if not np.isin(marks, (WAITING, DONE, STOPPED)).all():
        raise ValueError(say("what became of its runs is not said"))
    marks = marks.astype(np.uint8)
    stopped = {int(number): problems[int(number)] for number in np.flatnonzero(marks == STOPPED)}
    return Sweep(grids, t, tuple(expressions), table, marks, ends, stopped)

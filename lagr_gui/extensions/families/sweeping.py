"""Sweeps: all motions of a family, on all cores or many machines, into a file that grows."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np

from lagr_gui.extensions.families.family import CHECKED, DONE, STOPPED, WAITING, Sweep
from lagr_gui.extensions.families.spreading import Hear, jobs_of, report, spread
from lagr_gui.extensions.families.sweep_file import Counts, SweepFile, load_sweep
from lagr_gui.extensions.families.sweep_tables import TABLES
from lagr_gui.extensions.families.varying import Family, Run, family
from lagr_gui.foundation.incoming import regular_size
from lagr_gui.foundation.message import Message, say
from lagr_gui.foundation.problem import refusal
from lagr_gui.foundation.writing import claimed, refuse_replacing, write
from lagr_gui.model import write_text
from lagr_gui.numerics import on_one_thread
from lagr_gui.prepared import Prepared
from lagr_gui.simulation import Settings
from lagr_gui.simulation.system import Array


@on_one_thread
def sweep(
    prepared: Prepared,
    vary: Mapping[str, Sequence[float]],
    outputs: Sequence[str] = (),
    out: str | Path | None = None,
    settings: Settings | None = None,
    jobs: int | None = None,
    resume: bool = False,
    scheduler: str = "",
    progress: Hear | None = None,
    cancel: Callable[[], bool] | None = None,
    overwrite: bool = False,
) -> Sweep:
    """The motions for all combinations of values, with the curves of `outputs`.

    `vary` holds values by the names of parameters, of coordinates (start positions) and of
    velocities ``phi'``; without `outputs`, which may have names (``tip = position(Bob).x``), all
    coordinates are looked at.  With `out` runs go to an
    HDF5 file as they are done, and `resume` goes on with one that was begun; a file that ends in
    ``.csv`` or ``.npz`` is written in the end.  A file that is there is replaced with `overwrite`
    only, and never while another program works at it.  `jobs` are worker
    processes, one for each core if not given; the numbers do not depend on them.  With the address
    of a `scheduler` of dask.distributed its workers take their place.  A run that fails
    is told in the result and ends nothing.  `progress` hears how many runs are done; where `cancel`
    says yes `Cancelled` is raised, and the file keeps what is done.
    Raises LagrError for unknown names and for what is not the file of this sweep.
    """
    asked = family(prepared, vary, outputs, settings)
    jobs = jobs_of(jobs)
    table = TABLES.get(Path(out).suffix.lower()) if out is not None else None
    if table and resume:
        cause = "It is written in the end: there is nothing to go on with."
        raise refusal(_place(Path(out or "")), cause, "Leave --resume out, or use .h5.", "resume")
    with claimed(out) if out is not None else nullcontext():
        if out is not None and not (resume or overwrite):
            refuse_replacing(out)
        store = _Memory(asked) if out is None or table else _file(Path(out), asked, resume)
        with closing(store):
            left = np.flatnonzero(store.states == WAITING).tolist()
            done, total = asked.runs - len(left), asked.runs
            with closing(spread(asked, left, jobs, scheduler, cancel)) as batches:
                for runs in batches:
                    _enter(store, runs)
                    done += len(runs)
                    report(done, total, progress, cancel)
            _compare(asked, store)
        if not isinstance(store, _Memory):
            return load_sweep(store.path)
        made = store.sweep()
        if out is not None and table:
            write(out, table(made))
        return made


# --- where runs go ---------------------------------------------------------------------------


@dataclass(eq=False)
class _Memory:
    """Runs that nobody wants in a file."""

    family: Family
    problems: dict[int, str] = field(default_factory=dict[int, str])

    def __post_init__(self) -> None:
        n = self.family.runs
        self.curves = np.full((n, len(self.family.outputs), self.family.settings.points), np.nan)
        self.states = np.full(n, WAITING, np.uint8)
        self.ends = np.full(n, np.nan)

    def enter(self, numbers: Counts, curves: Array, ends: Array, problems: Sequence[str]) -> None:
        """Keep runs."""
        self.curves[numbers], self.ends[numbers] = curves, ends
        self.states[numbers] = [STOPPED if problem else DONE for problem in problems]
        pairs = zip(numbers.tolist(), problems, strict=True)
        self.problems |= {number: problem for number, problem in pairs if problem}

    def sweep(self) -> Sweep:
        """All of them."""
        axes = {name: np.array(values) for name, values in self.family.axes.items()}
        grid, texts = self.family.times, self.family.seen.titles
        problems = dict(sorted(self.problems.items()))
        return Sweep(axes, grid, texts, self.curves, self.states, self.ends, problems)

    def close(self) -> None:
        """Nothing is open."""


def _enter(store: _Memory | SweepFile, runs: list[Run]) -> None:
    if not runs:
        return
    runs = sorted(runs, key=lambda run: run.number)
    numbers = np.array([run.number for run in runs])
    curves = np.array([run.curves for run in runs])
    store.enter(numbers, curves, np.array([run.end for run in runs]), [r.problem for r in runs])


def _compare(asked: Family, store: _Memory | SweepFile) -> None:
    """Compare the first run that ends well where the first of a thousand does not.

    Where it disagrees it has no numbers, and the next one is compared.
    """
    for first in range(0, asked.runs, CHECKED):
        states = store.states[first : first + CHECKED]
        for number in () if states[0] == DONE else first + np.flatnonzero(states == DONE):
            one = int(number)
            (run,) = replace(asked, compared=frozenset({one})).run_all([one])
            if not run.problem:
                break
            _enter(store, [run])


def _file(path: Path, asked: Family, resume: bool) -> SweepFile:
    """A new file, or the one with which to go on."""
    said = _said(asked)
    place = _place(path)
    if path.exists():
        regular_size(path)
    if not resume or not path.exists():
        return SweepFile.create(path, said, asked.axes, asked.times, asked.seen.titles)
    store = SweepFile.resume(path)
    for name, text in said.items():
        if store.said(name) != text:
            store.close()
            cause = say("It was begun with other values ({what}).", what=say(_WORDS[name]))
            raise refusal(place, cause, "Ask as it was begun, or name another file.", "sweep-file")
    return store


def _place(path: Path) -> Message:
    return say("File “{name}”", name=path.name)


_WORDS = {
    "model": say("model"),
    "axes": say("what varies"),
    "outputs": say("outputs"),
    "settings": say("settings"),
}


def _said(asked: Family) -> dict[str, str]:
    """What a sweep is made from, as texts."""
    settings = asdict(asked.settings)
    return {
        "model": write_text(asked.model),
        "axes": json.dumps(asked.axes),
        "outputs": json.dumps(asked.outputs),
        "settings": json.dumps(settings),
    }

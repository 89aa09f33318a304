"""Runs that are kept to be compared: motions with the model they are of, and measured tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from lagr_gui.editing.changes import distinctions
from lagr_gui.exchange.tables.csv_reading import SHAPE
from lagr_gui.exchange.tables.motion_file import read_tables
from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.message import say
from lagr_gui.foundation.problem import LagrError, refusal
from lagr_gui.gui.bridge.session import Session
from lagr_gui.gui.bridge.shown import MotionOrigin
from lagr_gui.gui.words import tr
from lagr_gui.pipeline import Reactions

if TYPE_CHECKING:
    from lagr_gui.simulation import Trajectory


@dataclass(frozen=True, eq=False)
class KeptRun:
    """A motion, or a table of measured columns (n,) with their times.

    `mapped` says which column (by name) is which signal (by key), as far as that was chosen;
    `forces` are those that were known by the names of their axes.  Of one that was pushed
    `by_hand` nothing is told that depends on forces, for the model does not hold those of the hand.
    """

    name: str
    shown: bool = True
    origin: MotionOrigin | None = None
    trajectory: Trajectory | None = None
    forces: Mapping[str, Reactions] = field(default_factory=dict[str, Reactions])
    columns: Mapping[str, Array] = field(default_factory=dict[str, Array])
    mapped: Mapping[str, str] = field(default_factory=dict[str, str])
    by_hand: bool = False

    @property
    def t(self) -> Array:
        """The times (n,) in s."""
        return self.columns["t"] if self.trajectory is None else self.trajectory.t


class KeptRuns(QObject):
    """The runs of the drawing that is open, besides the motion that is shown."""

    changed = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.runs: tuple[KeptRun, ...] = ()
        self._count = 0
        session.opened.connect(self._forget)
        session.views.add(lambda: (self.runs, self._count), self._come_back)

    def keep(self) -> None:
        """Keep the motion that is shown."""
        session, by_hand = self.session, self.session.hand.on
        of = session.hand if by_hand else session.running
        if of.trajectory is None or of.origin is None:
            return
        self._count += 1
        name = (tr("By hand {n}") if by_hand else tr("Run {n}")).format(n=self._count)
        forces = {} if by_hand else dict(session.forces.found)
        run = KeptRun(name, True, of.origin, of.trajectory, forces, by_hand=by_hand)
        self._list((*self.runs, run))

    def load(self, path: Path) -> None:
        """Take the tables of a file; one that cannot be read is refused."""
        try:
            tables = {name: _checked(path, columns) for name, columns in read_tables(path).items()}
        except LagrError as error:
            self.session.refused.emit(list(error.problems))
            return
        new = (
            KeptRun(f"{path.name}: {name}" if name else path.name, columns=columns)
            for name, columns in tables.items()
        )
        self._list((*self.runs, *new))

    def change(self, run: KeptRun, changed: KeptRun) -> None:
        """Another name, whether it is shown, or which column is which signal."""
        self._list(tuple(changed if each is run else each for each in self.runs))

    def remove(self, place: int) -> None:
        """Forget a run."""
        self._list((*self.runs[:place], *self.runs[place + 1 :]))

    def told(self) -> tuple[str, list[str]]:
        """What the motion that is shown, and each run, differs in from all the others."""
        now = self.session.running.origin
        models = [run.origin.model for run in self.runs if run.origin is not None]
        apart = iter(distinctions([*([now.model] if now else []), *models]))
        shown = _said(next(apart)) if now else ""
        words: list[str] = []
        for run in self.runs:
            if run.origin is None:
                t = run.t
                text = tr("{n} rows, {first} … {last} s")
                words.append(text.format(n=len(t), first=f"{t[0]:g}", last=f"{t[-1]:g}"))
            else:
                words.append(_said(next(apart)))
        return shown, words

    def _list(self, runs: tuple[KeptRun, ...]) -> None:
        self.runs = runs
        self.changed.emit()

    def _come_back(self, kept: tuple[tuple[KeptRun, ...], int]) -> None:
        self._count = kept[1]
        self._list(kept[0])

    def _forget(self) -> None:
        self._count = 0
        self._list(())


def _said(values: Mapping[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _checked(path: Path, table: Mapping[str, object]) -> dict[str, Array]:
    """The columns of a table of numbers with times. Raises LagrError where it is none."""
    place = say("Table “{name}”", name=path.name)
    if not isinstance(table.get("t"), list) or len(table) < 2:
        raise refusal(place, "It has no column t with times.", SHAPE, code="table")
    columns = {name: np.array(values, float) for name, values in table.items()}
    if any(column.shape != columns["t"].shape for column in columns.values()):
        raise refusal(place, "Its columns are not of one length.", SHAPE, code="table")
    if not len(columns["t"]):
        raise refusal(place, "It is empty.", SHAPE, code="table")
    return columns

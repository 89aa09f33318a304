"""A stretch of a motion within which machine code changed frictions: what the system did then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lagr_gui.simulation.bursts.library import changing_library
from lagr_gui.simulation.bursts.stepper import alternating_burst
from lagr_gui.simulation.solvers import ManySteps
from lagr_gui.simulation.system import Array, MachineSystem, MechanicalSystem, Mode, Record


class AlternatingSystem:
    """What moved in these modes.

    At a time where one begins the mode before still holds.  `careful` is the system in a mode; it
    tells where machine code finds conditions that depend on each other.
    """

    def __init__(
        self,
        code: MachineSystem,
        careful: Callable[[Mode], MechanicalSystem],
        modes: list[Mode],
    ) -> None:
        self._code, self._careful, self._modes = code, careful, modes

    @cached_property
    def _begins(self) -> Array:
        """When modes begin (k,): all of them are there when this is asked for."""
        return np.array([mode.t for mode in self._modes])

    @cached_property
    def _senses(self) -> Array:
        """The senses (k, s) of the modes."""
        return np.array([mode.senses for mode in self._modes], float)

    def record(self, t: Array, states: Array) -> Record:
        """Accelerations, energies and powers at times (k,) and states (k, n)."""
        layout, n = self._code.layout, states.shape[1]
        rows = self._rows(t)
        found = np.empty((len(t), n - layout.f + 5))
        burst = alternating_burst(self._code, self._senses)
        given = (np.ascontiguousarray(table) for table in (t, states, rows, found))
        changing_library().tell(burst, len(t), *given)
        record = Record(
            found[:, : layout.f].copy(),
            *np.ascontiguousarray(found[:, n - layout.f : -1].T),
            zd=found[:, layout.f : n - layout.f].copy(),
        )
        self._tell_with_care(record, t, states, rows, np.flatnonzero(found[:, -1] == 0))
        return record

    def _rows(self, t: Array) -> NDArray[np.int64]:
        """Which of the modes hold at times (k,)."""
        return np.maximum(np.searchsorted(self._begins, t, side="left") - 1, 0)

    def _tell_with_care(
        self,
        record: Record,
        t: Array,
        states: Array,
        rows: NDArray[np.int64],
        doubted: NDArray[np.intp],
    ) -> None:
        """Tell what it does at some of the instants as careful systems find it."""
        for row in np.unique(rows[doubted]):
            some = doubted[rows[doubted] == row]
            told = self._careful(self._modes[row]).record(t[some], states[some])
            for column in fields(Record):
                getattr(record, column.name)[some] = getattr(told, column.name)

    def powers(
        self, course: ManySteps, times: Array, look: NDArray[np.int64]
    ) -> tuple[Array, float]:
        """Dissipated and supplied work (2, k) between k + 1 rising times, and the largest T there.

        T is looked at in the middle of the intervals that `look` (k,) marks.
        """
        found = np.empty((2, len(look)))
        burst = alternating_burst(self._code, self._senses, course)
        rows = self._rows(times[1:])
        given = (np.ascontiguousarray(table) for table in (times, look, rows))
        changing_library().work_of_modes(burst, len(look), *given, found)
        return found, burst.largest_T

"""Plain-Python evaluation of programs: the fallback that gives the same numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel.layout import SlotLayout
from lagr_gui.kernel.levels import Level
from lagr_gui.kernel.operations import (
    BINARY,
    FIRST_ROW,
    UNARY,
    Function,
    Operation,
    Row,
    row_function,
)
from lagr_gui.kernel.room import Room

Step = tuple[Function, int, int]


class Interpreter:
    """Runs both stages of a program over Python floats."""

    level: Level = "python"
    address = 0
    parts: tuple[int, ...] = ()

    def __init__(self, layout: SlotLayout) -> None:
        self._layout = layout
        self._parameter_steps = _steps(layout.parameter_stage, layout.rows)
        self._state_steps = _steps(layout.state_stage, layout.rows)

    def prepare(self, room: Room) -> None:
        """Run the parameter stage."""
        values: list[float] = room.slots[: self._layout.first_parameter_result].tolist()
        _run(self._parameter_steps, values)
        room.slots[: len(values)] = values

    def call(self, room: Room) -> None:
        """Run the state stage from the state to the outputs."""
        values: list[float] = room.slots[: self._layout.first_state_result].tolist()
        _run(self._state_steps, values)
        room.outputs[:] = [values[slot] for slot in self._layout.outputs]

    def many(self, room: Room, states: Array, out: Array) -> None:
        """Run the state stage for each row: states (n, m) → out (n, k)."""
        for state, row in zip(states, out, strict=True):
            room.state[:] = state
            self.call(room)
            row[:] = room.outputs


def _steps(stage: Iterable[Operation], rows: Sequence[Row]) -> Sequence[Step]:
    return [(BINARY[code] if j >= 0 else _unary(code, rows), i, j) for code, i, j in stage]


def _unary(code: int, rows: Sequence[Row]) -> Function:
    return UNARY[code] if code < FIRST_ROW else row_function(code, rows)


def _run(steps: Sequence[Step], values: list[float]) -> None:
    append = values.append
    for function, i, j in steps:
        append(function(values[i], values[j]) if j >= 0 else function(values[i]))

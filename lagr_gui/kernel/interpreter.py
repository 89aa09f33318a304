"""Plain-Python evaluation of programs: the fallback that gives the same numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lagr_gui.kernel.layout import Layout
from lagr_gui.kernel.operations import BINARY, UNARY, Function, Operation

Step = tuple[Function, int, int]


class Interpreter:
    """Runs both stages of a program over Python floats."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._parameter_steps = _steps(layout.parameter_stage)
        self._state_steps = _steps(layout.state_stage)
        self._prepared: list[float] = []

    def prepare(self, parameters: NDArray[np.float64]) -> None:
        """Run the parameter stage."""
        unset = [0.0] * self._layout.states
        values = [*unset, *parameters.tolist(), *self._layout.numbers]
        _run(self._parameter_steps, values)
        self._prepared = values[self._layout.states :]

    def call(self, state: ArrayLike, out: NDArray[np.float64]) -> None:
        """Run the state stage: state (m,) → out (k,)."""
        values = [*np.asarray(state, float).tolist(), *self._prepared]
        _run(self._state_steps, values)
        out[:] = [values[slot] for slot in self._layout.outputs]

    def many(self, states: NDArray[np.float64], out: NDArray[np.float64]) -> None:
        """Run the state stage for each row: states (n, m) → out (n, k)."""
        for state, row in zip(states, out, strict=True):
            self.call(state, row)


def _steps(stage: Iterable[Operation]) -> Sequence[Step]:
    return [(BINARY[code] if j >= 0 else UNARY[code], i, j) for code, i, j in stage]


def _run(steps: Sequence[Step], values: list[float]) -> None:
    append = values.append
    for function, i, j in steps:
        append(function(values[i], values[j]) if j >= 0 else function(values[i]))

"""Compiled programs: parameters and state in, results out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lagr_gui.kernel.interpreter import Interpreter
from lagr_gui.kernel.layout import Layout, lay_out
from lagr_gui.kernel.node import Node
from lagr_gui.kernel.program import Program

Array = NDArray[np.float64]


class Engine(Protocol):
    """Something that runs the two stages of a program."""

    def prepare(self, parameters: Array) -> None: ...

    def call(self, state: Array, out: Array) -> None: ...

    def many(self, states: Array, out: Array) -> None: ...


class Kernel:
    """A program ready to run: state (m,) → outputs (k,).

    `level` tells how: "python", "quick" (machine code at once) or "optimised".
    A kernel belongs to one thread at a time.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._parameters = np.zeros(layout.parameters)
        self._engine: Engine = Interpreter(layout)
        self._engine.prepare(self._parameters)
        self.level = "python"

    @property
    def operations(self) -> int:
        """The number of operations that each call costs."""
        return len(self._layout.state_stage)

    def set_parameters(self, values: ArrayLike) -> None:
        """New values of the parameters, in the order of `compile_kernel`."""
        parameters = np.array(values, float).reshape(self._layout.parameters)
        self._parameters = parameters
        self._engine.prepare(parameters)

    def __call__(self, state: Array, out: Array | None = None) -> Array:
        """The outputs (k,) for a state (m,), in a new array or in `out`."""
        if out is None:
            out = np.empty(len(self._layout.outputs))
        self._engine.call(state, out)
        return out

    def many(self, states: Array) -> Array:
        """The outputs (n, k) for states (n, m)."""
        states = np.ascontiguousarray(states, float)
        out = np.empty((len(states), len(self._layout.outputs)))
        self._engine.many(states, out)
        return out


def compile_kernel(
    program: Program,
    state: Sequence[Node],
    parameters: Sequence[Node],
    outputs: Sequence[Node],
) -> Kernel:
    """A kernel that computes `outputs` from the inputs `state` and `parameters`.

    Raises `LagrError` when an output depends on any other input.
    """
    return Kernel(lay_out(program, state, parameters, outputs))

"""Compiled programs: parameters and state in, results out."""

from __future__ import annotations

import logging
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lagr_gui.kernel.interpreter import Interpreter
from lagr_gui.kernel.layout import Layout, lay_out
from lagr_gui.kernel.node import Node
from lagr_gui.kernel.program import Program
from lagr_gui.problem import Cancelled

Array = NDArray[np.float64]
MachineLevel = Literal["quick", "optimised"]
Level = Literal["python", "quick", "optimised"]

_log = logging.getLogger(__name__)

undisturbed = threading.Lock()
"""Held while LLVM's objects change hands: who raises an exception in another thread takes it
first, for an exception between two owners has an object freed twice."""


class Engine(Protocol):
    """Something that runs the two stages of a program."""

    def prepare(self, parameters: Array) -> None: ...

    def call(self, state: ArrayLike, out: Array) -> None: ...

    def many(self, states: Array, out: Array) -> None: ...


class Kernel:
    """A program ready to run: state (m,) → outputs (k,).

    `level` tells how: "python", "quick" (machine code at once) or "optimised".  All levels
    compute the same numbers to the last bit, so a change of level never shows.
    A kernel belongs to one thread at a time.
    """

    def __init__(self, layout: Layout, engine: Engine, level: Level) -> None:
        self.layout = layout
        self._outputs = len(layout.outputs)
        self._parameters = np.zeros(layout.parameters)
        self._swapping = threading.Lock()
        self.adopt(engine, level)

    @property
    def outputs(self) -> int:
        """The number of outputs."""
        return self._outputs

    @property
    def operations(self) -> int:
        """The number of operations that each call costs."""
        return len(self.layout.state_stage)

    def set_parameters(self, values: ArrayLike) -> None:
        """New values of the parameters, in the order of `compile_kernel`."""
        parameters = np.array(values, float).reshape(self.layout.parameters)
        with self._swapping:
            self._parameters = parameters
            self._engine.prepare(parameters)

    def __call__(self, state: ArrayLike, out: Array | None = None) -> Array:
        """The outputs (k,) for a state (m,), in a new array or in `out`."""
        if out is None:
            out = np.empty(self._outputs)
        self._engine.call(state, out)
        return out

    def many(self, states: ArrayLike) -> Array:
        """The outputs (n, k) for states (n, m)."""
        states = np.ascontiguousarray(states, float)
        if states.shape[1:] != (self.layout.states,):
            raise ValueError(f"states of {self.layout.states} values, not {states.shape}")
        out = np.empty((len(states), self._outputs))
        self._engine.many(states, out)
        return out

    def adopt(self, engine: Engine, level: Level) -> None:
        """Go over to another engine for the same program, between two calls."""
        with self._swapping:
            engine.prepare(self._parameters)
            self._engine = engine
            self.level: Level = level

    def optimise_in_background(self) -> threading.Thread:
        """Optimise in another thread, then swap.

        Ends early when the kernel is dropped or the program ends; when it fails the kernel
        stays as it is.
        """
        thread = threading.Thread(target=_optimise, args=(self.layout, weakref.ref(self)))
        thread.start()
        return thread


def compile_kernel(
    program: Program,
    state: Sequence[Node],
    parameters: Sequence[Node],
    outputs: Sequence[Node],
    level: Level = "quick",
) -> Kernel:
    """A kernel that computes `outputs` from the inputs `state` and `parameters`.

    `level` is how it starts; without LLVM it is "python".  All parameters are 0 until
    `set_parameters` is called.  Raises `LagrError` when an output depends on any other input.
    """
    layout = lay_out(program, state, parameters, outputs)
    engine = None
    if level != "python":
        with undisturbed:
            engine = _machine_code(layout, level)
    if engine is None:
        return Kernel(layout, Interpreter(layout), "python")
    return Kernel(layout, engine, level)


def _machine_code(
    layout: Layout, level: MachineLevel, go_on: Callable[[], bool] = lambda: True
) -> Engine | None:
    """Machine code for a program; None where LLVM is missing or fails."""
    try:
        from lagr_gui.kernel import machine

        wanted = machine.QUICK if level == "quick" else machine.OPTIMISED
        return machine.MachineCode(layout, wanted, go_on)
    except (ImportError, OSError, RuntimeError) as error:
        _log.warning("No %s machine code: %s", level, error)
        return None


def _optimise(layout: Layout, kernel: weakref.ref[Kernel]) -> None:
    def go_on() -> bool:
        return kernel() is not None and threading.main_thread().is_alive()

    try:
        engine = _machine_code(layout, "optimised", go_on)
    except Cancelled:
        return
    running = kernel()
    if engine is not None and running is not None:
        running.adopt(engine, "optimised")

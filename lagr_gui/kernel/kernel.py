"""Compiled programs: bound to parameters they take a state and give results."""

from __future__ import annotations

import logging
import math
import threading
import time
import weakref
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import ArrayLike

from lagr_gui.foundation.arrays import Array
from lagr_gui.foundation.interruption import begun, undisturbed
from lagr_gui.foundation.problem import Cancelled
from lagr_gui.kernel.layout import SlotLayout, lay_out
from lagr_gui.kernel.levels import Level, MachineLevel
from lagr_gui.kernel.node import Node
from lagr_gui.kernel.operations import (
    BINARY,
    FIRST_ROW,
    UNARY,
    Function,
    Operation,
    Row,
    row_function,
)
from lagr_gui.kernel.program import Program
from lagr_gui.kernel.results import Outputs, Place, Results, placed
from lagr_gui.kernel.room import Room

if TYPE_CHECKING:
    from lagr_gui.kernel.timed import FunctionsOfTime, TimedOperations

_log = logging.getLogger(__name__)


class Engine(Protocol):
    """Something that runs the two stages of a program, in memory that it is given."""

    @property
    def level(self) -> Level: ...

    @property
    def address(self) -> int:
        """Where the state stage lies in memory, for other machine code; 0 where it does not."""
        ...

    @property
    def parts(self) -> tuple[int, ...]:
        """Where its parts lie, each by itself; none where there is no machine code."""
        ...

    def prepare(self, room: Room) -> None:
        """Run the parameter stage; parameters and numbers lie in their slots."""
        ...

    def call(self, room: Room) -> None:
        """Run the state stage from the state to the outputs."""
        ...

    def many(self, room: Room, states: Array, out: Array) -> None:
        """Run the state stage for each row: states (n, m) → out (n, k), both contiguous."""
        ...


class SeriesCode(Protocol):
    """Taylor series of a motion (`series`) at an `address`, with `room` for so many floats."""

    @property
    def address(self) -> int: ...

    @property
    def room(self) -> int: ...


class Kernel:
    """A program ready to be bound to values of its parameters.  It never changes.

    `level` tells how it runs: "python", "quick" (machine code at once) or "optimised".  All
    levels compute the same numbers to the last bit, so a change of level never shows.  `parts`
    are some of its outputs by name, which other machine code can ask for alone.
    """

    def __init__(
        self,
        layout: SlotLayout,
        places: Mapping[str, Place],
        engine: Engine,
        parts: Sequence[str] = (),
    ) -> None:
        self.layout = layout
        self.places = places
        self.engine = engine
        self.parts = tuple(parts)
        self._series: dict[tuple[str, int], SeriesCode | None] = {}

    @property
    def level(self) -> Level:
        """How it runs at present."""
        return self.engine.level

    @property
    def operations(self) -> int:
        """The number of operations that each call costs."""
        return len(self.layout.state_stage)

    def series(self, rates: str, longest: int) -> SeriesCode | None:
        """The Taylor series of a motion, where q̈ is the output `rates` and the state t, q, q̇.

        None without LLVM, where q̈ is not analytic, and where an order takes more than `longest`
        sums.
        """
        key = rates, longest
        if key not in self._series and self.engine.address:
            places = self.layout.outputs[self.places[rates][0][1]]
            with undisturbed, first():
                self._series[key] = _series_code(self.layout, places, longest)
        return self._series.get(key)

    def is_zero(self, name: str) -> bool:
        """Whether an output is 0, whatever the state and the parameters are."""
        layout = self.layout
        first = layout.states + layout.parameters
        known = dict(enumerate(layout.numbers, first))
        return all(known.get(slot) == 0 for slot in layout.outputs[self.places[name][0][1]])

    @cached_property
    def timed(self) -> TimedOperations:
        """What of it depends on time alone."""
        from lagr_gui.kernel.timed import TimedOperations  # with the first motion

        return TimedOperations(self.layout)

    def bind(self, parameters: ArrayLike = ()) -> Bound:
        """The kernel for values of the parameters, in the order of `compile_kernel`."""
        return Bound(self, np.array(parameters, float).reshape(self.layout.parameters))

    def optimise_in_background(self) -> threading.Thread:
        """Optimise in another thread, when nobody waits for other programs, then swap.

        Ends early when the kernel is dropped or the program ends; when it fails the kernel
        stays as it is.
        """
        arguments = self.layout, len(self.parts), weakref.ref(self)
        thread = threading.Thread(target=_optimise, args=arguments)
        begun(thread)
        return thread


class Bound:
    """A kernel with values of its parameters: state (m,) → results.  It never changes.

    It owns what the parameter stage computed.  Each call works in memory of its own, so that
    bound kernels, and calls of one, run beside each other on threads.
    """

    __slots__ = ("_places", "_prepared", "_rooms", "kernel")

    def __init__(self, kernel: Kernel, parameters: Array) -> None:
        layout = kernel.layout
        room = Room(layout, np.concatenate([np.zeros(layout.states), parameters, layout.numbers]))
        kernel.engine.prepare(room)
        self.kernel = kernel
        self._places = kernel.places
        self._prepared = room.slots[: layout.first_state_result]
        self._rooms = [room]

    def __call__(self, state: ArrayLike) -> Results:
        """The results for a state (m,)."""
        room = self._free_room()
        room.state[:] = state
        self.kernel.engine.call(room)
        results = Results(room.outputs.copy(), self._places)
        self._rooms.append(room)
        return results

    def many(self, states: ArrayLike) -> Results:
        """The results for states (n, m), with n as the first axis."""
        states = np.ascontiguousarray(states, float)
        layout = self.kernel.layout
        if states.shape[1:] != (layout.states,):
            raise ValueError(f"states of {layout.states} values, not {states.shape}")
        table = np.empty((len(states), len(layout.outputs)))
        room = self._free_room()
        self.kernel.engine.many(room, states, table)
        self._rooms.append(room)
        return Results(table, self._places)

    def _free_room(self) -> Room:
        """Memory that no other call uses until it is put back."""
        try:
            return self._rooms.pop()
        except IndexError:
            return self.room()

    @property
    def functions_of_time(self) -> FunctionsOfTime:
        """What of it depends on time alone, with these values."""
        return self.kernel.timed.with_constants(self._prepared)

    def in_machine_code(self, part: str = "") -> MachineProgram | None:
        """The program, or a part that it has, as other machine code calls it; None without LLVM."""
        return _machine_program(self.kernel, part, self.room())

    def room(self) -> Room:
        """Memory for one more call at the same time."""
        return Room(self.kernel.layout, self._prepared)


@dataclass(frozen=True, slots=True)
class MachineProgram:
    """The state stage of a bound kernel, or a part of it, at an `address`, with its own memory.

    It is called with the state, the slots and the outputs of `room`; outputs lie in one row.
    It keeps the `engine` whose code it is, also where the `kernel` has gone over to a better one.
    """

    kernel: Kernel
    part: str
    engine: Engine
    address: int
    room: Room

    def renewed(self) -> MachineProgram:
        """The same with the same memory, in the code to which the kernel has gone over."""
        if self.kernel.engine is self.engine:
            return self
        return _machine_program(self.kernel, self.part, self.room) or self

    def part_of(self, part: str) -> MachineProgram:
        """Another part of it, or all of it, in the same memory."""
        return _machine_program(self.kernel, part, self.room) or self

    @property
    def places(self) -> Mapping[str, Place]:
        """Where the outputs lie."""
        return self.kernel.places

    def first(self, name: str) -> int:
        """Where an output begins."""
        return self.places[name][0][1].start

    def count(self, name: str) -> int:
        """How many entries an output has."""
        return math.prod(self.places[name][1])


def _machine_program(kernel: Kernel, part: str, room: Room) -> MachineProgram | None:
    engine, parts = kernel.engine, kernel.parts
    if not engine.address:
        return None
    address = engine.parts[parts.index(part)] if part in parts else engine.address
    return MachineProgram(kernel, part, engine, address, room)


def compile_kernel(
    program: Program,
    state: Sequence[Node],
    parameters: Sequence[Node],
    outputs: Outputs,
    level: Level = "quick",
    parts: Mapping[str, Sequence[str]] | None = None,
) -> Kernel:
    """A kernel that computes `outputs` from the inputs `state` and `parameters`.

    `level` is how it starts; without LLVM it is "python".  `parts` are names of outputs that
    other machine code may ask for alone, by the name of the part.  Raises `LagrError` when an
    output depends on any other input.
    """
    nodes, places = placed(outputs)
    parts = parts or {}
    alone = [
        [node for name in names for node in nodes[places[name][0][1]]] for names in parts.values()
    ]
    layout = lay_out(program, state, parameters, nodes, alone)
    engine = None
    if level != "python":
        with undisturbed, first():
            engine = _machine_code(layout, level, len(parts))
    return Kernel(layout, places, engine or Interpreter(layout), [*parts])


PATIENCE = 100
"""Calls after which a translation has paid for itself: as plain Python all programs of the samples
cost as much as their translation after 150 to 700 calls."""


def patient_kernel(
    program: Program, state: Sequence[Node], parameters: Sequence[Node], outputs: Outputs
) -> Kernel:
    """A kernel as `compile_kernel` gives it, for a program that may be called a few times only.

    It runs as plain Python until it has been called `PATIENCE` times.
    """
    kernel = compile_kernel(program, state, parameters, outputs, "python")
    kernel.engine = _Patient(kernel)
    return kernel


class _Patient:
    """Runs a kernel's program as plain Python for a while, then has it translated."""

    level: Level = "python"
    address = 0
    parts: tuple[int, ...] = ()

    def __init__(self, kernel: Kernel) -> None:
        self._interpreter = kernel.engine
        self._kernel = weakref.ref(kernel)
        self._left = PATIENCE
        self._translating = threading.Lock()

    def prepare(self, room: Room) -> None:
        self._interpreter.prepare(room)

    def call(self, room: Room) -> None:
        self._after(1).call(room)

    def many(self, room: Room, states: Array, out: Array) -> None:
        self._after(len(states)).many(room, states, out)

    def _after(self, calls: int) -> Engine:
        """What runs the next calls."""
        self._left -= calls
        kernel = self._kernel()
        if self._left >= 0 or kernel is None:
            return self._interpreter
        with self._translating:
            if kernel.engine is self:
                with undisturbed, first():
                    quick = _machine_code(kernel.layout, "quick", len(kernel.parts))
                kernel.engine = quick or self._interpreter
                kernel.optimise_in_background()
        return kernel.engine


def _machine_code(
    layout: SlotLayout,
    level: MachineLevel,
    parts: int = 0,
    go_on: Callable[[], bool] = lambda: True,
) -> Engine | None:
    """Machine code for a program; None where LLVM is missing or fails."""
    try:
        from lagr_gui.kernel import machine

        return machine.MachineCode(layout, level, parts, go_on)
    except (ImportError, OSError, RuntimeError) as error:
        _log.warning("No %s machine code: %s", level, error)
        return None


def _series_code(layout: SlotLayout, rates: Sequence[int], longest: int) -> SeriesCode | None:
    """Machine code for Taylor series; None where there is none or LLVM fails."""
    try:
        from lagr_gui.kernel import machine
        from lagr_gui.kernel.series import series_text

        text = series_text(layout, rates, longest)
        return machine.SeriesMachineCode(text) if text else None
    except (ImportError, OSError, RuntimeError) as error:
        _log.warning("No machine code for Taylor series: %s", error)
        return None


def _optimise(layout: SlotLayout, parts: int, kernel: weakref.ref[Kernel]) -> None:
    def wanted() -> bool:
        return kernel() is not None and threading.main_thread().is_alive()

    try:
        engine = _machine_code(layout, "optimised", parts, partial(give_way, wanted))
    except Cancelled:
        return
    running = kernel()
    if engine is not None and running is not None:
        running.engine = engine


# --- LLVM translates one thing at a time: what somebody waits for comes first ------------------

REST = 0.2
"""Seconds after which nothing else is expected: the programs of a motion follow each other faster,
and each would wait for what is optimised meanwhile."""
_BEAT = 0.01

_counting = threading.Lock()
_under_way = 0
_last = -REST


@contextmanager
def first() -> Generator[None]:
    """While somebody waits for a translation."""
    global _under_way, _last
    with _counting:
        _under_way += 1
    try:
        yield
    finally:
        with _counting:
            _under_way -= 1
            _last = time.monotonic()


def give_way(wanted: Callable[[], bool]) -> bool:
    """Wait until nobody does, and has not just done so; at once False when it is wanted no more."""
    while wanted():
        if not _under_way and time.monotonic() >= _last + REST:
            return True
        time.sleep(_BEAT)
    return False


# --- Plain-Python evaluation of programs: the fallback that gives the same numbers -------------

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

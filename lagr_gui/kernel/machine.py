"""Machine code for programs, through LLVM."""

from __future__ import annotations

import ctypes
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import llvmlite.binding

from lagr_gui.foundation.arrays import Array, address
from lagr_gui.foundation.problem import Cancelled
from lagr_gui.kernel.emit import (
    LONG_PIECE,
    PIECE,
    MachinePiece,
    declarations,
    drivers,
    emit,
    row_declarations,
)
from lagr_gui.kernel.layout import SlotLayout
from lagr_gui.kernel.levels import Level, MachineLevel
from lagr_gui.kernel.operations import BINARY, LIBRARY, UNARY
from lagr_gui.kernel.room import Room
from lagr_gui.kernel.series import SeriesText
from lagr_gui.kernel.turned_vectors import TOGETHER, TURNED, TURNED_DECLARATION, turn_definition

llvm: Any = llvmlite.binding  # it has no types

QUICK, OPTIMISED = 0, 1
"""LLVM's levels of translation; higher ones bring nothing for straight-line code."""

MODULE = 2000
"""Operations per module.  Translating one module holds LLVM's lock: keep that short."""

_ENTRY = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
"""For short calls, which keep Python's lock: one argument is the cheapest that ctypes has."""

_MANY = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_ssize_t)


_kept: list[tuple[weakref.ref[Any], Any]] = []
_keeping = threading.Lock()
"""LLVM's engines with what runs them.  Their destructors are Python: where a cancel struck one it
would be lost, and the engine with it.  So they end when code is made, which no cancel strikes."""


def _keep(code: MachineCode | SeriesMachineCode, engine: Any) -> None:
    """Keep an engine until its code is gone and other code is made."""
    with _keeping:
        _kept[:] = [entry for entry in _kept if entry[0]() is not None]
        _kept.append((weakref.ref(code), engine))


class MachineCode:
    """Both stages of a program as machine code.

    So many `parts` of the state stage can be called apart.  `go_on` is asked between modules;
    where it says no, `Cancelled` is raised.
    """

    def __init__(
        self,
        layout: SlotLayout,
        level: MachineLevel,
        parts: int = 0,
        go_on: Callable[[], bool] = lambda: True,
    ) -> None:
        self.level: Level = level
        still, busy = emit(layout, PIECE if level == "quick" else LONG_PIECE)
        head = drivers(still, busy, layout, parts)
        translation = QUICK if level == "quick" else OPTIMISED
        called = declarations() + TURNED_DECLARATION + row_declarations(layout.rows)
        engine = _translate(head, called, [*still, *busy], translation, go_on)
        _keep(self, engine)
        place: Callable[[str], int] = engine.get_function_address
        self.address = place("state")
        self.parts = tuple(place(f"part{bit}") for bit in range(parts))
        self._prepare = _ENTRY(place("prepare_in"))
        self._call = _ENTRY(place("state_in"))
        self._many = _MANY(place("many"))

    def prepare(self, room: Room) -> None:
        """Run the parameter stage."""
        self._prepare(room.address)

    def call(self, room: Room) -> None:
        """Run the state stage from the state to the outputs."""
        self._call(room.address)

    def many(self, room: Room, states: Array, out: Array) -> None:
        """Run the state stage for each row: states (n, m) → out (n, k), both contiguous."""
        self._many(address(states), room.address, address(out), len(states))


class SeriesMachineCode:
    """The Taylor series of a motion (`series`) as machine code at an `address`.

    It is called with the state, the slots and `room` floats of memory.
    """

    def __init__(self, series: SeriesText) -> None:
        engine = _translate(series.text, "", [], OPTIMISED, lambda: True)
        _keep(self, engine)
        self.address: int = engine.get_function_address("series")
        self.room = series.room


def _translate(
    head: str,
    called: str,
    pieces: Sequence[MachinePiece],
    level: int,
    go_on: Callable[[], bool],
) -> Any:
    """An execution engine that holds the code of all pieces, and of the functions they declare."""
    machine = host_machine(level)
    provide_turns()
    together = MODULE // (PIECE if level == QUICK else LONG_PIECE)
    groups = [pieces[start : start + together] for start in range(0, len(pieces), together)]
    texts = ["".join(piece.text for piece in group) for group in groups]
    engine = llvm.create_mcjit_compiler(read_module(""), machine)
    for text in [head, *(called + text for text in texts)]:
        if not go_on():
            raise Cancelled
        code = machine.emit_object(read_module(text))
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def read_module(text: str) -> Any:
    """A module of LLVM from its text, in a context of its own.

    Contexts keep every number that was ever read in them, and the one that is shared never ends.
    """
    return llvm.parse_assembly(text, context=llvm.create_context())


def host_machine(level: int) -> Any:
    """What makes machine code for this processor, at a level of optimisation from 0 to 3."""
    provide_library()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=level,
        jit=True,
    )


_turns: list[object] = []
_making_turns = threading.Lock()


def provide_turns() -> None:
    """Tell LLVM where programs find the sines and cosines of several angles."""
    with _making_turns:
        if not _turns:
            machine = host_machine(OPTIMISED)
            text = declarations() + turn_definition(TOGETHER, TURNED)
            engine = llvm.create_mcjit_compiler(read_module(text), machine)
            engine.finalize_object()
            llvm.add_symbol(TURNED, engine.get_function_address(TURNED))
            _turns.append(engine)


@cache
def provide_library() -> list[object]:
    """Tell LLVM where the C library's functions are; those it lacks, Python computes.

    Returns what must stay alive.
    """
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    library = ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None)
    alive: list[object] = [library]
    for code, name in LIBRARY.items():
        function = getattr(library, name, None)
        if function is None:
            count = 1 if code in UNARY else 2
            signature = ctypes.CFUNCTYPE(ctypes.c_double, *[ctypes.c_double] * count)
            function = signature({**UNARY, **BINARY}[code])
        alive.append(function)
        llvm.add_symbol(name, ctypes.cast(function, ctypes.c_void_p).value)
    return alive

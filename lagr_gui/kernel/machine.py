"""Machine code for programs, through LLVM."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import llvmlite.binding
import numpy as np
from numpy.typing import ArrayLike, NDArray

from lagr_gui.kernel.emit import Piece, declarations, drivers, emit
from lagr_gui.kernel.layout import Layout
from lagr_gui.kernel.operations import BINARY, LIBRARY, UNARY
from lagr_gui.problem import Cancelled

Array = NDArray[np.float64]

llvm: Any = llvmlite.binding  # it has no types

QUICK, OPTIMISED = 0, 1
"""LLVM's levels of translation; higher ones bring nothing for straight-line code."""

GROUP = 8
"""Pieces per module.  Translating one module holds LLVM's lock: keep that short."""

_STAGE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_ENTRY = ctypes.PYFUNCTYPE(None)
_MANY = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_ssize_t)


class MachineCode:
    """Both stages of a program as machine code.

    `go_on` is asked between modules; where it says no, `Cancelled` is raised.
    """

    def __init__(
        self, layout: Layout, level: int, go_on: Callable[[], bool] = lambda: True
    ) -> None:
        self._layout = layout
        self._x = np.zeros(max(layout.states, 1))
        self._w = np.zeros(max(layout.slots, 1))
        self._y = np.zeros(max(len(layout.outputs), 1))
        self._state, self._out = (
            self._x[: layout.states],
            self._y[: len(layout.outputs)],
        )
        addresses = [array.ctypes.data for array in (self._x, self._w, self._y)]
        still, busy = emit(layout)
        head = drivers(still, busy, layout) + _entry(addresses)
        self._engine = _translate(head, [*still, *busy], level, go_on)
        address: Callable[[str], int] = self._engine.get_function_address
        self._entry = _ENTRY(address("entry"))
        self._many = _MANY(address("many"))
        self._run_parameters = _STAGE(address("prepare"))

    def prepare(self, parameters: Array) -> None:
        """Run the parameter stage."""
        first = self._layout.states
        self._w[first : first + self._layout.parameters] = parameters
        w = self._w.ctypes.data
        self._run_parameters(w, w, self._y.ctypes.data)

    def call(self, state: ArrayLike, out: Array) -> None:
        """Run the state stage: state (m,) → out (k,)."""
        self._state[:] = state
        self._entry()
        out[:] = self._out

    def many(self, states: Array, out: Array) -> None:
        """Run the state stage for each row: states (n, m) → out (n, k), both contiguous."""
        self._many(states.ctypes.data, self._w.ctypes.data, out.ctypes.data, len(states))


def _entry(addresses: Sequence[int]) -> str:
    """A call without arguments, on fixed arrays: the cheapest call that ctypes has."""
    arguments = ", ".join(f"ptr inttoptr (i64 {address} to ptr)" for address in addresses)
    return f"define void @entry() nounwind {{\ncall void @state({arguments})\nret void\n}}\n"


def _translate(head: str, pieces: Sequence[Piece], level: int, go_on: Callable[[], bool]) -> Any:
    """An execution engine that holds the code of all pieces."""
    _provide_library()
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=level,
        jit=True,
    )
    groups = [pieces[start : start + GROUP] for start in range(0, len(pieces), GROUP)]
    texts = ["".join(piece.text for piece in group) for group in groups]
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    for text in [head, *(declarations() + text for text in texts)]:
        if not go_on():
            raise Cancelled
        code = machine.emit_object(llvm.parse_assembly(text))
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


@cache
def _provide_library() -> list[object]:
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

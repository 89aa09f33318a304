"""Programs that run for sixteen states at once: each value is a vector of sixteen numbers.

Operations are those of single numbers, lane by lane, to the last bit, sines and cosines too
(`turning`); other functions of the C library are asked for each lane.  What a lane computes does
not depend on the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import llvmlite.binding
import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import operations as op
from lagr_gui.kernel.emit import declarations, row_definitions, row_name
from lagr_gui.kernel.kernel import Bound, Kernel
from lagr_gui.kernel.layout import SlotLayout
from lagr_gui.kernel.machine import host_machine, read_module
from lagr_gui.kernel.operations import WIDTH, Operation
from lagr_gui.kernel.turned_vectors import splat, turn_definition, vectors

llvm: Any = llvmlite.binding  # it has no types

_V = vectors(WIDTH)
_WHOLE = {op.SQRT: "sqrt", op.ABS: "fabs", op.FLOOR: "floor"}
"""Functions that vectors have."""
_TURN = {op.SIN: 0, op.COS: 1}


def _by_lane(function: str, a: str, name: str, b: str = "") -> str:
    """A function of the C library for each lane; the result is the last name."""
    lines: list[str] = []
    before = "undef"
    for lane in range(WIDTH):
        lines.append(f"%{name}x{lane} = extractelement {_V} {a}, i64 {lane}")
        given = f"double %{name}x{lane}"
        if b:
            lines.append(f"%{name}y{lane} = extractelement {_V} {b}, i64 {lane}")
            given += f", double %{name}y{lane}"
        lines.append(f"%{name}r{lane} = call double @{function}({given})")
        lines.append(
            f"%{name}{lane} = insertelement {_V} {before}, double %{name}r{lane}, i64 {lane}"
        )
        before = f"%{name}{lane}"
    return "\n".join(lines)


class _LaneWriter:
    """Writes the state stage of a program over vectors."""

    def __init__(self, layout: SlotLayout) -> None:
        self._layout = layout
        first = layout.states + layout.parameters
        self._names = {first + k: splat(value) for k, value in enumerate(layout.numbers)}
        self._lines: list[str] = []
        self._turned: dict[int, str] = {}

    def text(self) -> str:
        """The function ``state(x, w, y)``."""
        layout = self._layout
        for slot, operation in enumerate(layout.state_stage, layout.first_state_result):
            self._names[slot] = f"%v{slot}"
            self._lines.append(self._operation(slot, operation))
        for place, slot in enumerate(layout.outputs):
            value = self._value(slot)
            self._lines.append(
                f"%y{place} = getelementptr {_V}, ptr %y, i64 {place}\n"
                f"store {_V} {value}, ptr %y{place}, align 8"
            )
        body = "\n".join(self._lines)
        signature = "(ptr noalias readonly %x, ptr noalias readonly %w, ptr noalias %y)"
        return f"define void @state{signature} nounwind {{\n{body}\nret void\n}}\n"

    def _value(self, slot: int) -> str:
        if slot not in self._names:
            base = "x" if slot < self._layout.states else "w"
            self._names[slot] = f"%v{slot}"
            self._lines.append(
                f"%g{slot} = getelementptr {_V}, ptr %{base}, i64 {slot}\n"
                f"%v{slot} = load {_V}, ptr %g{slot}, align 8"
            )
        return self._names[slot]

    def _operation(self, slot: int, operation: Operation) -> str:
        code, i, j = operation
        a, v = self._value(i), f"%v{slot}"
        if code in _TURN:
            return f"{v} = extractvalue {{{_V}, {_V}}} {self._both(i, a)}, {_TURN[code]}"
        if j < 0:
            return self._unary(code, slot, a)
        b = self._value(j)
        if code in _ARITHMETIC:
            return f"{v} = {_ARITHMETIC[code]} {_V} {a}, {b}"
        if code in op.LIBRARY:
            lines = _by_lane(op.LIBRARY[code], a, f"l{slot}.", b)
            return f"{lines}\n{v} = fadd {_V} %l{slot}.{WIDTH - 1}, {splat(-0.0)}"
        if code == op.NOT_ABOVE:
            return (
                f"%c{slot} = fcmp ole {_V} {a}, {b}\n{v} = uitofp <{WIDTH} x i1> %c{slot} to {_V}"
            )
        relation = "olt" if code == op.MINIMUM else "ogt"
        return (
            f"%c{slot} = fcmp {relation} {_V} {b}, {a}\n"
            f"{v} = select <{WIDTH} x i1> %c{slot}, {_V} {b}, {_V} {a}"
        )

    def _unary(self, code: int, slot: int, a: str) -> str:
        v = f"%v{slot}"
        if code == op.NEGATE:
            return f"{v} = fneg {_V} {a}"
        if code in _WHOLE:
            return f"{v} = call {_V} @llvm.{_WHOLE[code]}.v{WIDTH}f64({_V} {a})"
        name = op.LIBRARY[code] if code < op.FIRST_ROW else row_name(code)
        lines = _by_lane(name, a, f"l{slot}.")
        return f"{lines}\n{v} = fadd {_V} %l{slot}.{WIDTH - 1}, {splat(-0.0)}"

    def _both(self, slot: int, a: str) -> str:
        if slot not in self._turned:
            self._turned[slot] = f"%t{slot}"
            self._lines.append(f"%t{slot} = call {{{_V}, {_V}}} @turned({_V} {a})")
        return self._turned[slot]


_ARITHMETIC = {op.ADD: "fadd", op.SUBTRACT: "fsub", op.MULTIPLY: "fmul", op.DIVIDE: "fdiv"}


class LaneProgram:
    """The state stage of a kernel for sixteen states; machine code at an `address`."""

    def __init__(self, kernel: Kernel) -> None:
        self.layout = kernel.layout
        machine = host_machine(level=2)
        heads = [
            declarations(),
            *(f"declare {_V} @llvm.{name}.v{WIDTH}f64({_V})\n" for name in ("sqrt", "floor")),
            row_definitions(self.layout.rows),
            turn_definition(WIDTH, "turned", inline=True),
        ]
        text = "".join([*heads, _LaneWriter(self.layout).text()])
        module = read_module(text)
        module.verify()
        options = llvm.create_pipeline_tuning_options(speed_level=1)
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
        self._engine = llvm.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()
        self.address: int = self._engine.get_function_address("state")

    def values(self, bound: Sequence[Bound]) -> Array:
        """The values (slots, 16) that sixteen bound kernels have of parameters."""
        count = self.layout.first_state_result
        known = {id(b): b.room().slots[:count] for b in {*bound}}
        return np.ascontiguousarray(np.array([known[id(b)] for b in bound]).T)

"""Programs that run for sixteen states at once: each value is a vector of sixteen numbers.

Sums, products and roots are those of single numbers, lane by lane.  Sines and cosines are computed
from polynomials (fdlibm's, less than one unit of the last place wrong), which vectors can do; of
large arguments, and other functions, each lane asks the C library.  What a lane computes does not
depend on the others.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import llvmlite.binding
import numpy as np

from lagr_gui.arrays import Array
from lagr_gui.kernel import operations as op
from lagr_gui.kernel.emit import declarations, row_definitions, row_name
from lagr_gui.kernel.kernel import Bound, Kernel
from lagr_gui.kernel.layout import SlotLayout
from lagr_gui.kernel.machine import host_machine, read_module
from lagr_gui.kernel.operations import WIDTH, Operation

llvm: Any = llvmlite.binding  # it has no types

_V, _I = f"<{WIDTH} x double>", f"<{WIDTH} x i64>"
_WHOLE = {op.SQRT: "sqrt", op.ABS: "fabs", op.FLOOR: "floor"}
"""Functions that vectors have."""
_TURN = {op.SIN: 0, op.COS: 1}

# π/2 in parts of 33 bits, and the polynomials of fdlibm's k_sin.c and k_cos.c.
_PARTS = (1.57079632673412561417e00, 6.07710050630396597660e-11, 2.02226624879595063154e-21)
_S = (
    -1.66666666666666324348e-01,
    8.33333333332248946124e-03,
    -1.98412698298579493134e-04,
    2.75573137070700676789e-06,
    -2.50507602534068634195e-08,
    1.58969099521155010221e-10,
)
_C = (
    4.16666666666666019037e-02,
    -1.38888888888741095749e-03,
    2.48015872894767294178e-05,
    -2.75573143513906633035e-07,
    2.08757232129817482790e-09,
    -1.13596475577881948265e-11,
)
_FAR = 1e6
"""Beyond this the C library computes sines: three parts of π/2 leave too few digits."""


def _splat(value: float) -> str:
    bits = struct.unpack("<Q", struct.pack("<d", value))[0]
    return f"splat (double 0x{bits:016X})"


class _Lines:
    """Lines of a function over vectors."""

    def __init__(self) -> None:
        self.text: list[str] = []

    def add(self, line: str) -> str:
        name = f"%n{len(self.text)}"
        self.text.append(f"{name} = {line}")
        return name

    def op(self, operation: str, a: str, b: str) -> str:
        """a ∘ b"""
        return self.add(f"{operation} {_V} {a}, {b}")

    def horner(self, z: str, coefficients: tuple[float, ...]) -> str:
        """c₀ + z (c₁ + z (c₂ + …))"""
        found = _splat(coefficients[-1])
        for coefficient in reversed(coefficients[:-1]):
            found = self.op("fadd", _splat(coefficient), self.op("fmul", z, found))
        return found


def _sine_and_cosine() -> str:
    """Both of a vector, with the quadrant taken off: ``@turned``."""
    n = _Lines()
    count = n.op("fmul", "%x", _splat(6.36619772367581382433e-01))
    shifted = n.op("fadd", count, _splat(1.5 * 2.0**52))
    fn = n.op("fsub", shifted, _splat(1.5 * 2.0**52))
    t = n.op("fsub", "%x", n.op("fmul", fn, _splat(_PARTS[0])))
    w = n.op("fmul", fn, _splat(_PARTS[1]))
    r = n.op("fsub", t, w)
    lost = n.op("fsub", n.op("fsub", t, r), w)
    w = n.op("fsub", n.op("fmul", fn, _splat(_PARTS[2])), lost)
    x = n.op("fsub", r, w)
    y = n.op("fsub", n.op("fsub", r, x), w)
    z = n.op("fmul", x, x)
    v = n.op("fmul", z, x)
    inner = n.horner(z, _S[1:])
    half = n.op("fsub", n.op("fmul", _splat(0.5), y), n.op("fmul", v, inner))
    rest = n.op("fsub", n.op("fmul", z, half), y)
    sine = n.op("fsub", x, n.op("fsub", rest, n.op("fmul", v, _splat(_S[0]))))
    hz = n.op("fmul", _splat(0.5), z)
    w = n.op("fsub", _splat(1.0), hz)
    power = n.op("fmul", z, n.op("fmul", z, n.horner(z, _C)))
    small = n.op("fsub", power, n.op("fmul", x, y))
    cosine = n.op("fadd", w, n.op("fadd", n.op("fsub", n.op("fsub", _splat(1.0), w), hz), small))
    bits = n.add(f"bitcast {_V} {shifted} to {_I}")
    odd = n.add(f"trunc {_I} {bits} to <{WIDTH} x i1>")
    results: list[str] = []
    for first, second, add in ((sine, cosine, 0), (cosine, sine, 1)):
        chosen = n.add(f"select <{WIDTH} x i1> {odd}, {_V} {second}, {_V} {first}")
        moved = n.add(f"add {_I} {bits}, splat (i64 {add})")
        sign = n.add(f"shl {_I} {n.add(f'and {_I} {moved}, splat (i64 2)')}, splat (i64 62)")
        flipped = n.add(f"xor {_I} {n.add(f'bitcast {_V} {chosen} to {_I}')}, {sign}")
        results.append(n.add(f"bitcast {_I} {flipped} to {_V}"))
    lines = "\n".join(n.text)
    return f"""define internal {{{_V}, {_V}}} @near({_V} %x) alwaysinline nounwind {{
{lines}
%one = insertvalue {{{_V}, {_V}}} undef, {_V} {results[0]}, 0
%two = insertvalue {{{_V}, {_V}}} %one, {_V} {results[1]}, 1
ret {{{_V}, {_V}}} %two
}}
define internal {{{_V}, {_V}}} @turned({_V} %x) alwaysinline nounwind {{
%size = call {_V} @llvm.fabs.v{WIDTH}f64({_V} %x)
%far = fcmp uge {_V} %size, {_splat(_FAR)}
%any = call i1 @llvm.vector.reduce.or.v{WIDTH}i1(<{WIDTH} x i1> %far)
%near = call {{{_V}, {_V}}} @near({_V} %x)
br i1 %any, label %some, label %none
none:
ret {{{_V}, {_V}}} %near
some:
%sine = extractvalue {{{_V}, {_V}}} %near, 0
%cosine = extractvalue {{{_V}, {_V}}} %near, 1
{_by_lane("sin", "%x", "a")}
{_by_lane("cos", "%x", "b")}
%s = select <{WIDTH} x i1> %far, {_V} %a{WIDTH - 1}, {_V} %sine
%c = select <{WIDTH} x i1> %far, {_V} %b{WIDTH - 1}, {_V} %cosine
%first = insertvalue {{{_V}, {_V}}} undef, {_V} %s, 0
%both = insertvalue {{{_V}, {_V}}} %first, {_V} %c, 1
ret {{{_V}, {_V}}} %both
}}
"""


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
        self._names = {first + k: _splat(value) for k, value in enumerate(layout.numbers)}
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
            return f"{lines}\n{v} = fadd {_V} %l{slot}.{WIDTH - 1}, {_splat(-0.0)}"
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
        return f"{lines}\n{v} = fadd {_V} %l{slot}.{WIDTH - 1}, {_splat(-0.0)}"

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
            *(f"declare {_V} @llvm.{name}.v{WIDTH}f64({_V})\n" for name in _WHOLE.values()),
            row_definitions(self.layout.rows),
            f"declare i1 @llvm.vector.reduce.or.v{WIDTH}i1(<{WIDTH} x i1>)\n",
        ]
        text = "".join([*heads, _sine_and_cosine(), _LaneWriter(self.layout).text()])
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

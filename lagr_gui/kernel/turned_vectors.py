"""Sine and cosine of many angles at once, as functions over vectors of LLVM."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from lagr_gui.kernel.turning import FAR, near

TOGETHER = 8
"""Angles that programs turn at once: a register of AVX-512, two of AVX2, as quick as one angle."""


class _Vector:
    """A value of a function over vectors; what is done with it adds lines."""

    def __init__(self, lines: _Lines, name: str) -> None:
        self._lines, self.name = lines, name

    def __add__(self, other: _Vector | float, /) -> _Vector:
        return self._lines.op("fadd", self, other)

    def __sub__(self, other: _Vector | float, /) -> _Vector:
        return self._lines.op("fsub", self, other)

    def __rsub__(self, other: float, /) -> _Vector:
        return self._lines.op("fsub", other, self)

    def __mul__(self, other: _Vector | float, /) -> _Vector:
        return self._lines.op("fmul", self, other)


class _Lines:
    """Lines of a function over vectors of so many floats."""

    def __init__(self, width: int) -> None:
        self.text: list[str] = []
        self._type = vectors(width)

    def add(self, line: str) -> str:
        name = f"%n{len(self.text)}"
        self.text.append(f"{name} = {line}")
        return name

    def op(self, operation: str, a: _Vector | float, b: _Vector | float) -> _Vector:
        one, two = (x.name if isinstance(x, _Vector) else splat(x) for x in (a, b))
        return _Vector(self, self.add(f"{operation} {self._type} {one}, {two}"))


def vectors(width: int) -> str:
    """The type of so many floats."""
    return f"<{width} x double>"


def splat(value: float) -> str:
    """A vector that holds a float in all places."""
    return f"splat (double {literal(value)})"


def literal(value: float) -> str:
    """A float as LLVM writes it, to the last bit."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


def turn_definition(width: int, name: str, inline: bool = False) -> str:
    """A function that gives (sines, cosines) of a vector; `inline` for one module."""
    V, whole = vectors(width), f"<{width} x i64>"
    n = _Lines(width)
    sines, cosines, shifted = (value.name for value in near(_Vector(n, "%x")))
    bits = n.add(f"bitcast {V} {shifted} to {whole}")
    odd = n.add(f"trunc {whole} {bits} to <{width} x i1>")
    results: list[str] = []
    for first, second, more in ((sines, cosines, 0), (cosines, sines, 1)):
        chosen = n.add(f"select <{width} x i1> {odd}, {V} {second}, {V} {first}")
        moved = n.add(f"add {whole} {bits}, splat (i64 {more})")
        sign = n.add(f"shl {whole} {n.add(f'and {whole} {moved}, splat (i64 2)')}, splat (i64 62)")
        flipped = n.add(f"xor {whole} {n.add(f'bitcast {V} {chosen} to {whole}')}, {sign}")
        results.append(n.add(f"bitcast {whole} {flipped} to {V}"))
    lines = "\n".join(n.text)
    kind, how = ("internal ", "alwaysinline ") if inline else ("", "")
    return f"""declare {V} @llvm.fabs.v{width}f64({V})
declare i1 @llvm.vector.reduce.or.v{width}i1(<{width} x i1>)
define {kind}{{{V}, {V}}} @{name}({V} %x) {how}nounwind {{
{lines}
%size = call {V} @llvm.fabs.v{width}f64({V} %x)
%far = fcmp uge {V} %size, {splat(FAR)}
%any = call i1 @llvm.vector.reduce.or.v{width}i1(<{width} x i1> %far)
br i1 %any, label %some, label %end
some:
br label %lane
lane:
%k = phi i64 [0, %some], [%next, %after]
%s = phi {V} [{results[0]}, %some], [%s2, %after]
%c = phi {V} [{results[1]}, %some], [%c2, %after]
%sizek = extractelement {V} %size, i64 %k
%fark = fcmp uge double %sizek, {literal(FAR)}
br i1 %fark, label %ask, label %after
ask:
%xk = extractelement {V} %x, i64 %k
%sk = call double @sin(double %xk)
%ck = call double @cos(double %xk)
%s1 = insertelement {V} %s, double %sk, i64 %k
%c1 = insertelement {V} %c, double %ck, i64 %k
br label %after
after:
%s2 = phi {V} [%s, %lane], [%s1, %ask]
%c2 = phi {V} [%c, %lane], [%c1, %ask]
%next = add i64 %k, 1
%more = icmp slt i64 %next, {width}
br i1 %more, label %lane, label %end
end:
%s3 = phi {V} [{results[0]}, %0], [%s2, %after]
%c3 = phi {V} [{results[1]}, %0], [%c2, %after]
%one = insertvalue {{{V}, {V}}} undef, {V} %s3, 0
%two = insertvalue {{{V}, {V}}} %one, {V} %c3, 1
ret {{{V}, {V}}} %two
}}
"""


_V = vectors(TOGETHER)

TURNED = "turned_together"
"""The function that turns so many angles at once, for all programs of a process."""

TURNED_DECLARATION = f"declare {{{_V}, {_V}}} @{TURNED}({_V}) memory(none) nounwind willreturn\n"


def turns(angles: Sequence[str], name: str) -> list[str]:
    """Lines that turn at most `TOGETHER` angles: sines `{name}s0` …, cosines `{name}c0` …."""
    lines: list[str] = []
    before = "zeroinitializer"  # zeros are near
    for place, angle in enumerate(angles):
        now = f"{name}x{place}"
        lines.append(f"{now} = insertelement {_V} {before}, double {angle}, i64 {place}")
        before = now
    lines.append(f"{name} = call {{{_V}, {_V}}} @{TURNED}({_V} {before})")
    for row, letter in enumerate("sc"):
        lines.append(f"{name}{letter} = extractvalue {{{_V}, {_V}}} {name}, {row}")
        lines += [
            f"{name}{letter}{place} = extractelement {_V} {name}{letter}, i64 {place}"
            for place in range(len(angles))
        ]
    return lines

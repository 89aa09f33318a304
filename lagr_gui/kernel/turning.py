"""Sine and cosine of an angle together: one set of formulas for floats and for vectors of LLVM.

They are fdlibm's, less than one unit of the last place wrong.  Every sum and product is rounded by
itself, so that all programs find the same bits: in Python, quick and optimised, single and in
lanes, on every processor.  Where angles are large, infinite or no numbers the C library is asked.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from typing import Protocol, Self, TypeVar

TOGETHER = 8
"""Angles that programs turn at once: a register of AVX-512, two of AVX2, as quick as one angle."""

FAR = 4e5
"""From here on three parts of π/2 leave too few digits of what is left of some angles."""

_PER_QUARTER = 6.36619772367581382433e-01
_SHIFT = 1.5 * 2.0**52
"""A sum with it has no room for what is behind the point: it ends in a whole number's bits."""

# π/2 in parts, the first ones of 33 bits, and the polynomials of fdlibm's k_sin.c and k_cos.c.
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


class _Number(Protocol):
    """A float, or a value of a function that is written."""

    def __add__(self, other: Self | float, /) -> Self: ...
    def __sub__(self, other: Self | float, /) -> Self: ...
    def __rsub__(self, other: float, /) -> Self: ...
    def __mul__(self, other: Self | float, /) -> Self: ...


_N = TypeVar("_N", bound=_Number)


def _near(x: _N) -> tuple[_N, _N, _N]:
    """Sine and cosine of what is left of x without quarters of a turn; these, shifted.

    Sums are arranged so that few must wait for one another.
    """
    shifted = x * _PER_QUARTER + _SHIFT
    quarters = shifted - _SHIFT
    t = x - quarters * _PARTS[0]
    w = quarters * _PARTS[1]
    r = t - w
    rest = quarters * _PARTS[2]
    about = r - rest  # known before a, and near enough for all but the first terms
    w = rest - ((t - r) - w)
    a = r - w
    b = (r - a) - w  # a + b is left
    q = about * about
    q2 = q * q
    inner = (q * _S[2] + _S[1]) + q2 * ((q * _S[4] + _S[3]) + q2 * _S[5])
    z = a * a
    v = z * a
    sine = a - ((z * (b * 0.5 - v * inner) - b) - v * _S[0])
    power = q2 * ((q * _C[1] + _C[0]) + q2 * ((q * _C[3] + _C[2]) + q2 * (q * _C[5] + _C[4])))
    half = z * 0.5
    w = 1.0 - half
    cosine = w + (((1.0 - w) - half) + (power - a * b))
    return sine, cosine, shifted


def sine(x: float) -> float:
    """The sine of a float; `ValueError` for infinities."""
    return _turned(x, 0) if abs(x) < FAR else math.sin(x)


def cosine(x: float) -> float:
    """The cosine of a float; `ValueError` for infinities."""
    return _turned(x, 1) if abs(x) < FAR else math.cos(x)


def _turned(x: float, more: int) -> float:
    """The sine of an angle and so many quarters of a turn."""
    *both, shifted = _near(x)
    quarters = int(shifted - _SHIFT) + more
    value = both[quarters & 1]
    return -value if quarters & 2 else value


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
    sines, cosines, shifted = (value.name for value in _near(_Vector(n, "%x")))
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

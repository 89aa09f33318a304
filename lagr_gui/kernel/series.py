"""Writes the Taylor series of motions as LLVM's intermediate language.

A program that gives q̈ at a state becomes one that gives the normalised Taylor coefficients of q
and q̇ in time, order by order: Jorba, Zou: A software package for the numerical integration of
ODEs by means of high-order Taylor methods, Experimental Mathematics 14 (2005) 99-117, section 2.

Only sums, products, quotients, sines and cosines have a series here: they are one analytic function
everywhere, and none of them is hidden far from where it acts.  A root or a modulus is another
function beyond its zeros, an exponential may be a push of which nothing is felt before and after:
a motion that gets past these within a step would not notice.

All but sums need Σ aᵢ bₙ₋ᵢ.  What lies between the ends of these is known before order n begins: it
is summed for some of them at a time (0 < i < n), and the ends follow one operation after the
other.  All orders share the same code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from lagr_gui.foundation.arrays import LINE
from lagr_gui.kernel import operations as op
from lagr_gui.kernel.emit import ARITHMETIC, TURNING, declarations
from lagr_gui.kernel.layout import SlotLayout
from lagr_gui.kernel.operations import Operation
from lagr_gui.kernel.turned_vectors import TOGETHER, TURNED_DECLARATION, literal, turns

# --- Lines of LLVM's intermediate language for `series`: single numbers, and some side by side

WIDTH = 4
"""Numbers side by side in a register."""

VECTOR = f"<{WIDTH} x double>"
MORE = {"double": "llvm.fmuladd.f64", VECTOR: f"llvm.fmuladd.v{WIDTH}f64"}
"""Functions for a b + c, by the kind of value."""


class SeriesLines:
    """Lines that are written one after the other; each value is told by its name."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def _add(self, line: str) -> str:
        name = f"%n{len(self._lines)}"
        self._lines.append(f"{name} = {line}")
        return name

    def _do(self, operation: str, a: str, b: str) -> str:
        return self._add(f"{operation} double {a}, {b}")

    def _more(self, a: str, b: str, total: str) -> str:
        """total + a b, rounded once where the processor can do so."""
        return self._add(f"call double @{MORE['double']}(double {a}, double {b}, double {total})")

    def _at(self, base: str, place: int | str) -> str:
        return self._add(f"getelementptr double, ptr {base}, i64 {place}")

    def _load(self, base: str, place: int | str, kind: str = "double") -> str:
        return self._add(f"load {kind}, ptr {self._at(base, place)}, align 8")

    def _store(self, value: str, base: str, place: int | str, kind: str = "double") -> None:
        self._lines.append(f"store {kind} {value}, ptr {self._at(base, place)}, align 8")

    def _packed(self, values: list[str]) -> str:
        """Numbers in one register, put together two by two; what is left there is 0."""
        parts = [*values, *[literal(0)] * (WIDTH - len(values))]
        before, width = "double", 1
        while len(parts) > 1:
            width *= 2
            kind = f"<{width} x double>"
            pairs = zip(parts[::2], parts[1::2], strict=True)
            parts = [self._together(before, kind, width, *pair) for pair in pairs]
            before = kind
        return parts[0]

    def _together(self, before: str, kind: str, width: int, a: str, b: str) -> str:
        if width == 2:
            half = self._add(f"insertelement {kind} zeroinitializer, double {a}, i32 0")
            return self._add(f"insertelement {kind} {half}, double {b}, i32 1")
        places = ", ".join(f"i32 {place}" for place in range(width))
        return self._add(f"shufflevector {before} {a}, {before} {b}, <{width} x i32> <{places}>")


# --- Writes the Taylor series of motions as LLVM's intermediate language -----------------------

HIGHEST = 30
"""The highest order that there is room for."""

BLOCK = 8
"""Registers of sums in a loop."""

_PARTNERS = {op.SIN: op.COS, op.COS: op.SIN}
_FACTORS = {
    op.MULTIPLY: "ij",
    op.DIVIDE: "jz",
    **dict.fromkeys(_PARTNERS, "ip"),
}
"""What the sums of z = f(i, j) are made of; p is its partner, the cosine of a sine."""

_ANALYTIC = {op.ADD, op.SUBTRACT, op.NEGATE, *_FACTORS}


@dataclass(frozen=True, slots=True)
class SeriesText:
    """The code of `void series(x, w, y)`, and how many floats y must hold.

    x is the state of a kernel: t, q (f), q̇ (f), and what stays along a motion; w are its slots.  y
    begins with the rows of coefficients (`HIGHEST` + 1, 2f) of q and q̇, the first of which is the
    state.  After them stands the order; the rest is for the program, 0 at first; vectors in it are
    read fastest
    where y begins a line of memory (`arrays.aligned`).
    """

    text: str
    room: int


def series_text(layout: SlotLayout, rates: Sequence[int], longest: int) -> SeriesText | None:
    """The series of a kernel whose q̈ are the slots `rates`.

    None where these are not made of analytic operations only, or of more than `longest` sums.
    """
    needed = _needed(layout, rates)
    if not {code for _, (code, _, _) in needed} <= _ANALYTIC:
        return None
    series = _Series(layout, rates, needed)
    return series.written() if len(series.sums) <= longest else None


def _needed(layout: SlotLayout, rates: Sequence[int]) -> list[tuple[int, Operation]]:
    """The operations of the state stage that the rates are made of, with their slots."""
    first = layout.first_state_result
    wanted, pending = set(rates), [*rates]
    while pending:
        at = pending.pop() - first
        if at >= 0:
            new = {*layout.state_stage[at][1:]} - wanted - {-1}
            wanted |= new
            pending += new
    return [pair for pair in enumerate(layout.state_stage, first) if pair[0] in wanted]


def _in_order(
    layout: SlotLayout, needed: list[tuple[int, Operation]]
) -> list[tuple[int, Operation]]:
    """The operations with the factors of products in an order that what they are made of tells.

    Sums of products of series round otherwise the other way round, and on which side a factor
    stands depends on what was derived before.
    """
    first = layout.states + layout.parameters
    made = {slot: str(slot).encode() for slot in range(first)}
    made |= {slot: value.hex().encode() for slot, value in enumerate(layout.numbers, first)}
    stages = (*layout.parameter_stage, *layout.state_stage)
    for slot, (code, i, j) in enumerate(stages, layout.first_parameter_result):
        parts = [made[k] if k >= 0 else b"" for k in (i, j)]
        if code in (op.ADD, op.MULTIPLY):
            parts.sort()
        made[slot] = sha256(b"|".join([str(code).encode(), *parts])).digest()

    def ordered(operation: Operation) -> Operation:
        code, i, j = operation
        return (code, j, i) if code == op.MULTIPLY and made[j] < made[i] else operation

    return [(slot, ordered(operation)) for slot, operation in needed]


@dataclass(slots=True)
class _Order:
    """The coefficients of one order by slot; those that are missing are 0.

    n is the order as a float, `part` is 1 / n.
    """

    n: str
    part: str
    names: dict[int, str] = field(default_factory=dict[int, str])


class _Series(SeriesLines):
    """A program whose series is written."""

    def __init__(
        self, layout: SlotLayout, rates: Sequence[int], needed: list[tuple[int, Operation]]
    ) -> None:
        super().__init__()
        self._layout, self._rates = layout, rates
        self._n = 2 * len(rates)
        self._partner: dict[int, int] = {}
        self._resting: set[int] = set()
        self._operations = dict(self._with_partners(_in_order(layout, needed)))
        for slot, (_, i, j) in self._operations.items():
            if self._is_still(i) and (j < 0 or self._is_still(j)):
                self._resting.add(slot)
        summed = [slot for slot, step in self._operations.items() if self._is_summed(step)]
        self._found_after = self._depths()
        self.sums = sorted(summed, key=self._depth)
        self._groups = [self.sums[i : i + WIDTH] for i in range(0, len(self.sums), WIDTH)]
        self._place = {slot: place for place, slot in enumerate(self.sums)}
        self._row = len(self._groups) * WIDTH
        self._zero: dict[int, str] = {}
        self._inverse: dict[int, str] = {}

    def _with_partners(
        self, operations: list[tuple[int, Operation]]
    ) -> list[tuple[int, Operation]]:
        """The operations, with a cosine beside each sine and the other way round."""
        slots = {(code, i): slot for slot, (code, i, _) in operations}
        ordered: list[tuple[int, Operation]] = []
        for slot, (code, i, j) in operations:
            ordered.append((slot, (code, i, j)))
            if code in _PARTNERS:
                new = self._layout.slots + slot
                other = slots.get((_PARTNERS[code], i), new)
                self._partner |= {slot: other, other: slot}
                if other == new:
                    ordered.append((new, (_PARTNERS[code], i, -1)))
        return ordered

    def _depths(self) -> dict[int, int]:
        """How many operations must come before each: sums side by side should be known together."""
        depths: dict[int, int] = {}
        for slot, (_, i, j) in self._operations.items():
            depths[slot] = 1 + max(depths.get(i, 0), depths.get(j, 0))
        return depths

    def _depth(self, slot: int) -> int:
        return self._found_after.get(slot, 0)

    def _is_still(self, slot: int) -> bool:
        """Whether a value does not depend on t, q, q̇: what stands behind these stays as it is."""
        return self._n < slot < self._layout.first_state_result or slot in self._resting

    def _is_summed(self, operation: Operation) -> bool:
        code, i, j = operation
        if self._is_still(i) and (j < 0 or self._is_still(j)):
            return False
        if code == op.MULTIPLY:
            return not (self._is_still(i) or self._is_still(j))
        return code in _FACTORS and not (code == op.DIVIDE and self._is_still(j))

    def written(self) -> SeriesText:
        """The whole module."""
        order = (HIGHEST + 1) * self._n
        left, rows = -(-(order + 1) // LINE) * LINE, (HIGHEST + 1) * self._row
        sums = left + 2 * rows
        self._write_state()
        last = self._add(f"fptosi double {self._load('%y', order)} to i64")
        places = [self._at("%y", place) for place in (left, left + rows, sums)]
        self._lines += ["br label %order", "order:", "%n = phi i64 [1, %entry], [%next, %after]"]
        self._write_inner(*places)
        self._write_order(*places)
        self._lines += [
            "%next = add i64 %n, 1",
            f"%more = icmp slt i64 %n, {last}",
            "br label %after",
            "after:",
            "br i1 %more, label %order, label %end",
            "end:",
            "ret void",
        ]
        parts = ", ".join(f"double {literal(1 / k)}" for k in range(1, HIGHEST + 2))
        head = f"@parts = private constant [{HIGHEST + 1} x double] [{parts}]\n"
        signature = "(ptr noalias readonly %x, ptr noalias readonly %w, ptr noalias %y) nounwind"
        body = "\n".join(self._lines)
        function = f"define void @series{signature} {{\nentry:\n{body}\n}}\n"
        more = [f"declare {v} @{name}({v}, {v}, {v})\n" for v, name in MORE.items()]
        text = "".join([declarations(), TURNED_DECLARATION, *more, head, function])
        return SeriesText(text, sums + self._row)

    def _write_state(self) -> None:
        """Values at the state, with what later orders need of them; the first two rows."""
        zero, states = self._zero, self._layout.states
        used = {*self._rates, *(slot for _, *two in self._operations.values() for slot in two)}
        zero |= {slot: self._load("%x", slot) for slot in range(states)}
        zero |= {
            slot: self._load("%w", slot)
            for slot in sorted(used)
            if states <= slot < self._layout.first_state_result
        }
        for slot, (code, i, j) in self._operations.items():
            if code in ARITHMETIC:
                zero[slot] = self._do(ARITHMETIC[code], zero[i], zero[j])
            elif code == op.NEGATE:
                zero[slot] = self._add(f"fneg double {zero[i]}")
            elif slot not in zero:
                self._turn(slot)
            if code == op.DIVIDE:
                self._inverse[slot] = self._do("fdiv", literal(1.0), zero[j])
        for i in range(self._n):
            self._store(zero[1 + i], "%y", i)
            self._store(zero[self._rate(i)], "%y", self._n + i)

    def _turn(self, slot: int) -> None:
        """The sine and cosine of an angle, with those of other angles that are known by now."""
        zero = self._zero
        waiting = {
            other: k
            for other, (code, k, _) in self._operations.items()
            if code in TURNING and k in zero and other not in zero
        }
        angles = [*dict.fromkeys([self._operations[slot][1], *waiting.values()])][:TOGETHER]
        self._lines += turns([zero[k] for k in angles], f"%t{slot}")
        for other, k in waiting.items():
            if k in angles:
                letter = TURNING[self._operations[other][0]]
                zero[other] = f"%t{slot}{letter}{angles.index(k)}"

    def _rate(self, number: int) -> int:
        """The slot of the rate of a coordinate or velocity."""
        f = len(self._rates)
        return 1 + f + number if number < f else self._rates[number - f]

    def _write_inner(self, left: str, right: str, sums: str) -> None:
        """What lies between the ends of all sums: Σ aᵢ bₙ₋ᵢ for 0 < i < n.

        Coefficients of order n - 1 come last: a processor sums the others while it finds these.
        """
        lines, before = self._lines, "order"
        newest = self._add("sub i64 %n, 1")
        one, two = (self._add(f"icmp sgt i64 %n, {k}") for k in (1, 2))
        one, two = (self._add(f"zext i1 {flag} to i64") for flag in (one, two))
        newest_left = self._add(f"mul i64 {two}, {newest}")
        for first in range(0, len(self._groups), BLOCK):
            block = range(first, min(first + BLOCK, len(self._groups)))
            here = f"b{first}"
            lines += [f"br label %{here}", f"{here}:"]
            lines.append(f"%{here}.i = phi i64 [2, %{before}], [%{here}.next, %{here}.inside]")
            for g in block:
                start = f"[zeroinitializer, %{before}]"
                lines.append(f"%sum{g} = phi {VECTOR} {start}, [%new{g}, %{here}.inside]")
            lines += [
                f"%{here}.more = icmp slt i64 %{here}.i, {newest}",
                f"br i1 %{here}.more, label %{here}.inside, label %{here}.end",
                f"{here}.inside:",
                f"%{here}.next = add i64 %{here}.i, 1",
                f"%{here}.rest = sub i64 %n, %{here}.i",
            ]
            a, b = self._row_of(left, f"%{here}.i"), self._row_of(right, f"%{here}.rest")
            for g in block:
                lines.append(f"%new{g} = {self._with_product(f'%sum{g}', a, b, g)}")
            lines += [f"br label %{here}", f"{here}.end:"]
            ends = [(one, newest), (newest_left, two)]
            rows = [(self._row_of(left, i), self._row_of(right, j)) for i, j in ends]
            for g in block:
                whole = f"%sum{g}"
                for a, b in rows:
                    whole = self._add(self._with_product(whole, a, b, g))
                self._store(whole, sums, g * WIDTH, VECTOR)
            before = f"{here}.end"

    def _row_of(self, base: str, order: str) -> str:
        """The coefficients of an order that sums multiply; those of order 0 are 0."""
        return self._at(base, self._add(f"mul i64 {order}, {self._row}"))

    def _with_product(self, total: str, a: str, b: str, group: int) -> str:
        """The sums of a group with one product more, of coefficients in two rows."""
        one, two = (self._load(row, group * WIDTH, VECTOR) for row in (a, b))
        return f"call {VECTOR} @{MORE[VECTOR]}({VECTOR} {one}, {VECTOR} {two}, {VECTOR} {total})"

    def _write_order(self, left: str, right: str, sums: str) -> None:
        """The coefficients of order n, what later sums need of them, the rows of order n + 1."""
        row = self._at("%y", self._add(f"mul i64 %n, {self._n}"))
        offset = self._add(f"mul i64 %n, {self._row}")
        left, right = self._at(left, offset), self._at(right, offset)
        part = self._load("@parts", self._add("sub i64 %n, 1"))
        order = _Order(self._add("sitofp i64 %n to double"), part)
        first = self._add("icmp eq i64 %n, 1")
        order.names[0] = self._add(f"select i1 {first}, double {literal(1)}, double {literal(0)}")
        order.names |= {1 + i: self._load(row, i) for i in range(self._n)}
        waiting = [*enumerate(self._groups)]
        for slot, operation in self._operations.items():
            if slot in self._resting:
                continue
            order.names[slot] = self._coefficient(order, slot, operation, sums)
            for g, group in [*waiting]:
                if all({*self._pair(slot)} <= order.names.keys() for slot in group):
                    self._enter(order, group, left, right, g * WIDTH)
                    waiting.remove((g, group))
        part = self._load("@parts", "%n")
        for i in range(self._n):
            rate = order.names.get(self._rate(i), literal(0))
            self._store(self._do("fmul", rate, part), row, self._n + i)

    def _pair(self, slot: int) -> tuple[int, int]:
        """The slots whose series the sum of a slot multiplies."""
        code, i, j = self._operations[slot]
        letters = {"i": i, "j": j, "z": slot, "p": self._partner.get(slot, slot)}
        one, two = _FACTORS[code]
        return letters[one], letters[two]

    def _enter(self, order: _Order, group: list[int], left: str, right: str, place: int) -> None:
        """Keep the coefficients of order n that the sums of a group multiply."""
        for base, side in ((left, 0), (right, 1)):
            values: list[str] = []
            for slot in group:
                value = order.names[self._pair(slot)[side]]
                if side == 0 and self._operations[slot][0] in _PARTNERS:
                    value = self._do("fmul", order.n, value)
                values.append(value)
            self._store(self._packed(values), base, place, VECTOR)

    def _coefficient(self, order: _Order, slot: int, operation: Operation, sums: str) -> str:
        """The coefficient of order n of an operation."""
        code, i, j = operation
        a, b = order.names.get(i, ""), order.names.get(j, "")
        if not self._is_summed(operation):
            return self._linear(operation, a, b, slot)
        zero, value = self._zero, self._load(sums, self._place[slot])
        if code in _PARTNERS:
            value = self._do("fmul", value, order.part)
        if code == op.MULTIPLY:
            pairs = sorted([(i, a, j), (j, b, i)], key=lambda pair: self._depth(pair[0]))
            for _, factor, other in pairs:  # what is found last is waited for least
                value = self._more(factor, zero[other], value)
            return value
        if code in _PARTNERS:
            value = self._more(a, zero[self._partner[slot]], value)
            return self._add(f"fneg double {value}") if code == op.COS else value
        value = self._do("fsub", a, value) if a else self._add(f"fneg double {value}")
        value = self._more(self._add(f"fneg double {zero[slot]}"), b, value)
        return self._do("fmul", value, self._inverse[slot])

    def _linear(self, operation: Operation, a: str, b: str, slot: int) -> str:
        """The same where no series are multiplied; operands without a series are empty."""
        code, i, j = operation
        if code == op.DIVIDE:
            return self._do("fmul", a, self._inverse[slot])
        if code == op.MULTIPLY:
            return self._do("fmul", a or b, self._zero[j if a else i])
        if a and b:
            return self._do(ARITHMETIC[code], a, b)
        if code == op.NEGATE or (code == op.SUBTRACT and b):
            return self._add(f"fneg double {a or b}")
        return a or b

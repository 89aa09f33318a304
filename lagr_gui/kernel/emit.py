"""Writes straight-line programs as LLVM's intermediate language.

Programs are cut into short pieces, one function each; what a later piece needs passes
through memory.  LLVM's quick translator keeps a function's values on the stack: with
short pieces that stack stays in the first-level cache, and the code runs nearly as fast
as optimised code (28 000 operations: 4.5 µs, in one piece 12 µs).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from lagr_gui.kernel import operations as op
from lagr_gui.kernel.layout import SlotLayout
from lagr_gui.kernel.operations import Operation
from lagr_gui.kernel.turned_vectors import TOGETHER, literal, turns

PIECE, LONG_PIECE = 250, 1000
"""Operations per function for the quick translator and for optimised code: measured optima.

What pieces hand on passes through memory, which costs optimised code 4 % at 250; beyond 1000 giving
out registers takes a time that grows faster than the pieces, and the code becomes no faster.
"""

ARITHMETIC = {
    op.ADD: "fadd",
    op.SUBTRACT: "fsub",
    op.MULTIPLY: "fmul",
    op.DIVIDE: "fdiv",
}
TURNING = {op.SIN: "s", op.COS: "c"}
"""Operations that are computed for several angles at once, both together (`turns`)."""

_UNARY = {
    op.NEGATE: ("fneg double ", ""),
    op.SQRT: ("call double @llvm.sqrt.f64(double ", ")"),
    op.ABS: ("call double @llvm.fabs.f64(double ", ")"),
    op.FLOOR: ("call double @llvm.floor.f64(double ", ")"),
    **{
        c: (f"call double @{s}(double ", ")")
        for c, s in op.LIBRARY.items()
        if c in op.UNARY and c not in TURNING
    },
}
_BINARY = {
    **{c: (f"{s} double ", ", ", "") for c, s in ARITHMETIC.items()},
    **{
        c: (f"call double @{s}(double ", ", double ", ")")
        for c, s in op.LIBRARY.items()
        if c in op.BINARY
    },
}
_PURE = "memory(none) nounwind willreturn"
_SIGNATURE = "(ptr noalias readonly %x, ptr noalias %w, ptr noalias %y) nounwind"


@dataclass(frozen=True, slots=True)
class MachinePiece:
    """A function `void name(x, w, y)`: state, all slots, outputs; the parts that need it."""

    name: str
    text: str
    parts: int = -1


@dataclass(slots=True)
class _Scope:
    """What is known inside one piece: names of slots, and the lines so far."""

    names: dict[int, str]
    lines: list[str] = field(default_factory=list[str])
    turned: dict[tuple[int, int], str] = field(default_factory=dict[tuple[int, int], str])
    """Names of what sine and cosine (code, slot) of angles are."""


def emit(layout: SlotLayout, piece: int = PIECE) -> tuple[list[MachinePiece], list[MachinePiece]]:
    """The pieces of the parameter stage and of the state stage, of so many operations at most.

    Both work on an array w with a place for every slot; the state stage reads the state
    from x instead and writes the outputs to y.
    """
    writer = _Writer(layout, piece)
    used = {slot for _, i, j in layout.state_stage for slot in (i, j)}
    kept = used | set(layout.outputs)
    whole = ((len(layout.parameter_stage), -1),)
    still = writer.stage(
        "p", layout.parameter_stage, whole, layout.first_parameter_result, kept, {}
    )
    outputs: dict[int, list[int]] = {}
    for place, slot in enumerate(layout.outputs):
        outputs.setdefault(slot, []).append(place)
    busy = writer.stage(
        "s", layout.state_stage, layout.blocks, layout.first_state_result, set(), outputs
    )
    return still, [*busy, *writer.copies(outputs)]


def declarations() -> str:
    """The functions that programs call, for the head of each module."""
    unary = [s for c, s in op.LIBRARY.items() if c in op.UNARY]
    binary = [s for c, s in op.LIBRARY.items() if c in op.BINARY]
    lines = [f"declare double @{s}(double) {_PURE}" for s in unary]
    lines += [f"declare double @{s}(double, double) {_PURE}" for s in binary]
    lines += [f"declare double @llvm.{s}.f64(double)" for s in ("sqrt", "fabs", "floor")]
    return "\n".join(lines) + "\n"


def row_name(code: int) -> str:
    """What the function of an operation on a row is called."""
    number, what = op.in_row(code)
    return f"{('search', 'entry')[what]}{number}"


def row_declarations(rows: Sequence[op.Row]) -> str:
    """The functions of rows, for modules that call them."""
    codes = [2 * number + what for number, row in enumerate(rows) if row for what in (0, 1)]
    names = [row_name(op.FIRST_ROW + code) for code in codes]
    return "".join(f"declare double @{name}(double) nounwind\n" for name in names)


def row_definitions(rows: Sequence[op.Row]) -> str:
    """Rows as data and the functions of them, for one module."""
    return "".join([_SEARCH] * any(rows)) + "".join(
        _ROW.format(
            number=number,
            count=len(row),
            numbers=", ".join(f"double {literal(value)}" for value in row),
        )
        for number, row in enumerate(rows)
        if row
    )


_SEARCH = """define internal double @search(ptr %row, i64 %count, double %x) nounwind {
entry:
  br label %test
test:
  %low = phi i64 [0, %entry], [%from, %look]
  %high = phi i64 [%count, %entry], [%to, %look]
  %more = icmp slt i64 %low, %high
  br i1 %more, label %look, label %end
look:
  %sum = add i64 %low, %high
  %middle = lshr i64 %sum, 1
  %at = getelementptr double, ptr %row, i64 %middle
  %number = load double, ptr %at
  %below = fcmp olt double %x, %number
  %above = add i64 %middle, 1
  %from = select i1 %below, i64 %low, i64 %above
  %to = select i1 %below, i64 %middle, i64 %high
  br label %test
end:
  %found = uitofp i64 %low to double
  ret double %found
}
"""

_ROW = """@row{number} = private constant [{count} x double] [{numbers}]
define double @search{number}(double %x) nounwind {{
  %found = call double @search(ptr @row{number}, i64 {count}, double %x)
  ret double %found
}}
define double @entry{number}(double %place) nounwind {{
  %index = fptoui double %place to i64
  %at = getelementptr double, ptr @row{number}, i64 %index
  %found = load double, ptr %at
  ret double %found
}}
"""


def drivers(
    still: Iterable[MachinePiece], busy: Iterable[MachinePiece], layout: SlotLayout, parts: int
) -> str:
    """`prepare` and `state`, which run all pieces of a stage, and `many`, a loop of it.

    `part0`, `part1` … run the pieces of the state stage that a part needs.  `prepare_in` and
    `state_in` take one block: all slots, then the outputs.
    """
    pieces = [*still, *busy]
    declared = "".join(f"declare void @{piece.name}(ptr, ptr, ptr)\n" for piece in pieces)
    return (
        declared
        + _driver("prepare", still)
        + _driver("state", busy)
        + "".join(
            _driver(f"part{bit}", [piece for piece in busy if piece.parts >> bit & 1])
            for bit in range(parts)
        )
        + row_definitions(layout.rows)
        + "".join(_IN_BLOCK.format(name=name, end=layout.slots) for name in ("prepare", "state"))
        + _MANY.format(states=layout.states, outputs=len(layout.outputs))
    )


def _driver(name: str, pieces: Iterable[MachinePiece]) -> str:
    calls = "".join(f"call void @{piece.name}(ptr %x, ptr %w, ptr %y)\n" for piece in pieces)
    return f"define void @{name}(ptr %x, ptr %w, ptr %y) nounwind {{\n{calls}ret void\n}}\n"


_IN_BLOCK = """define void @{name}_in(ptr %w) nounwind {{
%y = getelementptr double, ptr %w, i64 {end}
call void @{name}(ptr %w, ptr %w, ptr %y)
ret void
}}
"""

_MANY = """define void @many(ptr %x, ptr %w, ptr %y, i64 %n) nounwind {{
entry:
  br label %test
test:
  %k = phi i64 [0, %entry], [%next, %body]
  %more = icmp slt i64 %k, %n
  br i1 %more, label %body, label %end
body:
  %i = mul i64 %k, {states}
  %j = mul i64 %k, {outputs}
  %xk = getelementptr double, ptr %x, i64 %i
  %yk = getelementptr double, ptr %y, i64 %j
  call void @state(ptr %xk, ptr %w, ptr %yk)
  %next = add i64 %k, 1
  br label %test
end:
  ret void
}}
"""


class _Writer:
    def __init__(self, layout: SlotLayout, piece: int) -> None:
        self._piece = piece
        self._states = layout.states
        self._first_result = layout.first_state_result
        first = layout.states + layout.parameters
        self._numbers = {first + k: literal(value) for k, value in enumerate(layout.numbers)}

    def stage(
        self,
        prefix: str,
        stage: tuple[Operation, ...],
        blocks: tuple[tuple[int, int], ...],
        first: int,
        kept: set[int],
        outputs: dict[int, list[int]],
    ) -> list[MachinePiece]:
        """A stage in pieces; slots in `kept` and those that later pieces use go to w."""
        cuts = _cuts(blocks, self._piece)
        last: dict[int, int] = {}
        for number, (start, end, _) in enumerate(cuts):
            for _, i, j in stage[start:end]:
                last[i] = last[j] = number
        pieces: list[MachinePiece] = []
        for number, (start, end, parts) in enumerate(cuts):
            scope = _Scope(dict(self._numbers))
            angles = dict.fromkeys(i for code, i, _ in stage[start:end] if code in TURNING)
            for slot, operation in enumerate(stage[start:end], first + start):
                if operation[0] in TURNING:
                    self._turn(scope, slot, operation, angles)
                else:
                    self._operation(scope, slot, operation)
                name = scope.names[slot]
                if slot in kept or last.get(slot, -1) > number:
                    scope.lines.append(_store("w", slot, name))
                for place in outputs.get(slot, ()):
                    scope.lines.append(_store("y", place, name))
            pieces.append(_piece(f"{prefix}{number}", scope, parts))
        return pieces

    def copies(self, outputs: dict[int, list[int]]) -> list[MachinePiece]:
        """Outputs that no operation of the state stage computes: most of a table full of zeros."""
        copies = [
            (slot, place)
            for slot, places in outputs.items()
            if slot < self._first_result
            for place in places
        ]
        pieces: list[MachinePiece] = []
        for first in range(0, len(copies), self._piece):
            scope = _Scope(dict(self._numbers))
            for slot, place in copies[first : first + self._piece]:
                name = scope.names.get(slot) or self._load(scope, slot)
                scope.lines.append(_store("y", place, name))
            pieces.append(_piece(f"copies{len(pieces)}", scope))
        return pieces

    def _turn(self, scope: _Scope, slot: int, operation: Operation, angles: Iterable[int]) -> None:
        """The sine or cosine of an angle, with those of other angles that are known by now."""
        code, i, _ = operation
        if (code, i) not in scope.turned:
            new = [k for k in angles if k < slot and (code, k) not in scope.turned][:TOGETHER]
            # Kept apart: one wide load would wait for narrow stores that have just put them there.
            values = [scope.names.get(k) or self._load(scope, k, "volatile ") for k in new]
            scope.lines += turns(values, f"%t{slot}")
            scope.turned |= {
                (code, k): f"%t{slot}{letter}{place}"
                for code, letter in TURNING.items()
                for place, k in enumerate(new)
            }
        scope.names[slot] = scope.turned[code, i]

    def _operation(self, scope: _Scope, slot: int, operation: Operation) -> None:
        code, i, j = operation
        names = scope.names
        a = names.get(i) or self._load(scope, i)
        v = names[slot] = f"%v{slot}"
        if j < 0:
            head, tail = _UNARY.get(code) or (f"call double @{row_name(code)}(double ", ")")
            scope.lines.append(f"{v} = {head}{a}{tail}")
            return
        b = names.get(j) or self._load(scope, j)
        form = _BINARY.get(code)
        if form is not None:
            scope.lines.append(f"{v} = {form[0]}{a}{form[1]}{b}{form[2]}")
        elif code == op.NOT_ABOVE:
            scope.lines.append(f"%c{slot} = fcmp ole double {a}, {b}")
            scope.lines.append(f"{v} = uitofp i1 %c{slot} to double")
        else:
            relation = "olt" if code == op.MINIMUM else "ogt"
            scope.lines.append(f"%c{slot} = fcmp {relation} double {b}, {a}")
            scope.lines.append(f"{v} = select i1 %c{slot}, double {b}, double {a}")

    def _load(self, scope: _Scope, slot: int, how: str = "") -> str:
        name = scope.names[slot] = f"%v{slot}"
        base = "x" if slot < self._states else "w"
        scope.lines.append(
            f"%g{slot} = getelementptr double, ptr %{base}, i64 {slot}\n"
            f"{name} = load {how}double, ptr %g{slot}"
        )
        return name


def _cuts(blocks: Iterable[tuple[int, int]], piece: int) -> list[tuple[int, int, int]]:
    """Where pieces begin and end, and the parts that need them."""
    cuts: list[tuple[int, int, int]] = []
    start = 0
    for count, parts in blocks:
        end = start + count
        cuts += [(at, min(at + piece, end), parts) for at in range(start, end, piece)]
        start = end
    return cuts


def _piece(name: str, scope: _Scope, parts: int = -1) -> MachinePiece:
    body = "\n".join(scope.lines)
    text = f"define void @{name}{_SIGNATURE} {{\n{body}\nret void\n}}\n"
    return MachinePiece(name, text, parts)


def _store(base: str, place: int, name: str) -> str:
    return (
        f"%{base}{place} = getelementptr double, ptr %{base}, i64 {place}\n"
        f"store double {name}, ptr %{base}{place}"
    )

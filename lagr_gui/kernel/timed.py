"""What of a program depends on time alone: its values, and bounds of values and slopes.

Value and slope of each operation lie within bounds for all times of an interval (`intervals`).
Operations that jump or bend (steps, |x|, tables) are what they are in its middle: an interval is to
lie between two switches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel import operations as op
from lagr_gui.kernel.intervals import OF_ONE, OF_TWO, Pair, erf, minus, square, times, wide
from lagr_gui.kernel.layout import SlotLayout

ZERO = (0.0,)
EVERY_WHOLE = None
"""Levels of `Switch`: 0, and all whole numbers."""

_LEVELS: Mapping[int, tuple[float, ...] | None] = {
    **dict.fromkeys((op.NOT_ABOVE, op.MINIMUM, op.MAXIMUM, op.ABS, op.SQRT), ZERO),
    **dict.fromkeys((op.POWER, op.ATAN2), ZERO),
    **dict.fromkeys((op.ASIN, op.ACOS), (-1.0, 1.0)),
    op.FLOOR: EVERY_WHOLE,
}
_OF_DIFFERENCE = {op.NOT_ABOVE, op.MINIMUM, op.MAXIMUM}
_POLYNOMIAL = {op.ADD, op.SUBTRACT, op.NEGATE}
_BY_BRANCH = {op.NOT_ABOVE, op.MINIMUM, op.MAXIMUM, op.ABS, op.FLOOR}


@dataclass(frozen=True, slots=True)
class Switch:
    """Where an argument of the operation at a place passes a level, values jump or bend.

    The argument is the value of the slot `left`, less that of `right` where there is one.
    """

    place: int
    left: int
    right: int
    levels: tuple[float, ...] | None


@dataclass(frozen=True, slots=True, eq=False)
class Bounds:
    """Values and slopes of operations on n intervals: by slot, lower and upper ones."""

    values: dict[int, Pair]
    slopes: dict[int, Pair]

    def of(self, switch: Switch) -> tuple[Pair, Pair]:
        """Values and slopes of the argument of a switch."""
        if switch.right < 0:
            return self.values[switch.left], self.slopes[switch.left]
        values, slopes = self.values, self.slopes
        left, right = switch.left, switch.right
        return minus(values[left], values[right]), minus(slopes[left], slopes[right])


class TimedOperations:
    """The operations of a program that depend on time, its first input, and on no other input.

    Each is a slot, its code and the slots of its operands.  `switches` are what jumps or bends in
    them, each behind those on which its argument depends; `curved` the places of operations that
    can vary within less time than what they are made of; `sums` the slots of sums, which can
    cancel, among the operands of these; `used` the slots that the rest of the program looks at.
    """

    def __init__(self, layout: SlotLayout) -> None:
        self.first_state_result = layout.first_state_result
        self._states = layout.states
        self.numbered_rows = layout.rows
        self.rows = [np.array(row) for row in layout.rows]
        self.operations: list[tuple[int, int, int, int]] = []
        self.used: list[int] = []
        self._find(layout)
        operands = {slot for _, _, *pair in self.operations for slot in pair}
        self.constants = sorted(slot for slot in operands if self._is_constant(slot))
        self.switches = self._switches()
        self.curved = [
            place for place, operation in enumerate(self.operations) if self._is_curved(operation)
        ]
        added = {slot for slot, code, _, _ in self.operations if code in (op.ADD, op.SUBTRACT)}
        self.sums = sorted(added & {slot for place in self.curved for slot in self.operands(place)})

    def with_constants(self, slots: Array) -> FunctionsOfTime:
        """With the numbers in their constants, from the slots of a program with its parameters."""
        return FunctionsOfTime(self, tuple(slots[self.constants].tolist()))

    def _find(self, layout: SlotLayout) -> None:
        timed = {0} if layout.states else set[int]()
        used = {*layout.outputs}
        for slot, (code, i, j) in enumerate(layout.state_stage, layout.first_state_result):
            if (i in timed or self._is_constant(i)) and (
                j < 0 or j in timed or self._is_constant(j)
            ):
                timed.add(slot)
                self.operations.append((slot, code, i, j))
            else:
                used |= {i, j}
        self.used = [slot for slot, *_ in self.operations if slot in used]

    def operands(self, place: int) -> list[int]:
        """The slots of the operands of an operation that depend on time."""
        _, _, *pair = self.operations[place]
        return [slot for slot in pair if slot >= 0 and not self._is_constant(slot)]

    def _is_constant(self, slot: int) -> bool:
        return self._states <= slot < self.first_state_result

    def _switches(self) -> list[Switch]:
        switches: dict[tuple[int, int, Any], Switch] = {}
        for place, (_, code, i, j) in enumerate(self.operations):
            if code >= op.FIRST_ROW:
                number, what = op.in_row(code)
                if what == op.ENTRY:
                    continue
                levels: tuple[float, ...] | None = self.numbered_rows[number]
            elif code in _LEVELS and not (code == op.POWER and self._is_constant(i)):
                levels = _LEVELS[code]
            else:
                continue
            right = j if code in _OF_DIFFERENCE else -1
            key = (min(i, right), max(i, right), levels) if right >= 0 else (i, right, levels)
            switches.setdefault(key, Switch(place, i, right, levels))
        return [*switches.values()]

    def _is_curved(self, operation: tuple[int, int, int, int]) -> bool:
        """Sums, and products of different factors, vary as fast as these do."""
        _, code, i, j = operation
        if code in _POLYNOMIAL or code in _BY_BRANCH or code >= op.FIRST_ROW:
            return False
        if code == op.MULTIPLY:
            return i == j
        return not (code == op.DIVIDE and self._is_constant(j))


@dataclass(frozen=True)
class FunctionsOfTime:
    """The `TimedOperations` of a program, with the numbers in their constants."""

    timed: TimedOperations
    numbers: tuple[float, ...]

    @cached_property
    def _known(self) -> dict[int, float]:
        return dict(zip(self.timed.constants, self.numbers, strict=True))

    def values(self, t: Array, count: int | None = None) -> dict[int, Any]:
        """Values (n,) by slot at times (n,), of the first operations or of all."""
        values: dict[int, Any] = {0: t}
        for slot, code, i, j in self.timed.operations[:count]:
            a = self._value(values, i)
            b = self._value(values, j) if j >= 0 else None
            values[slot] = self._point(code, a, b)
        return values

    def argument(self, switch: Switch, t: Array) -> Array:
        """The argument (n,) of a switch at times (n,)."""
        return self.argument_of(switch, self.values(t, switch.place), t)

    def argument_of(self, switch: Switch, known: Mapping[int, Any], t: Array) -> Array:
        """The same from values at these times."""
        value = self._value(known, switch.left)
        if switch.right >= 0:
            value = value - self._value(known, switch.right)
        return np.broadcast_to(value, t.shape)

    def magnitudes(self, values: Mapping[int, Any]) -> dict[int, Any]:
        """What the terms of values add up to before they cancel."""
        known: dict[int, Any] = {}

        def size(slot: int) -> Any:
            return known.get(slot, np.abs(self._value(values, slot)))

        for slot, code, i, j in self.timed.operations:
            if code in (op.ADD, op.SUBTRACT):
                known[slot] = size(i) + size(j)
            elif code == op.MULTIPLY:
                known[slot] = size(i) * size(j)
            else:
                known[slot] = size(i) if code == op.NEGATE else np.abs(values[slot])
        return known

    def _value(self, values: Mapping[int, Any], slot: int) -> Any:
        value = values.get(slot)
        return self._known[slot] if value is None else value

    def _point(self, code: int, a: Any, b: Any) -> Any:
        if code >= op.FIRST_ROW:
            number, what = op.in_row(code)
            row = self.timed.rows[number]
            return np.searchsorted(row, a, "right") if what == op.SEARCH else row[_whole(a)]
        return _BINARY[code](a, b) if b is not None else _UNARY[code](a)

    def bounds(
        self, low: Array, high: Array, middle: Mapping[int, Any], count: int | None = None
    ) -> Bounds:
        """Bounds on n intervals from `low` to `high`, of the first operations or of all.

        `middle` are the values in their middle.
        """
        values: dict[int, Pair] = {0: (low, high)}
        slopes: dict[int, Pair] = {0: (1.0, 1.0)}
        for slot, number in self._known.items():
            values[slot], slopes[slot] = (number, number), (0.0, 0.0)
        bounds = Bounds(values, slopes)
        for slot, code, i, j in self.timed.operations[:count]:
            if code in _BY_BRANCH or code >= op.FIRST_ROW:
                value, slope = self._on_branch(bounds, middle, slot, code, i, j)
            elif code == op.MULTIPLY and i == j:
                value = square(values[i])
                slope = times((2.0, 2.0), times(values[i], slopes[i]))
            elif j >= 0:
                value, slope = OF_TWO[code](values[i], slopes[i], values[j], slopes[j])
            else:
                value, rise = OF_ONE[code](values[i])
                slope = times(rise, slopes[i])
            values[slot], slopes[slot] = wide(value), slope
        return bounds

    def _on_branch(
        self, bounds: Bounds, middle: Mapping[int, Any], slot: int, code: int, i: int, j: int
    ) -> tuple[Pair, Pair]:
        """What operations are between two switches."""
        here = middle[slot]
        if code == op.ABS:
            sign = np.sign(middle[i])
            return times((sign, sign), bounds.values[i]), times((sign, sign), bounds.slopes[i])
        if code in (op.MINIMUM, op.MAXIMUM):
            first = here == self._value(middle, i)

            def chosen(table: Mapping[int, Pair]) -> Pair:
                low, high = (np.where(first, table[i][end], table[j][end]) for end in (0, 1))
                return low, high

            return chosen(bounds.values), chosen(bounds.slopes)
        return (here, here), (0.0, 0.0)


def _whole(places: Any) -> Any:
    return np.asarray(places).astype(np.int64)


_UNARY: Mapping[int, Callable[[Any], Any]] = {
    op.NEGATE: np.negative,
    op.SIN: np.sin,
    op.COS: np.cos,
    op.TAN: np.tan,
    op.ASIN: np.arcsin,
    op.ACOS: np.arccos,
    op.ATAN: np.arctan,
    op.SINH: np.sinh,
    op.COSH: np.cosh,
    op.TANH: np.tanh,
    op.ASINH: np.arcsinh,
    op.ACOSH: np.arccosh,
    op.ATANH: np.arctanh,
    op.EXP: np.exp,
    op.LOG: np.log,
    op.LOG10: np.log10,
    op.LOG2: np.log2,
    op.SQRT: np.sqrt,
    op.ABS: np.abs,
    op.ERF: erf,
    op.FLOOR: np.floor,
}
_BINARY: Mapping[int, Callable[[Any, Any], Any]] = {
    op.ADD: np.add,
    op.SUBTRACT: np.subtract,
    op.MULTIPLY: np.multiply,
    op.DIVIDE: np.divide,
    op.POWER: np.power,
    op.ATAN2: np.arctan2,
    op.MINIMUM: np.minimum,
    op.MAXIMUM: np.maximum,
    op.NOT_ABOVE: lambda a, b: np.less_equal(a, b).astype(float),
}

"""What functions of time alone will do, found out before a motion begins.

An error estimate sees only the stages of a step: a push between two of them never was.  Where
functions of time jump or bend is found by halving time until interval arithmetic tells that an
argument passes no level, or passes each once; so none is missed.  How fast the smooth ones vary
is bounded in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lagr_gui.foundation.arrays import Array
from lagr_gui.kernel.timed import Bounds, FunctionsOfTime, Switch
from lagr_gui.simulation import faults
from lagr_gui.simulation.settings import Settings
from lagr_gui.simulation.timetable import EMPTY, NONE, Timetable
from lagr_gui.simulation.tuning import FORESIGHT

EPS = float(np.finfo(float).eps)
ROUNDS = 60
"""Rounds in which a switch is encircled: halving alone takes fifty."""

PIECES, MOST_PIECES = 8, 16
"""Into how many pieces a part is divided: of what varies more than it may at most so many."""

Parts = tuple[Array, Array]
"""Where parts of the time begin and end (n,)."""


@dataclass(frozen=True, slots=True)
class _Span:
    """The time of a motion; it may have so many switches."""

    begin: float
    end: float
    most: int

    @property
    def finest(self) -> float:
        """The length of the shortest part that is halved."""
        rounding = 64 * EPS * max(abs(self.begin), abs(self.end))
        return max(FORESIGHT.finest * (self.end - self.begin), rounding)


def foreseen(functions: tuple[FunctionsOfTime, ...], settings: Settings) -> Timetable:
    """What they will do in a motion. Raises LagrError where they switch too often."""
    with np.errstate(all="ignore"):
        return timetable(functions, settings.t0, settings.t_end, settings.max_steps)


@lru_cache(maxsize=32)  # motions of a family are often pushed alike
def timetable(
    functions: tuple[FunctionsOfTime, ...], begin: float, end: float, most: int
) -> Timetable:
    """When they switch from a time to another, and how long steps may be.

    Raises LagrError where they switch more than `most` times.
    """
    span = _Span(begin, end, most)
    some = [program for program in functions if program.timed.operations]
    if not some or not begin < end:
        return EMPTY
    cuts: Parts = NONE, NONE
    for program in some:
        cuts = _united(cuts, _cuts(program, span), span)
    parted = [
        _parted(program, *_between(cuts, span), span) for program in some if program.timed.curved
    ]
    before, after = cuts
    inner = (before > begin) & (after < end)
    before, after = before[inner], after[inner]
    marks = np.unique(
        np.concatenate([NONE, *(ends for low, high, _ in parted for ends in (low, high))])
    )
    lengths = [_longest(low, high, marks) for low, high, _ in parted]
    return Timetable(
        before + (after - before) / 2,
        before,
        after,
        marks,
        np.min(lengths, axis=0) if lengths else NONE,
        all(resolved for *_, resolved in parted),
    )


def _longest(low: Array, high: Array, marks: Array) -> Array:
    """How long steps may be between marks (p + 1,), for the parts of one program."""
    at = np.clip(np.searchsorted(low, marks[:-1], side="right") - 1, 0, len(low) - 1)
    return FORESIGHT.strides * (high - low)[at]


def _united(one: Parts, two: Parts, span: _Span) -> Parts:
    """Two rows of short parts as one; those that nearly meet become one."""
    low, high = (np.concatenate(pair) for pair in zip(one, two, strict=True))
    if not len(low):
        return NONE, NONE
    order = np.argsort(low, kind="stable")
    low, high = low[order], np.maximum.accumulate(high[order])
    new = np.append(True, low[1:] > high[:-1] + span.finest)
    return low[new], high[np.append(new[1:], True)]


def _between(cuts: Parts, span: _Span) -> Parts:
    """The parts that short ones leave."""
    before, after = cuts
    low = np.append(span.begin, after)
    high = np.append(before, span.end)
    good = high > low
    return low[good], high[good]


# --- switches ------------------------------------------------------------------------------------


def _cuts(program: FunctionsOfTime, span: _Span) -> Parts:
    """Where a program switches; each switch depends on those before it alone."""
    cuts: Parts = NONE, NONE
    for switch in program.timed.switches:
        for crossing in _crossings(program, switch, _between(cuts, span), span):
            cuts = _united(cuts, crossing, span)
            if len(cuts[0]) > span.most:
                raise faults.switching(span.most, float(cuts[0][0]), float(cuts[1][-1]))
    return cuts


def _crossings(
    program: FunctionsOfTime, switch: Switch, parts: Parts, span: _Span
) -> Iterator[Parts]:
    """Short parts in which an argument passes its levels, those that it may only touch too."""
    waiting, looked_at = [parts], 0
    while waiting:
        low, high, more = _some(waiting.pop())
        waiting += more
        looked_at += len(low)
        if looked_at > 64 * span.most:
            raise faults.switching(span.most, span.begin, float(high[-1]))
        least, most, slope = _argument_bounds(program, switch, low, high)
        first, last = _levels_between(switch, least, most)
        near = last >= first
        once = near & (slope != 0)
        if once.any():
            yield _passed(program, switch, low[once], high[once], slope[once], span)
        left = near & ~once
        if len(low) > 1000:
            left &= ~_is_flat(program, switch, low, high)
        short = left & (high - low <= span.finest)
        if short.any():
            yield low[short], high[short]
        left &= ~short
        if left.any():
            waiting.append(_divided(low[left], high[left], PIECES))


def _some(parts: Parts) -> tuple[Array, Array, list[Parts]]:
    """As many parts as are looked at together, and the others."""
    low, high = parts
    n = FORESIGHT.at_once
    return low[:n], high[:n], [(low[n:], high[n:])] if len(low) > n else []


def _divided(low: Array, high: Array, pieces: int | NDArray[np.int_]) -> Parts:
    """Parts (n,) in so many pieces each."""
    each = np.broadcast_to(pieces, low.shape)
    first = np.cumsum(each) - each
    number = np.arange(each.sum()) - np.repeat(first, each)
    low, high, count = np.repeat(low, each), np.repeat(high, each), np.repeat(each, each)
    length = high - low
    return low + length * (number / count), np.where(
        number + 1 == count, high, low + length * ((number + 1) / count)
    )


def _argument_bounds(
    program: FunctionsOfTime, switch: Switch, low: Array, high: Array
) -> tuple[Array, Array, Array]:
    """Bounds of an argument, and the sign of its slope: 0 where it may change."""
    half = (high - low) / 2
    t = low + half
    arguments = program.values(t, switch.place)
    values, slopes = program.bounds(low, high, arguments, switch.place).of(switch)
    (least, most), (down, up) = (
        [np.broadcast_to(end, low.shape) for end in pair] for pair in (values, slopes)
    )
    middle = program.argument_of(switch, arguments, t)
    reach = half * np.maximum(np.abs(down), np.abs(up)) * (1 + 4 * EPS) + 4 * EPS * np.abs(middle)
    sign = np.where(down > 0, 1, np.where(up < 0, -1, 0))
    return np.fmax(least, middle - reach), np.fmin(most, middle + reach), sign


def _levels_between(switch: Switch, least: Array, most: Array) -> tuple[Array, Array]:
    """The numbers of the first and the last level within bounds; last < first: none is."""
    if switch.levels is None:
        first, last = np.ceil(least), np.floor(most)
    else:
        row = np.array(switch.levels)
        first = np.searchsorted(row, least, side="left").astype(float)
        last = np.searchsorted(row, most, side="right") - 1.0
    bounded = ~np.isnan(least + most) & (least <= most)
    return np.where(bounded, first, 0.0), np.where(bounded, last, -1.0)


def _is_flat(
    program: FunctionsOfTime, switch: Switch, low: Array, high: Array
) -> NDArray[np.bool_]:
    """Where an argument is rounding alone, at both ends."""
    flat = np.ones(low.shape, bool)
    for t in (low, low + (high - low) / 2, high):
        values = program.values(t)
        size = program.magnitudes(values).get(switch.left, np.abs(values.get(switch.left, 1.0)))
        flat &= np.abs(program.argument(switch, t)) <= FORESIGHT.noise * size
    return flat


def _passed(
    program: FunctionsOfTime, switch: Switch, low: Array, high: Array, slope: Array, span: _Span
) -> Parts:
    """Where an argument that rises or falls all the time passes levels."""
    ends = program.argument(switch, low), program.argument(switch, high)
    least, most = np.minimum(*ends), np.maximum(*ends)
    first, last = _levels_between(switch, least, most)
    count = np.maximum(last - first + 1, 0)
    if count.sum() > span.most:
        raise faults.switching(span.most, float(low[0]), float(high[-1]))
    count = count.astype(int)
    which = np.repeat(np.arange(len(low)), count)
    numbers = first[which] + np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)
    level = numbers if switch.levels is None else np.array(switch.levels)[numbers.astype(int)]
    pace = (most - least)[which] / (high - low)[which]
    size = np.maximum(np.abs(ends[0]), np.abs(ends[1]))[which] + np.abs(level)
    blur = 4 * EPS * np.maximum(np.abs(low), np.abs(high))[which] + 16 * EPS * size / pace
    blur = np.fmin(blur, (high - low)[which])
    return _encircled(program, switch, low[which], high[which], level, slope[which], blur)


def _encircled(
    program: FunctionsOfTime,
    switch: Switch,
    low: Array,
    high: Array,
    level: Array,
    slope: Array,
    blur: Array,
) -> Parts:
    """Where an argument passes levels (n,), once in each part, but for the blur of rounding."""
    for _ in range(ROUNDS):
        at_low, at_high = (program.argument(switch, end) - level for end in (low, high))
        part = np.clip(np.nan_to_num(at_low / (at_low - at_high), nan=0.5), 0, 1)
        straight = low + part * (high - low)
        middle = low + (high - low) / 2
        tries = np.clip(np.stack([straight - blur, straight + blur, middle]), low, high)
        ahead = (program.argument(switch, tries.ravel()).reshape(tries.shape) - level) * slope >= 0
        high = np.min(np.where(ahead, tries, high), axis=0)
        low = np.max(np.where(~ahead & (tries < high), tries, low), axis=0)
        if np.all(high - low <= 4 * blur):
            break
    return low - blur, high + blur


# --- smooth functions ----------------------------------------------------------------------------


class _Ranges:
    """The ranges of the curved operations of a program, as far as they were looked at."""

    def __init__(self, own: FunctionsOfTime) -> None:
        timed, self._own = own.timed, own
        self.curved = [timed.operations[place][0] for place in timed.curved]
        self._operands = [timed.operands(place) for place in timed.curved]
        self._slots = sorted({*self.curved, *timed.sums})
        self._low = dict.fromkeys(self._slots, math.inf)
        self._high = dict.fromkeys(self._slots, -math.inf)
        self._size = dict.fromkeys(timed.sums, 0.0)

    def look(self, values: Mapping[int, Any]) -> None:
        """Learn from values at some times."""
        for slot in self._slots:
            least, most = np.min(values[slot]), np.max(values[slot])
            if not math.isfinite(most - least):
                finite = np.extract(np.isfinite(values[slot]), values[slot])
                least, most = finite.min(initial=math.inf), finite.max(initial=-math.inf)
            self._low[slot] = min(self._low[slot], float(least))
            self._high[slot] = max(self._high[slot], float(most))
        if self._size:
            sizes = self._own.magnitudes(values)
            for slot in self._size:
                self._size[slot] = max(self._size[slot], float(np.max(sizes[slot])))

    def allowed(self) -> dict[int, float]:
        """How much operations may vary within a part, by slot; what is noise may as it likes."""
        reach = {slot: max(self._high[slot] - self._low[slot], 0.0) for slot in self._slots}
        noise = {slot for slot, size in self._size.items() if reach[slot] <= FORESIGHT.noise * size}
        variations: dict[int, float] = {}
        for slot, operands in zip(self.curved, self._operands, strict=True):
            if noise.issuperset(operands):
                noise.add(slot)
            else:
                variations[slot] = FORESIGHT.tame * reach[slot]
        return variations


def _parted(
    program: FunctionsOfTime, low: Array, high: Array, span: _Span
) -> tuple[Array, Array, bool]:
    """Parts in which no function varies much, and whether there are as many as it takes."""
    if len(low) < PIECES:
        low, high = _divided(low, high, PIECES)
    ranges = _Ranges(program)
    ranges.look(program.values(np.append(low, high[-1:])))
    waiting, done, count = [(low, high)], list[Parts](), len(low)
    while waiting:
        low, high, more = _some(waiting.pop())
        waiting += more
        length = high - low
        middle = program.values(low + length / 2)
        ranges.look(middle)
        excess = _excess(program.bounds(low, high, middle), ranges.allowed(), length)
        left = (excess > 1) & (length > span.finest) & (count < FORESIGHT.most_parts)
        done.append((low[~left], high[~left]))
        if left.any():
            pieces = np.clip(np.ceil(excess[left]), 2, MOST_PIECES).astype(int)
            count += int(np.sum(pieces - 1))
            waiting.append(_divided(low[left], high[left], pieces))
    low, high = (np.concatenate(ends) for ends in zip(*done, strict=True))
    order = np.argsort(low)
    return low[order], high[order], count < FORESIGHT.most_parts


def _excess(bounds: Bounds, allowed: dict[int, float], length: Array) -> Array:
    """How many times more than is allowed a function may vary in parts (n,) of a length."""
    excess = np.zeros(length.shape)
    for slot, most in allowed.items():
        (low, high), (down, up) = bounds.values[slot], bounds.slopes[slot]
        steep = np.maximum(np.abs(down), np.abs(up)) * length
        excess = np.fmax(excess, np.where(np.fmin(high - low, steep) > most, steep / most, 0.0))
    return excess

"""How blocks go over from one mode to another: by numbers alone.

A rule sees the terms v of its block, their rates and what the block holds: `at`, the mode first.
Between two changes its guards are below 0; where one of them rises through 0 the block goes over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import floor

import numpy as np

from lagr_gui.simulation.system import Array

Held = tuple[float, ...]
"""The mode of a block, and what it holds."""

Guard = tuple[Array, Array]
"""Values (k,), and how far they may be above 0 by rounding where a mode begins."""

ROUNDED = 1e-12
"""By less than this part of themselves terms are on neither side of a bound."""

BEYOND, TINY = 1e-13, 1e-300
"""Guards rise where terms are beyond a bound by this part of themselves, or at all: what lies on
it, but for rounding, stays as it is."""

TURNED = 1e-9
"""An input turns where it goes back so fast that this part of the play would be crossed in the
time of a motion.  What follows it then differs by the square of that."""


@dataclass(frozen=True, slots=True, eq=False)
class SwitchInstant:
    """What a block sees at a time t: terms v (c,), their rates (c,), its output before it.

    `woken` is the number of the guard that rises through 0 there, if one does.  The motion takes
    `span` seconds in all.
    """

    t: float
    v: Array
    rates: Array
    last: float
    span: float
    woken: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SwitchCourse:
    """What a block sees along a motion: times (k,), terms (c, k), their rates (c, k).

    The motion takes `span` seconds in all.
    """

    t: Array
    v: Array
    rates: Array
    span: float


@dataclass(frozen=True, slots=True)
class SwitchRule:
    """How blocks of a sort switch.

    `first` tells mode and what is held at the start, from how that is given, with no output before
    it.  `guards` (g, k) are below 0 while nothing changes; `then` is what holds from an instant
    on.  Some need `rates` of their first term.
    """

    first: Callable[[Held, SwitchInstant], Held]
    guards: Callable[[Held, SwitchCourse], list[Guard]]
    then: Callable[[Held, SwitchInstant], Held]
    rates: bool = False


def _near(*values: float) -> float:
    """What is rounding beside values."""
    return ROUNDED * sum(abs(value) for value in values if np.isfinite(value))


def _above(value: Array, bound: Array) -> Guard:
    """A guard that rises where a value rises above a bound; never above one that is infinite."""
    size = np.abs(value) + np.abs(bound)
    beyond = value - bound - BEYOND * size - TINY
    finite = np.isfinite(beyond)
    return np.where(finite, beyond, -1.0), np.where(finite, ROUNDED * size, 0.0)


# --- between two bounds: saturation, dead band, limits of a controller ---------------------------


def _band(at: Held, seen: SwitchInstant) -> Held:
    v, lower, upper = seen.v
    if seen.woken is not None:
        return ((-1.0, 1.0)[seen.woken],) if at[0] == 0 else (0.0,)
    if v > upper + _near(v, upper):
        return (1.0,)
    if v < lower - _near(v, lower):
        return (-1.0,)
    on_bound = {1.0: upper - v <= _near(v, upper), -1.0: v - lower <= _near(v, lower)}
    return at if on_bound.get(at[0], False) else (0.0,)


def _band_guards(at: Held, along: SwitchCourse) -> list[Guard]:
    value, lower, upper = along.v
    if at[0] == 0:
        return [_above(lower, value), _above(value, upper)]
    return [_above(upper, value)] if at[0] > 0 else [_above(value, lower)]


# --- on and off: relay, switch -------------------------------------------------------------------


def _relay(at: Held, seen: SwitchInstant) -> Held:
    v, on, off = seen.v
    if seen.woken is not None:
        return (1.0 - at[0],)
    if v > on + _near(v, on):
        return (1.0,)
    return (0.0,) if v < off - _near(v, off) else at


def _relay_guards(at: Held, along: SwitchCourse) -> list[Guard]:
    value, on, off = along.v
    return [_above(off, value)] if at[0] else [_above(value, on)]


# --- an integrator that stops at its limits ------------------------------------------------------


def _stops(at: Held, seen: SwitchInstant) -> Held:
    y, u, lower, upper = seen.v
    if seen.woken is not None:
        mode = (-1.0, 1.0)[seen.woken] if at[0] == 0 else 0.0
        return (mode,) if mode * u >= 0 else at
    if u > 0 and y >= upper - _near(y, upper):
        return (1.0,)
    if u < 0 and y <= lower + _near(y, lower):
        return (-1.0,)
    return at if at[0] and u == 0 else (0.0,)


def _stops_guards(at: Held, along: SwitchCourse) -> list[Guard]:
    y, u, lower, upper = along.v
    if at[0] == 0:
        return [_above(lower, y), _above(y, upper)]
    return [(-at[0] * u - TINY, 0 * u)]


# --- whole steps ---------------------------------------------------------------------------------


def _rounding(at: Held, seen: SwitchInstant) -> Held:
    v, step = seen.v
    if seen.woken is not None:
        return (at[0] + (-1.0, 1.0)[seen.woken],)
    if abs(v - at[0] * step) <= step / 2 + _near(v, step):
        return at
    return (float(floor(v / step + 0.5)),)


def _rounding_guards(at: Held, along: SwitchCourse) -> list[Guard]:
    value, step = along.v
    return [_above((at[0] - 0.5) * step, value), _above(value, (at[0] + 0.5) * step)]


# --- play ----------------------------------------------------------------------------------------


def _play_first(at: Held, seen: SwitchInstant) -> Held:
    return _play(at, replace(seen, last=at[1]))


def _play(at: Held, seen: SwitchInstant) -> Held:
    v, half, y = seen.v[0], seen.v[1] / 2, seen.last
    if seen.woken is not None:
        return ((-1.0, 1.0)[seen.woken], at[1]) if at[0] == 0 else (0.0, y)
    rounding, rate = _near(v, half, y), seen.rates[0]
    upwards, downwards = v - half - y, y - v - half
    for mode, beyond in ((1.0, upwards), (-1.0, downwards)):
        if beyond >= -rounding and mode * rate > 0:
            return (mode, at[1])
        if beyond > rounding:  # pushed by a jump, it rests from there on
            return (0.0, v - mode * half)
    return at if at[0] == 0 else (0.0, y)


def _play_guards(at: Held, along: SwitchCourse) -> list[Guard]:
    value, width = along.v
    if at[0] == 0:
        held = np.full_like(value, at[1])
        return [_above(held, value + width / 2), _above(value - width / 2, held)]
    slow = TURNED * width / along.span
    return [(-at[0] * along.rates[0] - slow, slow)]


# --- limits of a rate ----------------------------------------------------------------------------


def _slew_first(at: Held, seen: SwitchInstant) -> Held:
    return _slew(at, replace(seen, last=float(seen.v[0])))


def _slew(at: Held, seen: SwitchInstant) -> Held:
    v, rising, falling = seen.v
    if at[0] == 0 and seen.woken is not None:
        return ((-1.0, 1.0)[seen.woken], seen.last, seen.t)
    gap, rounding = v - seen.last, _near(v, seen.last, (rising + falling) * seen.span)
    met = abs(gap) <= rounding or seen.woken is not None
    up = seen.rates[0] > rising if met else gap > 0
    down = seen.rates[0] < -falling if met else gap < 0
    mode = 1.0 if up else -1.0 if down else 0.0
    if mode == at[0]:
        return at
    return (mode, seen.last, seen.t)


def _slew_guards(at: Held, along: SwitchCourse) -> list[Guard]:
    (value, rising, falling), (rate,) = along.v, along.rates
    mode, held, since = at
    if mode == 0:
        return [_above(-falling, rate), _above(rate, rising)]
    pace = rising if mode > 0 else -falling
    reached = held + pace * (along.t - since)
    return [_above(reached, value) if mode > 0 else _above(value, reached)]


RULES = {
    "band": SwitchRule(_band, _band_guards, _band),
    "relay": SwitchRule(_relay, _relay_guards, _relay),
    "stops": SwitchRule(_stops, _stops_guards, _stops),
    "rounding": SwitchRule(_rounding, _rounding_guards, _rounding),
    "play": SwitchRule(_play_first, _play_guards, _play, rates=True),
    "slew": SwitchRule(_slew_first, _slew_guards, _slew, rates=True),
}
"""The rules by their names (`catalogue.dynamics.Rule`)."""

"""Signals that switch, by what each kind promises: stated from the drawing, without modes.

The motion knows modes and guards; here is only what must be true of input and output of a block,
whichever mode it is in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from lagr_gui.audit.jets import Array
from lagr_gui.audit.residual import Breach
from lagr_gui.audit.values import Values
from lagr_gui.foundation.message import say
from lagr_gui.model import NamedSignal

TINY = 1e-300
OUTPUT = say("The output of a block that switches")
"""What is wrong where a promise is broken."""


def promises_broken(values: Values, block: NamedSignal) -> Iterator[Breach]:
    """By how much (n,) a block breaks what it promises, beside its input and output."""
    if (promise := PROMISES.get(block.kind)) is None:
        return
    beyond, size = promise(_Seen(values, block))
    largest = float(np.max(np.abs(size), initial=0.0)) or 1.0
    yield Breach(OUTPUT, f"signal:{block.name}", beyond / largest)


class _Seen:
    """Fields and output of one block at n states."""

    def __init__(self, values: Values, block: NamedSignal) -> None:
        self._values, self.block = values, block
        self._still = np.zeros_like(values.states.t)

    def of(self, field: str, left_out: float = 0.0) -> Array:
        """A field (n,), or what stands for one that is left out."""
        given: Any = getattr(self.block, field)
        if given is None:
            return self._still + left_out
        return self._values.scalar(given)[0] + self._still

    def value_of(self, text: str) -> Array:
        """An expression (n,)."""
        return self._values.scalar(text)[0] + self._still

    def rate_of(self, text: str) -> Array:
        """The rate (n,) of an expression along the motion."""
        return self._values.scalar(text)[1] + self._still

    @property
    def y(self) -> Array:
        """The output (n,)."""
        return self.value_of(self.block.name)

    @property
    def input_rate(self) -> Array:
        """The rate (n,) of the input along the motion."""
        text: Any = getattr(self.block, "input")  # noqa: B009 – each kind has fields of its own
        return self.rate_of(text)

    @property
    def bounds(self) -> tuple[Array, Array]:
        """The fields `lower` and `upper`; without end where they are left out."""
        return self.of("lower", -np.inf), self.of("upper", np.inf)


Promise = tuple[Array, Array]
"""By how much (n,) something is broken, and the size (n,) of what is compared."""


def _sizes(*parts: Array) -> Array:
    """The largest of some values (n,) that are finite."""
    return np.max([np.where(np.isfinite(part), np.abs(part), 0.0) for part in parts], axis=0)


def _saturation(seen: _Seen) -> Promise:
    v, (lower, upper) = seen.of("input"), seen.bounds
    return np.abs(seen.y - np.minimum(np.maximum(v, lower), upper)), _sizes(seen.y, lower, upper)


def _pid(seen: _Seen) -> Promise:
    lower, upper = seen.bounds
    if not (np.isfinite(lower) | np.isfinite(upper)).any():
        return 0 * seen.y, seen.y
    v = seen.value_of(f"v_{seen.block.name}")  # what it asks for
    return np.abs(seen.y - np.minimum(np.maximum(v, lower), upper)), _sizes(seen.y, lower, upper)


def _dead_band(seen: _Seen) -> Promise:
    v, (lower, upper) = seen.of("input"), seen.bounds
    passed = np.maximum(v - upper, 0) + np.minimum(v - lower, 0)
    return np.abs(seen.y - passed), _sizes(v, lower, upper)


def _one_of(seen: _Seen, v: Array, on: Array, off: Array, high: Array, low: Array) -> Promise:
    """Above `on` it is high, below `off` low, in between one of both."""
    is_high, is_low = (np.abs(seen.y - value) for value in (high, low))
    wrong = np.where(v > on, is_high, np.where(v < off, is_low, np.minimum(is_high, is_low)))
    near = np.minimum(np.abs(v - on), np.abs(v - off)) < 1e-9 * _sizes(v, on, off)
    return np.where(near, np.minimum(is_high, is_low), wrong), _sizes(high, low)


def _relay(seen: _Seen) -> Promise:
    return _one_of(seen, *map(seen.of, ("input", "on", "off", "high", "low")))


def _switch(seen: _Seen) -> Promise:
    v, d, above, below = map(seen.of, ("condition", "hysteresis", "above", "below"))
    return _one_of(seen, v, d, -d, above, below)


def _quantizer(seen: _Seen) -> Promise:
    v, s, y = seen.of("input"), seen.of("step"), seen.y
    off = np.maximum(np.abs(v - y) - s / 2, np.abs(y - s * np.round(y / s)))
    return off, _sizes(v, s)


NEAR = 1e-6
"""By less than this part of their sizes an output is where its input, or the end of a play, is."""


def _backlash(seen: _Seen) -> Promise:
    """The output rests within the play; at an end of it it rests, or goes along outwards."""
    v, width, y = seen.of("input"), seen.of("width"), seen.y
    size, rate = _sizes(v, width), seen.rate_of(seen.block.name)
    input_rate = seen.input_rate
    ahead = np.sign(v - y)
    outwards = (np.abs(v - y) >= width / 2 - NEAR * size) & (ahead * input_rate > 0)
    moved = np.where(outwards, np.abs(rate - input_rate), np.abs(rate))
    moved = np.where(outwards & (np.abs(input_rate) <= NEAR * _sizes(input_rate)), 0.0, moved)
    past = (np.abs(v - y) - width / 2) / (size + TINY)
    return np.maximum(past, moved / (np.max(np.abs(input_rate)) + TINY)), np.ones_like(y)


def _rate_limit(seen: _Seen) -> Promise:
    """It goes as fast as it may to where its input is, and with that where that is not faster."""
    v, y, rate = seen.of("input"), seen.y, seen.rate_of(seen.block.name)
    rising, falling = seen.of("rising"), seen.of("falling")
    size = np.max(_sizes(v, y), initial=0.0)
    behind = np.where(v > y, rising - rate, falling + rate)
    behind = np.where(np.abs(v - y) > NEAR * size, behind, 0.0)
    return np.maximum(np.maximum(rate - rising, -falling - rate), behind), _sizes(rising, falling)


def _integrator(seen: _Seen) -> Promise:
    """It integrates but where it would pass its limits, and never lies beyond them."""
    (lower, upper), y, u = seen.bounds, seen.y, seen.of("input")
    below = y < upper - NEAR * _sizes(y, upper)
    above = y > lower + NEAR * _sizes(y, lower)
    goes = (below | (u < 0)) & (above | (u > 0))
    stopped = np.where(goes, np.abs(seen.rate_of(seen.block.name) - u), 0.0)
    past = np.maximum(lower - y, y - upper) / (_sizes(y, lower, upper) + TINY)
    return np.maximum(past, stopped / (np.max(np.abs(u), initial=0.0) + TINY)), np.ones_like(y)


PROMISES: dict[str, Callable[[_Seen], Promise]] = {
    "saturation": _saturation,
    "pid": _pid,
    "dead_band": _dead_band,
    "relay": _relay,
    "switch": _switch,
    "quantizer": _quantizer,
    "backlash": _backlash,
    "rate_limit": _rate_limit,
    "integrator": _integrator,
}
"""What each kind of block that switches promises."""

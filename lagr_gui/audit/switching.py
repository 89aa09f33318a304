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


def _backlash(seen: _Seen) -> Promise:
    v, width = seen.of("input"), seen.of("width")
    return np.abs(v - seen.y) - width / 2, _sizes(v, width)


def _rate_limit(seen: _Seen) -> Promise:
    rising, falling = seen.of("rising"), seen.of("falling")
    rate = seen.rate_of(seen.block.name)
    return np.maximum(rate - rising, -falling - rate), _sizes(rising, falling)


def _integrator(seen: _Seen) -> Promise:
    (lower, upper), y, u = seen.bounds, seen.y, seen.of("input")
    inside = (y > lower + 1e-6 * _sizes(y, lower)) & (y < upper - 1e-6 * _sizes(y, upper))
    stopped = np.where(inside, np.abs(seen.rate_of(seen.block.name) - u), 0.0)
    past = np.maximum(lower - y, y - upper) / (_sizes(y, lower, upper) + 1e-300)
    return np.maximum(past, stopped / (_sizes(u) + 1e-300)), np.ones_like(y)


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

"""How far a loop is from instability: margins of gain, phase and delay."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import brentq

from lagr_gui.extensions.control.numbers.state_space import Complex, StateSpace
from lagr_gui.foundation.arrays import Array

HUGE = 1e300
"""In place of what a loop is at a pole of it."""

FAINT = 1e-9
"""A loop that is smaller where it is real is zero there."""

GRID = 3000
"""Frequencies between which crossings are looked for, over all decades that matter."""


@dataclass(frozen=True, eq=False)
class Margins:
    """What a loop L with −1 ⋅ L fed back can bear; nan where it can bear anything.

    Its gain may rise by the factor `gain` (> 1) or fall by `least` (< 1), its phase may fall or
    rise by `phase` (rad), a `delay` (s) may come in.  `at_gain`, `at_least` and `at_phase` (rad/s)
    are where that happens, `at_delay` where the delay hurts.  `nearest` is the least distance of L
    from −1.  If the closed loop is not `stable` they are margins of nothing.
    """

    gain: float
    at_gain: float
    least: float
    at_least: float
    phase: float
    at_phase: float
    delay: float
    at_delay: float
    nearest: float
    stable: bool

    @property
    def decibel(self) -> float:
        """The factor `gain` in dB."""
        return float(20 * np.log10(self.gain))


def margins(loop: StateSpace) -> Margins:
    """The margins of a loop with one input and one output, from all its crossings."""

    def L(omega: float) -> complex:
        value = complex(loop.response(np.array([omega]))[0, 0, 0])
        return value if np.isfinite(value) else complex(HUGE, HUGE)

    omega = frequencies(loop)
    values = loop.response(omega)[:, 0, 0]
    real = _crossings(lambda w: L(w).imag, omega, values.imag)
    if loop.h:
        real.append(np.pi / loop.h)
    turned = [(w, L(w).real) for w in real]
    factors = [(-1 / value, w) for w, value in turned if -HUGE < value < -FAINT]
    one = _crossings(lambda w: abs(L(w)) - 1, omega, np.abs(values) - 1)
    angles = [(float(np.angle(-L(w))), w) for w in one]  # how far L is beyond −180°
    none = (np.nan, np.nan)
    gain = min((pair for pair in factors if pair[0] > 1), default=none)
    least = max((pair for pair in factors if pair[0] < 1), default=none)
    phase = min(angles, key=lambda pair: abs(pair[0]), default=none)
    delay = min(((angle % (2 * np.pi) / w, w) for angle, w in angles), default=none)
    closed = loop.A - loop.B @ np.linalg.solve(1 + loop.D, loop.C)
    stable = StateSpace(closed, loop.B, loop.C, loop.D, loop.h).is_stable
    nearest = float(np.min(np.abs(1 + values[np.isfinite(values)]), initial=np.inf))
    return Margins(*gain, *least, abs(phase[0]), phase[1], *delay, nearest, stable)


def frequencies(*systems: StateSpace, points: int = GRID) -> Array:
    """Circular frequencies (w,) in rad/s over all poles of systems, closer about light damping."""
    h = max((system.h for system in systems), default=0.0)
    found = [system.poles for system in systems]
    poles: Complex = np.concatenate([*found, np.zeros(0, complex)])
    if h:
        poles = np.asarray(np.log(poles[np.abs(poles) > 1e-12]) / h, complex)
    sizes = np.abs(poles)
    sizes = sizes[sizes > 1e-6 * np.max(sizes, initial=0.0)]
    low, high = (np.min(sizes), np.max(sizes)) if len(sizes) else (1.0, 1.0)
    top = np.pi / h if h else 300 * high
    grid = np.geomspace(min(low / 300, top / 1e3), top, points)
    sharp = [grid]
    for pole in poles[poles.imag > 0]:
        width = abs(pole.real) + 1e-9 * abs(pole)
        near = abs(pole.imag) + width * np.concatenate([-OFFSETS, OFFSETS])
        sharp.append(near[(near > 0) & (near <= top)])
    return np.unique(np.concatenate(sharp))


OFFSETS = np.geomspace(1e-2, 1e3, 60)
"""Distances from a pole, in widths of its peak, at which its resonance is looked at."""


def _crossings(f: Callable[[float], float], omega: Array, values: Array) -> list[float]:
    """The zeros of f between frequencies at which it has these values; no poles of it."""
    finite = np.isfinite(values)
    w, y = omega[finite], values[finite]
    places = np.flatnonzero(np.sign(y[:-1]) * np.sign(y[1:]) < 0)
    found: list[float] = []
    for place in places.tolist():
        ends = float(w[place]), float(w[place + 1])
        root: Any = brentq(f, *ends, xtol=1e-15 * ends[0], rtol=np.float64(1e-14))
        if abs(f(root)) <= 1e-6 * max(abs(y[place]), abs(y[place + 1]), 1e-9):
            found.append(float(root))
    return found

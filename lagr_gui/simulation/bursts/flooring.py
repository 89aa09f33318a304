"""Absolute tolerances that grow with the motion, in the small language of `native`: `Floors`."""

from __future__ import annotations

from lagr_gui.native import Reals
from lagr_gui.simulation.bursts.record import Burst
from lagr_gui.simulation.tuning import FLOORS

LEAST, ROUNDED = FLOORS.least_part, FLOORS.of_rounding


def set_floors(m: Burst, y: Reals, rates: Reals, h: float) -> None:
    """What values may miss in a step of length h that leads to about y + h times rates."""
    size = m.size[0]
    if m.share * size < 1.0:
        for i in range(m.n):
            size = max(size, abs(y[i] + h * rates[i]) / m.units[i])
        part = m.base * max(LEAST, min(1.0, m.share * size))
        part = max(part, min(m.base, ROUNDED * h * borne(m)))
        for i in range(m.n):
            m.floors[i] = part * m.units[i]


def borne(m: Burst) -> float:
    """How fast what is held would gain speed by the pushes of the last call, in units of a second.

    These leave a difference of accelerations, whose rounding no step makes smaller.
    """
    f, rubs, most = m.f, m.sliding + m.pressed > 0, 0.0
    for rho in range(f if m.touching > 0 else 0):
        total = 0.0
        for i in range(m.touching):
            u = m.answer + int(m.active[i]) * f
            total += abs(m.pushes[i] * (m.rubbed[i * f + rho] if rubs else m.out[u + rho]))
        most = max(most, total / m.units[f + rho])
    return most


def see_floors(m: Burst) -> None:
    """Remember how far the motion has led, as long as that is less than the size of the model."""
    if m.share * m.size[0] < 1.0:
        for i in range(m.n):
            m.size[0] = max(m.size[0], abs(m.y[i]) / m.units[i])

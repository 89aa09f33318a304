"""Absolute tolerances that grow with the motion, in the small language of `native`: `Floors`."""

from __future__ import annotations

from lagr_gui.native import Reals
from lagr_gui.simulation.bursts.record import Burst
from lagr_gui.simulation.tuning import FLOORS

LEAST = FLOORS.least_part


def set_floors(m: Burst, y: Reals, rates: Reals, h: float) -> None:
    """What values may miss in a step that leads to about y + h times rates."""
    size = m.size[0]
    if m.share * size < 1.0:
        for i in range(m.n):
            size = max(size, abs(y[i] + h * rates[i]) / m.units[i])
        part = m.base * max(LEAST, min(1.0, m.share * size))
        for i in range(m.n):
            m.floors[i] = part * m.units[i]


def see_floors(m: Burst) -> None:
    """Remember how far the motion has led, as long as that is less than the size of the model."""
    if m.share * m.size[0] < 1.0:
        for i in range(m.n):
            m.size[0] = max(m.size[0], abs(m.y[i]) / m.units[i])

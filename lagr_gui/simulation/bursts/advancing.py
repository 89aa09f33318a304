"""Step after step until something ends a burst, in the small language of `native`."""

from __future__ import annotations

from lagr_gui.simulation.bursts.dop853 import first_length, step
from lagr_gui.simulation.bursts.evaluating import rate
from lagr_gui.simulation.bursts.radau import UNKNOWN, implicit_step
from lagr_gui.simulation.bursts.record import DONE, PAUSE, ROOM, Burst
from lagr_gui.simulation.bursts.taylor import series_step


def begin(m: Burst) -> None:
    """Take the rate at the start, and the length of the first step where it is not known."""
    m.least = 1.0
    find_stretch(m)
    if m.samplers > 0:
        m.sample(m, m.y, m.k)
    rate(m, m.t, m.y, m.k)
    m.here = m.least
    if m.h <= 0.0:
        m.h = first_length(m)


def find_stretch(m: Burst) -> None:
    """Pass the switches of functions of time up to the present time."""
    while m.passed < m.count and m.switches[m.passed] <= m.t:
        m.low = m.since[m.passed]
        m.passed += 1
    m.goal, m.high = m.t_end, 1e300
    if m.passed < m.count and m.switches[m.passed] < m.t_end:
        m.goal, m.high = m.switches[m.passed], m.until[m.passed]


def go_behind(m: Burst) -> None:
    """Begin behind a switch or a sample, as things are there."""
    find_stretch(m)
    if m.samplers > 0:
        m.sample(m, m.y, m.k)
    rate(m, m.t, m.y, m.k)
    m.known, m.h_before = UNKNOWN, 0.0


def advance(m: Burst) -> int:
    """Go on, step by step; why it ends.  The last good step stands."""
    while m.t < m.t_end:
        if m.steps == m.room:
            return ROOM
        if m.evaluations >= m.pause_at:
            return PAUSE
        if m.t >= m.goal:
            go_behind(m)
        if m.order > 0:
            reason = series_step(m)
        elif m.implicit > 0:
            reason = implicit_step(m)
        else:
            reason = step(m)
        if reason != DONE:
            return reason
    return DONE

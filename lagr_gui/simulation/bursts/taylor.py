"""Steps by Taylor series in the small language of `native`: lengths, control, dense output.

Jorba, Zou: A software package for the numerical integration of ODEs by means of high-order Taylor
methods, Experimental Mathematics 14 (2005) 99-117, section 3: the last two terms of the series tell
how long a step may be.  What they may not tell, as where a series has gaps, the rate at the end of
the step does: it must be that of the series.
"""

from __future__ import annotations

from math import exp, log, sqrt

from lagr_gui.native import Reals
from lagr_gui.simulation.bursts.dop853 import (
    allowed,
    entered,
    held_back,
    is_creeping,
    is_patience_over,
    is_sound,
    spacing,
)
from lagr_gui.simulation.bursts.evaluating import rate
from lagr_gui.simulation.bursts.flooring import set_floors
from lagr_gui.simulation.bursts.record import CAREFUL, Burst
from lagr_gui.simulation.tuning import BURST, CREEP, STEPPING, TAYLOR

FADING, GROW = STEPPING.fading, BURST.grow
LOOK, MISSED, EDGE, SHRINK = CREEP.look, TAYLOR.missed, TAYLOR.edge, BURST.shrink


def series_step(m: Burst) -> int:
    """One step by the series at its start."""
    n, end = m.n, 12 * m.n
    m.x[0] = m.t
    for i in range(n):
        m.x[1 + i] = m.y[i]
    m.series(m.x, m.w, m.terms)
    m.evaluations += m.order
    rows = m.rows[m.steps * m.order * n :]
    shortest = 10.0 * spacing(m.t)
    set_floors(m, m.y, m.terms[n:], m.h)
    longest = length(m)
    h = allowed(m, min(longest, GROW * m.h))
    is_usual = h >= longest
    while True:
        if not h >= shortest:
            return CAREFUL
        t = min(m.t + h, m.goal)
        h = t - m.t
        reach(m, h, rows)
        rate(m, t, m.after, m.k[end:])
        if apart(m, h, m.k[end:]) <= MISSED:
            break
        h *= SHRINK
        is_usual = False
    if not is_sound(m):
        return CAREFUL
    stiff = False
    if m.at_edge > 0 or m.taken % LOOK == 0:
        rate(m, t, m.trial, m.k[end - n :])
        stiff = is_patience_over(m, is_usual and is_at_edge(m, h))
    creeping = is_creeping(m, h)
    m.taken += 1
    m.h = h
    m.stride = max(h, FADING * m.stride)
    return held_back(entered(m, t, h, rows), stiff, creeping)


def is_at_edge(m: Burst, h: float) -> bool:
    """Whether stability limits a step whose length the tolerance sets.

    |h λ| comes from the rates at its end with and without the last term.  Values count by what
    they may miss: positions and velocities of a vibration alike.
    """
    n, edge = m.n, EDGE * m.order
    way, change = 0.0, 0.0
    for i in range(n):
        scale = scale_of(m, i, h)
        apart = (m.after[i] - m.trial[i]) / scale
        bend = (m.k[12 * n + i] - m.k[11 * n + i]) / scale
        way += apart * apart
        change += bend * bend
    return way > 0.0 and h * h * change > edge * edge * way


def length(m: Burst) -> float:
    """How long a step may be for its last two terms to stay within the tolerance."""
    p = m.order
    before, last = log_of_terms(m, p - 1), log_of_terms(m, p)
    if not max(before, last) < 1e300:
        return 0.0
    shorter = log(10.0 * (m.goal - m.t))  # longer ones are cut to the goal
    return exp(min(shorter, min(-before / (p - 1), -last / p)))


def log_of_terms(m: Burst, j: int) -> float:
    """The logarithm of the root mean square of the j-th terms, over what values may miss.

    In units of the largest: where motions are fast squares would leave the range of numbers.
    """
    n, terms = m.n, m.terms[j * m.n :]
    largest = 0.0
    for i in range(n):
        largest = max(largest, abs(terms[i]) / scale_of(m, i, m.h))
    if not largest > 0.0:
        return -1e300 if largest == 0.0 else 1e300
    if not largest < 1e300:
        return 1e300
    total = 0.0
    for i in range(n):
        part = terms[i] / scale_of(m, i, m.h) / largest
        total += part * part
    return log(largest) + 0.5 * log(total / n) if total >= 0.0 else 1e300


def scale_of(m: Burst, i: int, h: float) -> float:
    """What a value may miss in a step of about the length h."""
    here = m.y[i]
    return m.floors[i] + m.rtol * max(abs(here), abs(here + h * m.terms[m.n + i]))


def reach(m: Burst, h: float, rows: Reals) -> None:
    """The rows of a step of length h; the state at its end, and `trial` without the last term.

    `rise` is h times the rate of the series there.  Two values at a time: sums should not wait for
    one another.
    """
    n, p = m.n, m.order
    power = 1.0
    for j in range(p):
        power *= h
        terms, row = m.terms[(j + 1) * n :], rows[j * n :]
        for i in range(n):
            row[i] = power * terms[i]
    for pair in range(n // 2):
        i = 2 * pair
        at = (p - 1) * n + i
        last, last_too = rows[at], rows[at + 1]
        total, total_too = 0.0, 0.0
        slope, slope_too = p * last, p * last_too
        for j in range(1, p):
            at -= n
            one, one_too = rows[at], rows[at + 1]
            total += one
            total_too += one_too
            slope += (p - j) * one
            slope_too += (p - j) * one_too
        m.trial[i], m.trial[i + 1] = m.y[i] + total, m.y[i + 1] + total_too
        m.after[i], m.after[i + 1] = m.trial[i] + last, m.trial[i + 1] + last_too
        m.rise[i], m.rise[i + 1] = slope, slope_too


def apart(m: Burst, h: float, k: Reals) -> float:
    """How far h times a rate is from the `rise` of the series, over the tolerance.

    So much would a step of length h add up.
    """
    total = 0.0
    for i in range(m.n):
        missed = (m.rise[i] - h * k[i]) / scale_of(m, i, h)
        total += missed * missed
    return sqrt(total / m.n) if total <= 1e300 else 1e300

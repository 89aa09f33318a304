"""Limits that are reached or let go within a step, in the small language of `native`: `events`."""

from __future__ import annotations

from lagr_gui.native import Reals
from lagr_gui.simulation.bursts.constrained import between
from lagr_gui.simulation.bursts.evaluating import evaluate
from lagr_gui.simulation.bursts.record import Burst
from lagr_gui.simulation.tuning import RUN

PARTS, ROUNDS = RUN.parts, RUN.root_tries


def look(m: Burst, t: float, y: Reals) -> None:
    """What is watched at a state, as `seen`: it rises through 0 where a limit is met or let go."""
    gaps = m.gap
    if m.touching > 0:
        evaluate(m, t, y)
    else:
        m.x[0] = t
        for i in range(m.n):
            m.x[1 + i] = y[i]
        m.gaps(m.x, m.gaps_w, m.gaps_out)
    for number in range(m.c):
        if m.place[number] >= 0:
            m.seen[number] = m.pushes[m.place[number]]
        elif m.touching > 0:
            m.seen[number] = m.out[gaps + number] - m.slack[number]
        else:
            m.seen[number] = m.gaps_out[number] - m.slack[number]


def look_within(m: Burst, h: float, rows: Reals, x: float) -> None:
    """The same at the part x of a step from y."""
    between(m.n, m.order, rows, m.y, x, m.trial)
    look(m, m.t + x * h, m.trial)


def is_reached(m: Burst, h: float, rows: Reals) -> bool:
    """Whether something that is watched rises through 0 within a step from y: the first one."""
    for part in range(PARTS):
        first, last = part / PARTS, (part + 1) / PARTS
        look_within(m, h, rows, last)
        for number in range(m.c):
            m.later[number] = m.seen[number]
        earliest = 2.0
        for number in range(m.c):
            if m.before[number] < 0.0 and m.later[number] >= 0.0:
                x = root(m, h, rows, number, first, last)
                if x < earliest:
                    earliest = x
                    m.reached = number
        if earliest < 2.0:
            m.reached_at = m.t + earliest * h
            return True
        for number in range(m.c):
            m.before[number] = m.later[number]
    return False


def value(m: Burst, h: float, rows: Reals, number: int, x: float) -> float:
    """One of what is watched at the part x of a step."""
    look_within(m, h, rows, x)
    return m.seen[number]


def root(m: Burst, h: float, rows: Reals, number: int, first: float, last: float) -> float:
    """Where between two parts of a step what is watched passes through 0.

    By inverse quadratic interpolation where that leads on, and by halving where it does not:
    Chandrupatla, Advances in Engineering Software 28 (1997) 145–149.
    """
    a, b = last, first
    fa, fb = value(m, h, rows, number, a), value(m, h, rows, number, b)
    if fa == 0.0:
        return last
    if fa * fb > 0.0:  # neighbouring dense outputs differ by an error of step
        return first
    c, fc, part = a, fa, 0.5
    near = 1e-14 * (1.0 + abs(m.t)) / h
    for _ in range(ROUNDS):
        x = a + part * (b - a)
        fx = value(m, h, rows, number, x)
        if fx * fa > 0.0:
            c, fc = a, fa
        else:
            c, fc, b, fb = b, fb, a, fa
        a, fa = x, fx
        best = a if abs(fa) < abs(fb) else b
        least = (near + 4e-16 * best) / abs(b - c)
        if least > 0.5 or fa == 0.0:
            return best
        along, high = (a - b) / (c - b), (fa - fb) / (fc - fb)
        part = 0.5
        if high * high < along and (1.0 - high) * (1.0 - high) < 1.0 - along:
            part = fa / (fb - fa) * (fc / (fb - fc))
            part += (c - a) / (b - a) * (fa / (fc - fa)) * (fb / (fc - fb))
        part = min(max(part, least), 1.0 - least)
    return a

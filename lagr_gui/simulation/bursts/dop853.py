"""DOP853 in the small language of `native`: steps, control of errors, dense output.

Hairer, Nørsett, Wanner: Solving Ordinary Differential Equations I, sections II.4 to II.6 and II.10,
from where the letters are: stages k, nodes c, weights a and b, errors of order 3 and 5.
"""

from __future__ import annotations

from math import sqrt

from lagr_gui.native import Reals, alike, four, put_four
from lagr_gui.simulation.bursts.constrained import is_ahead, is_within, projected
from lagr_gui.simulation.bursts.evaluating import copy, is_finite, rate
from lagr_gui.simulation.bursts.flooring import see_floors, set_floors
from lagr_gui.simulation.bursts.record import (
    CAREFUL,
    CREEPING,
    DONE,
    DOUBTED,
    EVENT,
    ROWS,
    STIFF,
    Burst,
)
from lagr_gui.simulation.bursts.tables import (
    COLUMNS,
    FIFTH,
    FOURTH_ROW,
    NODES,
    STARTS,
    THIRD,
    WEIGHTS,
)
from lagr_gui.simulation.bursts.watching import is_reached
from lagr_gui.simulation.tuning import BURST, CREEP, FLOORS, STEPPING

SAFETY, SHRINK, GROW = BURST.safety, BURST.shrink, BURST.grow
FADING, CLEAR = STEPPING.fading, BURST.clear
LOOK, BEND = CREEP.look, CREEP.bend
FIRST_PART, SPANS = FLOORS.first_part, FLOORS.velocity_spans


def weigh(m: Burst, number: int, h: float, origin: Reals, found: Reals) -> None:
    """What a sum of rates, over the length h, adds to the values of an origin.

    Eight values at a time, then four, then one: sums that do not wait for one another take less.
    """
    n, k = m.n, m.k
    first, last = STARTS[number], STARTS[number + 1]
    for block in range(n // 8):
        i = 8 * block
        one, two = alike(0.0), alike(0.0)
        for e in range(first, last):
            weight, at = alike(WEIGHTS[e]), COLUMNS[e] * n + i
            one += weight * four(k, at)
            two += weight * four(k, at + 4)
        put_four(found, i, four(origin, i) + h * one)
        put_four(found, i + 4, four(origin, i + 4) + h * two)
    if n % 8 >= 4:
        i = 8 * (n // 8)
        some = alike(0.0)
        for e in range(first, last):
            some += WEIGHTS[e] * four(k, COLUMNS[e] * n + i)
        put_four(found, i, four(origin, i) + h * some)
    for i in range(n - n % 4, n):
        total = 0.0
        for e in range(first, last):
            total += WEIGHTS[e] * k[COLUMNS[e] * n + i]
        found[i] = origin[i] + h * total


def stage(m: Burst, number: int, h: float, y: Reals) -> None:
    """The state y at which a stage takes its rate."""
    weigh(m, number, h, m.y, y)


def error(m: Burst, h: float) -> float:
    """The error of a step from y to `after` over the tolerance."""
    n = m.n
    set_floors(m, m.after, m.zeros, h)
    threes, fives = m.k[13 * n :], m.k[14 * n :]  # those of the dense output come later
    weigh(m, THIRD, 1.0, m.zeros, threes)
    weigh(m, FIFTH, 1.0, m.zeros, fives)
    third, fifth = 0.0, 0.0
    for i in range(n):
        scale = m.floors[i] + m.rtol * max(abs(m.y[i]), abs(m.after[i]))
        e3, e5 = threes[i] / scale, fives[i] / scale
        third += e3 * e3
        fifth += e5 * e5
    if fifth == 0.0 and third == 0.0:
        return 0.0
    return abs(h) * fifth / sqrt((fifth + 0.01 * third) * n)


def eighth_root(x: float) -> float:
    """The eighth root: errors go with the eighth power of the length of a step."""
    return sqrt(sqrt(sqrt(x)))


def first_length(m: Burst) -> float:
    """The length of the first step: section II.4, from rates at the start and a little after.

    Rates count beside the time that is left, in `SPANS`, where the book has seconds.
    """
    n = m.n
    unit = (m.t_end - m.t) / SPANS
    size, speed = 0.0, 0.0
    for i in range(n):
        scale = m.base * m.units[i] + m.rtol * abs(m.y[i])
        size += (m.y[i] / scale) * (m.y[i] / scale)
        speed += (m.k[i] / scale) * (m.k[i] / scale)
    size, speed = sqrt(size / n), unit * sqrt(speed / n)
    soon = FIRST_PART * (m.t_end - m.t)
    h = soon if size < 1e-5 or speed < 1e-5 else 0.01 * unit * size / speed
    h = min(h, m.goal - m.t)
    for i in range(n):
        m.trial[i] = m.y[i] + h * m.k[i]
    rate(m, m.t + h, m.trial, m.k[n:])
    bend = 0.0
    for i in range(n):
        scale = m.base * m.units[i] + m.rtol * abs(m.y[i])
        change = (m.k[n + i] - m.k[i]) / scale
        bend += change * change
    bend = sqrt(bend / n) * unit * (unit / h)
    if speed <= 1e-15 and bend <= 1e-15:
        longer = max(soon, h * 1e-3)
    else:
        longer = unit * eighth_root(0.01 / max(speed, bend))
    return min(min(100.0 * h, longer), min(m.goal - m.t, m.longest))


def allowed(m: Burst, h: float) -> float:
    """The longest step, of at most h, in which no function of time alone can hide what it does."""
    while m.part + 1 < m.parts and m.marks[m.part + 1] <= m.t:
        m.part += 1
    h = min(h, m.longest)
    part = m.part
    while part < m.parts and (part == m.part or m.marks[part] < m.t + h):
        h = min(h, max(m.lengths[part], m.marks[part] - m.t))
        part += 1
    return h


def spacing(t: float) -> float:
    """About the distance of floats near a time."""
    return 2.220446049250313e-16 * max(abs(t), 1e-300)


def step(m: Burst) -> int:
    """One step: lengths are tried until the error is small enough."""
    if m.r > 0 and m.here <= m.watched and is_ahead(m, max(m.stride, m.h)):
        return CAREFUL
    shortest = 10.0 * spacing(m.t)
    h = allowed(m, max(m.h, shortest))
    size, again = 0.0, False
    while True:
        if not h >= shortest:
            return CAREFUL
        t = min(m.t + h, m.goal)
        h = t - m.t
        m.least = m.here
        for number in range(1, 12):
            stage(m, number, h, m.trial)
            rate(m, m.t + NODES[number] * h, m.trial, m.k[number * m.n :])
        stage(m, 12, h, m.after)
        size = error(m, h)
        if size < 1.0:
            break
        h *= max(SHRINK, SAFETY / eighth_root(size)) if size < 1e300 else SHRINK
        again = True
    rate(m, t, m.after, m.k[12 * m.n :])
    stiff = is_stiff(m, h)
    creeping = is_creeping(m, h)
    m.taken += 1
    if not is_sound(m):
        return CAREFUL
    reason = keep(m, t, h)
    if reason == CAREFUL:
        return reason
    grow = GROW if size == 0.0 else min(GROW, SAFETY / eighth_root(size))
    m.h = h * (min(1.0, grow) if again else grow)
    m.stride = max(h, FADING * m.stride)
    return held_back(reason, stiff, creeping)


def held_back(reason: int, stiff: bool, creeping: bool) -> int:
    """Why a burst ends where it does not for other reasons."""
    if reason != EVENT and stiff:
        return STIFF
    return CREEPING if reason == DONE and creeping else reason


def is_sound(m: Burst) -> bool:
    """Whether what the kernel found at the end of a step has values, and inertia."""
    for i in range(m.f):
        if not is_finite(m.out[m.qdd + i]):
            return False
        if not m.out[m.pivots + i] > m.nearly:
            return False
    worst = 0.0
    for i in range(m.n):
        worst = worst + 0.0 * m.after[i]  # nan where one of them is infinite or nan
    return worst == 0.0


def is_stiff(m: Burst, h: float) -> bool:
    """Whether stability has limited the steps for a while: volume II, section IV.2.

    |h λ| comes from the rates of the last two stages, which lie at the same time.
    """
    n = m.n
    way, change = 0.0, 0.0
    for i in range(n):
        apart = m.after[i] - m.trial[i]
        bend = m.k[12 * n + i] - m.k[11 * n + i]
        way += apart * apart
        change += bend * bend
    return is_patience_over(m, way > 0.0 and h * h * change > m.stiff_above * m.stiff_above * way)


def is_creeping(m: Burst, h: float) -> bool:
    """Whether the motion has hardly bent within the steps for a while.

    Steps of a high order could be far longer then: what holds them back is stability, or rounding
    that the stages of a stiff system make large, and not accuracy.
    """
    if m.creep_after > 0 and m.taken % LOOK == 0:
        way, change = 0.0, 0.0
        for i in range(m.n):
            scale = m.floors[i] + m.rtol * abs(m.y[i])
            apart = (m.after[i] - m.y[i]) / scale
            bend = (m.k[12 * m.n + i] - m.k[i]) / scale
            way += apart * apart
            change += bend * bend
        crept = h * h * change < BEND * BEND * way and h < 0.5 * allowed(m, m.longest)
        m.creeping = m.creeping + 1 if crept else 0
    return m.creep_after > 0 and m.creeping >= m.creep_after


def is_patience_over(m: Burst, edge: bool) -> bool:
    """Whether steps like the last one, at the edge of stability or not, have been many."""
    if edge:
        m.at_edge += 1
        m.inside = 0
    else:
        m.inside += 1
        if m.inside >= m.relief:
            m.at_edge = 0
    return m.at_edge >= m.patience


def keep(m: Burst, t: float, h: float) -> int:
    """Enter a step with its dense output (section II.6), and go over to its end."""
    n, k = m.n, m.k
    for number in range(13, 16):
        stage(m, number, h, m.trial)
        rate(m, m.t + NODES[number] * h, m.trial, m.k[number * n :])
    rows = m.rows[m.steps * ROWS * n :]
    for i in range(n):
        change = m.after[i] - m.y[i]
        first, last = h * k[i], h * k[12 * n + i]
        rows[i] = change
        rows[n + i] = first - change
        rows[2 * n + i] = 2.0 * change - (last + first)
    for row in range(3, ROWS):
        weigh(m, FOURTH_ROW + row - 3, h, m.zeros, rows[row * n :])
    return entered(m, t, h, rows)


def entered(m: Burst, t: float, h: float, rows: Reals) -> int:
    """Go over to the end of a step, whose dense output is known."""
    n = m.n
    copy(n, m.y, m.origins[m.steps * n :])
    m.spans[m.steps] = h
    for i in range(m.f * m.changing):
        m.quickest[i] = max(m.quickest[i], abs(m.y[m.f + i]))
    reason = DONE
    if m.r > 0 or m.touching > 0:
        reason = held(m, t, h, rows)
        if reason == CAREFUL:
            return reason
    if m.c > 0 and is_reached(m, h, rows):
        before = m.changed
        if m.changing > 0:
            m.change(m, rows, m.spans[m.steps :])
        if m.changed > before:
            t = m.reached_at
        else:
            reason = EVENT
    copy(n, m.after, m.y)
    copy(n, m.k[12 * n :], m.k)
    see_floors(m)
    m.t = t
    m.steps += 1
    m.ends[m.steps] = t
    return reason


def held(m: Burst, t: float, h: float, rows: Reals) -> int:
    """Bring the end of a step back to the constraints, where nothing singular is near."""
    if m.least < m.unsolved:
        return CAREFUL
    if m.r > 0 and m.least < CLEAR and is_within(m, m.t, h, rows):
        return CAREFUL
    moved = projected(m, t)
    if moved < 0:
        return CAREFUL
    m.least = 1.0
    rate(m, t, m.after, m.k[12 * m.n :])
    if not is_sound(m) or m.least < m.unsolved:
        return CAREFUL
    m.here = m.least
    return DOUBTED if m.here < m.doubted else DONE

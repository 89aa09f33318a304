"""Steps under constraints, in the small language of `native`: what `stepping` does with care.

Everything that is not ordinary is left to the caller: a singular configuration that may be near,
constraints that are missed by more than a small projection mends.
"""

from __future__ import annotations

from lagr_gui.native import Reals, four, put_four
from lagr_gui.simulation.bursts.evaluating import clearance, evaluate, is_finite
from lagr_gui.simulation.bursts.record import ROWS, Burst
from lagr_gui.simulation.bursts.touching import find_pushes, off_limits, push, take_mode


def is_ahead(m: Burst, h: float) -> bool:
    """Whether a singular configuration may lie within the next steps of length h (`crossing`).

    Positions are looked at that follow from the acceleration at the start.
    """
    f, looks = m.f, m.looks
    reach = m.ahead * h
    for _ in range(m.zooms):
        least, at = 2.0, 0
        for j in range(looks):
            tau = reach * j / (looks - 1)
            for i in range(f):
                m.trial[i] = m.y[i] + tau * (m.y[f + i] + tau / 2 * m.k[f + i])
                m.trial[f + i] = m.y[f + i]
            for i in range(2 * f, m.n):
                m.trial[i] = m.y[i]
            evaluate(m, m.t + tau, m.trial)
            m.clear[j] = clearance(m)
            if m.clear[j] < least:
                least, at = m.clear[j], j
        if at == 0:  # it rises: one nearer than the first look would be as low as that already
            return not m.clear[0] > m.deep
        if at > 1:
            return at < looks - 1 and least <= m.clear[0] / 2
        reach *= 3.0 / looks  # how low it is between the first looks tell nearer ones
    return True


def is_within(m: Burst, t: float, h: float, rows: Reals) -> bool:
    """Whether a singular configuration may lie in, or just after, a step from y (`crossing`)."""
    last = m.looks - 1
    reach = 1.0 + m.after_end
    look_at(m, t, h, rows, 0.0, reach)
    for j in range(last):
        if not abs(m.clear[j + 1] - m.clear[j]) < m.coarse:
            return True
    start, low, count = m.clear[0], -1, 0
    for j in range(1, last):
        if m.clear[j] <= m.clear[j - 1] and m.clear[j] < m.clear[j + 1] and m.clear[j] < m.coarse:
            low = j
            count += 1
    if count != 1:
        return count > 1
    first, end = reach * (low - 1) / last, reach * (low + 1) / last
    depth = 1.0
    for _ in range(m.zooms):
        look_at(m, t, h, rows, first, end)
        at = 0
        for j in range(1, last + 1):
            if m.clear[j] < m.clear[at]:
                at = j
        depth = m.clear[at]
        part = (end - first) / last
        first, end = first + part * max(at - 1, 0), first + part * min(at + 1, last)
    return depth < min(m.deep, start / 2)


def look_at(m: Burst, t: float, h: float, rows: Reals, first: float, end: float) -> None:
    """The clearances at looks from one part of a step to another."""
    for j in range(m.looks):
        x = first + (end - first) * j / (m.looks - 1)
        between(m.n, m.order, rows, m.y, x, m.trial)
        evaluate(m, t + x * h, m.trial)
        m.clear[j] = clearance(m)


def between(n: int, order: int, rows: Reals, origin: Reals, x: float, y: Reals) -> None:
    """The state within a step, at the part x of it; by a Taylor series where it has an order."""
    if order > 0:
        powers(n, order, rows, origin, x, y)
        return
    left = 1.0 - x
    for block in range(n // 4):
        i = 4 * block
        some = four(rows, 6 * n + i) * x
        some = (some + four(rows, 5 * n + i)) * left
        some = (some + four(rows, 4 * n + i)) * x
        some = (some + four(rows, 3 * n + i)) * left
        some = (some + four(rows, 2 * n + i)) * x
        some = (some + four(rows, n + i)) * left
        some = (some + four(rows, i)) * x
        put_four(y, i, four(origin, i) + some)
    for i in range(n - n % 4, n):
        total = rows[6 * n + i] * x
        total = (total + rows[5 * n + i]) * left
        total = (total + rows[4 * n + i]) * x
        total = (total + rows[3 * n + i]) * left
        total = (total + rows[2 * n + i]) * x
        total = (total + rows[n + i]) * left
        total = (total + rows[i]) * x
        y[i] = origin[i] + total


def powers(n: int, order: int, rows: Reals, origin: Reals, x: float, y: Reals) -> None:
    """The same by a Taylor series, of an even order.

    Two values at a time, odd powers apart from even ones: sums should not wait for one another.
    """
    square, half = x * x, order // 2
    for pair in range(n // 2):
        i = 2 * pair
        odd, even, odd_too, even_too = 0.0, 0.0, 0.0, 0.0
        for j in range(half):
            at = 2 * (half - 1 - j) * n + i
            odd = rows[at] + square * odd
            odd_too = rows[at + 1] + square * odd_too
            even = rows[at + n] + square * even
            even_too = rows[at + n + 1] + square * even_too
        y[i] = origin[i] + x * (odd + x * even)
        y[i + 1] = origin[i + 1] + x * (odd_too + x * even_too)


def state_at(
    n: int,
    order: int,
    steps: int,
    ends: Reals,
    spans: Reals,
    origins: Reals,
    rows: Reals,
    step: int,
    t: float,
    y: Reals,
) -> int:
    """The state at a time in one of the steps from a number on; the number of that step."""
    while step < steps - 1 and t > ends[step + 1]:
        step += 1
    part = (t - ends[step]) / spans[step]
    count = order if order > 0 else ROWS
    between(n, order, rows[step * count * n :], origins[step * n :], part, y)
    return step


def fill(m: Burst, count: int, t: Reals, states: Reals) -> None:
    """The states (count, n) at rising times in the last steps."""
    n, step, ends, spans = m.n, 0, m.ends, m.spans
    origins, rows = m.origins, m.rows
    for j in range(count):
        y = states[j * n :]
        step = state_at(n, m.order, m.steps, ends, spans, origins, rows, step, t[j], y)


def missed(m: Burst, t: float, y: Reals) -> float:
    """The largest residual at a state beside what it could be; steps to the constraints too.

    nan where one has no value.
    """
    worst, unknown = 0.0, 0.0
    if m.m > 0:
        m.x[0] = t
        for i in range(m.n):
            m.x[1 + i] = y[i]
        m.meet(m.x, m.meet_w, m.meet_out)
    for s in range(m.m):
        here = abs(m.meet_out[m.position + s]) / m.could[s]
        faster = abs(m.meet_out[m.velocity + s]) / m.could[m.m + s]
        worst = max(worst, max(here, faster))
        unknown += 0.0 * (here + faster)  # nan where one of them is infinite or nan
    if m.touching > 0:
        evaluate(m, t, y)
        off = off_limits(m)
        worst = max(worst, off)
        unknown += 0.0 * off
    return worst + unknown


def bring_back(m: Burst, count: int, t: Reals, states: Reals) -> int:
    """Bring states (count, n) back to the constraints: how many it did before it could not."""
    n, row = m.n, -1
    for j in range(count):
        if m.changing > 0:
            row = mode_at(m, t[j], row)
        for i in range(n):
            m.after[i] = states[j * n + i]
        if projected(m, t[j]) < 0:
            count = j
            break
        for i in range(n):
            states[j * n + i] = m.after[i]
    if row >= 0:
        take_mode(m, m.changed)
    return count


def mode_at(m: Burst, t: float, row: int) -> int:
    """The row of the modes that holds at a time, from one on; takes it where it is another."""
    now = max(row, 0)
    while now < m.changed and t > m.ends[m.changed_at[now + 1]]:
        now += 1
    if now != row:
        take_mode(m, now)
    return now


def projected(m: Burst, t: float) -> int:
    """Bring `after` back to the constraints: 0 where it met them, 1 where it was moved a little.

    −1 where that cannot be done so.
    """
    n = m.n
    if missed(m, t, m.after) <= m.met:
        return 0
    size, way = 0.0, 0.0
    for i in range(n):
        m.trial[i] = m.after[i]
    for _ in range(2):
        for j in range(m.ratio_count):
            if not m.meet_out[m.ratios + j] > m.weak:
                return -1
        lead(m, t)
        if missed(m, t, m.after) <= m.met:
            for i in range(n):
                size = max(size, abs(m.after[i]) / m.units[i])
                apart = abs(m.after[i] - m.trial[i]) / m.units[i]
                if not is_finite(apart):
                    return -1
                way = max(way, apart)
            return 1 if way <= m.drifted * (m.base + m.rtol * size) else -1
    return -1


def lead(m: Burst, t: float) -> None:
    """One step back from `after`, where it was asked what is missed: positions, then velocities.

    To limits in contact it leads as impulses on them would, which leave other constraints alone.
    """
    f = m.f
    if m.m > 0:
        for i in range(f):
            m.after[i] += m.meet_out[m.shift + i]
        missed(m, t, m.after)
    if m.touching > 0:
        find_pushes(m, m.gap)
        push(m, m.after)
        missed(m, t, m.after)
    if m.m > 0:
        for i in range(f):
            m.after[f + i] += m.meet_out[m.turn + i]
    if m.touching > 0:
        evaluate(m, t, m.after)
        find_pushes(m, m.speed)
        push(m, m.after[f:])

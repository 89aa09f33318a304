"""Friction that reactions press, in the small language of `native`: bounds b, and what they push.

As in `numerics.loaded`: with frictions that slide, their bounds go linearly into the forces on the
ends where joints rub, and these by their sizes into the bounds.
"""

from __future__ import annotations

from math import nan, sqrt

from lagr_gui.numerics.tolerances import LOADED
from lagr_gui.simulation.bursts.record import Burst
from lagr_gui.simulation.bursts.touching import count_of_pressed, eliminate, rub

ROUNDS, EXACT, ROUNDED = LOADED.rounds, LOADED.exact, LOADED.rounded
POWERS = LOADED.powers


def press_joints(m: Burst) -> None:
    """Add to q̈ what holds and what slides pushes; `pushes` are λ of what holds."""
    for i in range(m.touching):
        rub(m, i)
    for column in range(1 + m.moved):
        share(m, column)
    for column in range(1 + m.moved):
        load(m, column)
    find_bounds(m)
    f, a = m.f, m.touching
    for i in range(a):
        m.pushes[i] = m.shares[i]
        for s in range(m.moved):
            m.pushes[i] += m.shares[(1 + s) * a + i] * m.found[s]
        for rho in range(f):
            m.out[m.qdd + rho] += m.pushes[i] * m.rubbed[i * f + rho]
    for own in range(count_of_pressed(m)):
        s = int(m.moving[own])
        if s >= 0:
            number = int(m.rubs[own])
            u = m.answer + number * f
            for rho in range(f):
                m.out[m.qdd + rho] += m.against[s] * m.found[s] * m.out[u + rho]
    find_limits(m)


def number_of(m: Burst, s: int) -> int:
    """The number of one that slides."""
    number = 0
    for own in range(count_of_pressed(m)):
        if m.moving[own] == s:
            number = int(m.rubs[own])
    return number


def share(m: Burst, column: int) -> None:
    """What holds pushes without friction (column 0), or against a unit of one that slides."""
    f, a = m.f, m.touching
    if a == 0:
        return
    number = number_of(m, column - 1) if column > 0 else 0
    for i in range(a):
        h = m.slope + int(m.active[i]) * f
        for j in range(a):
            total = 0.0
            for rho in range(f):
                total += m.out[h + rho] * m.rubbed[j * f + rho]
            m.coupling[i * a + j] = total
        wanted = -m.out[m.arrival + int(m.active[i])]
        if column > 0:
            wanted = 0.0
            for rho in range(f):
                wanted -= m.out[h + rho] * m.out[m.answer + number * f + rho]
            wanted *= m.against[column - 1]
        m.shares[column * a + i] = wanted
    eliminate(a, m.coupling, m.shares[column * a :], m.unsolved)


def load(m: Burst, column: int) -> None:
    """The forces on the ends without friction (column 0), or by a unit of one that slides."""
    parts, a = 3 * m.pressed, m.touching
    at = column * parts
    number = number_of(m, column - 1) if column > 0 else 0
    for part in range(parts):
        if column > 0:
            by = m.out[m.pressed_by + number * parts + part]
            m.forces[at + part] = m.against[column - 1] * by
        else:
            m.forces[at + part] = m.out[m.presses + part]
    for i in range(a):
        pushed = m.shares[column * a + i]
        first = m.pressed_by + int(m.active[i]) * parts
        pair = int(m.pair_of[i])
        for part in range(parts):
            m.forces[at + part] += pushed * m.out[first + part]
        if pair >= 0:
            slide(m, pair, pushed, at)


def slide(m: Burst, pair: int, pushed: float, at: int) -> None:
    """Add what a rough limit that slides rubs to forces on ends."""
    parts, first = 3 * m.pressed, m.paired + 2 * pair
    along, across = m.out[m.speed + first], m.out[m.speed + first + 1]
    length = sqrt(along * along + across * across)
    one, other = m.ways[2 * pair], m.ways[2 * pair + 1]
    if length > m.slow[pair]:
        turned = -1.0 if along * one + across * other < 0.0 else 1.0
        one, other = turned * along / length, turned * across / length
    mu = m.out[m.roughness + 3 * pair] * pushed
    tangents = m.pressed_by + first * parts
    for part in range(parts):
        by_pair = one * m.out[tangents + part] + other * m.out[tangents + parts + part]
        m.forces[at + part] += mu * by_pair


def weight(m: Burst, end: int, sticks: int) -> float:
    """μ r of an end, while its owner slides (0) or sticks (1)."""
    return m.out[m.radii + end] * m.out[m.coefficients + 2 * int(m.owners[end]) + sticks]


def component(m: Burst, end: int, axis: int) -> float:
    """A component of the force on an end, with friction as it was `found`."""
    parts, part = 3 * m.pressed, 3 * end + axis
    total = m.forces[part]
    for s in range(m.moved):
        total += m.forces[(1 + s) * parts + part] * m.found[s]
    return total


def find_bounds(m: Burst) -> None:
    """The bounds of what slides as `found`; nan where there may be several, or none."""
    s = m.moved
    if s == 0:
        return
    if not gain(m) < m.jams:
        for i in range(s):
            m.found[i] = nan
        return
    for i in range(s):
        m.found[i] = 0.0
    last = -1.0
    for _ in range(ROUNDS):
        improve(m)
        step, size = 0.0, 0.0
        for i in range(s):
            step = max(step, abs(m.nearer[i] - m.found[i]))
            size = max(size, abs(m.nearer[i]))
            m.found[i] = m.nearer[i]
        if step <= EXACT * size:
            return
        if last >= 0.0 and step >= last and step <= ROUNDED * size:
            return
        last = step
    for i in range(s):
        m.found[i] = nan


def gain(m: Burst) -> float:
    """A bound of the spectral radius of C, from above: (C v)/v for a v that tends to its own."""
    s, parts = m.moved, 3 * m.pressed
    for i in range(s * s):
        m.tables[i] = 0.0
    for end in range(m.pressed):
        row = int(m.moving[int(m.owners[end])])
        if row >= 0:
            for j in range(s):
                total = 0.0
                for axis in range(3):
                    part = m.forces[(1 + j) * parts + 3 * end + axis]
                    total += part * part
                m.tables[row * s + j] += weight(m, end, 0) * sqrt(total)
    largest = m.tables[0]
    if s == 1:
        return largest
    for i in range(s):
        m.gains[i] = 1.0
    for _ in range(POWERS):
        largest = 0.0
        for i in range(s):
            total = 0.0
            for j in range(s):
                total += m.tables[i * s + j] * m.gains[j]
            m.gains[s + i] = total
            largest = max(largest, total / m.gains[i])
            if total != total:
                return total
        for i in range(s):
            m.gains[i] = m.gains[s + i] + 1e-3 * largest * m.gains[i] + 1e-300
    return largest


def improve(m: Burst) -> None:
    """Bounds as `nearer` that balance for the present directions of the forces on ends."""
    s, parts = m.moved, 3 * m.pressed
    for i in range(s):
        m.nearer[i] = 0.0
        for j in range(s):
            m.tables[i * s + j] = 1.0 if i == j else 0.0
    for end in range(m.pressed):
        row = int(m.moving[int(m.owners[end])])
        if row >= 0:
            x, y, z = component(m, end, 0), component(m, end, 1), component(m, end, 2)
            length = sqrt(x * x + y * y + z * z)
            share_of = weight(m, end, 0) / length if length > 0.0 else 0.0
            first = 3 * end
            still = x * m.forces[first] + y * m.forces[first + 1] + z * m.forces[first + 2]
            m.nearer[row] += share_of * still
            for j in range(s):
                first = (1 + j) * parts + 3 * end
                by = x * m.forces[first] + y * m.forces[first + 1] + z * m.forces[first + 2]
                m.tables[row * s + j] -= share_of * by
    eliminate(s, m.tables, m.nearer, m.unsolved)


def find_limits(m: Burst) -> None:
    """The bounds of what sticks, by the numbers of frictions, as `limit`."""
    for own in range(count_of_pressed(m)):
        m.limit[int(m.rubs[own]) - m.stops] = 0.0
    for end in range(m.pressed):
        own = int(m.owners[end])
        x, y, z = component(m, end, 0), component(m, end, 1), component(m, end, 2)
        sticks = weight(m, end, 1) * sqrt(x * x + y * y + z * z)
        m.limit[int(m.rubs[own]) - m.stops] += sticks


def rubbed_away(m: Burst) -> float:
    """The power that what slides takes, as pressed at the state of the last call."""
    power = 0.0
    for own in range(count_of_pressed(m)):
        s = int(m.moving[own])
        if s >= 0:
            power += m.found[s] * abs(m.out[m.speed + int(m.rubs[own])])
    return power

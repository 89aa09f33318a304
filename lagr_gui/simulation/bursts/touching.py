"""Limits in contact, in the small language of `native`: what they push, and ways back to them.

The kernel tells what the system does without them, and its answer u to each: docs/impacts.md.
Few limits are in contact at a time, so their equations W x = b with W = hᵀ u are solved here.
"""

from __future__ import annotations

from math import nan, sqrt

from lagr_gui.native import Reals
from lagr_gui.simulation.bursts.record import Burst


def take_mode(m: Burst, row: int) -> None:
    """Let frictions slide and stick as a row of `modes` tells."""
    s, k = m.frictions, 0
    for i in range(s):
        sense, number = m.modes[row * s + i], m.stops + i
        m.x[1 + m.n + i] = sense
        m.senses[number] = sense
        m.place[number] = -1
        if sense == 0.0:
            m.active[k] = number
            m.place[number] = k
            k += 1
    m.touching = k
    if m.pressed > 0:
        take_moving(m)


def take_moving(m: Burst) -> None:
    """Tell which of the frictions that reactions press slide, and against what, by the senses."""
    m.moved = 0
    for own in range(count_of_pressed(m)):
        sense = m.senses[int(m.rubs[own])]
        m.moving[own] = -1
        if sense != 0.0:
            m.moving[own] = m.moved
            m.against[m.moved] = -sense
            m.moved += 1


def count_of_pressed(m: Burst) -> int:
    """How many frictions are pressed: the owner of the last end is the last of them."""
    return int(m.owners[m.pressed - 1]) + 1


def press(m: Burst) -> None:
    """Add to q̈ what the limits in contact push so that Ḧ = 0: their λ are in `pushes`."""
    if m.sliding == 0:
        find_pushes(m, m.arrival)
        push(m, m.out[m.qdd :])
        return
    f, a = m.f, m.touching
    for i in range(a):
        rub(m, i)
    for i in range(a):
        h = m.slope + int(m.active[i]) * f
        for j in range(a):
            total = 0.0
            for rho in range(f):
                total += m.out[h + rho] * m.rubbed[j * f + rho]
            m.coupling[i * a + j] = total
        m.pushes[i] = -m.out[m.arrival + int(m.active[i])]
        leave_out_idle(m, i)
    eliminate(a, m.coupling, m.pushes, m.unsolved)
    for i in range(a):
        for rho in range(f):
            m.out[m.qdd + rho] += m.pushes[i] * m.rubbed[i * f + rho]


def rub(m: Burst, place: int) -> None:
    """The answer to a limit in contact, as `rubbed`: with μ times its force against its slip."""
    f = m.f
    u = m.answer + int(m.active[place]) * f
    for rho in range(f):
        m.rubbed[place * f + rho] = m.out[u + rho]
    pair = int(m.pair_of[place])
    if pair < 0:
        return
    first = m.paired + 2 * pair
    along, across = m.out[m.speed + first], m.out[m.speed + first + 1]
    length = sqrt(along * along + across * across)
    one, other = m.ways[2 * pair], m.ways[2 * pair + 1]
    if length > m.slow[pair]:
        turned = -1.0 if along * one + across * other < 0.0 else 1.0
        one, other = turned * along / length, turned * across / length
    mu = m.out[m.roughness + 3 * pair]
    u = m.answer + first * f
    for rho in range(f):
        m.rubbed[place * f + rho] += mu * (one * m.out[u + rho] + other * m.out[u + f + rho])


def eliminate(a: int, W: Reals, x: Reals, least: float) -> None:
    """The solution of W x = b in place of b, by Gauss' way with the largest pivot of each column.

    nan where a pivot is below the part `least` of the largest entry of its column.
    """
    for k in range(a):
        best, usual = k, 0.0
        for i in range(a):
            usual = max(usual, abs(W[i * a + k]))
            if i > k and abs(W[i * a + k]) > abs(W[best * a + k]):
                best = i
        if best != k:
            for j in range(a):
                held = W[k * a + j]
                W[k * a + j] = W[best * a + j]
                W[best * a + j] = held
            held = x[k]
            x[k] = x[best]
            x[best] = held
        if not abs(W[k * a + k]) > least * usual:
            W[k * a + k] = nan
        for i in range(k + 1, a):
            part = W[i * a + k] / W[k * a + k]
            W[i * a + k] = 0.0
            for j in range(k + 1, a):
                W[i * a + j] -= part * W[k * a + j]
            x[i] -= part * x[k]
    for turn in range(a):
        k = a - 1 - turn
        for j in range(k + 1, a):
            x[k] -= W[k * a + j] * x[j]
        x[k] /= W[k * a + k]


def find_pushes(m: Burst, wrong: int) -> None:
    """The `pushes` that take the outputs at `wrong` from the limits in contact.

    nan where limits depend on each other.
    """
    a = m.touching
    for i in range(a):
        h = m.slope + int(m.active[i]) * m.f
        for j in range(a):
            u = m.answer + int(m.active[j]) * m.f
            total = 0.0
            for rho in range(m.f):
                total += m.out[h + rho] * m.out[u + rho]
            m.coupling[i * a + j] = total
        m.pushes[i] = -m.out[wrong + int(m.active[i])]
        leave_out_idle(m, i)
    solve(a, m.coupling, m.pushes, m.unsolved)


def leave_out_idle(m: Burst, i: int) -> None:
    """Let a limit that nothing moves, as a slip across a plane of motion, push nothing."""
    if m.pushes[i] != 0.0:
        return
    for j in range(m.touching):
        if m.coupling[i * m.touching + j] != 0.0:
            return
    m.coupling[i * m.touching + i] = 1.0


def push(m: Burst, values: Reals) -> None:
    """Add to values (f,) how the system answers to the pushes."""
    for i in range(m.touching):
        u = m.answer + int(m.active[i]) * m.f
        for rho in range(m.f):
            values[rho] += m.pushes[i] * m.out[u + rho]


def solve(a: int, W: Reals, x: Reals, least: float) -> None:
    """The solution of W x = b in place of b, for W symmetric, by W = L D Lᵀ in place of W.

    nan where a pivot is not above the part `least` of its diagonal entry.
    """
    for k in range(a):
        usual = W[k * a + k]
        for j in range(k):
            for i in range(j):
                W[k * a + j] -= W[k * a + i] * W[i * a + i] * W[j * a + i]
            W[k * a + j] /= W[j * a + j]
        for j in range(k):
            W[k * a + k] -= W[k * a + j] * W[k * a + j] * W[j * a + j]
            x[k] -= W[k * a + j] * x[j]
        if not W[k * a + k] > least * usual:
            W[k * a + k] = nan
    for k in range(a):
        x[k] /= W[k * a + k]
    for turn in range(a):
        k = a - 1 - turn
        for i in range(k + 1, a):
            x[k] -= W[i * a + k] * x[i]


def off_limits(m: Burst) -> float:
    """By how much the state of the last call misses the limits in contact, nan without a value."""
    worst, unknown = 0.0, 0.0
    for i in range(m.touching):
        number = int(m.active[i])
        here, faster = abs(m.out[m.gap + number]), abs(m.out[m.speed + number])
        worst = max(worst, max(here, faster))
        unknown += 0.0 * (here + faster)
    return worst + unknown

"""What a system does whose frictions change, in the small language of `native`.

At any states, and works along steps, with the `modes` that hold there.
"""

from __future__ import annotations

from lagr_gui.native import Counts, Reals
from lagr_gui.simulation.bursts.constrained import state_at
from lagr_gui.simulation.bursts.evaluating import clearance, copy, exert, is_finite
from lagr_gui.simulation.bursts.pressing import rubbed_away
from lagr_gui.simulation.bursts.record import Burst
from lagr_gui.simulation.bursts.touching import take_mode
from lagr_gui.simulation.bursts.working import MIDDLE, NODES, PLACES, WEIGHTS


def tell(m: Burst, count: int, t: Reals, states: Reals, rows: Counts, found: Reals) -> None:
    """q̈, ż, T, U, powers dissipated and supplied, and whether they are sound: (count, …).

    At times and states (count, n), each with a row of the modes.
    """
    n, f, row = m.n, m.f, -1
    width = n - f + 5
    for j in range(count):
        if rows[j] != row:
            row = rows[j]
            take_mode(m, row)
        m.x[0] = t[j]
        copy(n, states[j * n :], m.x[1:])
        m.told(m.x, m.w, m.out)
        exert(m)
        supplied, taken = m.out[m.supplied] + pushed(m), m.out[m.dissipated]
        if m.pressed > 0:
            taken += rubbed_away(m)
        told = found[j * width :]
        copy(f, m.out[m.qdd :], told)
        copy(n - 2 * f, m.out[m.zd :], told[f:])
        told = told[n - f :]
        told[0], told[1] = m.out[m.T], m.out[m.U]
        told[2], told[3] = taken, supplied
        sound = m.r == 0 or clearance(m) > m.unsolved
        for i in range(m.touching):
            sound = sound and is_finite(m.pushes[i])
        for i in range(m.moved):
            sound = sound and is_finite(m.found[i])
        told[4] = 1.0 if sound else 0.0


def pushed(m: Burst) -> float:
    """The power that what holds supplies at the state of the last call, by its `pushes`."""
    power = 0.0
    for i in range(m.touching):
        power += m.pushes[i] * m.out[m.supplies + m.active[i]]
    return power


def work_of_modes(
    m: Burst, count: int, times: Reals, look: Counts, rows: Counts, works: Reals
) -> None:
    """Dissipated and supplied work (2, count) between count + 1 rising times of the steps.

    Each interval has a row of the modes.  T is looked at in the middle of those that are marked.
    """
    n, step, row = m.n, 0, -1
    ends, spans, origins, steps = m.ends, m.spans, m.origins, m.rows
    for interval in range(count):
        if rows[interval] != row:
            row = rows[interval]
            take_mode(m, row)
        half = (times[interval + 1] - times[interval]) / 2
        taken, put = 0.0, 0.0
        for node in range(NODES):
            t = times[interval] + half + half * PLACES[node]
            m.x[0] = t
            step = state_at(n, 0, m.steps, ends, spans, origins, steps, step, t, m.x[1:])
            if m.touching * m.supplying + m.pressed > 0:
                m.state(m.x, m.w, m.out)
                exert(m)
                put += WEIGHTS[node] * pushed(m)
                if m.pressed > 0:
                    taken += WEIGHTS[node] * rubbed_away(m)
            m.power(m.x, m.w, m.out)
            taken += WEIGHTS[node] * m.out[m.dissipated]
            put += WEIGHTS[node] * m.out[m.supplied]
            if node == MIDDLE and look[interval] > 0:
                m.energy(m.x, m.w, m.out)
                m.largest_T = max(m.largest_T, m.out[m.T])
        works[interval] = half * taken
        works[count + interval] = half * put

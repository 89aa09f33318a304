"""Laws that sample within a burst, in the small language of `native`."""

from __future__ import annotations

from lagr_gui.native import Counts, Program, Reals, Struct
from lagr_gui.simulation.bursts.constrained import state_at
from lagr_gui.simulation.bursts.evaluating import copy, within
from lagr_gui.simulation.bursts.record import Burst
from lagr_gui.simulation.bursts.working import MIDDLE, NODES, PLACES, WEIGHTS


def sample(m: Burst, y: Reals, k: Reals) -> None:
    """Take the samples that are due at y, all of what held before; the stretch ends at the next."""
    due = 0
    for s in range(m.samplers):
        due += 1 if is_due(m, s) else 0
    if due > 0:
        take(m, y)
    for s in range(m.samplers):
        t = next_of(m, s)
        if t < m.goal - m.nears[s]:  # what lies right before a switch waits for it
            m.goal = t


def next_of(m: Burst, s: int) -> float:
    """When a block samples next: the time is never summed."""
    return m.sampled_from + m.counts[s] * m.periods[s]


def is_due(m: Burst, s: int) -> bool:
    """Whether a block samples now: where functions of time jump right behind it, it waits."""
    t, near = next_of(m, s), m.nears[s]
    if m.passed < m.count and m.switches[m.passed] - t <= near:
        return False
    return t - m.t <= near


def take(m: Burst, y: Reals) -> None:
    """Hold what laws tell, and the next random numbers, where they are due."""
    m.x[0] = within(m, m.t)
    copy(m.n, y, m.x[1:])
    m.laws(m.x, m.laws_w, m.laws_out)
    behind = m.x[1 + m.n :]
    for s in range(m.samplers):
        if is_due(m, s):
            if m.drawn[s] >= 0:
                number = m.counts[s] - m.drawn_from[s]
                behind[m.firsts[s]] = m.draws[m.drawn[s] + number]
            else:
                for i in range(m.firsts[s], m.firsts[s + 1]):
                    behind[i] = m.laws_out[i]
            m.counts[s] = m.counts[s] + 1
    p = m.firsts[m.samplers]
    copy(p, behind, m.held[m.holding * p :])
    m.held_at[m.holding] = m.steps
    m.holding += 1


class SampledWorking(Struct):
    """Steps with their kernels of powers and energy, as `Working`, while p values are `held`."""

    n: int
    p: int
    order: int
    steps: int
    ends: Reals
    spans: Reals
    origins: Reals
    rows: Reals
    power: Program
    energy: Program
    x: Reals
    w: Reals
    out: Reals
    T: int
    dissipated: int
    supplied: int
    held: Reals
    largest_T: float


def work_of_held(
    m: SampledWorking, count: int, times: Reals, look: Counts, rows: Counts, works: Reals
) -> None:
    """As `work`, where each interval has a row of what is held."""
    n, step, row = m.n, 0, -1
    for interval in range(count):
        if rows[interval] != row:
            row = rows[interval]
            copy(m.p, m.held[row * m.p :], m.x[1 + n :])
        half = (times[interval + 1] - times[interval]) / 2
        taken, put = 0.0, 0.0
        for node in range(NODES):
            t = times[interval] + half + half * PLACES[node]
            m.x[0] = t
            step = state_at(
                n, m.order, m.steps, m.ends, m.spans, m.origins, m.rows, step, t, m.x[1:]
            )
            m.power(m.x, m.w, m.out)
            taken += WEIGHTS[node] * m.out[m.dissipated]
            put += WEIGHTS[node] * m.out[m.supplied]
            if node == MIDDLE and look[interval] > 0:
                m.energy(m.x, m.w, m.out)
                m.largest_T = max(m.largest_T, m.out[m.T])
        works[interval] = half * taken
        works[count + interval] = half * put

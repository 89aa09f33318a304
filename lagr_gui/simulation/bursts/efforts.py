"""What still frictions hold, in the small language of `native`: as `numerics.impacts` finds it.

x minimises ½ xᵀ W x − xᵀ b between −H and H, what holds one way between −H and 0, for W regular.
Each is measured by √W of its own.
"""

from __future__ import annotations

from math import sqrt

from lagr_gui.numerics.tolerances import IMPACTS
from lagr_gui.simulation.bursts.record import Burst
from lagr_gui.simulation.bursts.touching import solve
from lagr_gui.simulation.tuning import FRICTION

EXCHANGES, REGULAR = IMPACTS.exchanges, FRICTION.regular


def mobility(m: Burst, i: int, j: int) -> float:
    """W of two of the still frictions."""
    return float(m.mobilities[m.still[i] * m.frictions + m.still[j]])


def is_apart(m: Burst, k: int, number: int) -> bool:
    """Whether a friction moves where the first k still ones hold: W of it, beside that alone."""
    f = m.frictions
    alone = m.mobilities[number * f + number]
    for i in range(k):
        for j in range(k):
            m.table[i * k + j] = mobility(m, i, j)
        m.trials[i] = m.mobilities[m.still[i] * f + number]
    solve(k, m.table, m.trials, REGULAR)
    left = alone
    for i in range(k):
        left -= m.trials[i] * m.mobilities[m.still[i] * f + number]
    return left > REGULAR * alone


def find_efforts(m: Burst, k: int) -> bool:
    """The `efforts` of k still frictions, by b as `wanted` and H as `most`; whether it found them.

    Who lies between its bounds is found by exchange.
    """
    size = 0.0
    for i in range(k):
        m.roots[i] = sqrt(mobility(m, i, i))
        m.efforts[i] = 0.0
        m.between[i] = 1 if m.most[i] > 0.0 else 0
        size = max(size, abs(m.wanted[i]) / m.roots[i])
    balance_between(m, k, size)
    for _ in range(EXCHANGES):
        worst, at = 1e-12 * size, -1
        for i in range(k):
            if m.between[i] == 0 and m.most[i] > 0.0:
                missing = slack_of(m, k, i)
                missing = -missing if m.efforts[i] < 0.0 else missing
                if missing > worst:
                    worst, at = missing, i
        if at < 0:
            for i in range(k):
                m.efforts[i] /= m.roots[i]
            return size < 1e300
        m.between[at] = 1
        balance_between(m, k, size)
    return False


def even(m: Burst, i: int, j: int) -> float:
    """W of two of them, each measured by its root."""
    return mobility(m, i, j) / (m.roots[i] * m.roots[j])


def slack_of(m: Burst, k: int, i: int) -> float:
    """W x − b of one of them."""
    total = -m.wanted[i] / m.roots[i]
    for j in range(k):
        total += even(m, i, j) * m.efforts[j]
    return total


def lowest(m: Burst, i: int) -> float:
    """The least effort of one of them, measured by its root."""
    return float(-m.most[i] * m.roots[i])


def highest(m: Burst, i: int) -> float:
    """The largest one: 0 of what holds one way."""
    return 0.0 if m.one_way[m.still[i]] > 0 else float(m.most[i] * m.roots[i])


def balance_between(m: Burst, k: int, size: float) -> None:
    """Let those between their bounds balance; who meets a bound on the way there stays at it."""
    while True:
        count = 0
        for i in range(k):
            if m.between[i] > 0:
                m.order_of[count] = i
                count += 1
        if count == 0:
            return
        for a in range(count):
            i = m.order_of[a]
            m.trials[a] = m.wanted[i] / m.roots[i]
            for j in range(k):
                if m.between[j] == 0:
                    m.trials[a] -= even(m, i, j) * m.efforts[j]
            for b in range(count):
                m.table[a * count + b] = even(m, i, m.order_of[b])
        solve(count, m.table, m.trials, REGULAR)
        share, first = 1.0, -1
        for a in range(count):
            i = m.order_of[a]
            low, high = lowest(m, i), highest(m, i)
            if m.trials[a] > high + 1e-13 * size or m.trials[a] < low - 1e-13 * size:
                bound = high if m.trials[a] > high else low
                part = (bound - m.efforts[i]) / (m.trials[a] - m.efforts[i])
                if part < share or first < 0:
                    share, first = part, a
        for a in range(count):
            i = m.order_of[a]
            low, high = lowest(m, i), highest(m, i)
            at = m.efforts[i] + share * (m.trials[a] - m.efforts[i])
            m.efforts[i] = min(max(at, low), high)
            beyond = m.trials[a] > high or m.trials[a] < low
            if first >= 0 and beyond and min(high - at, at - low) <= 1e-14 * size:
                m.between[i] = 0
        if first < 0:
            return
        i = m.order_of[first]
        m.efforts[i] = highest(m, i) if m.trials[first] > highest(m, i) else lowest(m, i)
        m.between[i] = 0

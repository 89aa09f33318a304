"""What the kernel of a system tells at a state, in the small language of `native`."""

from __future__ import annotations

from lagr_gui.native import Reals, four, put_four
from lagr_gui.simulation.bursts.pressing import press_joints
from lagr_gui.simulation.bursts.record import Burst
from lagr_gui.simulation.bursts.touching import press


def copy(n: int, origin: Reals, found: Reals) -> None:
    """Copy n values, four at a time."""
    for block in range(n // 4):
        put_four(found, 4 * block, four(origin, 4 * block))
    for i in range(n - n % 4, n):
        found[i] = origin[i]


def within(m: Burst, t: float) -> float:
    """The time for which functions of time are asked: on the right side of switches."""
    return t if m.count == 0 else min(max(t, m.low), m.high)


def evaluate(m: Burst, t: float, y: Reals) -> None:
    """Call the kernel at a state."""
    x, n = m.x, m.n
    x[0] = within(m, t)
    copy(n, y, x[1:])
    if m.changing > 0 and m.touching + m.pressed == 0:
        m.bare(m.x, m.w, m.out)
    else:
        m.state(m.x, m.w, m.out)
    m.evaluations += 1
    exert(m)


def exert(m: Burst) -> None:
    """Add to q̈ what holds and what reactions press, at the state of the last call."""
    if m.pressed > 0:
        press_joints(m)
    elif m.touching > 0:
        press(m)


def rate(m: Burst, t: float, y: Reals, k: Reals) -> None:
    """ẏ at a state; `least` learns of its clearance."""
    evaluate(m, t, y)
    f = m.f
    copy(f, y[f:], k)
    qdd, rises = m.out[m.qdd :], k[f:]
    for i in range(f):
        rises[i] = qdd[i]
    for i in range(2 * f, m.n):
        k[i] = m.out[m.zd + i - 2 * f]
    if m.r > 0:
        m.least = min(m.least, clearance(m))
        for i in range(m.f):
            if not abs(m.out[m.pivots + i]) > m.locked:
                m.least = 0.0


def clearance(m: Burst) -> float:
    """How far the state of the last call is from a singular configuration: 0 there, 1 far away."""
    found = 1.0
    for s in range(m.r):
        pivot = abs(m.out[m.pivots + m.f + s]) / max(m.usual[s], 1e-300)
        found = pivot if pivot <= found else (found if pivot > found else 0.0)
    return found


def is_finite(value: float) -> bool:
    """Whether a value is neither infinite nor nan."""
    return abs(value) <= 1.7976931348623157e308

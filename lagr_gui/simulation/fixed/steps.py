"""The classical method of Runge and Kutta, of order 4, in the small language of `native`.

Kutta, Zeitschrift für Mathematik und Physik 46 (1901); Hairer, Nørsett, Wanner: Solving Ordinary
Differential Equations I, section II.1.  Several motions lie side by side: entry i of the motion in
lane l stands at i · width + l.
"""

from __future__ import annotations

from math import floor, pi

from lagr_gui.native import Apart, Counts, Program, Reals, Struct


class LaneMotion(Struct):
    """Groups of motions under way, as Python and machine code share them.

    In a group there are `size` numbers for all coordinates, `own` for all states of the first
    order, and `works` for the works of all motions; `x` holds t, q, q̇, z as the program takes
    them, `out` q̈, ż and powers as it gives them.
    One after the other stand the `values` of each group that the program finds in `w`, its q, q̇, z
    and works in `y`, and these at its `points` output times in `states`.  An output follows each
    `each` steps of length `h`.

    Of the `turns` in sequence the middle angles stand at `middles`, `offsets` from their locks;
    `sides` tell between which locks they are (turns × all lanes), and `met` which motions come
    nearer to one than `near` (half turns), or cross it.
    """

    state: Program
    x: Reals
    w: Reals
    out: Reals
    y: Reals
    gain: Reals
    states: Reals
    groups: int
    values: int
    points: int
    width: int
    size: int
    own: int
    works: int
    each: int
    t0: float
    h: float
    turns: int
    middles: Counts
    offsets: Reals
    sides: Reals
    met: Counts
    near: float


def march(m: LaneMotion, first: int, last: int) -> None:
    """Go on to each of the outputs from the first to the one before the last."""
    count = 2 * m.size + m.own + m.works
    for group in range(m.groups):
        w, y = m.w[group * m.values :], m.y[group * count :]
        number = (first - 1) * m.each
        for output in range(first, last):
            for _ in range(m.each):
                step(m, number, w, y)
                number += 1
                for turn in range(m.turns):
                    look(m, group * m.width, turn, y)
            states = m.states[(group * m.points + output) * count :]
            for i in range(count):
                states[i] = y[i]


def step(m: LaneMotion, number: int, w: Reals, y: Reals) -> None:
    """One step: four stages with the weights 1, 2, 2, 1 over 6."""
    count, h = 2 * m.size + m.own + m.works, m.h
    t = m.t0 + h * number
    x, gain = m.x[m.width :], m.gain
    for i in range(2 * m.size + m.own):
        x[i] = y[i]
    for i in range(count):
        gain[i] = 0.0
    stage(m, w, y, t, 1.0, 0.5 * h)
    stage(m, w, y, t + 0.5 * h, 2.0, 0.5 * h)
    stage(m, w, y, t + 0.5 * h, 2.0, h)
    stage(m, w, y, t + h, 1.0, 0.0)
    for i in range(count):
        y[i] += h / 6.0 * gain[i]


def look(m: LaneMotion, first: int, turn: int, y: Reals) -> None:
    """Notice motions that have come near the lock of some turns, or crossed it."""
    place, offset = m.middles[turn] * m.width, m.offsets[turn]
    sides = m.sides[turn * m.groups * m.width + first :]
    for lane in range(m.width):
        at = (y[place + lane] + offset) / pi
        side = floor(at)
        if side != sides[lane] or abs(at - floor(at + 0.5)) < m.near:
            m.met[first + lane] = 1
        sides[lane] = side


def stage(m: LaneMotion, w: Reals, y: Reals, t: float, weight: float, ahead: float) -> None:
    """Add a rate to the gain, and go so far ahead with it for the next one."""
    size, times = m.size, m.x
    for lane in range(m.width):
        times[lane] = t
    m.state(m.x, w, m.out)
    go_ahead(size, weight, ahead, m.x[m.width :], y, m.gain, m.out)
    own = m.own
    if own > 0:
        behind = m.width + 2 * size
        rise(own, weight, ahead, m.x[behind:], y[2 * size :], m.gain[2 * size :], m.out[size:])
    gain, powers = m.gain[2 * size + own :], m.out[size + own :]
    for i in range(m.works):
        gain[i] += weight * powers[i]


def rise(
    own: int, weight: float, ahead: float, z: Apart, y: Apart, gain: Apart, out: Apart
) -> None:
    """Add ż to the gain, and go so far ahead with it."""
    for i in range(own):
        rate = out[i]
        gain[i] += weight * rate
        z[i] = y[i] + ahead * rate


def go_ahead(
    size: int, weight: float, ahead: float, x: Apart, y: Apart, gain: Apart, out: Apart
) -> None:
    """Add q̇ and q̈ to the gain, and go so far ahead with them."""
    for i in range(size):
        speed, rate = x[size + i], out[i]
        gain[i] += weight * speed
        gain[size + i] += weight * rate
        x[i] = y[i] + ahead * speed
        x[size + i] = y[size + i] + ahead * rate

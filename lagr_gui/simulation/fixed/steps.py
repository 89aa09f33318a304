"""The classical method of Runge and Kutta, of order 4, in the small language of `native`.

Kutta, Zeitschrift für Mathematik und Physik 46 (1901); Hairer, Nørsett, Wanner: Solving Ordinary
Differential Equations I, section II.1.  Several motions lie side by side: entry i of the motion in
lane l stands at i · width + l.
"""

from __future__ import annotations

from lagr_gui.native import Program, Reals, Struct


class LaneMotion(Struct):
    """Motions under way, as Python and machine code share them.

    There are `size` numbers for all coordinates, and `works` for the works of all motions; `x`
    holds t, q, q̇ as the program takes them, `out` q̈ and powers as it gives them, `y` q, q̇ and
    works.  An output follows each `each` steps of length `h`; `states` takes them.
    """

    state: Program
    x: Reals
    w: Reals
    out: Reals
    y: Reals
    gain: Reals
    states: Reals
    width: int
    size: int
    works: int
    each: int
    number: int
    t0: float
    h: float


def march(m: LaneMotion, first: int, last: int) -> None:
    """Go on to each of the outputs from the first to the one before the last."""
    count = 2 * m.size + m.works
    for output in range(first, last):
        for _ in range(m.each):
            step(m)
        states = m.states[output * count :]
        y = m.y
        for i in range(count):
            states[i] = y[i]


def step(m: LaneMotion) -> None:
    """One step: four stages with the weights 1, 2, 2, 1 over 6."""
    count, h = 2 * m.size + m.works, m.h
    t = m.t0 + h * m.number
    x, y, gain = m.x[m.width :], m.y, m.gain
    for i in range(2 * m.size):
        x[i] = y[i]
    for i in range(count):
        gain[i] = 0.0
    stage(m, t, 1.0, 0.5 * h)
    stage(m, t + 0.5 * h, 2.0, 0.5 * h)
    stage(m, t + 0.5 * h, 2.0, h)
    stage(m, t + h, 1.0, 0.0)
    for i in range(count):
        y[i] += h / 6.0 * gain[i]
    m.number += 1


def stage(m: LaneMotion, t: float, weight: float, ahead: float) -> None:
    """Add a rate to the gain, and go so far ahead with it for the next one."""
    size = m.size
    times, x, y, gain, out = m.x, m.x[m.width :], m.y, m.gain, m.out
    for lane in range(m.width):
        times[lane] = t
    m.state(m.x, m.w, m.out)
    for i in range(size):
        speed, rate = x[size + i], out[i]
        gain[i] += weight * speed
        gain[size + i] += weight * rate
        x[i] = y[i] + ahead * speed
        x[size + i] = y[size + i] + ahead * rate
    for i in range(m.works):
        gain[2 * size + i] += weight * out[size + i]

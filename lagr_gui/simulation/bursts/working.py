"""Works along steps that are taken, in the small language of `native`: quadrature of `segments`."""

from __future__ import annotations

from numpy.polynomial.legendre import leggauss

from lagr_gui.native import Counts, Program, Reals, Struct
from lagr_gui.simulation.bursts.constrained import state_at
from lagr_gui.simulation.tuning import ENERGY

NODES, MIDDLE = ENERGY.nodes, ENERGY.nodes // 2
PLACES, WEIGHTS = (tuple(row.tolist()) for row in leggauss(NODES))


class Working(Struct):
    """Steps whose ends, spans, origins and rows are known, and the kernels of powers and energy.

    Steps by Taylor series have an `order`.

    `power` with x, w, out gives the outputs at `dissipated` and `supplied`, `energy` that at `T`;
    `largest_T` is the largest kinetic energy that was found.
    """

    n: int
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
    largest_T: float


def work(m: Working, count: int, times: Reals, look: Counts, works: Reals) -> None:
    """Dissipated and supplied work (2, count) between count + 1 rising times of the steps.

    T is looked at in the middle of the intervals that are marked.
    """
    n, step = m.n, 0
    for interval in range(count):
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

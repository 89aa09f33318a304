"""Sampled laws: what a sample costs beside SciPy's DOP853, called from sample to sample.

    python benchmarks/samples.py [LAW …]

The time, of a processor, is that of a whole motion with certificate, energies and curves, over its
samples.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import table

sys.path.insert(0, str(Path(__file__).parents[1]))

from scipy.integrate import solve_ivp

from lagr_gui import GROUND, System

H, MANY, FEW = 0.001, 1_000_000, 300
GOAL = 2.0


def arm(**law: Any) -> System:
    """An arm that a sampled law holds up."""
    system = System("arm", m=1, l=0.5, J=0.01)
    link = system.body("arm", mass="m", inertia=("J", "J", "J"))
    system.joint("revolute", GROUND, link, "phi", point_child=(0, "l", 0))
    system.element("coordinate_force", coordinate="phi", force="u")
    system.signal("u", "sampled", sample=H, **law)
    system.start(phi=1)
    return system


def pd() -> System:
    """A law without memory."""
    return arm(inputs=("phi - 0.3*sin(t)", "phi'"), D=((-20, -2),))


def observer() -> System:
    """A law with two states of its own."""
    A, B = ((0.9, 0.001), (-5, 0.95)), ((0.1,), (5,))
    return arm(inputs=("phi",), A=A, B=B, C=((-20, -2),))


def noisy() -> System:
    """One that reads with noise, which is drawn at each sample, too."""
    system = arm(inputs=("phi + n", "phi'"), D=((-20, -2),))
    system.signal("n", "noise", sample=H, deviation=0.01, seed=1)
    return system


LAWS: dict[str, Callable[[], System]] = {"PD": pd, "observer": observer, "with noise": noisy}


def by_scipy() -> None:
    """The arm with its PD law, from sample to sample."""
    y = np.array([1.0, 0.0])
    for number in range(FEW):
        t = number * H
        u = -20 * (y[0] - 0.3 * np.sin(t)) - 2 * y[1]

        def rate(_: float, y: Any, u: float = u) -> tuple[float, float]:
            return y[1], (u - 0.5 * 9.81 * np.sin(y[0])) / 0.26

        y = solve_ivp(rate, (t, t + H), y, "DOP853", rtol=1e-9, atol=1e-12).y[:, -1]


def each_of(system: System) -> float:
    """Seconds of a processor for many samples."""
    return table.least_processor_time(lambda: system.simulate(until=MANY * H), 2)


def main() -> None:
    """Print the table."""
    table.head("A sample of a sampled law")
    peer = table.least_processor_time(by_scipy) / FEW
    for name in sys.argv[1:] or LAWS:
        system = LAWS[name]()
        system.simulate(until=FEW * H)
        each = each_of(system) / MANY
        goal = table.at_most(1e6 * each, GOAL, "µs")
        table.line(name, table.seconds(each), table.seconds(peer), each / peer, goal)


if __name__ == "__main__":
    main()

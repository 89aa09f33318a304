"""Nothing passes: bodies that close on each other in long steps meet, at times known by formula."""

from __future__ import annotations

from math import asin, inf, pi, sqrt

import numpy as np
import pytest

from lagr_gui import System
from lagr_gui.simulation import Trajectory

METHODS = ("auto", "DOP853", "RK45", "Radau", "LSODA")
KINDS = ("bumper", "rope", "wall", "stop", "peg", "arm")


def closing(kind: str, source: np.random.Generator) -> tuple[System, list, list, float]:
    """A system without forces, q and q̇ at the start, and when two of it meet.

    Its size is 1 mm … 1 km, its speed 10⁻³ … 10³ of √(g L).
    """
    L = 10 ** source.uniform(-3, 3)
    v = 10 ** source.uniform(-3, 3) * sqrt(9.81 * L)
    near, gap = L * source.uniform(0.01, 0.5), L * source.uniform(0.01, 1)
    system, kappa = System(kind, gravity=(0, 0, 0)), source.uniform(0, 1)
    inertia = (L * L, L * L, L * L)
    if kind in ("bumper", "rope"):
        for number in (1, 2):
            system.body("", 1, (0, 0, 0))
            system.joint("prismatic", 0, number, f"x{number}", axis=(1, 0, 0))
        sign, apart = (1, near) if kind == "bumper" else (-1, near + gap)
        size = {"distance": near} if kind == "bumper" else {"l": apart}
        system.element(kind, "", body_a=1, body_b=2, restitution=kappa, **size)
        first = near + gap if kind == "bumper" else near
        return system, [0, first], [0.3 * sign * v, -0.7 * sign * v], gap / v
    system.body("", 1, inertia)
    if kind == "stop":
        system.joint("prismatic", 0, 1, "x", axis=(1, 0, 0))
        system.element("stop", coordinate="x", lower=-L, upper=gap, restitution=kappa)
        return system, [0], [v], gap / v
    if kind == "arm":
        system.joint("revolute", 0, 1, "a")
        ends = {"body_a": 1, "point_a": (L, 0, 0), "body_b": 0, "point_b": (0, L, 0)}
        system.element("bumper", "", **ends, distance=near, restitution=kappa)
        start = source.uniform(0, 1)
        way = pi / 2 - 2 * asin(near / (2 * L)) + start
        return system, [-start], [v / L], way * L / v
    system.joint("planar", 0, 1, "x", "y", "p")
    if kind == "wall":
        system.element("wall", radius=near, restitution=kappa)
        return system, [0, near + gap, 0], [v, -v, 0], gap / v
    beside = near * source.uniform(0, 0.999)
    system.element("bumper", body_a=1, body_b=0, distance=near, restitution=kappa)
    return system, [-sqrt(near**2 - beside**2) - gap, beside, 0], [v, 0, 0], gap / v


def moved(system: System, until: float, q0: list, qd0: list, method: str) -> Trajectory:
    return system.simulate(until, q0=q0, qd0=qd0, method=method)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_passes_whatever_the_method_and_the_length_of_its_steps(kind: str) -> None:
    source = np.random.default_rng(KINDS.index(kind))
    for method in METHODS[:: 2 if kind in ("rope", "wall", "stop") else 1]:
        system, q0, qd0, at = closing(kind, source)
        until = at * 10 ** source.uniform(0.1, 2.5)
        motion = moved(system, until, q0, qd0, method)
        assert motion.impacts, (kind, method)
        assert motion.impacts[0].t == pytest.approx(at, abs=1e-9 * until)


def missed(count: int, seed: int) -> int:
    """How many of random closings are missed, or met at another time."""
    source, wrong = np.random.default_rng(seed), 0
    for _ in range(count):
        kind, method = source.choice(KINDS), source.choice(METHODS)
        system, q0, qd0, at = closing(kind, source)
        until = at * 10 ** source.uniform(0.1, 2.5)
        impacts = moved(system, until, q0, qd0, method).impacts
        met = impacts[0].t if impacts else inf
        if not abs(met - at) < 1e-9 * until:
            wrong += 1
            print(kind, method, system, q0, qd0, at, until, met)
    return wrong


if __name__ == "__main__":
    print(missed(1000, 7), "of 1000 closings are missed")
